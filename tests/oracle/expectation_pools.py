"""Section 3, decision 3: the pool of a newcomer: rows of games, the window, events, first events."""

from datetime import date

from expectation_inputs import Period
from expectation_lists import month_number
from expectation_records import code_of


def opponents_of(row: dict) -> set:
    """The persons of a pool row (text with blanks, or a list)."""
    value = row.get("opponents") or ()
    return set(value.split()) if isinstance(value, str) else set(value)


def truth(value) -> bool:
    """A flag as the files write it."""
    return value in (True, 1, "1", "yes", "true", "True")


def in_window(row: dict, ends: date, months: int) -> bool:
    """Decision 3: ``months`` calendar months ending with the period's last, by the period counted in."""
    return month_number(row["period_ends"]) > month_number(ends) - months


def events_of(rows: list) -> dict:
    """Decision 3: pool rows of one code together, whatever the period; without a code: one event."""
    events = {}
    for row in rows:
        event = events.setdefault(
            code_of(row),
            {"games": 0, "half_points": 0, "sum": 0, "opponents": set(), "format": "", "first": False},
        )
        event["games"] += int(row["games"])
        event["half_points"] += int(row["half_points"])
        event["sum"] += int(row["opponents_sum"])
        event["opponents"] |= opponents_of(row)
        event["format"] = (row.get("format") or "") or event["format"]
        event["first"] = event["first"] or truth(row.get("first_event"))
        event["starts"] = min(event.get("starts", row["starts"]), row["starts"])
    return events


def pool_total(rows: list, refusal_of) -> dict:
    """Decision 3: the events of a pool, why each is refused ('' if it is not), and the sums of the others."""
    events = events_of(rows)
    refused = {code: refusal_of(event, events) for code, event in events.items()}
    good = [events[code] for code in events if not refused[code]]
    sums = {name: sum(event[name] for event in good) for name in ("games", "half_points", "sum")}
    return {"events": events, "refused": refused, **sums, "exact": None, "rating": None}


def new_pool_rows(period: Period, player: str, details: list) -> list:
    """The counted games of a newcomer in this period, one pool row per tournament code."""
    rows = {}
    for detail in details:
        if not detail.counted:
            continue
        code = detail.tournament
        starts = period.days[code] if code else detail.date
        row = rows.setdefault(code, {
            "id": player, "tournament": code, "period_ends": period.ends, "starts": starts, "games": 0,
            "half_points": 0, "opponents_sum": 0, "opponents": set(),
            "format": period.tournaments.get(code, {}).get("format") or "", "first_event": False,
        })  # fmt: skip
        row["starts"] = min(row["starts"], starts)
        row["games"] += 1
        row["half_points"] += detail.half_points
        row["opponents_sum"] += detail.opponent_value
        row["opponents"].add(detail.opponent)
    for row in rows.values():
        row["opponents"] = sorted(row["opponents"])
    return [rows[code] for code in sorted(rows)]


def mark_first_events(new_rows: list, old_rows: list, virgin: bool) -> None:
    """Decision 3: first event = earliest start in the first period with a counted game; ties all count."""
    if virgin and new_rows:
        earliest = min(row["starts"] for row in new_rows)
        for row in new_rows:
            row["first_event"] = row["starts"] == earliest
        return
    first_codes = {code_of(row) for row in old_rows if truth(row.get("first_event"))}
    for row in new_rows:
        row["first_event"] = row["tournament"] in first_codes


def normal_pool_row(row: dict) -> dict:
    """A pool row as it leaves: opponents as a sorted list, the flag as a bool."""
    return {
        "id": row["id"],
        "tournament": code_of(row),
        "period_ends": row["period_ends"],
        "starts": row["starts"],
        "games": int(row["games"]),
        "half_points": int(row["half_points"]),
        "opponents_sum": int(row["opponents_sum"]),
        "opponents": sorted(opponents_of(row)),
        "format": row.get("format") or "",
        "first_event": truth(row.get("first_event")),
    }


def in_order(rows: list) -> list:
    """Pool rows as they leave: by period, then by tournament."""
    return sorted(rows, key=lambda row: (row["period_ends"], row["tournament"]))


def rows_of(period: Period, player: str) -> list:
    """The pool rows that a player brings, as they leave."""
    return in_order([normal_pool_row(row) for row in period.pools.get(player, [])])


def window_rows(period: Period, player: str) -> list:
    """Decision 3: the pool rows of a player that are still inside the window."""
    months = period.block["entry_months"]
    return [row for row in rows_of(period, player) if in_window(row, period.ends, months)]
