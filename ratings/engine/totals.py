"""What games add up to: functions of some games and the players' values whose results, added, are those of all games.

Integers are added, and of days the latest is taken, so games can be asked in any order and in parts (rules 0.1, 0.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ratings.engine.blocks import by_blocks
from ratings.engine.period import Games, Maybe, Sides, Totals
from ratings.exact import Flags, Ints

NEVER = np.int64(np.iinfo(np.int32).min)
"""The last day of who has none, earlier than every day; with its width, or beside days of 32 bits it would become 0."""

VALUE_BITS = 32
VALUE = np.int64((1 << VALUE_BITS) - 1)
NOBODY = -np.int64(1 << 30)
"""Stands for a value that is not there, among values of less than 32 bits."""

POINTS_BITS = 32
GAME = np.int64(1 << POINTS_BITS)
"""A game in an integer that has games above and half points below, so that one addition does for both (a part may
have 2^31 games). Sums are int64 all through: NumPy adds other widths to them at a tenth of the speed."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Which sides are added up: those of players with an `own` value, against opponents with a `value` (by player).

    `zone` says which of them count, from half points, own value and opponent's value; None: all do.
    """

    own: Maybe
    value: Maybe
    zone: Callable[[Ints, Ints, Ints], Flags] | None = None

    def by_player(self) -> Ints:
        """Give each player's own value, above, and value as an opponent, below, in one integer: one look-up gives both.

        Raises:
            OverflowError: a value is none that fits; ratings are far smaller.
        """
        return by_blocks(_coded, len(self.own), self.own, self.value)

    def counted(self, games: Games | Sides) -> Iterator[tuple[Sides, Ints]]:
        """Give the sides that count, a piece at a time, and what the opponent is worth in each."""
        for sides, owners, opponents in games.looked_up(self.by_player()):
            counts, value = self._judged(sides, owners, opponents)
            places = np.flatnonzero(counts)
            yield sides.where(places), value[places]

    def judged(self, sides: Sides) -> Flags:
        """Say which of these sides count."""
        by_player = self.by_player()
        return self._judged(sides, by_player[sides.owner], by_player[sides.opponent])[0]

    def _judged(self, sides: Sides, owners: Ints, opponents: Ints) -> tuple[Flags, Ints]:
        own, value = owners >> VALUE_BITS, opponents << VALUE_BITS >> VALUE_BITS
        counts = (own != NOBODY) & (value != NOBODY)
        if self.zone is not None:
            counts &= self.zone(sides.half_points, own, value)
        return counts, value


def _coded(own: Maybe, value: Maybe) -> Ints:
    if any((one.known & ((one.values <= NOBODY) | (one.values >= -NOBODY))).any() for one in (own, value)):
        raise OverflowError("a rating of thirty bits")
    of_owner, of_opponent = (np.where(one.known, one.values, NOBODY) for one in (own, value))
    return of_owner << VALUE_BITS | of_opponent & VALUE


@dataclass(frozen=True, slots=True)
class Tally:
    """What counted sides add up to, by owner: totals, and the last day with a counted game (NEVER: there is none)."""

    totals: Totals
    last_day: Ints

    def __add__(self, other: Tally) -> Tally:
        """Give the tally of these sides and the other ones together."""
        return Tally(self.totals + other.totals, np.maximum(self.last_day, other.last_day))


def total(games: Games | Sides, asked: Asked) -> Totals:
    """Add up the sides that count."""
    return _added(games, asked, None)


def tally(games: Games | Sides, asked: Asked) -> Tally:
    """Add up the sides that count, and find their last days."""
    last_day = np.full(len(asked.own), NEVER)
    return Tally(_added(games, asked, last_day), last_day)


def _added(games: Games | Sides, asked: Asked, last_day: Ints | None) -> Totals:
    """Add up the sides that count; raise `last_day`, where it is given, to their days."""
    sums = np.zeros((len(asked.own), 2), dtype=np.int64)  # side by side in memory: both are fetched at once
    games_and_points, opponents_sum = sums.T
    for sides, value in asked.counted(games):
        np.add.at(games_and_points, sides.owner, GAME + sides.half_points)
        np.add.at(opponents_sum, sides.owner, value)
        if last_day is not None:
            np.maximum.at(last_day, sides.owner, sides.day.astype(np.int64))
    return Totals(games_and_points >> POINTS_BITS, games_and_points & (GAME - 1), opponents_sum)


def played(games: Games, size: int) -> Ints:
    """Count the games of each player, as White and as Black, counted or not."""
    counts = np.zeros(size, dtype=np.int64)
    for piece in games.pieces():
        np.add.at(counts, piece.owner, 1)
    return counts


def last_days(owner: Ints, day: Ints, size: int) -> Ints:
    """Give the last day of each player's sides."""
    last_day = np.full(size, NEVER)
    np.maximum.at(last_day, owner, day.astype(np.int64))
    return last_day


def latest(before: Maybe, last_day: Ints) -> Maybe:
    """Give each player's last day, the one known before or a later one (NEVER: there is none)."""
    last = np.maximum(np.where(before.known, before.values, NEVER), last_day)
    known = last > NEVER
    return Maybe(np.where(known, last, 0), known)
