"""How much a list moves: exact figures between two lists, kept with each published one."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import sqlalchemy as sa

from ratings.columns import is_word, known, numbers
from ratings.exact import Flags, Ints
from ratings.store import schema
from ratings.store.periods import Period
from ratings.store.reading import read_by_player
from ratings.store.runs import published_list
from ratings.store.standings import newest_published

TOP = 100
"""The top of a list: who stands at this rank or above, all of a shared rank included."""
NEEDED = ("player_key", "rating", "status", "rating_before", "status_before")
"""Columns of a run's rows that its figures are made from."""
ACCEPTED = "accepted_as_unusual"
"""Key beside the figures of a list that somebody let pass: it says nothing about what is usual."""


class Rated(NamedTuple):
    """The rated players whom a list shows: their keys, ascending, and their ratings, int64 arrays of one length."""

    keys: Ints
    ratings: Ints

    @property
    def top(self) -> Flags:
        """Say who is at the top: fewer than `TOP` players are rated higher."""
        if len(self.ratings) < TOP:
            return np.ones(len(self.ratings), dtype=bool)
        return np.asarray(self.ratings >= np.partition(self.ratings, -TOP)[-TOP])


@dataclass(frozen=True, slots=True)
class Figures:
    """What a list moves against the one before it; ratings in points, all integers.

    `rated` players it shows, of whom `new` were not on the one before; `gone` were, and are no longer. Of those on
    both, `changed` have another rating, by `sum_of_changes` in all and `largest_change` up or down at most. `top_new`
    have come to the top; `top_changes` is the sum of the changes there, up or down.
    """

    rated: int
    new: int
    gone: int
    changed: int
    sum_of_changes: int
    largest_change: int
    top_new: int
    top_changes: int

    @property
    def mean_change(self) -> Fraction | None:
        """Give the mean change of those whose rating changed; None where nobody's did."""
        return Fraction(self.sum_of_changes, self.changed) if self.changed else None


def figures_between(now: Rated, then: Rated) -> Figures:
    """Give what a list moves against another one."""
    there = np.minimum(np.searchsorted(then.keys, now.keys), max(len(then.keys) - 1, 0))
    here = then.keys[there] == now.keys if len(then.keys) else np.zeros(len(now.keys), dtype=bool)
    changes = now.ratings[here] - then.ratings[there[here]]
    return Figures(
        rated=len(now.keys),
        new=len(now.keys) - len(changes),
        gone=len(then.keys) - len(changes),
        changed=int(np.count_nonzero(changes)),
        sum_of_changes=int(changes.sum()),
        largest_change=int(np.abs(changes).max(initial=0)),
        top_new=int((~np.isin(now.keys[now.top], then.keys[then.top])).sum()),
        top_changes=int(np.abs(changes[now.top[here]]).sum()),
    )


def rated_of(rows: pa.Table, rating: str = "rating", status: str = "status") -> Rated:
    """Give who is rated and on the list by a run's rows, or by what they started from, by ascending key."""
    on = known(rows[rating]) & ~is_word(rows[status], "off-list")
    keys, ratings = (numbers(rows[name])[on] for name in ("player_key", rating))
    order = np.argsort(keys, kind="stable")
    return Rated(keys[order], ratings[order])


def list_before(connection: sa.Connection, period: Period) -> sa.Row | None:
    """Give the list that a period's next one is compared with: the newest one before it, or the one it revises."""
    if period.published:
        return published_list(connection, period)
    return newest_published(connection, period.system, before=period.starts)


def figures_of(connection: sa.Connection, period: Period, rows: pa.Table) -> Figures:
    """Give what a run moves against the list before it; where there is none, against what it started from.

    `rows` are the run's, with the columns `NEEDED`.
    """
    before = list_before(connection, period)
    if before is None:
        return figures_between(rated_of(rows), rated_of(rows, "rating_before", "status_before"))
    row = schema.run_row
    query = sa.select(row.c.player_key, row.c.rating, row.c.status).where(row.c.run_key == before.run_key)
    then = read_by_player(connection, query.where(row.c.rating.isnot(None)), row.c.player_key)
    return figures_between(rated_of(rows), rated_of(then))


def as_json(figures: Figures, *, accepted: bool) -> str:
    """Give figures as they are kept with a list."""
    return json.dumps(dataclasses.asdict(figures) | ({ACCEPTED: True} if accepted else {}))


def kept_figures(text: str | None) -> Figures | None:
    """Give the figures that were kept with a list; None where it has none."""
    if not text:
        return None
    told = json.loads(text)
    return Figures(**{field.name: told[field.name] for field in dataclasses.fields(Figures)})


def figures_before(connection: sa.Connection, period: Period, most: int, *, since: str = "") -> list[Figures]:
    """Give the figures of the newest `most` lists of earlier periods as first published, newest first.

    Those that somebody accepted as unusual are left out, and those in force before the day `since`.
    """
    lists, run, one = schema.rating_list, schema.run, schema.period
    query = (
        sa.select(lists.c.figures, lists.c.in_force_on)
        .join(run, run.c.run_key == lists.c.run_key)
        .join(one, one.c.period_key == run.c.period_key)
        .where(lists.c.system == period.system, lists.c.revision == 1, lists.c.figures.isnot(None))
        .where(one.c.starts_on < period.starts)
        .order_by(one.c.starts_on.desc())
    )
    rows = [row.figures for row in connection.execute(query) if str(row.in_force_on) >= since]
    usual = [text for text in rows if not json.loads(text).get(ACCEPTED)]
    return [figures for text in usual[:most] if (figures := kept_figures(text)) is not None]
