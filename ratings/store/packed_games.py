"""A period's games read by the fast road: one integer a game, of its players, day and result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import sqlalchemy as sa

from ratings.engine.period import Games
from ratings.exact import Ints
from ratings.files.cells import NEWEST, OLDEST, PLAYED, as_day
from ratings.store import schema
from ratings.store.bulk import read_integers, read_numbers
from ratings.store.periods import Period
from ratings.store.reading import highest_key

Keys = tuple[int, int]
"""The first and the last key of a run of tournaments."""
COLUMNS = {"white": np.int32, "black": np.int32, "half_points": np.int8, "day": np.int32}
"""The columns of games in memory: 13 bytes a game."""
AT_ONCE = 4_000_000
"""Games that are about read at a time: the memory that reading takes beside the games does not grow with them."""
RESULT_BITS = 2
"""Bits that tell the results of games played over the board."""
PACKED_BITS = 63
"""Bits of an integer that stays positive."""
FIRST_DAY = as_day(OLDEST)
ANY_DAY_BITS = (as_day(NEWEST) - FIRST_DAY).bit_length()
"""Bits that tell any day that files may name."""


def read_packed(connection: sa.Connection, period: Period, loads: Sequence[int], among: Keys | None) -> Games:
    """Read the games of some loads that were played over the board, in tournaments that the period rates.

    `among` limits them to the tournaments with keys from the first to the last of two. No decision may stand.
    """
    game, entry = schema.game, schema.entry
    rated = sa.and_(game.c.load_key.in_(loads), game.c.result < PLAYED)
    aside = sa.select(entry.c.tournament_key).where(entry.c.period_key == period.key, entry.c.set_aside != "")
    if connection.execute(sa.select(aside.exists())).scalar():
        rated = sa.and_(rated, game.c.tournament_key.notin_(aside))
    if among is not None:
        rated = sa.and_(rated, game.c.tournament_key.between(*among))
    reader = _Reader(connection, rated)
    parts: dict[str, list[Ints]] = {name: [] for name in COLUMNS}
    for run in runs_of(connection, period, loads, among):
        for name, column in zip(COLUMNS, reader.read(game.c.tournament_key.between(*run)), strict=True):
            parts[name].append(column.astype(COLUMNS[name], copy=False))
    return Games(*(_joined(parts, name) for name in COLUMNS))


def _joined(parts: dict[str, list[Ints]], name: str) -> Ints:
    """Put the parts of a column together, and let them go."""
    pieces = parts.pop(name)
    return pieces[0] if len(pieces) == 1 else np.concatenate([*pieces, np.zeros(0, dtype=COLUMNS[name])])


def stored_rows(connection: sa.Connection, loads: Sequence[int]) -> int:
    """Give the number of rows that loads brought: about as many games."""
    load = schema.load
    query = sa.select(sa.func.coalesce(sa.func.sum(load.c.stored), 0)).where(load.c.load_key.in_(loads))
    return int(connection.execute(query).scalar_one())


def runs_of(
    connection: sa.Connection, period: Period, loads: Sequence[int], among: Keys | None = None
) -> Iterator[Keys]:
    """Give runs of the period's tournaments with some AT_ONCE games each, if tournaments are of about one size.

    `among` limits them to the tournaments with keys from the first to the last of two.
    """
    query = sa.select(schema.entry.c.tournament_key).where(schema.entry.c.period_key == period.key)
    keys = np.sort(read_integers(connection, query)[:, 0])
    chosen = keys if among is None else keys[(among[0] <= keys) & (keys <= among[1])]
    count = stored_rows(connection, loads) * len(chosen) // max(len(keys), 1)
    for run in np.array_split(chosen, max(count // AT_ONCE, 1)):
        if len(run):
            yield int(run[0]), int(run[-1])


class _Reader:
    """Reads games under a condition: how they are packed is found out once."""

    def __init__(self, connection: sa.Connection, condition: sa.ColumnElement[bool]) -> None:
        self._connection, self._condition = connection, condition
        self._player = highest_key(connection).bit_length()
        self._first, self._day = self._days(2 * self._player + RESULT_BITS)

    def _days(self, others: int) -> tuple[int, int]:
        """Give a first day and the bits that days need after it: any day's, where there is room beside the `others`."""
        if others + ANY_DAY_BITS <= PACKED_BITS:
            return FIRST_DAY, ANY_DAY_BITS
        day = schema.game.c.played_on
        query = sa.select(sa.func.min(day), sa.func.max(day)).where(self._condition)
        first, last = self._connection.execute(query).one()
        return (0, 0) if first is None else (first, (last - first).bit_length())

    def read(self, run: sa.ColumnElement[bool]) -> Iterator[Ints]:
        """Give the columns of `COLUMNS` for the games of a run."""
        game, player, day = schema.game, self._player, self._day
        condition = sa.and_(self._condition, run)
        if 2 * player + RESULT_BITS + day > PACKED_BITS:  # many players, and a late report of long ago
            columns = (game.c.white, game.c.black, game.c.result, game.c.played_on)
            yield from read_integers(self._connection, sa.select(*columns).where(condition)).T
            return
        number = sa.cast(game.c.white, sa.BigInteger)
        for column, bits in (
            (game.c.black, player),
            (game.c.played_on - self._first, day),
            (game.c.result, RESULT_BITS),
        ):
            number = number * sa.literal_column(str(1 << bits), sa.BigInteger) + column
        packed = read_numbers(self._connection, sa.select(number).where(condition))
        before = RESULT_BITS + day
        for shift, bits, add in (
            (before + player, player, 0), (before, player, 0), (0, RESULT_BITS, 0), (RESULT_BITS, day, self._first)
        ):  # fmt: skip
            yield (packed >> shift & (1 << bits) - 1).astype(np.int32) + np.int32(add)
