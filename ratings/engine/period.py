"""What a period starts from, its games as two sides each, and the totals that games add up to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ratings.exact import Flags, Ints, Ratio

TYPES = ("", "N", "E", "F")
"""Type letters by code: no rating, national, estimated, FIDE."""
NONE, NATIONAL, ESTIMATED, FIDE = range(4)


@dataclass(frozen=True, slots=True)
class Maybe:
    """Integers of which some are absent: `values` mean nothing where `known` is false."""

    values: Ints
    known: Flags

    @classmethod
    def absent(cls, size: int) -> Maybe:
        """Give `size` absent values."""
        return cls(np.zeros(size, dtype=np.int64), np.zeros(size, dtype=bool))

    def __len__(self) -> int:
        """Give the number of entries, absent ones included."""
        return len(self.values)

    def at(self, places: Ints) -> Maybe:
        """Give the entries at these places."""
        return Maybe(self.values[places], self.known[places])

    def or_else(self, other: Maybe) -> Maybe:
        """Give these values, and the other's where these are absent."""
        return Maybe(np.where(self.known, self.values, other.values), self.known | other.known)

    def only(self, condition: Flags) -> Maybe:
        """Give the values where the condition holds, absence elsewhere."""
        return Maybe(self.values, self.known & condition)


@dataclass(frozen=True, slots=True)
class Start:
    """The values in force when the period starts, read once: arrays indexed by player number (0 is nobody).

    `rating` is the last rating of the system itself; `credited` one taken over from another list (rules 2.5);
    archives are exact sums: `archive_points` in hundredths of a point times games. `given` is the given estimate.
    Days are counted from 1970-01-01.
    """

    birth_year: Maybe
    rating: Maybe
    type: Ints
    credited: Maybe
    given: Maybe
    games: Ints
    peak: Maybe
    last_game: Maybe
    archive_points: Ints
    archive_games: Ints
    archive_season: Maybe

    @property
    def size(self) -> int:
        """Give the length of every array: players and one."""
        return len(self.games)

    def take(self, players: Ints) -> Start:
        """Give the same record for these players only, in this order."""
        columns: dict[str, Any] = {name: getattr(self, name) for name in self.__slots__}
        for name, column in columns.items():
            columns[name] = column.at(players) if isinstance(column, Maybe) else column[players]
        return Start(**columns)

    @classmethod
    def unrated(cls, size: int) -> Start:
        """Give a start in which nobody has anything."""
        zero = np.zeros(size, dtype=np.int64)
        none = Maybe.absent(size)
        return cls(none, none, zero, none, none, zero, none, none, zero, zero, none)


PIECE = 1 << 18
"""Sides worked on at a time: small enough that the temporary arrays stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Games:
    """Games played over the board, one entry a game; `half_points` are White's (2, 1, 0)."""

    white: Ints
    black: Ints
    half_points: Ints
    day: Ints

    def __len__(self) -> int:
        """Give the number of games."""
        return len(self.white)


@dataclass(frozen=True, slots=True)
class Sides:
    """One player's halves of games: whose, against whom, half points made, and on which day."""

    owner: Ints
    opponent: Ints
    half_points: Ints
    day: Ints

    def __len__(self) -> int:
        """Give the number of sides."""
        return len(self.owner)

    def pieces(self) -> Iterator[tuple[slice, Sides]]:
        """Give views of PIECE sides at a time, and their places: temporary arrays stay small."""
        for start in range(0, len(self), PIECE):
            place = slice(start, start + PIECE)
            yield place, Sides(self.owner[place], self.opponent[place], self.half_points[place], self.day[place])

    def where(self, condition: Flags) -> Sides:
        """Give the sides for which the condition holds."""
        return Sides(self.owner[condition], self.opponent[condition], self.half_points[condition], self.day[condition])


def both_sides(games: Games, owners: Flags | None = None) -> Sides:
    """Give every game twice: White sides, then Black ones; only those of `owners` (flags by player) if given."""
    if owners is None:
        owners = np.ones(max(int(games.white.max(initial=0)), int(games.black.max(initial=0))) + 1, dtype=bool)
    white, black = owners[games.white], owners[games.black]

    def joined(of_white: Ints, of_black: Ints) -> Ints:
        out = np.empty(int(white.sum()) + int(black.sum()), dtype=of_white.dtype)
        middle = len(out) - int(black.sum())
        np.compress(white, of_white, out=out[:middle])
        np.compress(black, of_black, out=out[middle:])
        return out

    return Sides(
        joined(games.white, games.black),
        joined(games.black, games.white),
        joined(games.half_points, 2 - games.half_points),
        joined(games.day, games.day),
    )


@dataclass(frozen=True, slots=True)
class Totals:
    """What counted games add up to, a player an entry: games, half points, sum of the opponents' values."""

    games: Ints
    half_points: Ints
    opponents_sum: Ints

    @classmethod
    def none(cls, size: int) -> Totals:
        """Give the totals of no games, for `size` players."""
        return cls(*(np.zeros(size, dtype=np.int64) for _ in cls.__slots__))

    def add(self, sides: Sides, value: Ints) -> None:
        """Add counted sides by owner, in place; `value` is by player. A piece at a time, so that sums are exact."""
        size = len(self.games)
        self.games[:] += np.bincount(sides.owner, minlength=size)
        self.half_points[:] += _added(sides.owner, sides.half_points, size)
        self.opponents_sum[:] += _added(sides.owner, value[sides.opponent], size)


def games_of_each(games: Games, size: int) -> Ints:
    """Count the games of each player, as White and as Black."""
    counts = np.bincount(games.white, minlength=size) + np.bincount(games.black, minlength=size)
    return counts.astype(np.int64)


def total(sides: Sides, value: Ints, size: int) -> Totals:
    """Add up counted sides by owner, `value` by player: integers, so in any order and in pieces (rules 0.1, 0.2)."""
    totals = Totals.none(size)
    for _, piece in sides.pieces():
        totals.add(piece, value)
    return totals


def _added(owner: Ints, amounts: Ints, size: int) -> Ints:
    # bincount adds in doubles, which hold every integer below 2^53: the sums of a piece are exact.
    return np.bincount(owner, weights=amounts, minlength=size).astype(np.int64)


def latest_day(sides: Sides, counts: Flags, before: Maybe) -> Maybe:
    """Give each player's last day with a counted game, no earlier than the one known before; `counts` is by side."""
    latest, known = np.where(before.known, before.values, np.iinfo(np.int64).min), before.known.copy()
    for place, piece in sides.pieces():
        owner = piece.owner[counts[place]]
        np.maximum.at(latest, owner, piece.day[counts[place]])
        known[owner] = True
    return Maybe(np.where(known, latest, 0), known)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One rated period: what each player is after it, and the working that explains it.

    Arrays indexed by player number. `performance_points` is performance × games in hundredths; `exact` the new
    rating before its one rounding; `case` and `estimate_source` index the rule set's words; `listed` is the
    estimate printed on the list; `played` counts games, counted ones or not; `worth` what the player was
    worth for rated opponents.
    """

    after: Start
    present: Flags
    played: Ints
    totals: Totals
    performance_points: Ints
    exact: Ratio
    case: Ints
    estimate: Maybe
    estimate_source: Ints
    wave: Maybe
    worth: Maybe
    listed: Maybe
    archive_lost: Flags
