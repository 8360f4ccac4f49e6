"""Loading the games of a period: each row stored, already known, or refused with its reasons; nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import sqlalchemy as sa

from ratings.errors import Issue
from ratings.exact import Flags, Ints
from ratings.files import cells
from ratings.files.ahead import COLUMNS, NEEDED
from ratings.files.csv_table import TextTable
from ratings.files.read import read_games
from ratings.files.sources import Source
from ratings.files.texts import why_odd
from ratings.loading import journal, left_out
from ratings.loading.game_pairs import find_clashes, find_known, read_stored
from ratings.loading.journal import Draft, Loaded, RefusedRow, Scope
from ratings.loading.mending import Arrived, set_aside
from ratings.loading.player_ids import read_players
from ratings.loading.same_events import note_same_events, note_same_games
from ratings.store import schema
from ratings.store.bulk import next_keys
from ratings.store.game_rows import GameRows
from ratings.store.games import insert_games
from ratings.store.holds import read_gone
from ratings.store.periods import Period, must_be_open
from ratings.store.persons import read_persons, rows_by_person
from ratings.store.players import Register, read_register
from ratings.wording import number_of

EXPORTED = ("file", "line", "column", "value", "reason", "code", "status", "white_name", "black_name", "load")
"""Columns of the program's own exports that say nothing of a game: passed over in silence."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to load games: the moment of loading, and a call that shows progress.

    `accept_partial` rates tournaments in spite of refused rows; `register` takes the newcomers of reports in, unrated.
    """

    at: str
    encoding: str | None = None
    accept_partial: bool = False
    progress: Callable[[int], None] | None = None
    register: bool = False


def load_games(connection: sa.Connection, path: str | Source, period: Period, options: Options) -> Loaded:
    """Load one file of games into a period.

    Raises:
        RatingsError: the period is published, or the file cannot be read at all.
    """
    loaded, rows = check_games(connection, path, period, options)
    insert_games(connection, rows, loaded.load_key, options.progress)
    return loaded


def check_games(
    connection: sa.Connection, path: str | Source | TextTable, period: Period, options: Options
) -> tuple[Loaded, GameRows]:
    """Do all of a load but storing the games, which are given to be stored: the long part, that can run beside others.

    A table is a file read already.

    Raises:
        RatingsError: the period is published, or the file cannot be read at all.
    """
    must_be_open(period)
    table = path if isinstance(path, TextTable) else read_games(path, COLUMNS, NEEDED, options.encoding)
    scope = Scope("games", f"{period.system}/{period.name}", period.system, period_key=period.key)
    afresh = period.published > 0
    draft = journal.begin(connection, table, scope, options.at, forced=options.accept_partial, afresh=afresh)
    if isinstance(draft, Loaded):
        return draft, GameRows.none()
    draft.note_unknown(table.unknown, EXPORTED)
    if table.event is not None:
        from ratings.loading.events import settle  # here: a CSV file does not wait for what reports need

        settle(connection, draft, table.event, period.system, register=options.register)
    return _check(connection, draft, period, options)


def _check(connection: sa.Connection, draft: Draft, period: Period, options: Options) -> tuple[Loaded, GameRows]:
    table, issues = draft.table, list[Issue]()
    cells.refuse_odd(table, cells.NAMED, issues)
    codes, texts = _codes(table)
    keys = _tournaments(connection, texts, period.system)
    rows = read_rows(table, read_register(connection), keys[codes], issues)
    _check_days(connection, table, rows, period, issues)
    persons = read_persons(connection, None)
    told = rows_by_person(rows, persons)
    _check_persons(table, rows, told, issues)
    good = ~_bad_rows(len(table), issues)
    notes, whole = left_out.take_up(connection, period, rows, good, draft.load_key)
    draft.notes += notes
    stored, out = rows_by_person(read_stored(connection, rows, good), persons), read_gone(connection, persons)
    known, gone = find_known(told, good, stored), told.among(out)
    key_of = dict(zip(texts, map(int, keys), strict=True))
    _note_gone(draft, int((good & gone).sum()))
    stored = stored.where(~stored.among(out))
    clashes = find_clashes(table, told, good & ~known & ~gone, stored, key_of.get("", 0), issues)
    refused = _refused(table, rows, issues, clashes, key_of)
    new = ~_bad_rows(len(table), issues) & ~known
    draft.notes += note_same_games(connection, period, table, told, new & ~gone, stored)
    late = int((new & (rows.day < cells.as_day(period.starts))).sum())
    loaded = journal.finish(connection, draft, refused, int(new.sum()), int(known.sum()), late)
    arrived = Arrived(table, rows, new, known, loaded, tuple({one.tournament_key or 0 for one in refused} - {0}))
    aside = set_aside(connection, period, arrived, accept_partial=options.accept_partial)
    left_out.settle(connection, period, whole - {key_of[code] for code in aside if code in key_of}, draft.load_key)
    fresh = rows if new.all() else rows.where(new)
    notes = note_same_events(connection, period, fresh, stored)
    return replace(loaded, set_aside=tuple(aside), notes=(*loaded.notes, *notes)), fresh


def _codes(table: TextTable) -> tuple[Ints, list[str]]:
    """Give the rows' tournaments as places among the distinct codes, the event's own among them."""
    codes, texts = table.coded("tournament")
    texts = ["" if why_odd(text) else text for text in texts]
    if table.event is not None and table.event.code not in texts:
        texts = [*texts, table.event.code]
    return codes, texts


def _check_persons(table: TextTable, rows: GameRows, told: GameRows, issues: list[Issue]) -> None:
    """Refuse games of a person against another id of the same person; `told` are the rows by persons."""
    for row in np.flatnonzero((told.white == told.black) & (rows.white != rows.black) & (rows.black > 0)):
        issues.append(table.issue(int(row), "black", "same-player", "White and Black are ids of one person"))


def _note_gone(draft: Draft, count: int) -> None:
    if count:
        told = number_of(count, "row")
        draft.notes.append(f"{told} withdrawn, corrected or given to another player by decision: they stay out")


def _refused(
    table: TextTable, rows: GameRows, issues: list[Issue], clashes: set[int], key_of: dict[str, int]
) -> list[RefusedRow]:
    refused = journal.refused_rows(table, issues)
    for row, refusal in refused.items():
        refusal.tournament_key = int(rows.tournament[row]) if row >= 0 else key_of.get(_named(refusal))
        refusal.counts_for = 0 if row in clashes else 1
    return list(refused.values())


def _named(refusal: RefusedRow) -> str:
    """Give the tournament that a row of the wrong length seems to name."""
    return refusal.cells.get("tournament", "").strip() or "no tournament named"


def _tournaments(connection: sa.Connection, texts: list[str], system: str) -> Ints:
    """Give the keys of tournament codes; new codes become tournaments."""
    tournament = schema.tournament
    query = sa.select(tournament.c.code, tournament.c.tournament_key).where(tournament.c.system == system)
    known = dict(connection.execute(query).all())
    new = [text for text in dict.fromkeys(texts) if text not in known]
    keys = next_keys(connection, tournament.c.tournament_key, len(new))
    if new:
        rows = [
            {"tournament_key": int(key), "system": system, "code": code} for key, code in zip(keys, new, strict=True)
        ]
        connection.execute(sa.insert(tournament), rows)
        known.update(zip(new, map(int, keys), strict=True))
    return np.array([known[text] for text in texts], dtype=np.int64)


def read_rows(table: TextTable, register: Register, tournament: Ints, issues: list[Issue]) -> GameRows:
    """Read the cells of games as rows of keys and numbers; `tournament` has the key of each row."""
    result = cells.read_numbers(table, "result", cells.read_result, issues)
    cells.refuse_empty(table, "result", result.empty, issues)
    day = cells.read_numbers(table, "date", cells.read_day, issues)
    cells.refuse_empty(table, "date", day.empty, issues)
    unplayed = result.known & (result.values >= cells.PLAYED)
    white = read_players(table, "white", register, issues)
    black = read_players(table, "black", register, issues, may_be_empty=unplayed)
    for row in np.flatnonzero((white == black) & (white > 0)):
        issues.append(table.issue(int(row), "black", "same-player", "White and Black are the same player"))
    number = cells.whole_number(0, 65_535)
    round_number = cells.read_numbers(table, "round", number, issues)
    board = cells.read_numbers(table, "board", number, issues)
    columns = (tournament, round_number.values, day.values, white, black, result.values, board.values)
    return GameRows(*(column.astype(np.int32) for column in columns))


def _check_days(
    connection: sa.Connection, table: TextTable, rows: GameRows, period: Period, issues: list[Issue]
) -> None:
    """Refuse dates after the period, and outside their tournament's days where those are known."""
    readable = ~_bad_rows(len(table), [issue for issue in issues if issue.column == "date"])
    after = readable & (rows.day > cells.as_day(period.ends))
    for row in np.flatnonzero(after):
        issues.append(table.issue(int(row), "date", "after-the-period", f"the period ends on {period.ends}"))
    tournament = schema.tournament
    query = sa.select(tournament.c.tournament_key, tournament.c.starts_on, tournament.c.ends_on).where(
        tournament.c.system == period.system,
        sa.or_(tournament.c.starts_on.isnot(None), tournament.c.ends_on.isnot(None)),
    )
    first = np.full(int(rows.tournament.max(initial=0)) + 1, np.iinfo(np.int64).min)
    last = np.full(len(first), np.iinfo(np.int64).max)
    for key, starts, ends in connection.execute(query):
        if key < len(first):
            first[key] = cells.as_day(starts) if starts else first[key]
            last[key] = cells.as_day(ends) if ends else last[key]
    outside = readable & ~after & ((rows.day < first[rows.tournament]) | (rows.day > last[rows.tournament]))
    for row in np.flatnonzero(outside):
        days = f"{_day(first[rows.tournament[row]])} to {_day(last[rows.tournament[row]])}"
        issues.append(table.issue(int(row), "date", "outside-the-tournament", f"the tournament's days are {days}"))


def _day(day: int) -> str:
    return str(cells.as_date(day)) if abs(day) < 10**7 else "…"


def _bad_rows(size: int, issues: list[Issue]) -> Flags:
    bad = np.zeros(size, dtype=bool)
    bad[[issue.row for issue in issues if issue.row >= 0]] = True
    return bad
