"""The old international rating (S1, 2 and the last lines of S0; rules 3, first column), on arrays.

An event is rated by the mean of its opponents, each brought within 350 points of the player; ratings are multiples
of 5. Expected scores are integers in PARTS, changes ratios of integers until their one rounding.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import numpy as np

from ratings import tables
from ratings.engine.expected import HALF_POINT, HUNDREDTH, Judged, ValuedSides, mean_difference
from ratings.engine.period import Maybe, Totals
from ratings.engine.pools import Events
from ratings.exact import Flags, Ints, Ratio, choose, whole
from ratings.rules.bounds import out_of_order

ORDER = "by_expectation"
"""The order of work in `ratings.engine` that calls these functions."""

REASONS = ("counted", "opponent-unrated")
COUNTED, OPPONENT_UNRATED = range(2)

K_REASONS = ("", "top-reached", "new", "settled")
NO_K, TOP_REACHED, NEW, SETTLED = range(4)

EVENT_REASONS = ("counted", "too-few-opponents")
EVENT_COUNTED, TOO_FEW_OPPONENTS = range(2)


@dataclass(frozen=True, slots=True)
class Edition:
    """The numbers of one dated edition; each key is explained by its comment in `elo_international.toml`."""

    system: str
    name: str
    effective: dt.date
    source: str
    decided_on: str
    values_on: str
    cap: int
    k_top: int
    top_reached: int
    k_new: int
    new_under_games: int
    k_settled: int
    step: int
    floor: int
    entry_games: int
    entry_months: int | str
    entry_opponents: int
    credited_from: str
    inactive_months: int | str
    off_list_months: int | str
    is_first_rating_provisional: bool
    publications: str
    games_without_code: str = "apart"
    """Lists made before this could be said were made so."""

    def problem(self) -> str:
        """Say what is wrong with words that only some values may have; empty if nothing."""
        words = {
            "decided_on": ("first", "last"), "values_on": ("tournament", "period"),
            "games_without_code": ("apart", "together"),
        }  # fmt: skip
        optional = ("entry_months", "inactive_months", "off_list_months")
        for key, allowed in (words | dict.fromkeys(optional, ("none",))).items():
            value = getattr(self, key)
            if isinstance(value, str) and value not in allowed:
                return f"`{key}` cannot be {value!r}; it is one of {', '.join(allowed)}"
        return out_of_order(self, (("off_list_months", "inactive_months"),))


def judge(sides: ValuedSides, edition: Edition) -> Judged:
    """S1, 2: games against rated opponents count, and expect what the mean difference of their event says."""
    difference = sides.own.values - sides.value.values
    compared = sides.own.known & sides.value.known
    at_most = np.clip(difference, -edition.cap, edition.cap)
    mean = mean_difference(sides.owner[compared], event(sides, edition)[compared], at_most[compared])
    score = np.zeros_like(difference)
    score[compared] = HUNDREDTH * tables.expected_hundredths(mean)
    gain = np.where(compared, HALF_POINT * sides.half_points - score, 0)
    reason = np.where(sides.value.known, COUNTED, OPPONENT_UNRATED)
    counted, value = sides.value.known, sides.value.values
    return Judged(counted, counted, reason, value, compared, difference, at_most, score, gain)


def event(sides: ValuedSides, edition: Edition) -> Ints:
    """Decision 1: a tournament is an event; a game without a code is one of its own, as it goes by its own day's list.

    The sources are silent; the edition can take these games as one event together, which is UKD's reading.
    """
    if edition.games_without_code == "together":
        return sides.tournament
    own_number = sides.tournament.max(initial=0) + 1 + np.arange(len(sides))
    return np.where(sides.tournament > 0, sides.tournament, own_number)


def k_factor(
    games: Ints, peak: Maybe, base: Maybe, birth_year: Maybe, year: int, edition: Edition
) -> tuple[Ratio, Ints]:
    """Rules 3, first column: K and why: ever at the top, few games, settled. `peak` includes the base."""
    reason = choose(
        (~base.known, NO_K),
        (peak.values >= edition.top_reached, TOP_REACHED),
        (games < edition.new_under_games, NEW),
        otherwise=SETTLED,
    )
    return whole(np.array([0, edition.k_top, edition.k_new, edition.k_settled])[reason]), reason


def limited(k: Ratio, games: Ints, edition: Edition) -> tuple[Ratio, Flags]:
    """Rules 3, first column: K has no limit by games."""
    return k, np.zeros(len(games), dtype=bool)


def new_rating(base: Ints, change: Ratio, edition: Edition) -> Maybe:
    """S1, 2: old + the change, to the nearest half ten; then below the floor there is none."""
    exact = Ratio(base * change.denominator + change.numerator, change.denominator)
    return published_first(exact, edition)


def event_reasons(events: Events, edition: Edition) -> Ints:
    """S0, last lines: at least 4 different rated opponents in a tournament."""
    return np.where(events.opponents < edition.entry_opponents, TOO_FEW_OPPONENTS, EVENT_COUNTED)


def first_rating(events: Events, size: int, edition: Edition) -> tuple[Totals, Ratio]:
    """Rules 3, first column: S/n + D over all games together, exact; over no game 0/1, which nobody reads."""
    totals = events.totals(size)
    games = totals.games
    bonus = tables.difference_nearest(totals.half_points, games)
    return totals, Ratio(totals.opponents_sum + bonus * games, np.maximum(games, 1))


def published_first(exact: Ratio, edition: Edition) -> Maybe:
    """S1, 2: to the nearest half ten, before comparing with the floor."""
    rating = exact.rounded(edition.step)
    return Maybe(rating, rating >= edition.floor)
