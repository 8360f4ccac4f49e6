"""An explanation by expectation as text: every game, then the calculator's steps."""

from __future__ import annotations

from typing import Any

from ratings.explain.signed_values import as_lines
from ratings.explain.words import without_opponent
from ratings.wording import number_of

SCORES = {None: "", "1": "won", "0.5": "drew", "0": "lost"}


def as_text(told: dict[str, Any], edition: Any) -> str:
    """Write an explanation for the officer, in the order of the calculation."""
    credited = ", taken over from the standard list" if told["credited"] else ""
    before = f"{told['before']}{credited}" if told["before"] is not None else "unrated"
    games = [_game_line(number, game) for number, game in enumerate(told["games"], 1)]
    return "\n".join(
        [
            f"{told['player']} {told['name']}: {told['system']} {told['period']}, edition {told['edition']}",
            f"Before: {before}; {number_of(told['games_before'], 'game')}, peak {told['peak_before'] or '-'}, "
            f"born {told['birth_year'] or 'unknown'}",
            *as_lines(told),
            "",
            *(games or ["No game in this period."]),
            "",
            *map(str, told["steps"]),
            _last(told),
        ]
    )


def _game_line(number: int, game: dict[str, Any]) -> str:
    head = f"{number:>3}  {game['date']} {game['tournament']:<12}"
    if not game["opponent"]:
        return head + without_opponent(game)
    opponent = f"{game['opponent']} {game['opponent_name']}"
    value = game["opponent_value"] if game["opponent_status"] == "rated" else game["opponent_status"]
    standing = f" ({value})" if value is not None else ""
    return (
        f"{head} {game['colour']:<5} {game['result']:<7} {SCORES[game['score']]:<4} "
        f"{opponent}{standing}: {game['step']}"
    )


def _last(told: dict[str, Any]) -> str:
    mark = ", provisional" if told["provisional"] else ""
    rating = told["after"] if told["after"] is not None else "unrated"
    return f"After: {rating}{mark}; {number_of(told['games_after'], 'game')}"
