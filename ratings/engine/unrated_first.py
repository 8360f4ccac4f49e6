"""The order of work where unrated players are valued first: waves, stand-ins, general mode, then the rated.

The rules themselves are functions of the rule module (`rules`, such as `ratings.rules.ffe`); here is only who is
computed when, from which games and against which values (rules 2.4, 2.5). `explain` calls the same steps.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np

from ratings.engine.period import (
    FIDE,
    NATIONAL,
    Games,
    Maybe,
    Outcome,
    Sides,
    Start,
    Totals,
    both_sides,
    games_of_each,
    latest_day,
    total,
)
from ratings.exact import Flags, Ints, Ratio


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule module, the edition in force and the period's season: what every step needs."""

    module: ModuleType
    edition: Any
    season: int


@dataclass(frozen=True, slots=True)
class Estimates:
    """What the unrated are worth in their own general mode; `wave` counts from 1 where a wave gave the estimate."""

    value: Maybe
    source: Ints
    wave: Maybe


def opening(start: Start, rules: Rules) -> Start:
    """Give what the period really starts from: archives of the rated and expired ones gone (rules 0.6).

    Who has a credited rating is rated too (rules 2.5).
    """
    kept = rules.module.living_archive(start, rules.season, rules.edition) & ~own_rating(start).known
    return replace(
        start,
        archive_points=np.where(kept, start.archive_points, 0),
        archive_games=np.where(kept, start.archive_games, 0),
        archive_season=start.archive_season.only(kept),
    )


def own_rating(start: Start) -> Maybe:
    """Give who is rated, and at what: the system's own rating, else a credited one (rules 2.5)."""
    return start.rating.or_else(start.credited)


def in_force_among(sides: Sides, rated: Flags, rules: Rules) -> Sides:
    """Drop the sides that the edition never counts for their owner (rules 2.2, rows on unrated players)."""
    edition = rules.edition
    if edition.unrated_against_unrated and edition.rated_against_unrated:
        return sides
    return sides.where(may_count(rated[sides.owner], rated[sides.opponent], rules))


def may_count(owner_rated: Flags, opponent_rated: Flags, rules: Rules) -> Flags:
    """Say which sides the edition can count, by who is rated."""
    edition = rules.edition
    allowed = np.where(owner_rated, edition.rated_against_unrated, edition.unrated_against_unrated)
    return np.asarray(opponent_rated | allowed.astype(bool), dtype=bool)


def counted_totals(sides: Sides, own: Ints, opponent: Ints, size: int, rules: Rules) -> tuple[Totals, Flags]:
    """Add up the compatible sides; `own` and `opponent` are values by player. Also say which sides counted."""
    totals, counts = Totals.none(size), np.empty(len(sides), dtype=bool)
    for place, piece in sides.pieces():
        values = own[piece.owner], opponent[piece.opponent]
        counts[place] = rules.module.compatible(piece.half_points, *values, rules.edition) == rules.module.COUNTED
        totals.add(piece.where(counts[place]), opponent)
    return totals, counts


def wave_reference(known: Sides, value: Ints, size: int, rules: Rules) -> Ints:
    """First pass of a wave (rules 2.4.1): the performance over known opponents, without the zone, whole."""
    totals = total(known, value, size)
    points = rules.module.performance_points(totals, rules.edition)
    return np.asarray(rules.module.whole_value(points, totals.games, rules.edition))


def wave_estimate(known: Sides, reference: Ints, value: Ints, size: int, rules: Rules) -> Ints:
    """Second pass of a wave (rules 2.4.1): the same games with the zone around the reference."""
    totals, _ = counted_totals(known, reference, value, size, rules)
    points = rules.module.performance_points(totals, rules.edition)
    second = rules.module.whole_value(points, totals.games, rules.edition)
    return np.where(totals.games > 0, second, reference)


def waves(sides: Sides, rated: Maybe, size: int, rules: Rules) -> tuple[Maybe, Ints]:
    """Give the estimates made in waves and each one's wave, from 1; 0 where there is none (rules 2.4.1).

    `sides` are those of unrated owners. Values known when a wave starts are frozen for the wave.
    """
    value, known = rated.values.copy(), rated.known.copy()
    wave_of = np.zeros(size, dtype=np.int64)
    only_rated = not rules.edition.unrated_against_unrated
    number = 0
    while len(sides):
        number += 1
        usable = sides.where((rated.known if only_rated else known)[sides.opponent])
        enough = np.bincount(usable.owner, minlength=size) >= rules.edition.known_games_for_a_wave
        if not enough.any():
            break
        usable = usable.where(enough[usable.owner])
        reference = wave_reference(usable, value, size, rules)
        estimate = wave_estimate(usable, reference, value, size, rules)
        value = np.where(enough, estimate, value)
        known |= enough
        wave_of[enough] = number
        sides = sides.where(~enough[sides.owner])
    return Maybe(value, wave_of > 0), wave_of


def estimates(start: Start, sides: Sides, rated: Maybe, rules: Rules) -> Estimates:
    """Value every unrated player with a played game: a wave's estimate, else a stand-in (rules 2.4.1, 2.4.2)."""
    takes_part = np.bincount(sides.owner, minlength=start.size) > 0
    by_wave, wave_of = waves(sides, rated, start.size, rules)
    value, source = rules.module.stand_in(start, rules.season, rules.edition)
    in_wave = wave_of > 0
    source = np.where(in_wave, rules.module.WAVE, source)
    return Estimates(
        Maybe(np.where(in_wave, by_wave.values, value), takes_part),
        np.where(takes_part, source, rules.module.NO_ESTIMATE),
        Maybe(wave_of, in_wave),
    )


def general_mode(sides: Sides, rated: Maybe, made: Estimates, rules: Rules) -> tuple[Totals, Flags]:
    """Count the unrated players' games around their own estimate (rules 2.4.3). Also say which sides counted.

    Where the estimate is a wave's and the zone would leave no game, the zone is not applied.
    """
    size = len(rated)
    value = np.where(rated.known, rated.values, made.value.values)
    totals, counts = counted_totals(sides, made.value.values, value, size, rules)
    without_zone = made.wave.known & (totals.games == 0)
    if without_zone.any():
        counts = counts | without_zone[sides.owner]
        counted = sides.where(counts)
        totals = total(counted, value, size)
    return totals, counts


def worth(start: Start, after: Start, totals: Totals, rated: Maybe, made: Estimates, rules: Rules) -> Maybe:
    """Give what each player is worth for rated opponents (rules 2.5): ratings before, the unrated's new values."""
    archive = rules.module.whole_value(after.archive_points, after.archive_games, rules.edition)
    new = np.where(after.rating.known, after.rating.values, np.where(totals.games > 0, archive, made.value.values))
    return rated.or_else(Maybe(new, made.value.known))


def rate_unrated(start: Start, totals: Totals, rules: Rules) -> tuple[Start, Ints, Ratio]:
    """Give first ratings or archives (rules 2.4.3), who is in which case, and the exact value."""
    points = rules.module.performance_points(totals, rules.edition)
    case = rules.module.first_rating_case(totals.games, start.archive_games, rules.edition)
    archive = rules.module.at_least_the_floor(start.archive_points, start.archive_games, rules.edition)
    exact = rules.module.first_rating(points, totals.games, archive, start.archive_games, rules.edition)
    rated = (case == rules.module.FIRST_RATING) | (case == rules.module.FIRST_RATING_WITH_ARCHIVE)
    archived = case == rules.module.ARCHIVED
    season = np.full(start.size, rules.season, dtype=np.int64)
    return (
        replace(
            start,
            rating=Maybe(rules.module.published(exact, rules.edition), rated),
            type=np.where(rated, NATIONAL, start.type),
            archive_points=np.where(rated, 0, np.where(archived, archive + points, start.archive_points)),
            archive_games=np.where(rated, 0, start.archive_games + np.where(archived, totals.games, 0)),
            archive_season=Maybe(season, archived).or_else(start.archive_season).only(~rated),
        ),
        case,
        exact,
    )


def rate_rated(start: Start, totals: Totals, rated: Maybe, rules: Rules) -> tuple[Maybe, Ints, Ratio]:
    """Give the new ratings of the rated (rules 2.5, 2.6), who is in which case, and the exact value."""
    points = rules.module.performance_points(totals, rules.edition)
    junior = rules.module.is_junior(start.birth_year, rules.season, rules.edition)
    case = rules.module.rated_case(points, totals.games, rated.values, junior, rules.edition)
    case = np.where(start.type == FIDE, rules.module.NOT_RECOMPUTED, case)
    exact = rules.module.new_rating(case, points, totals.games, rated.values, junior, rules.edition)
    changes = (totals.games > 0) & (start.type != FIDE)
    new = rules.module.published(exact, rules.edition)
    return Maybe(new, rated.known & changes).or_else(start.rating), case, exact


def rate(start: Start, games: Games, rules: Rules) -> Outcome:
    """Rate one period: `games` are the played ones only, between players numbered as in `start`."""
    begins = opening(start, rules)
    rated = own_rating(begins)
    of_rated, of_unrated = both_sides(games, rated.known), both_sides(games, ~rated.known)
    games_played = games_of_each(games, begins.size)

    made = estimates(begins, of_unrated, rated, rules)
    of_unrated = in_force_among(of_unrated, rated.known, rules)
    first_totals, counts = general_mode(of_unrated, rated, made, rules)
    after, first_case, first_exact = rate_unrated(begins, first_totals, rules)
    after = replace(after, rating=after.rating.only(~rated.known))

    value = worth(begins, after, first_totals, rated, made, rules)
    of_rated = in_force_among(of_rated, rated.known, rules)
    totals, rated_counts = counted_totals(of_rated, rated.values, value.values, begins.size, rules)
    new, case, exact = rate_rated(begins, totals, rated, rules)

    both = _both(rated.known, totals, first_totals)
    last = latest_day(of_rated, rated_counts, latest_day(of_unrated, counts, begins.last_game))
    after = _after(begins, after, new, rated, both, last)
    played = games_played > 0
    listed = listed_estimates(begins, after, played, rules)
    return Outcome(
        after=after, present=_present(start, after, listed, played), played=games_played, totals=both,
        performance_points=rules.module.performance_points(both, rules.edition),
        exact=exact.where(rated.known, first_exact),
        case=np.where(played, np.where(rated.known, case, first_case), rules.module.NO_GAME),
        estimate=made.value, estimate_source=made.source, wave=made.wave, worth=value.only(played), listed=listed,
        archive_lost=(start.archive_games > 0) & (begins.archive_games == 0),
    )  # fmt: skip


def _both(is_rated: Flags, of_rated: Totals, of_unrated: Totals) -> Totals:
    pairs = ((getattr(of_rated, name), getattr(of_unrated, name)) for name in Totals.__slots__)
    return Totals(*(np.where(is_rated, rated, unrated) for rated, unrated in pairs))


def listed_estimates(start: Start, after: Start, played: Flags, rules: Rules) -> Maybe:
    """Give the estimate printed for unrated players who played, or hold an archive or a given estimate (rules 2.6)."""
    unrated = ~after.rating.known & ~start.credited.known
    shown = unrated & (played | (after.archive_games > 0) | start.given.known)
    return Maybe(rules.module.listed_estimate(after, rules.season, rules.edition), shown)


def _present(start: Start, after: Start, listed: Maybe, played: Flags) -> Flags:
    """Say who has a row in the run: whoever has, had or will have anything."""
    present = played | after.rating.known | listed.known | after.peak.known
    present |= (start.archive_games > 0) | (after.archive_games > 0) | (after.games > 0)
    present[0] = False
    return present


def _after(start: Start, unrated: Start, new: Maybe, rated: Maybe, totals: Totals, last: Maybe) -> Start:
    """Put the two groups together: ratings, archives, career games, peaks, last games."""
    rating = new.only(rated.known).or_else(unrated.rating.only(~rated.known))
    highest = start.peak.or_else(start.rating)
    peak = Maybe(np.where(highest.known, np.maximum(highest.values, rating.values), rating.values), rating.known)
    return replace(
        start,
        rating=rating,
        type=np.where(rating.known, np.where(start.type == FIDE, FIDE, NATIONAL), 0),
        games=start.games + totals.games,
        peak=peak.or_else(highest),
        last_game=last,
        archive_points=unrated.archive_points,
        archive_games=unrated.archive_games,
        archive_season=unrated.archive_season,
    )
