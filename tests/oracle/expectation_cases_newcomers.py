"""The rare cases of newcomers by expectation (FIDE and Elo International): window, events, first ratings."""

from expectation_builder import RandomPeriod
from expectation_lists import month_number
from expectation_pools import in_window
from expectation_records import Result
from rounding import round_half_away


def cases_of_newcomer(period: RandomPeriod, result: Result) -> set:
    """The cases of a player without a rating."""
    rows = [row for row in period.pools if row["id"] == result.id]
    inside = [row for row in rows if in_window(row, period.ends, period.block["entry_months"])]
    found = {result.case} | cases_of_window(period, result, rows, inside)
    if result.n == 0:
        return found | ({"pool kept without a game"} if result.pools else set())
    block, entry = period.block, result.entry
    label = block.get("entry_conditions", "1990")
    for code in entry["refused"]:
        found |= cases_of_event(label, code, result, {row["tournament"] for row in inside})
    if sum(event["first"] for event in entry["events"].values()) > 1 and not rows:
        found.add("first events tied")
    if "" in entry["events"]:
        found.add("newcomer without a code")
    if entry["games"] == block["entry_games"] - 1:
        found.add("one game short")
    if entry["exact"] is not None and entry["rounded"] < block["floor"]:
        found.add(f"{label}: performance below the floor")
    if entry["rating"] is not None:
        found |= cases_of_entry(label, block, entry)
        if rows:
            found.add("entry with an older pool")
    return found


def cases_of_window(period: RandomPeriod, result: Result, rows: list, inside: list) -> set:
    """Decision 3: pool rows out of the window, and of its oldest period."""
    found = {"pool row out of the window"} if len(inside) < len(rows) else set()
    edge = month_number(period.ends) - period.block["entry_months"] + 1
    last = month_number(period.ends) - month_number(period.starts)
    if any(edge <= month_number(row["period_ends"]) <= edge + last and result.n for row in inside):
        found.add("pool row of the window's oldest period")
    return found


def cases_of_event(label: str, code: str, result: Result, pooled: set) -> set:
    """Rows entry per tournament and first event: one event of the pool; ``pooled``: the codes of older rows."""
    found = set()
    event, reason = result.entry["events"][code], result.entry["refused"][code]
    if reason:
        found.add(f"{label}: event refused, {reason}")
    elif label == "2009" and event["half_points"] < 2:
        found.add("2009: event excused")
    elif label == "2024" and event["half_points"] == 0:
        found.add("2024: later event with nothing counts")
    if event["first"] and code in pooled and not reason:
        found.add(f"{label}: first event continued")
    if code in pooled and code in {d.tournament for d in result.games}:
        found.add(f"{label}: event over periods")
    return found


def cases_of_entry(label: str, block: dict, entry: dict) -> set:
    """Rows entry: a first rating, at its edges."""
    found = {f"{label}: entry"}
    if entry["games"] == block["entry_games"]:
        found.add("exactly the games needed")
    if entry["rounded"] == block["floor"]:
        found.add("entry at the floor")
    if block.get("entry_maximum") and round_half_away(entry["exact"]) > block["entry_maximum"]:
        found.add("entry above the maximum")
    if entry["games"] * 2 == entry["half_points"]:
        found.add("entry with every point")
    if label == "2009" and sum(not reason for reason in entry["refused"].values()) > 1:
        found.add("2009: weighted mean of events")
    return found
