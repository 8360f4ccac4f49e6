"""What somebody signed of the people in an explanation: where a value is not what the list before says."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa

from ratings.phrases import Phrase, say
from ratings.store import schema
from ratings.store.ledger import stands
from ratings.store.periods import Period
from ratings.store.persons import keys_of, read_persons
from ratings.store.players import people_by_key
from ratings.store.standings import newest_published


def signed_values(
    connection: sa.Connection, period: Period, people: Sequence[int], *, of_games: bool = False,
    rated: Collection[int] = (),
) -> list[dict[str, Any]]:  # fmt: skip
    """Give what is signed of people that a period goes by, in their order, each person's newest last.

    Of ratings that is the one in force when the period starts, where the list before did not go by it yet, and with
    `of_games`, where games go by the day, those from later days. Estimates are of no use then, nor of the `rated`.
    """
    persons = read_persons(connection, period.seen)
    own = {key: person for person in map(int, people) for key in keys_of(person, persons)}
    names, newest = people_by_key(connection, people), dict[tuple[Any, ...], sa.Row]()
    for row in _rows(connection, period, list(own), of_games=of_games):
        newest[own[row.player_key], row.kind, max(row.in_force_on, period.starts)] = row
    used = [row for (person, kind, _), row in newest.items() if kind == "rating" or person not in rated]
    return [
        {
            "player": names[own[row.player_key]].id, "kind": row.kind, "value": row.value, "on": str(row.in_force_on),
            "signatory": row.signatory, "reason": row.reason,
        }
        for row in sorted(used, key=lambda row: list(own.values()).index(own[row.player_key]))
    ]  # fmt: skip


def _rows(connection: sa.Connection, period: Period, keys: Sequence[int], *, of_games: bool) -> Sequence[sa.Row]:
    """Read what is signed for ids and may be used, oldest first."""
    base = newest_published(connection, period.system, before=period.starts, seen=period.seen)
    table, ledger = schema.signed, schema.ledger
    query = (
        sa.select(table, ledger.c.reason)
        .join(ledger, ledger.c.ledger_key == table.c.opened_by)
        .where(table.c.system == period.system, table.c.player_key.in_(keys), stands(table, period.seen))
        .where(table.c.in_force_on <= (period.ends if of_games else period.starts))
        .order_by(table.c.in_force_on, table.c.signed_key)
    )
    if base is not None:
        query = query.where(sa.or_(table.c.kind == "estimate", table.c.in_force_on > base.starts_on))
    return connection.execute(query.where(table.c.kind == "rating") if of_games else query).all()


def as_lines(told: dict[str, Any]) -> list[str]:
    """Give what is signed as lines for the officer."""
    return [
        f"Signed: {one['kind']} {one['value']} of {one['player']} from {one['on']} by {one['signatory']} "
        f"({one['reason']})"
        for one in told["signed"]
    ]


def for_the_player(told: dict[str, Any]) -> list[Phrase]:
    """Give what is signed of the player alone, as sentences of a letter."""
    sentences = {
        "rating": say("The rating {value}, in force from {day}, was decided by hand; {signatory} answers for it."),
        "estimate": say("The estimate {value}, in force from {day}, was decided by hand; {signatory} answers for it."),
    }
    return [
        sentences[one["kind"]].of(value=one["value"], day=dt.date.fromisoformat(one["on"]), signatory=one["signatory"])
        for one in told["signed"]
        if one["player"] == told["player"]
    ]
