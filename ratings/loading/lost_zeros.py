"""Ids that a spreadsheet keeps as numbers: 0233 has become 233, which may be somebody else."""

from __future__ import annotations

import numpy as np

from ratings.errors import Issue
from ratings.files.csv_table import TextTable
from ratings.store.players import Register


def refuse_lost_zeros(table: TextTable, column: str, register: Register, issues: list[Issue]) -> None:
    """Refuse a number where an id with zeros in front could be meant: some registered id is that number with them."""
    numeric = table.numeric.get(column)
    if numeric is None or not numeric.any():
        return
    with_zeros: dict[str, list[str]] = {}
    for player_id in register.ids:
        if player_id[:1] == "0" and player_id.isdigit():
            with_zeros.setdefault(player_id.lstrip("0"), []).append(player_id)
    codes, texts = table.coded(column)
    for row in np.flatnonzero(numeric) if with_zeros else ():
        meant = with_zeros.get(texts[codes[row]])
        if meant:
            message = f"the cell is a number, which has no zeros in front: is it {' or '.join(sorted(meant))}?"
            issues.append(table.issue(int(row), column, "lost-zeros", f"{message} Make the column text"))
