"""Backups in the engine's own form: SQLite's file, copied while it is in use, and PostgreSQL's dump."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ratings.backup.tables import is_known
from ratings.errors import RatingsError
from ratings.store.connect import schema_revision, shown

SQLITE, POSTGRESQL = b"SQLite format 3\0", b"PGDMP"
"""What such files begin with."""
MOST_FAULTS = 3
"""Faults of a damaged database that are told."""


def form_of(path: Path) -> str:
    """Say which form a file has: sqlite, postgresql, or empty for another one.

    Raises:
        RatingsError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            start = file.read(len(SQLITE))
    except OSError as error:
        raise RatingsError(
            f"{path} cannot be read: {error.strerror or error}.", "Check the path of the file."
        ) from error
    return "sqlite" if start == SQLITE else "postgresql" if start.startswith(POSTGRESQL) else ""


def copy_sqlite(engine: sa.Engine, path: Path) -> None:
    """Copy a SQLite database, as it stands after its last commit, into a file that needs nothing beside it.

    Raises:
        RatingsError: the copy is not sound.
    """
    with closing(engine.raw_connection()) as raw, closing(sqlite3.connect(path, isolation_level=None)) as target:
        source: Any = raw.driver_connection
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")
        must_be_sound(target, shown(engine))


def must_be_sound(connection: Any, name: object) -> None:
    """Stop where SQLite finds a fault in a database, or a row that refers to none.

    Raises:
        RatingsError: with the first faults.
    """
    faults = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
    faults += [
        f"a row of {row[0]} refers to none of {row[2]}" for row in connection.execute("PRAGMA foreign_key_check")
    ]
    if faults:
        raise RatingsError(f"{name} is damaged: {'; '.join(faults[:MOST_FAULTS])}.", "Restore an older backup.")


def dump_postgresql(engine: sa.Engine, path: Path, environment: Mapping[str, str]) -> None:
    """Dump a PostgreSQL database by `pg_dump`, in its custom form; `environment` is that of this process.

    Raises:
        RatingsError: there is no `pg_dump`, or it fails.
    """
    where, secret = _place(engine)
    _call(
        "pg_dump", ["--format=custom", "--no-owner", f"--file={path}", f"--dbname={where}"], {**environment, **secret}
    )


def restore_postgresql(engine: sa.Engine, path: Path, environment: Mapping[str, str]) -> None:
    """Take a dump in by `pg_restore`, in one transaction, into a database that has none of these tables.

    Raises:
        RatingsError: the database is no PostgreSQL or not empty, the dump is of a newer schema, or something fails.
    """
    if engine.dialect.name != "postgresql":
        raise RatingsError(f"{path} is a dump of PostgreSQL's own.", "Name a PostgreSQL database by --db.")
    with engine.connect() as connection:
        if schema_revision(connection) is not None:
            raise RatingsError(
                f"The database {shown(engine)} is not empty.",
                "A dump of PostgreSQL's own needs a new one: createdb NAME",
            )
    told = _call("pg_restore", ["--data-only", "--table=alembic_version", "--file=-", str(path)], environment)
    found = [line for before, line in pairwise(told) if before.startswith("COPY ")]
    if not found or not is_known(found[0]):
        raise RatingsError(
            f"{path} is of schema {found[0] if found else 'unknown'}, which this program does not know.",
            "Restore it with the version that made it, or a newer one.",
        )
    where, secret = _place(engine)
    _call(
        "pg_restore", ["--single-transaction", "--no-owner", f"--dbname={where}", str(path)], {**environment, **secret}
    )


def _place(engine: sa.Engine) -> tuple[str, dict[str, str]]:
    """Give a database's place in PostgreSQL's words, and its password apart: others can see a command's words."""
    from psycopg.conninfo import make_conninfo

    _, given = engine.dialect.create_connect_args(engine.url)
    words = {name: value for name, value in given.items() if name not in ("password", "context")}
    return make_conninfo(**words), {"PGPASSWORD": str(given["password"])} if given.get("password") else {}


def _call(program: str, options: list[str], environment: Mapping[str, str]) -> list[str]:
    """Call one of PostgreSQL's programs, and give the lines that it writes."""
    found = shutil.which(program, path=environment.get("PATH"))
    if found is None:
        raise RatingsError(
            f"There is no {program} on this machine.", "Install PostgreSQL's own programs, or do without --native."
        )
    done = subprocess.run(
        [found, *options], env=dict(environment), capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        why = next((line for line in done.stderr.splitlines() if "error:" in line), done.stderr.strip() or "it failed")
        raise RatingsError(
            f"{why.rstrip('.')}.", f"This came from {found}; a backup without --native does not need it."
        )
    return done.stdout.splitlines()
