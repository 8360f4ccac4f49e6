"""The rows of a period of a system by expectation with their tournaments, numbered, and the day that decides."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa

from ratings.exact import Flags, Ints
from ratings.files.cells import as_day
from ratings.store import schema
from ratings.store.bulk import read_integers
from ratings.store.games import loads_of
from ratings.store.periods import Period


@dataclass(frozen=True, slots=True)
class Entered:
    """The rows of a period with their tournaments: `number` by row indexes `codes`; number 0 is no tournament.

    `game` are the columns tournament key, round, day, white, black, result; `aside` says which numbers are not rated.
    """

    codes: list[str]
    keys: list[int]
    details: list[sa.Row | None]
    number: Ints
    game: Ints
    first_day: Ints
    aside: Flags


def read_entered(connection: sa.Connection, period: Period, further_codes: list[str]) -> Entered:
    """Read all rows of a period, played or not, and number the tournaments; pools may name further codes."""
    entry, tournament = schema.entry, schema.tournament
    rows = np.concatenate([_rows_of(connection, period, table) for table in (schema.game, schema.bye)])
    details = connection.execute(
        sa.select(tournament, entry.c.set_aside)
        .join(entry, entry.c.tournament_key == tournament.c.tournament_key)
        .where(entry.c.period_key == period.key)
    ).all()
    by_code = {row.code: row for row in details}
    codes = ["", *sorted({*by_code, *further_codes} - {""})]
    keys = [int(by_code[code].tournament_key) if code in by_code else 0 for code in codes]
    lookup = np.zeros(max(keys, default=0) + 1, dtype=np.int64)
    lookup[keys] = np.arange(len(codes))
    number = lookup[rows[:, 0]] if len(rows) else np.zeros(0, dtype=np.int64)
    number = np.where(number > 0, number, 0)
    aside = np.array([bool(by_code[code].set_aside) if code in by_code else False for code in codes])
    listed = [by_code.get(code) for code in codes]
    return Entered(codes, keys, listed, number, rows, _first_days(listed, number, rows), aside)


def _rows_of(connection: sa.Connection, period: Period, table: sa.Table) -> Ints:
    """Read games, or byes (player 0 is nobody), as the columns of `Entered.game`."""
    entry = schema.entry
    black = table.c.black if "black" in table.c else sa.literal(0)
    names = (table.c.tournament_key, table.c.round, table.c.played_on, table.c.white, black, table.c.result)
    query = sa.select(*names).select_from(table.join(entry, entry.c.tournament_key == table.c.tournament_key))
    of_period = sa.and_(entry.c.period_key == period.key, table.c.load_key.in_(loads_of(connection, period)))
    return read_integers(connection, query.where(of_period))


def _first_days(details: list[sa.Row | None], number: Ints, rows: Ints) -> Ints:
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
