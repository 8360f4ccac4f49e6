"""Python values as the engine's arrays, and a place of them as a Python value again."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from ratings.engine.expected import EPOCH
from ratings.engine.period import Maybe
from ratings.exact import Ints, Ratio


def days(date: dt.date) -> int:
    """Give a day as the engine counts them."""
    return (date - EPOCH).days


def ints(values: Iterable[int]) -> Ints:
    """Give integers as the engine's array."""
    return np.array(list(values), dtype=np.int64)


def maybe(values: list[int | None]) -> Maybe:
    """Give integers of which some are None as the engine's column."""
    return Maybe(ints(value or 0 for value in values), np.array([value is not None for value in values], dtype=bool))


def value(column: Maybe, place: int) -> int | None:
    """Give a value that may be absent."""
    return int(column.values[place]) if column.known[place] else None


def fraction(ratio: Ratio, place: int) -> Fraction:
    """Give an exact value."""
    return Fraction(int(ratio.numerator[place]), int(ratio.denominator[place]))
