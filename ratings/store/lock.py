"""One writing command at a time for each system: a lock that dies with its process, and says who holds it."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.store.connect import lock_folder

PATIENCE_SECONDS = 0.2
"""How long a command tries to get a lock file: `holders` may hold that of a dead process for an instant."""
PLAYERS, EVERYTHING = "players", "the whole database"
"""What is held besides systems: the register of players; all there is, while a backup is restored."""
MARK = "/* held since"
"""What a statement ends with that takes a lock on PostgreSQL: the server shows the statement, and so who holds it."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a system: login, computer, process, the words of the command, since when. Empty: not known."""

    who: str = "another command"
    since: str = "a moment ago"
    command: str = ""
    process: str = ""
    host: str = ""

    def __str__(self) -> str:
        """Say it in one line."""
        place = " on ".join(filter(None, (f"process {self.process}" if self.process else "", self.host)))
        details = ", ".join(filter(None, (f"`ratings {self.command}`" if self.command else "", place)))
        return f"{self.who} since {self.since}" + (f": {details}" if details else "")

    def as_dict(self) -> dict[str, str]:
        """Give it for programs."""
        return dataclasses.asdict(self)


@contextmanager
def holding(engine: sa.Engine, system: str, holder: Holder) -> Iterator[None]:
    """Hold a system's lock; `holder` is what another command is told meanwhile.

    Raises:
        RatingsError: another command holds it (exit code 5).
    """
    hold = _holding_postgresql if engine.dialect.name == "postgresql" else _holding_file
    with hold(engine, system, holder):
        yield


def holders(engine: sa.Engine, systems: Iterable[str]) -> dict[str, Holder]:
    """Give who holds which of the systems now; one that died holds nothing."""
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            found = {system: _holder_postgresql(connection, _number(system)) for system in systems}
    else:
        found = {system: _holder_of_file(*_files(lock_folder(engine, make=False), system)) for system in systems}
    return {system: holder for system, holder in found.items() if holder is not None}


def busy(system: str, holder: Holder) -> RatingsError:
    """Give the error of a command that comes while another one holds what it needs."""
    return RatingsError(
        f"{system} is held by {holder}.", "Wait until that command has ended, then run this one again.", 5
    )


def _files(folder: Path, system: str) -> tuple[Path, Path]:
    """Give the file that is locked, and the one that says by whom."""
    name = hashlib.sha256(system.encode()).hexdigest()[:12]
    return folder / f"{name}.lock", folder / f"{name}.json"


@contextmanager
def _holding_file(engine: sa.Engine, system: str, holder: Holder) -> Iterator[None]:
    from filelock import FileLock, Timeout

    path, told = _files(lock_folder(engine), system)
    lock = FileLock(path, timeout=PATIENCE_SECONDS)
    try:
        lock.acquire()
        told.write_text(json.dumps({"system": system, **holder.as_dict()}), "utf-8")
    except Timeout:
        raise busy(system, _told(told)) from None
    except OSError as error:
        lock.release()
        raise RatingsError(
            f"The lock beside the database cannot be written: {error.filename}.", "Check that you may write there."
        ) from error
    try:
        yield
    finally:
        told.unlink(missing_ok=True)
        lock.release()


def _told(path: Path) -> Holder:
    try:
        found = json.loads(path.read_text("utf-8"))
        return Holder(**{name: str(found[name]) for name in Holder.__slots__ if name in found})
    except (OSError, ValueError, TypeError):
        return Holder()


def _holder_of_file(path: Path, told: Path) -> Holder | None:
    """Give who holds a lock file; what a process that died left behind is taken away."""
    from filelock import FileLock, Timeout

    if not told.exists():
        return None
    holder = _told(told)
    try:
        with FileLock(path, timeout=0):
            told.unlink(missing_ok=True)
    except Timeout:
        return holder
    except OSError:  # this user may not lock: what is written there is all that can be known
        return holder
    return None


def _number(system: str) -> int:
    return int.from_bytes(hashlib.sha256(f"ratings {system}".encode()).digest()[:8], "big", signed=True)


@contextmanager
def _holding_postgresql(engine: sa.Engine, system: str, holder: Holder) -> Iterator[None]:
    number, line = _number(system), _as_line(holder)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text("SELECT set_config('application_name', :name, false)"), {"name": line[:63]})
        statement = f"SELECT pg_try_advisory_lock({number}) {MARK} {line} */"
        if not connection.exec_driver_sql(statement).scalar():
            raise busy(system, _holder_postgresql(connection, number) or Holder())
        try:
            yield
        finally:
            connection.execute(sa.text("SELECT pg_advisory_unlock(:n)"), {"n": number})
            connection.execute(sa.text("SELECT set_config('application_name', '', false)"))


def _as_line(holder: Holder) -> str:
    """Give a holder as words by blanks, the most needed first: of a session's name the server keeps 63 letters."""
    words = (holder.since, holder.who, holder.process, holder.host, holder.command.replace(" ", "-"))
    return " ".join(re.sub(r"[^\w.:+-]", "_", word) or "-" for word in words)


def _holder_postgresql(connection: sa.Connection, number: int) -> Holder | None:
    """Give who holds a lock: from the statement that took it, or, where that is another role's, the session's name."""
    query = """
        SELECT a.query, a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
          AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND ((l.classid::bigint << 32) | l.objid::bigint) = :n
    """
    found = connection.execute(sa.text(query), {"n": number}).one_or_none()
    if found is None:
        return None
    _, mark, line = (found.query or "").partition(f"{MARK} ")
    words = (line.removesuffix(" */") if mark else found.application_name or "").split(" ")
    since, who, process, host, command = [*("" if word == "-" else word for word in words), *[""] * 5][:5]
    return Holder(who, since, command.replace("-", " "), process, host) if who else Holder()
