"""What a period starts from, its games as two sides each, and the totals that games add up to."""

from __future__ import annotations

from dataclasses import dataclass

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

    def floored(self, floor: int) -> Maybe:
        """Give the values, none below `floor`."""
        return Maybe(np.maximum(self.values, floor), self.known)


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
        return Start(
            **{
                name: column.at(players) if isinstance(column, Maybe) else column[players]
                for name in self.__slots__
                for column in [getattr(self, name)]
            }
        )

    @classmethod
    def unrated(cls, size: int) -> Start:
        """Give a start in which nobody has anything."""
        zero = np.zeros(size, dtype=np.int64)
        none = Maybe.absent(size)
        return cls(none, none, zero, none, none, zero, none, none, zero, zero, none)


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

    def where(self, condition: Flags) -> Sides:
        """Give the sides for which the condition holds."""
        return Sides(self.owner[condition], self.opponent[condition], self.half_points[condition], self.day[condition])


def both_sides(games: Games) -> Sides:
    """Give every game twice: White's side, then Black's."""
    return Sides(
        np.concatenate([games.white, games.black]),
        np.concatenate([games.black, games.white]),
        np.concatenate([games.half_points, 2 - games.half_points]),
        np.concatenate([games.day, games.day]),
    )


@dataclass(frozen=True, slots=True)
class Totals:
    """What counted games add up to, a player an entry: games, half points, sum of the opponents' values."""

    games: Ints
    half_points: Ints
    opponents_sum: Ints


def total(sides: Sides, opponent_value: Ints, size: int) -> Totals:
    """Add up counted sides by owner: integers, so in any order and in pieces (rules 0.1, 0.2)."""

    def added(amounts: Ints) -> Ints:
        # A double holds every integer below 2^53, so these sums are exact: 10^9 games of one player would be too.
        return np.bincount(sides.owner, weights=amounts, minlength=size).astype(np.int64)

    games = np.bincount(sides.owner, minlength=size).astype(np.int64)
    return Totals(games, added(sides.half_points), added(opponent_value))


def latest_day(sides: Sides, size: int, before: Maybe) -> Maybe:
    """Give each player's last day with a counted game, no earlier than the one known before."""
    latest = np.where(before.known, before.values, np.iinfo(np.int64).min)
    np.maximum.at(latest, sides.owner, sides.day)
    known = before.known | (np.bincount(sides.owner, minlength=size) > 0)
    return Maybe(np.where(known, latest, 0), known)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One rated period: what each player is after it, and the working that explains it.

    Arrays indexed by player number. `performance_points` is performance × games in hundredths; `exact` the new
    rating before its one rounding; `case` and `estimate_source` index the rule set's words; `listed` is the
    estimate printed on the list; `worth` what the player was worth for rated opponents.
    """

    after: Start
    present: Flags
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
