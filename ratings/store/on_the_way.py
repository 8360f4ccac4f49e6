"""Rows on their way to the database: they are written beside the caller, who has them in memory meanwhile.

Millions of players take as long to be written as to be read and checked. Nobody needs to know of it: a statement that
names a table whose rows are still on the way waits for them first. Who can do without the database asks `rows_of`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Lock
from typing import Any, TypeVar

import pyarrow as pa
import sqlalchemy as sa

from ratings.columns import as_text, by_name
from ratings.store.background import Background
from ratings.store.bulk import insert_rows
from ratings.store.schema import metadata
from ratings.store.turns import ON_THE_WAY

T = TypeVar("T")
BY_TABLE = ("SELECT", "INSERT", "UPDATE", "DELETE")
"""How statements begin that concern the tables they name; others (savepoints) may concern any."""


class OnTheWay:
    """The tables of a connection whose rows a worker writes, by their names."""

    def __init__(self, connection: sa.Connection, background: Background) -> None:
        self._connection, self._background = connection, background
        self._last: dict[str, Future[Any]] = {}
        self._held: dict[str, list[pa.Table] | None] = {}
        self._made: dict[str, tuple[int, Any]] = {}
        self.turn = Lock()
        """Held while a statement is sent: two threads send theirs one after the other."""

    def insert(self, table: sa.Table, rows: pa.Table) -> None:
        """Begin to write rows."""
        if table.name not in self._held:
            is_empty = self._connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first() is None
            self._held[table.name] = [] if is_empty else None
        held = self._held[table.name]
        if held is not None:
            held.append(rows)
        self._last[table.name] = self._background.start(insert_rows, self._connection, table, by_name(rows))

    def rows_of(self, table: sa.Table) -> pa.Table | None:
        """Give all rows of a table, written or not, if they are in memory."""
        held = self._held.get(table.name)
        return pa.concat_tables(_alike(held), promote_options="permissive") if held else None

    def made_of(self, table: sa.Table, make: Callable[[], T]) -> T:
        """Give what is made of all rows of a table; the same again while they are in memory and no more have come."""
        held = self._held.get(table.name)
        if held is None:
            return make()
        count, made = self._made.get(table.name, (0, None))
        if count != len(held):
            made = make()
            self._made[table.name] = len(held), made
        return made

    def forget(self, table: sa.Table) -> None:
        """Let the rows of a table go that are in memory: nobody will ask for them."""
        self._held[table.name] = None
        self._made.pop(table.name, None)

    def will_send(self, statement: str) -> None:
        """Wait for the rows that a statement concerns; those it may change are not in memory any more."""
        kind, *words = re.findall(r"\w+", statement)
        if kind not in BY_TABLE:
            self.concern(set(self._held), change=True)
            return
        named = metadata.tables.keys() & set(words)
        self.concern(self._held.keys() & named, change=kind != "SELECT")
        if kind in ("INSERT", "UPDATE"):
            self.concern(self._held.keys() & _referred_to_by(named), change=False)
        if kind == "DELETE":
            self.concern({one for one in self._held if _referred_to_by({one}) & named}, change=False)

    def will_insert(self, table: sa.Table) -> None:
        """Wait before rows go into a table otherwise than on their way."""
        self.concern({table.name}, change=True)
        self.concern(self._held.keys() & _referred_to_by({table.name}), change=False)

    def concern(self, tables: set[str], *, change: bool) -> None:
        """Wait for the rows of tables that are read, or changed otherwise than by their rows on the way."""
        if self._background.is_here():
            return
        for table in tables:
            if change:
                self._held[table] = None
                self._made.pop(table, None)
            if (work := self._last.pop(table, None)) is not None:
                self._background.wait_for(work)

    def sender(self, way: str) -> Callable[..., bool]:
        """Give what sends a statement of SQLAlchemy's in its turn, by one of the dialect's ways to execute."""

        def send(cursor: Any, statement: str, *rest: Any) -> bool:
            self.will_send(statement)
            with self.turn:
                getattr(rest[-1].dialect, way)(cursor, statement, *rest)  # the context comes last
            return True

        return send


def _alike(tables: list[pa.Table]) -> list[pa.Table]:
    """Give tables in which a column of texts is coded in all or in none: of few rows all texts may be different."""
    fields = [field for table in tables for field in table.schema]
    coded = {field.name for field in fields if pa.types.is_dictionary(field.type)}
    mixed = coded & {field.name for field in fields if not pa.types.is_dictionary(field.type)}
    if not mixed:
        return tables
    return [
        pa.table({name: as_text(column) if name in mixed else column for name, column in by_name(table).items()})
        for table in tables
    ]


def _referred_to_by(names: set[str]) -> set[str]:
    """Name the tables whose rows those of others refer to: they must be there before."""
    return {
        key.column.table.name for name in names & metadata.tables.keys() for key in metadata.tables[name].foreign_keys
    }


@contextmanager
def on_the_way(connection: sa.Connection, background: Background) -> Iterator[None]:
    """Let rows be written by `background` from here on; at the end they are there, and what failed is raised."""
    way, engine = OnTheWay(connection, background), connection.engine
    events = {name: way.sender(name) for name in ("do_execute", "do_execute_no_params", "do_executemany")}
    connection.info[ON_THE_WAY] = way
    for name, send in events.items():
        sa.event.listen(engine, name, send)
    try:
        yield
        background.wait()
    except BaseException:
        background.stop()  # before the events go: they keep the threads apart
        raise
    finally:
        for name, send in events.items():
            sa.event.remove(engine, name, send)
        del connection.info[ON_THE_WAY]


def insert_soon(connection: sa.Connection, table: sa.Table, rows: pa.Table) -> None:
    """Insert rows, beside the caller where they may be on the way."""
    way: OnTheWay | None = connection.info.get(ON_THE_WAY)
    if way is None:
        insert_rows(connection, table, by_name(rows))
    else:
        way.insert(table, rows)


def rows_of(connection: sa.Connection, table: sa.Table) -> pa.Table | None:
    """Give all rows of a table if they are in memory, in the order and form in which they were inserted."""
    way: OnTheWay | None = connection.info.get(ON_THE_WAY)
    return None if way is None else way.rows_of(table)


def made_of(connection: sa.Connection, table: sa.Table, make: Callable[[], T]) -> T:
    """Give what is made of all rows of a table; made once while these are in memory, and of one kind only."""
    way: OnTheWay | None = connection.info.get(ON_THE_WAY)
    return make() if way is None else way.made_of(table, make)


def forget_rows(connection: sa.Connection, table: sa.Table) -> None:
    """Let the rows of a table go that are in memory: `rows_of` will not be asked for them any more."""
    way: OnTheWay | None = connection.info.get(ON_THE_WAY)
    if way is not None:
        way.forget(table)
