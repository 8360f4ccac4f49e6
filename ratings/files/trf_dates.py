"""The forms of dates met in tournament reports. A date that is not certain is None, never a guess."""

from __future__ import annotations

import datetime
import re

_YEAR_FIRST = re.compile(r"(\d{4})([/.-])(\d{1,2})\2(\d{1,2})", re.ASCII)
_SHORT_YEAR_FIRST = re.compile(r"(\d{2})/(\d{1,2})/(\d{1,2})", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})([/.-])\s?(\d{1,2})\2\s?(\d{4})", re.ASCII)
_SHORT_DOTTED = re.compile(r"(\d{2})\.(\d{2})\.(\d{2})", re.ASCII)
_YEAR_ONLY = re.compile(r"(\d{4})(?:[/.-](?:\d{1,2}|\s*)[/.-](?:0{1,2}|\s*))?", re.ASCII)
_YEAR_LAST_ONLY = re.compile(r"0{0,2}[/.-]\s?0{0,2}[/.-]\s?(\d{4})", re.ASCII)
_NOTHING = re.compile(r"[0\s/.-]*", re.ASCII)

PIVOT = 70
"""Two-digit years below this are of the 2000s: rounds have been reported in this form since 2006."""
_YEARS = range(1850, 2151)


def day_of(text: str) -> datetime.date | None:
    """Read `yyyy/mm/dd`, `yy/mm/dd`, `dd.mm.yyyy`, `dd. mm. yyyy` and their kin; None for other text."""
    text = text.strip()
    if found := _YEAR_FIRST.fullmatch(text):
        return _day(found[1], found[3], found[4])
    if found := _DAY_FIRST.fullmatch(text):
        return _day(found[4], found[3], found[1])
    if found := _SHORT_YEAR_FIRST.fullmatch(text):
        return _day(_full_year(found[1]), found[2], found[3])
    return None


def is_usual_form(text: str) -> bool:
    """Say whether a header's date is written as the specification asks, `yyyy/mm/dd`."""
    found = _YEAR_FIRST.fullmatch(text.strip())
    return bool(found and found[2] == "/")


def round_day(text: str, starts: datetime.date | None, ends: datetime.date | None) -> datetime.date | None:
    """Read the date of a round. `01.02.26` is taken only if exactly one way round falls in the event."""
    found = _SHORT_DOTTED.fullmatch(text.strip())
    if not found:
        return day_of(text)
    if not starts or not ends:
        return None
    ways = {
        _day(_full_year(found[1]), found[2], found[3]),
        _day(_full_year(found[3]), found[2], found[1]),
    }
    inside = [day for day in ways if day and starts <= day <= ends]
    return inside[0] if len(inside) == 1 else None


def birth_of(text: str) -> tuple[int | None, datetime.date | None, bool]:
    """Read a birth date: year, full date, and whether the text was understood (as an empty one is)."""
    text = text.strip()
    if _NOTHING.fullmatch(text):
        return None, None, True
    day = None if _SHORT_YEAR_FIRST.fullmatch(text) else day_of(text)
    if day:
        return day.year, day, True
    found = _YEAR_ONLY.fullmatch(text) or _YEAR_LAST_ONLY.fullmatch(text)
    if found and int(found[1]) in _YEARS:
        return int(found[1]), None, True
    return None, None, False


def _full_year(two_digits: str) -> str:
    return ("20" if int(two_digits) < PIVOT else "19") + two_digits


def _day(year: str, month: str, day: str) -> datetime.date | None:
    if int(year) not in _YEARS:
        return None
    try:
        return datetime.date(int(year), int(month), int(day))
    except ValueError:
        return None
