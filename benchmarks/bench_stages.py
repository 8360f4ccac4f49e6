"""One part of `make bench` in a process of its own, so that the peak memory is its own; prints figures as JSON.

Example:
    python benchmarks/bench_stages.py stages FOLDER sqlite:///stages.db
"""

from __future__ import annotations

import datetime as dt
import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
import pandas as pd  # noqa: F401 - loaded before the first stage, not in it
import sqlalchemy as sa

import bench_limits
from ratings import jobs
from ratings.engine.period import Maybe
from ratings.engine.totals import Asked, total
from ratings.files.ahead import ReadAhead
from ratings.files.csv_table import TextTable
from ratings.files.known_columns import GAMES, GAMES_NEEDED
from ratings.files.read import open_games
from ratings.files.sources import as_source
from ratings.loading.games import Options, arrive, load_games
from ratings.loading.lists import load_list
from ratings.loading.players import load_players
from ratings.loading.storing import Storing
from ratings.loading.surroundings import enter_new
from ratings.publish import run_tables
from ratings.publish.write import as_csv
from ratings.rules import rule_set
from ratings.store.background import Background
from ratings.store.connect import open_engine, writing
from ratings.store.games import enter_participants, read_played, store_games
from ratings.store.periods import Period, add_period
from ratings.store.players import read_people
from stopwatch import Stopwatch

STARTS, ENDS = dt.date(2026, 1, 1), dt.date(2026, 1, 31)
AT = "2026-02-01T00:00:00"
STORES = (enter_new, store_games, enter_participants)
"""What of the work in the background is storing; the rest belongs to checking."""


class AtOnce(Background):
    """In place of the background: the caller waits for each piece of work, so that storing is timed apart."""

    def __init__(self, watch: Stopwatch) -> None:
        super().__init__()
        self._watch = watch

    def start(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Do a piece of work now."""
        done = Future[Any]()
        with self._watch.stage("store games" if work in STORES else "check games"):
            done.set_result(work(*arguments))
        return done


@contextmanager
def database(url: str) -> Iterator[sa.Engine]:
    """Give an engine, and let its connections go afterwards."""
    engine = open_engine(url)
    try:
        yield engine
    finally:
        engine.dispose()


def opened(connection: Any, folder: Path, system: str, watch: Stopwatch) -> Period:
    """Load players and opening list, and open the period."""
    with watch.stage("players"):
        load_players(connection, str(folder / "players.csv"), AT)
    with watch.stage("opening list"):
        load_list(connection, str(folder / "list.csv"), rule_set(system), STARTS - dt.timedelta(days=1), AT)
    return add_period(connection, system, "2026-01", STARTS, ENDS, None)[0]


def read_games(path: Path, watch: Stopwatch) -> None:
    """Time reading a file of games as the loader does, and nothing else."""
    with watch.stage("read games"), closing(ReadAhead([as_source(str(path))], None)) as files:
        for file in files:
            for table in file.tables:
                del table


def check_and_store(connection: Any, path: Path, period: Period, watch: Stopwatch) -> None:
    """Time checking and storing apart: what `load_games` does at once is done here one after the other."""
    with watch.stage("read again"):
        file = open_games(as_source(str(path)), GAMES, GAMES_NEEDED, None)

    def tables() -> Iterator[TextTable]:
        while True:
            with watch.stage("read again"):
                table = next(file.tables, None)
            if table is None:
                return
            yield table
            del table

    background = AtOnce(watch)
    with watch.stage("check games"):
        arrive(replace(file, tables=tables()), period, Options(AT), Storing(connection, background))
    del watch.costs["read again"]


def stages(folder: Path, url: str) -> dict[str, Any]:
    """Time a period where performances are measured, stage by stage, then the limits of this machine beside it."""
    watch, system = Stopwatch(), "ffe-national"
    rules = rule_set(system)
    read_games(folder / "games.csv", watch)
    with database(url) as engine, writing(engine) as connection:
        period = opened(connection, folder, system, watch)
        check_and_store(connection, folder / "games.csv", period, watch)
        with watch.stage("read games back"):
            games = read_played(connection, period)
        with watch.stage("starting values"):
            prepared = jobs.prepare(connection, period, rules)
        with watch.stage("totals alone"):
            everybody = Maybe(prepared.start.rating.values, np.ones(prepared.start.size, dtype=bool))
            total(games, Asked(everybody, everybody))
        with watch.stage("rating step"):
            rated = jobs.compute_rows(prepared, jobs.add_up(prepared, games))
        limits = bench_limits.of_memory(games, prepared.start.size)
        del games, prepared
        with watch.stage("store run"):
            jobs.store(connection, period, rated, AT)
        people = read_people(connection)
        with watch.stage("list as CSV"):
            as_csv(run_tables.list_table(run_tables.run_table(people, rated.rows)))
    limits |= bench_limits.of_file(folder / "games.csv")
    del rated, people
    with database(url) as engine, engine.connect() as connection:
        limits |= bench_limits.of_database(connection)
    return {"stages": watch.as_dict(), "limits": limits}


def load(folder: Path, url: str) -> dict[str, Any]:
    """Time loading games as the program does it: read, checked and stored at the same time."""
    watch = Stopwatch()
    with database(url) as engine, writing(engine) as connection:
        period = opened(connection, folder, "ffe-national", Stopwatch())
        with watch.stage("load games: the three at once"):
            load_games(connection, str(folder / "games.csv"), period, Options(AT))
    return {"stages": watch.as_dict()}


def fide(folder: Path, url: str) -> dict[str, Any]:
    """Time a FIDE period: what is read, what is accepted, and the rating step."""
    from ratings.engine import by_expectation
    from ratings.loading.acceptance import decide
    from ratings.store.stored_period import read_stored_period
    from ratings.store.valued import read_valued

    watch, rules = Stopwatch(), rule_set("fide-standard")
    with database(url) as engine, writing(engine) as connection:
        period = opened(connection, folder, "fide-standard", Stopwatch())
        load_games(connection, str(folder / "games.csv"), period, Options(AT))
        with watch.stage("FIDE: read rows"):
            stored = read_stored_period(connection, period, rules)
        with watch.stage("FIDE: which tournaments count"):
            decision = decide(connection, stored, (), "")
        with watch.stage("FIDE: values by list"):
            valued = read_valued(connection, stored, decision.aside)
        with watch.stage("FIDE: rating step"):
            by_expectation.rate(valued.inputs, valued.rules)
    return {"stages": watch.as_dict()}


if __name__ == "__main__":
    part = {"stages": stages, "load": load, "fide": fide}[sys.argv[1]]
    print(json.dumps(part(Path(sys.argv[2]), sys.argv[3])))
