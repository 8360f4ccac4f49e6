"""Restoring a backup: all tables in one transaction, then this program's schema; as before or as after."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import sqlalchemy as sa
from pyarrow import csv

from ratings.backup.contents import Part
from ratings.backup.reading import CHUNK, Backup, Checked, damaged
from ratings.backup.tables import columns_of, is_known, tables_at
from ratings.errors import RatingsError
from ratings.store.bulk import insert_rows
from ratings.store.connect import changing_schema, migrate, schema_revision, shown

SMALLEST_BLOCK = 1 << 20
"""Bytes of CSV parsed at a time, at least; a row must fit in."""
ARROW = {"integer": pa.int64(), "day": pa.string(), "bytes": pa.string(), "text": pa.string()}

Keep = Callable[[sa.Connection], None]


def restore(
    engine: sa.Engine, backup: Backup, keep: Keep | None = None, progress: Callable[[int], None] | None = None
) -> None:
    """Fill an empty database from a backup; `keep` is called before what is there gives way, None: nothing may.

    The tables are made as they were when the backup was made, filled, held against their counts and sums, and brought
    to this program's schema: one transaction, in which nobody else uses the database.

    Raises:
        RatingsError: the backup is damaged or of a newer schema, or the database is not empty.
    """
    must_be_known(backup)
    backup.check()  # before anything is touched
    with changing_schema(engine) as connection:
        _make_room(connection, keep)
        migrate(connection, backup.contents.schema)
        tables = {table.name: table for table in tables_at(backup.contents.schema)}
        _must_agree(backup, tables)
        for part in backup.contents.tables:
            with backup.table(part) as file:
                rows = _fill(connection, tables[part.name], part, file, backup, progress)
            if rows != part.rows:
                raise damaged(backup.path, f"{part.file} has {rows} rows, not {part.rows}")
        migrate(connection, "head")


def must_be_known(backup: Backup) -> None:
    """Stop where a backup is of a newer schema than this program's.

    Raises:
        RatingsError: it is.
    """
    told = backup.contents
    if not is_known(told.schema):
        raise RatingsError(
            f"{backup.path} is of schema {told.schema}, made by version {told.program}; this program does not know it.",
            "Restore it with that version, or a newer one.",
        )


def _must_agree(backup: Backup, tables: dict[str, sa.Table]) -> None:
    wanted = {name: columns_of(table) for name, table in tables.items()}
    if wanted != {part.name: part.columns for part in backup.contents.tables}:
        raise damaged(backup.path, f"its tables are not those of schema {backup.contents.schema}")


def _make_room(connection: sa.Connection, keep: Keep | None) -> None:
    """Take away the tables that are there, once nobody else reads or writes them."""
    revision = schema_revision(connection)
    if revision is None:
        return
    if connection.dialect.name == "postgresql":  # every command reads this table first
        connection.execute(sa.text("LOCK TABLE alembic_version IN ACCESS EXCLUSIVE MODE"))
    place = shown(connection.engine)
    if not is_known(revision):
        raise RatingsError(
            f"The database {place} has schema {revision}, which this program does not know.", "Name another database."
        )
    tables = tables_at(revision)
    if any(connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first() for table in tables):
        if keep is None:
            raise RatingsError(
                f"The database {place} is not empty.",
                "Name an empty one by --db, or give --replace: what is there is kept in a backup of its own.",
            )
        keep(connection)
    _empty(connection, tables)
    migrate(connection, "base")


def _empty(connection: sa.Connection, tables: list[sa.Table]) -> None:
    """Delete all rows: no migration downward is made for a database in use."""
    if connection.dialect.name == "postgresql":
        names = ", ".join(f'"{table.name}"' for table in tables)
        connection.execute(sa.text(f"TRUNCATE {names}"))
        return
    for table in reversed(tables):
        connection.execute(sa.delete(table))


def _fill(
    connection: sa.Connection, table: sa.Table, part: Part, file: Checked, backup: Backup,
    progress: Callable[[int], None] | None,
) -> int:  # fmt: skip
    """Insert a table's rows, and give their number."""
    if not part.rows:
        return 0
    fill = _copy if connection.dialect.name == "postgresql" else _insert
    driver: Any = connection.dialect.dbapi
    try:
        rows = fill(connection, table, part, file)
    except (driver.IntegrityError, driver.DataError, sa.exc.IntegrityError, sa.exc.DataError, pa.ArrowInvalid) as error:
        raise damaged(backup.path, f"{part.file}: {str(error).splitlines()[0]}") from error
    except driver.Error as error:
        statement = f"rows of {table.name}"
        raise sa.exc.DBAPIError.instance(statement, None, error, driver.Error, dialect=connection.dialect) from error
    if progress:
        progress(rows)
    return rows


def _copy(connection: sa.Connection, table: sa.Table, part: Part, file: Checked) -> int:
    driver: Any = connection.connection.driver_connection
    names = ", ".join(f'"{name}"' for name in part.columns)
    with driver.cursor() as cursor:
        with cursor.copy(f'COPY "{table.name}" ({names}) FROM STDIN (FORMAT csv, HEADER true)') as copy:
            while data := file.read(CHUNK):
                copy.write(data)
        return int(cursor.rowcount)


def _insert(connection: sa.Connection, table: sa.Table, part: Part, file: Checked) -> int:
    reader = csv.open_csv(
        pa.PythonFile(file, "r"),
        csv.ReadOptions(block_size=max(SMALLEST_BLOCK, 2 * part.largest)),
        csv.ParseOptions(newlines_in_values=True),
        csv.ConvertOptions(
            column_types={name: ARROW[kind] for name, kind in part.columns.items()}, strings_can_be_null=True,
            quoted_strings_can_be_null=False, null_values=[""], include_columns=list(part.columns),
        ),
    )  # fmt: skip
    rows = 0
    for batch in reader:
        columns = zip(part.columns.items(), batch.columns, strict=True)
        insert_rows(connection, table, {name: _values(column, kind) for (name, kind), column in columns})
        rows += batch.num_rows
    return rows


def _values(column: pa.Array, kind: str) -> np.ndarray[Any, Any]:
    if kind == "integer" and not column.null_count:
        return np.asarray(column.to_numpy())
    values = column.to_pylist()
    if kind == "bytes":
        values = [None if value is None else bytes.fromhex(value.removeprefix("\\x")) for value in values]
    out = np.empty(len(values), dtype=object)
    out[:] = values
    return out
