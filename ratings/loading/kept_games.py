"""The new games of a file in memory: 13 bytes a game for the rating, 4 more for its line until those are looked at."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ratings.engine.period import Games
from ratings.exact import Flags, Ints
from ratings.files.cells import PLAYED
from ratings.store.game_rows import GameRows

COLUMNS = {"white": np.int32, "black": np.int32, "result": np.int8, "day": np.int32, "line": np.int32}


@dataclass(slots=True)
class KeptGames:
    """Games between two players, as columns in pieces; `line` is a game's place in the file."""

    _parts: dict[str, list[Ints]] = field(default_factory=lambda: {name: [] for name in COLUMNS})

    def __len__(self) -> int:
        """Give the number of games."""
        return len(self.column("white"))

    def add(self, rows: GameRows, chosen: Flags, lines: Ints) -> None:
        """Keep the chosen rows that have two players."""
        places = np.flatnonzero(chosen & (rows.black > 0))
        columns = {name: getattr(rows, name) for name in COLUMNS if name != "line"} | {"line": lines}
        for name, kind in COLUMNS.items():
            self._parts[name].append(columns[name][places].astype(kind, copy=False))

    def column(self, name: str) -> Ints:
        """Give a column whole; its pieces are put together once."""
        parts = self._parts[name]
        if len(parts) != 1:
            parts[:] = [np.concatenate(parts) if parts else np.zeros(0, dtype=COLUMNS[name])]
        return parts[0]

    def before(self, day: int) -> KeptGames:
        """Give the games of earlier days."""
        places = np.flatnonzero(self.column("day") < day)
        return KeptGames({name: [self.column(name)[places]] for name in COLUMNS})

    def forget_lines(self) -> None:
        """Let the lines go."""
        self._parts["line"] = [np.zeros(0, dtype=COLUMNS["line"])]

    def games(self) -> Games:
        """Give the games played over the board; no others are kept any more, nor lines."""
        self.forget_lines()
        is_played = self.column("result") < PLAYED
        for name in ("white", "black", "day", "result") if not is_played.all() else ():
            self._parts[name] = [self.column(name)[is_played]]
        return Games(*(self.column(name) for name in ("white", "black", "result", "day")))
