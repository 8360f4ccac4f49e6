"""Words that explanations share: why a game does not count, where an unrated player's value comes from."""

from __future__ import annotations

from typing import Any

from ratings.phrases import say

LEFT_OUT = {
    "not-played": say("not played over the board, never rated"),
    "set-aside": say("its tournament is set aside"),
    "held": say("held back by decision"),
    "withdrawn": say("withdrawn by decision"),
    "corrected": say("corrected by decision: another row stands in its place"),
    "reassigned": say("given to another player by decision"),
}
"""Why a game has no part in a rating at all."""
SOURCE_WORDS = {
    "first-rating": say("first rating of this period"),
    "new-archive": say("archive after this period"),
    "wave": say("from games against known opponents"),
    "archive": say("stand-in: the archive"),
    "given": say("stand-in: the given estimate"),
    "small-archive": say("stand-in: the small archive"),
    "default": say("stand-in: the default of the age category"),
}
LISTED_WORDS = {
    "archive": say("the archive's performance, to the nearest ten, minus 1"),
    "small-archive": say("the archive's performance, to the nearest ten, minus 1"),
    "given": say("the given estimate"),
    "default": say("the default of the age category"),
}


def without_opponent(game: dict[str, Any]) -> str:
    """Give the end of a game's line in an explanation where nobody was met: a bye, or a forfeit against no name."""
    why = "never rated" if game["reason"] == "not-played" else LEFT_OUT[game["reason"]]
    return f" {game['result']:<18} no opponent: {why}"
