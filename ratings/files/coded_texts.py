"""Columns of a table as codes and the distinct texts that they stand for, all of it as Arrow arrays."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ratings.columns import of_values, raw
from ratings.exact import Ints
from ratings.files.csv_table import TextTable, without_apostrophe

Texts = Any
"""An Arrow array of texts."""


def coded_texts(table: TextTable, name: str) -> tuple[Ints, Texts]:
    """Give a column as `TextTable.coded` does, without a Python text for each one: ids and names may be millions."""
    column = table.columns.get(name)
    if column is None or not len(column.dictionary):
        return table.coded(name)[0], of_values([""], pa.string())
    texts = pc.utf8_trim_whitespace(column.dictionary)
    if pc.any(pc.starts_with(texts, "'")).as_py():
        texts = of_values([without_apostrophe(text) for text in texts.to_pylist()], pa.string())
    return raw(column.indices), texts
