"""`ratings person`: two ids that are one person, undone again; one id that was two persons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratings.cli.decision import decision_options
from ratings.cli.session import Session

if TYPE_CHECKING:
    from ratings.store.ledger import Decision
    from ratings.store.periods import Period

ALL = "players"
"""What the command holds: persons concern every system."""


@click.group()
def person() -> None:
    """Say which ids are one person, and take it back; give games to the person whose they are."""


@person.command()
@click.argument("other", metavar="ID")
@click.option("--into", "kept", required=True, metavar="ID", help="The id that counts from now on.")
@decision_options()
@click.pass_obj
def merge(session: Session, other: str, kept: str, decision: Decision) -> None:
    """Let results, archives and histories of one id count for another; files may go on naming either.

    \b
    Example:
      ratings person merge A00021 --into A00012 --reason "same player, two licences"
    """
    from ratings.decisions.persons import games_twice
    from ratings.decisions.persons import merge as merged
    from ratings.store.players import find_player
    from ratings.wording import number_of

    with session.writing(ALL) as connection:
        periods = merged(connection, other, kept, decision)
        twice = games_twice(connection, find_player(connection, kept).player_key)
    session.say(f"{other} counts for {kept} from the next rating on.")
    if twice:
        session.say(f"  warning: {number_of(twice, 'game')} under both ids would count twice: withdraw one of each")
    _tell_lists(session, periods)


@person.command()
@click.argument("other", metavar="ID")
@decision_options()
@click.pass_obj
def unmerge(session: Session, other: str, decision: Decision) -> None:
    """Take a merge back: the id is a person of its own again.

    \b
    Example:
      ratings person unmerge A00021 --reason "two sisters"
    """
    from ratings.decisions.persons import unmerge as apart

    with session.writing(ALL) as connection:
        periods = apart(connection, other, decision)
    session.say(f"{other} is a person of its own again.")
    _tell_lists(session, periods)


@person.command()
@click.argument("source", metavar="ID")
@click.option("--to", "target", required=True, metavar="ID", help="The other person, registered already.")
@click.option("--tournament", metavar="CODE", help="Only the games of this tournament.")
@click.option("--system", help="Only this system; by default every one.")
@decision_options()
@click.pass_obj
def split(
    session: Session, source: str, target: str, tournament: str | None, system: str | None, decision: Decision
) -> None:
    """Give games that stand under one id to the other person whose they are, in every period.

    \b
    Example:
      ratings person split A00012 --to A00050 --tournament JUNIORS --reason "father and daughter"
    """
    from ratings.cli.session import name_of
    from ratings.decisions.choice import Named
    from ratings.decisions.persons import split as given
    from ratings.store.periods import all_periods

    own = None if system is None else name_of(system)
    with session.reading() as connection:
        systems = {period.system for period in all_periods(connection, own)}
    with session.writing(ALL, others=systems) as connection:
        periods = given(connection, all_periods(connection, own), source, target, Named(tournament), decision)
    session.say(f"Games of {source} are given to {target}; `ratings ledger --about {target}` shows them.")
    _tell_lists(session, periods)


@person.command()
@click.argument("player", metavar="ID")
@click.pass_obj
def show(session: Session, player: str) -> None:
    """Show which ids are one person with this one, and in which published periods they played.

    \b
    Example:
      ratings person show A00012
    """
    from ratings.decisions.persons import published_with
    from ratings.store.persons import keys_of, read_persons
    from ratings.store.players import find_player, people_by_key

    with session.reading() as connection:
        own, persons = find_player(connection, player).player_key, read_persons(connection, None)
        counts = persons.get(own, own)
        keys = keys_of(counts, persons)
        people = people_by_key(connection, keys)
        played = {key: published_with(connection, key) for key in keys}
    for key in keys:
        told = "counts" if key == counts else f"counts for {people[counts].id}"
        lists = ", ".join(f"{period.system} {period.name}" for period in played[key])
        where = f"played in {lists}" if lists else "has not played in a published period"
        session.show(f"{people[key].id} {people[key].name}: {told}; {where}")


def _tell_lists(session: Session, periods: list[Period]) -> None:
    """Name the first list of each system that is to be revised."""
    first: dict[str, Period] = {}
    for period in periods:
        first.setdefault(period.system, period)
    for system, period in first.items():
        session.say(f"  published lists change with `ratings revise {system} {period.name}`")
