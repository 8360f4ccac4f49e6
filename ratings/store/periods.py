"""Periods: opening them, finding them, and what state they are in."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.store import schema
from ratings.store.bulk import next_key


@dataclass(frozen=True, slots=True)
class Period:
    """One rating period of a system; both days inclusive. `published` is the newest revision, 0 if none."""

    key: int
    system: str
    name: str
    starts: dt.date
    ends: dt.date
    publishes: dt.date
    published: int
    rated: bool

    @property
    def state(self) -> str:
        """Give one word: open, rated or published."""
        return "published" if self.published else "rated" if self.rated else "open"


def all_periods(connection: sa.Connection, system: str | None = None) -> list[Period]:
    """Give the periods of a system, or of all, in order of their days."""
    period, run, lists = schema.period, schema.run, schema.rating_list
    newest = (
        sa.select(sa.func.coalesce(sa.func.max(lists.c.revision), 0))
        .join(run, run.c.run_key == lists.c.run_key)
        .where(run.c.period_key == period.c.period_key)
        .scalar_subquery()
    )
    rated = sa.exists().where(run.c.period_key == period.c.period_key)
    query = sa.select(period, newest.label("published"), rated.label("rated"))
    if system is not None:
        query = query.where(period.c.system == system)
    rows = connection.execute(query.order_by(period.c.system, period.c.starts_on))
    return [
        Period(
            row.period_key, row.system, row.name, row.starts_on, row.ends_on, row.publishes_on,
            row.published, bool(row.rated),
        )
        for row in rows
    ]  # fmt: skip


def find_period(connection: sa.Connection, system: str, name: str) -> Period:
    """Give one period by its name.

    Raises:
        RatingsError: there is none of that name.
    """
    periods = all_periods(connection, system)
    for period in periods:
        if period.name == name:
            return period
    known = ", ".join(period.name for period in periods[-6:])
    hint = (
        f"Known periods: {known}." if known else f"Open it: ratings period add {system} {name} --starts DAY --ends DAY"
    )
    raise RatingsError(f"{system} has no period {name}.", hint)


def add_period(
    connection: sa.Connection, system: str, name: str, starts: dt.date, ends: dt.date, publishes: dt.date | None
) -> tuple[Period, bool]:
    """Open a period, and say whether it is new; the same period with the same days is no error.

    Raises:
        RatingsError: the days are out of order, overlap another period, or differ from the ones it has.
    """
    publishes = publishes or ends + dt.timedelta(days=1)
    _check_period(name, starts, ends, publishes)
    for other in all_periods(connection, system):
        if (other.name, other.starts, other.ends, other.publishes) == (name, starts, ends, publishes):
            return other, False
        if other.name == name:
            raise RatingsError(
                f"{system} has a period {name} already: {other.starts} to {other.ends}, published {other.publishes}.",
                "Take another name, or the days that it has.",
            )
        if starts <= other.ends and other.starts <= ends:
            raise RatingsError(
                f"{name} would overlap {other.name} ({other.starts} to {other.ends}).",
                "Periods of a system do not overlap.",
            )
        if other.published and starts < other.starts:
            raise RatingsError(
                f"{name} lies before {other.name}, which is published.", "Open periods in the order of their days."
            )
    key = next_key(connection, schema.period.c.period_key)
    days = {"starts_on": starts, "ends_on": ends, "publishes_on": publishes}
    connection.execute(sa.insert(schema.period).values(period_key=key, system=system, name=name, **days))
    return Period(key, system, name, starts, ends, publishes, 0, False), True


def _check_period(name: str, starts: dt.date, ends: dt.date, publishes: dt.date) -> None:
    if not name.strip() or name != name.strip() or not name.isprintable():
        raise RatingsError(f"{name!r} is no name for a period.", "Give it one like 2026-01.", 2)
    if starts > ends:
        raise RatingsError(f"The period {name} would end before it starts.", "Give --starts before --ends.", 2)
    if publishes <= ends:
        raise RatingsError(f"{name} would be published before it has ended.", "Give a --publishes day after --ends.", 2)


def must_be_open(period: Period) -> None:
    """Stop where a period's list is published: from then on only a correction changes anything.

    Raises:
        RatingsError: the list is published.
    """
    if period.published:
        raise RatingsError(
            f"The list {period.system} {period.name} is published and does not change.",
            "Late games go into the next period.",
        )
