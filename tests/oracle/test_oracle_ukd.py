"""Section 4, the UKD: worked answers, bands, the block of 2016, first ratings."""

from datetime import date
from fractions import Fraction

import pytest
import ukd
from one_player import one_player


def turkish(rating, games, year=2024, **extra):
    """One player in a UKD period of January."""
    return one_player(rating, games, system="ukd-standard", starts=date(year, 1, 1), ends=date(year, 1, 31), **extra)[
        "x"
    ]


def test_ukd_worked_answers():
    """1500 beats 2000 -> +22.25 -> 1522; 1280 beats an unrated -> +3.0; 1010 loses to 1010 -> 1000."""
    result = turkish(1500, [(2000, 2)])
    assert (result.games[0].capped, result.games[0].expected) == (-350, Fraction(11, 100))
    assert (result.change, result.after) == (Fraction(2225, 100), 1522)
    assert turkish(1280, [(None, 2)]).change == 3
    assert turkish(1280, [(None, 0)]).change == -3
    assert turkish(1280, [(None, 1)]).change == 0
    low = turkish(1010, [(1010, 0)])
    assert (low.change, low.after) == (-15, 1000)


@pytest.mark.parametrize(
    ("rating", "k"), [(1299, 30), (1300, 25), (1599, 25), (1600, 20), (1999, 20), (2000, 15), (2399, 15), (2400, 10)]
)
def test_ukd_bands(rating, k):
    """Section 4: the edges of k."""
    assert ukd.k_2020(rating) == k


def test_ukd_block_2016():
    """K by the polynomial, kept within 10 ... 50; per game without a cap; an unrated is worth 1000."""
    assert ukd.k_2016(2000) == Fraction(196, 10)
    assert (ukd.k_2016(1000), ukd.k_2016(2700)) == (50, 10)
    result = turkish(2000, [(None, 0), (1000, 2)], year=2017)
    assert result.change == Fraction(-196, 10)
    assert ukd.shown_to_a_tenth(Fraction(1234, 100)) == Fraction(123, 10)
    newcomer = turkish(None, [(1000, 2), (None, 1)], year=2017, history=(0, None, None))
    assert (newcomer.k, newcomer.change, newcomer.after, newcomer.n) == (50, 25, None, 2)


def test_ukd_first_rating():
    """At least five games against rated opponents, pooled; below 1000 it is 1000; provisional."""
    four = turkish(None, [(1400, 1)] * 4 + [(None, 2)], history=(0, None, None))
    assert (four.after, four.career_games, four.pools[0]["games"]) == (None, 5, 4)
    pool = {**four.pools[0], "period_ends": date(2023, 1, 31)}
    five = turkish(None, [(1400, 1)], history=(5, None, None), pools=[pool])
    assert (five.after, five.status, five.pools) == (1400, "provisional", [])
    assert turkish(None, [(1400, 0)] * 5, history=(0, None, None)).after == 1000
    ended = turkish(1400, [(None, 1)], provisional={"x"})
    assert (ended.status, ended.after) == ("active", 1400)
