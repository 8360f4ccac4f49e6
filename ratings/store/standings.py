"""What a period starts from: the newest values of every player, read once from published and loaded lists."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.engine.period import TYPES, Maybe, Start
from ratings.exact import Flags, Ints
from ratings.store import schema
from ratings.store.bulk import Columns, read_columns
from ratings.store.periods import Period

OPTIONAL = ("rating", "given", "peak", "last_game", "archive_season")
"""Columns of a standing that may be absent for a player; the others are numbers that start at nothing."""
COUNTS = ("games", "archive_points", "archive_games")


def start_of(connection: sa.Connection, period: Period, credited_from: str, size: int) -> Start:
    """Give everything a period starts from, arrays of `size` entries indexed by player key.

    The base is the newest published list of an earlier period, and lists loaded since that are in force on the
    period's first day. `credited_from` names the system whose ratings are taken over (`none`: of none).
    """
    base = newest_published(connection, period.system, before=period.starts)
    standing = _standing(connection, period.system, period.starts, base, size)
    standing = _with_players(connection, standing, period.system)
    if credited_from == "none":
        return standing
    other = standing_on(connection, credited_from, period.starts, size)
    return replace(standing, credited=other.rating.only(~standing.rating.known))


def standing_on(connection: sa.Connection, system: str, day: dt.date, size: int) -> Start:
    """Give the values of the lists of a system in force on a day."""
    return _standing(connection, system, day, newest_published(connection, system, on=day), size)


def newest_published(
    connection: sa.Connection, system: str, *, before: dt.date | None = None, on: dt.date | None = None
) -> sa.Row | None:
    """Give the newest published list of a period that ended before a day, or the one in force on a day."""
    lists, run, period = schema.rating_list, schema.run, schema.period
    query = (
        sa.select(lists)
        .join(run, run.c.run_key == lists.c.run_key)
        .join(period, period.c.period_key == run.c.period_key)
        .where(lists.c.system == system, lists.c.revision > 0)
        .order_by(period.c.ends_on.desc(), lists.c.revision.desc())
        .limit(1)
    )
    condition = period.c.ends_on < before if before else lists.c.in_force_on <= on
    return connection.execute(query.where(condition)).one_or_none()


def _standing(connection: sa.Connection, system: str, day: dt.date, base: sa.Row | None, size: int) -> Start:
    start = Start.unrated(size)
    lists = schema.rating_list
    query = sa.select(lists.c.list_key, lists.c.in_force_on, lists.c.adjustment).where(
        lists.c.system == system, lists.c.revision <= 0, lists.c.in_force_on <= day
    )
    loaded = connection.execute(query.order_by(lists.c.in_force_on, lists.c.revision.desc())).all()
    older = [row for row in loaded if base is not None and _is_before(row, base)]
    for row in older:
        start = overlay(start, read_loaded(connection, row.list_key))
    if base is not None:
        start = overlay(start, read_run(connection, base.run_key), complete=True)
    for row in loaded[len(older) :]:
        start = overlay(start, read_loaded(connection, row.list_key))
    return start


def has_list_before(connection: sa.Connection, system: str, day: dt.date) -> bool:
    """Say whether a system has a list in force before a day."""
    lists = schema.rating_list
    query = sa.select(lists.c.list_key).where(lists.c.system == system, lists.c.in_force_on < day).limit(1)
    return connection.execute(query).first() is not None


def _is_before(loaded: sa.Row, published: sa.Row) -> bool:
    """Say whether a loaded list is older than a published one; an adjustment comes after the list of its day."""
    if loaded.adjustment:
        return bool(loaded.in_force_on < published.in_force_on)
    return bool(loaded.in_force_on <= published.in_force_on)


def read_run(connection: sa.Connection, run_key: int) -> Columns:
    """Read what players are after a run, as the columns of a standing."""
    row = schema.run_row
    names = ("player_key", "type", *OPTIONAL, *COUNTS)
    return read_columns(connection, sa.select(*(row.c[name] for name in names)).where(row.c.run_key == run_key))


def stored_keys(connection: sa.Connection, list_key: int, load_key: int) -> list[int]:
    """Give the players to whom a load brought a row of a list."""
    row = schema.list_row
    query = sa.select(row.c.player_key).where(row.c.list_key == list_key, row.c.load_key == load_key)
    return list(connection.execute(query).scalars())


def read_loaded(connection: sa.Connection, list_key: int, *, but_for: int = 0) -> Columns:
    """Read a loaded list as the columns of a standing; rows of several files stand one after the other.

    `but_for` is a load whose rows are left out.
    """
    row = schema.list_row
    names = ("player_key", "type", *OPTIONAL, *COUNTS)
    query = sa.select(*(row.c[name] for name in names)).where(row.c.list_key == list_key, row.c.load_key != but_for)
    return read_columns(connection, query.order_by(row.c.load_key, row.c.player_key))


def overlay(start: Start, rows: Columns, *, complete: bool = False) -> Start:
    """Put rows over a standing: what a row does not say stays, unless the rows are `complete`.

    A row with a type says whether the player is rated; no type (null) leaves the rating as it was.
    """
    keys = rows["player_key"].astype(np.int64)
    typed = known(rows["type"]) | complete
    changes: dict[str, Any] = {}
    codes = start.type.copy()
    letters = np.select([rows["type"] == "N", rows["type"] == "F"], [TYPES.index("N"), TYPES.index("F")], 0)
    codes[keys[typed]] = letters[typed]
    for name in OPTIONAL:
        column: Maybe = getattr(start, name)
        given = known(rows[name])
        says = typed if name == "rating" else given | complete
        values, has = column.values.copy(), column.known.copy()
        values[keys[says]] = numbers(rows[name])[says]
        has[keys[says]] = given[says]
        changes[name] = Maybe(values, has)
    for name in COUNTS:
        count: Ints = getattr(start, name).copy()
        given = known(rows[name]) | complete
        count[keys[given]] = numbers(rows[name])[given]
        changes[name] = count
    return replace(start, type=codes, **changes)


def known(column: np.ndarray[Any, Any]) -> Flags:
    """Say which values of a column read from the database are there."""
    if column.dtype != object:
        return np.ones(len(column), dtype=bool)
    return np.asarray(column != None, dtype=bool)  # noqa: E711 - an array: compared entry by entry


def numbers(column: np.ndarray[Any, Any]) -> Ints:
    """Give a column read from the database as integers, 0 where it is null."""
    if column.dtype != object:
        return column.astype(np.int64)
    return np.where(known(column), column, 0).astype(np.int64)


def _with_players(connection: sa.Connection, start: Start, system: str) -> Start:
    """Add birth years and the club presidents' estimates, which go before a list's (rules 2.4.2)."""
    player = schema.player
    estimate = player.c.estimate_rapid if system == "ffe-rapid" else player.c.estimate
    rows = read_columns(connection, sa.select(player.c.player_key, player.c.birth_year, estimate.label("estimate")))
    keys = rows["player_key"].astype(np.int64)

    def spread(column: np.ndarray[Any, Any]) -> Maybe:
        out = Maybe.absent(start.size)
        out.values[keys], out.known[keys] = numbers(column), known(column)
        return out

    return replace(start, birth_year=spread(rows["birth_year"]), given=spread(rows["estimate"]).or_else(start.given))
