"""The old international calculator for one player and one event, by the functions that rate a period."""

from __future__ import annotations

from ratings.engine.expected import ValuedSides
from ratings.exact import Ints
from ratings.phrases import Phrase, say
from ratings.rules import elo_international
from ratings.rules.calculation import Calculation, Request
from ratings.rules.expectation_calc import calculation, work
from ratings.rules.expectation_steps import new_exact
from ratings.rules.working import Working

WHY_K = {
    elo_international.TOP_REACHED: say("{top} was reached"),
    elo_international.NEW: say("fewer than {games} games"),
    elo_international.SETTLED: say("{games} games or more, {top} never reached"),
}


def calculate(request: Request, edition: elo_international.Edition) -> Calculation:
    """S1, 2: the games by the mean of the event's opponents, the sum, K, the change; or a first rating."""
    return calculation(request, work(request, elo_international, edition))


def heeded(is_rated: bool, edition: elo_international.Edition) -> frozenset[str]:
    """Say what beside the games decides: career games decide about K, and nothing about a newcomer."""
    return frozenset({"--k", "--games-before"} if is_rated else ())


def why_k(working: Working) -> Phrase:
    """Say why K is what it is."""
    return WHY_K[working.k_reason].of(top=working.edition.top_reached, games=working.edition.new_under_games)


def is_by_event(_: elo_international.Edition) -> bool:
    """S1, 2: an event is expected from the mean of its opponents."""
    return True


def event_numbers(sides: ValuedSides, edition: elo_international.Edition) -> Ints:
    """Decision 1: a tournament is an event; what games without a code are, the edition says."""
    return elo_international.event(sides, edition)


def rounding(working: Working) -> list[Phrase]:
    """S1, 2: old + change, to the nearest half ten."""
    return [say("Exact: {sum}, to the nearest {step}.", sum=new_exact(working), step=working.edition.step)]
