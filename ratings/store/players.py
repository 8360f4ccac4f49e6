"""Players by their ids: dense keys for whole columns of ids, and suggestions for unknown ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.exact import Ints
from ratings.store import schema
from ratings.store.bulk import Columns, read_columns

PERSON = ("id", "name", "federation", "club", "sex")
"""What lists show of a person."""
MOST_IN_A_QUERY = 10_000
"""More keys than this are not named to the database, which bounds their number; all players are read instead."""


@dataclass(frozen=True, slots=True)
class Register:
    """All registered players: `keys` and `ids` in step; `names` where they were asked for."""

    keys: Ints
    ids: list[str]
    names: list[str]

    def keys_of(self, ids: Sequence[str]) -> Ints:
        """Give the key of each id; 0 for an id that is not registered."""
        if not self.ids or not len(ids):
            return np.zeros(len(ids), dtype=np.int64)
        places = pc.index_in(pa.array(ids, pa.string()), pa.array(self.ids, pa.string()))
        found = places.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
        return np.where(found >= 0, self.keys[found], 0)

    def suggestion(self, unknown: str) -> str:
        """Give the nearest registered names and ids as a sentence's end; empty if nothing is near."""
        from rapidfuzz import fuzz, process

        by_id = process.extract(unknown, self.ids, scorer=fuzz.ratio, limit=3, score_cutoff=75)
        by_name = process.extract(unknown, self.names, scorer=fuzz.WRatio, limit=2, score_cutoff=80)
        places = list(dict.fromkeys(match[2] for match in [*by_id, *by_name]))[:3]
        near = ", ".join(f"{self.ids[place]} ({self.names[place]})" for place in places)
        return f"; near it: {near}" if near else ""


def read_register(connection: sa.Connection) -> Register:
    """Read every player's key, id and name."""
    player = schema.player
    columns = read_columns(connection, sa.select(player.c.player_key, player.c.id, player.c.name))
    return Register(columns["player_key"].astype(np.int64), list(columns["id"]), list(columns["name"]))


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


def highest_key(connection: sa.Connection) -> int:
    """Give the highest player key in use; 0 where nobody is registered."""
    return connection.execute(sa.select(sa.func.coalesce(sa.func.max(schema.player.c.player_key), 0))).scalar_one()


def people_by_key(connection: sa.Connection, keys: Collection[int] | None = None) -> dict[int, sa.Row]:
    """Give the rows (key, id, name) of these players at least, or of all, by key."""
    player = schema.player
    query = sa.select(player.c.player_key, player.c.id, player.c.name)
    if keys is not None and len(keys) <= MOST_IN_A_QUERY:
        query = query.where(player.c.player_key.in_(keys))
    return {row.player_key: row for row in connection.execute(query)}


def read_people(connection: sa.Connection) -> Columns:
    """Read what lists show of every player, by ascending key."""
    player = schema.player
    query = sa.select(player.c.player_key, *(player.c[name] for name in PERSON)).order_by(player.c.player_key)
    return read_columns(connection, query)
