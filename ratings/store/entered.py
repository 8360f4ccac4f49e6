"""The rows of a period of a system by expectation with their tournaments, numbered, and the day that decides."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
import sqlalchemy as sa

from ratings.exact import Flags, Ints
from ratings.files.cells import as_day
from ratings.store import schema
from ratings.store.bulk import read_integers
from ratings.store.games import loads_of
from ratings.store.periods import Period


@dataclass(frozen=True, slots=True)
class Details:
    """What is known of a tournament and decides; of a published period, what was known then."""

    starts_on: dt.date | None
    kind: str | None
    format: str | None
    minutes: str | None


@dataclass(frozen=True, slots=True)
class Entered:
    """The rows of a period with their tournaments: `number` by row indexes `codes`; number 0 is no tournament.

    `game` are the columns tournament key, round, day, white, black, result; `aside` says which numbers are not rated.
    A code that only pools name has key 0 and no details.
    """

    codes: list[str]
    keys: list[int]
    details: list[Details | None]
    number: Ints
    game: Ints
    first_day: Ints
    aside: Flags

    def without(self, aside_keys: Collection[int]) -> Entered:
        """Give the same rows with other tournaments, by key, set aside."""
        return replace(self, aside=_flags(self.keys, aside_keys))


def _flags(keys: list[int], aside_keys: Collection[int]) -> Flags:
    return np.array([key > 0 and key in aside_keys for key in keys], dtype=bool)


def read_entered(connection: sa.Connection, period: Period, further_codes: list[str]) -> Entered:
    """Read all rows of a period, played or not, and number the tournaments; pools may name further codes.

    Tournaments written down as set aside are not rated.
    """
    entry, tournament = schema.entry, schema.tournament
    rows = np.concatenate([_rows_of(connection, period, table) for table in (schema.game, schema.bye)])
    query = sa.select(tournament, entry.c.set_aside, entry.c.frozen)
    query = query.join(entry, entry.c.tournament_key == tournament.c.tournament_key)
    by_code = {row.code: row for row in connection.execute(query.where(entry.c.period_key == period.key))}
    aside_keys = {row.tournament_key for row in by_code.values() if row.set_aside}
    codes = ["", *sorted({*by_code, *further_codes} - {""})]
    keys = [int(by_code[code].tournament_key) if code in by_code else 0 for code in codes]
    lookup = np.zeros(max(keys, default=0) + 1, dtype=np.int64)
    lookup[keys] = np.arange(len(codes))
    number = lookup[rows[:, 0]] if len(rows) else np.zeros(0, dtype=np.int64)
    number = np.where(number > 0, number, 0)
    listed = [_details(by_code[code]) if code in by_code else None for code in codes]
    return Entered(codes, keys, listed, number, rows, _first_days(listed, number, rows), _flags(keys, aside_keys))


def _rows_of(connection: sa.Connection, period: Period, table: sa.Table) -> Ints:
    """Read games, or byes (player 0 is nobody), as the columns of `Entered.game`."""
    entry = schema.entry
    black = table.c.black if "black" in table.c else sa.literal(0)
    names = (table.c.tournament_key, table.c.round, table.c.played_on, table.c.white, black, table.c.result)
    query = sa.select(*names).select_from(table.join(entry, entry.c.tournament_key == table.c.tournament_key))
    of_period = sa.and_(entry.c.period_key == period.key, table.c.load_key.in_(loads_of(connection, period)))
    return read_integers(connection, query.where(of_period))


def _details(row: sa.Row) -> Details:
    if row.frozen is None:
        return Details(row.starts_on, row.kind, row.format, row.minutes)
    told = json.loads(row.frozen)
    day = dt.date.fromisoformat(told["starts_on"]) if told["starts_on"] else None
    return Details(day, told["kind"], told["format"], told["minutes"])


def freeze(connection: sa.Connection, period: Period) -> None:
    """Keep what is known of a period's tournaments: later files change what is known of them for later periods only."""
    entry, tournament = schema.entry, schema.tournament
    names = ("starts_on", "kind", "format", "minutes")
    query = sa.select(tournament.c.tournament_key, *(tournament.c[name] for name in names))
    query = query.join(entry, entry.c.tournament_key == tournament.c.tournament_key)
    rows = connection.execute(query.where(entry.c.period_key == period.key)).all()
    values = [{"key": key, "told": json.dumps(dict(zip(names, told, strict=True)), default=str)} for key, *told in rows]
    if values:
        own = sa.and_(entry.c.period_key == period.key, entry.c.tournament_key == sa.bindparam("key"))
        connection.execute(sa.update(entry).where(own).values(frozen=sa.bindparam("told")), values)


def _first_days(details: list[Details | None], number: Ints, rows: Ints) -> Ints:
    """Give each tournament's first day: as told, else the earliest date in the period."""
    first = np.full(len(details), np.iinfo(np.int64).max)
    np.minimum.at(first, number, rows[:, 2])
    for place, row in enumerate(details):
        if place and row is not None and row.starts_on is not None:
            first[place] = as_day(row.starts_on)
    return np.where(first < np.iinfo(np.int64).max, first, 0)


def days_that_decide(entered: Entered) -> Ints:
    """Give the day whose list decides about each row: its tournament's first, its own where it has no tournament."""
    return np.where(entered.number > 0, entered.first_day[entered.number], entered.game[:, 2])
