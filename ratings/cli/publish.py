"""`ratings publish`: freeze a period's list."""

from __future__ import annotations

import click

from ratings.cli.session import Session, left_out, rules_of


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@click.option("--remark", default="", help="What to keep beside the list, such as why it goes out incomplete.")
@click.pass_obj
@click.pass_context
def publish(ctx: click.Context, session: Session, system: str, name: str, remark: str) -> None:
    """Freeze the list of a rated period; from then on it does not change.

    \b
    Example:
      ratings publish ffe-national 2026-01
    """
    from ratings import jobs
    from ratings.loading.mending import blocks
    from ratings.store.periods import find_period

    rules = rules_of(system)
    with session.writing(rules.system, rules=rules) as connection:
        period = find_period(connection, rules.system, name)
        revision = jobs.publish(connection, period, rules, session.now(), remark=remark)
        waiting = blocks(connection, period)
    session.log.count(revision=revision, blocks=len(waiting))
    session.say(f"{rules.system} {name} is published: revision {revision}, in force from {period.publishes}")
    for block in waiting:
        session.say(f"  {left_out(block, 'is not in this list')}")
    ctx.exit(3 if waiting else 0)
