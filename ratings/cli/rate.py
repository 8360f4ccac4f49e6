"""`ratings rate`: compute a period's ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratings.cli.decision import decision_options
from ratings.cli.session import Session, left_out, must_accept, rules_of, write_out
from ratings.errors import RatingsError
from ratings.wording import number_of

if TYPE_CHECKING:
    import sqlalchemy as sa

    from ratings.jobs import Rated
    from ratings.rules import RuleSet
    from ratings.store.ledger import Decision
    from ratings.store.periods import Period


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
@click.option("--accept", multiple=True, metavar="TOURNAMENT", help="Rate a tournament that the rules do not accept.")
@click.option("--edition", help="Try the edition of this name instead of the one in force; not to be published.")
@decision_options(default="", help="Why it is accepted; it stays in the ledger.")
@click.pass_obj
@click.pass_context
def rate(
    ctx: click.Context, session: Session, system: str, name: str, dry_run: bool, accept: tuple[str, ...],
    edition: str | None, decision: Decision,
) -> None:  # fmt: skip
    """Compute a period's ratings; until publication this can be repeated at will.

    \b
    Example:
      ratings rate ffe-national 2026-01 --dry-run
    """
    from ratings import jobs
    from ratings.loading.doubts import doubts
    from ratings.loading.mending import blocks
    from ratings.store.periods import find_period

    own = rules_of(system)
    rules = own if edition is None else own.only(edition)
    must_accept(rules, accept, decision.reason)
    with session.reading() if dry_run else session.writing(rules.system, rules=rules) as connection:
        period = find_period(connection, rules.system, name)
        rated = jobs.rate(connection, period, rules, session.now(), dry_run=dry_run, accept=accept, decided=decision)
        waiting, warnings = blocks(connection, period, rated.aside), doubts(connection, period, rules)
        if dry_run:
            write_out(None, _changes(connection, rated))
    numbers = {"games": len(rated.games), "rated": rated.on_list, "new": rated.newly_rated, "changed": rated.changed}
    session.log.count(**numbers, gone=rated.gone, blocks=len(waiting))
    _say(session, f"{rules.system} {name}", rated, dry_run=dry_run)
    in_force = _in_force(own, period)
    if edition not in (None, in_force):
        session.say(f"  note: {in_force} is in force; a list under {edition} can be looked at, but not published")
    for warning in [*warnings, *rated.warnings]:
        session.say(f"  warning: {warning}")
    for block in waiting:
        session.say(f"  {left_out(block, 'is not rated')}")
    ctx.exit(3 if waiting else 0)


def _say(session: Session, place: str, rated: Rated, *, dry_run: bool) -> None:
    """Say how much the list moves."""
    told = "would be " if dry_run else ""
    session.say(
        f"{place}, edition {rated.edition.name}: {number_of(len(rated.games), 'game')}; "
        f"{told}{rated.newly_rated} new, {rated.changed} changed, {rated.gone} gone"
    )


def _in_force(rules: RuleSet, period: Period) -> str:
    """Give the name of the edition in force; before the first one, that there is none."""
    from ratings import jobs

    try:
        return str(jobs.edition_of(rules, period).name)
    except RatingsError:
        return "no edition"


def _changes(connection: sa.Connection, rated: Rated) -> bytes:
    """Give the players who would be new, different or gone as CSV, largest change first; gone ones after new ones."""
    import numpy as np
    import pandas as pd

    from ratings.publish.write import as_csv
    from ratings.store.players import people_by_key

    before, after = rated.start.rating, rated.outcome.after.rating
    leaves = np.zeros(len(after.known), dtype=bool)
    leaves[rated.rows["player_key"][rated.leaves]] = True
    moves = np.where(before.known & after.known, after.values - before.values, 0)
    gone = (before.known & ~after.known) | leaves
    places = np.flatnonzero((after.known & ~before.known) | (moves != 0) | gone)
    people = people_by_key(connection, places.tolist())
    case = dict(zip(rated.rows["player_key"], rated.rows["case"], strict=True))
    old, new = (pd.array(column.values[places], dtype="Int64") for column in (before, after))
    old[~before.known[places]], new[~after.known[places]] = pd.NA, pd.NA
    frame = pd.DataFrame({"id": [people[int(place)].id for place in places]})
    frame["name"] = [people[int(place)].name for place in places]
    frame["what"] = np.select([gone, ~before.known, moves > 0], ["gone", "new", "up"], default="down")[places]
    frame["before"], frame["after"], frame["change"] = old, new, new - old
    frame["case"] = ["off-list" if leaves[place] else case[place] for place in places]
    amount = -frame["change"].abs().fillna(10**6).where(frame["what"] != "gone", 10**5)
    ordered = frame.assign(amount=amount).sort_values(["amount", "name", "id"], kind="stable")
    return as_csv(ordered.drop(columns="amount"))
