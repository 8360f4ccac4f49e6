"""`ratings check`: is a period ready to publish?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from ratings.cli.session import Session, rules_of, write_out
from ratings.errors import RatingsError
from ratings.wording import number_of

if TYPE_CHECKING:
    import sqlalchemy as sa

    from ratings.checks.ready import Checked
    from ratings.store.periods import Period


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@click.option("--all", "show_all", is_flag=True, help="Every line of every section, not the first ten.")
@click.option("--estimates", metavar="FILE", help="Also write who needs an estimate, by club: `load players` takes it.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, with all lines.")
@click.pass_obj
@click.pass_context
def check(
    ctx: click.Context, session: Session, system: str, name: str, show_all: bool, estimates: str | None, as_json: bool
) -> None:
    """Show on one page whether a period is ready to publish: what blocks, what looks wrong, what is worth knowing.

    \b
    Example:
      ratings check ffe-national 2026-01
      ratings check ffe-national 2026-01 --all --estimates clubs.csv
    """
    from ratings.checks.ready import check as checked
    from ratings.cli.check_page import page
    from ratings.store.periods import find_period

    rules, frame = rules_of(system), None
    with session.reading() as connection:
        period = find_period(connection, rules.system, name)
        found = checked(connection, period, rules, session.now())
        if estimates:
            frame = _estimates(connection, period, found)
    if frame is not None:
        from ratings.publish.write import as_csv

        write_out(estimates, as_csv(frame))
        session.say(f"{estimates}: {number_of(len(frame), 'player')} in need of an estimate")
    if estimates != "-":
        shown = found.told
        session.show(json.dumps(shown, indent=2, ensure_ascii=False) if as_json else page(shown, show_all=show_all))
    told = found.told
    session.log.count(**told["counts"], refused=told["refused_count"], blocks=len(told["blocks"]))
    ctx.exit(3 if told["blocks"] else 0)


def _estimates(connection: sa.Connection, period: Period, found: Checked) -> Any:
    """Give the table of who needs an estimate.

    Raises:
        RatingsError: the system asks for none, or the period cannot be rated now.
    """
    from ratings.publish.exports import of_run
    from ratings.publish.run_tables import run_table
    from ratings.store.players import read_people

    if found.rated is None:
        hint = f"ratings export {period.system} {period.name} --what estimates gives those of a list that is published."
        raise RatingsError("Who needs an estimate is known of the period that is to be published next.", hint)
    if "need_estimate" not in found.told:
        raise RatingsError(f"{period.system} rates without estimates.", "Leave --estimates out.", 2)
    return of_run(period, run_table(read_people(connection), found.rated.rows), "estimates")
