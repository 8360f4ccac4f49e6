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
from ratings.store import schema
from ratings.store.after_rows import make_up, put_off
from ratings.store.background import Background
from ratings.store.game_rows import GameRows
from ratings.store.games import enter_participants, store_games

MOST_WAITING = 8
"""Pieces of work that wait to be done: more would fill the memory where storing is slower than checking."""


@dataclass(slots=True)
class Storing:
    """Where the games of files go: to the database, one piece after the other.

    The connection is not to be used by anybody else before `wait` has returned. Where a savepoint is wanted it is
    set before the first piece.
    """

    connection: sa.Connection
    background: Background
    progress: Callable[[int], None] | None = None
    _takes_part: Flags = field(default_factory=lambda: np.zeros(1, dtype=bool))
    _has_begun: bool = False
    _wants_savepoint: bool = False
    _savepoint: Future[sa.NestedTransaction] | None = None

    def want_savepoint(self) -> None:
        """Let `take_back` take back what is stored from here on; without it nothing can be."""
        self._wants_savepoint = True

    def _begin(self) -> None:
        if self._wants_savepoint:
            self._savepoint = self.background.start(self.connection.begin_nested)
            self.background.start(put_off, self.connection, schema.game)
        self._has_begun, self._wants_savepoint = True, False

    def store(self, rows: GameRows, load_key: int, system: str, new_tournaments: dict[int, str]) -> None:
        """Begin to store new games; their tournaments that are new go first."""
        self._begin()
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

    def end_file(self, load_key: int, finish: Callable[[], Any]) -> Future[Any]:
        """Begin what is left to be done once a file's games are stored; give what `finish` will have given."""
        self._begin()
        self._takes_part[0] = False
        self.background.start(enter_participants, self.connection, np.flatnonzero(self._takes_part), load_key)
        self._takes_part = np.zeros(1, dtype=bool)
        if self._savepoint is not None:
            self.background.start(make_up, self.connection, schema.game)
        future = self.background.start(finish)
        if self._savepoint is not None:
            self.background.start(_commit, self._savepoint)
            self._savepoint = None
        return future

    def catch_up(self) -> None:
        """Wait until all is stored, before something else is done that `take_back` would take back."""
        self._begin()
        self.background.wait()

    def wait(self) -> None:
        """Wait until all is stored; what storing raised is raised here."""
        if self._has_begun:
            self.background.wait()

    def take_back(self) -> None:
        """Take back what was stored since a savepoint was wanted."""
        self.wait()
        self._takes_part = np.zeros(1, dtype=bool)
        if self._savepoint is not None:
            self._savepoint.result().rollback()
        self._savepoint, self._wants_savepoint = None, False


def _commit(savepoint: Future[sa.NestedTransaction]) -> None:
    savepoint.result().commit()
