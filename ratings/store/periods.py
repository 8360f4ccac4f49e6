"""Periods: opening them, finding them, and what state they are in."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace

import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.store import schema
from ratings.store.bulk import next_key


@dataclass(frozen=True, slots=True)
class Seen:
    """What there was when a list was published: lists before it, loads and entries of the ledger up to these."""

    list_key: int
    load_key: int
    ledger_key: int


@dataclass(frozen=True, slots=True)
class Period:
    """One rating period of a system; both days inclusive. `published` is the newest revision, 0 if none.

    A published period is read as it was `seen` by that revision; None: with all that is known by now.
    """

    key: int
    system: str
    name: str
    starts: dt.date
    ends: dt.date
    publishes: dt.date
    published: int
    rated: bool
    seen: Seen | None = None
    players_as_now: bool = False

    def reopened(self, *, players_as_now: bool = False) -> Period:
        """Give the same period with all that is known by now, to be corrected and published again as a revision.

        Birth years and estimates are those that its list was made with, or those of today.
        """
        return replace(self, seen=None, players_as_now=players_as_now)

    @property
    def label(self) -> str:
        """Name the list: system, period, and the revision where it is published."""
        revision = f", revision {self.published}" if self.published else ""
        return f"{self.system} {self.name}{revision}"

    @property
    def is_closed(self) -> bool:
        """Say whether it is published, and not reopened for a revision."""
        return self.published > 0 and self.seen is not None

    @property
    def state(self) -> str:
        """Give one word: open, rated or published."""
        return "published" if self.published else "rated" if self.rated else "open"


def all_periods(connection: sa.Connection, system: str | None = None) -> list[Period]:
    """Give the periods of a system, or of all, in order of their days."""
    period, run = schema.period, schema.run
    rated = sa.exists().where(run.c.period_key == period.c.period_key)
    query = sa.select(period, rated.label("rated"))
    if system is not None:
        query = query.where(period.c.system == system)
    rows = connection.execute(query.order_by(period.c.system, period.c.starts_on)).all()
    newest = {key: (revision, seen) for key, revision, seen in _published(connection)}
    return [
        Period(
            row.period_key, row.system, row.name, row.starts_on, row.ends_on, row.publishes_on,
            *_revision(newest, row),
        )
        for row in rows
    ]  # fmt: skip


def _revision(newest: dict[int, tuple[int, Seen]], row: sa.Row) -> tuple[int, bool, Seen | None]:
    revision, seen = newest.get(row.period_key, (0, None))
    return revision, bool(row.rated), seen


def _published(connection: sa.Connection) -> list[tuple[int, int, Seen]]:
    """Give period, revision and what it saw of every published list, newer revisions later."""
    lists, run = schema.rating_list, schema.run
    names = ("revision", "list_key", "seen_load", "seen_ledger")
    query = (
        sa.select(run.c.period_key, *(lists.c[name] for name in names))
        .join(run, run.c.run_key == lists.c.run_key)
        .order_by(lists.c.revision)
    )
    return [(row.period_key, row.revision, Seen(*row[2:])) for row in connection.execute(query)]


def as_revision(connection: sa.Connection, period: Period, revision: int) -> Period:
    """Give a published period as one of its revisions saw it.

    Raises:
        RatingsError: there is no such revision.
    """
    for key, number, seen in _published(connection):
        if (key, number) == (period.key, revision):
            return replace(period, published=revision, seen=seen)
    raise RatingsError(
        f"{period.system} {period.name} has no revision {revision}.",
        f"Its newest is {period.published}." if period.published else "It is not published.",
    )


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
        RatingsError: the list is published, and the period is not reopened for a revision.
    """
    if period.is_closed:
        raise RatingsError(
            f"The list {period.system} {period.name} is published and does not change.",
            "Late games go into the next period; `ratings load games --correction` corrects this one.",
        )
