"""The columns that each kind of file may have, and those that it must have: known before anything else is imported."""

from __future__ import annotations

GAMES = ("white", "black", "result", "date", "tournament", "round", "board")
GAMES_NEEDED = ("white", "black", "result", "date")
PLAYERS = (
    "id", "name", "birth_year", "birth_date", "sex", "federation", "club", "fide_id", "estimate", "estimate_rapid",
    "public",
)  # fmt: skip
LIST = (
    "id", "rating", "type", "estimate", "games", "peak", "archive_points", "archive_performance", "archive_games",
    "archive_season", "last_game", "status",
)  # fmt: skip
POOLS = ("tournament", "period_ends", "starts", "half_points", "opponents_sum", "opponents", "format", "first_event")
"""The columns of pools that lists do not have."""
POOLS_NEEDED = ("id", "tournament", "period_ends", "starts", "games", "half_points", "opponents_sum")
LIST_OR_POOLS = (*LIST, *POOLS)
BY_PLAYER = ("id",)
"""What files of players, lists and pools must have."""
TOURNAMENTS = ("tournament", "name", "place", "starts", "ends", "kind", "format", "minutes", "rounds")
