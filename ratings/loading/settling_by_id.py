"""When refused rows of players, lists and pools count as mended: told by their ids, of pools by what else they are."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Sequence

import numpy as np
import sqlalchemy as sa

from ratings.files.cells import Unreadable, as_date, read_date
from ratings.files.csv_table import TextTable
from ratings.loading import journal
from ratings.loading.journal import Loaded, RefusedRow, Scope
from ratings.store import schema


def settle_scope(
    connection: sa.Connection,
    loaded: Loaded,
    scope: Scope,
    good: Callable[[], set[str]],
    *,
    accept_partial: bool = False,
) -> None:
    """Settle refused rows of players or of a list: those whose id has come well since, `good` giving this file's.

    Rows of pools are named by `name_of`, and are mended by a row of the same tournament and period only. A file that
    brings nothing mends nothing that was refused after it came: the same files loaded twice change nothing.

    A file without a refused row that holds all that an older one had brought settles that one's, as the same file
    mended. `accept_partial` gives all of them up, this file's own among them.
    """
    load, refused = schema.load, schema.refused
    of_scope = sa.and_(load.c.kind == scope.kind, load.c.scope == scope.text, refused.c.settled_by.is_(None))
    query = (
        sa.select(refused.c.refused_key, refused.c.cells, refused.c.load_key)
        .join(load, load.c.load_key == refused.c.load_key)
        .where(of_scope)
    )
    rows = list(connection.execute(query))
    if not rows:
        return
    if accept_partial:
        journal.settle_rows(connection, [row.refused_key for row in rows], loaded.load_key, given_up=True)
        return
    ids = good()
    older = {row.load_key for row in rows} - {loaded.load_key}
    older = {key for key in older if key < loaded.load_key} if loaded.unchanged else older
    whole = {key for key in older if loaded.refused == 0 and _holds(connection, scope, key, ids)}
    mended = [r for r in rows if r.load_key in whole or name_of(json.loads(r.cells)) in ids]
    journal.settle_rows(connection, [r.refused_key for r in mended if r.load_key in older], loaded.load_key)


def _holds(connection: sa.Connection, scope: Scope, load_key: int, ids: set[str]) -> bool:
    """Say whether all players are among `ids` whom an older load had brought, and that it had brought some."""
    player, row = schema.player, schema.list_row
    if scope.kind == "list":
        query = sa.select(player.c.id).join(row, row.c.player_key == player.c.player_key)
        query = query.where(row.c.load_key == load_key)
    else:
        query = sa.select(player.c.id).where(player.c.load_key == load_key)
    brought = set(connection.execute(query).scalars()) | _pools_of(connection, load_key)
    return bool(brought) and brought <= ids


def _pools_of(connection: sa.Connection, load_key: int) -> set[str]:
    player, pool = schema.player, schema.pool
    query = sa.select(player.c.id, pool.c.tournament, pool.c.period_ends)
    query = query.join(pool, pool.c.player_key == player.c.player_key).where(pool.c.load_key == load_key)
    rows = connection.execute(query)
    return {name_of({"id": i, "tournament": t, "period_ends": str(as_date(ends))}) for i, t, ends in rows}


def name_of(row: dict[str, str]) -> str:
    """Name what a file's row is about: the player by id; a pool's row also by its tournament and period."""
    player = row.get("id", "").strip()
    if "period_ends" not in row:
        return player
    ends = row["period_ends"].strip()
    with contextlib.suppress(Unreadable):
        ends = str(read_date(ends))
    return "\n".join((player, row.get("tournament", "").strip(), ends))


def waiting_ids(connection: sa.Connection, scope: Scope) -> set[str]:
    """Give the ids of the refused rows of a scope that are not mended yet."""
    load, refused = schema.load, schema.refused
    query = (
        sa.select(refused.c.cells)
        .join(load, load.c.load_key == refused.c.load_key)
        .where(load.c.kind == scope.kind, load.c.scope == scope.text, refused.c.settled_by.is_(None))
    )
    return {json.loads(cells).get("id", "").strip() for cells in connection.execute(query).scalars()} - {""}


def good_ids(table: TextTable, refused: Sequence[RefusedRow]) -> set[str]:
    """Give the ids of a file that stand in no refused row."""
    codes, ids = table.coded("id")
    bad = {row.cells.get("id", "").strip() for row in refused}
    return {ids[code] for code in np.unique(codes)} - bad
