"""Ids that are one slip of the keyboard apart: found by hashes of what a slip leaves alone, never by all pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ratings.exact import Ints

SLIPS = ("swapped", "digit", "dropped", "added")
"""What made the written id of the meant one: neighbours swapped, one letter or digit wrong, dropped, added."""
SWAPPED, DIGIT, DROPPED, ADDED = range(len(SLIPS))
LONGEST = 16
"""Longer ids were made by a program and are never typed."""
FACTOR = np.uint64(0x9E3779B97F4A7C15)
INVERSE = np.uint64(pow(int(FACTOR), -1, 2**64))
"""Hashes are polynomials in FACTOR modulo 2^64; dividing by it is multiplying by INVERSE, as it is odd."""

Words = npt.NDArray[np.uint64]


def near_pairs(ids: Sequence[str], written: Ints) -> tuple[Ints, Ints, Ints]:
    """Give the pairs of a written id and one that may have been meant: places in `ids`, and the slip (SLIPS).

    `written` are the places of ids to look at; every other id may have been meant. Two ids at one place have two
    slips between them only if a letter repeats; then the likelier slip, which stands first in SLIPS, is given.
    """
    short = np.flatnonzero(np.array([0 < len(one) <= LONGEST for one in ids], dtype=bool))
    if not len(short):
        return (np.zeros(0, dtype=np.int64),) * 3
    hashes = _Hashes([ids[place] for place in short])
    back = np.full(len(ids), -1, dtype=np.int64)
    back[short] = np.arange(len(short))
    rows = back[written]
    rows = rows[rows >= 0]
    every = np.arange(len(short))
    found = (
        _joined(hashes.swapped(rows), hashes.swapped(every)),
        _joined(hashes.one_changed(rows), hashes.one_changed(every)),
        _joined(hashes.whole(rows), hashes.one_dropped(every)),
        _joined(hashes.one_dropped(rows), hashes.whole(every)),
    )
    slip = np.repeat(np.arange(len(SLIPS)), [len(one) for one, _ in found])
    one, other = (np.concatenate([pair[side] for pair in found]) for side in (0, 1))
    _, first = np.unique(one * len(short) + other, return_index=True)
    first = first[one[first] != other[first]]
    return short[one[first]], short[other[first]], slip[first]


class _Hashes:
    """Hashes of ids and of what is left of them after a slip, each with the row that it comes from."""

    def __init__(self, ids: Sequence[str]) -> None:
        letters = np.array(ids, dtype=np.str_)
        width = letters.dtype.itemsize // 4
        codes = letters.view(np.uint32).reshape(len(ids), width).astype(np.uint64)
        self._is_letter = codes > 0
        self._codes = _mixed(codes) * self._is_letter
        self._powers = np.cumprod(np.full(width + 1, FACTOR, dtype=np.uint64))[:-1]
        terms = self._codes * self._powers
        self._before = np.concatenate([np.zeros((len(ids), 1), dtype=np.uint64), np.cumsum(terms, axis=1)], axis=1)
        self._terms, self._whole = terms, self._before[:, -1]

    def whole(self, rows: Ints) -> tuple[Words, Ints]:
        """Give the hash of each id."""
        return self._whole[rows], rows

    def one_changed(self, rows: Ints) -> tuple[Words, Ints]:
        """Give the hashes of each id but for one place, with that place: equal for ids that differ there alone."""
        places = _mixed(np.arange(1, self._terms.shape[1] + 1, dtype=np.uint64))
        # The length needs no part in it: a hash without one letter equals that of a longer id only by chance.
        return self._kept(self._whole[rows, None] - self._terms[rows] + places, self._is_letter[rows], rows)

    def swapped(self, rows: Ints) -> tuple[Words, Ints]:
        """Give the hashes of each id with two neighbours in no order: equal for ids that have them swapped."""
        pair = self._terms[rows, :-1] + self._terms[rows, 1:]
        one, two = self._codes[rows, :-1], self._codes[rows, 1:]
        places = _mixed(np.arange(1, self._terms.shape[1], dtype=np.uint64) << np.uint64(8))
        keys = self._whole[rows, None] - pair + _mixed(one) + _mixed(two) + places
        return self._kept(keys, self._is_letter[rows, 1:] & (one != two), rows)

    def one_dropped(self, rows: Ints) -> tuple[Words, Ints]:
        """Give the hashes of each id without one of its letters: equal to `whole` of the id that is left."""
        after = (self._whole[rows, None] - self._before[rows, 1:]) * INVERSE
        return self._kept(self._before[rows, :-1] + after, self._is_letter[rows], rows)

    @staticmethod
    def _kept(keys: Words, which: npt.NDArray[np.bool_], rows: Ints) -> tuple[Words, Ints]:
        return keys[which], np.repeat(rows, which.sum(axis=1))


def _mixed(values: Words) -> Words:
    """Spread small numbers over 64 bits, so that sums of them are told apart."""
    values = (values + np.uint64(1)) * FACTOR
    values = (values ^ (values >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.asarray(values ^ (values >> np.uint64(32)), dtype=np.uint64)


def _joined(few: tuple[Words, Ints], many: tuple[Words, Ints]) -> tuple[Ints, Ints]:
    """Give the rows of both that have a hash in common."""
    order = np.argsort(few[0])
    keys, rows = few[0][order], few[1][order]
    first = np.searchsorted(keys, many[0])
    hit = np.flatnonzero(keys[np.minimum(first, len(keys) - 1)] == many[0]) if len(keys) else np.zeros(0, dtype=int)
    first, count = first[hit], np.searchsorted(keys, many[0][hit], side="right") - first[hit]
    one = np.repeat(first - np.cumsum(count) + count, count) + np.arange(int(count.sum()))
    return rows[one], np.repeat(many[1][hit], count)
