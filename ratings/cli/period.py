"""`ratings period`: open periods, and show them with their state."""

from __future__ import annotations

import datetime as dt
import json

import click

from ratings.cli.session import DAY, Session, name_of


@click.group()
def period() -> None:
    """Open periods, and show them with their state."""


@period.command("add")
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@click.option("--starts", type=DAY, required=True, help="First day, inclusive.")
@click.option("--ends", type=DAY, required=True, help="Last day, inclusive.")
@click.option("--publishes", type=DAY, help="The list's first day in force; by default the day after the last.")
@click.pass_obj
def add(session: Session, system: str, name: str, starts: dt.date, ends: dt.date, publishes: dt.date | None) -> None:
    """Open a period of a system.

    \b
    Example:
      ratings period add ffe-national 2026-01 --starts 2026-01-01 --ends 2026-01-31
    """
    from ratings.store.periods import add_period

    rules = name_of(system)
    with session.writing(rules) as connection:
        made, new = add_period(connection, rules, name, starts, ends, publishes)
    state = "opened" if new else "unchanged"
    session.say(f"{rules} {name}: {state}, {made.starts} to {made.ends}, in force from {made.publishes}")


@period.command("list")
@click.argument("system", required=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
def list_(session: Session, system: str | None, as_json: bool) -> None:
    """Show the periods with their state: open, rated or published.

    \b
    Example:
      ratings period list ffe-national
    """
    from ratings.store.periods import all_periods

    with session.reading() as connection:
        periods = all_periods(connection, name_of(system) if system else None)
    rows = [
        {
            "system": p.system, "period": p.name, "starts": str(p.starts), "ends": str(p.ends),
            "publishes": str(p.publishes), "state": p.state, "revision": p.published,
        }
        for p in periods
    ]  # fmt: skip
    if as_json:
        session.show(json.dumps(rows, indent=2))
        return
    for row in rows:
        revision = f" (revision {row['revision']})" if row["revision"] else ""
        session.show(
            f"{row['system']:<16} {row['period']:<12} {row['starts']} to {row['ends']}  "
            f"in force {row['publishes']}  {row['state']}{revision}"
        )
