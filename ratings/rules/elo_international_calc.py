"""The old international calculator for one player and one event, by the functions that rate a period."""

from __future__ import annotations

from ratings.rules import elo_international
from ratings.rules.calculation import Calculation, Request, number
from ratings.rules.expectation_calc import (
    PLAYER,
    Worked,
    calculation,
    change_line,
    entry_lines,
    event_lines,
    k_line,
    result_line,
    total_line,
    work,
)

WHY_K = {
    elo_international.NO_K: "",
    elo_international.TOP_REACHED: "{0.top_reached} was reached",
    elo_international.NEW: "fewer than {0.new_under_games} games",
    elo_international.SETTLED: "{0.new_under_games} games or more, {0.top_reached} never reached",
}


def calculate(request: Request, edition: elo_international.Edition) -> Calculation:
    """S1, 2: the games by the mean of the event's opponents, the sum, K, the change; or a first rating."""
    worked = work(request, elo_international, edition)
    if request.rating is None:
        return calculation(worked, entry_lines(worked))
    lines = event_lines(worked)
    if worked.change.counted[PLAYER]:
        lines += [total_line(worked), k_line(worked, why_k(worked)), change_line(worked), _exact(worked)]
        lines.append(result_line(worked))
    return calculation(worked, lines)


def why_k(worked: Worked) -> str:
    """Give the reason for K: given, or rules 3, first column."""
    if worked.request.k is not None:
        return "given"
    return WHY_K[int(worked.change.k_reason[PLAYER])].format(worked.edition)


def _exact(worked: Worked) -> str:
    exact = (worked.request.rating or 0) + worked.points
    return f"Exact: {number(exact)}, to the nearest {worked.edition.step}."
