"""`ratings rate`: compute a period's ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ratings.cli.cluster import cluster_options, games_by
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
@cluster_options
@decision_options(default="", help="Why it is accepted; it stays in the ledger.")
@click.pass_obj
@click.pass_context
def rate(
    ctx: click.Context, session: Session, system: str, name: str, dry_run: bool, accept: tuple[str, ...],
    edition: str | None, decision: Decision, **cluster: Any,
) -> None:  # fmt: skip
    """Compute a period's ratings; until publication this can be repeated at will.

    \b
    Example:
      ratings rate ffe-national 2026-01 --dry-run
      ratings rate ffe-national 2026-01 --engine dask --scheduler tcp://head:8786 --partitions /shared
    """
    from ratings import jobs
    from ratings.loading.doubts import warnings_of
    from ratings.loading.mending import blocks
    from ratings.store.periods import find_period

    own = rules_of(system)
    rules = own if edition is None else own.only(edition)
    must_accept(rules, accept, decision.reason)
    how: dict[str, Any] = {"dry_run": dry_run, "accept": accept, "decided": decision}
    with (
        games_by(session, rules, **cluster) as read,
        session.reading() if dry_run else session.writing(rules.system, rules=rules) as connection,
    ):
        period = find_period(connection, rules.system, name)
        rated = jobs.rate(connection, period, rules, session.now(), read=read, **how)
        waiting = blocks(connection, period, rated.aside)
        warnings = warnings_of(connection, period, rules, rated.warnings, rated.rows)
        if dry_run:
            write_out(None, _changes(connection, rated))
        told = _told(session, rated, "would be " if dry_run else "")
    session.log.count(blocks=len(waiting))
    session.say(f"{rules.system} {name}, {told}")
    lines = [*_edition_note(own, period, edition), *(f"warning: {one}" for one in warnings)]
    for line in [*lines, *(left_out(block, "is not rated") for block in waiting)]:
        session.say(f"  {line}")
    ctx.exit(3 if waiting else 0)


def _edition_note(rules: RuleSet, period: Period, edition: str | None) -> list[str]:
    """Say that a chosen edition is not the one in force; before the first edition, none is."""
    from ratings import jobs

    if edition is None:
        return []
    try:
        in_force = jobs.edition_of(rules, period).name
    except RatingsError:
        in_force = ""
    note = f"note: {edition} is not the edition in force; its list can be looked at, but not published"
    return [] if edition == in_force else [note]


def _told(session: Session, rated: Rated, would_be: str) -> str:
    """Count what was rated, for the log and in words."""
    games, new, moved, gone = len(rated.games), rated.newly_rated, rated.changed, rated.gone
    session.log.count(games=games, rated=rated.on_list, new=new, changed=moved, gone=gone)
    told = f"{would_be}{new} new, {moved} changed, {gone} gone"
    return f"edition {rated.edition.name}: {number_of(games, 'game')}; {told}"


def _changes(connection: sa.Connection, rated: Rated) -> bytes:
    """Give the players who would be new, different or gone as CSV, largest change first; gone ones after new ones."""
    import numpy as np
    import pandas as pd

    from ratings.columns import numbers
    from ratings.publish.write import as_csv
    from ratings.store.players import people_by_key

    before, after = rated.start.rating, rated.outcome.after.rating
    leaves = np.zeros(len(after.known), dtype=bool)
    leaves[numbers(rated.rows["player_key"])[rated.leaves]] = True
    moves = np.where(before.known & after.known, after.values - before.values, 0)
    gone = (before.known & ~after.known) | leaves
    places = np.flatnonzero((after.known & ~before.known) | (moves != 0) | gone)
    people = people_by_key(connection, places.tolist())
    case = dict(zip(rated.rows["player_key"].to_pylist(), rated.rows["case"].to_pylist(), strict=True))
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
