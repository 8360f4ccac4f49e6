"""`ratings explain`: every game of one player, and the arithmetic."""

from __future__ import annotations

import json

import click

from ratings.cli.session import Session, rules_of


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@click.argument("player")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
def explain(session: Session, system: str, name: str, player: str, as_json: bool) -> None:
    """Show every game of a player, why it counts or not, and the arithmetic in the regulation's steps.

    \b
    Example:
      ratings explain ffe-national 2026-01 A00012
    """
    from ratings import jobs
    from ratings.explain import by_expectation, by_performance, expectation_text, performance_text
    from ratings.store.periods import find_period
    from ratings.store.runs import edition_of_run, rated_run

    rules = rules_of(system)
    is_expectation = jobs.by_expectation_of(rules)
    with session.reading() as connection:
        period = find_period(connection, rules.system, name)
        edition = edition_of_run(rules, rated_run(connection, period))
        told = (by_expectation if is_expectation else by_performance).explain(connection, period, rules, player)
    if as_json:
        session.show(json.dumps(told, indent=2, ensure_ascii=False, default=str))
    else:
        as_text = expectation_text.as_text if is_expectation else performance_text.as_text
        session.show(as_text(told, edition))
