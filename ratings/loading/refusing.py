"""Refused rows as they are kept: the cells as they came, what is wrong with them, and what has mended them since."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa

from ratings.errors import Issue
from ratings.store import schema
from ratings.store.bulk import insert_rows, next_keys


@dataclass(slots=True)
class RefusedRow:
    """A row that was not stored: all that is wrong with it, and the cells as they came."""

    issues: list[Issue]
    cells: dict[str, str]
    tournament_key: int | None = None
    counts_for: int = 1


Settled = dict[str, tuple[int, int]]
"""What has settled refused rows, by their cells: the load, and whether they were given up."""


def store_refused(
    connection: sa.Connection, load_key: int, refused: Sequence[RefusedRow], settled: Settled | None = None
) -> None:
    """Write refused rows down, the first of each one's issues foremost, all of them in the message."""
    settled = settled or {}
    if not refused:
        return
    cells = [json.dumps(row.cells, ensure_ascii=False) for row in refused]
    first = [row.issues[0] for row in refused]
    columns = {
        "refused_key": next_keys(connection, schema.refused.c.refused_key, len(refused)),
        "load_key": np.full(len(refused), load_key),
        "tournament_key": np.array([row.tournament_key for row in refused], dtype=object),
        "line": np.array([issue.line for issue in first]),
        "column": np.array([issue.column for issue in first], dtype=object),
        "value": np.array([issue.value for issue in first], dtype=object),
        "code": np.array([issue.code for issue in first], dtype=object),
        "message": np.array(["; ".join(dict.fromkeys(i.message for i in row.issues)) for row in refused], dtype=object),
        "cells": np.array(cells, dtype=object),
        "counts_for": np.array([row.counts_for for row in refused]),
        "settled_by": np.array([settled.get(text, (None, 0))[0] for text in cells], dtype=object),
        "given_up": np.array([settled.get(text, (None, 0))[1] for text in cells]),
    }
    insert_rows(connection, schema.refused, columns)


def settled_rows(connection: sa.Connection, load_key: int) -> Settled:
    """Give the refused rows of a load that are settled."""
    refused = schema.refused
    query = sa.select(refused.c.cells, refused.c.settled_by, refused.c.given_up)
    rows = connection.execute(query.where(refused.c.load_key == load_key, refused.c.settled_by.isnot(None)))
    return {cells: (by, given_up) for cells, by, given_up in rows}


def forget_refused(connection: sa.Connection, load_key: int) -> None:
    """Forget a load's refused rows, as it is gone through again."""
    connection.execute(sa.delete(schema.refused).where(schema.refused.c.load_key == load_key))
