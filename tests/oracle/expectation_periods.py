"""Random periods of the FIDE, UKD and Elo International systems, built to hit the rare cases.

``random_period(system, seed)`` always gives the same period for the same seed (``random.Random`` only): it lays out a
few players and adds *scenes*, small functions each of which leads to a rare case. ``expectation_cases`` names the cases
that a rated period contains.
"""

from datetime import date

import elo_international
import fide
import ukd
from elo_scenes import scene_elo_caps, scene_elo_entry, scene_elo_k
from expectation_builder import MODULES, Builder, RandomPeriod
from expectation_records import highest
from expectation_scenes import scene_background, scene_floor, scene_inactive, scene_old_event, scene_unplayed
from expectation_scenes_entry import (
    scene_2009_entry,
    scene_entry,
    scene_entry_edges,
    scene_first_event,
    scene_pool_odds,
    scene_window,
)
from fide_scenes import scene_caps, scene_credit, scene_gap, scene_k, scene_many, scene_time_control
from rounding import round_half_away
from ukd_scenes import (
    scene_ukd_bands,
    scene_ukd_caps,
    scene_ukd_entry,
    scene_ukd_events,
    scene_ukd_floor,
    scene_ukd_unrated,
)

SYSTEMS = tuple(MODULES)

# Year and month in which periods begin, and their months: the seeds walk through them.
# fmt: off
FIDE_PERIODS = (
    (2009, 7, 2), (2009, 9, 2), (2010, 11, 2), (2014, 5, 2), (2012, 1, 2), (2014, 7, 1), (2014, 8, 1), (2019, 2, 1),
    (2022, 9, 1), (2022, 10, 1), (2024, 2, 1), (2024, 3, 1), (2024, 11, 1), (2024, 12, 1), (2025, 1, 1), (2025, 9, 1),
    (2025, 10, 1), (2025, 11, 1), (2026, 6, 1),
)
ELO_PERIODS = ((1990, 1, 6), (1990, 7, 6), (1996, 1, 6), (2004, 7, 6))
UKD_PERIODS = ((2016, 1, 3), (2017, 4, 3), (2019, 10, 3), (2020, 1, 3), (2023, 5, 1), (2025, 12, 1))

FIDE_SCENES = (
    scene_unplayed, scene_caps, scene_k, scene_many, scene_old_event, scene_floor, scene_inactive, scene_entry,
    scene_entry, scene_entry_edges, scene_first_event, scene_first_event, scene_pool_odds, scene_window,
)
ELO_SCENES = (
    scene_unplayed, scene_elo_caps, scene_elo_k, scene_elo_k, scene_elo_entry, scene_elo_entry, scene_old_event,
    scene_floor, scene_inactive, scene_pool_odds, scene_entry, scene_first_event, scene_window,
)
UKD_SCENES = (
    scene_unplayed, scene_ukd_bands, scene_ukd_caps, scene_ukd_caps, scene_ukd_unrated, scene_ukd_unrated,
    scene_ukd_floor, scene_ukd_events, scene_ukd_events, scene_ukd_entry, scene_ukd_entry,
)
# fmt: on


def opened(system: str, seed: int, periods: tuple) -> Builder:
    """The period that a seed begins."""
    year, month, months = periods[seed % len(periods)]
    return Builder(system, seed, date(year, month, 1), months)


def play(b: Builder, scenes: tuple, share: float, low: int, high: int) -> None:
    """A field of players between two ratings, and most of the scenes."""
    scene_background(b, low, high)
    for scene in scenes:
        if b.rng.random() < share:
            scene(b)


def shuffled(b: Builder) -> RandomPeriod:
    """The period with its rows shuffled: their order must not matter (0.1)."""
    for rows in (b.period.players, b.period.games, b.period.pools, b.period.tournaments):
        b.rng.shuffle(rows)
    return b.period


def fide_period(system: str, seed: int) -> RandomPeriod:
    """A random period of one of the three FIDE systems."""
    b = opened(system, seed, FIDE_PERIODS)
    own = (scene_time_control,) * 2 if system == "fide-standard" else (scene_credit, scene_gap)
    old = (scene_2009_entry,) * 2 if b.block["entry_conditions"] == "2009" else ()
    play(b, (*FIDE_SCENES, *own, *old), 0.8, b.block["floor"] + 30, 2700)
    return shuffled(b)


def elo_period(seed: int) -> RandomPeriod:
    """A random half year of the old international list, which knows no rating between the fives."""
    b = opened(elo_international.SYSTEM, seed, ELO_PERIODS)
    play(b, ELO_SCENES, 0.7, 2030, 2600)
    for values in b.period.lists.values():
        for name, rating in values.items():
            values[name] = None if rating is None else max(2010, round_half_away(rating, 5))
    for name, (games, peak, last) in b.period.history.items():
        best = highest(peak, *[values.get(name) for values in b.period.lists.values()])
        b.period.history[name] = (games, best, last)
    return shuffled(b)


def ukd_period(system: str, seed: int) -> RandomPeriod:
    """A random period of a UKD system."""
    b = opened(system, seed, UKD_PERIODS)
    play(b, UKD_SCENES, 0.75, 1010, 2500)
    return shuffled(b)


def random_period(system: str, seed: int) -> RandomPeriod:
    """The period of a system and a seed."""
    if system in fide.SYSTEMS:
        return fide_period(system, seed)
    if system in ukd.SYSTEMS:
        return ukd_period(system, seed)
    if system == elo_international.SYSTEM:
        return elo_period(seed)
    raise ValueError(f"no periods of {system}")
