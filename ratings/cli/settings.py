"""`ratings settings`: limits for what a published list may move, until earlier lists say what is usual."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from ratings.cli.decision import decision_options
from ratings.cli.session import Session, name_of
from ratings.errors import RatingsError

if TYPE_CHECKING:
    from ratings.store.ledger import Decision


@click.command()
@click.argument("system")
@click.argument("given", metavar="[NAME=VALUE]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@decision_options()
@click.pass_obj
def settings(session: Session, system: str, given: tuple[str, ...], as_json: bool, decision: Decision) -> None:
    """Show the settings of a system, set them, or end them (NAME= without a value); changes go into the ledger.

    \b
    Example:
      ratings settings ffe-national
      ratings settings ffe-national most-changed=9000 most-drift=4 --reason "board, 3 May"
    """
    from ratings.store.settings import change_settings, read_settings

    system = name_of(system)
    if given:
        asked = dict(map(_pair, given))
        with session.writing(system) as connection:
            found = change_settings(connection, system, asked, decision)
    else:
        with session.reading() as connection:
            found = read_settings(connection, system)
    session.show(json.dumps(found, indent=2) if as_json else _as_text(found))


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise RatingsError(f"{text!r} sets nothing.", "Write NAME=VALUE, such as most-changed=9000.", 2)
    return name.strip(), value.strip()


def _as_text(found: dict[str, str]) -> str:
    """Write all settings there are, what they limit, and the values that are set."""
    from ratings.store.settings import SETTINGS

    width = max(map(len, SETTINGS))
    return "\n".join(f"{name:<{width}}  {found.get(name, '-'):>10}  {what}" for name, (_, what) in SETTINGS.items())
