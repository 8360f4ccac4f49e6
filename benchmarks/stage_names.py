"""The stages that `make bench` measures, in their order."""

from __future__ import annotations

GAMES, PLAYERS = "games", "players"
STAGES = {
    "players": (PLAYERS, "copy of player"), "opening list": (PLAYERS, "copy of list_row"),
    "read games": (GAMES, "newline scan"), "check games": (GAMES, ""), "store games": (GAMES, "copy of game"),
    "load games: the three at once": (GAMES, "copy of game"), "read games back": (GAMES, "scan of game"),
    "starting values": (PLAYERS, ""), "totals alone": (GAMES, "gather and add"), "rating step": (GAMES, "gather"),
    "store run": (PLAYERS, "copy of run_row"), "list as CSV": (PLAYERS, ""),
    "FIDE: read rows": (GAMES, ""), "FIDE: which tournaments count": (GAMES, ""), "FIDE: values by list": (GAMES, ""),
    "FIDE: rating step": (GAMES, "gather"),
}  # fmt: skip
"""What each stage's rows are, and the limit that its time is compared with."""
