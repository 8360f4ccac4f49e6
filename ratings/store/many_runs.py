"""Runs of many periods and their lists, written in pieces: a statement a piece instead of several a period."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import sqlalchemy as sa

from ratings.store import schema
from ratings.store.bulk import next_key
from ratings.store.ledger import newest_entry
from ratings.store.periods import Period
from ratings.store.runs import Kept, insert_run_rows, list_values, run_values


class ManyRuns:
    """Writes the runs of periods that had none, each with its first list; lists have seen every load of now."""

    def __init__(self, connection: sa.Connection, at: str) -> None:
        self._connection, self._at = connection, at
        self._run_key = next_key(connection, schema.run.c.run_key)
        self._list_key = next_key(connection, schema.rating_list.c.list_key)
        newest = sa.select(sa.func.coalesce(sa.func.max(schema.load.c.load_key), 0))
        self._seen = {
            "seen_load": connection.execute(newest).scalar_one(), "seen_ledger": newest_entry(connection)
        }  # fmt: skip
        self._runs: list[dict[str, Any]] = []
        self._lists: list[dict[str, Any]] = []
        self._rows: dict[int, pa.Table] = {}

    def add(self, period: Period, edition: Any, rows: pa.Table, inputs: str, kept: Kept) -> None:
        """Take a run and its list, to be written with others."""
        self._runs.append(run_values(self._run_key, period, edition, rows, self._at, inputs))
        values = list_values(self._list_key, period, self._run_key, 1, self._at, kept)
        self._lists.append(values | self._seen)
        self._rows[self._run_key] = rows
        self._run_key, self._list_key = self._run_key + 1, self._list_key + 1

    def write(self) -> None:
        """Write what was taken."""
        if self._runs:
            self._connection.execute(sa.insert(schema.run), self._runs)
            insert_run_rows(self._connection, self._rows)
            self._connection.execute(sa.insert(schema.rating_list), self._lists)
        self._runs, self._lists, self._rows = [], [], {}
