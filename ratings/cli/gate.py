"""What the verbs that publish share: accepting what is unusual, and the table of figures beside what is usual."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ratings.cli.decision import decision_options
from ratings.cli.session import Session

if TYPE_CHECKING:
    from ratings.publish.usual import Judged
    from ratings.store.ledger import Decision

accept_options = decision_options(
    "--accept-unusual", "acceptance", metavar="REASON", help="Publish although figures are unusual.",
    callback=lambda _context, _option, reason: (reason or "").strip() or None,
)  # fmt: skip
"""Adds --accept-unusual, --by and --claim, and gives them as `acceptance`: None where nobody accepts."""


def figure_lines(judged: Judged) -> list[str]:
    """Write the figures of a list as a table, each beside what is usual."""
    from ratings.publish.usual import KINDS

    rows = [("", "this list", "usual", "")]
    rows += [
        (KINDS[line.name].title, line.shown, line.usual or "-", "unusual" if line.is_unusual else "")
        for line in judged.lines
    ]
    first, second, third = (max(len(row[place]) for row in rows) for place in range(3))
    lines = [
        f"{title:<{first}}  {value:>{second}}  {usual:<{third}}  {word}".rstrip() for title, value, usual, word in rows
    ]
    return [*lines, judged.by]


def say_figures(session: Session, judged: Judged | None, acceptance: Decision | None = None) -> None:
    """Say the figures of a list, where there are any, and why they are accepted."""
    for line in figure_lines(judged) if judged is not None else ():
        session.say(f"  {line}")
    if judged is not None and judged.reasons and acceptance is not None:
        session.say(f"  accepted as unusual: {acceptance.reason}")
