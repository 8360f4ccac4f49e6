"""The forms of dates met in tournament reports. A date that is not certain is None, never a guess."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from typing import Literal

from ratings.files.trf_records import date_of_round

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
LONGEST_EVENT = datetime.timedelta(days=366)
"""A season of a league: short dates that would be further apart are not read so."""
Order = Literal["year first", "day first"]
_OF_ROUNDS: Order = "year first"
"""How the specification wants dates of rounds."""
_ORDERS: tuple[Order, ...] = ("year first", "day first")


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


def is_short(text: str) -> bool:
    """Say whether a date has a year of two digits between slashes, so that two days may be meant."""
    return _SHORT_YEAR_FIRST.fullmatch(text.strip()) is not None


def readings(text: str) -> dict[Order, datetime.date | None]:
    """Give the day that a date is if its year stands first, and if its day does: two days for `01/02/26`."""
    if found := _SHORT_YEAR_FIRST.fullmatch(text.strip()):
        return {
            "year first": _day(_full_year(found[1]), found[2], found[3]),
            "day first": _day(_full_year(found[3]), found[2], found[1]),
        }
    day = day_of(text)
    return {"year first": day, "day first": day}


def order_of_event(starts: str, ends: str, rounds: Sequence[str]) -> Order | None:
    """Tell how the event's short dates are written; None where both orders fit, or neither.

    An order fits in which the event does not end before it starts, nor lasts for years. Where both do, the one in
    which rounds fall in the event is taken. '' is no date.
    """
    fitting: dict[Order, int] = {}
    for order in _ORDERS:
        first, last = (readings(text)[order] if text else None for text in (starts, ends))
        is_read = bool(first or not starts) and bool(last or not ends)
        if is_read and _is_event(first, last):
            orders = {order, _OF_ROUNDS}
            ways = ({readings(text)[way] for way in orders} - {None} for text in rounds)
            fitting[order] = sum(any(_is_event(first, day) and _is_event(day, last) for day in way) for way in ways)
    if len(fitting) == 1 or all(len(set(readings(text).values())) == 1 for text in (starts, ends) if text):
        return next(iter(fitting), None)
    confirmed = [order for order, count in fitting.items() if count]
    return confirmed[0] if len(confirmed) == 1 else None


def order_of_rounds(rounds: Sequence[str]) -> Order | None:
    """Tell how short dates of rounds are written where the event has no dates; None where it cannot be told."""
    days = {order: [readings(text)[order] for text in rounds if readings(text)[order]] for order in _ORDERS}
    whole = max(map(len, days.values()))
    if not whole:
        return None
    fitting = [order for order, found in days.items() if len(found) == whole and _is_event(min(found), max(found))]
    return fitting[0] if len(fitting) == 1 or days["year first"] == days["day first"] else None


def _is_event(first: datetime.date | None, last: datetime.date | None) -> bool:
    return first is None or last is None or datetime.timedelta(0) <= last - first <= LONGEST_EVENT


def round_day(
    text: str, starts: datetime.date | None, ends: datetime.date | None, order: Order | None = _OF_ROUNDS
) -> datetime.date | None:
    """Read the date of a round. `01.02.26` is taken only if exactly one way round falls in the event.

    So is `01/02/26`; where both do, or neither, `order` decides: that of the specification, or of the file.
    """
    if found := _SHORT_DOTTED.fullmatch(text.strip()):
        ways = {
            _day(_full_year(found[1]), found[2], found[3]),
            _day(_full_year(found[3]), found[2], found[1]),
        }
        inside = [day for day in ways if day and starts and ends and starts <= day <= ends]
        return inside[0] if len(inside) == 1 else None
    days = readings(text)
    inside = list({day for day in days.values() if day and date_of_round(day, starts, ends)})
    if len(inside) == 1 and (starts or ends):
        return inside[0]
    return days[order] if order else None


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
