"""CSV in: bytes to a table of text columns, with the line of every row; nothing is guessed, nothing is dropped."""

from __future__ import annotations

import codecs
import csv
import hashlib
import io
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from ratings.errors import Issue, RatingsError
from ratings.exact import Flags, Ints
from ratings.files.event import Event
from ratings.files.sources import Source

MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
MOST_IN_CELL = 16_000_000
"""Characters of one cell: a row with a larger one is no row, but a file whose quotation mark is not closed."""
csv.field_size_limit(MOST_IN_CELL)

DAMAGES = (
    (b"\xef\xbf\xbd", "a replacement character (U+FFFD)"),
    (b"\0", "a zero byte"),
    (codecs.BOM_UTF8, "a byte order mark (U+FEFF, files joined together?)"),
)


@dataclass(slots=True)
class TextTable:
    """Rows of text as they came: `columns` are dictionary-encoded, all of one length; `lines` their place in the file.

    `issues` name rows that are no rows (too few or too many cells); they are not in `columns`. `loose` are the
    cells of those rows, by the issue's place. `blank_rows` counts rows without any text. `unknown` are names of
    columns that nobody asked for, `notes` are for the officer. Where there is an `event`, white and black are start
    numbers of its people until ids take their place; `unmatched` says why some stay as they are.
    `numeric` says of a workbook's id columns which cells were numbers, whose zeros in front are lost.
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
        texts = pc.utf8_trim_whitespace(column.dictionary)
        if len(texts) and pc.any(pc.starts_with(texts, "'")).as_py():
            texts = pa.array([without_apostrophe(text) for text in texts.to_pylist()], pa.string())
        return column.indices.to_numpy(zero_copy_only=False), texts.to_pylist() or [""]

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


def decoded(data: bytes, file: str, encoding: str | None) -> tuple[bytes, str]:
    """Give the file's text as UTF-8 with LF line ends, and the encoding's name.

    Raises:
        RatingsError: the text does not decode, or was damaged by a wrong decoding before (U+FFFD), or is no text.
    """
    mark = next((name for start, name in MARKS if data.startswith(start)), None)
    name = mark or encoding or "utf-8"  # a mark says what the text is, whatever the other files of the command are
    try:
        codecs.lookup(encoding or name)
        codec = codecs.lookup(name).name
        text = data if codec == "utf-8" else data.decode(name).encode("utf-8")
        if codec == "utf-8":
            data.decode("utf-8")
    except LookupError as error:
        raise RatingsError(
            f"There is no encoding {name!r}.", "Common ones: utf-8, cp1252, cp1254, latin-1.", 2
        ) from error
    except UnicodeError as error:
        place = data[: getattr(error, "start", 0)].count(b"\n") + 1
        raise RatingsError(
            f"{file}, line {place}: the text is not {name}.",
            "Save the file as UTF-8, or say what it is: --encoding cp1252 (or cp1254, latin-1 …).",
        ) from error
    text = text.removeprefix(codecs.BOM_UTF8)
    for damage, what in DAMAGES:
        if damage in text:
            line = text[: text.index(damage)].count(b"\n") + 1
            raise RatingsError(
                f"{file}, line {line}: {what} stands in the text, so it was damaged or is not {name}.",
                "Export it again from where it came, or give its --encoding.",
            )
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return text, name


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
    end = text.find(b"\n", head_lines)
    first = text[head_lines : end if end >= 0 else len(text)].decode("utf-8")
    delimiter = _delimiter(first)
    header = _header_cells(first, delimiter, file)
    while header and header[-1] == "" and len(header) > 1:
        header.pop()
    _check_header(header, file, needed)
    known = set(known)
    table = TextTable(file, hashlib.sha256(data).hexdigest(), name, {}, np.zeros(0, dtype=np.int64))
    if _is_utf8_after_all(data, name):
        table.notes.append(f"warning: this file is valid UTF-8, and was read as {name} as you said: look at the names")
    wanted = [column for column in header if column in known]
    if head_lines or not _read_fast(table, text, header, wanted, delimiter):
        _read_slowly(table, text, header, wanted, delimiter, head_lines)
    _drop_blank_rows(table)
    del text, data
    pa.default_memory_pool().release_unused()
    table.unknown = [column for column in header if column and column not in known]
    return table


def _is_utf8_after_all(data: bytes, name: str) -> bool:
    """Say whether text read under another name is UTF-8 beyond ASCII: letters would look like `Ã©`."""
    if data.isascii() or codecs.lookup(name).name.startswith(("utf-8", "utf-16")):
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _header_cells(first: str, delimiter: str, file: str) -> list[str]:
    try:
        return [cell.strip().casefold() for cell in next(csv.reader([first], delimiter=delimiter))]
    except csv.Error as error:
        raise RatingsError(
            f"{file}: the header cannot be read ({error}).", "Name the columns in the first line."
        ) from error


def _delimiter(first: str) -> str:
    try:
        return csv.Sniffer().sniff(first, delimiters=",;\t").delimiter
    except csv.Error:
        return ","


def _check_header(header: list[str], file: str, needed: Iterable[str]) -> None:
    missing = [column for column in needed if column not in header]
    if missing:
        raise RatingsError(
            f"{file} has no column {', '.join(missing)}.",
            f"Its header is: {', '.join(header[:200])[:200]}. Name the columns in the first line.",
        )
    twice = sorted(column for column, count in Counter(header).items() if column and count > 1)
    if twice:
        raise RatingsError(f"{file} has two columns {', '.join(twice)[:200]}.", "Keep one of them.")


def _read_fast(table: TextTable, text: bytes, header: list[str], wanted: list[str], delimiter: str) -> bool:
    """Read with pyarrow; say False where a row does not fit the header, so that the exact road tells which."""
    quotes = text.count(b'"')
    if quotes % 2 or (quotes and len(text) < 1_000_000):
        return False
    kind = pa.dictionary(pa.int32(), pa.string())
    names = [column or f"unnamed {place}" for place, column in enumerate(header)]
    try:
        arrow = arrow_csv.read_csv(
            pa.BufferReader(text),
            read_options=arrow_csv.ReadOptions(column_names=names, skip_rows=1, block_size=1 << 23),
            parse_options=arrow_csv.ParseOptions(
                delimiter=delimiter, ignore_empty_lines=False, newlines_in_values=quotes > 0
            ),
            convert_options=arrow_csv.ConvertOptions(
                column_types=dict.fromkeys(wanted, kind), include_columns=wanted, strings_can_be_null=False
            ),
        )
    except pa.ArrowInvalid:
        return False
    rows = arrow.num_rows
    if quotes and text.rstrip(b"\n").count(b"\n") != rows:
        return False
    for column in wanted:
        table.columns[column] = _one_dictionary(arrow.column(column))
    table.lines = np.arange(2, rows + 2, dtype=np.int64)
    return True


def _one_dictionary(column: pa.ChunkedArray) -> pa.DictionaryArray:
    column = column.unify_dictionaries()
    if column.num_chunks == 1:
        return column.chunk(0)
    indices = (
        pa.concat_arrays([chunk.indices for chunk in column.chunks]) if column.num_chunks else pa.array([], pa.int32())
    )
    values = column.chunk(0).dictionary if column.num_chunks else pa.array([""])
    return pa.DictionaryArray.from_arrays(indices, values)


def _read_slowly(
    table: TextTable, text: bytes, header: list[str], wanted: list[str], delimiter: str, head_lines: int
) -> None:
    """Read row by row with the csv module: exact lines, and an issue for each row that does not fit the header."""
    reader = csv.reader(io.StringIO(text.decode("utf-8")[head_lines:], newline=""), delimiter=delimiter, strict=True)
    cells, lines = list[list[str]](), list[int]()
    width = max((header.index(column) + 1 for column in wanted), default=0)
    line = head_lines + 1
    try:
        next(reader)
        line = reader.line_num + head_lines + 1
        for row in reader:
            extra = row[len(header) :]
            if any(cell.strip() for cell in extra) or (0 < len(row) < len(header) and any(row)):
                _refuse_shape(table, line, row, header, width)
            elif row:
                cells.append(row[: len(header)])
                lines.append(line)
            else:
                table.blank_rows += 1
            line = reader.line_num + head_lines + 1
    except csv.Error as error:
        is_large = "field limit" in str(error)
        why = f"a cell has more than {MOST_IN_CELL:,} characters" if is_large else f"the row cannot be read ({error})"
        raise RatingsError(
            f"{table.file}, line {line}: {why}.", "Look for a quotation mark that is not closed."
        ) from error
    for column in wanted:
        place = header.index(column)
        table.columns[column] = pa.array([row[place] for row in cells], pa.string()).dictionary_encode()
    table.lines = np.array(lines, dtype=np.int64)


def _refuse_shape(table: TextTable, line: int, row: list[str], header: list[str], width: int) -> None:
    """Refuse a row for its number of cells; a short one is filled up to `width`, the last column that is read."""
    message = f"the row has {len(row)} cells, the header {len(header)}"
    table.issues.append(Issue(table.file, line, "row", "", "cell-count", message))
    padded = row + [""] * (width - len(row))
    cells = {column: cell for column, cell in zip(header, padded, strict=False) if column}
    rest = padded[len(header) :]
    table.loose.append({**cells, "more cells": " | ".join(rest)} if rest else cells)


def _drop_blank_rows(table: TextTable) -> None:
    blank: Flags = np.ones(len(table), dtype=bool)
    for name in table.columns:
        codes, texts = table.coded(name)
        blank &= np.array([text == "" for text in texts])[codes] if len(codes) else blank
        if not blank.any():
            return
    if blank.any():
        keep = pa.array(~blank)
        table.columns = {name: column.filter(keep) for name, column in table.columns.items()}
        table.lines = table.lines[~blank]
        table.blank_rows += int(blank.sum())
