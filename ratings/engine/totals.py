"""What games add up to: functions of some games and the players' values whose results, added, are those of all games.

Integers are added, and of days the latest is taken, so games can be asked in any order and in parts (rules 0.1, 0.2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ratings.engine.period import Games, Maybe, Sides, Totals
from ratings.exact import Flags, Ints

NEVER = np.int64(np.iinfo(np.int32).min)
"""The last day of who has none, earlier than every day; with its width, or beside days of 32 bits it would become 0."""

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

    def of_owners(self, sides: Sides) -> Sides:
        """Give the sides of the players asked for."""
        return sides.where(np.flatnonzero(self.own.known[sides.owner]))

    def judged(self, sides: Sides) -> tuple[Flags, Ints]:
        """Say which sides of such players count, and what the opponent is worth in each."""
        value, counts = self.value.values[sides.opponent], self.value.known[sides.opponent]
        if self.zone is None:
            return counts, value
        return counts & self.zone(sides.half_points, self.own.values[sides.owner], value), value


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
    games_and_points, opponents_sum = (np.zeros(len(asked.own), dtype=np.int64) for _ in range(2))
    for piece in games.pieces():
        sides = asked.of_owners(piece)
        counts, value = asked.judged(sides)
        np.add.at(games_and_points, sides.owner, (GAME + sides.half_points) * counts)
        np.add.at(opponents_sum, sides.owner, value * counts)
        if last_day is not None:
            np.maximum.at(last_day, sides.owner, np.where(counts, sides.day, NEVER))
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
