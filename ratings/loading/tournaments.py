"""Loading what is known of tournaments: days, place, format, time control, by their codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.errors import Issue, RatingsError
from ratings.files import cells
from ratings.files.csv_table import TextTable
from ratings.files.known_columns import TOURNAMENTS
from ratings.files.read import read_table
from ratings.files.sources import Source
from ratings.kinds import KINDS
from ratings.store import schema
from ratings.store.bulk import insert_rows, next_keys

MOST = (1440, 3600)
"""A day for 60 moves, an hour for one: more is a slip, such as of seconds in place of minutes."""


def _minutes(text: str) -> str:
    parts = text.replace(" ", "").split("+")
    if len(parts) > 2 or not all(part.isascii() and part.isdigit() for part in parts):
        raise cells.Unreadable("unreadable-minutes", "not minutes like 120 or 90+30 (minutes + seconds a move)")
    if any(len(part) > len(str(most)) or int(part) > most for part, most in zip(parts, MOST, strict=False)):
        raise cells.Unreadable("unreadable-minutes", "more than {} minutes, or {} seconds a move".format(*MOST))
    return "+".join(parts)


_READERS = {
    "starts": cells.read_date,
    "ends": cells.read_date,
    "kind": cells.one_of(*KINDS),
    "format": cells.one_of("swiss", "team", "round-robin", "match"),
    "minutes": _minutes,
    "rounds": cells.whole_number(1, 1000),
}


def load_tournaments(
    connection: sa.Connection, paths: Sequence[str | Source], system: str, encoding: str | None = None
) -> list[str]:
    """Write down the tournaments files of a command for a system, whole or not at all; give notes for the officer.

    Files complete each other.

    Raises:
        RatingsError: a cell cannot be read, or a code stands twice, differently; the first faults are named.
    """
    told, notes = _Told(), list[str]()
    for path in paths:
        table = read_table(path, TOURNAMENTS, TOURNAMENTS[:1], encoding)
        issues = list(table.issues)
        first = read_tournaments(table, issues)
        if not issues:
            told.add(table, first, issues)
        if issues:
            more = f" (and {len(issues) - 1} more)" if len(issues) > 1 else ""
            raise RatingsError(f"{issues[0]}{more}.", "Mend the tournaments file; it is taken whole or not at all.")
        unknown = ", ".join(table.unknown)
        notes += [f"{table.file}: columns not known, not used: {unknown}"] if unknown else []
    if told.rows:
        _write(connection, system, told.rows)
    return notes


class _Told:
    """What the files of a command say of tournaments, by code, and in which file and line each of it stands."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, Any]] = {}
        self._where: dict[tuple[str, str], str] = {}

    def add(self, table: TextTable, rows: dict[str, dict[str, Any]], issues: list[Issue]) -> None:
        """Add what a file says; add an issue where another file says something else."""
        codes, texts = table.coded("tournament")
        places = {texts[code]: place for place, code in reversed(list(enumerate(codes.tolist())))}
        for code, row in rows.items():
            known, place = self.rows.setdefault(code, dict.fromkeys(row)), places[code]
            for name, value in row.items():
                if value is None:
                    continue
                if known[name] not in (None, value):
                    message = f"{self._where[code, name]} says {str(known[name])!r}"
                    issues.append(table.issue(place, name.removesuffix("_on"), "contradiction", message))
                elif known[name] is None:
                    known[name], self._where[code, name] = value, f"{table.file}, line {table.lines[place]}"
            starts, ends = known["starts_on"], known["ends_on"]
            if starts and ends and starts > ends:
                both = " and ".join(dict.fromkeys(self._where[code, name] for name in ("starts_on", "ends_on")))
                message = f"by {both} together the tournament ends before it starts"
                issues.append(table.issue(place, "ends", "contradiction", message))


def read_tournaments(table: TextTable, issues: list[Issue]) -> dict[str, dict[str, Any]]:
    """Read the rows by their codes; add an issue for each fault."""
    cells.refuse_odd(table, cells.NAMED, issues)
    columns = {column: _read_column(table, column, issues) for column in TOURNAMENTS}
    rows = [_row(table, place, columns, issues) for place in range(len(table))]
    first: dict[str, dict[str, Any]] = {}
    for place, row in enumerate(rows):
        if first.setdefault(row["code"], row) != row:
            issues.append(table.issue(place, "tournament", "contradiction", "the code stands twice, differently"))
    return first


def _read_column(table: TextTable, column: str, issues: list[Issue]) -> list[Any]:
    """Read a column, each distinct text once; None for empty and unreadable cells."""
    codes, texts = table.coded(column)
    values: list[Any] = []
    for place, text in enumerate(texts):
        try:
            values.append(_READERS[column](text) if text and column in _READERS else text or None)
        except cells.Unreadable as problem:
            values.append(None)
            rows = [row for row, code in enumerate(codes) if code == place]
            issues += [table.issue(row, column, problem.code, str(problem)) for row in rows]
    return [values[code] for code in codes]


def _row(table: TextTable, place: int, columns: dict[str, list[Any]], issues: list[Issue]) -> dict[str, Any]:
    out = {column: values[place] for column, values in columns.items()}
    if out["starts"] and out["ends"] and out["starts"] > out["ends"]:
        issues.append(table.issue(place, "ends", "contradiction", "the tournament ends before it starts"))
    if out["tournament"] is None:
        issues.append(table.issue(place, "tournament", "missing-value", "a tournament needs its code"))
    out["starts_on"], out["ends_on"] = out.pop("starts"), out.pop("ends")
    out["code"] = out.pop("tournament") or ""
    return out


def _insert(connection: sa.Connection, system: str, new: list[dict[str, Any]]) -> None:
    if not new:
        return
    keys = next_keys(connection, schema.tournament.c.tournament_key, len(new))
    columns = {name: np.array([row[name] for row in new], dtype=object) for name in new[0]}
    systems = np.full(len(new), system, dtype=object)
    insert_rows(connection, schema.tournament, {"tournament_key": keys, "system": systems, **columns})


def _write(connection: sa.Connection, system: str, rows: dict[str, dict[str, Any]]) -> None:
    tournament = schema.tournament
    known = dict(
        connection.execute(
            sa.select(tournament.c.code, tournament.c.tournament_key).where(tournament.c.system == system)
        ).all()
    )
    _insert(connection, system, [row for code, row in rows.items() if code not in known])
    changed = [{"key": known[code], **row} for code, row in rows.items() if code in known]
    if changed:
        fields = [name for name in changed[0] if name not in ("key", "code")]
        statement = sa.update(tournament).where(tournament.c.tournament_key == sa.bindparam("key"))
        connection.execute(
            statement.values({name: sa.bindparam(name) for name in fields}),
            [{name: value for name, value in row.items() if name != "code"} for row in changed],
        )
