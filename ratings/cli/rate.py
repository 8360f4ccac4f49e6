"""`ratings rate`: compute a period's ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratings.cli.session import Session, left_out, must_accept, rules_of, write_out
from ratings.errors import RatingsError

if TYPE_CHECKING:
    import sqlalchemy as sa

    from ratings.jobs import Rated
    from ratings.rules import RuleSet
    from ratings.store.periods import Period


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
@click.option("--accept", multiple=True, metavar="TOURNAMENT", help="Rate a tournament that the rules do not accept.")
@click.option("--reason", default="", help="Why it is accepted; written down.")
@click.option("--edition", help="Try the edition of this name instead of the one in force; not to be published.")
@click.pass_obj
@click.pass_context
def rate(
    ctx: click.Context, session: Session, system: str, name: str, dry_run: bool, accept: tuple[str, ...], reason: str,
    edition: str | None,
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

    rules = rules_of(system)
    all_editions, rules = rules, rules if edition is None else rules.only(edition)
    must_accept(rules, accept, reason)
    with session.reading() if dry_run else session.writing(rules.system, rules=rules) as connection:
        period = find_period(connection, rules.system, name)
        rated = jobs.rate(connection, period, rules, session.now(), dry_run=dry_run, accept=accept, reason=reason)
        in_force = None if edition is None else _in_force(all_editions, period)
        waiting, warnings = blocks(connection, period, rated.aside), doubts(connection, period, rules)
        if dry_run:
            write_out(None, _changes(connection, rated))
    numbers = {"games": len(rated.games), "rated": rated.on_list, "new": rated.newly_rated, "changed": rated.changed}
    session.log.count(**numbers, gone=rated.gone, blocks=len(waiting))
    told = "would be " if dry_run else ""
    session.say(
        f"{rules.system} {name}, edition {rated.edition.name}: {len(rated.games)} games; "
        f"{told}{rated.newly_rated} new, {rated.changed} changed, {rated.gone} gone"
    )
    if edition is not None and edition != in_force:
        session.say(f"  note: {in_force} is in force; a list under {edition} can be looked at, but not published")
    for warning in [*warnings, *rated.warnings]:
        session.say(f"  warning: {warning}")
    for block in waiting:
        session.say(f"  {left_out(block, 'is not rated')}")
    ctx.exit(3 if waiting else 0)


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
    people = people_by_key(connection)
    case = dict(zip(rated.rows["player_key"], rated.rows["case"], strict=True))
    old, new = (pd.array(column.values[places], dtype="Int64") for column in (before, after))
    old[~before.known[places]], new[~after.known[places]] = pd.NA, pd.NA
    what = np.select([gone, ~before.known, moves > 0], ["gone", "new", "up"], default="down")[places]
    frame = pd.DataFrame(
        {
            "id": [people[int(place)].id for place in places],
            "name": [people[int(place)].name for place in places],
            "what": what,
            "before": old,
            "after": new,
            "change": new - old,
            "case": ["off-list" if leaves[place] else case[place] for place in places],
        }
    )
    amount = -frame["change"].abs().fillna(10**6).where(frame["what"] != "gone", 10**5)
    return as_csv(
        frame.assign(amount=amount).sort_values(["amount", "name", "id"], kind="stable").drop(columns="amount")
    )
