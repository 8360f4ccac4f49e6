"""The players that a column of ids names: nobody by that id, an empty cell, zeros that a spreadsheet has taken."""

from __future__ import annotations

import numpy as np

from ratings.columns import are_empty
from ratings.errors import Issue
from ratings.exact import Flags, Ints
from ratings.files import cells
from ratings.files.coded_texts import coded_texts
from ratings.files.csv_table import TextTable
from ratings.store.players import Register

MOST_SUGGESTED = 50
"""Unknown ids beyond this many get no suggestions: the file is of another federation, not mistyped."""
MOST_COMPARED = 200_000
"""With more registered players than this, names are not compared: then the register was made from FIDE's list."""


def read_players(
    table: TextTable, column: str, register: Register, issues: list[Issue], *, may_be_empty: Flags | None = None
) -> Ints:
    """Give the key of the player whom each row names, 0 where the cell is refused or may be empty and is."""
    codes, ids = coded_texts(table, column)
    keys = register.keys_of(ids)
    refuse_lost_zeros(table, column, register, issues)
    blank = are_empty(ids)
    empty = blank[codes]
    cells.refuse_empty(table, column, empty if may_be_empty is None else empty & ~may_be_empty, issues)
    _refuse_unknown(table, column, register, (keys == 0) & ~blank, issues)
    return keys[codes]


def _refuse_unknown(table: TextTable, column: str, register: Register, unknown: Flags, issues: list[Issue]) -> None:
    """Refuse the rows of unknown ids, with the nearest registered players; `unknown` by distinct text."""
    if not unknown.any():
        return
    codes, ids = table.coded(column)
    near = {int(place): register.suggestion(ids[place]) for place in np.flatnonzero(unknown)[:MOST_SUGGESTED]}
    for row in np.flatnonzero(unknown[codes]):
        why = table.unmatched.get(ids[codes[row]], "no player has this id")
        issues.append(table.issue(int(row), column, "unknown-player", f"{why}{near.get(int(codes[row]), '')}"))


def refuse_lost_zeros(table: TextTable, column: str, register: Register, issues: list[Issue]) -> None:
    """Refuse a number where an id with zeros in front could be meant: some registered id is that number with them."""
    numeric = table.numeric.get(column)
    if numeric is None or not numeric.any():
        return
    with_zeros: dict[str, list[str]] = {}
    for player_id in register.texts:
        if player_id[:1] == "0" and player_id.isdigit():
            with_zeros.setdefault(player_id.lstrip("0"), []).append(player_id)
    codes, texts = table.coded(column)
    for row in np.flatnonzero(numeric) if with_zeros else ():
        meant = with_zeros.get(texts[codes[row]])
        if meant:
            message = f"the cell is a number, which has no zeros in front: is it {' or '.join(sorted(meant))}?"
            issues.append(table.issue(int(row), column, "lost-zeros", f"{message} Make the column text"))
