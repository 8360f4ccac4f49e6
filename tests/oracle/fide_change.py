"""Section 3, decision 2 and rows K, cap and expectation: the change of one rated player by one game."""

from datetime import date
from fractions import Fraction

from fide_tables import expected_hundredths

K20_FOR_ALL_UNTIL = date(2022, 9, 30)
GAP_RULE_FROM = date(2024, 12, 1)


def junior_in(starts: date, birth_year: int | None) -> bool:
    """Decision 2: year of the period's first day - birth year <= 18; unknown: no junior."""
    return birth_year is not None and starts.year - int(birth_year) <= 18


def k_factor(block: dict, system: str, starts: date, ends: date, career: int, peak, birth_year) -> tuple:
    """Row K and decision 2, before the limit on K x n: (K, reason)."""
    if system != "fide-standard" and ends <= K20_FOR_ALL_UNTIL:
        return 20, "rapid-blitz-until-2022-09"
    if peak is not None and peak >= 2400:
        return block["k_top"], "2400-reached"
    if block["k_junior"] is not None and junior_in(starts, birth_year) and (peak is None or peak < 2300):
        return block["k_junior"], "junior"
    if career < 30:
        return block["k_new"], "under-30-games"
    return block["k_middle"], "middle"


def limit_kn(block: dict, k: int, n: int) -> tuple[int, bool]:
    """Row K x n: above 700, K is the largest integer that stays within."""
    limit = block["kn_limit"]
    if limit is not None and k * n > limit:
        return limit // n, True
    return k, False


def capped_difference(block: dict, system: str, own: int, opponent: int) -> int:
    """Row cap: at most 400; standard from 2025-10-01: no cap for a player of 2650 or more."""
    difference = own - opponent
    free = block["uncapped_from"]
    if system == "fide-standard" and free is not None and own >= free:
        return difference
    return max(-block["cap"], min(block["cap"], difference))


def expected_score(block: dict, difference: int) -> Fraction:
    """Row expectation; decision 7 for ``linear`` (12.5 % per 100 points)."""
    if block["expectation"] == "linear":
        return min(Fraction(1), max(Fraction(0), Fraction(1, 2) + Fraction(difference, 800)))
    return Fraction(expected_hundredths(difference), 100)


def gap_excluded(system: str, tournament_day: date, own: int, opponent: int) -> bool:
    """Row cap, rapid and blitz from 2024-12-01: a gap of 600 or more with a player above 2600."""
    if system == "fide-standard" or tournament_day < GAP_RULE_FROM:
        return False
    return abs(own - opponent) >= 600 and max(own, opponent) > 2600


def game_change(block: dict, system: str, own: int, opponent: int, half_points: int, k) -> Fraction:
    """The one-game function: K x (score - expected)."""
    expected = expected_score(block, capped_difference(block, system, own, opponent))
    return k * (Fraction(half_points, 2) - expected)
