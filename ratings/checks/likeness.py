"""How well a player fits an event, by one attribute: bits of evidence that follow from the others in the event."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ratings.checks.lookup import Lookup
from ratings.exact import Flags, Ints

MOST_ALIKE = 0.95
"""However alike an event's players are, one in twenty may be a stranger: nobody is ruled out by one attribute."""
FAMILIAR = 0.9
"""Share of an event's players without a club mate there whose clubs go where the others' clubs go."""
MOST_CLUBS = 200
"""An event of more clubs does not tell which clubs go together."""

Bits = npt.NDArray[np.float64]


class Likeness:
    """One attribute: `value` by player number, 0 where unknown, and who is in which event.

    With `width` 1, neighbouring values are alike too (ages, ratings). An event in which every club stands once says
    nothing about clubs, one in which most have club mates says much: `_tied` is the share of an event's players who
    have somebody like them in it. A player is then drawn by that chance like one of the others, else like anybody.
    """

    def __init__(self, value: Ints, event: Ints, player: Ints, width: int = 0) -> None:
        self._value, self._width = np.where(value > 0, value + width, 0), width
        self._span = int(self._value.max(initial=0)) + width + 1
        known = self._value > 0
        in_register = np.bincount(self._value[known], minlength=self._span)
        self._share_of_all = self._around(in_register) / max(int(known.sum()), 1)
        events = int(event.max(initial=-1)) + 1
        here = known[player]
        self._keys, self._counts = np.unique(self._key(event[here], self._value[player[here]]), return_counts=True)
        self._like_key = Lookup(self._keys, self._counts, events * self._span)
        self._known = np.bincount(event[here], minlength=events)
        alike = self._like(event[here], self._value[player[here]]) > 1
        tied = np.bincount(event[here], weights=alike, minlength=events)
        self._tied = np.minimum(tied / (self._known + 1), MOST_ALIKE)

    def bits(self, event: Ints, player: Ints, without: Ints) -> Bits:
        """Give how much likelier each player is in the event than anywhere, in bits (log 2); 0 where unknown.

        `without` is the player of the event who is left out of the others: the one whose place is in doubt.
        """
        value, left_out = self._value[player], self._value[without]
        others = self._known[event] - (left_out > 0)
        alike = self._like(event, value) - ((left_out > 0) & (np.abs(left_out - value) <= self._width))
        says = (value > 0) & (others > 0)
        share_of_all = np.where(says, self._share_of_all[value], 1)
        tied = self._tied[event]
        odds = tied * alike / np.maximum(others, 1) / np.maximum(share_of_all, 1e-9)
        odds += (1 - tied) * self._strangers_odds(event, value, left_out, share_of_all)
        return np.where(says, np.log2(odds), 0.0)

    def most(self, player: Ints) -> Bits:
        """Give the most bits that any event can give each player: being there is no likelier than certain."""
        value = self._value[player]
        return np.where(value > 0, -np.log2(np.maximum(self._share_of_all[value], 1e-9)), 0.0)

    def _strangers_odds(self, event: Ints, value: Ints, left_out: Ints, share_of_all: Bits) -> Bits:
        """Give how much likelier than anywhere somebody is there whom nothing ties to the others."""
        return np.ones(len(event))

    def _key(self, event: Ints, value: Ints) -> Ints:
        return np.asarray(event.astype(np.int64) * self._span + value)

    def _like(self, event: Ints, value: Ints) -> Ints:
        """Count the players of an event with this value, or one beside it."""
        key, lowest = self._key(event, value), self._width
        # Where nothing is known, there is no value beside it.
        beside = range(-self._width, self._width + 1)
        counts = (self._like_key.at(np.where(value > lowest, key + step, 0)) for step in beside)
        return np.asarray(sum(counts))

    def _around(self, counts: npt.NDArray[Any]) -> npt.NDArray[Any]:
        padded = np.pad(counts, self._width)
        return sum(padded[place : place + len(counts)] for place in range(2 * self._width + 1))


class ClubLikeness(Likeness):
    """Likeness by club, in which clubs of one area know each other: they meet in the other events of the period."""

    def __init__(self, value: Ints, event: Ints, player: Ints) -> None:
        super().__init__(value, event, player)
        entered, club = np.divmod(self._keys, self._span)
        self._first = np.searchsorted(entered, np.arange(len(self._known) + 1))
        size = np.diff(self._first)
        few = size[entered] <= MOST_CLUBS
        rows = np.flatnonzero(few)
        one, other = np.repeat(rows, size[entered[rows]]), ranges(self._first[entered[rows]], size[entered[rows]])
        pair, of = np.unique(club[one] * self._span + club[other], return_inverse=True)
        met = np.bincount(of, weights=self._counts[one] * self._counts[other])
        self._met = Lookup(pair, met, self._span**2)
        self._meetings = np.bincount(club[one], self._counts[one] * self._counts[other], minlength=self._span)
        self._is_small, self._club = size <= MOST_CLUBS, club

    def _strangers_odds(self, event: Ints, value: Ints, left_out: Ints, share_of_all: Bits) -> Bits:
        key, of = np.unique(self._key(event, value), return_inverse=True)
        wanted, club = np.divmod(key, self._span)
        size = np.diff(self._first)[wanted]
        row = ranges(self._first[wanted], size)
        at = np.repeat(np.arange(len(key)), size)
        goes = self._goes_with(wanted[at], self._club[row], club[at]) * self._counts[row]
        company = np.bincount(at, weights=goes, minlength=len(key))[of]
        without = left_out > 0
        company = company - np.where(without, self._goes_with(event, left_out, value), 0)
        others = self._known[event] - without
        odds = FAMILIAR * company / np.maximum(others, 1) / np.maximum(share_of_all, 1e-9) + 1 - FAMILIAR
        return np.where(self._is_small[event] & (others > 0), odds, 1.0)

    def _goes_with(self, event: Ints, club: Ints, other: Ints) -> Bits:
        """Give the share of the other club among those whom the club meets, in all events but this one."""
        here = self._like(event, club)
        met = self._met.at(club * self._span + other) - here * self._like(event, other)
        meetings = self._meetings[club] - here * self._known[event]
        return np.where(meetings > 0, met / np.maximum(meetings, 1), self._share_of_all[other])


def ranges(first: Ints, count: Ints) -> Ints:
    """Give the numbers of several ranges, one range after the other."""
    return np.asarray(np.repeat(first - np.cumsum(count) + count, count) + np.arange(int(count.sum())))


def shares(value: Ints, chosen: Flags) -> Bits:
    """Give for each value the bits by which the chosen have it more often than all; `value` counts from 0."""
    kinds = int(value.max(initial=0)) + 1
    of_chosen = (np.bincount(value[chosen], minlength=kinds) + 1) / (int(chosen.sum()) + kinds)
    of_all = (np.bincount(value, minlength=kinds) + 1) / (len(value) + kinds)
    return np.asarray(np.log2(of_chosen / of_all))
