"""Lines of a FIDE list that were cut off, told from lines whose blanks at the end were taken off."""

from __future__ import annotations

import numpy as np

from ratings.files.fide_list_blocks import Block
from ratings.files.fide_list_columns import LINE_SHORT, Flags, Integers, Rows
from ratings.files.fide_list_layout import Layout

_SHARE, _FEW = 4, 2
"""A length that one line in so many has, and so many lines at least, is no accident."""
_LONGEST_FLAG = len("wi")


def note_cuts(rows: Rows, block: Block, layout: Layout) -> None:
    """Add to the rows what is wrong with lines that end too early.

    Refused are those that end before `layout.filled`, the column in which FIDE always writes something; told are
    those that are only shorter than the others, which may have lost a flag. A column that a whole line leaves blank
    is not always filled in this file, and says nothing.
    """
    letters = block.letters()
    ends_early = letters < layout.columns["flag"][0]
    is_empty = rows.is_empty(layout.filled)
    is_cut = is_empty & ends_early
    if (is_empty & ~ends_early).any():
        is_cut[:] = False
    name_at = layout.columns["name"][0]
    rows.ids.is_unreadable |= letters <= name_at  # whose row it is cannot be told where the id may go on
    said = "The line is cut off: columns that are always filled are missing"
    rows.faults.insert(0, (is_cut, "line", "line-cut-off", said))
    rows.notes.append((_short(block, letters, layout) & ~is_cut, "line", *LINE_SHORT))


def _short(block: Block, letters: Integers, layout: Layout) -> Flags:
    """Say which lines are shorter than most, where most are filled up with blanks behind the last column."""
    counts = np.bincount(letters)
    often = np.flatnonzero(counts >= max(_FEW, len(letters) / _SHARE))
    usual = int(often[-1] if len(often) else counts.argmax())
    is_padded = usual > layout.columns["flag"][0] + _LONGEST_FLAG
    in_bytes = block.ends - block.starts  # accented lines may be filled up by bytes, and have fewer letters then
    short: Flags = (in_bytes < usual) & is_padded
    return short
