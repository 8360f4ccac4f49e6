"""`ratings diff`: how two lists differ, and why."""

from __future__ import annotations

import json

import click

from ratings.cli.session import Session, rules_of, write_out
from ratings.errors import RatingsError

MOST_PLAYERS = 20
"""Players shown with their causes on a terminal."""


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@click.option(
    "--against", metavar="PERIOD|REVISION|FILE",
    help="The other list; by default the revision before, or where there is none the list before.",
)  # fmt: skip
@click.option("--revision", type=click.IntRange(1), help="This list by an earlier revision; else the newest.")
@click.option("--encoding", metavar="NAME", help="The file's encoding where it is not UTF-8 or UTF-16.")
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
@click.option("--csv", "as_table", is_flag=True, help="All players, as CSV.")
@click.option("-o", "--output", metavar="FILE", help="All players into a file, as CSV (or JSON with --json).")
@click.pass_obj
def diff(
    session: Session, system: str, name: str, against: str | None, revision: int | None, encoding: str | None,
    as_json: bool, as_table: bool, output: str | None,
) -> None:  # fmt: skip
    """Show whose value differs between two lists, and why: causes that are proved by undoing them.

    How many players of each cause, the changes as bars, then the players, largest change first. A published list is
    compared with another revision, another period, or a list in a file.

    \b
    Example:
      ratings diff ffe-national 2026-01
      ratings diff ffe-national 2026-02 --against 2025-12 --csv
      ratings diff ffe-national 2026-01 --against list-from-excel.csv -o differences.csv
    """
    from ratings.differences.against import report as reported
    from ratings.differences.text import as_text
    from ratings.publish.exports import period_of
    from ratings.publish.write import as_csv

    if as_json and as_table:
        raise RatingsError("--json and --csv are two forms.", "Take one of them.", 2)
    rules = rules_of(system)
    with session.reading() as connection:
        report = reported(connection, period_of(connection, rules.system, name, revision), against, rules, encoding)
    for note in report.notes:
        session.say(f"note: {note}")
    if as_json:
        text = json.dumps(report.as_json(), indent=2, ensure_ascii=False)
        write_out(output, f"{text}\n".encode())
    elif as_table or output is not None:
        write_out(output, as_csv(report.frame()))
    else:
        session.show(as_text(report, MOST_PLAYERS))
    if output not in (None, "-"):
        session.say(f"{output}: {len(report.differences)} players")
