"""What the verbs that publish share: accepting what is unusual, and the table of figures beside what is usual."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ratings.cli.decide import decision_of
from ratings.cli.session import Session

if TYPE_CHECKING:
    from ratings.publish.usual import Judged
    from ratings.store.ledger import Decision

Command = Callable[..., Any]


def accept_options(command: Command) -> Command:
    """Add --accept-unusual, and --by and --claim, which the ledger keeps beside it."""
    for option in (
        click.option("--by", metavar="NAME", help="Who accepts it; by default the login name."),
        click.option("--claim", default="", metavar="NUMBER", help="The claim that it answers."),
        click.option("--accept-unusual", default="", metavar="REASON", help="Publish although figures are unusual."),
    ):
        command = option(command)
    return command


def acceptance_of(session: Session, reason: str, claim: str, by: str | None) -> Decision | None:
    """Give who accepts what is unusual, and why; None where nobody does."""
    return decision_of(session, reason.strip(), claim, by) if reason.strip() else None


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


def say_figures(session: Session, judged: Judged | None, accepted: str = "") -> None:
    """Say the figures of a list, where there are any, and why they are accepted."""
    for line in figure_lines(judged) if judged is not None else ():
        session.say(f"  {line}")
    if judged is not None and judged.reasons and accepted:
        session.say(f"  accepted as unusual: {accepted}")
