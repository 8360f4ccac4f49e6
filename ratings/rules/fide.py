"""FIDE's rules: standard, rapid and blitz rating (S2, S3, Handbook B.02), on arrays of sides, players and events.

Every function cites its place: "decision n" is the numbered list of rules 3, H an edition of the Handbook. Expected
scores are integers in PARTS, changes and first ratings ratios of integers until their one rounding.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import numpy as np

from ratings import tables
from ratings.engine.expected import FORMATS, HALF_POINT, HUNDREDTH, PARTS, Judged, ValuedSides, added
from ratings.engine.period import Maybe, Totals
from ratings.engine.pools import Events
from ratings.exact import Flags, Ints, Ratio, choose, whole
from ratings.rules.bounds import not_pairs, out_of_order

ORDER = "by_expectation"
"""The order of work in `ratings.engine` that calls these functions."""

REASONS = ("counted", "opponent-unrated", "gap-too-wide")
COUNTED, OPPONENT_UNRATED, GAP_TOO_WIDE = range(3)

K_REASONS = ("", "top-reached", "junior", "new", "settled")
NO_K, TOP_REACHED, JUNIOR, NEW, SETTLED = range(5)

EVENT_REASONS = ("counted", "format", "too-few-opponents", "too-few-points", "first-event-too-few-points")
EVENT_COUNTED, FORMAT, TOO_FEW_OPPONENTS, TOO_FEW_POINTS, FIRST_EVENT = range(5)


@dataclass(frozen=True, slots=True)
class Edition:
    """The numbers of one dated edition; each key is explained by its comment in `fide.toml`."""

    system: str
    name: str
    effective: dt.date
    source: str
    decided_on: str
    values_on: str
    expectation: str
    cap: int
    cap_only_below: int | str
    gap: int | str
    gap_with_player_above: int
    k_top: int
    top_reached: int
    k_junior: int
    junior_age: int | str
    junior_never_reached: int
    k_new: int
    new_under_games: int
    k_settled: int
    most_k_times_games: int | str
    step: int
    floor: int
    entry_games: int
    entry_months: int | str
    entry_formats: list  # type: ignore[type-arg]
    entry_opponents: int
    entry_half_points: int
    entry_later_events_excused: bool
    first_event_half_points: int
    entry_pooling: str
    entry_bonus: int | str
    entry_draws: int
    entry_draws_against: int
    entry_maximum: int | str
    credited_from: str
    minutes_needed: list  # type: ignore[type-arg]
    rounds_a_day: int | str
    hours_a_day: int | str
    inactive_months: int | str
    off_list_months: int | str
    is_first_rating_provisional: bool
    publications: str

    def problem(self) -> str:
        """Say what is wrong with words that only some values may have; empty if nothing."""
        words = {
            "decided_on": ("first", "last"), "values_on": ("tournament", "period"), "expectation": ("table", "linear"),
            "entry_pooling": ("single_event", "weighted"), "entry_bonus": ("table",),
        }  # fmt: skip
        optional = (
            "cap_only_below", "gap", "junior_age", "most_k_times_games", "entry_months", "entry_maximum",
            "rounds_a_day", "hours_a_day", "inactive_months", "off_list_months",
        )  # fmt: skip
        for key, allowed in (words | dict.fromkeys(optional, ("none",))).items():
            value = getattr(self, key)
            if isinstance(value, str) and value not in allowed:
                return f"`{key}` cannot be {value!r}; it is one of {', '.join(allowed)}"
        if any(name not in FORMATS[1:] for name in self.entry_formats):
            return f"`entry_formats` must be words of {', '.join(FORMATS[1:])}"
        if self.entry_pooling == "weighted" and self.entry_draws:
            return "`entry_draws` are added to one single event: `entry_pooling` must be single_event"
        wrong = not_pairs(self, "minutes_needed", "rating, minutes")
        return wrong or out_of_order(self, (("off_list_months", "inactive_months"), ("entry_maximum", "floor")))


def capped(difference: Ints, own: Ints, edition: Edition) -> Ints:
    """H 8.3.1, S2 "ramené à 400": a difference of more counts as that; from 2025-10 by the player's own rating."""
    within = np.clip(difference, -edition.cap, edition.cap)
    if isinstance(edition.cap_only_below, str):
        return within
    return np.where(own < edition.cap_only_below, within, difference)


def expected(difference: Ints, edition: Edition) -> Ints:
    """H 8.1.2, or S2's mental method (12.5 % for 100 points, 400 and more 0 or 100 %): the score expected, in PARTS."""
    if edition.expectation == "linear":
        return np.clip(HALF_POINT + difference, 0, PARTS)
    return HUNDREDTH * tables.expected_hundredths(difference)


def gap_too_wide(difference: Ints, own: Ints, opponent: Ints, edition: Edition) -> Flags:
    """Rapid and blitz from 2024-12-01: a gap that keeps the game out altogether, where one player is strong enough."""
    if isinstance(edition.gap, str):
        return np.zeros(len(difference), dtype=bool)
    return (np.abs(difference) >= edition.gap) & (np.maximum(own, opponent) > edition.gap_with_player_above)


def judge(sides: ValuedSides, edition: Edition) -> Judged:
    """H 8.2, 8.3: which sides count (only rated opponents do), and what each expects and gains.

    The edition is the one of the tournaments' first day (rules 0.8). A newcomer's side has nothing to compare.
    """
    own, opponent = sides.own, sides.value
    difference = own.values - opponent.values
    compared = own.known & opponent.known
    wide = gap_too_wide(difference, own.values, opponent.values, edition) & compared
    reason = choose((~opponent.known, OPPONENT_UNRATED), (wide, GAP_TOO_WIDE), otherwise=COUNTED)
    counted = opponent.known & ~wide
    at_most = capped(difference, own.values, edition)
    score = expected(at_most, edition)
    gain = np.where(counted & compared, HALF_POINT * sides.half_points - score, 0)
    return Judged(counted, counted, reason, opponent.values, compared, difference, at_most, score, gain)


def k_factor(
    games: Ints, peak: Maybe, base: Maybe, birth_year: Maybe, year: int, edition: Edition
) -> tuple[Ratio, Ints]:
    """Decision 2: K and why: ever at the top, junior never at 2300, few games, settled. `peak` includes the base."""
    if isinstance(edition.junior_age, str):
        junior = np.zeros(len(games), dtype=bool)
    else:
        young = birth_year.known & (year - birth_year.values <= edition.junior_age)
        junior = young & (peak.values < edition.junior_never_reached)
    reason = choose(
        (~base.known, NO_K),
        (peak.values >= edition.top_reached, TOP_REACHED),
        (junior, JUNIOR),
        (games < edition.new_under_games, NEW),
        otherwise=SETTLED,
    )
    by_reason = np.array([0, edition.k_top, edition.k_junior, edition.k_new, edition.k_settled])
    return whole(by_reason[reason]), reason


def limited(k: Ratio, games: Ints, edition: Edition) -> tuple[Ratio, Flags]:
    """H 8.3.3: where K × n exceeds 700, K is the largest integer that does not; also say where."""
    if isinstance(edition.most_k_times_games, str):
        return k, np.zeros(len(games), dtype=bool)
    over = k.numerator * games > edition.most_k_times_games
    return whole(np.where(over, edition.most_k_times_games // np.maximum(games, 1), k.numerator)), over


def new_rating(base: Ints, change: Ratio, edition: Edition) -> Maybe:
    """H 8.3.4, decision 4: base + the change to the nearest integer; absent below the floor."""
    rating = base + change.rounded(edition.step)
    return Maybe(rating, rating >= edition.floor)


def event_reasons(events: Events, edition: Edition) -> Ints:
    """Rules 3, "entry: per tournament" and "first event": EVENT_COUNTED, or why the event is left out of the entry."""
    allowed = [FORMATS.index(name) for name in ["", *edition.entry_formats]]
    wrong_format = ~np.isin(events.format, allowed) & bool(edition.entry_formats)
    few_opponents = events.opponents < edition.entry_opponents
    few_points = events.half_points < edition.entry_half_points
    if edition.entry_later_events_excused:
        few_points &= ~_excused(events, ~(wrong_format | few_opponents | few_points), edition)
    return np.asarray(
        choose(
            (wrong_format, FORMAT),
            (few_opponents, TOO_FEW_OPPONENTS),
            (few_points, TOO_FEW_POINTS),
            (events.is_first & (events.half_points < edition.first_event_half_points), FIRST_EVENT),
            otherwise=EVENT_COUNTED,
        )
    )


def _excused(events: Events, valid: Flags, edition: Edition) -> Flags:
    """S2 "mais si": not the first event, and begun after a valid one whose performance reached the floor."""
    reached = valid & ~_below(performance(each_event(events), edition), edition.floor)
    never = np.iinfo(np.int64).max
    since = np.full(int(events.player.max(initial=0)) + 1, never, dtype=np.int64)
    np.minimum.at(since, events.player[reached], events.starts[reached])
    return ~events.is_first & (events.starts > since[events.player])


def _below(ratio: Ratio, bound: int) -> Flags:
    return ratio.numerator < bound * ratio.denominator


def each_event(events: Events) -> Totals:
    """Give the totals of each event on its own."""
    return Totals(events.games, events.half_points, events.opponents_sum)


def performance(totals: Totals, edition: Edition) -> Ratio:
    """Rules 3, "entry performance", exact: S2 by steps above 50 % and the table below, H2024 8.2.3 with two draws.

    Over no game it is 0/1, which nobody reads.
    """
    games = totals.games + edition.entry_draws
    half_points = totals.half_points + edition.entry_draws
    opponents_sum = totals.opponents_sum + edition.entry_draws * edition.entry_draws_against
    bonus = 2 * tables.difference_nearest(half_points, games)
    if not isinstance(edition.entry_bonus, str):
        bonus = np.where(half_points > games, edition.entry_bonus * (half_points - games), bonus)
    exact = Ratio(2 * opponents_sum + bonus * games, 2 * np.maximum(games, 1))
    return exact.where(totals.games > 0, whole(np.zeros_like(games)))


def first_rating(events: Events, size: int, edition: Edition) -> tuple[Totals, Ratio]:
    """Decision 3: what a newcomer's counted events add up to, and the performance over them, exact."""
    totals = events.totals(size)
    if edition.entry_pooling == "single_event":
        return totals, performance(totals, edition)
    # S2: the mean of the tournaments' performances, weighted by games. A performance is halves/(2 × games).
    halves = added(events.player, performance(each_event(events), edition).numerator, size)
    return totals, Ratio(halves, 2 * np.maximum(totals.games, 1))


def published_first(exact: Ratio, edition: Edition) -> Maybe:
    """Decision 3: rounded, then at most the maximum, then not below the floor."""
    rating = exact.rounded(edition.step)
    if not isinstance(edition.entry_maximum, str):
        rating = np.minimum(rating, edition.entry_maximum)
    return Maybe(rating, rating >= edition.floor)
