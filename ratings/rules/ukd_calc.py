"""The Turkish calculator for one player and one event: S3's steps, by the functions that rate a period."""

from __future__ import annotations

from ratings.rules import ukd
from ratings.rules.calculation import Calculation, Request, fixed
from ratings.rules.expectation_calc import Worked, steps, work

WHY_K = {
    ukd.NO_K: "",
    ukd.BAND: "by the rating's band",
    ukd.FORMULA: "by the polynomial, {0.k_least} to {0.k_most}",
}


def calculate(request: Request, edition: ukd.Edition) -> Calculation:
    """S3 "Comment se calcule la variation UKD": the games, the sum, k, the change; or a first rating."""
    return steps(work(request, ukd, edition), WHY_K, _shown, by_event=edition.expectation == "event")


def _shown(worked: Worked) -> str:
    return f"Shown as {fixed(worked.points, worked.edition.change_shown_in)}."
