"""What is known of a period's tournaments: now, or when its list was published."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass

import sqlalchemy as sa

from ratings.store import schema
from ratings.store.periods import Period

DETAILS = ("starts_on", "kind", "format", "minutes")


@dataclass(frozen=True, slots=True)
class Details:
    """What is known of a tournament and decides; of a published period, what was known then."""

    starts_on: dt.date | None
    kind: str | None
    format: str | None
    minutes: str | None


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament's games in one period: its key and code, its details, why it is set aside (empty: it is not)."""

    key: int
    code: str
    details: Details
    set_aside: str


def read_events(connection: sa.Connection, period: Period) -> list[Event]:
    """Give the tournaments of a period by code; of a published one those that its list had seen, as they were then."""
    then = None if period.seen is None else _kept(connection, period.seen.list_key)
    entry, tournament = schema.entry, schema.tournament
    columns = (tournament.c.tournament_key, tournament.c.code, *(tournament.c[name] for name in DETAILS))
    query = (
        sa.select(*columns, entry.c.set_aside)
        .join(entry, entry.c.tournament_key == tournament.c.tournament_key)
        .where(entry.c.period_key == period.key)
        .order_by(tournament.c.code)
    )
    found = [Event(key, code, Details(*told), aside) for key, code, *told, aside in connection.execute(query)]
    if then is None:
        return found
    return [Event(one.key, one.code, *_as_kept(then[one.key])) for one in found if one.key in then]


def _kept(connection: sa.Connection, list_key: int) -> dict[int, dict[str, str | None]]:
    lists = schema.rating_list
    told = connection.execute(sa.select(lists.c.events).where(lists.c.list_key == list_key)).scalar_one()
    return {int(key): event for key, event in json.loads(told or "{}").items()}


def _as_kept(told: dict[str, str | None]) -> tuple[Details, str]:
    day = told["starts_on"]
    starts_on = dt.date.fromisoformat(day) if day else None
    return Details(starts_on, told["kind"], told["format"], told["minutes"]), told["set_aside"] or ""


def to_keep(connection: sa.Connection, period: Period) -> str:
    """Give what is known of a period's tournaments as it is kept with a list: later files do not change it."""
    told = {
        one.key: {**{name: getattr(one.details, name) for name in DETAILS}, "set_aside": one.set_aside}
        for one in read_events(connection, period)
    }
    return json.dumps(told, default=str, ensure_ascii=False)
