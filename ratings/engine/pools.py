"""Pools of newcomers: games kept by tournament and period until they make a first rating (rules 3, decision 3)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ratings.engine.expected import Days, Groups, ValuedSides, added, grouped, month_of
from ratings.engine.period import Totals
from ratings.exact import Flags, Ints


@dataclass(frozen=True, slots=True)
class Tournaments:
    """Tournaments by number (0: none): first day, format as a code of FORMATS."""

    first_day: Ints
    format: Ints


@dataclass(frozen=True, slots=True)
class Pools:
    """Pool rows, one a player, tournament and period; the opponents of all rows are one list of pairs.

    `ends` is the last day of the period that counted the games, `starts` the first day of the event;
    `opponent_row[i]` is the row in which `opponent[i]` was met (once a row, however often).
    """

    player: Ints
    tournament: Ints
    ends: Ints
    starts: Ints
    games: Ints
    half_points: Ints
    opponents_sum: Ints
    format: Ints
    is_first: Flags
    opponent_row: Ints
    opponent: Ints

    def __len__(self) -> int:
        """Give the number of rows."""
        return len(self.player)

    @classmethod
    def columns(cls) -> list[str]:
        """Give the names of the columns that have an entry for each row."""
        return [field.name for field in fields(cls) if field.name not in ("opponent_row", "opponent")]

    @classmethod
    def empty(cls) -> Pools:
        """Give no rows."""
        none: dict[str, Any] = {field.name: np.zeros(0, dtype=np.int64) for field in fields(cls)}
        return cls(**none | {"is_first": np.zeros(0, dtype=bool)})

    def where(self, condition: Flags) -> Pools:
        """Give the rows for which the condition holds."""
        return self.at(np.flatnonzero(condition))

    def at(self, rows: Ints) -> Pools:
        """Give these rows, each at most once, in this order, opponents in order too."""
        new_row = np.full(len(self), -1, dtype=np.int64)
        new_row[rows] = np.arange(len(rows))
        opponent_row = new_row[self.opponent_row]
        order = np.lexsort((self.opponent, opponent_row))
        order = order[opponent_row[order] >= 0]
        columns: dict[str, Any] = {name: getattr(self, name)[rows] for name in self.columns()}
        return Pools(**columns, opponent_row=opponent_row[order], opponent=self.opponent[order])

    def plus(self, other: Pools) -> Pools:
        """Give these rows and the other ones, by player, period and tournament."""
        columns: dict[str, Any] = {n: np.concatenate([getattr(self, n), getattr(other, n)]) for n in self.columns()}
        both = Pools(
            **columns,
            opponent_row=np.concatenate([self.opponent_row, other.opponent_row + len(self)]),
            opponent=np.concatenate([self.opponent, other.opponent]),
        )
        return both.at(np.lexsort((both.tournament, both.ends, both.player)))


@dataclass(frozen=True, slots=True)
class Events:
    """What a newcomer did in one tournament inside the window, whatever the period; one entry an event.

    `opponents` counts different persons; `is_first` marks the first event of a life.
    """

    player: Ints
    tournament: Ints
    starts: Ints
    games: Ints
    half_points: Ints
    opponents_sum: Ints
    opponents: Ints
    format: Ints
    is_first: Flags

    def __len__(self) -> int:
        """Give the number of events."""
        return len(self.player)

    def where(self, condition: Flags) -> Events:
        """Give the events for which the condition holds."""
        return Events(*(getattr(self, field.name)[condition] for field in fields(self)))

    def totals(self, size: int) -> Totals:
        """Add the events up by player, as in one tournament."""
        amounts = (self.games, self.half_points, self.opponents_sum)
        return Totals(*(added(self.player, amount, size) for amount in amounts))


def inside_window(pools: Pools, days: Days, months: int | str) -> Flags:
    """Say which rows the window still holds: that many calendar months, ending with the period's last month."""
    if isinstance(months, str):
        return np.ones(len(pools), dtype=bool)
    return month_of(pools.ends) > month_of(np.array(days.ends)) - months


def new_rows(sides: ValuedSides, tournaments: Tournaments, days: Days) -> Pools:
    """Make the rows of this period from the counted sides of newcomers; games without a code form one event."""
    groups = grouped(sides.owner, sides.tournament)
    tournament = sides.tournament[groups.first]
    pairs = grouped(groups.of, sides.opponent)
    return Pools(
        player=sides.owner[groups.first],
        tournament=tournament,
        ends=np.full(len(groups), days.ends, dtype=np.int64),
        starts=np.where(tournament > 0, tournaments.first_day[tournament], groups.least(sides.day)),
        games=groups.counts(),
        half_points=groups.sums(sides.half_points),
        opponents_sum=groups.sums(sides.value.values),
        format=np.where(tournament > 0, tournaments.format[tournament], 0),
        is_first=np.zeros(len(groups), dtype=bool),
        opponent_row=groups.of[pairs.first],
        opponent=sides.opponent[pairs.first],
    )


def first_events(new: Pools, has_played: Flags) -> Flags:
    """Say which new rows are first events: the earliest start of the first period with a counted game, ties too."""
    of_player = grouped(new.player)
    return np.asarray(~has_played[new.player] & (new.starts == of_player.least(new.starts)[of_player.of]))


def continued_first(new: Pools, old: Pools) -> Flags:
    """Say which new rows go on with a tournament that an older row marks as the player's first event."""
    most = 1 + max(int(new.tournament.max(initial=0)), int(old.tournament.max(initial=0)))
    first = old.where(old.is_first)
    return np.isin(new.player * most + new.tournament, first.player * most + first.tournament)


def events(pools: Pools) -> Events:
    """Put the rows of one tournament code together; the conditions of entry are tested on these."""
    groups = grouped(pools.player, pools.tournament)
    return Events(
        player=pools.player[groups.first],
        tournament=pools.tournament[groups.first],
        starts=groups.least(pools.starts),
        games=groups.sums(pools.games),
        half_points=groups.sums(pools.half_points),
        opponents_sum=groups.sums(pools.opponents_sum),
        opponents=_different_opponents(pools, groups),
        format=groups.most(pools.format),
        is_first=groups.sums(pools.is_first.astype(np.int64)) > 0,
    )


def _different_opponents(pools: Pools, groups: Groups) -> Ints:
    group = groups.of[pools.opponent_row]
    once = grouped(group, pools.opponent).first
    return np.bincount(group[once], minlength=len(groups)).astype(np.int64)
