"""What a period is rated from, as a hash: whether a run still stands for what is stored."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.store import schema
from ratings.store.ledger import stands
from ratings.store.periods import Period
from ratings.store.runs import newest_run


def fingerprint(connection: sa.Connection, period: Period, credited_from: str) -> str:
    """Give a hash of all that a period is rated from: loads of games, lists and players, lists, tournaments."""
    load, lists = schema.load, schema.rating_list
    systems = [period.system, credited_from, ""]
    of_period = sa.or_(load.c.period_key == period.key, load.c.kind != "games")
    loads = connection.execute(
        sa.select(load.c.load_key, load.c.sha256, load.c.stored)
        .where(load.c.system.in_(systems), of_period)
        .order_by(load.c.load_key)
    )
    published = connection.execute(
        sa.select(lists.c.list_key, lists.c.sha256)
        .where(lists.c.system.in_(systems), lists.c.revision > 0, lists.c.in_force_on <= period.ends)
        .order_by(lists.c.list_key)
    )
    parts = (loads, _events(connection, period), published, *_decisions(connection, period))
    told = [[list(map(str, row)) for row in part] for part in parts]
    days = [str(period.starts), str(period.ends), str(period.publishes)]
    return hashlib.sha256(json.dumps([told, days]).encode()).hexdigest()


def _decisions(connection: sa.Connection, period: Period) -> list[sa.CursorResult[Any]]:
    """Give the decisions that stand and decide about a period: holds, persons with two ids, signed values."""
    hold, alias, signed = schema.hold, schema.alias, schema.signed
    queries = (
        sa.select(hold.c.hold_key).where(hold.c.period_key == period.key, stands(hold, None)).order_by(hold.c.hold_key),
        sa.select(alias.c.alias_key).where(stands(alias, None)).order_by(alias.c.alias_key),
        sa.select(signed.c.signed_key)
        .where(signed.c.system == period.system, signed.c.in_force_on <= period.ends, stands(signed, None))
        .order_by(signed.c.signed_key),
    )
    return [connection.execute(query) for query in queries]


def _events(connection: sa.Connection, period: Period) -> sa.CursorResult[Any]:
    """Give what is known of a period's tournaments, and whether they are set aside or accepted by hand."""
    entry, tournament = schema.entry, schema.tournament
    names = ("code", "starts_on", "kind", "format", "minutes", "rounds")
    return connection.execute(
        sa.select(*(tournament.c[name] for name in names), entry.c.set_aside, entry.c.accepted)
        .join(entry, entry.c.tournament_key == tournament.c.tournament_key)
        .where(entry.c.period_key == period.key)
        .order_by(tournament.c.code)
    )


def is_stale(connection: sa.Connection, period: Period) -> bool:
    """Say whether what an unpublished period was rated from has changed since: its run is worth nothing then."""
    run = None if period.published else newest_run(connection, period)
    if run is None:
        return False
    return bool(run.inputs_sha256 != fingerprint(connection, period, json.loads(run.edition)["credited_from"]))


Standing = tuple[str, list[tuple[int, ...]]] | None
"""What a period was rated from, and how many rows of which load are refused, and settled; None: it is not rated."""


def standing(connection: sa.Connection, period: Period) -> Standing:
    """Say how a period stands, to be compared with how it stands later."""
    run, refused = newest_run(connection, period), schema.refused
    if run is None:
        return None
    counts = sa.func.count(), sa.func.count(refused.c.settled_by)
    query = sa.select(refused.c.load_key, *counts).group_by(refused.c.load_key).order_by(refused.c.load_key)
    return f"{run.inputs_sha256} {run.edition}", [tuple(row) for row in connection.execute(query)]


def must_be_current(connection: sa.Connection, period: Period) -> None:
    """Stop where what an unpublished period was rated from has changed since.

    Raises:
        RatingsError: it is to be rated again.
    """
    if is_stale(connection, period):
        raise RatingsError(
            f"What {period.system} {period.name} was rated from has changed since.",
            f"Rate it again: ratings rate {period.system} {period.name}",
        )
