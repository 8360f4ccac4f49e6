"""What a file of games is checked against, read once: the database is free for storing while the file is checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa

from ratings.errors import Issue
from ratings.exact import Flags, Ints
from ratings.files import cells
from ratings.files.csv_table import TextTable
from ratings.loading.game_cells import bad_rows
from ratings.loading.left_out import RatedWithout, rated_without
from ratings.store import schema
from ratings.store.bulk import insert_rows, next_keys, read_integers
from ratings.store.game_rows import GameRows
from ratings.store.holds import read_gone
from ratings.store.periods import Period
from ratings.store.persons import read_persons
from ratings.store.players import Register, read_register

ALWAYS = np.iinfo(np.int64)
"""The days of a tournament of which none are known."""


class Tournaments:
    """A system's tournaments by their codes, with the days that are known; a new code gets the next key."""

    def __init__(self, connection: sa.Connection, system: str) -> None:
        table = schema.tournament
        query = sa.select(table.c.code, table.c.tournament_key, table.c.starts_on, table.c.ends_on)
        rows = connection.execute(query.where(table.c.system == system)).all()
        self.system = system
        self.keys = {code: key for code, key, _, _ in rows}
        self._days = {key: (starts, ends) for _, key, starts, ends in rows if starts or ends}
        self._next = int(next_keys(connection, table.c.tournament_key, 1)[0])

    def keys_of(self, codes: Iterable[str]) -> tuple[Ints, dict[int, str]]:
        """Give the keys of codes, and which of them are new."""
        new: dict[int, str] = {}
        out = []
        for code in codes:
            key = self.keys.get(code)
            if key is None:
                key = self._next
                self._next += 1
                self.keys[code], new[key] = key, code
            out.append(key)
        return np.array(out, dtype=np.int64), new

    def refuse_days_outside(self, table: TextTable, rows: GameRows, period: Period, issues: list[Issue]) -> None:
        """Refuse dates after the period, and outside their tournament's days where those are known."""
        readable = ~bad_rows(len(table), [issue for issue in issues if issue.column == "date"])
        after = readable & (rows.day > cells.as_day(period.ends))
        for row in np.flatnonzero(after):
            issues.append(table.issue(int(row), "date", "after-the-period", f"the period ends on {period.ends}"))
        keys, place = _distinct_places(rows.tournament)
        first = np.array([self._day(key, 0, ALWAYS.min) for key in keys.tolist()], dtype=np.int64)[place]
        last = np.array([self._day(key, 1, ALWAYS.max) for key in keys.tolist()], dtype=np.int64)[place]
        for row in np.flatnonzero(readable & ~after & ((rows.day < first) | (rows.day > last))):
            days = f"{_shown(first[row])} to {_shown(last[row])}"
            issues.append(table.issue(int(row), "date", "outside-the-tournament", f"the tournament's days are {days}"))

    def _day(self, key: int, which: int, unknown: int) -> int:
        day = self._days.get(key, (None, None))[which]
        return unknown if day is None else cells.as_day(day)


def _distinct_places(keys: Ints) -> tuple[Ints, Ints]:
    """Give the different keys, which are dense, in ascending order, and each key's place among them."""
    seen = np.zeros(int(keys.max(initial=-1)) + 1, dtype=bool)
    seen[keys] = True
    different = np.flatnonzero(seen)
    place = np.zeros(len(seen), dtype=np.int32)
    place[different] = np.arange(len(different))
    return different, place[keys]


def _shown(day: int) -> str:
    return str(cells.as_date(day)) if day not in (ALWAYS.min, ALWAYS.max) else "…"


def enter_new(connection: sa.Connection, system: str, new: dict[int, str]) -> None:
    """Write new tournaments down, given as codes by key."""
    keys = np.array(list(new), dtype=np.int64)
    codes = np.array(list(new.values()), dtype=object)
    columns = {"tournament_key": keys, "system": np.full(len(new), system, dtype=object), "code": codes}
    insert_rows(connection, schema.tournament, columns)


@dataclass(slots=True)
class Surroundings:
    """What the rows of a file are checked against: who is registered, who is one person, what is withdrawn.

    `entered` are the keys of tournaments that have games stored, in any period; `rated_without` those that published
    lists were made without.
    """

    register: Register
    tournaments: Tournaments
    persons: dict[int, int]
    gone: GameRows
    entered: Ints
    rated_without: RatedWithout

    def forget_players(self) -> None:
        """Let the register go, which is large where there are millions of players: no more rows come."""
        self.register = Register.of_nobody()

    @classmethod
    def read(cls, connection: sa.Connection, period: Period) -> Surroundings:
        """Read them."""
        persons = read_persons(connection, None)
        entered = read_integers(connection, sa.select(schema.entry.c.tournament_key).distinct())[:, 0]
        tournaments, gone = Tournaments(connection, period.system), read_gone(connection, persons)
        without = rated_without(connection, period)
        return cls(read_register(connection), tournaments, persons, gone, entered, without)


def refuse_one_person(table: TextTable, rows: GameRows, told: GameRows, gone: Flags, issues: list[Issue]) -> None:
    """Refuse games of a person against another id of the same person; `told` are the rows by persons.

    What is out for good stays out, and is no fault.
    """
    one: Flags = (told.white == told.black) & (rows.white != rows.black) & (rows.black > 0) & ~gone
    for row in np.flatnonzero(one):
        issues.append(table.issue(int(row), "black", "same-player", "White and Black are ids of one person"))
