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
from ratings.store import schema
from ratings.store.background import Background
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
    if journal.is_known(storing.connection, file.head, _scope(period)):
        return _unchanged(file, period, options, storing)
    draft = _begin(storing.connection, file, period, options)
    assert isinstance(draft, Draft)
    storing.want_savepoint()
    try:
        return _take(file, draft, period, options, storing)
    except PiecesOverlap:
        storing.take_back()
        own = schema.load.c.load_key == draft.load_key
        storing.connection.execute(sa.delete(schema.load).where(own))
        return None


def _unchanged(file: GameFile, period: Period, options: Options, storing: Storing) -> Landing | None:
    """Say of a file that was loaded before that it brings nothing, without a look into it; None if it may."""
    with storing.connection.begin_nested() as savepoint:
        begun = _begin(storing.connection, file, period, options)
        if isinstance(begun, Loaded):
            return _landed(begun)
        savepoint.rollback()
    return None


def _scope(period: Period) -> Scope:
    return Scope("games", f"{period.system}/{period.name}", period.system, period_key=period.key)


def _begin(connection: sa.Connection, file: GameFile, period: Period, options: Options) -> Draft | Loaded:
    how = {"forced": options.accept_partial, "afresh": period.published > 0}
    draft = journal.begin(connection, file.head, _scope(period), options.at, **how)
    if isinstance(draft, Draft):
        draft.note_unknown(file.head.unknown, EXPORTED)
    return draft


def _landed(loaded: Loaded) -> Landing:
    future = Future[Loaded]()
    future.set_result(loaded)
    return Landing(future, is_clean=not loaded.refused)


def _take(file: GameFile, draft: Draft, period: Period, options: Options, storing: Storing) -> Landing:
    arriving = Arriving(draft, period, Surroundings.read(storing.connection, period))
    for table in file.tables:
        arriving.take(table, storing)
        del table
    arriving.look_for_same_games()
    finish = partial(arriving.finish, storing.connection, accept_partial=options.accept_partial)
    loaded = storing.end_file(draft.load_key, finish)
    told = (draft.table.file, draft.load_key, frozenset(arriving.against))
    return Landing(loaded, not arriving.refused, arriving.games, *told)
