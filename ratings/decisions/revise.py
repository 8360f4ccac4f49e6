"""Correcting published lists: a period and all later ones of its system are computed again, and published as revisions.

The lists as they were first published stay readable. Each period starts from the revised lists before it, with the
birth years and estimates of its own list, so that nothing but the correction moves anybody.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import sqlalchemy as sa

from ratings import jobs
from ratings.adjustments import adjust_again
from ratings.errors import RatingsError
from ratings.publish import job_files
from ratings.publish.run_tables import letters
from ratings.rules import RuleSet
from ratings.store import runs
from ratings.store.adjusted import adjustments_since
from ratings.store.events import read_events
from ratings.store.ledger import Decision, enter
from ratings.store.periods import Period, all_periods
from ratings.store.players import people_by_key, read_people
from ratings.store.pools import pools_as_left, pools_left
from ratings.store.run_rows import read_run_rows, rows_are_equal
from ratings.store.waiting import taken_over_of
from ratings.store.waiting import waiting as waits_for

CHANGES = ("period", "id", "name", "published", "revised", "change", "type_published", "type_revised")
"""What `--dry-run` shows of who changes: the values that the lists print, and their letters (E: an estimate)."""


NOTHING = (None, "")
"""What a list prints of somebody who is not on it: no value and no letter."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How to revise: with today's birth years and estimates, under today's rules, without writing anything."""

    players_as_now: bool = False
    rules_as_now: bool = False
    dry_run: bool = False


@dataclass(slots=True)
class Revised:
    """What came of it: each period with its new revision (0: it stays as it is), who changes, what else to know."""

    periods: list[tuple[Period, int, int]] = field(default_factory=list)
    changes: list[pd.DataFrame] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def frame(self) -> pd.DataFrame:
        """Give who changes in which period, in the order of the periods, largest change first."""
        return pd.concat(self.changes) if self.changes else pd.DataFrame(columns=list(CHANGES))


def revise(
    connection: sa.Connection, period: Period, rules: RuleSet, decision: Decision, wishes: Wishes,
    progress: Callable[[int], None] | None = None,
) -> Revised:  # fmt: skip
    """Compute a published period and the later ones again, and publish those that differ as revisions.

    Raises:
        RatingsError: the period is not published, no reason is given, or the rules' numbers are not those of a list.
    """
    if not period.published:
        raise RatingsError(
            f"{period.system} {period.name} is not published: there is nothing to revise.",
            f"Rate it: ratings rate {period.system} {period.name}",
        )
    if not wishes.dry_run:
        decision.must_have_a_reason()
    _must_not_lose(connection, period)
    with connection.begin_nested() as attempt:
        revised = _revise(connection, period, rules, decision, wishes, progress)
        if wishes.dry_run:
            attempt.rollback()
    return revised


def _must_not_lose(connection: sa.Connection, period: Period) -> None:
    """Stop where a correction with refused rows has set a tournament aside that the list has.

    Raises:
        RatingsError: naming the tournament.
    """
    had = {event.key for event in read_events(connection, period) if not event.set_aside}
    for event in read_events(connection, period.reopened()):
        if event.key in had and event.set_aside:
            raise RatingsError(
                f"Tournament {event.code} would be lost: it is set aside ({event.set_aside}).",
                "Mend its refused rows and load them with --correction, or `ratings release` it.",
            )


def to_revise(connection: sa.Connection, period: Period) -> list[Period]:
    """Give the published periods of a system from one on, in order of their days."""
    return [one for one in all_periods(connection, period.system) if one.published and one.starts >= period.starts]


def _revise(
    connection: sa.Connection, period: Period, rules: RuleSet, decision: Decision, wishes: Wishes,
    progress: Callable[[int], None] | None,
) -> Revised:  # fmt: skip
    revised, lists, waiting = Revised(), list[str](), list[str]()
    adjusted = adjustments_since(connection, period)
    for one in to_revise(connection, period):
        while adjusted and adjusted[0].in_force_on <= one.starts:
            _adjust(connection, rules, adjusted.pop(0), decision, lists)
        waiting += [f"{one.name}: {told}" for told in waits_for(connection, one)]
        revision, changes = _revise_one(connection, one, rules, decision, wishes)
        revised.periods.append((one, revision, len(changes)))
        revised.changes.append(changes)
        lists += [f"{one.system} {one.name} revision {revision}"] if revision else []
        if progress:
            progress(1)
    for left in adjusted:
        _adjust(connection, rules, left, decision, lists)
    revised.notes += [f"takes effect: {told}" for told in waiting]
    if lists:
        effect = {"takes_effect": waiting}
        subject = f"list {period.name} and later ones computed again"
        enter(connection, decision, "revise", subject, system=period.system, period=period, lists=lists, after=effect)
        revised.notes += _dependents(connection, period)
    return revised


def _adjust(connection: sa.Connection, rules: RuleSet, row: sa.Row, decision: Decision, lists: list[str]) -> None:
    """Make an adjustment again where a list before it was revised."""
    if lists:
        adjust_again(connection, rules, row, decision.at)
        lists.append(f"{rules.system} adjusted on {row.in_force_on}, again")


def _revise_one(
    connection: sa.Connection, period: Period, rules: RuleSet, decision: Decision, wishes: Wishes
) -> tuple[int, pd.DataFrame]:
    """Compute one period again; give its new revision, 0 where nothing differs, and who changes."""
    old = runs.rated_run(connection, period)
    rules = rules if wishes.rules_as_now else runs.rules_of_list(connection, period, rules)
    if not wishes.rules_as_now and old.edition != runs.edition_numbers(jobs.edition_of(rules, period)):
        raise RatingsError(
            f"{period.system} {period.name} was published under other numbers than those in force now.",
            "With --rules-as-now it is revised under these; `ratings rules` shows them.",
        )
    reopened = period.reopened(players_as_now=wishes.players_as_now)
    before = read_run_rows(connection, old.run_key)
    rated = jobs.rate(connection, reopened, rules, decision.at, dry_run=True)
    changes = _changes(connection, period, before, rated.rows)
    same = rows_are_equal(before, rated.rows) and (
        rated.pools is None or pools_left(connection, old.run_key) == pools_as_left(rated.pools)
    )
    if same and not waits_for(connection, period):  # what waits in the ledger is done by a revision, whatever it moves
        return 0, changes
    jobs.keep(connection, reopened, rated, decision.at)
    made = job_files.of_run(reopened, read_people(connection), rated.rows)
    inputs = runs.published_list(connection, period).inputs or ""  # so that the same `run` is unchanged still
    how = jobs.Publishing(remark=f"revised: {decision.reason}", made_from=inputs, made=made)
    return jobs.publish(connection, reopened, rules, decision.at, how).revision, changes


def _changes(connection: sa.Connection, period: Period, before: pa.Table, after: pa.Table) -> pd.DataFrame:
    """Give whose published value or its letter differs, largest change first."""
    old, new = _shown(before), _shown(after)
    differ = [key for key in old.keys() | new.keys() if old.get(key, NOTHING) != new.get(key, NOTHING)]
    people = people_by_key(connection, differ)
    told = []
    for key in differ:
        (was, was_of), (is_now, is_of) = old.get(key, NOTHING), new.get(key, NOTHING)
        change = None if was is None or is_now is None else is_now - was
        told.append((period.name, people[key].id, people[key].name, was, is_now, change, was_of, is_of))
    told.sort(key=lambda row: (-abs(row[5] or 0), row[2], row[1]))
    return pd.DataFrame(told, columns=list(CHANGES), dtype=object)


def _shown(rows: pa.Table) -> dict[int, tuple[int | None, str]]:
    """Give what the list prints of each player: the rating, or the estimate of an unrated one, and its letter."""
    values = pc.coalesce(rows["rating"], rows["listed"])
    shown = zip(values.to_pylist(), letters(rows).to_pylist(), strict=True)
    return dict(zip(rows["player_key"].to_pylist(), shown, strict=True))


def _dependents(connection: sa.Connection, period: Period) -> list[str]:
    """Name the first published period of each other system that took over what is another rating now."""
    notes = dict[str, str]()
    for other in all_periods(connection):
        is_other = other.published and other.system != period.system and other.system not in notes
        if is_other and taken_over_of(connection, other):
            command = f"ratings revise {other.system} {other.name}"
            notes[other.system] = f"{other.system} {other.name} took ratings over: revise it too ({command})"
    return list(notes.values())
