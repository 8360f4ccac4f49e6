"""A period's games where they are more than memory should hold: left in the database, and read for each sum again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import sqlalchemy as sa

from ratings.engine.period import Games, HeldGames
from ratings.exact import Flags
from ratings.store.games import loads_of, read_played
from ratings.store.packed_games import runs_of, stored_rows
from ratings.store.periods import Period

T = TypeVar("T")
MOST_HELD = 40_000_000
"""Games that are held in memory: half a gigabyte. To read them again costs as much time as to add them up."""


def read_held(connection: sa.Connection, period: Period) -> HeldGames:
    """Give the games of a period that are to be rated, in memory or where they are stored."""
    if stored_rows(connection, loads_of(connection, period)) <= MOST_HELD:
        return read_played(connection, period)
    return StoredGames(connection, period)


@dataclass(slots=True)
class StoredGames:
    """Games that stay in the database, asked a part at a time; see `HeldGames`."""

    connection: sa.Connection
    period: Period
    _count: int | None = field(default=None, init=False)

    def __len__(self) -> int:
        """Give the number of games."""
        if self._count is None:
            self._count = self.sum_of(len)
        return self._count

    def sum_of(self, kernel: Callable[..., T], *values: Any) -> T:
        """Give the sum of `kernel(part, *values)` over the parts."""
        answers = (kernel(part, *values) for part in self._parts())
        answer: Any = next(answers)
        for one in answers:
            answer = answer + one
        return answer  # type: ignore[no-any-return]

    def with_any_of(self, players: Flags) -> Games:
        """Give the games in which one of these players takes part, in memory."""
        return Games.joined([part.with_any_of(players) for part in self._parts()])

    def _parts(self) -> Iterator[Games]:
        """Read the games part by part; there is one even where there is no game."""
        runs = list(runs_of(self.connection, self.period, loads_of(self.connection, self.period)))
        for run in runs or [(0, 0)]:
            yield read_played(self.connection, self.period, run)
