"""FIDE's rating list as fixed-width text: blocks of lines as matrices of bytes, read a column at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ratings.errors import Issue, RatingsError
from ratings.files.fide_list_blocks import CONTINUES, CONTINUES_MASK, Block, read_blocks
from ratings.files.fide_list_columns import (
    TOLD_ONLY,
    Flags,
    Integers,
    Numbers,
    Rows,
    SeenIds,
    judge,
    women_by_flag,
)
from ratings.files.fide_list_cuts import note_cuts
from ratings.files.fide_list_layout import Layout, find_layout, is_header
from ratings.kinds import Kind

__all__ = ["is_header", "read_text_list"]

Matrix = npt.NDArray[np.uint8]

_BLANK, _ZERO, _NINE, _DOT, _QUESTION, _FIRST_WIDE, _DELETE = b" 09.?\x80\x7f"
_FEW = 10
"""So many wrong lines are told one by one, even if they are most of the list."""
_COLUMN = {"birth_year": "birth"}
"""Name in the layout of a column of the table, where it is another."""


@dataclass(slots=True)
class _Lines:
    """Lines as a matrix with one byte a column; `wide_names` are the names of the rows that are not ASCII."""

    matrix: Matrix
    numbers: Integers
    is_too_long: Flags
    wide_rows: Integers
    wide_names: list[str]
    is_unclear: Flags


def read_text_list(
    head: bytes, rest: BinaryIO, file: str, rating_kind: Kind, encoding: str | None
) -> Iterator[tuple[pa.Table, list[Issue]]]:
    """Give the list in batches, a block of lines each; see `read_fide_list`."""
    layout: Layout | None = None
    seen, is_empty = SeenIds(), True
    for block in read_blocks(head, rest, file, encoding):
        if layout is None:
            layout = find_layout(block.take_first_line(), file, rating_kind)
        if not len(block.starts):
            continue
        is_empty = False
        table, issues = _read_block(block, layout, file, seen)
        misplaced = [issue for issue in issues if issue.code not in TOLD_ONLY | {"id-twice"}]
        if len(misplaced) > max(_FEW, len(block.starts) // 2):
            raise RatingsError(
                f"{file}: most lines do not fit the columns of the header, first {misplaced[0]}",
                "Download the list again; do not save it from an editor that changes blanks",
            )
        yield table, issues
    if is_empty:
        raise RatingsError(f"{file} has no lines", "Download the list again")


def _read_block(block: Block, layout: Layout, file: str, seen: SeenIds) -> tuple[pa.Table, list[Issue]]:
    """Give the table of a block, and its issues by line."""
    lines = _lines(block, layout)
    rows = _rows(lines, layout)
    note_cuts(rows, block, layout)

    def shown(column: str, row: int) -> str:
        first, last = layout.columns.get(_COLUMN.get(column, column), (0, 60))
        return lines.matrix[row, first:last].tobytes().decode("ascii", "replace").strip()

    table, issues = judge(rows, shown, file, seen)
    return table, sorted(issues, key=lambda issue: issue.line)


def _lines(block: Block, layout: Layout) -> _Lines:
    """Make the matrix. Lines that are not ASCII are counted in letters or bytes, whichever is right."""
    is_wide = block.has_wide()
    wide = np.flatnonzero(is_wide)
    if not len(wide):
        matrix, is_too_long = _matrix(block.bytes, block.starts, block.ends, layout.width)
        return _Lines(matrix, block.numbers, is_too_long, wide, [], is_wide)
    letters, is_too_long = _by_letters(block, layout.width)
    bytewise, is_too_long_bytewise = _matrix(block.bytes, block.starts[wide], block.ends[wide], layout.width)
    as_letters = _Lines(letters[wide], block.numbers[wide], is_too_long[wide], *_names_by_letters(block, wide, layout))
    as_bytes = _Lines(bytewise, block.numbers[wide], is_too_long_bytewise, *_names_by_bytes(block, wide, layout))
    takes_bytes, is_unclear = _compare(_rows(as_letters, layout), _rows(as_bytes, layout))
    letters[wide[takes_bytes]] = bytewise[takes_bytes]
    is_too_long[wide[takes_bytes]] = is_too_long_bytewise[takes_bytes]
    both = zip(takes_bytes, as_letters.wide_names, as_bytes.wide_names, strict=True)
    names = [by_bytes if takes else by_letters for takes, by_letters, by_bytes in both]
    is_wide[wide] = is_unclear | (takes_bytes & as_bytes.is_unclear)
    return _Lines(letters, block.numbers, is_too_long, wide, names, is_wide)


def _matrix(data: Matrix, starts: Integers, ends: Integers, width: int) -> tuple[Matrix, Flags]:
    """Put each line into a row of `width` bytes, filled up with blanks; say which have text beyond."""
    if len(starts) and _is_even(starts, ends):
        return _cut(data, starts, int(ends[0] - starts[0]), width)
    columns = np.arange(width)
    places = np.minimum(starts[:, None] + columns, len(data) - 1)
    matrix = data[places]
    matrix[columns >= (ends - starts)[:, None]] = _BLANK
    is_too_long = np.zeros(len(starts), dtype=bool)
    for row in np.flatnonzero(ends - starts > width):
        is_too_long[row] = bool((data[starts[row] + width : ends[row]] != _BLANK).any())
    return matrix, is_too_long


def _is_even(starts: Integers, ends: Integers) -> bool:
    """Say whether all lines are of one length and follow each other, as in FIDE's own files."""
    length = ends[0] - starts[0]
    return bool((ends - starts == length).all() and (starts[1:] - starts[:-1] == length + 1).all())


def _cut(data: Matrix, starts: Integers, length: int, width: int) -> tuple[Matrix, Flags]:
    """Make the matrix of lines of one length at once: five times as fast as line by line."""
    first, count = int(starts[0]), len(starts)
    lines = data[first : first + count * (length + 1) - 1]
    whole = np.append(lines, np.uint8(_BLANK)).reshape(count, length + 1)[:, :length]
    if length >= width:
        return np.ascontiguousarray(whole[:, :width]), (whole[:, width:] != _BLANK).any(axis=1)
    matrix = np.full((count, width), _BLANK, dtype=np.uint8)
    matrix[:, :length] = whole
    return matrix, np.zeros(count, dtype=bool)


def _by_letters(block: Block, width: int) -> tuple[Matrix, Flags]:
    """Make the matrix with one column a letter: the bytes that continue a letter are taken out first."""
    continues = (block.bytes & CONTINUES_MASK) == CONTINUES
    before = np.concatenate([[0], np.cumsum(continues)])
    starts, ends = block.starts - before[block.starts], block.ends - before[block.ends]
    return _matrix(block.bytes[~continues], starts, ends, width)


def _names_by_letters(block: Block, wide: Integers, layout: Layout) -> tuple[Integers, list[str], Flags]:
    first, last = layout.columns["name"]
    names = [block.text(row)[first:last].strip() for row in wide]
    return np.arange(len(wide)), names, np.zeros(len(wide), dtype=bool)


def _names_by_bytes(block: Block, wide: Integers, layout: Layout) -> tuple[Integers, list[str], Flags]:
    """Give the names, and where a name would start or end within a letter."""
    first, last = layout.columns["name"]
    texts = [block.data[block.starts[row] : block.ends[row]][first:last].decode("utf-8", "replace") for row in wide]
    return (
        np.arange(len(wide)),
        [text.strip() for text in texts],
        np.array(["\ufffd" in text for text in texts]),
    )


def _compare(letters: Rows, bytewise: Rows) -> tuple[Flags, Flags]:
    """Say which rows are right only by bytes, and which are right both ways with different values."""
    is_right, is_right_bytewise = (
        ~np.any([fault[0] for fault in rows.judged()], axis=0) for rows in (letters, bytewise)
    )
    is_same = np.ones(len(is_right), dtype=bool)
    for one, other in zip(letters.table().columns, bytewise.table().columns, strict=True):
        is_equal = pc.equal(one, other).fill_null(False)
        both_null = pc.and_(one.is_null(), other.is_null())
        is_same &= pc.or_(is_equal, both_null).to_numpy()
    return is_right_bytewise & ~is_right, is_right & is_right_bytewise & ~is_same


def _rows(lines: _Lines, layout: Layout) -> Rows:
    matrix = lines.matrix
    birth_years, is_unclear = _birth_years(_slice(matrix, layout, "birth"), layout.year)
    flags = _texts(_slice(matrix, layout, "flag"))
    titles, women = _texts(_slice(matrix, layout, "title")), _texts(_slice(matrix, layout, "w_title"))
    return Rows(
        lines=lines.numbers,
        ids=_numbers(_slice(matrix, layout, "id")),
        birth_years=birth_years,
        ratings=_numbers(_slice(matrix, layout, "rating")),
        games=_numbers(_slice(matrix, layout, "games")),
        ks=_numbers(_slice(matrix, layout, "k")),
        names=_names(lines, layout),
        federations=_texts(_slice(matrix, layout, "federation")),
        sexes=_texts(_slice(matrix, layout, "sex")) if "sex" in layout.columns else women_by_flag(flags),
        titles=pc.if_else(pc.equal(titles, ""), women, titles),
        flags=flags,
        faults=_faults(lines, layout),
        notes=[
            (
                is_unclear,
                "birth_year",
                "birth-year-unclear",
                "A year of two digits that could be of two centuries",
            )
        ],
    )


def _faults(lines: _Lines, layout: Layout) -> list[tuple[Flags, str, str, str]]:
    matrix, starts = lines.matrix, np.array(layout.starts)
    is_text = matrix != _BLANK
    runs_across = (is_text[:, starts - 1] & is_text[:, starts]).any(axis=1)
    first, last = layout.columns["name"]
    is_odd = ((matrix < _BLANK) | (matrix == _DELETE)).any(axis=1)
    for part in (matrix[:, :first], matrix[:, last:]):
        is_odd |= (part >= _FIRST_WIDE).any(axis=1)
    return [
        (is_odd, "line", "unreadable-character", "A tab, control character or accent where none may be"),
        (lines.is_unclear, "line", "columns-unclear", "The columns can be counted in two ways, which differ"),
        (lines.is_too_long, "line", "line-too-long", "Text stands after the last column"),
        (runs_across, "line", "columns-misplaced", "A value runs from one column into the next"),
    ]


def _slice(matrix: Matrix, layout: Layout, name: str) -> Matrix:
    first, last = layout.columns.get(name, (0, 0))
    return matrix[:, first:last]


def _texts(cells: Matrix) -> pa.Array:
    """Give cells as trimmed texts; what is not ASCII becomes a question mark."""
    width = cells.shape[1]
    if not width:
        return pa.array([""] * len(cells), pa.string())
    data = np.where(cells < _FIRST_WIDE, cells, _QUESTION).astype(np.uint8)
    fixed = pa.Array.from_buffers(pa.binary(width), len(cells), [None, pa.py_buffer(data.tobytes())])
    return pc.ascii_trim_whitespace(fixed.cast(pa.binary()).cast(pa.string()))


def _names(lines: _Lines, layout: Layout) -> pa.Array:
    names = _texts(_slice(lines.matrix, layout, "name"))
    if not len(lines.wide_rows):
        return names
    is_wide = np.zeros(len(names), dtype=bool)
    is_wide[lines.wide_rows] = True
    return pc.replace_with_mask(names, pa.array(is_wide), pa.array(lines.wide_names, pa.string()))


def _numbers(cells: Matrix) -> Numbers:
    """Read one number a row: digits next to each other, blanks around them."""
    values: Integers = np.zeros(len(cells), dtype=np.int64)
    is_digit = (cells >= _ZERO) & (cells <= _NINE)
    is_blank = (cells == _BLANK).all(axis=1)
    for column in range(cells.shape[1]):
        digit = is_digit[:, column]
        values = np.where(digit, values * 10 + (cells[:, column].astype(np.int64) - _ZERO), values)
    runs = is_digit[:, :1].sum(axis=1) + (is_digit[:, 1:] & ~is_digit[:, :-1]).sum(axis=1)
    is_clean = (is_digit | (cells == _BLANK)).all(axis=1) & (runs <= 1)
    return Numbers(np.where(is_clean, values, 0), is_blank, ~is_clean)


def _birth_years(cells: Matrix, list_year: int | None) -> tuple[Numbers, Flags]:
    """Read years of birth, and say which are unclear: of two digits, not later than the list's own."""
    is_dotted = (cells == _DOT).any(axis=1)
    numbers = _numbers(np.where(is_dotted[:, None], np.uint8(_BLANK), cells))
    if not is_dotted.any():
        return numbers, is_dotted
    days, months, years = (_numbers(cells[:, i : i + 2]) for i in (0, 3, 6))
    is_date = (cells[:, 2] == _DOT) & (cells[:, 5] == _DOT) & (cells[:, 8:] == _BLANK).all(axis=1)
    is_good = is_date & ~(days.is_unreadable | months.is_unreadable | years.is_unreadable)
    is_there = is_dotted & is_good & ~years.is_blank
    is_unclear = is_there & (years.values <= (list_year or 1999 + 100) % 100)
    values = np.where(is_there & ~is_unclear, 1900 + years.values, numbers.values)
    return Numbers(values, values == 0, numbers.is_unreadable | (is_dotted & ~is_good)), is_unclear
