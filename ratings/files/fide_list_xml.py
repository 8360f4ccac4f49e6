"""FIDE's rating list as XML, read as a stream: one player at a time, whatever the size of the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO
from xml.parsers import expat

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ratings.errors import Issue, RatingsError
from ratings.files.fide_list_columns import (
    Flags,
    Numbers,
    Rows,
    SeenIds,
    judge,
    mapped,
    women_by_flag,
)
from ratings.kinds import Kind

BATCH_ROWS = 50_000
_CHUNK = 1 << 20
_PREFIX = {"standard": "", "rapid": "rapid_", "blitz": "blitz_"}
_TWICE = "*twice"
"""Key in a player's texts for an element that he has more than once."""
_ELEMENT = {"player": _TWICE, "id": "fideid", "federation": "country", "birth_year": "birthday"}
"""Element of a column, where it has another name."""
_DIGITS = "^[0-9]{1,15}$"

_Player = dict[str, str]


def read_xml_list(
    head: bytes, rest: BinaryIO, file: str, rating_kind: Kind, encoding: str | None
) -> Iterator[tuple[pa.Table, list[Issue]]]:
    """Give the players in batches; see `read_fide_list`. `encoding` wins over what the XML says of itself."""
    rows: list[_Player] = []
    lines: list[int] = []
    parser = _parser(rows, lines, file, encoding)
    prefix: str | None = None
    seen = SeenIds()
    for chunk in _chunks(head, rest):
        _feed(parser, chunk, file)
        if rows and (len(rows) >= BATCH_ROWS or not chunk):
            prefix = _prefix(rows, rating_kind, file) if prefix is None else prefix
            yield _batch(rows, lines, prefix, file, seen)
            rows.clear()
            lines.clear()
    if prefix is None:
        raise RatingsError(f"{file} has no players", "FIDE's list has a <player> for each; download it again")


def _parser(rows: list[_Player], lines: list[int], file: str, encoding: str | None) -> expat.XMLParserType:
    """Make a parser that adds each player's texts by element to `rows`, and the line of his end to `lines`.

    Only texts and ends are listened to, because a list of 1.5 million has 28 million elements.
    """
    parts: list[str] = []
    player: _Player = {}

    def end(name: str) -> None:
        nonlocal player
        if name == "player":
            rows.append(player)
            lines.append(parser.CurrentLineNumber)
            player = {}
        elif name in player:
            player[_TWICE] = name
        else:
            player[name] = "".join(parts).strip()
        parts.clear()

    def refuse(*_declaration: object) -> None:
        raise RatingsError(f"{file} declares a document type, which FIDE's lists do not", "Download it again")

    parser = expat.ParserCreate(encoding)
    parser.buffer_text = True
    parser.CharacterDataHandler = parts.append
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = refuse
    return parser


def _chunks(head: bytes, rest: BinaryIO) -> Iterator[bytes]:
    yield head
    while chunk := rest.read(_CHUNK):
        yield chunk
    yield b""


def _feed(parser: expat.XMLParserType, chunk: bytes, file: str) -> None:
    try:
        parser.Parse(chunk, not chunk)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        hint = "Download the list again; if it is not in UTF-8, say its encoding, for example --encoding latin-1"
        raise RatingsError(f"{file}, line {error.lineno}: the XML is broken ({reason})", hint) from None
    except (LookupError, ValueError) as error:
        raise RatingsError(f"{file}: {error}", "Use a name such as utf-8, cp1252 or latin-1", 2) from None


def _prefix(rows: list[_Player], rating_kind: Kind, file: str) -> str:
    """Give what stands before `rating` here: FIDE's monthly files have one kind only, without prefix."""
    own = _PREFIX[rating_kind]
    if any(f"{own}rating" in row for row in rows):
        return own
    if own and rating_kind in file.lower() and any("rating" in row for row in rows):
        return ""
    raise RatingsError(
        f"{file} has no {rating_kind} ratings",
        f"The players need an element <{own}rating>; take another file of FIDE's",
    )


def _batch(
    rows: list[_Player], lines: list[int], prefix: str, file: str, seen: SeenIds
) -> tuple[pa.Table, list[Issue]]:
    def texts(element: str) -> pa.Array:
        return pa.array([row.get(element, "") for row in rows], pa.string())

    def shown(column: str, row: int) -> str:
        element = prefix + column if column in ("rating", "games", "k") else _ELEMENT.get(column, column)
        return rows[row].get(element, "")[:60]

    flags, sexes, titles, women = (texts(name) for name in ("flag", "sex", "title", "w_title"))
    is_twice: Flags = np.array([_TWICE in row for row in rows], dtype=bool)
    read = Rows(
        lines=np.array(lines, dtype=np.int64),
        ids=_numbers(texts("fideid")),
        birth_years=_numbers(texts("birthday")),
        ratings=_numbers(texts(f"{prefix}rating")),
        games=_numbers(texts(f"{prefix}games")),
        ks=_numbers(texts(f"{prefix}k")),
        names=texts("name"),
        federations=mapped(texts("country"), str.upper),
        sexes=pc.if_else(pc.equal(sexes, ""), women_by_flag(flags), sexes),
        titles=pc.if_else(pc.equal(titles, ""), women, titles),
        flags=flags,
        faults=[(is_twice, "player", "element-twice", "The player has this element twice")],
    )
    return judge(read, shown, file, seen)


def _numbers(texts: pa.Array) -> Numbers:
    is_blank = pc.equal(texts, "").to_numpy(zero_copy_only=False)
    is_number = pc.match_substring_regex(texts, _DIGITS)
    values = pc.if_else(is_number, texts, "0").cast(pa.int64()).to_numpy()
    return Numbers(values, is_blank, ~(is_blank | is_number.to_numpy(zero_copy_only=False)))
