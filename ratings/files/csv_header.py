"""The first line of a CSV file: its delimiter, the names of its columns, and which of them are wanted."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ratings.errors import RatingsError


@dataclass(frozen=True, slots=True)
class Header:
    """The columns of a CSV file in their order, what separates them, the wanted ones and the names nobody asked for."""

    columns: list[str]
    delimiter: str
    wanted: list[str]
    unknown: list[str]


def read_header(first: str, file: str, known: Iterable[str], needed: Iterable[str]) -> Header:
    """Read the first line of a file of which some columns are known, and some needed.

    Raises:
        RatingsError: it cannot be read, lacks a needed column, or has one twice.
    """
    delimiter = _delimiter(first)
    columns = _header_cells(first, delimiter, file)
    while columns and columns[-1] == "" and len(columns) > 1:
        columns.pop()
    check_columns(columns, file, needed)
    known = set(known)
    wanted = [column for column in columns if column in known]
    return Header(columns, delimiter, wanted, [column for column in columns if column and column not in known])


def _header_cells(first: str, delimiter: str, file: str) -> list[str]:
    try:
        return [cell.strip().casefold() for cell in next(csv.reader([first], delimiter=delimiter))]
    except csv.Error as error:
        raise RatingsError(
            f"{file}: the header cannot be read ({error}).", "Name the columns in the first line."
        ) from error


def _delimiter(first: str) -> str:
    try:
        return csv.Sniffer().sniff(first, delimiters=",;\t").delimiter
    except csv.Error:
        return ","


def check_columns(header: list[str], file: str, needed: Iterable[str]) -> None:
    """Stop where a needed column is missing, or one stands twice.

    Raises:
        RatingsError: naming it.
    """
    missing = [column for column in needed if column not in header]
    if missing:
        raise RatingsError(
            f"{file} has no column {', '.join(missing)}.",
            f"Its header is: {', '.join(header[:200])[:200]}. Name the columns in the first line.",
        )
    twice = sorted(column for column, count in Counter(header).items() if column and count > 1)
    if twice:
        raise RatingsError(f"{file} has two columns {', '.join(twice)[:200]}.", "Keep one of them.")
