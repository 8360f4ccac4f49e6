"""A list in hand, from whatever program: which published list it is nearest to, and which of its cells are not it."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pyarrow as pa
import sqlalchemy as sa

from ratings.differences.compare import compare
from ratings.differences.report import Difference, Report, differences, in_order
from ratings.differences.suspects import CAUSES, IN_FILE
from ratings.differences.told import Told
from ratings.publish.exports import as_published
from ratings.publish.in_hand import read_in_hand
from ratings.publish.run_tables import list_table, run_table
from ratings.publish.write import as_typed
from ratings.rules import RuleSet
from ratings.store.periods import Period, all_periods, as_revision
from ratings.store.players import people_by_key, read_people
from ratings.store.run_rows import read_run_rows
from ratings.store.runs import published_list, rated_run
from ratings.wording import number_of

_MANY = 3
"""Ids named in a note."""


@dataclass(frozen=True, slots=True)
class ListInHand:
    """The cells of a file: each player's rating as it stands there, by id; names where it has any."""

    file: str
    cells: dict[str, str]
    names: dict[str, str]


def read_list(path: str, encoding: str | None) -> ListInHand:
    """Read the ids and ratings of a list.

    Raises:
        RatingsError: it cannot be read, has no column id or rating, a row that is no row, or an id twice.
    """
    file, rows = read_in_hand(path, encoding)
    cells = dict(zip(rows["id"], map(_number, rows["rating"]), strict=True))
    return ListInHand(file, cells, dict(zip(rows["id"], rows["name"], strict=True)) if "name" in rows else {})


def _number(text: str) -> str:
    """Give a rating as it is compared: `1 800`, `1800.0` and `1800,00` are 1800."""
    plain = re.sub(r"[.,]0+$", "", re.sub(r"\s", "", text))
    return str(int(plain)) if re.fullmatch(r"\d{1,9}", plain, re.ASCII) else text.strip()


def value_of(cell: str | None) -> int | None:
    """Give a cell's rating, None where it has none."""
    return int(cell) if cell and re.fullmatch(r"\d+", cell, re.ASCII) else None


@dataclass(frozen=True, slots=True)
class PublishedCells:
    """A list as it stands: the ratings on it, by id, and those of everybody of its run."""

    period: Period
    label: str
    listed: dict[str, str]
    everybody: dict[str, str]

    def cell(self, player: str, in_hand: ListInHand) -> str:
        """Give what a file should have: of who is not on the list, what is kept of the player, if the file has it."""
        kept = self.everybody.get(player, "")
        return self.listed.get(player, kept if in_hand.cells.get(player) == kept else "")

    def differing(self, in_hand: ListInHand) -> list[str]:
        """Give the players whose cell in a file is another one, or is missing there, or should be."""
        return [
            player
            for player in self.listed.keys() | in_hand.cells.keys()
            if self.cell(player, in_hand) != in_hand.cells.get(player, "")
        ]


def published_cells(connection: sa.Connection, period: Period) -> PublishedCells:
    """Read a list as it was published, or as it would be."""
    people, run = read_people(connection), rated_run(connection, period)
    table = run_table(people, read_run_rows(connection, run.run_key))
    everybody = list_table(table, full=True)
    published = published_list(connection, period)
    listed = as_published(published) if published is not None else list_table(table)
    return PublishedCells(period, period.label, _cells(listed), _cells(everybody))


def _cells(table: pa.Table) -> dict[str, str]:
    ratings = ("" if value is None else str(value) for value in table["rating"].to_pylist())
    return dict(zip(map(as_typed, table["id"].to_pylist()), ratings, strict=True))


def against_file(
    connection: sa.Connection, period: Period, path: str, rules: RuleSet, encoding: str | None = None
) -> Report:
    """Compare a list with a file: with the published list that the file is nearest to, and cell by cell with that.

    Raises:
        RatingsError: the file cannot be read as a list.
    """
    in_hand = read_list(path, encoding)
    this = published_cells(connection, period)
    in_hand, notes = _with_zeros(in_hand, this)
    nearest, wrong = _nearest(connection, period, this, in_hand)
    apart = f", but for {number_of(len(wrong), 'cell')}" if wrong else ""
    notes.append(f"{in_hand.file} is {nearest.label}{apart}")
    causes = _causes(connection, period, nearest.period, rules) if nearest is not this else {}
    names = {row.id: row.name for row in people_by_key(connection).values()}
    found = []
    for player in in_hand.cells.keys() | this.listed.keys():
        cell, now = in_hand.cells.get(player, ""), this.cell(player, in_hand)
        if cell != now:
            own = [_in_file(in_hand, nearest, player)] if player in wrong else []
            name = names.get(player, in_hand.names.get(player, ""))
            told = (*causes.get(player, ()), *own)
            found.append(Difference(player, name, value_of(cell), value_of(now), told))
    return Report(in_hand.file, this.label, in_order(found), notes)


def _nearest(
    connection: sa.Connection, period: Period, this: PublishedCells, in_hand: ListInHand
) -> tuple[PublishedCells, set[str]]:
    """Give the list that a file is nearest to, and whose cells differ from it; the first that it is stands."""
    nearest, wrong = this, set(this.differing(in_hand))
    for one in _others(connection, period):
        if not wrong:
            break
        cells = published_cells(connection, one)
        differing = set(cells.differing(in_hand))
        if len(differing) < len(wrong):
            nearest, wrong = cells, differing
    return nearest, wrong


def _others(connection: sa.Connection, period: Period) -> list[Period]:
    """Give the lists that a file may be, the nearest first: other revisions, then the list of the period before."""
    revisions = [as_revision(connection, period, number) for number in range(period.published, 0, -1)]
    before = [one for one in all_periods(connection, period.system) if one.published and one.starts < period.starts]
    return [*(one for one in revisions if one != period), *before[-1:]]


def _causes(connection: sa.Connection, period: Period, before: Period, rules: RuleSet) -> dict[str, tuple[Told, ...]]:
    return {one.id: one.causes for one in differences(connection, compare(connection, period, before, rules))}


def _in_file(in_hand: ListInHand, nearest: PublishedCells, player: str) -> Told:
    file, published = in_hand.cells.get(player, ""), nearest.cell(player, in_hand)
    cell = {"file": file, "published": published, "list": nearest.label}
    return {"cause": CAUSES[IN_FILE], "cell": cell}


def _with_zeros(in_hand: ListInHand, this: PublishedCells) -> tuple[ListInHand, list[str]]:
    """Give back the zeros in front of ids that a spreadsheet took away, where one id alone can be meant; say so."""
    known = this.everybody.keys() | this.listed.keys()
    stripped: dict[str, list[str]] = {}
    for player in known - in_hand.cells.keys():
        stripped.setdefault(player.lstrip("0"), []).append(player)
    meant = {one: stripped[one][0] for one in in_hand.cells.keys() - known if len(stripped.get(one, [])) == 1}
    if not meant:
        return in_hand, []
    shown = ", ".join(f"{one} is {meant[one]}" for one in sorted(meant)[:_MANY])
    more = f" and {len(meant) - _MANY} more" if len(meant) > _MANY else ""
    told = f"{number_of(len(meant), 'id')} of {in_hand.file} lost the zeros in front: {shown}{more}"
    cells, names = ({meant.get(one, one): text for one, text in of.items()} for of in (in_hand.cells, in_hand.names))
    return ListInHand(in_hand.file, cells, names), [told]
