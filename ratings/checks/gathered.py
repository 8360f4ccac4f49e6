"""What the checks of a period look at, read once: its rows, the players, their standing, the games before it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
import sqlalchemy as sa

from ratings.columns import known, numbers
from ratings.engine.period import Maybe, Start
from ratings.engine.unrated_first import own_rating
from ratings.exact import Flags, Ints
from ratings.files.cells import PLAYED, as_day
from ratings.loading.same_events import stored_between
from ratings.store import schema
from ratings.store.bulk import Columns, read_columns
from ratings.store.game_rows import GameRows
from ratings.store.games import ASIDE, games_of
from ratings.store.holds import GONE, read_gone
from ratings.store.periods import Period
from ratings.store.persons import read_persons, rows_by_person

LOOK_BACK = dt.timedelta(days=400)
"""How far back games are compared with the period's: a season, and the same event a year ago."""
PERSON = ("id", "name", "birth_year", "sex", "federation", "club", "fide_id")


@dataclass(frozen=True)
class Gathered:
    """A period with all that its checks need. Arrays of players are indexed by key (0 is nobody).

    `rows` are the columns of `games_of`, in which `event` is the place of the tournament in `codes`; `details` what is
    known of tournaments, by code; `earlier` the games of other periods of the system up to the period's last day.
    """

    period: Period
    rows: dict[str, Any]
    codes: list[str]
    details: dict[str, sa.Row]
    people: dict[str, Any]
    start: Start
    earlier: GameRows

    @property
    def size(self) -> int:
        """Give the length of arrays of players."""
        return self.start.size

    @cached_property
    def is_game(self) -> Flags:
        """Say which rows have two players."""
        return np.asarray(self.rows["black"] > 0)

    @cached_property
    def is_played(self) -> Flags:
        """Say which rows were played over the board."""
        return np.asarray(self.rows["result"] < PLAYED)

    @cached_property
    def takes_part(self) -> Flags:
        """Say which players stand in a row of the period."""
        out = np.zeros(self.size, dtype=bool)
        out[self.rows["white"]], out[self.rows["black"]] = True, True
        out[0] = False
        return out

    @cached_property
    def rating(self) -> Maybe:
        """Give what everybody is rated at: the system's own rating, else a credited one."""
        return own_rating(self.start)

    def person(self, key: int) -> dict[str, Any]:
        """Give what tells a player from others: id, name, birth year, club, rating (null: unrated)."""
        rating, year = self.rating, self.people["birth_year"][key]
        return {
            "id": self.people["id"][key], "name": self.people["name"][key], "birth_year": int(year) or None,
            "club": self.people["club"][key] or "",
            "rating": int(rating.values[key]) if rating.known[key] else None,
        }  # fmt: skip


def gather(connection: sa.Connection, period: Period, start: Start) -> Gathered:
    """Read what the checks of a period need; `start` is what it starts from."""
    everything = games_of(connection, period)
    stands = ~np.isin(everything["word"], GONE)
    rows: dict[str, Any] = {name: column[stands] for name, column in everything.items()}
    rows["set_aside"] = np.where(rows["word"] == ASIDE, rows["set_aside"], "")
    rows["black"] = numbers(rows["black"])
    for name in ("white", "played_on", "round", "result", "load_key"):
        rows[name] = rows[name].astype(np.int64)
    rows["event"], codes = pd.factorize(rows["tournament"], sort=True)
    first = as_day(period.starts - LOOK_BACK)
    earlier = stored_between(connection, period, first, as_day(period.ends))
    persons = read_persons(connection, period.seen)
    earlier = rows_by_person(earlier, persons)
    earlier = earlier.where(~earlier.among(read_gone(connection, persons)))
    people = _people(connection, start.size)
    return Gathered(period, rows, list(codes), _details(connection, period), people, start, earlier)


def _details(connection: sa.Connection, period: Period) -> dict[str, sa.Row]:
    table = schema.tournament
    return {row.code: row for row in connection.execute(sa.select(table).where(table.c.system == period.system))}


def _people(connection: sa.Connection, size: int) -> dict[str, Any]:
    player = schema.player
    columns: Columns = read_columns(connection, sa.select(player.c.player_key, *(player.c[name] for name in PERSON)))
    keys = columns["player_key"].astype(np.int64)
    out: dict[str, Any] = {}
    for name in PERSON:
        column = np.full(size, 0 if name == "birth_year" else None, dtype=object)
        column[keys] = np.where(known(columns[name]), columns[name], 0 if name == "birth_year" else None)
        out[name] = column.astype(np.int64) if name == "birth_year" else column
    return out


def numbered(texts: Any) -> Ints:
    """Give equal numbers from 1 for equal texts, 0 where there is none."""
    codes, _ = pd.factorize(np.where(texts == "", None, texts), use_na_sentinel=True)
    return np.asarray(codes + 1, dtype=np.int64)
