"""A published list with the adjustments made to it since: the list that is in force."""

from __future__ import annotations

import pandas as pd
import sqlalchemy as sa

from ratings.store import schema
from ratings.store.adjusted import adjustments_since
from ratings.store.bulk import read_columns
from ratings.store.periods import Period
from ratings.store.players import people_by_key


def with_adjustments(connection: sa.Connection, period: Period, run: pd.DataFrame) -> pd.DataFrame:
    """Give a run's frame with the ratings and peaks in force; what was published becomes the rating before."""
    out, row = run.copy(), schema.list_row
    out["rating_before"] = out["rating"]
    place = pd.Series(out.index, index=out["id"])
    for adjustment in adjustments_since(connection, period):
        query = sa.select(row.c.player_key, row.c.rating, row.c.peak).where(row.c.list_key == adjustment.list_key)
        columns = read_columns(connection, query)
        people = people_by_key(connection, columns["player_key"].tolist())
        rows = place.reindex([people[int(key)].id for key in columns["player_key"]])
        known = rows.notna().to_numpy()
        for name in ("rating", "peak"):
            out.loc[rows[known].astype(int), name] = columns[name][known].astype(int)
    return out


def adjusted_on(connection: sa.Connection, period: Period) -> list[str]:
    """Give the days on which a period's list was adjusted since, each with who did it, when and why."""
    rows = adjustments_since(connection, period)
    return [f"adjusted on {row.in_force_on} ({row.remark})" for row in rows]
