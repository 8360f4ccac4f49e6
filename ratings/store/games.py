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
from ratings.store.bulk import insert_rows, read_columns, read_integers
from ratings.store.game_rows import GameRows
from ratings.store.periods import Period

AT_ONCE = 500
"""Keys in one IN list: databases bound their number."""
PLAYER_BITS = 31
RESULT_BITS = 3
DAY_OFFSET = 1 << 20


def insert_games(
    connection: sa.Connection, rows: GameRows, load_key: int, progress: Callable[[int], None] | None = None
) -> None:
    """Store games of one load, in the order of their key; byes and forfeits without an opponent go apart."""
    order = np.argsort(rows.when(), kind="stable")  # near the order of the table's key, so that rows are appended
    columns = {
        "tournament_key": rows.tournament, "round": rows.round, "played_on": rows.day, "white": rows.white,
        "black": rows.black, "result": rows.result, "load_key": np.broadcast_to(load_key, len(rows)),
        "board": rows.board,
    }  # fmt: skip
    paired = rows.black[order] > 0
    _insert_participants(connection, rows, load_key)
    insert_rows(connection, schema.game, columns, order[paired], progress=progress)
    del columns["black"]
    insert_rows(connection, schema.bye, columns, order[~paired])


def _insert_participants(connection: sa.Connection, rows: GameRows, load_key: int) -> None:
    """Enter the players of games under their load, where they are not yet."""
    table = schema.participant
    known = read_integers(connection, sa.select(table.c.player_key).where(table.c.load_key == load_key))
    takes_part = np.zeros(max(int(rows.white.max(initial=0)), int(rows.black.max(initial=0))) + 1, dtype=bool)
    takes_part[rows.white], takes_part[rows.black] = True, True
    takes_part[0] = False
    new = np.setdiff1d(np.flatnonzero(takes_part), known[:, 0])
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
    """Give the keys of the loads that brought games into a period."""
    load = schema.load
    query = sa.select(load.c.load_key).where(load.c.kind == "games", load.c.period_key == period.key)
    return [int(key) for key in connection.execute(query.order_by(load.c.load_key)).scalars()]


def _of_period(
    connection: sa.Connection, table: sa.Table, period: Period
) -> tuple[sa.FromClause, sa.ColumnElement[bool]]:
    """Give the join and the condition that find a period's rows by the tournaments entered in it."""
    entry = schema.entry
    source = table.join(entry, entry.c.tournament_key == table.c.tournament_key)
    return source, sa.and_(entry.c.period_key == period.key, table.c.load_key.in_(loads_of(connection, period)))


def read_played(connection: sa.Connection, period: Period) -> Games:
    """Read the games of a period that are to be rated: played over the board, in tournaments not set aside."""
    game, entry = schema.game, schema.entry
    source, condition = _of_period(connection, game, period)
    wide = sa.literal_column(str(1 << PLAYER_BITS), sa.BigInteger)
    pair = game.c.white * wide + game.c.black
    rest = (game.c.played_on + DAY_OFFSET) * (1 << RESULT_BITS) + game.c.result
    query = sa.select(pair, rest).select_from(source).where(condition, entry.c.set_aside == "", game.c.result < PLAYED)
    return _unpacked(read_integers(connection, query))


def _unpacked(pairs: Ints) -> Games:
    first, second = pairs[:, 0], pairs[:, 1]
    return Games(
        white=(first >> PLAYER_BITS).astype(np.int32),
        black=(first & ((1 << PLAYER_BITS) - 1)).astype(np.int32),
        half_points=(second & ((1 << RESULT_BITS) - 1)).astype(np.int32),
        day=((second >> RESULT_BITS) - DAY_OFFSET).astype(np.int32),
    )


def games_of(
    connection: sa.Connection, period: Period, player_key: int | None = None, code: str | None = None
) -> dict[str, np.ndarray[Any, Any]]:
    """Read all rows of a period, or of one player or tournament in it, with round and why they are set aside.

    Of a published period this takes in the games that were left out of its list and moved to a later period since.
    """
    tournament, entry, left_out = schema.tournament, schema.entry, schema.left_out
    parts = []
    sources = (
        (schema.game, schema.game.c.black),
        (schema.bye, sa.null()),
        (left_out, sa.func.nullif(left_out.c.black, 0)),
    )
    for table, black in sources:
        source, condition = _of_period(connection, table, period)
        source = source.join(tournament, tournament.c.tournament_key == table.c.tournament_key)
        if code is not None:
            condition = sa.and_(condition, tournament.c.code == code)
        if player_key is not None:
            sides = [table.c.white == player_key]
            sides += [table.c.black == player_key] if "black" in table.c else []
            condition = sa.and_(condition, sa.or_(*sides))
        parts.append(
            sa.select(
                tournament.c.code.label("tournament"), table.c.round, table.c.board, table.c.played_on, table.c.white,
                sa.cast(black, sa.Integer).label("black"), table.c.result, entry.c.set_aside, table.c.load_key,
            )
            .select_from(source)
            .where(condition)
        )  # fmt: skip
    both = sa.union_all(*parts).subquery()
    order = (both.c.played_on, both.c.tournament, both.c.round, both.c.board, both.c.white, both.c.black)
    return read_columns(connection, sa.select(both).order_by(*order))
