"""Players by their ids: dense keys for whole columns of ids, and suggestions for unknown ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import sqlalchemy as sa

from ratings.columns import Array, filled, numbers, of_values, whole
from ratings.errors import RatingsError
from ratings.exact import Ints
from ratings.store import schema
from ratings.store.on_the_way import made_of, rows_of
from ratings.store.reading import as_read, read_by_player

if TYPE_CHECKING:
    from ratings.store.id_index import IdIndex

PERSON = ("id", "name", "federation", "club", "sex")
"""What lists show of a person."""
IN_COMMON = ("federation", "club", "sex")
"""What of it many persons share."""
MANY = 200_000
"""Of this many ids the tables by which they are found are kept: pyarrow makes them anew each time."""
MOST_IN_A_QUERY = 10_000
"""More keys than this are not named to the database, which bounds their number; all players are read instead."""


@dataclass(frozen=True)
class Register:
    """All registered players: `keys` and `ids` (an Arrow column of texts) in step; `read_names` gives their names."""

    keys: Ints
    ids: Array
    read_names: Callable[[], Sequence[str]]

    @classmethod
    def of_nobody(cls) -> Register:
        """Give a register without players."""
        return cls(np.zeros(0, dtype=np.int64), pa.nulls(0, pa.string()), list)

    def keys_of(self, ids: Sequence[str] | Array) -> Ints:
        """Give the key of each id, of texts or of an Arrow column of them; 0 for an id that is not registered."""
        if not len(self.ids) or not len(ids):
            return np.zeros(len(ids), dtype=np.int64)
        wanted = ids if isinstance(ids, pa.Array) else of_values(list(ids), pa.string())
        few = len(self.ids) < MANY
        found = filled(pc.index_in(wanted, self.ids), -1) if few else self._index.places(wanted)
        return np.where(found >= 0, self.keys[found], 0)

    @cached_property
    def _index(self) -> IdIndex:
        from ratings.store.id_index import IdIndex  # brings pandas in

        return IdIndex(self.ids)

    @cached_property
    def texts(self) -> list[str]:
        """Give the ids as texts."""
        return list(self.ids.to_pylist())

    @cached_property
    def names(self) -> Sequence[str]:
        """Give the names in step with the ids; read when they are first asked for."""
        return self.read_names()

    def suggestion(self, unknown: str) -> str:
        """Give the nearest registered names and ids as a sentence's end; empty if nothing is near."""
        from rapidfuzz import fuzz, process

        by_id = process.extract(unknown, self.texts, scorer=fuzz.ratio, limit=3, score_cutoff=75)
        by_name = process.extract(unknown, self.names, scorer=fuzz.WRatio, limit=2, score_cutoff=80)
        places = list(dict.fromkeys(match[2] for match in [*by_id, *by_name]))[:3]
        near = ", ".join(f"{self.texts[place]} ({self.names[place]})" for place in places)
        return f"; near it: {near}" if near else ""


def read_players(connection: sa.Connection, *names: str) -> pa.Table:
    """Read `player_key` and other columns of every player, by ascending key; from memory where they are there still."""
    player = schema.player
    columns = {name: player.c[name] for name in ("player_key", *names)}
    held = rows_of(connection, player)
    if held is None:
        return read_by_player(connection, sa.select(*columns.values()), player.c.player_key)
    return as_read(held, columns)


def read_register(connection: sa.Connection) -> Register:
    """Read every player's key and id; the names follow where somebody is looked for by them."""

    def read() -> Register:
        columns = read_players(connection, "id")
        keys, ids = numbers(columns["player_key"]), whole(columns["id"])
        return Register(keys, ids, lambda: read_players(connection, "name")["name"].to_pylist())

    return made_of(connection, schema.player, read)


def find_player(connection: sa.Connection, player_id: str) -> sa.Row:
    """Give the row of one player by id.

    Raises:
        RatingsError: the id is unknown; the hint names the nearest ones.
    """
    row = connection.execute(sa.select(schema.player).where(schema.player.c.id == player_id)).one_or_none()
    if row is None:
        near = read_register(connection).suggestion(player_id).removeprefix("; ")
        raise RatingsError(
            f"There is no player {player_id!r}.", (near[:1].upper() + near[1:] + "." if near else "Check the id.")
        )
    return row


def people_by_key(connection: sa.Connection, keys: Collection[int] | None = None) -> dict[int, sa.Row]:
    """Give the rows (key, id, name) of these players at least, or of all, by key."""
    player = schema.player
    query = sa.select(player.c.player_key, player.c.id, player.c.name)
    if keys is not None and len(keys) <= MOST_IN_A_QUERY:
        query = query.where(player.c.player_key.in_(keys))
    return {row.player_key: row for row in connection.execute(query)}


def read_people(connection: sa.Connection) -> pa.Table:
    """Read what lists show of every player, by ascending key; what many have in common stands coded."""
    people = read_players(connection, *PERSON)
    for name in IN_COMMON:
        people = people.set_column(people.column_names.index(name), name, whole(people[name]).dictionary_encode())
    return people
