"""Slow reference implementation of the Turkish national rating, UKD (rules, section 4; articles of S3).

Two blocks: 2016-01-01 (per game, K by a polynomial, an unrated player is worth 1000) and 2020-01-01 (per
event, the mean of opponents within 350 points).  The edition in force on the period's first day applies to
the whole period (0.8); all values are those of the newest list before the period (0.1).
"""

from datetime import date
from fractions import Fraction

from elo_international import brought_within, event_change, event_expectation
from expectation_inputs import Period, everybody, games_of, gather, other_kind
from expectation_lists import block_on, list_before_period, stop_before_first_block
from expectation_pools import in_order, new_pool_rows, rows_of
from expectation_rating import note_games, start_result
from expectation_records import Detail, Result, highest, seen_by
from fide_tables import expected_hundredths, mean_plus_d
from rounding import round_half_away

SYSTEMS = ("ukd-standard", "ukd-rapid", "ukd-blitz")

BLOCK_2016 = {
    "effective": date(2016, 1, 1),
    "formula": "game",
    "within": None,
    "unrated_value": 1000,
    "floor": 1000,
    "entry_games": 5,
}
BLOCK_2020 = {
    "effective": date(2020, 1, 1),
    "formula": "event",
    "within": 350,
    "unrated_value": None,
    "floor": 1000,
    "entry_games": 5,
}
BLOCKS = [BLOCK_2016, BLOCK_2020]

# 2020: (highest rating of the band, k).
K_BANDS = [(1299, 30), (1599, 25), (1999, 20), (2399, 15), (None, 10)]


def k_2020(rating: int) -> int:
    """Section 4: k by the rating at the period's start."""
    for highest_rating, k in K_BANDS:
        if highest_rating is None or rating <= highest_rating:
            return k
    raise AssertionError("the last band has no end")


def k_2016(rating: int) -> Fraction:
    """Section 4, block 2016: R^2/100000 - 0.068 R + 115.6, kept within 10 ... 50, not rounded."""
    exact = Fraction(rating * rating, 100000) - Fraction(68 * rating, 1000) + Fraction(1156, 10)
    return max(Fraction(10), min(Fraction(50), exact))


def unrated_game_change(k, half_points: int) -> Fraction:
    """Section 4, 2020: a win against an unrated opponent +0.1 k, a loss -0.1 k, a draw 0."""
    return Fraction(k * (half_points - 1), 10)


def game_change_2016(own: int, opponent: int, half_points: int) -> Fraction:
    """Section 4, 2016: K x (score - expected), by 8.1.2 without a cap."""
    return k_2016(own) * (Fraction(half_points, 2) - Fraction(expected_hundredths(own - opponent), 100))


def shown_to_a_tenth(change: Fraction) -> Fraction:
    """Section 4, 2016: an event's change is shown to one decimal; the rating uses the exact sum."""
    return Fraction(round_half_away(change * 10), 10)


def first_rating(opponents_sum: int, games: int, half_points: int, floor: int = 1000) -> int:
    """Section 4: mean + D(p), nearest, +-800; below 1000 it is 1000."""
    return max(floor, round_half_away(mean_plus_d(opponents_sum, games, half_points)))


def detail_of(period: Period, ratings: dict, game: dict, player: str) -> Detail:
    """One game seen by one player; values at the period's start."""
    block = period_block(period)
    detail = seen_by(game, player)
    if detail.reason:
        return detail
    if ratings.get(detail.opponent) is not None:
        detail.opponent_value, detail.opponent_status = ratings[detail.opponent], "rated"
    if other_kind(period, game):
        detail.reason = "other-kind"
        return detail
    detail.counted = True
    own = ratings.get(player)
    rated_opponent = detail.opponent_status == "rated"
    if block["formula"] == "game":
        if not rated_opponent:
            detail.opponent_value = block["unrated_value"]
        detail.own_value = block["unrated_value"] if own is None else own
        detail.difference = detail.capped = detail.own_value - detail.opponent_value
        detail.expected = Fraction(expected_hundredths(detail.difference), 100)
        detail.in_n = True
        return detail
    detail.in_n = rated_opponent
    if not rated_opponent:
        detail.reason = "opponent-unrated"
    elif own is not None:
        detail.own_value = own
        detail.difference = own - detail.opponent_value
        detail.capped = own - brought_within(own, detail.opponent_value, block["within"])
    return detail


def period_block(period: Period) -> dict:
    """0.8: the edition in force on the period's first day."""
    return block_on(period.starts, BLOCKS, period.parameters)


def changes_2016(result: Result, own: int) -> None:
    """Block 2016: the change per event (shown to a tenth) and in all (exact)."""
    result.k, result.k_reason = k_2016(own), "polynomial"
    for detail in result.games:
        if detail.counted:
            gain = game_change_2016(own, detail.opponent_value, detail.half_points)
            result.events[detail.tournament] = result.events.get(detail.tournament, Fraction(0)) + gain


def changes_2020(result: Result, own: int) -> None:
    """Block 2020: the change per event, k (W - PD x n); games without a code are one event."""
    result.k, result.k_reason = k_2020(own), "band"
    for code in sorted({detail.tournament for detail in result.games if detail.counted}):
        mine = [d for d in result.games if d.counted and d.tournament == code]
        rated = [d for d in mine if d.in_n]
        values = [d.opponent_value for d in rated]
        for detail in rated:
            detail.expected = event_expectation(own, values)
        gain = event_change(own, values, sum(d.half_points for d in rated), result.k)
        for detail in mine:
            if not detail.in_n:
                gain += unrated_game_change(result.k, detail.half_points)
        result.events[code] = gain


def rate_rated(period: Period, result: Result, provisional: bool) -> None:
    """Section 4: new = round(old + sum of changes), not below the floor."""
    block = period_block(period)
    if block["formula"] == "game":
        changes_2016(result, result.base)
    else:
        changes_2020(result, result.base)
    result.change = sum(result.events.values(), Fraction(0))
    if not any(detail.counted for detail in result.games):
        result.case = "no-game"
        result.status = "provisional" if provisional else "active"
        return
    result.after = max(block["floor"], round_half_away(result.base + result.change))
    result.peak = highest(result.peak, result.after)
    result.case, result.status = "change", "active"


def rate_newcomer(period: Period, result: Result) -> None:
    """Section 4, first rating: at least 5 games against rated opponents, pooled; provisional."""
    block = period_block(period)
    old = rows_of(period, result.id)
    result.pools, result.case = old, "unrated-no-game"
    if block["formula"] == "game":
        changes_2016(result, block["unrated_value"])
        result.change = sum(result.events.values(), Fraction(0))
    if not any(detail.counted for detail in result.games):
        return
    rated_only = [detail for detail in result.games if detail.counted and detail.opponent_status == "rated"]
    rows = old + new_pool_rows(period, result.id, rated_only)
    games = sum(row["games"] for row in rows)
    half_points = sum(row["half_points"] for row in rows)
    opponents_sum = sum(row["opponents_sum"] for row in rows)
    result.entry = {"games": games, "half_points": half_points, "sum": opponents_sum, "rating": None}
    if games >= block["entry_games"]:
        rating = first_rating(opponents_sum, games, half_points, block["floor"])
        result.entry["rating"] = rating
        result.after, result.pools, result.case, result.status = rating, [], "entry", "provisional"
        result.peak = highest(result.peak, rating)
        return
    result.pools = in_order(rows)
    result.case = "pool"


def rate(system, *inputs, provisional=(), **named) -> dict:
    """Rates one period of a UKD system: {id: Result}.

    The inputs are those of ``gather``; ``provisional`` names the players whose rating on the newest list is marked
    provisional.  ``games``, the peak and the last game of the history are kept as in FIDE; games against unrated
    opponents are counted games here.
    """
    if system not in SYSTEMS:
        raise ValueError(f"not a UKD system: {system}")
    period = gather(system, *inputs, **named, blocks=BLOCKS)
    stop_before_first_block(period.starts, BLOCKS)
    ratings = list_before_period(period.lists, period.publishes)
    rows, results = games_of(period), {}
    for player in everybody(period):
        result = start_result(period, player)
        result.games = [detail_of(period, ratings, game, player) for game in rows.get(player, [])]
        note_games(period, result)
        if result.base is None:
            rate_newcomer(period, result)
        else:
            rate_rated(period, result, player in provisional)
        results[player] = result
    return results
