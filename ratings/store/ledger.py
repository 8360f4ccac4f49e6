"""The ledger of decisions: who, when, what, why, for which claim, before and after; rows are only added."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.store import schema
from ratings.store.bulk import next_key
from ratings.store.periods import Period, Seen


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decides, when and why; `claim` is the number of the claim that it answers, empty where there is none."""

    by: str
    at: str
    reason: str
    claim: str = ""

    def must_have_a_reason(self) -> None:
        """Stop where no reason is given.

        Raises:
            RatingsError: there is none.
        """
        if not self.reason.strip():
            raise RatingsError("A decision needs a reason.", "Give it by --reason; it stays in the ledger.", 2)


def enter(
    connection: sa.Connection, decision: Decision, action: str, subject: str, *, system: str = "",
    period: Period | None = None, before: Mapping[str, Any] | None = None, after: Mapping[str, Any] | None = None,
    lists: Sequence[str] = (),
) -> int:  # fmt: skip
    """Add an entry and give its key; `subject` says in words what it is about."""
    key = next_key(connection, schema.ledger.c.ledger_key)
    connection.execute(
        sa.insert(schema.ledger).values(
            ledger_key=key, decided_at=decision.at, decided_by=decision.by, action=action, system=system,
            period_key=None if period is None else period.key, subject=subject, reason=decision.reason,
            claim=decision.claim, before=_as_json(before), after=_as_json(after), lists=_as_json(lists or None),
        )
    )  # fmt: skip
    return key


def _as_json(told: Any) -> str | None:
    return None if told is None else json.dumps(told, ensure_ascii=False, default=str)


def newest_entry(connection: sa.Connection) -> int:
    """Give the key of the newest entry, 0 where there is none."""
    return int(connection.execute(sa.select(sa.func.coalesce(sa.func.max(schema.ledger.c.ledger_key), 0))).scalar_one())


def stands(table: sa.Table, seen: Seen | None) -> sa.ColumnElement[bool]:
    """Give the condition that a row opened by one entry and closed by another stands: now, or as a list had seen it."""
    if seen is None:
        return table.c.closed_by.is_(None)
    newest = seen.ledger_key
    return sa.and_(table.c.opened_by <= newest, sa.or_(table.c.closed_by.is_(None), table.c.closed_by > newest))


def close(connection: sa.Connection, table: sa.Table, keys: Sequence[int], entry: int) -> None:
    """End rows that stand, by an entry of the ledger; they stay readable."""
    key = next(iter(table.primary_key.columns))
    connection.execute(sa.update(table).where(key.in_(keys), table.c.closed_by.is_(None)).values(closed_by=entry))


def read_entries(
    connection: sa.Connection, *, system: str | None = None, period: Period | None = None, claim: str = "",
    about: str = "",
) -> list[dict[str, Any]]:  # fmt: skip
    """Give the entries in order, each with its period's name; `about` is looked for in the subjects."""
    table, named = schema.ledger, schema.period
    query = sa.select(table, named.c.name.label("period")).outerjoin(named, named.c.period_key == table.c.period_key)
    if system is not None:
        query = query.where(table.c.system.in_([system, ""]))
    if period is not None:
        query = query.where(table.c.period_key == period.key)
    if claim:
        query = query.where(table.c.claim == claim)
    rows = connection.execute(query.order_by(table.c.ledger_key)).mappings()
    return [_entry(row) for row in rows if about.casefold() in row["subject"].casefold()]


def _entry(row: Mapping[str, Any]) -> dict[str, Any]:
    told = {
        "entry": row["ledger_key"], "at": row["decided_at"], "by": row["decided_by"], "action": row["action"],
        "system": row["system"], "period": row["period"], "subject": row["subject"], "reason": row["reason"],
        "claim": row["claim"],
    }  # fmt: skip
    return told | {name: json.loads(row[name]) if row[name] else None for name in ("before", "after", "lists")}
