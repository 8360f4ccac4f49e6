"""How a period's games are cut into parts, and where workers read them: in the database, or in files for them."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import sqlalchemy as sa

from ratings.engine.period import Games
from ratings.errors import RatingsError
from ratings.exact import Ints
from ratings.store.connect import open_engine, reading
from ratings.store.games import Keys, count_games, read_played
from ratings.store.periods import Period

LARGEST_PART = 50_000_000
"""Games of a part, 0.65 GB. Otherwise there is one part a worker: what is answered for a part is as large as the
register however few its games are, so that more parts are more work."""


@dataclass(frozen=True, slots=True)
class StoredPart:
    """Games of some tournaments, read from the database by who calls this; `stored` is their number there."""

    url: str
    period: Period
    among: Keys
    stored: int

    def __call__(self) -> Games:
        """Read the games that are to be rated.

        Raises:
            RatingsError: the database cannot be read from here, or there are other games than the rating began with.
        """
        engine = open_engine(self.url)
        try:
            with reading(engine) as connection:
                if _stored(connection, self.period, self.among) != self.stored:
                    label = self.period.label
                    raise RatingsError(f"The games of {label} have changed meanwhile.", "Rate the period again.")
                return read_played(connection, self.period, self.among)
        finally:
            engine.dispose()


@dataclass(frozen=True, slots=True)
class FilePart:
    """Games in a Parquet file: integers white, black (player numbers), half_points, day (from 1970-01-01)."""

    path: str

    def __call__(self) -> Games:
        """Read the games.

        Raises:
            RatingsError: the file is not there for who calls this.
        """
        try:
            table = pq.read_table(self.path)
        except OSError as error:
            raise RatingsError(
                f"A worker cannot read {self.path}: {error.strerror or error}.",
                "Give by --partitions a folder that every worker sees under the same path.",
            ) from error
        return Games(*(table[field.name].to_numpy() for field in fields(Games)))


def stored_parts(connection: sa.Connection, period: Period, url: str, at_least: int) -> list[StoredPart]:
    """Cut a period's games into parts, at least so many where there are as many tournaments."""
    cut = cut_tournaments(count_games(connection, period), at_least)
    return [StoredPart(url, period, among, stored) for among, stored in cut]


def cut_tournaments(counts: Ints, at_least: int) -> list[tuple[Keys, int]]:
    """Cut tournaments (shape (tournaments, 2): key, games) into runs of about as many games; a tournament is not cut.

    There is a part even if there is no game. Also give the games of each.
    """
    if not len(counts):
        return [((0, 0), 0)]
    games = counts[:, 1]
    number = max(at_least, -(-int(games.sum()) // LARGEST_PART))
    middle = np.cumsum(games) - games // 2
    part = np.minimum(middle * number // max(int(games.sum()), 1), number - 1)
    begins = np.flatnonzero(np.diff(part, prepend=-1))
    runs = np.split(np.arange(len(counts)), begins[1:])
    return [((int(counts[run[0], 0]), int(counts[run[-1], 0])), int(games[run].sum())) for run in runs]


@contextlib.contextmanager
def filed_parts(connection: sa.Connection, period: Period, folder: Path, at_least: int) -> Iterator[list[FilePart]]:
    """Write a period's games into files for the workers, a part at a time; they are gone at the end.

    Raises:
        RatingsError: nothing can be written there.
    """
    try:
        own = Path(tempfile.mkdtemp(prefix="ratings-games-", dir=folder.absolute()))
    except OSError as error:
        raise RatingsError(
            f"Nothing can be written into {folder}: {error.strerror}.", "Name another folder."
        ) from error
    try:
        cut = cut_tournaments(count_games(connection, period), at_least)
        paths = [own / f"part-{number:05}.parquet" for number in range(len(cut))]
        for path, (among, _) in zip(paths, cut, strict=True):
            games = read_played(connection, period, among)
            pq.write_table(pa.table({field.name: getattr(games, field.name) for field in fields(Games)}), path)
        yield [FilePart(str(path)) for path in paths]
    finally:
        shutil.rmtree(own, ignore_errors=True)


def _stored(connection: sa.Connection, period: Period, among: Keys) -> int:
    return int(count_games(connection, period, among)[:, 1].sum())
