"""A file of games on its way in: its tables are checked one by one and handed on to be stored; then it is told."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import sqlalchemy as sa

from ratings.engine.period import Games
from ratings.errors import Issue
from ratings.exact import Flags, Ints
from ratings.files import cells
from ratings.files.csv_table import TextTable
from ratings.loading import journal, left_out
from ratings.loading.game_cells import bad_rows, codes_of, read_rows
from ratings.loading.game_pairs import find_clashes, find_known
from ratings.loading.journal import Draft, Loaded, RefusedRow
from ratings.loading.kept_games import KeptGames
from ratings.loading.mending import set_aside
from ratings.loading.same_events import (
    note_same_events,
    note_same_games,
    repeated_elsewhere,
    repeated_lines,
    signatures,
)
from ratings.loading.settling import Arrived
from ratings.loading.stored_words import in_words
from ratings.loading.storing import Storing
from ratings.loading.surroundings import Surroundings, refuse_one_person
from ratings.store.game_rows import GameRows, distinct, joined
from ratings.store.games import read_games
from ratings.store.periods import Period
from ratings.store.persons import rows_by_person
from ratings.wording import number_of


class PiecesOverlap(Exception):  # noqa: N818 - nothing is wrong: such a file is read whole
    """A tournament goes on in a later piece of its file: its rows have to be seen together."""


@dataclass(slots=True)
class Arriving:
    """One load of games in the making: what its tables have brought so far.

    `tournaments` are the keys that its rows name, `codes` the same by code, `whole` those whose left out games are all
    here. `kept` are the new games played between two players, `stored_before` what their tournaments had already;
    `repeated` the lines of those that stand twice, `late_games` those of days before the period. `against` are
    the loads whose games rows contradict.
    """

    draft: Draft
    period: Period
    around: Surroundings
    rows: int = 0
    stored: int = 0
    known: int = 0
    late: int = 0
    gone: int = 0
    refused: list[RefusedRow] = field(default_factory=list)
    tournaments: list[Ints] = field(default_factory=list)
    codes: dict[str, int] = field(default_factory=dict)
    whole: set[int] = field(default_factory=set)
    signed: dict[int, int] = field(default_factory=dict)
    kept: KeptGames = field(default_factory=KeptGames)
    stored_before: list[GameRows] = field(default_factory=list)
    repeated: set[int] = field(default_factory=set)
    late_games: KeptGames = field(default_factory=KeptGames)
    against: set[int] = field(default_factory=set)
    arrived: Arrived | None = None

    def take(self, table: TextTable, storing: Storing) -> None:
        """Check a table of the file against itself and what is stored; hand its new games on.

        Raises:
            PiecesOverlap: it names a tournament that an earlier table of the file named.
        """
        issues = list[Issue]()
        cells.refuse_odd(table, cells.NAMED, issues)
        codes, texts = codes_of(table)
        keys, new_tournaments = self.around.tournaments.keys_of(texts)
        self.codes |= zip(texts, map(int, keys), strict=True)
        rows = read_rows(table, self.around.register, keys[codes], issues)
        self._must_not_overlap(rows)
        self.around.tournaments.refuse_days_outside(table, rows, self.period, issues)
        told = rows_by_person(rows, self.around.persons)
        gone = told.among(self.around.gone)
        refuse_one_person(table, rows, told, gone, issues)
        good = ~bad_rows(len(table), issues)
        stored = rows_by_person(self._stored(told, good, storing), self.around.persons)
        known = find_known(told, good, stored)
        stored = stored.where(~stored.among(self.around.gone))
        clear, named = good & ~known & ~gone, partial(self._named, storing.connection)
        clashes = find_clashes(table, told, clear, stored, self.codes.get("", 0), issues, named)
        new = ~bad_rows(len(table), issues) & ~known
        refused = self._refuse(table, rows, issues, clashes)
        fresh = rows if new.all() else rows.where(new)
        self._count(table, rows, new, known, good & gone)
        self.kept.add(told, new & ~gone, table.lines)
        self.stored_before.append(stored)
        self.signed |= signatures(joined([fresh, stored]))
        self.arrived = Arrived(table, rows, new, known)
        storing.store(fresh, self.draft.load_key, self.period.system, new_tournaments)
        self.refused += refused

    def _named(self, connection: sa.Connection, games: GameRows) -> list[str]:
        """Name stored games that rows contradict, and note the loads that brought them."""
        words, loads = in_words(connection, games, self.around.persons)
        self.against |= loads
        return words

    def _must_not_overlap(self, rows: GameRows) -> None:
        here = distinct(rows.tournament)
        if any(len(np.intersect1d(here, before, assume_unique=True)) for before in self.tournaments):
            raise PiecesOverlap
        self.tournaments.append(here)

    def _stored(self, rows: GameRows, good: Flags, storing: Storing) -> GameRows:
        """Read the games stored for the system, in any period, of the tournaments that good rows name.

        Games that a published list was made without go out of the way first, where they are here again.
        """
        if self.around.rated_without:
            storing.catch_up()
            here = (storing.connection, self.period, rows, good, self.draft.load_key)
            notes, whole = left_out.take_up(*here, self.around.rated_without)
            self.draft.notes += notes
            self.whole |= whole
        named = np.intersect1d(distinct(rows.tournament[good]), self.around.entered) if len(self.around.entered) else ()
        if not len(named):
            return GameRows.none()
        storing.catch_up()
        return read_games(storing.connection, np.asarray(named))

    def _refuse(self, table: TextTable, rows: GameRows, issues: list[Issue], clashes: set[int]) -> list[RefusedRow]:
        refused = journal.refused_rows(table, issues)
        for row, refusal in refused.items():
            refusal.tournament_key = int(rows.tournament[row]) if row >= 0 else None
            refusal.counts_for = 0 if row in clashes else 1
        return list(refused.values())

    def _count(self, table: TextTable, rows: GameRows, new: Flags, known: Flags, gone: Flags) -> None:
        self.rows += len(table) + len(table.issues)
        self.stored += int(new.sum())
        self.known += int(known.sum())
        self.late += int((new & (rows.day < cells.as_day(self.period.starts))).sum())
        self.gone += int(gone.sum())
        if table is not self.draft.table:
            self.draft.table.blank_rows += table.blank_rows

    def finish(self, connection: sa.Connection, *, accept_partial: bool) -> Loaded:
        """Write down what the file brought, and set aside the tournaments that have refused rows; games are stored."""
        draft, period = self.draft, self.period
        self._name_loose_rows()
        self.refused.sort(key=lambda one: one.issues[0].line)
        if self.gone:
            told = number_of(self.gone, "row")
            draft.notes.append(f"{told} withdrawn, corrected or given to another player by decision: they stay out")
        draft.notes += note_same_games(self.repeated | repeated_elsewhere(connection, period, self.late_games))
        counts = (self.stored, self.known, self.late)
        loaded = journal.finish(connection, draft, self.refused, *counts, rows=self.rows)
        named = {one.tournament_key or 0 for one in self.refused} - {0}
        tournaments = np.union1d(np.concatenate([*self.tournaments, np.zeros(0, dtype=np.int64)]), list(named or []))
        assert self.arrived is not None
        arrived = replace(self.arrived, load_key=loaded.load_key, tournaments=tournaments.astype(np.int64))
        aside = set_aside(connection, period, arrived, accept_partial=accept_partial)
        whole = self.whole - {self.codes[code] for code in aside if code in self.codes}
        left_out.settle(connection, period, whole, draft.load_key)
        notes = note_same_events(connection, period, self.signed)
        here = tuple(code for code in aside if self.codes.get(code) in named)
        return replace(loaded, set_aside=tuple(aside), set_aside_here=here, notes=(*loaded.notes, *notes))

    def look_for_same_games(self) -> None:
        """Look for games that stand twice, in the file or among those that its tournaments had: no more lines come."""
        self.repeated = repeated_lines(self.kept, joined(self.stored_before))
        self.late_games = self.kept.before(cells.as_day(self.period.starts))
        self.kept.forget_lines()
        self.around.forget_players()

    def _name_loose_rows(self) -> None:
        """Find the tournaments that rows of the wrong length seem to name."""
        for one in self.refused:
            if one.tournament_key is None:
                code = one.cells.get("tournament", "").strip()
                one.tournament_key = self.codes.get(code) if code else None

    def games(self) -> Games:
        """Give the games played over the board that the file has brought, once: they are not kept here any more."""
        kept, self.kept = self.kept, KeptGames()
        return kept.games()
