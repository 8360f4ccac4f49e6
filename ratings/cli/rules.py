"""`ratings rules`: the numbers in force, their sources, and the errata."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json

import click

from ratings.cli.session import DAY, Session


@click.command()
@click.argument("system", required=False)
@click.option("--on", "day", type=DAY, help="The edition in force on this day; all editions by default.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
def rules(session: Session, system: str | None, day: dt.date | None, as_json: bool) -> None:
    """Show the numbers in force, with their sources, and the misprints of the texts with how they are read.

    \b
    Example:
      ratings rules ffe-national --on 2026-01-01
    """
    from ratings.rules import rule_set, systems

    shown = [rule_set(name) for name in ([system] if system else systems())]
    if as_json:
        told = [
            {
                "system": one.system,
                "editions": [dataclasses.asdict(e) for e in ([one.in_force(day)] if day else one.editions)],
                "errata": [dataclasses.asdict(erratum) for erratum in one.errata],
            }
            for one in shown
        ]
        session.show(json.dumps(told, indent=2, default=str, ensure_ascii=False))
        return
    for one in shown:
        for edition in [one.in_force(day)] if day else one.editions:
            session.show(f"{one.system}, edition {edition.name}, in force from {edition.effective}")
            for key, value in dataclasses.asdict(edition).items():
                if key not in ("system", "name", "effective"):
                    session.show(f"  {key:<26} {value}")
    for source, printed, read_as in dict.fromkeys(
        (e.source, e.printed, e.read_as) for one in shown for e in one.errata
    ):
        session.show(f'erratum, {source}: printed "{printed}"; read as: {read_as}')
