"""Pool rows that are known: from the same file, another load, or a published list; and what contradicts these."""

from __future__ import annotations

import datetime as dt
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.errors import Issue
from ratings.exact import Flags
from ratings.files.cells import as_date
from ratings.files.csv_table import TextTable
from ratings.store import schema
from ratings.store.bulk import Columns, read_columns
from ratings.store.persons import as_persons, read_persons
from ratings.store.pools import ROW

IDENTITY = ("player_key", "tournament", "period_ends")
"""What makes two rows the same one: a player has one row of a tournament in a period."""
MAY_BE_EMPTY = ("opponents", "format", "first_event")
"""Columns that a file may leave empty; it says nothing against what is known then."""
VALUES = tuple(name for name in ROW if name not in IDENTITY)

Identity = tuple[int, str, int]
Stored = dict[Identity, list[tuple[str, dict[str, Any]]]]
"""Stored rows by what they are, each with the words that say where it stands; the newest last."""


def find_repeated(table: TextTable, rows: Columns, issues: list[Issue]) -> Flags:
    """Say which rows repeat an earlier one; refuse all rows of one identity that differ."""
    again = np.zeros(len(table), dtype=bool)
    places: dict[Identity, list[int]] = {}
    for row, one in enumerate(_identities(rows)):
        places.setdefault(one, []).append(row)
    for (player, *_), same in places.items():
        if len(same) == 1 or not player:
            continue
        if len({tuple(rows[name][row] for name in VALUES) for row in same}) == 1:
            again[same[1:]] = True
            continue
        lines = ", ".join(str(table.lines[row]) for row in same)
        message = f"the player's row of this tournament and period stands in lines {lines}, differently"
        issues += [table.issue(row, "id", "contradiction", message) for row in same]
    return again


def find_known(
    connection: sa.Connection, table: TextTable, system: str, day: dt.date, rows: Columns, issues: list[Issue]
) -> Flags:
    """Say which rows of a file for a day are stored, or stand in a published list; refuse what contradicts them.

    A list published since stays as it is: what it does not have is refused too.
    """
    known = np.zeros(len(table), dtype=bool)
    persons = read_persons(connection, None)
    stored = _stored(connection, system, persons)
    published = _published_since(connection, system, day)
    people = {**rows, "player_key": as_persons(rows["player_key"], persons)}
    for row, one in enumerate(_identities(people)):
        if not one[0]:
            continue
        different = [_different(table, row, rows, values, persons) for _, values in stored.get(one, [])]
        known[row] = [] in different
        if different and not known[row]:
            where, values = stored[one][-1]
            for name in different[-1]:
                shown = _shown(name, values[name])
                issues.append(table.issue(row, name, "contradiction", f"{where} says {shown}"))
        elif published is not None and not known[row]:
            message = f"the list published for {published} was made without this row, and does not change"
            issues.append(table.issue(row, "id", "contradiction", message))
    return known


def _identities(rows: Columns) -> list[Identity]:
    return list(zip(*(rows[name].tolist() for name in IDENTITY), strict=True))


def _different(table: TextTable, row: int, rows: Columns, stored: dict[str, Any], persons: dict[int, int]) -> list[str]:
    """Name the columns in which a row says something else than a stored one."""
    said = [name for name in VALUES if name not in MAY_BE_EMPTY or table.cell(name, row).strip()]
    new = {name: rows[name][row] for name in said}
    if "opponents" in new:
        new["opponents"] = _people(new["opponents"], persons)
    return [name for name in said if new[name] != stored[name]]


def _people(opponents: str, persons: dict[int, int]) -> frozenset[int]:
    return frozenset(persons.get(int(key), int(key)) for key in opponents.split())


def _shown(name: str, value: Any) -> str:
    if name == "opponents":
        return "other opponents"
    if name == "first_event":
        return ("no", "yes")[int(value)]
    return str(as_date(value)) if name == "starts" else str(value or "nothing")


def _stored(connection: sa.Connection, system: str, persons: dict[int, int]) -> Stored:
    """Give the rows of all loads of a system, then those that its published lists have left."""
    pool, load, lists = schema.pool, schema.load, schema.rating_list
    columns = [pool.c[name] for name in ROW]
    loaded = sa.select(*columns, load.c.load_key, load.c.file).join(load, load.c.load_key == pool.c.load_key)
    left = sa.select(*columns).join(lists, lists.c.run_key == pool.c.run_key).where(lists.c.system == system)
    stored: Stored = {}
    for row in _rows(read_columns(connection, loaded.where(load.c.system == system).order_by(load.c.load_key))):
        _add(stored, row, persons, f"load {row['load_key']} ({row['file']})")
    for row in _rows(read_columns(connection, left.distinct())):
        _add(stored, row, persons, "the list published here")
    return stored


def _rows(columns: Columns) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in zip(*(c.tolist() for c in columns.values()), strict=True)]


def _add(stored: Stored, row: dict[str, Any], persons: dict[int, int], where: str) -> None:
    player = persons.get(row["player_key"], row["player_key"])
    values = {name: row[name] for name in VALUES} | {"opponents": _people(row["opponents"], persons)}
    stored.setdefault((player, row["tournament"], row["period_ends"]), []).append((where, values))


def _published_since(connection: sa.Connection, system: str, day: dt.date) -> dt.date | None:
    """Give the day of the newest published list, where it was made from, or after, a list of `day`."""
    lists = schema.rating_list
    query = sa.select(sa.func.max(lists.c.in_force_on)).where(
        lists.c.system == system, lists.c.run_key.isnot(None), lists.c.in_force_on >= day
    )
    return connection.execute(query).scalar()
