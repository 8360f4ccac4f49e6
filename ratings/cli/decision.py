"""What every decision on the command line shares: why, for which claim, and who decides, as one value."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from ratings.cli.session import Session
from ratings.errors import RatingsError

Command = Callable[..., Any]
GIVEN = "why_it_is_decided"
"""The name under which the reason comes in, whatever its option is called."""


def decision_options(
    option: str = "--reason", value: str = "decision", **settings: Any
) -> Callable[[Command], Command]:
    """Add an option for the reason, --claim and --by, and give them to the command as one `value`.

    `settings` are those of the reason's option. Where it has no default and is not given, nobody decides: None.
    """
    settings = settings or {"default": "", "help": "Why; it stays in the ledger."}

    def added(command: Command) -> Command:
        @wraps(command)
        def called(*arguments: Any, claim: str, by: str | None, **given: Any) -> Any:
            reason = given.pop(GIVEN)
            decision = None if reason is None else _decision(reason, claim, by)
            return command(*arguments, **given, **{value: decision})

        for one in (
            click.option("--by", metavar="NAME", help="Who decides; by default the login name."),
            click.option("--claim", default="", metavar="NUMBER", help="The claim that it answers."),
            click.option(option, GIVEN, **settings),
        ):
            called = one(called)
        return called

    return added


def decided(reason: str) -> Any:
    """Give a decision for another reason of the command that is running, by its own --by and --claim."""
    given = click.get_current_context().params
    return _decision(reason, given["claim"], given["by"])


def _decision(reason: str, claim: str, by: str | None) -> Any:
    from ratings.store.ledger import Decision
    from ratings.wording import readable

    if by is not None and not (by.strip() and by.isprintable()):
        raise RatingsError("--by names nobody.", "Give a name, or leave it out for the login name.", 2)
    session = click.get_current_context().find_object(Session)
    assert session is not None
    return Decision(readable(by.strip()) if by else session.who(), session.now(), reason, claim)
