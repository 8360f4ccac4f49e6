"""The cells of games as rows of keys and numbers; what cannot be read is an issue of its row."""

from __future__ import annotations

import numpy as np

from ratings.errors import Issue
from ratings.exact import Flags, Ints
from ratings.files import cells
from ratings.files.csv_table import TextTable
from ratings.files.texts import why_odd
from ratings.loading.player_ids import read_players
from ratings.store.game_rows import GameRows
from ratings.store.players import Register


def codes_of(table: TextTable) -> tuple[Ints, list[str]]:
    """Give the rows' tournaments as places among the distinct codes, the event's own among them."""
    codes, texts = table.coded("tournament")
    texts = ["" if why_odd(text) else text for text in texts]
    if table.event is not None and table.event.code not in texts:
        texts = [*texts, table.event.code]
    return codes, texts


def read_rows(table: TextTable, register: Register, tournament: Ints, issues: list[Issue]) -> GameRows:
    """Read the cells of games as rows of keys and numbers; `tournament` has the key of each row."""
    result = cells.read_numbers(table, "result", cells.read_result, issues)
    cells.refuse_empty(table, "result", result.empty, issues)
    day = cells.read_numbers(table, "date", cells.read_day, issues)
    cells.refuse_empty(table, "date", day.empty, issues)
    unplayed = result.known & (result.values >= cells.PLAYED)
    for column in ("white", "black"):
        _refuse_points(table, column, issues)
    white = read_players(table, "white", register, issues)
    black = read_players(table, "black", register, issues, may_be_empty=unplayed)
    for row in np.flatnonzero((white == black) & (white > 0)):
        issues.append(table.issue(int(row), "black", "same-player", "White and Black are the same player"))
    number = cells.whole_number(0, 65_535)
    round_number = cells.read_numbers(table, "round", number, issues)
    board = cells.read_numbers(table, "board", number, issues)
    columns = (tournament, round_number.values, day.values, white, black, result.values, board.values)
    return GameRows(*(column.astype(np.int32) for column in columns))


def _refuse_points(table: TextTable, column: str, issues: list[Issue]) -> None:
    """Refuse numbers with a point, or too large to be exact, where an id is wanted: no writer meant them as such."""
    if column not in table.numeric:
        return
    codes, texts = table.coded(column)
    odd = np.array([not (text == "" or text.isdigit()) for text in texts], dtype=bool)[codes]
    for row in np.flatnonzero(odd & table.numeric[column]):
        issues.append(table.issue(int(row), column, "unreadable-id", "a number that is no id: make the column text"))


def bad_rows(size: int, issues: list[Issue]) -> Flags:
    """Say which of `size` rows have an issue."""
    bad = np.zeros(size, dtype=bool)
    bad[[issue.row for issue in issues if issue.row >= 0]] = True
    return bad
