"""The list-wide adjustments that came after a published list."""

from __future__ import annotations

import sqlalchemy as sa

from ratings.store import schema
from ratings.store.periods import Period


def adjustments_since(connection: sa.Connection, period: Period) -> list[sa.Row]:
    """Give the adjustments of a system that came after a period's list, as they stand, in order of their days."""
    lists = schema.rating_list
    later = sa.and_(
        lists.c.system == period.system, lists.c.adjustment.isnot(None), lists.c.in_force_on > period.starts
    )
    rows = connection.execute(sa.select(lists).where(later).order_by(lists.c.in_force_on, lists.c.revision.desc()))
    return list({row.in_force_on: row for row in rows}.values())
