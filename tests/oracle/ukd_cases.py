"""The rare cases of random periods of the UKD (section 4), by the block in force."""

from datetime import date
from fractions import Fraction

from expectation_builder import RandomPeriod
from expectation_records import Detail, Result
from fide_tables import mean_plus_d
from rounding import round_half_away


def cases_of_ukd(period: RandomPeriod, result: Result) -> set:
    """The cases of one player of a UKD period, each with its block before it."""
    year = "2016" if period.starts < date(2020, 1, 1) else "2020"
    counted = [d for d in result.games if d.counted]
    found = {result.case} | {d.reason for d in result.games if d.reason}
    for d in counted:
        found |= cases_of_game(result, d)
    if result.base is None:
        if result.entry:
            found |= cases_of_entry(period, result)
        elif result.pools:
            found.add("pool kept without a game")
        return {f"{year}: {name}" for name in found}
    if result.id in period.provisional:
        found.add(f"provisional mark {'ended' if counted else 'stays'}")
        if counted and not any(d.opponent_status == "rated" for d in counted):
            found.add("provisional mark ended by an unrated opponent")
    if counted:
        found |= cases_of_change(result, counted)
        found |= cases_of_2016(result) if year == "2016" else cases_of_2020(result, counted)
    return {f"{year}: {name}" for name in found}


def cases_of_game(result: Result, d: Detail) -> set:
    """The edges of the 350 points, unrated opponents, and games without a code."""
    found = set()
    if d.difference is not None and abs(d.difference) in (349, 350, 351) and result.base is not None:
        found.add(f"gap {abs(d.difference)}")
    if d.opponent_status == "unrated":
        who = "newcomer" if result.base is None else "rated"
        found.add(f"{who} {('loses to', 'draws with', 'beats')[d.half_points]} an unrated")
    if not d.tournament:
        found.add("game without a code")
    return found


def cases_of_change(result: Result, counted: list) -> set:
    """What both blocks have in common: several events, the floor, halves."""
    found = set()
    if len({d.tournament for d in counted}) > 1:
        found.add("several events")
    if round_half_away(result.base + result.change) < 1000:
        found.add("raised to 1000")
    if result.change % 1 == Fraction(1, 2):
        found.add("half point")
    return found


def cases_of_2016(result: Result) -> set:
    """Block 2016: the ends of the polynomial."""
    return {f"K {result.k}"} if result.k in (10, 50) else {"K between"}


def cases_of_2020(result: Result, counted: list) -> set:
    """Block 2020: the bands of k, and means that end in a half."""
    found = {f"k {result.k}"}
    if result.base in (1299, 1300, 1599, 1600, 1999, 2000, 2399, 2400):
        found.add(f"rating {result.base}")
    for code in result.events:
        near = [result.base - d.capped for d in counted if d.tournament == code and d.in_n]
        if near and (2 * sum(near)) % (2 * len(near)) == len(near):
            found.add("mean ends in a half")
    return found


def cases_of_entry(period: RandomPeriod, result: Result) -> set:
    """The cases of a newcomer with a counted game."""
    found = set()
    games, half_points = result.entry["games"], result.entry["half_points"]
    if games in (4, 5):
        found.add(f"{games} games")
    if games >= 5:
        if half_points == 0:
            found.add("entry with nothing")
        if half_points == 2 * games:
            found.add("entry with everything")
        if mean_plus_d(result.entry["sum"], games, half_points) < 1000:
            found.add("entry raised to 1000")
        if any(row["id"] == result.id for row in period.pools):
            found.add("entry with an older pool")
    return found
