"""The bulk road: many rows in and out below SQLAlchemy, on its own connection and in its transaction."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import sqlalchemy as sa

ROWS_A_STATEMENT = 500
"""Rows in one multi-row INSERT; within SQLite's limit of 32,766 values up to 65 columns."""

CHUNK = 50_000
"""Rows turned into Python values at a time, so that memory does not grow with the table."""

Columns = dict[str, npt.NDArray[Any]]


def nullable(values: npt.NDArray[Any], known: npt.NDArray[np.bool_]) -> npt.NDArray[np.object_]:
    """Give an object array with None where nothing is known."""
    out = values.astype(object)
    out[~known] = None
    return out


def insert_rows(
    connection: sa.Connection, table: sa.Table, columns: Columns, progress: Callable[[int], None] | None = None
) -> None:
    """Insert rows given as columns of equal length; object columns may hold None.

    The rows go by the driver's fastest road: multi-row INSERT on SQLite, COPY on PostgreSQL. Every constraint of
    the table holds, and a rollback of the connection takes the rows back.
    """
    size = len(next(iter(columns.values()))) if columns else 0
    if not size:
        return
    if connection.dialect.name == "postgresql":
        _copy(connection, table, columns, progress)
    else:
        _insert_sqlite(connection, table, columns, size, progress)


def _insert_sqlite(
    connection: sa.Connection, table: sa.Table, columns: Columns, size: int, progress: Callable[[int], None] | None
) -> None:
    driver = connection.connection.driver_connection
    assert driver is not None
    width = len(columns)
    names = ", ".join(f'"{name}"' for name in columns)
    one = "(" + ", ".join("?" * width) + ")"
    many = f'INSERT INTO "{table.name}" ({names}) VALUES ' + ", ".join([one] * ROWS_A_STATEMENT)
    single = f'INSERT INTO "{table.name}" ({names}) VALUES {one}'
    for start in range(0, size, CHUNK):
        rows = min(CHUNK, size - start)
        flat: list[Any] = [None] * (rows * width)
        for place, column in enumerate(columns.values()):
            flat[place::width] = column[start : start + rows].tolist()
        whole = rows - rows % ROWS_A_STATEMENT
        step = ROWS_A_STATEMENT * width
        for at in range(0, whole * width, step):
            driver.execute(many, flat[at : at + step])
        driver.executemany(single, [flat[at : at + width] for at in range(whole * width, rows * width, width)])
        if progress:
            progress(rows)


def _copy(connection: sa.Connection, table: sa.Table, columns: Columns, progress: Callable[[int], None] | None) -> None:
    from pyarrow import csv

    driver: Any = connection.connection.driver_connection
    names = ", ".join(f'"{name}"' for name in columns)
    statement = f'COPY "{table.name}" ({names}) FROM STDIN (FORMAT csv)'
    arrow = pa.table({name: pa.array(column) for name, column in columns.items()})
    with driver.cursor() as cursor, cursor.copy(statement) as copy:
        for start in range(0, arrow.num_rows, CHUNK):
            part = arrow.slice(start, CHUNK)
            sink = io.BytesIO()
            csv.write_csv(part, sink, csv.WriteOptions(include_header=False))
            copy.write(sink.getbuffer())
            if progress:
                progress(part.num_rows)


def read_columns(connection: sa.Connection, query: sa.Select[Any]) -> Columns:
    """Read a query's rows as columns: int64 where every value is an integer, else object arrays (None: NULL)."""
    result = connection.execute(query)
    names = list(result.keys())
    rows = [tuple(row) for row in result.cursor.fetchall()] if result.cursor else []
    result.close()
    columns = zip(*rows, strict=True) if rows else ([] for _ in names)
    return {name: _array(list(values)) for name, values in zip(names, columns, strict=True)}


def _array(values: list[Any]) -> npt.NDArray[Any]:
    if all(type(value) is int for value in values):
        return np.array(values, dtype=np.int64)
    out = np.empty(len(values), dtype=object)
    out[:] = values
    return out


def read_integers(connection: sa.Connection, query: sa.Select[Any]) -> npt.NDArray[np.int64]:
    """Read a query of integers as an array of shape (rows, columns), int64, in pieces."""
    result = connection.execute(query)
    cursor, width = result.cursor, len(result.keys())
    parts = []
    while cursor is not None and (rows := cursor.fetchmany(CHUNK)):
        parts.append(np.array(rows, dtype=np.int64))
    result.close()
    return np.concatenate(parts) if parts else np.zeros((0, width), dtype=np.int64)


def next_keys(connection: sa.Connection, key: sa.Column[int], count: int) -> npt.NDArray[np.int64]:
    """Give `count` unused keys of a table, in ascending order.

    On PostgreSQL a lock held to the end of the transaction keeps two commands from taking the same ones.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(hashtext(:name))"), {"name": f"keys of {key.table}"})
    last = connection.execute(sa.select(sa.func.coalesce(sa.func.max(key), 0))).scalar_one()
    return np.arange(last + 1, last + 1 + count, dtype=np.int64)


def next_key(connection: sa.Connection, key: sa.Column[int]) -> int:
    """Give one unused key of a table."""
    return int(next_keys(connection, key, 1)[0])
