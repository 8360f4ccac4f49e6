"""`ratings rules`: the numbers in force, their sources, and the errata."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
from typing import TYPE_CHECKING, Any

import click

from ratings.cli.session import DAY, Session

if TYPE_CHECKING:
    from ratings.rules import RuleSet

TABLES = ("percentage_to_difference", "difference_to_expected")


@click.command()
@click.argument("system", required=False)
@click.option("--on", "day", type=DAY, help="The edition in force on this day; all editions by default.")
@click.option("--table", type=click.Choice(TABLES), help="Print a conversion table instead, as CSV.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
def rules(session: Session, system: str | None, day: dt.date | None, table: str | None, as_json: bool) -> None:
    """Show the numbers in force, with their sources, and the misprints of the texts with how they are read.

    \b
    Example:
      ratings rules ffe-national --on 2026-01-01
    """
    from importlib.resources import files

    from ratings.rules import rule_set, systems

    if table:
        session.show(files("ratings.conversion_tables").joinpath(f"{table}.csv").read_text("utf-8").rstrip())
        return
    shown = [rule_set(name) for name in ([system] if system else systems())]
    if day and not system:  # of all systems, those that have rules for the day
        shown = [one for one in shown if one.editions[0].effective <= day]
    if as_json:
        session.show(json.dumps([_values(one, day) for one in shown], indent=2, default=str, ensure_ascii=False))
        return
    for one in shown:
        for edition in [one.in_force(day)] if day else one.editions:
            session.show(f"{one.system}, edition {edition.name}, in force from {edition.effective}: {edition.source}")
            for key, meaning in one.meanings:
                if key != "source":
                    session.show(f"  {key:<27} {getattr(edition, key)!s:<12} {meaning}")
    for source, printed, read_as in dict.fromkeys(
        (e.source, e.printed, e.read_as) for one in shown for e in one.errata
    ):
        session.show(f'erratum, {source}: printed "{printed}"; read as: {read_as}')


def _values(rules: RuleSet, day: dt.date | None) -> dict[str, Any]:
    editions = [rules.in_force(day)] if day else rules.editions
    return {
        "system": rules.system,
        "meanings": dict(rules.meanings),
        "editions": [dataclasses.asdict(edition) for edition in editions],
        "errata": [dataclasses.asdict(erratum) for erratum in rules.errata],
    }
