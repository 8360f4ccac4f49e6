"""Making a backup: one CSV file a table in a zip, read from one state of the database, with sums of everything."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any

import pyarrow as pa
import sqlalchemy as sa
from pyarrow import csv

from ratings import __version__
from ratings.backup.contents import CONTENTS, Contents, Part
from ratings.backup.tables import columns_of, is_known, tables_at
from ratings.errors import RatingsError
from ratings.store.connect import schema_revision, shown

ROWS_AT_ONCE = 2_000
"""Rows in memory at a time; of tables that hold whole lists, one."""
COMPRESSION = 3
"""Of zlib's levels: 6 makes the file a tenth smaller and takes twice as long."""
ARROW = {"integer": pa.int64(), "day": pa.date32(), "bytes": pa.string(), "text": pa.string()}


def write_backup(
    connection: sa.Connection, file: IO[bytes], at: str, progress: Callable[[int], None] | None = None
) -> Contents:
    """Write all tables, as the connection's transaction sees them, into an open file; give what is in it.

    Null is an empty cell, an empty text `""`, bytes are hexadecimal after `\\x`: PostgreSQL's COPY reads it as it is.

    Raises:
        RatingsError: the database has a schema that this program does not know.
    """
    revision = schema_revision(connection) or ""
    if not is_known(revision):
        raise RatingsError(
            f"The database {shown(connection.engine)} has schema {revision}, which this program does not know.",
            "It was made by a newer version: back it up with that one.",
        )
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION) as packed:
        parts = tuple(_write_table(connection, packed, table, progress) for table in tables_at(revision))
        contents = Contents(revision, at, __version__, connection.dialect.name, parts)
        packed.writestr(zipfile.ZipInfo(CONTENTS), contents.as_json())
    return contents


def _write_table(
    connection: sa.Connection, packed: zipfile.ZipFile, table: sa.Table, progress: Callable[[int], None] | None
) -> Part:
    columns, name, rows = columns_of(table), f"{table.name}.csv", 0
    schema = pa.schema([(column, ARROW[kind]) for column, kind in columns.items()])
    with packed.open(name, "w", force_zip64=True) as member:
        summed = Summed(member)
        with csv.CSVWriter(pa.PythonFile(summed, "w"), schema) as writer:
            for piece in _pieces(connection, table, columns):
                batch = pa.record_batch(
                    [_as_arrow(values, kind) for values, kind in zip(piece, columns.values(), strict=True)], schema
                )
                writer.write_batch(batch)
                rows += batch.num_rows
                if progress:
                    progress(batch.num_rows)
                summed.end_piece()
    return Part(table.name, name, rows, summed.sha256(), summed.largest, columns)


def _pieces(connection: sa.Connection, table: sa.Table, columns: dict[str, str]) -> Iterator[list[Sequence[Any]]]:
    """Give a table's rows in the order of its key, as columns of a few rows each."""
    at_once = 1 if "bytes" in columns.values() else ROWS_AT_ONCE
    query = sa.select(*(table.c[name] for name in columns)).order_by(*table.primary_key)
    with connection.execute(query, execution_options={"yield_per": at_once}) as result:
        for rows in result.partitions():
            yield list(zip(*rows, strict=True))


def _as_arrow(values: Sequence[Any], kind: str) -> pa.Array:
    if kind == "bytes":
        values = [None if value is None else f"\\x{bytes(value).hex()}" for value in values]
    return pa.array(values, ARROW[kind])


class Summed:
    """A file to write to, which sums up what is written and remembers the largest piece, in bytes."""

    closed = False

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._sum, self._piece = file, hashlib.sha256(), 0
        self.largest = 0

    def write(self, data: Any) -> int:
        """Write bytes, and give their number."""
        view = memoryview(data)
        self._file.write(view)
        self._sum.update(view)
        self._piece += len(view)
        return len(view)

    def end_piece(self) -> None:
        """Take note that a piece, of whole rows, is written."""
        self.largest, self._piece = max(self.largest, self._piece), 0

    def sha256(self) -> str:
        """Give the sum of all that was written."""
        return self._sum.hexdigest()

    def flush(self) -> None:
        """Leave flushing to the file itself."""
