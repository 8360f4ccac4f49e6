"""Which games two records of a period do not share, and what became of each: new, withdrawn, corrected, reassigned."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa

from ratings.differences.suspects import CHANGED_ID, CORRECTED, NEW_GAME, WITHDRAWN
from ratings.engine.period import Sides
from ratings.exact import Flags, Ints
from ratings.store import schema
from ratings.store.periods import Period

Game = tuple[int, ...]
"""What names a game: the values of `holds.GAME`, and behind them a number where it is there more than once."""
TOURNAMENT, ROUND, DAY, WHITE, BLACK, RESULT = range(6)


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game that is not the same in both records: the cause, how it was and how it is; None: it is not there."""

    cause: int
    before: Game | None
    after: Game | None


@dataclass(frozen=True, slots=True)
class GamesOfBoth:
    """The rated games of two records together, each once, shape (games, 6): in which record each is.

    `change` is the place among `changes`, -1 for a game that both have.
    """

    rows: Ints
    is_new: Flags
    is_old: Flags
    change: Ints
    changes: list[GameChange]

    def sides(self) -> tuple[Sides, Ints]:
        """Give both sides of every game, and the place of the game in `rows` of each."""
        place = np.concatenate([np.arange(len(self.rows))] * 2)
        white, black, points, day = (self.rows[:, at] for at in (WHITE, BLACK, RESULT, DAY))
        return Sides(
            np.concatenate([white, black]), np.concatenate([black, white]), np.concatenate([points, 2 - points]),
            np.concatenate([day, day]),
        ), place  # fmt: skip


def games_of_both(new: Ints, old: Ints, corrected: dict[Game, Game], same: dict[int, int]) -> GamesOfBoth:
    """Put the games of two records together; `corrected` leads from a game to what the ledger made of it.

    `same` leads from a player's key to the one that stands for the same person in one of the records.
    """
    rows, place = np.unique(np.concatenate([_numbered(new), _numbered(old)]), axis=0, return_inverse=True)
    place = place.reshape(-1)
    is_new, is_old = np.zeros(len(rows), dtype=bool), np.zeros(len(rows), dtype=bool)
    is_new[place[: len(new)]], is_old[place[len(new) :]] = True, True
    came = {tuple(row): at for row, at in _only(rows, is_new & ~is_old)}
    went = {tuple(row): at for row, at in _only(rows, is_old & ~is_new)}
    change, changes = np.full(len(rows), -1), list[GameChange]()
    for cause, was, now in _paired(set(went), set(came), corrected, same):
        for place_of, game in ((went, was), (came, now)):
            if game is not None:
                change[place_of[game]] = len(changes)
        changes.append(GameChange(cause, was, now))
    return GamesOfBoth(rows[:, :-1], is_new, is_old, change, changes)


def _numbered(rows: Ints) -> Ints:
    """Number equal rows, in a last column: one game may have come under two ids of one person."""
    order = np.lexsort(rows.T[::-1])
    ordered, places = rows[order], np.arange(len(rows))
    is_first = np.ones(len(rows), dtype=bool)
    is_first[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    number = np.zeros(len(rows), dtype=np.int64)
    number[order] = places - np.maximum.accumulate(np.where(is_first, places, 0))
    return np.column_stack([rows, number])


def all_games_of_a_period(rows: Ints, cause: int) -> GamesOfBoth:
    """Give a record's games as ones that stand and fall together."""
    there = np.ones(len(rows), dtype=bool)
    return GamesOfBoth(rows, there, ~there, np.zeros(len(rows), dtype=np.int64), [GameChange(cause, None, None)])


def _only(rows: Ints, flags: Flags) -> Iterable[tuple[list[int], int]]:
    places = np.flatnonzero(flags)
    games = (row if row[-1] else row[:-1] for row in rows[places].tolist())
    return zip(games, places.tolist(), strict=True)


def _paired(
    went: set[Game], came: set[Game], corrected: dict[Game, Game], same: dict[int, int]
) -> Iterable[tuple[int, Game | None, Game | None]]:
    """Pair what went with what came in its place; by the ledger first, then by what they share."""
    for was, now in _by_ledger(went, came, corrected):
        went.discard(was)
        came.discard(now)
        yield CORRECTED if {*was[WHITE:RESULT]} == {*now[WHITE:RESULT]} else CHANGED_ID, was, now
    for cause, key, fits in (
        (CORRECTED, _same_players, lambda was, now: True),
        (CHANGED_ID, _same_round, lambda was, now: _one_player_changed(was, now, same)),
    ):
        for was, now in _alike(went, came, key, fits):
            went.discard(was)
            came.discard(now)
            yield cause, was, now
    yield from ((WITHDRAWN, game, None) for game in sorted(went))
    yield from ((NEW_GAME, None, game) for game in sorted(came))


def _by_ledger(went: set[Game], came: set[Game], corrected: dict[Game, Game]) -> list[tuple[Game, Game]]:
    pairs: dict[Game, Game] = {}
    for was in sorted(went):
        now, steps = corrected.get(was), 0
        while now is not None and now not in came and steps < len(corrected):
            now, steps = corrected.get(now), steps + 1
        if now is not None and now in came:
            pairs.setdefault(now, was)
    return [(was, now) for now, was in pairs.items()]


def _alike(
    went: set[Game], came: set[Game], key: Callable[[Game], object], fits: Callable[[Game, Game], bool]
) -> list[tuple[Game, Game]]:
    """Pair games with the same key that fit, those that differ least first."""
    by_key = defaultdict(list)
    for now in sorted(came):
        by_key[key(now)].append(now)
    close = sorted(
        (sum(a != b for a, b in zip(was, now, strict=False)), was, now)
        for was in went
        for now in by_key.get(key(was), ())
        if fits(was, now)
    )
    pairs: dict[Game, Game] = {}
    taken: set[Game] = set()
    for _, was, now in close:
        if was not in pairs and now not in taken:
            pairs[was] = now
            taken.add(now)
    return list(pairs.items())


def _same_players(game: Game) -> object:
    return game[TOURNAMENT], *sorted(game[WHITE:RESULT])


def _same_round(game: Game) -> object:
    return game[TOURNAMENT : DAY + 1]


def _one_player_changed(was: Game, now: Game, same: dict[int, int]) -> bool:
    """Say whether one player stands in another's place: in a round, where nobody has two games, or one person."""
    changed = [(a, b) for a, b in zip(was[WHITE:RESULT], now[WHITE:RESULT], strict=True) if a != b]
    is_one_person = all(same.get(a) == b or same.get(b) == a for a, b in changed)
    return is_one_person or (len(changed) == 1 and was[ROUND] > 0)


def corrected_games(connection: sa.Connection, period: Period) -> dict[Game, Game]:
    """Give the games that the ledger put in the place of others in a period, by those others."""
    ledger = schema.ledger
    query = sa.select(ledger.c.before, ledger.c.after).where(
        ledger.c.period_key == period.key, ledger.c.action.in_(["correct", "reassign"])
    )
    pairs = [
        (tuple(was), tuple(now))
        for before, after in connection.execute(query.order_by(ledger.c.ledger_key))
        for was, now in zip(json.loads(before)["games"], json.loads(after)["games"], strict=True)
    ]
    return dict(pairs)
