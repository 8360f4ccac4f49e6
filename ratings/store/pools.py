"""Pools of newcomers in the database: reading those a period starts from, writing those it leaves."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import numpy as np
import sqlalchemy as sa

from ratings.engine.expected import FORMATS
from ratings.engine.pools import Pools
from ratings.store import schema
from ratings.store.bulk import Columns, insert_rows, next_keys, read_columns
from ratings.store.periods import Seen
from ratings.store.persons import as_persons

ROW = ("player_key", "tournament", "period_ends", "starts", "games", "half_points", "opponents_sum", "opponents",
       "format", "first_event")  # fmt: skip


def read_pool_rows(
    connection: sa.Connection, system: str, base: sa.Row | None, day: dt.date, seen: Seen | None
) -> Columns:
    """Read the pool rows of a published list's run, and those loaded with lists in force after it up to a day.

    `seen` says which loads were there.
    """
    run_key, since = (base.run_key, base.in_force_on) if base is not None else (None, None)
    pool, load, lists = schema.pool, schema.load, schema.rating_list
    loaded = (
        sa.select(pool.c.pool_key)
        .join(load, load.c.load_key == pool.c.load_key)
        .join(lists, lists.c.list_key == load.c.list_key)
        .where(lists.c.system == system, lists.c.in_force_on <= day)
    )
    if since is not None:
        loaded = loaded.where(lists.c.in_force_on > since)
    if seen is not None:
        loaded = loaded.where(pool.c.load_key <= seen.load_key)
    condition = (
        sa.or_(pool.c.pool_key.in_(loaded), pool.c.run_key == run_key) if run_key else pool.c.pool_key.in_(loaded)
    )
    query = sa.select(*(pool.c[name] for name in ROW)).where(condition)
    return read_columns(connection, query.order_by(pool.c.player_key, pool.c.period_ends, pool.c.tournament))


def as_pools(rows: Columns, number: dict[str, int], persons: dict[int, int]) -> Pools:
    """Give stored rows as the engine's pools; `number` numbers the tournament codes, `persons` says who is who."""
    size = len(rows["player_key"])
    met = [[int(key) for key in text.split()] for text in rows["opponents"]]
    opponents = [sorted({persons.get(key, key) for key in keys}) for keys in met]
    pairs = [(row, key) for row in range(size) for key in opponents[row]]
    numbers = {name: rows[name].astype(np.int64) for name in ROW if name not in ("tournament", "opponents", "format")}
    return Pools(
        player=as_persons(numbers["player_key"], persons),
        tournament=np.array([number[code] for code in rows["tournament"]], dtype=np.int64),
        ends=numbers["period_ends"],
        starts=numbers["starts"],
        games=numbers["games"],
        half_points=numbers["half_points"],
        opponents_sum=numbers["opponents_sum"],
        format=np.array([FORMATS.index(word) for word in rows["format"]], dtype=np.int64),
        is_first=numbers["first_event"] > 0,
        opponent_row=np.array([row for row, _ in pairs], dtype=np.int64),
        opponent=np.array([key for _, key in pairs], dtype=np.int64),
    )


def pool_columns(pools: Pools, codes: Sequence[str]) -> Columns:
    """Give pools as the columns of the table, without keys; `codes` by tournament number."""
    met: list[list[str]] = [[] for _ in range(len(pools))]
    for row, key in zip(pools.opponent_row, pools.opponent, strict=True):
        met[row].append(str(key))
    return {
        "player_key": pools.player,
        "tournament": np.array([codes[number] for number in pools.tournament], dtype=object),
        "period_ends": pools.ends,
        "starts": pools.starts,
        "games": pools.games,
        "half_points": pools.half_points,
        "opponents_sum": pools.opponents_sum,
        "opponents": np.array([" ".join(keys) for keys in met], dtype=object),
        "format": np.array([FORMATS[code] for code in pools.format], dtype=object),
        "first_event": pools.is_first.astype(np.int64),
    }


def insert_pools(
    connection: sa.Connection, rows: Columns, *, run_key: int | None = None, load_key: int | None = None
) -> None:
    """Store pool rows of a run or of a load."""
    size = len(rows["player_key"])
    keys = {
        "pool_key": next_keys(connection, schema.pool.c.pool_key, size),
        "run_key": np.full(size, run_key, dtype=object),
        "load_key": np.full(size, load_key, dtype=object),
    }
    insert_rows(connection, schema.pool, {**keys, **rows})


def pools_left(connection: sa.Connection, run_key: int) -> list[tuple[object, ...]]:
    """Give the pools that a run left, as tuples of ROW in an order of their own, to be compared."""
    pool = schema.pool
    query = sa.select(*(pool.c[name] for name in ROW)).where(pool.c.run_key == run_key)
    return sorted(map(tuple, connection.execute(query)))


def pools_as_left(columns: Columns) -> list[tuple[object, ...]]:
    """Give pools that are not stored in the form of `pools_left`."""
    return sorted(zip(*(columns[name].tolist() for name in ROW), strict=True))
