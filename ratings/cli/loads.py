"""`ratings loads` and `ratings unload`: what was loaded, and taking one load back."""

from __future__ import annotations

import json
from typing import Any

import click

from ratings.cli.session import Session
from ratings.wording import number_of

LARGEST_KEY = 2**31 - 1
"""What the database's column of load numbers holds."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
def loads(session: Session, as_json: bool) -> None:
    """Show every file that was loaded: number, kind, where it went, counts.

    \b
    Example:
      ratings loads
    """
    import sqlalchemy as sa

    from ratings.store import schema

    load = schema.load
    names = (
        "load_key", "kind", "scope", "file", "rows", "stored", "known", "refused", "late", "encoding", "loaded_at",
        "sha256",
    )  # fmt: skip
    with session.reading() as connection:
        adjusted = schema.rating_list.c
        query = (
            sa.select(*(load.c[name] for name in names), adjusted.adjustment, adjusted.remark)
            .outerjoin(schema.rating_list, adjusted.list_key == load.c.list_key)
            .order_by(load.c.load_key)
        )
        rows = [dict(row) for row in connection.execute(query).mappings()]
    if as_json:
        session.show(json.dumps([{"load": row.pop("load_key"), **row} for row in rows], indent=2, ensure_ascii=False))
        return
    for row in rows:
        session.show(_line(row))


def _line(row: dict[str, Any]) -> str:
    if row["adjustment"]:
        what = f"{number_of(row['rows'], 'rating')} adjusted: {row['adjustment']}; {row['remark']}"
        return f"{row['load_key']:>4}  adjust   {row['scope']:<28} {what}"
    late = f", {row['late']} late" if row["late"] else ""
    return (
        f"{row['load_key']:>4}  {row['kind']:<8} {row['scope'] or '-':<28} {row['file']}: "
        f"{number_of(row['rows'], 'row')}, {row['stored']} stored, "
        f"{row['known']} known, {row['refused']} refused{late}  ({row['loaded_at']})"
    )


@click.command()
@click.argument("load", type=click.IntRange(1, LARGEST_KEY))
@click.pass_obj
def unload(session: Session, load: int) -> None:
    """Take one load back, as long as its period is not published; `ratings loads` shows the numbers.

    \b
    Example:
      ratings unload 3
    """
    from ratings.adjustments import ADJUSTMENT
    from ratings.loading.journal import find_load
    from ratings.loading.unload import unload as take_back
    from ratings.store.ledger import Decision, enter
    from ratings.store.periods import all_periods

    with session.reading() as connection:
        system = find_load(connection, load).system
    with session.writing(system or "players") as connection:
        row = find_load(connection, load)
        period = next((p for p in all_periods(connection, row.system) if p.key == row.period_key), None)
        counts = take_back(connection, load, period)
        if row.file == ADJUSTMENT:
            decision = Decision(session.who(), session.now(), "taken back by `ratings unload`")
            enter(connection, decision, "unload", f"adjustment of {row.scope}, load {load}", system=row.system)
    session.log.about(system=row.system or None, period=period.name if period else None)
    session.log.count(**{what.replace(" ", "_"): count for what, count in counts.items()})
    told = ", ".join(f"{count} {what}" for what, count in counts.items())
    session.say(f"Load {load} ({row.file}) is taken back: {told}.")
