"""The files that come before the games of a run or a replay: players, opening lists, tournaments."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import sqlalchemy as sa

from ratings.files.sources import Opened, Source, open_all
from ratings.loading.journal import Loaded
from ratings.loading.lists import load_list
from ratings.loading.players import load_players
from ratings.loading.tournaments import load_tournaments
from ratings.memory import release
from ratings.rules import RuleSet, rule_set, systems


@dataclass(frozen=True, slots=True)
class ListFile:
    """An opening list: whose, in force from when, in which file."""

    rules: RuleSet
    day: dt.date
    path: str

    def through(self, found: Callable[[str], str]) -> ListFile:
        """Give the same list with the path that `found` gives for its own."""
        return replace(self, path=found(self.path))


def list_file(text: str, rules: RuleSet, starts: dt.date) -> ListFile:
    """Read `[SYSTEM=]FILE[@DAY]`: by default of the system itself, in force the day before the period starts."""
    from ratings.files.cells import Unreadable, read_date

    path, day = text, starts - dt.timedelta(days=1)
    before, at, after = path.rpartition("@")
    if at:
        try:
            path, day = before, read_date(after)
        except Unreadable:
            path = text
    system, equals, rest = path.partition("=")
    if equals and (system in systems() or system.endswith(".toml")):
        return ListFile(rule_set(system), day, rest)
    return ListFile(rules, day, path)


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
    def encoding(self) -> str | None: ...  # noqa: D102
    @property
    def at(self) -> str: ...  # noqa: D102


class CameIn(Protocol):
    """What came in, of a job and of a replay alike."""

    loaded: list[Loaded]
    notes: list[str]
    missed: bool


def load_people(connection: sa.Connection, job: Asked, done: CameIn) -> None:
    """Load the files of players."""
    for path in _files_behind(job.players, done):
        done.loaded.append(load_players(connection, path, job.at, job.encoding))


def load_lists(connection: sa.Connection, job: Asked, done: CameIn) -> None:
    """Load the opening lists, then the files of tournaments."""
    for one in job.lists:
        for path in _files_behind([one.path], done):
            done.loaded.append(load_list(connection, path, one.rules, one.day, job.at, job.encoding))
    release()
    for path in _files_behind(job.tournaments, done):
        done.notes += load_tournaments(connection, path, job.rules.system, job.encoding)


def _files_behind(paths: Sequence[str], done: CameIn) -> list[Source]:
    """Open folders and packed files; note what is passed over there."""
    opened = open_all(paths)
    note_passed_over(opened, done)
    return opened.sources


def note_passed_over(opened: Opened, done: CameIn) -> None:
    """Note what is passed over among files, and whether it was probably meant."""
    done.notes += [f"passed over: {name}" for name in opened.passed_over]
    done.missed |= opened.missed
