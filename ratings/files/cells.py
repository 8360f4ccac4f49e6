"""Cells: one text to one value, or a plain sentence that says why not. Each distinct text is read once."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from ratings.errors import Issue
from ratings.exact import Flags, Ints
from ratings.files.coded_texts import coded_texts
from ratings.files.csv_table import TextTable
from ratings.files.texts import odd_places, why_odd

RESULTS = ("0-1", "1/2-1/2", "1-0", "1-0F", "0-1F", "0-0F", "bye")
"""Results by code: 0, 1, 2 are White's half points of a game played; the rest were not played over the board."""
PLAYED = 3
"""Codes below this one were played."""

_RESULT_TEXTS = {
    "1-0": 2, "0-1": 0, "1/2-1/2": 1, "½-½": 1, "0.5-0.5": 1, "0,5-0,5": 1, "=": 1, "=-=": 1,
    "1-0F": 3, "0-1F": 4, "0-0F": 5, "+/-": 3, "-/+": 4, "-/-": 5, "+--": 3, "--+": 4, "---": 5, "BYE": 6,
}  # fmt: skip
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-"})
_MONTH = re.compile(
    r"jan|f[ée]v|feb|mar|apr|avr|ma[iy]|ju[ni]|juil|jul|aug|ao[uû]|sep|o[ck]t|nov|d[ée]c", re.IGNORECASE
)
_DAY_FORMATS = ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y")
EPOCH = dt.date(1970, 1, 1).toordinal()
NAMED = ("id", "white", "black", "tournament", "name", "club", "federation", "fide_id", "place")
"""The columns of tables whose texts name something."""
OLDEST, NEWEST = dt.date(1800, 1, 1), dt.date(2199, 12, 31)


class Unreadable(ValueError):  # noqa: N818 - a cell is unreadable, the program has no error
    """A cell that cannot be read: `code` for programs, the text for the officer."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def read_result(text: str) -> int:
    """Give the code of a result; raise `Unreadable` for anything that is not one."""
    code = _RESULT_TEXTS.get(text.translate(_DASHES).replace(" ", "").upper())
    if code is not None:
        return code
    if re.search(r"\d", text) and (_MONTH.search(text) or re.match(r"\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}", text)):
        raise Unreadable(
            "excel-date", "a spreadsheet turned the result into a date; make the column text and enter the result again"
        )
    if re.fullmatch(r"(1/2|½|0[.,]5)-(1/2|½|0[.,]5)F", text.translate(_DASHES).replace(" ", ""), re.IGNORECASE):
        raise Unreadable("unknown-result", "there is no drawn forfeit: a game not played has no draw")
    raise Unreadable("unknown-result", "unknown result; known: 1-0, 0-1, 1/2-1/2, 1-0F, 0-1F, 0-0F, bye")


def read_day(text: str) -> int:
    """Give a date as days since 1970-01-01: `2026-01-31`, `31/01/2026` or `31.01.2026`."""
    return read_date(text).toordinal() - EPOCH


def read_date(text: str) -> dt.date:
    """Give a date, day first where the year is last."""
    for form in _DAY_FORMATS:
        try:
            day = dt.datetime.strptime(text, form).date()
        except ValueError:
            continue
        if not OLDEST <= day <= NEWEST:
            raise Unreadable("unreadable-date", f"not a day from {OLDEST} to {NEWEST}")
        return day
    raise Unreadable("unreadable-date", "not a date like 2026-01-31, 31/01/2026 or 31.01.2026")


def as_date(day: int) -> dt.date:
    """Give the date of a number of days since 1970-01-01."""
    return dt.date.fromordinal(int(day) + EPOCH)


def as_day(date: dt.date) -> int:
    """Give a date as days since 1970-01-01."""
    return date.toordinal() - EPOCH


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Give a reader of whole numbers within bounds."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?\d{1,12}", text, re.ASCII) or not least <= int(text) <= most:
            raise Unreadable("unreadable-number", f"not a whole number from {least} to {most}")
        return int(text)

    return read


def hundredths(text: str) -> int:
    """Give a number of at most two decimals, point or comma, in hundredths."""
    match = re.fullmatch(r"(-?)(\d{1,12})(?:[.,](\d{1,2}))?", text, re.ASCII)
    if not match:
        raise Unreadable("unreadable-number", "not a number with at most two decimals")
    amount = int(match[2]) * 100 + int((match[3] or "").ljust(2, "0"))
    return -amount if match[1] else amount


def one_of(*words: str) -> Callable[[str], str]:
    """Give a reader of a closed list of words, in any case."""
    by_lower = {word.casefold(): word for word in words}

    def read(text: str) -> str:
        if text.casefold() not in by_lower:
            raise Unreadable("unknown-word", f"not one of {', '.join(words)}")
        return by_lower[text.casefold()]

    return read


@dataclass(frozen=True, slots=True)
class Read:
    """A column of numbers: `values` mean nothing where `known` is false (empty or unreadable cells)."""

    values: Ints
    known: Flags
    empty: Flags


def read_numbers(table: TextTable, column: str, reader: Callable[[str], int], issues: list[Issue]) -> Read:
    """Read a whole column, each distinct text once; add an issue for every cell that cannot be read."""
    codes, texts = table.coded(column)
    values = np.zeros(len(texts), dtype=np.int64)
    known = np.zeros(len(texts), dtype=bool)
    empty = np.array([text == "" for text in texts])
    problems: dict[int, Unreadable] = {}
    for place, text in enumerate(texts):
        if text:
            try:
                values[place] = reader(text)
                known[place] = True
            except Unreadable as problem:
                problems[place] = problem
    if problems:
        for row in np.flatnonzero(np.isin(codes, list(problems))):
            problem = problems[int(codes[row])]
            issues.append(table.issue(int(row), column, problem.code, str(problem)))
    return Read(values[codes], known[codes], empty[codes])


def refuse_empty(table: TextTable, column: str, empty: Flags, issues: list[Issue]) -> None:
    """Add an issue for every cell of a needed column that is empty."""
    for row in np.flatnonzero(empty):
        issues.append(table.issue(int(row), column, "missing-value", "a value is needed here"))


def refuse_odd(table: TextTable, columns: Iterable[str], issues: list[Issue]) -> None:
    """Add an issue for every cell of some columns that cannot name anything."""
    for column in columns:
        if column not in table.columns:
            continue
        codes, texts = coded_texts(table, column)
        for place in odd_places(texts):
            if odd := why_odd(texts[place].as_py()):
                issues += [table.issue(int(row), column, *odd) for row in np.flatnonzero(codes == place)]
