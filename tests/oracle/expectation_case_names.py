"""The names of the cases that random periods by expectation must hit, by system."""

import elo_international
import ukd

EVERY_LIST = """
    29 career games / 30 career games / K 10 2400-reached / K 15 middle / K 25 under-30-games / active
    active to the day / inactive / inactive by a day / inactive comes back / last game unknown
    off / off the list by a day / on the list to the day / below-floor / change / no-game / exactly the floor
    entry / entry with an older pool / entry with every point / exactly the games needed / one game short
    event begun before the period / event older than every list / fallen since the event's start
    unrated at the event's start, rated now / own value of an older list / opponent's value of an older list
    first events tied / game without a code counted / newcomer without a code / half rounded down
    half rounded up / late report counted / newcomer's game / not counted: bye / not counted: forfeit
    not counted: opponent-unrated / peak 2400 / peak under 2400 / pool / pool kept without a game
    pool of a rated player ignored / pool row out of the window / pool-below-floor / several events
    unrated-no-game
"""
FIDE_ALL = """
    2009: entry / 2009: event excused / 2009: event over periods / 2009: event refused, format
    2009: event refused, opponents / 2009: event refused, points / 2009: first event continued
    2009: performance below the floor / 2009: weighted mean of events
    2014: entry / 2014: event over periods / 2014: event refused, points / 2014: first event continued
    2014: performance below the floor
    2024: entry / 2024: event over periods / 2024: event refused, first-event / 2024: first event continued
    2024: later event with nothing counts / 2024: performance below the floor
    K 20 middle / K 40 junior / K 40 under-30-games / K x n above 700 / K x n above 700 before 2014
    K x n is 700 / below a raised floor / below a raised floor without a game / climbed over a raised floor
    entry above the maximum / entry at the floor / gap 399 / gap 400 / gap 401
    junior of 18 / no junior at 19 / junior with peak 2299 / junior with peak 2300
    newest list published late / pool row of the window's oldest period / the event's block is another
"""
STANDARD_ONLY = """
    expectation 0 or 1 / 2025: capped / 2025: not capped
    2025: own rating 2649, capped / 2025: own rating 2650, not capped
    not counted: hours-a-day / not counted: rounds-a-day / not counted: time-control
    one date for all rounds, accepted / unknown minutes, accepted
"""
RAPID_BLITZ_ONLY = """
    K 20 rapid-blitz-until-2022-09 / credited / credited 2400 counts as peak / credited after a fall
    credited, below the floor / credited-no-game / opponent credited / not counted: gap
    gap, fallen since the event's start / gap 599 above 2600 counted
    gap 600 above 2600 before December 2024 / gap 600 with 2600 exactly counted
"""
ELO_ONLY = """
    1990: entry / 1990: event over periods / 1990: event refused, opponents / 1990: first event continued
    1990: performance below the floor / entry at the floor / gap 345 / gap 350 / gap 355 / mean ends in a half
    pool row of the window's oldest period / two games without a code, two events
"""
UKD_EACH = """
    4 games / 5 games / bye / change / entry / entry raised to 1000 / entry with an older pool
    entry with everything / entry with nothing / forfeit / game without a code / gap 349 / gap 350 / gap 351
    half point / newcomer beats an unrated / newcomer draws with an unrated / newcomer loses to an unrated
    no-game / pool / pool kept without a game / provisional mark ended
    provisional mark ended by an unrated opponent / provisional mark stays / raised to 1000
    rated beats an unrated / rated draws with an unrated / rated loses to an unrated / several events
    unrated-no-game
"""
UKD_ONCE = """
    2016: K 10 / 2016: K 50 / 2016: K between / 2020: k 10 / 2020: k 15 / 2020: k 20 / 2020: k 25 / 2020: k 30
    2020: mean ends in a half / 2020: opponent-unrated / 2020: rating 1299 / 2020: rating 1300
    2020: rating 1599 / 2020: rating 1600 / 2020: rating 1999 / 2020: rating 2000 / 2020: rating 2399
    2020: rating 2400
"""


def names(text: str) -> set:
    """The case names of one of the texts above."""
    return {name.strip() for line in text.splitlines() for name in line.split(" / ") if name.strip()}


def required_cases(system: str) -> set:
    """The cases that ``count_cases`` must find over the seeds of a system."""
    if system in ukd.SYSTEMS:
        return names(UKD_ONCE) | {f"{year}: {name}" for year in (2016, 2020) for name in names(UKD_EACH)}
    if system == elo_international.SYSTEM:
        return names(EVERY_LIST) | names(ELO_ONLY)
    extra = STANDARD_ONLY if system == "fide-standard" else RAPID_BLITZ_ONLY
    missing = set() if system == "fide-standard" else {"K 15 middle", "K 25 under-30-games"}
    return (names(EVERY_LIST) | names(FIDE_ALL) | names(extra)) - missing
