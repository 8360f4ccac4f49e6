"""Tournaments set aside: when a refused row keeps a whole one from being rated, and when it counts as mended."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa

from ratings.exact import Flags
from ratings.files.csv_table import TextTable
from ratings.loading import journal
from ratings.loading.journal import Loaded
from ratings.store import schema
from ratings.store.bulk import insert_rows
from ratings.store.game_rows import GameRows
from ratings.store.periods import Period
from ratings.wording import number_of


@dataclass(frozen=True, slots=True)
class Arrived:
    """What a load of games brought: the file, its rows, which of them were new and which known.

    `named` are the tournaments of refused rows, which may have no other.
    """

    table: TextTable
    rows: GameRows
    new: Flags
    known: Flags
    loaded: Loaded
    named: tuple[int, ...] = ()


def set_aside(connection: sa.Connection, period: Period, arrived: Arrived, *, accept_partial: bool) -> list[str]:
    """Enter the file's tournaments in the period, and set aside those with refused rows not mended.

    A refused row counts as mended once a later file brings the tournament again whole without a fault, or brings as
    many games as were refused; `accept_partial` rates the tournament without them. Give the codes set aside now.
    """
    tournaments = np.unique([*np.unique(arrived.rows.tournament), *arrived.named]).astype(np.int64)
    _enter(connection, period, tournaments)
    _settle(connection, period, arrived, accept_partial=accept_partial)
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


def _settle(connection: sa.Connection, period: Period, arrived: Arrived, *, accept_partial: bool) -> None:
    load, refused = schema.load, schema.refused
    query = (
        sa.select(
            refused.c.refused_key, refused.c.load_key, refused.c.tournament_key, refused.c.cells, refused.c.counts_for
        )
        .join(load, load.c.load_key == refused.c.load_key)
        .where(load.c.period_key == period.key, load.c.kind == "games", refused.c.settled_by.is_(None))
    )
    by_tournament: dict[int | None, list[sa.Row]] = {}
    for row in connection.execute(query):
        by_tournament.setdefault(row.tournament_key, []).append(row)
    this, named = arrived.loaded.load_key, set(np.unique(arrived.rows.tournament).tolist())
    for tournament_key, rows in by_tournament.items():
        if accept_partial and (tournament_key in named or any(row.load_key == this for row in rows)):
            journal.settle_rows(connection, [row.refused_key for row in rows], this)
            _note_accepted(connection, period, tournament_key, len(rows))
            continue
        older = [row for row in rows if row.load_key != this]
        again = {row.cells for row in rows if row.load_key == this}
        moved = [row for row in older if row.cells in again]
        left = [row for row in older if row.cells not in again]
        if left and not again and _is_whole_again(connection, period, arrived, tournament_key):
            moved += left
        elif left:
            mended = _nearest(arrived, tournament_key, left)
            is_all = mended and len(mended) == sum(row.counts_for for row in left)
            moved += left if is_all else mended
        journal.settle_rows(connection, [row.refused_key for row in moved], this)


def _of_tournament(arrived: Arrived, tournament_key: int | None) -> Flags:
    """Say which rows of the file belong to a tournament; all of them where a refused row named none."""
    if tournament_key is None:
        return np.ones(len(arrived.rows), dtype=bool)
    return np.asarray(arrived.rows.tournament == tournament_key)


def _nearest(arrived: Arrived, tournament_key: int | None, left: list[sa.Row]) -> list[sa.Row]:
    """Give the refused rows that new games stand for, one each: those with the most cells in common.

    A game without one of the refused row's players is another game, and stands for none.
    """
    mended: list[sa.Row] = []
    told = {row.refused_key: json.loads(row.cells) for row in left if row.counts_for}
    for place in np.flatnonzero(arrived.new & _of_tournament(arrived, tournament_key)):
        cells = arrived.table.cells(int(place))
        players = {cells.get("white", "").strip(), cells.get("black", "").strip()} - {""}
        open_rows = [row for row in left if row.counts_for and row not in mended]
        open_rows = [row for row in open_rows if players & _players(told[row.refused_key])]
        if open_rows:
            mended.append(max(open_rows, key=lambda row: len(cells.items() & told[row.refused_key].items())))
    return mended


def _players(cells: dict[str, str]) -> set[str]:
    return {cells.get("white", "").strip(), cells.get("black", "").strip()}


def _note_accepted(connection: sa.Connection, period: Period, tournament_key: int | None, count: int) -> None:
    entry = schema.entry
    statement = sa.update(entry).where(entry.c.period_key == period.key, entry.c.tournament_key == tournament_key)
    connection.execute(statement.values(accepted=f"rated without {number_of(count, 'refused row')}"))


def _is_whole_again(connection: sa.Connection, period: Period, arrived: Arrived, tournament_key: int | None) -> bool:
    """Say whether a file brings again every game that a tournament has in the period."""
    known = int((arrived.known & _of_tournament(arrived, tournament_key)).sum())
    is_report = arrived.table.event is not None and bool((arrived.new & _of_tournament(arrived, tournament_key)).any())
    stored = _stored(connection, period, tournament_key)
    return known >= stored and (stored > 0 or is_report)


def _stored(connection: sa.Connection, period: Period, tournament_key: int | None) -> int:
    """Count the games of a tournament in a period (of all, where a refused row named none) before this load."""
    count = 0
    for table in (schema.game, schema.bye):
        query = (
            sa.select(sa.func.count())
            .select_from(table.join(schema.load, schema.load.c.load_key == table.c.load_key))
            .where(schema.load.c.period_key == period.key)
        )
        if tournament_key is not None:
            query = query.where(table.c.tournament_key == tournament_key)
        count += connection.execute(query).scalar_one()
    return count


def refresh(connection: sa.Connection, period: Period) -> None:
    """Write down which tournaments are set aside now: those with a refused row that is not settled."""
    load, refused, entry, tournament = schema.load, schema.refused, schema.entry, schema.tournament
    query = (
        sa.select(refused.c.tournament_key, tournament.c.code, sa.func.count())
        .join(load, load.c.load_key == refused.c.load_key)
        .join(tournament, tournament.c.tournament_key == refused.c.tournament_key)
        .where(load.c.period_key == period.key, load.c.kind == "games", refused.c.settled_by.is_(None))
        .group_by(refused.c.tournament_key, tournament.c.code)
    )
    wanted = {key: number_of(count, "refused row") for key, code, count in connection.execute(query) if code}
    of_period = entry.c.period_key == period.key
    was = connection.execute(
        sa.select(entry.c.tournament_key, entry.c.set_aside).where(of_period, entry.c.set_aside != "")
    )
    released = [key for key, _ in was if key not in wanted]
    if released:
        free = sa.update(entry).where(of_period, entry.c.tournament_key.in_(released))
        connection.execute(free.values(set_aside=""))
    for key, reason in wanted.items():
        connection.execute(sa.update(entry).where(of_period, entry.c.tournament_key == key).values(set_aside=reason))


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


def blocks(connection: sa.Connection, period: Period) -> list[str]:
    """Say what keeps a period from being published: tournaments set aside, rows refused and not mended."""
    kept = [told_aside(code, why) for code, why in why_aside(connection, period).items()]
    rows = journal.outstanding(connection, period.system, period.key)
    return kept + ([not_mended(len(rows))] if rows else [])
