"""Ratings and estimates that somebody signed, put over what lists and runs say."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
import sqlalchemy as sa

from ratings.engine.period import NATIONAL, Maybe, Start
from ratings.store import schema
from ratings.store.ledger import stands
from ratings.store.periods import Seen


def with_signed_ratings(
    connection: sa.Connection, start: Start, system: str, after: dt.date | None, day: dt.date, seen: Seen | None
) -> Start:
    """Put signed ratings over a standing: in force on a day, later than `after` (the newest list has those)."""
    values = _read(connection, system, "rating", day, seen, after)
    if not values:
        return start
    types, keys = start.type.copy(), np.array(list(values))
    types[keys] = np.where(start.rating.known[keys], types[keys], NATIONAL)
    return replace(start, rating=_over(start.rating, values), type=types)


def with_signed_estimates(
    connection: sa.Connection, start: Start, system: str, day: dt.date, seen: Seen | None
) -> Start:
    """Put signed estimates in force on a day over those of the register and of lists."""
    values = _read(connection, system, "estimate", day, seen, None)
    return replace(start, given=_over(start.given, values)) if values else start


def _read(
    connection: sa.Connection, system: str, kind: str, day: dt.date, seen: Seen | None, after: dt.date | None
) -> dict[int, int]:
    """Give values by player key, the newest of each player."""
    table = schema.signed
    query = sa.select(table.c.player_key, table.c.value).where(
        table.c.system == system, table.c.kind == kind, table.c.in_force_on <= day, stands(table, seen)
    )
    if after is not None:
        query = query.where(table.c.in_force_on > after)
    return dict(connection.execute(query.order_by(table.c.in_force_on, table.c.signed_key)).all())  # type: ignore[arg-type]


def signed_ratings(
    connection: sa.Connection, system: str, day: dt.date, seen: Seen | None, after: dt.date | None
) -> dict[int, str]:
    """Say of each player whose rating on a day is a signed one, later than `after`, who signed it, and for when."""
    table = schema.signed
    query = sa.select(table.c.player_key, table.c.signatory, table.c.in_force_on).where(
        table.c.system == system, table.c.kind == "rating", table.c.in_force_on <= day, stands(table, seen)
    )
    if after is not None:
        query = query.where(table.c.in_force_on > after)
    rows = connection.execute(query.order_by(table.c.in_force_on, table.c.signed_key))
    return {row.player_key: f"signed by {row.signatory} for {row.in_force_on}" for row in rows}


def signed_days(
    connection: sa.Connection, systems: Collection[str], day: dt.date, seen: Seen | None
) -> Sequence[dt.date]:
    """Give the days, up to one, from which signed ratings of some systems are in force."""
    table = schema.signed
    query = sa.select(table.c.in_force_on).distinct()
    of_systems = sa.and_(table.c.system.in_(systems), table.c.kind == "rating", table.c.in_force_on <= day)
    return connection.execute(query.where(of_systems, stands(table, seen))).scalars().all()


def _over(column: Maybe, values: dict[int, int]) -> Maybe:
    out, known = column.values.copy(), column.known.copy()
    keys = np.array(list(values), dtype=np.int64)
    out[keys], known[keys] = list(values.values()), True
    return Maybe(out, known)
