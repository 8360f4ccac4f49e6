"""The rare cases of random periods of the French rules, named and counted.

``count_cases`` names what really happened in a period, from the oracle's results alone; ``ffe_case_names`` lists
every name.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from ffe_builder import DRAW, LOSS, WIN, Period
from ffe_cases_rated import rated_cases, worth_cases
from ffe_cases_unrated import estimate_cases, unrated_cases
from ffe_editions import Edition, edition_on, season_of
from ffe_publication import list_type
from ffe_records import Result, Standing
from results import NOT_PLAYED


def game_cases(period: Period) -> Counter:
    """Section 0: what the rows of games are."""
    cases: Counter = Counter()
    for game in period.games:
        if game.result in NOT_PLAYED:
            cases["0.4 bye" if game.result == "bye" else "0.4 forfeit"] += 1
        if game.date < period.starts:
            cases["late report"] += 1
        if game.date in (period.starts, period.ends):
            cases["0.9 first or last day"] += 1
    return cases


def zone_cases(own: int, result: Result, edition: Edition) -> Counter:
    """2.3: exactly the zone, one point less, and draws beyond it."""
    cases: Counter = Counter()
    for side in result.sides:
        if side.value is None:
            continue
        gap = side.value - own
        if side.half_points == DRAW and abs(gap) >= edition.zone:
            cases["2.3 draw beyond the zone counts"] += 1
        if side.half_points == LOSS:
            if gap == edition.zone:
                cases["2.3 loss at exactly the zone"] += 1
            elif gap == edition.zone - 1:
                cases["2.3 loss one point inside the zone"] += 1
            elif gap > edition.zone:
                cases["2.3 loss beyond the zone"] += 1
        if side.half_points == WIN:
            if gap == -edition.zone:
                cases["2.3 win at exactly the zone"] += 1
            elif gap == 1 - edition.zone:
                cases["2.3 win one point inside the zone"] += 1
            elif gap < -edition.zone:
                cases["2.3 win beyond the zone"] += 1
    return cases


def share_cases(result: Result, edition: Edition) -> Counter:
    """1: perfect and zero scores, the clamp, shares that are no whole percent; E02: the performance floor."""
    cases: Counter = Counter()
    if result.n == 0:
        return cases
    share = Fraction(result.half_points, 2 * result.n)
    kind = "rated" if result.before is not None else "unrated"
    if share == 1:
        cases[f"1 perfect score, {kind}"] += 1
    elif share == 0:
        cases[f"1 zero score, {kind}"] += 1
    elif share > Fraction(95, 100) or share < Fraction(5, 100):
        cases["1 clamp without a perfect score"] += 1
    elif (share * 100).denominator != 1:
        cases["1 share between whole percents"] += 1
    if edition.performance_floor is not None and result.raw_performance < edition.performance_floor:
        cases[f"2.2 performance floor, {kind}"] += 1
        if result.before is not None and result.raw_performance < result.before <= result.performance:
            cases["2.2 performance floor turns the comparison"] += 1
    opponents = [side.opponent for side in result.sides if side.counted]
    if len(set(opponents)) < len(opponents):
        cases["same opponent twice"] += 1
    return cases


def only_forfeits_cases(period: Period, results: dict[str, Result]) -> Counter:
    """0.4: unrated players who have games, but none over the board, have not played."""
    cases: Counter = Counter()
    with_rows = {game.white for game in period.games} | {game.black for game in period.games if game.black}
    for player_id in with_rows:
        if results[player_id].case == "unrated: not played":
            cases["0.4 only forfeits and byes"] += 1
    return cases


def count_cases(period: Period, results: dict[str, Result]) -> Counter:
    """The cases of 0 to 2.6 that a period hits, by name, with how often."""
    edition = edition_on(period.system, period.starts)
    cases = game_cases(period) + only_forfeits_cases(period, results)
    if season_of(period.starts) != season_of(period.ends):
        cases["0.8 period across two seasons"] += 1
    for player_id, result in results.items():
        player = period.players[player_id]
        standing = period.standings.get(player_id, Standing())
        own = result.before if result.before is not None else result.estimate
        if result.before is None:
            cases += estimate_cases(player, standing, result, period)
            cases += unrated_cases(standing, result, period)
            national = (period.national or {}).get(player_id, Standing())
            if list_type(national) == "E":
                cases["2.5 not credited by type E"] += 1
        else:
            cases += rated_cases(player, standing, result, period)
            if list_type((period.national or {}).get(player_id, Standing())) and not result.credited:
                cases["2.5 own rapid rating before the national one"] += 1
        if own is not None:
            cases += zone_cases(own, result, edition)
        cases += share_cases(result, edition)
        cases += worth_cases(result, results, edition)
    return cases
