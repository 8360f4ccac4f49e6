"""0.4: the results of games, in half points of White and Black; forfeits and byes are not played over the board."""

from __future__ import annotations

PLAYED = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}
NOT_PLAYED = ("1-0F", "0-1F", "0-0F", "bye")
#: Half points of White and Black; None: not played.
HALF_POINTS: dict[str, tuple[int, int] | None] = {**PLAYED, **dict.fromkeys(NOT_PLAYED)}
#: White's half points -> result of a played game.
WORDS = {white: word for word, (white, _) in PLAYED.items()}
#: The result when White and Black change places; results that are not here stay.
SWAPPED = {"1-0": "0-1", "0-1": "1-0", "1-0F": "0-1F", "0-1F": "1-0F"}
