"""The rows of a file of players, as far as they are read and refused without the register."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import numpy as np

from ratings.columns import Array, are_empty, first_of_each, known, numbers
from ratings.errors import Issue
from ratings.exact import Flags, Ints
from ratings.files import cells
from ratings.files.coded_texts import coded_texts
from ratings.files.csv_table import TextTable
from ratings.loading.player_fields import NO_TODAY, read_fields


@dataclass(slots=True)
class PlayerRows:
    """A file of players: `codes` are those of the distinct `ids` by row, `fields` the columns, `issues` what is wrong.

    `are_empty` says which rows have no id, `are_first` which are the first ones of their id.
    """

    table: TextTable
    codes: Ints
    ids: Array
    fields: dict[str, Array]
    issues: list[Issue]
    are_empty: Flags
    are_first: Flags


def read_rows(table: TextTable, today: dt.date = NO_TODAY) -> PlayerRows:
    """Read a file of players; births after `today` are faults."""
    issues = list[Issue]()
    codes, ids = coded_texts(table, "id")
    empty = are_empty(ids)[codes]
    cells.refuse_empty(table, "id", empty, issues)
    fields = read_fields(table, issues, today)
    cells.refuse_odd(table, cells.NAMED, issues)
    _refuse_nameless(table, fields, issues)
    apart = _told_apart(table, codes, ids)
    _refuse_repeated(table, apart, fields, issues)
    return PlayerRows(table, codes, ids, fields, issues, empty, first_of_each(apart))


def _refuse_nameless(table: TextTable, fields: dict[str, Array], issues: list[Issue]) -> None:
    for row in np.flatnonzero(~known(fields["name"])) if "name" in fields else ():
        issues.append(table.issue(int(row), "name", "missing-value", "a player needs a name"))


def _told_apart(table: TextTable, codes: Ints, ids: Array) -> Ints:
    """Give the codes of ids by which equal ones are told: with outer blanks an id may stand under several codes."""
    has_blanks = not ids.equals(table.columns["id"].dictionary)
    return numbers(ids.dictionary_encode().indices)[codes] if has_blanks else codes


def _refuse_repeated(table: TextTable, same: Ints, fields: dict[str, Array], issues: list[Issue]) -> None:
    """Refuse all rows of an id (by codes that are the `same`) that stands twice with different fields."""
    order = np.flatnonzero(np.bincount(same, minlength=1)[same] > 1)
    rows_of: dict[int, list[int]] = {}
    for row in order[np.argsort(same[order], kind="stable")]:
        rows_of.setdefault(int(same[row]), []).append(int(row))
    for rows in rows_of.values():
        told = {tuple(str(column[row].as_py()) for column in fields.values()) for row in rows}
        if table.cell("id", rows[0]).strip() and len(told) > 1:  # never the last one wins
            lines = ", ".join(str(table.lines[row]) for row in rows)
            for row in rows:
                issues.append(
                    table.issue(row, "id", "contradiction", f"the id stands in lines {lines}, with different fields")
                )
