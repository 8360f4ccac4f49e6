"""The columns of a FIDE rating list as it is handed on, and what text and XML lists have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ratings.errors import Issue
from ratings.files.texts import LONGEST, UNSEEN
from ratings.files.trf_records import TITLES

Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("name", pa.string()),
        ("federation", pa.string()),
        ("sex", pa.string()),
        ("title", pa.string()),
        ("birth_year", pa.int32()),
        ("rating", pa.int32()),
        ("games", pa.int32()),
        ("k", pa.int32()),
        ("flag", pa.string()),
        ("inactive", pa.bool_()),
        ("line", pa.int32()),
    ]
)
"""Texts are '' and numbers null where the list says nothing; a null rating is an unrated player.

`games` are those of the list's period, `sex` is 'M', 'F' or '' (lists before 2012 mark women only), `line` is the
physical line, from 1."""

RATINGS = range(1000, 4000)
"""What a FIDE rating can be: anything else in its column is not a rating."""
BIRTH_YEARS = range(1850, 2101)
IDS = range(1, 10**11)
GAMES = range(1000)
KS = range(1, 81)
LINE_SHORT = ("line-short", "The line is shorter than the others: what stood at its end may be lost")
TOLD_ONLY = frozenset({"birth-year-unclear", LINE_SHORT[0]})
"""Codes of issues for which a row is not refused."""


@dataclass(frozen=True, slots=True)
class ListIssue(Issue):
    """An issue of a rating list: whose row it is, 0 where even that cannot be read."""

    fide_id: int = 0


@dataclass(slots=True)
class Numbers:
    """A column of numbers: 0 where blank or unreadable, and which of the two it was."""

    values: Integers
    is_blank: Flags
    is_unreadable: Flags

    def outside(self, allowed: range) -> Flags:
        """Say which are unreadable, or neither 0 nor in `allowed`."""
        is_there = self.values != 0
        found: Flags = self.is_unreadable | (is_there & ((self.values < allowed.start) | (self.values >= allowed.stop)))
        return found


@dataclass(slots=True)
class Rows:
    """Rows of a list as read, before they are judged. `lines` are physical lines, from 1."""

    lines: Integers
    ids: Numbers
    birth_years: Numbers
    ratings: Numbers
    games: Numbers
    ks: Numbers
    names: pa.Array
    federations: pa.Array
    sexes: pa.Array
    titles: pa.Array
    flags: pa.Array
    faults: list[tuple[Flags, str, str, str]] = field(default_factory=list)
    """Faults found while reading: which rows, column, code, sentence."""
    notes: list[tuple[Flags, str, str, str]] = field(default_factory=list)
    """The same, for what does not keep a row out of the table."""

    def judged(self) -> list[tuple[Flags, str, str, str]]:
        """Give all faults, those found while reading first: which rows, column, code, sentence."""
        ids = self.ids
        return [
            *self.faults,
            (ids.outside(IDS) | (ids.values == 0), "id", "id-unreadable", "A FIDE id is a number"),
            (_matches(self.names, "^$"), "name", "name-missing", "The player has no name"),
            (_matches(self.names, rf"{UNSEEN}|.{{{LONGEST + 1}}}"), "name", "name-unreadable",
             f"A mark in the name cannot be seen or is U+FFFD, a lost letter, or it has more than {LONGEST} letters"),
            (self.ratings.outside(RATINGS), "rating", "rating-unreadable", "This is no rating"),
            (self.games.outside(GAMES), "games", "games-unreadable", "This is no number of games"),
            (self.ks.outside(KS), "k", "k-unreadable", "This is no K"),
            (self.birth_years.outside(BIRTH_YEARS), "birth_year", "birth-year-unreadable",
             "This is no birth year"),
            (~_matches(self.federations, "^([A-Z]{3})?$"), "federation", "federation-unreadable",
             "A federation is three letters"),
            (~_matches(self.sexes, "^[MF]?$"), "sex", "sex-unreadable", "The sex is M or F"),
        ]  # fmt: skip

    def is_empty(self, column: str) -> Flags:
        """Say in which rows a column of the layout has nothing at all."""
        numbers = {"birth": self.birth_years, "games": self.games}.get(column)
        return _matches(self.federations, "^$") if numbers is None else numbers.is_blank & ~numbers.is_unreadable

    def table(self) -> pa.Table:
        """Give the rows as a table of SCHEMA."""
        numbers = (
            _nullable(self.birth_years.values, self.birth_years.values == 0),
            _nullable(self.ratings.values, self.ratings.values == 0),
            _nullable(self.games.values, self.games.is_blank),
            _nullable(self.ks.values, self.ks.values == 0),
        )
        ids = pa.array(self.ids.values).cast(pa.string())
        texts = (ids, self.names, self.federations, self.sexes, mapped(self.titles, full_title))
        lines = pa.array(self.lines.astype(np.int32))
        return pa.table([*texts, *numbers, self.flags, inactive_by_flag(self.flags), lines], schema=SCHEMA)


def judge(rows: Rows, shown: Callable[[str, int], str], file: str, seen: SeenIds) -> tuple[pa.Table, list[Issue]]:
    """Give the good rows as a table, and an issue for each of the bad ones.

    `shown` gives the text of a column ("id", "rating" …, "line") in a row, for the issue.
    """
    is_bad = np.zeros(len(rows.lines), dtype=bool)
    issues: list[Issue] = []
    for which, column, code, message in rows.judged():
        issues += _issues(which & ~is_bad, rows, (column, code, message), shown, file)
        is_bad |= which
    good = np.flatnonzero(~is_bad)
    is_again = seen.repeated(rows.ids.values[good])
    again = np.zeros(len(is_bad), dtype=bool)
    again[good[is_again]] = True
    issues += _issues(again, rows, ("id", "id-twice", "The list has this id twice; the first is kept"), shown, file)
    is_bad |= again
    for which, column, code, message in rows.notes:
        issues += _issues(which & ~is_bad, rows, (column, code, message), shown, file)
    table = rows.table()
    return (table.filter(pa.array(~is_bad)) if is_bad.any() else table), issues


def _issues(
    which: Flags, rows: Rows, what: tuple[str, str, str], shown: Callable[[str, int], str], file: str
) -> list[Issue]:
    column, code, message = what
    return [
        ListIssue(
            file, int(rows.lines[i]), column, shown(column, int(i)), code, message, fide_id=_readable(rows.ids, i)
        )
        for i in np.flatnonzero(which)
    ]


def _readable(ids: Numbers, row: int) -> int:
    return 0 if ids.is_unreadable[row] else int(ids.values[row])


def _matches(texts: pa.Array, pattern: str) -> Flags:
    distinct = texts.dictionary_encode()
    is_match = pc.match_substring_regex(distinct.dictionary, pattern).to_numpy(zero_copy_only=False)
    found: Flags = is_match.astype(bool)[distinct.indices.to_numpy(zero_copy_only=False)]
    return found


def _nullable(values: Integers, is_null: Flags) -> pa.Array:
    return pa.array(values.astype(np.int32), mask=is_null)


class SeenIds:
    """The ids met so far, to find one that comes twice: 8 bytes an id."""

    def __init__(self) -> None:
        self._sorted: Integers = np.empty(0, dtype=np.int64)

    def repeated(self, ids: Integers) -> Flags:
        """Say which of `ids` were met before, in this batch or an earlier one, and remember them all."""
        order = np.argsort(ids, kind="stable")
        is_again = np.zeros(len(ids), dtype=bool)
        is_again[order[1:]] = ids[order[1:]] == ids[order[:-1]]
        if len(self._sorted):
            places = np.minimum(np.searchsorted(self._sorted, ids), len(self._sorted) - 1)
            is_again |= self._sorted[places] == ids
        self._sorted = np.concatenate([self._sorted, ids[~is_again]])
        self._sorted.sort(kind="stable")
        return is_again


def mapped(texts: pa.Array, change: Callable[[str], str]) -> pa.Array:
    """Change texts of which there are few different ones (titles, sexes, flags)."""
    encoded = texts.dictionary_encode()
    changed = pa.array([change(value) for value in encoded.dictionary.to_pylist()], pa.string())
    return changed.take(encoded.indices)


def full_title(title: str) -> str:
    """Give the title as FIDE writes it today: `wm` was WIM before 2005."""
    return TITLES.get(title.lower(), title.upper())


def women_by_flag(flags: pa.Array) -> pa.Array:
    """Give the sex where the list has no such column: women have a `w` in their flag."""
    return mapped(flags, lambda flag: "F" if "w" in flag.lower() else "")


def inactive_by_flag(flags: pa.Array) -> pa.Array:
    """Say who is inactive: an `i` in the flag (`i`, `wi`)."""
    return pc.match_substring(flags, "i", ignore_case=True)
