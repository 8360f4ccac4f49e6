"""Elo International (rules 3, first column): the event's mean, entry, floor."""

import datetime as dt
from fractions import Fraction

import pytest

from one_period import OnePeriod, Player, calc, rating


def test_elo_international_by_the_mean_of_the_event():
    made = calc("elo-international", dt.date(1995, 1, 1), 2200, [(2300, 2), (2705, 1)])
    assert (made.change, made.result) == (Fraction("15.9"), 2215)
    # 2705 counts as 2550, so that the mean is 2425.
    assert (
        "Mean of the opponents, each within 350 points: 4850/2 = 2425; difference 2200 - 2425 = -225; "
        "expected 0.22 a game."
    ) in made.lines


@pytest.mark.parametrize(("opponents", "result"), [(4, 2100), (3, None)])
def test_elo_international_entry_needs_four_opponents_in_a_tournament(opponents: int, result: int | None):
    players = {"x": Player(None, games=0)} | {f"o{n}": Player(2100) for n in range(opponents)}
    games = [("x", f"o{n % opponents}", 1, 1) for n in range(9)]
    period = OnePeriod("elo-international", dt.date(1995, 1, 1), dt.date(1995, 6, 30), players, games)
    assert rating(period, period.rate(), "x") == result


@pytest.mark.parametrize(("mean", "floor", "result"), [(2008, 2010, 2010), (2007, 2010, None), (2007, 2005, 2005)])
def test_elo_international_floor_after_rounding_to_five(mean: int, floor: int, result: int | None):
    players = {"x": Player(None, games=0)} | {f"o{n}": Player(mean) for n in range(9)}
    games = [("x", f"o{n}", 1, 1) for n in range(9)]
    period = OnePeriod(
        "elo-international", dt.date(1995, 1, 1), dt.date(1995, 6, 30), players, games, changes={"floor": floor}
    )
    assert rating(period, period.rate(), "x") == result
