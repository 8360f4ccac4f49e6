"""`ratings hold`, `release`, `withdraw`, `correct`, `reassign`: decisions about games that are stored."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from ratings.cli.decision import decision_options
from ratings.cli.session import DAY, Session, name_of
from ratings.errors import RatingsError
from ratings.wording import one_a_line

if TYPE_CHECKING:
    from ratings.store.ledger import Decision

Command = Callable[..., Any]
NAMES = ("tournament", "round", "day", "white", "black", "player")
"""What names a game, a tournament or a player: the fields of `Named`."""


def _named(command: Command) -> Command:
    """Add the options that name a game, a tournament or a player, and give them as one value `named`."""

    @wraps(command)
    def called(*arguments: Any, **given: Any) -> Any:
        from ratings.decisions.choice import Named

        named = Named(**{name: given.pop(name) for name in NAMES})
        return command(*arguments, named=named, **given)

    for option in (
        click.option("--player", metavar="ID", help="A player, of either colour; alone: all games of the player."),
        click.option("--black", metavar="ID", help="Black, by id."),
        click.option("--white", metavar="ID", help="White, by id."),
        click.option("--date", "day", type=DAY, help="The day of the game."),
        click.option("--round", type=click.IntRange(1, 65_535), help="The round of the game."),
        click.option("--tournament", metavar="CODE", help="The tournament; alone: all of it."),
    ):
        called = option(called)
    return called


def _decide(session: Session, system: str, name: str, done: str, how: Callable[..., str], *what: Any) -> None:
    """Take one decision about a period in one transaction, `how(connection, period, *what)`, and say what it was."""
    from ratings.store.periods import find_period

    system = name_of(system)
    with session.writing(system) as connection:
        period = find_period(connection, system, name)
        subject = how(connection, period.reopened(), *what)
    session.say(one_a_line(f"{done}: {subject}", len(f"{done}: ")))
    verb = "revise" if period.published else "rate"
    session.say(f"  it takes effect with `ratings {verb} {system} {name}`")


def _must_name(named: Any) -> None:
    if named.is_wide and named.tournament is None and named.player is None:
        raise RatingsError("Nothing is named.", "Name a game, or a --tournament or --player alone.", 2)


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@_named
@decision_options()
@click.pass_obj
def hold(session: Session, system: str, name: str, named: Any, decision: Decision) -> None:
    """Keep a tournament, a game or a player's games out of the rating until they are released; they stay visible.

    \b
    Example:
      ratings hold ffe-national 2026-01 --tournament OPEN --reason "report is being checked"
    """
    from ratings.decisions.hold import hold as held

    _must_name(named)
    _decide(session, system, name, "Held", held, named, decision)


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@_named
@decision_options()
@click.pass_obj
def release(session: Session, system: str, name: str, named: Any, decision: Decision) -> None:
    """End a hold or a withdrawal; rate a tournament that is set aside without its refused rows.

    \b
    Example:
      ratings release ffe-national 2026-01 --tournament OPEN --reason "the arbiter has confirmed it"
    """
    from ratings.decisions.hold import release as released

    _must_name(named)
    _decide(session, system, name, "Released", released, named, decision)


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@_named
@decision_options()
@click.pass_obj
def withdraw(session: Session, system: str, name: str, named: Any, decision: Decision) -> None:
    """Take one game out of the rating for good; it stays visible, and does not come back with its file.

    \b
    Example:
      ratings withdraw ffe-national 2026-01 --tournament OPEN --round 3 --white A00012 --reason "never played"
    """
    from ratings.decisions.correct import withdraw as withdrawn

    _must_name(named)
    _decide(session, system, name, "Withdrawn", withdrawn, named, decision)


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@_named
@click.option("--result", help="The right result, as in a file: 1-0, 0-1, 1/2-1/2, 1-0F …")
@click.option("--new-date", type=DAY, help="The right day.")
@click.option("--new-round", type=click.IntRange(1, 65_535), help="The right round.")
@decision_options()
@click.pass_obj
def correct(
    session: Session, system: str, name: str, named: Any, result: str | None, new_date: dt.date | None,
    new_round: int | None, decision: Decision,
) -> None:  # fmt: skip
    """Give one game another result, day or round; the row as it came stays visible.

    \b
    Example:
      ratings correct ffe-national 2026-01 --round 3 --white A00012 --result 0-1 --reason "claim of Black" --claim 17
    """
    from ratings.decisions.correct import Change
    from ratings.decisions.correct import correct as corrected
    from ratings.files.cells import Unreadable, read_result

    _must_name(named)
    try:
        code = None if result is None else read_result(result)
    except Unreadable as problem:
        raise RatingsError(f"--result {result!r}: {problem}.", "Write it as in a file: 1-0, 0-1, 1/2-1/2.", 2) from None
    _decide(session, system, name, "Corrected", corrected, named, Change(code, new_date, new_round), decision)


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@click.option("--from", "source", required=True, metavar="ID", help="The player who has the games now.")
@click.option("--to", "target", required=True, metavar="ID", help="The player whose games they are.")
@_named
@decision_options()
@click.pass_obj
def reassign(
    session: Session, system: str, name: str, source: str, target: str, named: Any, decision: Decision
) -> None:
    """Give games to another player: of a tournament, of a round, or all of the period.

    \b
    Example:
      ratings reassign ffe-national 2026-01 --from A00021 --to A00012 --tournament OPEN --reason "digits swapped"
    """
    from ratings.decisions.correct import reassign as given

    _decide(session, system, name, "Reassigned", given, named, source, target, decision)
