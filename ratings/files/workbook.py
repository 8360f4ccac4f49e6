"""Excel workbooks in: one sheet's cells as the texts that a CSV file would have; numbers and dates never change."""

from __future__ import annotations

import datetime as dt
import io
import re
import warnings
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from ratings.errors import Issue, RatingsError
from ratings.files.csv_table import TextTable
from ratings.files.sources import Source
from ratings.wording import number_of

MOST_BYTES = 256 << 20
"""Bytes that a workbook's parts may unpack to; a million games take half of it."""
MOST_ROWS, MOST_COLUMNS = 1 << 20, 500
"""Rows that Excel has, and columns that are looked at."""
HEADER_WITHIN = 40
"""Rows in which the header is looked for: titles may stand above it."""
ID_COLUMNS = ("id", "white", "black", "fide_id", "opponents")
ALIASES = {
    "fideid": "fide_id", "fide-no.": "fide_id", "fide id": "fide_id", "fed": "federation", "club/city": "club",
    "rtg": "rating", "res.": "result", "bo.": "board", "rd.": "round", "birth": "birth_year", "birthday": "birth_year",
}  # fmt: skip
"""Column names of chess-results and Swiss-Manager, and what they are called here."""
_CLOSING = re.compile(r"chess-results|program swiss-manager", re.IGNORECASE)
_ZEROS = re.compile(r"0+")


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: its name, and its rows of texts by row number from 1; `numeric` are places of plain numbers."""

    name: str
    rows: list[tuple[int, list[str]]]
    numeric: set[tuple[int, int]]


def read_workbook(source: Source, columns: Iterable[str], needed: Iterable[str]) -> TextTable:
    """Read the sheet that has the needed columns.

    Raises:
        RatingsError: the workbook is damaged or too large, or no sheet, or more than one, has the columns.
    """
    data = source.read()
    needed = list(needed)
    sheets = read_sheets(data, source.name)
    found = [(sheet, header) for sheet in sheets if (header := _header(sheet, needed)) is not None]
    if not found:
        raise RatingsError(
            f"{source.name} has no sheet with the columns {', '.join(needed)}.", "Name the columns in one row."
        )
    if len(found) > 1:
        names = ", ".join(sheet.name for sheet, _ in found)
        raise RatingsError(f"{source.name} has {len(found)} such sheets: {names}.", "Keep one in each file.")
    sheet, header = found[0]
    table = _table(sheet, header, source.name, list(columns))
    table.sha256 = source.sha256()
    others = [other.name for other in sheets if other is not sheet and other.rows]
    table.notes += [f"sheets passed over: {', '.join(others)}"] if others else []
    return table


def read_sheets(data: bytes, file: str) -> list[Sheet]:
    """Read all sheets of a workbook.

    Raises:
        RatingsError: it is damaged, or its parts are too large.
    """
    from openpyxl import load_workbook

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(info.file_size for info in archive.infolist())
        if size > MOST_BYTES:
            raise RatingsError(f"{file} unpacks to {size >> 20} MB.", "Save its sheet as CSV and load that.")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and validations, which mean nothing here
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
            return [_sheet(sheet) for sheet in book.worksheets]
    except RatingsError:
        raise
    except Exception as error:  # a damaged workbook may fail anywhere in the library
        raise RatingsError(
            f"{file} cannot be read as an Excel workbook ({type(error).__name__}: {error})".replace("\n", " ") + ".",
            "Open it in Excel, save it again as .xlsx, or save its sheet as CSV.",
        ) from error


def _sheet(sheet: Any) -> Sheet:
    sheet.reset_dimensions()
    rows, numeric = [], set()
    bounds = {"max_row": MOST_ROWS, "max_col": MOST_COLUMNS}  # else one far cell would be filled up to by millions
    for number, cells in enumerate(sheet.iter_rows(**bounds), start=1):
        texts = []
        for place, cell in enumerate(cells):
            text, is_number = _text(cell.value, getattr(cell, "number_format", "General"))
            texts.append(text)
            if is_number:
                numeric.add((number, place))
        while texts and not texts[-1]:
            texts.pop()
        if texts:
            rows.append((number, texts))
    return Sheet(sheet.title, rows, numeric)


def _text(value: Any, number_format: str) -> tuple[str, bool]:
    """Give a cell's value as text, and whether it was a number without a format that keeps zeros in front."""
    if value is None:
        return "", False
    if isinstance(value, dt.datetime):
        return str(value).removesuffix(" 00:00:00"), False
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value).strip(), False
    whole = isinstance(value, int) or value.is_integer()
    if not whole:
        return repr(value), False
    if _ZEROS.fullmatch(number_format or "") and len(number_format) > 1:
        return str(int(value)).zfill(len(number_format)), False
    return str(int(value)), True


def _header(sheet: Sheet, needed: Sequence[str]) -> tuple[int, list[str]] | None:
    """Give the place of the header among the rows, and its names; None where no row has the needed ones."""
    for place, (_, texts) in enumerate(sheet.rows[:HEADER_WITHIN]):
        names = column_names(texts)
        if set(needed) <= set(names):
            return place, names
    return None


def column_names(texts: Sequence[str]) -> list[str]:
    """Give the columns that a header names; names of other programs as ours, where ours is not there too."""
    plain = [text.strip().casefold() for text in texts]
    return [ALIASES[name] if name in ALIASES and ALIASES[name] not in plain else name for name in plain]


def _table(sheet: Sheet, header: tuple[int, list[str]], file: str, columns: list[str]) -> TextTable:
    place, names = header
    twice = sorted({name for name in names if name in columns and names.count(name) > 1})
    if twice:
        raise RatingsError(f"{file} has two columns {', '.join(twice)}.", "Keep one of them.")
    body = [(number, texts) for number, texts in sheet.rows[place + 1 :] if not _is_closing(texts)]
    good = [(number, texts) for number, texts in body if not any(texts[len(names) :])]
    padded = [texts + [""] * (len(names) - len(texts)) for _, texts in good]
    coded = {
        name: pa.array([texts[at] for texts in padded], pa.string()).dictionary_encode()
        for at, name in enumerate(names)
        if name in columns
    }
    table = TextTable(file, "", "xlsx", coded, np.array([number for number, _ in good], dtype=np.int64))
    table.unknown = [name for name in names if name and name not in columns]
    for number, texts in body:
        if any(texts[len(names) :]):
            message = f"the row has {number_of(len(texts), 'cell')}, the header {len(names)}"
            table.issues.append(Issue(file, number, "row", "", "cell-count", message))
            table.loose.append({name: text for name, text in zip(names, texts, strict=False) if name})
    table.numeric = {
        name: np.array([(number, at) in sheet.numeric for number, _ in good], dtype=bool)
        for at, name in enumerate(names)
        if name in coded and name in ID_COLUMNS
    }
    table.notes = _notes(sheet, place, len(sheet.rows) - place - 1 - len(body))
    return table


def _notes(sheet: Sheet, above: int, closing: int) -> list[str]:
    notes = [f"sheet {sheet.name}"]
    told = [f"{number_of(above, 'title line')} above the header"] if above else []
    told += [number_of(closing, "closing line")] if closing else []
    return [*notes, f"left out: {' and '.join(told)}"] if told else notes


def _is_closing(texts: Sequence[str]) -> bool:
    """Say whether a row is one of the lines with which chess-results ends a sheet."""
    filled = [text for text in texts if text]
    return len(filled) == 1 and bool(_CLOSING.search(filled[0]))
