"""A run's rows whole, to be compared with those that come out when it is made again."""

from __future__ import annotations

import pyarrow as pa
import sqlalchemy as sa

from ratings.columns import as_text, whole
from ratings.store import schema
from ratings.store.reading import read_by_player


def read_run_rows(connection: sa.Connection, run_key: int) -> pa.Table:
    """Read all columns of a run's rows but its key, by ascending player key."""
    row = schema.run_row
    query = sa.select(*(column for column in row.c if column.name != "run_key")).where(row.c.run_key == run_key)
    return read_by_player(connection, query, row.c.player_key)


def rows_are_equal(stored: pa.Table, rows: pa.Table) -> bool:
    """Say whether a run's stored rows are those of another one; a column that is not there is null."""
    return not columns_that_differ(stored, rows)


def columns_that_differ(stored: pa.Table, rows: pa.Table) -> list[str]:
    """Name the columns in which a run's stored rows are not those of another one."""
    differ = []
    for name, column in zip(stored.column_names, stored.columns, strict=True):
        nothing = pa.nulls(len(rows), column.type)
        other = as_text(rows[name]) if name in rows.column_names else nothing
        if not whole(column).equals(whole(other).cast(column.type)):
            differ.append(name)
    return differ
