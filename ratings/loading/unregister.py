"""Taking a load of players back: those it registered go, those it changed are as before."""

from __future__ import annotations

import datetime as dt
import json

import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.store import schema


def unregister(connection: sa.Connection, load_key: int) -> int:
    """Delete the players whom a load registered, and give their number.

    Raises:
        RatingsError: one of them has games, a list's row, or a row in a run.
    """
    player = schema.player
    theirs = sa.select(player.c.player_key).where(player.c.load_key == load_key)
    needed = (
        schema.participant.c.player_key, schema.left_out.c.white, schema.left_out.c.black,
        schema.list_row.c.player_key, schema.run_row.c.player_key, schema.pool.c.player_key,
        schema.hold.c.player_key, schema.alias.c.player_key, schema.alias.c.person_key, schema.signed.c.player_key,
    )  # fmt: skip
    for column in needed:
        used = connection.execute(
            sa.select(player.c.id).join(column.table, column == player.c.player_key).where(column.in_(theirs)).limit(1)
        ).scalar()
        if used is not None:
            raise RatingsError(
                f"Player {used}, registered by load {load_key}, has games or a rating.",
                "Take back the loads of games and lists that name the player first.",
            )
    change = schema.player_change
    connection.execute(sa.delete(change).where(change.c.player_key.in_(theirs)))
    return connection.execute(sa.delete(player).where(player.c.load_key == load_key)).rowcount


def take_back_changes(connection: sa.Connection, load_key: int) -> int:
    """Give the players whom a load changed their fields back, and give their number.

    Raises:
        RatingsError: a later load has changed one of them since.
    """
    change, player = schema.player_change, schema.player
    later = (
        sa.select(player.c.id)
        .join(change, change.c.player_key == player.c.player_key)
        .where(
            change.c.load_key > load_key,
            change.c.player_key.in_(sa.select(change.c.player_key).where(change.c.load_key == load_key)),
        )
    )
    blocked = connection.execute(later.limit(1)).scalar()
    if blocked is not None:
        raise RatingsError(
            f"Player {blocked} was changed again by a later load.", "Take the later loads of players back first."
        )
    rows = connection.execute(sa.select(change).where(change.c.load_key == load_key)).all()
    for row in rows:
        before = json.loads(row.before)
        if before.get("birth_on"):
            before["birth_on"] = dt.date.fromisoformat(before["birth_on"])
        connection.execute(sa.update(player).where(player.c.player_key == row.player_key).values(**before))
    connection.execute(sa.delete(change).where(change.c.load_key == load_key))
    return len(rows)
