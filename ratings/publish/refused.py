"""Refused rows out: in the form in which they came, with place and reason, to be mended and loaded again."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pyarrow as pa
import sqlalchemy as sa

from ratings.columns import of_values
from ratings.publish.write import as_csv
from ratings.store import schema

REASONS = ("file", "line", "column", "value", "reason")
FORMS = {
    "players": ("id", "name"),
    "list": ("id", "rating"),
    "games": ("white", "black", "result", "date", "tournament", "round", "board"),
}
"""The columns of a file without rows; where there are rows, they stand as they came."""


def refused_table(rows: Sequence[sa.Row], kind: str) -> pa.Table:
    """Give refused rows of one kind as a table: their cells, then file, line, column, value and reason."""
    cells = [json.loads(row.cells) for row in rows]
    names = list(dict.fromkeys([name for row in cells for name in row]))
    columns = [*(names if rows else FORMS[kind]), *REASONS]
    told = [
        {**row, "file": refused.file, "line": refused.line, "column": refused.column, "value": refused.value,
         "reason": refused.message}
        for row, refused in zip(cells, rows, strict=True)
    ]  # fmt: skip
    kinds = {"line": pa.int64()}
    return pa.table(
        {
            name: of_values([row.get(name) for row in told], kinds.get(name, pa.string()))
            for name in dict.fromkeys(columns)
        }
    )


def refused_csv(connection: sa.Connection, load_keys: Sequence[int]) -> bytes:
    """Give the refused rows of some loads of one kind, not yet mended, as CSV."""
    refused, load = schema.refused, schema.load
    query = (
        sa.select(refused, load.c.kind, load.c.file)
        .join(load, load.c.load_key == refused.c.load_key)
        .where(refused.c.load_key.in_(load_keys))
        .order_by(refused.c.refused_key)
    )
    rows = list(connection.execute(query))
    return as_csv(refused_table(rows, rows[0].kind if rows else "games"))
