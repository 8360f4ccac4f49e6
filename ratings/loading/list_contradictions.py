"""Rows of a list held against what is told of the same players elsewhere: what is new, and what contradicts it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from ratings.columns import Array, as_text, integers, known, numbers
from ratings.engine.period import ESTIMATED, TYPES
from ratings.errors import Issue
from ratings.exact import Flags, Ints
from ratings.files import cells
from ratings.files.csv_table import TextTable
from ratings.loading.list_rows import STORED

NAMES = tuple(name for name in STORED if name not in ("status", "given"))
"""Columns that are compared."""
ANOTHER_FILE = "another file of this list"
"""Where a file may add what the other one does not tell."""


class _Told(NamedTuple):
    """A column as numbers, type letters by their code: 0 where nothing is `known`, which may be a value as well."""

    values: Ints
    known: Flags

    def of(self, keys: Ints) -> _Told:
        return _Told(self.values[keys], self.known[keys])


def compare(table: TextTable, keys: Ints, columns: pa.Table, told: pa.Table, where: str, issues: list[Issue]) -> Flags:
    """Compare rows with stored ones, value by value where both say something; true where nothing is new."""
    same = np.zeros(len(keys), dtype=bool)
    if not len(told) or not len(keys):
        return same
    rows = np.flatnonzero(np.isin(keys, numbers(told["player_key"])) & (keys > 0))
    if not len(rows):
        return same
    names = [name for name in NAMES if name in told.column_names]
    old = {name: _by_key(told, name, int(keys.max())).of(keys[rows]) for name in names}
    new = {name: _coded(columns[name].take(integers(rows))) for name in names}
    new["type"] = _without_estimates(new["type"], old)
    wrong = {name: _differ(new[name], old[name], may_add=where == ANOTHER_FILE) for name in names}
    any_wrong = np.logical_or.reduce(list(wrong.values()))
    for place in np.flatnonzero(any_wrong):
        for name in names:
            if wrong[name][place]:
                message = f"{where} says {_shown(name, old[name], place)}"
                column = name if name in table.columns else "id"
                issues.append(table.issue(int(rows[place]), column, "contradiction", message))
    adds = [new[name].known & ~old[name].known & (new[name].values != 0) for name in names]
    same[rows] = ~any_wrong & ~np.logical_or.reduce(adds)
    return same


def _coded(column: Array) -> _Told:
    if pa.types.is_integer(column.type):
        return _Told(numbers(column), known(column))
    letters, codes = as_text(column), np.zeros(len(column), dtype=np.int64)
    coded = letters.dictionary_encode()
    of_each = np.array([TYPES.index(letter) for letter in coded.dictionary.to_pylist()], dtype=np.int64)
    codes[known(letters)] = of_each[numbers(coded.indices)[known(letters)]]
    return _Told(codes, known(letters))


def _by_key(told: pa.Table, name: str, highest: int) -> _Told:
    """Give a stored column by player key; of several rows of a player the last one that says something stands."""
    column, keys = _coded(told[name]), numbers(told["player_key"])
    out = _Told(np.zeros(highest + 1, dtype=np.int64), np.zeros(highest + 1, dtype=bool))
    says = column.known & (keys <= highest)
    out.values[keys[says]] = column.values[says]
    out.known[keys[says]] = True
    return out


def _without_estimates(new: _Told, old: dict[str, _Told]) -> _Told:
    """Give types in which an estimate of who has no rating says nothing against what was told."""
    estimated = new.known & (new.values == ESTIMATED) & (old["rating"].values == 0)
    return _Told(np.where(estimated & old["type"].known, old["type"].values, new.values), new.known)


def _differ(new: _Told, old: _Told, *, may_add: bool) -> Flags:
    return np.asarray(new.known & (new.values != old.values) & (old.known | (not may_add)), dtype=bool)


def _shown(name: str, old: _Told, place: int) -> str:
    """Write a stored value as a list would."""
    value: Any = int(old.values[place])
    if not old.known[place]:
        return "nothing"
    if name == "type":
        return TYPES[value]
    if name == "last_game":
        return str(cells.as_date(value))
    return f"{value / 100:.2f}" if name == "archive_points" else str(value)
