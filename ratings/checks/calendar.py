"""Days that cannot have been as the games say: too many hours of play, or two places at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from ratings.checks.gathered import Gathered
from ratings.exact import Ints
from ratings.files.cells import as_date
from ratings.kinds import kind_of
from ratings.rules.time_control import MINUTES_IN_AN_HOUR, PLAYERS_IN_A_GAME, minutes_for_60_moves

MOST_HOURS = 12
"""More hours of play than this on one day mean a wrong date or a wrong time control (FIDE's limit for a day, too)."""
LEAST_STANDARD = 60
"""Minutes for 60 moves that a player has at least in a standard game, where the tournament's are not known."""


def odd_days(gathered: Gathered) -> dict[str, list[dict[str, Any]]]:
    """Give days on which players had more than MOST_HOURS of games, or games in two places; each day by its events.

    A game takes both players' minutes for 60 moves. Tournaments set aside are not looked at; places are told apart
    where both tournaments tell theirs. Who was in two places is not told to have played too long, too.
    """
    rows = gathered.rows
    chosen = np.flatnonzero(gathered.is_game & gathered.is_played & (rows["word"] == ""))
    player = np.concatenate([rows["white"][chosen], rows["black"][chosen]])
    event, day = np.tile(rows["event"][chosen], 2), np.tile(rows["played_on"][chosen], 2)
    low = int(day.min(initial=0))
    _, of = np.unique(player * (int(day.max(initial=0)) - low + 1) + (day - low), return_inverse=True)
    hours = np.bincount(of, weights=_minutes(gathered)[event] * PLAYERS_IN_A_GAME)[of] / MINUTES_IN_AN_HOUR
    apart = _in_two_places(of, _places(gathered)[event])[of]
    long, away = np.flatnonzero((hours > MOST_HOURS) & ~apart), np.flatnonzero(apart)
    return {
        "long_days": [
            {**one, "hours": round(float(hours[at].max()), 1)}
            for one, at in _days(gathered, event, day, player, of, long)
        ],
        "two_places": [
            {**one, "places": [gathered.details[code].place for code in one["tournaments"]]}
            for one, _ in _days(gathered, event, day, player, of, away)
        ],
    }  # fmt: skip


def _in_two_places(of: Ints, place: Ints) -> Any:
    """Say of which player's days the places differ; place 0 is unknown."""
    size = int(of.max(initial=-1)) + 1
    lowest, highest = np.full(size, np.iinfo(np.int64).max), np.zeros(size, dtype=np.int64)
    np.minimum.at(lowest, of[place > 0], place[place > 0])
    np.maximum.at(highest, of[place > 0], place[place > 0])
    return lowest < highest


def _days(gathered: Gathered, event: Ints, day: Ints, player: Ints, of: Ints, sides: Ints) -> list[tuple[Any, Ints]]:
    """Give the days of some sides, one a day and events that a player had on it, with the sides; most players first."""
    events: dict[int, set[int]] = {}
    for at in sides:
        events.setdefault(int(of[at]), set()).add(int(event[at]))
    groups: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for at in sides:
        groups.setdefault((int(day[at]), tuple(sorted(events[int(of[at])]))), []).append(int(at))
    found = [
        (
            {
                "date": str(as_date(date)), "tournaments": [gathered.codes[place] for place in places],
                "players": sorted(gathered.people["id"][key] for key in np.unique(player[at])),
            },
            np.array(at),
        )
        for (date, places), at in groups.items()
    ]  # fmt: skip
    return sorted(found, key=lambda one: (-len(one[0]["players"]), one[0]["date"], one[0]["tournaments"]))


def _minutes(gathered: Gathered) -> Ints:
    """Give the minutes of each event, by its tournament; 0 where nothing is known and the games may be fast."""
    out = np.zeros(len(gathered.codes), dtype=np.int64)
    for place, code in enumerate(gathered.codes):
        row = gathered.details[code]
        kind = row.kind or kind_of(gathered.period.system)
        least = LEAST_STANDARD if kind == "standard" and code else 0
        out[place] = minutes_for_60_moves(row.minutes or "") or least
    return out


def _places(gathered: Gathered) -> Ints:
    """Give the number of each event's place, 0 where none is told."""
    names = [" ".join((gathered.details[code].place or "").casefold().split()) for code in gathered.codes]
    number = {name: at for at, name in enumerate(sorted({*names} - {""}), 1)}
    return np.array([number.get(name, 0) for name in names], dtype=np.int64)
