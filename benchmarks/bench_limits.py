"""What this machine can do at best, measured beside the stages: reading bytes, rows inside the engine, memory."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import sqlalchemy as sa

from ratings.engine.period import Games
from ratings.store import schema

CHUNK = 1 << 20
"""Bytes read at a time."""
TIMES = 3
"""How often each is measured; the least counts, as nothing but a disturbance makes it longer."""


def least(work: Callable[[], object], times: int = TIMES) -> float:
    """Give the least seconds of several times."""
    seconds = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begin)
    return min(seconds)


def of_file(path: Path) -> dict[str, float]:
    """Count the lines of a file, and do nothing else with it."""

    def scan() -> None:
        lines = 0
        with path.open("rb", buffering=0) as stream:
            while chunk := stream.read(CHUNK):
                lines += chunk.count(b"\n")

    return {"newline scan": least(scan)}


def of_memory(games: Games, size: int) -> dict[str, float]:
    """Fetch an integer by player for both sides of each game, from memory in the games' order; then add it up too."""
    values, weights = np.arange(size, dtype=np.int64), np.arange(size, dtype=np.float64)

    def gather() -> None:
        values[games.black]
        values[games.white]

    def gather_and_add() -> None:
        np.bincount(games.white, weights=weights[games.black], minlength=size)
        np.bincount(games.black, weights=weights[games.white], minlength=size)

    return {"gather": least(gather), "gather and add": least(gather_and_add)}


def of_database(connection: sa.Connection) -> dict[str, float]:
    """Let the engine copy its own tables and read the games, without a row coming here; nothing is kept."""
    limits = {
        f"copy of {table.name}": _undone(connection, f"CREATE TABLE again AS SELECT * FROM {table.name}")
        for table in (schema.player, schema.list_row, schema.game, schema.run_row)
    }
    limits["copy of game, with its key"] = _copied_with_key(connection, schema.game)
    statement = sa.text("SELECT count(*), sum(white), sum(black), sum(result), sum(played_on) FROM game")
    limits["scan of game"] = least(lambda: connection.execute(statement).one())
    connection.rollback()
    return limits


def _undone(connection: sa.Connection, statement: str) -> float:
    begin = time.perf_counter()
    connection.exec_driver_sql(statement)
    seconds = time.perf_counter() - begin
    connection.rollback()
    return seconds


def _copied_with_key(connection: sa.Connection, table: sa.Table) -> float:
    again = table.to_metadata(sa.MetaData(), name="again")
    again.primary_key.name = "pk_again"
    again.create(connection)
    begin = time.perf_counter()
    connection.execute(again.insert().from_select(list(again.c.keys()), sa.select(table)))
    seconds = time.perf_counter() - begin
    connection.rollback()
    return seconds
