"""What a period starts from, its games as two sides each, and the totals that games add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

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

    def put(self, places: Ints, values: Ints) -> Maybe:
        """Give these values with others at some places, which are known then."""
        out = Maybe(self.values.copy(), self.known.copy())
        out.values[places], out.known[places] = values, True
        return out


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


PIECE = 1 << 15
"""Games worked on at a time: small enough that the temporary arrays stay in the processor's cache."""

T = TypeVar("T")


def _pieces(count: int) -> Iterator[slice]:
    return (slice(start, start + PIECE) for start in range(0, count, PIECE))


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

    def pieces(self) -> Iterator[Sides]:
        """Give the sides, at most PIECE at a time."""
        for piece in _pieces(len(self)):
            yield self.where(piece)

    def looked_up(self, by_player: Ints) -> Iterator[tuple[Sides, Ints, Ints]]:
        """Give the same, each with what a table says of its owners and of their opponents."""
        for piece in self.pieces():
            yield piece, by_player[piece.owner], by_player[piece.opponent]

    def turned(self) -> Sides:
        """Give the opponents' sides of the same games."""
        return Sides(self.opponent, self.owner, 2 - self.half_points, self.day)

    def where(self, places: Flags | Ints | slice) -> Sides:
        """Give the sides at these places, or for which the condition holds."""
        return Sides(self.owner[places], self.opponent[places], self.half_points[places], self.day[places])

    def sum_of(self, kernel: Callable[..., T], *values: Any) -> T:
        """Give what the sides add up to; see `HeldGames`."""
        return kernel(self, *values)


@dataclass(frozen=True, slots=True)
class Games:
    """Games played over the board, one entry a game; `half_points` are White's (2, 1, 0)."""

    white: Ints
    black: Ints
    half_points: Ints
    day: Ints

    @classmethod
    def none(cls) -> Games:
        """Give no games."""
        return cls(*(np.zeros(0, dtype=np.int64) for _ in cls.__slots__))

    @classmethod
    def joined(cls, parts: Sequence[Games]) -> Games:
        """Give the games of one part or more as one."""
        if len(parts) == 1:
            return parts[0]
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__slots__))

    def __len__(self) -> int:
        """Give the number of games."""
        return len(self.white)

    def pieces(self) -> Iterator[Sides]:
        """Give both sides of PIECE games at a time, White's and Black's: nobody needs all sides at once."""
        for white in self._of_white():
            yield white
            yield white.turned()

    def _of_white(self) -> Iterator[Sides]:
        for piece in _pieces(len(self)):
            white, black = (np.asarray(column[piece], dtype=np.intp) for column in (self.white, self.black))
            yield Sides(white, black, self.half_points[piece], self.day[piece])

    def looked_up(self, by_player: Ints) -> Iterator[tuple[Sides, Ints, Ints]]:
        """Give the same, each with what a table says of its owners and of their opponents: both are looked up once."""
        for white in self._of_white():
            of_white, of_black = by_player[white.owner], by_player[white.opponent]
            yield white, of_white, of_black
            yield white.turned(), of_black, of_white

    def sum_of(self, kernel: Callable[..., T], *values: Any) -> T:
        """Give what the games add up to; see `HeldGames`."""
        return kernel(self, *values)

    def with_any_of(self, players: Flags) -> Games:
        """Give the games in which one of these players takes part (flags by player)."""
        takes_part = np.zeros(len(self), dtype=bool)
        for piece in _pieces(len(self)):
            takes_part[piece] = players[self.white[piece]] | players[self.black[piece]]
        places = np.flatnonzero(takes_part)
        return Games(self.white[places], self.black[places], self.half_points[places], self.day[places])


class HeldGames(Protocol):
    """A period's games, wherever they are: here in memory, or in parts on several machines.

    All that is asked of them are sums over games. So parts can be asked apart, in any order, and their answers added
    (rules 0.1, 0.2): `kernel(part, *values)` gives a part's answer, and `+` puts two answers together.
    """

    def __len__(self) -> int:
        """Give the number of games."""
        ...

    def sum_of(self, kernel: Callable[..., T], *values: Any) -> T:
        """Give the sum of `kernel(part, *values)` over the parts."""
        ...

    def with_any_of(self, players: Flags) -> HeldGames:
        """Give the games in which one of these players takes part (flags by player)."""
        ...


@dataclass(frozen=True, slots=True)
class Totals:
    """What counted games add up to, a player an entry: games, half points, sum of the opponents' values."""

    games: Ints
    half_points: Ints
    opponents_sum: Ints

    def at(self, players: Ints | slice) -> Totals:
        """Give the totals of these players."""
        return Totals(self.games[players], self.half_points[players], self.opponents_sum[players])

    def __add__(self, other: Totals) -> Totals:
        """Give the totals of these games and the other ones together."""
        return Totals(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


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
