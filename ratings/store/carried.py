"""Starting values of one period after another, with the newest run's rows in memory: nothing of it is read again."""

from __future__ import annotations

import datetime as dt

import pyarrow as pa
import sqlalchemy as sa

from ratings.engine.period import Start
from ratings.store.periods import Period
from ratings.store.standings import (
    loaded_lists,
    read_given,
    read_loaded,
    standing_on,
    stood,
    taking_over,
    with_register,
)


class Carried:
    """What `start_of` would read for each period of a new history: opening lists, the register, the run before.

    No persons with two ids, no signed values, no lists of later days: there are none where a history is made at once.
    """

    def __init__(self, connection: sa.Connection, system: str, starts: dt.date, size: int) -> None:
        """Read what stays the same: lists in force on the first day, and the register of `size` - 1 players."""
        self._connection, self._size = connection, size
        self._register = read_given(connection, system)
        lists = loaded_lists(connection, system, starts, None)
        self._lists = [read_loaded(connection, row.list_key) for row in lists]
        self._newest: pa.Table | None = None

    def start_of(self, period: Period, credited_from: str) -> Start:
        """Give everything that a period starts from, arrays indexed by player key."""
        start = with_register(stood(self._size, self._lists, self._newest), self._register)
        if credited_from == "none":
            return start
        return taking_over(start, standing_on(self._connection, credited_from, period.starts, self._size))

    def go_on(self, rows: pa.Table) -> None:
        """Take the rows of a period's run for the newest."""
        self._newest = rows
