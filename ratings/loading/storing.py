"""Stores games beside the caller, who checks the next ones meanwhile and keeps in memory those that are rated."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.exact import Flags
from ratings.loading.surroundings import enter_new
from ratings.store.bulk import Background
from ratings.store.game_rows import GameRows
from ratings.store.games import enter_participants, store_games

MOST_WAITING = 2
"""Pieces of games that wait to be stored: more would fill the memory where storing is slower than checking."""


@dataclass(slots=True)
class Storing:
    """Where the games of files go: to the database, one piece after the other.

    The connection is not to be used by anybody else before `wait` has returned.
    """

    connection: sa.Connection
    background: Background
    progress: Callable[[int], None] | None = None
    _takes_part: Flags = field(default_factory=lambda: np.zeros(1, dtype=bool))

    def store(self, rows: GameRows, load_key: int, system: str, new_tournaments: dict[int, str]) -> None:
        """Begin to store new games; their tournaments that are new go first."""
        self.background.wait(MOST_WAITING)
        if new_tournaments:
            self.background.start(enter_new, self.connection, system, new_tournaments)
        if len(rows):
            self._note_participants(rows)
            self.background.start(store_games, self.connection, rows, load_key, self.progress)

    def _note_participants(self, rows: GameRows) -> None:
        more = max(int(rows.white.max()), int(rows.black.max())) + 1 - len(self._takes_part)
        if more > 0:
            self._takes_part = np.concatenate([self._takes_part, np.zeros(more, dtype=bool)])
        self._takes_part[rows.white] = True
        self._takes_part[rows.black] = True

    def end_file(self, load_key: int, finish: Callable[[], Any], savepoint: sa.NestedTransaction | None) -> Future[Any]:
        """Begin what is left to be done once a file's games are stored; give what `finish` will have given."""
        self._takes_part[0] = False
        self.background.start(enter_participants, self.connection, np.flatnonzero(self._takes_part), load_key)
        self._takes_part = np.zeros(1, dtype=bool)
        future = self.background.start(finish)
        if savepoint is not None:
            self.background.start(savepoint.commit)
        return future

    def wait(self) -> None:
        """Wait until all is stored; what storing raised is raised here."""
        self.background.wait()

    def take_back(self, savepoint: sa.NestedTransaction) -> None:
        """Take back what was stored since a savepoint, whatever became of it."""
        self.background.stop()
        self._takes_part = np.zeros(1, dtype=bool)
        savepoint.rollback()
