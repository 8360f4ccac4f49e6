"""Rows that stand more than once: short hashes narrow them down, the rows themselves decide."""

from __future__ import annotations

import numpy as np

from ratings.engine.period import PIECE
from ratings.exact import Ints

MIXER = np.int64(-7046029254386353131)
"""An odd number whose bits are spread evenly (the golden ratio): multiplied by it, near numbers come far apart."""
NEAR_BITS = 12
"""Low bits of a hash that the table of hashes seen twice leaves out: it has a flag for each of 2^20 others."""


def repeats(*columns: Ints) -> list[Ints]:
    """Give the places of equal rows, a group each, ascending within it; `columns` are of equal length."""
    hashed = _hashed(columns)
    ordered = np.sort(hashed)  # of 32 bits: in half the time of 64
    twice = ordered[1:][ordered[1:] == ordered[:-1]]
    if not len(twice):
        return []
    near = np.zeros(1 << 32 - NEAR_BITS, dtype=bool)
    near[twice >> NEAR_BITS] = True
    maybe = np.flatnonzero(near[hashed >> NEAR_BITS])
    order = np.lexsort([column[maybe] for column in columns])
    places = maybe[order]
    is_same = np.ones(max(len(places) - 1, 0), dtype=bool)
    for column in columns:
        is_same &= column[places[1:]] == column[places[:-1]]
    groups = np.split(places, np.flatnonzero(~is_same) + 1) if is_same.any() else []
    return [group for group in groups if len(group) > 1]


def _hashed(columns: tuple[Ints, ...]) -> Ints:
    """Give 32 bits for every row, a piece at a time, so that temporary arrays stay small."""
    out = np.empty(len(columns[0]), dtype=np.uint32)
    for start in range(0, len(out), PIECE):
        mixed = np.zeros(len(out[start : start + PIECE]), dtype=np.int64)
        for column in columns:
            mixed ^= column[start : start + PIECE]
            mixed *= MIXER
            mixed ^= mixed >> 29
        mixed *= MIXER
        out[start : start + PIECE] = mixed >> 32
    return out
