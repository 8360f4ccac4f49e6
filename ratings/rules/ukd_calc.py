"""The Turkish calculator for one player and one event: S3's steps, by the functions that rate a period."""

from __future__ import annotations

from ratings.rules import ukd
from ratings.rules.calculation import Calculation, Request, fixed
from ratings.rules.expectation_calc import (
    PLAYER,
    Worked,
    calculation,
    change_line,
    entry_lines,
    event_lines,
    game_lines,
    k_line,
    result_line,
    total_line,
    work,
)

WHY_K = {
    ukd.NO_K: "",
    ukd.BAND: "by the rating's band",
    ukd.FORMULA: "by the polynomial, {0.k_least} to {0.k_most}",
}


def calculate(request: Request, edition: ukd.Edition) -> Calculation:
    """S3 "Comment se calcule la variation UKD": the games, the sum, k, the change; or a first rating."""
    worked = work(request, ukd, edition)
    if request.rating is None:
        return calculation(worked, entry_lines(worked))
    lines = event_lines(worked) if edition.expectation == "event" else game_lines(worked)
    if worked.change.counted[PLAYER]:
        lines += [total_line(worked), k_line(worked, why_k(worked)), change_line(worked), _shown(worked)]
        lines.append(result_line(worked))
    return calculation(worked, lines)


def why_k(worked: Worked) -> str:
    """Give the reason for k: given, the band of the rating, or the polynomial."""
    if worked.request.k is not None:
        return "given"
    return WHY_K[int(worked.change.k_reason[PLAYER])].format(worked.edition)


def _shown(worked: Worked) -> str:
    return f"Shown as {fixed(worked.points, worked.edition.change_shown_in)}."
