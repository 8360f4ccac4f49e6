"""The bulk road: many rows in and out below SQLAlchemy, on its own connection and in its transaction."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import sqlalchemy as sa

from ratings.store.after_rows import MANY, make_up, put_off
from ratings.store.packing import Rows, chosen, pack
from ratings.store.turns import ON_THE_WAY, turn_of

VALUES_A_STATEMENT = 32_000
"""Most values in one multi-row INSERT; SQLite's limit is 32,766."""

AT_ONCE = 1_000
"""Rows in one multi-row INSERT: the driver prepares a statement anew wherever it differs."""

CHUNK = 20_000
"""Rows turned into Python values at a time, so that memory does not grow with the table."""
PACKED = 1 << 17
"""Rows packed at a time, likewise."""

Columns = dict[str, npt.NDArray[Any]]


def insert_rows(
    connection: sa.Connection, table: sa.Table, columns: Mapping[str, Any], order: npt.NDArray[np.int64] | None = None,
    *, progress: Callable[[int], None] | None = None,
) -> None:  # fmt: skip
    """Insert rows given as columns of equal length, NumPy's or Arrow's; None and null are NULL.

    `order` gives places of the rows; without it they go in as they stand.

    The rows go by the driver's fastest road: multi-row INSERT on SQLite, COPY on PostgreSQL. Every constraint of
    the table holds, and a rollback of the connection takes the rows back.
    """
    count = len(next(iter(columns.values()), ())) if order is None else len(order)
    if not count:
        return
    pieces = [
        slice(start, start + PACKED) if order is None else order[start : start + PACKED]
        for start in range(0, count, PACKED)
    ]
    driver: Any = connection.dialect.dbapi
    if (way := connection.info.get(ON_THE_WAY)) is not None:
        way.will_insert(table)
    try:
        if connection.dialect.name == "postgresql":
            _copy(connection, table, columns, pieces, progress, count)
        else:
            _insert_sqlite(connection, table, columns, pieces, progress)
    except driver.Error as error:  # below SQLAlchemy nobody else gives the driver's errors the names that callers know
        statement = f"bulk rows of {table.name}"
        raise sa.exc.DBAPIError.instance(statement, None, error, driver.Error, dialect=connection.dialect) from error


def _insert_sqlite(
    connection: sa.Connection, table: sa.Table, columns: Mapping[str, Any], pieces: Iterable[Rows],
    progress: Callable[[int], None] | None,
) -> None:  # fmt: skip
    driver = connection.connection.driver_connection
    assert driver is not None
    turn = turn_of(connection)
    for rows in pieces:
        packed = pack(columns, rows)
        names = ", ".join(f'"{name}"' for name in packed.expressions)
        insert = f'INSERT INTO "{table.name}" ({names}) SELECT {", ".join(packed.expressions.values())} FROM (VALUES '
        one = f"({', '.join('?' * len(packed.values))})"
        at_once = min(AT_ONCE, (VALUES_A_STATEMENT - len(packed.once)) // len(packed.values))
        many = f"{insert}{', '.join([one] * at_once)})"
        for at in range(0, len(packed), at_once):
            count = min(at_once, len(packed) - at)
            statement = many if count == at_once else f"{insert}{', '.join([one] * count)})"
            values = packed.once + packed.flat(at, at + count)
            with turn:
                driver.execute(statement, values)
        if progress:
            progress(len(packed))


def _copy(
    connection: sa.Connection, table: sa.Table, columns: Mapping[str, Any], pieces: Iterable[Rows],
    progress: Callable[[int], None] | None, count: int,
) -> None:  # fmt: skip
    from pyarrow import csv

    driver: Any = connection.connection.driver_connection
    names = ", ".join(f'"{name}"' for name in columns)
    statement = f'COPY "{table.name}" ({names}) FROM STDIN (FORMAT csv)'
    is_put_off = count >= MANY and put_off(connection, table)
    for rows in pieces:
        part = pa.table({name: chosen(column, rows) for name, column in columns.items()})
        sink = io.BytesIO()
        csv.write_csv(part, sink, csv.WriteOptions(include_header=False))
        with turn_of(connection), driver.cursor() as cursor, cursor.copy(statement) as copy:
            copy.write(sink.getbuffer())
        if progress:
            progress(part.num_rows)
    if is_put_off:
        make_up(connection, table)


def read_columns(connection: sa.Connection, query: sa.Select[Any]) -> Columns:
    """Read a query's rows as columns: int64 for integers of which none is null, else object arrays (None: null)."""
    selected = list(query.selected_columns)
    cursor = connection.execute(query).cursor
    rows = cursor.fetchall() if cursor is not None else []
    columns = zip(*rows, strict=True) if rows else ([] for _ in selected)
    return {
        column.name: _array(values, column.type, connection.dialect)
        for column, values in zip(selected, columns, strict=True)
    }


def _array(values: Any, kind: sa.types.TypeEngine[Any], dialect: sa.Dialect) -> npt.NDArray[Any]:
    if isinstance(kind, sa.Integer) and (not len(values) or None not in values):
        return np.fromiter(values, dtype=np.int64, count=len(values))
    processor = kind.dialect_impl(dialect).result_processor(dialect, None)
    out = np.empty(len(values), dtype=object)
    out[:] = [processor(value) for value in values] if processor else values
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


def read_numbers(connection: sa.Connection, query: sa.Select[Any]) -> npt.NDArray[np.int64]:
    """Read a query of one integer column, none of them null, as int64: the fastest road, so that it pays to pack.

    PostgreSQL gives the bytes of all numbers as one value, of at most 1 GB: 128 million of them.
    """
    if connection.dialect.name == "postgresql":
        (number,) = query.subquery().c
        gathered = sa.select(sa.func.string_agg(sa.func.int8send(sa.cast(number, sa.BigInteger)), sa.literal(b"")))
        data = connection.execute(gathered).scalar_one()
        return np.frombuffer(data or b"", dtype=">i8").astype(np.int64)
    result = connection.execute(query)
    assert result.cursor is not None
    numbers = np.fromiter(chain.from_iterable(result.cursor), dtype=np.int64)
    result.close()
    return numbers


def next_keys(connection: sa.Connection, key: sa.Column[int], count: int) -> npt.NDArray[np.int64]:
    """Give `count` unused keys of a table, in ascending order.

    On PostgreSQL a lock held to the end of the transaction keeps two commands from taking the same ones.
    """
    if connection.dialect.name == "postgresql":
        # One lock for the keys of all tables: commands that took them table by table, in other orders, would deadlock.
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(hashtext('ratings keys'))"))
    last = connection.execute(sa.select(sa.func.coalesce(sa.func.max(key), 0))).scalar_one()
    return np.arange(last + 1, last + 1 + count, dtype=np.int64)


def next_key(connection: sa.Connection, key: sa.Column[int]) -> int:
    """Give one unused key of a table."""
    return int(next_keys(connection, key, 1)[0])
