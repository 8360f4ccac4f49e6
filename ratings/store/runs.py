"""Runs and published lists: writing an outcome down, and what a run was made from."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import sqlalchemy as sa

from ratings import __version__
from ratings.columns import Array, by_name, integers, numbers, small_integers, words
from ratings.engine.activity import STATUSES
from ratings.engine.expected import CASES
from ratings.engine.period import TYPES, Maybe, Outcome, Start, Totals
from ratings.errors import RatingsError
from ratings.exact import Ints, Ratio
from ratings.rules import EVERY_DAY, RuleSet
from ratings.store import schema
from ratings.store.bulk import insert_rows, next_key
from ratings.store.ledger import newest_entry
from ratings.store.periods import Period, all_periods

if TYPE_CHECKING:
    from ratings.engine import by_expectation


def edition_numbers(edition: Any) -> str:
    """Give every number of an edition as JSON, as a run stores it."""
    return json.dumps(dataclasses.asdict(edition), default=str, ensure_ascii=False, sort_keys=True)


def edition_of_run(rules: RuleSet, run: sa.Row) -> Any:
    """Give the edition that a run was rated under, from the numbers stored with it."""
    numbers = json.loads(run.edition)
    return rules.module.Edition(**numbers | {"effective": dt.date.fromisoformat(numbers["effective"])})


def must_be_next(connection: sa.Connection, period: Period) -> None:
    """Stop where an earlier period of the system is not published: ratings would start from the wrong values.

    Raises:
        RatingsError: naming that period.
    """
    for other in all_periods(connection, period.system):
        if other.ends < period.starts and not other.published:
            raise RatingsError(
                f"{period.system} {other.name} ({other.starts} to {other.ends}) is not published yet.",
                f"Publish it first: ratings rate {period.system} {other.name}, then ratings publish.",
            )


def must_follow_adjustments(connection: sa.Connection, period: Period) -> None:
    """Stop where the ratings were adjusted on a later day than the period's first: its results would be lost.

    Raises:
        RatingsError: naming the load by which the adjustment can be taken back.
    """
    lists, load = schema.rating_list, schema.load
    query = (
        sa.select(lists.c.in_force_on, load.c.load_key)
        .join(load, load.c.list_key == lists.c.list_key)
        .where(
            lists.c.system == period.system, lists.c.adjustment.isnot(None), lists.c.in_force_on > period.starts
        )
        .order_by(lists.c.in_force_on)
        .limit(1)
    )  # fmt: skip
    found = connection.execute(query).one_or_none()
    if found is not None:
        raise RatingsError(
            f"{period.system} was adjusted on {found.in_force_on} already, without the games of {period.name}.",
            f"Take that back (ratings unload {found.load_key}), publish {period.name}, and adjust again.",
        )


def store_run(connection: sa.Connection, period: Period, edition: Any, rows: pa.Table, at: str, inputs: str) -> int:
    """Store a run in place of the period's earlier, unpublished one, and give its key; `rows` are by `run_columns`."""
    forget_runs(connection, period)
    run_key = next_key(connection, schema.run.c.run_key)
    connection.execute(sa.insert(schema.run).values(run_values(run_key, period, edition, rows, at, inputs)))
    insert_run_rows(connection, {run_key: rows})
    return run_key


def run_values(run_key: int, period: Period, edition: Any, rows: pa.Table, at: str, inputs: str) -> dict[str, Any]:
    """Give a run as its row in the database."""
    return {
        "run_key": run_key, "period_key": period.key, "rated_at": at, "edition": edition_numbers(edition),
        "inputs_sha256": inputs, "version": __version__, "games": int(numbers(rows["n"]).sum()),
    }  # fmt: skip


def insert_run_rows(connection: sa.Connection, by_run: Mapping[int, pa.Table]) -> None:
    """Write the rows of runs, which are by `run_columns`, under the keys of the runs."""
    keys = np.repeat(list(by_run), [len(rows) for rows in by_run.values()])
    rows = pa.concat_tables(list(by_run.values()))
    insert_rows(connection, schema.run_row, {"run_key": keys} | by_name(rows))


def forget_runs(connection: sa.Connection, period: Period) -> None:
    """Delete the runs of a period that no published list comes from."""
    run, lists = schema.run, schema.rating_list
    published = sa.select(lists.c.run_key).where(lists.c.run_key.isnot(None))
    query = sa.select(run.c.run_key).where(run.c.period_key == period.key, run.c.run_key.notin_(published))
    for key in list(connection.execute(query).scalars()):
        connection.execute(sa.delete(schema.pool).where(schema.pool.c.run_key == key))
        connection.execute(sa.delete(schema.run_row).where(schema.run_row.c.run_key == key))
        connection.execute(sa.delete(run).where(run.c.run_key == key))


def _maybe(values: Maybe) -> Array:
    return small_integers(values.values, values.known)


def _shared_columns(rows: Ints, start: Start, after: Start, played: Ints, totals: Totals) -> dict[str, Array]:
    """Give the columns that every system has but the key, by player: what stood before, counts, stands after."""
    held, left = start.archive_games[rows] > 0, after.archive_games[rows] > 0
    return {
        "birth_year": _maybe(start.birth_year.at(rows)),
        "rating_before": _maybe(start.rating.at(rows)),
        "type_before": words(start.type[rows], TYPES),
        "credited": _maybe(start.credited.at(rows)),
        "archive_points_before": integers(start.archive_points[rows], held),
        "archive_games_before": small_integers(start.archive_games[rows], held),
        "archive_season_before": _maybe(start.archive_season.at(rows)),
        "given": _maybe(start.given.at(rows)),
        "rating": _maybe(after.rating.at(rows)),
        "type": words(after.type[rows], TYPES),
        "games": small_integers(after.games[rows]),
        "peak": _maybe(after.peak.at(rows)),
        "archive_points": integers(after.archive_points[rows], left),
        "archive_games": small_integers(after.archive_games[rows], left),
        "archive_season": _maybe(after.archive_season.at(rows)),
        "last_game": _maybe(after.last_game.at(rows)),
        "played": small_integers(played[rows]),
        "n": small_integers(totals.games[rows]),
        "half_points": small_integers(totals.half_points[rows]),
        "opponents_sum": integers(totals.opponents_sum[rows]),
    }


def _ratios(rows: Ints, **ratios: Ratio) -> dict[str, Array]:
    columns = {}
    for name, ratio in ratios.items():
        columns[f"{name}_numerator"] = integers(ratio.numerator[rows])
        columns[f"{name}_denominator"] = integers(ratio.denominator[rows])
    return columns


def run_columns(rules: RuleSet, start: Start, outcome: Outcome, first: int = 0) -> pa.Table:
    """Give an outcome as the columns of `run_row`, for the players who have a row; the run's key is not among them.

    `first` is the key of the first player of the arrays.
    """
    rows, named = np.flatnonzero(outcome.present), rules.module
    same = np.zeros(len(rows), dtype=np.int32)
    columns = {
        "player_key": small_integers(rows + first),
        **_shared_columns(rows, start, outcome.after, outcome.played, outcome.totals),
        "performance_points": integers(outcome.performance_points[rows]),
        "case": words(outcome.case[rows], named.CASES),
        "estimate": _maybe(outcome.estimate.at(rows)),
        "estimate_source": words(outcome.estimate_source[rows], named.SOURCES),
        "wave": _maybe(outcome.wave.at(rows)),
        "worth": _maybe(outcome.worth.at(rows)),
        **_ratios(rows, exact=outcome.exact),
        "listed": _maybe(outcome.listed.at(rows)),
        "status_before": words(same, ["active"], same > 0),
        "status": words(same, ["active"]),
    }
    return pa.table(columns)


def expectation_columns(
    rules: RuleSet, start: Start, outcome: by_expectation.Outcome, words_before: np.ndarray[Any, Any]
) -> pa.Table:
    """Give an outcome by expectation as the columns of `run_row`; the run's key is not among them.

    `words_before` are the statuses on the list before, by player number, empty where none is known.
    """
    rows = np.flatnonzero(outcome.present)
    change, nothing = outcome.change, np.zeros(len(rows), dtype=np.int64)
    unknown = small_integers(nothing, nothing > 0)
    before = [word or None for word in words_before[rows].tolist()]
    columns = {
        "player_key": small_integers(rows),
        **_shared_columns(rows, start, outcome.after, outcome.played, change.totals),
        "performance_points": integers(nothing),
        "case": words(outcome.case[rows], CASES),
        "estimate": unknown,
        "estimate_source": words(nothing, [""]),
        "k_reason": words(change.k_reason[rows], rules.module.K_REASONS),
        **_ratios(rows, k=change.k, change=change.points, exact=outcome.exact),
        "listed": unknown,
        "status_before": pa.array(before, pa.string()).dictionary_encode(),
        "status": words(
            np.where(outcome.provisional[rows], len(STATUSES), outcome.status[rows]), (*STATUSES, "provisional")
        ),
    }
    return pa.table(columns)


def newest_run(connection: sa.Connection, period: Period) -> sa.Row | None:
    """Give the period's newest run: the published one where it is read as published."""
    run = schema.run
    query = sa.select(run).where(run.c.period_key == period.key).order_by(run.c.run_key.desc()).limit(1)
    if period.seen is not None:
        lists = schema.rating_list
        query = query.join(lists, lists.c.run_key == run.c.run_key).where(lists.c.list_key == period.seen.list_key)
    return connection.execute(query).one_or_none()


def rated_run(connection: sa.Connection, period: Period) -> sa.Row:
    """Give the period's newest run.

    Raises:
        RatingsError: the period is not rated.
    """
    row = newest_run(connection, period)
    if row is None:
        raise RatingsError(
            f"{period.system} {period.name} is not rated yet.", f"Rate it: ratings rate {period.system} {period.name}"
        )
    return row


def rules_of_list(connection: sa.Connection, period: Period, rules: RuleSet) -> RuleSet:
    """Give the rules of a period: of a list under an edition chosen for every day these numbers, on whatever day."""
    run = newest_run(connection, period) if period.published else None
    edition = None if run is None else edition_of_run(rules, run)
    return rules if edition is None or edition.effective != EVERY_DAY else rules.with_numbers(edition)


class Exported(NamedTuple):
    """A list as it goes out, and what is kept of it: everybody of its run in the same form, compressed by zlib."""

    listed: bytes
    kept: bytes


class Kept(NamedTuple):
    """What is kept with a published list: its content, what was known of its tournaments, how much it moved.

    Also a remark, and the hash of the inputs of the `run` that published it.
    """

    exported: Exported
    events: str
    figures: str
    remark: str = ""
    inputs: str = ""


def store_list(connection: sa.Connection, period: Period, run_key: int, at: str, kept: Kept) -> int:
    """Publish a run: write everybody down for ever, with the hash of the list as it goes out; give its revision."""
    lists = schema.rating_list
    newest_load = sa.select(sa.func.coalesce(sa.func.max(schema.load.c.load_key), 0)).scalar_subquery()
    seen = {"seen_load": newest_load, "seen_ledger": newest_entry(connection)}
    key, revision = next_key(connection, lists.c.list_key), period.published + 1
    values = list_values(key, period, run_key, revision, at, kept)
    connection.execute(sa.insert(lists).values(**values, **seen))
    return revision


def list_values(list_key: int, period: Period, run_key: int, revision: int, at: str, kept: Kept) -> dict[str, Any]:
    """Give a published list as its row in the database, but for what it had seen."""
    exported = kept.exported
    return {
        "list_key": list_key, "system": period.system, "in_force_on": period.publishes, "revision": revision,
        "run_key": run_key, "published_at": at, "sha256": hashlib.sha256(exported.listed).hexdigest(),
        "content": exported.kept, "remark": kept.remark, "inputs": kept.inputs, "events": kept.events,
        "figures": kept.figures,
    }  # fmt: skip


def published_list(connection: sa.Connection, period: Period) -> sa.Row | None:
    """Give a period's published list: the revision that it is read as, else the newest; None where there is none."""
    lists, run = schema.rating_list, schema.run
    query = (
        sa.select(lists)
        .join(run, run.c.run_key == lists.c.run_key)
        .where(run.c.period_key == period.key)
        .order_by(lists.c.revision.desc())
        .limit(1)
    )
    if period.seen is not None:
        query = query.where(lists.c.list_key == period.seen.list_key)
    return connection.execute(query).one_or_none()
