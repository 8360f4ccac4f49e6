"""What every verb shares: the database, what is said where, the clock, the officer's name, progress."""

from __future__ import annotations

import datetime as dt
import getpass
import os
import platform
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ratings.cli.interrupts import too_late
from ratings.cli.log import Log, plain
from ratings.errors import RatingsError
from ratings.wording import number_of, readable

if TYPE_CHECKING:
    import sqlalchemy as sa

    from ratings.loading.journal import Loaded
    from ratings.rules import RuleSet
    from ratings.store.lock import Holder

MOST_SHOWN = 20
"""Refused rows said on the terminal; the file of refused rows has them all."""


class Day(click.ParamType):
    """A day on the command line: 2026-01-31, 31/01/2026 or 31.01.2026."""

    name = "day"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dt.date:
        """Give the date, or fail with the forms that are read."""
        if isinstance(value, dt.date):
            return value
        from ratings.files.cells import Unreadable, read_date

        try:
            return read_date(value)
        except Unreadable as problem:
            self.fail(f"{value!r} is {problem}", param, ctx)


DAY = Day()


class Session:
    """One call of the program."""

    def __init__(self, db: str, log: Log, *, quiet: bool, verbose: bool) -> None:
        self.db = db
        self.log = log
        self.quiet = quiet
        self.verbose = verbose
        self._engine: sa.Engine | None = None

    @property
    def engine(self) -> sa.Engine:
        """Give the database's engine, opened once."""
        if self._engine is None:
            import logging

            from ratings.store.connect import open_engine

            logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())  # it shows tracebacks of its own
            self._engine = open_engine(self.db)
        return self._engine

    def close(self) -> None:
        """Close the connections: SQLite then puts what was written into the database's file, for who copies that."""
        if self._engine is not None:
            self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Give a connection that sees one state of the database."""
        from ratings.store.connect import reading

        self.log.mark("database")
        with reading(self.engine) as connection:
            self.log.mark("work")
            yield connection
        self.log.mark("end")

    @contextmanager
    def writing(
        self, system: str, *, rules: RuleSet | None = None, people: bool = False, others: Collection[str] = ()
    ) -> Iterator[sa.Connection]:
        """Give a connection in one transaction, while no other command writes to the same system.

        `rules` are given where the command rates: it builds on the systems whose ratings they take over, too. `people`
        says whether players may be registered or changed, `others` which systems' lists.
        """
        from ratings.store.connect import PEOPLE, plainly, writing
        from ratings.store.lock import holding

        changes = {system, *others, *([PEOPLE] if people or system == "players" else [])}
        credited = {edition.credited_from for edition in rules.editions} - {"none"} if rules else set()
        self.log.mark("database")
        with (
            plainly(self.engine),
            holding(self.engine, system, self.holder()),
            writing(self.engine, changes, {PEOPLE, *credited}) as connection,
        ):
            self.log.mark("work")
            yield connection
            self.log.mark("commit")
            too_late()
        self.log.mark("end")

    def who(self) -> str:
        """Give the login name; `unknown` where there is none."""
        try:
            return readable(getpass.getuser())
        except (OSError, KeyError, ImportError):
            return "unknown"

    def holder(self) -> Holder:
        """Give what another command is told while this one holds a system."""
        from ratings.store.lock import Holder

        return Holder(self.who(), self.now(), self.log.command, str(os.getpid()), readable(platform.node()))

    def now(self) -> str:
        """Give the moment in words that sort."""
        return dt.datetime.now().astimezone().isoformat(timespec="seconds")

    def say(self, text: str) -> None:
        """Say something on stderr, unless quiet; where that cannot be written, what was done is done all the same."""
        if not self.quiet:
            self.log.say(text)

    def note(self, text: str) -> None:
        """Say a note under what was said before; one that warns says that instead."""
        self.say(f"  {text}" if text.startswith("warning: ") else f"  note: {text}")

    def show(self, text: str) -> None:
        """Write a result on stdout.

        Raises:
            RatingsError: stdout is closed.
        """
        _must_be_open()
        click.echo(plain(text))

    @contextmanager
    def progress(self, what: str, total: int | None = None) -> Iterator[Callable[[int], None] | None]:
        """Show a bar for long work where stderr is a terminal; give the call that moves it, or None."""
        if self.quiet or self.log.is_json or sys.stderr is None or not sys.stderr.isatty():
            yield None
            return
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(what, total=total)
            yield lambda rows: bar.advance(task, rows)

    def tell_all(self, loaded: Sequence[Loaded]) -> None:
        """Say what files brought, and last what is set aside after all of them."""
        for one in loaded:
            self.tell(one)
        aside = next((one.set_aside for one in reversed(loaded) if not one.unchanged), ())
        here = {code for one in loaded for code in one.set_aside_here}
        for code in sorted(aside, key=lambda code: code not in here)[:MOST_SHOWN]:
            told = "set aside" if code in here else "set aside earlier"
            self.say(f"  {told}: tournament {code} is not rated until its refused rows are mended and loaded again")
        if len(aside) > MOST_SHOWN:
            self.say(f"  … and {len(aside) - MOST_SHOWN} more tournaments")

    def tell(self, loaded: Loaded) -> None:
        """Say what one file brought: counts, notes, and the first refused rows with their reasons."""
        if loaded.unchanged:
            self.log.count(files=1, files_unchanged=1)
            self.say(f"{loaded.file}: unchanged, this content was loaded before (load {loaded.load_key})")
            return
        told = {name: getattr(loaded, name) for name in ("rows", "stored", "known", "refused", "late")}
        self.log.count(files=1, **told)
        counts = [number_of(loaded.rows, "row"), f"{loaded.stored} stored"]
        counts += [f"{loaded.known} already known"] if loaded.known else []
        counts += [f"{loaded.refused} refused"] if loaded.refused else []
        counts += [f"{number_of(loaded.late, 'late report')} (dated before the period)"] if loaded.late else []
        self.say(f"{loaded.file}: {', '.join(counts)}" + (f" (load {loaded.load_key})" if loaded.load_key else ""))
        for note in loaded.notes:
            self.note(note)
        for issue in loaded.issues[:MOST_SHOWN]:
            self.say(f"  refused: {issue}")
        if len(loaded.issues) > MOST_SHOWN:
            self.say(f"  … and {len(loaded.issues) - MOST_SHOWN} more reasons")


def rules_of(system: str) -> RuleSet:
    """Give the rule set of a SYSTEM argument; what the command is about goes into its log."""
    from ratings.rules import rule_set

    ctx = click.get_current_context(silent=True)
    session = ctx.find_object(Session) if ctx else None
    if ctx and session:
        session.log.about(system=system, period=ctx.params.get("name"))
    rules = rule_set(system)
    if session:
        session.log.about(system=rules.system)
    return rules


def name_of(system: str) -> str:
    """Give a system's name in the database: of a rule file, the name it gives itself."""
    return rules_of(system).system


def _must_be_open() -> None:
    if sys.stdout is None:
        raise RatingsError("Standard output is closed, so nothing can be shown.", "Leave >&- out of the command.")


def must_accept(rules: RuleSet, accept: Sequence[str], reason: str) -> None:
    """Stop where --accept or --reason says nothing.

    Raises:
        RatingsError: one stands without the other, or the system accepts every tournament.
    """
    if reason and not accept:
        raise RatingsError("A reason without a tournament.", "Name the tournament by --accept.", 2)
    if accept and not rules.by_expectation:
        raise RatingsError(f"{rules.system} tests no time controls.", "Leave --accept out.", 2)
    if accept and not reason:
        raise RatingsError("An acceptance needs a reason.", "Give it by --reason; it is written down.", 2)


def write_out(target: str | None, data: bytes) -> None:
    """Write bytes to a file, whole or not at all, or to stdout (`-` or nothing)."""
    if target in (None, "-"):
        _must_be_open()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    from ratings.publish.write import write_files

    path = Path(str(target))
    if path.is_dir():
        raise RatingsError(f"{path} is a folder.", "Name a file after -o.", 2)
    if path.exists() and not path.is_file():
        path.write_bytes(data)  # a device or a pipe is written to, not replaced
        return
    write_files(path.parent, {path.name: data})


def free_name(folder: Path, stem: str) -> Path:
    """Give a path that is not in use: stem.csv, stem-2.csv and so on, so that nothing is overwritten."""
    path, number = folder / f"{stem}.csv", 2
    while path.exists():
        path, number = folder / f"{stem}-{number}.csv", number + 1
    return path


def worst(codes: Sequence[int]) -> int:
    """Give the exit code of several steps: 3 where any has something refused or set aside."""
    return max(codes, default=0)


def left_out(block: str, what: str) -> str:
    """Give the line that says what a tournament set aside misses; other blocks as they are."""
    tournament, is_aside, why = block.partition(" is set aside")
    return f"set aside: {tournament} {what}{why}" if is_aside else block
