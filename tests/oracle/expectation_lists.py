"""0.8, 0.9 and section 3, decisions 1 and 5: which block, which list, which day decides; who is active."""

from calendar import monthrange
from datetime import date


def months_before(day: date, months: int) -> date:
    """The same day ``months`` earlier (29 February: the last day of the month)."""
    index = day.year * 12 + day.month - 1 - months
    year, month = divmod(index, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def month_number(day: date) -> int:
    """Months counted from year 0, to compare calendar months."""
    return day.year * 12 + day.month


def block_on(day: date, blocks: list, parameters: dict | None = None) -> dict:
    """0.8 and decision 1: the block in force on a day; before the first block: the first."""
    found = blocks[0]
    for block in blocks:
        if block["effective"] <= day:
            found = block
    return {**found, **(parameters or {})}


def stop_before_first_block(day: date, blocks: list) -> None:
    """0.8: before a system's first edition: stop, naming the first date."""
    if day < blocks[0]["effective"]:
        raise ValueError(f"no edition in force on {day}; the first is of {blocks[0]['effective']}")


def list_on(lists: dict, day: date) -> tuple[dict, bool]:
    """0.9, decision 1: the list in force on a day; older than every list: the oldest, and True."""
    if not lists:
        return {}, False
    dates = [d for d in lists if d <= day]
    if dates:
        return lists[max(dates)], False
    return lists[min(lists)], True


def list_before_period(lists: dict, publishes: date) -> dict:
    """Decision 1: the newest list before this period, even if published after its first day."""
    dates = [d for d in lists if d < publishes]
    if dates:
        return lists[max(dates)]
    return lists[min(lists)] if lists else {}


def counting_day(game_date: date, starts: date) -> date:
    """Decision 5: a late report stands at the first day of the period that counts it."""
    return max(game_date, starts)


def status_at(last_game: date | None, publishes: date, lists: dict) -> str:
    """Decision 5: active for 12 months, inactive for 36, then off the list (same days inside)."""
    if last_game is None:
        last_game = min(lists) if lists else publishes
    if last_game >= months_before(publishes, 12):
        return "active"
    if last_game >= months_before(publishes, 36):
        return "inactive"
    return "off"
