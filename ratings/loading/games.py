"""Loading the games of a period: each row stored, already known, or refused with its reasons; nothing else."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from functools import partial

import sqlalchemy as sa

from ratings.engine.period import Games
from ratings.files.ahead import ReadAhead
from ratings.files.csv_pieces import GameFile
from ratings.files.sources import Source, as_source
from ratings.loading import journal
from ratings.loading.arriving import Arriving, PiecesOverlap
from ratings.loading.journal import Draft, Loaded, Scope
from ratings.loading.settling import open_rows
from ratings.loading.storing import Storing
from ratings.loading.surroundings import Surroundings
from ratings.store.bulk import Background
from ratings.store.periods import Period, must_be_open

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


@dataclass(frozen=True, slots=True)
class Landing:
    """A file whose games are checked, and may still be on their way to the database.

    `loaded` will tell what it brought. `is_clean` says that no row was refused; `games` are those to be rated, where
    nothing that the database holds already is to be rated with them. `against` are the loads whose games its rows
    contradict.
    """

    loaded: Future[Loaded]
    is_clean: bool
    games: Callable[[], Games] | None = None
    file: str = ""
    load_key: int = 0
    against: frozenset[int] = frozenset()


def load_games(connection: sa.Connection, path: str | Source, period: Period, options: Options) -> Loaded:
    """Load one file of games into a period.

    Raises:
        RatingsError: the period is published, or the file cannot be read at all.
    """
    with closing(ReadAhead([as_source(path)], options.encoding)) as files, Background() as background:
        storing = Storing(connection, background, options.progress)
        landing = arrive(next(files), period, options, storing)
        storing.wait()
    return landing.loaded.result()


def arrive(file: GameFile, period: Period, options: Options, storing: Storing) -> Landing:
    """Check the games of a file and hand the good ones on to be stored, which goes on after this.

    Raises:
        RatingsError: the period is published, or the file cannot be read at all.
    """
    must_be_open(period)
    storing.wait()
    if file.is_cut and not open_rows(storing.connection, period):
        landing = _arrive_in_pieces(file, period, options, storing)
        if landing is not None:
            return landing
    if file.is_cut:
        file = GameFile.of_table(file.whole())
    draft = _begin(storing.connection, file, period, options)
    if isinstance(draft, Loaded):
        return _landed(draft)
    if (event := draft.table.event) is not None:
        from ratings.loading.events import settle  # here: a CSV file does not wait for what reports need

        settle(storing.connection, draft, event, period.system, register=options.register)
    return _take(file, draft, period, options, storing)


def _arrive_in_pieces(file: GameFile, period: Period, options: Options, storing: Storing) -> Landing | None:
    """Take a large file in as its pieces come; None, and nothing done, where it has to be seen whole."""
    savepoint = storing.connection.begin_nested()
    try:
        draft = _begin(storing.connection, file, period, options)
        if isinstance(draft, Loaded):
            savepoint.commit()
            return _landed(draft)
        if not draft.again and not draft.repeats:
            return _take(file, draft, period, options, storing, savepoint)
    except PiecesOverlap:
        pass
    except BaseException:
        storing.background.stop()
        raise
    storing.take_back(savepoint)
    return None


def _begin(connection: sa.Connection, file: GameFile, period: Period, options: Options) -> Draft | Loaded:
    scope = Scope("games", f"{period.system}/{period.name}", period.system, period_key=period.key)
    afresh = period.published > 0
    draft = journal.begin(connection, file.head, scope, options.at, forced=options.accept_partial, afresh=afresh)
    if isinstance(draft, Draft):
        draft.note_unknown(file.head.unknown, EXPORTED)
    return draft


def _landed(loaded: Loaded) -> Landing:
    future = Future[Loaded]()
    future.set_result(loaded)
    return Landing(future, is_clean=not loaded.refused)


def _take(
    file: GameFile, draft: Draft, period: Period, options: Options, storing: Storing,
    savepoint: sa.NestedTransaction | None = None,
) -> Landing:  # fmt: skip
    arriving = Arriving(draft, period, Surroundings.read(storing.connection, period))
    for table in file.tables:
        arriving.take(table, storing)
        del table
    arriving.look_for_same_games()
    finish = partial(arriving.finish, storing.connection, accept_partial=options.accept_partial)
    loaded = storing.end_file(draft.load_key, finish, savepoint)
    told = (draft.table.file, draft.load_key, frozenset(arriving.against))
    return Landing(loaded, not arriving.refused, arriving.games, *told)
