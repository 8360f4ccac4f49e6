"""The cells of a file of players as the columns that are stored; faults become issues."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ratings.columns import Array, flags, integers, known, numbers, of_values
from ratings.errors import Issue
from ratings.files import cells
from ratings.files.coded_texts import are_empty, coded_texts
from ratings.files.csv_table import TextTable


def _year(text: str) -> int:
    return cells.whole_number(1850, 2200)(text)


_READERS: dict[str, Callable[[str], Any] | None] = {
    "name": None,
    "birth_year": _year,
    "birth_date": cells.read_day,
    "sex": cells.one_of("M", "F"),
    "federation": None,
    "club": None,
    "fide_id": None,
    "estimate": cells.whole_number(1, 3999),
    "estimate_rapid": cells.whole_number(1, 3999),
    "public": cells.one_of("yes", "no"),
}
"""How the cells of each column are read; None: as texts."""
WHOLE = ("birth_year", "birth_date", "estimate", "estimate_rapid")
"""Columns of numbers; days are counted from 1970-01-01."""


def read_fields(table: TextTable, issues: list[Issue]) -> dict[str, Array]:
    """Read the columns that the file has, null for empty cells; birth_date also gives the year."""
    fields: dict[str, Array] = {}
    for column, reader in _READERS.items():
        if column in table.columns:
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
        return pa.DictionaryArray.from_arrays(integers(codes).cast(pa.int32()), values)
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
