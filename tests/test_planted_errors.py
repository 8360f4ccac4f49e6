"""The comparison with the slow computation is worth something: each rule error planted in the engine is found.

That nothing is found without an error is `test_ffe_against_oracle.py`, on more periods than these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from ffe_builder import Period
from ffe_periods import random_period

from ratings import exact, tables
from ratings.engine import unrated_first
from ratings.rules import ffe
from ratings.rules import rule_set as real_rule_set
from test_ffe_against_oracle import EDITIONS, differences

SEEDS = 60


@cache
def period(seed: int, which: tuple) -> Period:
    """Give a random period, made once for all errors."""
    system, _, effective = which
    return random_period(seed, system, effective)


def found_in(names: set[str] | None = None) -> set[str]:
    """Give the editions in which some random period gives a difference."""
    which = [one for one in EDITIONS if names is None or f"{one[0]}-{one[1]}" in names]
    return {f"{one[0]}-{one[1]}" for one in which if any(differences(period(seed, one)) for seed in range(SEEDS))}


NATIONAL = {"ffe-national-S1", "ffe-national-S0", "ffe-national-R01"}
RAPID = {"ffe-rapid-S0", "ffe-rapid-E02"}
ALL = NATIONAL | RAPID
S1, E02 = {"ffe-national-S1"}, {"ffe-rapid-E02"}


def exactly_the_zone_counts(half_points, own, opponent, edition):
    """Read "at least 350" as more than 350: 2.3."""
    easy = (half_points == 2) & (opponent < own - edition.zone)
    hard = (half_points == 0) & (opponent > own + edition.zone)
    return np.where(easy, 1, np.where(hard, 2, 0))


def draws_far_away_do_not_count(half_points, own, opponent, edition, *, real=ffe.compatible):
    """Apply the zone to draws too: 2.3."""
    code = real(half_points, own, opponent, edition)
    return np.where((half_points == 1) & (np.abs(opponent - own) >= edition.zone), 1, code)


def small_archive_before_given(start, season, edition, *, real=ffe.stand_in):
    """Take every archive before a given estimate: 2.4.2."""
    value, source = real(start, season, edition)
    small = (start.archive_games > 0) & (source == ffe.GIVEN)
    archive = ffe.whole_value(start.archive_points, start.archive_games, edition)
    return np.where(small, archive, value), np.where(small, ffe.SMALL_ARCHIVE, source)


def nearest_not_interpolated(half_points, games):
    """Read the table at the nearest percent: 1."""
    return 100 * tables.difference_nearest(half_points, games) * games


def function_from_the_table(half_points, games, *, real=tables.difference_sum_interpolated):
    """Read the table where S1 takes the function: 1."""
    return real(half_points, games)


def archive_always_used(points, games, archive_points, archive_games, edition):
    """Add the archive though the games are enough: 2.4.3."""
    return ffe.over_games(points + archive_points, games + archive_games)


def halves_are_cut(numerator, denominator):
    """Round halves towards zero: 0.3."""
    magnitude = (2 * np.abs(numerator) + denominator - 1) // (2 * np.asarray(denominator))
    return np.sign(numerator) * magnitude


def halves_to_even(numerator, denominator):
    """Round halves to the even neighbour, as Python does: 0.3."""
    return np.rint(numerator / np.asarray(denominator)).astype(np.int64)


def archives_live_a_season_longer(start, season, edition, *, real=ffe.living_archive):
    """Lose an archive one season late: 2.2, E02."""
    return real(start, season - 1, edition)


def archives_die_a_season_early(start, season, edition, *, real=ffe.living_archive):
    """Lose an archive one season early: 2.2, E02."""
    return real(start, season + 1, edition)


def unknown_birth_year_is_a_junior(birth_year, season, edition, *, real=ffe.is_junior):
    """Take who has no birth year for a junior: 2.1."""
    return real(birth_year, season, edition) | ~birth_year.known


def no_second_pass(totals, reference, rules):
    """Take the reference for the estimate: 2.4.1."""
    return reference


def opponents_at_the_estimate(start, after, totals, rated, made, rules):
    """Let the rated meet the unrated at the estimate, not at the new value: 2.5."""
    return rated.or_else(made.value)


def zone_always_applied(games, rated, made, rules, *, real=unrated_first.general_mode):
    """Leave a perfect newcomer without a game: 2.4.3."""
    return real(games, rated, replace(made, wave=made.wave.only(np.zeros(len(rated), dtype=bool))), rules)


def estimate_is_a_brake(points, games, archive_points, archive_games, edition, *, real=ffe.first_rating):
    """Weigh the floor as one game more in a first rating: 2.4.3 ("the estimate is never a brake")."""
    return real(points + 100 * edition.floor, games + 1, archive_points, archive_games, edition)


def listed_without_minus_one(start, season, edition, *, real=ffe.listed_estimate):
    """Print an archive's estimate at the nearest ten: 2.6."""
    value, (_, source) = real(start, season, edition), ffe.stand_in(start, season, edition)
    return np.where((source == ffe.ARCHIVE) & (value % 10 == 9), value + 1, value)


FUNCTIONS: dict[str, tuple[Any, Callable, set[str]]] = {
    "0.3 halves are cut": ((exact, "divide_half_away"), halves_are_cut, ALL),
    "0.3 halves to even": ((exact, "divide_half_away"), halves_to_even, ALL),
    "1 table instead of function": ((tables, "difference_sum_function"), function_from_the_table, S1),
    "1 not interpolated": ((tables, "difference_sum_interpolated"), nearest_not_interpolated, ALL - S1),
    "2.1 unknown birth year": ((ffe, "is_junior"), unknown_birth_year_is_a_junior, NATIONAL),
    "2.2 archives live longer": ((ffe, "living_archive"), archives_live_a_season_longer, E02),
    "2.2 archives die early": ((ffe, "living_archive"), archives_die_a_season_early, E02),
    "2.3 exactly the zone counts": ((ffe, "compatible"), exactly_the_zone_counts, ALL),
    "2.3 far draws do not count": ((ffe, "compatible"), draws_far_away_do_not_count, ALL),
    "2.4.1 no second pass": ((unrated_first, "wave_estimate"), no_second_pass, ALL),
    "2.4.2 small archive before given": ((ffe, "stand_in"), small_archive_before_given, ALL),
    "2.4.3 archive always used": ((ffe, "first_rating"), archive_always_used, ALL),
    "2.4.3 zone always applied": ((unrated_first, "general_mode"), zone_always_applied, ALL),
    "2.4.3 the estimate is a brake": ((ffe, "first_rating"), estimate_is_a_brake, ALL),
    "2.5 unrated opponents at the estimate": ((unrated_first, "worth"), opponents_at_the_estimate, NATIONAL),
    "2.6 estimates that end in 0": ((ffe, "listed_estimate"), listed_without_minus_one, ALL),
}  # fmt: skip


@pytest.mark.parametrize("error", FUNCTIONS)
def test_a_wrong_function_is_found(error: str, monkeypatch: pytest.MonkeyPatch):
    (module, name), wrong, editions = FUNCTIONS[error]
    monkeypatch.setattr(module, name, wrong)
    assert found_in(editions) == editions


NUMBERS: dict[str, tuple[int, set[str]]] = {
    "brake": (15, ALL - {"ffe-rapid-S0"}),
    "senior_quota": (15, ALL),
    "junior_age": (21, NATIONAL),
    "junior_quota": (9, S1 | RAPID),  # elsewhere 8 games completed to 8 are the performance again
    "junior_fill": (9, NATIONAL),
    "quota": (9, ALL),
    "zone": (349, ALL),
    "floor": (990, ALL),
    "step": (5, ALL),
    "clamp": (471, ALL),
    "known_games_for_a_wave": (4, ALL),
    "archive_enough": (4, ALL),
    "default_estimate": (1500, ALL),
    "season_starts_month": (1, E02),
    "performance_floor": (790, E02),
}


@pytest.mark.parametrize("key", NUMBERS)
def test_a_wrong_number_is_found(key: str, monkeypatch: pytest.MonkeyPatch):
    number, editions = NUMBERS[key]

    def wrong(system: str):
        rules = real_rule_set(system)
        return replace(rules, editions=tuple(replace(edition, **{key: number}) for edition in rules.editions))

    monkeypatch.setattr("test_ffe_against_oracle.rule_set", wrong)
    assert found_in(editions) == editions
