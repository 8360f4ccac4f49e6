"""What a backup says of itself: from which schema, which tables, how many rows, which sums."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Any

FORMAT, FORMAT_VERSION = "ratings backup", 1
CONTENTS = "contents.json"
"""The file inside a backup that says what is in it; written last, so that half a backup has none."""


@dataclass(frozen=True, slots=True)
class Part:
    """One table: `columns` are names with kinds, in the order of the file; `largest` bounds a row, in bytes."""

    name: str
    file: str
    rows: int
    sha256: str
    largest: int
    columns: dict[str, str]


@dataclass(frozen=True, slots=True)
class Contents:
    """A whole backup; the tables stand in the order in which they can be filled."""

    schema: str
    made_at: str
    program: str
    database: str
    tables: tuple[Part, ...]

    @property
    def rows(self) -> int:
        """Count the rows of all tables."""
        return sum(table.rows for table in self.tables)

    def as_json(self) -> bytes:
        """Give it as the file inside the backup."""
        told = {"format": FORMAT, "format_version": FORMAT_VERSION, **dataclasses.asdict(self)}
        return json.dumps(told, indent=1).encode()


def from_json(data: bytes) -> Contents:
    """Read what `as_json` gave.

    Raises:
        ValueError, KeyError, TypeError: it is something else.
    """
    told: dict[str, Any] = json.loads(data)
    if (told.pop("format"), told.pop("format_version")) != (FORMAT, FORMAT_VERSION):
        raise ValueError("another format")
    return Contents(**{**told, "tables": tuple(Part(**part) for part in told["tables"])})
