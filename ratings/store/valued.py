"""What a period of a system by expectation is rated from: its sides with the values of the lists that count."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.columns import numbers
from ratings.engine.activity import months_before
from ratings.engine.by_expectation import Inputs
from ratings.engine.editions import Rules, blocks_on
from ratings.engine.expected import FORMATS, Days, ValuedSides
from ratings.engine.period import Start
from ratings.engine.pools import Tournaments
from ratings.exact import Ints
from ratings.files.cells import PLAYED, as_date, as_day
from ratings.store import schema
from ratings.store.entered import Entered, days_that_decide
from ratings.store.events import Details
from ratings.store.lists_in_force import Lists
from ratings.store.periods import Period
from ratings.store.persons import read_persons
from ratings.store.pools import as_pools
from ratings.store.reading import read_by_player
from ratings.store.standings import start_of
from ratings.store.stored_period import StoredPeriod
from ratings.wording import number_of

ToldWord = tuple[int, str, int | None, dt.date]
"""What a loaded list says of a player: key, status, last game (None: unknown), the day of the list."""


@dataclass(frozen=True, slots=True)
class Valued:
    """A period ready to be rated: the engine's inputs, which row each side came from, each player's status before."""

    inputs: Inputs
    rules: Rules
    entered: Entered
    rows: Ints
    words_before: np.ndarray[Any, Any]
    warnings: list[str]


def read_valued(connection: sa.Connection, stored: StoredPeriod, aside_keys: Collection[int] | None = None) -> Valued:
    """Give a period with all that decides about it: values by list, tournaments, pools, days.

    `aside_keys` are the tournaments not to be rated; by default those written down as set aside.
    """
    period, rules, entered, lists = stored.period, stored.rules, stored.entered, stored.lists
    if aside_keys is not None:
        entered = entered.without(aside_keys)
    start = start_of(connection, period, rules.edition.credited_from, stored.size)
    number = {code: place for place, code in enumerate(entered.codes)}
    sides, rows = _sides(start, entered, lists, rules)
    tournaments = Tournaments(entered.first_day, np.array([_format(row) for row in entered.details], dtype=np.int64))
    oldest = as_day(period.starts) if lists.oldest is None else lists.oldest
    told = _loaded_words(connection, period)
    unknown = _unknown_last_games(told, oldest, stored)
    days = Days(as_day(period.starts), as_day(period.ends), as_day(period.publishes), unknown)
    words = _words_before(connection, told, stored)
    persons = read_persons(connection, period.seen)
    for old, new in persons.items():
        words[new], words[old] = words[new] or words[old], ""
    inputs = Inputs(start, sides, as_pools(stored.pools, number, persons), tournaments, days, words == "provisional")
    return Valued(inputs, rules, entered, rows, words, _warnings(entered, lists, rows))


def _warnings(entered: Entered, lists: Lists, rows: Ints) -> list[str]:
    """Name the rated tournaments, and count the games without a code, before every list (rules 3, decision 1)."""
    early = [n for n in np.unique(entered.number[rows]) if n and lists.is_older(int(entered.first_day[n]))]
    days = entered.game[np.unique(rows[entered.number[rows] == 0]), 2]
    lone = [int(day) for day in np.sort(days) if lists.is_older(int(day))]
    without = (
        f"{number_of(len(lone), 'game')} without a tournament code, the first on {as_date(lone[0]) if lone else ''}"
    )
    return [
        f"tournament {entered.codes[n]} began on {as_date(entered.first_day[n])}, before every list: the oldest is used"
        for n in early
    ] + ([f"{without}, before every list: the oldest is used"] if lone else [])


def _format(row: Details | None) -> int:
    return FORMATS.index(row.format or "") if row is not None else 0


def _sides(start: Start, entered: Entered, lists: Lists, rules: Rules) -> tuple[ValuedSides, Ints]:
    """Give both sides of the games to rate, White's first, and the row of each."""
    game = entered.game
    chosen = np.flatnonzero((game[:, 5] < PLAYED) & ~entered.aside[entered.number] & ~entered.held)
    rows = np.concatenate([chosen, chosen])
    white, black, points = game[chosen, 3], game[chosen, 4], game[chosen, 5]
    owner, opponent = np.concatenate([white, black]), np.concatenate([black, white])
    day = days_that_decide(entered)[rows]
    if rules.edition.values_on == "period":
        own, value = start.rating.at(owner), start.rating.at(opponent)
    else:
        own, value = lists.values(day, owner), lists.values(day, opponent)
    sides = ValuedSides(
        owner, opponent, np.concatenate([points, 2 - points]), game[rows, 2], entered.number[rows], own, value,
        blocks_on(day, rules),
    )  # fmt: skip
    return sides, rows


def _words_before(connection: sa.Connection, told: list[ToldWord], stored: StoredPeriod) -> np.ndarray[Any, Any]:
    """Give every player's status on the newest list before the period; empty where no list says one."""
    out = np.full(stored.size, "", dtype=object)
    for key, word, _, _ in told:
        out[key] = word
    if stored.base is not None:
        run = schema.run_row
        query = sa.select(run.c.player_key, run.c.status).where(run.c.run_key == stored.base.run_key)
        columns = read_by_player(connection, query, run.c.player_key)
        out[numbers(columns["player_key"])] = np.array(columns["status"].to_pylist(), dtype=object)
    return out


def _loaded_words(connection: sa.Connection, period: Period) -> list[ToldWord]:
    """Give player, status, last game and day of the list, from all loaded lists in force when the period starts."""
    lists, row = schema.rating_list, schema.list_row
    query = (
        sa.select(row.c.player_key, row.c.status, row.c.last_game, lists.c.in_force_on)
        .join(lists, lists.c.list_key == row.c.list_key)
        .where(lists.c.system == period.system, lists.c.in_force_on <= period.starts, row.c.status.isnot(None))
        .order_by(lists.c.in_force_on)
    )
    if period.seen is not None:
        query = query.where(row.c.load_key <= period.seen.load_key)
    return [tuple(one) for one in connection.execute(query)]


def _unknown_last_games(told: list[ToldWord], oldest: int, stored: StoredPeriod) -> Ints:
    """Give where an unknown last game stands: at the oldest list, but so early that a list's `inactive` holds."""
    edition = stored.rules.edition
    months = {"inactive": edition.inactive_months, "off-list": edition.off_list_months}
    out = np.full(stored.size, oldest, dtype=np.int64)
    for key, word, last_game, day in told:
        limit = months.get(word, "none")
        if last_game is None and not isinstance(limit, str):
            out[key] = min(int(out[key]), months_before(as_day(day), limit) - 1)
    return out
