"""The values of a system by expectation on any day: by the list in force then (rules 3, decisions 1, 6)."""

from __future__ import annotations

import numpy as np
import sqlalchemy as sa

from ratings.engine.period import Maybe
from ratings.exact import Ints
from ratings.files.cells import as_date, as_day
from ratings.store import schema
from ratings.store.periods import Period
from ratings.store.persons import first_known, read_persons
from ratings.store.signed import signed_days
from ratings.store.standings import standing_on, was_there


class Lists:
    """The values of a system on any day of a period, by the list then in force; before all lists, by the oldest loaded.

    Signed ratings count from their day on.

    Lists of this period and of later ones are not looked at, so that a published period gives the same values for ever.
    Before the first list published here, where none was loaded, nobody has a rating of the system.
    """

    def __init__(self, connection: sa.Connection, period: Period, credited_from: str, size: int) -> None:
        self._connection, self._system, self._credited, self._size = connection, period.system, credited_from, size
        self._seen, self._persons = period.seen, read_persons(connection, period.seen)
        own = _list_days(connection, period, [period.system])
        listed = {*own, *_list_days(connection, period, [credited_from])}
        signed = signed_days(connection, [period.system, credited_from], period.ends, period.seen)
        self.days = sorted(listed | {as_day(day) for day in signed if as_day(day) > min(listed, default=0)})
        self.oldest = min(own, default=None)
        self._oldest_loaded = self.oldest if self.oldest is not None and own[self.oldest] else None
        self._read: dict[int, Maybe] = {}

    def values(self, days: Ints, players: Ints) -> Maybe:
        """Give the value of each player on each day; arrays of one shape."""
        out = Maybe.absent(len(days))
        if not self.days:
            return out
        bucket = np.maximum(np.searchsorted(np.array(self.days), days, side="right") - 1, 0)
        for place in np.unique(bucket):
            chosen = np.flatnonzero(bucket == place)
            found = self._on(self.days[place]).at(players[chosen])
            out.values[chosen], out.known[chosen] = found.values, found.known
        return out

    def is_older(self, day: int) -> bool:
        """Say whether a day is before every list."""
        return bool(self.days) and day < self.days[0]

    def _on(self, day: int) -> Maybe:
        """Give every player's value on the day of a list or of a signature, which is read once."""
        if day not in self._read:
            self._read[day] = self._read_list(day)
        return self._read[day]

    def _read_list(self, day: int) -> Maybe:
        own_day = as_date(max(day, self._oldest_loaded or day))
        own = standing_on(self._connection, self._system, own_day, self._size, self._seen).rating
        own = first_known(own, self._persons)
        if self._credited == "none":
            return own
        other = standing_on(self._connection, self._credited, as_date(day), self._size, self._seen).rating
        return own.or_else(first_known(other, self._persons))


def _list_days(connection: sa.Connection, period: Period, systems: list[str]) -> dict[int, bool]:
    """Give the days of the lists that a period may look at, and whether one of that day was loaded."""
    lists, run, of = schema.rating_list, schema.run, schema.period
    query = (
        sa.select(lists.c.in_force_on, lists.c.revision <= 0)
        .outerjoin(run, run.c.run_key == lists.c.run_key)
        .outerjoin(of, of.c.period_key == run.c.period_key)
        .where(
            lists.c.system.in_(systems), lists.c.in_force_on <= period.ends, was_there(period.seen),
            sa.or_(lists.c.system != period.system, of.c.ends_on.is_(None), of.c.ends_on < period.starts),
        )
        .order_by(lists.c.in_force_on)
    )  # fmt: skip
    days: dict[int, bool] = {}
    for day, is_loaded in connection.execute(query):
        days[as_day(day)] = days.get(as_day(day), False) or bool(is_loaded)
    return days
