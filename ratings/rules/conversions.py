"""Conversions between Elo and the older scales INGO, BCR, Bridier and CS (S1, 1; rules 5), exact, both ways."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from ratings.errors import RatingsError
from ratings.rules import Erratum


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale's relation to Elo: Elo = slope × value + constant, as S1 prints it."""

    name: str
    slope: int
    constant: int
    printed: str


SCALES = {
    "elo": Scale("Elo", 1, 0, "ELO"),
    "ingo": Scale("INGO", -8, 2840, "ELO = 8242-8 INGO"),
    "bcr": Scale("BCR", 8, 600, "ELO = 8 BCR + 600"),
    "bridier": Scale("Bridier", 3, 150, "ELO = 3 BRIDIER + 150"),
    "cs": Scale("CS", 2, 1000, "ELO = 2CS + 1000"),
}

USUAL_ELO = (800, 3000)
"""Outside these the conversion is computed, with a warning (rules 5)."""

NUMBER = re.compile(r"[-+]?\d{1,12}(\.\d{1,12}|/0*[1-9]\d{0,11})?", re.ASCII)
"""A decimal number or a fraction, of a length that stays readable."""

INGO_ERRATUM = Erratum(
    "S1, 1", "ELO = 8242-8 INGO", "Elo = 2840 - 8 INGO: the digits are garbled, six German sources have 2840"
)


@dataclass(frozen=True, slots=True)
class Conversion:
    """A converted value: `exact`, `shown` (an integer, halves away from zero), the Elo between, steps and remarks."""

    exact: Fraction
    shown: int
    elo: Fraction
    steps: tuple[str, ...]
    warning: str
    note: str


def convert(value: Fraction | int | str, source: str, target: str) -> Conversion:
    """Convert a value from one scale to another by way of Elo (S1, 1).

    Raises:
        RatingsError: a scale is unknown, or the value is no number.
    """
    given, old, new = _number(value), _scale(source), _scale(target)
    elo = old.slope * given + old.constant
    exact = (elo - new.constant) / new.slope
    steps = [_to_elo(given, old, elo)] if old.name != "Elo" else []
    steps += [_from_elo(exact, new, elo)] if new.name != "Elo" else []
    return Conversion(exact, round_half_away(exact), elo, tuple(steps), _warning(elo), _note(old, new))


def decimal(value: Fraction) -> str:
    """Write a fraction exactly: as a decimal where it ends (`167.375`), else as `500/3`."""
    rest, digits = value.denominator, 0
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest, power = rest // prime, power + 1
        digits = max(digits, power)
    if rest > 1:
        return f"{value.numerator}/{value.denominator}"
    sign, whole = "-" if value < 0 else "", abs(value.numerator) * 10**digits // value.denominator
    text = str(whole).rjust(digits + 1, "0")
    return sign + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


def round_half_away(value: Fraction) -> int:
    """Give the nearest integer, halves away from zero (rules 0.3)."""
    magnitude = (2 * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    return -magnitude if value < 0 else magnitude


def _number(value: Fraction | int | str) -> Fraction:
    text = str(value).strip().replace(",", ".").replace("−", "-")
    if not NUMBER.fullmatch(text):
        raise RatingsError(f"{str(value)!r} is not a number.", "Write it like 84, 83.5, 83,5 or 350/3.", 2)
    return Fraction(text)


def _scale(name: str) -> Scale:
    if name.lower() not in SCALES:
        raise RatingsError(f"There is no scale {name!r}.", f"Take one of {', '.join(SCALES)}.", 2)
    return SCALES[name.lower()]


def _to_elo(value: Fraction, scale: Scale, elo: Fraction) -> str:
    if scale.slope < 0:
        return f"Elo = {scale.constant} - {-scale.slope} × {decimal(value)} = {decimal(elo)}"
    return f"Elo = {scale.slope} × {decimal(value)} + {scale.constant} = {decimal(elo)}"


def _from_elo(value: Fraction, scale: Scale, elo: Fraction) -> str:
    if scale.slope < 0:
        return f"{scale.name} = ({scale.constant} - {decimal(elo)})/{-scale.slope} = {decimal(value)}"
    return f"{scale.name} = ({decimal(elo)} - {scale.constant})/{scale.slope} = {decimal(value)}"


def _warning(elo: Fraction) -> str:
    low, high = USUAL_ELO
    if low <= elo <= high:
        return ""
    return f"{decimal(elo)} Elo is outside {low} to {high}, where these formulas are used."


def _note(*scales: Scale) -> str:
    if all(scale.name != "INGO" for scale in scales):
        return ""
    erratum = INGO_ERRATUM
    return f"{erratum.source} prints {erratum.printed}; read as {erratum.read_as}. INGO falls as strength rises."
