"""Where the columns of FIDE's fixed-width lists stand, found from the header line (2001 to today)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from ratings.errors import RatingsError
from ratings.kinds import Kind

_WORD = re.compile(
    r"(?P<id>id[ _]?number)|(?P<name>name)|(?P<title>title|titl|tit(?!l))|(?P<federation>country|fed)"
    r"|(?P<sex>sex)|(?P<w_title>wtit)|(?P<other>otit|foa)"
    r"|(?P<s_rating>srtng)|(?P<s_games>sgm)|(?P<s_k>sk)|(?P<r_rating>rrtng)|(?P<r_games>rgm)|(?P<r_k>rk)"
    r"|(?P<b_rating>brtng)|(?P<b_games>bgm)|(?P<b_k>bk)"
    r"|(?P<rating>[a-z]{3}\d\d(?!\d))|(?P<games>games|gms)|(?P<k>k(?![a-z]))"
    r"|(?P<birth>birthday|b-day|born)|(?P<flag>flag)|(?P<unknown>\S+?)",
    re.IGNORECASE | re.ASCII,
)
_LAYOUT_2004 = ("id", "name", "title", "federation", "rating", "games", "birth", "flag")
_STARTS_2004 = (0, 10, 44, 48, 53, 58, 64, 74)
"""In the lists of 2003 to 2005 the lines do not stand under their header."""
_HEADER_2004 = re.compile(r"ID_NUMBER NAME {25}TITLE COUNTRY \w{5} GAMES BIRTHDAY +FLAG", re.IGNORECASE)
_FLAG_WIDTH = 8
_BLANK_BIRTH = "born"
"""The header of the lists of 2006 to 2012, in which an unknown year of birth is left blank."""
HEADER_TODAY = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA"
    " SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
"""The first line of `players_list_foa.txt` as FIDE publishes it today; its words say where the columns start."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns by name: first and one past last position, from 0. `year` is the list's, None if not said.

    `starts` are the positions where any column starts: no text may run across one. `filled` is the last column in
    which FIDE writes something for everybody, `0` or `0000` where nothing is known.
    """

    columns: dict[str, tuple[int, int]]
    starts: tuple[int, ...]
    width: int
    year: int | None = None
    filled: str = "federation"


def is_header(line: str) -> bool:
    """Say whether this is the first line of a FIDE list."""
    words = {word for word, _, _ in _words(line)}
    return line.lstrip()[:2].lower() == "id" and {"id", "name", "federation", "flag"} <= words


def find_layout(header: str, file: str, rating_kind: Kind) -> Layout:
    """Find the columns. Raises RatingsError where the line is no header, or has no such ratings."""
    words = list(_words(header.rstrip()))
    unknown = [text for word, _, text in words if word == "unknown"]
    if not is_header(header) or unknown:
        raise RatingsError(
            f"{file} does not start with the header of a FIDE rating list: {header.strip()[:60]!r}",
            "Known are FIDE's lists from 2001 to today, fixed-width text or XML, as they are downloaded",
        )
    dated = next((text for word, _, text in words if word == "rating"), None)
    starts = [place for _, place, _ in words]
    names = [word for word, _, _ in words]
    if _HEADER_2004.match(header.strip()):
        names, starts = list(_LAYOUT_2004), list(_STARTS_2004)
    starts[0] = 0
    width = starts[-1] + _FLAG_WIDTH
    columns = dict(zip(names, pairwise([*starts, width]), strict=True))
    chosen = _of_kind(columns, rating_kind, file)
    may_be_blank = any(word == "birth" and text.lower() == _BLANK_BIRTH for word, _, text in words)
    order = ("games", "federation") if may_be_blank else ("birth", "games", "federation")
    filled = next(name for name in order if name in chosen)
    return Layout(chosen, tuple(starts[1:]), width, 2000 + int(dated[3:]) if dated else None, filled)


def _words(header: str) -> list[tuple[str, int, str]]:
    return [(found.lastgroup or "unknown", found.start(), found.group()) for found in _WORD.finditer(header)]


def _of_kind(columns: dict[str, tuple[int, int]], rating_kind: Kind, file: str) -> dict[str, tuple[int, int]]:
    """Name the columns of this kind of rating `rating`, `games` and `k`; a monthly list has one kind only."""
    letter = rating_kind[0]
    chosen = {name: columns[name] for name in columns if name[1:2] != "_" or name == "w_title"}
    for name in ("rating", "games", "k"):
        if f"{letter}_{name}" in columns:
            chosen[name] = columns[f"{letter}_{name}"]
    if "rating" not in chosen:
        raise RatingsError(f"{file} has no {rating_kind} ratings", f"Take FIDE's list with {rating_kind} ratings")
    return chosen
