"""Events that are there twice by what is in them, whole or in part: same players, colours and results, another name."""

from __future__ import annotations

from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.checks.gathered import Gathered
from ratings.exact import Ints
from ratings.kinds import kind_of
from ratings.loading.same_events import FEWEST_GAMES
from ratings.rules import systems
from ratings.store import schema
from ratings.store.game_rows import PLAYER_BITS, RESULT_BITS
from ratings.store.periods import all_periods

LEAST_SHARE = 0.5
"""Share of the smaller event's games that the other has too: two events of the same people have a quarter by chance."""
FEWEST_PLAYERS = 4
"""Two people, or three, who often meet have often the same results."""
MOST_EVENTS = 20
"""Pairings with one result in more events than this are of people who always meet: they tell nothing."""


def same_events(connection: sa.Connection, gathered: Gathered) -> list[dict[str, Any]]:
    """Give pairs of events with the same games, at least one of them in the period; the largest overlap first."""
    event, game, keys = _games(gathered)
    one, other = _pairs(event, game)
    here = one < len(gathered.codes)  # the period's events come first: pairs of two earlier ones are no matter of it
    one, other = one[here], other[here]
    width = int(event.max(initial=0)) + 1
    pair, shared = np.unique(one * width + other, return_counts=True)
    one, other = np.divmod(pair, width)
    sizes = np.bincount(event, minlength=width)
    smaller = np.minimum(sizes[one], sizes[other])
    is_whole = (shared == sizes[one]) & (shared == sizes[other])
    close = (shared >= FEWEST_GAMES) & (shared >= LEAST_SHARE * smaller)
    found = []
    for at in np.flatnonzero(close):
        if is_whole[at] or _players(event, game, int(one[at]), int(other[at])) >= FEWEST_PLAYERS:
            found.append(_told(gathered, keys, sizes, int(one[at]), int(other[at]), int(shared[at])))
    found = _named(connection, gathered, found) + _of_other_kinds(connection, gathered)
    return sorted(found, key=lambda told: (-told["same"], told["tournament"], told["other"]))


def beside_events(
    gathered: Gathered, events: list[dict[str, Any]], games: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Give the repeated games that repeated events do not explain: each of its rows in another of events alike."""
    period, event_of = gathered.period, dict[str, str]()
    for one in events:
        if (one["system"], one["period"]) == (period.system, period.name):
            kept, gone = (event_of.get(one[name], one[name]) for name in ("tournament", "other"))
            event_of |= {code: kept for code in (kept, gone, *event_of) if event_of.get(code, code) in (kept, gone)}
    codes: dict[tuple[str, ...], list[str]] = {}
    for row in games:
        codes.setdefault(_game(row), []).append(row["tournament"])
    explained = {
        game for game, of in codes.items()
        if len(set(of)) == len(of) and len({event_of.get(code, "") for code in of}) == 1 and of[0] in event_of
    }  # fmt: skip
    return [row for row in games if _game(row) not in explained]


def _game(row: dict[str, Any]) -> tuple[str, ...]:
    """Give what makes rows one game: day, players, colours, result."""
    return tuple(row[name] for name in ("date", "white", "black", "result"))


def _games(gathered: Gathered) -> tuple[Ints, Ints, list[int]]:
    """Give the different games of each event as (event, game), and the key of each event's tournament.

    The period's events come first, by their place in `codes`; a tournament's games in other periods are its own.
    """
    rows, earlier = gathered.rows, gathered.earlier
    keys = [int(gathered.details[code].tournament_key) for code in gathered.codes]
    of_key = {key: place for place, key in enumerate(keys)}
    for key in np.unique(earlier.tournament).tolist():
        of_key.setdefault(key, len(of_key))
    lookup = np.zeros(max(of_key, default=0) + 1, dtype=np.int64)
    for key, place in of_key.items():
        lookup[key] = place
    here = np.flatnonzero(gathered.is_game)
    event = np.concatenate([rows["event"][here], lookup[earlier.tournament]])
    columns = [
        np.concatenate([rows[name][here], getattr(earlier, name).astype(np.int64)])
        for name in ("white", "black", "result")
    ]
    packed = (((columns[0] << PLAYER_BITS) | columns[1]) << RESULT_BITS) | columns[2]
    order = np.lexsort((event, packed))
    event, packed = event[order], packed[order]
    different = (np.diff(packed, prepend=-1) != 0) | (np.diff(event, prepend=-1) != 0)
    return event[different], packed[different], list(of_key)


def _pairs(event: Ints, game: Ints) -> tuple[Ints, Ints]:
    """Give the pairs of events that have a game in common, once for each such game; `game` is sorted."""
    size = np.diff(np.append(np.flatnonzero(np.diff(game, prepend=-1) != 0), len(game)))
    count = np.repeat(size, size)
    last = np.repeat(np.cumsum(size), size)
    ones, others = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for step in range(1, min(int(size.max(initial=1)), MOST_EVENTS)):
        place = np.flatnonzero((np.arange(len(game)) + step < last) & (count <= MOST_EVENTS))
        ones.append(event[place])
        others.append(event[place + step])
    return np.concatenate(ones), np.concatenate(others)


def _players(event: Ints, game: Ints, one: int, other: int) -> int:
    """Count the players of the games that two events share."""
    shared = np.intersect1d(game[event == one], game[event == other]) >> RESULT_BITS
    return len(np.union1d(shared >> PLAYER_BITS, shared & ((1 << PLAYER_BITS) - 1)))


def _told(gathered: Gathered, keys: list[int], sizes: Ints, one: int, other: int, shared: int) -> dict[str, Any]:
    return {
        "tournament": gathered.codes[one], "games": int(sizes[one]), "other_key": keys[other],
        "system": gathered.period.system, "other_games": int(sizes[other]), "same": shared,
        "both_here": other < len(gathered.codes),
    }  # fmt: skip


def _named(connection: sa.Connection, gathered: Gathered, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put codes and periods in the place of keys."""
    entry, periods = schema.entry, {one.key: one for one in all_periods(connection, gathered.period.system)}
    codes = {row.tournament_key: row.code for row in gathered.details.values()}
    out = []
    for told in found:
        key, both_here = told.pop("other_key"), told.pop("both_here")
        if not told["tournament"] or not codes[key]:
            continue  # games without a tournament are compared one by one: `same_games`
        of = connection.execute(sa.select(entry.c.period_key).where(entry.c.tournament_key == key)).scalars()
        names = sorted(periods[one].name for one in of if one in periods)
        told["other"], told["period"] = codes[key], gathered.period.name if both_here else ", ".join(names)
        out.append(told)
    return out


def _of_other_kinds(connection: sa.Connection, gathered: Gathered) -> list[dict[str, Any]]:
    """Give events that stand whole in a system of the same federation for another kind of games, too."""
    period, own, other = gathered.period, schema.entry.alias(), schema.entry.alias()
    mine, tournament, of = schema.tournament.alias(), schema.tournament.alias(), schema.period
    family = period.system.partition("-")[0]
    kinds = [one for one in systems() if one.startswith(f"{family}-") and kind_of(one) != kind_of(period.system)]
    query = (
        sa.select(mine.c.code, tournament.c.code, tournament.c.system, of.c.name, own.c.tournament_key)
        .join(other, other.c.signature == own.c.signature)
        .join(mine, mine.c.tournament_key == own.c.tournament_key)
        .join(tournament, tournament.c.tournament_key == other.c.tournament_key)
        .join(of, of.c.period_key == other.c.period_key)
        .where(own.c.period_key == period.key, own.c.signature.isnot(None), tournament.c.system.in_(kinds))
    )
    found = []
    for code, twin, system, name, _ in connection.execute(query) if period.system in systems() else ():
        place = gathered.codes.index(code) if code in gathered.codes else -1
        games = int((gathered.rows["event"][gathered.is_game] == place).sum())
        found.append(
            {"tournament": code, "games": games, "system": system, "other_games": games, "same": games, "other": twin,
             "period": name}
        )  # fmt: skip
    return found
