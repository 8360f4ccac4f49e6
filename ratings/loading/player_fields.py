"""The cells of a file of players as the columns that are stored; faults become issues."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ratings.columns import Array, are_empty, filled_texts, flags, integers, known, numbers, of_values, small_integers
from ratings.errors import Issue
from ratings.files import cells
from ratings.files.coded_texts import coded_texts
from ratings.files.csv_table import TextTable

OLDEST_BIRTH, NO_TODAY = 1850, dt.date(2200, 12, 31)
"""The earliest year of birth, and the day up to which people may be born for who does not know what day it is."""


def _year(text: str, today: dt.date) -> int:
    try:
        year = cells.whole_number(OLDEST_BIRTH, NO_TODAY.year)(text)
    except cells.Unreadable as problem:
        if _is_day(text):
            problem = cells.Unreadable(problem.code, "a whole date of birth belongs in the column birth_date")
        raise problem from None
    if year > today.year:
        raise cells.Unreadable("birth-in-the-future", f"nobody is born after this year, {today.year}")
    return year


def _day(text: str, today: dt.date) -> int:
    day = cells.read_day(text)
    if day > cells.as_day(today):
        raise cells.Unreadable("birth-in-the-future", f"nobody is born after this day, {today}")
    return day


def _is_day(text: str) -> bool:
    try:
        cells.read_day(text)
    except cells.Unreadable:
        return False
    return True


_BIRTHS: dict[str, Callable[[str, dt.date], int]] = {"birth_year": _year, "birth_date": _day}
_READERS: dict[str, Callable[[str], Any] | None] = {
    "name": None,
    "birth_year": None,
    "birth_date": None,
    "sex": cells.one_of("M", "F"),
    "federation": None,
    "club": None,
    "fide_id": None,
    "estimate": cells.whole_number(1, 3999),
    "estimate_rapid": cells.whole_number(1, 3999),
    "public": cells.one_of("yes", "no"),
}
"""How the cells of each column are read; None: as texts; births by the day it is."""
WHOLE = ("birth_year", "birth_date", "estimate", "estimate_rapid")
"""Columns of numbers; days are counted from 1970-01-01."""


def read_fields(table: TextTable, issues: list[Issue], today: dt.date = NO_TODAY) -> dict[str, Array]:
    """Read the columns that the file has, null for empty cells; birth_date also gives the year.

    Births after `today` are faults.
    """
    fields: dict[str, Array] = {}
    for column, reader in _READERS.items():
        if column in table.columns:
            if column in _BIRTHS:
                reader = partial(_BIRTHS[column], today=today)
            fields["birth_on" if column == "birth_date" else column] = _read(table, column, reader, issues)
    if "birth_on" in fields:
        fields["birth_on"] = fields["birth_on"].cast(pa.int32()).cast(pa.date32())
        year = pc.year(fields["birth_on"])
        if "birth_year" in fields:
            _check_years(table, fields["birth_year"], year, issues)
            year = pc.coalesce(year, fields["birth_year"])
        fields["birth_year"] = year
    elif "birth_year" in fields and len(table):
        fields["birth_on"] = pa.nulls(len(table), pa.date32())
    return fields


def _check_years(table: TextTable, years: Array, of_dates: Array, issues: list[Issue]) -> None:
    for row in np.flatnonzero(known(years) & known(of_dates) & (numbers(years) != numbers(of_dates))):
        message = f"the birth date says {of_dates[row].as_py()}"
        issues.append(table.issue(int(row), "birth_year", "contradiction", message))


def _read(table: TextTable, column: str, reader: Callable[[str], Any] | None, issues: list[Issue]) -> Array:
    codes, texts = coded_texts(table, column)
    values = pc.if_else(flags(are_empty(texts)), pa.nulls(len(texts), pa.string()), texts)
    if reader is not None:
        values, problems = _values(texts.to_pylist(), reader, pa.int64() if column in WHOLE else pa.string())
        for row in np.flatnonzero(np.isin(codes, list(problems))) if problems else ():
            problem = problems[int(codes[row])]
            issues.append(table.issue(int(row), column, problem.code, str(problem)))
    if pa.types.is_string(values.type) and len(values) < len(codes):
        places = small_integers(codes, known(values)[codes])  # null there: a null word of the dictionary counts as one
        return pa.DictionaryArray.from_arrays(places, filled_texts(values))
    return values.take(integers(codes))


def _values(texts: list[str], reader: Callable[[str], Any], kind: Any) -> tuple[Array, dict[int, cells.Unreadable]]:
    """Read distinct texts, null for empty and unreadable ones; also give what is wrong with those, by their place."""
    values: list[Any] = []
    problems = {}
    for place, text in enumerate(texts):
        try:
            values.append(reader(text) if text else None)
        except cells.Unreadable as problem:
            problems[place] = problem
            values.append(None)
    return of_values(values, kind), problems
