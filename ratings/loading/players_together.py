"""Files of players that one command names complete each other; rows in which they contradict each other are refused."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ratings.columns import Array, as_text, bits, integers, known, numbers, whole
from ratings.exact import Flags, Ints
from ratings.loading.player_rows import PlayerRows

ANOTHER_FILE = "another file, "
"""How the reason begins for which a row is refused that contradicts another file of the command."""
BIRTH_DATE = "birth_date"
"""The column of a file from which day and year of birth may both come."""


def put_together(files: Sequence[PlayerRows]) -> None:
    """Fill the empty cells of rows with what other files say of the player, and refuse rows that contradict one.

    All rows of a player that have the column in question are refused, in whatever order the files come. Rows that are
    refused for themselves say nothing here.
    """
    if len(files) <= 1:
        return
    shared = _Shared.find(files)
    if not len(shared.whose):
        return
    names = dict.fromkeys(name for one in files for name in one.fields)
    columns = {name: shared.column(files, name) for name in names}
    wrong: Flags = np.zeros(shared.count, dtype=bool)
    for column in columns.values():
        wrong[column.contradicted()] = True
    reasons: dict[tuple[int, int, str], str] = {}
    for name, column in columns.items():
        column.refuse(files, name, reasons)
        column.fill(files, name, ~wrong)
    for (file, row, column_named), reason in reasons.items():
        files[file].issues.append(files[file].table.issue(row, column_named, "contradiction", reason))


class _Column:
    """What rows say in one column: the file and the number of each, whose it is, the values, the first said of each."""

    def __init__(self, file: Ints, row: Ints, whose: Ints, count: int, values: Array) -> None:
        self.file, self.row, self.whose, self.count, self.values = file, row, whose, count, values
        self.says = known(values)
        places = np.flatnonzero(self.says)[::-1]
        self.first = np.full(count, -1, dtype=np.int64)
        self.first[whose[places]] = places  # of one player the first place is written last
        at = self.first[whose]
        self.others = values.take(integers(at, at >= 0))
        self.differs = bits(pc.not_equal(values, self.others))

    def contradicted(self) -> Ints:
        """Give the players of whom rows say different things."""
        return np.unique(self.whose[self.differs])

    def refuse(self, files: Sequence[PlayerRows], name: str, reasons: dict[tuple[int, int, str], str]) -> None:
        """Say of all rows of these players what stands elsewhere; by file, row and column, the first reason of each."""
        second = np.full(self.count, -1, dtype=np.int64)
        places = np.flatnonzero(self.differs)[::-1]
        second[self.whose[places]] = places
        for place in np.flatnonzero(second[self.whose] >= 0).tolist():
            player = self.whose[place]
            agrees = self.says[place] and not self.differs[place]
            other = int((second if agrees else self.first)[player])
            table = files[self.file[other]].table
            where = f"{table.file}, line {table.lines[self.row[other]]}"
            reason = f"{ANOTHER_FILE}{where}, says {str(self.values[other].as_py())!r}"
            file, row = int(self.file[place]), int(self.row[place])
            in_file = name if name in files[file].table.columns else BIRTH_DATE
            reasons.setdefault((file, row, in_file), reason)

    def fill(self, files: Sequence[PlayerRows], name: str, may: Flags) -> None:
        """Fill empty cells of the players whose rows agree."""
        empty = ~self.says & (self.first[self.whose] >= 0) & may[self.whose]
        for number in np.unique(self.file[empty]).tolist():
            places = np.flatnonzero(empty & (self.file == number))
            fields = files[number].fields
            at = np.full(len(fields[name]), -1, dtype=np.int64)
            at[self.row[places]] = places
            fields[name] = pc.coalesce(as_text(fields[name]), self.others.take(integers(at, at >= 0)))


class _Shared:
    """The rows of players who stand in several files: the file and number of each, whose it is, below `count`."""

    def __init__(self, file: Ints, row: Ints, whose: Ints, count: int) -> None:
        self.file, self.row, self.whose, self.count = file, row, whose, count

    @classmethod
    def find(cls, files: Sequence[PlayerRows]) -> _Shared:
        """Find them by id."""
        good = [_good(one) for one in files]
        ids = pa.concat_arrays([one.ids.take(integers(one.codes[rows])) for one, rows in zip(files, good, strict=True)])
        coded = ids.dictionary_encode()
        whose, count = numbers(coded.indices), len(coded.dictionary)
        several = np.bincount(whose, minlength=count)[whose] > 1
        file = np.repeat(np.arange(len(files)), [len(rows) for rows in good])
        return cls(file[several], np.concatenate(good)[several], whose[several], count)

    def column(self, files: Sequence[PlayerRows], name: str) -> _Column:
        """Give what the rows of files that have a column say in it."""
        has = np.array([name in one.fields for one in files])[self.file]
        file, row = self.file[has], self.row[has]
        parts = [
            as_text(files[number].fields[name]).take(integers(row[file == number]))
            for number in np.unique(file).tolist()
        ]
        return _Column(file, row, self.whose[has], self.count, whole(pa.chunked_array(parts)))


def _good(one: PlayerRows) -> Ints:
    """Give the rows that are not refused for themselves, the first ones of their ids."""
    good = one.are_first & ~one.are_empty
    good[[issue.row for issue in one.issues if issue.row >= 0]] = False
    return np.flatnonzero(good)
