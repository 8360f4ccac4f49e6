"""The Turkish calculator for one player and one event: S3's steps and words, by the functions that rate a period."""

from __future__ import annotations

from fractions import Fraction

from ratings.engine.expected import ValuedSides
from ratings.exact import Ints
from ratings.rules import ukd
from ratings.rules.calculation import Calculation, Request, summed
from ratings.rules.conversions import decimal, round_half_away
from ratings.rules.expectation_calc import calculation, work
from ratings.rules.expectation_steps import Working, new_exact, shown_changes


def calculate(request: Request, edition: ukd.Edition) -> Calculation:
    """S3 "Comment se calcule la variation UKD": the games, the sum, k, the change; or a first rating."""
    return calculation(request, work(request, ukd, edition))


def heeded(is_rated: bool, edition: ukd.Edition) -> frozenset[str]:
    """Say what beside the games decides: k goes by the rating alone; block 2016 has one for the unrated, too."""
    has_k = is_rated or not isinstance(edition.unrated_value, str)
    return frozenset({"--k"} if has_k else ())


def why_k(working: Working) -> str:
    """S3 "k selon votre UKD", rules 4: the band of the rating, or the polynomial with its bounds."""
    edition = working.edition
    rating = edition.unrated_value if working.own is None else working.own
    if working.k_reason == ukd.FORMULA:
        return _polynomial(rating, edition)
    highest = [bound for bound, _ in sorted(edition.k_bands)]
    above = [bound for bound in highest if bound >= rating]
    return f"ratings up to {above[0]}" if above else f"ratings above {highest[-1]}"


def _polynomial(rating: int, edition: ukd.Edition) -> str:
    scale = edition.k_denominator
    square, slope, constant = (Fraction(n, scale) for n in (edition.k_square, edition.k_rating, edition.k_constant))
    exact = square * rating**2 + slope * rating + constant
    terms = f"{rating}² × {decimal(square)} {summed(slope)} × {rating} {summed(constant)} = {decimal(exact)}"
    if edition.k_least <= exact <= edition.k_most:
        return terms
    return f"{terms}, {f'at least {edition.k_least}' if exact < edition.k_least else f'at most {edition.k_most}'}"


def is_by_event(edition: ukd.Edition) -> bool:
    """S3 "score attendu": by the mean of the event; block 2016: game by game."""
    return edition.expectation == "event"


def event_numbers(sides: ValuedSides) -> Ints:
    """Rules 4: a tournament is an event, games without a code form one together."""
    return sides.tournament


def rounding(working: Working) -> list[str]:
    """Rules 4: each event's change as it is shown; the rating takes the exact sum, rounded once."""
    lines, edition = shown_changes(working), working.edition
    if working.own is None:
        return [*lines, f"The player is unrated and counts as {edition.unrated_value}: the change is only shown."]
    rounded = edition.step * round_half_away(Fraction(working.own + working.points, edition.step))
    floor = f", not below {edition.floor}" if rounded < edition.floor else ""
    return [*lines, f"{new_exact(working)}, rounded {rounded}{floor}."]
