"""The Turkish federation's rules, UKD: standard, rapid and blitz rating (TK-PRS-05 by S3; rules 4), on arrays.

Block 2020 goes by the mean of an event's opponents, block 2016 game by game; both are the same functions with
other numbers. Expected scores are integers in PARTS, changes ratios of integers until their one rounding.
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
from ratings.rules.bounds import not_pairs, out_of_order

ORDER = "by_expectation"
"""The order of work in `ratings.engine` that calls these functions."""

REASONS = ("counted", "opponent-unrated")
COUNTED, OPPONENT_UNRATED = range(2)

K_REASONS = ("", "rating-band", "formula")
NO_K, BAND, FORMULA = range(3)

EVENT_REASONS = ("counted",)
EVENT_COUNTED = 0


@dataclass(frozen=True, slots=True)
class Edition:
    """The numbers of one dated edition; each key is explained by its comment in `ukd.toml`."""

    system: str
    name: str
    effective: dt.date
    source: str
    decided_on: str
    values_on: str
    expectation: str
    cap: int | str
    unrated_value: int | str
    unrated_hundredths: int
    k_rule: str
    k_bands: list  # type: ignore[type-arg]
    k_top: int
    k_square: int
    k_rating: int
    k_constant: int
    k_denominator: int
    k_least: int
    k_most: int
    change_shown_in: int
    step: int
    floor: int
    entry_games: int
    entry_months: int | str
    credited_from: str
    inactive_months: int | str
    off_list_months: int | str
    is_first_rating_provisional: bool
    publications: str

    def problem(self) -> str:
        """Say what is wrong with words that only some values may have; empty if nothing."""
        words = {
            "decided_on": ("first", "last"), "values_on": ("tournament", "period"), "expectation": ("event", "game"),
            "k_rule": ("bands", "formula"),
        }  # fmt: skip
        optional = ("cap", "unrated_value", "entry_months", "inactive_months", "off_list_months")
        for key, allowed in (words | dict.fromkeys(optional, ("none",))).items():
            value = getattr(self, key)
            if isinstance(value, str) and value not in allowed:
                return f"`{key}` cannot be {value!r}; it is one of {', '.join(allowed)}"
        if self.expectation == "event" and not isinstance(self.unrated_value, str):
            return '`unrated_value` needs `expectation = "game"`'
        wrong = not_pairs(self, "k_bands", "highest rating, k")
        return wrong or out_of_order(self, (("off_list_months", "inactive_months"), ("k_most", "k_least")))


def worth(rating: Maybe, edition: Edition) -> Maybe:
    """Rules 4, block 2016: an unrated player is worth 1000, on his own side as well as for opponents."""
    if isinstance(edition.unrated_value, str):
        return rating
    return Maybe(np.where(rating.known, rating.values, edition.unrated_value), np.ones(len(rating), dtype=bool))


def judge(sides: ValuedSides, edition: Edition) -> Judged:
    """S3 "règle des 350 points", "score attendu": which sides make n, and what each expects and gains.

    All count as games; those against unrated opponents stay outside n and the mean (rules 4).
    """
    own, opponent = worth(sides.own, edition), worth(sides.value, edition)
    difference = own.values - opponent.values
    compared = own.known & opponent.known
    at_most = capped(difference, edition)
    score = expected(sides, at_most, compared, edition)
    from_table = HALF_POINT * sides.half_points - score
    gain = np.where(compared, from_table, against_unrated(sides.half_points, own.known, edition))
    everywhere = np.ones(len(sides), dtype=bool)
    reason = np.where(opponent.known, COUNTED, OPPONENT_UNRATED)
    return Judged(everywhere, opponent.known, reason, opponent.values, compared, difference, at_most, score, gain)


def capped(difference: Ints, edition: Edition) -> Ints:
    """S3 "règle des 350 points": an opponent further away counts as 350 points away (block 2016: no cap)."""
    if isinstance(edition.cap, str):
        return difference
    return np.clip(difference, -edition.cap, edition.cap)


def expected(sides: ValuedSides, difference: Ints, compared: Flags, edition: Edition) -> Ints:
    """S3 "score attendu": by the mean difference of the event, to an integer, or by each game's; in PARTS."""
    if edition.expectation == "event":
        mean = mean_difference(sides.owner[compared], sides.tournament[compared], difference[compared])
        difference = np.zeros_like(difference)
        difference[compared] = mean
    return HUNDREDTH * tables.expected_hundredths(difference)


def against_unrated(half_points: Ints, own_known: Flags, edition: Edition) -> Ints:
    """S3: a win against an unrated opponent gains k × 0.1, a loss costs it, a draw gives nothing; in PARTS."""
    return np.where(own_known, HUNDREDTH * edition.unrated_hundredths * (half_points - 1), 0)


def k_factor(
    games: Ints, peak: Maybe, base: Maybe, birth_year: Maybe, year: int, edition: Edition
) -> tuple[Ratio, Ints]:
    """S3 "k selon votre UKD": by the rating at the period's start; block 2016: by the polynomial, within bounds."""
    known = worth(base, edition)
    rating = known.values
    if edition.k_rule == "bands":
        bands = [(rating <= highest, k) for highest, k in sorted(edition.k_bands)]
        k = whole(np.where(known.known, choose(*bands, otherwise=edition.k_top), 0))
        return k, np.where(known.known, BAND, NO_K)
    scale = edition.k_denominator
    polynomial = edition.k_square * rating**2 + edition.k_rating * rating + edition.k_constant
    numerator = np.clip(polynomial, edition.k_least * scale, edition.k_most * scale)
    return Ratio(np.where(known.known, numerator, 0), np.full_like(rating, scale)), np.where(known.known, FORMULA, NO_K)


def limited(k: Ratio, games: Ints, edition: Edition) -> tuple[Ratio, Flags]:
    """Rules 4: the Turkish k has no limit by games."""
    return k, np.zeros(len(games), dtype=bool)


def new_rating(base: Ints, change: Ratio, edition: Edition) -> Maybe:
    """Rules 4: old + the sum of the changes, rounded once; a UKD never falls below the floor."""
    exact = Ratio(base * change.denominator + change.numerator, change.denominator)
    return Maybe(np.maximum(exact.rounded(edition.step), edition.floor), np.ones(len(base), dtype=bool))


def event_reasons(events: Events, edition: Edition) -> Ints:
    """Rules 4: every event of a newcomer counts."""
    return np.full(len(events), EVENT_COUNTED, dtype=np.int64)


def first_rating(events: Events, size: int, edition: Edition) -> tuple[Totals, Ratio]:
    """Rules 4: mean + D(p) over all games against rated opponents, exact; over no game 0/1, which nobody reads."""
    totals = events.totals(size)
    games = totals.games
    bonus = tables.difference_nearest(totals.half_points, games)
    return totals, Ratio(totals.opponents_sum + bonus * games, np.maximum(games, 1))


def published_first(exact: Ratio, edition: Edition) -> Maybe:
    """Rules 4: rounded; below the floor it is the floor."""
    rating = np.maximum(exact.rounded(edition.step), edition.floor)
    return Maybe(rating, np.ones(len(rating), dtype=bool))
