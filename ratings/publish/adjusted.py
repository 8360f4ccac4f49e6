"""A published list with the adjustments made to it since: the list that is in force."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import sqlalchemy as sa

from ratings.columns import integers, known, numbers
from ratings.store import schema
from ratings.store.adjusted import adjustments_since
from ratings.store.periods import Period


def with_adjustments(connection: sa.Connection, period: Period, run: pa.Table) -> pa.Table:
    """Give a run's table with the ratings and peaks in force; what was published becomes the rating before."""
    keys, row = numbers(run["player_key"]), schema.list_row
    place = {int(key): at for at, key in enumerate(keys)}
    values = {name: numbers(run[name]).copy() for name in ("rating", "peak")}
    there = {name: known(run[name]).copy() for name in values}
    for adjustment in adjustments_since(connection, period):
        query = sa.select(row.c.player_key, row.c.rating, row.c.peak).where(row.c.list_key == adjustment.list_key)
        for key, rating, peak in connection.execute(query):
            if key in place:
                values["rating"][place[key]], values["peak"][place[key]] = rating, peak
                there["rating"][place[key]] = there["peak"][place[key]] = True
    out = {name: run[name] for name in run.column_names} | {"rating_before": run["rating"]}
    for name, column in values.items():
        out[name] = integers(np.asarray(column), there[name]).cast(run[name].type)
    return pa.table(out)


def adjusted_on(connection: sa.Connection, period: Period) -> list[str]:
    """Give the days on which a period's list was adjusted since, each with who did it, when and why."""
    rows = adjustments_since(connection, period)
    return [f"adjusted on {row.in_force_on} ({row.remark})" for row in rows]
