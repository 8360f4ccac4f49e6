"""What rules by expected score work on: sides with both players' values, what became of each side, words."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ratings.engine.period import Maybe
from ratings.exact import Flags, Ints, divide_half_away

PARTS = 800
"""An expected score is counted in 800ths of a game: hundredths (table 8.1.2) and the eighths of a percent of
S2's mental method, one part for every point of difference, are both whole."""
HALF_POINT = PARTS // 2
HUNDREDTH = PARTS // 100

CASES = (
    "no-game", "no-counted-game", "change", "below-floor",
    "first-rating", "too-few-games", "first-rating-below-floor",
)  # fmt: skip
NO_GAME, NO_COUNTED_GAME, CHANGE, BELOW_FLOOR, FIRST_RATING, TOO_FEW_GAMES, FIRST_RATING_BELOW_FLOOR = range(7)

FORMATS = ("", "swiss", "team", "round-robin", "match")
"""Tournament formats by code; the first: not given."""

EPOCH = dt.date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Days:
    """The days of a period, counted from 1970-01-01.

    `unknown_last_game` is where an unknown last game stands, for all players or by player (rules 3, decision 5).
    """

    starts: int
    ends: int
    publishes: int
    unknown_last_game: int | Ints


@dataclass(frozen=True, slots=True)
class ValuedSides:
    """One player's halves of played games in accepted tournaments, with the values that the rules ask for.

    `tournament` is a number from 1, the same in pools; 0: the game has no tournament code. `own` and `value` are
    the owner's and the opponent's ratings on the list that the system's rules ask for (absent: unrated there);
    `block` is the place of the edition that decides about the side's difference among the system's editions.
    """

    owner: Ints
    opponent: Ints
    half_points: Ints
    day: Ints
    tournament: Ints
    own: Maybe
    value: Maybe
    block: Ints

    def __len__(self) -> int:
        """Give the number of sides."""
        return len(self.owner)

    def where(self, condition: Flags) -> ValuedSides:
        """Give the sides for which the condition holds."""
        return self.at(np.flatnonzero(condition))

    def at(self, places: Ints) -> ValuedSides:
        """Give the sides at these places."""
        columns: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        for name, column in columns.items():
            columns[name] = column.at(places) if isinstance(column, Maybe) else column[places]
        return ValuedSides(**columns)


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of each side; arrays as long as the sides.

    `counted` sides are the owner's counted games; those `in_n` make n, the points and the opponents' sum; `reason`
    indexes the module's REASONS; `value` is what the opponent counted as. Where `compared`, `difference` is own −
    opponent, `capped` the same after the cap, `expected` the expected score in PARTS. `gain` is what a K of 1
    gains, in PARTS.
    """

    counted: Flags
    in_n: Flags
    reason: Ints
    value: Ints
    compared: Flags
    difference: Ints
    capped: Ints
    expected: Ints
    gain: Ints


@dataclass(frozen=True, slots=True)
class Groups:
    """Entries put together by equal keys: `first` has one place of each group, `of` the group of each entry."""

    first: Ints
    of: Ints

    def __len__(self) -> int:
        """Give the number of groups."""
        return len(self.first)

    def sums(self, amounts: Ints) -> Ints:
        """Add up the amounts of each group, exactly (a double holds every integer below 2^53)."""
        return np.bincount(self.of, weights=amounts, minlength=len(self)).astype(np.int64)

    def counts(self) -> Ints:
        """Count the entries of each group."""
        return np.bincount(self.of, minlength=len(self)).astype(np.int64)

    def least(self, amounts: Ints) -> Ints:
        """Give the least amount of each group."""
        found = amounts[self.first]
        np.minimum.at(found, self.of, amounts)
        return found

    def most(self, amounts: Ints) -> Ints:
        """Give the greatest amount of each group."""
        return -self.least(-amounts)


def grouped(*keys: Ints) -> Groups:
    """Put entries with equal keys together; keys are not negative, groups are in the order of their keys.

    `first` is some place of each group, which all have the same keys.
    """
    key = keys[0]
    for further in keys[1:]:
        key = key * (further.max(initial=0) + 1) + further
    order = np.argsort(key)
    in_order = key[order]
    is_new = np.ones(len(key), dtype=bool)
    is_new[1:] = in_order[1:] != in_order[:-1]
    of = np.empty(len(key), dtype=np.int64)
    of[order] = np.cumsum(is_new) - 1
    return Groups(order[is_new], of)


def mean_difference(owner: Ints, event: Ints, difference: Ints) -> Ints:
    """Give each side the mean of its owner's differences in the event, to an integer, halves away from zero."""
    groups = grouped(owner, event)
    return divide_half_away(groups.sums(difference), groups.counts())[groups.of]


def added(owner: Ints, amounts: Ints | Flags, size: int) -> Ints:
    """Add up amounts by owner, exactly, or count the flags that are set."""
    return np.bincount(owner, weights=amounts, minlength=size).astype(np.int64)


def month_of(days: Ints) -> Ints:
    """Give calendar months counted from January 1970."""
    return np.asarray(days, dtype="datetime64[D]").astype("datetime64[M]").astype(np.int64)
