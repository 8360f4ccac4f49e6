"""The whole job in one transaction: load, rate, publish; the files follow after the commit."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import sqlalchemy as sa

from ratings import jobs
from ratings.engine.period import Games, HeldGames
from ratings.errors import Issue, RatingsError
from ratings.files.ahead import ReadAhead
from ratings.files.sources import Opened
from ratings.loading.before_games import load_lists, load_people, note_passed_over
from ratings.loading.doubts import warnings_of
from ratings.loading.games import Landing, Options, arrive
from ratings.loading.journal import Loaded
from ratings.loading.list_file import ListFile
from ratings.loading.mending import blocks
from ratings.loading.one_command import MEND_ONE, must_agree
from ratings.loading.storing import Storing
from ratings.memory import release
from ratings.rules import RuleSet
from ratings.store import runs, schema
from ratings.store.background import Background
from ratings.store.games import decisions_stand, loads_of
from ratings.store.inputs import Standing, standing
from ratings.store.ledger import Decision
from ratings.store.on_the_way import forget_rows, on_the_way
from ratings.store.periods import Period, add_period
from ratings.store.players import read_people
from ratings.store.stored_games import read_held

if TYPE_CHECKING:
    from ratings.publish.gate import GateError
    from ratings.publish.job_files import Made
    from ratings.publish.stored_tables import StoredRun
    from ratings.publish.usual import Judged


Came = tuple[jobs.Rated, "Made | None", "StoredRun | None"]
"""What rating came to: its rows, the files unless something keeps them back, what is read back from the database."""


@dataclass(frozen=True, slots=True)
class Job:
    """What `ratings run` was asked for; `files` are being read already, those of `games` among them.

    `mark` is called with the name of each stage as it begins: players, lists, games, rate, publish.
    """

    rules: RuleSet
    name: str
    starts: dt.date
    ends: dt.date
    publishes: dt.date | None
    players: tuple[str, ...]
    lists: tuple[ListFile, ...]
    games: tuple[Opened, ...]
    tournaments: tuple[str, ...]
    encoding: str | None
    accept_partial: bool
    publish_anyway: str
    at: str
    files: ReadAhead
    progress: Callable[[int], None] | None = None
    accept: tuple[str, ...] = ()
    decided: Decision | None = None
    register: bool = False
    mark: Callable[[str], None] = lambda stage: None
    accept_unusual: Decision | None = None

    @property
    def systems(self) -> set[str]:
        """Give the systems whose lists are loaded."""
        return {one.rules.system for one in self.lists}

    def inputs(self) -> str:
        """Give a hash of all that goes in: the files' contents as they were read, their places, days and options."""

        def digest(opened: Opened) -> str:
            found = [source.sha256() for source in opened.sources]
            return found[0] if len(found) == 1 else " ".join(sorted(found))

        def digests(paths: Iterable[str]) -> list[str]:
            return sorted(digest(self.files.open(path)) for path in paths)

        told = [
            self.rules.system, self.name, str(self.starts), str(self.ends), str(self.publishes),
            digests(self.players),
            sorted((one.rules.system, str(one.day), digest(self.files.open(one.path))) for one in self.lists),
            sorted(map(digest, self.games)), digests(self.tournaments), self.encoding,
            sorted(self.accept),
        ]  # fmt: skip
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()


@dataclass(slots=True)
class Done:
    """What `ratings run` did: what came in, what stands in the way, and the files to write.

    `judged` are the figures of a list that is made, `refused` says why the gate keeps it back.
    """

    period: Period
    loaded: list[Loaded] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    missed: bool = False
    contradictions: list[Issue] = field(default_factory=list)
    unchanged: bool = False
    revision: int = 0
    rated: int = 0
    games: int = 0
    edition: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    judged: Judged | None = None
    refused: GateError | None = None


def do(connection: sa.Connection, job: Job) -> Done:
    """Load, rate and publish in the caller's transaction.

    Raises:
        RatingsError: the period is published from other inputs, or something stops the run.
    """
    with Background() as background, on_the_way(connection, background):
        return _do(connection, job, background)


def _do(connection: sa.Connection, job: Job, background: Background) -> Done:
    period, _ = add_period(connection, job.rules.system, job.name, job.starts, job.ends, job.publishes)
    done = Done(period)
    for opened in job.games:
        note_passed_over(opened, done)
    if period.published:
        return _again(connection, job, done)
    before = standing(connection, period)
    job.mark("players")
    load_people(connection, job, done)
    job.mark("lists")
    load_lists(connection, job, done)
    if job.publish_anyway:
        must_agree(done.contradictions)
    job.mark("games")
    rate = _rate_stored if job.register or job.rules.by_expectation else _rate_beside
    rated, made, stored = rate(connection, job, done, background)
    done.edition, done.rated = rated.edition.name, rated.on_list
    warnings = warnings_of(connection, period, job.rules, rated.warnings, rated.rows)
    done.notes += [f"warning: {one}" for one in warnings]
    del rated
    from ratings.publish import job_files

    job.mark("publish")
    done.files |= job_files.refused(connection, period, job.systems)
    if made is not None:
        how = jobs.Publishing(job.publish_anyway, job.inputs(), made, stored, job.accept_unusual)
        _publish(connection, job, done, how)
    done.unchanged = not done.revision and _is_unchanged(connection, done, before)
    return done


def _is_unchanged(connection: sa.Connection, done: Done, before: Standing) -> bool:
    return all(one.stored == 0 for one in done.loaded) and before == standing(connection, done.period)


def _publish(connection: sa.Connection, job: Job, done: Done, how: jobs.Publishing) -> None:
    """Publish the list, unless the gate refuses it: what is loaded and rated stays, for the officer to look into."""
    from ratings.publish.gate import GateError

    try:
        published = jobs.publish(connection, done.period, job.rules, job.at, how)
    except GateError as refused:
        done.refused, done.judged = refused, refused.judged
        return
    done.revision, done.judged = published.revision, published.judged
    if how.made is not None:
        done.files |= how.made.files


def _rate_beside(connection: sa.Connection, job: Job, done: Done, background: Background) -> Came:
    """Load the games and rate them while they are stored; make the files while the run is stored and read back.

    Where these files are all that the period has, their games are used as they stand in memory.
    """
    prepared = jobs.prepare(connection, done.period, job.rules)
    forget_rows(connection, schema.list_row)
    people = read_people(connection)
    done.blocks = blocks(connection, done.period)
    is_all = not (done.blocks or loads_of(connection, done.period) or decisions_stand(connection, done.period))
    landings = _land_games(connection, job, done, background)
    if is_all and landings and all(landing.is_clean for landing in landings):
        games: HeldGames = Games.joined([landing.games() for landing in landings if landing.games is not None])
    else:
        background.wait()
        done.blocks = blocks(connection, done.period)
        games = read_held(connection, done.period)
    job.mark("rate")
    loaded = [landing.loaded for landing in landings]
    work, done.games = jobs.add_up(prepared, games), len(games)
    del games, landings
    rated = jobs.compute_rows(prepared, work)
    del prepared, work
    release()
    stored = background.start(_store_and_read_back, connection, done.period, rated, job.at)
    from ratings.publish import job_files  # here: games and run are being stored meanwhile

    held = done.blocks and not job.publish_anyway
    made = None if held else job_files.of_run(done.period, people, rated.rows)
    background.wait()
    done.loaded += [one.result() for one in loaded]
    return rated, made, stored.result()


def _store_and_read_back(connection: sa.Connection, period: Period, rated: jobs.Rated, at: str) -> StoredRun:
    """Write a run down, and give what the database has of it then."""
    from ratings.publish.stored_tables import StoredRun

    return StoredRun.read(connection, jobs.store(connection, period, rated, at))


def _rate_stored(connection: sa.Connection, job: Job, done: Done, background: Background) -> Came:
    """Load and store the games, then rate what is stored: tournaments are accepted or set aside first."""
    landings = _land_games(connection, job, done, background)
    background.wait()
    done.loaded += [landing.loaded.result() for landing in landings]
    job.mark("rate")
    rated = jobs.rate(connection, done.period, job.rules, job.at, accept=job.accept, decided=job.decided)
    done.games = len(rated.games)
    done.blocks = blocks(connection, done.period)
    if done.blocks and not job.publish_anyway:
        return rated, None, None
    from ratings.publish import job_files

    made = job_files.of_run(done.period, read_people(connection), rated.rows)
    if job.rules.by_expectation:
        made.files.update(job_files.pools(connection, runs.rated_run(connection, done.period).run_key))
    return rated, made, None


def _land_games(connection: sa.Connection, job: Job, done: Done, background: Background) -> list[Landing]:
    """Load the games; they may still be on their way to the database."""
    options = Options(job.at, job.encoding, job.accept_partial, job.progress, job.register)
    storing, landings = Storing(connection, background, job.progress), list[Landing]()
    for file in job.files:
        landings.append(arrive(file, done.period, options, storing))
        del file  # as large as the games themselves
    forget_rows(connection, schema.player)
    if job.accept_partial or job.publish_anyway:
        _games_must_agree(landings)
    return landings


def _games_must_agree(landings: list[Landing]) -> None:
    """Stop where a file contradicts another one of the same job: the order of the files would decide what is rated.

    Raises:
        RatingsError: naming both.
    """
    files = {landing.load_key: landing.file for landing in landings if landing.load_key}
    for landing in landings:
        for other in sorted((landing.against & files.keys()) - {landing.load_key}):
            raise RatingsError(
                f"{landing.file} and {files[other]} contradict each other, and their order would decide what is rated.",
                MEND_ONE,
            )


def _again(connection: sa.Connection, job: Job, done: Done) -> Done:
    """Answer a run of a published period: unchanged, with its files, or a refusal where the inputs differ."""
    published = runs.published_list(connection, done.period)
    assert published is not None
    if published.inputs != job.inputs():
        raise RatingsError(
            f"The list {job.rules.system} {job.name} is published, from other files or days than these.",
            "A published list does not change; put late games into the next period.",
        )
    done.unchanged, done.revision = True, published.revision
    done.blocks = blocks(connection, done.period)
    from ratings.publish import job_files

    done.rated, files = job_files.of_published(connection, done.period, published)
    done.files |= files | job_files.refused(connection, done.period, job.systems)
    if job.rules.by_expectation:
        done.files |= job_files.pools(connection, published.run_key)
    return done
