"""Games that a published list was made without, set aside or held, and that are in no list yet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.files.cells import PLAYED
from ratings.loading.settling import open_rows
from ratings.store import schema
from ratings.store.events import read_events
from ratings.store.game_rows import GameRows
from ratings.store.games import read_rows
from ratings.store.holds import HELD, WORDS, read_gone, read_holds
from ratings.store.periods import Period, all_periods
from ratings.store.persons import read_persons

_ASIDE = re.compile(r'"set_aside": "(?!")')
"""A tournament that is set aside, in what is kept of a list's tournaments."""


def in_no_list(connection: sa.Connection, periods: Sequence[Period]) -> list[dict[str, Any]]:
    """Give what the newest lists of periods were made without and no later period has taken up, by tournament.

    A row holds `period`, `tournament` (code), `games` (played over the board), `refused` (rows not mended), and `why`.
    A tournament of which all rows were refused has 0 games. Games that were withdrawn, corrected or reassigned since
    are not missed.
    """
    some = _made_without(connection, periods)
    return [row for period in periods if period.key in some for row in _of_list(connection, period)]


def in_no_list_of(connection: sa.Connection, system: str) -> list[dict[str, Any]]:
    """Give the same for all published periods of a system."""
    return in_no_list(connection, all_periods(connection, system))


def _made_without(connection: sa.Connection, periods: Sequence[Period]) -> set[int]:
    """Give the keys of the published periods whose lists were made without something: few, of many."""
    lists, hold = schema.rating_list, schema.hold
    by_list = {one.seen.list_key: one.key for one in periods if one.published and one.seen is not None}
    held = set(connection.execute(sa.select(hold.c.period_key).where(hold.c.word == WORDS[HELD])).scalars())
    query = sa.select(lists.c.list_key, lists.c.events).where(lists.c.revision > 0, lists.c.events.isnot(None))
    aside = {by_list[key] for key, told in connection.execute(query) if key in by_list and _ASIDE.search(told)}
    return aside | (held & set(by_list.values()))


def _of_list(connection: sa.Connection, period: Period) -> list[dict[str, Any]]:
    events = {event.key: event for event in read_events(connection, period)}
    why = {key: f"set aside: {event.set_aside}" for key, event in events.items() if event.set_aside}
    held = [one for one in read_holds(connection, period) if one.word == WORDS[HELD]]
    if not why and not held:
        return []
    rows, words = read_rows(connection, period, None if held else (min(why), max(why)))
    missed = (np.isin(rows[:, 0], list(why)) | (words == HELD)) & (words <= HELD) & (rows[:, 5] < PLAYED)
    rows = rows[missed]
    rows = rows[~GameRows.of_keys(rows).among(read_gone(connection, read_persons(connection, period.seen)))]
    games = dict(zip(*map(np.ndarray.tolist, np.unique(rows[:, 0], return_counts=True)), strict=True))
    refused = {key: len(waiting) for key, waiting in open_rows(connection, period).items() if key in why}
    moved = _moved(connection, period) - games.keys()
    by_hand = f"held: {'; '.join(dict.fromkeys(one.reason for one in held))}"
    told = [
        {
            "period": period.name, "tournament": events[key].code, "games": games.get(key, 0),
            "refused": refused.get(key, 0), "why": why.get(key, by_hand),
        }
        for key in sorted(games.keys() | refused.keys() - moved)
    ]  # fmt: skip
    return sorted(told, key=lambda row: str(row["tournament"]))


def _moved(connection: sa.Connection, period: Period) -> set[int]:
    """Give the tournaments of a period some of whose games a later one has taken up."""
    table, load = schema.left_out, schema.load
    query = sa.select(table.c.tournament_key).distinct().join(load, load.c.load_key == table.c.load_key)
    return set(connection.execute(query.where(load.c.period_key == period.key)).scalars())
