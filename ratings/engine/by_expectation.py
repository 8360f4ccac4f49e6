"""The order of work where scores are compared with expectations: sides, totals, the rated, the newcomers' pools.

The rules themselves are functions of the rule module (`rules.module`, such as `ratings.rules.fide`); here is only
who is computed from which sides and against which values (rules 3, 4). `explain` and `calc` call the same steps.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from ratings.engine import pools as pooled
from ratings.engine.activity import status
from ratings.engine.editions import Rules
from ratings.engine.expected import (
    BELOW_FLOOR,
    CHANGE,
    EPOCH,
    FIRST_RATING,
    FIRST_RATING_BELOW_FLOOR,
    NO_COUNTED_GAME,
    NO_GAME,
    PARTS,
    TOO_FEW_GAMES,
    Days,
    Groups,
    Judged,
    ValuedSides,
    added,
    grouped,
)
from ratings.engine.period import NATIONAL, NONE, Maybe, Start, Totals
from ratings.engine.pools import Events, Pools, Tournaments
from ratings.engine.totals import last_days, latest
from ratings.engine.unrated_first import own_rating
from ratings.exact import Flags, Ints, Ratio, choose


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything a period is rated from; see each record. `provisional` marks ratings that are so before it."""

    start: Start
    sides: ValuedSides
    pools: Pools
    tournaments: Tournaments
    days: Days
    provisional: Flags


@dataclass(frozen=True, slots=True)
class Change:
    """What sides add up to for each player: n, points and opponents' sum, expected score and gain (in PARTS), K.

    `counted` are the player's counted games (they can be more than n, and never fewer); `k` is after the limit by
    games, `is_limited` says where that bit.
    """

    totals: Totals
    counted: Ints
    expected: Ints
    gain: Ints
    k: Ratio
    k_reason: Ints
    is_limited: Flags
    points: Ratio


@dataclass(frozen=True, slots=True)
class Entry:
    """Newcomers: the pool rows in the window, their events, why each counts or not, what they make."""

    rows: Pools
    events: Events
    reason: Ints
    totals: Totals
    exact: Ratio
    rating: Maybe


@dataclass(frozen=True, slots=True)
class Outcome:
    """One period rated by expectation: what each player is after it, and the working that explains it.

    Arrays are indexed by player number, except `judged` (as the sides, and `own`, the value each side's owner was
    compared at) and what `entry` and `pools` hold. `played` counts games, counted ones or not; `base` is what the
    new rating starts from, `exact` the new rating before its one rounding; `case` and `status` index CASES and
    STATUSES.
    """

    after: Start
    present: Flags
    played: Ints
    base: Maybe
    own: Maybe
    judged: Judged
    change: Change
    exact: Ratio
    case: Ints
    entry: Entry
    pools: Pools
    pool_lost: Flags
    status: Ints
    provisional: Flags


def judged_by_block(sides: ValuedSides, rules: Rules) -> Judged:
    """Judge every side by the edition of its tournament's first day."""
    blocks = np.flatnonzero(np.bincount(sides.block))
    if len(blocks) <= 1:
        return _judge(sides, rules.editions[blocks[0]] if len(blocks) else rules.edition, rules)
    places = [np.flatnonzero(sides.block == block) for block in blocks]
    parts = [_judge(sides.at(place), rules.editions[b], rules) for place, b in zip(places, blocks, strict=True)]
    back = np.argsort(np.concatenate(places))
    return Judged(*(np.concatenate([getattr(part, f.name) for part in parts])[back] for f in fields(Judged)))


def _judge(sides: ValuedSides, edition: Any, rules: Rules) -> Judged:
    judged: Judged = rules.module.judge(sides, edition)
    return judged


def totals_of(sides: ValuedSides, judged: Judged, size: int) -> tuple[Totals, Ints, Ints, Ints]:
    """Add the sides up by owner: n, points and opponents' sum; counted games; expected score; gain (in PARTS)."""
    n, counted = (added(sides.owner, which, size) for which in (judged.in_n, judged.counted))
    points, opponents, expected = (
        added(sides.owner, judged.in_n * amounts, size)
        for amounts in (sides.half_points, judged.value, judged.expected)
    )
    return Totals(n, points, opponents), counted, expected, added(sides.owner, judged.gain, size)


def change_of(
    inputs: Inputs, base: Maybe, sides: ValuedSides, judged: Judged, rules: Rules, given_k: int | None = None
) -> Change:
    """Give each player's change: K × the gains of all events of the period, exact (rules 3, decisions 1 and 2).

    `given_k` stands in place of the rules' K (the calculator's `--k`).
    """
    start = inputs.start
    year = (EPOCH + dt.timedelta(days=inputs.days.starts)).year
    totals, counted, expected, gain = totals_of(sides, judged, start.size)
    full, reason = rules.module.k_factor(
        start.games, highest(start.peak, base), base, start.birth_year, year, rules.edition
    )
    if given_k is not None:
        full = Ratio(np.full_like(full.numerator, given_k), np.ones_like(full.denominator))
    k, is_limited = rules.module.limited(full, totals.games, rules.edition)
    points = Ratio(k.numerator * gain, k.denominator * PARTS)
    return Change(totals, counted, expected, gain, k, reason, is_limited, points)


def highest(one: Maybe, other: Maybe) -> Maybe:
    """Give the higher of two values, or the one there is."""
    both = one.known & other.known
    return Maybe(np.where(both, np.maximum(one.values, other.values), 0), both).or_else(one).or_else(other)


def entry_of(inputs: Inputs, is_newcomer: Flags, sides: ValuedSides, judged: Judged, rules: Rules) -> Entry:
    """Put this period's games of newcomers into their pools, and rate the pools (decision 3)."""
    start, days, edition = inputs.start, inputs.days, rules.edition
    counted = judged.counted & sides.value.known & is_newcomer[sides.owner]
    new = pooled.new_rows(sides.where(counted), inputs.tournaments, days)
    has_played = (start.games > 0) | start.peak.known
    has_played[inputs.pools.player] = True
    new = replace(new, is_first=pooled.first_events(new, has_played) | pooled.continued_first(new, inputs.pools))
    kept = ~start.rating.known[inputs.pools.player] & pooled.inside_window(inputs.pools, days, edition.entry_months)
    rows = inputs.pools.where(kept).plus(new)
    events = pooled.events(rows)
    reason = rules.module.event_reasons(events, edition)
    counted_events = events.where(reason == rules.module.EVENT_COUNTED)
    totals, exact = rules.module.first_rating(counted_events, start.size, edition)
    rating = rules.module.published_first(exact, edition)
    return Entry(rows, events, reason, totals, exact, rating.only(totals.games >= edition.entry_games))


def cases(played: Flags, counted: Ints, base: Maybe, new: Maybe, entry: Entry, edition: Any) -> Ints:
    """Say what happens to each player (rules 3, decisions 3 and 4)."""
    return np.asarray(
        choose(
            (~played, NO_GAME),
            (counted == 0, NO_COUNTED_GAME),
            (base.known & new.known, CHANGE),
            (base.known, BELOW_FLOOR),
            (entry.rating.known, FIRST_RATING),
            (entry.totals.games < edition.entry_games, TOO_FEW_GAMES),
            otherwise=FIRST_RATING_BELOW_FLOOR,
        )
    )


def rate(inputs: Inputs, rules: Rules) -> Outcome:
    """Rate one period from `inputs`, its sides being those of both players of every game that may count."""
    base = own_rating(inputs.start)
    # Unrated at the event's start but rated now: the own change is computed from the period's rating (decision 1).
    sides = replace(inputs.sides, own=inputs.sides.own.or_else(base.at(inputs.sides.owner)))
    judged = judged_by_block(sides, rules)
    change = change_of(inputs, base, sides, judged, rules)
    # Who has no K is a newcomer: fallen since the event's start, perhaps, but with nothing to compare any more.
    judged = replace(judged, compared=judged.compared & (change.k_reason != rules.module.NO_K)[sides.owner])
    entry = entry_of(inputs, ~base.known, sides, judged, rules)
    return _outcome(inputs, base, sides, judged, change, entry, rules)


def _outcome(
    inputs: Inputs, base: Maybe, sides: ValuedSides, judged: Judged, change: Change, entry: Entry, rules: Rules
) -> Outcome:
    """Put the rated and the newcomers together: new ratings, what is kept of the pools, status, marks."""
    start, edition = inputs.start, rules.edition
    new = rules.module.new_rating(base.values, change.points, edition)
    played = np.bincount(sides.owner, minlength=start.size)
    case = cases(played > 0, change.counted, base, new, entry, edition)
    is_new, stays = case == FIRST_RATING, (case == NO_GAME) | (case == NO_COUNTED_GAME)
    rating = new.only(case == CHANGE).or_else(entry.rating.only(is_new)).or_else(start.rating.only(stays))
    after = _after(start, base, rating, _last_game(inputs, sides, judged.counted), change.counted)
    # Rules 0.6: the rated need no pool. Who is rated by credit alone keeps it until a game is counted.
    is_rated = start.rating.known | (base.known & (change.counted > 0))
    kept = entry.rows.where(~(is_rated | is_new)[entry.rows.player])
    marked = (inputs.provisional & (change.counted == 0)) | (is_new & edition.is_first_rating_provisional)
    return Outcome(
        after=after,
        present=_present(start, after, played > 0, kept),
        played=played,
        base=base,
        own=sides.own,
        judged=judged,
        change=change,
        exact=_exact(base, change, entry),
        case=case,
        entry=entry,
        pools=kept,
        pool_lost=_has_rows(inputs.pools, start.size) & is_rated,
        status=_status(after, inputs.days, edition),
        provisional=after.rating.known & marked,
    )


def _exact(base: Maybe, change: Change, entry: Entry) -> Ratio:
    points = change.points
    exact = Ratio(base.values * points.denominator + points.numerator, points.denominator)
    return exact.where(base.known, entry.exact)


def _has_rows(rows: Pools, size: int) -> Flags:
    return np.bincount(rows.player, minlength=size) > 0


def _last_game(inputs: Inputs, sides: ValuedSides, counted: Flags) -> Maybe:
    """Give each player's last day with a counted game.

    A late report counts as played on the first day of the period that counts it (decision 5).
    """
    places = np.flatnonzero(counted)
    day = np.maximum(sides.day[places], inputs.days.starts)
    return latest(inputs.start.last_game, last_days(sides.owner[places], day, inputs.start.size))


def _after(start: Start, base: Maybe, rating: Maybe, last_game: Maybe, games: Ints) -> Start:
    """Put after the period: ratings, career games, peaks (a credited rating counts once played on), last games."""
    reached = highest(rating, start.rating.or_else(base.only(games > 0)))
    return replace(
        start,
        rating=rating,
        type=np.where(rating.known, np.where(start.type == NONE, NATIONAL, start.type), NONE),
        games=start.games + games,
        peak=highest(start.peak, reached),
        last_game=last_game,
    )


def _present(start: Start, after: Start, played: Flags, pools: Pools) -> Flags:
    """Say who has a row in the run: whoever has, had or will have anything."""
    present = played | start.rating.known | after.rating.known | after.peak.known | (after.games > 0)
    present |= _has_rows(pools, start.size)
    present[0] = False
    return present


def _status(after: Start, days: Days, edition: Any) -> Ints:
    limits = (edition.inactive_months, edition.off_list_months)
    return status(after.rating.known, after.last_game, days.publishes, days.unknown_last_game, limits)


def event_changes(owners: Ints, tournaments: Ints, outcome: Outcome) -> tuple[Groups, Ratio]:
    """Give the change of each owner in each tournament, exact, as groups of the sides: K × the event's gains.

    `owners` and `tournaments` are those of the sides that were rated.
    """
    groups = grouped(owners, tournaments)
    owner = owners[groups.first]
    k = outcome.change.k
    gain = groups.sums(outcome.judged.gain)
    return groups, Ratio(k.numerator[owner] * gain, k.denominator[owner] * PARTS)
