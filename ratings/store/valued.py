"""What a period of a system by expectation is rated from: its sides with the values of the lists that count."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa

from ratings.engine.by_expectation import Inputs
from ratings.engine.editions import Rules, blocks_on, rules_of
from ratings.engine.expected import FORMATS, Days, ValuedSides
from ratings.engine.period import Maybe, Start
from ratings.engine.pools import Tournaments
from ratings.exact import Flags, Ints
from ratings.files.cells import PLAYED, as_date, as_day
from ratings.rules import RuleSet
from ratings.rules.time_control import REFUSALS, Rows, accepted, minutes_for_60_moves
from ratings.store import schema
from ratings.store.bulk import read_columns, read_integers
from ratings.store.games import loads_of
from ratings.store.periods import Period
from ratings.store.players import highest_key
from ratings.store.pools import as_pools, read_pool_rows
from ratings.store.standings import newest_published, standing_on, start_of

NO_TIME_RULE: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Entered:
    """The rows of a period with their tournaments: `number` by row indexes `codes`; number 0 is no tournament.

    `game` are the columns tournament key, round, day, white, black, result; `aside` says which numbers are not rated.
    """

    codes: list[str]
    keys: list[int]
    details: list[sa.Row | None]
    number: Ints
    game: Ints
    first_day: Ints
    aside: Flags


@dataclass(frozen=True, slots=True)
class Valued:
    """A period ready to be rated: the engine's inputs, and which row each side came from."""

    inputs: Inputs
    rules: Rules
    entered: Entered
    rows: Ints
    warnings: list[str]


def read_entered(connection: sa.Connection, period: Period, further_codes: list[str]) -> Entered:
    """Read all rows of a period, played or not, and number the tournaments; pools may name further codes."""
    game, entry, tournament = schema.game, schema.entry, schema.tournament
    source = game.join(entry, entry.c.tournament_key == game.c.tournament_key)
    names = (game.c.tournament_key, game.c.round, game.c.played_on, game.c.white, game.c.black, game.c.result)
    query = sa.select(*names).select_from(source)
    query = query.where(entry.c.period_key == period.key, game.c.load_key.in_(loads_of(connection, period)))
    rows = read_integers(connection, query)
    details = connection.execute(
        sa.select(tournament, entry.c.set_aside)
        .join(entry, entry.c.tournament_key == tournament.c.tournament_key)
        .where(entry.c.period_key == period.key)
    ).all()
    by_code = {row.code: row for row in details}
    codes = ["", *sorted({*by_code, *further_codes} - {""})]
    keys = [int(by_code[code].tournament_key) if code in by_code else 0 for code in codes]
    lookup = np.zeros(max(keys, default=0) + 1, dtype=np.int64)
    lookup[keys] = np.arange(len(codes))
    number = lookup[rows[:, 0]] if len(rows) else np.zeros(0, dtype=np.int64)
    number = np.where(number > 0, number, 0)
    aside = np.array([bool(by_code[code].set_aside) if code in by_code else False for code in codes])
    listed = [by_code.get(code) for code in codes]
    return Entered(codes, keys, listed, number, rows, _first_days(listed, number, rows), aside)


def _first_days(details: list[sa.Row | None], number: Ints, rows: Ints) -> Ints:
    """Give each tournament's first day: as told, else the earliest date in the period."""
    first = np.full(len(details), np.iinfo(np.int64).max)
    np.minimum.at(first, number, rows[:, 2])
    for place, row in enumerate(details):
        if place and row is not None and row.starts_on is not None:
            first[place] = as_day(row.starts_on)
    return np.where(first < np.iinfo(np.int64).max, first, 0)


class Lists:
    """The values of a system on any day, by the list then in force; before all lists, by the oldest, with a warning."""

    def __init__(self, connection: sa.Connection, system: str, credited_from: str, size: int) -> None:
        self._connection, self._system, self._credited, self._size = connection, system, credited_from, size
        self._own = _list_days(connection, [system])
        self.days = _list_days(connection, [system, credited_from])
        self.asked_too_early = False

    @property
    def oldest(self) -> int | None:
        """Give the day of the system's oldest list; None where it has none."""
        return self._own[0] if self._own else None

    def values(self, days: Ints, players: Ints) -> Maybe:
        """Give the value of each player on each day; arrays of one shape."""
        out = Maybe.absent(len(days))
        if not self.days:
            return out
        bucket = np.searchsorted(np.array(self.days), days, side="right") - 1
        self.asked_too_early |= bool((bucket < 0).any())
        bucket = np.maximum(bucket, 0)
        for place in np.unique(bucket):
            chosen = np.flatnonzero(bucket == place)
            found = self._on(self.days[place]).at(players[chosen])
            out.values[chosen], out.known[chosen] = found.values, found.known
        return out

    def _on(self, day: int) -> Maybe:
        own = standing_on(self._connection, self._system, as_date(max(day, self.oldest or day)), self._size).rating
        if self._credited == "none":
            return own
        return own.or_else(standing_on(self._connection, self._credited, as_date(day), self._size).rating)


def _list_days(connection: sa.Connection, systems: list[str]) -> list[int]:
    lists = schema.rating_list
    query = sa.select(lists.c.in_force_on).where(lists.c.system.in_(systems)).distinct().order_by(lists.c.in_force_on)
    return [as_day(day) for day in connection.execute(query).scalars()]


def read_valued(connection: sa.Connection, period: Period, rule_set: RuleSet) -> Valued:
    """Read a period with all that decides about it: values by list, tournaments, pools, days."""
    rules = rules_of(rule_set, period.starts, period.ends)
    edition = rules.edition
    size = highest_key(connection) + 1
    start = start_of(connection, period, edition.credited_from, size)
    base = newest_published(connection, period.system, before=period.starts)
    pool_rows = read_pool_rows(
        connection, period.system, base.run_key if base else None, base.in_force_on if base else None, period.starts
    )
    entered = read_entered(connection, period, list(pool_rows["tournament"]))
    number = {code: place for place, code in enumerate(entered.codes)}
    lists = Lists(connection, period.system, edition.credited_from, size)
    sides, rows = _sides(start, entered, lists, rules)
    tournaments = Tournaments(entered.first_day, np.array([_format(row) for row in entered.details], dtype=np.int64))
    days = Days(
        as_day(period.starts),
        as_day(period.ends),
        as_day(period.publishes),
        as_day(period.starts) if lists.oldest is None else lists.oldest,
    )
    inputs = Inputs(
        start, sides, as_pools(pool_rows, number), tournaments, days, _provisional(connection, period, size)
    )
    warnings = ["tournaments began before the oldest list: its values are used"] if lists.asked_too_early else []
    return Valued(inputs, rules, entered, rows, warnings)


def _format(row: sa.Row | None) -> int:
    return FORMATS.index(row.format or "") if row is not None else 0


def _days_that_decide(entered: Entered) -> Ints:
    """Give the day whose list decides about each row: its tournament's first, its own where it has no tournament."""
    return np.where(entered.number > 0, entered.first_day[entered.number], entered.game[:, 2])


def _sides(start: Start, entered: Entered, lists: Lists, rules: Rules) -> tuple[ValuedSides, Ints]:
    """Give both sides of the games to rate, White's first, and the row of each."""
    game = entered.game
    chosen = np.flatnonzero((game[:, 5] < PLAYED) & ~entered.aside[entered.number])
    rows = np.concatenate([chosen, chosen])
    white, black, points = game[chosen, 3], game[chosen, 4], game[chosen, 5]
    owner, opponent = np.concatenate([white, black]), np.concatenate([black, white])
    day = _days_that_decide(entered)[rows]
    if rules.edition.values_on == "period":
        own, value = start.rating.at(owner), start.rating.at(opponent)
    else:
        own, value = lists.values(day, owner), lists.values(day, opponent)
    sides = ValuedSides(
        owner, opponent, np.concatenate([points, 2 - points]), game[rows, 2], entered.number[rows], own, value,
        blocks_on(day, rules),
    )  # fmt: skip
    return sides, rows


def _provisional(connection: sa.Connection, period: Period, size: int) -> Flags:
    """Say whose rating is marked provisional on the newest list before the period."""
    out = np.zeros(size, dtype=bool)
    base = newest_published(connection, period.system, before=period.starts)
    lists, row, run = schema.rating_list, schema.list_row, schema.run_row
    loaded = (
        sa.select(row.c.player_key, row.c.status)
        .join(lists, lists.c.list_key == row.c.list_key)
        .where(lists.c.system == period.system, lists.c.in_force_on <= period.starts, row.c.status.isnot(None))
        .order_by(lists.c.in_force_on)
    )
    for key, word in connection.execute(loaded):
        out[key] = word == "provisional"
    if base is not None:
        columns = read_columns(
            connection, sa.select(run.c.player_key, run.c.status).where(run.c.run_key == base.run_key)
        )
        out[columns["player_key"].astype(np.int64)] = columns["status"] == "provisional"
    return out


def refusals(connection: sa.Connection, period: Period, rule_set: RuleSet) -> dict[int, str]:
    """Give the tournaments that the rules do not accept, by key, with the reason (rules 3, "accepted"; 0.7)."""
    rules = rules_of(rule_set, period.starts, period.ends)
    entered = read_entered(connection, period, [])
    kind = period.system.rpartition("-")[2]
    out: dict[int, str] = {}
    for place, row in enumerate(entered.details):
        if place and row is not None and row.kind and row.kind != kind and kind in ("standard", "rapid", "blitz"):
            out[entered.keys[place]] = f"its kind is {row.kind}, not {kind}"
    if not getattr(rules.edition, "minutes_needed", NO_TIME_RULE) or not len(entered.game):
        return out
    lists = Lists(connection, period.system, rules.edition.credited_from, highest_key(connection) + 1)
    days, game = _days_that_decide(entered), entered.game
    told = Rows(entered.number, game[:, 1], game[:, 2], lists.values(days, game[:, 3]), lists.values(days, game[:, 4]))
    minutes = [minutes_for_60_moves(row.minutes or "") if row is not None else None for row in entered.details]
    known = np.array([value is not None for value in minutes])
    verdict = accepted(told, Maybe(np.array([value or 0 for value in minutes], dtype=np.int64), known), rules.edition)
    for place in np.flatnonzero(verdict.refusal):
        strongest = int(verdict.strongest.values[place]) if verdict.strongest.known[place] else "unrated"
        out[entered.keys[place]] = (
            f"{REFUSALS[verdict.refusal[place]].replace('-', ' ')}: {minutes[place]} minutes for 60 moves, "
            f"{int(verdict.needed[place])} needed (strongest player {strongest}), "
            f"{int(verdict.rounds_a_day[place])} rounds on one day"
        )
    return out
