"""Finds many ids again and again among very many: by their bytes, eight at a time, in hash tables that are kept."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa

from ratings.exact import Ints

WORD = 8
"""Bytes that are looked up as one number."""
_REST = np.array([(1 << 64) - (1 << 8 * count) for count in range(WORD + 1)], dtype=np.uint64)
"""What a word is filled up with after some bytes of text: bytes that no text has."""

Words = npt.NDArray[np.uint64]


class IdIndex:
    """The places of different texts in a column, the first one's being 0.

    A text is a chain of words of eight bytes: each table has the number of a chain's beginning and its next word, and
    gives the number of the longer chain. Two texts are never the same chain: beyond its end a text is filled up with
    bytes that no text has.
    """

    def __init__(self, ids: pa.StringArray) -> None:
        self._first: pd.Index | None = None
        self._next: list[tuple[pd.Index, pd.Index, int]] = []
        self._count = 0
        codes = self._codes(_Bytes(ids), learn=True)
        self._place = np.full(self._count, -1, dtype=np.int64)
        self._place[codes] = np.arange(len(ids))

    def places(self, wanted: pa.StringArray) -> Ints:
        """Give the place of each text; -1 for one that is not there."""
        codes = self._codes(_Bytes(wanted), learn=False)
        if not self._count:
            return np.full(len(wanted), -1, dtype=np.int64)
        return np.where(codes >= 0, self._place[codes], -1)

    def _codes(self, texts: _Bytes, *, learn: bool) -> Ints:
        """Number texts by their words; where nothing is learnt, unknown ones are -1."""
        words = texts.words(np.arange(len(texts)), 0)
        if learn:
            codes, different = pd.factorize(words)
            self._first, self._count = pd.Index(different), len(different)
        else:
            assert self._first is not None
            codes = self._first.get_indexer(words)
        level, rows = 0, np.flatnonzero(texts.lengths > WORD)
        while len(rows) and (learn or level < len(self._next)):
            codes[rows] = self._longer(codes[rows], texts.words(rows, level + 1), level, learn=learn)
            level += 1
            rows = rows[texts.lengths[rows] > WORD * (level + 1)]
        codes[rows] = -1  # longer than any that is known
        return np.asarray(codes, dtype=np.int64)

    def _longer(self, codes: Ints, words: Words, level: int, *, learn: bool) -> Ints:
        """Number chains that are one word longer, beyond the numbers of shorter ones."""
        if learn:
            word_codes, different = pd.factorize(words)
            pairs, chains = pd.factorize(codes.astype(np.int64) << 32 | word_codes)
            self._next.append((pd.Index(different), pd.Index(chains), self._count))
            self._count += len(chains)
            return pairs + self._next[-1][2]
        known_words, chains, before = self._next[level]
        word_codes = known_words.get_indexer(words)
        pairs = codes.astype(np.int64) << 32 | word_codes
        found = chains.get_indexer(pairs)
        return np.where((codes < 0) | (word_codes < 0) | (found < 0), -1, found + before)


class _Bytes:
    """The bytes of a column of texts."""

    def __init__(self, texts: pa.StringArray) -> None:
        _, offsets, data = texts.buffers()
        ends = np.frombuffer(offsets, dtype=np.int32)[texts.offset : texts.offset + len(texts) + 1]
        self._starts, self.lengths = ends[:-1].astype(np.int64), np.diff(ends)
        padded = np.zeros((data.size if data else 0) + 2 * WORD, dtype=np.uint8)
        if data:
            padded[: data.size] = np.frombuffer(data, dtype=np.uint8)
        self._at = np.ndarray(len(padded) - WORD, dtype="<u8", buffer=padded, strides=(1,))

    def __len__(self) -> int:
        return len(self.lengths)

    def words(self, rows: Ints, number: int) -> Words:
        """Give a word of some texts, filled up beyond their end."""
        rest = (self.lengths[rows] - WORD * number).clip(0, WORD)
        return np.asarray(self._at[self._starts[rows] + WORD * number] | _REST[rest], dtype=np.uint64)
