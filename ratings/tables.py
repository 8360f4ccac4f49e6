"""The two conversion tables of FIDE 8.1 and the three readings of D(P) (rules 1)."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from statistics import NormalDist

import numpy as np

from ratings.exact import Ints

NORMAL_SCALE = 2000 / 7
"""Standard deviation, in points, of the normal law that generates the table."""

TIE_GUARD = 1e-6
"""Closer than this to a half hundredth, the double is not trusted and 40 digits decide."""


def _table(name: str) -> list[dict[str, str]]:
    text = files("ratings").joinpath("conversion_tables", name).read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


@cache
def difference_by_percent() -> Ints:
    """Give D(P) of 8.1.1, points, indexed by whole percents 0 … 100 (-800 and 800 at the ends)."""
    return np.array([int(row["difference"]) for row in _table("percentage_to_difference.csv")], dtype=np.int64)


@cache
def expected_by_difference() -> Ints:
    """Give the expected score of 8.1.2 in hundredths, indexed by the favourite's lead 0 … 736 (736: and more)."""
    expected = np.zeros(737, dtype=np.int64)
    for row in _table("difference_to_expected.csv"):
        expected[int(row["difference_from"]) : int(row["difference_to"] or 736) + 1] = int(row["expected_percent"])
    return expected


def expected_hundredths(difference: Ints) -> Ints:
    """Give the expected score, in hundredths, of a player whose rating exceeds the opponent's by `difference`."""
    favourite = expected_by_difference()[np.minimum(np.abs(difference), 736)]
    return np.where(difference >= 0, favourite, 100 - favourite)


def difference_nearest(half_points: Ints, games: Ints) -> Ints:
    """D(P), points: P to the nearest whole percent, halves up, then the table (reading `nearest`).

    Games of 0 give 0: there is no performance over no game, and nobody asks for it.
    """
    played = np.maximum(games, 1)
    percent = (100 * half_points + played) // (2 * played)
    return np.where(games > 0, difference_by_percent()[percent], 0)


def difference_sum_interpolated(half_points: Ints, games: Ints) -> Ints:
    """D(P)·N in hundredths, linear between whole percents, exact (reading `interpolated`)."""
    played = np.maximum(games, 1)
    percent, rest = np.divmod(50 * half_points, played)
    table = difference_by_percent()
    low, high = table[percent], table[np.minimum(percent + 1, 100)]
    return np.where(games > 0, 100 * (low * played + (high - low) * rest), 0)


def difference_sum_function(half_points: Ints, games: Ints) -> Ints:
    """D(P)·N in hundredths, D = 2000/7·Φ⁻¹(P) rounded to 1/100 when it is read (reading `function`).

    At 0 % and 100 % the law has no value; ±800 stands there, as in the table, and every user clamps it.
    """
    cells = _cells(half_points, games)
    player = np.full(int(cells.max(initial=0)) + 1, -1)
    player[cells] = np.arange(len(cells))
    places = np.flatnonzero(player >= 0)
    pairs = zip(half_points[player[places]].tolist(), games[player[places]].tolist(), strict=True)
    once = np.zeros_like(player)
    once[places] = [_normal_hundredths(points, 2 * count) for points, count in pairs]
    return once[cells] * games


def _cells(half_points: Ints, games: Ints) -> Ints:
    """Number the pairs (half points, games) closely, without sorting: those of a number of games stand together."""
    numbers = np.flatnonzero(np.bincount(games))
    widths = 2 * numbers + 1
    begins = np.zeros(int(games.max(initial=0)) + 1, dtype=np.int64)
    begins[numbers] = np.cumsum(widths) - widths
    return begins[games] + half_points


@cache
def _normal_hundredths(numerator: int, denominator: int) -> int:
    """Give 2000/7·Φ⁻¹(numerator/denominator) in hundredths of a point, half away from zero."""
    if denominator == 0:
        return 0
    if 2 * numerator < denominator:
        return -_normal_hundredths(denominator - numerator, denominator)
    if numerator == denominator:
        return 80_000
    scaled = 100 * NORMAL_SCALE * NormalDist().inv_cdf(numerator / denominator)
    if abs(scaled % 1 - 0.5) > TIE_GUARD:
        return int(scaled + 0.5)
    import mpmath

    with mpmath.workdps(40):
        exact = mpmath.mpf(200_000) / 7 * mpmath.sqrt(2) * mpmath.erfinv(2 * mpmath.mpf(numerator) / denominator - 1)
        return int(mpmath.floor(exact + mpmath.mpf(1) / 2))
