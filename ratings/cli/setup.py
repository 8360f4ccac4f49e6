"""`ratings init`: create the database, or bring it to this program's schema."""

from __future__ import annotations

import click

from ratings.cli.session import Session


@click.command()
@click.pass_obj
def init(session: Session) -> None:
    """Create the database, or bring it up to date; back it up first.

    \b
    Example:
      ratings --db sqlite:///ratings.db init
    """
    from ratings.store.connect import shown, upgrade
    from ratings.store.schema import HEAD

    upgrade(session.engine)
    session.say(f"{shown(session.engine)} is ready (schema {HEAD}).")
