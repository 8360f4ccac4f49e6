"""The order of work where unrated players are valued first: waves, stand-ins, general mode, then the rated.

The rules themselves are functions of the rule module (`rules`, such as `ratings.rules.ffe`); here is only who is
computed when, from which games and against which values (rules 2.4, 2.5). `explain` calls the same steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from types import ModuleType
from typing import Any

import numpy as np

from ratings.engine.blocks import blocks, by_blocks, part_of
from ratings.engine.period import FIDE, NATIONAL, HeldGames, Maybe, Outcome, Start, Totals
from ratings.engine.totals import Asked, Tally, latest, played, tally, total
from ratings.exact import Flags, Ints, Ratio


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule module, the edition in force and the period's season: what every step needs."""

    module: ModuleType
    edition: Any
    season: int

    def zone(self, half_points: Ints, own: Ints, opponent: Ints) -> Flags:
        """Say which games are compatible, so that they count (rules 2.3); three arrays of one length."""
        reason = self.module.compatible(half_points, own, opponent, self.edition)
        return np.asarray(reason == self.module.COUNTED, dtype=bool)


@dataclass(frozen=True, slots=True)
class Estimates:
    """What the unrated are worth in their own general mode; `wave` counts from 1 where a wave gave the estimate."""

    value: Maybe
    source: Ints
    wave: Maybe


@dataclass(frozen=True, slots=True)
class Work:
    """What is known when the new ratings are made, in the order of `rate`.

    Who is rated, at what; games played; estimates; the tally of the unrated; what each is worth; that of the rated.
    """

    rated: Maybe
    played: Ints
    made: Estimates
    first: Tally
    value: Maybe
    counted: Tally


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


def met_by_unrated(rated: Maybe, value: Maybe, rules: Rules) -> Maybe:
    """Give the opponents whose games the edition can count for the unrated (rules 2.2), of those with a value."""
    return value if rules.edition.unrated_against_unrated else value.only(rated.known)


def met_by_rated(rated: Maybe, value: Maybe, rules: Rules) -> Maybe:
    """Give the opponents whose games the edition can count for the rated (rules 2.2), of those with a value."""
    return value if rules.edition.rated_against_unrated else value.only(rated.known)


def wave_reference(totals: Totals, rules: Rules) -> Ints:
    """First pass of a wave (rules 2.4.1): the performance over known opponents, without the zone, whole."""
    points = rules.module.performance_points(totals, rules.edition)
    return np.asarray(rules.module.whole_value(points, totals.games, rules.edition))


def wave_estimate(totals: Totals, reference: Ints, rules: Rules) -> Ints:
    """Second pass of a wave (rules 2.4.1): the same games with the zone around the reference, if it leaves any."""
    return np.where(totals.games > 0, wave_reference(totals, rules), reference)


def waves(games: HeldGames, rated: Maybe, rules: Rules) -> tuple[Maybe, Ints]:
    """Give the estimates made in waves and each one's wave, from 1; 0 where there is none (rules 2.4.1).

    `games` are those with an unrated player. Values known when a wave starts are frozen for the wave.
    """
    known, wave_of = rated, np.zeros(len(rated), dtype=np.int64)
    for number in count(1):
        met = met_by_unrated(rated, known, rules)
        waiting = Maybe(wave_of, ~known.known)  # without the zone nobody asks for their values
        first = games.sum_of(total, Asked(waiting, met))
        enough = np.flatnonzero(first.games >= rules.edition.known_games_for_a_wave)
        if not len(enough):
            break
        reference = wave_reference(first.at(enough), rules)
        around = Maybe.absent(len(rated)).put(enough, reference)
        second = games.sum_of(total, Asked(around, met, rules.zone))
        known = known.put(enough, wave_estimate(second.at(enough), reference, rules))
        wave_of[enough] = number
        games = games.with_any_of(~known.known)
    return known.only(wave_of > 0), wave_of


def estimates(start: Start, games: HeldGames, takes_part: Flags, rated: Maybe, rules: Rules) -> Estimates:
    """Value every unrated player with a played game: a wave's estimate, else a stand-in (rules 2.4.1, 2.4.2)."""
    by_wave, wave_of = waves(games, rated, rules)
    return by_blocks(_with_stand_ins, start.size, start, takes_part & ~rated.known, by_wave, wave_of, rules)


def _with_stand_ins(start: Start, takes_part: Flags, by_wave: Maybe, wave_of: Ints, rules: Rules) -> Estimates:
    value, source = rules.module.stand_in(opening(start, rules), rules.season, rules.edition)
    source = np.where(by_wave.known, rules.module.WAVE, source)
    return Estimates(
        by_wave.or_else(Maybe(value, takes_part)),
        np.where(takes_part, source, rules.module.NO_ESTIMATE),
        Maybe(wave_of, by_wave.known),
    )


def general_mode(games: HeldGames, rated: Maybe, made: Estimates, rules: Rules) -> Tally:
    """Count the unrated players' games around their own estimate (rules 2.4.3).

    Where the estimate is a wave's and the zone would leave no game, the zone is not applied.
    """
    own = made.value.only(~rated.known)
    met = met_by_unrated(rated, rated.or_else(made.value), rules)
    counted = games.sum_of(tally, Asked(own, met, rules.zone))
    without_zone = own.only(made.wave.known & (counted.totals.games == 0))
    if without_zone.known.any():
        counted = counted + games.sum_of(tally, Asked(without_zone, met))
    return counted


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


def rate(start: Start, games: HeldGames, rules: Rules) -> Outcome:
    """Rate one period: `games` are the played ones only, between players numbered as in `start`."""
    work = added_up(start, games, rules)
    outcome = by_blocks(_outcome, start.size, start, work, rules)
    outcome.present[0] = False
    return outcome


def outcome_by_blocks(start: Start, work: Work, rules: Rules) -> Iterator[tuple[int, Start, Outcome]]:
    """Give the outcome a block of players at a time: all of it would be as large as the games.

    With each block comes the number of its first player, and what its players start from.
    """
    for block in blocks(start.size):
        begin, players = block.start, part_of(start, block)
        outcome = _outcome(players, part_of(work, block), rules)
        outcome.present[0] &= begin > 0
        yield begin, players, outcome


def added_up(start: Start, games: HeldGames, rules: Rules) -> Work:
    """Do all that wants the games: what is left hangs on each player alone."""
    rated = own_rating(start)
    games_played = games.sum_of(played, start.size)

    of_unrated = games.with_any_of(~rated.known)
    made = estimates(start, of_unrated, games_played > 0, rated, rules)
    first = general_mode(of_unrated, rated, made, rules)

    value = by_blocks(_worth, start.size, start, first.totals, rated, made, rules)
    counted = games.sum_of(tally, Asked(rated, met_by_rated(rated, value, rules), rules.zone))
    return Work(rated, games_played, made, first, value, counted)


def _worth(start: Start, totals: Totals, rated: Maybe, made: Estimates, rules: Rules) -> Maybe:
    begins = opening(start, rules)
    return worth(begins, _first_rated(begins, totals, rated, rules)[0], totals, rated, made, rules)


def _first_rated(begins: Start, totals: Totals, rated: Maybe, rules: Rules) -> tuple[Start, Ints, Ratio]:
    after, case, exact = rate_unrated(begins, totals, rules)
    return replace(after, rating=after.rating.only(~rated.known)), case, exact


def _outcome(start: Start, work: Work, rules: Rules) -> Outcome:
    """Put the rated and the unrated together; nobody is both."""
    begins = opening(start, rules)
    rated, made, takes_part = work.rated, work.made, work.played > 0
    unrated, first_case, first_exact = _first_rated(begins, work.first.totals, rated, rules)
    new, case, exact = rate_rated(begins, work.counted.totals, rated, rules)
    both = work.first + work.counted
    after = _after(begins, unrated, new, rated, both)
    listed = listed_estimates(begins, after, takes_part, rules)
    return Outcome(
        after=after, present=_present(start, after, listed, takes_part), played=work.played, totals=both.totals,
        performance_points=rules.module.performance_points(both.totals, rules.edition),
        exact=exact.where(rated.known, first_exact),
        case=np.where(takes_part, np.where(rated.known, case, first_case), rules.module.NO_GAME),
        estimate=made.value, estimate_source=made.source, wave=made.wave, worth=work.value.only(takes_part),
        listed=listed, archive_lost=(start.archive_games > 0) & (begins.archive_games == 0),
    )  # fmt: skip


def listed_estimates(start: Start, after: Start, played: Flags, rules: Rules) -> Maybe:
    """Give the estimate printed for unrated players who played, or hold an archive or a given estimate (rules 2.6)."""
    unrated = ~after.rating.known & ~start.credited.known
    shown = unrated & (played | (after.archive_games > 0) | start.given.known)
    return Maybe(rules.module.listed_estimate(after, rules.season, rules.edition), shown)


def _present(start: Start, after: Start, listed: Maybe, played: Flags) -> Flags:
    """Say who has a row in the run: whoever has, had or will have anything."""
    present = played | after.rating.known | listed.known | after.peak.known
    return present | (start.archive_games > 0) | (after.archive_games > 0) | (after.games > 0)


def _after(start: Start, unrated: Start, new: Maybe, rated: Maybe, counted: Tally) -> Start:
    """Put the two groups together: ratings, archives, career games, peaks, last games."""
    rating = new.only(rated.known).or_else(unrated.rating.only(~rated.known))
    highest = start.peak.or_else(start.rating)
    peak = Maybe(np.where(highest.known, np.maximum(highest.values, rating.values), rating.values), rating.known)
    return replace(
        start,
        rating=rating,
        type=np.where(rating.known, np.where(start.type == FIDE, FIDE, NATIONAL), 0),
        games=start.games + counted.totals.games,
        peak=peak.or_else(highest),
        last_game=latest(start.last_game, counted.last_day),
        archive_points=unrated.archive_points,
        archive_games=unrated.archive_games,
        archive_season=unrated.archive_season,
    )
