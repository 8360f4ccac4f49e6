"""Conversions of S1 (rules 5), both ways, exact."""

from fractions import Fraction

import pytest

from ratings.errors import RatingsError
from ratings.rules.conversions import SCALES, convert, decimal


@pytest.mark.parametrize(
    ("value", "source", "target", "exact", "shown"),
    [
        ("84", "ingo", "elo", "2168", 2168),
        ("2168", "elo", "ingo", "84", 84),
        ("1501", "elo", "ingo", "167.375", 167),
        ("167.375", "ingo", "elo", "1501", 1501),
        ("1939", "elo", "bcr", "167.375", 167),
        ("200", "bcr", "elo", "2200", 2200),
        ("500", "bridier", "elo", "1650", 1650),
        ("1651", "elo", "bridier", "1501/3", 500),
        ("1501/3", "bridier", "elo", "1651", 1651),
        ("600", "cs", "elo", "2200", 2200),
        ("2001", "elo", "cs", "500.5", 501),
        ("999", "elo", "cs", "-0.5", -1),
        ("83,5", "ingo", "bcr", "196.5", 197),
        ("2000", "elo", "elo", "2000", 2000),
    ],
)
def test_s1_conversions(value: str, source: str, target: str, exact: str, shown: int):
    made = convert(value, source, target)
    assert (decimal(made.exact), made.shown) == (exact, shown)


@pytest.mark.parametrize("source", SCALES)
@pytest.mark.parametrize("target", SCALES)
def test_there_and_back(source: str, target: str):
    for value in (Fraction(150), Fraction("167.375"), Fraction(1000, 7)):
        assert convert(convert(value, source, target).exact, target, source).exact == value


def test_ingo_falls_as_strength_rises():
    assert convert("80", "ingo", "elo").exact > convert("81", "ingo", "elo").exact


@pytest.mark.parametrize(("value", "is_warned"), [("799.99", True), ("800", False), ("3000", False), ("3001", True)])
def test_warning_outside_800_to_3000(value: str, is_warned: bool):
    assert bool(convert(value, "elo", "bcr").warning) == is_warned


def test_erratum_of_ingo():
    assert "8242" in convert("84", "ingo", "elo").note
    assert convert("200", "bcr", "elo").note == ""
    assert convert("84", "ingo", "bcr").steps == ("Elo = 2840 - 8 × 84 = 2168", "BCR = (2168 - 600)/8 = 196")


@pytest.mark.parametrize("value", ["", "abc", "1e9", "1/0", "nan", "1" * 13])
def test_what_is_no_number(value: str):
    with pytest.raises(RatingsError, match="is not a number"):
        convert(value, "elo", "ingo")


def test_an_unknown_scale():
    with pytest.raises(RatingsError, match="no scale 'dwz'"):
        convert("1500", "dwz", "elo")
