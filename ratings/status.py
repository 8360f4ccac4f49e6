"""How things stand, for monitoring: the newest list of each system, periods not published, what blocks them."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from ratings.loading.in_no_list import in_no_list
from ratings.loading.mending import blocks
from ratings.store import schema
from ratings.store.adjusted import adjustments_since
from ratings.store.connect import schema_revision, shown
from ratings.store.inputs import is_stale
from ratings.store.periods import Period, all_periods, find_period
from ratings.store.waiting import waiting_by_period
from ratings.wording import number_of


def status(connection: sa.Connection, on: dt.date, system: str | None, max_age: int | None) -> dict[str, Any]:
    """Give how a database's systems stand on a day, as values; `problems` says what asks for somebody.

    A problem is a period that something blocks, one that has ended and is not published, a published one that is to be
    revised, and, with `max_age`, a newest list that came into force more days ago.
    """
    chosen = [system] if system else systems_of(connection)
    told = [_of_system(connection, name, on, max_age) for name in chosen]
    return {
        "on": str(on),
        "database": {
            "url": shown(connection.engine),
            "schema": schema_revision(connection),
            "bytes": _size(connection),
        },
        "problems": [f"{one['system']}: {problem}" for one in told for problem in one.pop("problems")],
        "systems": told,
    }


def systems_of(connection: sa.Connection) -> list[str]:
    """Give the systems that have a period or a list here, by name."""
    columns = (schema.period.c.system, schema.rating_list.c.system)
    return sorted({name for column in columns for name in connection.execute(sa.select(column).distinct()).scalars()})


def _of_system(connection: sa.Connection, system: str, on: dt.date, max_age: int | None) -> dict[str, Any]:
    newest = _newest_list(connection, system, on)
    known = all_periods(connection, system)
    periods = [_of_period(connection, period, on) for period in known if not period.published]
    corrections = _corrections(connection, [period for period in known if period.published])
    problems = [f"{one['period']} {what}" for one in periods for what in _problems(one)]
    problems += [f"{one['period']} waits to be revised: {told}" for one in corrections for told in one["corrections"]]
    if newest and max_age is not None and newest["age_days"] > max_age:
        age = f"{number_of(newest['age_days'], 'day')} old, more than {max_age}"
        problems.insert(0, f"the newest list, {newest['period']}, is {age}")
    return {
        "system": system, "list": newest, "periods": periods, "corrections": corrections,
        "left_out": in_no_list(connection, known), "problems": problems,
    }  # fmt: skip


def _corrections(connection: sa.Connection, published: list[Period]) -> list[dict[str, Any]]:
    """Give the published periods that are to be revised, and for what."""
    waiting = waiting_by_period(connection, published)
    return [{"period": one.name, "corrections": waiting[one.key]} for one in published if one.key in waiting]


def _newest_list(connection: sa.Connection, system: str, on: dt.date) -> dict[str, Any] | None:
    """Give the published list that came into force last, or will; None where none is published."""
    lists, run, period = schema.rating_list, schema.run, schema.period
    query = (
        sa.select(period.c.name, lists.c.revision, lists.c.in_force_on, lists.c.published_at)
        .join(run, run.c.run_key == lists.c.run_key)
        .join(period, period.c.period_key == run.c.period_key)
        .where(lists.c.system == system, lists.c.revision > 0)
        .order_by(lists.c.in_force_on.desc(), lists.c.revision.desc())
        .limit(1)
    )
    row = connection.execute(query).one_or_none()
    return row and {
        "period": row.name, "revision": row.revision, "in_force_on": str(row.in_force_on),
        "age_days": (on - row.in_force_on).days, "published_at": row.published_at,
        "adjusted_on": _adjusted(connection, system, row.name),
    }  # fmt: skip


def _adjusted(connection: sa.Connection, system: str, name: str) -> list[str]:
    """Give the days on which a published list was adjusted since."""
    made = adjustments_since(connection, find_period(connection, system, name))
    return [str(one.in_force_on) for one in made]


def _of_period(connection: sa.Connection, period: Period, on: dt.date) -> dict[str, Any]:
    stale = is_stale(connection, period)
    found = blocks(connection, period)
    if stale:
        found.append("what it was rated from has changed since: rate it again")
    return {
        "period": period.name, "starts": str(period.starts), "ends": str(period.ends),
        "publishes": str(period.publishes), "state": period.state, "late": period.ends < on,
        "days_since_end": (on - period.ends).days, "stale": stale, "blocks": found,
    }  # fmt: skip


def _problems(one: dict[str, Any]) -> list[str]:
    """Say what of a period asks for somebody."""
    ended = f"ended {number_of(one['days_since_end'], 'day')} ago and is not published"
    return ([ended] if one["late"] else []) + [f"is blocked: {block}" for block in one["blocks"]]


def _size(connection: sa.Connection) -> int:
    """Give the bytes that the database takes."""
    if connection.dialect.name == "postgresql":
        return int(connection.execute(sa.text("SELECT pg_database_size(current_database())")).scalar_one())
    pages = connection.execute(sa.text("PRAGMA page_count")).scalar_one()
    return int(pages * connection.execute(sa.text("PRAGMA page_size")).scalar_one())
