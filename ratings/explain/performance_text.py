"""An explanation as text: every game, each pass, and the arithmetic in the regulation's steps."""

from __future__ import annotations

from typing import Any

from ratings.explain.performance_steps import Part, archive, archive_lost, parts
from ratings.explain.signed_values import as_lines
from ratings.explain.words import LEFT_OUT, SOURCE_WORDS, without_opponent
from ratings.rules.calculation import signed

REASON_WORDS = {
    "counted": "counts",
    "win-against-much-lower": "does not count: win against a much lower rating",
    "loss-against-much-higher": "does not count: loss against a much higher rating",
    "opponent-unrated": "does not count: the opponent is unrated",
    **LEFT_OUT,
}
SCORES = {None: "", "1": "won", "0.5": "drew", "0": "lost"}


def as_text(told: dict[str, Any], edition: Any) -> str:
    """Write an explanation for the officer, in the order of the calculation."""
    lines = [f"{told['player']} {told['name']}: {told['system']} {told['period']}, edition {told['edition']}"]
    lines += [_before(told), *as_lines(told), ""]
    lines += [_game(number, game) for number, game in enumerate(told["games"], 1)] or ["No game in this period."]
    *sums, last = parts(told, edition)
    for part in sums:
        lines += ["", *_part(part)]
    return "\n".join([*lines, "", *map(str, last[1])])


def _before(told: dict[str, Any]) -> str:
    group = "junior" if told["junior"] else "senior"
    born = f"born {told['birth_year']}" if told["birth_year"] else "birth year unknown"
    lost = archive_lost(told["archive_lost"]) if told["archive_lost"] else ""
    if told["before"] is None:
        held = archive(told["archive"]) if told["archive"] else lost or "no archive"
        return f"Before: unrated; {group} ({born}); {held}"
    held = "taken over from the national list" if told["credited"] else f"type {told['type_before'] or 'none'}"
    return f"Before: {told['before']} ({held}); {group} ({born}){f'; {lost}' if lost else ''}"


def _part(part: Part) -> list[str]:
    title, lines = part
    return [*([str(title)] if title else []), *(f"  {line}" for line in lines)]


def _game(number: int, game: dict[str, Any]) -> str:
    place = " ".join(filter(None, [game["tournament"], f"round {game['round']}" if game["round"] else ""]))
    head = f"{number:>3}  {game['date']} {place:<16}"
    if not game["opponent"]:
        return head + without_opponent(game)
    opponent = f"{game['opponent']} {game['opponent_name']}"
    value = "" if game["opponent_value"] is None else f" {game['opponent_value']}"
    standing = f"{game['opponent_status']}{value}"
    source = f", {SOURCE_WORDS[game['opponent_source']]}" if game["opponent_source"] else ""
    gap = f", difference {signed(game['difference'])}" if game["difference"] is not None else ""
    return (
        f"{head} {game['colour']:<5} {game['result']:<7} {SCORES[game['score']]:<4} "
        f"{opponent} ({standing}{source}{gap}): {REASON_WORDS.get(game['reason'], game['reason'])}"
    )
