"""Section 5, the conversions of S1: scales of national ratings to Elo and back, exact."""

from fractions import Fraction

from rounding import round_half_away

# Elo = factor x value + constant.
CONVERSIONS = {
    "elo": (1, 0),
    "ingo": (-8, 2840),
    "bridier": (3, 150),
    "bcr": (8, 600),
    "cs": (2, 1000),
}


def convert(value, source: str, target: str) -> Fraction:
    """Section 5: exact conversion by way of Elo."""
    factor, constant = CONVERSIONS[source]
    elo = factor * Fraction(value) + constant
    factor, constant = CONVERSIONS[target]
    return (elo - constant) / factor


def convert_for_display(value, source: str, target: str) -> int:
    """Section 5: rounded to an integer, halves away from zero."""
    return round_half_away(convert(value, source, target))


def conversion_warning(value, source: str) -> bool:
    """Section 5: outside 800 ... 3000 Elo: a warning."""
    return not 800 <= convert(value, source, "elo") <= 3000
