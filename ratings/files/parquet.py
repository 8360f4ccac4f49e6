"""Parquet files: the columns of the CSV form; games in pieces that hold whole tournaments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import parquet

from ratings.errors import RatingsError
from ratings.files.csv_header import check_columns
from ratings.files.csv_pieces import GameFile, named_apart, of_own_tournaments
from ratings.files.csv_table import TextTable, one_dictionary
from ratings.files.sources import Source

ROWS = 1 << 20
"""Rows of a piece; a file of no more is read whole."""
IDS = ("white", "black", "id", "fide_id")
"""Columns in which a number has lost the zeros in front, if there were any."""
EXACT = 1 << 53
"""The largest number up to which those with a point tell all whole ones apart."""
_TEXT = pa.dictionary(pa.int32(), pa.string())


def read_parquet(source: Source, known: Iterable[str], needed: Iterable[str]) -> TextTable:
    """Read a Parquet file whole, its cells as texts; a row's line is its number, from 1.

    Raises:
        RatingsError: it is damaged, or lacks a needed column.
    """
    head, _ = _begun(source, known, needed)
    tables = list(_batches(source, head, 1 << 31))
    source.must_be_unchanged()
    if tables:
        joined = tables[0].and_rows_of(tables[1:])
        head.columns, head.lines, head.numeric = joined.columns, joined.lines, joined.numeric
    return head


def cut_parquet(
    source: Source, known: Iterable[str], needed: Iterable[str], whole: Callable[[], TextTable]
) -> GameFile | None:
    """Give a large Parquet file to be read in pieces; None where it is small or names no tournaments.

    Raises:
        RatingsError: as `read_parquet`.
    """
    head, rows = _begun(source, known, needed)
    if rows <= ROWS or "tournament" not in head.columns:
        return None
    return GameFile(head, _pieces(source, head), whole, is_cut=True)


def _pieces(source: Source, head: TextTable) -> Iterator[TextTable]:
    """Cut batches where another tournament begins; rows without one come last."""
    loose, rest = list[TextTable](), list[TextTable]()
    for table in _batches(source, head, ROWS):
        table, unnamed = named_apart(table)
        loose += unnamed
        rest.append(table)
        codes = table.coded("tournament")[0]
        others = np.flatnonzero(codes != codes[-1]) if len(codes) else codes
        if len(others):
            ends = np.arange(len(table)) <= others[-1]
            yield _together([*rest[:-1], table.where(ends)])
            rest = [table.where(~ends)]
    source.must_be_unchanged()
    if rest := [table for table in rest if len(table)]:
        yield _together(rest)
    if loose:
        yield _together(loose)


def _together(tables: list[TextTable]) -> TextTable:
    return of_own_tournaments(tables[0].and_rows_of(tables[1:]))


def _begun(source: Source, known: Iterable[str], needed: Iterable[str]) -> tuple[TextTable, int]:
    """Give the table of a file without its rows, with the known columns that it has, and the number of rows."""
    known = set(known)
    with source.open() as stream:
        file = _opened(stream, source)
        columns, rows = [name.strip().casefold() for name in file.schema_arrow.names], file.metadata.num_rows
    check_columns(columns, source.name, needed)
    table = TextTable.without_rows(source.name, source.sha256(), "parquet")
    table.unknown = [column for column in columns if column not in known]
    table.columns = {column: pa.array([], pa.string()).dictionary_encode() for column in columns if column in known}
    return table, rows


def _opened(stream: Any, source: Source) -> parquet.ParquetFile:
    try:
        return parquet.ParquetFile(stream)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _damaged(source, error) from error


def _damaged(source: Source, error: Exception) -> RatingsError:
    why = (str(error).splitlines() or [type(error).__name__])[0]
    return RatingsError(f"{source.name} is a Parquet file that cannot be read: {why}", "Ask for the file again.")


def _names(file: parquet.ParquetFile) -> dict[str, str]:
    """Give the names of columns as they are stored, by the names that are looked for."""
    return {name.strip().casefold(): name for name in file.schema_arrow.names}


def _batches(source: Source, head: TextTable, size: int) -> Iterator[TextTable]:
    """Give the rows of the columns that `head` has, some at a time, as texts."""
    line = 1
    with source.open() as stream:
        file = _opened(stream, source)
        wanted = {name: stored for name, stored in _names(file).items() if name in head.columns}
        numbers = {name for name, stored in wanted.items() if _is_number(file.schema_arrow.field(stored).type)}
        try:
            for batch in file.iter_batches(batch_size=size, columns=list(wanted.values())):
                columns = {name: _texts(_whole_numbers(batch.column(stored))) for name, stored in wanted.items()}
                lines = np.arange(line, line + batch.num_rows, dtype=np.int64)
                line += batch.num_rows
                table = TextTable(head.file, head.sha256, head.encoding, columns, lines)
                table.numeric = {name: np.ones(len(table), dtype=bool) for name in IDS if name in numbers}
                yield table
        except (pa.ArrowException, OSError, ValueError) as error:
            raise _damaged(source, error) from error


def _is_number(kind: pa.DataType) -> bool:
    return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind))


def _whole_numbers(column: pa.Array) -> pa.Array:
    """Give numbers with a point as whole ones where all are: so writers keep numbers of which some are missing.

    Numbers that are not, or too large to be exact, keep their point, and are refused where whole ones are wanted.
    """
    if not pa.types.is_floating(column.type) or (pc.max(pc.abs(column)).as_py() or 0) > EXACT:
        return column
    try:
        return column.cast(pa.int64())  # refuses what it would round
    except pa.ArrowInvalid:
        return column


def _texts(column: pa.Array) -> pa.DictionaryArray:
    """Give a column's cells as texts, as a CSV file has them: nothing is an empty cell, a day is its ISO form."""
    if pa.types.is_timestamp(column.type):
        days = pc.cast(column, pa.date32(), safe=False)
        if pc.all(pc.equal(pc.cast(days, column.type), column)).as_py() in (True, None):
            column = days
    if not pa.types.is_dictionary(column.type):
        column = pc.cast(column, pa.string()).dictionary_encode()
    column = column.cast(_TEXT) if column.type != _TEXT else column
    if column.null_count or column.dictionary.null_count:
        column = pc.fill_null(column.dictionary_decode(), "").dictionary_encode()
    return one_dictionary(pa.chunked_array([column]))
