"""Reads files of games one table ahead, beside the caller: parsing leaves the interpreter free for other work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

from ratings.files.csv_pieces import GameFile
from ratings.files.csv_table import TextTable
from ratings.files.read import open_games
from ratings.files.sources import Source

COLUMNS = ("white", "black", "result", "date", "tournament", "round", "board")
NEEDED = ("white", "black", "result", "date")

_Begun = tuple[GameFile, TextTable | None]
"""A file and its first table; None where it has none."""


class ReadAhead:
    """Files of games in the order of their sources; the next table is being read while one is used."""

    def __init__(self, sources: Sequence[Source], encoding: str | None) -> None:
        self._sources, self._encoding = iter(sources), encoding
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")
        self._opening = self._open_next()

    def _open_next(self) -> Future[_Begun] | None:
        source = next(self._sources, None)
        return self._pool.submit(self._open, source) if source else None

    def _open(self, source: Source) -> _Begun:
        file = open_games(source, COLUMNS, NEEDED, self._encoding)
        return file, next(file.tables, None)

    def __iter__(self) -> Iterator[GameFile]:
        """Give itself: files are given once."""
        return self

    def __next__(self) -> GameFile:
        """Give the next file, and begin to read on; what reading raised is raised here, or by the file's tables."""
        if self._opening is None:
            raise StopIteration
        file, first = self._opening.result()
        reading = self._pool.submit(next, file.tables, None)
        self._opening = self._open_next()
        return replace(file, tables=self._ahead(file, first, reading))

    def _ahead(self, file: GameFile, table: TextTable | None, reading: Future[TextTable | None]) -> Iterator[TextTable]:
        while table is not None:
            given, table = [table], None
            yield given.pop()  # kept nowhere: a table lives as long as its reader wants
            table = reading.result()
            reading = self._pool.submit(next, file.tables, None)

    def close(self) -> None:
        """Wait for what is being read, and read no more."""
        self._pool.shutdown(wait=True, cancel_futures=True)
