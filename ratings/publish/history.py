"""The files of a replayed history: its periods, every player's way through them, and the newest list."""

from __future__ import annotations

import json
from collections.abc import Collection

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import sqlalchemy as sa

from ratings.columns import integers, numbers, whole, words
from ratings.publish import exports, run_tables
from ratings.publish.job_files import refused_before_games
from ratings.publish.refused import refused_csv
from ratings.publish.write import as_csv
from ratings.store import schema
from ratings.store.periods import Period, all_periods
from ratings.store.players import read_people
from ratings.store.reading import read_arrow
from ratings.store.runs import published_list, rated_run

PERIODS = (
    "period", "starts", "ends", "publishes", "edition", "games", "rated", "new", "gone", "changed", "sum_of_changes",
    "largest_change", "sha256",
)  # fmt: skip
FIGURES = PERIODS[6:12]
"""Columns of `periods.csv` that are figures kept with the list."""
HISTORY = ("period", "id", "name", "previous", "rating", "type", "change", "played", "n", "points", "case")


def files_of(connection: sa.Connection, system: str, others: Collection[str] = ()) -> dict[str, bytes]:
    """Give `periods.csv`, `history.csv`, and `list.csv` and `archives.csv` of the newest period, from the database.

    Where rows of games were refused, `refused.csv` has them; those of players and of lists, of `others` too, have files
    as after a run.
    """
    newest = all_periods(connection, system)[-1]
    published = published_list(connection, newest)
    assert published is not None
    run = exports.as_it_was(run_tables.read_run_table(connection, rated_run(connection, newest).run_key), published)
    load = schema.load
    faulty = sa.select(load.c.load_key).where(load.c.system == system, load.c.kind == "games", load.c.refused > 0)
    loads = list(connection.execute(faulty.order_by(load.c.load_key)).scalars())
    return {
        "periods.csv": as_csv(periods_frame(connection, system)),
        "history.csv": as_csv(history_table(connection, system)),
        "list.csv": as_csv(exports.as_published(published)),
        "archives.csv": as_csv(run_tables.archives_table(run)),
        **({"refused.csv": refused_csv(connection, loads)} if loads else {}),
        **refused_before_games(connection, system, others),
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


def history_table(connection: sa.Connection, system: str) -> pa.Table:
    """Give a row for every period in which a player played or the rating changed, by period, then id (code points)."""
    period, run, row = schema.period, schema.run, schema.run_row
    of_system = sa.select(run.c.run_key, period.c.name).join(period, period.c.period_key == run.c.period_key)
    of_system = of_system.where(period.c.system == system).order_by(period.c.starts_on)
    periods = dict(connection.execute(of_system).all())
    names = ("run_key", "player_key", "rating_before", "rating", "listed", "played", "n", "half_points", "type", "case")
    moved = row.c.rating.is_distinct_from(row.c.rating_before)
    query = sa.select(*(row.c[name] for name in names)).join(run, run.c.run_key == row.c.run_key)
    query = query.join(period, period.c.period_key == run.c.period_key)
    rows = read_arrow(connection, query.where(period.c.system == system, sa.or_(row.c.played > 0, moved)))
    people = run_tables.people_of(read_people(connection), rows)
    places = numbers(pc.index_in(whole(rows["run_key"]), pa.array(periods, pa.int32())))
    columns = {
        "period": words(places, list(periods.values())),
        **{name: people[name] for name in ("id", "name")},
        **{name: rows[name] for name in ("played", "n", "case")},
        "previous": rows["rating_before"],
        "rating": pc.coalesce(rows["rating"], rows["listed"]),
        "type": run_tables.letters(rows),
        "change": pc.subtract(rows["rating"], rows["rating_before"]),
        "points": run_tables.halves_written(numbers(rows["half_points"])),
    }
    order = run_tables.order_by(period=integers(places), id=people["id"])
    return pa.table(columns).select(HISTORY).take(order)
