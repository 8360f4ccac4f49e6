"""Arrays by player packed for the road between processes: narrower where their values fit, without zeros if shorter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ratings.engine.blocks import changed
from ratings.exact import Ints

T = TypeVar("T")
NARROW = np.int32
"""Ratings, games and days of one player fit; what does not is sent as wide as it is."""


@dataclass(frozen=True, slots=True)
class Packed:
    """An array: its values, at these places, zero at all others; or all of them, if `places` is None."""

    size: int
    type: str
    values: npt.NDArray[Any]
    places: Ints | None


def packed(record: Any) -> Any:
    """Give a record with its arrays packed."""
    return changed(record, np.ndarray, _pack)


def unpacked(record: Any) -> Any:
    """Give a record with the arrays that it had before it was packed."""
    return changed(record, Packed, _unpack)


def plus(one: Any, other: Any) -> Any:
    """Add two packed records, as wide as they were before, so that no sum leaves its bits."""
    return packed(unpacked(one) + unpacked(other))


def _pack(array: npt.NDArray[Any]) -> Packed:
    size, kind = len(array), array.dtype.str
    if array.dtype != np.int64 or not size:
        return Packed(size, kind, array, None)
    fits = np.iinfo(NARROW).min <= array.min() and array.max() <= np.iinfo(NARROW).max
    narrow = array.astype(NARROW) if fits else array
    if np.count_nonzero(narrow) * (narrow.itemsize + np.dtype(NARROW).itemsize) >= size * narrow.itemsize:
        return Packed(size, kind, narrow, None)
    places = np.flatnonzero(narrow)
    return Packed(size, kind, narrow[places], places.astype(NARROW))


def _unpack(one: Packed) -> npt.NDArray[Any]:
    if one.places is None:
        return one.values.astype(one.type, copy=False)
    out = np.zeros(one.size, dtype=one.type)
    out[one.places] = one.values
    return out
