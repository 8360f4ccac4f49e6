"""What gives its bytes only once, such as standard input, pipes and devices: read to its end, kept to be read again."""

from __future__ import annotations

import io
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

from ratings.errors import RatingsError

MOST_GIVEN = 2 << 30
"""Bytes that are read of what may never end."""
_CHUNK = 1 << 20
_IN_MEMORY = 64 << 20


def gives_once(path: str) -> bool:
    """Say whether a path gives its bytes only once: standard input, a pipe, a device.

    Raises:
        RatingsError: there is nothing of that name.
    """
    try:
        mode = 0 if path == "-" else Path(path).stat().st_mode
    except OSError as error:
        raise _unreadable(path, error) from error
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def pieces(path: str) -> Iterator[bytes]:
    """Give what a path gives once, in pieces.

    Raises:
        RatingsError: it cannot be read, or gives more than MOST_GIVEN bytes: a device may never end.
    """
    if path == "-" and sys.stdin is None:
        raise RatingsError("Standard input is closed.", "Name a file in place of -, or give its content to stdin.")
    count = 0
    with nullcontext(sys.stdin.buffer) if path == "-" else opener(path)() as stream:
        while piece := stream.read(_CHUNK):
            yield piece
            count += len(piece)
            if count > MOST_GIVEN:
                raise RatingsError(
                    f"{path} gives more than {MOST_GIVEN >> 20} MB.", "Name a file, or a pipe that comes to an end."
                )


def opener(path: str) -> Callable[[], BinaryIO]:
    """Give a call that opens a file, which stops with two lines where it cannot be read."""

    def opened() -> BinaryIO:
        try:
            return open(path, "rb")
        except OSError as error:
            raise _unreadable(path, error) from error

    return opened


def _unreadable(path: str, error: OSError) -> RatingsError:
    return RatingsError(f"{path} cannot be read: {error.strerror}.", "Check the name and the path of the file.")


def kept(given: Iterator[bytes]) -> Callable[[], BinaryIO]:
    """Keep what is given in pieces, in memory or, where it is much, in a temporary file; give its opener."""
    data = b"".join(islice(given, _IN_MEMORY // _CHUNK))
    rest = next(given, b"")
    if not rest:
        return lambda: io.BytesIO(data)
    stored = tempfile.NamedTemporaryFile(prefix="ratings-")  # noqa: SIM115 - it lives as long as its opener
    stored.writelines(chain((data, rest), given))
    stored.flush()

    def opened() -> BinaryIO:
        return open(stored.name, "rb")

    return opened
