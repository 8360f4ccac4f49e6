"""The proof of a list: its files are read again, as they will be written, and compared with the database.

A list that somebody printed once held none of the players who had changed; nobody had compared it with the data. What
needs the register alone is done as soon as files are read, while the run is still being stored.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import sqlalchemy as sa
from pyarrow import csv as arrow_csv

from ratings.columns import Array, bits, filled_texts, flags, integers, known, numbers, scalar, whole
from ratings.exact import Ints
from ratings.publish.run_tables import ARCHIVES, CHANGES, LIST, chosen
from ratings.publish.stored_tables import OF_EACH, Stored, StoredRun
from ratings.store.players import PERSON, Register, people_by_key
from ratings.store.runs import Exported

KEPT = "what is kept of the list"
IN_ORDER = ("list.csv", KEPT)
"""Tables whose rows stand by rating, downward."""
COLUMNS = {
    "list.csv": LIST,
    KEPT: LIST,
    "archives.csv": ARCHIVES,
    "changes.csv": CHANGES,
    "estimates.csv": ("id", "name", "club", "estimate", "games", "stand_in", "source"),
}
"""The columns of each file; rapid estimates are called `estimate_rapid`, as players files take them."""
HUNDREDTHS = ("archive_points", "archive_performance")
"""Columns of numbers with two decimals; what is stored are hundredths."""
HALVES = ("points",)
"""Columns of points, halves as `.5`; what is stored are half points."""
TEXTS = (*PERSON, *HUNDREDTHS, *HALVES, "type", "status", "what", "why", "source")
MOST_AT_ONCE = 1 << 22
"""Bytes read as one piece, of which several are in memory: far more than a row has, whose texts are not long."""
PIECE = 1 << 18
"""Bytes unpacked at a time."""
NOBODY = np.zeros(0, dtype=np.int64)
RUN_BY_SPREADSHEETS = "^[=+\\-@\t\r]"
"""How a cell begins that a spreadsheet would run: an apostrophe goes before it."""


class Again(NamedTuple):
    """A file that was read again: its columns, whose row each is, and what is wrong already."""

    table: pa.Table
    keys: Ints
    wrong: tuple[str, ...] = ()


def read_again(
    files: Mapping[str, bytes], exported: Exported, people: pa.Table, whose: Mapping[str, Ints]
) -> dict[str, Again]:
    """Read files again from their bytes, and what is kept of the list from its compressed form.

    Who stands in them is looked up among the `people` of the register and compared with it. `whose` says of files
    whose row each should be: where the ids say so, too, nobody is looked up.
    """
    wanted = {"list.csv": exported.listed, **files}
    if not _unpacks_to(exported.kept, exported.listed):
        wanted[KEPT] = zlib.decompress(exported.kept)
    registered = _Registered(people)
    return {name: _read_again(name, data, registered, whose.get(name, NOBODY)) for name, data in wanted.items()}


def _unpacks_to(kept: bytes, listed: bytes) -> bool:
    """Say whether what is kept is the list itself, a piece at a time: neither is small."""
    unpacking, at = zlib.decompressobj(), 0
    for start in range(0, len(kept), PIECE):
        piece = unpacking.decompress(kept[start : start + PIECE])
        if piece != listed[at : at + len(piece)]:
            return False
        at += len(piece)
    return unpacking.eof and at == len(listed)


def _read_again(name: str, data: bytes, registered: _Registered, whose: Ints) -> Again:
    """Read a file a piece at a time, and leave what is told of persons out once it is compared with the register."""
    names = data.partition(b"\n")[0].decode("utf-8", "replace").replace("estimate_rapid", "estimate").split(",")
    if tuple(names) != COLUMNS[name]:
        return Again(pa.table({}), NOBODY, (f"its columns are {', '.join(names)}",))
    try:
        pieces = [registered.compared(piece, whose[at : at + len(piece)]) for at, piece in _pieces(data, names)]
    except pa.ArrowException as problem:
        return Again(pa.table({}), NOBODY, (f"it cannot be read: {str(problem).splitlines()[0]}",))
    table = pa.concat_tables([piece.table for piece in pieces])
    wrong = [one for piece in pieces for one in piece.wrong]
    keys = np.concatenate([piece.keys for piece in pieces])
    return Again(table, keys, (*wrong, *(_disorder(table) if name in IN_ORDER else ())))


def _pieces(data: bytes, names: list[str]) -> Iterator[tuple[int, pa.Table]]:
    """Give a file's rows as tables, at least one, each with the number of rows before it."""
    kinds = {one: pa.string() if one in TEXTS else pa.date32() if one == "last_game" else pa.int32() for one in names}
    reader = arrow_csv.open_csv(
        pa.BufferReader(data),
        arrow_csv.ReadOptions(column_names=names, skip_rows=1, block_size=min(len(data), MOST_AT_ONCE)),
        arrow_csv.ParseOptions(newlines_in_values=b'"' in data),
        arrow_csv.ConvertOptions(column_types=kinds, strings_can_be_null=False),
    )
    at = 0
    yield at, pa.table({name: pa.nulls(0, kind) for name, kind in kinds.items()})
    for batch in reader:
        yield at, pa.Table.from_batches([batch])
        at += len(batch)


class _Registered:
    """The people of the register, by the ids that files have."""

    def __init__(self, people: pa.Table) -> None:
        self._told = {name: whole(people[name]) for name in PERSON}
        self._ids = _harmless(self._told["id"])
        keys = numbers(people["player_key"])
        self._place_of = np.zeros(keys.max(initial=0) + 1, dtype=np.int64)
        self._place_of[keys] = np.arange(len(keys))
        self._register = Register(keys, self._ids, list)

    def _keys_of(self, ids: Array, whose: Ints) -> Ints:
        if len(whose) == len(ids) and ids.equals(self._ids.take(integers(self._place_of[whose]))):
            return whose
        return self._register.keys_of(ids)

    def compared(self, table: pa.Table, whose: Ints) -> Again:
        """Say whose the rows of a table are, and compare what is told of them; nothing else is told of persons."""
        keys = self._keys_of(whole(table["id"]), whose)
        wrong = [f"{player} is not registered" for player in table["id"].filter(flags(keys == 0)).to_pylist()]
        table, keys = chosen(table, keys > 0), keys[keys > 0]
        places = integers(self._place_of[keys])
        for column in PERSON[1:]:
            if column in table.column_names:
                stored = filled_texts(self._told[column].take(places))
                wrong += _cells(column, table["id"], table[column], stored)
                table = table.drop_columns([column])
        return Again(table, keys, tuple(wrong))


def _disorder(table: pa.Table) -> list[str]:
    """Name the first row of a list that stands below a lower value; who has none comes last."""
    wrong = np.flatnonzero(np.diff(numbers(table["rating"])) > 0)
    return [f"{table['id'][int(wrong[0]) + 1]} stands below a lower rating"] if len(wrong) else []


def differences(connection: sa.Connection, read: Mapping[str, Again], run: StoredRun) -> list[str]:
    """Name what was read again and is not what the database holds: the file, the player, the column, both values."""
    found: list[str] = []
    for name, again in read.items():
        from_few, stored = OF_EACH[name]
        wrong = again.wrong or _differences(connection, again, stored(run.few if from_few else run.rows))
        found += [f"{name}: {one}" for one in wrong]
    return found


def _differences(connection: sa.Connection, again: Again, stored: Stored) -> list[str]:
    keys, belong = numbers(stored.keys), bits(stored.belong)
    place_of = np.full(max(keys.max(initial=0), again.keys.max(initial=0)) + 1, -1, dtype=np.int64)
    place_of[keys] = np.arange(len(keys))
    places = place_of[again.keys]
    has_row = places >= 0
    times = np.bincount(places[has_row], minlength=len(keys))
    strange = np.concatenate([again.keys[~has_row], keys[(times > 0) & ~belong]])
    groups = ((strange, "should not be in it"), (keys[times > 1], "is in it more than once"))
    found = []
    for group, what in (*groups, (keys[belong & (times == 0)], "is missing")):
        if len(group):
            people = people_by_key(connection, group.tolist())
            found += [f"{people[key].id} {what}" for key in group.tolist()]
    table, rows = chosen(again.table, has_row), integers(places[has_row])
    for name, column in stored.columns.items():
        found += _cells(name, table["id"], table[name], _as_written(name, column.take(rows)))
    return found


def _cells(name: str, ids: Array, read: Array, stored: Array) -> list[str]:
    """Name the cells of a column that differ, in the order of the file."""
    read, stored = whole(read), whole(stored)
    if pa.types.is_integer(read.type):
        stored = stored.cast(read.type)
    if read.equals(stored) or (name in PERSON and read.equals(stored := _harmless(stored))):
        return []
    differ = flags(~bits(pc.equal(read, stored)) & (known(read) | known(stored)))
    rows = zip(*(column.filter(differ).to_pylist() for column in (ids, read, stored)), strict=True)
    return [
        f"{player}, {name}: {_shown(told)} in the file, {_shown(held)} in the database" for player, told, held in rows
    ]


def _shown(value: object) -> str:
    return "nothing" if value is None or value == "" else str(value)


def _as_written(name: str, column: Array) -> Array:
    """Give stored numbers as they are written where that is not as they are stored."""
    if name in HALVES:
        half = pc.if_else(pc.bit_wise_and(column, scalar(1)).cast(pa.bool_()), scalar(".5"), scalar(""))
        return pc.binary_join_element_wise(pc.divide(column, scalar(2)).cast(pa.string()), half, scalar(""))
    if name not in HUNDREDTHS:
        return column
    units = pc.divide(pc.abs(column), scalar(100))
    rest = pc.utf8_lpad(pc.subtract(pc.abs(column), pc.multiply(units, scalar(100))).cast(pa.string()), 2, "0")
    sign = pc.if_else(pc.less(column, scalar(0)), scalar("-"), scalar(""))
    written = pc.binary_join_element_wise(units.cast(pa.string()), rest, scalar("."))
    return pc.binary_join_element_wise(sign, written, scalar(""))


def _harmless(column: Array) -> Array:
    """Put an apostrophe before texts that a spreadsheet would run, as they are written."""
    column = filled_texts(column)
    runs = pc.match_substring_regex(column, RUN_BY_SPREADSHEETS)
    if not bits(runs).any():
        return column
    return pc.if_else(runs, pc.binary_join_element_wise(scalar("'"), column, scalar("")), column)
