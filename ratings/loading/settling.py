"""When a refused row of games counts as mended: brought again well, or given up."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import sqlalchemy as sa

from ratings.exact import Flags, Ints
from ratings.files.cells import Unreadable, read_day
from ratings.files.csv_table import TextTable
from ratings.loading import journal
from ratings.store import schema
from ratings.store.game_rows import GameRows
from ratings.store.holds import GONE, read_gone, read_holds
from ratings.store.periods import Period
from ratings.store.persons import read_persons, rows_by_person

_SIDE = re.compile(r"round \d+", re.ASCII)
"""The column of a refused row that is a side of a game in a report."""
_OF_BLACK = re.compile(r"\d+ b", re.ASCII)
"""The entry of Black in a report."""
MOST_DIGITS = 6
"""Digits of a round number that are read."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """What a load of games brought: the file, its rows, which of them were new and which known.

    `tournaments` are the keys of those that it names. Of a file in pieces the rows are those of the last one: it comes
    into a period where no refused row waits for another file.
    """

    table: TextTable
    rows: GameRows
    new: Flags
    known: Flags
    load_key: int = 0
    tournaments: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


def settle(connection: sa.Connection, period: Period, arrived: Arrived, *, accept_partial: bool) -> None:
    """Settle the refused rows of a period that a file mends, tournament by tournament.

    Those count as mended that the file brings again, or another game in the place of; all of them where it brings the
    tournament again whole without a fault. `accept_partial` gives them up instead.
    """
    this, named = arrived.load_key, set(arrived.tournaments.tolist())
    for tournament_key, rows in open_rows(connection, period).items():
        if accept_partial and (tournament_key in named or any(row.load_key == this for row in rows)):
            journal.settle_rows(connection, [row.refused_key for row in rows], this, given_up=True)
            continue
        older = [row for row in rows if row.load_key != this]
        again = {row.cells for row in rows if row.load_key == this}
        moved = [row for row in older if row.cells in again]
        left = [row for row in older if row.cells not in again]
        if left and not again and _is_whole_again(connection, period, arrived, tournament_key):
            moved += left
        elif left:
            mended = _nearest(arrived, tournament_key, left)
            moved += left if mended and len(mended) == sum(row.counts_for for row in left) else mended
        journal.settle_rows(connection, [row.refused_key for row in moved], this)


def open_rows(connection: sa.Connection, period: Period) -> dict[int | None, list[sa.Row]]:
    """Give the refused rows of a period that wait, by tournament."""
    load, refused = schema.load, schema.refused
    names = ("refused_key", "load_key", "tournament_key", "cells", "counts_for", "column", "value", "code")
    query = (
        sa.select(*(refused.c[name] for name in names))
        .join(load, load.c.load_key == refused.c.load_key)
        .where(load.c.period_key == period.key, load.c.kind == "games", refused.c.settled_by.is_(None))
        .order_by(refused.c.refused_key)
    )
    rows: dict[int | None, list[sa.Row]] = {}
    for row in connection.execute(query):
        rows.setdefault(row.tournament_key, []).append(row)
    return rows


def _of_tournament(arrived: Arrived, tournament_key: int | None) -> Flags:
    """Say which rows of the file belong to a tournament; all of them where a refused row named none."""
    if tournament_key is None:
        return np.ones(len(arrived.rows), dtype=bool)
    return np.asarray(arrived.rows.tournament == tournament_key)


@dataclass(slots=True)
class _Waiting:
    """A refused row as far as it can be read: who played, in which round, on which day; None where that was wrong.

    Of a report it is one side of a game, of which only the player in whose line it stands is certain.
    """

    row: sa.Row
    cells: dict[str, str]
    players: set[str]
    round: int | None
    day: int | None
    is_side: bool = False
    is_mended: bool = False

    def fits(self, round_number: int, day: int) -> bool:
        """Say whether a game can be the one that was meant: same round, or same day where no round tells."""
        if self.round is not None and round_number:
            return self.round == round_number
        return self.day is None or self.day == day


def _waiting(row: sa.Row) -> _Waiting:
    cells = json.loads(row.cells)
    text = cells.get("round", "").strip()
    is_right = row.column != "round" and row.code != "two-games-in-a-round"
    number = int(text) if text.isascii() and text.isdigit() and len(text) < MOST_DIGITS and is_right else None
    try:
        day = read_day(cells.get("date", "").strip()) if row.column != "date" else None
    except Unreadable:
        day = None
    is_side = _SIDE.fullmatch(row.column) is not None
    whose = ("black",) if _OF_BLACK.match(row.value) else ("white",)
    players = {cells.get(name, "").strip() for name in (whose if is_side else ("white", "black"))} - {""}
    return _Waiting(row, cells, players, number or None, day, is_side)


def _nearest(arrived: Arrived, tournament_key: int | None, left: list[sa.Row]) -> list[sa.Row]:
    """Give the refused rows that new games stand for, one each (or both sides): those with the most cells in common.

    A game without one of the refused row's players, or of another round, is another game and stands for none.
    """
    by_player: dict[tuple[str, int | None], list[_Waiting]] = {}
    for row in (row for row in left if row.counts_for):
        one = _waiting(row)
        for player in one.players:
            by_player.setdefault((player, one.round), []).append(one)
    mended, all_rounds = list[sa.Row](), {number for _, number in by_player}
    for place, ids in _games_of(arrived, tournament_key, {player for player, _ in by_player}):
        number, day = int(arrived.rows.round[place]), int(arrived.rows.day[place])
        rounds = {number, None} if number else all_rounds
        near = [one for player in ids for key in rounds for one in by_player.get((player, key), ())]
        near = [one for one in near if not one.is_mended and one.fits(number, day)]
        if near:
            cells = arrived.table.cells(place).items()
            best = max(near, key=lambda one: len(cells & one.cells.items()))
            for one in near if best.is_side else [best]:
                if one is best or one.is_side:  # a player has one game in a round: it mends both sides of it
                    one.is_mended = True
                    mended.append(one.row)
    return mended


def _games_of(arrived: Arrived, tournament_key: int | None, players: set[str]) -> Iterator[tuple[int, set[str]]]:
    """Give the new games of a tournament in which some players stand, and who plays them."""
    white_codes, whites = arrived.table.coded("white")
    black_codes, blacks = arrived.table.coded("black")

    def plays(codes: Ints, texts: list[str]) -> Flags:
        return np.array([text in players for text in texts], dtype=bool)[codes]

    chosen = arrived.new & _of_tournament(arrived, tournament_key)
    chosen &= plays(white_codes, whites) | plays(black_codes, blacks)
    for place in np.flatnonzero(chosen):
        yield int(place), {whites[white_codes[place]], blacks[black_codes[place]]}


def _is_whole_again(connection: sa.Connection, period: Period, arrived: Arrived, tournament_key: int | None) -> bool:
    """Say whether a file brings again every game that a tournament has in the period, and lacks no refused row."""
    if arrived.table.event is not None and arrived.table.event.lacking:
        return False
    here = arrived.known & _of_tournament(arrived, tournament_key)
    persons = read_persons(connection, None)
    known = int((here & ~rows_by_person(arrived.rows, persons).among(read_gone(connection, persons))).sum())
    new = int((arrived.new & _of_tournament(arrived, tournament_key)).sum())
    is_report = arrived.table.event is not None and new > 0
    stored = _stored(connection, period, tournament_key) - new
    return known >= stored and (stored > 0 or is_report)


def _stored(connection: sa.Connection, period: Period, tournament_key: int | None) -> int:
    """Count the games of a tournament in a period (of all, where a refused row named none), this load's among them.

    What was withdrawn, corrected or reassigned by decision is not missed.
    """
    gone = [one.target.game for one in read_holds(connection, period) if one.word in GONE]
    count = -sum(tournament_key in (None, game[0]) for game in gone)
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
