"""Which game, tournament or player of a period a decision is about, from what the officer names."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.files.cells import RESULTS, as_date, as_day
from ratings.store import schema
from ratings.store.bulk import Columns
from ratings.store.games import games_of
from ratings.store.holds import GAME, GONE
from ratings.store.periods import Period
from ratings.store.players import find_player, people_by_key

MOST_TOLD = 5
"""Games named in a hint."""


@dataclass(frozen=True, slots=True)
class Named:
    """What the officer named: a tournament's code, a round, a day, players by id; None: not named."""

    tournament: str | None = None
    round: int | None = None
    day: dt.date | None = None
    white: str | None = None
    black: str | None = None
    player: str | None = None

    @property
    def is_tournament(self) -> bool:
        """Say whether a whole tournament is meant."""
        return self.tournament is not None and self.is_wide and self.player is None

    @property
    def is_player(self) -> bool:
        """Say whether all games of a player in the period are meant."""
        return self.player is not None and self.is_wide and self.tournament is None

    @property
    def is_wide(self) -> bool:
        """Say whether nothing names a single game."""
        return self.round is None and self.day is None and self.white is None and self.black is None


@dataclass(frozen=True, slots=True)
class ChosenGame:
    """A stored game: the values of `holds.GAME` as they are stored, its board and load, its word, how it is told."""

    key: tuple[int, ...]
    board: int
    load: int
    word: str
    told: str

    @property
    def values(self) -> dict[str, int]:
        """Give the values of its key by name."""
        return dict(zip(GAME, self.key, strict=True))


def tournament_of(connection: sa.Connection, period: Period, code: str) -> int:
    """Give the key of a tournament entered in a period.

    Raises:
        RatingsError: there is none of that code.
    """
    entry, tournament = schema.entry, schema.tournament
    query = (
        sa.select(tournament.c.tournament_key)
        .join(entry, entry.c.tournament_key == tournament.c.tournament_key)
        .where(entry.c.period_key == period.key, tournament.c.code == code)
    )
    key = connection.execute(query).scalar()
    if key is None:
        hint = f"ratings export {period.system} {period.name} --what games shows them."
        raise RatingsError(f"There is no tournament {code!r} in {period.system} {period.name}.", hint)
    return int(key)


def choose_games(connection: sa.Connection, period: Period, named: Named, *, gone: bool = False) -> list[ChosenGame]:
    """Give the games that fit all that is named, in the order of play; `gone` takes in what is out for good."""
    keys = {name: find_player(connection, value).player_key for name in ("white", "black", "player")
            if (value := getattr(named, name)) is not None}  # fmt: skip
    rows = games_of(connection, period, keys.get("player"), named.tournament)
    fits = np.ones(len(rows["white"]), dtype=bool)
    for name in ("white", "black"):
        if name in keys:
            both = zip(rows[name], rows[f"stored_{name}"], strict=True)
            fits &= np.array([keys[name] in pair for pair in both], dtype=bool)
    if named.round is not None:
        fits &= rows["round"] == named.round
    if named.day is not None:
        fits &= rows["played_on"] == as_day(named.day)
    if not gone:
        fits &= ~np.isin(rows["word"], GONE)
    people = people_by_key(connection)
    return [_chosen(rows, int(place), people) for place in np.flatnonzero(fits)]


def choose_game(connection: sa.Connection, period: Period, named: Named, *, gone: bool = False) -> ChosenGame:
    """Give the one game that fits.

    Raises:
        RatingsError: none does, or several do: they are told.
    """
    found = choose_games(connection, period, named, gone=gone)
    place = f"{period.system} {period.name}"
    if not found:
        raise RatingsError(
            f"No game of {place} fits.", f"ratings export {place} --what games shows them, with what is out."
        )
    if len(found) > 1:
        more = f" and {len(found) - MOST_TOLD} more" if len(found) > MOST_TOLD else ""
        told = "; ".join(game.told for game in found[:MOST_TOLD])
        raise RatingsError(f"{len(found)} games of {place} fit.", f"Name the round, day or colours: {told}{more}.", 2)
    return found[0]


def _chosen(rows: Columns, place: int, people: dict[int, Any]) -> ChosenGame:
    stored = {"white": "stored_white", "black": "stored_black"}
    values = {name: int(rows[stored.get(name, name)][place] or 0) for name in GAME}
    return ChosenGame(
        tuple(values.values()), int(rows["board"][place]), int(rows["load_key"][place]), str(rows["word"][place]),
        told(str(rows["tournament"][place]), values, people),
    )  # fmt: skip


def told(code: str, values: dict[str, int], people: dict[int, Any]) -> str:
    """Say which game it is: tournament, round, day, players, result."""
    where = f"{code or 'no tournament'}, " + (f"round {values['round']}, " if values["round"] else "")
    black = people[values["black"]].id if values["black"] else "nobody"
    players = f"{people[values['white']].id} - {black}"
    return f"{where}{as_date(values['played_on'])}, {players} {RESULTS[values['result']]}"
