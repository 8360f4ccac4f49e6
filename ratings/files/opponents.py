"""The ids of a pool's opponents in one cell: by blanks, or by semicolons where an id itself holds a blank."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

_APART = (";", '"')
"""What makes a cell one of semicolons."""


def write_opponents(ids: Sequence[str]) -> str:
    """Give ids as one cell, from which `read_opponents` gives them again."""
    if all(len(one.split()) == 1 and not any(mark in one for mark in _APART) for one in ids):
        return " ".join(ids)
    cell = io.StringIO()
    csv.writer(cell, delimiter=";", lineterminator="").writerow(ids)
    text = cell.getvalue()
    return text if ";" in text else f"{text};"


def read_opponents(text: str) -> list[str]:
    """Give the ids of a cell."""
    if ";" not in text:
        return text.split()
    return [one.strip() for one in next(csv.reader([" ".join(text.splitlines())], delimiter=";")) if one.strip()]
