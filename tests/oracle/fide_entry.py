"""Section 3, rows entry and first event, decision 3: does a newcomer's pool give a rating?"""

from fractions import Fraction

from expectation_pools import pool_total
from fide_tables import mean_plus_d
from rounding import round_half_away


def performance_steps(opponents_sum: int, games: int, half_points: int, step: Fraction) -> Fraction:
    """Row entry performance, 2009 and 2014: the mean, plus ``step`` per half point above 50 %, or minus D."""
    if half_points >= games:
        return Fraction(opponents_sum, games) + step * (half_points - games)
    return mean_plus_d(opponents_sum, games, half_points)


def performance_two_draws(opponents_sum: int, games: int, half_points: int) -> Fraction:
    """Row entry performance, 2024: two draws against 1800 are added."""
    return mean_plus_d(opponents_sum + 3600, games + 2, half_points + 2)


def performance(block: dict, opponents_sum: int, games: int, half_points: int) -> Fraction:
    """Row entry performance, exact."""
    if block["performance"] == "two draws at 1800":
        return performance_two_draws(opponents_sum, games, half_points)
    return performance_steps(opponents_sum, games, half_points, block["performance_step"])


def performance_of(block: dict, total: dict) -> Fraction:
    """The performance of an event, or of all games together."""
    return performance(block, total["sum"], total["games"], total["half_points"])


def weighted_mean(parts: list) -> Fraction:
    """S2: performances weighted by games; ``parts`` is a list of (performance, games)."""
    return sum((Fraction(p) * n for p, n in parts), Fraction(0)) / sum(n for _, n in parts)


def valid_2009(event: dict) -> str:
    """Row entry per tournament, 2009, without the exception: '' or the condition that fails."""
    if event["format"] and event["format"] not in ("swiss", "team"):
        return "format"
    if len(event["opponents"]) < 3:
        return "opponents"
    if event["half_points"] < 2:
        return "points"
    return ""


def excused_2009(block: dict, event: dict, events: dict) -> bool:
    """S2's "unless": under 1 point, not the first event, after a valid event at or above the floor."""
    if event["first"]:
        return False
    for other in events.values():
        if valid_2009(other) != "" or other["starts"] >= event["starts"]:
            continue
        if performance_of(block, other) >= block["floor"]:
            return True
    return False


def event_refused(block: dict, event: dict, events: dict) -> str:
    """Rows entry per tournament and first event: '' when the event counts, else why not."""
    if block["entry_conditions"] == "2009":
        reason = valid_2009(event)
        if reason == "points" and excused_2009(block, event, events):
            return ""
        return reason
    if block["entry_conditions"] == "2014":
        return "points" if event["half_points"] < 1 else ""
    if event["first"] and event["half_points"] == 0:
        return "first-event"
    return ""


def entry_rating(block: dict, rows: list) -> dict:
    """Decision 3: does the pool give a rating?  The steps, as a dictionary."""
    answer = pool_total(rows, lambda event, events: event_refused(block, event, events))
    if answer["games"] < block["entry_games"]:
        return answer
    if block["pooling"] == "weighted":
        good = [event for code, event in answer["events"].items() if not answer["refused"][code]]
        answer["exact"] = weighted_mean([(performance_of(block, event), event["games"]) for event in good])
    else:
        answer["exact"] = performance_of(block, answer)
    rating = round_half_away(answer["exact"])
    if block["entry_maximum"] is not None:
        rating = min(rating, block["entry_maximum"])
    answer["rounded"] = rating
    if rating >= block["floor"]:
        answer["rating"] = rating
    return answer
