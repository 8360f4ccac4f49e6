"""`ratings sign`: a rating or an estimate that somebody answers for."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import click

from ratings.cli.decision import decision_options
from ratings.cli.session import DAY, Session, rules_of
from ratings.errors import RatingsError

if TYPE_CHECKING:
    from ratings.store.ledger import Decision

VALUE = click.IntRange(1, 3999)


@click.command()
@click.argument("system")
@click.argument("player", metavar="ID")
@click.option("--rating", type=VALUE, help="The rating decided by hand.")
@click.option("--estimate", type=VALUE, help="The estimate decided by hand.")
@click.option("--undo", is_flag=True, help="Take back what is signed for that day.")
@click.option("--on", "day", type=DAY, required=True, help="The day from which it is in force.")
@click.option("--signatory", default="", metavar="NAME", help="Who answers for it.")
@decision_options()
@click.pass_obj
def sign(
    session: Session, system: str, player: str, rating: int | None, estimate: int | None, undo: bool, day: dt.date,
    signatory: str, decision: Decision,
) -> None:  # fmt: skip
    """Enter a rating or an estimate that was decided by hand, apart from computed ones; it goes before them.

    \b
    Example:
      ratings sign ukd-standard T0042 --rating 1350 --on 2026-02-01 --signatory Committee --reason "group mean"
    """
    from ratings.decisions.persons import Signature, unsign
    from ratings.decisions.persons import sign as signed

    rules = rules_of(system)
    if (rating is not None) + (estimate is not None) + undo != 1:
        raise RatingsError("One thing at a time is signed.", "Give --rating, --estimate or --undo.", 2)
    if not undo and not (signatory.strip() and signatory.isprintable()):
        raise RatingsError("Somebody must answer for the value.", "Name who by --signatory.", 2)
    with session.writing(rules.system) as connection:
        if undo:
            told = unsign(connection, rules.system, player, day, decision)
        else:
            kind = "estimate" if rating is None else "rating"
            value = Signature(kind, rating or estimate or 0, day, signatory.strip())
            told = signed(connection, rules, player, value, decision)
    session.say(f"Signed: {told}" if not undo else told)
