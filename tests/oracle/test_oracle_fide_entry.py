"""Section 3, decision 3: first events, the window, and the conditions of 2009."""

from datetime import date
from fractions import Fraction

import fide
import pytest
from fide_tables import P_TO_D
from one_player import one_player
from results import WORDS


def test_decision_3_first_event_with_nothing():
    """2024: dropped as the first event, kept as a later one; a continued first event is tested whole."""
    nothing = one_player(None, [(1800, 0)] * 5, history=(0, None, None))["x"]
    assert (nothing.after, nothing.case, nothing.career_games) == (None, "pool", 5)
    pool = {**nothing.pools[0], "period_ends": date(2025, 11, 30)}
    assert pool["first_event"]
    later = one_player(None, [(1800, 0)] * 5, history=(5, None, None), code="u", pools=[pool])["x"]
    assert later.entry["refused"] == {"t": "first-event", "u": ""}
    assert later.case == "entry"  # (9000 + 3600)/7 + D(1/7) = 1800 - 309
    assert later.after == 1491
    continued = one_player(None, [(1800, 1)], history=(5, None, None), pools=[pool])["x"]
    assert continued.entry["refused"] == {"t": ""}
    assert continued.after == 1800 + P_TO_D[19]


@pytest.mark.parametrize(("ends", "case"), [(date(2023, 11, 30), "entry"), (date(2023, 10, 31), "pool")])
def test_decision_3_window(ends, case):
    """26 calendar months ending with December 2025 begin with November 2023."""
    pool = {
        "id": "x",
        "tournament": "old",
        "period_ends": ends,
        "starts": ends,
        "games": 4,
        "half_points": 4,
        "opponents_sum": 7200,
        "opponents": "a b c d",
        "format": "",
        "first_event": True,
    }
    result = one_player(None, [(1800, 1)], history=(4, None, None), pools=[pool])["x"]
    assert result.case == case


def entry_2009(first: list, second: list, days=(date(2009, 9, 5), date(2009, 9, 12)), forms=("swiss", "swiss")):
    """A newcomer of 2009 with two events, as lists of (rating, half points)."""
    games, ratings = [], {}
    for code, rows in (("a", first), ("b", second)):
        for number, (rating, points) in enumerate(rows, 1):
            ratings[f"{code}{number}"] = rating
            games.append(
                {
                    "white": f"{code}{number}",
                    "black": "x",
                    "result": WORDS[2 - points],
                    "date": date(2009, 9, 20),
                    "tournament": code,
                    "round": number,
                }
            )
    tournaments = [
        {"tournament": code, "starts": day, "format": form} for code, day, form in zip("ab", days, forms, strict=True)
    ]
    return fide.rate(
        "fide-standard",
        date(2009, 9, 1),
        date(2009, 10, 31),
        date(2009, 11, 1),
        [{"id": "x"}],
        {date(2009, 9, 1): ratings},
        {},
        [],
        tournaments,
        games,
    )["x"]


def test_2009_entry_weighted():
    """2009: 6 of 6 at 1800 -> 1875, 1 of 3 at 1900 -> 1900 - 125; weighted 1841.67 -> 1842."""
    result = entry_2009([(1800, 2)] * 6, [(1900, 2), (1900, 0), (1900, 0)])
    assert result.entry["exact"] == Fraction(1875 * 6 + 1775 * 3, 9)
    assert result.after == 1842


def test_2009_less_than_a_point():
    """S2's "unless": after a valid event at the floor it counts; before, or as the first, it does not."""
    good, low = [(1800, 1)] * 6, [(1900, 1), (1900, 0), (1900, 0)]
    assert entry_2009(good, low).case == "entry"
    before = entry_2009(good, low, days=(date(2009, 9, 12), date(2009, 9, 5)))
    assert (before.case, before.entry["refused"]) == ("pool", {"a": "", "b": "points"})
    tie = entry_2009(good, low, days=(date(2009, 9, 5), date(2009, 9, 5)))
    assert tie.entry["refused"] == {"a": "", "b": "points"}


def test_2009_format_and_opponents():
    """2009: no match, and at least three different opponents."""
    good = [(1800, 1)] * 9
    refused = entry_2009(good, good[:3], forms=("swiss", "match"))
    assert (refused.case, refused.entry["refused"]) == ("entry", {"a": "", "b": "format"})
    assert entry_2009(good, good[:2]).entry["refused"] == {"a": "", "b": "opponents"}
