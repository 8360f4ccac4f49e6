"""The rows of a period of a system by expectation with their tournaments, numbered, and the day that decides."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
import sqlalchemy as sa

from ratings.exact import Flags, Ints
from ratings.files.cells import as_day
from ratings.store.events import Details, read_events
from ratings.store.games import read_rows
from ratings.store.holds import HELD
from ratings.store.periods import Period


@dataclass(frozen=True, slots=True)
class Entered:
    """The rows of a period with their tournaments: `number` by row indexes `codes`; number 0 is no tournament.

    `game` are the columns tournament key, round, day, white, black, result; `aside` says which numbers are not rated,
    `held` which rows. A code that only pools name has key 0 and no details.
    """

    codes: list[str]
    keys: list[int]
    details: list[Details | None]
    number: Ints
    game: Ints
    first_day: Ints
    aside: Flags
    held: Flags

    def without(self, aside_keys: Collection[int]) -> Entered:
        """Give the same rows with other tournaments, by key, set aside."""
        return replace(self, aside=_flags(self.keys, aside_keys))


def _flags(keys: list[int], aside_keys: Collection[int]) -> Flags:
    return np.array([key > 0 and key in aside_keys for key in keys], dtype=bool)


def read_entered(connection: sa.Connection, period: Period, further_codes: list[str]) -> Entered:
    """Read all rows of a period, played or not, and number the tournaments; pools may name further codes.

    Tournaments written down as set aside are not rated, nor is what is held; what was withdrawn is not there.
    """
    rows, words = read_rows(connection, period)
    there = words <= HELD
    rows, held = rows[there], words[there] == HELD
    by_code = {event.code: event for event in read_events(connection, period)}
    aside_keys = {event.key for event in by_code.values() if event.set_aside}
    codes = ["", *sorted({*by_code, *further_codes} - {""})]
    keys = [by_code[code].key if code in by_code else 0 for code in codes]
    lookup = np.zeros(max(keys, default=0) + 1, dtype=np.int64)
    lookup[keys] = np.arange(len(codes))
    number = lookup[rows[:, 0]] if len(rows) else np.zeros(0, dtype=np.int64)
    number = np.where(number > 0, number, 0)
    listed = [by_code[code].details if code in by_code else None for code in codes]
    first = _first_days(listed, number, rows)
    return Entered(codes, keys, listed, number, rows, first, _flags(keys, aside_keys), held)


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
