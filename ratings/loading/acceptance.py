"""Tournaments that the rules do not accept (time control, kind): set aside with the reason, or accepted by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.loading import mending
from ratings.store import ledger, schema
from ratings.store.periods import Period
from ratings.store.refusals import refusals
from ratings.store.stored_period import StoredPeriod

BY_HAND = "accepted: "
"""How the reason of an acceptance by hand begins."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is rated: tournaments set aside with the reason, by key and by code; those accepted now; doubts.

    `against` says by code what the rules have against the tournaments that are accepted now, and were not before;
    `decided` is who accepts them, and why.
    """

    aside: dict[int, str]
    told: dict[str, str]
    by_hand: dict[int, str]
    doubts: list[str]
    against: dict[str, str]
    decided: ledger.Decision | None


def decide(
    connection: sa.Connection, stored: StoredPeriod, accept: Sequence[str], decided: ledger.Decision | None
) -> Decision:
    """Decide which tournaments are rated: not those with refused rows, nor what the rules refuse and nobody accepted.

    What the rules accept anyway needs no acceptance, and gets none: that is said among the doubts.

    Raises:
        RatingsError: a tournament to be accepted is not in the period, or no reason is given.
    """
    entry, tournament, period = schema.entry, schema.tournament, stored.period
    reason = decided.reason if decided else ""
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
    for code in accept:
        if code not in key_of:
            raise RatingsError(f"There is no tournament {code} in {period.system} {period.name}.", "Check its code.", 2)
    refused, doubts = refusals(stored)
    doubts += [f"tournament {code} needs no acceptance" for code in accept if key_of[code] not in refused]
    by_hand = {key_of[code]: BY_HAND + reason for code in accept if key_of[code] in refused}
    before = {row.tournament_key: row.accepted for row in entered if row.accepted}
    against = {code: refused[key_of[code]] for code in accept if by_hand.get(key_of[code]) != before.get(key_of[code])}
    aside = {key: why for key, why in refused.items() if key not in before.keys() | by_hand.keys()}
    aside |= mending.with_refused_rows(connection, period)
    told = {code: aside[key] for code, key in key_of.items() if key in aside}
    return Decision(aside, told, by_hand, doubts, against, decided)


def write_down(connection: sa.Connection, period: Period, decision: Decision) -> None:
    """Write a decision down: what is set aside, and what was accepted by hand."""
    entry = schema.entry
    of_period = entry.c.period_key == period.key
    connection.execute(sa.update(entry).where(of_period, entry.c.set_aside != "").values(set_aside=""))
    this = sa.update(entry).where(of_period, entry.c.tournament_key == sa.bindparam("key"))
    for column, told in (("set_aside", decision.aside), ("accepted", decision.by_hand)):
        if told:
            values = [{"key": key, "why": why} for key, why in told.items()]
            connection.execute(this.values({column: sa.bindparam("why")}), values)
    for code, why in decision.against.items():
        assert decision.decided is not None
        told = {"system": period.system, "period": period, "before": {"set_aside": why}}
        ledger.enter(connection, decision.decided, "accept", f"tournament {code}, which was set aside: {why}", **told)
