"""The same event or game under another name: told by its players and results, whatever it is called."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sqlalchemy as sa

from ratings.exact import Flags, Ints
from ratings.files.cells import as_day
from ratings.loading.kept_games import KeptGames
from ratings.loading.repeats import MIXER, repeats
from ratings.store import schema
from ratings.store.bulk import read_integers
from ratings.store.game_rows import GameRows
from ratings.store.games import loads_of, read_games
from ratings.store.periods import Period, all_periods

FEWEST_GAMES = 3
"""Events smaller than this are alike by chance."""


def signatures(rows: GameRows) -> dict[int, int]:
    """Give each tournament's number made of its players and results: a sum, so that order does not matter."""
    mixed = rows.packed()[1] * MIXER
    mixed = (mixed ^ (mixed >> np.int64(29))) * MIXER
    counts = np.bincount(rows.tournament)
    sums = np.zeros(len(counts), dtype=np.int64)
    np.add.at(sums, rows.tournament, mixed)
    return {int(key): int(sums[key]) for key in np.flatnonzero(counts >= FEWEST_GAMES)}


def note_same_events(connection: sa.Connection, period: Period, made: Mapping[int, int]) -> list[str]:
    """Write down signatures, by tournament, and give a warning for each event that is there under another code."""
    entry, tournament = schema.entry, schema.tournament
    codes = dict(
        connection.execute(
            sa.select(tournament.c.tournament_key, tournament.c.code).where(tournament.c.system == period.system)
        ).all()
    )
    named = {key: value for key, value in made.items() if codes.get(key)}
    if not named:
        return []
    _sign(connection, period, named)
    others = connection.execute(
        sa.select(entry.c.signature, entry.c.tournament_key)
        .join(tournament, tournament.c.tournament_key == entry.c.tournament_key)
        .where(entry.c.signature.isnot(None), tournament.c.system == period.system)
    ).all()
    by_signature: dict[int, set[int]] = {}
    for signature, key in others:
        by_signature.setdefault(signature, set()).add(key)
    twins = {frozenset(by_signature[value]) for value in named.values() if len(by_signature[value]) > 1}
    return [
        f"warning: {' and '.join(sorted(codes[key] for key in group))} have the same players and results"
        for group in sorted(twins, key=sorted)
    ]


def _sign(connection: sa.Connection, period: Period, signed: Mapping[int, int | None]) -> None:
    entry = schema.entry
    update = sa.update(entry).where(entry.c.period_key == period.key, entry.c.tournament_key == sa.bindparam("key"))
    values = [{"key": key, "value": value} for key, value in signed.items()]
    connection.execute(update.values(signature=sa.bindparam("value")), values)


def sign_again(connection: sa.Connection, period: Period, tournaments: set[int]) -> None:
    """Write down the signatures of tournaments some of whose games are gone."""
    if tournaments:
        rows = read_games(connection, np.array(sorted(tournaments)))
        made = signatures(rows)
        _sign(connection, period, {key: made.get(key) for key in tournaments})


def repeated_lines(new: KeptGames, others: GameRows) -> set[int]:
    """Give the lines of new games that have the day, players, colours and result of another, new or not.

    Such a row differs by its round or tournament only: more often one game twice than two games.
    """
    columns = {name: new.column(name) for name in ("day", "white", "black", "result")}
    if len(others):
        columns = {name: np.concatenate([column, getattr(others, name)]) for name, column in columns.items()}
    again = _repeated_places(columns)
    return set(new.column("line")[again[again < len(new)]].tolist())


def repeated_elsewhere(connection: sa.Connection, period: Period, late: KeptGames) -> set[int]:
    """Give the lines of late games that stand in the periods of those days already."""
    if not len(late):
        return set()
    days = late.column("day")
    return repeated_lines(late, stored_between(connection, period, int(days.min()), int(days.max())))


def note_same_games(lines: set[int]) -> list[str]:
    """Give a warning where new games are another one's double."""
    if not lines:
        return []
    told = ", ".join(map(str, sorted(lines)[:10])) + (" …" if len(lines) > 10 else "")
    return [f"warning: same day, players and result as another game, in another round or tournament: line {told}"]


def repeated_games(games: dict[str, np.ndarray]) -> Flags:
    """Say which rows have the day, players, colours and result of another; columns of `games_of`."""
    names = {"played_on": "day", "white": "white", "black": "black", "result": "result"}
    paired = np.array([black is not None for black in games["black"]], dtype=bool)
    columns = {new: games[old][paired].astype(np.int64) for old, new in names.items()}
    again = np.zeros(len(paired), dtype=bool)
    again[paired] = _repeated(columns)
    return again


def _repeated(columns: dict[str, Ints]) -> Flags:
    """Say which rows stand there more than once."""
    again = np.zeros(len(columns["day"]), dtype=bool)
    again[_repeated_places(columns)] = True
    return again


def _repeated_places(columns: dict[str, Ints]) -> Ints:
    """Give the places of those rows."""
    return np.concatenate([*repeats(*columns.values()), np.zeros(0, dtype=np.int64)])


def stored_between(connection: sa.Connection, period: Period, first: int, last: int) -> GameRows:
    """Read the games of some days from the other periods of the system that hold those days."""
    game = schema.game
    loads = [
        key
        for other in all_periods(connection, period.system)
        if other.key != period.key and as_day(other.starts) <= last and first <= as_day(other.ends)
        for key in loads_of(connection, other)
    ]
    names = (game.c.tournament_key, game.c.round, game.c.played_on, game.c.white, game.c.black, game.c.result)
    days = game.c.played_on.between(first, last)
    rows = read_integers(connection, sa.select(*names, game.c.board).where(game.c.load_key.in_(loads), days))
    return GameRows(*rows.T.astype(np.int32))
