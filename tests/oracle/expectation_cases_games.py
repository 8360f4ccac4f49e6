"""The rare cases of single games by expectation (FIDE and Elo International): days, values, gaps."""

from datetime import date

import elo_international
import fide
from expectation_builder import RandomPeriod
from expectation_inputs import Period, value_at
from expectation_lists import block_on
from expectation_records import Detail, Result
from fide_change import GAP_RULE_FROM


def day_of(index: Period, detail: Detail) -> date:
    """The first day of the tournament of a game."""
    return index.days[detail.tournament] if detail.tournament else detail.date


def cases_of_game(period: RandomPeriod, index: Period, result: Result, d: Detail) -> set:
    """The cases one game shows (FIDE and Elo International)."""
    found = {f"not counted: {d.reason}"} if d.reason else set()
    if d.reason == "gap" and result.base is None:
        found.add("gap, fallen since the event's start")
    if not d.counted:
        return found
    day = day_of(index, d)
    found |= cases_of_event(period, index, d, day) | cases_of_values(period, index, result, d, day)
    if result.base is None:
        return found
    if period.system == elo_international.SYSTEM:
        return found | ({f"gap {abs(d.difference)}"} & {"gap 345", "gap 350", "gap 355"})
    return found | cases_of_difference(period, index, d, day)


def cases_of_event(period: RandomPeriod, index: Period, d: Detail, day: date) -> set:
    """Decision 1 and row accepted: when the event of a counted game began, and when the game was played."""
    found = set()
    if period.system == "fide-standard" and d.tournament:
        rows = [g for g in period.games if g["tournament"] == d.tournament]
        if len({g["date"] for g in rows}) == 1 and len({g["round"] for g in rows}) > 3:
            found.add("one date for all rounds, accepted")
    if d.date < period.starts:
        found.add("late report counted")
    if not d.tournament:
        found.add("game without a code counted")
    if day < period.starts:
        found.add("event begun before the period")
    if day < min(period.lists):
        found.add("event older than every list")
    if period.late_list and period.starts <= day < max(period.lists):
        found.add("newest list published late")
    return found


def cases_of_values(period: RandomPeriod, index: Period, result: Result, d: Detail, day: date) -> set:
    """Decisions 1 and 6: what both players of a counted game were worth on the event's first day."""
    found = {"opponent credited"} if d.opponent_status == "credited" else set()
    newest = period.lists[max(period.lists)]
    if value_at(index, d.opponent, day)[0] != newest.get(d.opponent):
        found.add("opponent's value of an older list")
    own_at_start = value_at(index, result.id, day)[0]
    if result.base is None:
        found.add("newcomer's game" if own_at_start is None else "fallen since the event's start")
    elif own_at_start is None:
        found.add("unrated at the event's start, rated now")
    elif own_at_start != result.base:
        found.add("own value of an older list")
    return found


def cases_of_difference(period: RandomPeriod, index: Period, d: Detail, day: date) -> set:
    """Row cap and expectation (FIDE): the edges of the cap, and of the block that decides about it."""
    found, gap = set(), abs(d.difference)
    block = block_on(day, fide.BLOCKS)
    if block["effective"] != index.block["effective"]:
        found.add("the event's block is another")
    if gap in (399, 400, 401):
        found.add(f"gap {gap}")
    if gap > 400 and block["uncapped_from"] and period.system == "fide-standard":
        if d.own_value >= 2650:
            found.add("2025: own rating 2650, not capped" if d.own_value == 2650 else "2025: not capped")
        else:
            found.add("2025: own rating 2649, capped" if d.own_value == 2649 else "2025: capped")
    if d.expected in (0, 1):
        found.add("expectation 0 or 1")
    if period.system != "fide-standard":
        found |= gap_cases(d, day)
    return found


def gap_cases(d: Detail, day: date) -> set:
    """The edges of the rule of 600 points that leave the game counted."""
    found = set()
    gap, top = abs(d.difference), max(d.own_value, d.opponent_value)
    if gap >= 600 and top > 2600 and day < GAP_RULE_FROM:
        found.add("gap 600 above 2600 before December 2024")
    if day >= GAP_RULE_FROM:
        if gap == 599 and top > 2600:
            found.add("gap 599 above 2600 counted")
        if gap >= 600 and top == 2600:
            found.add("gap 600 with 2600 exactly counted")
    return found
