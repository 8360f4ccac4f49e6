"""Tournaments set aside: a refused row keeps a whole one from being rated until it is mended or given up."""

from __future__ import annotations

import numpy as np
import sqlalchemy as sa

from ratings.loading import journal
from ratings.loading.settling import Arrived, settle
from ratings.store import schema
from ratings.store.bulk import insert_rows
from ratings.store.holds import read_holds
from ratings.store.periods import Period
from ratings.wording import number_of


def set_aside(connection: sa.Connection, period: Period, arrived: Arrived, *, accept_partial: bool) -> list[str]:
    """Enter the file's tournaments in the period, and set aside those with refused rows not mended.

    A refused row counts as mended once a later file brings the tournament again whole without a fault, or brings as
    many games as were refused; `accept_partial` rates the tournament without them. Give the codes set aside now.
    """
    _enter(connection, period, arrived.tournaments)
    settle(connection, period, arrived, accept_partial=accept_partial)
    refresh(connection, period)
    return aside(connection, period)


def _enter(connection: sa.Connection, period: Period, tournaments: np.ndarray) -> None:
    entry = schema.entry
    there = connection.execute(sa.select(entry.c.tournament_key).where(entry.c.period_key == period.key)).scalars()
    new = np.setdiff1d(tournaments, np.array(list(there), dtype=np.int64))
    blank = np.full(len(new), "", dtype=object)
    insert_rows(
        connection, entry,
        {"period_key": np.full(len(new), period.key), "tournament_key": new, "set_aside": blank, "accepted": blank},
    )  # fmt: skip


def with_refused_rows(connection: sa.Connection, period: Period) -> dict[int, str]:
    """Give the tournaments, by key, that a refused row keeps from being rated, with that reason."""
    load, refused, tournament = schema.load, schema.refused, schema.tournament
    query = (
        sa.select(refused.c.tournament_key, tournament.c.code, sa.func.count())
        .join(load, load.c.load_key == refused.c.load_key)
        .join(tournament, tournament.c.tournament_key == refused.c.tournament_key)
        .where(load.c.period_key == period.key, load.c.kind == "games", refused.c.settled_by.is_(None))
        .group_by(refused.c.tournament_key, tournament.c.code)
    )
    return {key: number_of(count, "refused row") for key, code, count in connection.execute(query) if code}


def given_up(connection: sa.Connection, period: Period) -> dict[str, str]:
    """Give the tournaments, by code, that are rated without rows that were given up."""
    load, refused, tournament = schema.load, schema.refused, schema.tournament
    query = (
        sa.select(tournament.c.code, sa.func.count())
        .join(refused, refused.c.tournament_key == tournament.c.tournament_key)
        .join(load, load.c.load_key == refused.c.load_key)
        .where(load.c.period_key == period.key, load.c.kind == "games", refused.c.given_up == 1)
        .group_by(tournament.c.code)
    )
    return {code: f"rated without {number_of(count, 'refused row')}" for code, count in connection.execute(query)}


def refresh(connection: sa.Connection, period: Period) -> None:
    """Write down which tournaments are set aside now: those with a refused row that is not settled."""
    entry, wanted = schema.entry, with_refused_rows(connection, period)
    of_period = entry.c.period_key == period.key
    was = connection.execute(
        sa.select(entry.c.tournament_key, entry.c.set_aside).where(of_period, entry.c.set_aside != "")
    ).all()
    changes = [{"key": key, "why": wanted.get(key, "")} for key, why in was if why != wanted.get(key, "")]
    changes += [{"key": key, "why": why} for key, why in wanted.items() if key not in dict(was)]
    if changes:
        this = sa.update(entry).where(of_period, entry.c.tournament_key == sa.bindparam("key"))
        connection.execute(this.values(set_aside=sa.bindparam("why")), changes)


def aside(connection: sa.Connection, period: Period) -> list[str]:
    """Give the codes of the tournaments set aside in a period."""
    return list(why_aside(connection, period))


def why_aside(connection: sa.Connection, period: Period) -> dict[str, str]:
    """Give the reason for which each tournament set aside is not rated, by its code."""
    entry, tournament = schema.entry, schema.tournament
    query = (
        sa.select(tournament.c.code, entry.c.set_aside)
        .join(entry, entry.c.tournament_key == tournament.c.tournament_key)
        .where(entry.c.period_key == period.key, entry.c.set_aside != "")
        .order_by(tournament.c.code)
    )
    return dict(connection.execute(query).all())


def told_aside(code: str, why: str) -> str:
    """Say that a tournament is set aside, and why."""
    return f"tournament {code} is set aside ({why})"


def not_mended(count: int) -> str:
    """Say how many refused rows wait."""
    return f"{number_of(count, 'refused row')} {'is' if count == 1 else 'are'} not mended"


def held(connection: sa.Connection, period: Period) -> list[str]:
    """Say what is held back from the rating until it is released."""
    return [f"{one.subject} is held ({one.reason})" for one in read_holds(connection, period) if one.word == "held"]


def blocks(connection: sa.Connection, period: Period, why: dict[str, str] | None = None) -> list[str]:
    """Say what keeps a period from being published: what is set aside or held, rows refused and not mended.

    `why` are the tournaments set aside where that is not written down yet.
    """
    why = why_aside(connection, period) if why is None else why
    kept = [told_aside(code, reason) for code, reason in why.items()]
    kept += held(connection, period)
    rows = journal.outstanding(connection, period.system, period.key)
    return kept + ([not_mended(len(rows))] if rows else [])
