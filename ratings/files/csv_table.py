"""CSV in: bytes to a table of text columns, with the line of every row; nothing is guessed, nothing is dropped."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from ratings.columns import are_empty, raw, small_integers, whole
from ratings.errors import Issue, RatingsError
from ratings.exact import Flags, Ints
from ratings.files.csv_header import Header, read_header
from ratings.files.decoding import decoded, is_utf8_after_all, line_ends
from ratings.files.event import Event
from ratings.files.sources import Source
from ratings.wording import number_of

MOST_IN_CELL = 16_000_000
"""Characters of one cell: a row with a larger one is no row, but a file whose quotation mark is not closed."""
csv.field_size_limit(MOST_IN_CELL)
DIFFERENT = ("name",)
"""Columns of which hardly two cells are the same: equal texts of theirs may have several codes."""


@dataclass(slots=True)
class TextTable:
    """Rows of text as they came: `columns` are dictionary-encoded, all of one length; `lines` their place in the file.

    `issues` name rows that are no rows (too few or too many cells); they are not in `columns`. `loose` are the
    cells of those rows, by the issue's place. `blank_rows` counts rows without any text. `unknown` are names of
    columns that nobody asked for, `notes` are for the officer. Where there is an `event`, white and black are start
    numbers of its people until ids take their place; `unmatched` says why some stay as they are.
    `numeric` says of the id columns of workbooks and Parquet files which cells were numbers: zeros in front are lost.
    """

    file: str
    sha256: str
    encoding: str
    columns: dict[str, pa.DictionaryArray]
    lines: Ints
    issues: list[Issue] = field(default_factory=list)
    loose: list[dict[str, str]] = field(default_factory=list)
    blank_rows: int = 0
    notes: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    event: Event | None = None
    unmatched: dict[str, str] = field(default_factory=dict)
    numeric: dict[str, Flags] = field(default_factory=dict)
    _coded: dict[str, tuple[pa.DictionaryArray, Ints, list[str]]] = field(default_factory=dict, repr=False)

    @classmethod
    def without_rows(cls, file: str, sha256: str, encoding: str) -> TextTable:
        """Give the table of a file whose rows are read apart, in pieces."""
        return cls(file, sha256, encoding, {}, np.zeros(0, dtype=np.int64))

    def __len__(self) -> int:
        """Give the number of rows."""
        return len(self.lines)

    def coded(self, name: str) -> tuple[Ints, list[str]]:
        """Give a column as codes and the distinct texts they stand for, outer blanks gone; absent columns are empty."""
        if name not in self.columns:
            return np.zeros(len(self), dtype=np.int32), [""]
        column = self.columns[name]
        if name not in self._coded or self._coded[name][0] is not column:
            texts = pc.utf8_trim_whitespace(column.dictionary).to_pylist() or [""]
            if any(text.startswith("'") for text in texts):
                texts = [without_apostrophe(text) for text in texts]
            self._coded[name] = column, raw(column.indices), texts
        return self._coded[name][1:]

    def where(self, condition: Flags) -> TextTable:
        """Give a table of the rows for which the condition holds, and of nothing else that the file had."""
        columns = {name: column.filter(pa.array(condition)) for name, column in self.columns.items()}
        table = TextTable(self.file, self.sha256, self.encoding, columns, self.lines[condition])
        table.numeric = {name: numbers[condition] for name, numbers in self.numeric.items()}
        return table

    def and_rows_of(self, others: Iterable[TextTable]) -> TextTable:
        """Give a table of these rows and those of others with the same columns, in this order."""
        tables = [self, *others]
        columns = {
            name: one_dictionary(pa.chunked_array([table.columns[name] for table in tables])) for name in self.columns
        }
        lines = np.concatenate([table.lines for table in tables])
        joined = TextTable(self.file, self.sha256, self.encoding, columns, lines)
        joined.numeric = {name: np.concatenate([table.numeric[name] for table in tables]) for name in self.numeric}
        return joined

    def cell(self, name: str, row: int) -> str:
        """Give one cell's text as it came."""
        return str(self.columns[name][row].as_py()) if name in self.columns else ""

    def cells(self, row: int) -> dict[str, str]:
        """Give a row as it came, by column."""
        return {name: self.cell(name, row) for name in self.columns}

    def issue(self, row: int, column: str, code: str, message: str) -> Issue:
        """Make the issue of one cell, with its value shown."""
        return Issue(self.file, int(self.lines[row]), column, self.cell(column, row).strip(), code, message, row)


def without_apostrophe(text: str) -> str:
    """Take off the apostrophe that this program's exports put before =, +, - and @."""
    return text[1:] if text[:1] == "'" and text[1:2] in ("=", "+", "-", "@") else text


def read_csv(source: Source, known: Iterable[str], needed: Iterable[str], encoding: str | None) -> TextTable:
    """Read a CSV file with a header: the known columns, and in `unknown` the names of the others.

    Raises:
        RatingsError: the file cannot be read or decoded, has no header, or lacks a needed column.
    """
    data, file = source.read(), source.name
    text, name = decoded(data, file, encoding)
    if not text[:4096].strip() and not text.strip():
        raise RatingsError(f"{file} is empty.", "Give a CSV file with a header and rows.")
    head_lines = next(place for place in range(len(text)) if text[place : place + 1] != b"\n")
    text = text[head_lines:]
    header = read_header(first_line(text), file, known, needed)
    table = TextTable.without_rows(file, source.sha256(), name)
    if is_utf8_after_all(data, name):
        table.notes.append(f"warning: this file is valid UTF-8, and was read as {name} as you said: look at the names")
    del data
    read_rows(table, text, header, head_lines)
    del text
    pa.default_memory_pool().release_unused()
    table.unknown = header.unknown
    return table


def first_line(text: bytes) -> str:
    """Give the first line of a text of UTF-8."""
    return text.partition(b"\n")[0].decode("utf-8")


def read_rows(table: TextTable, text: bytes, header: Header, lines_before: int) -> None:
    """Read the rows of a text, whose first line is the header, into a table that has none."""
    if not _read_fast(table, text, header, lines_before):
        _read_slowly(table, text, header, lines_before)
    _drop_blank_rows(table)


def _read_fast(table: TextTable, text: bytes, header: Header, lines_before: int) -> bool:
    """Read with pyarrow; say False where a row does not fit the header, so that the exact road tells which."""
    quotes = text.count(b'"') if b'"' in text else 0
    if quotes % 2 or (quotes and len(text) < 1_000_000):
        return False
    kind = pa.dictionary(pa.int32(), pa.string())
    names = [column or f"unnamed {place}" for place, column in enumerate(header.columns)]
    try:
        arrow = arrow_csv.read_csv(
            pa.BufferReader(text),
            read_options=arrow_csv.ReadOptions(column_names=names, skip_rows=1, block_size=1 << 23),
            parse_options=arrow_csv.ParseOptions(
                delimiter=header.delimiter, ignore_empty_lines=False, newlines_in_values=quotes > 0
            ),
            convert_options=arrow_csv.ConvertOptions(
                column_types={name: pa.string() if name in DIFFERENT else kind for name in header.wanted},
                include_columns=header.wanted,
                strings_can_be_null=False,
            ),
        )
    except pa.ArrowInvalid:
        return False
    rows = arrow.num_rows
    if quotes and line_ends(text.rstrip(b"\n")) != rows:
        return False
    for column in header.wanted:
        table.columns[column] = (_all_different if column in DIFFERENT else one_dictionary)(arrow.column(column))
    table.lines = np.arange(2, rows + 2, dtype=np.int64) + lines_before
    return True


def _all_different(column: pa.ChunkedArray) -> pa.DictionaryArray:
    """Give a column of texts as if each were another one."""
    return pa.DictionaryArray.from_arrays(small_integers(np.arange(len(column))), whole(column))


def one_dictionary(column: pa.ChunkedArray) -> pa.DictionaryArray:
    """Give a column of pieces, each with a dictionary of its own, as one piece."""
    column = column.unify_dictionaries()
    if column.num_chunks == 1:
        return column.chunk(0)
    indices = (
        pa.concat_arrays([chunk.indices for chunk in column.chunks]) if column.num_chunks else pa.array([], pa.int32())
    )
    values = column.chunk(0).dictionary if column.num_chunks else pa.array([""])
    return pa.DictionaryArray.from_arrays(indices, values)


def _read_slowly(table: TextTable, text: bytes, header: Header, lines_before: int) -> None:
    """Read row by row with the csv module: exact lines, and an issue for each row that does not fit the header."""
    reader = csv.reader(io.StringIO(text.decode("utf-8"), newline=""), delimiter=header.delimiter, strict=True)
    width = max((header.columns.index(column) + 1 for column in header.wanted), default=0)
    cells, lines = list[list[str]](), list[int]()
    line = lines_before + 1
    try:
        next(reader)
        line = reader.line_num + lines_before + 1
        for row in reader:
            extra = row[len(header.columns) :]
            if any(cell.strip() for cell in extra) or (0 < len(row) < len(header.columns) and any(row)):
                _refuse_shape(table, line, row, header.columns, width)
            elif row:
                cells.append(row[: len(header.columns)])
                lines.append(line)
            else:
                table.blank_rows += 1
            line = reader.line_num + lines_before + 1
    except csv.Error as error:
        is_large = "field limit" in str(error)
        why = f"a cell has more than {MOST_IN_CELL:,} characters" if is_large else f"the row cannot be read ({error})"
        raise RatingsError(
            f"{table.file}, line {line}: {why}.", "Look for a quotation mark that is not closed."
        ) from error
    for column in header.wanted:
        place = header.columns.index(column)
        table.columns[column] = pa.array([row[place] for row in cells], pa.string()).dictionary_encode()
    table.lines = np.array(lines, dtype=np.int64)


def _refuse_shape(table: TextTable, line: int, row: list[str], header: list[str], width: int) -> None:
    """Refuse a row for its number of cells; a short one is filled up to `width`, the last column that is read."""
    message = f"the row has {number_of(len(row), 'cell')}, the header {len(header)}"
    table.issues.append(Issue(table.file, line, "row", "", "cell-count", message))
    padded = row + [""] * (width - len(row))
    cells = {column: cell for column, cell in zip(header, padded, strict=False) if column}
    rest = padded[len(header) :]
    table.loose.append({**cells, "more cells": " | ".join(rest)} if rest else cells)


def _drop_blank_rows(table: TextTable) -> None:
    blank: Flags = np.ones(len(table), dtype=bool)
    for column in table.columns.values():
        empty = are_empty(pc.utf8_trim_whitespace(column.dictionary))
        blank &= empty[raw(column.indices)] if empty.any() else False
        if not blank.any():
            return
    if blank.any():
        keep = pa.array(~blank)
        table.columns = {name: column.filter(keep) for name, column in table.columns.items()}
        table.lines = table.lines[~blank]
        table.blank_rows += int(blank.sum())
