"""A run's rows whole, to be compared with those that come out when it is made again."""

from __future__ import annotations

import numpy as np
import sqlalchemy as sa

from ratings.store import schema
from ratings.store.bulk import Columns, read_columns


def read_run_rows(connection: sa.Connection, run_key: int) -> Columns:
    """Read all columns of a run's rows but its key, by ascending player key."""
    row = schema.run_row
    query = sa.select(*(column for column in row.c if column.name != "run_key")).where(row.c.run_key == run_key)
    return read_columns(connection, query.order_by(row.c.player_key))


def rows_are_equal(stored: Columns, rows: Columns) -> bool:
    """Say whether a run's stored rows are those of another one; a column that is not there is null."""
    return not columns_that_differ(stored, rows)


def columns_that_differ(stored: Columns, rows: Columns) -> list[str]:
    """Name the columns in which a run's stored rows are not those of another one."""
    nothing = np.full(len(rows["player_key"]), None, dtype=object)
    return [
        name
        for name, column in stored.items()
        if not np.array_equal(column.astype(object), rows.get(name, nothing).astype(object))
    ]
