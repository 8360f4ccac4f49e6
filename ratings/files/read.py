"""Reads a source of any format into the one table that loaders know; they do not learn where its rows came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from ratings.errors import RatingsError
from ratings.files import formats
from ratings.files.csv_pieces import GameFile, cut
from ratings.files.csv_table import TextTable, read_csv
from ratings.files.sources import Source, as_source

ReadTable = Callable[[Source, Iterable[str], Iterable[str], "str | None"], TextTable]
"""How a table is read: by `read_table`, or by who has read it already."""

_NOT_READ = {
    formats.XLS: ("an Excel file of before 2007", "Save it as .xlsx or as CSV."),
    formats.ODS: ("an OpenDocument sheet", "Save it as .xlsx or as CSV."),
    formats.TRF: ("a tournament report", "Tournament reports are games: ratings load games."),
    formats.FIDE_LIST: ("a FIDE rating list", "Load it by `ratings load list` or `ratings load players`."),
    formats.ZIP: ("a packed file within another", "Unpack it and load what is in it."),
    formats.GZIP: ("a packed file within another", "Unpack it and load what is in it."),
}


def read_games(source: str | Source, columns: Iterable[str], needed: Iterable[str], encoding: str | None) -> TextTable:
    """Read games from a tournament report or a table.

    Raises:
        RatingsError: the file cannot be read at all, or is of another kind.
    """
    source = as_source(source)
    kind = source.format()
    if kind == formats.TRF:
        from ratings.files.trf_table import read_report  # here, as below: a CSV file does not wait for other readers

        return read_report(source, encoding)
    if kind == formats.XLSX:
        from ratings.files.chess_results import read_export

        if (export := read_export(source)) is not None:
            return export
    return read_table(source, columns, needed, encoding)


def open_games(source: Source, columns: Iterable[str], needed: Iterable[str], encoding: str | None) -> GameFile:
    """Open games as `read_games` reads them; a large CSV file is read in pieces as they are asked for.

    Raises:
        RatingsError: as `read_games`; what is wrong further down in a large file is raised by its pieces.
    """
    kind, whole = source.format(), partial(read_games, source, columns, needed, encoding)
    file = None
    if kind == formats.TEXT:
        file = cut(source, columns, needed, encoding, whole)
    elif kind == formats.PARQUET:
        from ratings.files.parquet import cut_parquet

        file = cut_parquet(source, columns, needed, whole)
    if file is not None:
        return file
    return GameFile.of_table(read_games(source, columns, needed, encoding))


def read_table(source: str | Source, columns: Iterable[str], needed: Iterable[str], encoding: str | None) -> TextTable:
    """Read a table with a header; the names of columns that are not among `columns` are in `unknown`.

    Raises:
        RatingsError: the file cannot be read at all, lacks a needed column, or is no table.
    """
    source = as_source(source)
    kind = source.format()
    if kind == formats.EMPTY:
        raise RatingsError(f"{source.name} is empty.", "Ask for the file again; a table has a header and rows.")
    if kind == formats.XLSX:
        from ratings.files.workbook import read_workbook

        return read_workbook(source, columns, needed)
    if kind == formats.PARQUET:
        from ratings.files.parquet import read_parquet

        return read_parquet(source, columns, needed)
    if kind in _NOT_READ:
        what, hint = _NOT_READ[kind]
        raise RatingsError(f"{source.name} is {what}.", hint)
    return read_csv(source, columns, needed, encoding)
