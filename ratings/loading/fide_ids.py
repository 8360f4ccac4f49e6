"""FIDE ids become registered players: by their FIDE id, or by the federation's own id where that is the same number."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import sqlalchemy as sa

from ratings.exact import Flags, Ints
from ratings.loading.people import spellings
from ratings.loading.player_ids import MOST_COMPARED
from ratings.store import schema
from ratings.store.bulk import CHUNK

_WORD = re.compile(r"\w+")
BY_FIDE_ID, BY_ID = 0, 1


@dataclass(slots=True)
class FideIds:
    """Who has which FIDE id: sorted `numbers`, the player of each, and how the number is his.

    `names` and `years` are those of the players by key, for comparison; empty where there are too many. `by_name` are
    those who have no FIDE id, by the words of their names; it is filled when it is needed.
    """

    numbers: Ints
    keys: Ints
    how: Ints
    shared: set[int]
    taken: Ints
    names: dict[int, str] = field(default_factory=dict)
    years: dict[int, int] = field(default_factory=dict)
    by_name: dict[tuple[str, ...], int] = field(default_factory=dict)

    def keys_of(self, numbers: Ints) -> Ints:
        """Give the player of each FIDE id; 0 where nobody has it."""
        if not len(self.numbers):
            return np.zeros(len(numbers), dtype=np.int64)
        places = np.minimum(np.searchsorted(self.numbers, numbers), len(self.numbers) - 1)
        return np.where(self.numbers[places] == numbers, self.keys[places], 0)

    def namesakes(self, names: list[str], years: list[int | None]) -> dict[int, int]:
        """Give, by place, who has the name and no FIDE id here, and no other birth year."""
        if not self.by_name:
            without = self.names.keys() - set(self.keys[self.how == BY_FIDE_ID].tolist())
            for key in sorted(without, reverse=True):
                self.by_name |= dict.fromkeys(spellings(self.names[key]), key)
        found: dict[int, int] = {}
        for place, (name, year) in enumerate(zip(names, years, strict=True) if self.by_name else ()):
            ways = [tuple(sorted(_WORD.findall(name.casefold())))] if name.isascii() else spellings(name)
            key = next((self.by_name[way] for way in ways if way in self.by_name), None)
            if key is not None and (year is None or self.years.get(key, year) == year):
                found[place] = key
        return found

    def is_taken(self, numbers: Ints) -> Flags:
        """Say which numbers are the id of somebody registered."""
        return np.isin(numbers, self.taken)

    def strangers(self, rows: pa.Table, numbers: Ints, keys: Ints) -> dict[int, str]:
        """Give the rows whose FIDE id leads to somebody else, with the reason: name and birth year both differ.

        A player found by the federation's own id must agree in one of the two.
        """
        found: dict[int, str] = {}
        if not self.names:
            return found
        names, years = rows["name"].to_pylist(), rows["birth_year"].to_pylist()
        places = np.minimum(np.searchsorted(self.numbers, numbers), max(len(self.numbers) - 1, 0))
        for row in np.flatnonzero(keys > 0):
            key = int(keys[row])
            year = self.years.get(key)
            if _words(names[row]) & _words(self.names[key]) or (year is not None and year == years[row]):
                continue
            if self.how[places[row]] == BY_ID or (year is not None and years[row] is not None):
                found[int(row)] = f"{self.names[key]} has this id, born {year or '?'}; the list has {names[row]}"
        return found


def read_fide_ids(connection: sa.Connection) -> FideIds:
    """Read the FIDE ids of all players; where two have one, it is nobody's."""
    player = schema.player
    query = sa.select(player.c.player_key, player.c.id, player.c.fide_id)
    parts: list[Ints] = []
    result = connection.execute(query)
    while rows := result.fetchmany(CHUNK):
        told = [
            (_number(row.fide_id or row.id), row.player_key, BY_FIDE_ID if row.fide_id else BY_ID, _number(row.id))
            for row in rows
        ]
        parts.append(np.array(told, dtype=np.int64))
    whole = np.concatenate(parts) if parts else np.zeros((0, 4), dtype=np.int64)
    taken = np.sort(whole[:, 3])
    numbered = whole[whole[:, 0] > 0]
    numbered = numbered[np.lexsort((numbered[:, 2], numbered[:, 0]))]
    by_fide_id = numbered[numbered[:, 2] == BY_FIDE_ID, 0]
    shared = set(by_fide_id[1:][by_fide_id[1:] == by_fide_id[:-1]].tolist())
    first = np.ones(len(numbered), dtype=bool)
    first[1:] = numbered[1:, 0] != numbered[:-1, 0]
    numbered = numbered[first & ~np.isin(numbered[:, 0], list(shared))]
    ids = FideIds(numbered[:, 0], numbered[:, 1], numbered[:, 2], shared, taken)
    if len(whole) <= MOST_COMPARED:
        _read_names(connection, ids)
    return ids


def _read_names(connection: sa.Connection, ids: FideIds) -> None:
    player = schema.player
    for key, name, year in connection.execute(sa.select(player.c.player_key, player.c.name, player.c.birth_year)):
        ids.names[key] = name
        if year is not None:
            ids.years[key] = year


def _number(text: str) -> int:
    """Give a FIDE id as a number; 0 for other text, and for a number written with zeros in front."""
    return int(text) if text.isascii() and text.isdigit() and text[0] != "0" and len(text) <= 11 else 0


def _words(name: str) -> set[str]:
    return {word for words in spellings(name) for word in words if len(word) > 1}
