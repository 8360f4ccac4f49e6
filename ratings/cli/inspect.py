"""`ratings inspect`: what a file is, what is in it, what is wrong with it."""

from __future__ import annotations

import json
from typing import Any

import click

from ratings.cli.inputs import must_name_stdin_once
from ratings.cli.session import MOST_SHOWN, Session
from ratings.errors import Issue


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option("--encoding", metavar="NAME", help="The files' encoding where it is not UTF-8 or UTF-16.")
@click.pass_obj
@click.pass_context
def inspect(ctx: click.Context, session: Session, files: tuple[str, ...], as_json: bool, encoding: str | None) -> None:
    """Say what files are, what is in them and what is wrong with them; no database is needed or touched.

    FILE may be a folder, a packed file or -. The exit code is 3 where something is wrong.

    \b
    Example:
      ratings inspect open.trf players_list.xml
    """
    from ratings.files.sources import open_all
    from ratings.loading.inspection import inspect as inspected

    must_name_stdin_once(files)
    opened = open_all(files, keep_broken=True)
    told = [inspected(source, encoding) for source in opened.sources]
    if as_json:
        session.show(json.dumps({"files": told, "passed_over": opened.passed_over}, indent=2, ensure_ascii=False))
    else:
        session.show("\n\n".join([*map(as_text, told), *(f"passed over: {name}" for name in opened.passed_over)]))
    ctx.exit(3 if opened.missed or any(one["issue_count"] for one in told) else 0)


def as_text(told: dict[str, Any]) -> str:
    """Write what is known of one file as a few lines."""
    lines = [f"{told['file']}: {told['is'] or 'cannot be read'} ({told.get('encoding', told['format'])})"]
    lines += [f"  {name.replace('_', ' ')}: {_shown(value)}" for name, value in told["contents"].items() if value]
    lines += [f"  note: {_placed(note)}" for note in told["notes"][:MOST_SHOWN]]
    lines += [f"  wrong: {_placed(issue)}" for issue in told["issues"][:MOST_SHOWN]]
    left = told["issue_count"] - MOST_SHOWN
    lines += [f"  … and {left} more (--json has them)"] if left > 0 else []
    return "\n".join(lines)


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {count}" for name, count in value.items())
    return ", ".join(value) if isinstance(value, list) else str(value)


def _placed(issue: dict[str, Any]) -> str:
    if "line" not in issue:
        return ". ".join(text.rstrip(".") for text in (issue["message"], issue.get("hint", "")) if text) + "."
    return Issue("", **issue).placed()
