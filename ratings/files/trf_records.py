"""What a FIDE tournament report holds once read: the event, its players, its games, its teams."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from ratings.errors import Issue

ROUND_COLUMN = 92
"""The first column (counted from 1) of round 1; each round takes ROUND_WIDTH columns."""
ROUND_WIDTH = 10

BYE_MARKS = frozenset("HFUZ")
"""Half-point, full-point, pairing-allocated and zero-point bye: no game, never rated."""

RESULT_OF_MARKS = {
    ("1", "0"): "1-0",
    ("0", "1"): "0-1",
    ("=", "="): "1/2-1/2",
    ("+", "-"): "1-0F",
    ("-", "+"): "0-1F",
    ("-", "-"): "0-0F",
    ("W", "L"): "1-0F",
    ("L", "W"): "0-1F",
    ("D", "D"): "0-0F",
}
"""White's and Black's letter in the file, and the result code. W, D and L are games that lasted less than one
move: not rated, so they become forfeits; the letters are kept beside the result."""

RESULT_WITHOUT_OPPONENT = dict.fromkeys("10=WDLHFUZ", "bye") | {"+": "1-0F", "-": "0-1F"}
"""The result for each letter that stands without an opponent: `+` and `-` are forfeits, where nobody was paired."""

RATED_RESULTS = frozenset({"1-0", "0-1", "1/2-1/2"})

DEFAULT_SCORING = {
    "1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "W": 2, "D": 1, "L": 0, "H": 1, "F": 2, "U": 2, "Z": 0, "": 0,
}  # fmt: skip
"""Half points for each letter, where the file declares no scoring of its own."""

TITLES = {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
}  # fmt: skip
"""The short titles of the older (Krause) form and of FIDE's lists up to 2005."""
KNOWN_TITLES = frozenset(TITLES.values())


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """One 001 line. `half_points` is the points field times two; None where the field is empty.

    `rating` is None for the unrated (empty or 0 in the file), `sex` is 'M', 'F' or '',
    `birth_date` is None where only the year is known. `line` is the physical line, from 1. `federation_id` is the
    number of a national line.
    """

    number: int
    name: str
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    birth_year: int | None = None
    birth_date: datetime.date | None = None
    half_points: int | None = None
    rank: int | None = None
    team: str = ""
    line: int = 0
    federation_id: str = ""


@dataclass(frozen=True, slots=True)
class TrfGame:
    """One game, forfeit or bye. `result` is the contract's code; where nobody was paired, the player is White.

    `white_mark` and `black_mark` are the letters of the file (`1 0 = + - W D L H F U Z`), '' where unknown.
    `column` is the column, from 1, where White's entry for the round starts in line `line`.
    """

    round: int
    white: int
    black: int | None
    result: str
    date: datetime.date | None = None
    line: int = 0
    column: int = 0
    white_mark: str = ""
    black_mark: str = ""


@dataclass(frozen=True, slots=True)
class TrfTeam:
    """A team (013 or 310 line) and the start numbers of its players, in board order."""

    name: str
    members: tuple[int, ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class TrfEvent:
    """A whole report. With anything in `issues` the event is to be set aside; `repairs` only tell.

    `round_dates` are the dates as the file gives them, round 1 first, None where absent or unreadable.
    A game has the date of its round, or None where that is not known or lies outside the event.
    `scoring` is half points by letter; empty where the file's own scoring cannot be followed. A report that this
    program wrote says the `code` of its tournament, and how many refused rows are `lacking`.
    """

    name: str = ""
    place: str = ""
    federation: str = ""
    starts: datetime.date | None = None
    ends: datetime.date | None = None
    kind: str = ""
    time_control: str = ""
    coded_time_control: str = ""
    arbiters: list[str] = field(default_factory=list)
    declared_players: int | None = None
    declared_rounds: int | None = None
    round_dates: list[datetime.date | None] = field(default_factory=list)
    players: list[TrfPlayer] = field(default_factory=list)
    games: list[TrfGame] = field(default_factory=list)
    teams: list[TrfTeam] = field(default_factory=list)
    scoring: dict[str, int] = field(default_factory=lambda: dict(DEFAULT_SCORING))
    format: str = "trf16"
    issues: list[Issue] = field(default_factory=list)
    repairs: list[Issue] = field(default_factory=list)
    code: str = ""
    lacking: int = 0


def date_of_round(
    day: datetime.date | None, starts: datetime.date | None, ends: datetime.date | None
) -> datetime.date | None:
    """Give the date of the games of a round: `day`, unless it lies outside the days of the event."""
    if day is None or (starts and day < starts) or (ends and day > ends):
        return None
    return day
