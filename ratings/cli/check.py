"""`ratings check`: is a period ready to publish?"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click

from ratings.cli.gate import figure_lines
from ratings.cli.session import Session, rules_of
from ratings.wording import number_of

SHOWN = 15
"""Lines of one section on the terminal; `--json` has more."""


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
@click.pass_context
def check(ctx: click.Context, session: Session, system: str, name: str, as_json: bool) -> None:
    """Show whether a period is ready: counts, refused rows, what is set aside, odd results, missing estimates.

    \b
    Example:
      ratings check ffe-national 2026-01
    """
    from ratings.checks import check as checked
    from ratings.store.periods import find_period

    rules = rules_of(system)
    with session.reading() as connection:
        told = checked(connection, find_period(connection, rules.system, name), rules, session.now())
    session.show(json.dumps(told, indent=2, ensure_ascii=False) if as_json else as_text(told))
    ctx.exit(3 if told["blocks"] else 0)


def as_text(told: dict[str, Any]) -> str:
    """Write the check as one page."""
    counts = told["counts"]
    lines = [
        f"{told['system']} {told['period']}: {told['state']}",
        f"  {counts['rows']} rows in {counts['tournaments']} tournaments from {number_of(counts['loads'], 'load')}: "
        f"{counts['played']} games played, {counts['not_played']} not; {counts['players']} players",
    ]
    if told["stale"]:
        lines.append("  what it was rated from has changed since: rate it again")
    if "new" in told:
        lines.append(f"  would give {told['new']} new and {told['changed']} changed ratings")
    lines += _figures(told)
    if told["late_reports"]:
        lines.append(f"  {number_of(told['late_reports'], 'late report')}, dated before the period")
    for title, name, line in SECTIONS:
        rows = told.get(name, [])
        rows = [f"{code}: {why}" for code, why in rows.items()] if isinstance(rows, dict) else rows
        lines += _section(title, rows, line, told.get(f"{name}_count", len(rows)))
    if told["blocks"]:
        lines += ["", "Not ready:", *(f"  {block}" for block in told["blocks"])]
        if any("refused row" not in why for why in told["set_aside_why"].values()):
            lines.append("`ratings rate … --accept CODE --reason WHY` rates what the rules do not accept.")
        if told["refused_count"]:
            place = f"{told['system']} {told['period']}"
            lines.append(f"Mend what `ratings export {place} --what refused` gives (--of list|players for others),")
            lines.append("and load it; or load the mended file with --accept-partial, to do without the rest.")
    else:
        lines += ["", "Ready." if told["state"] != "published" else "Published."]
    return "\n".join(lines)


def _figures(told: dict[str, Any]) -> list[str]:
    from ratings.publish.usual import Judged

    if "figures" not in told:
        return []
    judged = Judged.of(told["figures"])
    asks = ["it is unusual: `ratings publish` asks for --accept-unusual REASON"] if judged.reasons else []
    return [f"  {line}" for line in (*figure_lines(judged), *(asks if told["state"] != "published" else ()))]


def _section(title: str, rows: list[Any], line: Callable[[Any], str], count: int) -> list[str]:
    if not rows:
        return []
    more = [f"  … and {count - SHOWN} more"] if count > SHOWN else []
    return ["", f"{title}: {count}", *(f"  {line(row)}" for row in rows[:SHOWN]), *more]


def _refused(row: dict[str, Any]) -> str:
    return f"{row['file']}, line {row['line']}, {row['column']} {row['value']!r}: {row['reason']}"


def _same_game(row: dict[str, Any]) -> str:
    place = f"{row['tournament'] or 'no tournament'}, " + (f"round {row['round']}" if row["round"] else "no round")
    return f"{row['date']} {row['white']} {row['result']} {row['black']} ({place})"


def _improbable(row: dict[str, Any]) -> str:
    return (
        f"{row['date']} {row['winner']} {row['winner_name']} ({row['winner_rating']}) "
        f"beat {row['loser']} {row['loser_name']} ({row['loser_rating']})"
    )


def _move(row: dict[str, Any]) -> str:
    return f"{row['id']} {row['name']}: {row['before']} to {row['after']} ({row['change']:+d})"


def _need(row: dict[str, Any]) -> str:
    return f"{row['id']} {row['name']}: {row['source']} {row['stand_in']}"


def _accepted(row: dict[str, Any]) -> str:
    return f"{row['tournament']}: {row['reason']}"


SECTIONS: tuple[tuple[str, str, Callable[[Any], str]], ...] = (
    ("Refused rows", "refused", _refused),
    ("Unknown players", "unknown_players", str),
    ("Set aside, not rated", "set_aside_why", str),
    ("Accepted by hand", "accepted", _accepted),
    ("Look at these", "doubts", str),
    ("Same day, players and result: one game twice?", "same_games", _same_game),
    ("Improbable results", "improbable", _improbable),
    ("Groups of unrated players who met only each other", "isolated", ", ".join),
    ("Ratings that would move by more than 150", "large_moves", _move),
    ("Archives that end: rated now, or expired", "archives_emptied", str),
    ("Players who need an estimate, valued by a stand-in meanwhile", "need_estimate", _need),
)
"""What is shown, in this order: a title, the key in `--json`, and how one row is written."""
