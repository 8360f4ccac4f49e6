"""Taking one load back: its games, list rows, pools or players, as if the file had never come."""

from __future__ import annotations

import json

import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.loading import journal, left_out, mending
from ratings.loading.same_events import sign_again
from ratings.loading.unregister import take_back_changes, unregister
from ratings.store import schema
from ratings.store.games import loads_of
from ratings.store.periods import Period, must_be_open


def unload(connection: sa.Connection, load_key: int, period: Period | None) -> dict[str, int]:
    """Take one load back: its games, its refused rows, its list rows, its players and changes of players.

    Raises:
        RatingsError: its period is published, its list was used for one, or its players are needed elsewhere.
    """
    row = journal.find_load(connection, load_key)
    if row.file.startswith(journal.DECIDED):
        raise RatingsError(
            f"Load {load_key} is of a decision ({row.file}).", "Decide again: `ratings ledger` shows what was decided."
        )
    tournaments: set[int] = set()
    if row.kind == "games":
        assert period is not None
        if period.seen is None or load_key <= period.seen.load_key:  # else it corrects the list, and is not in it yet
            must_be_open(period)
        counts, tournaments = _unload_games(connection, load_key)
    elif row.kind == "list":
        counts = _unload_list(connection, row)
    else:
        counts = {"players": unregister(connection, load_key), "changes": take_back_changes(connection, load_key)}
    refused = schema.refused
    was_settled = sa.update(refused).where(refused.c.settled_by == load_key)
    connection.execute(was_settled.values(settled_by=None, given_up=0))
    connection.execute(sa.delete(refused).where(refused.c.load_key == load_key))
    connection.execute(sa.delete(schema.load).where(schema.load.c.load_key == load_key))
    if row.kind == "list":
        _forget_empty_list(connection, row.list_key)
    if period is not None:
        _forget_empty_entries(connection, period)
        sign_again(connection, period, tournaments)
        mending.refresh(connection, period)
    return counts


def _unload_games(connection: sa.Connection, load_key: int) -> tuple[dict[str, int], set[int]]:
    """Delete a load's games; give their number and tournaments."""
    count, tournaments = 0, set[int]()
    connection.execute(sa.delete(schema.participant).where(schema.participant.c.load_key == load_key))
    for table in (schema.game, schema.bye):
        own = table.c.load_key == load_key
        tournaments |= set(connection.execute(sa.select(table.c.tournament_key).where(own).distinct()).scalars())
        count += connection.execute(sa.delete(table).where(own)).rowcount
    left_out.put_back(connection, load_key)
    return {"games": count}, tournaments


def _forget_empty_entries(connection: sa.Connection, period: Period) -> None:
    """Delete the entries of tournaments that have neither a game nor a refused row in the period any more."""
    entry, loads = schema.entry, loads_of(connection, period)
    needed = [
        sa.select(table.c.tournament_key).where(table.c.load_key.in_(loads), table.c.tournament_key.isnot(None))
        for table in (schema.game, schema.bye, schema.refused)
    ]
    left = sa.union(*needed).subquery()
    gone = entry.c.tournament_key.notin_(sa.select(left.c.tournament_key))
    connection.execute(sa.delete(entry).where(entry.c.period_key == period.key, gone))


def _unload_list(connection: sa.Connection, load: sa.Row) -> dict[str, int]:
    lists = schema.rating_list
    day = connection.execute(sa.select(lists.c.in_force_on).where(lists.c.list_key == load.list_key)).scalar_one()
    run, period = schema.run, schema.period
    published = (
        sa.select(period.c.name, period.c.ends_on, lists.c.system, run.c.edition)
        .join(run, run.c.period_key == period.c.period_key)
        .join(lists, lists.c.run_key == run.c.run_key)
        .where(period.c.ends_on >= day)
        .order_by(period.c.ends_on)
    )
    for row in connection.execute(published):
        if load.system in (row.system, json.loads(row.edition)["credited_from"]):
            raise RatingsError(
                f"The list of load {load.load_key} is what the published list {row.system} {row.name} was made with.",
                "What published lists started from does not change.",
            )
    connection.execute(sa.delete(schema.pool).where(schema.pool.c.load_key == load.load_key))
    rows = schema.list_row
    count = connection.execute(sa.delete(rows).where(rows.c.load_key == load.load_key)).rowcount
    return {"list rows": count}


def _forget_empty_list(connection: sa.Connection, list_key: int) -> None:
    """Delete a list that no load is left of: an empty one would still count as the oldest known."""
    load, lists = schema.load, schema.rating_list
    if connection.execute(sa.select(load.c.load_key).where(load.c.list_key == list_key)).first() is None:
        connection.execute(sa.delete(lists).where(lists.c.list_key == list_key))
