"""Ids that may be another player's: a player who does not fit an event, and one near by id who does.

The question is whether the player named played there, or somebody else whose id was mistyped into his. Each piece of
evidence is weighed in bits, the logarithm (base 2) of how much likelier it is of the one than of the other; the rarity
of slips is a weight too. So nothing depends on how many ids are near: a register without gaps has many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ratings.checks.likeness import Bits, ClubLikeness, Likeness, ranges, shares
from ratings.checks.lookup import Lookup, among
from ratings.checks.near_ids import SLIPS, near_pairs
from ratings.exact import Flags, Ints

MISTYPED = 1 / 500
"""Share of ids that somebody mistypes into another registered one: a guess on the careful side of what clerks do."""
SHARE_OF_SLIPS = (0.2, 0.6, 0.1, 0.1)
"""How often slips are of each kind (SLIPS): counts of typing errors give most to one wrong digit, then to swaps."""
PLACES = (6, 60, 8, 80)
"""Ids that a slip of each kind can make of an id of some seven digits: each is as likely."""
LEAST_BITS = -4.0
"""One chance in sixteen by the weights here, one in two in made-up months with slips: strangers who do come are rarer
than the weights say. Lower, the officer would look up true ids in vain."""
DOUBTED_BITS = -1.0
"""A player who fits an event better than this is not in doubt, whoever is near by id."""
MOST_BITS = 8.0
"""No single piece of evidence says more than 256 to 1: results and calendars have reasons that are not known here."""
SERIES_BITS = 4.0
"""Who plays in each edition of an event is of its area, mostly: that much the clubs have said already."""
MOST_COMING, FEWEST_COMING = 0.95, 0.05
"""Limits to the share of an event's players who are taken to have been in the series before."""
SPREAD = 550
"""Points for ten to one in what a rating lets expect: more than 400, as ratings are not exact, of juniors least."""
UNRATED_BITS = -1.0
"""What results say of the unrated: a little less than for somebody rated whom they fit."""
TWICE_A_DAY = 1 / 500
"""Share of players' days with two events that are true, where the period itself does not show more."""
FEWEST_MISSED = 1 / 32
"""Share of rounds that players miss of an event in which nobody seems to."""
NOT_A_REASON = 1.5
"""Bits of a piece of evidence below which it is not named as a reason."""
EVIDENCE = ("club", "federation", "sex", "age", "rating", "series", "active", "results", "same-day", "round-missing")
"""The words of `reasons`."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Every player's half of every row of a period: event number from 0, round (or day), day, points (-1: unplayed)."""

    event: Ints
    slot: Ints
    day: Ints
    player: Ints
    opponent: Ints
    half_points: Ints


@dataclass(frozen=True, slots=True)
class Registered:
    """What is known of every player, indexed by player number (0 is nobody): numbers that are equal for equal values.

    0 is unknown. `age` is the birth year in steps, `standing` the rating in steps or 1 for the unrated; neighbours are
    alike. `activity` counts from 0. `series` is, by event, the number of the series, and `before` the pairs of series
    and player of earlier periods.
    """

    ids: Sequence[str]
    club: Ints
    federation: Ints
    sex: Ints
    age: Ints
    standing: Ints
    activity: Ints
    rating: Ints
    series: Ints
    before: Ints


@dataclass(frozen=True, slots=True)
class Suspicion:
    """One entry in doubt: the player named, the event, who may be meant, which slip, the bits, and why."""

    player: int
    event: int
    meant: int
    slip: str
    bits: float
    reasons: tuple[str, ...]


def suspicions(sides: Sides, registered: Registered) -> list[Suspicion]:
    """Give the entries that are likelier another player's, the likeliest first; one for each entry."""
    if not len(sides.player):
        return []
    field = _Field(sides, registered)
    every = np.arange(len(field.player))
    own = field.fit(every, field.player) | {"club": field.club(every, field.player)}
    entry, meant, slip = _near(field, np.flatnonzero(sum(own.values()) < DOUBTED_BITS))
    parts = {name: bits - own[name][entry] for name, bits in field.fit(entry, meant).items()}
    # Clubs take the longest to weigh: only where they can decide.
    most = sum(parts.values()) + field.most_by_club(meant) - own["club"][entry] + _rarity()[slip]
    kept = np.flatnonzero(most >= LEAST_BITS)
    kept = kept[field.may_be(entry[kept], meant[kept])]
    entry, meant, slip = entry[kept], meant[kept], slip[kept]
    parts = {name: bits[kept] for name, bits in parts.items()}
    parts["club"] = field.club(entry, meant) - own["club"][entry]
    total = sum(parts.values()) + _rarity()[slip]
    return _best(field, entry, meant, slip, np.asarray(total), parts)


def _near(field: _Field, doubted: Ints) -> tuple[Ints, Ints, Ints]:
    """Give for each entry in doubt the players near by id, with the slip."""
    one, other, slip = near_pairs(field.registered.ids, np.unique(field.player[doubted]))
    first, last = (np.searchsorted(one, field.player[doubted], side=side) for side in ("left", "right"))
    place = ranges(first, last - first)
    return np.repeat(doubted, last - first), other[place], slip[place]


def _rarity() -> Bits:
    return np.asarray(np.log2(MISTYPED * np.array(SHARE_OF_SLIPS) / np.array(PLACES)))


def _best(field: _Field, entry: Ints, meant: Ints, slip: Ints, total: Bits, parts: dict[str, Bits]) -> list[Suspicion]:
    """Give the likeliest of each entry, where it is likely enough."""
    order = np.lexsort((meant, -total, entry))
    order = order[np.diff(entry[order], prepend=-1) != 0]
    order = order[total[order] >= LEAST_BITS]
    found = [
        Suspicion(
            int(field.player[entry[at]]), int(field.event[entry[at]]), int(meant[at]), SLIPS[slip[at]],
            round(float(total[at]), 1),
            tuple(sorted((name for name in EVIDENCE if parts[name][at] >= NOT_A_REASON), key=lambda n: -parts[n][at])),
        )
        for at in order
    ]  # fmt: skip
    return sorted(found, key=lambda one: (-one.bits, field.registered.ids[one.player], one.event))


class _Field:
    """The entries of a period, one a player and event, and what there is to compare a player with."""

    def __init__(self, sides: Sides, registered: Registered) -> None:
        self.sides, self.registered = sides, registered
        size = len(registered.ids)
        keys, of, count = np.unique(sides.event * size + sides.player, return_inverse=True, return_counts=True)
        self._size, self.rows = size, count
        self._entries = among(keys, (int(sides.event.max()) + 1) * size)
        self.event, self.player = np.divmod(keys, size)
        order = np.argsort(of, kind="stable")
        self._side, self._first = order, np.cumsum(count) - count
        attributes = {
            "federation": (registered.federation, 0), "sex": (registered.sex, 0),
            "age": (registered.age, 1), "rating": (registered.standing, 1),
        }  # fmt: skip
        self._club = ClubLikeness(registered.club, self.event, self.player)
        self._likeness = {
            name: Likeness(value, self.event, self.player, width) for name, (value, width) in attributes.items()
        }
        takes_part = np.zeros(size, dtype=bool)
        takes_part[self.player] = True
        self._activity = shares(registered.activity[1:], takes_part[1:])
        self._add_results(of)
        self._add_days()
        self._add_slots()
        self._add_series()

    def fit(self, entry: Ints, player: Ints) -> dict[str, Bits]:
        """Give by evidence, but for the club, how well each player would fit in place of the one of the entry."""
        event, named = self.event[entry], self.player[entry]
        is_there = self._is_there(event, player) & (player != named)
        out = {name: np.where(is_there, 0, one.bits(event, player, named)) for name, one in self._likeness.items()}
        out["series"] = np.where(is_there, 0, self._series_bits(event, player, named))
        out["active"] = np.where(is_there, 0, self._activity[self.registered.activity[player]])
        out["results"] = self._results_bits(entry, player)
        out["same-day"] = np.where(is_there, 0, self._days_bits(entry, player))
        out["round-missing"] = np.where(is_there, self._missing_bits(entry), 0)
        return out

    def club(self, entry: Ints, player: Ints) -> Bits:
        """Give how well each player would fit by club."""
        event, named = self.event[entry], self.player[entry]
        is_there = self._is_there(event, player) & (player != named)
        return np.where(is_there, 0, self._club.bits(event, player, named))

    def most_by_club(self, player: Ints) -> Bits:
        """Give the most that `club` can be."""
        return self._club.most(player)

    def may_be(self, entry: Ints, player: Ints) -> Flags:
        """Say who can have played the rows of the entry: nobody who plays in one of the same rounds there."""
        count = self.rows[entry]
        rows = self._side[ranges(self._first[entry], count)]
        taken = self._slots.at(self._slot_key(self.sides.event[rows], self._slot[rows], np.repeat(player, count))) > 0
        return np.bincount(np.repeat(np.arange(len(entry)), count)[taken], minlength=len(entry)) == 0

    def _is_there(self, event: Ints, player: Ints) -> Flags:
        return self._entries.at(event * self._size + player) > 0

    def _add_results(self, of: Ints) -> None:
        """Add up each entry's games against rated opponents: how many, points, the opponents' ratings."""
        sides, rating = self.sides, self.registered.rating
        counts = (sides.half_points >= 0) & (rating[sides.opponent] > 0)
        of, size = of[counts], len(self.player)
        self._games = np.bincount(of, minlength=size).astype(float)
        self._points = np.bincount(of, weights=sides.half_points[counts] / 2, minlength=size)
        level = np.bincount(of, weights=rating[sides.opponent[counts]], minlength=size)
        self._level = level / np.maximum(self._games, 1)

    def _results_bits(self, entry: Ints, player: Ints) -> Bits:
        """Compare what a rating lets expect with the results, against the rating that they fit best."""
        games, points, rating = self._games[entry], self._points[entry], self.registered.rating[player]
        expected = 1 / (1 + 10 ** ((self._level[entry] - rating) / SPREAD))
        best = (points + 0.5) / (games + 1)
        bits = points * np.log2(expected / best) + (games - points) * np.log2((1 - expected) / (1 - best))
        bits = np.where(rating > 0, np.maximum(bits, -MOST_BITS), UNRATED_BITS)
        return np.where(games > 0, bits, 0.0)

    def _add_days(self) -> None:
        """Note on which days players have how many events, and how rare that is."""
        sides, low = self.sides, int(self.sides.day.min())
        self._low, self._days = low, int(sides.day.max()) - low + 1
        events = int(sides.event.max()) + 1
        day_event = np.unique(self._day_key(sides.player, sides.day) * events + sides.event)
        keys, events_on = np.unique(day_event // events, return_counts=True)
        self._events_on = Lookup(keys, events_on, self._size * self._days)
        twice = max(TWICE_A_DAY, float((events_on > 1).mean()))
        chance = len(keys) / (self._size * len(np.unique(sides.day)))
        self._twice = max(min(float(np.log2(twice / chance)), 0.0), -MOST_BITS)

    def _day_key(self, player: Ints, day: Ints) -> Ints:
        return np.asarray(player.astype(np.int64) * self._days + (day - self._low))

    def _days_bits(self, entry: Ints, player: Ints) -> Bits:
        """Weigh that a player has another event on a day of the entry."""
        count = self.rows[entry]
        rows = self._side[ranges(self._first[entry], count)]
        keys = self._day_key(np.repeat(player, count), self.sides.day[rows])
        busy = self._events_on.at(keys) - np.repeat(player == self.player[entry], count) > 0
        is_busy = np.bincount(np.repeat(np.arange(len(entry)), count)[busy], minlength=len(entry)) > 0
        return np.where(is_busy, self._twice, 0.0)

    def _add_slots(self) -> None:
        """Note who plays in which round of which event, and how often players of an event miss a round."""
        sides = self.sides
        _, self._slot = np.unique(sides.slot, return_inverse=True)
        self._width = int(self._slot.max()) + 1
        span = (int(sides.event.max()) + 1) * self._width * self._size
        self._slots = among(self._slot_key(sides.event, self._slot, sides.player), span)
        rounds = np.unique(sides.event * self._width + self._slot) // self._width
        self._rounds = np.bincount(rounds, minlength=int(sides.event.max()) + 1)
        self._members = np.bincount(self.event, minlength=len(self._rounds))
        played = np.bincount(self.event, weights=self.rows, minlength=len(self._rounds))
        missed = 1 - played / np.maximum(self._members * self._rounds, 1)
        self._missed = np.maximum(missed, FEWEST_MISSED)

    def _slot_key(self, event: Ints, slot: Ints, player: Ints) -> Ints:
        return np.asarray((event.astype(np.int64) * self._width + slot) * self._size + player)

    def _missing_bits(self, entry: Ints) -> Bits:
        """Weigh that somebody of the event misses just the rounds that the entry has, and the entry the others."""
        event = self.event[entry]
        few = self.rows[entry] * 2 <= self._rounds[event]
        rare = -np.log2(self._missed[event])
        # That somebody of the event is meant says more than any likeness to the event.
        return np.log2(self._size / self._members[event]) + np.where(few, 2 * rare, rare)

    def _add_series(self) -> None:
        """Note how many of each event were in its series before, and how many any series had."""
        before, series = self.registered.before, self.registered.series
        number = int(max(series.max(initial=0), (before // self._size).max(initial=0))) + 1
        self._before = among(before, number * self._size)
        came = self._before.at(series[self.event] * self._size + self.player)
        self._came_before = np.bincount(self.event, weights=came, minlength=len(self._members))
        self._known_of_series = np.bincount(before // self._size, minlength=number)

    def _series_bits(self, event: Ints, player: Ints, named: Ints) -> Bits:
        """Weigh who played in earlier events of the series, where most of the others did."""
        series = self.registered.series[event]
        if not len(self.registered.before):
            return np.zeros(len(event))
        members = self._came_before[event] - self._before.at(series * self._size + named)
        share = np.clip(members / np.maximum(self._members[event] - 1, 1), FEWEST_COMING, MOST_COMING)
        known = self._known_of_series[series]
        of_all = np.clip(known / self._size, 1 / self._size, MOST_COMING)
        was = self._before.at(series * self._size + player) > 0
        bits = np.where(was, np.log2(share / of_all), np.log2((1 - share) / (1 - of_all)))
        return np.where((series > 0) & (known > 0), np.clip(bits, -SERIES_BITS, SERIES_BITS), 0.0)
