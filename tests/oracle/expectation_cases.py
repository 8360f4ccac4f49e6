"""The rare cases of random periods of the FIDE, UKD and Elo International systems, named and counted.

``count_cases`` says which named cases a rated period contains, from the oracle's results alone;
``expectation_case_names`` lists those that a run over the seeds must hit.
"""

from collections import Counter

import elo_international
import ukd
from expectation_builder import MODULES, RandomPeriod
from expectation_cases_games import cases_of_game
from expectation_cases_newcomers import cases_of_newcomer
from expectation_cases_rated import cases_of_elo, cases_of_rated
from expectation_inputs import gather
from ukd_cases import cases_of_ukd


def count_cases(period: RandomPeriod, results: dict) -> Counter:
    """Which named cases a rated period contains, and how often (once per player, games: per game)."""
    counts = Counter()
    if period.system in ukd.SYSTEMS:
        for result in results.values():
            counts.update(cases_of_ukd(period, result))
        return counts
    index = gather(**period.arguments(), blocks=MODULES[period.system].BLOCKS)
    for result in results.values():
        for detail in result.games:
            counts.update(cases_of_game(period, index, result, detail))
        if result.base is None:
            counts.update(cases_of_newcomer(period, result))
        else:
            counts.update(cases_of_rated(period, result))
        if period.system == elo_international.SYSTEM:
            counts.update(cases_of_elo(result))
    return counts
