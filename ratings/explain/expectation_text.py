"""An explanation by expectation as text: every game, the expected scores, K, the change or the first rating."""

from __future__ import annotations

from typing import Any

SCORES = {None: "", "1": "won", "0.5": "drew", "0": "lost"}
WORDS = {
    "no-game": "No game: nothing changes",
    "no-counted-game": "No game counts: nothing changes",
    "below-floor": "The new rating is below the floor: unrated from this list on",
    "too-few-games": "Not enough games yet: they wait in the pool",
    "first-rating": "First rating",
    "first-rating-below-floor": "The performance is below the floor: no rating yet",
}


def as_text(told: dict[str, Any], edition: Any) -> str:
    """Write an explanation for the officer, in the order of the calculation."""
    credited = ", taken over from the standard list" if told["credited"] else ""
    before = f"{told['before']}{credited}" if told["before"] is not None else "unrated"
    lines = [
        f"{told['player']} {told['name']}: {told['system']} {told['period']}, edition {told['edition']}",
        f"Before: {before}; {told['games_before']} games, peak {told['peak_before'] or '-'}, "
        f"born {told['birth_year'] or 'unknown'}",
        "",
        *([_game_line(number, game) for number, game in enumerate(told["games"], 1)] or ["No game in this period."]),
        "",
    ]
    return "\n".join(
        [*lines, *(_change_lines(told) if told["before"] is not None else _entry_lines(told)), _last(told)]
    )


def _game_line(number: int, game: dict[str, Any]) -> str:
    opponent = f"{game['opponent']} {game['opponent_name']}" if game["opponent"] else "no opponent"
    head = f"{number:>3}  {game['date']} {game['tournament']:<12} {game['colour']:<5} "
    head += f"{game['result']:<7} {SCORES[game['score']]:<4} {opponent}"
    if game["difference"] is None:
        return f"{head} ({game['opponent_value'] or '-'}): {game['reason']}"
    capped = f", capped {game['capped']:+d}" if game["capped"] != game["difference"] else ""
    return (
        f"{head} ({game['opponent_value']}): own {game['own_value']}, difference {game['difference']:+d}{capped}, "
        f"expected {game['expected']}, gain {game['gain']}"
    )


def _change_lines(told: dict[str, Any]) -> list[str]:
    if told["case"] in ("no-game", "no-counted-game"):
        return [WORDS[told["case"]]]
    limited = ", limited by the number of games" if told["k_limited"] else ""
    lines = [
        f"n = {told['n']}, score {told['half_points'] / 2:g}, expected {told['expected_sum']}",
        f"K = {told['k']} ({told['k_reason']}{limited})",
        f"Change = {told['change']} (exactly {told['change_exact']})",
    ]
    return lines + ([WORDS[told["case"]]] if told["case"] in WORDS else [])


def _entry_lines(told: dict[str, Any]) -> list[str]:
    entry = told["entry"]
    lines = [
        f"Event {row['tournament'] or '(no code)'} from {row['starts']}: {row['games']} games, "
        f"{row['half_points'] / 2:g} points, opponents {row['opponents_sum']}: {row['reason']}"
        for row in entry["events"]
    ]
    lines.append(f"Games that count: {entry['games']} of {entry['games_needed']} needed")
    lines += [f"Performance {entry['performance']}"] if entry["performance"] else []
    return [*lines, WORDS.get(told["case"], told["case"])]


def _last(told: dict[str, Any]) -> str:
    mark = ", provisional" if told["provisional"] else ""
    return f"After: {told['after'] if told['after'] is not None else 'unrated'}{mark}; {told['games_after']} games"
