"""Loading FIDE's rating lists, piece by piece in constant memory: who is registered gets a row, others are counted."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import sqlalchemy as sa

from ratings.engine.period import Start
from ratings.errors import Issue, RatingsError
from ratings.exact import Flags, Ints
from ratings.files.csv_table import TextTable
from ratings.files.fide_list_columns import LINE_SHORT, TOLD_ONLY, ListIssue
from ratings.loading import journal
from ratings.loading.fide_ids import FideIds, read_fide_ids
from ratings.loading.journal import Draft, RefusedRow
from ratings.loading.players_filled import Gaps
from ratings.rules import RuleSet
from ratings.store import schema
from ratings.store.bulk import insert_rows, next_keys
from ratings.store.reading import highest_key
from ratings.store.standings import standing_on
from ratings.wording import number_of

_MENDABLE = ("id", "name", "birth_year", "sex", "federation", "rating")
"""What a refused row keeps, to be mended as a row of a list."""
_TYPE_OF_A_FIDE_RATING = "F"
_MOST_NAMED = 10
"""Lines and people that are named one by one."""


@dataclass(slots=True)
class Tally:
    """What became of the rows of a list so far."""

    rows: int = 0
    stored: int = 0
    passed_over: int = 0
    registered: int = 0
    filled: int = 0
    unclear: int = 0
    unborn: int = 0
    short: list[int] = field(default_factory=list)
    namesakes: list[str] = field(default_factory=list)
    refused: list[RefusedRow] = field(default_factory=list)
    by_k: Counter[str] = field(default_factory=Counter)

    def notes(self) -> list[str]:
        """Say what happened to the rows, in sentences."""
        told = [
            (self.passed_over, f"{number_of(self.passed_over, 'row')} of people who are not registered: passed over"),
            (self.registered, f"{number_of(self.registered, 'player')} registered"),
            (len(self.namesakes), self._of_namesakes()),
            (self.filled, f"{number_of(self.filled, 'player')} without birth year, sex or federation got the list's"),
            (
                self.unclear,
                f"{number_of(self.unclear, 'birth year')} of two digits, of two centuries perhaps: left empty",
            ),
            (self.unborn, f"warning: birth years in the future: left empty for {number_of(self.unborn, 'player')}"),
            (
                len(self.short),
                f"lines shorter than the others, which may have lost a flag at their end: {_first(self.short)}",
            ),
            *((count, f"{number_of(count, 'player')} with {what}") for what, count in sorted(self.by_k.items())),
        ]
        return [sentence for count, sentence in told if count]

    def _of_namesakes(self) -> str:
        return (
            f"warning: {len(self.namesakes)} of them may be players here who have no FIDE id: same name, and no other "
            f"birth year ({_first(self.namesakes)}); if so, take the load back, and give them the id"
        )


def _first(values: Sequence[object]) -> str:
    return ", ".join(map(str, values[:_MOST_NAMED])) + (" …" if len(values) > _MOST_NAMED else "")


class Pieces:
    """Turns the pieces of a list into rows with the keys of registered players."""

    def __init__(self, connection: sa.Connection, draft: Draft, *, register: bool) -> None:
        self.connection, self.draft, self.register = connection, draft, register
        self.ids: FideIds = read_fide_ids(connection)
        self.gaps = Gaps(connection)
        self.tally = Tally()

    def matched(self, piece: pa.Table, issues: Sequence[Issue]) -> tuple[pa.Table, Ints]:
        """Give the rows of registered players and their keys; note what is refused, passed over or registered."""
        numbers = pc.cast(piece["id"], pa.int64()).to_numpy()
        keys = self.ids.keys_of(numbers)
        piece = self._without_future_births(piece, keys)
        self.tally.rows += len(piece) + sum(issue.code not in TOLD_ONLY for issue in issues)
        for row, reason in self.ids.strangers(piece, numbers, keys).items():
            self._refuse_row(piece, row, keys, "another-person", reason)
        for row in np.flatnonzero(np.isin(numbers, list(self.ids.shared))) if self.ids.shared else ():
            self._refuse_row(piece, int(row), keys, "contradiction", "two registered players have this FIDE id")
        for issue in issues:
            self._judge(issue)
        if self.register:
            keys = self._registered(piece, numbers, keys)
        self.tally.passed_over += int((keys == 0).sum())
        if not (keys > 0).all():
            piece, keys = piece.filter(pa.array(keys > 0)), keys[keys > 0]
        self.tally.filled += self.gaps.fill(self.connection, self.draft, piece, keys)
        return piece, keys

    def _without_future_births(self, piece: pa.Table, keys: Ints) -> pa.Table:
        """Leave birth years after the load's own empty; count those of people who are registered, or will be."""
        unborn = pc.fill_null(pc.greater(piece["birth_year"], self.draft.day.year), False)
        if not pc.any(unborn).as_py():
            return piece
        self.tally.unborn += int((unborn.to_numpy() & ((keys > 0) | self.register)).sum())
        place, nothing = piece.column_names.index("birth_year"), pa.scalar(None, piece["birth_year"].type)
        return piece.set_column(place, "birth_year", pc.if_else(unborn, nothing, piece["birth_year"]))

    def _judge(self, issue: Issue) -> None:
        """Refuse a faulty row, unless it is of somebody who is not registered and need not be."""
        fide_id = issue.fide_id if isinstance(issue, ListIssue) else 0
        is_ours = self.register or not fide_id or self.ids.keys_of(np.array([fide_id]))[0] > 0
        if issue.code == LINE_SHORT[0]:
            self.tally.short += [issue.line] if is_ours else []
        elif issue.code in TOLD_ONLY:
            self.tally.unclear += int(is_ours)
        elif is_ours:
            self._refuse(issue, {"id": str(fide_id or ""), issue.column: issue.value})
        else:
            self.tally.passed_over += 1

    def _refuse_row(self, piece: pa.Table, row: int, keys: Ints, code: str, message: str) -> None:
        told = piece.slice(row, 1).to_pylist()[0]
        issue = Issue(self.draft.table.file, told["line"], "id", told["id"], code, message)
        self._refuse(issue, {name: told[name] for name in _MENDABLE})
        keys[row] = -1

    def _refuse(self, issue: Issue, cells: dict[str, Any]) -> None:
        told = {name: "" if value is None else str(value) for name, value in cells.items()}
        self.tally.refused.append(RefusedRow([issue], told))

    def _registered(self, piece: pa.Table, numbers: Ints, keys: Ints) -> Ints:
        """Register whoever is not, and give all keys."""
        for row in np.flatnonzero((keys == 0) & self.ids.is_taken(numbers)):
            self._refuse_row(piece, int(row), keys, "contradiction", "a player with another FIDE id has this id")
        new = np.flatnonzero(keys == 0)
        if not len(new):
            return keys
        made = next_keys(self.connection, schema.player.c.player_key, len(new))
        rows = piece.take(pa.array(new)) if len(new) < len(piece) else piece
        for place in self.ids.namesakes(rows["name"].to_pylist(), rows["birth_year"].to_pylist()):
            self.tally.namesakes.append(f"{rows['id'][place]} {rows['name'][place]}")
        load = journal.people_load(self.connection, self.draft, len(new))
        ids = _objects(rows["id"])
        columns = {
            "player_key": made, "id": ids, "name": _objects(rows["name"]), "birth_year": _objects(rows["birth_year"]),
            "sex": _objects(_blank_as_null(rows["sex"])), "federation": _objects(_blank_as_null(rows["federation"])),
            "fide_id": ids, "load_key": np.full(len(new), load),
        }  # fmt: skip
        insert_rows(self.connection, schema.player, columns)
        self.tally.registered += len(new)
        out = keys.copy()
        out[new] = made
        return out


def _objects(column: pa.ChunkedArray) -> np.ndarray:
    return np.array(column.to_pylist(), dtype=object)


def _blank_as_null(column: pa.ChunkedArray) -> pa.ChunkedArray:
    return pc.if_else(pc.equal(column, ""), pa.scalar(None, pa.string()), column)


@dataclass(frozen=True, slots=True)
class SaidByK:
    """What K says of a career, under the edition in force on a list's day: `games` of the settled, `peak` of the top.

    Whose games or peak are known from earlier lists, and enough for that K, keeps them: `standing` has them by key.
    """

    edition: Any
    standing: Start

    def columns(self, rows: pa.Table, keys: Ints, tally: Tally) -> dict[str, pa.Array]:
        """Give the columns games and peak; none where newcomers have the K of the settled."""
        edition = self.edition
        if edition is None or getattr(edition, "k_new", 0) == getattr(edition, "k_settled", 0):
            return {}
        k = pc.fill_null(rows["k"], 0).to_numpy()
        is_top = (k == edition.k_top) & ~self._at_least(self.standing.peak.values, keys, edition.top_reached)
        is_settled = (k == edition.k_settled) | (k == edition.k_top)
        is_settled &= ~self._at_least(self.standing.games, keys, edition.new_under_games)
        settled = f"K {edition.k_settled} or {edition.k_top}: at least {edition.new_under_games} games so far"
        tally.by_k[settled] += int(is_settled.sum())
        tally.by_k[f"K {edition.k_top}: {edition.top_reached} was reached once"] += int(is_top.sum())
        peak = np.maximum(pc.fill_null(rows["rating"], 0).to_numpy(), edition.top_reached)
        return {
            "games": pa.array(np.where(is_settled, str(edition.new_under_games), "").astype(object), pa.string()),
            "peak": pc.if_else(pa.array(is_top), pa.array(peak).cast(pa.string()), ""),
        }

    def _at_least(self, values: Ints, keys: Ints, least: int) -> Flags:
        here = keys < len(values)
        return here & (values[np.where(here, keys, 0)] >= least)


def said_by_k(connection: sa.Connection, rules: RuleSet, day: dt.date) -> SaidByK:
    """Give what K says on a day, and what is known of careers then."""
    try:
        edition = rules.in_force(day)
    except RatingsError:
        edition = None
    return SaidByK(edition, standing_on(connection, rules.system, day, highest_key(connection) + 1))


def as_table(draft: Draft, rows: pa.Table, rules: RuleSet, careers: dict[str, pa.Array]) -> TextTable:
    """Give rows of a list as the columns that a CSV list has: rating, type, status, and those of `careers`.

    The list's own `games` are those of its period, not of the career: they are left out.
    """
    columns = {
        "id": rows["id"],
        "rating": pc.fill_null(rows["rating"].cast(pa.string()), ""),
        "status": pc.if_else(rows["inactive"], "inactive", "active"),
        **careers,
    }
    if rules.estimates_end_in is not None:
        columns["type"] = pc.if_else(rows["rating"].is_null(), "", _TYPE_OF_A_FIDE_RATING)
    coded = {name: _coded(column) for name, column in columns.items()}
    table, lines = draft.table, rows["line"].to_numpy().astype(np.int64)
    return TextTable(table.file, table.sha256, table.encoding, coded, lines)


def _coded(column: pa.ChunkedArray | pa.Array) -> pa.DictionaryArray:
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    coded = whole.dictionary_encode()
    return coded.combine_chunks() if isinstance(coded, pa.ChunkedArray) else coded
