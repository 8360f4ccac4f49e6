"""The verbs over a database: rate a period, publish its list, take a load back. One connection, one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import sqlalchemy as sa

from ratings.columns import is_word, known, stacked
from ratings.engine import unrated_first
from ratings.engine.period import Games, HeldGames, Start
from ratings.engine.unrated_first import Rules
from ratings.errors import RatingsError
from ratings.exact import Flags
from ratings.rules import RuleSet
from ratings.store import inputs, runs
from ratings.store.bulk import Columns
from ratings.store.events import to_keep as events_to_keep
from ratings.store.figures import as_json
from ratings.store.ledger import Decision, enter
from ratings.store.periods import Period, must_be_open
from ratings.store.reading import highest_key
from ratings.store.standings import start_of
from ratings.store.stored_games import read_held

if TYPE_CHECKING:
    from ratings.loading import acceptance
    from ratings.publish.job_files import Made
    from ratings.publish.stored_tables import StoredRun
    from ratings.publish.usual import Judged
    from ratings.store.valued import Valued


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a period is rated with: its rule set, the edition in force, the season, and the starting values."""

    rules: RuleSet
    edition: Any
    season: int
    start: Start

    @property
    def how(self) -> Rules:
        """Give what every step of the work needs."""
        return Rules(self.rules.module, self.edition, self.season)


@dataclass(frozen=True, slots=True)
class Rated:
    """A rated period: what it started from, its games, what came out, and that as the rows of a run.

    `aside` are the tournaments not rated, by code, with the reason; None: those that are written down. By expectation
    there are the `pools` that are left, and what was decided about tournaments. `outcome` is the engine's, or None
    where it is not wanted any more.
    """

    edition: Any
    start: Start
    games: HeldGames
    outcome: Any
    rows: pa.Table
    warnings: tuple[str, ...] = ()
    aside: dict[str, str] | None = None
    pools: Columns | None = None
    decision: acceptance.Decision | None = None

    @property
    def on_list(self) -> int:
        """Count the rated players whom the list shows."""
        return int((known(self.rows["rating"]) & ~is_word(self.rows["status"], "off-list")).sum())

    @property
    def newly_rated(self) -> int:
        """Count the players who got a first rating."""
        return int((self.outcome.after.rating.known & ~self.start.rating.known).sum())

    @property
    def changed(self) -> int:
        """Count the rated players whose rating moved."""
        both = self.outcome.after.rating.known & self.start.rating.known
        return int((both & (self.outcome.after.rating.values != self.start.rating.values)).sum())

    @property
    def leaves(self) -> Flags:
        """Say which of `rows` keep a rating, but leave the list for want of games."""
        off, was_off = (is_word(self.rows[name], "off-list") for name in ("status", "status_before"))
        return np.asarray(off & ~was_off & known(self.rows["rating"]))

    @property
    def gone(self) -> int:
        """Count who is not on the list any more: fallen below the floor, or too long without a game."""
        lost = self.start.rating.known & ~self.outcome.after.rating.known
        return int(lost.sum() + self.leaves.sum())


def prepare(connection: sa.Connection, period: Period, rules: RuleSet) -> Prepared:
    """Read what a period starts from.

    Raises:
        RatingsError: the period is published, an earlier one is not, or no edition is in force.
    """
    _must_be_ready(connection, period)
    return _prepared(connection, period, rules)


def _prepared(connection: sa.Connection, period: Period, rules: RuleSet) -> Prepared:
    edition = rules.in_force(period.starts)
    start = start_of(connection, period, edition.credited_from, highest_key(connection) + 1)
    return Prepared(rules, edition, edition.season(period.ends), start)


def _must_be_ready(connection: sa.Connection, period: Period) -> None:
    must_be_open(period)
    runs.must_be_next(connection, period)
    if not period.published:
        runs.must_follow_adjustments(connection, period)


def compute(prepared: Prepared, games: HeldGames) -> Rated:
    """Rate a period's games: no database, no clock; the games may stand in any order, and anywhere."""
    outcome = unrated_first.rate(prepared.start, games, prepared.how)
    rows = runs.run_columns(prepared.rules, prepared.start, outcome)
    return Rated(prepared.edition, prepared.start, games, outcome, rows)


def add_up(prepared: Prepared, games: HeldGames) -> unrated_first.Work:
    """Do the part of `compute` that wants the games, which can go then."""
    return unrated_first.added_up(prepared.start, games, prepared.how)


def compute_rows(prepared: Prepared, work: unrated_first.Work) -> Rated:
    """Do the rest of `compute`, without keeping the working, which is large: no games, nothing before them."""
    made = unrated_first.outcome_by_blocks(prepared.start, work, prepared.how)
    rows = stacked(runs.run_columns(prepared.rules, start, outcome, first) for first, start, outcome in made)
    return Rated(prepared.edition, Start.unrated(0), Games.none(), None, rows)


def rate(
    connection: sa.Connection, period: Period, rules: RuleSet, at: str, *, dry_run: bool = False,
    accept: Sequence[str] = (), decided: Decision | None = None,
    read: Callable[[sa.Connection, Period], HeldGames] = read_held,
) -> Rated:  # fmt: skip
    """Rate a period from what is stored; write the run down unless it is a dry run.

    `read` brings the games to where they are added up, which is in this process, unless told otherwise.
    `accept` names tournaments to be rated though the rules do not accept them; who decides that, and why, is `decided`.

    Raises:
        RatingsError: the period is published, an earlier one is not, no edition is in force, or there is no such
            tournament to accept.
    """
    if rules.by_expectation:
        return _rate_by_expectation(connection, period, rules, at, dry_run=dry_run, accept=accept, decided=decided)
    if accept or (decided and decided.reason):
        raise RatingsError(f"{rules.system} tests no time controls.", "Leave --accept and --reason out.", 2)
    rated = compute(prepare(connection, period, rules), read(connection, period))
    if not dry_run:
        keep(connection, period, rated, at)
    return rated


def keep(connection: sa.Connection, period: Period, rated: Rated, at: str) -> None:
    """Write down all that rating a period gives."""
    if rated.decision is not None:
        from ratings.loading import acceptance

        acceptance.write_down(connection, period, rated.decision)
    run_key = store(connection, period, rated, at)
    if rated.pools is not None:
        from ratings.store.pools import insert_pools

        insert_pools(connection, rated.pools, run_key=run_key)


def _rate_by_expectation(
    connection: sa.Connection, period: Period, rules: RuleSet, at: str, *, dry_run: bool, accept: Sequence[str],
    decided: Decision | None,
) -> Rated:  # fmt: skip
    from ratings.loading import acceptance  # here, as around: systems that measure performances do not wait for this
    from ratings.store.stored_period import read_stored_period
    from ratings.store.valued import read_valued

    _must_be_ready(connection, period)
    stored = read_stored_period(connection, period, rules)
    decision = acceptance.decide(connection, stored, accept, decided)
    valued = read_valued(connection, stored, decision.aside)
    warnings = (*decision.doubts, *valued.warnings)
    rated = _compute_by_expectation(rules, valued, warnings, decision)
    if not dry_run:
        keep(connection, period, rated, at)
    return rated


def _compute_by_expectation(
    rules: RuleSet, valued: Valued, warnings: tuple[str, ...] = (), decision: acceptance.Decision | None = None
) -> Rated:
    """Rate what was read."""
    from ratings.engine import by_expectation
    from ratings.store.pools import pool_columns

    outcome = by_expectation.rate(valued.inputs, valued.rules)
    start = valued.inputs.start
    rows = runs.expectation_columns(rules, start, outcome, valued.words_before)
    sides, count = valued.inputs.sides, len(valued.inputs.sides) // 2
    games = Games(sides.owner[:count], sides.opponent[:count], sides.half_points[:count], sides.day[:count])
    pools, aside = pool_columns(outcome.pools, valued.entered.codes), None if decision is None else decision.told
    return Rated(valued.rules.edition, start, games, outcome, rows, warnings, aside, pools, decision)


def rate_as_published(connection: sa.Connection, period: Period, rules: RuleSet) -> Rated:
    """Rate a published period again from what its list had seen, under the numbers stored with its run."""
    rules = rules.with_numbers(runs.edition_of_run(rules, runs.rated_run(connection, period)))
    if not rules.by_expectation:
        return compute(_prepared(connection, period, rules), read_held(connection, period))
    from ratings.store.stored_period import read_stored_period
    from ratings.store.valued import read_valued

    return _compute_by_expectation(rules, read_valued(connection, read_stored_period(connection, period, rules)))


def store(connection: sa.Connection, period: Period, rated: Rated, at: str) -> int:
    """Write a run down, in place of the period's earlier, unpublished one, and give its key."""
    told = inputs.fingerprint(connection, period, rated.edition.credited_from)
    return runs.store_run(connection, period, rated.edition, rated.rows, at, told)


@dataclass(frozen=True, slots=True)
class Publishing:
    """How a list is published: what is kept beside it, and for whom and why it may be unusual.

    `made` is the list where it is made already, `stored` its run where that is read back from the database already,
    `made_from` the hash of the inputs of a `run`.
    """

    remark: str = ""
    made_from: str = ""
    made: Made | None = None
    stored: StoredRun | None = None
    accept_unusual: Decision | None = None


@dataclass(frozen=True, slots=True)
class Published:
    """A published list: its revision, and its figures beside what is usual."""

    revision: int
    judged: Judged


def publish(
    connection: sa.Connection, period: Period, rules: RuleSet, at: str, how: Publishing | None = None
) -> Published:
    """Freeze the list of a rated period.

    Raises:
        RatingsError: the period is not rated, is published already, or what it was rated from has changed since.
        GateError: it is not what the database holds, or it is unusual and nobody accepts that.
    """
    from ratings.publish import gate, job_files  # here: the period is rated meanwhile
    from ratings.publish.stored_tables import StoredRun

    must_be_open(period)
    runs.must_be_next(connection, period)
    run = runs.rated_run(connection, period)
    edition = edition_of(rules, period)
    inputs.must_be_current(connection, period)
    if run.edition != runs.edition_numbers(edition):
        raise RatingsError(
            f"{period.system} {period.name} was rated under other numbers than those in force, edition {edition.name}.",
            f"Rate it again without --edition: ratings rate {period.system} {period.name}",
        )
    how = how or Publishing()
    made = how.made or job_files.of_list(connection, run.run_key)
    stored = how.stored or StoredRun.read(connection, run.run_key)
    assert stored.run_key == run.run_key
    passed = gate.examine(connection, period, stored, made, accept_unusual=how.accept_unusual is not None)
    figures = as_json(passed.figures, accepted=bool(passed.judged.reasons))
    kept = runs.Kept(made.exported, events_to_keep(connection, period), figures, how.remark, how.made_from)
    revision = runs.store_list(connection, period, run.run_key, at, kept)
    if how.accept_unusual and passed.judged.reasons:
        subject, lists = "; ".join(passed.judged.reasons), [f"{period.system} {period.name} revision {revision}"]
        told = {"system": period.system, "period": period, "lists": lists}
        enter(connection, how.accept_unusual, "accept-unusual", subject, **told)
    return Published(revision, passed.judged)


def edition_of(rules: RuleSet, period: Period) -> Any:
    """Give the edition that decides about a period (rules 0.8)."""
    if not rules.by_expectation:
        return rules.in_force(period.starts)
    from ratings.engine.editions import rules_of

    return rules_of(rules, period.starts, period.ends).edition
