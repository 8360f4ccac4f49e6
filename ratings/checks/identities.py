"""Who is who in a period: ids that may be another player's, namesakes, newcomers, newcomers who are like others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.checks.gathered import Gathered, numbered
from ratings.checks.mistaken_ids import Registered, Sides, suspicions
from ratings.exact import Flags, Ints
from ratings.files.cells import as_date, as_day
from ratings.loading.people import spellings
from ratings.store import schema

AGE_STEP, RATING_STEP, FIRST_YEAR = 5, 100, 1850
"""Years and points that one step holds; players of neighbouring steps are alike. No birth year is earlier."""
ACTIVE_DAYS = (366, 3 * 366)
"""A last game within a year, within three years: classes of players who come to events more, and less, often."""
UNKNOWN_RATED, UNKNOWN = 3, 4
SHORTEST_SERIES = 5
"""Letters that the name of a series of events has at least: `T` of `T01`, `T02` is none."""
MOST_NAMESAKES = 2
"""A name that more others have is common: alone, it makes nobody look like somebody."""
AT_ONCE = 500


def mistaken_ids(gathered: Gathered) -> list[dict[str, Any]]:
    """Give the entries that are likelier another player's than the one's who is named, the likeliest first."""
    registered = _registered(gathered)
    found = []
    for one in suspicions(_sides(gathered), registered):
        code = gathered.codes[one.event] if one.event < len(gathered.codes) else ""
        rows = _rows_of(gathered, one.event, one.player)
        found.append(
            {
                **gathered.person(one.player), "tournament": code, "games": len(rows),
                "first": str(as_date(int(gathered.rows["played_on"][rows].min()))),
                "perhaps": gathered.person(one.meant), "slip": one.slip, "reasons": list(one.reasons),
                "bits": one.bits,
            }
        )  # fmt: skip
    return found


def _rows_of(gathered: Gathered, event: int, player: int) -> Ints:
    """Give the rows of an entry; events beyond the tournaments are days of games without one."""
    rows, beyond = gathered.rows, event - len(gathered.codes)
    is_there = rows["event"] == event if beyond < 0 else _without(gathered)[rows["event"]]
    if beyond >= 0:
        is_there &= rows["played_on"] == beyond + _first_day(gathered)
    return np.flatnonzero(gathered.is_game & is_there & ((rows["white"] == player) | (rows["black"] == player)))


def _without(gathered: Gathered) -> Flags:
    return np.array([code == "" for code in gathered.codes], dtype=bool)


def _sides(gathered: Gathered) -> Sides:
    rows, game = gathered.rows, np.flatnonzero(gathered.is_game)
    white, black = rows["white"][game], rows["black"][game]
    points = np.where(gathered.is_played, rows["result"], -1)[game]
    day, event = rows["played_on"][game], rows["event"][game]
    # Games without a tournament share nothing but the day: each day is taken as an event of its own.
    without = _without(gathered)[event]
    event = np.where(without, len(gathered.codes) + day - _first_day(gathered), event)
    slot = np.where(rows["round"][game] > 0, rows["round"][game], day + (1 << 20))
    return Sides(
        *(np.concatenate([of, of]) for of in (event, slot, day)),
        np.concatenate([white, black]), np.concatenate([black, white]),
        np.concatenate([points, np.where(points < 0, -1, 2 - points)]),
    )  # fmt: skip


def _first_day(gathered: Gathered) -> int:
    days = gathered.rows["played_on"]
    return int(days.min()) if len(days) else 0


def _registered(gathered: Gathered) -> Registered:
    people = gathered.people
    rating = gathered.rating
    year = people["birth_year"]
    standing = np.where(rating.known, 2 * UNKNOWN + rating.values // RATING_STEP, 1)
    standing[0] = 0
    series, before = _series(gathered)
    return Registered(
        ids=[text or "" for text in people["id"]],
        club=numbered(people["club"]), federation=numbered(people["federation"]), sex=numbered(people["sex"]),
        age=np.where(year > 0, 1 + (year - FIRST_YEAR) // AGE_STEP, 0), standing=standing,
        activity=_activity(gathered), rating=np.where(rating.known, rating.values, 0), series=series, before=before,
    )  # fmt: skip


def _activity(gathered: Gathered) -> Ints:
    """Give each player's class: active, less, hardly, rated with no last game known, never rated."""
    start = gathered.start
    starts = as_day(gathered.period.starts)
    last = start.last_game.values.copy()
    was_there = np.zeros(gathered.size, dtype=bool)
    past = gathered.earlier.day < starts
    for side in (gathered.earlier.white[past], gathered.earlier.black[past]):
        was_there[side] = True
        np.maximum.at(last, side, gathered.earlier.day[past])
    ago = starts - last
    by_day = np.searchsorted(np.array(ACTIVE_DAYS), ago)
    rated = start.rating.known | start.credited.known | (start.games > 0)
    return np.where(start.last_game.known | was_there, by_day, np.where(rated, UNKNOWN_RATED, UNKNOWN))


def _series(gathered: Gathered) -> tuple[Ints, Ints]:
    """Give the number of each event's series (0: none), and the pairs of series and player of earlier periods."""
    by_key = {row.tournament_key: _series_name(row.code, row.name) for row in gathered.details.values()}
    names = {name: place for place, name in enumerate(sorted({*by_key.values()} - {""}), 1)}
    days = gathered.rows["played_on"].max(initial=0) - _first_day(gathered) + 1
    series = np.zeros(len(gathered.codes) + int(days), dtype=np.int64)
    for place, code in enumerate(gathered.codes):
        series[place] = names.get(by_key[gathered.details[code].tournament_key], 0)
    of_key = np.zeros(max(by_key, default=0) + 1, dtype=np.int64)
    for key, name in by_key.items():
        of_key[key] = names.get(name, 0)
    earlier = gathered.earlier
    past = np.flatnonzero(earlier.day < as_day(gathered.period.starts))
    pairs = [of_key[earlier.tournament[past]] * gathered.size + side[past] for side in (earlier.white, earlier.black)]
    before = np.unique(np.concatenate(pairs))
    return series, before[before >= gathered.size]


def _series_name(code: str, name: str | None) -> str:
    """Give what the editions of an event have in common: its name, else its code, without numbers and marks."""
    words = re.sub(r"[\W\d_]+", " ", (name or code).casefold()).strip()
    return words if len(words) >= SHORTEST_SERIES else ""


def newcomers(connection: sa.Connection, gathered: Gathered) -> Ints:
    """Give the players of the period who were never in a list, or in a game of an earlier period, of any system."""
    start, period = gathered.start, gathered.period
    seen = start.rating.known | start.credited.known | (start.games > 0) | (start.archive_games > 0)
    seen |= start.peak.known | start.last_game.known
    participant, load, of = schema.participant, schema.load, schema.period
    query = sa.select(participant.c.player_key).join(load, load.c.load_key == participant.c.load_key)
    query = query.join(of, of.c.period_key == load.c.period_key).where(of.c.ends_on < period.starts).distinct()
    seen[list(connection.execute(query).scalars())] = True
    new = np.flatnonzero(gathered.takes_part & ~seen)
    row = schema.list_row
    for at in range(0, len(new), AT_ONCE):
        keys = new[at : at + AT_ONCE].tolist()
        listed = sa.select(row.c.player_key).where(row.c.player_key.in_(keys)).distinct()
        seen[list(connection.execute(listed).scalars())] = True
    return new[~seen[new]]


def alike(gathered: Gathered, new: Ints) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Give newcomers who are like somebody registered, and namesakes in the period (each name once).

    Alike are: the same FIDE id; the same name, however spelled, and birth year; a rare name as that of somebody known
    before, where a birth year is unknown.
    """
    names = gathered.people["name"]
    by_name: dict[tuple[str, ...], set[int]] = {}
    looked_at = names != None if len(new) else gathered.takes_part  # noqa: E711 - an array, compared by entry
    for key in np.flatnonzero(looked_at):
        for words in spellings(names[key]):
            by_name.setdefault(words, set()).add(int(key))
    is_new = np.zeros(gathered.size, dtype=bool)
    is_new[new] = True
    fide_id = numbered(gathered.people["fide_id"])
    by_fide_id = _groups(fide_id, np.isin(fide_id, fide_id[new]) & (fide_id > 0))
    found = []
    for key in map(int, new):
        others = {other for words in spellings(names[key]) for other in by_name[words]} | by_fide_id.get(
            int(fide_id[key]), set()
        )
        for other in sorted(others - {key}):
            by = _likeness(gathered, key, other, fide_id)
            if by == "name" and (is_new[other] or len(others) > MOST_NAMESAKES):
                continue
            if by and not (is_new[other] and other > key):
                found.append({**gathered.person(key), "like": gathered.person(other), "by": by})
    order = {by: place for place, by in enumerate(("fide-id", "name-and-year", "name"))}
    found.sort(key=lambda one: (order[one["by"]], one["id"], one["like"]["id"]))
    return found, _namesakes(gathered, by_name.values())


def _groups(number: Ints, which: Flags) -> dict[int, set[int]]:
    groups: dict[int, set[int]] = {}
    for key in np.flatnonzero(which):
        groups.setdefault(int(number[key]), set()).add(int(key))
    return groups


def _likeness(gathered: Gathered, key: int, other: int, fide_id: Ints) -> str:
    years = gathered.people["birth_year"][[key, other]]
    if fide_id[key] and fide_id[key] == fide_id[other]:
        return "fide-id"
    if years.all():
        return "name-and-year" if years[0] == years[1] else ""
    return "name"


def _namesakes(gathered: Gathered, groups: Iterable[set[int]]) -> list[dict[str, Any]]:
    """Give who has a namesake in the period; first those of one birth year, or of one club."""
    takes_part = gathered.takes_part
    found: dict[Sequence[int], None] = {}
    for group in groups:
        if len(group) > 1:
            here = tuple(sorted(key for key in group if takes_part[key]))
            if len(here) > 1:
                found[here] = None
    told = []
    for keys in found:
        people = [gathered.person(key) for key in keys]
        same = [name for name in ("birth_year", "club") if _repeats([one[name] for one in people if one[name]])]
        told.append({"name": people[0]["name"], "same": same, "players": people})
    return sorted(told, key=lambda one: (-len(one["same"]), "birth_year" not in one["same"], one["name"]))


def _repeats(values: list[Any]) -> bool:
    return len(set(values)) < len(values)
