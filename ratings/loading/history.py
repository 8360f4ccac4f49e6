"""Games of a whole history: checked as those of one period, then dealt out to the periods of their days."""

from __future__ import annotations

import calendar
import datetime as dt
import io
import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.engine.period import Games
from ratings.errors import RatingsError
from ratings.exact import Ints
from ratings.files import cells
from ratings.files.csv_pieces import GameFile
from ratings.files.csv_table import TextTable
from ratings.files.sources import Source
from ratings.loading.games import Options, arrive
from ratings.loading.journal import Loaded
from ratings.loading.players import load_players
from ratings.loading.storing import Storing
from ratings.loading.surroundings import enter_new
from ratings.store import schema
from ratings.store.background import Background
from ratings.store.bulk import insert_rows, next_keys
from ratings.store.game_rows import GameRows, joined
from ratings.store.games import insert_games_of_loads
from ratings.store.periods import Period, add_period
from ratings.store.players import read_register
from ratings.wording import number_of

EVERY = {"month": 1, "quarter": 3, "year": 12}
"""How many months a period has."""
YEAR, EPOCH_YEAR = 12, 1970
WHOLE = "whole history"
"""The period in which all games are checked against each other; it is gone when they are dealt out."""


@dataclass(slots=True)
class History:
    """What came in: each file's counts, and the periods that have games, in order, with the games played in each."""

    loaded: list[Loaded] = field(default_factory=list)
    periods: list[Period] = field(default_factory=list)
    games: list[Games] = field(default_factory=list)


def days_of(number: int, every: str) -> tuple[str, dt.date, dt.date]:
    """Give name, first and last day of a period by its number, counted from the one that begins in January 1970."""
    months = number * EVERY[every]
    year, month = EPOCH_YEAR + months // YEAR, months % YEAR + 1
    last = month + EVERY[every] - 1
    quarter = (month - 1) // EVERY["quarter"] + 1
    name = {"month": f"{year}-{month:02d}", "quarter": f"{year}-Q{quarter}", "year": str(year)}[every]
    return name, dt.date(year, month, 1), dt.date(year, last, calendar.monthrange(year, last)[1])


def numbers_of(days: Ints, every: str) -> Ints:
    """Give the numbers of the periods that days (since 1970-01-01) lie in."""
    months = days.astype(np.int64).astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)
    return np.asarray(months // EVERY[every])


def span_of(tables: Sequence[TextTable]) -> tuple[dt.date, dt.date]:
    """Give the first and the last day that can be read in files of games.

    Raises:
        RatingsError: a file is a tournament report, or there is no day.
    """
    days = []
    for table in tables:
        if table.event is not None:
            raise RatingsError(
                f"{table.file} is a tournament report.",
                "A history is read from tables of games; reports are loaded period by period: ratings load games.",
            )
        read = cells.read_numbers(table, "date", cells.read_day, [])
        days += read.values[read.known].tolist()
    if not days:
        raise RatingsError("There is no game with a date that can be read.", "Name files with games.")
    return cells.as_date(min(days)), cells.as_date(max(days))


def first_day(tables: Sequence[TextTable], every: str) -> dt.date:
    """Give the first day of the first period."""
    return days_of(int(numbers_of(np.array([cells.as_day(span_of(tables)[0])]), every)[0]), every)[1]


def register_all(connection: sa.Connection, tables: Sequence[TextTable], at: str) -> list[Loaded]:
    """Register every id of games that is not known yet, as an unrated player of that name."""
    known, ids = set(read_register(connection).texts), set[str]()
    for table in tables:
        for side in ("white", "black"):
            ids |= set(table.coded(side)[1])
    new = sorted(ids - known - {""})
    if not new:
        return []
    import pandas as pd

    data = pd.DataFrame({"id": new, "name": new}).to_csv(index=False, lineterminator="\n").encode()
    return [load_players(connection, Source("players of the games", lambda: io.BytesIO(data)), at)]


def load_history(
    connection: sa.Connection, tables: Sequence[TextTable], system: str, every: str, options: Options
) -> History:
    """Check and store files of games of a system that has no period yet; periods without games are not opened.

    Raises:
        RatingsError: a row is refused and that is not accepted, a file is no table of games, or no game is left.
    """
    first, last = span_of(tables)
    whole, _ = add_period(connection, system, WHOLE, first, last, None)
    dealt = _Dealt(connection, system, every, options.at)
    history = History()
    for table in tables:
        loaded, rows = _checked(connection, table, whole, options)
        history.loaded.append(replace(loaded, load_key=0))  # it comes apart into loads of its periods
        if loaded.refused and not options.accept_partial:
            raise _refused(loaded)
        if not loaded.unchanged:
            dealt.deal(loaded, rows)
    _close(connection, whole)
    for number in sorted(dealt.periods):
        history.periods.append(dealt.periods[number])
        history.games.append(Games.joined([rows.played() for rows in dealt.rows[number]]))
    if not history.periods:
        raise RatingsError("There is no game that could be rated.", "Mend the rows that were refused.")
    return history


@dataclass(slots=True)
class _Held(Storing):
    """Holds the games of a file that is being checked, in place of storing them: they have no load of their own yet."""

    rows: list[GameRows] = field(default_factory=list)

    def store(self, rows: GameRows, load_key: int, system: str, new_tournaments: dict[int, str]) -> None:
        """Hold new games; their tournaments that are new are entered."""
        if new_tournaments:
            self.background.start(enter_new, self.connection, system, new_tournaments)
        self.rows.append(rows)

    def end_file(self, load_key: int, finish: Callable[[], Any]) -> Future[Any]:
        """Begin what is left to be done; give what `finish` will have given."""
        return self.background.start(finish)


def _checked(connection: sa.Connection, table: TextTable, whole: Period, options: Options) -> tuple[Loaded, GameRows]:
    """Do all of a load but storing the games, which are given."""
    with Background() as background:
        held = _Held(connection, background)
        landing = arrive(GameFile.of_table(table), whole, options, held)
        held.wait()
    return landing.loaded.result(), joined(held.rows)


def _refused(loaded: Loaded) -> RatingsError:
    first = loaded.issues[0]
    more = f" (and {number_of(loaded.refused - 1, 'more row')})" if loaded.refused > 1 else ""
    hint = "Mend the file, or do without the refused rows by --accept-partial, which tells all of them."
    if first.code == "unknown-player":
        hint = "Register the players by --players, or every id of the games by --register."
    return RatingsError(f"{first}{more}.", hint)


class _Dealt:
    """Opens periods as games need them, and stores each file's games under a load of each period."""

    def __init__(self, connection: sa.Connection, system: str, every: str, at: str) -> None:
        self._connection, self._system, self._every, self._at = connection, system, every, at
        self.periods: dict[int, Period] = {}
        self.rows: dict[int, list[GameRows]] = {}

    def deal(self, whole: Loaded, rows: GameRows) -> None:
        """Store one file's games; refused rows go to the period of their day, or the first one."""
        numbers, place, counts = np.unique(numbers_of(rows.day, self._every), return_inverse=True, return_counts=True)
        if not len(numbers):
            if whole.refused:
                raise RatingsError(f"No row of {whole.file} can be used: {whole.issues[0]}.", "Mend or leave it out.")
            return
        self._open([int(number) for number in numbers])
        keys = self._loads(whole.load_key, numbers, counts)
        self._enter(rows.tournament, place, numbers)
        insert_games_of_loads(self._connection, rows, keys[place])
        order = np.argsort(place, kind="stable")
        for number, part in zip(numbers.tolist(), np.split(order, np.cumsum(counts)[:-1]), strict=True):
            self.rows.setdefault(number, []).append(rows.where(part))
        if whole.refused:
            self._move_refused(whole.load_key, dict(zip(numbers.tolist(), keys.tolist(), strict=True)))

    def _open(self, numbers: Sequence[int]) -> None:
        new = [number for number in numbers if number not in self.periods]
        table = schema.period
        for number, key in zip(new, next_keys(self._connection, table.c.period_key, len(new)), strict=True):
            name, starts, ends = days_of(number, self._every)
            publishes = ends + dt.timedelta(days=1)
            self.periods[number] = Period(int(key), self._system, name, starts, ends, publishes, 0, False)
        values = [
            {
                "period_key": one.key, "system": one.system, "name": one.name, "starts_on": one.starts,
                "ends_on": one.ends, "publishes_on": one.publishes,
            }
            for one in map(self.periods.__getitem__, new)
        ]  # fmt: skip
        if values:
            self._connection.execute(sa.insert(table), values)

    def _loads(self, whole_key: int, numbers: Ints, counts: Ints) -> Ints:
        """Open a load of each period for a file that was checked as a whole; give their keys."""
        load = schema.load
        keys = next_keys(self._connection, load.c.load_key, len(numbers))
        row = self._connection.execute(sa.select(load).where(load.c.load_key == whole_key)).mappings().one()
        values = []
        for key, number, count in zip(keys.tolist(), numbers.tolist(), counts.tolist(), strict=True):
            period = self.periods[number]
            own = {"load_key": key, "scope": f"{self._system}/{period.name}", "period_key": period.key}
            values.append({**row, **own, "rows": count, "stored": count, "known": 0, "refused": 0, "late": 0})
        self._connection.execute(sa.insert(load), values)
        return keys

    def _enter(self, tournaments: Ints, place: Ints, numbers: Ints) -> None:
        """Enter the tournaments of games in the periods, where they are not yet."""
        entry = schema.entry
        own = np.array([self.periods[number].key for number in numbers.tolist()])
        pairs = set(zip(own[place].tolist(), tournaments.tolist(), strict=True))
        there = sa.select(entry.c.period_key, entry.c.tournament_key).where(entry.c.period_key.in_(own.tolist()))
        pairs -= {tuple(row) for row in self._connection.execute(there)}
        if not pairs:
            return
        columns = np.array(sorted(pairs), dtype=np.int64).T
        blank = np.full(len(pairs), "", dtype=object)
        names = {"period_key": columns[0], "tournament_key": columns[1], "set_aside": blank, "accepted": blank}
        insert_rows(self._connection, entry, names)

    def _move_refused(self, whole_key: int, keys: dict[int, int]) -> None:
        """Give refused rows, which are given up, to the load of the period that their date names, or the first one."""
        refused, load = schema.refused, schema.load
        of_whole = sa.select(refused.c.refused_key, refused.c.cells).where(refused.c.load_key == whole_key)
        for key, told in self._connection.execute(of_whole).all():
            own = keys.get(_number(json.loads(told), self._every), min(keys.values()))
            this = refused.c.refused_key == key
            self._connection.execute(sa.update(refused).where(this).values(load_key=own, settled_by=own))
            more = {"rows": load.c.rows + 1, "refused": load.c.refused + 1}
            self._connection.execute(sa.update(load).where(load.c.load_key == own).values(**more))


def _number(told: dict[str, Any], every: str) -> int | None:
    try:
        return int(numbers_of(np.array([cells.read_day(told.get("date", "").strip())]), every)[0])
    except cells.Unreadable:
        return None


def _close(connection: sa.Connection, whole: Period) -> None:
    """Take the period away in which everything was checked; its games have periods of their own."""
    for table in (schema.entry, schema.load, schema.period):
        connection.execute(sa.delete(table).where(table.c.period_key == whole.key))
