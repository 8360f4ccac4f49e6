"""Who is active, inactive or off the list, by the last counted game (rules 3, decision 5)."""

from __future__ import annotations

import datetime as dt

import numpy as np

from ratings.engine.expected import EPOCH
from ratings.engine.period import Maybe
from ratings.exact import Flags, Ints

STATUSES = ("", "active", "inactive", "off-list")
NO_STATUS, ACTIVE, INACTIVE, OFF_LIST = range(4)


def months_before(day: int, months: int) -> int:
    """Give the same day `months` earlier, or the last day of that month if it has no such day."""
    date = EPOCH + dt.timedelta(days=day)
    year, month = divmod(date.year * 12 + date.month - 1 - months, 12)
    last = (dt.date(year + month // 11, (month + 1) % 12 + 1, 1) - dt.timedelta(days=1)).day
    return (dt.date(year, month + 1, min(date.day, last)) - EPOCH).days


def status(
    rated: Flags, last_game: Maybe, publishes: int, unknown: int | Ints, limits: tuple[int | str, int | str]
) -> Ints:
    """Decision 5: active for a year after the last counted game, the same day included; later off the list.

    `limits` are the months until a player is inactive, and off the list ("none": never). An unknown last game stands
    at the day `unknown`. Who has no rating has no status.
    """
    last = np.where(last_game.known, last_game.values, unknown)
    found = np.full(len(last), ACTIVE, dtype=np.int64)
    for months, word in zip(limits, (INACTIVE, OFF_LIST), strict=True):
        if not isinstance(months, str):
            found = np.where(last < months_before(publishes, months), word, found)
    return np.where(rated, found, NO_STATUS)
