"""Reading a backup: what it says of itself, and its tables, each held against its sum."""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ratings.backup.contents import CONTENTS, Contents, Part, from_json
from ratings.errors import RatingsError

CHUNK = 1 << 18
"""Bytes read at a time."""
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, TypeError, NotImplementedError, RuntimeError)
"""What the standard library raises over a zip file that is not whole, or that is encrypted."""


def damaged(path: Path, why: str) -> RatingsError:
    """Give the error of a file that is no whole backup."""
    return RatingsError(f"{path} is not a whole backup: {why}.", "Take another one; nothing was changed.")


class Backup:
    """An open backup."""

    def __init__(self, path: Path, packed: zipfile.ZipFile, contents: Contents) -> None:
        self.path, self.contents, self._packed = path, contents, packed

    @contextmanager
    def table(self, part: Part) -> Iterator[Checked]:
        """Give one table's file; leaving stops where it is not the one that was written.

        Raises:
            RatingsError: it cannot be unpacked, or its sum is another.
        """
        try:
            member = self._packed.open(part.file)
        except BROKEN as error:
            raise damaged(self.path, f"{part.file} cannot be read") from error
        with member:
            checked = Checked(member, self.path, part.file)
            yield checked
            while checked.read(CHUNK):
                pass
        if checked.sha256() != part.sha256:
            raise damaged(self.path, f"{part.file} is not the file that was written")

    def check(self) -> None:
        """Read it all, and stop where something is not as it was written."""
        for part in self.contents.tables:
            with self.table(part):
                pass


@contextmanager
def opened(path: Path) -> Iterator[Backup]:
    """Open a backup, and read what it says of itself.

    Raises:
        RatingsError: it cannot be read, or is no backup.
    """
    try:
        packed = zipfile.ZipFile(path)
    except OSError as error:
        raise RatingsError(
            f"{path} cannot be read: {error.strerror or error}.", "Check the path of the file."
        ) from error
    except BROKEN as error:
        raise damaged(path, "it is no zip file, or its end is missing") from error
    with packed:
        try:
            contents = from_json(packed.read(CONTENTS))
        except BROKEN as error:
            raise damaged(path, f"its {CONTENTS} cannot be read") from error
        yield Backup(path, packed, contents)


class Checked:
    """A file to read from, which sums up what was read."""

    closed = False

    def __init__(self, file: IO[bytes], path: Path, name: str) -> None:
        self._file, self._path, self._name, self._sum = file, path, name, hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        """Give the next bytes.

        Raises:
            RatingsError: they cannot be unpacked.
        """
        try:
            data = self._file.read(size)
        except BROKEN as error:
            raise damaged(self._path, f"{self._name} cannot be read") from error
        self._sum.update(data)
        return data

    def sha256(self) -> str:
        """Give the sum of what was read."""
        return self._sum.hexdigest()

    def readable(self) -> bool:
        """Say that it can be read."""
        return True
