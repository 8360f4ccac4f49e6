"""The files of a replayed history: its periods, every player's way through them, and the newest list."""

from __future__ import annotations

import json

import pandas as pd
import sqlalchemy as sa

from ratings.publish import exports, frames
from ratings.publish.refused import refused_csv
from ratings.publish.write import as_csv
from ratings.store import schema
from ratings.store.bulk import read_columns
from ratings.store.periods import Period, all_periods
from ratings.store.runs import published_list, rated_run

PERIODS = (
    "period", "starts", "ends", "publishes", "edition", "games", "rated", "new", "gone", "changed", "sum_of_changes",
    "largest_change", "sha256",
)  # fmt: skip
FIGURES = PERIODS[6:12]
"""Columns of `periods.csv` that are figures kept with the list."""
HISTORY = ("period", "id", "name", "previous", "rating", "type", "change", "played", "n", "points", "case")


def files_of(connection: sa.Connection, system: str) -> dict[str, bytes]:
    """Give `periods.csv`, `history.csv`, and `list.csv` and `archives.csv` of the newest period, from the database.

    Where rows of games were refused, `refused.csv` has them.
    """
    newest = all_periods(connection, system)[-1]
    published = published_list(connection, newest)
    assert published is not None
    run = exports.as_it_was(frames.run_frame(connection, rated_run(connection, newest).run_key), published)
    load = schema.load
    faulty = sa.select(load.c.load_key).where(load.c.system == system, load.c.kind == "games", load.c.refused > 0)
    loads = list(connection.execute(faulty.order_by(load.c.load_key)).scalars())
    return {
        "periods.csv": as_csv(periods_frame(connection, system)),
        "history.csv": as_csv(history_frame(connection, system)),
        "list.csv": as_csv(exports.as_published(published)),
        "archives.csv": as_csv(frames.archives_frame(run)),
        **({"refused.csv": refused_csv(connection, loads)} if loads else {}),
    }


def lists_of(connection: sa.Connection, system: str) -> dict[str, bytes]:
    """Give every period's list as it went out, by the file's name."""
    return {f"{period.name}.csv": _list_of(connection, period) for period in all_periods(connection, system)}


def _list_of(connection: sa.Connection, period: Period) -> bytes:
    published = published_list(connection, period)
    assert published is not None
    return as_csv(exports.as_published(published))


def periods_frame(connection: sa.Connection, system: str) -> pd.DataFrame:
    """Give the periods in order: days, edition, games played, how much the list moved, and its hash."""
    period, run, row, lists = schema.period, schema.run, schema.run_row, schema.rating_list
    sides = sa.select(row.c.run_key, sa.func.sum(row.c.played).label("sides")).group_by(row.c.run_key).subquery()
    query = (
        sa.select(period, run.c.edition, lists.c.figures, lists.c.sha256, sides.c.sides)
        .join(run, run.c.period_key == period.c.period_key)
        .join(lists, lists.c.run_key == run.c.run_key)
        .join(sides, sides.c.run_key == run.c.run_key)
        .where(period.c.system == system, lists.c.revision == 1)
        .order_by(period.c.starts_on)
    )
    rows = []
    for one in connection.execute(query):
        days = (str(one.starts_on), str(one.ends_on), str(one.publishes_on))
        told = json.loads(one.figures)
        figures = (told[name] for name in FIGURES)
        rows.append((one.name, *days, json.loads(one.edition)["name"], int(one.sides) // 2, *figures, one.sha256))
    return pd.DataFrame(rows, columns=list(PERIODS))


def history_frame(connection: sa.Connection, system: str) -> pd.DataFrame:
    """Give a row for every period in which a player played or the rating changed, by period, then id (code points)."""
    period, run, row, player = schema.period, schema.run, schema.run_row, schema.player
    moved = row.c.rating.is_distinct_from(row.c.rating_before)
    names = ("rating_before", "rating", "listed", "type", "played", "n", "half_points", "case")
    query = (
        sa.select(period.c.name.label("period"), player.c.id, player.c.name, *(row.c[name] for name in names))
        .join(run, run.c.period_key == period.c.period_key)
        .join(row, row.c.run_key == run.c.run_key)
        .join(player, player.c.player_key == row.c.player_key)
        .where(period.c.system == system, sa.or_(row.c.played > 0, moved))
    )
    rows = read_columns(connection, query)
    numbers = {name: pd.Series(frames.integers(rows[name])) for name in (*names[:3], "played", "n")}
    rated = numbers["rating"].notna()
    estimated = rated.where(rated, numbers["listed"].notna().map({True: "E", False: ""}))
    frame = pd.DataFrame(
        {
            **{name: rows[name] for name in ("period", "id", "name", "case")},
            "previous": numbers["rating_before"],
            "rating": numbers["rating"].fillna(numbers["listed"]),
            "type": pd.Series(rows["type"], dtype=object).where(rated, estimated),
            "change": numbers["rating"] - numbers["rating_before"],
            "played": numbers["played"],
            "n": numbers["n"],
            "points": [frames.halves(int(value)) for value in rows["half_points"]],
        }
    )
    return frame[list(HISTORY)].take(frames.order_by(period=frame["period"], id=frame["id"]))
