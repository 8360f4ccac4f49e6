"""The French federation's rules: national and rapid rating (S0, S1, R01, E02), on arrays of players.

Every function cites its place in the sources. Performances are kept as `points`: performance × games, in
hundredths of a rating point, an exact integer; a rating is a ratio of integers until its one rounding.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import numpy as np

from ratings import tables
from ratings.engine.period import Maybe, Start, Totals
from ratings.exact import Flags, Ints, Ratio, choose, choose_ratio, whole
from ratings.rules.bounds import not_pairs, out_of_order

ORDER = "unrated_first"
"""The order of work in `ratings.engine` that calls these functions."""

REASONS = ("counted", "win-against-much-lower", "loss-against-much-higher", "opponent-unrated")
COUNTED, WIN_AGAINST_MUCH_LOWER, LOSS_AGAINST_MUCH_HIGHER, OPPONENT_UNRATED = range(4)

CASES = (
    "no-game", "no-counted-game", "performance", "completed", "brake", "equal", "not-recomputed",
    "first-rating", "first-rating-with-archive", "archived",
)  # fmt: skip
(NO_GAME, NO_COUNTED_GAME, PERFORMANCE, COMPLETED, BRAKE, EQUAL, NOT_RECOMPUTED,
 FIRST_RATING, FIRST_RATING_WITH_ARCHIVE, ARCHIVED) = range(10)  # fmt: skip

SOURCES = ("", "wave", "archive", "given", "small-archive", "default")
NO_ESTIMATE, WAVE, ARCHIVE, GIVEN, SMALL_ARCHIVE, DEFAULT = range(6)

ESTIMATES_END_IN = 9
"""The last digit that marks an estimate (S0, S1): without a type it is an `E`, and an `N` with it is refused."""

POINT = 100
"""Hundredths in a rating point."""


@dataclass(frozen=True, slots=True)
class Edition:
    """The numbers of one dated edition; each key is explained by its comment in `ffe.toml`."""

    system: str
    name: str
    effective: dt.date
    source: str
    conversion: str
    clamp: int
    quota: int
    zone: int
    unrated_against_unrated: bool
    rated_against_unrated: bool
    known_games_for_a_wave: int
    senior_quota: int
    junior_quota: int
    senior_fill: int
    junior_fill: int
    below: str
    brake: int
    junior_age: int
    season_starts_month: int
    archive_enough: int
    archive_seasons: int | str
    step: int
    floor: int
    performance_floor: int | str
    default_estimates: list  # type: ignore[type-arg]
    default_estimate: int
    credited_from: str
    publications: str

    def problem(self) -> str:
        """Say what is wrong with words that only some values may have; empty if nothing."""
        words = {
            "conversion": ("function", "interpolated", "nearest"),
            "below": ("brake", "completed"),
            "archive_seasons": ("for ever",),
            "performance_floor": ("none",),
        }
        for key, allowed in words.items():
            value = getattr(self, key)
            if isinstance(value, str) and value not in allowed:
                return f"`{key}` cannot be {value!r}; it is one of {', '.join(allowed)}"
        wrong = not_pairs(self, "default_estimates", "age, estimate")
        return wrong or out_of_order(self, (("senior_fill", "senior_quota"), ("junior_fill", "junior_quota")))

    def season(self, day: dt.date) -> int:
        """Give the year in which the season that contains a day ends (rules 2.1: 1 September to 31 August)."""
        return day.year + (self.season_starts_month > 1 and day.month >= self.season_starts_month)


def is_junior(birth_year: Maybe, season: int, edition: Edition) -> Flags:
    """Say who is a junior: season's last year minus birth year; an unknown birth year is a senior (rules 2.1)."""
    return birth_year.known & (season - birth_year.values <= edition.junior_age)


def compatible(half_points: Ints, own: Ints, opponent: Ints, edition: Edition) -> Ints:
    """S0 "partie compatible", S1 §4: COUNTED, or the code of the reason why a game does not count.

    A win at least the zone below and a loss at least the zone above are out: exactly the zone is out, draws never.
    """
    return choose(
        ((half_points == 2) & (opponent <= own - edition.zone), WIN_AGAINST_MUCH_LOWER),
        ((half_points == 0) & (opponent >= own + edition.zone), LOSS_AGAINST_MUCH_HIGHER),
        otherwise=COUNTED,
    )


def performance_points(totals: Totals, edition: Edition) -> Ints:
    """S1 I-III: (S/N + D(sc/N))·N in hundredths, not below the edition's floor for performances (E02)."""
    return at_least_the_floor(unfloored_points(totals, edition), totals.games, edition)


def unfloored_points(totals: Totals, edition: Edition) -> Ints:
    """S1 I-III: (S/N + D(sc/N))·N in hundredths, with D clamped, ±clamp at 100 % and 0 %."""
    games, half_points = totals.games, totals.half_points
    if edition.conversion == "function":
        bonus = tables.difference_sum_function(half_points, games)
    elif edition.conversion == "interpolated":
        bonus = tables.difference_sum_interpolated(half_points, games)
    else:
        bonus = POINT * tables.difference_nearest(half_points, games) * games
    most = POINT * edition.clamp * games
    return np.asarray(POINT * totals.opponents_sum + np.clip(bonus, -most, most))


def at_least_the_floor(points: Ints, games: Ints, edition: Edition) -> Ints:
    """E02: every performance, an archive's too, below 800 counts as 800, before any comparison or average."""
    if isinstance(edition.performance_floor, str):
        return points
    return np.maximum(points, POINT * edition.performance_floor * games)


def over_games(points: Ints, games: Ints) -> Ratio:
    """Give performance points as a rating: points/(100·games); over no game, 0/1, which nobody reads."""
    return Ratio(np.where(games > 0, points, 0), POINT * np.maximum(games, 1))


def whole_value(points: Ints, games: Ints, edition: Edition) -> Ints:
    """Rules 2.4: a performance rounded to an integer, not below the floor (reference, estimate, archive's value)."""
    return np.maximum(over_games(points, games).rounded(), edition.floor)


def stand_in(start: Start, season: int, edition: Edition) -> tuple[Ints, Ints]:
    """S1, estimate of the unrated, b; rules 2.4.2: the value of who has no wave's estimate, and its source.

    An archive of enough games, the given estimate, a smaller archive, the default of the age category.
    """
    from_archive = whole_value(start.archive_points, start.archive_games, edition)
    conditions = (
        start.archive_games >= edition.archive_enough,
        start.given.known,
        start.archive_games > 0,
    )
    default = default_estimate(start.birth_year, season, edition)
    return (
        choose(
            (conditions[0], from_archive),
            (conditions[1], start.given.values),
            (conditions[2], from_archive),
            otherwise=default,
        ),
        choose((conditions[0], ARCHIVE), (conditions[1], GIVEN), (conditions[2], SMALL_ARCHIVE), otherwise=DEFAULT),
    )


def default_estimate(birth_year: Maybe, season: int, edition: Edition) -> Ints:
    """Rules 2.2: the default estimate of the age category; the youngest category that fits."""
    age = np.where(birth_year.known, season - birth_year.values, np.iinfo(np.int64).max)
    values = np.full(len(age), edition.default_estimate, dtype=np.int64)
    for oldest, estimate in sorted(edition.default_estimates, reverse=True):
        values = np.where(age <= oldest, estimate, values)
    return values


def living_archive(start: Start, season: int, edition: Edition) -> Flags:
    """E02; rules 2.2: whose archive may still be used and kept in this season. Without a season: never lost."""
    if isinstance(edition.archive_seasons, str):
        return start.archive_games > 0
    lost = start.archive_season.known & (season > start.archive_season.values + edition.archive_seasons)
    return (start.archive_games > 0) & ~lost


def first_rating(points: Ints, games: Ints, archive_points: Ints, archive_games: Ints, edition: Edition) -> Ratio:
    """S1 cases 1 and 2: the performance, or its mean with the archive where the quota needs the archive."""
    enough = games >= edition.quota
    return over_games(np.where(enough, points, points + archive_points), np.where(enough, games, games + archive_games))


def first_rating_case(games: Ints, archive_games: Ints, edition: Edition) -> Ints:
    """S1 cases 1 and 2: rated alone, rated with the archive, archived; without a counted game nothing changes."""
    return choose(
        (games == 0, NO_COUNTED_GAME),
        (games >= edition.quota, FIRST_RATING),
        (games + archive_games >= edition.quota, FIRST_RATING_WITH_ARCHIVE),
        otherwise=ARCHIVED,
    )


def rated_case(points: Ints, games: Ints, before: Ints, junior: Flags, edition: Edition) -> Ints:
    """S1 cases 3 and 4, S0 "5 cas": which of them a rated player is in (rules 2.5)."""
    old_points = POINT * before * games
    enough = games >= np.where(junior, edition.junior_quota, edition.senior_quota)
    below = BRAKE if edition.below == "brake" else np.where(enough, PERFORMANCE, COMPLETED)
    return choose(
        (games == 0, NO_COUNTED_GAME),
        ((points > old_points) & enough, PERFORMANCE),
        (points > old_points, COMPLETED),
        (points < old_points, below),
        otherwise=EQUAL,
    )


def new_rating(case: Ints, points: Ints, games: Ints, before: Ints, junior: Flags, edition: Edition) -> Ratio:
    """S1 cases 3 and 4, S0 "5 cas": the rating of a rated player, exact (rules 2.5)."""
    fill: Ints = np.where(junior, edition.junior_fill, edition.senior_fill)
    return choose_ratio(
        (case == PERFORMANCE, over_games(points, games)),
        (case == COMPLETED, over_games(points + POINT * before * (fill - games), fill)),
        (case == BRAKE, over_games(points + POINT * before * edition.brake, games + edition.brake)),
        otherwise=whole(before),
    )


def published(exact: Ratio, edition: Edition) -> Ints:
    """S0, S1 "règle d'arrondi"; rules 2.6: the nearest ten, once, not below the floor."""
    return np.maximum(exact.rounded(edition.step), edition.floor)


def listed_estimate(start: Start, season: int, edition: Edition) -> Ints:
    """S0, S1 "terminé par 9"; rules 2.6: the stand-in after the period, an archive's as the nearest ten minus 1."""
    value, source = stand_in(start, season, edition)
    tens = over_games(start.archive_points, start.archive_games).rounded(edition.step)
    ends_in_nine = np.maximum(tens - 1, edition.floor + edition.step - 1)
    return np.where((source == ARCHIVE) | (source == SMALL_ARCHIVE), ends_in_nine, value)
