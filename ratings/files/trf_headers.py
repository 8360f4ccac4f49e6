"""The lines of a tournament report that are about the event: names, dates, counts, scoring."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ratings.files import trf_dates
from ratings.files.trf_findings import Findings
from ratings.files.trf_records import DEFAULT_SCORING, ROUND_COLUMN, ROUND_WIDTH, date_of_round
from ratings.files.trf_text import Line

TAGS = {
    "012": "name", "022": "place", "032": "federation", "042": "start date", "052": "end date",
    "062": "number of players", "072": "number of rated players", "082": "number of teams",
    "092": "type", "102": "chief arbiter", "112": "deputy arbiter", "122": "time control",
    "132": "round dates", "142": "number of rounds", "162": "scoring", "192": "coded type",
    "222": "coded time control", "XXR": "number of rounds", "XXS": "scoring",
}  # fmt: skip
"""Tag of a line about the event, and the name of its column in issues."""
TAGS_OF_2026 = frozenset(
    str(tag)
    for tag in (
        *(142, 152, 162, 172, 182, 192, 202, 212, 222, 240, 250, 260),
        *(299, 300, 310, 320, 330, 352, 362, 801, 802),
    )
)
"""Lines that only the form of 2026 has."""
_MAY_REPEAT = frozenset({"102", "112", "162", "XXS"})
_MUST_AGREE = frozenset({"012", "042", "052", "132", "142", "XXR"})
_SCORE_2026 = re.compile(r"([WDLAPX])\s*([0-9]{1,2})[.,]([05])")
_SCORE_XXS = re.compile(r"([A-Z]{2,3})=([0-9]{1,2})(?:[.,]([05]))?0*(?=\s|$)")
_LETTERS = {
    "W": "1+WF", "D": "=DH", "L": "0L", "A": "-Z", "P": "U",
    "WW": "1W", "BW": "1W", "WD": "=D", "BD": "=D", "WL": "0L", "BL": "0L",
    "ZPB": "Z", "HPB": "H", "FPB": "F", "PAB": "U", "FW": "+", "FL": "-",
}  # fmt: skip
"""The letters of results that a scoring word stands for."""


@dataclass(slots=True)
class Headers:
    """What the header lines say; dates are None, texts empty where they say nothing."""

    texts: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    arbiters: list[str] = field(default_factory=list)
    starts: datetime.date | None = None
    ends: datetime.date | None = None
    players: int | None = None
    rounds: int | None = None
    round_dates: list[datetime.date | None] = field(default_factory=list)
    scoring: dict[str, int] = field(default_factory=lambda: dict(DEFAULT_SCORING))

    def days(self) -> list[datetime.date | None]:
        """Give the date of the games of each round: None where it is not known or outside the event."""
        return [date_of_round(day, self.starts, self.ends) for day in self.round_dates]


def read_headers(lines: Sequence[Line], findings: Findings) -> Headers:
    """Read the header lines (those whose first three letters are in TAGS)."""
    headers = Headers()
    by_tag = _by_tag(lines, headers, findings)
    headers.texts = {tag: line.text[4:].strip() for tag, line in by_tag.items()}
    headers.lines = {tag: line.number for tag, line in by_tag.items()}
    cells = _round_cells(by_tag.get("132"))
    starts, ends = (headers.texts.get(tag, "") for tag in ("042", "052"))
    order = trf_dates.order_of_event(starts, ends, cells)
    headers.starts = _event_day(by_tag.get("042"), order, findings)
    headers.ends = _event_day(by_tag.get("052"), order, findings)
    if headers.starts and headers.ends and headers.ends < headers.starts:
        findings.fault(
            by_tag["052"].number,
            TAGS["052"],
            headers.texts["052"],
            "dates-reversed",
            "The event ends before it starts",
        )
    headers.players = _count(by_tag.get("062"), findings)
    headers.rounds = _count(by_tag.get("142") or by_tag.get("XXR"), findings)
    headers.scoring = _scoring([line for line in lines if line.text[:3] in ("162", "XXS")], findings)
    if "132" in by_tag:
        order = order or "year first" if starts or ends else trf_dates.order_of_rounds(cells)
        headers.round_dates = _round_dates(by_tag["132"], cells, headers, order, findings)
    return headers


def _by_tag(lines: Sequence[Line], headers: Headers, findings: Findings) -> dict[str, Line]:
    """Keep the first line of each tag; a second one with another value is a fault where it matters."""
    by_tag: dict[str, Line] = {}
    for line in lines:
        tag, value = line.text[:3], line.text[4:].strip()
        if tag in ("102", "112") and value:
            headers.arbiters.append(value)
        first = by_tag.setdefault(tag, line)
        if first is line or tag in _MAY_REPEAT or first.text[4:].strip() == value:
            continue
        message = f"Line {first.number} has another {TAGS[tag]}"
        if tag in _MUST_AGREE:
            findings.fault(line.number, TAGS[tag], value, "header-twice", f"{message}; is this two files in one?")
        else:
            findings.repair(line.number, TAGS[tag], value, "header-twice", f"{message}; the first is kept")
    return by_tag


def _event_day(line: Line | None, order: trf_dates.Order | None, findings: Findings) -> datetime.date | None:
    if line is None or not line.text[4:].strip():
        return None
    value = line.text[4:].strip()
    days = trf_dates.readings(value)
    day = days[order] if order else trf_dates.day_of(value)
    column = TAGS[line.text[:3]]
    if trf_dates.is_short(value) and order is None and (ways := sorted({str(day) for day in days.values() if day})):
        message = f"The {column} could be {' or '.join(ways)}, and no other date tells: write the year with four digits"
        findings.fault(line.number, column, value, "date-ambiguous", message)
        return None
    if day is None:
        findings.fault(line.number, column, value, "date-unreadable", f"The {column} must be like 2026/01/31")
    elif not trf_dates.is_usual_form(value):
        findings.repair(line.number, column, value, "date-form", f"A date in another form; read as {day.isoformat()}")
    return day


def _count(line: Line | None, findings: Findings) -> int | None:
    if line is None or not line.text[4:].strip():
        return None
    value = line.text[4:].strip()
    if re.fullmatch(r"[0-9]{1,6}", value):
        return int(value)
    column = TAGS[line.text[:3]]
    findings.repair(line.number, column, value, "count-unreadable", f"The {column} is no number; not compared")
    return None


def _round_cells(line: Line | None) -> list[str]:
    text = line.text.expandtabs(8) if line else ""
    return [text[at : at + ROUND_WIDTH].strip() for at in range(ROUND_COLUMN - 1, len(text), ROUND_WIDTH)]


def _round_dates(
    line: Line, cells: Sequence[str], headers: Headers, order: trf_dates.Order | None, findings: Findings
) -> list[datetime.date | None]:
    text = line.text.expandtabs(8)
    if text[3 : ROUND_COLUMN - 1].strip():
        findings.repair(
            line.number,
            TAGS["132"],
            text[3:].strip()[:40],
            "round-dates-unreadable",
            f"Dates of rounds must start in column {ROUND_COLUMN}; none is used",
        )
        return []
    days = [trf_dates.round_day(cell, headers.starts, headers.ends, order) for cell in cells]
    for number, (cell, day) in enumerate(zip(cells, days, strict=True), start=1):
        _check_round_day(cell, day, number, line, headers, findings)
    return days


def _check_round_day(
    value: str, day: datetime.date | None, number: int, line: Line, headers: Headers, findings: Findings
) -> None:
    where = f"date of round {number}"
    if day is None and value:
        findings.repair(
            line.number,
            where,
            value,
            "round-date-unreadable",
            f"{_why_unread(value)}; the event's dates are used",
        )
    elif day and date_of_round(day, headers.starts, headers.ends) is None:
        event = f"{headers.starts or '?'} to {headers.ends or '?'}"
        findings.repair(
            line.number,
            where,
            value,
            "round-outside-event",
            f"{day} is not within the event ({event}){_other_year(day, headers)}; the event's dates are used",
        )
    elif day and trf_dates.is_short(value) and day != trf_dates.day_of(value):
        message = f"The day stands first where the year should; read as {day}"
        findings.tally(line.number, where, value, "round-date-form", message)


def _why_unread(value: str) -> str:
    ways = sorted({str(day) for day in trf_dates.readings(value).values() if day})
    return f"It could be {' or '.join(ways)}" if len(ways) > 1 else "A date that cannot be read"


def _other_year(day: datetime.date, headers: Headers) -> str:
    """Say which year would fit, if one would: a hint for the officer, not a repair."""
    for event_day in (headers.starts, headers.ends):
        if event_day and event_day.year != day.year and (day.month, day.day) != (2, 29):
            moved = day.replace(year=event_day.year)
            if date_of_round(moved, headers.starts, headers.ends):
                return f", {moved} would be"
    return ""


def _scoring(lines: Sequence[Line], findings: Findings) -> dict[str, int]:
    """Read half points by letter; empty, and told, where White and Black are scored differently."""
    declared: dict[str, int] = {}
    for line in lines:
        pattern = _SCORE_2026 if line.text.startswith("162") else _SCORE_XXS
        for word, whole, half in pattern.findall(line.text[4:]):
            for letter in _LETTERS.get(word, ""):
                value = 2 * int(whole) + (half == "5")
                if declared.setdefault(letter, value) != value:
                    findings.repair(
                        line.number,
                        TAGS[line.text[:3]],
                        word,
                        "points-not-checked",
                        "Points differ by colour or are declared twice; they are not added up again",
                    )
                    return {}
    if "1" in declared:
        declared.setdefault("U", declared["1"])
    return DEFAULT_SCORING | declared
