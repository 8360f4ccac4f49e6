"""Slow reference implementation of the old Elo International list (rules, section 3, first column).

One block, 1990-01-01.  The difference is that of an event: the mean of the opponents, each brought within
350 points of the player.  Lists, pools, history and status follow the decisions of section 3 ("for all
blocks"), which ``expectation_rating`` holds.
"""

from datetime import date
from fractions import Fraction

from expectation_inputs import Period, gather
from expectation_lists import stop_before_first_block
from expectation_pools import pool_total
from expectation_rating import rate_everybody, valued
from expectation_records import Detail, Result, highest
from fide_tables import expected_hundredths, mean_plus_d
from rounding import round_half_away

SYSTEM = "elo-international"
BLOCK_1990 = {
    "effective": date(1990, 1, 1),
    "within": 350,
    "k_new": 25,
    "k_middle": 15,
    "k_top": 10,
    "step": 5,
    "floor": 2010,
    "entry_games": 9,
    "entry_months": 24,
    "entry_opponents": 4,
    "credited": False,
}
BLOCKS = [BLOCK_1990]


def brought_within(own: int, value: int, within: int) -> int:
    """Rows expectation and cap: an opponent's value, at most ``within`` points from the player's."""
    return max(own - within, min(own + within, value))


def event_difference(own: int, values: list) -> int:
    """Row expectation: own rating minus the mean of the values, rounded to an integer."""
    return round_half_away(own - Fraction(sum(values), len(values)))


def event_expectation(own: int, values: list, within: int = 350) -> Fraction:
    """Rows expectation and cap: PD of an event, by 8.1.2 of the mean of the values near the player's."""
    near = [brought_within(own, value, within) for value in values]
    return Fraction(expected_hundredths(event_difference(own, near)), 100)


def event_change(own: int, values: list, half_points: int, k, within: int = 350) -> Fraction:
    """K x (W - n x PD) of one event; without a rated opponent nothing."""
    if not values:
        return Fraction(0)
    return k * (Fraction(half_points, 2) - len(values) * event_expectation(own, values, within))


def k_factor(block: dict, career: int, peak) -> tuple[int, str]:
    """Row K: 10 once 2400 was reached, 25 under 30 games, else 15 (decision 2; no juniors here)."""
    if peak is not None and peak >= 2400:
        return block["k_top"], "2400-reached"
    if career < 30:
        return block["k_new"], "under-30-games"
    return block["k_middle"], "middle"


def entry_rating(block: dict, rows: list) -> dict:
    """Rows entry: events with 4 different rated opponents, 9 games, all together; 5s, then the floor."""
    few = block["entry_opponents"]
    answer = pool_total(rows, lambda event, _: "opponents" if len(event["opponents"]) < few else "")
    if answer["games"] < block["entry_games"]:
        return answer
    answer["exact"] = mean_plus_d(answer["sum"], answer["games"], answer["half_points"])
    answer["rounded"] = round_half_away(answer["exact"], block["step"])
    if answer["rounded"] >= block["floor"]:
        answer["rating"] = answer["rounded"]
    return answer


def detail_of(period: Period, game: dict, player: str, base: int | None) -> Detail:
    """One game seen by one player (decision 1); the expectation comes with the event."""
    detail, own_at_start = valued(period, game, player)
    if detail.reason:
        return detail
    detail.counted = detail.in_n = True
    if base is not None:
        own = base if own_at_start is None else own_at_start
        detail.own_value = own
        detail.difference = own - detail.opponent_value
        detail.capped = own - brought_within(own, detail.opponent_value, period.block["within"])
    return detail


def event_groups(details: list) -> dict:
    """The counted games of each event; a game without a code is an event of its own (decision 1)."""
    groups = {}
    for number, detail in enumerate(details):
        if detail.counted:
            key = detail.tournament or f"(game {number + 1})"
            groups.setdefault(key, []).append(detail)
    return groups


def rate_rated(period: Period, result: Result, career_before: int) -> None:
    """Row rounding: the change of a rated player, event by event, and the list to the nearest 5."""
    block = period.block
    result.k, result.k_reason = k_factor(block, career_before, result.peak)
    result.change = Fraction(0)
    for key, details in event_groups(result.games).items():
        values = [detail.opponent_value for detail in details]
        own = details[0].own_value
        half_points = sum(detail.half_points for detail in details)
        for detail in details:
            detail.expected = event_expectation(own, values, block["within"])
        result.events[key] = event_change(own, values, half_points, result.k, block["within"])
        result.change += result.events[key]
    if result.n == 0:
        result.case = "no-game"
        return
    after = round_half_away(result.base + result.change, block["step"])
    if after < block["floor"]:
        result.after, result.case = None, "below-floor"
        return
    result.after, result.case = after, "change"
    result.peak = highest(result.peak, after)


def rate(system, *inputs, **named) -> dict:
    """Rates one period of ``elo-international``: {id: Result}; the inputs are those of ``gather``."""
    if system != SYSTEM:
        raise ValueError(f"not {SYSTEM}: {system}")
    period = gather(system, *inputs, **named, blocks=BLOCKS)
    stop_before_first_block(period.ends, BLOCKS)
    return rate_everybody(period, detail_of, rate_rated, entry_rating)
