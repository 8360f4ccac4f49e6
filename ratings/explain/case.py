"""One player's stored row and games of a period, in small arrays: what every step of an explanation needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import sqlalchemy as sa

from ratings.columns import known, numbers
from ratings.engine import unrated_first as order
from ratings.engine.period import TYPES, Maybe, Sides, Start
from ratings.engine.unrated_first import Estimates, Rules
from ratings.errors import RatingsError
from ratings.exact import Flags, Ints
from ratings.explain.words import LEFT_OUT
from ratings.files.cells import PLAYED
from ratings.store import schema
from ratings.store.bulk import Columns, read_columns
from ratings.store.periods import Period
from ratings.store.players import people_by_key
from ratings.wording import number_of

ME = 0
"""The player explained is number 0 in every array here; the opponents follow."""


@dataclass(frozen=True, slots=True)
class Case:
    """One player's stored row and games, in small arrays: what every step of the explanation needs.

    `rows` are the run's rows as stored, and `places` the numbers that their players have here; `numbers` are the
    sides' numbers among all games shown, from 1.
    """

    rules: Rules
    start: Start
    rated: Maybe
    made: Estimates
    worth: Maybe
    rows: Columns
    places: Ints
    sides: Sides
    numbers: Ints
    ids: list[str]
    names: list[str]


def people_in(me: int, games: Columns) -> Ints:
    """Give the player's key, then the opponents' in ascending order."""
    others = {int(key) for name in ("white", "black") for key in games[name] if key is not None}
    return np.array([me, *sorted(others - {me})], dtype=np.int64)


def has_nothing(period: Period, player: str, kept: str, games: Columns) -> RatingsError:
    """Give the error for a player without a row in a run: no game at all, or none that was rated, and why."""
    where = f"{period.system} {period.name}"
    if not len(games["result"]):
        return RatingsError(f"{player} has no rating, {kept} or game in {where}.", "Check the id and the period.")
    why = zip(games["tournament"], games["word"], strict=True)
    told = Counter((code or "no tournament", str(LEFT_OUT[word or "not-played"])) for code, word in why)
    listed = "; ".join(f"{number_of(count, 'game')} of {code}, {reason}" for (code, reason), count in told.items())
    return RatingsError(
        f"{player} has no rating or {kept} in {where}; the games are not rated: {listed}.",
        f"`ratings check {where}` shows what is set aside or held.",
    )


def read_rows(connection: sa.Connection, run_key: int, keys: Ints) -> Columns:
    """Read the run's rows of some players, the one explained first."""
    row = schema.run_row
    query = sa.select(row).where(row.c.run_key == run_key, row.c.player_key.in_([int(key) for key in keys]))
    return read_columns(
        connection, query.order_by(sa.case((row.c.player_key == int(keys[0]), 0), else_=1), row.c.player_key)
    )


def read_case(connection: sa.Connection, rules: Rules, keys: Ints, rows: Columns, games: Columns) -> Case:
    """Put the stored values of a player (number 0) and the opponents into arrays."""
    place = {int(key): at for at, key in enumerate(keys)}
    places = np.array([place[int(key)] for key in rows["player_key"]], dtype=np.int64)

    def column(name: str) -> Maybe:
        out = Maybe.absent(len(keys))
        out.values[places], out.known[places] = numbers(rows[name]), known(rows[name])
        return out

    def words(name: str, of: Sequence[str]) -> Ints:
        out = np.zeros(len(keys), dtype=np.int64)
        out[places] = [of.index(word or "") for word in rows[name]]
        return out

    start = order.opening(_start(column, words("type_before", TYPES)), rules)
    made = Estimates(column("estimate"), words("estimate_source", rules.module.SOURCES), column("wave"))
    people = people_by_key(connection, list(place))
    return Case(
        rules, start, order.own_rating(start), made, column("worth"), rows, places, _sides(games, keys, place),
        np.flatnonzero(is_rated_game(games)) + 1,
        [people[int(key)].id for key in keys], [people[int(key)].name for key in keys],
    )  # fmt: skip


def _start(column: Callable[[str], Maybe], types: Ints) -> Start:
    return replace(
        Start.unrated(len(types)),
        birth_year=column("birth_year"),
        rating=column("rating_before"),
        type=types,
        credited=column("credited"),
        given=column("given"),
        archive_points=column("archive_points_before").values,
        archive_games=column("archive_games_before").values,
        archive_season=column("archive_season_before"),
    )


def score_of(result: int, *, is_white: bool) -> str | None:
    """Give a player's points in a game played, from the result's code; None where it was not played."""
    if result >= PLAYED:
        return None
    return ("0", "0.5", "1")[result if is_white else 2 - result]


def is_rated_game(games: Columns) -> Flags:
    """Say which games can be rated: played over the board, their tournament not set aside."""
    return np.array(
        [code < PLAYED and not aside for code, aside in zip(games["result"], games["word"], strict=True)],
        dtype=bool,
    )


def _sides(games: Columns, keys: Ints, place: dict[int, int]) -> Sides:
    """Give the player's halves of the games that can be rated, in the order in which games are shown."""
    chosen = np.flatnonzero(is_rated_game(games))
    white = np.array([games["white"][at] == keys[ME] for at in chosen], dtype=bool)
    opponents = [games["black" if is_white else "white"][at] for at, is_white in zip(chosen, white, strict=True)]
    result = np.array([games["result"][at] for at in chosen], dtype=np.int64)
    return Sides(
        np.zeros(len(chosen), dtype=np.int64),
        np.array([place[int(key)] for key in opponents], dtype=np.int64),
        np.where(white, result, 2 - result),
        np.array([games["played_on"][at] for at in chosen], dtype=np.int64),
    )
