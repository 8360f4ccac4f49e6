"""The list-wide adjustment: a dated operation on every rated player between two lists (rules 5b)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ratings.engine.period import Maybe
from ratings.exact import Flags, Ints, Ratio

FINEST_FACTOR = 10**6
"""The largest denominator of a factor, so that no product can leave 64 bits."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Which ratings move, and how: by `factor` of the way to the bound, or by `constant` points.

    `bound` None: every rated player (only with a constant). Exactly the bound is not moved.
    """

    bound: int | None
    is_below: bool
    factor: Fraction | None = None
    constant: int | None = None

    def problem(self) -> str:
        """Say what makes it impossible; empty if nothing."""
        if self.factor is None and self.constant is None:
            return "By how much to adjust is missing: a factor or a constant."
        if self.factor is not None and self.constant is not None:
            return "A factor and a constant are both given; an adjustment takes one of them."
        if self.factor is None:
            return ""
        if not 0 <= self.factor <= 1:
            return (
                f"A factor of {float(self.factor):.10g} is not in 0 to 1: it would move ratings past the bound or away."
            )
        if self.factor.denominator > FINEST_FACTOR:
            return "The factor has more than six decimals."
        return "A factor needs a bound: it is a part of the way to it." if self.bound is None else ""

    def words(self) -> str:
        """Say who is moved, and by how much."""
        who = "all ratings"
        if self.bound is not None:
            who = f"ratings {'below' if self.is_below else 'above'} {self.bound}"
        if self.factor is None:
            return f"{who} moved by {self.constant:+} points"
        return f"{who} moved by {float(self.factor):.6g} of the way to it"


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Ratings and peaks after the adjustment, the exact ratings before their rounding, and who was touched."""

    rating: Maybe
    peak: Maybe
    exact: Ratio
    is_touched: Flags


def touched(rating: Maybe, adjustment: Adjustment) -> Flags:
    """Rules 5b: rated players, inactive ones included, with a rating below (or above) the bound."""
    if adjustment.bound is None:
        return rating.known
    beyond = rating.values < adjustment.bound if adjustment.is_below else rating.values > adjustment.bound
    return np.asarray(rating.known & beyond)


def moved(rating: Ints, adjustment: Adjustment) -> Ratio:
    """Rules 5b: R + factor × (bound − R), or R + constant, exact."""
    if adjustment.factor is None:
        return Ratio(rating + (adjustment.constant or 0), np.ones_like(rating))
    numerator, denominator = adjustment.factor.as_integer_ratio()
    distance = (adjustment.bound or 0) - rating
    return Ratio(rating * denominator + numerator * distance, np.full_like(rating, denominator))


def adjust(rating: Maybe, peak: Maybe, adjustment: Adjustment, step: int, floor: int) -> Adjusted:
    """Rules 5b: rounded to the step, halves away from zero, raised to the floor; a lower peak rises to the rating."""
    is_touched = touched(rating, adjustment)
    exact = moved(rating.values, adjustment)
    new = np.where(is_touched, np.maximum(exact.rounded(step), floor), rating.values)
    higher = np.where(peak.known, np.maximum(peak.values, new), new)
    return Adjusted(
        Maybe(new, rating.known),
        Maybe(np.where(is_touched, higher, peak.values), peak.known | is_touched),
        exact,
        is_touched,
    )
