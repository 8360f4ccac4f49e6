"""FIDE's calculator for one player: S3's steps, by the functions that rate a period."""

from __future__ import annotations

from ratings.rules import fide
from ratings.rules.calculation import Calculation, Request, signed
from ratings.rules.conversions import round_half_away
from ratings.rules.expectation_calc import (
    PLAYER,
    Worked,
    calculation,
    change_line,
    entry_lines,
    game_lines,
    k_line,
    result_line,
    total_line,
    work,
)

WHY_K = {
    fide.NO_K: "",
    fide.TOP_REACHED: "{0.top_reached} was reached",
    fide.JUNIOR: "a junior never at {0.junior_never_reached}",
    fide.NEW: "fewer than {0.new_under_games} games",
    fide.SETTLED: "{0.new_under_games} games or more, {0.top_reached} never reached",
}


def calculate(request: Request, edition: fide.Edition) -> Calculation:
    """S3 "Comment se calcule la variation Elo FIDE": each game, the sum, K, the change; or a first rating."""
    worked = work(request, fide, edition)
    if request.rating is None:
        return calculation(worked, entry_lines(worked))
    lines = game_lines(worked)
    if worked.change.counted[PLAYER]:
        lines += [total_line(worked), k_line(worked, why_k(worked)), change_line(worked), _rounded(worked)]
        lines.append(result_line(worked))
    return calculation(worked, lines)


def why_k(worked: Worked) -> str:
    """Give the reason for K: given, or decision 2."""
    if worked.request.k is not None:
        return "given"
    return WHY_K[int(worked.change.k_reason[PLAYER])].format(worked.edition)


def _rounded(worked: Worked) -> str:
    return f"Rounded: {signed(round_half_away(worked.points))}."
