"""`ratings rate`: compute a period's ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ratings.cli.cluster import cluster_options, games_by
from ratings.cli.session import Session, left_out, must_accept, rules_of, write_out

if TYPE_CHECKING:
    import sqlalchemy as sa

    from ratings.jobs import Rated


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
@click.option("--accept", multiple=True, metavar="TOURNAMENT", help="Rate a tournament that the rules do not accept.")
@click.option("--reason", default="", help="Why it is accepted; written down.")
@click.option("--edition", help="Rate under the edition of this name instead of the one in force.")
@cluster_options
@click.pass_obj
@click.pass_context
def rate(
    ctx: click.Context, session: Session, system: str, name: str, dry_run: bool, accept: tuple[str, ...], reason: str,
    edition: str | None, **cluster: Any,
) -> None:  # fmt: skip
    """Compute a period's ratings; until publication this can be repeated at will.

    \b
    Example:
      ratings rate ffe-national 2026-01 --dry-run
      ratings rate ffe-national 2026-01 --engine dask --scheduler tcp://head:8786 --partitions /shared
    """
    from ratings import jobs
    from ratings.loading.doubts import doubts
    from ratings.loading.mending import blocks
    from ratings.store.periods import find_period

    rules = rules_of(system)
    rules = rules if edition is None else rules.only(edition)
    must_accept(rules, accept, reason)
    how: dict[str, Any] = {"dry_run": dry_run, "accept": accept, "reason": reason}
    with (
        games_by(session, rules, **cluster) as read,
        session.reading() if dry_run else session.writing(rules.system, rules=rules) as connection,
    ):
        period = find_period(connection, rules.system, name)
        rated = jobs.rate(connection, period, rules, session.now(), read=read, **how)
        waiting, warnings = blocks(connection, period, rated.aside), doubts(connection, period, rules)
        if dry_run:
            write_out(None, _changes(connection, rated))
        told = _told(session, rated, "would be " if dry_run else "")
    session.log.count(blocks=len(waiting))
    session.say(f"{rules.system} {name}, {told}")
    for warning in [*warnings, *rated.warnings]:
        session.say(f"  warning: {warning}")
    for block in waiting:
        session.say(f"  {left_out(block, 'is not rated')}")
    ctx.exit(3 if waiting else 0)


def _told(session: Session, rated: Rated, would_be: str) -> str:
    """Count what was rated, for the log and in words."""
    games, new, moved = len(rated.games), rated.newly_rated, rated.changed
    session.log.count(games=games, rated=rated.on_list, new=new, changed=moved)
    return f"edition {rated.edition.name}: {games} games; {would_be}{new} new, {moved} changed"


def _changes(connection: sa.Connection, rated: Rated) -> bytes:
    """Give the players whose rating would be new or different as CSV, largest change first."""
    import numpy as np
    import pandas as pd

    from ratings.publish.write import as_csv
    from ratings.store.players import people_by_key

    before, after = rated.start.rating, rated.outcome.after.rating
    places = np.flatnonzero(after.known & (~before.known | (before.values != after.values)))
    people = people_by_key(connection)
    case = dict(zip(rated.rows["player_key"].to_pylist(), rated.rows["case"].to_pylist(), strict=True))
    old = pd.array(before.values[places], dtype="Int64")
    old[~before.known[places]] = pd.NA
    frame = pd.DataFrame(
        {
            "id": [people[int(place)].id for place in places],
            "name": [people[int(place)].name for place in places],
            "before": old,
            "after": pd.array(after.values[places], dtype="Int64"),
            "change": pd.array(after.values[places], dtype="Int64") - old,
            "case": [case[place] for place in places],
        }
    )
    amount = -frame["change"].abs().fillna(10**6)
    return as_csv(
        frame.assign(amount=amount).sort_values(["amount", "name", "id"], kind="stable").drop(columns="amount")
    )
