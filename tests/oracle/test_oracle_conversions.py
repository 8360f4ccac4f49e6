"""Sections 5 and 5b: conversions between scales, and the list-wide adjustment."""

from fractions import Fraction

import pytest
from conversions import conversion_warning, convert, convert_for_display
from list_adjustment import adjust


@pytest.mark.parametrize(
    ("value", "source", "target", "exact"),
    [
        (1501, "elo", "ingo", "167.375"),
        (100, "ingo", "elo", "2040"),
        (600, "bridier", "elo", "1950"),
        (150, "bcr", "elo", "1800"),
        (400, "cs", "elo", "1800"),
        (1800, "elo", "cs", "400"),
        (2040, "elo", "ingo", "100"),
        (1800, "elo", "bcr", "150"),
        (1950, "elo", "bridier", "600"),
        (150, "bcr", "cs", "400"),
    ],
)
def test_conversions(value, source, target, exact):
    """Section 5: by way of Elo, exact."""
    assert convert(value, source, target) == Fraction(exact)


def test_conversions_for_display():
    """Section 5: halves away from zero; a warning outside 800 ... 3000."""
    assert convert_for_display(1501, "elo", "ingo") == 167
    assert convert_for_display(1804, "elo", "bcr") == 151
    assert conversion_warning(799, "elo")
    assert not conversion_warning(800, "elo")
    assert conversion_warning(301, "bcr")


def test_adjustment_of_march_2024():
    """5b: below 2000, factor 0.4: 1000 -> 1400, 1500 -> 1700, 1700 -> 1820; peaks rise, 2000 stays."""
    ratings = {"a": 1000, "b": 1500, "c": 1700, "d": 2000, "e": None, "f": 1999}
    new, peaks = adjust(ratings, {"a": 1100, "c": 1900}, bound=2000, factor="0.4", floor=1400)
    assert new == {"a": 1400, "b": 1700, "c": 1820, "d": 2000, "e": None, "f": 1999}
    assert peaks == {"a": 1400, "b": 1700, "c": 1900, "f": 1999}
    assert adjust({"a": 1495}, {}, constant=-100, step=10, floor=1400)[0] == {"a": 1400}
