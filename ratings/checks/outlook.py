"""What the next list will bring, one period ahead: ratings one game away, archives that end, who becomes inactive."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings import jobs
from ratings.checks.gathered import Gathered
from ratings.engine import pools as pooled
from ratings.engine.activity import ACTIVE, INACTIVE, OFF_LIST, status
from ratings.engine.expected import Days
from ratings.engine.period import Outcome
from ratings.exact import Flags, Ints
from ratings.files.cells import as_day
from ratings.rules import RuleSet
from ratings.store.periods import Period, all_periods

MONTHS_IN_A_YEAR = 12


@dataclass(frozen=True, slots=True)
class Next:
    """The period after one: as it was opened, or as long as the one before it; its name is empty where it is not."""

    name: str
    ends: dt.date
    publishes: dt.date


def outlook(connection: sa.Connection, gathered: Gathered, rated: jobs.Rated, rules: RuleSet) -> dict[str, Any]:
    """Give who is one game short of a rating, whose archive ends, and who becomes inactive or leaves next.

    Whoever plays in the next period is neither inactive then nor in need of the archive that ends.
    """
    coming = next_period(connection, gathered.period)
    outcome, edition = rated.outcome, rated.edition
    if isinstance(outcome, Outcome):
        short, ends = _of_archives(outcome, rules, coming)
    else:
        short = ~outcome.after.rating.known & (outcome.entry.totals.games == edition.entry_games - 1)
        later = Days(0, as_day(coming.ends), as_day(coming.publishes), 0)
        gone = outcome.pools.player[~pooled.inside_window(outcome.pools, later, edition.entry_months)]
        ends = np.bincount(gone, minlength=gathered.size) > 0
    now, then = _statuses(rated, gathered.period.publishes, coming.publishes)
    return {
        "next_list": str(coming.publishes),
        "one_game_short": _people(gathered, short),
        "archives_ending": _people(gathered, ends),
        "becoming_inactive": _people(gathered, (now == ACTIVE) & (then == INACTIVE)),
        "leaving_the_list": _people(gathered, (now != OFF_LIST) & (then == OFF_LIST)),
    }


def next_period(connection: sa.Connection, period: Period) -> Next:
    """Give the period that follows: whole months after whole months, else as many days."""
    for other in all_periods(connection, period.system):
        if other.starts > period.ends:
            return Next(other.name, other.ends, other.publishes)
    after = period.ends + dt.timedelta(days=1)
    if period.starts.day == 1 and after.day == 1:
        months = MONTHS_IN_A_YEAR * (after.year - period.starts.year) + after.month - period.starts.month
        year, month = divmod(MONTHS_IN_A_YEAR * after.year + after.month - 1 + months, MONTHS_IN_A_YEAR)
        ends = dt.date(year, month + 1, 1) - dt.timedelta(days=1)
    else:
        ends = period.ends + (after - period.starts)
    return Next("", ends, ends + (period.publishes - period.ends))


def _of_archives(outcome: Outcome, rules: RuleSet, coming: Next) -> tuple[Flags, Flags]:
    """Give whose archive is one game short of a first rating, and whose is not kept in the next period's season."""
    after, edition = outcome.after, rules.in_force(coming.ends)
    kept = rules.module.living_archive(after, edition.season(coming.ends), edition)
    unrated = ~after.rating.known
    short = unrated & kept & (after.archive_games == edition.quota - 1)
    return short, unrated & (after.archive_games > 0) & ~kept


def _statuses(rated: jobs.Rated, now: dt.date, then: dt.date) -> tuple[Ints, Ints]:
    """Give the status of players with a known last game on two lists if nobody plays in between; 0: none."""
    edition, after = rated.edition, rated.outcome.after
    if not hasattr(edition, "inactive_months"):
        return np.zeros(after.size, dtype=np.int64), np.zeros(after.size, dtype=np.int64)
    limits = (edition.inactive_months, edition.off_list_months)
    rated_known = after.rating.known & after.last_game.known
    on = [status(rated_known, after.last_game, as_day(day), 0, limits) for day in (now, then)]
    return on[0], on[1]


def _people(gathered: Gathered, which: Flags) -> list[dict[str, Any]]:
    """Give people, those of the period first, then by rating."""
    people = [(not gathered.takes_part[key], gathered.person(int(key))) for key in np.flatnonzero(which)]
    people.sort(key=lambda one: (one[0], -(one[1]["rating"] or 0), one[1]["id"]))
    return [person for _, person in people]
