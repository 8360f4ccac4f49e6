"""List-wide adjustments: every rated player moved by one rule on one day, kept as a list of its own (rules 5b)."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pandas as pd
import sqlalchemy as sa

from ratings.engine.adjust import Adjusted, Adjustment
from ratings.engine.adjust import adjust as adjusted
from ratings.engine.period import TYPES
from ratings.errors import RatingsError
from ratings.exact import Ints
from ratings.rules import RuleSet
from ratings.store import schema
from ratings.store.bulk import insert_rows, next_key
from ratings.store.ledger import Decision, enter
from ratings.store.periods import Period, all_periods
from ratings.store.players import people_by_key
from ratings.store.reading import highest_key
from ratings.store.standings import standing_on

ADJUSTED = -1
"""The revision under which an adjustment stands; it comes after all lists of its day. Made again it is -2, -3 …"""
ADJUSTMENT = "adjustment"
"""How the file of the load is called that an adjustment is kept as."""


@dataclass(frozen=True, slots=True)
class Made:
    """An adjustment worked out: who moves (`keys`), the values, and a frame to show."""

    keys: Ints
    types: Ints
    values: Adjusted
    frame: pd.DataFrame

    @property
    def moved(self) -> int:
        """Count those whose rating is another one: near the bound, rounding gives back the old one."""
        return int((self.frame["change"] != 0).sum())


def preview(connection: sa.Connection, rules: RuleSet, day: dt.date, operation: Adjustment) -> Made:
    """Work an adjustment out on the list in force on a day.

    Raises:
        RatingsError: a period that has begun by then is published, or nobody is rated.
    """
    for period in all_periods(connection, rules.system):
        _check_period(period, day)
    made = _work_out(connection, rules, day, operation)
    if not len(made.keys):
        raise RatingsError(f"No rating of {rules.system} on {day} is touched.", "Check the day and the bound.")
    return made


def _work_out(connection: sa.Connection, rules: RuleSet, day: dt.date, operation: Adjustment) -> Made:
    start = standing_on(connection, rules.system, day, highest_key(connection) + 1)
    edition = rules.in_force(day)
    made = adjusted(start.rating, start.peak.or_else(start.rating), operation, edition.step, edition.floor)
    keys = np.flatnonzero(made.is_touched)
    people = people_by_key(connection)
    frame = pd.DataFrame(
        {
            "id": [people[int(key)].id for key in keys],
            "name": [people[int(key)].name for key in keys],
            "before": start.rating.values[keys],
            "after": made.rating.values[keys],
            "change": made.rating.values[keys] - start.rating.values[keys],
        }
    )
    return Made(keys, start.type[keys], made, frame.sort_values(["id"], kind="stable"))


def _check_period(period: Period, day: dt.date) -> None:
    """Stop where an adjustment would not lie between two lists."""
    name = f"{period.system} {period.name}"
    if period.published and period.starts >= day:
        raise RatingsError(
            f"{name} started from the list of {period.starts} and is published.",
            "Published lists do not change; adjust on a later day.",
        )
    if period.starts < day <= period.ends:
        raise RatingsError(
            f"{day} lies inside {name} ({period.starts} to {period.ends}).",
            f"Adjust between two lists: on {period.starts}, or on {period.ends + dt.timedelta(days=1)}.",
        )
    if period.ends < day and not period.published:
        raise RatingsError(f"{name} is not published, and would be lost.", "Rate and publish it, then adjust.")


def store(
    connection: sa.Connection, rules: RuleSet, day: dt.date, operation: Adjustment, made: Made, decision: Decision
) -> int:
    """Write an adjustment down as a list in force from its day, and in the ledger; give the load that it is kept as.

    Raises:
        RatingsError: the list of that day is adjusted already.
    """
    lists, load = schema.rating_list, schema.load
    there = (
        sa.select(load.c.load_key)
        .join(lists, lists.c.list_key == load.c.list_key)
        .where(lists.c.system == rules.system, lists.c.in_force_on == day, lists.c.adjustment.isnot(None))
        .order_by(lists.c.revision)
    )
    key = connection.execute(there).scalar()
    if key is not None:
        raise RatingsError(f"{rules.system} is adjusted on {day} already.", f"`ratings unload {key}` takes that back.")
    told, remark = _as_json(operation), f"{decision.by}, {decision.at}: {decision.reason}"
    list_key = _open(connection, rules.system, day, ADJUSTED, told, remark)
    load_key = _store_load(connection, list_key, f"{rules.system}@{day}", told, len(made.keys), decision.at)
    _insert(connection, list_key, load_key, made)
    after = {"in_force_on": str(day), **json.loads(told), "moved": made.moved, "load": load_key}
    enter(connection, decision, "adjust", f"{operation.words()}, in force from {day}", system=rules.system, after=after)
    return load_key


def adjust_again(connection: sa.Connection, rules: RuleSet, row: sa.Row, at: str) -> None:
    """Make an adjustment again, on a list that was revised since; the old one stays readable, and is not in force."""
    told, revision = json.loads(row.adjustment), row.revision - 1
    factor = None if told["factor"] is None else Fraction(told["factor"])
    operation = Adjustment(told["bound"], told["side"] == "below", factor, told["constant"])
    list_key = _open(connection, rules.system, row.in_force_on, revision, row.adjustment, f"{row.remark}, made again")
    made = _work_out(connection, rules, row.in_force_on, operation)
    scope, content = f"{rules.system}@{row.in_force_on}", f"{row.adjustment} {revision}"
    _insert(connection, list_key, _store_load(connection, list_key, scope, content, len(made.keys), at), made)


def _open(connection: sa.Connection, system: str, day: dt.date, revision: int, told: str, remark: str) -> int:
    lists = schema.rating_list
    list_key = next_key(connection, lists.c.list_key)
    values = {"list_key": list_key, "system": system, "in_force_on": day, "revision": revision, "remark": remark}
    connection.execute(sa.insert(lists).values(adjustment=told, **values))
    return list_key


def _insert(connection: sa.Connection, list_key: int, load_key: int, made: Made) -> None:
    rows = {
        "list_key": np.full(len(made.keys), list_key),
        "player_key": made.keys,
        "rating": made.values.rating.values[made.keys],
        "type": np.array(TYPES, dtype=object)[made.types],
        "peak": made.values.peak.values[made.keys],
        "load_key": np.full(len(made.keys), load_key),
    }
    insert_rows(connection, schema.list_row, rows)


def _as_json(operation: Adjustment) -> str:
    told = {
        "bound": operation.bound, "side": "below" if operation.is_below else "above",
        "factor": None if operation.factor is None else str(operation.factor), "constant": operation.constant,
    }  # fmt: skip
    return json.dumps(told)


def _store_load(connection: sa.Connection, list_key: int, scope: str, told: str, rows: int, at: str) -> int:
    """Enter the adjustment among the loads, by which it can be taken back."""
    key = next_key(connection, schema.load.c.load_key)
    connection.execute(
        sa.insert(schema.load).values(
            load_key=key, kind="list", scope=scope, system=scope.partition("@")[0], list_key=list_key,
            file=ADJUSTMENT, sha256=told, encoding="", loaded_at=at,
            rows=rows, stored=rows, known=0, refused=0, late=0,
        )
    )  # fmt: skip
    return key
