"""Tournaments that the rules do not accept (time control, kind): set aside with the reason, or accepted by hand."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.loading import mending
from ratings.rules import RuleSet
from ratings.store import schema
from ratings.store.periods import Period
from ratings.store.refusals import refusals

BY_HAND = "accepted: "
"""How the reason of an acceptance by hand begins."""


def apply(connection: sa.Connection, period: Period, rules: RuleSet, accept: Sequence[str], reason: str) -> list[str]:
    """Set aside what the rules refuse, unless it is accepted by hand now or was before; give what is not known.

    Raises:
        RatingsError: a tournament to be accepted is not in the period, or no reason is given.
    """
    entry, tournament = schema.entry, schema.tournament
    if reason and not accept:
        raise RatingsError("A reason without a tournament.", "Name the tournament by --accept.", 2)
    if accept and not reason:
        raise RatingsError("An acceptance needs a reason.", "Give it by --reason; it is written down.", 2)
    entered = connection.execute(
        sa.select(tournament.c.code, tournament.c.tournament_key, entry.c.accepted)
        .join(entry, entry.c.tournament_key == tournament.c.tournament_key)
        .where(entry.c.period_key == period.key)
    ).all()
    key_of = {row.code: row.tournament_key for row in entered}
    accepted = {row.tournament_key for row in entered if row.accepted.startswith(BY_HAND)}
    for code in accept:
        if code not in key_of:
            raise RatingsError(f"There is no tournament {code} in {period.system} {period.name}.", "Check its code.", 2)
        accepted.add(key_of[code])
        _write(connection, period, key_of[code], accepted=BY_HAND + reason)
    mending.refresh(connection, period)
    refused, doubts = refusals(connection, period, rules)
    for key, why in refused.items():
        if key not in accepted:
            _write(connection, period, key, set_aside=why)
    return doubts


def _write(connection: sa.Connection, period: Period, key: int, **values: str) -> None:
    entry = schema.entry
    where = sa.and_(entry.c.period_key == period.key, entry.c.tournament_key == key)
    connection.execute(sa.update(entry).where(where).values(**values))
