"""CSV out: UTF-8, LF, comma; a spreadsheet's form on request; cells that a spreadsheet would run made harmless."""

from __future__ import annotations

import csv
import errno
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from ratings.errors import RatingsError

RUN_BY_SPREADSHEETS = ("=", "+", "-", "@", "\t", "\r")


DECIMALS = ("archive_points", "archive_performance", "points", "change")
"""Columns of exact decimals; they load with a comma too."""
NUMBERS_AS_TEXT = (*DECIMALS, "change_exact")
"""Columns of numbers that stand as text, and may start with a minus."""


@dataclass(frozen=True, slots=True)
class Written:
    """A file in another program's form: its bytes, what they hold in words, and what the officer is to know of it.

    Not `is_whole`: games of it are missing, because their rows were refused.
    """

    data: bytes
    what: str
    notes: tuple[str, ...] = ()
    is_whole: bool = True


def is_text(column: pd.Series[Any]) -> bool:
    """Say whether a column holds texts."""
    return column.dtype == object or isinstance(column.dtype, pd.StringDtype)


def harmless(text: object) -> object:
    """Put an apostrophe before a text that a spreadsheet would take for a formula; the loaders take it off again."""
    return f"'{text}" if isinstance(text, str) and text.startswith(RUN_BY_SPREADSHEETS) else text


def as_typed(text: str) -> str:
    """Take the apostrophe of `harmless` off again."""
    return text[1:] if text.startswith("'") and text[1:].startswith(RUN_BY_SPREADSHEETS) else text


def as_csv(frame: pd.DataFrame, *, excel: bool = False) -> bytes:
    """Give a frame as CSV bytes; `excel`: what a French Excel opens by a double click (BOM, semicolon, CRLF)."""
    safe = frame.copy(deep=False)
    for name in safe.columns:
        if is_text(safe[name]) and name not in NUMBERS_AS_TEXT and _would_run(safe[name]):
            safe[name] = safe[name].astype(str).map(harmless)
    return _excel(safe) if excel else _plain(safe)


def _would_run(column: pd.Series[Any]) -> bool:
    """Say whether a spreadsheet would run any cell of a column of texts."""
    try:
        texts = pa.array(column, pa.string(), from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError):  # other values among them
        texts = pa.array(column.astype(str), pa.string())
    first = pc.utf8_slice_codeunits(texts, 0, 1)
    return bool(pc.any(pc.is_in(first, pa.array(RUN_BY_SPREADSHEETS))).as_py())


def _excel(frame: pd.DataFrame) -> bytes:
    decimals = {name: frame[name].str.replace(".", ",") for name in DECIMALS if name in frame and is_text(frame[name])}
    frame = frame.assign(**decimals)  # a French Excel reads 1541.67 as text, and 2.5 as a day
    text = frame.to_csv(index=False, sep=";", lineterminator="\r\n", quoting=csv.QUOTE_MINIMAL)
    return text.encode("utf-8-sig")


def _plain(frame: pd.DataFrame) -> bytes:
    """Write by pyarrow, several times as fast, where no cell needs quotes; the bytes are the same."""
    sink = pa.BufferOutputStream()
    try:
        table = pa.Table.from_pandas(frame, preserve_index=False)
        arrow_csv.write_csv(table, sink, arrow_csv.WriteOptions(include_header=False, quoting_style="none"))
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return frame.to_csv(index=False, lineterminator="\n", quoting=csv.QUOTE_MINIMAL).encode("utf-8")
    return (",".join(frame.columns) + "\n").encode("utf-8") + sink.getvalue().to_pybytes()


def must_be_writable(folder: Path) -> None:
    """Stop where files could not be written into a folder that is there or can be made.

    Raises:
        RatingsError: something on the path is no folder, or may not be written.
    """
    there = folder.absolute()
    while not there.exists() and there != there.parent:
        there = there.parent
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise RatingsError(
            f"{folder} cannot be written: {there} is not a folder to write in.", "Choose another folder."
        )


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Write files aside, read them again and rename them, so that each is there whole or as it was.

    Raises:
        RatingsError: the folder cannot be made or written.
    """
    name = ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            handle, aside = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            try:
                _must_hold(Path(aside), data)
                Path(aside).chmod(0o644)
                Path(aside).replace(folder / name)
            except OSError:
                Path(aside).unlink()
                raise
    except OSError as error:
        raise RatingsError(
            f"{folder / name} cannot be written: {error.strerror}.",
            "Choose another folder, or make room, and run again.",
        ) from error


def _must_hold(path: Path, data: bytes) -> None:
    if path.read_bytes() != data:
        raise OSError(errno.EIO, "read again, it is not what was written")
