"""A whole history rated period after period in one transaction: each list is what a run of its period alone gives."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any

import pyarrow as pa
import sqlalchemy as sa

from ratings import jobs
from ratings.errors import Issue, RatingsError
from ratings.files.ahead import ReadAhead
from ratings.files.csv_table import TextTable
from ratings.files.sources import Opened
from ratings.loading.before_games import load_lists, load_people, note_passed_over
from ratings.loading.games import Options
from ratings.loading.history import History, load_history, register_all
from ratings.loading.journal import Loaded
from ratings.loading.list_file import ListFile
from ratings.loading.one_command import must_agree
from ratings.publish import exports
from ratings.rules import RuleSet
from ratings.store import runs, schema
from ratings.store.bulk import CHUNK
from ratings.store.carried import Carried
from ratings.store.events import to_keep
from ratings.store.figures import Rated, as_json, figures_between, kept_figures, rated_of
from ratings.store.ledger import stands
from ratings.store.many_runs import ManyRuns
from ratings.store.periods import Period, all_periods
from ratings.store.players import read_people
from ratings.store.reading import highest_key

Progress = Callable[[str, int], AbstractContextManager[Callable[[int], None] | None]]
"""Opens a bar of so many steps; gives the call that moves it."""


@dataclass(frozen=True, slots=True)
class Replay:
    """What `ratings replay` was asked for: `every` is a word of `ratings.loading.history.EVERY`, `tables` the games.

    `edition` is the name of the one that decides about every day, empty where each period has that of its first day.
    """

    rules: RuleSet
    tables: Sequence[TextTable]
    every: str
    edition: str
    players: tuple[str, ...]
    lists: tuple[ListFile, ...]
    tournaments: tuple[str, ...]
    encoding: str | None
    register: bool
    accept_partial: bool
    at: str
    files: ReadAhead
    progress: Progress
    mark: Callable[[str], None] = lambda stage: None

    def inputs(self) -> str:
        """Give a hash of all that goes in: the files' contents, the rules' numbers and the options."""

        def digests(paths: Sequence[str]) -> list[str]:
            return sorted(source.sha256() for path in paths for source in self.files.open(path).sources)

        told = [
            self.rules.system, [dataclasses.asdict(one) for one in self.rules.editions], self.every, self.encoding,
            self.register, self.accept_partial, sorted(table.sha256 for table in self.tables), digests(self.players),
            sorted([one.rules.system, one.day, *digests([one.path])] for one in self.lists), digests(self.tournaments),
        ]  # fmt: skip
        return hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest()


@dataclass(slots=True)
class Replayed:
    """What a replay did: what came in, the periods in order, and whether they had been there from the same inputs."""

    loaded: list[Loaded] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    periods: list[Period] = field(default_factory=list)
    games: int = 0
    rated: int = 0
    missed: bool = False
    contradictions: list[Issue] = field(default_factory=list)
    unchanged: bool = False


def must_be_possible(rules: RuleSet, first: dt.date, lists: Sequence[ListFile]) -> None:
    """Stop where a system cannot be replayed from a day on.

    Raises:
        RatingsError: it goes by expectation, has no rules for the day, or a list of it comes later.
    """
    if rules.by_expectation:
        raise RatingsError(
            f"{rules.system} cannot be replayed: it looks up running tournaments and the lists before them.",
            f"Run it period by period (ratings run {rules.system} PERIOD); ffe-national and its like can be replayed.",
            2,
        )
    effective = rules.editions[0].effective
    if effective > first:
        names = ", ".join(edition.name for edition in rules.editions)
        raise RatingsError(
            f"{rules.system} has no rules for {first}: its first edition is in force from {effective}.",
            f"Take one edition for all days by --edition: {names}.",
        )
    for one in lists:
        if one.rules.system == rules.system and one.day > first:
            raise RatingsError(
                f"{one.path} is to be in force on {one.day}, but the first period starts on {first}.",
                "A replay makes every list but the opening one itself; leave the later ones out.",
                2,
            )


def do(connection: sa.Connection, job: Replay, games: Opened) -> Replayed:
    """Load a history, rate every period that has games and publish its list, in the caller's transaction.

    `games` says what was passed over among the files of games.

    Raises:
        RatingsError: the system has something already that is not of the same inputs, or a row is refused.
    """
    done, inputs = Replayed(), job.inputs()
    note_passed_over(games, done)
    if _is_there(connection, job.rules.system, inputs):
        done.unchanged, done.periods = True, all_periods(connection, job.rules.system)
        return _counted(connection, done)
    history = _load(connection, job, done)
    done.periods = history.periods
    job.mark("rate")
    with job.progress("periods rated", len(history.periods)) as advance:
        for _ in _rate_all(connection, job, history, inputs):
            if advance:
                advance(1)
    return _counted(connection, done)


def _counted(connection: sa.Connection, done: Replayed) -> Replayed:
    """Count the games played in all periods, and who is rated on the last list."""
    row, run, period = schema.run_row, schema.run, schema.period
    query = sa.select(sa.func.sum(row.c.played)).join(run, run.c.run_key == row.c.run_key)
    query = query.join(period, period.c.period_key == run.c.period_key).where(period.c.system == done.periods[0].system)
    sides = connection.execute(query).scalar_one()
    published = runs.published_list(connection, done.periods[-1])
    figures = None if published is None else kept_figures(published.figures)
    return replace(done, games=int(sides) // 2, rated=0 if figures is None else figures.rated)


def _is_there(connection: sa.Connection, system: str, inputs: str) -> bool:
    """Say whether the same history is there already.

    Raises:
        RatingsError: the system has something else, or decisions stand that would change what is rated.
    """
    lists, period, alias, signed = schema.rating_list, schema.period, schema.alias, schema.signed
    known = connection.execute(sa.select(lists.c.inputs).where(lists.c.system == system, lists.c.revision > 0))
    published = set(known.scalars())
    if published == {inputs}:
        return True
    others = (
        sa.select(period.c.period_key).where(period.c.system == system),
        sa.select(lists.c.list_key).where(lists.c.system == system),
        sa.select(signed.c.signed_key).where(signed.c.system == system, stands(signed, None)),
        sa.select(alias.c.alias_key).where(stands(alias, None)),
    )
    if any(connection.execute(query.limit(1)).first() is not None for query in others):
        raise RatingsError(
            f"There are periods, lists or decisions of {system} already: a replay begins from nothing.",
            "Replay into a database of its own: ratings --db sqlite:///replay.db replay …",
        )
    return False


def _load(connection: sa.Connection, job: Replay, done: Replayed) -> History:
    """Load players, lists, tournaments and games, in this order."""
    job.mark("players")
    load_people(connection, job, done)
    if job.register:
        done.loaded += register_all(connection, job.tables, job.at)
    job.mark("lists")
    load_lists(connection, job, done)
    must_agree(done.contradictions)
    job.mark("games")
    options = Options(job.at, job.encoding, job.accept_partial)
    history = load_history(connection, job.tables, job.rules.system, job.every, options)
    done.loaded += history.loaded
    return history


def _rate_all(connection: sa.Connection, job: Replay, history: History, inputs: str) -> Iterator[Period]:
    """Rate and publish the periods in order; each starts from the list before it."""
    size, first = highest_key(connection) + 1, history.periods[0].starts
    carried, lists = Carried(connection, job.rules.system, first, size), _Lists(connection, job, inputs)
    for period, games in zip(history.periods, history.games, strict=True):
        edition = job.rules.in_force(period.starts)
        start = carried.start_of(period, edition.credited_from)
        rated = jobs.compute(jobs.Prepared(job.rules, edition, edition.season(period.ends), start), games)
        carried.go_on(rated.rows)
        lists.publish(period, edition, rated.rows)
        yield period
    lists.write()


class _Lists:
    """Makes and writes the lists of rated periods, some ten thousand rows of runs at a time."""

    def __init__(self, connection: sa.Connection, job: Replay, inputs: str) -> None:
        self._connection, self._inputs = connection, inputs
        self._remark = f"replayed under edition {job.edition}" if job.edition else "replayed"
        self._people, self._written = read_people(connection), ManyRuns(connection, job.at)
        self._waiting: list[tuple[Period, Any, pa.Table]] = []
        self._before: Rated | None = None

    def publish(self, period: Period, edition: Any, rows: pa.Table) -> None:
        """Take the run of the next period."""
        self._waiting.append((period, edition, rows))
        if sum(len(rows) for _, _, rows in self._waiting) >= CHUNK:
            self.write()

    def write(self) -> None:
        """Make the lists that are waiting, and write them with their runs."""
        made = exports.to_keep_each(self._people, [rows for _, _, rows in self._waiting]) if self._waiting else []
        for (period, edition, rows), exported in zip(self._waiting, made, strict=True):
            now, own = rated_of(rows), hashlib.sha256(f"{self._inputs} {period.name}".encode()).hexdigest()
            before = self._before or rated_of(rows, "rating_before", "status_before")
            figures = as_json(figures_between(now, before), accepted=False)
            kept = runs.Kept(exported, to_keep(self._connection, period), figures, self._remark, self._inputs)
            self._written.add(period, edition, rows, own, kept)
            self._before = now
        self._written.write()
        self._waiting = []
