"""Games in the database: storing them, and reading a period's for rating or for showing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.engine.period import Games
from ratings.exact import Ints
from ratings.files.cells import PLAYED
from ratings.store import schema
from ratings.store.bulk import Columns, insert_rows, read_columns, read_integers
from ratings.store.events import read_events
from ratings.store.game_rows import PLAYER_BITS, GameRows
from ratings.store.holds import GAME, WORDS, marks, read_holds
from ratings.store.packed_games import Keys, read_packed
from ratings.store.periods import Period
from ratings.store.persons import as_persons, keys_of, read_persons

AT_ONCE = 500
"""Keys in one IN list: databases bound their number."""
ASIDE = "set-aside"
"""The word of rows whose tournament is set aside."""


def insert_games(connection: sa.Connection, rows: GameRows, load_key: int) -> None:
    """Store games of one load, and enter their players under it."""
    takes_part = np.zeros(max(int(rows.white.max(initial=0)), int(rows.black.max(initial=0))) + 1, dtype=bool)
    takes_part[rows.white], takes_part[rows.black] = True, True
    takes_part[0] = False
    enter_participants(connection, np.flatnonzero(takes_part), load_key)
    store_games(connection, rows, load_key)


def insert_games_of_loads(connection: sa.Connection, rows: GameRows, loads: Ints) -> None:
    """Store games of new loads at once, and enter their players; `loads` has the key of each row's load."""
    keys = loads.astype(np.int64) << PLAYER_BITS
    pairs = np.unique(np.concatenate([keys | rows.white, keys | rows.black]))
    columns = {"load_key": pairs >> PLAYER_BITS, "player_key": pairs & ((1 << PLAYER_BITS) - 1)}
    insert_rows(connection, schema.participant, columns, np.flatnonzero(columns["player_key"]))
    store_games(connection, rows, loads)


def store_games(
    connection: sa.Connection, rows: GameRows, loads: int | Ints, progress: Callable[[int], None] | None = None
) -> None:
    """Store games in the order of their key; byes and forfeits without an opponent go apart.

    `loads` is the key of the load that brought them, or that of each row.
    """
    order = _by_key(rows)  # so that rows are appended
    columns = {
        "tournament_key": rows.tournament, "round": rows.round, "played_on": rows.day, "white": rows.white,
        "black": rows.black, "result": rows.result, "load_key": np.broadcast_to(loads, len(rows)),
        "board": rows.board,
    }  # fmt: skip
    paired = rows.black[order] > 0
    insert_rows(connection, schema.game, columns, order[paired], progress=progress)
    del columns["black"]
    insert_rows(connection, schema.bye, columns, order[~paired])


def _by_key(rows: GameRows) -> Ints:
    """Give the order of the table's key, but for its last columns, which seldom decide."""
    when = rows.when()
    order = np.argsort(when, kind="stable")
    begins = np.diff(when[order], prepend=when[order[:1]]) != 0
    key = np.cumsum(begins) << PLAYER_BITS | rows.white[order]
    return order[np.argsort(key)]


def enter_participants(connection: sa.Connection, players: Ints, load_key: int) -> None:
    """Enter players under the load of their games, where they are not yet."""
    table = schema.participant
    known = read_integers(connection, sa.select(table.c.player_key).where(table.c.load_key == load_key))
    new = np.setdiff1d(players, known[:, 0])
    insert_rows(connection, table, {"load_key": np.full(len(new), load_key), "player_key": new})


def read_games(connection: sa.Connection, tournaments: Ints) -> GameRows:
    """Read all games of some tournaments, of any period, byes among them."""
    parts = [np.zeros((0, len(fields(GameRows))), dtype=np.int64)]
    for table, black in ((schema.game, schema.game.c.black), (schema.bye, sa.literal(0))):
        before = (table.c.tournament_key, table.c.round, table.c.played_on, table.c.white)
        query = sa.select(*before, black, table.c.result, table.c.board)
        for start in range(0, len(tournaments), AT_ONCE):
            chunk = tournaments[start : start + AT_ONCE].tolist()
            parts.append(read_integers(connection, query.where(table.c.tournament_key.in_(chunk))))
    return GameRows(*np.concatenate(parts).T.astype(np.int32))


def loads_of(connection: sa.Connection, period: Period) -> list[int]:
    """Give the keys of the loads that brought games into a period, of a published one before it was published."""
    load = schema.load
    query = sa.select(load.c.load_key).where(load.c.kind == "games", load.c.period_key == period.key)
    if period.seen is not None:
        query = query.where(load.c.load_key <= period.seen.load_key)
    return [int(key) for key in connection.execute(query.order_by(load.c.load_key)).scalars()]


def _of_period(
    connection: sa.Connection, table: sa.Table, period: Period, among: Keys | None = None
) -> tuple[sa.FromClause, sa.ColumnElement[bool]]:
    """Give the join and the condition that find a period's rows by the tournaments entered in it, or some of these."""
    entry, key = schema.entry, table.c.tournament_key
    condition = sa.and_(entry.c.period_key == period.key, table.c.load_key.in_(loads_of(connection, period)))
    if among is not None:
        condition = sa.and_(condition, key.between(*among))
    return table.join(entry, entry.c.tournament_key == key), condition


def count_games(connection: sa.Connection, period: Period, among: Keys | None = None) -> Ints:
    """Count a period's games by tournament, rated or not: shape (tournaments, 2), key and count, by key."""
    source, condition = _of_period(connection, schema.game, period, among)
    key = schema.game.c.tournament_key
    query = sa.select(key, sa.func.count()).select_from(source).where(condition)
    return read_integers(connection, query.group_by(key).order_by(key))


def read_rows(connection: sa.Connection, period: Period, among: Keys | None = None) -> tuple[Ints, Ints]:
    """Read all rows of a period, byes (player 0 is nobody) after games, as an array of shape (rows, 6): columns GAME.

    Also give the code in `holds.WORDS` of each row: what a decision keeps out of the rating.
    """
    parts = [_keys_of(connection, period, table, among) for table in (schema.game, schema.bye)]
    rows = np.concatenate(parts)
    holds, persons = read_holds(connection, period), read_persons(connection, period.seen)
    words = np.zeros(len(rows), dtype=np.int64)
    if holds:
        words = marks(holds, GameRows.of_keys(rows), persons)[0]
    rows[:, 3:5] = as_persons(rows[:, 3:5], persons)
    return rows, words


def _keys_of(connection: sa.Connection, period: Period, table: sa.Table, among: Keys | None) -> Ints:
    source, condition = _of_period(connection, table, period, among)
    black = table.c.black if "black" in table.c else sa.literal(0)
    columns = [black if name == "black" else table.c[name] for name in GAME]
    return read_integers(connection, sa.select(*columns).select_from(source).where(condition))


def read_played(connection: sa.Connection, period: Period, among: Keys | None = None) -> Games:
    """Read the games of a period that are to be rated: played over the board, not set aside, held or withdrawn.

    `among` limits them to the tournaments with keys from the first to the last of two.
    """
    if period.seen is None and not decisions_stand(connection, period):
        return read_packed(connection, period, loads_of(connection, period), among)
    rows = read_rated_rows(connection, period, among).astype(np.int32)
    return Games(white=rows[:, 3], black=rows[:, 4], half_points=rows[:, 5], day=rows[:, 2])


def read_rated_rows(connection: sa.Connection, period: Period, among: Keys | None = None) -> Ints:
    """Read the same games with all that names them: an array of shape (games, 6), columns GAME."""
    rows, words = read_rows(connection, period, among)
    rated = [event.key for event in read_events(connection, period) if not event.set_aside]
    return rows[(words == 0) & (rows[:, 5] < PLAYED) & np.isin(rows[:, 0], rated)]


def decisions_stand(connection: sa.Connection, period: Period) -> bool:
    """Say whether anything is held or withdrawn, or ids are one person: games are not rated as they are stored."""
    return bool(read_holds(connection, period) or read_persons(connection, period.seen))


def games_of(
    connection: sa.Connection, period: Period, player_key: int | None = None, code: str | None = None
) -> dict[str, np.ndarray[Any, Any]]:
    """Read all rows of a period, or of one player or tournament in it, with round and why they are not rated.

    `word` is one of `holds.WORDS` or ASIDE, empty for a row that nothing keeps out; `set_aside` is the reason.
    Of a published period this takes in the games that were left out of its list and moved to a later period since.
    """
    tournament = schema.tournament
    persons = read_persons(connection, period.seen)
    parts = []
    for table, black in _sources():
        source, condition = _of_period(connection, table, period)
        source = source.join(tournament, tournament.c.tournament_key == table.c.tournament_key)
        if code is not None:
            condition = sa.and_(condition, tournament.c.code == code)
        if player_key is not None:
            keys = keys_of(player_key, persons)
            sides = [table.c[side].in_(keys) for side in ("white", "black") if side in table.c]
            condition = sa.and_(condition, sa.or_(*sides))
        parts.append(
            sa.select(
                tournament.c.code.label("tournament"), table.c.round, table.c.board, table.c.played_on, table.c.white,
                sa.cast(black, sa.Integer).label("black"), table.c.result, table.c.tournament_key, table.c.load_key,
            )
            .select_from(source)
            .where(condition)
        )  # fmt: skip
    both = sa.union_all(*parts).subquery()
    order = (both.c.played_on, both.c.tournament, both.c.round, both.c.board, both.c.white, both.c.black)
    rows = read_columns(connection, sa.select(both).order_by(*order))
    return _by_person(_with_reasons(connection, period, rows, persons), persons)


def _by_person(rows: Columns, persons: dict[int, int]) -> Columns:
    """Put persons in place of their other ids; `stored_white` and `stored_black` are the keys as they are stored."""
    if not persons:
        return rows | {"stored_white": rows["white"], "stored_black": rows["black"]}
    black = [None if key is None else persons.get(key, key) for key in rows["black"]]
    told = {"white": as_persons(rows["white"], persons), "black": np.array(black, dtype=object)}
    return rows | told | {"stored_white": rows["white"], "stored_black": rows["black"]}


def _sources() -> tuple[tuple[sa.Table, sa.ColumnElement[Any]], ...]:
    """Give the tables that games stand in, with what stands for Black: null where there is nobody."""
    left_out = schema.left_out
    black = sa.func.nullif(left_out.c.black, 0)
    return (schema.game, schema.game.c.black), (schema.bye, sa.null()), (left_out, black)


def _with_reasons(connection: sa.Connection, period: Period, rows: Columns, persons: dict[int, int]) -> Columns:
    """Add `word` and `set_aside`: what keeps each row out of the rating, and why."""
    aside = {event.key: event.set_aside for event in read_events(connection, period)}
    keys, place = np.unique(rows["tournament_key"], return_inverse=True)
    reasons = np.array([aside.get(key, "") for key in keys.tolist()], dtype=object)[place]
    words = np.where(reasons != "", ASIDE, "").astype(object)
    holds = read_holds(connection, period)
    if holds:
        black = np.array([key or 0 for key in rows["black"]], dtype=np.int64)
        names = ("tournament_key", "round", "played_on", "white")
        keys_of_rows = GameRows(*(rows[name] for name in names), black, rows["result"], rows["board"])
        codes, places = marks(holds, keys_of_rows, persons)
        for at in np.flatnonzero(codes):
            words[at], reasons[at] = WORDS[codes[at]], holds[places[at]].reason
    return rows | {"word": words, "set_aside": reasons}
