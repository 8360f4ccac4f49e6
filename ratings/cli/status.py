"""`ratings status`: how things stand, for monitoring."""

from __future__ import annotations

import datetime as dt
import json
from itertools import groupby
from typing import Any

import click

from ratings.cli.session import DAY, Session, name_of
from ratings.wording import number_of, size_of

MOST_SHOWN = 25
"""Problems shown on the page; `--json` has them all."""
MOST_NAMED = 3
"""Tournaments named in one line; `ratings check` of the next period names them all."""


@click.command()
@click.argument("system", required=False)
@click.option(
    "--max-age", type=click.IntRange(0), metavar="DAYS", help="A newest list in force for longer is a problem."
)
@click.option("--on", "day", type=DAY, help="As it stands on this day; today by default.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
@click.pass_context
def status(
    ctx: click.Context, session: Session, system: str | None, max_age: int | None, day: dt.date | None, as_json: bool
) -> None:
    """Show each system's newest list, the periods not published, what blocks them, and who holds a lock.

    Exit code 0: all is well. 3: something blocks, a period has ended and is not published, a published list is to be
    revised, or one is too old. 1: there is no database.

    \b
    Example:
      ratings status --max-age 40
    """
    from ratings.status import status as stands
    from ratings.store.connect import plainly
    from ratings.store.lock import EVERYTHING, PLAYERS, holders

    name = name_of(system) if system else None
    on = day or dt.date.fromisoformat(session.now()[:10])
    with session.reading() as connection:
        told = stands(connection, on, name, max_age)
    with plainly(session.engine):
        held = holders(session.engine, [*(one["system"] for one in told["systems"]), PLAYERS, EVERYTHING])
    told["locks"] = [{"system": name, **holder.as_dict()} for name, holder in held.items()]
    session.log.count(problems=len(told["problems"]), locks=len(held))
    shown = {"well": not told["problems"], **told}
    session.show(json.dumps(shown, indent=2, ensure_ascii=False) if as_json else as_text(told, {**held}))
    ctx.exit(3 if told["problems"] else 0)


def as_text(told: dict[str, Any], held: dict[str, Any]) -> str:
    """Write it as one page."""
    database = told["database"]
    lines = [f"{database['url']} on {told['on']}: schema {database['schema']}, {size_of(database['bytes'])}"]
    for one in told["systems"]:
        lines += ["", one["system"], f"  list    {_list(one['list'])}"]
        for period in one["periods"]:
            lines.append(_period(period))
        for waiting in one["corrections"]:
            count = number_of(len(waiting["corrections"]), "correction")
            lines.append(f"  revise  {waiting['period']}: published, {count} waiting")
        lines += _left_out(one["left_out"])
    lines += ["", *(f"Held now: {system}, by {holder}" for system, holder in held.items())] if held else []
    problems = told["problems"]
    if problems:
        more = [f"  … and {len(problems) - MOST_SHOWN} more"] if len(problems) > MOST_SHOWN else []
        shown = [f"  {problem}" for problem in problems[:MOST_SHOWN]]
        return "\n".join([*lines, "", f"{number_of(len(problems), 'problem')}:", *shown, *more])
    return "\n".join([*lines, "", "All is well." if told["systems"] else "All is well: no period, no list."])


def _left_out(told: list[dict[str, Any]]) -> list[str]:
    """Say, a line for each list, which games it was made without and are in no list yet."""
    lines = []
    for period, rows in groupby(told, lambda row: row["period"]):
        events = list(rows)
        some = [_event(row) for row in events[:MOST_NAMED]]
        more = f" and {number_of(len(events) - MOST_NAMED, 'more tournament')}" if len(events) > MOST_NAMED else ""
        lines.append(f"  left    {period}: made without {', '.join(some)}{more}: in no list yet")
    return lines


def _event(row: dict[str, Any]) -> str:
    count = number_of(row["games"], "game") if row["games"] else number_of(row["refused"], "refused row")
    return f"{row['tournament'] or 'no tournament'} ({count})"


def _list(newest: dict[str, Any] | None) -> str:
    if newest is None:
        return "none published yet"
    age = newest["age_days"]
    since = f"in force since {newest['in_force_on']}, {number_of(age, 'day')}"
    coming = f"in force from {newest['in_force_on']}, in {number_of(-age, 'day')}"
    adjusted = "".join(f"; adjusted on {day}" for day in newest["adjusted_on"])
    return f"{newest['period']}, revision {newest['revision']}, {since if age >= 0 else coming}{adjusted}"


def _period(one: dict[str, Any]) -> str:
    days, place = one["days_since_end"], f"{one['period']}, {one['starts']} to {one['ends']}"
    if one["late"]:
        rated = "rated" if one["state"] == "rated" else "not rated"
        return f"  late    {place}: ended {number_of(days, 'day')} ago, {rated}, not published"
    return f"  {one['state']:<7} {place}: " + (f"ends in {number_of(-days, 'day')}" if days else "ends today")
