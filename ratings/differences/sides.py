"""Both sides of the games of two records, by owner: which are there when a suspect is undone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ratings.differences.game_changes import GamesOfBoth
from ratings.differences.suspects import GAME, OPPONENT, Part, Suspects
from ratings.exact import Flags, Ints


@dataclass(frozen=True, slots=True)
class PlayersSides:
    """One player's halves of the games of both records, by owner; `first[player]` is where a player's sides begin.

    `row` is the game's place among the games of both; `game_suspect` and `opponent_suspect` are places among all
    suspects, -1 where nothing differs.
    """

    first: Ints
    owner: Ints
    opponent: Ints
    half_points: Ints
    day: Ints
    row: Ints
    is_new: Flags
    is_old: Flags
    change: Ints
    game_suspect: Ints
    opponent_suspect: Ints

    def is_there(self, place: Ints, undone: Flags) -> Flags:
        """Say which sides a trial has: those of the new record, or of the old one where their game is undone."""
        return np.where(undone, self.is_old[place], self.is_new[place])


def sides_by_owner(games: GamesOfBoth, size: int) -> PlayersSides:
    """Give the sides of all games; which of them suspects are about is not known yet."""
    sides, row = games.sides()
    order = np.argsort(sides.owner, kind="stable")
    row, owner = row[order], sides.owner[order]
    nothing = np.full(len(order), -1)
    return PlayersSides(
        np.searchsorted(owner, np.arange(size + 1)), owner, sides.opponent[order], sides.half_points[order],
        sides.day[order], row, games.is_new[row], games.is_old[row], games.change[row], nothing, nothing,
    )  # fmt: skip


def game_suspects(sides: PlayersSides, games: GamesOfBoth) -> list[Part]:
    """Give the suspects of games that are not the same in both records, for both players of each."""
    places = np.flatnonzero(sides.change >= 0)
    causes = np.array([change.cause for change in games.changes], dtype=np.int64)
    change = sides.change[places]
    return [(sides.owner[places], causes[change], GAME, change)] if len(places) else []


def with_suspects(sides: PlayersSides, suspects: Suspects) -> PlayersSides:
    """Say of each side which suspects it hangs on."""
    game = np.where(sides.change >= 0, suspects.places(sides.owner, GAME, np.maximum(sides.change, 0)), -1)
    opponent = suspects.places(sides.owner, OPPONENT, sides.opponent)
    names = ("first", "owner", "opponent", "half_points", "day", "row", "is_new", "is_old", "change")
    return PlayersSides(*(getattr(sides, name) for name in names), game, opponent)
