"""Columns of what grows with players, as Arrow arrays: from NumPy and back, without a Python value for each row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ratings.exact import Flags, Ints

Array = Any
"""A column of a table: an Arrow array, whose kind pyarrow does not tell a type checker."""
MARK = "\0"
"""Stands between texts that are joined to be split again; a text that has it is noticed by the number of parts."""


def integers(values: Ints, known: Flags | None = None) -> Array:
    """Give int64 values as a column, null where they are not `known`; the values are not copied."""
    data = np.ascontiguousarray(values, dtype=np.int64)
    bits = None if known is None else pa.py_buffer(np.packbits(known, bitorder="little"))
    # From its buffers, as below: pyarrow imports pandas to look at a NumPy array that it is given.
    return pa.Array.from_buffers(pa.int64(), len(data), [bits, pa.py_buffer(data)])


def of_values(values: Sequence[int | str | None], kind: Any) -> Array:
    """Give Python's integers or texts as a column of a kind (int64, int32 or string), None as null."""
    there = np.array([value is not None for value in values], dtype=bool)
    if kind != pa.string():
        return integers(np.array([value or 0 for value in values], dtype=np.int64), there).cast(kind)
    parts = [b"" if value is None else str(value).encode() for value in values]
    ends = np.zeros(len(parts) + 1, dtype=np.int32)
    np.cumsum([len(part) for part in parts], out=ends[1:])
    mask = pa.py_buffer(np.packbits(there, bitorder="little"))
    return pa.StringArray.from_buffers(len(parts), pa.py_buffer(ends), pa.py_buffer(b"".join(parts)), mask)


@cache
def scalar(value: int | str) -> Array:
    """Give a number or a text as Arrow computes with it; one of Python's makes pyarrow import pandas."""
    return of_values([value], pa.string() if isinstance(value, str) else pa.int64())[0]


def filled_texts(column: Array, nothing: str = "") -> Array:
    """Give a column of texts, coded or not, as plain texts, with `nothing` where they are null."""
    return pc.coalesce(as_text(column), scalar(nothing))


def small_integers(values: Ints, known: Flags | None = None) -> Array:
    """Give integers that the database keeps in four bytes as a column of these (int32), null where not `known`."""
    return integers(values, known).cast(pa.int32())


def flags(which: Flags) -> Array:
    """Give truth values as a column, to filter rows by."""
    bits = np.packbits(which, bitorder="little")
    return pa.Array.from_buffers(pa.bool_(), len(which), [None, pa.py_buffer(bits)])


def words(codes: npt.NDArray[Any], named: Sequence[str], known: Flags | None = None) -> Array:
    """Give a column of few different words, by their places in `named`; null where they are not `known`."""
    indices = np.ascontiguousarray(codes, dtype=np.int32)
    bits = None if known is None else pa.py_buffer(np.packbits(known, bitorder="little"))
    column = pa.Array.from_buffers(pa.int32(), len(indices), [bits, pa.py_buffer(indices)])
    return pa.DictionaryArray.from_arrays(column, of_values(named, pa.string()))


def first_of_each(codes: npt.NDArray[Any]) -> Flags:
    """Say of every row whether it is the first with its code, a number from 0 on."""
    first = np.zeros(int(codes.max(initial=0)) + 1, dtype=np.int64)
    first[codes[::-1]] = np.arange(len(codes))[::-1]  # of equal codes the first row is written last
    return np.asarray(first[codes] == np.arange(len(codes)), dtype=bool)


def no_numbers(size: int) -> Array:
    """Give a column of integers of which none is there."""
    return pa.nulls(size, pa.int64())


def whole(column: Array) -> Array:
    """Give a column in one piece."""
    if not isinstance(column, pa.ChunkedArray):
        return column
    return column.combine_chunks() if column.num_chunks else pa.nulls(0, column.type)


def by_name(table: pa.Table) -> dict[str, Array]:
    """Give the columns of a table by their names, in its order."""
    return dict(zip(table.column_names, table.columns, strict=True))


def stacked(tables: Iterable[pa.Table]) -> pa.Table:
    """Put tables of the same columns one under another, each column in one piece; they are not in memory twice."""
    parts: dict[str, list[Array]] = {}
    for table in tables:
        for name, column in by_name(table).items():
            parts.setdefault(name, []).extend(column.chunks)
    return pa.table({name: whole(pa.chunked_array(parts.pop(name))) for name in list(parts)})


def as_text(column: Array) -> Array:
    """Give a column of texts, coded or not, as plain texts."""
    column = whole(column)
    return column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column


def are_empty(texts: Array) -> Flags:
    """Say which texts of a column without nulls are empty."""
    return np.asarray(raw(pc.binary_length(texts)) == 0)  # a text of Python's to compare with would bring pandas in


def bytes_of(texts: Array) -> bytes:
    """Give the bytes of the texts of a column, one after the other."""
    _, offsets, data = texts.buffers()
    if not len(texts) or data is None:
        return b""
    wide = np.int64 if pa.types.is_large_string(texts.type) else np.int32
    ends = np.frombuffer(offsets, dtype=wide)
    return bytes(memoryview(data)[int(ends[texts.offset]) : int(ends[texts.offset + len(texts)])])


def raw(column: Array) -> npt.NDArray[Any]:
    """Give the numbers of a column as they lie in memory, not copied; those of nulls mean nothing."""
    column = whole(column)
    # Not by pyarrow's own `to_numpy`, here and below: it imports pandas.
    kind = np.dtype(f"int{column.type.bit_width}")
    if not len(column):
        return np.zeros(0, dtype=kind)
    return np.frombuffer(column.buffers()[1], dtype=kind)[column.offset : column.offset + len(column)]


def bits(column: Array) -> Flags:
    """Give a column of truth values as NumPy flags; null is false."""
    column = whole(column)
    if column.null_count:
        return _bits(column.buffers()[1], column) & known(column)
    return _bits(column.buffers()[1], column)


def _bits(buffer: Any, column: Array) -> Flags:
    if not len(column):
        return np.zeros(0, dtype=bool)
    unpacked = np.unpackbits(np.frombuffer(buffer, dtype=np.uint8), bitorder="little")
    return unpacked[column.offset : column.offset + len(column)].astype(bool)


def texts(column: Array) -> list[str | None]:
    """Give a column of texts as a list, several times as fast as pyarrow where none is null."""
    if not column.null_count and len(column):
        ends = small_integers(np.array([0, len(column)]))
        joined: str = pc.binary_join(pa.ListArray.from_arrays(ends, column), scalar(MARK))[0].as_py()
        split = joined.split(MARK)
        if len(split) == len(column):
            return list(split)
    return list(column.to_pylist())


def known(column: Array) -> Flags:
    """Say which values of a column read from the database are there; NumPy's objects may be None."""
    if isinstance(column, np.ndarray):
        if column.dtype != object:
            return np.ones(len(column), dtype=bool)
        return np.asarray(column != None, dtype=bool)  # noqa: E711 - an array: compared entry by entry
    column = whole(column)
    if not column.null_count:
        return np.ones(len(column), dtype=bool)
    return _bits(column.buffers()[0], column) if column.buffers()[0] else np.zeros(len(column), dtype=bool)


def numbers(column: Array) -> Ints:
    """Give a column read from the database as integers, 0 where it is null."""
    if isinstance(column, np.ndarray):
        if column.dtype != object:
            return column.astype(np.int64)
        return np.where(known(column), column, 0).astype(np.int64)
    column = whole(column)
    return filled(column, 0).astype(np.int64)


def filled(column: Array, nothing: int) -> npt.NDArray[Any]:
    """Give the numbers of a column, and `nothing` where they are null."""
    column = whole(column)
    values = raw(column)
    return np.where(known(column), values, values.dtype.type(nothing)) if column.null_count else values


def is_word(column: Array, *chosen: str) -> Flags:
    """Say which texts of a column are among some; null is none of them."""
    return bits(pc.is_in(as_text(column), of_values(chosen, pa.string())))
