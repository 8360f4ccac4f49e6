"""Writes a list in the form of FIDE's `players_list_foa.txt`: the columns are those that the reader finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ratings.files.fide_list_columns import IDS
from ratings.files.fide_list_layout import HEADER_TODAY, Layout, find_layout
from ratings.files.fitting import Fitting, Slot
from ratings.kinds import KINDS, Kind

_WIDTH = 162
"""Where FIDE's lines end."""
_NOTHING = {"rating": "0", "games": "0", "k": "0", "birth": "0000"}
"""What FIDE writes where nothing is known; everywhere else it leaves the column blank."""
_RULES = {
    "id": ("[1-9][0-9]*", "digits only, not starting with 0"),
    "federation": ("([A-Z]{3})?", "three capital letters"),
    "sex": ("[MF]?", "M or F"),
    "rating": ("[0-9]+", "digits only"),
    "games": ("[0-9]+", "digits only"),
    "birth": ("[0-9]{4}", "a year"),
    "flag": ("[wi]*", "w and i"),
}
"""What may stand in a column, and how it is said."""
_OTHER_IDS = "Take --ids fide, for FIDE ids, or --format swiss-manager, where ids are texts."


def write_fide_list(columns: Mapping[str, Sequence[str]], kind: Kind, called: Sequence[str], fitting: Fitting) -> str:
    """Give the list as text, with columns counted in letters and CR LF line ends.

    `columns` are texts by name (id, name, federation, sex, rating, games, birth, flag), '' where nothing is known;
    the ratings stand in the columns of `kind`. `called` is what players are called in errors. Raises RatingsError,
    naming player, column, value and width, where a value does not fit its column.
    """
    layout = find_layout(HEADER_TODAY, "the list", kind)
    cells: dict[int, list[str]] = {}
    for name, texts in columns.items():
        first, last = layout.columns[name]
        filled = [text or _NOTHING.get(name, "") for text in texts]
        cells[first] = fitting.column(_slot(name, first, last), filled, called)
    for first, text in _other_kinds(layout, kind):
        cells.setdefault(first, [text] * len(called))
    return "".join(line + "\r\n" for line in [HEADER_TODAY, *_lines(cells)])


def _slot(name: str, first: int, last: int) -> Slot:
    """Give a column as a slot; the last place stays blank, so that no value touches the next one."""
    label, width = HEADER_TODAY[first:last].strip(), min(last, _WIDTH) - first - 1
    if name == "name":
        return Slot(label, width=width, instead={})
    if name == "id":
        return Slot(label, *_RULES[name], min(width, len(str(IDS.stop - 1))), hint=_OTHER_IDS)
    return Slot(label, *_RULES[name], width)


def _other_kinds(layout: Layout, kind: Kind) -> list[tuple[int, str]]:
    """Give where the columns of K and of the other kinds of rating start, with what says that nothing is known."""
    found = [(layout.columns["k"][0], _NOTHING["k"])]
    for other in KINDS:
        if other != kind:
            columns = find_layout(HEADER_TODAY, "the list", other).columns
            found += [(columns[name][0], _NOTHING[name]) for name in ("rating", "games", "k")]
    return found


def _lines(cells: Mapping[int, Sequence[str]]) -> list[str]:
    """Put the cells of each line into their columns; every cell is known to fit."""
    starts = sorted(cells)
    ends = [*starts[1:], _WIDTH]
    padded = [[text.ljust(end - start) for text in cells[start]] for start, end in zip(starts, ends, strict=True)]
    return ["".join(line) for line in zip(*padded, strict=True)]
