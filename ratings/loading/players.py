"""Loading players: new ones are registered, known ones updated by id; absent columns change nothing."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.errors import Issue
from ratings.exact import Flags
from ratings.files import cells, formats
from ratings.files.csv_table import TextTable
from ratings.files.read import read_table
from ratings.files.sources import Source, as_source
from ratings.loading import journal
from ratings.loading.journal import Draft, Loaded, RefusedRow, Scope
from ratings.loading.player_ids import refuse_lost_zeros
from ratings.loading.settling_by_id import good_ids, settle_scope, waiting_ids
from ratings.store import schema
from ratings.store.bulk import insert_rows, next_keys, read_columns
from ratings.store.players import read_register

FIELDS = (
    "name",
    "birth_year",
    "birth_on",
    "sex",
    "federation",
    "club",
    "fide_id",
    "estimate",
    "estimate_rapid",
    "public",
)
COLUMNS = ("id", "name", "birth_year", "birth_date", *FIELDS[3:])
EXPORTED = (
    "games", "stand_in", "source", "rank", "rating", "type", "peak", "previous", "change", "last_game", "status",
    "file", "line", "column", "value", "reason",
)  # fmt: skip
"""Columns of the program's own lists that mean nothing for a player: passed over in silence."""
SCOPE = Scope("players")
MOST_CLEARED = 10
"""Fields emptied by a file that are named on the terminal; `load_key` and `player_change` know them all."""


def load_players(
    connection: sa.Connection, path: str | Source, at: str, encoding: str | None = None,
    *, accept_partial: bool = False, register: bool = False,
) -> Loaded:  # fmt: skip
    """Load a file of players; `at` is the moment to write down, `accept_partial` does without refused rows.

    A rating list of FIDE's fills in what registered players lack; `register` takes in who is not registered yet.
    """
    source = as_source(path)
    if source.format() == formats.FIDE_LIST:
        return _from_rating_list(connection, source, at, encoding, accept_partial=accept_partial, register=register)
    table = read_table(source, COLUMNS, ("id",), encoding)
    draft = journal.begin(connection, table, SCOPE, at, forced=accept_partial)
    if isinstance(draft, Loaded):
        return draft
    draft.note_unknown(table.unknown, EXPORTED)
    if "rating" in table.unknown:
        draft.notes.append("warning: ratings are not loaded here, but by `ratings load list`")
    loaded, refused = _store(connection, draft)
    ids = good_ids(table, refused)
    settle_scope(connection, loaded, SCOPE, ids, accept_partial=accept_partial)
    return loaded


def _from_rating_list(
    connection: sa.Connection, source: Source, at: str, encoding: str | None, *, accept_partial: bool, register: bool
) -> Loaded:
    from ratings.files.fide_list import kind_in_name, read_fide_list  # here: other files do not wait for these
    from ratings.loading.rating_lists import Pieces

    table = TextTable.without_rows(source.name, source.sha256(), encoding or "utf-8")
    draft = journal.begin(connection, table, SCOPE, at, forced=True)  # more may be registered by now
    assert isinstance(draft, Draft)
    pieces = Pieces(connection, draft, register=register)
    waiting, well = waiting_ids(connection, SCOPE), set[str]()
    with source.open() as stream:
        for piece, faults in read_fide_list(stream, source.name, kind_in_name(source.name), encoding):
            rows, _ = pieces.matched(piece, faults)
            well |= waiting & set(rows["id"].to_pylist()) if waiting else set()
    tally = pieces.tally
    draft.notes += tally.notes()
    stored = tally.registered + tally.filled
    known = tally.rows - stored - tally.passed_over - len(tally.refused)
    loaded = journal.finish(connection, draft, tally.refused, stored, known, rows=tally.rows)
    loaded = replace(loaded, unchanged=draft.again and not (stored or tally.refused))
    settle_scope(connection, loaded, SCOPE, well, accept_partial=accept_partial)
    return loaded


def _year(text: str) -> int:
    return cells.whole_number(1850, 2200)(text)


def _text(text: str) -> str:
    return text


_READERS: dict[str, Callable[[str], Any]] = {
    "name": _text,
    "birth_year": _year,
    "birth_date": cells.read_date,
    "sex": cells.one_of("M", "F"),
    "federation": _text,
    "club": _text,
    "fide_id": _text,
    "estimate": cells.whole_number(1, 3999),
    "estimate_rapid": cells.whole_number(1, 3999),
    "public": cells.one_of("yes", "no"),
}


def read_fields(table: TextTable, issues: list[Issue]) -> dict[str, np.ndarray]:
    """Read the columns that the file has, None for empty cells; birth_date also gives the year."""
    fields: dict[str, np.ndarray] = {}
    for column, reader in _READERS.items():
        if column in table.columns:
            fields["birth_on" if column == "birth_date" else column] = _read(table, column, reader, issues)
    if "birth_on" in fields:
        year = np.array([day.year if day else None for day in fields["birth_on"]], dtype=object)
        if "birth_year" in fields:
            _check_years(table, fields["birth_year"], year, issues)
            year = np.where(year == None, fields["birth_year"], year)  # noqa: E711
        fields["birth_year"] = year
    elif "birth_year" in fields and len(fields["birth_year"]):
        fields["birth_on"] = np.full(len(table), None, dtype=object)
    return fields


def _check_years(table: TextTable, years: np.ndarray, of_dates: np.ndarray, issues: list[Issue]) -> None:
    for row, (year, of_date) in enumerate(zip(years, of_dates, strict=True)):
        if year is not None and of_date is not None and year != of_date:
            issues.append(table.issue(row, "birth_year", "contradiction", f"the birth date says {of_date}"))


def _read(table: TextTable, column: str, reader: Callable[[str], Any], issues: list[Issue]) -> np.ndarray:
    codes, texts = table.coded(column)
    values = np.empty(len(texts), dtype=object)
    problems = {}
    for place, text in enumerate(texts):
        try:
            values[place] = reader(text) if text else None
        except cells.Unreadable as problem:
            problems[place] = problem
    for row in np.flatnonzero(np.isin(codes, list(problems))) if problems else ():
        problem = problems[int(codes[row])]
        issues.append(table.issue(int(row), column, problem.code, str(problem)))
    return values[codes]


def _store(connection: sa.Connection, draft: Draft) -> tuple[Loaded, list[RefusedRow]]:
    table, issues = draft.table, list[Issue]()
    codes, ids = table.coded("id")
    empty = np.array([text == "" for text in ids])[codes] if len(table) else np.zeros(0, dtype=bool)
    cells.refuse_empty(table, "id", empty, issues)
    fields = read_fields(table, issues)
    register = read_register(connection)
    keys = register.keys_of(ids)[codes]
    refuse_lost_zeros(table, "id", register, issues)
    cells.refuse_odd(table, cells.NAMED, issues)
    new = keys == 0
    refuse_nameless(table, new & ~empty, fields, issues)
    refuse_repeated(table, codes, ids, fields, issues)
    refused = journal.refused_rows(table, issues)
    bad = [row for row in refused if row >= 0]
    good = np.zeros(len(table), dtype=bool)
    good[np.unique(codes, return_index=True)[1]] = True  # equal rows of an id are one
    good[bad] = False
    stored = _register(connection, draft, good & new, codes, ids, fields)
    changed = _update(connection, draft, good & ~new, keys, fields)
    known = len(table) - stored - changed - len(bad)
    if changed:
        draft.notes.insert(0, f"{stored} new, {changed} changed")
    rows = list(refused.values())
    return journal.finish(connection, draft, rows, stored + changed, known), rows


def refuse_nameless(table: TextTable, new: Flags, fields: dict[str, np.ndarray], issues: list[Issue]) -> None:
    """Refuse rows without a name; where the file has no names, those of `new` players."""
    if "name" not in fields:
        for row in np.flatnonzero(new):
            issues.append(table.issue(int(row), "id", "unknown-player", "not registered, and the file has no names"))
        return
    for row in np.flatnonzero(fields["name"] == None):  # noqa: E711
        issues.append(table.issue(int(row), "name", "missing-value", "a player needs a name"))


def refuse_repeated(
    table: TextTable, codes: np.ndarray, ids: list[str], fields: dict[str, np.ndarray], issues: list[Issue]
) -> None:
    """Refuse all rows of an id that stands twice with different fields: never the last one wins."""
    texts = np.array(ids, dtype=object)
    same = np.unique(texts, return_inverse=True)[1][codes] if len(table) else codes
    order = np.argsort(same, kind="stable")
    repeated = np.bincount(same, minlength=1)[same] > 1 if len(table) else np.zeros(0, dtype=bool)
    rows_of: dict[str, list[int]] = {}
    for row in order[repeated[order]]:
        rows_of.setdefault(ids[codes[row]], []).append(int(row))
    for player_id, rows in rows_of.items():
        told = {tuple(str(column[row]) for column in fields.values()) for row in rows}
        if player_id and len(told) > 1:
            lines = ", ".join(str(table.lines[row]) for row in rows)
            for row in rows:
                issues.append(
                    table.issue(row, "id", "contradiction", f"the id stands in lines {lines}, with different fields")
                )


def _register(
    connection: sa.Connection,
    draft: Draft,
    rows: np.ndarray,
    codes: np.ndarray,
    ids: list[str],
    fields: dict[str, np.ndarray],
) -> int:
    count = int(rows.sum())
    if count:
        chosen = {name: column[rows] for name, column in fields.items()}
        if "birth_on" in chosen and connection.dialect.name == "sqlite":
            chosen["birth_on"] = np.array(
                [day.isoformat() if day else None for day in chosen["birth_on"]], dtype=object
            )
        columns = {
            "player_key": next_keys(connection, schema.player.c.player_key, count),
            "id": np.array(ids, dtype=object)[codes[rows]],
            **chosen,
            "load_key": np.full(count, draft.load_key),
        }
        insert_rows(connection, schema.player, columns)
    return count


def _update(
    connection: sa.Connection, draft: Draft, rows: np.ndarray, keys: np.ndarray, fields: dict[str, np.ndarray]
) -> int:
    """Update known players where a field differs; keep what it was, so that the load can be taken back."""
    if not rows.any() or not fields:
        return 0
    player = schema.player
    before = read_columns(connection, sa.select(player.c.player_key, *(player.c[name] for name in fields)))
    place = {int(key): at for at, key in enumerate(before["player_key"])}
    updates, changes, cleared = [], [], list[str]()
    for row in np.flatnonzero(rows):
        at = place[int(keys[row])]
        old = {name: _plain(before[name][at]) for name in fields}
        new = {name: column[row] for name, column in fields.items()}
        if old != {name: _plain(value) for name, value in new.items()}:
            updates.append({"key": int(keys[row]), **new})
            changes.append({"load_key": draft.load_key, "player_key": int(keys[row]), "before": json.dumps(old)})
            gone = [name for name in fields if new[name] is None and old[name] is not None]
            cleared += [f"{name} of {draft.table.cell('id', int(row)).strip()} (was {old[name]})" for name in gone]
    if cleared:
        more = f" and {len(cleared) - MOST_CLEARED} more" if len(cleared) > MOST_CLEARED else ""
        draft.notes.append(f"warning: empty cells cleared {', '.join(cleared[:MOST_CLEARED])}{more}")
    if updates and draft.again:
        _forget_changes(connection, draft, [change["player_key"] for change in changes])
    if updates:
        statement = sa.update(player).where(player.c.player_key == sa.bindparam("key"))
        connection.execute(statement.values({name: sa.bindparam(name) for name in fields}), updates)
        connection.execute(sa.insert(schema.player_change), changes)
    return len(updates)


def _forget_changes(connection: sa.Connection, draft: Draft, keys: list[int]) -> None:
    change = schema.player_change
    own = sa.and_(change.c.load_key == draft.load_key, change.c.player_key == sa.bindparam("key"))
    connection.execute(sa.delete(change).where(own), [{"key": key} for key in keys])


def _plain(value: Any) -> Any:
    """Give a value as JSON keeps it: days as text, NumPy integers as Python's."""
    if isinstance(value, dt.date):
        return value.isoformat()
    return int(value) if isinstance(value, np.integer) else value
