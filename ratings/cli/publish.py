"""`ratings publish`: freeze a period's list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratings.cli.gate import accept_options, say_figures
from ratings.cli.session import Session, left_out, rules_of

if TYPE_CHECKING:
    from ratings.store.ledger import Decision


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@click.option("--remark", default="", help="What to keep beside the list, such as why it goes out incomplete.")
@accept_options
@click.pass_obj
@click.pass_context
def publish(
    ctx: click.Context, session: Session, system: str, name: str, remark: str, acceptance: Decision | None
) -> None:
    """Freeze the list of a rated period; from then on it does not change.

    The list is read again and compared with the database, its figures with those of the lists before it; where these
    are unusual, nothing is published (exit 4) unless that is accepted.

    \b
    Example:
      ratings publish ffe-national 2026-01
      ratings publish ffe-national 2026-02 --accept-unusual "the league's last rounds are all in this month"
    """
    from ratings import jobs
    from ratings.loading.mending import blocks
    from ratings.publish.gate import GateError
    from ratings.store.periods import find_period

    rules = rules_of(system)
    how = jobs.Publishing(remark, accept_unusual=acceptance)
    try:
        with session.writing(rules.system, rules=rules) as connection:
            period = find_period(connection, rules.system, name)
            done = jobs.publish(connection, period, rules, session.now(), how)
            waiting = blocks(connection, period)
    except GateError as refused:
        say_figures(session, refused.judged)
        raise
    session.log.count(revision=done.revision, blocks=len(waiting))
    session.say(f"{rules.system} {name} is published: revision {done.revision}, in force from {period.publishes}")
    say_figures(session, done.judged, acceptance)
    for block in waiting:
        session.say(f"  {left_out(block, 'is not in this list')}")
    ctx.exit(3 if waiting else 0)
