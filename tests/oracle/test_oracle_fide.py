"""Section 3, the worked answers of FIDE: changes, limits, caps, first ratings, the linear expectation."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from fide_blocks import BLOCK_2009
from fide_change import game_change
from fide_entry import weighted_mean
from one_player import one_player
from rounding import round_half_away


def test_worked_example_of_s3():
    """1800, K 20, beats 1900 and draws 1750: 11.4 -> 1811."""
    result = one_player(1800, [(1900, 2), (1750, 1)])["x"]
    assert [d.expected for d in result.games] == [Fraction(36, 100), Fraction(57, 100)]
    assert (result.k, result.change, result.after) == (20, Fraction(114, 10), 1811)


@pytest.mark.parametrize(("count", "k"), [(17, 40), (18, 38), (20, 35), (39, 17)])
def test_limit_of_700(count, k):
    """K 40 and 20 games -> K 35; 39 games -> 17."""
    result = one_player(1800, [(1800, 1)] * count, history=(3, None, None))["x"]
    assert (result.n, result.k) == (count, k)


def test_published_newcomer_of_december_2025():
    """1902 1/2, 1877 1/2, 1884 1, 2012 0, 1832 1 -> 1922."""
    games = [(1902, 1), (1877, 1), (1884, 2), (2012, 0), (1832, 2)]
    result = one_player(None, games, history=(0, None, None))["x"]
    assert (result.after, result.case, result.career_games, result.peak) == (1922, "entry", 5, 1922)


@pytest.mark.parametrize(
    ("rating", "points", "before_maximum", "after"),
    [(2000, 6, 1993, 1993), (2000, 4, 1893, 1893), (2400, 6, 2279, 2200)],
)
def test_entry_2024(rating, points, before_maximum, after):
    """Five opponents at 2000: 3 points -> 1993, 2 -> 1893; all 2400, 3 of 5 -> 2279 -> 2200."""
    games = [(rating, max(0, min(2, points - 2 * number))) for number in range(5)]
    result = one_player(None, games, history=(0, None, None))["x"]
    assert round_half_away(result.entry["exact"]) == before_maximum
    assert result.after == after


@pytest.mark.parametrize(
    ("own", "opponent", "points", "day", "change"),
    [
        (2649, 2149, 2, date(2025, 10, 1), "0.8"),
        (2650, 2150, 2, date(2025, 10, 1), "0.4"),
        (2650, 2150, 2, date(2025, 9, 1), "0.8"),
        (2700, 1900, 0, date(2025, 10, 1), "-10"),
    ],
)
def test_caps(own, opponent, points, day, change):
    """Cap: 2649 beats 2149 -> +0.8; 2650 beats 2150 (2025 block) -> +0.4; 2700 loses to 1900 -> -10."""
    result = one_player(own, [(opponent, points)], starts=day, ends=day + timedelta(days=28))["x"]
    assert result.change == Fraction(change)
    assert result.k == 10


def test_weighted_mean_of_s2():
    """(2280 x 5 + 2400 x 10 + 2000 x 5) / 20 = 2270."""
    assert weighted_mean([(2280, 5), (2400, 10), (2000, 5)]) == 2270


@pytest.mark.parametrize(
    ("k", "points", "change"),
    [
        (10, 0, "-3.75"),
        (10, 2, "6.25"),
        (10, 1, "1.25"),
        (25, 0, "-9.375"),
        (25, 2, "15.625"),
        (25, 1, "3.125"),
        (15, 0, "-5.625"),
    ],
)
def test_linear_expectation(k, points, change):
    """Decision 7, against an opponent 100 points above."""
    block = {**BLOCK_2009, "expectation": "linear"}
    assert game_change(block, "fide-standard", 1500, 1600, points, k) == Fraction(change)


def test_linear_expectation_as_parameter():
    """Decision 7 through a whole period: K 25 under 30 games, -9.375 -> -9."""
    result = one_player(
        1500,
        [(1600, 0)],
        starts=date(2009, 9, 1),
        ends=date(2009, 10, 31),
        history=(10, None, None),
        parameters={"expectation": "linear"},
    )["x"]
    assert (result.k, result.change, result.after) == (25, Fraction("-9.375"), 1491)


def test_rounding_is_of_the_change():
    """Row rounding: 1800, K 10 x -0.25 would be -2.5 -> -3, not 1797.5 -> 1798 (linear, 20 points down)."""
    result = one_player(
        1800,
        [(1800, 1), (1820, 0)],
        history=(100, None, None),
        parameters={"expectation": "linear", "k_middle": Fraction(100, 19)},
    )["x"]
    assert (result.change, result.after) == (Fraction(-5, 2), 1797)


@pytest.mark.parametrize(("day", "counted"), [(date(2024, 11, 30), True), (date(2024, 12, 1), False)])
def test_gap_of_600(day, counted):
    """Rapid: by the tournament's first day."""
    result = one_player(
        2601,
        [(2001, 2)],
        system="fide-rapid",
        starts=date(2024, 12, 1),
        ends=date(2024, 12, 31),
        tournaments=[{"tournament": "t", "starts": day}],
    )["x"]
    assert result.games[0].counted is counted


def test_before_the_first_block():
    """0.8: stop, and name the first date."""
    with pytest.raises(ValueError, match="2009-07-01"):
        one_player(1800, [], starts=date(2009, 6, 1), ends=date(2009, 6, 30))
