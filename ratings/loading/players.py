"""Loading players: new ones are registered, known ones updated by id; absent columns change nothing."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import sqlalchemy as sa

from ratings.columns import Array, as_text, bits, flags, integers, known, numbers, whole
from ratings.exact import Flags, Ints
from ratings.files import formats
from ratings.files.csv_table import TextTable
from ratings.files.known_columns import BY_PLAYER, PLAYERS
from ratings.files.read import ReadTable, read_table
from ratings.files.sources import Source, as_source
from ratings.loading import journal
from ratings.loading.journal import Draft, Loaded, RefusedRow, Scope
from ratings.loading.player_ids import refuse_lost_zeros
from ratings.loading.player_rows import PlayerRows, read_rows
from ratings.loading.settling_by_id import good_ids, settle_scope, waiting_ids
from ratings.store import schema
from ratings.store.bulk import next_keys
from ratings.store.on_the_way import insert_soon
from ratings.store.players import read_register
from ratings.store.reading import read_by_player
from ratings.wording import some_of

EXPORTED = (
    "games", "stand_in", "source", "rank", "rating", "type", "peak", "previous", "change", "last_game", "status",
    "file", "line", "column", "value", "reason",
)  # fmt: skip
"""Columns of the program's own lists that mean nothing for a player: passed over in silence."""
SCOPE = Scope("players")
MOST_NAMED = 10
"""Fields emptied and names changed by a file that are named on the terminal; `player_change` knows them all."""


def load_players(
    connection: sa.Connection, path: str | Source, at: str, encoding: str | None = None,
    *, accept_partial: bool = False, register: bool = False, read: ReadTable = read_table,
    rows: PlayerRows | None = None,
) -> Loaded:  # fmt: skip
    """Load a file of players; `at` is the moment to write down, `accept_partial` does without refused rows.

    A rating list of FIDE's fills in what registered players lack; `register` takes in who is not registered yet.
    `rows` are those of the file where they are read already.
    """
    source = as_source(path)
    if source.format() == formats.FIDE_LIST:
        return _from_rating_list(connection, source, at, encoding, accept_partial=accept_partial, register=register)
    table = read(source, PLAYERS, BY_PLAYER, encoding) if rows is None else rows.table
    draft = journal.begin(connection, table, SCOPE, at, forced=accept_partial)
    if isinstance(draft, Loaded):
        return draft
    draft.note_unknown(table.unknown, EXPORTED)
    if "rating" in table.unknown:
        draft.notes.append("warning: ratings are not loaded here, but by `ratings load list`")
    loaded, refused = _store(connection, draft, rows or read_rows(table, draft.day))
    settle_scope(connection, loaded, SCOPE, partial(good_ids, table, refused), accept_partial=accept_partial)
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
    with source.reading() as stream:
        for piece, faults in read_fide_list(stream, source.name, kind_in_name(source.name), encoding):
            rows, _ = pieces.matched(piece, faults)
            well |= waiting & set(rows["id"].to_pylist()) if waiting else set()
    tally = pieces.tally
    draft.notes += tally.notes()
    stored = tally.registered + tally.filled
    known = tally.rows - stored - tally.passed_over - len(tally.refused)
    loaded = journal.finish(connection, draft, tally.refused, stored, known, rows=tally.rows)
    loaded = replace(loaded, unchanged=draft.again and not (stored or tally.refused))
    settle_scope(connection, loaded, SCOPE, well.copy, accept_partial=accept_partial)
    return loaded


def _store(connection: sa.Connection, draft: Draft, rows: PlayerRows) -> tuple[Loaded, list[RefusedRow]]:
    table, ids, issues = rows.table, rows.ids, rows.issues
    register = read_register(connection)
    keys = register.keys_of(ids)[rows.codes]
    refuse_lost_zeros(table, "id", register, issues)
    new = keys == 0
    if "name" not in rows.fields:
        for row in np.flatnonzero(new & ~rows.are_empty):
            issues.append(table.issue(int(row), "id", "unknown-player", "not registered, and the file has no names"))
    refused = journal.refused_rows(table, issues)
    bad = [row for row in refused if row >= 0]
    good = rows.are_first.copy()  # equal rows of an id are one
    good[bad] = False
    stored = _register(connection, draft, good & new, ids.take(integers(rows.codes[good & new])), rows.fields)
    changed = _update(connection, draft, good & ~new, keys, rows.fields)
    same = len(table) - stored - changed - len(bad)
    if changed:
        draft.notes.insert(0, f"{stored} new, {changed} changed")
    told = list(refused.values())
    return journal.finish(connection, draft, told, stored + changed, same), told


def _register(connection: sa.Connection, draft: Draft, rows: Flags, ids: Array, fields: dict[str, Array]) -> int:
    count = len(ids)
    if count:
        chosen = fields if count == len(rows) else {n: column.filter(flags(rows)) for n, column in fields.items()}
        order = pc.sort_indices(ids)  # so both of the table's trees only grow at their ends
        keys, load = next_keys(connection, schema.player.c.player_key, count), np.full(count, draft.load_key)
        told = {name: column.take(order) for name, column in {"id": ids, **chosen}.items()}
        columns = {"player_key": integers(keys), **told, "load_key": integers(load)}
        insert_soon(connection, schema.player, pa.table(columns))
    return count


def _update(connection: sa.Connection, draft: Draft, rows: Flags, keys: Ints, fields: dict[str, Array]) -> int:
    """Update known players where a field differs; keep what it was, so that the load can be taken back."""
    if not rows.any() or not fields:
        return 0
    before, after = _differing(connection, np.flatnonzero(rows), keys, fields)
    updates, changes, cleared, renamed = [], [], list[str](), list[str]()
    for old, new in zip(before.to_pylist(), after.to_pylist(), strict=True):
        row, key = new.pop("row"), old.pop("player_key")
        updates.append({"key": key, **new})
        changes.append({"load_key": draft.load_key, "player_key": key, "before": json.dumps(_plain(old))})
        if new.get("name") != old.get("name"):
            renamed.append(f"{draft.table.cell('id', row).strip()}: {old['name']} -> {new['name']}")
        gone = [name for name in fields if new[name] is None and old[name] is not None]
        cleared += [f"{name} of {draft.table.cell('id', row).strip()} (was {_plain(old)[name]})" for name in gone]
    _warn(draft, "registered ids get another name:", renamed)
    _warn(draft, "empty cells cleared", cleared)
    if updates and draft.again:
        _forget_changes(connection, draft, [change["player_key"] for change in changes])
    if updates:
        statement = sa.update(schema.player).where(schema.player.c.player_key == sa.bindparam("key"))
        connection.execute(statement.values({name: sa.bindparam(name) for name in fields}), updates)
        connection.execute(sa.insert(schema.player_change), changes)
    return len(updates)


def _warn(draft: Draft, what: str, told: list[str]) -> None:
    """Warn of what a file does to registered players, the first of them named."""
    if told:
        draft.notes.append(f"warning: {what} {some_of(told, MOST_NAMED)}")


def _differing(
    connection: sa.Connection, rows: Ints, keys: Ints, fields: dict[str, Array]
) -> tuple[pa.Table, pa.Table]:
    """Give the players among some rows of whom a field differs: as they are stored, and as the rows have them."""
    player = schema.player
    query = sa.select(player.c.player_key, *(player.c[name] for name in fields))
    stored = read_by_player(connection, query, player.c.player_key)
    stored = stored.take(integers(np.searchsorted(numbers(stored["player_key"]), keys[rows])))
    stored = pa.table({name: _as_kept(name, stored[name]) for name in stored.column_names})
    told = pa.table(
        {name: as_text(column) for name, column in fields.items()} | {"row": integers(np.arange(len(keys)))}
    )
    told = told.take(integers(rows))
    differ = np.zeros(len(rows), dtype=bool)
    for name in fields:
        here, there = known(told[name]), known(stored[name])
        differ |= (here != there) | bits(pc.not_equal(told[name], stored[name]))
    return stored.filter(flags(differ)), told.filter(flags(differ))


def _as_kept(name: str, column: Array) -> Array:
    return whole(column).cast(pa.date32()) if name == "birth_on" else column


def _forget_changes(connection: sa.Connection, draft: Draft, keys: list[int]) -> None:
    change = schema.player_change
    own = sa.and_(change.c.load_key == draft.load_key, change.c.player_key == sa.bindparam("key"))
    connection.execute(sa.delete(change).where(own), [{"key": key} for key in keys])


def _plain(fields: dict[str, Any]) -> dict[str, Any]:
    """Give fields as JSON keeps them: days as text."""
    return {name: value.isoformat() if isinstance(value, dt.date) else value for name, value in fields.items()}
