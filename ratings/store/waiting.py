"""What published lists wait to be revised for: decisions on games, persons, signed values, ratings taken over."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from ratings.store import schema
from ratings.store.holds import GAME
from ratings.store.periods import Period, Seen
from ratings.store.standings import newest_published

ABOUT_GAMES = ("hold", "release", "withdraw", "correct", "reassign", "load")
"""Actions of the ledger that change which games a period is rated from."""
UNDONE_BY_ANOTHER = ("hold", "release", "withdraw")
"""Those that leave nothing to be done once another one has brought back what was before."""
BY_PERIOD = "period"
"""What an edition says whose values are those of the period's first day; else they go by the day of the game."""
Waiting = Iterator[tuple[int, str]]
"""Keys of periods, and what each waits for, in words."""


def waiting(connection: sa.Connection, period: Period) -> list[str]:
    """Say what a published period is to be revised for: what was decided or revised since its newest list was made."""
    return waiting_by_period(connection, [period]).get(period.key, [])


def waiting_by_period(connection: sa.Connection, periods: Sequence[Period]) -> dict[int, list[str]]:
    """Say the same of periods of one system, by their key; what concerns several is said of the first of them."""
    published = sorted((one for one in periods if one.published and one.seen is not None), key=lambda one: one.starts)
    if not published:
        return {}
    found: dict[int, list[str]] = {}
    for looked in (_games, _persons, _signed, _taken_over):
        for key, told in looked(connection, published):
            found.setdefault(key, []).append(told)
    return found


def _seen(period: Period) -> Seen:
    assert period.seen is not None
    return period.seen


def _games(connection: sa.Connection, periods: Sequence[Period]) -> Waiting:
    """Give the entries of the ledger about games, but for those that another one has undone."""
    table, by_key = schema.ledger, {one.key: one for one in periods}
    first = min(_seen(one).ledger_key for one in periods)
    names = ("period_key", "action", "subject", "ledger_key", "after")
    query = sa.select(*(table.c[name] for name in names)).where(
        table.c.system == periods[0].system, table.c.action.in_(ABOUT_GAMES), table.c.ledger_key > first
    )
    entries = [row for row in connection.execute(query.order_by(table.c.ledger_key)) if row.period_key in by_key]
    entries = [row for row in entries if row.ledger_key > _seen(by_key[row.period_key]).ledger_key]
    undone = {key: _undone(connection, by_key[key]) for key in {row.period_key for row in entries}}
    for row in entries:
        is_undone = row.action in UNDONE_BY_ANOTHER and row.ledger_key in undone[row.period_key]
        if not is_undone and not (row.action == "load" and _is_unloaded(connection, row)):
            yield row.period_key, f"{row.action}: {row.subject}"


def _undone(connection: sa.Connection, period: Period) -> set[int]:
    """Give the entries that keep out or let in only what is as it was when a period's newest list was made."""
    hold, newest = schema.hold, _seen(period).ledger_key
    rows = connection.execute(sa.select(hold).where(hold.c.period_key == period.key)).all()

    def target(row: sa.Row) -> tuple[object, ...]:
        return tuple(getattr(row, name) for name in ("word", "kind", "player_key", *GAME))

    then, now = {target(row) for row in rows if _stood(row, newest)}, {target(r) for r in rows if r.closed_by is None}
    changed = [row for row in rows if target(row) in then ^ now]
    entries, others = ({key for row in some for key in (row.opened_by, row.closed_by)} for some in (rows, changed))
    return entries - others - {None}


def _stood(row: sa.Row, newest: int) -> bool:
    """Say whether a row that one entry opened, and another may have closed, stood when an entry was the newest."""
    return bool(row.opened_by <= newest and (row.closed_by is None or row.closed_by > newest))


def _is_unloaded(connection: sa.Connection, entry: sa.Row) -> bool:
    """Say whether the loads of a correction are taken back."""
    loads = json.loads(entry.after)["loads"] if entry.after else []
    load = schema.load
    query = sa.select(load.c.load_key).where(load.c.load_key.in_(loads), load.c.period_key == entry.period_key)
    return bool(loads) and connection.execute(query.limit(1)).first() is None


def _persons(connection: sa.Connection, periods: Sequence[Period]) -> Waiting:
    """Give the ids that are one person now and were not, where the other one played; and those that are two again."""
    alias = schema.alias
    rows = connection.execute(sa.select(alias).order_by(alias.c.alias_key)).all()
    told = set[int]()
    for period in periods:
        newest = _seen(period).ledger_key
        then = {row.player_key: row for row in rows if _stood(row, newest)}
        now = {row.player_key: row for row in rows if row.closed_by is None}
        same = {key for key in then.keys() & now.keys() if then[key].person_key == now[key].person_key}
        apart = [then[key].closed_by for key in sorted(then.keys() - same)]
        one = [now[key].opened_by for key in sorted(now.keys() - same) if _played(connection, period, key)]
        for entry in (*apart, *one):
            if entry not in told:
                told.add(entry)
                yield period.key, _words(connection, entry)


def _played(connection: sa.Connection, period: Period, player: int) -> bool:
    load, participant = schema.load, schema.participant
    query = sa.select(load.c.load_key).join(participant, participant.c.load_key == load.c.load_key)
    query = query.where(participant.c.player_key == player, load.c.period_key == period.key)
    return connection.execute(query.limit(1)).first() is not None


def _words(connection: sa.Connection, entry: int) -> str:
    table = schema.ledger
    query = sa.select(table.c.action, table.c.subject).where(table.c.ledger_key == entry)
    row = connection.execute(query).one()
    return f"{row.action}: {row.subject}"


def _signed(connection: sa.Connection, periods: Sequence[Period]) -> Waiting:
    """Give the values signed or taken back since, by the first list of their day or later, or that takes them over."""
    table, told = schema.signed, set[tuple[int, bool]]()
    rows = connection.execute(sa.select(table).order_by(table.c.signed_key)).all()
    for period in periods if rows else ():
        newest, edition = _seen(period).ledger_key, _edition_of(connection, period)
        credited, by_period = edition["credited_from"], edition.get("values_on", BY_PERIOD) == BY_PERIOD
        for row in rows:
            was, is_now = _stood(row, newest), row.closed_by is None
            is_own, entry = row.system == period.system, (row.closed_by if was else row.opened_by)
            if (
                was == is_now
                or row.in_force_on > (period.starts if by_period else period.ends)
                or row.system not in (period.system, credited)
            ):
                continue
            if (entry, is_own) in told or not (is_own or _is_credited(connection, period, row)):
                continue
            told.add((entry, is_own))
            yield period.key, _words(connection, entry)


def _is_credited(connection: sa.Connection, period: Period, signed: sa.Row) -> bool:
    """Say whether a signed rating of the other system is taken over for somebody who plays unrated in a list."""
    row = schema.run_row
    query = sa.select(row.c.player_key).where(
        row.c.run_key == _run_of(connection, period).run_key, row.c.player_key == signed.player_key,
        row.c.rating_before.is_(None),
    )  # fmt: skip
    return signed.kind == "rating" and connection.execute(query).first() is not None


def _run_of(connection: sa.Connection, period: Period) -> sa.Row:
    """Give the run of a period's newest list: its key and its edition."""
    lists, run = schema.rating_list, schema.run
    query = sa.select(run.c.run_key, run.c.edition).join(lists, lists.c.run_key == run.c.run_key)
    return connection.execute(query.where(lists.c.list_key == _seen(period).list_key)).one()


def _edition_of(connection: sa.Connection, period: Period) -> dict[str, Any]:
    """Give the numbers of the edition that a period's newest list was made by."""
    return dict(json.loads(_run_of(connection, period).edition))


def _taken_over(connection: sa.Connection, periods: Sequence[Period]) -> Waiting:
    """Give the lists of another system that were revised since with other ratings for those who play unrated here."""
    lists = schema.rating_list
    query = sa.select(sa.func.max(lists.c.list_key)).where(lists.c.revision > 1, lists.c.system != periods[0].system)
    newest = connection.execute(query).scalar() or 0
    for period in periods:
        if newest > _seen(period).list_key:
            told = taken_over_of(connection, period)
            if told:
                yield period.key, told


def taken_over_of(connection: sa.Connection, period: Period) -> str:
    """Say which list a published period took other ratings over from than it has now; empty where there is none."""
    credited = _edition_of(connection, period)["credited_from"]
    then, now = (newest_published(connection, credited, on=period.starts, seen=seen) for seen in (period.seen, None))
    if then is None or now is None or then.list_key == now.list_key or then.in_force_on != now.in_force_on:
        return ""
    row, old, new = schema.run_row, schema.run_row.alias("old_row"), schema.run_row.alias("new_row")
    credit, before, after = (sa.func.coalesce(one, 0) for one in (row.c.credited, old.c.rating, new.c.rating))
    query = (
        sa.select(row.c.player_key)
        .outerjoin(old, sa.and_(old.c.run_key == then.run_key, old.c.player_key == row.c.player_key))
        .outerjoin(new, sa.and_(new.c.run_key == now.run_key, new.c.player_key == row.c.player_key))
        .where(row.c.run_key == _run_of(connection, period).run_key, row.c.rating_before.is_(None))
        .where(credit == before, before != after)
    )
    if connection.execute(query.limit(1)).first() is None:
        return ""
    return f"taken over: the ratings of {credited} of {now.in_force_on}, which are revised (revision {now.revision})"
