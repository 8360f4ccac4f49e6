"""The rare cases of rated players by expectation (FIDE and Elo International): K, floor, credit, status, rounding."""

from fractions import Fraction

import elo_international
import fide
from expectation_builder import DAY, RandomPeriod
from expectation_lists import months_before
from expectation_records import Result


def cases_of_rated(period: RandomPeriod, result: Result) -> set:
    """The cases of a rated player as a whole."""
    found = {result.case}
    block = period.block
    if "unknown-minutes" in result.warnings and any(d.counted and d.tournament for d in result.games):
        found.add("unknown minutes, accepted")
    if any(pool["id"] == result.id for pool in period.pools) and result.base_source == "list":
        found.add("pool of a rated player ignored")
    if result.after is not None:
        found |= cases_of_status(period, result)
    if result.n == 0:
        if result.after is not None and result.after < block["floor"]:
            found.add("below a raised floor without a game")
        return found
    if period.system in fide.SYSTEMS:
        found |= cases_of_limit(block, result)
    if len({d.tournament for d in result.games if d.counted}) > 1:
        found.add("several events")
    half = Fraction(1, 2) if period.system in fide.SYSTEMS else Fraction(5, 2)
    if (result.base + result.change) % (2 * half) == half:
        found.add("half rounded up" if result.change > 0 else "half rounded down")
    return found | cases_of_k(period, result) | cases_of_floor(block, result) | cases_of_credit(period, result)


def cases_of_limit(block: dict, result: Result) -> set:
    """Row K x n: 700, and above it before there was a limit."""
    if block["kn_limit"] is None:
        return {"K x n above 700 before 2014"} if result.k * result.n > 700 else set()
    return {"K x n is 700"} if result.k * result.n == 700 else set()


def cases_of_k(period: RandomPeriod, result: Result) -> set:
    """Decision 2: the edges of career games, age and peak."""
    row = next(row for row in period.players if row["id"] == result.id)
    career, peak, _ = period.history[result.id]
    reason = result.k_reason.partition(",")[0]
    found = {f"K {result.k} {reason}" if reason == result.k_reason else "K x n above 700"}
    if career in (29, 30):
        found.add(f"{career} career games")
    if row["birth_year"] is not None and period.block.get("k_junior"):
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
    return found


def cases_of_floor(block: dict, result: Result) -> set:
    """Decision 4: at the floor, and below a raised one."""
    found = {"exactly the floor"} if result.after == block["floor"] else set()
    if result.base_source == "list" and result.base < block["floor"]:
        found.add("climbed over a raised floor" if result.after else "below a raised floor")
    return found


def cases_of_credit(period: RandomPeriod, result: Result) -> set:
    """Decision 6: credited ratings that fall, come after a fall, or count as a peak."""
    found = set()
    if result.base_source != "credited":
        return found
    if result.after is None:
        found.add("credited, below the floor")
    if any(entries.get(result.id) is not None for entries in period.lists.values()):
        found.add("credited after a fall")
    if result.base >= 2400 and result.k_reason.partition(",")[0] == "2400-reached":
        found.add("credited 2400 counts as peak")
    return found


def cases_of_status(period: RandomPeriod, result: Result) -> set:
    """Decision 5: the edges of 12 and 36 months, and the way back."""
    found, last = {result.status}, period.history[result.id][2]
    if result.n == 0:
        if last is None:
            found.add("last game unknown")
        elif last == months_before(period.publishes, 12):
            found.add("active to the day")
        elif last + DAY == months_before(period.publishes, 12):
            found.add("inactive by a day")
        elif last == months_before(period.publishes, 36):
            found.add("on the list to the day")
        elif last + DAY == months_before(period.publishes, 36):
            found.add("off the list by a day")
    elif last is not None and last < months_before(period.starts, 14):
        found.add("inactive comes back")
    return found


def cases_of_elo(result: Result) -> set:
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
