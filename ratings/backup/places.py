"""Files that are there whole or not at all: written aside, forced to the disk, then named; none is written over."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ratings.errors import RatingsError


def must_be_free(path: Path, *, force: bool) -> None:
    """Stop where a file is there already, unless it may be replaced.

    Raises:
        RatingsError: it is there, or is no file at all.
    """
    if path.exists() and not path.is_file():
        raise RatingsError(f"{path} is not a file.", "Name a file.", 2)
    if path.exists() and not force:
        raise _taken(path)


def _taken(path: Path) -> RatingsError:
    return RatingsError(f"{path} is there already.", "Take another name, or give --force to replace it.")


@contextmanager
def placed(path: Path, *, force: bool = False) -> Iterator[Path]:
    """Give the name of an empty file aside, readable by its owner only; at the end it gets its name.

    Raises:
        RatingsError: it cannot be written, or another file came to have the name.
    """
    must_be_free(path, force=force)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        os.close(handle)
    except OSError as error:
        raise _unwritable(path, error) from error
    aside = Path(name)
    try:
        yield aside
        _to_disk(aside)
        _name(aside, path, force=force)
        with suppress(OSError):  # not every system lets a folder be opened; the file itself is on the disk
            _to_disk(path.parent)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        aside.unlink(missing_ok=True)


def _unwritable(path: Path, error: OSError) -> RatingsError:
    return RatingsError(
        f"{path} cannot be written: {error.strerror or error}.", "Choose another folder, or make room, and try again."
    )


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _name(aside: Path, path: Path, *, force: bool) -> None:
    if force:
        aside.replace(path)
        return
    try:
        os.link(aside, path)  # unlike a renaming, this never replaces a file that came meanwhile
    except FileExistsError:
        raise _taken(path) from None
    except OSError:  # a file system without links
        must_be_free(path, force=False)
        aside.replace(path)
