"""Section 5b: a dated operation on a whole list."""

from fractions import Fraction

from expectation_records import highest
from rounding import round_half_away


def adjust(
    ratings: dict, peaks: dict, bound=None, side="below", factor=None, constant=None, step=1, floor=None
) -> tuple[dict, dict]:
    """5b: R + factor x (bound - R), or R + constant, for R below (above) the bound; (ratings, peaks)."""
    new_ratings, new_peaks = {}, dict(peaks)
    for player, rating in ratings.items():
        new_ratings[player] = rating
        if rating is None:
            continue
        if bound is not None and not (rating < bound if side == "below" else rating > bound):
            continue
        moved = rating + (Fraction(factor) * (bound - rating) if factor is not None else Fraction(constant))
        value = round_half_away(moved, step)
        if floor is not None:
            value = max(floor, value)
        new_ratings[player] = value
        new_peaks[player] = highest(peaks.get(player), value)
    return new_ratings, new_peaks
