"""Rows for SQLite with few values to bind: several columns in one integer, which SQL takes apart again."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ratings.columns import as_text, filled, integers, known, numbers, of_values, texts, whole

Rows = slice | npt.NDArray[np.int64]
"""Which rows, and in which order: from one to another as they stand, or by their places."""
WORD = 62
"""Bits of an integer that are filled: it stays positive, and its shifts are those of an unsigned one."""
MOST_WORDS = 64
"""Different texts of a column that are bound once a statement, to be named by number in the rows."""


class _Field(NamedTuple):
    """Where numbers lie: in which word, from which bit on, in how many bits."""

    place: int
    shift: int
    bits: int


class _Expression(NamedTuple):
    """The SQL of a column: `{}` stands for the numbers of a field, where it has one."""

    text: str
    field: _Field | None = None


@dataclass(slots=True)
class Packed:
    """Rows as few columns to bind, and the SQL that makes the table's columns of them.

    `values` are the columns that each row binds, `once` what a statement binds once, before them, as ?1, ?2 …;
    `expressions` say by name what each column of the table is made of: `column1`, `column2` … are the row's values.
    """

    values: list[npt.NDArray[np.int64] | pa.Array] = field(default_factory=list)
    once: list[Any] = field(default_factory=list)
    expressions: dict[str, str] = field(default_factory=dict)
    _free: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        """Give the number of rows."""
        return len(self.values[0])

    def flat(self, start: int, stop: int) -> list[Any]:
        """Give the values of some rows, row after row, as the driver takes them."""
        width = len(self.values)
        out: list[Any] = [None] * (width * (stop - start))
        for place, column in enumerate(self.values):
            part = column[start:stop]
            if isinstance(part, pa.StringArray):
                out[place::width] = texts(part)
            else:
                out[place::width] = part.tolist() if isinstance(part, np.ndarray) else part.to_pylist()
        return out

    def bind_once(self, value: Any) -> str:
        """Bind a value once a statement; give its name in SQL."""
        value = str(value) if isinstance(value, dt.date) else value
        self.once.append(value.item() if isinstance(value, np.generic) else value)
        return f"?{len(self.once)}"

    def bind(self, column: npt.NDArray[np.int64] | pa.Array, bits: int = WORD) -> str:
        """Bind a column in each row, of which `bits` are used; give its name in SQL."""
        self.values.append(column)
        self._free.append(WORD - bits)
        return f"column{len(self.values)}"

    def put(self, numbers: npt.NDArray[np.int64], bits: int) -> _Field:
        """Put numbers of some bits where they fit; give where they are."""
        place = next((place for place, free in enumerate(self._free) if free >= bits), None)
        if place is None:
            self.bind(numbers, bits)
            return _Field(len(self.values) - 1, 0, bits)
        shift = WORD - self._free[place]
        word = self.values[place]
        assert isinstance(word, np.ndarray)
        self.values[place] = word | (numbers << shift)
        self._free[place] -= bits
        return _Field(place, shift, bits)

    def taken_out(self, field: _Field) -> str:
        """Give the SQL that takes numbers out of their word, once all are in: each step costs, in each row."""
        word = f"column{field.place + 1}"
        is_top = field.shift + field.bits == WORD - self._free[field.place]
        shifted = f"{word} / {1 << field.shift}" if field.shift else word  # SQLite divides faster than it shifts
        return f"({shifted})" if is_top else f"({shifted} % {1 << field.bits})"


def pack(columns: Mapping[str, Any], rows: Rows) -> Packed:
    """Pack the given rows of columns of equal length (NumPy or Arrow arrays; None and null are NULL, days texts)."""
    packed, count, made = Packed(), 0, dict[str, _Expression]()
    for name, column in columns.items():
        part = column[rows] if isinstance(column, np.ndarray) else chosen(column, rows)
        made[name], count = _packed_column(packed, part), len(part)
    for name, (text, place) in made.items():
        packed.expressions[name] = text if place is None else text.replace("{}", packed.taken_out(place))
    if not packed.values:  # all columns have one value: the rows still want counting
        packed.bind(np.zeros(count, dtype=np.int64), 0)
    return packed


def chosen(column: Any, rows: Rows) -> pa.Array:
    """Give some rows of a NumPy or Arrow column as an Arrow column in one piece."""
    if isinstance(column, np.ndarray):
        part = column[rows]
        return integers(part) if part.dtype.kind in "iub" else _of_objects(part)
    return whole(column[rows] if isinstance(rows, slice) else column.take(integers(rows)))


def _packed_column(packed: Packed, column: Any) -> _Expression:
    if isinstance(column, np.ndarray) and column.dtype != object and column.dtype.kind in "iub":
        return _integers(packed, column.astype(np.int64), None)
    if isinstance(column, np.ndarray) and _is_constant(column):
        return _Expression(packed.bind_once(column[0]))
    try:
        values = _of_objects(column) if isinstance(column, np.ndarray) else column
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):
        return _Expression(_plain(packed, column))
    if pa.types.is_date(values.type):
        values = values.cast(pa.string())
    if pa.types.is_integer(values.type):
        return _integers(packed, numbers(values), known(values) if values.null_count else None)
    if pa.types.is_string(values.type) or pa.types.is_dictionary(values.type):
        return _texts(packed, values)
    return _Expression(_plain(packed, values))


def _of_objects(column: npt.NDArray[Any]) -> pa.Array:
    kinds = set(map(type, column)) - {type(None)}
    if kinds <= {int}:
        return of_values(column.tolist(), pa.int64())
    if kinds <= {str, dt.date}:
        return of_values([value and str(value) for value in column], pa.string())
    return pa.array(column)  # brings pandas in


def _is_constant(column: npt.NDArray[Any]) -> bool:
    """Say whether a column has one value; the ends and the middle tell of most that it has not."""
    first = column[0]
    ends = column[len(column) // 2], column[-1]
    return all(end is first or end == first for end in ends) and bool(np.all(column == first))


def _integers(packed: Packed, values: npt.NDArray[np.int64], told: npt.NDArray[np.bool_] | None) -> _Expression:
    """Pack integers as their distance from the least one; where some are NULL those are 0 and the rest begin at 1.

    They go in as they are where that takes one bit more at most: then SQL need not add anything.
    """
    seen = values if told is None else values[told]
    if not len(seen):
        return _Expression("NULL")
    least, most = int(seen.min()), int(seen.max())
    nothing = int(told is not None)
    bits = (most - least + nothing).bit_length()
    if bits > WORD or least - nothing <= -(1 << 63):  # the least number is none that SQL can be told
        return _Expression(packed.bind(values if told is None else integers(values, told)))
    if not bits:
        return _Expression(packed.bind_once(least))
    if nothing <= least and most.bit_length() <= bits + 1 <= WORD:
        least, bits = nothing, most.bit_length()
    distance = values if least == nothing else values - least + nothing
    shift = f" + ({least - nothing})" if least != nothing else ""
    if told is None:
        return _Expression("{}" + shift, packed.put(distance, bits))
    return _Expression("nullif({}, 0)" + shift, packed.put(np.where(told, distance, 0), bits))


def _texts(packed: Packed, values: pa.Array) -> _Expression:
    """Pack texts as numbers of the few that there are, else bind each one."""
    is_coded = pa.types.is_dictionary(values.type) and len(values.dictionary) <= MOST_WORDS
    coded = values if is_coded else as_text(values).dictionary_encode()
    if len(coded.dictionary) > MOST_WORDS:
        return _Expression(packed.bind(as_text(values)))
    if coded.null_count == len(coded):
        return _Expression("NULL")
    if len(coded.dictionary) == 1 and not coded.null_count:
        return _Expression(packed.bind_once(coded.dictionary[0].as_py()))
    codes, words = filled(coded.indices.cast(pa.int64()), -1) + 1, coded.dictionary.to_pylist()
    often = np.argsort(-np.bincount(codes, minlength=len(words) + 1)[1:], kind="stable").tolist()  # compared in turn
    cases = "".join(f" WHEN {place + 1} THEN {packed.bind_once(words[place])}" for place in often)
    return _Expression(f"CASE {{}}{cases} END", packed.put(codes, len(words).bit_length()))


def _plain(packed: Packed, values: Iterable[Any]) -> str:
    return packed.bind(values if isinstance(values, pa.Array) else _Objects(values))


class _Objects:
    """Values of other kinds, as they are."""

    def __init__(self, values: Iterable[Any]) -> None:
        self._values = list(values)

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, place: slice) -> _Objects:
        return _Objects(self._values[place])

    def to_pylist(self) -> Sequence[Any]:
        return self._values
