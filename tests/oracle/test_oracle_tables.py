"""Section 1 and 0.3: the tables, the readings of D(P), and rounding, which all slow computations share."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from ffe_performance import difference_of, interpolated_difference, normal_difference
from fide_tables import D_TO_PD, P_TO_D, conversion_d, expected_hundredths
from printed_tables import PRINTED_S0, PRINTED_S1
from rounding import round_half_away

from shared_files import shared_rows

HALF = Fraction(1, 2)
WHOLE_PERCENTS = [interpolated_difference(Fraction(percent, 100)) for percent in range(101)]


def test_table_8_1_1_is_antisymmetric_and_monotone():
    """Section 1: D(1-p) = -D(p), strictly rising."""
    for percent in range(101):
        assert P_TO_D[100 - percent] == -P_TO_D[percent]
    values = [P_TO_D[percent] for percent in range(101)]
    assert values == sorted(set(values))


def test_table_8_1_2_has_no_hole_and_agrees_with_8_1_1():
    """Section 1: D(p) is the floor of the middle of the interval whose expected score is p, .51 ... .99."""
    following = 0
    for lowest, highest, hundredths in D_TO_PD:
        assert lowest == following
        if highest is None:
            break
        following = highest + 1
        if hundredths > 50:
            assert P_TO_D[hundredths] == (lowest + highest) // 2
    assert highest is None


@pytest.mark.parametrize("name", ["fide_p_to_dp.csv", "fide_d_to_pd.csv"])
def test_tables_are_those_of_the_files(name):
    """The numbers are the ones of ``shared/tables``."""
    for row in shared_rows("tables", name):
        if "percent" in row:
            assert P_TO_D[int(row["percent"])] == int(row["dp"])
            continue
        for difference in {int(row["d_min"]), int(row["d_max"] or 3000)}:
            assert expected_hundredths(difference) == Fraction(row["pd_higher"]) * 100
            if difference:
                assert expected_hundredths(-difference) == Fraction(row["pd_lower"]) * 100


@pytest.mark.parametrize(
    ("value", "rounded"),
    [(HALF, 1), (-HALF, -1), (Fraction(-5, 2), -3), (Fraction(249, 100), 2), (Fraction(-249, 100), -2), (0, 0)],
)
def test_halves_away_from_zero(value, rounded):
    """0.3."""
    assert round_half_away(value) == rounded


def test_percent_halves_up():
    """``nearest``: 12.5 % is 13 %, 87.5 % is 88 %."""
    assert conversion_d(1, 8) == -322
    assert conversion_d(7, 8) == 336


def test_1_table_has_101_entries_and_is_antisymmetric():
    """1, ``interpolated`` at whole percents: D(1 - p) = -D(p), and 50 % is 0."""
    assert len(P_TO_D) == 101
    assert all(WHOLE_PERCENTS[100 - percent] == -WHOLE_PERCENTS[percent] for percent in range(101))


def test_1_table_is_strictly_monotone():
    """1, ``interpolated``: strictly monotone, at whole percents and half-way between them, so before the clamp too."""
    halfway = [interpolated_difference(Fraction(percent, 200)) for percent in range(201)]
    assert halfway[::2] == WHOLE_PERCENTS
    assert all(low < high for low, high in pairwise(halfway))


def test_1_table_is_the_floor_of_the_middle_of_8_1_2():
    """1, ``interpolated``: D(p) = floor of the middle of the 8.1.2 interval of p, .51 ... .99."""
    assert len(D_TO_PD) == 51
    for first, last, percent in D_TO_PD[1:-1]:
        assert WHOLE_PERCENTS[percent] == (first + last) // 2, percent


def test_1_rounded_law_is_not_the_table():
    """1: rounding 2000/7 times the inverse normal function differs in 14 of 49 cells."""
    differing = [
        percent
        for percent in range(51, 100)
        if round_half_away(normal_difference(Fraction(percent, 100))) != P_TO_D[percent]
    ]
    assert len(differing) == 14


def test_6_misprints_of_seed_001():
    """1, 6: S1 prints .88, .21 and .20 wrong, and nothing else."""
    printed = dict(zip(range(99, 0, -1), PRINTED_S1, strict=True))
    wrong = {percent: value for percent, value in printed.items() if value != P_TO_D[percent]}
    assert wrong == {88: 335, 21: -240, 20: -251}
    assert [P_TO_D[percent] for percent in (88, 21, 20)] == [336, -230, -240]


def test_1_seed_000_prints_the_clamp():
    """1: S0 has no misprint; it prints the clamped table."""
    for percent, value in zip(range(99, 0, -1), PRINTED_S0, strict=True):
        assert value == difference_of(Fraction(percent, 100), "interpolated"), percent


@pytest.mark.parametrize(
    ("share", "conversion", "expected"),
    [
        (Fraction(1), "function", Fraction(470)),
        (Fraction(0), "function", Fraction(-470)),
        (Fraction(95, 100), "function", Fraction("469.96")),
        (Fraction(96, 100), "function", Fraction(470)),
        (Fraction(3, 4), "function", Fraction("192.71")),
        (Fraction(1, 4), "function", Fraction("-192.71")),
        (Fraction(1, 2), "function", Fraction(0)),
        (Fraction(5, 7), "interpolated", 158 + Fraction(3, 7) * 8),
        (Fraction(1), "interpolated", Fraction(470)),
        (Fraction(0), "interpolated", Fraction(-470)),
        (Fraction(31, 32), "interpolated", Fraction(470)),
        (Fraction(1, 200), "interpolated", Fraction(-470)),
    ],
)
def test_1_difference(share: Fraction, conversion: str, expected: Fraction):
    """1: two readings of D(P), and the clamp."""
    assert difference_of(share, conversion) == expected


def test_0_3_halves_round_away_from_zero():
    """0.3: 1235 -> 1240, -2.5 -> -3."""
    assert round_half_away(Fraction(1235), 10) == 1240
    assert round_half_away(Fraction(-5, 2)) == -3
    assert round_half_away(Fraction(12349, 10), 10) == 1230
