"""What is stored of a period of a system by expectation, read once: its rows, the lists before it, its pools."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from ratings.engine.editions import Rules, rules_of
from ratings.rules import RuleSet
from ratings.store.bulk import Columns
from ratings.store.entered import Entered, read_entered
from ratings.store.lists_in_force import Lists
from ratings.store.periods import Period
from ratings.store.pools import read_pool_rows
from ratings.store.reading import highest_key
from ratings.store.standings import newest_published


@dataclass(frozen=True, slots=True)
class StoredPeriod:
    """A period with its rules and all that is stored for it; arrays by player key have `size` entries.

    `base` is the newest published list of an earlier period, `pools` are the rows of pools it starts from.
    """

    period: Period
    rules: Rules
    size: int
    base: sa.Row | None
    pools: Columns
    entered: Entered
    lists: Lists


def read_stored_period(connection: sa.Connection, period: Period, rule_set: RuleSet) -> StoredPeriod:
    """Read the rows of a period, what its pools were, and which lists it may look at.

    Raises:
        RatingsError: no edition is in force.
    """
    rules = rules_of(rule_set, period.starts, period.ends)
    size = highest_key(connection) + 1
    base = newest_published(connection, period.system, before=period.starts, seen=period.seen)
    pools = read_pool_rows(connection, period.system, base, period.starts, period.seen)
    entered = read_entered(connection, period, list(pools["tournament"]))
    lists = Lists(connection, period, rules.edition.credited_from, size)
    return StoredPeriod(period, rules, size, base, pools, entered, lists)
