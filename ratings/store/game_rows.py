"""Games as columns of integers, between the loader that checks them and the table that keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from ratings.engine.period import Games
from ratings.exact import Flags, Ints
from ratings.files.cells import PLAYED

ROUND_BITS, DAY_BITS, PLAYER_BITS, RESULT_BITS = 16, 22, 30, 3
"""Widths in which a game's key is packed into two integers; tournaments take what is left of the first."""
DAY_OFFSET = 1 << 20
"""Added to days, which may lie before 1970."""


@dataclass(frozen=True, slots=True)
class GameRows:
    """Games as columns of int32: keys of tournament and players, round and board (0: none), day, result code."""

    tournament: Ints
    round: Ints
    day: Ints
    white: Ints
    black: Ints
    result: Ints
    board: Ints

    def __len__(self) -> int:
        """Give the number of rows."""
        return len(self.white)

    def where(self, condition: Flags) -> GameRows:
        """Give the rows for which the condition holds."""
        return GameRows(*(getattr(self, column.name)[condition] for column in fields(self)))

    @classmethod
    def none(cls) -> GameRows:
        """Give no rows."""
        return cls(*(np.zeros(0, dtype=np.int32) for _ in fields(cls)))

    @classmethod
    def of_keys(cls, keys: Ints) -> GameRows:
        """Give rows without boards from their keys: shape (games, 6), tournament, round, day, players, result."""
        columns = np.asarray(keys, dtype=np.int32).reshape(-1, 6).T
        return cls(*columns, board=np.zeros(columns.shape[1], dtype=np.int32))

    def among(self, others: GameRows) -> Flags:
        """Say which rows stand among others, by their whole keys."""
        if not len(self) or not len(others):
            return np.zeros(len(self), dtype=bool)
        import pandas as pd  # here, so that a first load of new games does not wait for it

        return np.asarray(pd.MultiIndex.from_arrays(self.packed()).isin(pd.MultiIndex.from_arrays(others.packed())))

    def played(self) -> Games:
        """Give the games played over the board."""
        chosen = np.flatnonzero(self.result < PLAYED)
        columns = (self.white, self.black, self.result, self.day)
        return Games(*(column[chosen] for column in columns))

    def packed(self) -> tuple[Ints, Ints]:
        """Give a game's whole key as two integers: (tournament, round, day) and (white, black, result)."""
        second = (((self.white.astype(np.int64) << PLAYER_BITS) | self.black) << RESULT_BITS) | self.result
        return self.when(), second

    def when(self) -> Ints:
        """Give the first part of a game's key as one integer: tournament, round, day."""
        return (self.round_of() << DAY_BITS) | (self.day + DAY_OFFSET)

    def round_of(self) -> Ints:
        """Give tournament and round as one integer."""
        return (self.tournament.astype(np.int64) << ROUND_BITS) | self.round


def joined(parts: Sequence[GameRows]) -> GameRows:
    """Give rows of several parts as one."""
    parts = [part for part in parts if len(part)]
    if len(parts) == 1:
        return parts[0]
    none = GameRows.none()
    return GameRows(*(np.concatenate([getattr(part, f.name) for part in (none, *parts)]) for f in fields(GameRows)))


def distinct(keys: Ints) -> Ints:
    """Give the different keys in ascending order: keys are dense, so that counting them is faster than sorting."""
    return np.flatnonzero(np.bincount(keys))
