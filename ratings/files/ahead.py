"""Reads files ahead, beside the caller: parsing leaves the interpreter free for other work."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

from ratings.files.csv_pieces import GameFile
from ratings.files.csv_table import TextTable
from ratings.files.formats import TEXT
from ratings.files.known_columns import BY_PLAYER, GAMES, GAMES_NEEDED
from ratings.files.read import open_games, read_table
from ratings.files.sources import Opened, Source, open_all

ROWS_AHEAD = 1_000_000
"""Rows that are read before anybody asks for a file: while other files are loaded, the second processor is free."""

_Begun = tuple[GameFile, deque[TextTable]]
"""A file and its first tables."""


class ReadAhead:
    """Files of games in the order of their sources; the next tables are being read while one is used.

    Before them go the files of players and of lists, `before`: their paths with their columns.

    Raises:
        RatingsError: a path cannot be read, is damaged, or holds nothing that could be read.
    """

    def __init__(
        self, sources: Sequence[Source], encoding: str | None, before: Sequence[tuple[str, tuple[str, ...]]] = ()
    ) -> None:
        self._sources, self._encoding = iter(sources), encoding
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")
        self._opened = {path: open_all([path]) for path in dict(before)}
        self._tables = {
            (source, columns): self._pool.submit(self._table, source, columns)
            for path, columns in before
            for source in self._opened[path].sources
        }
        self._opening = self._open_next()

    def open(self, path: str) -> Opened:
        """Give the files behind a path, which is opened once: so their contents stay those that were read."""
        if path not in self._opened:
            self._opened[path] = open_all([path])
        return self._opened[path]

    def _table(self, source: Source, columns: tuple[str, ...]) -> TextTable | None:
        return read_table(source, columns, BY_PLAYER, self._encoding) if source.format() == TEXT else None

    def read_table(
        self, source: str | Source, columns: Iterable[str], needed: Iterable[str], encoding: str | None
    ) -> TextTable:
        """Give a table that is being read already, once, or read it."""
        begun = self._tables.pop((source, tuple(columns)), None) if isinstance(source, Source) else None
        table = None if begun is None else begun.result()
        return table if table is not None else read_table(source, columns, needed, encoding)

    def _open_next(self) -> Future[_Begun] | None:
        source = next(self._sources, None)
        return self._pool.submit(self._open, source) if source else None

    def _open(self, source: Source) -> _Begun:
        file = open_games(source, GAMES, GAMES_NEEDED, self._encoding)
        tables = deque[TextTable]()
        while sum(map(len, tables)) < ROWS_AHEAD and (table := next(file.tables, None)) is not None:
            tables.append(table)
        return file, tables

    def __iter__(self) -> Iterator[GameFile]:
        """Give itself: files are given once."""
        return self

    def __next__(self) -> GameFile:
        """Give the next file, and begin to read on; what reading raised is raised here, or by the file's tables."""
        if self._opening is None:
            raise StopIteration
        file, tables = self._opening.result()
        reading = self._pool.submit(next, file.tables, None)
        self._opening = self._open_next()
        return replace(file, tables=self._ahead(file, tables, reading))

    def _ahead(
        self, file: GameFile, tables: deque[TextTable], reading: Future[TextTable | None]
    ) -> Iterator[TextTable]:
        while tables:
            yield tables.popleft()  # kept nowhere: a table lives as long as its reader wants
            if reading.done() or not tables:
                table = reading.result()
                if table is not None:
                    tables.append(table)
                    reading = self._pool.submit(next, file.tables, None)

    def close(self) -> None:
        """Wait for what is being read, and read no more."""
        self._pool.shutdown(wait=True, cancel_futures=True)
