"""What was loaded: one row a file and scope, its refused rows, and when those count as mended."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sqlalchemy as sa

from ratings.errors import Issue, RatingsError
from ratings.files.csv_table import TextTable
from ratings.loading.refusing import RefusedRow, Settled, forget_refused, settled_rows, store_refused
from ratings.store import schema
from ratings.store.bulk import next_key
from ratings.wording import number_of

NO_SYSTEM, MOST_NAMED = "", 20
"""Of no system; how many unknown columns are named."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a load belongs to: a kind, and a system's period or day; players belong to nothing."""

    kind: str
    text: str = ""
    system: str = NO_SYSTEM
    period_key: int | None = None
    list_key: int | None = None


@dataclass(frozen=True, slots=True)
class Loaded:
    """What one file brought: counts, refused rows as issues, and notes for the officer, in order.

    `load_key` is 0 where its rows were dealt out to several loads. `set_aside` are all tournaments set aside in the
    period, `set_aside_here` those of them in which a row of this file was refused.
    """

    load_key: int
    file: str
    rows: int = 0
    stored: int = 0
    known: int = 0
    refused: int = 0
    late: int = 0
    unchanged: bool = False
    issues: tuple[Issue, ...] = ()
    notes: tuple[str, ...] = ()
    set_aside: tuple[str, ...] = ()
    set_aside_here: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """Give the contract's code: 3 where rows were refused or something is set aside."""
        return 3 if self.refused or self.set_aside else 0


def day_of(at: str) -> dt.date:
    """Give the day of a moment."""
    return dt.date.fromisoformat(at[: len("2026-01-31")])


@dataclass(slots=True)
class Draft:
    """A load in the making: the file, its scope, the key its rows will carry, and the moment.

    Where a file is gone through again, `settled` are its refused rows that other loads have settled, by their cells.
    `repeats` is the load that had the same content before, where this is a new load all the same.
    """

    table: TextTable
    scope: Scope
    load_key: int
    at: str = ""
    settled: Settled = field(default_factory=dict)
    again: bool = False
    repeats: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def day(self) -> dt.date:
        """Give the day of the moment."""
        return day_of(self.at)

    def note_unknown(self, columns: Sequence[str], exported: Sequence[str]) -> None:
        """Note the columns that are not used, but for those of the program's own exports."""
        others = [column for column in columns if column not in exported]
        if others:
            more = f" and {len(others) - MOST_NAMED:,} more" if len(others) > MOST_NAMED else ""
            self.notes.append(f"columns not known, not used: {', '.join(others[:MOST_NAMED])}{more}")


def is_known(connection: sa.Connection, table: TextTable, scope: Scope) -> bool:
    """Say whether the same content was loaded before into the same scope."""
    return connection.execute(_of_scope(scope).where(schema.load.c.sha256 == table.sha256)).first() is not None


def _of_scope(scope: Scope) -> sa.Select[Any]:
    return sa.select(schema.load).where(schema.load.c.kind == scope.kind, schema.load.c.scope == scope.text)


def begin(
    connection: sa.Connection, table: TextTable, scope: Scope, at: str, *, forced: bool = False, afresh: bool = False
) -> Draft | Loaded:
    """Open a load, or say that the same content was loaded before into the same scope.

    A file is gone through again where that can bring something: rows were refused (what they named may have been
    registered since), or known already (from a file that may have been taken back since), or it is of players or a
    list, which other files may have changed. Players changed since by a later file are changed back by a new load;
    `afresh` makes a new load of what a file brings to a published period.
    """
    load, same = schema.load, _of_scope(scope)
    row = connection.execute(same.where(load.c.sha256 == table.sha256)).one_or_none()
    if row is None:
        key = _open(connection, table, scope, table.sha256, at)
        return Draft(table, scope, key, at, notes=list(table.notes))
    may_bring = forced or row.known or scope.kind != "games" or _outstanding(connection, load_key=row.load_key)
    if not may_bring:
        return Loaded(row.load_key, table.file, rows=row.rows, known=row.rows, unchanged=True)
    later = connection.execute(same.where(load.c.load_key > row.load_key)).all()
    if afresh or (scope.kind == "players" and later):
        key = _open(connection, table, scope, f"{table.sha256} #{next_key(connection, load.c.load_key)}", at)
        settled = {} if afresh else settled_rows(connection, row.load_key)
        return Draft(table, scope, key, at, settled, repeats=row.load_key, notes=list(table.notes))
    settled = settled_rows(connection, row.load_key)
    forget_refused(connection, row.load_key)
    return Draft(table, scope, row.load_key, at, settled, again=True, notes=list(table.notes))


DECIDED = "ledger entry "
"""How the file of a load is called that a decision made."""


def open_decided(connection: sa.Connection, scope: Scope, entry: int, at: str, rows: int) -> int:
    """Open the load of rows that a decision puts in, and give its key; `entry` is the decision's in the ledger."""
    key = next_key(connection, schema.load.c.load_key)
    name = f"{DECIDED}{entry}"
    connection.execute(
        sa.insert(schema.load).values(
            load_key=key, kind=scope.kind, scope=scope.text, system=scope.system, period_key=scope.period_key,
            file=name, sha256=name, encoding="", loaded_at=at, rows=rows, stored=rows, known=0, refused=0, late=0,
        )
    )  # fmt: skip
    return key


def _open(connection: sa.Connection, table: TextTable, scope: Scope, sha256: str, at: str) -> int:
    key = next_key(connection, schema.load.c.load_key)
    connection.execute(
        sa.insert(schema.load).values(
            load_key=key, kind=scope.kind, scope=scope.text, system=scope.system, period_key=scope.period_key,
            list_key=scope.list_key, file=table.file, sha256=sha256, encoding=table.encoding, loaded_at=at,
            rows=0, stored=0, known=0, refused=0, late=0,
        )
    )  # fmt: skip
    return key


def people_load(connection: sa.Connection, draft: Draft, count: int) -> int:
    """Give the load under which a file of games or of a list registers people: one of its own, taken back apart."""
    load = schema.load
    if draft.scope.kind == "players":
        return draft.load_key
    sha256 = hashlib.sha256(f"people of {draft.table.sha256}".encode()).hexdigest()
    where = sa.and_(load.c.kind == "players", load.c.scope == "", load.c.sha256 == sha256)
    key = connection.execute(sa.select(load.c.load_key).where(where)).scalar()
    if key is None:
        key = _open(connection, draft.table, Scope("players"), sha256, draft.at)
    values = {"rows": load.c.rows + count, "stored": load.c.stored + count}
    connection.execute(sa.update(load).where(load.c.load_key == key).values(values))
    return int(key)


def finish(
    connection: sa.Connection, draft: Draft, refused: Sequence[RefusedRow], stored: int, known: int, late: int = 0,
    *, rows: int | None = None,
) -> Loaded:  # fmt: skip
    """Store the refused rows and the counts, and give the result; `rows` where the table was read in pieces."""
    if draft.repeats and draft.scope.kind == "players" and refused:
        _refuse_once(connection, draft, has_stored=stored > 0)
    store_refused(connection, draft.load_key, refused, draft.settled)
    rows = len(draft.table) + len(draft.table.issues) if rows is None else rows
    values = {"rows": rows, "known": known, "refused": len(refused), "late": late}
    unchanged = (draft.again or bool(draft.repeats)) and not stored and not refused
    if not unchanged:
        own = schema.load.c.load_key == draft.load_key
        more = {"stored": schema.load.c.stored + stored}
        connection.execute(sa.update(schema.load).where(own).values(**values, **more))
    elif draft.repeats:  # a load of its own for nothing
        connection.execute(sa.delete(schema.load).where(schema.load.c.load_key == draft.load_key))
    issues = tuple(issue for row in refused for issue in row.issues)
    if draft.table.blank_rows:
        draft.notes.append(f"{number_of(draft.table.blank_rows, 'row')} without any text passed over")
    key = draft.repeats if unchanged and draft.repeats else draft.load_key
    return Loaded(
        key, draft.table.file, stored=stored, unchanged=unchanged, issues=issues, notes=tuple(draft.notes), **values
    )


def _refuse_once(connection: sa.Connection, draft: Draft, *, has_stored: bool) -> None:
    """Let rows refused again be refused once: under the new load if it brings something, else under the one before."""
    if has_stored:
        own = sa.and_(schema.refused.c.load_key == draft.repeats, schema.refused.c.settled_by.is_(None))
        connection.execute(sa.update(schema.refused).where(own).values(settled_by=draft.load_key))
        return
    forget_refused(connection, draft.repeats)
    connection.execute(sa.delete(schema.load).where(schema.load.c.load_key == draft.load_key))
    draft.load_key, draft.repeats, draft.again = draft.repeats, 0, True


def _outstanding(connection: sa.Connection, load_key: int) -> int:
    refused = schema.refused
    query = sa.select(sa.func.count()).where(refused.c.load_key == load_key, refused.c.settled_by.is_(None))
    return connection.execute(query).scalar_one()


def outstanding(
    connection: sa.Connection, system: str, period_key: int | None, *, accepted: bool = False,
    others: Collection[str] = (),
) -> list[sa.Row]:  # fmt: skip
    """Give the refused rows not yet mended that concern a system: of the period, of its lists, of players.

    `accepted` adds those that were given up, `others` those of other systems' lists.
    """
    load, refused = schema.load, schema.refused
    of_period = sa.or_(load.c.period_key == period_key, load.c.kind != "games")
    of_others = sa.and_(load.c.kind == "list", load.c.system.in_(list(others)))
    is_open = refused.c.settled_by.is_(None)
    if accepted:
        is_open = sa.or_(is_open, refused.c.given_up == 1)
    query = (
        sa.select(refused, load.c.kind, load.c.file, load.c.scope)
        .join(load, load.c.load_key == refused.c.load_key)
        .where(is_open, sa.or_(load.c.system.in_([system, NO_SYSTEM]), of_others), of_period)
        .order_by(refused.c.refused_key)
    )
    return list(connection.execute(query))


def settle_rows(connection: sa.Connection, keys: Sequence[int], by: int, *, given_up: bool = False) -> None:
    """Mark refused rows as mended by a later load, or as given up."""
    for start in range(0, len(keys), 500):
        chunk = list(keys[start : start + 500])
        connection.execute(
            sa.update(schema.refused)
            .where(schema.refused.c.refused_key.in_(chunk))
            .values(settled_by=by, given_up=int(given_up))
        )


def refused_rows(table: TextTable, issues: Sequence[Issue]) -> dict[int, RefusedRow]:
    """Gather issues by row, in the order of the file; rows that do not fit the header have numbers below zero."""
    rows: dict[int, RefusedRow] = {}
    for issue in issues:
        if issue.row in rows:
            rows[issue.row].issues.append(issue)
        else:
            rows[issue.row] = RefusedRow([issue], table.cells(issue.row))
    for place, (issue, cells) in enumerate(zip(table.issues, table.loose, strict=True)):
        rows[-1 - place] = RefusedRow([replace(issue, row=-1 - place)], cells)
    return dict(sorted(rows.items(), key=lambda item: item[1].issues[0].line))


def find_load(connection: sa.Connection, load_key: int) -> sa.Row:
    """Give one load's row.

    Raises:
        RatingsError: there is none of that number.
    """
    row = connection.execute(sa.select(schema.load).where(schema.load.c.load_key == load_key)).one_or_none()
    if row is None:
        raise RatingsError(f"There is no load {load_key}.", "`ratings loads` shows the numbers.")
    return row
