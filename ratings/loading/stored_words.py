"""Stored games in words, for messages about a file that does not agree with them."""

from __future__ import annotations

import numpy as np
import sqlalchemy as sa

from ratings.files.cells import RESULTS, as_date
from ratings.store import schema
from ratings.store.bulk import read_integers
from ratings.store.game_rows import GameRows, distinct
from ratings.store.games import AT_ONCE
from ratings.store.holds import GAME
from ratings.store.persons import as_persons
from ratings.store.players import people_by_key


def in_words(connection: sa.Connection, games: GameRows, persons: dict[int, int]) -> tuple[list[str], set[int]]:
    """Say of stored games, given by the keys of persons, which they are: tournament, round, day, players, period.

    Also give the loads that brought them.
    """
    periods, loads = schema.period, _loads(connection, games, persons)
    load, event = schema.load, schema.tournament
    query = sa.select(load.c.load_key, periods.c.name).join(periods, periods.c.period_key == load.c.period_key)
    names = dict(connection.execute(query).all())
    codes = dict(connection.execute(sa.select(event.c.tournament_key, event.c.code)).all())
    people = people_by_key(connection, np.union1d(games.white, games.black).tolist())
    told = []
    for key in _keys(games):
        tournament, number, day, white, black, result = key
        where = f"{codes[tournament] or 'no tournament'}, " + (f"round {number}, " if number else "")
        players = f"{people[white].id} - {people[black].id if black else 'nobody'} {RESULTS[result]}"
        told.append(f"a game already stored ({where}{as_date(day)}, {players}, in {names[loads[key]]})")
    return told, set(loads.values())


def _keys(games: GameRows) -> list[tuple[int, ...]]:
    columns = (games.tournament, games.round, games.day, games.white, games.black, games.result)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _loads(connection: sa.Connection, games: GameRows, persons: dict[int, int]) -> dict[tuple[int, ...], int]:
    """Give the load of stored games, by their keys with persons in them."""
    events = distinct(games.tournament)
    parts = [np.zeros((0, len(GAME) + 1), dtype=np.int64)]
    for table, black in ((schema.game, schema.game.c.black), (schema.bye, sa.literal(0))):
        columns = [black if name == "black" else table.c[name] for name in (*GAME, "load_key")]
        for start in range(0, len(events), AT_ONCE):
            among = table.c.tournament_key.in_(events[start : start + AT_ONCE].tolist())
            parts.append(read_integers(connection, sa.select(*columns).where(among)))
    rows = np.concatenate(parts)
    rows[:, 3:5] = as_persons(rows[:, 3:5], persons)
    rows = rows[GameRows.of_keys(rows[:, : len(GAME)]).among(games)]
    return {tuple(key): load for *key, load in rows.tolist()}
