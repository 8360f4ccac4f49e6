"""`ratings adjust`: a list-wide, dated operation between two lists."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

import click

from ratings.cli.decision import decision_options
from ratings.cli.session import DAY, Session, rules_of, write_out
from ratings.errors import MOST_SHOWN, RatingsError
from ratings.wording import number_of

if TYPE_CHECKING:
    from ratings.engine.adjust import Adjustment
    from ratings.store.ledger import Decision

FACTOR = re.compile(r"[+-]?(\d{1,9}([.,]\d{0,9})?|[.,]\d{1,9})", re.ASCII)


@click.command()
@click.argument("system")
@click.option("--on", "day", type=DAY, required=True, help="The day from which the adjusted ratings are in force.")
@click.option("--below", type=click.IntRange(1, 3999), help="Only ratings below this.")
@click.option("--above", type=click.IntRange(1, 3999), help="Only ratings above this.")
@click.option("--factor", help="Move by this part of the way to the bound, such as 0.4.")
@click.option("--constant", type=click.IntRange(-1000, 1000), help="Move by this many points.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
@decision_options()
@click.pass_obj
def adjust(
    session: Session, system: str, day: dt.date, below: int | None, above: int | None, factor: str | None,
    constant: int | None, dry_run: bool, decision: Decision,
) -> None:  # fmt: skip
    """Adjust every rated player's rating between two lists, inactive players included.

    \b
    Example:
      ratings adjust fide-standard --on 2024-03-01 --below 2000 --factor 0.4 --reason "FIDE, 1 March 2024" --dry-run
    """
    from ratings.adjustments import preview, store
    from ratings.publish.write import as_csv

    operation = _operation(below, above, factor, constant)
    if not dry_run and not decision.reason.strip():
        raise RatingsError("An adjustment needs a reason.", "Give it by --reason; --dry-run needs none.", 2)
    rules = rules_of(system)
    if dry_run:
        with session.reading() as connection:
            made = preview(connection, rules, day, operation)
            write_out(None, as_csv(made.frame))
    else:
        with session.writing(rules.system, rules=rules) as connection:
            made = preview(connection, rules, day, operation)
            load = store(connection, rules, day, operation, made, decision)
            _show_first(as_csv(made.frame))
    verb = "would be adjusted" if dry_run else "adjusted"
    stay = len(made.frame) - made.moved
    same = f" ({number_of(stay, 'other')} would move by less than the rounding)" if stay else ""
    session.say(f"{rules.system}: {number_of(made.moved, 'rating')} {verb}{same}, in force from {day}")
    if not dry_run:
        session.say(f"`ratings export {rules.system}` gives the adjusted list; `ratings unload {load}` takes it back")


def _show_first(data: bytes) -> None:
    """Write the adjusted ratings out before they are committed: what could not be shown is not stored.

    Raises:
        RatingsError: stdout is full, or whoever reads it has gone.
    """
    try:
        write_out(None, data)
    except OSError as error:
        raise RatingsError(
            f"The adjusted ratings cannot be written to stdout ({error.strerror}), so nothing is adjusted.",
            "Write them into a file: put > adjusted.csv after the command.",
        ) from error


def _operation(below: int | None, above: int | None, factor: str | None, constant: int | None) -> Adjustment:
    from fractions import Fraction

    from ratings.engine.adjust import Adjustment

    if below is not None and above is not None:
        raise RatingsError("A bound is below or above, not both.", "Give --below or --above.", 2)
    if factor is not None and not FACTOR.fullmatch(factor.strip()):
        raise RatingsError(f"--factor {factor[:MOST_SHOWN]!r} is not a number.", "Write it like 0.4.", 2)
    part = Fraction(factor.strip().replace(",", ".")) if factor is not None else None
    operation = Adjustment(below if below is not None else above, above is None, part, constant)
    if operation.problem():
        raise RatingsError(operation.problem(), "Such as --below 2000 --factor 0.4, or --constant 15.", 2)
    return operation
