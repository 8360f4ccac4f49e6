"""`ratings backup` and `ratings restore`: the whole database in one file, and back."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ratings.cli.inputs import ReadOnce
from ratings.cli.session import Session
from ratings.errors import RatingsError
from ratings.wording import number_of, size_of

if TYPE_CHECKING:
    import sqlalchemy as sa

    from ratings.backup.contents import Contents
    from ratings.backup.reading import Backup


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--native", is_flag=True, help="In the engine's own form: SQLite's file, or a dump by pg_dump.")
@click.option("--force", is_flag=True, help="Replace FILE where it is there already.")
@click.pass_obj
def backup(session: Session, file: str, native: bool, force: bool) -> None:
    """Write the whole database into one file, as it stands at one moment, while others go on using it.

    The file is a zip of tables, which `restore` takes into SQLite and PostgreSQL alike. It is written aside and read
    back before it gets its name; - is stdout.

    \b
    Example:
      ratings backup ratings-2026-02-01.zip
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "backup" if file == "-" else Path(file)
        told = _native(session, path, force) if native else _portable(session, path, force)
        size = path.stat().st_size
        if file == "-":
            _to_stdout(path)
    session.log.count(bytes=size)
    session.say(f"{file}: {told}, {size_of(size)}, checked")


def _portable(session: Session, path: Path, force: bool) -> str:
    from ratings.backup.places import placed
    from ratings.store.connect import looking

    with placed(path, force=force) as aside:
        session.log.mark("database")
        with looking(session.engine) as connection, session.progress("rows") as progress:
            session.log.mark("write")
            contents = _written(connection, aside, session.now(), progress)
        session.log.mark("check")
        _checked(aside)
        session.log.mark("place")
    return _told(session, contents)


def _written(connection: sa.Connection, path: Path, at: str, progress: Any = None) -> Contents:
    from ratings.backup.making import write_backup

    with path.open("wb") as stream:
        return write_backup(connection, stream, at, progress)


def _checked(path: Path) -> None:
    from ratings.backup.reading import opened

    with opened(path) as made:
        made.check()


def _told(session: Session, contents: Contents) -> str:
    session.log.count(rows=contents.rows, tables=len(contents.tables))
    tables = number_of(len(contents.tables), "table")
    return f"{contents.rows:,} {'row' if contents.rows == 1 else 'rows'} in {tables}, schema {contents.schema}"


def _native(session: Session, path: Path, force: bool) -> str:
    from ratings.backup.native import copy_sqlite, dump_postgresql
    from ratings.backup.places import placed
    from ratings.store.connect import looking, plainly, schema_revision

    with looking(session.engine) as connection:
        revision, name = schema_revision(connection), connection.dialect.name
    session.log.mark("write")
    with placed(path, force=force) as aside, plainly(session.engine):
        if name == "sqlite":
            copy_sqlite(session.engine, aside)
        else:
            dump_postgresql(session.engine, aside, os.environ)
    return f"{'SQLite database' if name == 'sqlite' else 'dump by pg_dump'}, schema {revision}"


def _to_stdout(path: Path) -> None:
    if sys.stdout is None:
        raise RatingsError("Standard output is closed, so nothing can be shown.", "Leave >&- out of the command.")
    with path.open("rb") as stream:
        shutil.copyfileobj(stream, sys.stdout.buffer)
    sys.stdout.buffer.flush()


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--replace", is_flag=True, help="Replace what is in the database; it is kept in a backup of its own.")
@click.option("--check", is_flag=True, help="Only read FILE, and say whether it is whole; needs no database.")
@click.pass_obj
@click.pass_context
def restore(ctx: click.Context, session: Session, file: str, replace: bool, check: bool) -> None:
    """Fill an empty database from a backup, in one transaction; - is stdin.

    The backup may come from the other kind of database, or from an older version of this program.

    \b
    Example:
      ratings --db sqlite:///again.db restore ratings-2026-02-01.zip
    """
    from ratings.backup.native import form_of
    from ratings.backup.reading import opened
    from ratings.backup.restoring import must_be_known

    folder = Path(ctx.with_resource(tempfile.TemporaryDirectory()))
    path = Path(ReadOnce(folder)(file))
    form = form_of(path)
    if form == "postgresql":
        _take_dump(session, path, check)
        session.say(f"Restored from {file}, a dump of PostgreSQL's own.")
        return
    with opened(_as_portable(path, folder / "portable") if form == "sqlite" else path) as found:
        session.log.mark("check" if check else "restore")
        if check:
            must_be_known(found)
            found.check()
        else:
            _restored(session, found, replace)
        told = f"{_told(session, found.contents)}, made {found.contents.made_at or 'by SQLite itself'}"
    session.say(f"{file} is whole: {told}" if check else f"Restored from {file}: {told}")


def _restored(session: Session, found: Backup, replace: bool) -> None:
    from ratings.backup.restoring import restore
    from ratings.store.lock import EVERYTHING, holding

    _must_be_idle(session)
    kept = _beside(session)
    with (
        holding(session.engine, EVERYTHING, session.holder()),
        session.progress("rows", found.contents.rows) as progress,
    ):
        restore(session.engine, found, (lambda c: _keep(session, c, kept)) if replace else None, progress)
    if kept.exists():
        session.say(f"What was there before is kept in {kept}")


def _must_be_idle(session: Session) -> None:
    """Stop where another command holds a system: what it writes would be replaced at once.

    Raises:
        RatingsError: it does, since when (exit code 5).
    """
    from ratings.rules import systems
    from ratings.store.connect import plainly
    from ratings.store.lock import PLAYERS, busy, holders

    with plainly(session.engine):
        for system, holder in holders(session.engine, [PLAYERS, *systems()]).items():
            raise busy(system, holder)


def _beside(session: Session) -> Path:
    """Give a name for the backup of what is replaced: beside a SQLite file, else in the working folder."""
    engine = session.engine
    place = Path(str(engine.url.database)) if engine.dialect.name == "sqlite" else Path("ratings")
    stem, number = f"{place.name}.before-{session.now()[:19].replace(':', '')}", 2
    path = place.with_name(f"{stem}.zip")
    while path.exists():
        path, number = place.with_name(f"{stem}-{number}.zip"), number + 1
    return path


def _keep(session: Session, connection: sa.Connection, path: Path) -> None:
    from ratings.backup.places import placed

    with placed(path) as aside:
        _written(connection, aside, session.now())
        _checked(aside)


def _as_portable(path: Path, target: Path) -> Path:
    """Give a SQLite file as a backup that every database takes in.

    Raises:
        RatingsError: it is damaged, or no ratings database.
    """
    from contextlib import closing

    from ratings.backup.native import must_be_sound
    from ratings.store.connect import looking, open_engine, plainly

    engine = open_engine(f"sqlite:///{path}")
    with plainly(engine), closing(engine.raw_connection()) as source:
        must_be_sound(source.driver_connection, path)
    with looking(engine) as connection:
        _written(connection, target, "")
    engine.dispose()
    return target


def _take_dump(session: Session, path: Path, check: bool) -> None:
    from ratings.backup.native import restore_postgresql
    from ratings.store.connect import plainly, upgrade

    if check:
        hint = "To check it, restore it into a new database: createdb NAME"
        raise RatingsError(f"{path} is a dump of PostgreSQL's own, which only PostgreSQL can read.", hint, 2)
    with plainly(session.engine):
        restore_postgresql(session.engine, path, os.environ)
    upgrade(session.engine)
