"""The tables (SQLAlchemy Core); Alembic alone creates them, a test holds the two together.

Days in `game` and `bye` are whole days since 1970-01-01; results are codes of `ratings.files.cells`. Players,
tournaments and loads have dense integer keys, so that totals are arrays indexed by them.
"""

from __future__ import annotations

from ratings.store.schema.decisions import alias, hold, ledger, setting, signed
from ratings.store.schema.games import (
    bye,
    entry,
    game,
    left_out,
    load,
    participant,
    period,
    player,
    player_change,
    refused,
    tournament,
)
from ratings.store.schema.lists import list_row, pool, rating_list, run, run_row
from ratings.store.schema.naming import HEAD, metadata

__all__ = [
    "HEAD",
    "alias",
    "bye",
    "entry",
    "game",
    "hold",
    "ledger",
    "left_out",
    "list_row",
    "load",
    "metadata",
    "participant",
    "period",
    "player",
    "player_change",
    "pool",
    "rating_list",
    "refused",
    "run",
    "run_row",
    "setting",
    "signed",
    "tournament",
]
