"""What the later texts change: R01 (membership rules 2025-26, article 5) and E02 (rapid, January 2018)."""

from __future__ import annotations

import dataclasses
import datetime as dt
from fractions import Fraction

import pytest

from arrays import ints
from few_games import Someone, alone, edition, on, rate
from ratings.engine.period import Totals
from ratings.errors import RatingsError
from ratings.rules import ffe, rule_set

S0, R01 = edition("national", "S0"), edition("national", "R01")
RAPID_S0, E02 = edition("rapid", "S0"), edition("rapid", "E02")
SENIOR = Someone(1500, born=1980)


def draws(count: int, opponent: int = 1500) -> str:
    return ", ".join([f"{opponent} D"] * count)


@pytest.mark.parametrize(
    ("system", "day", "name"),
    [
        ("national", dt.date(1990, 9, 1), "S1"), ("national", dt.date(2000, 8, 31), "S1"),
        ("national", dt.date(2000, 9, 1), "S0"), ("national", dt.date(2024, 3, 31), "S0"),
        ("national", dt.date(2024, 4, 1), "R01"), ("rapid", dt.date(2000, 9, 1), "S0"),
        ("rapid", dt.date(2017, 12, 31), "S0"), ("rapid", dt.date(2018, 1, 1), "E02"),
    ],
)  # fmt: skip
def test_effective(system: str, day: dt.date, name: str):
    assert on(system, day) == name


@pytest.mark.parametrize(("system", "first"), [("national", "1990-09-01"), ("rapid", "2000-09-01")])
def test_effective_before_the_first_edition_there_are_no_rules(system: str, first: str):
    with pytest.raises(RatingsError, match=f"ffe-{system} has no rules for 1990-08-31") as stopped:
        rule_set(f"ffe-{system}").in_force(dt.date(1990, 8, 31))
    assert first in stopped.value.hint


@pytest.mark.parametrize(
    ("born", "estimate"), [(2018, 1299), (2006, 1299), (2005, 1399), (1950, 1399), (None, 1399)]
)
def test_r01_5_estimates_of_new_members(born: int | None, estimate: int):
    assert alone(R01, Someone(born=born), "1400 D").estimate == estimate


def test_r01_all_other_numbers_are_those_of_s0():
    changed = {"name", "effective", "source", "default_estimates", "default_estimate", "publications"}
    names = {field.name for field in dataclasses.fields(ffe.Edition)}
    assert {name for name in names if getattr(S0, name) != getattr(R01, name)} == changed


def test_r01_lists_are_monthly():
    assert R01.publications == E02.publications == "monthly"


@pytest.mark.parametrize("games", [1, 7, 12])
def test_e02_below_is_braked_by_7(games: int):
    after = alone(E02, SENIOR, draws(games, 1400))
    assert (after.case, after.exact) == ("brake", Fraction(1400 * games + 7 * 1500, games + 7))


def test_e02_above_as_before():
    assert alone(E02, SENIOR, draws(7, 1600)).exact == 1600
    assert alone(E02, SENIOR, draws(6, 1600)).exact == Fraction(1600 * 6 + 1500, 7)


@pytest.mark.parametrize("games", [7, 6])
def test_e02_quota_of_7(games: int):
    assert alone(E02, Someone(born=1990), draws(games)).rating == (1500 if games == 7 else None)


def test_e02_zone_of_320():
    assert alone(E02, SENIOR, "1180 W, 1181 W, 1820 L, 1819 L").n == 2


def test_e02_only_games_against_rated_players_count():
    after = rate(E02, {"rated": SENIOR, "new": Someone(born=1990), "other": Someone(born=1990)},
                 "rated D new", "new W other")  # fmt: skip
    assert (after["rated"].n, after["new"].n, after["other"].n) == (0, 1, 0)


def test_e02_floor_of_800():
    assert alone(E02, Someone(800, born=1980), "800 L, 850 L").rating == 800
    assert alone(E02, Someone(born=1990), "850 D" + ", 850 L" * 9).rating == 800
    assert alone(RAPID_S0, Someone(born=1990), "1050 D" + ", 1050 L" * 9).rating == 1000


def test_e02_every_performance_below_800_counts_as_800():
    made = ffe.performance_points(Totals(ints([2]), ints([0]), ints([2 * 850])), E02)
    assert made[0] == 2 * 80_000


@pytest.mark.parametrize(("before", "case"), [(810, "brake"), (800, "equal"), (790, "completed")])
def test_e02_performances_below_800_of_rated_players_before_the_comparison(before: int, case: str):
    after = alone(E02, Someone(before, born=1980), "850 L")
    assert (after.case, after.performance) == (case, 800)


def test_e02_archives_below_800_count_as_800_before_the_average():
    after = alone(E02, Someone(born=1990, archive=(700, 4, 2026)), "1000 D")
    assert after.archive == (Fraction(800 * 4 + 1000, 5), 5, 2026)
    assert alone(RAPID_S0, Someone(born=1990, archive=(700, 4, 2026)), "1000 D").archive[0] == Fraction(3800, 5)


@pytest.mark.parametrize(
    ("season", "lives"), [(2026, True), (2025, True), (2024, False), (2015, False), (None, True)]
)
def test_e02_archives_live_until_the_season_after_theirs(season: int | None, lives: bool):
    archive = (1600, 6, season)
    played = alone(E02, Someone(born=1990, archive=archive), "1500 D")
    assert (played.rating is not None) == lives
    idle = rate(E02, {"idle": Someone(born=1990, archive=archive)}, "1500 D 1500")["idle"]
    assert (idle.archive is not None) == lives


def test_s0_archives_are_kept_for_ever():
    assert alone(S0, Someone(born=1990, archive=(1600, 7, 2001)), "1500 D").case == "first-rating-with-archive"
    assert alone(RAPID_S0, Someone(born=1990, archive=(1600, 6, 2001)), "1500 D").rating == 1590


@pytest.mark.parametrize(
    ("age", "estimate"),
    [(8, 799), (10, 799), (11, 999), (12, 999), (14, 999), (15, 1199), (16, 1199), (18, 1199), (20, 1199), (40, 1199),
     (None, 1199)],
)  # fmt: skip
def test_e02_estimates_by_age_category(age: int | None, estimate: int):
    born = None if age is None else 2026 - age
    assert alone(E02, Someone(born=born), "1000 D").estimate == estimate


@pytest.mark.parametrize(("age", "estimate"), [(8, 1009), (9, 1199), (40, 1199), (None, 1199)])
def test_s0_rapid_estimates(age: int | None, estimate: int):
    born = None if age is None else 2026 - age
    assert alone(RAPID_S0, Someone(born=born), "1000 D").estimate == estimate


@pytest.mark.parametrize(
    ("day", "season"),
    [(dt.date(2025, 8, 31), 2025), (dt.date(2025, 9, 1), 2026), (dt.date(2026, 1, 31), 2026)],
)
def test_season_from_september_to_august(day: dt.date, season: int):
    assert {one.season(day) for one in (S0, R01, RAPID_S0, E02)} == {season}
