"""Bytes of a tournament report into numbered lines: encodings, marks at either end, kinds of line end."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from ratings.errors import RatingsError
from ratings.files.trf_findings import Findings

DOS_END = "\x1a"
_LINE_END = re.compile(r"\r\n|\n|\r")
_UNREADABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u070f\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffd\U000e0001-\U000e007f]"
)
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class Line:
    """A physical line: its number from 1, and its text without the line end and trailing blanks."""

    number: int
    text: str


def split_lines(data: bytes, file: str, encoding: str | None, findings: Findings) -> list[Line]:
    """Decode and number the lines. Text that does not decode raises RatingsError with its line."""
    text = _decoded(data, file, encoding, findings)
    text = _without_dos_end(text, findings)
    if "\r" in text and "\n" not in text:
        findings.repair(1, "line ends", "", "cr-only", "Lines end with a carriage return only; read as lines")
    lines = [Line(i, part.rstrip(" \t")) for i, part in enumerate(_LINE_END.split(text), start=1)]
    for line in lines:
        _check_characters(line, findings)
    return lines


def _decoded(data: bytes, file: str, encoding: str | None, findings: Findings) -> str:
    if data.startswith(codecs.BOM_UTF8):
        findings.repair(1, "encoding", "", "bom", "The file starts with a byte order mark; left out")
        return _decode_strictly(data[len(codecs.BOM_UTF8) :], "utf-8", file)
    if data.startswith(_WIDE_MARKS):
        findings.repair(1, "encoding", "utf-16", "utf-16", "The file is in UTF-16, as its first bytes say")
        return _decode_strictly(data, "utf-16", file)
    text = _decode_strictly(data, encoding or "utf-8", file)
    if encoding and not text.isascii() and not _is_utf8_name(encoding) and _is_utf8(data):
        findings.repair(
            1,
            "encoding",
            encoding,
            "encoding-doubtful",
            f"Read as {encoding} as you declared, but the bytes are also good UTF-8: look at the accents",
        )
    return text


def _decode_strictly(data: bytes, encoding: str, file: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = 1 + before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n")
        raise RatingsError(
            f"{file}, line {line}: byte 0x{data[error.start]:02X} at offset {error.start} is not {encoding}",
            "Say in which encoding the file is, for example --encoding cp1252 or --encoding latin-1",
        ) from None
    except (LookupError, TypeError, ValueError):
        raise RatingsError(
            f"{encoding!r} is not an encoding of text", "Use a name such as utf-8, cp1252 or latin-1", 2
        ) from None


def _is_utf8_name(encoding: str) -> bool:
    return codecs.lookup(encoding).name.startswith("utf-8")


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _without_dos_end(text: str, findings: Findings) -> str:
    place = text.find(DOS_END)
    if place < 0 or text[place:].strip(DOS_END + "\x00 \t\r\n"):
        return text  # in the middle of the text it is reported with the other unreadable characters
    line = 1 + len(_LINE_END.findall(text[:place]))
    findings.repair(line, "end of file", "0x1A", "dos-end", "The file ends with a DOS end mark; left out")
    return text[:place]


def _check_characters(line: Line, findings: Findings) -> None:
    found = _UNREADABLE.search(line.text)
    if found is None:
        return
    hint = "; the file may be in cp1252" if "\x80" <= found.group() <= "\x9f" else ""
    findings.fault(
        line.number,
        f"column {found.start() + 1}",
        f"U+{ord(found.group()):04X}",
        "unreadable-character",
        f"A character that cannot stand in a report{hint}",
    )
