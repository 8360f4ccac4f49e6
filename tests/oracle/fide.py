"""Slow reference implementation of the FIDE ratings (rules, sections 0 and 3): one period of a system.

Plain Python on purpose: dictionaries, loops and exact fractions, one small function per article or decision. Nothing
here is shared with the engine under test. Modules ``fide_...`` hold rows of the table of section 3, modules
``expectation_...`` what FIDE, Elo International and the UKD have in common.

"Decision n" means the numbered list under the table of section 3; "row x" a row of that table; "0.n" an article of
section 0.
"""

from fractions import Fraction

from expectation_inputs import Period, first_day, gather
from expectation_lists import stop_before_first_block
from expectation_pools import window_rows
from expectation_rating import rate_everybody, valued
from expectation_records import Detail, Result, highest
from fide_blocks import BLOCKS, SYSTEMS
from fide_change import capped_difference, expected_score, gap_excluded, k_factor, limit_kn
from fide_entry import entry_rating
from rounding import round_half_away


def detail_of(period: Period, game: dict, player: str, base: int | None) -> Detail:
    """One game seen by one player: values, difference, expectation, and whether it counts.

    Without a base the player is a newcomer, or fallen since the event's start (decision 1): the game goes to the pool.
    """
    detail, own_at_start = valued(period, game, player)
    if detail.reason:
        return detail
    own = base if own_at_start is None else own_at_start
    if base is not None:
        detail.own_value = own
        detail.difference = own - detail.opponent_value
    day = first_day(game, period.days)
    if own is not None and gap_excluded(period.system, day, own, detail.opponent_value):
        detail.reason = "gap"
        return detail
    if base is not None:
        block = period.tournament_block(game)
        detail.capped = capped_difference(block, period.system, own, detail.opponent_value)
        detail.expected = expected_score(block, detail.capped)
    detail.counted = detail.in_n = True
    return detail


def rate_rated(period: Period, result: Result, career_before: int) -> None:
    """Row rounding and decisions 1, 2, 4, 6: the change of a rated or credited player."""
    block = period.block
    peak = highest(result.peak, result.base)
    birth_year = period.players.get(result.id, {}).get("birth_year") or None
    k, why = k_factor(block, period.system, period.starts, period.ends, career_before, peak, birth_year)
    result.k, limited = limit_kn(block, k, result.n)
    result.k_reason = f"{why}, 700" if limited else why
    result.change = Fraction(0)
    for detail in result.games:
        if detail.counted:
            result.change += result.k * (Fraction(detail.half_points, 2) - detail.expected)
    credited = result.base_source == "credited"
    if result.n == 0:
        result.case = "credited-no-game" if credited else "no-game"
        result.pools = window_rows(period, result.id) if credited else []
        return
    after = result.base + round_half_away(result.change)
    result.peak = peak
    if after < block["floor"]:
        result.after, result.case = None, "below-floor"
        return
    result.after = after
    result.peak = highest(result.peak, after)
    result.case = "credited" if credited else "change"


def rate(system, *inputs, **named) -> dict:
    """Rates one period of a FIDE system: {id: Result}; the inputs are those of ``gather``."""
    if system not in SYSTEMS:
        raise ValueError(f"not a FIDE system: {system}")
    period = gather(system, *inputs, **named, blocks=BLOCKS)
    stop_before_first_block(period.ends, BLOCKS)
    return rate_everybody(period, detail_of, rate_rated, entry_rating)
