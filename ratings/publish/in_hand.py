"""A list in hand, from whatever program: the texts of its cells, to be compared with published ones."""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd

from ratings.errors import RatingsError
from ratings.files.read import read_table
from ratings.files.sources import Source
from ratings.publish.run_tables import LIST


class InHand(NamedTuple):
    """A file and its rows as texts, one row a player; of the list's columns those that it has."""

    file: str
    rows: pd.DataFrame


def read_in_hand(source: str | Source, encoding: str | None = None) -> InHand:
    """Read a list.

    Raises:
        RatingsError: it cannot be read, has no column id or rating, a row that is no row, or an id twice.
    """
    table = read_table(source, LIST, ("id", "rating"), encoding)
    if table.issues:
        raise RatingsError(f"{table.issues[0]}", "Mend the row, or ask for the file again.")
    columns = {name: table.coded(name) for name in LIST if name in table.columns}
    rows = pd.DataFrame({name: [texts[code] for code in codes] for name, (codes, texts) in columns.items()})
    twice = rows["id"][rows["id"].duplicated()]
    if len(twice):
        raise RatingsError(f"{table.file} names {twice.iloc[0]} twice.", "A list has one row a player; leave one out.")
    return InHand(table.file, rows)
