"""Reads FIDE's rating lists, fixed-width text of several years and XML, in batches of constant memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import pyarrow as pa

from ratings.errors import Issue, RatingsError
from ratings.files.fide_list_columns import SCHEMA
from ratings.files.fide_list_sign import plain
from ratings.files.fide_list_text import read_text_list
from ratings.files.fide_list_xml import read_xml_list
from ratings.kinds import Kind

__all__ = ["SCHEMA", "read_fide_list"]

_HEAD = 4096
_KIND_IN_NAME = re.compile(r"(?:^|[_\W])(standard|rapid|blitz)(?=[_\W])", re.IGNORECASE)


def read_fide_list(
    source: BinaryIO | str | Path,
    file: str,
    rating_kind: Kind = "standard",
    encoding: str | None = None,
) -> Iterator[tuple[pa.Table, list[Issue]]]:
    """Give the list in batches: a table of the schema SCHEMA, and the issues of the same lines.

    A line with an issue is not in the table, except for the codes of TOLD_ONLY: a birth year that is unclear is left
    empty, a line that is a little short is read. `rating_kind` chooses the columns where the file has several. Text
    is UTF-8 unless `encoding` declares another; XML says itself in which it is.
    Raises RatingsError where the file is no such list, does not decode, is cut off, or is of another kind.
    """
    _check_kind(file, rating_kind)
    with _opened(source) as stream:
        head = stream.read(_HEAD)
        if not head.strip():
            raise RatingsError(f"{file} is empty", "Download the list again")
        read = read_xml_list if plain(head).lstrip().startswith(b"<") else read_text_list
        yield from read(head, stream, file, rating_kind, encoding)


def _check_kind(file: str, rating_kind: Kind) -> None:
    """Stop where the name of a monthly file says another kind of rating than the one asked for."""
    found = _KIND_IN_NAME.search(Path(file).name)
    if found and found[1].lower() != rating_kind:
        raise RatingsError(
            f"{file} holds {found[1].lower()} ratings by its name, but {rating_kind} ratings are asked for",
            f"Load it into a {found[1].lower()} system, or take FIDE's {rating_kind} list",
        )


def kind_in_name(file: str) -> Kind:
    """Give the kind of rating that a monthly file's name says; standard where it says none."""
    found = _KIND_IN_NAME.search(Path(file).name)
    return cast(Kind, found[1].lower()) if found else "standard"


@contextmanager
def _opened(source: BinaryIO | str | Path) -> Iterator[BinaryIO]:
    if isinstance(source, str | Path):
        with open(source, "rb") as stream:
            yield stream
    else:
        yield source
