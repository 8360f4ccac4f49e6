"""Packed files, unpacked while they are read: how much comes out is bounded, and damages stop with two lines."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from ratings.errors import RatingsError

MOST_UNPACKED = 2 << 30
"""Bytes that one packed file may unpack to: the largest list of FIDE's has a third of it."""
_CHUNK = 1 << 20


def bounded(
    name: str, open_packed: Callable[[], BinaryIO], unpack: Callable[[BinaryIO], BinaryIO]
) -> Callable[[], BinaryIO]:
    """Give an opener of what a packed file unpacks to, which stops at a damage and at MOST_UNPACKED bytes."""

    def opened() -> BinaryIO:
        raw = open_packed()
        try:
            with unpacking(name):
                stream = unpack(raw)
        except RatingsError:
            raw.close()
            raise
        return cast(BinaryIO, io.BufferedReader(_Unpacked(stream, raw, name), _CHUNK))

    return opened


class _Unpacked(io.RawIOBase):
    """A stream of unpacked bytes, counted; `raw` is the packed file, closed with it."""

    def __init__(self, stream: BinaryIO, raw: BinaryIO, name: str) -> None:
        self._stream, self._raw, self._name, self._count = stream, raw, name, 0

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        """Read into a buffer; 0 at the end."""
        with unpacking(self._name):
            data = self._stream.read(len(buffer))
        self._count += len(data)
        if self._count > MOST_UNPACKED:
            raise too_large(self._name, MOST_UNPACKED)
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close both streams."""
        if not self.closed:
            self._stream.close()
            self._raw.close()
        super().close()


def too_large(name: str, limit: int) -> RatingsError:
    """Give the error for a packed file that unpacks to more bytes than a limit."""
    return RatingsError(
        f"{name} unpacks to more than {limit >> 20} MB.", "Unpack it yourself, look at it, and load the file in it."
    )


@contextmanager
def unpacking(name: str) -> Iterator[None]:
    """Stop with two lines where a packed file is damaged, wherever in the library that shows."""
    try:
        yield
    except RatingsError:
        raise
    except Exception as error:
        what = str(error) if error.args and str(error).isprintable() else type(error).__name__
        raise RatingsError(
            f"{name} cannot be unpacked: {what}.", "Ask for it again, or load the files in it unpacked."
        ) from error
