"""Section 3, first column: the old Elo International list: means of events, fives and the floor, entries."""

from datetime import date
from fractions import Fraction

import pytest
from one_player import one_player


def elo(rating, games, **extra):
    """One player in the first half of 1996."""
    return one_player(
        rating, games, system="elo-international", starts=date(1996, 1, 1), ends=date(1996, 6, 30), **extra
    )["x"]


def test_elo_mean_of_the_event():
    """2300 against 2700 (counts as 2650) and 2301: mean 2475.5, difference -175.5 -> -176, .27 each."""
    result = elo(2300, [(2700, 2), (2301, 1)])
    assert (result.k, result.change) == (15, 15 * (Fraction(3, 2) - Fraction(54, 100)))
    assert result.after == 2315  # 2314.4


@pytest.mark.parametrize(("rating", "after"), [(2020, 2015), (2015, 2010), (2010, None)])
def test_elo_fives_then_floor(rating, after):
    """Nearest 5 of old + change (-7.5): 2012.5 -> 2015, 2007.5 -> 2010 stays, 2002.5 -> 2005 is below."""
    assert elo(rating, [(rating, 0)]).after == after


def test_elo_entry():
    """Nine games, four different opponents in an event, mean + D."""
    games = [(2100, 1)] * 9
    assert elo(None, games, history=(0, None, None)).after == 2100
    few = elo(None, games, history=(0, None, None), opponents={n: f"o{n % 3}" for n in range(1, 10)})
    assert (few.after, few.entry["refused"]) == (None, {"t": "opponents"})
