"""Two records put side by side: what they do not share, as suspects for every player, and what rates trials of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa

from ratings.differences.by_expectation import (
    ByExpectation,
    Numbered,
    PoolRows,
    numbered,
    pool_rows,
    pools_differ,
    side_values,
)
from ratings.differences.by_performance import ByPerformance, facts_of, facts_of_both
from ratings.differences.game_changes import GamesOfBoth, all_games_of_a_period, corrected_games, games_of_both
from ratings.differences.records import Record
from ratings.differences.sides import PlayersSides, game_suspects, sides_by_owner, with_suspects
from ratings.differences.suspects import (
    CHANGED_ID,
    EDITION,
    FIELDS,
    GAME,
    LISTED,
    NEW_SEASON,
    OPPONENT,
    OPPONENT_RATING,
    OTHER_RULE,
    OWN_START,
    PERIOD_GAMES,
    POOL,
    SEASON,
    START,
    TOURNAMENT,
    TOURNAMENT_DATA,
    Part,
    Suspects,
    fields_that_differ,
    maybe_differ,
)
from ratings.exact import Flags, Ints
from ratings.store.persons import read_persons

USELESS_BY_PERFORMANCE = ("games", "peak")
"""Fields of the starting values that decide about no value of a list by performance."""


@dataclass(frozen=True, slots=True)
class Pair:
    """An old and a new record, their games together, what is suspected, and what rates trials."""

    new: Record
    old: Record
    games: GamesOfBoth
    suspects: Suspects
    rate: ByPerformance | ByExpectation

    @property
    def is_one_period(self) -> bool:
        """Say whether both are revisions of one period's list."""
        return self.new.period.key == self.old.period.key


def revisions(connection: sa.Connection, new: Record, old: Record) -> Pair:
    """Put two revisions of one period side by side."""
    same = persons_merged(connection, new, old)
    games = games_of_both(new.games, old.games, corrected_games(connection, new.period), same)
    sides = sides_by_owner(games, new.size)
    fields, merged = fields_that_differ(new.start, old.start), _flags(new.size, same)
    parts = [*game_suspects(sides, games), *_of_rules(new, old)]
    if new.valued is None:
        facts, differ = facts_of_both(new, old)
        chosen = np.flatnonzero(differ[sides.opponent])
        opponents: list[Part] = [(sides.owner[chosen], OPPONENT_RATING, OPPONENT, sides.opponent[chosen])]
        suspects = Suspects.of([*parts, *_of_start(new, fields, merged), *opponents], new.size)
        rate = ByPerformance(new, old, facts, with_suspects(sides, suspects), suspects)
        return Pair(new, old, games, suspects, rate)
    return _by_expectation(new, old, games, sides, (fields, merged, parts))


def next_period(connection: sa.Connection, new: Record, old: Record) -> Pair:
    """Put a period beside the list before it, which `old` carries on: all its games stand and fall together."""
    games = all_games_of_a_period(new.games, PERIOD_GAMES)
    sides = sides_by_owner(games, new.size)
    merged = _flags(new.size, persons_merged(connection, new, old))
    were_listed: Part = (np.flatnonzero(old.played), PERIOD_GAMES, GAME, 0)
    parts = [*game_suspects(sides, games), were_listed]
    fields = fields_that_differ(new.start, old.start)
    if new.valued is None:
        parts += [*_of_rules(new, old), *_of_start(new, fields, merged)]
        suspects, facts = Suspects.of(parts, new.size), facts_of(new)
        return Pair(
            new, old, games, suspects,
            ByPerformance(new, old, facts.plus(facts), with_suspects(sides, suspects), suspects),
        )  # fmt: skip
    tournaments, suspects = numbered(new, old), Suspects.of([*parts, *_of_start(new, fields, merged)], new.size)
    pools = pool_rows(new, tournaments)
    return Pair(new, old, games, suspects, _rater(new, old, games, sides, tournaments, (pools, pools), suspects))


def _by_expectation(
    new: Record, old: Record, games: GamesOfBoth, sides: PlayersSides,
    known: tuple[list[Flags], Flags, Sequence[Part]],
) -> Pair:  # fmt: skip
    """Add what only systems by expectation have: values by list, pools, tournaments' first days and formats."""
    fields, merged, parts = known
    tournaments = numbered(new, old)
    pools = pool_rows(new, tournaments), pool_rows(old, tournaments)
    values = side_values(new, old, sides, games.rows, tournaments)
    if new.edition.values_on != "period":
        fields[LISTED][sides.owner[values.own_differ()]] = True
    fields[POOL] |= pools_differ(*pools, new.size)
    differ = tournaments.differ()
    of_sides, of_pools = np.isin(values.tournament, differ), [np.isin(rows.pools.tournament, differ) for rows in pools]
    opponents = values.value_differ()
    found: list[Part] = [
        (sides.owner[of_sides], TOURNAMENT_DATA, TOURNAMENT, values.tournament[of_sides]),
        *((rows.pools.player[here], TOURNAMENT_DATA, TOURNAMENT, rows.pools.tournament[here])
          for rows, here in zip(pools, of_pools, strict=True)),
        (sides.owner[opponents], OPPONENT_RATING, OPPONENT, sides.opponent[opponents]),
    ]  # fmt: skip
    suspects = Suspects.of([*parts, *found, *_of_start(new, fields, merged)], new.size)
    return Pair(new, old, games, suspects, _rater(new, old, games, sides, tournaments, pools, suspects))


def _rater(
    new: Record, old: Record, games: GamesOfBoth, sides: PlayersSides, tournaments: Numbered,
    pools: tuple[PoolRows, PoolRows], suspects: Suspects,
) -> ByExpectation:  # fmt: skip
    values = side_values(new, old, sides, games.rows, tournaments)
    of_tournaments = suspects.places(sides.owner, TOURNAMENT, values.tournament)
    return ByExpectation(new, old, with_suspects(sides, suspects), values, tournaments, pools, suspects, of_tournaments)


def _of_start(new: Record, fields: list[Flags], merged: Flags) -> list[Part]:
    """Suspect every field of the starting values that differs; of persons who are one now it is their id."""
    useless = USELESS_BY_PERFORMANCE if new.valued is None else ()
    return [
        (players, np.where(merged[players], CHANGED_ID, OWN_START), START, field)
        for field, (name, _) in enumerate(FIELDS)
        if name not in useless
        for players in [np.flatnonzero(fields[field])]
    ]


def _of_rules(new: Record, old: Record) -> list[Part]:
    """Suspect the numbers of the rules, and the season, where they are not the same."""
    everybody, parts = np.arange(1, new.size), list[Part]()
    if new.rules.editions != old.rules.editions or new.edition != old.edition:
        parts.append((everybody, OTHER_RULE, EDITION, 0))
    if new.valued is None and new.edition.season(new.ends) != new.edition.season(old.ends):
        parts.append((everybody, NEW_SEASON, SEASON, 0))
    return parts


def persons_merged(connection: sa.Connection, new: Record, old: Record) -> dict[int, int]:
    """Give the ids that were put together, or taken apart, between two records: which stands for which."""
    told = [set(read_persons(connection, record.period.seen).items()) for record in (new, old)]
    return dict(told[0] ^ told[1])


def _flags(size: int, merged: dict[int, int]) -> Flags:
    out = np.zeros(size, dtype=bool)
    out[[key for pair in merged.items() for key in pair]] = True
    return out


def everybody_who_differs(new: Record, old: Record) -> Ints:
    """Give the players of whom two lists say different things."""
    return np.flatnonzero(maybe_differ(old.published, new.published))
