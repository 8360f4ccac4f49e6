"""The bulk road out of the database: integers and texts as Arrow columns, whole columns at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import sqlalchemy as sa
from pyarrow import csv

from ratings.columns import Array, integers, numbers, of_values, stacked, whole
from ratings.store import schema
from ratings.store.on_the_way import rows_of

PLAYERS = 1 << 18
"""Player keys in one query: the texts that the database gathers stay small whatever the number of players."""


def read_arrow(connection: sa.Connection, query: sa.Select[Any]) -> pa.Table:
    """Read a query's integers, texts and days (as ISO texts) as an Arrow table; the rows may come in any order.

    Integers are int32 or, where the table has big ones, int64.

    SQLite writes each column as one JSON list, PostgreSQL all rows as lines of one text, which is read as a whole:
    a third of the time of `read_columns`.
    """
    rows = query.subquery()
    if connection.dialect.name == "postgresql":
        return _read_lines(connection, rows)
    lists = connection.execute(sa.select(*map(_as_list, rows.c))).one()
    columns = [_column(told, column.type) for told, column in zip(lists, rows.c, strict=True)]
    return pa.table(columns, names=[column.name for column in rows.c])


def read_by_player(connection: sa.Connection, query: sa.Select[Any], key: sa.ColumnElement[int]) -> pa.Table:
    """Read a query's rows as `read_arrow` does, by ascending player `key`, of one player by load where that is read."""
    return stacked(_in_order(read_arrow(connection, query.where(one))) for one in _ranges(connection, key))


def highest_key(connection: sa.Connection) -> int:
    """Give the highest player key in use; 0 where nobody is registered."""
    held = rows_of(connection, schema.player)
    if held is not None:
        return int(numbers(held["player_key"]).max())
    return connection.execute(sa.select(sa.func.coalesce(sa.func.max(schema.player.c.player_key), 0))).scalar_one()


def as_read(rows: pa.Table, columns: Mapping[str, sa.Column[Any]]) -> pa.Table:
    """Give columns of a table's rows, as they were to be inserted, as they would be read; absent ones are null."""
    out = {}
    for name, column in columns.items():
        kind, there = _kind(column.type), column.name in rows.column_names
        out[name] = whole(rows[column.name]).cast(kind) if there else pa.nulls(len(rows), kind)
    return pa.table(out)


def _ranges(connection: sa.Connection, key: sa.ColumnElement[int]) -> Iterator[sa.ColumnElement[bool]]:
    for first in range(0, highest_key(connection) + 1, PLAYERS):
        yield key.between(first, first + PLAYERS - 1)


def _in_order(table: pa.Table) -> pa.Table:
    by = [name for name in ("player_key", "load_key") if name in table.column_names]
    keys = np.stack([numbers(table[name]) for name in by])
    if len(by) == 1 and not (np.diff(keys[0]) < 0).any():
        return table
    order = np.lexsort(keys[::-1])
    return table if (np.diff(order) == 1).all() else table.take(integers(order))


def _as_list(column: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    return sa.cast(sa.func.json_group_array(column), sa.LargeBinary)  # bytes: the driver decodes nothing


def _read_lines(connection: sa.Connection, rows: sa.Subquery) -> pa.Table:
    """Read rows that PostgreSQL writes as `(0,…,0)`, cells by commas: lines of CSV but for the first and the last."""
    cells = [sa.func.to_char(one, "YYYY-MM-DD") if isinstance(one.type, sa.Date) else one for one in rows.c]
    row = sa.cast(sa.func.row(0, *cells, 0), sa.Text)
    told = connection.execute(sa.select(sa.func.string_agg(row, sa.literal("\n")))).scalar_one()
    kinds = {column.name: _kind(column.type) for column in rows.c}
    if told is None:
        return pa.table({name: pa.nulls(0, kind) for name, kind in kinds.items()})
    lines = told.encode()
    return csv.read_csv(
        pa.BufferReader(lines),
        csv.ReadOptions(column_names=["(", *kinds, ")"], block_size=len(lines) + 1, use_threads=False),
        csv.ParseOptions(newlines_in_values=True, escape_char="\\" if b"\\" in lines else False),
        csv.ConvertOptions(
            column_types=kinds, include_columns=list(kinds), null_values=[""], strings_can_be_null=True,
            quoted_strings_can_be_null=False,
        ),
    )  # fmt: skip


def _kind(kind: sa.types.TypeEngine[Any]) -> Any:
    if isinstance(kind, sa.Integer):
        return pa.int64() if isinstance(kind, sa.BigInteger) else pa.int32()
    return pa.string()


def _column(data: bytes, kind: sa.types.TypeEngine[Any]) -> Array:
    """Read a JSON list of integers or texts and nulls, by the reader of CSV: a value a line."""
    wanted = _kind(kind)
    if len(data) == len(b"[]"):
        return pa.nulls(0, wanted)
    if b"\\" in data:  # marks that JSON writes otherwise than CSV
        return of_values(json.loads(data), wanted)
    lines = data[1:-1].replace(b",", b"\n")  # a JSON list has no line end of its own, within texts neither
    column = csv.read_csv(
        pa.BufferReader(lines),
        csv.ReadOptions(column_names=["n"], block_size=len(lines) + 1, use_threads=False),
        csv.ParseOptions(double_quote=False, newlines_in_values=True),
        csv.ConvertOptions(
            column_types={"n": wanted}, null_values=["null"], strings_can_be_null=True, quoted_strings_can_be_null=False
        ),
    )["n"].combine_chunks()
    return column if data.count(b",") + 1 == len(column) else pc.replace_substring(column, "\n", ",")
