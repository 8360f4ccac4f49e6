"""What is wrong with a table, as far as it can be told without a database: as a load would refuse it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa

from ratings.errors import Issue
from ratings.exact import Ints
from ratings.files import cells
from ratings.files.csv_table import TextTable
from ratings.loading import game_cells, list_rows, lists, player_rows, pools, tournaments
from ratings.loading.game_pairs import find_clashes, find_known
from ratings.loading.known_pools import find_repeated
from ratings.loading.player_ids import read_players
from ratings.store.game_rows import GameRows
from ratings.store.players import Register


def check_games(table: TextTable, issues: list[Issue]) -> None:
    """Find what is wrong with games: cells, White and Black the same, rows that contradict each other."""
    cells.refuse_odd(table, cells.NAMED, issues)
    codes, texts = table.coded("tournament")
    keys = np.arange(1, len(texts) + 1)
    rows = game_cells.read_rows(table, _everybody(table, "white", "black"), keys[codes], issues)
    good = np.ones(len(table), dtype=bool)
    good[[issue.row for issue in issues if issue.row >= 0]] = False
    known = find_known(rows, good, GameRows.none())
    unnamed = int(keys[texts.index("")]) if "" in texts else 0
    find_clashes(table, rows, good & ~known, GameRows.none(), unnamed, issues)


def _check_players(table: TextTable, issues: list[Issue]) -> None:
    issues += player_rows.read_rows(table).issues


def _check_list(table: TextTable, issues: list[Issue]) -> None:
    keys = _keys(table, issues)
    lists.refuse_repeated(table, keys, list_rows.read_rows(table, None, issues), issues)


def _check_pools(table: TextTable, issues: list[Issue]) -> None:
    keys = read_players(table, "id", _everybody(table, "id"), issues)
    rows = {"player_key": keys, **pools.read_rows(table, issues)}
    codes, opponents = table.coded("opponents")
    find_repeated(table, {**rows, "opponents": np.array(opponents, dtype=object)[codes]}, issues)


def _check_tournaments(table: TextTable, issues: list[Issue]) -> None:
    tournaments.read_tournaments(table, issues)


CHECKS: dict[str, Callable[[TextTable, list[Issue]], None]] = {
    "games": check_games, "players": _check_players, "list": _check_list, "archives": _check_list,
    "pools": _check_pools, "tournaments": _check_tournaments,
}  # fmt: skip
"""By what a table is."""


def _keys(table: TextTable, issues: list[Issue]) -> Ints:
    keys = read_players(table, "id", _everybody(table, "id"), issues)
    cells.refuse_odd(table, cells.NAMED, issues)
    return keys


def _everybody(table: TextTable, *columns: str) -> Register:
    """Give a register of all who stand in some columns: who is registered is not known here."""
    ids = sorted({text for column in columns for text in table.coded(column)[1]} - {""})
    return Register(np.arange(1, len(ids) + 1), pa.array(ids, pa.string()), lambda: ids)
