"""What every calculator takes and gives, and how it writes numbers: `ratings calc` for one player, step by step."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import Any

from ratings.errors import RatingsError
from ratings.exact import Ratio
from ratings.phrases import Numeral, Phrase, plural
from ratings.rules import RuleSet
from ratings.rules.conversions import decimal, round_half_away

POINTS = ("0", "½", "1")
"""A score as it is written, by half points."""

DIGITS_SHOWN = 4
"""An exact decimal with more digits is shown to two, marked as about."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game to calculate: the opponent's rating (None: unrated) and the half points made (0, 1, 2)."""

    opponent: int | None
    half_points: int


@dataclass(frozen=True, slots=True)
class Request:
    """What a calculator is asked: the rating before (None: unrated), the games of one event, what is known beside.

    `k` replaces the rules' K. `is_junior` and `games_before` (None: settled) decide where no `k` is given.
    """

    rating: int | None
    games: tuple[Game, ...]
    k: int | None = None
    is_junior: bool = False
    games_before: int | None = None


@dataclass(frozen=True, slots=True)
class Calculation:
    """The steps, one line each, the exact change and rating, and the rating that would be published (None: none)."""

    lines: tuple[str, ...]
    change: Fraction | None
    exact: Fraction | None
    result: int | None


def calculator_of(module: ModuleType) -> ModuleType:
    """Give the calculator that stands beside a rule module, which also has the system's own words."""
    return importlib.import_module(f"{module.__name__}_calc")


def calculate(request: Request, rules: RuleSet, edition: Any) -> Calculation:
    """Calculate with the calculator that stands beside the system's rule module (`fide_calc` beside `fide`).

    Raises:
        RatingsError: something is told that decides nothing here.
    """
    calculator = calculator_of(rules.module)
    problem = _unheeded(request, calculator.heeded(request.rating is not None, edition), edition)
    if problem:
        raise RatingsError(problem, "Leave it out.", 2)
    made: Calculation = calculator.calculate(request, edition)
    return made


def _unheeded(request: Request, heeded: frozenset[str], edition: Any) -> str:
    """Say which of the things told beside the games decides nothing here; empty if none."""
    told = {
        "--k": request.k is not None,
        "--junior": request.is_junior,
        "--games-before": request.games_before is not None,
    }
    idle = [option for option, is_given in told.items() if is_given and option not in heeded]
    if not idle:
        return ""
    who = "a player without a rating" if request.rating is None else "a rated player"
    return f"{idle[0]} decides nothing for {who} in {edition.system}, edition {edition.name}."


def fraction(ratio: Ratio, place: int) -> Fraction:
    """Give one entry of a ratio as a fraction."""
    return Fraction(int(ratio.numerator[place]), int(ratio.denominator[place]))


def number(value: Fraction | int) -> Numeral:
    """Write a number exactly where it is short, else to two decimals with `≈`."""
    text = decimal(Fraction(value))
    if "/" not in text and len(text.partition(".")[2]) <= DIGITS_SHOWN:
        return Numeral(text)
    return Numeral(f"≈{fixed(Fraction(value), 100)}")


def exactly(value: Fraction) -> Numeral:
    """Write a number exactly, however long it is."""
    return Numeral(decimal(value))


def signed(value: Fraction | int) -> Numeral:
    """Write a number with its sign, exactly if it is short."""
    text = number(value)
    return text if value <= 0 else Numeral(f"≈+{text[1:]}" if text.startswith("≈") else f"+{text}")


def bare(value: Fraction) -> Numeral:
    """Write a number inside a sum, whose result says that it is only about."""
    return Numeral(number(value).lstrip("≈"))


def summed(value: Fraction | int) -> Numeral:
    """Write `+ 11.4` or `- 3`, as the second part of a sum."""
    return Numeral(f"{'-' if value < 0 else '+'} {bare(abs(Fraction(value)))}")


def equal(text: str) -> Numeral:
    """Write `= 11.4`, or `≈ 8.33` for a number that is only about."""
    return Numeral(f"{sign_of(text)} {text.removeprefix('≈')}")


def sign_of(text: str) -> str:
    """Give the sign before a number: `=`, or `≈` for one that is only about."""
    return "≈" if text.startswith("≈") else "="


def fixed(value: Fraction, parts: int) -> Numeral:
    """Write a number to tenths or hundredths (`parts` 10 or 100), halves away from zero."""
    rounded = round_half_away(value * parts)
    whole, rest = divmod(abs(rounded), parts)
    digits = len(str(parts)) - 1
    return Numeral(f"{'-' if rounded < 0 else ''}{whole}.{rest:0{digits}d}" if digits else f"{rounded}")


def score(half_points: int) -> Numeral:
    """Write a sum of points: `2½`."""
    whole, half = divmod(half_points, 2)
    return Numeral(f"{whole if whole or not half else ''}{'½' if half else ''}")


def of_points(half_points: int) -> Phrase:
    """Write a sum of points with its noun: `½ point`, `2½ points`."""
    return plural("{made} point", "{made} points", _as_counted(half_points), made=score(half_points))


def _as_counted(half_points: int) -> int:
    """Give the count that decides about the noun: one for `½` and `1`, more for `1½`."""
    return (half_points + 1) // 2


def opponent_name(game: Game) -> str:
    """Write who was played: a rating, or `unrated`."""
    return "unrated" if game.opponent is None else str(game.opponent)


def heading(rating: int | None, system: str, name: str, source: str) -> str:
    """Write the line that says from what, and by which rules."""
    before = "Unrated" if rating is None else f"Rating {rating}"
    return f"{before}, {system}, edition {name} ({source})."
