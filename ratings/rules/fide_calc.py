"""FIDE's calculator for one player: S3's steps, by the functions that rate a period."""

from __future__ import annotations

from ratings.rules import fide
from ratings.rules.calculation import Calculation, Request, signed
from ratings.rules.conversions import round_half_away
from ratings.rules.expectation_calc import Worked, steps, work

WHY_K = {
    fide.NO_K: "",
    fide.TOP_REACHED: "{0.top_reached} was reached",
    fide.JUNIOR: "a junior never at {0.junior_never_reached}",
    fide.NEW: "fewer than {0.new_under_games} games",
    fide.SETTLED: "{0.new_under_games} games or more, {0.top_reached} never reached",
}


def calculate(request: Request, edition: fide.Edition) -> Calculation:
    """S3 "Comment se calcule la variation Elo FIDE": each game, the sum, K, the change; or a first rating."""
    return steps(work(request, fide, edition), WHY_K, _rounded, by_event=False)


def _rounded(worked: Worked) -> str:
    return f"Rounded: {signed(round_half_away(worked.points))}."
