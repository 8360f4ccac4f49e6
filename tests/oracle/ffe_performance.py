"""Section 1 and 2.1: D(P) as the French editions read it, and the performance Po = S/N + D(sc/N)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import mpmath
from ffe_editions import Edition
from fide_tables import P_TO_D
from rounding import round_half_away

CLAMP = 470


def normal_difference(share: Fraction) -> Fraction:
    """1, ``function``: 2000/7 times the inverse normal function, rounded to 1/100, halves away (0.2)."""
    with mpmath.workdps(40):
        argument = 2 * mpmath.mpf(share.numerator) / share.denominator - 1
        difference = mpmath.mpf(2000) / 7 * mpmath.sqrt(2) * mpmath.erfinv(argument)
        hundredths = int(mpmath.floor(abs(difference) * 100 + mpmath.mpf(1) / 2))
        return Fraction(hundredths if difference >= 0 else -hundredths, 100)


def interpolated_difference(share: Fraction) -> Fraction:
    """1, ``interpolated``: linear between whole percents of the table, not rounded."""
    percent = share * 100
    below = percent.numerator // percent.denominator
    if percent == below:
        return Fraction(P_TO_D[below])
    low, high = P_TO_D[below], P_TO_D[below + 1]
    return low + (high - low) * (percent - below)


@cache
def difference_of(share: Fraction, conversion: str) -> Fraction:
    """1: D(P) by the edition's conversion, clamped to 470 either way; exactly that at 100 % and 0 %."""
    if share == 1:
        return Fraction(CLAMP)
    if share == 0:
        return Fraction(-CLAMP)
    if conversion == "function":
        difference = normal_difference(share)
    elif conversion == "interpolated":
        difference = interpolated_difference(share)
    else:
        raise ValueError(f"unknown conversion: {conversion}")
    return max(Fraction(-CLAMP), min(Fraction(CLAMP), difference))


def raw_performance(n: int, half_points: int, opponents_sum: int, edition: Edition) -> Fraction:
    """2.1: Po = S/N + D(sc/N)."""
    return Fraction(opponents_sum, n) + difference_of(Fraction(half_points, 2 * n), edition.conversion)


def floored_performance(performance: Fraction, edition: Edition) -> Fraction:
    """2.2, E02: every performance below 800 counts as 800, before all else. Else no floor (2.3)."""
    if edition.performance_floor is None:
        return performance
    return max(performance, Fraction(edition.performance_floor))


def whole_performance(games: list[tuple[int, int]], edition: Edition) -> int:
    """2.4.1: the performance over (value, half points), rounded to an integer, not below the floor."""
    performance = raw_performance(len(games), sum(half for _, half in games), sum(value for value, _ in games), edition)
    return max(round_half_away(floored_performance(performance, edition)), edition.floor)
