"""0.3: the one way of rounding that all slow computations share."""

from fractions import Fraction


def round_half_away(value, step: int = 1) -> int:
    """0.3: to the nearest multiple of ``step``, halves away from zero (1235 -> 1240, -2.5 -> -3); no float."""
    quotient = abs(Fraction(value)) / step
    whole = quotient.numerator // quotient.denominator
    if quotient - whole >= Fraction(1, 2):
        whole += 1
    return whole * step if value >= 0 else -whole * step
