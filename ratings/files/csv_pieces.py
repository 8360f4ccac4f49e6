"""A large CSV file of games in pieces: each holds whole tournaments, so that it is checked and stored on its own."""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ratings.files.csv_header import Header, read_header
from ratings.files.csv_table import TextTable, first_line, read_rows
from ratings.files.decoding import MARKS, decoded, line_ends
from ratings.files.sources import Source

LEAST, MOST = 10 << 20, 32 << 20
"""Bytes of a piece: a file smaller than two of the least is read whole."""
PIECES = 12
"""Pieces that are aimed at between those sizes."""
MOST_LINES = 50_000
"""Lines of the last tournament in a piece that are gone through to find where it begins."""
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class GameFile:
    """A file of games: `head` says what it is, and has no rows where it `is_cut`; `tables` give them, once.

    `whole` reads a file that is cut once more, as one table.
    """

    head: TextTable
    tables: Iterator[TextTable]
    whole: Callable[[], TextTable]
    is_cut: bool = False

    @classmethod
    def of_table(cls, table: TextTable) -> GameFile:
        """Give a file that is read already."""
        return cls(table, iter([table]), lambda: table)


def cut(
    source: Source, known: Iterable[str], needed: Iterable[str], encoding: str | None, whole: Callable[[], TextTable]
) -> GameFile | None:
    """Give a CSV file to be read in pieces; None where it is small, not UTF-8, has quoted cells or no tournaments.

    Without quotation marks each line is a row, whatever stands around it.

    Raises:
        RatingsError: it cannot be read, or lacks a needed column.
    """
    scanned = _scan(source)
    if scanned is None or (encoding is not None and not _is_utf8(encoding)):
        return None
    size, top = scanned
    if size < 2 * LEAST or not top.endswith(b"\n") or b"\r" in top[:-2]:
        return None
    text, name = decoded(top, source.name, None)
    if not text.strip():
        return None
    header = read_header(first_line(text), source.name, known, needed)
    if "tournament" not in header.columns:
        return None
    head = TextTable.without_rows(source.name, source.sha256(), name)
    head.unknown = header.unknown
    tables = _tables(source, head, header, len(top), min(max(size // PIECES, LEAST), MOST))
    return GameFile(head, tables, whole, is_cut=True)


def _is_utf8(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name == "utf-8"
    except LookupError:
        return False  # it is refused where the file is read whole


def _scan(source: Source) -> tuple[int, bytes] | None:
    """Give a file's size and first line; None where it has quotation marks or is marked as UTF-16."""
    digest, size, top = hashlib.sha256(), 0, b""
    with source.open() as stream:
        while chunk := stream.read(_CHUNK):
            if b'"' in chunk:
                return None
            if not size:
                if any(chunk.startswith(mark) for mark, name in MARKS if name != "utf-8-sig"):
                    return None
                line, end, _ = chunk.partition(b"\n")
                top = line + end
            digest.update(chunk)
            size += len(chunk)
    source.note(digest.hexdigest())
    return size, top


def _tables(source: Source, head: TextTable, header: Header, start: int, size: int) -> Iterator[TextTable]:
    """Give the rows piece by piece; those without a tournament come last, as they may contradict each other."""
    loose = list[TextTable]()
    first = header.delimiter.join(header.columns).encode()
    lines = 1
    for piece in _texts(source, header, start, size):
        text, _ = decoded(first + b"\n" + piece, head.file, None, lines - 1)
        table = TextTable.without_rows(head.file, head.sha256, head.encoding)
        read_rows(table, text, header, lines - 1)
        lines += line_ends(text) - 1
        del piece, text
        pa.default_memory_pool().release_unused()
        table, unnamed = named_apart(table)
        loose += unnamed
        yield table
    source.must_be_unchanged()
    if loose:
        yield loose[0].and_rows_of(loose[1:])


def named_apart(table: TextTable) -> tuple[TextTable, list[TextTable]]:
    """Give a table's rows that name a tournament, with all else that it holds, and those that do not, if any."""
    codes, texts = table.coded("tournament")
    unnamed = np.array([text == "" for text in texts])[codes] if len(table) else np.zeros(0, dtype=bool)
    if not unnamed.any():
        return table, []
    named = of_own_tournaments(table.where(~unnamed))
    named.issues, named.loose, named.blank_rows = table.issues, table.loose, table.blank_rows
    return named, [of_own_tournaments(table.where(unnamed))]


def of_own_tournaments(table: TextTable) -> TextTable:
    """Take out of a table's dictionary the tournaments that none of its rows names."""
    table.columns["tournament"] = table.columns["tournament"].dictionary_decode().dictionary_encode()
    return table


def _texts(source: Source, header: Header, start: int, size: int) -> Iterator[bytes]:
    """Give the text after the first line in pieces of some `size`, cut where another tournament begins."""
    place, delimiter = header.columns.index("tournament"), header.delimiter.encode()
    with source.open() as stream:
        stream.read(start)
        rest, wanted = b"", size
        while block := stream.read(wanted):
            text = rest + block
            end = _end_of_tournaments(text, place, delimiter) if len(block) == wanted else len(text)
            rest, wanted = text[end:], max(size, len(text) - end)
            if end:
                yield text[:end]
        if rest:
            yield rest


def _end_of_tournaments(text: bytes, place: int, delimiter: bytes) -> int:
    """Give where the last tournament of a text begins, which may go on after it; 0 where that is not found.

    `place` is that of the tournament among the cells; rows without one stay where they are.
    """
    end = at = text.rfind(b"\n") + 1
    last = b""
    for _ in range(MOST_LINES):
        if not at:
            return 0
        start = text.rfind(b"\n", 0, at - 1) + 1
        code = b"".join(text[start:at].split(delimiter, place + 1)[place : place + 1]).strip()
        if code and last and code != last:
            return at
        last = last or code
        at = start
    return 0 if last else end
