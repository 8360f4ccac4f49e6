"""Opens what an officer names: files, packed files, folders and standard input, each file as a source of bytes."""

from __future__ import annotations

import gzip
import hashlib
import io
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, cast

from ratings.errors import RatingsError
from ratings.files.formats import GZIP, HEAD_BYTES, PASSED_OVER, ZIP, format_of, format_of_archive
from ratings.files.streams import gives_once, kept, opener, pieces
from ratings.files.unpacking import bounded, too_large, unpacking
from ratings.wording import readable

MOST_IN_MEMORY = 512 << 20
"""Bytes that a packed file may unpack to where it is read whole."""
MOST_MEMBERS = 10_000
MEANT = (".csv", ".tsv", ".txt", ".trf", ".trfx", ".xml", ".xlsx", ".xls", ".ods", ".parquet", ".gz", ".zip")
"""Ends of names of files that were probably meant to be read."""
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Source:
    """One file: its name for messages, and a call that opens it from its beginning, as often as needed.

    The hash of its content is noted when it is first read: who reads it again gets the same content, or stops.
    """

    name: str
    open: Callable[[], BinaryIO]
    is_packed: bool = False
    _noted: list[str] = field(default_factory=list, repr=False, compare=False)

    def head(self) -> bytes:
        """Give the first bytes, enough to tell what the file is."""
        with self.open() as stream:
            return stream.read(HEAD_BYTES)

    def format(self) -> str:
        """Give the word of `ratings.files.formats` for what the file is."""
        kind = format_of(self.head())
        if kind != ZIP:
            return kind
        with _archive(self) as archive:
            return format_of_archive(archive.namelist())

    def read(self) -> bytes:
        """Give the whole content.

        Raises:
            RatingsError: a packed file unpacks to more than MOST_IN_MEMORY, or is damaged; the file has changed since.
        """
        with self.open() as stream:
            data = stream.read(MOST_IN_MEMORY + 1 if self.is_packed else -1)
        if self.is_packed and len(data) > MOST_IN_MEMORY:
            raise too_large(self.name, MOST_IN_MEMORY)
        self.note(hashlib.sha256(data).hexdigest())
        return data

    @contextmanager
    def reading(self) -> Iterator[BinaryIO]:
        """Give the content to be read in pieces; at the end it must be what it was.

        Raises:
            RatingsError: the file has changed since it was first read.
        """
        with self.open() as stream:
            yield stream
        self.must_be_unchanged()

    def sha256(self) -> str:
        """Give the hash of the content, unpacked, as it was when it was first read."""
        if not self._noted:
            self.must_be_unchanged()
        return self._noted[0]

    def must_be_unchanged(self) -> None:
        """Read the content to its end, in constant memory, and stop where it is not what it was.

        Raises:
            RatingsError: the file has changed since it was first read.
        """
        digest = hashlib.sha256()
        with self.open() as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
        self.note(digest.hexdigest())

    def note(self, sha256: str) -> None:
        """Note the hash of what was read.

        Raises:
            RatingsError: something else was read before.
        """
        if self._noted and self._noted[0] != sha256:
            raise RatingsError(
                f"{self.name} was changed while it was being read.", "Run the same command again when it is whole."
            )
        self._noted.append(sha256)


@dataclass(slots=True)
class Opened:
    """The files behind what was named on the command line, and what was passed over there, with the reason.

    `missed` says whether something passed over was probably meant: it has the name of a file that is read. `broken`
    says why some sources cannot be opened, in which case they say it again; where it is None, that stops.
    """

    sources: list[Source] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)
    missed: bool = False
    broken: list[RatingsError] | None = None

    @contextmanager
    def opening(self, name: str) -> Iterator[None]:
        """Stop where a file cannot be opened, or add a source that says so and go on to the next."""
        try:
            yield
        except RatingsError as error:
            if self.broken is None:
                raise
            self.broken.append(error.with_traceback(None))  # its frames would keep what is open
            self.sources.append(Source(name, _raising(error)))


def open_all(paths: Iterable[str], *, keep_broken: bool = False) -> Opened:
    """Find the files behind paths: a folder's files by name, a packed file's members, standard input for `-`.

    With `keep_broken` what cannot be opened is among the sources too, unless there is nothing else, and says why when
    it is opened.

    Raises:
        RatingsError: a path cannot be read, is damaged, or holds nothing that could be read.
    """
    opened = Opened(broken=[] if keep_broken else None)
    for path in paths:
        with opened.opening(path):
            _open_path(path, opened)
    if opened.broken and len(opened.broken) == len(opened.sources):
        raise opened.broken[0]
    return opened


def _open_path(path: str, opened: Opened) -> None:
    before = len(opened.sources)
    if path != "-" and Path(path).is_dir():
        _open_folder(Path(path), opened)
    else:
        _unpack(_plain(path), opened, is_named=True)
    if len(opened.sources) == before:
        told = f": {'; '.join(opened.passed_over[:3])}" if opened.passed_over else ""
        raise RatingsError(f"{path} holds no file that can be read{told}.", "Name the files themselves.")


def _raising(error: RatingsError) -> Callable[[], BinaryIO]:
    def opened() -> BinaryIO:
        raise error

    return opened


def as_source(path: str | Source) -> Source:
    """Give the one file behind a path.

    Raises:
        RatingsError: there are several, or none that can be read.
    """
    if isinstance(path, Source):
        return path
    sources = open_all([path]).sources
    if len(sources) > 1:
        raise RatingsError(f"{path} holds {len(sources)} files, but one is needed.", "Name the file itself.")
    return sources[0]


def _open_folder(folder: Path, opened: Opened) -> None:
    """Add a folder's files in the order of their names, those of folders within it included."""
    for path in sorted(path for path in folder.rglob("*") if not path.is_dir()):
        name = readable(f"{folder.name}/{path.relative_to(folder).as_posix()}")
        if any(part.startswith(".") for part in path.relative_to(folder).parts):
            opened.passed_over.append(f"{name} (hidden)")
        elif not path.is_file():
            opened.passed_over.append(f"{name} (no file)")
            opened.missed |= name.casefold().endswith(MEANT)
        else:
            with opened.opening(name):
                _unpack(Source(name, opener(str(path))), opened, is_named=False)


def _plain(path: str) -> Source:
    name = "stdin" if path == "-" else Path(path).name
    return Source(name, kept(pieces(path)) if gives_once(path) else opener(path))


def _unpack(source: Source, opened: Opened, *, is_named: bool) -> None:
    """Add a source, or what is packed in it, one level deep; what is no file of ours is passed over unless named."""
    kind = source.format()
    if kind == GZIP:
        inner = source.name.removesuffix(".gz")
        _add(Source(inner, bounded(source.name, source.open, _gunzipped), True), opened, is_named)
    elif kind == ZIP:
        for member in _members(source):
            with opened.opening(member.name):
                _add(member, opened, is_named=False)
    else:
        _add(source, opened, is_named)


def _add(source: Source, opened: Opened, is_named: bool) -> None:
    kind = source.format()
    hidden = any(part.startswith((".", "__MACOSX")) for part in source.name.split("/"))
    if kind in (GZIP, ZIP) or (not is_named and (kind in PASSED_OVER or hidden)):
        opened.passed_over.append(f"{source.name} ({'hidden' if hidden else PASSED_OVER.get(kind, 'packed twice')})")
        opened.missed |= not hidden and source.name.casefold().endswith(MEANT)
    else:
        opened.sources.append(source)


@contextmanager
def _archive(source: Source) -> Iterator[zipfile.ZipFile]:
    """Open an archive; one that is packed itself cannot be sought in, so it is unpacked in memory first."""
    with io.BytesIO(source.read()) if source.is_packed else source.open() as stream:
        with unpacking(source.name):
            archive = zipfile.ZipFile(stream)
        with archive:
            yield archive


def _members(source: Source) -> Iterator[Source]:
    with _archive(source) as archive, unpacking(source.name):
        infos = sorted((info for info in archive.infolist() if not info.is_dir()), key=lambda info: info.filename)
    if len(infos) > MOST_MEMBERS:
        raise RatingsError(f"{source.name} has {len(infos)} files in it.", f"At most {MOST_MEMBERS} are unpacked.")
    for info in infos:
        yield Source(f"{source.name}/{info.filename}", bounded(source.name, source.open, _member(info)), True)


def _gunzipped(raw: BinaryIO) -> BinaryIO:
    return cast(BinaryIO, gzip.GzipFile(fileobj=raw))


def _member(info: zipfile.ZipInfo) -> Callable[[BinaryIO], BinaryIO]:
    return lambda raw: cast(BinaryIO, zipfile.ZipFile(raw).open(info))
