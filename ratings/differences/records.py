"""All that decides about a list, as it was when the list was made: starting values, rated games, rules, values."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.columns import numbers
from ratings.differences.suspects import maybe_differ
from ratings.engine import by_expectation, unrated_first
from ratings.engine.editions import Rules as EditionRules
from ratings.engine.period import Games, Maybe, Outcome, Start
from ratings.errors import RatingsError
from ratings.exact import Flags, Ints
from ratings.rules import RuleSet
from ratings.store import runs, schema
from ratings.store.games import read_rated_rows
from ratings.store.inputs import must_be_current
from ratings.store.periods import Period
from ratings.store.reading import highest_key, read_by_player
from ratings.store.standings import overlay, put, read_run, start_of
from ratings.store.stored_period import StoredPeriod, read_stored_period
from ratings.store.valued import Valued, read_valued


@dataclass(frozen=True, slots=True)
class Record:
    """One list and what it was made from; arrays by player key.

    `games` has the columns of `holds.GAME`, `published` is what the list says of each player: the rating, or the
    estimate of an unrated one. By performance there is an `outcome`, by expectation what was `stored` and `valued`.
    """

    period: Period
    run_key: int
    rules: RuleSet
    edition: Any
    start: Start
    games: Ints
    published: Maybe
    played: Flags
    outcome: Outcome | None = None
    stored: StoredPeriod | None = None
    valued: Valued | None = None

    @property
    def label(self) -> str:
        """Name the list: its period, and the revision where it is published."""
        return self.period.label

    @property
    def ends(self) -> dt.date:
        """Give the period's last day, which says what season it is."""
        return self.period.ends

    @property
    def size(self) -> int:
        """Give the length of the arrays: players and one."""
        return self.start.size

    def edition_rules(self) -> EditionRules:
        """Give the rules of a system by expectation."""
        assert self.valued is not None
        return self.valued.rules


def read_record(connection: sa.Connection, period: Period, rules: RuleSet) -> Record:
    """Read a list's record: of a published period as the revision saw it, of a rated one as it is.

    Raises:
        RatingsError: the period is to be rated (again), or what is stored does not give the list that is stored.
    """
    run = runs.rated_run(connection, period)
    must_be_current(connection, period)
    edition = runs.edition_of_run(rules, run)
    rules = rules.with_numbers(edition)
    size = highest_key(connection) + 1
    published, played = _published(connection, run.run_key, size)
    read = _by_expectation if rules.by_expectation else _by_performance
    record, came_out = read(connection, Record(
        period, run.run_key, rules, edition, Start.unrated(size), np.zeros((0, 6), dtype=np.int64), published, played,
    ))  # fmt: skip
    differ = int(maybe_differ(published, came_out).sum())
    if differ:
        raise RatingsError(
            f"What is stored for {record.label} does not give its list any more: {differ} values differ.",
            f"ratings verify {period.system} {period.name} shows where." if period.published else "Rate it again.",
        )
    return record


def _published(connection: sa.Connection, run_key: int, size: int) -> tuple[Maybe, Flags]:
    """Give what a run's list says of each player, and who played."""
    row = schema.run_row
    names = ("player_key", "rating", "listed", "played")
    query = sa.select(*(row.c[name] for name in names)).where(row.c.run_key == run_key)
    rows = read_by_player(connection, query, row.c.player_key)
    keys, absent, played = numbers(rows["player_key"]), Maybe.absent(size), np.zeros(size, dtype=bool)
    played[keys] = numbers(rows["played"]) > 0
    return put(absent, keys, rows["rating"]).or_else(put(absent, keys, rows["listed"])), played


def _by_performance(connection: sa.Connection, empty: Record) -> tuple[Record, Maybe]:
    """Read what a list by performance was made from; also give what comes out of it now."""
    period, edition = empty.period, empty.edition
    start = start_of(connection, period, edition.credited_from, empty.size)
    rows = read_rated_rows(connection, period)
    how = unrated_first.Rules(empty.rules.module, edition, edition.season(period.ends))
    outcome = unrated_first.rate(start, Games(rows[:, 3], rows[:, 4], rows[:, 5], rows[:, 2]), how)
    record = _filled(empty, start, rows, outcome=outcome)
    return record, outcome.after.rating.or_else(outcome.listed).only(outcome.present)


def _by_expectation(connection: sa.Connection, empty: Record) -> tuple[Record, Maybe]:
    """Read what a list by expectation was made from; also give what comes out of it now."""
    stored = read_stored_period(connection, empty.period, empty.rules)
    valued = read_valued(connection, stored)
    outcome = by_expectation.rate(valued.inputs, valued.rules)
    rows = valued.entered.game[valued.rows[: len(valued.rows) // 2]]
    record = _filled(empty, valued.inputs.start, rows, stored=stored, valued=valued)
    return record, outcome.after.rating.only(outcome.present)


def _filled(empty: Record, start: Start, games: Ints, **rest: Any) -> Record:
    columns = {name: getattr(empty, name) for name in ("period", "run_key", "rules", "edition", "published", "played")}
    return Record(start=start, games=games, **columns, **rest)


def carried_on(connection: sa.Connection, before: Period, record: Record, rules: RuleSet) -> Record:
    """Give the record of a period in which nothing happens after the list of the one before: no games, no new values.

    Birth years and estimates are those that the list before was made with.
    """
    run = runs.rated_run(connection, before)
    published, played = _published(connection, run.run_key, record.size)
    start = overlay(Start.unrated(record.size), read_run(connection, run.run_key), complete=True)
    start = _with_frozen(connection, run.run_key, start, record.start)
    return Record(
        before, run.run_key, rules, runs.edition_of_run(rules, run), start, record.games[:0], published, played,
        record.outcome, record.stored, record.valued,
    )  # fmt: skip


def _with_frozen(connection: sa.Connection, run_key: int, start: Start, later: Start) -> Start:
    """Put birth years, estimates and credited ratings of a run's rows into a start; without a row, `later`'s year."""
    row = schema.run_row
    names = ("player_key", "birth_year", "given", "credited")
    query = sa.select(*(row.c[name] for name in names)).where(row.c.run_key == run_key)
    rows = read_by_player(connection, query, row.c.player_key)
    keys, absent = numbers(rows["player_key"]), Maybe.absent(start.size)
    frozen = {name: put(absent, keys, rows[name]) for name in ("given", "credited")}
    return replace(start, birth_year=put(later.birth_year, keys, rows["birth_year"]), **frozen)
