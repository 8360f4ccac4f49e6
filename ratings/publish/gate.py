"""The gate before publication: the list read again is what the database holds, and moves no more than is usual."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.publish.job_files import Made
from ratings.publish.proof import differences
from ratings.publish.stored_tables import StoredRun
from ratings.publish.usual import Judged, judge, of_revision
from ratings.store.figures import Figures, figures_of
from ratings.store.periods import Period

MOST_NAMED = 5
"""Differences that a message names."""
CLOSED = 4
"""Exit code where the gate refuses."""


class GateError(RatingsError):
    """The gate does not let a list pass; `judged` are its figures where it is for these, else None."""

    def __init__(self, reason: str, hint: str, judged: Judged | None = None) -> None:
        super().__init__(reason, hint, CLOSED)
        self.judged = judged


@dataclass(frozen=True, slots=True)
class Passed:
    """A list that may be published: its figures, and these beside what is usual."""

    figures: Figures
    judged: Judged


def examine(connection: sa.Connection, period: Period, run: StoredRun, made: Made, *, accept_unusual: bool) -> Passed:
    """Compare a list, as it will be written, with its run in the database, and its figures with what is usual.

    Raises:
        GateError: it is not what the database holds, or it is unusual and that is not accepted.
    """
    if found := differences(connection, made.again, run):
        raise _not_stored(period, found)
    figures = figures_of(connection, period, run.rows)
    if period.published:
        return Passed(figures, of_revision(figures, period.published + 1))
    judged = judge(connection, period, figures)
    if judged.reasons and not accept_unusual:
        raise GateError(
            f"{period.system} {period.name} is not published, because it is unusual: {'; '.join(judged.reasons)}.",
            f"Look into it (ratings check {period.system} {period.name}). If it is right, the same command with "
            "--accept-unusual REASON publishes it.",
            judged,
        )
    return Passed(figures, judged)


def _not_stored(period: Period, found: list[str]) -> GateError:
    more = f"; and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    return GateError(
        f"{period.system} {period.name} is not published: read again, it is not what the database holds. "
        f"{'; '.join(found[:MOST_NAMED])}{more}.",
        f"Rate it again (ratings rate {period.system} {period.name}). If it stays, it is a fault of the program: "
        "report these lines.",
    )
