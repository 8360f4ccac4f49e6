"""The rare cases of random periods of the FIDE, UKD and Elo International systems, named and counted.

``count_cases`` says which named cases a rated period contains, from the oracle's results alone;
``required_cases`` lists those that a run over the seeds must hit.
"""

from collections import Counter
from datetime import date
from fractions import Fraction

import elo_international
import fide
from fide_periods import DAY, FIDE_SYSTEMS, UKD_SYSTEMS, RandomPeriod
from fide_tables import mean_plus_d
from rounding import round_half_away


def indexed(period: RandomPeriod) -> fide.Period:
    """The period as the oracle looks things up in it."""
    blocks = fide.BLOCKS if period.system in FIDE_SYSTEMS else elo_international.BLOCKS
    return fide.gather(period.system, period.starts, period.ends, period.publishes, period.players,
                       period.lists, period.history, period.pools, period.tournaments, period.games,
                       period.standard_lists, period.parameters, blocks=blocks)


def day_of(index: fide.Period, detail: fide.Detail) -> date:
    """The first day of the tournament of a game."""
    return index.days[detail.tournament] if detail.tournament else detail.date


def cases_of_game(period: RandomPeriod, index: fide.Period, result: fide.Result, d: fide.Detail) -> set:
    """The cases one game shows (FIDE and Elo International)."""
    found = {f"not counted: {d.reason}"} if d.reason else set()
    if d.reason == "gap" and result.base is None:
        found.add("gap, fallen since the event's start")
    if not d.counted:
        return found
    day = day_of(index, d)
    if period.system == "fide-standard" and d.tournament:
        rows = [g for g in period.games if g["tournament"] == d.tournament]
        if len({g["date"] for g in rows}) == 1 and len({g["round"] for g in rows}) > 3:
            found.add("one date for all rounds, accepted")
    own_at_start = fide.value_at(index, result.id, day)[0]
    newest = max(period.lists)
    if d.date < period.starts:
        found.add("late report counted")
    if d.opponent_status == "credited":
        found.add("opponent credited")
    if not d.tournament:
        found.add("game without a code counted")
    if day < period.starts:
        found.add("event begun before the period")
    if day < min(period.lists):
        found.add("event older than every list")
    if fide.value_at(index, d.opponent, day)[0] != period.lists[newest].get(d.opponent):
        found.add("opponent's value of an older list")
    if period.late_list and period.starts <= day < newest:
        found.add("newest list published late")
    if result.base is None:
        found.add("newcomer's game" if own_at_start is None else "fallen since the event's start")
        return found
    if own_at_start is None:
        found.add("unrated at the event's start, rated now")
    elif own_at_start != result.base:
        found.add("own value of an older list")
    gap = abs(d.difference)
    if period.system == elo_international.SYSTEM:
        found.add({345: "gap 345", 350: "gap 350", 355: "gap 355"}.get(gap, "gap other"))
        return found - {"gap other"}
    block = fide.block_on(day, fide.BLOCKS)
    if block["effective"] != index.block["effective"]:
        found.add("the event's block is another")
    if gap in (399, 400, 401):
        found.add(f"gap {gap}")
    if gap > 400 and block["uncapped_from"] and period.system == "fide-standard":
        found.add("2025: own rating 2649, capped" if d.own_value == 2649 else "2025: capped")
        if d.own_value >= 2650:
            found -= {"2025: capped"}
            found.add("2025: own rating 2650, not capped" if d.own_value == 2650 else "2025: not capped")
    if d.expected in (0, 1):
        found.add("expectation 0 or 1")
    if period.system != "fide-standard":
        found |= gap_cases(d, day)
    return found


def gap_cases(d: fide.Detail, day: date) -> set:
    """The edges of the rule of 600 points that leave the game counted."""
    found = set()
    gap, top = abs(d.difference), max(d.own_value, d.opponent_value)
    if gap >= 600 and top > 2600 and day < fide.GAP_RULE_FROM:
        found.add("gap 600 above 2600 before December 2024")
    if day >= fide.GAP_RULE_FROM:
        if gap == 599 and top > 2600:
            found.add("gap 599 above 2600 counted")
        if gap >= 600 and top == 2600:
            found.add("gap 600 with 2600 exactly counted")
    return found


def cases_of_rated(period: RandomPeriod, result: fide.Result) -> set:
    """The cases of a rated player as a whole (FIDE and Elo International)."""
    found = {result.case}
    row = next(row for row in period.players if row["id"] == result.id)
    career, peak, last = period.history[result.id]
    block = elo_international.BLOCK_1990
    if period.system in FIDE_SYSTEMS:
        block = fide.block_on(period.ends, fide.BLOCKS)
    if "unknown-minutes" in result.warnings and any(d.counted and d.tournament for d in result.games):
        found.add("unknown minutes, accepted")
    if period.system in FIDE_SYSTEMS and block["kn_limit"] is None and result.n and result.k * result.n > 700:
        found.add("K x n above 700 before 2014")
    if any(pool["id"] == result.id for pool in period.pools) and result.base_source == "list":
        found.add("pool of a rated player ignored")
    if result.after is not None:
        found |= cases_of_status(period, result, last)
    if result.n == 0:
        if result.after is not None and result.after < block["floor"]:
            found.add("below a raised floor without a game")
        return found
    reason = result.k_reason.partition(",")[0]
    found.add(f"K {result.k} {reason}" if reason == result.k_reason else "K x n above 700")
    if period.system in FIDE_SYSTEMS and block["kn_limit"] and result.k * result.n == 700:
        found.add("K x n is 700")
    found.add({29: "29 career games", 30: "30 career games"}.get(career, ""))
    if row["birth_year"] is not None and block.get("k_junior"):
        age = period.starts.year - row["birth_year"]
        if reason == "junior" and age == 18 and career >= 30:
            found.add("junior of 18")
        if age == 19 and reason == "middle":
            found.add("no junior at 19")
        if age <= 18 and peak == 2300 and reason == "middle":
            found.add("junior with peak 2300")
        if age <= 18 and peak == 2299 and reason == "junior" and career >= 30:
            found.add("junior with peak 2299")
    if peak in (2395, 2399, 2400) and not reason.startswith("rapid"):
        found.add("peak under 2400" if peak < 2400 else "peak 2400")
    if result.after == block["floor"]:
        found.add("exactly the floor")
    if result.base_source == "list" and result.base < block["floor"]:
        found.add("climbed over a raised floor" if result.after else "below a raised floor")
    if result.base_source == "credited" and result.after is None:
        found.add("credited, below the floor")
    if result.base_source == "credited" and any(
            day_list.get(result.id) is not None for day_list in period.lists.values()):
        found.add("credited after a fall")
    if result.base_source == "credited" and result.base >= 2400 and reason == "2400-reached":
        found.add("credited 2400 counts as peak")
    if len({d.tournament for d in result.games if d.counted}) > 1:
        found.add("several events")
    half = Fraction(1, 2) if period.system in FIDE_SYSTEMS else Fraction(5, 2)
    moved = result.base + result.change
    if moved % (2 * half) == half:
        found.add("half rounded up" if result.change > 0 else "half rounded down")
    return found


def cases_of_status(period: RandomPeriod, result: fide.Result, last) -> set:
    """Decision 5: the edges of 12 and 36 months, and the way back."""
    found = {result.status}
    if result.n == 0:
        if last is None:
            found.add("last game unknown")
        elif last == fide.months_before(period.publishes, 12):
            found.add("active to the day")
        elif last + DAY == fide.months_before(period.publishes, 12):
            found.add("inactive by a day")
        elif last == fide.months_before(period.publishes, 36):
            found.add("on the list to the day")
        elif last + DAY == fide.months_before(period.publishes, 36):
            found.add("off the list by a day")
    elif last is not None and last < fide.months_before(period.starts, 14):
        found.add("inactive comes back")
    return found


def cases_of_newcomer(period: RandomPeriod, result: fide.Result) -> set:
    """The cases of a player without a rating (FIDE and Elo International)."""
    found = {result.case}
    rows = [row for row in period.pools if row["id"] == result.id]
    if period.system in FIDE_SYSTEMS:
        block = fide.block_on(period.ends, fide.BLOCKS)
    else:
        block = elo_international.BLOCK_1990
    inside = [row for row in rows if fide.in_window(row, period.ends, block["entry_months"])]
    if len(inside) < len(rows):
        found.add("pool row out of the window")
    edge = fide.month_number(period.ends) - block["entry_months"] + 1
    last = fide.month_number(period.ends) - fide.month_number(period.starts)
    if any(edge <= fide.month_number(row["period_ends"]) <= edge + last and result.n for row in inside):
        found.add("pool row of the window's oldest period")
    if result.n == 0:
        found.add("pool kept without a game" if result.pools else "nothing")
        return found - {"nothing"}
    entry, need = result.entry, block["entry_games"]
    label = block.get("entry_conditions", "1990")
    for code, reason in entry["refused"].items():
        if reason:
            found.add(f"{label}: event refused, {reason}")
        elif label == "2009" and entry["events"][code]["half_points"] < 2:
            found.add("2009: event excused")
        elif label == "2024" and entry["events"][code]["half_points"] == 0:
            found.add("2024: later event with nothing counts")
        if entry["events"][code]["first"] and code in {r["tournament"] for r in inside} and not reason:
            found.add(f"{label}: first event continued")
        if code in {r["tournament"] for r in inside} and code in {d.tournament for d in result.games}:
            found.add(f"{label}: event over periods")
    new_starts = [e["starts"] for e in entry["events"].values() if e["first"]]
    if len(new_starts) > 1 and not rows:
        found.add("first events tied")
    if "" in entry["events"]:
        found.add("newcomer without a code")
    if entry["games"] == need - 1:
        found.add("one game short")
    if entry["games"] == need and entry["rating"]:
        found.add("exactly the games needed")
    if entry.get("rounded") == block["floor"]:
        found.add("entry at the floor")
    if entry["exact"] is not None and entry["rounded"] < block["floor"]:
        found.add(f"{label}: performance below the floor")
    if entry["rating"] is not None:
        found.add(f"{label}: entry")
        if block.get("entry_maximum") and round_half_away(entry["exact"]) > block["entry_maximum"]:
            found.add("entry above the maximum")
        if entry["games"] * 2 == entry["half_points"]:
            found.add("entry with every point")
        if label == "2009" and sum(not reason for reason in entry["refused"].values()) > 1:
            found.add("2009: weighted mean of events")
        if len({r["tournament"] for r in rows}) and result.n:
            found.add("entry with an older pool")
    return found


def cases_of_ukd(period: RandomPeriod, result: fide.Result) -> set:
    """The cases of one player of a UKD period."""
    year = "2016" if period.starts < date(2020, 1, 1) else "2020"
    found = {f"{year}: {result.case}"}
    for d in result.games:
        if d.reason:
            found.add(f"{year}: {d.reason}")
        if not d.counted:
            continue
        if d.difference is not None and abs(d.difference) in (349, 350, 351) and result.base is not None:
            found.add(f"{year}: gap {abs(d.difference)}")
        if d.opponent_status == "unrated":
            who = "newcomer" if result.base is None else "rated"
            found.add(f"{year}: {who} {('loses to', 'draws with', 'beats')[d.half_points]} an unrated")
        if not d.tournament:
            found.add(f"{year}: game without a code")
    counted = [d for d in result.games if d.counted]
    if result.base is None:
        if result.entry:
            found |= cases_of_ukd_entry(year, period, result)
        elif result.pools:
            found.add(f"{year}: pool kept without a game")
        return found
    if result.id in period.provisional:
        found.add(f"{year}: provisional mark {'ended' if counted else 'stays'}")
        if counted and not any(d.opponent_status == "rated" for d in counted):
            found.add(f"{year}: provisional mark ended by an unrated opponent")
    if not counted:
        return found
    if len({d.tournament for d in counted}) > 1:
        found.add(f"{year}: several events")
    if round_half_away(result.base + result.change) < 1000:
        found.add(f"{year}: raised to 1000")
    if result.change % 1 == Fraction(1, 2):
        found.add(f"{year}: half point")
    if year == "2016":
        found.add({Fraction(10): "2016: K 10", Fraction(50): "2016: K 50"}.get(result.k, "2016: K between"))
        return found
    found.add(f"2020: k {result.k}")
    if result.base in (1299, 1300, 1599, 1600, 1999, 2000, 2399, 2400):
        found.add(f"2020: rating {result.base}")
    for code in result.events:
        near = [result.base - d.capped for d in counted if d.tournament == code and d.in_n]
        if near and (2 * sum(near)) % (2 * len(near)) == len(near):
            found.add("2020: mean ends in a half")
    return found


def cases_of_ukd_entry(year: str, period: RandomPeriod, result: fide.Result) -> set:
    """The cases of a UKD newcomer with a counted game."""
    found = set()
    games, half_points = result.entry["games"], result.entry["half_points"]
    if games in (4, 5):
        found.add(f"{year}: {games} games")
    if games >= 5:
        if half_points == 0:
            found.add(f"{year}: entry with nothing")
        if half_points == 2 * games:
            found.add(f"{year}: entry with everything")
        if mean_plus_d(result.entry["sum"], games, half_points) < 1000:
            found.add(f"{year}: entry raised to 1000")
        if any(row["id"] == result.id for row in period.pools):
            found.add(f"{year}: entry with an older pool")
    return found


def count_cases(period: RandomPeriod, results: dict) -> Counter:
    """Which named cases a rated period contains, and how often (once per player, games: per game)."""
    counts = Counter()
    if period.system in UKD_SYSTEMS:
        for result in results.values():
            counts.update(cases_of_ukd(period, result))
        return counts
    index = indexed(period)
    for result in results.values():
        for detail in result.games:
            counts.update(cases_of_game(period, index, result, detail))
        if result.base is None:
            counts.update(cases_of_newcomer(period, result))
        else:
            counts.update(cases_of_rated(period, result))
        if period.system == elo_international.SYSTEM:
            counts.update(cases_of_elo(result))
    counts.pop("", None)
    return counts


def cases_of_elo(result: fide.Result) -> set:
    """What only the mean of an event brings."""
    found = set()
    if result.base is None:
        return found
    for details in elo_international.event_groups(result.games).values():
        near = [d.own_value - d.capped for d in details]
        if (2 * sum(near)) % (2 * len(near)) == len(near):
            found.add("mean ends in a half")
    if sum(1 for d in result.games if d.counted and not d.tournament) > 1:
        found.add("two games without a code, two events")
    return found


# --------------------------------------------------------------------------------------- what must be hit

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
    if system in UKD_SYSTEMS:
        return names(UKD_ONCE) | {f"{year}: {name}" for year in (2016, 2020) for name in names(UKD_EACH)}
    if system == elo_international.SYSTEM:
        return names(EVERY_LIST) | names(ELO_ONLY)
    extra = STANDARD_ONLY if system == "fide-standard" else RAPID_BLITZ_ONLY
    missing = set() if system == "fide-standard" else {"K 15 middle", "K 25 under-30-games"}
    return (names(EVERY_LIST) | names(FIDE_ALL) | names(extra)) - missing
