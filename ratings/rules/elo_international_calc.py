"""The old international calculator for one player and one event, by the functions that rate a period."""

from __future__ import annotations

from ratings.rules import elo_international
from ratings.rules.calculation import Calculation, Request, number
from ratings.rules.expectation_calc import Worked, steps, work

WHY_K = {
    elo_international.NO_K: "",
    elo_international.TOP_REACHED: "{0.top_reached} was reached",
    elo_international.NEW: "fewer than {0.new_under_games} games",
    elo_international.SETTLED: "{0.new_under_games} games or more, {0.top_reached} never reached",
}


def calculate(request: Request, edition: elo_international.Edition) -> Calculation:
    """S1, 2: the games by the mean of the event's opponents, the sum, K, the change; or a first rating."""
    return steps(work(request, elo_international, edition), WHY_K, _exact, by_event=True)


def _exact(worked: Worked) -> str:
    exact = (worked.request.rating or 0) + worked.points
    return f"Exact: {number(exact)}, to the nearest {worked.edition.step}."
