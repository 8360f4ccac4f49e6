"""The comparison with the slow computation is worth something: each rule error planted in the engine is found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import periods as random_periods
import pytest
from test_ffe_against_oracle import EDITIONS, differences

from ratings import tables
from ratings.rules import ffe
from ratings.rules import rule_set as real_rule_set

SEEDS = 60


def is_found() -> bool:
    """Say whether some random period of some edition gives a difference."""
    return any(
        differences(random_periods.random_period(seed, system, effective))
        for system, _, effective in EDITIONS
        for seed in range(SEEDS)
    )


def test_without_an_error_nothing_is_found():
    assert not is_found()


def exactly_the_zone_counts(half_points, own, opponent, edition):
    easy = (half_points == 2) & (opponent < own - edition.zone)
    hard = (half_points == 0) & (opponent > own + edition.zone)
    return np.where(easy, 1, np.where(hard, 2, 0))



def small_archive_before_given(start, season, edition):
    value, source = REAL_STAND_IN(start, season, edition)
    small = (start.archive_games > 0) & (source == ffe.GIVEN)
    archive = ffe.whole_value(start.archive_points, start.archive_games, edition)
    return np.where(small, archive, value), np.where(small, ffe.SMALL_ARCHIVE, source)


REAL_STAND_IN = ffe.stand_in


def nearest_not_interpolated(half_points, games):
    return 100 * tables.difference_nearest(half_points, games) * games


def rated_archive_used(points, games, archive_points, archive_games, edition):
    return ffe.over_games(points + archive_points, games + archive_games)


FUNCTIONS = {
    "exactly the zone counts": (ffe, "compatible", exactly_the_zone_counts),
    "a small archive goes before a given estimate": (ffe, "stand_in", small_archive_before_given),
    "the table is not interpolated": (tables, "difference_sum_interpolated", nearest_not_interpolated),
    "an archive is used though the games are enough": (ffe, "first_rating", rated_archive_used),
}


@pytest.mark.parametrize("error", FUNCTIONS)
def test_a_wrong_function_is_found(error: str, monkeypatch: pytest.MonkeyPatch):
    module, name, wrong = FUNCTIONS[error]
    monkeypatch.setattr(module, name, wrong)
    assert is_found()


NUMBERS = {
    "brake": 15, "senior_quota": 15, "junior_age": 21, "quota": 9, "floor": 990, "known_games_for_a_wave": 4,
    "archive_enough": 4, "clamp": 471,
}  # fmt: skip


@pytest.mark.parametrize("key", NUMBERS)
def test_a_wrong_number_is_found(key: str, monkeypatch: pytest.MonkeyPatch):
    def wrong(system: str):
        rules = real_rule_set(system)
        return replace(rules, editions=tuple(replace(e, **{key: NUMBERS[key]}) for e in rules.editions))

    monkeypatch.setattr("test_ffe_against_oracle.rule_set", wrong)
    assert is_found()
