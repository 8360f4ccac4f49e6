"""CSV out: UTF-8, LF, comma; a spreadsheet's form on request; cells that a spreadsheet would run made harmless."""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from ratings.columns import Array, bytes_of, filled_texts, scalar
from ratings.errors import RatingsError

if TYPE_CHECKING:
    import pandas as pd

RUN_BY_SPREADSHEETS = "[=+\\-@\t\r]"
"""How a cell begins that a spreadsheet would run, as a pattern."""
ROWS_AT_ONCE = 1 << 16
"""Rows written at a time: their cells as texts stay in the processor's cache."""

DECIMALS = ("archive_points", "archive_performance", "points", "change")
"""Columns of exact decimals; they load with a comma too."""
NUMBERS_AS_TEXT = (*DECIMALS, "change_exact")
"""Columns of numbers that stand as text, and may start with a minus."""


@dataclass(frozen=True, slots=True)
class Written:
    """A file in another program's form: its bytes, what they hold in words, and what the officer is to know of it.

    Not `is_whole`: games of it are missing, because their rows were refused.
    """

    data: bytes
    what: str
    notes: tuple[str, ...] = ()
    is_whole: bool = True


def harmless(text: object) -> object:
    """Put an apostrophe before a text that a spreadsheet would take for a formula; the loaders take it off again."""
    return f"'{text}" if isinstance(text, str) and re.match(RUN_BY_SPREADSHEETS, text) else text


def as_typed(text: str) -> str:
    """Take the apostrophe of `harmless` off again."""
    return text[1:] if re.match(f"'{RUN_BY_SPREADSHEETS}", text) else text


def harmless_texts(column: Array) -> Array:
    """Put the apostrophe of `harmless` before the texts of a column that want it."""
    return pc.replace_substring_regex(column, f"^({RUN_BY_SPREADSHEETS})", r"'\1")


def texts_as_typed(column: Array) -> Array:
    """Take the apostrophe of `harmless` off the texts of a column again."""
    return pc.replace_substring_regex(column, f"^'({RUN_BY_SPREADSHEETS})", r"\1")


def as_csv(frame: pa.Table | pd.DataFrame, *, excel: bool = False) -> bytes:
    """Give a table as CSV bytes; `excel`: what a French Excel opens by a double click (BOM, semicolon, CRLF).

    A cell stands in quotes where it holds a separator, a quotation mark or a line end, and nowhere else.
    """
    table, form = frame if isinstance(frame, pa.Table) else _as_table(frame), EXCEL if excel else PLAIN
    out = io.BytesIO()
    out.write(csv_header(table, form))
    for lines in csv_lines(table, form):
        out.write(bytes_of(lines))
    return out.getvalue()


class _Form(NamedTuple):
    """How CSV is written: the mark before it, between cells, after lines, in decimals."""

    mark: bytes
    separator: str
    line_end: str
    decimal: str


PLAIN, EXCEL = _Form(b"", ",", "\n", "."), _Form(codecs.BOM_UTF8, ";", "\r\n", ",")


def csv_header(table: pa.Table, form: _Form = PLAIN) -> bytes:
    """Give a table's names as the first line of its CSV."""
    return form.mark + form.separator.join(table.column_names).encode() + form.line_end.encode()


def csv_lines(table: pa.Table, form: _Form = PLAIN) -> Iterator[Array]:
    """Give a table's rows as the lines of its CSV, some thousands at a time: a list of millions is not small."""
    for batch in table.to_batches(max_chunksize=ROWS_AT_ONCE):
        cells = [_cells(name, column, form) for name, column in zip(batch.schema.names, batch.columns, strict=True)]
        cells[-1] = pc.binary_join_element_wise(cells[-1], scalar(form.line_end), scalar(""))
        yield pc.binary_join_element_wise(*cells, scalar(form.separator))


def _as_table(frame: pd.DataFrame) -> pa.Table:
    """Give a frame as a table; columns of mixed values as texts."""
    columns = {}
    for name in frame.columns:
        try:
            columns[name] = pa.array(frame[name], from_pandas=True)
        except (pa.ArrowInvalid, pa.ArrowTypeError):
            columns[name] = pa.array(frame[name].map(str, na_action="ignore"), pa.string(), from_pandas=True)
    return pa.table(columns)


def _cells(name: str, column: Array, form: _Form) -> Array:
    """Give a column as the texts of its cells."""
    if pa.types.is_dictionary(column.type):  # each word once
        coded = pa.DictionaryArray.from_arrays(column.indices, _cells(name, column.dictionary, form))
        return filled_texts(coded)
    if not is_text(column):
        return filled_texts(column.cast(pa.string()))
    column = filled_texts(column.cast(pa.string()))
    if name in DECIMALS and form.decimal != ".":  # a French Excel reads 1541.67 as text, and 2.5 as a day
        column = pc.replace_substring(column, ".", form.decimal)
    data = bytes_of(column)  # a mark that is not there is in none of the texts
    marks = [mark for mark in "=+-@\t\r" if mark.encode() in data]
    if name not in NUMBERS_AS_TEXT and any(pc.any(pc.starts_with(column, mark)).as_py() for mark in marks):
        column = harmless_texts(column)
    ends = any(mark.encode() in data for mark in f'"\r\n{form.separator}')
    return _quoted(column, form.separator) if ends else column


def is_text(column: Array) -> bool:
    """Say whether a column holds texts."""
    return pa.types.is_string(column.type) or pa.types.is_large_string(column.type) or pa.types.is_null(column.type)


def _quoted(column: Array, separator: str) -> Array:
    """Put the texts in quotes that hold what ends a cell or a line; most columns have none."""
    found = pc.match_substring_regex(column, f'["\\r\\n{separator}]')
    if not pc.any(found).as_py():
        return column
    mark = scalar('"')
    inner = pc.replace_substring(column.filter(found), '"', '""')
    return pc.replace_with_mask(column, found, pc.binary_join_element_wise(mark, inner, mark, scalar("")))


def must_be_writable(folder: Path) -> None:
    """Stop where files could not be written into a folder that is there or can be made.

    Raises:
        RatingsError: something on the path is no folder, or may not be written.
    """
    there = folder.absolute()
    while not there.exists() and there != there.parent:
        there = there.parent
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise RatingsError(
            f"{folder} cannot be written: {there} is not a folder to write in.", "Choose another folder."
        )


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Write files aside, read them again and rename them, so that each is there whole or as it was.

    Raises:
        RatingsError: the folder cannot be made or written.
    """
    name = ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            handle, aside = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                _must_hold(Path(aside), data)
                Path(aside).chmod(0o644)
                Path(aside).replace(folder / name)
            except OSError:
                Path(aside).unlink()
                raise
    except OSError as error:
        raise RatingsError(
            f"{folder / name} cannot be written: {error.strerror}.",
            "Choose another folder, or make room, and run again.",
        ) from error


def _must_hold(path: Path, data: bytes) -> None:
    if path.read_bytes() != data:
        raise OSError(errno.EIO, "read again, it is not what was written")
