"""Opening the database: SQLite or PostgreSQL by URL, one transaction a command, the schema at its head."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from ratings.errors import RatingsError
from ratings.store.schema import HEAD, metadata

PEOPLE = "people"
"""The name under which registered players are locked, which are of no system."""
BUSY_SECONDS = 120
"""How long a command waits for another one's SQLite transaction before it gives up."""
CACHE = "PRAGMA cache_size = -32768"
"""Pages that SQLite keeps in memory, in KB: rows are written in the order of their keys, so that few are enough."""
PAGE_BYTES = 16_384
"""A page of a new SQLite database: four times the usual, so that millions of rows are written in fewer steps."""

KEEP_ALIVE = "SET tcp_keepalives_idle = 60; SET tcp_keepalives_interval = 20; SET tcp_keepalives_count = 3"
"""A computer that vanished without a word: the server gives it up after two minutes, not two hours, locks and all."""


def open_engine(url: str) -> sa.Engine:
    """Give an engine for a SQLAlchemy URL of SQLite or PostgreSQL.

    Raises:
        RatingsError: the URL is not one, or names another database.
    """
    try:
        parsed = sa.make_url(url)
        if parsed.get_backend_name() == "postgresql":
            return _postgresql(parsed)
        if parsed.get_backend_name() == "sqlite" and parsed.database not in (None, "", ":memory:"):
            return _sqlite(parsed)
    except (ArgumentError, NoSuchModuleError, ValueError):
        pass
    raise RatingsError(
        f"{_without_password(url)} is not a database that can be used here.",
        "Give sqlite:///FILE or postgresql://USER@HOST/NAME by --db or RATINGS_DB.",
        exit_code=2,
    )


def _postgresql(url: sa.URL) -> sa.Engine:
    engine = sa.create_engine(url.set(drivername="postgresql+psycopg"))

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.execute(KEEP_ALIVE)
        connection.commit()

    return engine


def _without_password(url: str) -> str:
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return repr(url.split("@")[-1])


def stands_still(path: Path) -> bool:
    """Say whether a SQLite file is on a medium where nothing may be written: it is read without the files beside it."""
    waiting = any(Path(f"{path}{end}").exists() for end in ("-wal", "-journal"))
    return path.is_file() and not waiting and not os.access(path, os.W_OK) and not os.access(path.parent, os.W_OK)


def _sqlite(url: sa.URL) -> sa.Engine:
    folder = Path(str(url.database)).absolute().parent
    if not folder.is_dir():
        raise RatingsError(f"There is no folder {folder}.", "Make the folder, or name another place by --db.")
    options: dict[str, Any] = {"timeout": BUSY_SECONDS, "check_same_thread": False}
    path = folder / Path(str(url.database)).name
    if stands_still(path):
        uri = f"file:{quote(str(path))}?immutable=1"
        engine = sa.create_engine(url, creator=lambda: sqlite3.connect(uri, uri=True, **options))
    else:
        engine = sa.create_engine(url, connect_args=options)

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # this program begins its own transactions
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(CACHE)

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


@contextmanager
def reading(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Give a connection that sees one state of the database and leaves it so; the schema must be at its head."""
    with looking(engine) as connection:
        _check_head(schema_revision(connection), engine)
        yield connection


@contextmanager
def looking(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Give a connection as `reading` does, whatever the state of the schema.

    Raises:
        RatingsError: there is no database, or nothing in it.
    """
    nothing = RatingsError(f"There is nothing in {shown(engine)}.", "Load players, lists or games first.")
    if engine.dialect.name == "sqlite" and not Path(str(engine.url.database)).exists():
        raise nothing  # opening it would make an empty file
    options = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
    with plainly(engine), engine.connect().execution_options(**options) as connection, _rolled_back(connection):
        if schema_revision(connection) is None:
            raise nothing
        yield connection


@contextmanager
def _rolled_back(connection: sa.Connection) -> Iterator[None]:
    with connection.begin() as transaction:
        yield
        transaction.rollback()


@contextmanager
def writing(engine: sa.Engine, changes: Collection[str] = (), reads: Collection[str] = ()) -> Iterator[sa.Connection]:
    """Give a connection in one transaction, committed at the end or not at all; an empty database is created.

    `changes` are the systems (and PEOPLE) that it may change, `reads` those that it builds on: on PostgreSQL nobody
    else changes them meanwhile, as on SQLite, where one command writes at a time.
    """
    with plainly(engine):
        with _creating(engine):
            with engine.connect() as connection, connection.begin():
                is_empty = schema_revision(connection) is None
            if is_empty:
                upgrade(engine)
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            _check_head(schema_revision(connection), engine)
            if engine.dialect.name == "postgresql":
                _wait_for(connection, set(changes), set(reads))
            yield connection


def _wait_for(connection: sa.Connection, changes: set[str], reads: set[str]) -> None:
    """Wait until nobody changes what is read or changed here; always in the order of the names: no deadlock."""
    for name in sorted(changes | reads):
        kind = "" if name in changes else "_shared"
        lock = sa.text(f"SELECT pg_advisory_xact_lock{kind}(hashtext(:name))")
        connection.execute(lock, {"name": f"ratings data of {name}"})


@contextmanager
def _creating(engine: sa.Engine) -> Iterator[None]:
    """Let one command at a time find out whether there is a database and make it: SQLite does not wait for that."""
    if engine.dialect.name != "sqlite":
        yield
        return
    from filelock import FileLock

    folder = lock_folder(engine)
    with FileLock(folder / "schema.lock", timeout=BUSY_SECONDS):
        yield


def lock_folder(engine: sa.Engine, *, make: bool = True) -> Path:
    """Give the folder of locks beside a SQLite file, made where it is not there, unless told not to `make` it.

    Raises:
        RatingsError: it cannot be made.
    """
    folder = Path(f"{engine.url.database}.locks")
    try:
        if make:
            folder.mkdir(exist_ok=True)
    except OSError as error:
        hint = "Check that you may write beside the database."
        raise RatingsError(f"The folder {folder} cannot be made: {error.strerror}.", hint) from error
    return folder


def schema_revision(connection: sa.Connection) -> str | None:
    """Give the migration that the database is at; None for an empty one."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()


def _check_head(current: str | None, engine: sa.Engine) -> None:
    if current != HEAD:
        raise RatingsError(
            f"The database {shown(engine)} has schema {current}, this program needs {HEAD}.",
            "Back the database up, then run `ratings init`.",
        )


def upgrade(engine: sa.Engine) -> None:
    """Create the tables, or bring them to this program's schema: all migrations in one transaction."""
    with changing_schema(engine) as connection:
        migrate(connection, "head")


@contextmanager
def changing_schema(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Give a connection in one transaction in which tables may be made and dropped; nobody else does so meanwhile.

    Raises:
        RatingsError: tables are there that no migration of this program made.
    """
    if engine.dialect.name == "sqlite":
        with plainly(engine), contextlib.closing(engine.raw_connection()) as raw:
            # Both stay with the file and are not set inside a transaction, the first only before anything is in it.
            raw.cursor().execute(f"PRAGMA page_size = {PAGE_BYTES}")
            raw.cursor().execute("PRAGMA journal_mode = WAL")
            raw.cursor().execute(CACHE)  # again: SQLite counts it in pages, which are larger now
    with plainly(engine), engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(hashtext('ratings schema'))"))
        _must_not_be_foreign(connection)
        yield connection


def migrate(connection: sa.Connection, revision: str) -> None:
    """Take the schema up to a migration (`head`: this program's), or down to `base`, in the caller's transaction.

    Raises:
        RatingsError: the database has a schema that no migration of this program makes.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    config.attributes["connection"] = connection
    go = command.downgrade if revision == "base" else command.upgrade
    try:
        go(config, revision)
    except CommandError as error:
        raise RatingsError(
            f"The database {shown(connection.engine)} has a schema that this program does not know: {error}.",
            "It was made by another version; use that one, or restore a backup.",
        ) from error


def _must_not_be_foreign(connection: sa.Connection) -> None:
    """Stop where tables are there that no migration of this program made."""
    engine = connection.engine
    found = set(sa.inspect(connection).get_table_names())
    ours = metadata.tables.keys() & found
    if schema_revision(connection) is None and (ours or (found - {"alembic_version"} and engine.name == "sqlite")):
        raise RatingsError(
            f"The database {shown(engine)} holds tables, but not those of a ratings database of a known state.",
            "Name another database by --db, or restore a backup.",
        )


def migrations_folder() -> Path:
    """Give the folder of the migrations: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / "migrations"
    return inside if inside.is_dir() else package.parent / "migrations"


def shown(engine: sa.Engine) -> str:
    """Give the database's URL for a message, without a password."""
    return engine.url.render_as_string(hide_password=True)


@contextmanager
def plainly(engine: sa.Engine) -> Iterator[None]:
    """Turn what the database refuses into two lines for the officer."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        cause = getattr(error, "orig", None) or error
        text = (str(cause).strip() or type(cause).__name__).splitlines()[0]
        if "locked" in text:
            raise RatingsError(
                f"The database {shown(engine)} is busy.",
                "Another command is writing (`ratings status` says which); try again in a moment.",
                5,
            ) from error
        raise RatingsError(
            f"The database {shown(engine)} cannot be used: {text}.",
            "Check that it is a ratings database, that it runs, that the disk has room and that you may write there.",
        ) from error
