"""Reads files of games one ahead, beside the caller: parsing leaves the interpreter free for other work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from ratings.files.csv_table import TextTable
from ratings.files.read import read_games
from ratings.files.sources import Source

COLUMNS = ("white", "black", "result", "date", "tournament", "round", "board")
NEEDED = ("white", "black", "result", "date")


class ReadAhead:
    """Tables of games in the order of their sources, the next one being read while one is used."""

    def __init__(self, sources: Sequence[Source], encoding: str | None) -> None:
        self._sources, self._encoding = iter(sources), encoding
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")
        self._reading = self._begin()

    def _begin(self) -> Future[TextTable] | None:
        source = next(self._sources, None)
        return self._pool.submit(read_games, source, COLUMNS, NEEDED, self._encoding) if source else None

    def __iter__(self) -> Iterator[TextTable]:
        """Give itself: tables are given once."""
        return self

    def __next__(self) -> TextTable:
        """Give the next table, and begin to read the one after it; what reading raised is raised here."""
        if self._reading is None:
            raise StopIteration
        table = self._reading.result()
        self._reading = self._begin()
        return table

    def close(self) -> None:
        """Wait for what is being read, and read no more."""
        self._pool.shutdown(wait=True, cancel_futures=True)
