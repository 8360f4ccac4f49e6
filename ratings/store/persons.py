"""Ids that are one person: what stands under one counts for the other, in games, lists and pools."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.engine.period import NONE, Maybe, Start
from ratings.errors import RatingsError
from ratings.exact import Ints
from ratings.store import schema
from ratings.store.game_rows import GameRows
from ratings.store.ledger import stands
from ratings.store.periods import Seen, all_periods
from ratings.store.players import find_player, people_by_key


def read_persons(connection: sa.Connection, seen: Seen | None) -> dict[int, int]:
    """Give the key that counts for each key that does not; as a published list had seen it, or now."""
    alias = schema.alias
    query = sa.select(alias.c.player_key, alias.c.person_key).where(stands(alias, seen))
    return dict(connection.execute(query).all())  # type: ignore[arg-type]


def first_with(connection: sa.Connection, system: str, player: int, person: int) -> str:
    """Name the first published period of a system whose newest list has one key count for another."""
    published = (period for period in all_periods(connection, system) if period.seen is not None)
    return next(one.name for one in published if read_persons(connection, one.seen).get(player) == person)


def as_persons(players: Ints, persons: dict[int, int]) -> Ints:
    """Put the keys that count in place of those that do not."""
    if not persons:
        return players
    table = np.arange(max(int(players.max(initial=0)), *persons, *persons.values()) + 1, dtype=players.dtype)
    table[list(persons)] = list(persons.values())
    return table[players]


def rows_by_person(rows: GameRows, persons: dict[int, int]) -> GameRows:
    """Give games with the keys that count."""
    if not persons:
        return rows
    return replace(rows, white=as_persons(rows.white, persons), black=as_persons(rows.black, persons))


def keys_of(player: int, persons: dict[int, int]) -> list[int]:
    """Give all keys of the person whom a key counts for."""
    return [player, *(key for key, person in persons.items() if person == player)]


def merged(start: Start, persons: dict[int, int]) -> Start:
    """Give everything of a person to the key that counts: its own rating first; games and archives add up."""
    if not persons:
        return start
    gone, kept = np.array(list(persons)), np.array(list(persons.values()))
    own = ("birth_year", "rating", "credited", "given")
    first = {name: first_known(getattr(start, name), persons) for name in own}
    most = {name: _greatest(getattr(start, name), gone, kept) for name in ("peak", "last_game", "archive_season")}
    sums = {name: _sum(getattr(start, name), gone, kept) for name in ("games", "archive_points", "archive_games")}
    kind = np.where(start.rating.known[kept], start.type[kept], start.type[gone])
    types = start.type.copy()
    types[kept], types[gone] = kind, NONE
    together = replace(start, type=types, **first, **most, **sums)
    return replace(together, credited=together.credited.only(~together.rating.known))


def cleared(start: Start, players: Collection[int]) -> Start:
    """Take everything from some keys."""
    if not players:
        return start
    keys, columns = np.array(sorted(players)), dict[str, Any]()
    for name in start.__slots__:
        column = getattr(start, name)
        stays = np.ones(start.size, dtype=bool)
        stays[keys] = False
        columns[name] = column.only(stays) if isinstance(column, Maybe) else np.where(stays, column, 0)
    return Start(**columns)


def first_known(column: Maybe, persons: dict[int, int]) -> Maybe:
    """Give the key that counts its own value, or else the other one's, which has none any more."""
    values, known = column.values.copy(), column.known.copy()
    for old, new in persons.items():
        if known[old] and not known[new]:
            values[new], known[new] = values[old], True
        known[old] = False
    return Maybe(values, known)


def _greatest(column: Maybe, gone: Ints, kept: Ints) -> Maybe:
    values, known = column.values.copy(), column.known.copy()
    for old, new in zip(gone, kept, strict=True):
        if known[old] and (not known[new] or values[old] > values[new]):
            values[new], known[new] = values[old], True
    known[gone] = False
    return Maybe(values, known)


def _sum(column: Ints, gone: Ints, kept: Ints) -> Ints:
    out = column.copy()
    np.add.at(out, kept, column[gone])
    out[gone] = 0
    return out


def must_count(connection: sa.Connection, player_id: str, seen: Seen | None) -> None:
    """Stop where an id counts for another one.

    Raises:
        RatingsError: it does; the hint names the other one.
    """
    player = find_player(connection, player_id)
    kept = read_persons(connection, seen).get(player.player_key)
    if kept is not None:
        other = people_by_key(connection, [kept])[kept]
        raise RatingsError(f"{player_id} counts for {other.id} {other.name}.", f"Ask for {other.id}.")
