"""Counts by whole-number keys, looked up for whole columns of keys: a table where there is room, else a search."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ratings.exact import Ints

MOST_CELLS = 4_000_000
"""A table of more cells costs more time and memory than searching."""


class Lookup:
    """Values by key, 0 for keys that are not there; keys are from 0 to below `span`."""

    def __init__(self, keys: Ints, values: npt.NDArray[Any], span: int) -> None:
        self._keys, self._values = keys, values
        self._table: npt.NDArray[Any] | None = None
        if span <= MOST_CELLS:
            self._table = np.zeros(max(span, 1), dtype=values.dtype)
            self._table[keys] = values

    def at(self, keys: Ints) -> npt.NDArray[Any]:
        """Give the value of each key."""
        if self._table is not None:
            return self._table[keys]
        if not len(self._keys):
            return np.zeros(len(keys), dtype=self._values.dtype)
        place = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(self._keys[place] == keys, self._values[place], 0)


def counted(keys: Ints, span: int) -> Lookup:
    """Give how often each key stands among some."""
    different, counts = np.unique(keys, return_counts=True)
    return Lookup(different, counts.astype(np.int64), span)


def among(keys: Ints, span: int) -> Lookup:
    """Give 1 for keys that are among some."""
    different = np.unique(keys)
    return Lookup(different, np.ones(len(different), dtype=np.int64), span)
