"""One writing command at a time for each system: a lock that dies with its process, and says who holds it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.store.connect import lock_folder


@contextmanager
def holding(engine: sa.Engine, system: str, who: str, since: str) -> Iterator[None]:
    """Hold a system's lock; `who` and `since` are what another command is told meanwhile.

    Raises:
        RatingsError: another command holds it (exit code 5).
    """
    if engine.dialect.name == "postgresql":
        with _holding_postgresql(engine, system, who, since):
            yield
    else:
        with _holding_file(engine, system, who, since):
            yield


def _busy(system: str, who: str, since: str) -> RatingsError:
    return RatingsError(
        f"{system} is held by {who} since {since}.", "Wait until that command has ended, then run this one again.", 5
    )


@contextmanager
def _holding_file(engine: sa.Engine, system: str, who: str, since: str) -> Iterator[None]:
    from filelock import FileLock, Timeout

    folder = lock_folder(engine)
    name = hashlib.sha256(system.encode()).hexdigest()[:12]
    holder, lock = folder / f"{name}.json", FileLock(folder / f"{name}.lock", timeout=0)
    try:
        lock.acquire()
        holder.write_text(json.dumps({"system": system, "who": who, "since": since}), "utf-8")
    except Timeout:
        raise _busy(system, *_holder(holder)) from None
    except OSError as error:
        lock.release()
        raise RatingsError(
            f"The lock beside the database cannot be written: {error.filename}.", "Check that you may write there."
        ) from error
    try:
        yield
        holder.unlink(missing_ok=True)
    finally:
        lock.release()


def _holder(path: Path) -> tuple[str, str]:
    try:
        told = json.loads(path.read_text("utf-8"))
        return str(told["who"]), str(told["since"])
    except (OSError, ValueError, KeyError):
        return "another command", "a moment ago"


@contextmanager
def _holding_postgresql(engine: sa.Engine, system: str, who: str, since: str) -> Iterator[None]:
    number = int.from_bytes(hashlib.sha256(f"ratings {system}".encode()).digest()[:8], "big", signed=True)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text("SELECT set_config('application_name', :name, false)"), {"name": f"{who}, {since}"})
        if not connection.execute(sa.text("SELECT pg_try_advisory_lock(:n)"), {"n": number}).scalar():
            raise _busy(system, *_holder_postgresql(connection, number))
        try:
            yield
        finally:
            connection.execute(sa.text("SELECT pg_advisory_unlock(:n)"), {"n": number})
            connection.execute(sa.text("SELECT set_config('application_name', '', false)"))


def _holder_postgresql(connection: sa.Connection, number: int) -> tuple[str, str]:
    query = """
        SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
          AND ((l.classid::bigint << 32) | l.objid::bigint) = :n
    """
    told = connection.execute(sa.text(query), {"n": number}).scalar() or "another command, a moment ago"
    who, _, since = told.rpartition(", ")
    return who, since
