"""FIDE's calculator for one player: S3's steps and words, by the functions that rate a period."""

from __future__ import annotations

from ratings.engine.expected import ValuedSides
from ratings.exact import Ints
from ratings.phrases import Phrase, say
from ratings.rules import fide
from ratings.rules.calculation import Calculation, Request, signed, summed
from ratings.rules.conversions import round_half_away
from ratings.rules.expectation_calc import calculation, work
from ratings.rules.working import Working

WHY_K = {
    fide.TOP_REACHED: say("{top} was reached"),
    fide.JUNIOR: say("a junior never at {never}"),
    fide.NEW: say("fewer than {games} games"),
    fide.SETTLED: say("{games} games or more, {top} never reached"),
}


def calculate(request: Request, edition: fide.Edition) -> Calculation:
    """S3 "Comment se calcule la variation Elo FIDE": each game, the sum, K, the change; or a first rating."""
    return calculation(request, work(request, fide, edition))


def heeded(is_rated: bool, edition: fide.Edition) -> frozenset[str]:
    """Say what beside the games decides: K's conditions; of a newcomer, whether the event is the first."""
    if not is_rated:
        return frozenset({"--games-before"} if edition.first_event_half_points else ())
    return frozenset({"--k", "--games-before"} | ({"--junior"} if not isinstance(edition.junior_age, str) else set()))


def why_k(working: Working) -> Phrase:
    """Say why K is what it is."""
    edition = working.edition
    if len({edition.k_top, edition.k_junior, edition.k_new, edition.k_settled}) == 1:
        return say("the same for all")
    why = WHY_K[working.k_reason]
    return why.of(top=edition.top_reached, never=edition.junior_never_reached, games=edition.new_under_games)


def is_by_event(_: fide.Edition) -> bool:
    """H 8.3: every game has its own expected score."""
    return False


def event_numbers(sides: ValuedSides, _: fide.Edition) -> Ints:
    """Decision 1: events add up; a tournament is an event."""
    return sides.tournament


def rounding(working: Working) -> list[Phrase]:
    """H 8.3.4: the change to the nearest integer."""
    rounded = round_half_away(working.points)
    own = working.own or 0
    new, added = own + rounded, summed(rounded)
    return [say("Rounded: {change}; {own} {added} = {new}.", change=signed(rounded), own=own, added=added, new=new)]
