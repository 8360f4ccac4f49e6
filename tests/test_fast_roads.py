"""Roads that are fast stay fast: beside the plain way on the same rows, by ratio of processor time, never in seconds.

Each limit is about half of what was measured, so that noise passes and a road that became the plain one does not.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import subprocess
import time
from collections.abc import Callable

import numpy as np
import pytest
import sqlalchemy as sa

from generate import Size, generate
from office import PROGRAM
from ratings import jobs
from ratings.engine.period import Games, Maybe, Start
from ratings.rules import rule_set
from ratings.store import bulk, connect, schema
from ratings.store.games import read_played
from ratings.store.periods import find_period

SYSTEM, STARTS, ENDS = "ffe-national", dt.date(2026, 1, 1), dt.date(2026, 1, 31)
TURNS = 4
"""How often both ways are gone, in turns; the best time of each counts."""
TIMES_CORE = {"sqlite": 2, "postgresql": 15}
"""How many times as fast as SQLAlchemy's own inserts; measured: 4 and 33."""
MOST_PASSES = 20
"""A rating step with waves, in passes that fetch each opponent's rating and add it up by player; measured: 10."""
TIMES_FETCHALL = 0.7
"""Games as columns, beside all rows fetched and turned into columns; measured: 1.35 on both databases."""


def least(*ways: Callable[[], object], turns: int = TURNS) -> list[float]:
    """Give the least processor time that each way took."""
    times: list[list[float]] = [[] for _ in ways]
    for _ in range(turns):
        for way, taken in zip(ways, times, strict=True):
            begin = time.process_time()
            way()
            taken.append(time.process_time() - begin)
    return [min(taken) for taken in times]


@pytest.fixture
def database(db_url):
    engine = connect.open_engine(db_url)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def test_the_bulk_road_beats_single_inserts(database):
    count, draw = 10_000, np.random.default_rng(1)
    table = schema.game.to_metadata(sa.MetaData())
    columns = {name: draw.integers(1, 100, count) for name in table.c.keys()}  # noqa: SIM118 - `table.c` gives columns
    columns |= {"tournament_key": np.arange(count) // 50, "white": np.arange(count)}
    names = list(columns)
    values = zip(*(columns[name].tolist() for name in names), strict=True)
    rows = [dict(zip(names, row, strict=True)) for row in values]

    def taken_back(insert: Callable[[], object]) -> None:
        with database.begin_nested() as savepoint:
            insert()
            savepoint.rollback()

    with database.begin():
        table.create(database)
        core, road = least(
            lambda: taken_back(lambda: database.execute(table.insert(), rows)),
            lambda: taken_back(lambda: bulk.insert_rows(database, table, columns)),
        )
        bulk.insert_rows(database, table, columns)
        assert sorted(map(tuple, database.execute(sa.select(table)))) == sorted(tuple(row.values()) for row in rows)
    assert core / road > TIMES_CORE[database.dialect.name]


def test_the_rating_step_is_a_few_passes_over_the_games():
    players, count, draw = 20_000, 200_000, np.random.default_rng(1)
    rated = draw.random(players + 1) < 0.85
    rating = np.sort(draw.normal(1600, 250, players + 1)).astype(np.int64)
    start = dataclasses.replace(Start.unrated(players + 1), rating=Maybe(rating, rated), type=rated.astype(np.int64))
    white = draw.integers(1, players + 1, count)
    black = 1 + (white - 1 + draw.integers(1, players // 10, count)) % players
    half_points, day = draw.integers(0, 3, count), np.full(count, 20_500)
    games = Games(*(part.astype(np.int32) for part in (white, black, half_points, day)))
    rules = rule_set(SYSTEM)
    edition = rules.in_force(STARTS)
    prepared = jobs.Prepared(rules, edition, edition.season(ENDS), start)
    owner, opponent = np.concatenate([games.white, games.black]), np.concatenate([games.black, games.white])

    plain, step = least(
        lambda: np.bincount(owner, weights=rating[opponent], minlength=players + 1),
        lambda: jobs.compute(prepared, games),
    )
    assert step / plain < MOST_PASSES


def test_games_are_read_about_as_fast_as_rows_are_fetched(office):
    generate(office.folder, Size(500, 40_000, 1, SYSTEM, STARTS, ENDS))
    office.do("load", "players", "players.csv")
    office.do("period", "add", SYSTEM, "2026-01", "--starts", STARTS, "--ends", ENDS)
    office.do("load", "games", "games.csv", "--system", SYSTEM, "--period", "2026-01")
    engine, game, entry = connect.open_engine(office.db), schema.game, schema.entry
    with connect.reading(engine) as connection:
        period = find_period(connection, SYSTEM, "2026-01")
        source = game.join(entry, entry.c.tournament_key == game.c.tournament_key)
        query = sa.select(game.c.white, game.c.black, game.c.result, game.c.played_on).select_from(source)
        query = query.where(entry.c.period_key == period.key, entry.c.set_aside == "", game.c.result < 3)
        plain, road = least(
            lambda: [np.array(column) for column in zip(*connection.execute(query).fetchall(), strict=True)],
            lambda: read_played(connection, period),
        )
        games, rows = read_played(connection, period), connection.execute(query).fetchall()
    engine.dispose()
    columns = (games.white, games.black, games.half_points, games.day)
    assert sorted(zip(*(part.tolist() for part in columns), strict=True)) == sorted(map(tuple, rows))
    assert len(rows) > 30_000
    assert plain / road > TIMES_FETCHALL


@pytest.mark.parametrize("rows", ["all well", "one refused"])
def test_a_run_and_a_start_do_without_pandas_which_takes_a_tenth_of_a_second(office, rows):
    generate(office.folder, Size(200, 2_000, 1, SYSTEM, STARTS, ENDS))
    if rows == "one refused":
        with (office.folder / "games.csv").open("a") as file:
            file.write("nobody,nobody else,1-0,2026-01-05,T-NEW,1,1\n")
    files = [f"--{what}={what}.csv" for what in ("players", "list", "games", "tournaments")]
    told = ["--db", office.db, "run", SYSTEM, "2026-01", "--starts", STARTS, "--ends", ENDS, *files, "--out", "out"]
    command = [PROGRAM[0], "-X", "importtime", *PROGRAM[1:], *map(str, told)]
    done = subprocess.run(command, cwd=office.folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == (0 if rows == "all well" else 3), done.stderr
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}
    assert "pyarrow.compute" in imported
    assert "pandas" not in imported
