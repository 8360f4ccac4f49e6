"""`ratings ledger`: what was decided, by whom, when, why and for which claim."""

from __future__ import annotations

import json
from typing import Any

import click

from ratings.cli.session import Session, name_of
from ratings.wording import number_of, one_a_line

SUBJECT_AT = 6
"""The column at which the lines below an entry's first begin."""


@click.command()
@click.argument("system", required=False)
@click.argument("name", metavar="[PERIOD]", required=False)
@click.option("--claim", default="", metavar="NUMBER", help="Only what answers this claim.")
@click.option("--about", default="", metavar="TEXT", help="Only what has this text in its subject, such as an id.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
def ledger(session: Session, system: str | None, name: str | None, claim: str, about: str, as_json: bool) -> None:
    """Show the decisions in order: who, when, what, why, for which claim, and the lists that they touched.

    \b
    Example:
      ratings ledger ffe-national 2026-01 --claim 17
    """
    from ratings.store.ledger import read_entries
    from ratings.store.periods import find_period

    system = None if system is None else name_of(system)
    with session.reading() as connection:
        period = find_period(connection, system, name) if system and name else None
        entries = read_entries(connection, system=system, period=period, claim=claim, about=about)
    if as_json:
        session.show(json.dumps(entries, indent=2, ensure_ascii=False))
        return
    for entry in entries:
        session.show(as_text(entry))
    session.say(number_of(len(entries), "decision"))


def as_text(entry: dict[str, Any]) -> str:
    """Write an entry as a line of who and what, and lines of why and what it touched."""
    place = " ".join(part for part in (entry["system"], entry["period"]) if part) or "all systems"
    claim = f" (claim {entry['claim']})" if entry["claim"] else ""
    lines = [f"{entry['entry']:>4}  {entry['at']}  {entry['by']}: {entry['action']}, {place}{claim}"]
    lines += [f"      {one_a_line(entry['subject'], SUBJECT_AT)}", f"      why: {entry['reason']}"]
    lines += [f"      lists: {', '.join(entry['lists'])}"] if entry["lists"] else []
    return "\n".join(lines)
