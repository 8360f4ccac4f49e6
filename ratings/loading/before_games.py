"""The files that come before the games of a run or a replay: players, opening lists, tournaments."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

import sqlalchemy as sa

from ratings.errors import Issue
from ratings.files.ahead import ReadAhead
from ratings.files.sources import Opened, Source
from ratings.loading.journal import Loaded
from ratings.loading.list_file import ListFile
from ratings.loading.lists import load_list
from ratings.loading.one_command import contradictions, leave_open, load_all_players
from ratings.loading.tournaments import load_tournaments
from ratings.memory import release
from ratings.rules import RuleSet


class Asked(Protocol):
    """What a job and a replay are asked for alike: whose games, and the files that come before those."""

    @property
    def rules(self) -> RuleSet: ...  # noqa: D102 - as in `Job`
    @property
    def players(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def lists(self) -> tuple[ListFile, ...]: ...  # noqa: D102
    @property
    def tournaments(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def files(self) -> ReadAhead: ...  # noqa: D102
    @property
    def register(self) -> bool: ...  # noqa: D102
    @property
    def encoding(self) -> str | None: ...  # noqa: D102
    @property
    def at(self) -> str: ...  # noqa: D102


class CameIn(Protocol):
    """What came in, of a job and of a replay alike."""

    loaded: list[Loaded]
    notes: list[str]
    missed: bool
    contradictions: list[Issue]
    """Rows of lists that contradict another file of the same command."""


def load_people(connection: sa.Connection, job: Asked, done: CameIn) -> None:
    """Load the files of players."""
    how: dict[str, Any] = {"register": job.register, "read": job.files.read_table}
    sources = list(_files_behind(job.players, job, done))
    done.loaded += load_all_players(connection, sources, job.at, job.encoding, **how)


def load_lists(connection: sa.Connection, job: Asked, done: CameIn) -> None:
    """Load the opening lists, then the files of tournaments."""
    how: dict[str, Any] = {"register": job.register, "read": job.files.read_table}
    by_list: dict[tuple[str, dt.date], list[Loaded]] = {}
    for one in job.lists:
        for source in _files_behind([one.path], job, done):
            told = (source, one.rules, one.day, job.at, job.encoding)
            done.loaded.append(load_list(connection, *told, **how))
            by_list.setdefault((one.rules.system, one.day), []).append(done.loaded[-1])
    for loaded in by_list.values():
        leave_open(connection, loaded)
        done.contradictions += contradictions(loaded)
    release()
    sources = list(_files_behind(job.tournaments, job, done))
    done.notes += load_tournaments(connection, sources, job.rules.system, job.encoding)


def _files_behind(paths: Iterable[str], job: Asked, done: CameIn) -> Iterator[Source]:
    """Open folders and packed files; note what is passed over there."""
    for path in paths:
        opened = job.files.open(path)
        note_passed_over(opened, done)
        yield from opened.sources


def note_passed_over(opened: Opened, done: CameIn) -> None:
    """Note what is passed over among files, and whether it was probably meant."""
    done.notes += [f"passed over: {name}" for name in opened.passed_over]
    done.missed |= opened.missed
