"""Exact arithmetic on arrays: ratios of integers, one rounding, halves away from zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def divide_half_away(numerator: Ints, denominator: Ints | int) -> Ints:
    """Give numerator/denominator to the nearest integer, halves away from zero (rules 0.3).

    Both are int64 of one shape (or the denominator one positive integer); denominators are positive.
    """
    magnitude = (2 * np.abs(numerator) + denominator) // (2 * np.asarray(denominator, dtype=np.int64))
    return np.asarray(np.sign(numerator) * magnitude, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Ratio:
    """One exact fraction an entry: `numerator / denominator`, int64 arrays of one shape, denominators positive."""

    numerator: Ints
    denominator: Ints

    def rounded(self, step: int = 1) -> Ints:
        """Give the nearest multiple of `step`, halves away from zero."""
        return step * divide_half_away(self.numerator, self.denominator * step)

    def where(self, condition: Flags, other: Ratio) -> Ratio:
        """Give this ratio where the condition holds, the other one elsewhere."""
        return Ratio(
            np.where(condition, self.numerator, other.numerator),
            np.where(condition, self.denominator, other.denominator),
        )


def whole(values: Ints) -> Ratio:
    """Give integers as ratios over 1."""
    return Ratio(values, np.ones_like(values))


def choose(*conditions_and_values: tuple[Any, Any], otherwise: Any) -> Ints:
    """Give, entry by entry, the value of the first condition that holds: the regulation's list of cases."""
    parts = [part for pair in conditions_and_values for part in pair]
    shape = np.broadcast_shapes(*map(np.shape, (*parts, otherwise)))
    out = np.full(shape, otherwise, dtype=np.result_type(*parts[1::2], otherwise))
    for condition, value in reversed(conditions_and_values):  # np.select does the same in twice the time
        np.copyto(out, value, where=condition)
    return out


def choose_ratio(*conditions_and_ratios: tuple[Flags, Ratio], otherwise: Ratio) -> Ratio:
    """Give, entry by entry, the ratio of the first condition that holds."""
    return Ratio(
        choose(*((c, r.numerator) for c, r in conditions_and_ratios), otherwise=otherwise.numerator),
        choose(*((c, r.denominator) for c, r in conditions_and_ratios), otherwise=otherwise.denominator),
    )
