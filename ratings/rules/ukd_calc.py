"""The Turkish calculator for one player and one event: S3's steps and words, by the functions that rate a period."""

from __future__ import annotations

from fractions import Fraction

from ratings.engine.expected import ValuedSides
from ratings.exact import Ints
from ratings.phrases import Phrase, say
from ratings.rules import ukd
from ratings.rules.calculation import Calculation, Request, exactly, summed
from ratings.rules.conversions import round_half_away
from ratings.rules.expectation_calc import calculation, work
from ratings.rules.expectation_steps import new_exact, shown_changes
from ratings.rules.working import Working


def calculate(request: Request, edition: ukd.Edition) -> Calculation:
    """S3 "Comment se calcule la variation UKD": the games, the sum, k, the change; or a first rating."""
    return calculation(request, work(request, ukd, edition))


def heeded(is_rated: bool, edition: ukd.Edition) -> frozenset[str]:
    """Say what beside the games decides: k goes by the rating alone; block 2016 has one for the unrated, too."""
    has_k = is_rated or not isinstance(edition.unrated_value, str)
    return frozenset({"--k"} if has_k else ())


def why_k(working: Working) -> Phrase:
    """S3 "k selon votre UKD", rules 4: the band of the rating, or the polynomial with its bounds."""
    edition = working.edition
    rating = edition.unrated_value if working.own is None else working.own
    if working.k_reason == ukd.FORMULA:
        return _polynomial(rating, edition)
    highest = [bound for bound, _ in sorted(edition.k_bands)]
    above = [bound for bound in highest if bound >= rating]
    return say("ratings up to {most}", most=above[0]) if above else say("ratings above {most}", most=highest[-1])


def _polynomial(rating: int, edition: ukd.Edition) -> Phrase:
    scale = edition.k_denominator
    square, slope, constant = (Fraction(n, scale) for n in (edition.k_square, edition.k_rating, edition.k_constant))
    exact = square * rating**2 + slope * rating + constant
    terms = say(
        "{rating}² × {square} {slope} × {rating} {constant} = {exact}",
        rating=rating, square=exactly(square), slope=summed(slope), constant=summed(constant), exact=exactly(exact),
    )  # fmt: skip
    if exact < edition.k_least:
        return say("{terms}, at least {least}", terms=terms, least=edition.k_least)
    return say("{terms}, at most {most}", terms=terms, most=edition.k_most) if exact > edition.k_most else terms


def is_by_event(edition: ukd.Edition) -> bool:
    """S3 "score attendu": by the mean of the event; block 2016: game by game."""
    return edition.expectation == "event"


def event_numbers(sides: ValuedSides, _: ukd.Edition) -> Ints:
    """Rules 4: a tournament is an event, games without a code form one together."""
    return sides.tournament


def rounding(working: Working) -> list[Phrase]:
    """Rules 4: each event's change as it is shown; the rating takes the exact sum, rounded once."""
    lines, edition = shown_changes(working), working.edition
    if working.own is None:
        value = edition.unrated_value
        return [*lines, say("The player is unrated and counts as {value}: the change is only shown.", value=value)]
    rounded = edition.step * round_half_away(Fraction(working.own + working.points, edition.step))
    limit = say(", not below {rating}", rating=edition.floor) if rounded < edition.floor else ""
    return [*lines, say("{sum}, rounded {rounded}{limit}.", sum=new_exact(working), rounded=rounded, limit=limit)]
