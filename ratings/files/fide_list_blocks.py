"""A text file in blocks of whole lines: decoded strictly, line ends made equal, lines numbered."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from ratings.errors import RatingsError
from ratings.files.fide_list_columns import Flags, Integers

BLOCK_BYTES = 4 << 20
_BLANK_LINE = re.compile(rb"^[ \t]+$", re.MULTILINE)
_DOS_END = b"\x1a"
_LINE_END = 10
_FIRST_WIDE = 0x80
CONTINUES, CONTINUES_MASK = 0x80, 0xC0
"""The second and later bytes of a letter in UTF-8 have the form 10xxxxxx."""


class Block:
    """Lines of a text in UTF-8. `starts` and `ends` are their places in `data`; empty lines are left out."""

    def __init__(self, data: bytes, first_line: int) -> None:
        self.data = _BLANK_LINE.sub(b"", data)
        self.bytes: npt.NDArray[np.uint8] = np.frombuffer(self.data, dtype=np.uint8)
        ends = np.flatnonzero(self.bytes == _LINE_END)
        starts = np.concatenate([np.zeros(min(1, len(ends)), dtype=ends.dtype), ends[:-1] + 1])
        is_text = ends > starts
        self.starts: Integers = starts[is_text]
        self.ends: Integers = ends[is_text]
        self.numbers: Integers = first_line + np.flatnonzero(is_text)

    def take_first_line(self) -> str:
        """Take the first line off the block and give it; '' where the block has none."""
        if not len(self.starts):
            return ""
        line = self.text(0)
        self.starts, self.ends, self.numbers = self.starts[1:], self.ends[1:], self.numbers[1:]
        return line

    def text(self, row: int) -> str:
        """Give a line as text."""
        return self.data[self.starts[row] : self.ends[row]].decode("utf-8", "replace")

    def letters(self) -> Integers:
        """Give how many letters each line has, blanks at its end included."""
        if self.data.isascii():
            return self.ends - self.starts
        before = np.concatenate([[0], np.cumsum((self.bytes & CONTINUES_MASK) != CONTINUES)])
        count: Integers = before[self.ends] - before[self.starts]
        return count

    def has_wide(self) -> Flags:
        """Say which lines have letters of more than one byte."""
        if self.data.isascii():
            return np.zeros(len(self.starts), dtype=bool)
        before = np.concatenate([[0], np.cumsum(self.bytes >= _FIRST_WIDE)])
        wide: Flags = before[self.ends] > before[self.starts]
        return wide


def read_blocks(head: bytes, rest: BinaryIO, file: str, encoding: str | None) -> Iterator[Block]:
    """Give the file in blocks of about BLOCK_BYTES.

    Raises RatingsError, with the line, where it does not decode. The first block
    has at least one line, unless the whole file has none.
    """
    line = 1
    for data in _whole_lines(_as_utf8(head, rest, file, encoding)):
        block = Block(data, line)
        line += data.count(b"\n")
        if len(block.starts):
            yield block


def _whole_lines(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Cut the pieces at line ends, and make each line end with LF alone."""
    kept = b""
    for piece in pieces:
        kept += piece
        # A CR at the very end may be half of a CR LF.
        cut = 1 + max(kept.rfind(b"\n"), kept.rfind(b"\r", 0, len(kept) - 1))
        if cut and len(kept) >= BLOCK_BYTES:
            yield _with_lf(kept[:cut])
            kept = kept[cut:]
    last = kept.rstrip(b"\r\n \x00" + _DOS_END)
    padded = kept[len(last) :]
    yield _with_lf(last + padded[: len(padded) - len(padded.lstrip(b" "))] + b"\n")


def _with_lf(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _as_utf8(head: bytes, rest: BinaryIO, file: str, encoding: str | None) -> Iterator[bytes]:
    """Decode and encode again, so that everything behind reads UTF-8."""
    if head.startswith(codecs.BOM_UTF8):
        head, encoding = head.removeprefix(codecs.BOM_UTF8), "utf-8"
    elif head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    decoder = _decoder(encoding or "utf-8")
    lines = 0
    piece = head
    while True:
        is_last = not piece
        try:
            text = decoder.decode(piece, is_last)
        except UnicodeDecodeError as error:
            raise _does_not_decode(error, lines, file, encoding or "utf-8") from None
        utf8 = text.encode("utf-8", "surrogatepass")
        lines += utf8.count(b"\n")
        yield utf8
        if is_last:
            return
        piece = rest.read(BLOCK_BYTES)


def _decoder(encoding: str) -> codecs.IncrementalDecoder:
    try:
        "".encode(encoding)
        return codecs.getincrementaldecoder(encoding)("strict")
    except (LookupError, TypeError, ValueError):
        raise RatingsError(
            f"{encoding!r} is not an encoding of text", "Use a name such as utf-8, cp1252 or latin-1", 2
        ) from None


def _does_not_decode(error: UnicodeDecodeError, lines: int, file: str, encoding: str) -> RatingsError:
    before = error.object[: error.start]
    line = 1 + lines + before.count(b"\n")
    return RatingsError(
        f"{file}, line {line}: byte 0x{error.object[error.start]:02X} is not {encoding}",
        "Say in which encoding the file is, for example --encoding cp1252 or --encoding latin-1",
    )
