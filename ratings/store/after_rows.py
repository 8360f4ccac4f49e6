"""Constraints after the rows: PostgreSQL checks millions of new rows one by one, or faster all of them at once.

Where a table is empty its constraints are taken off, the rows go in, and the constraints are made again, all in the
caller's transaction: nothing is ever committed without them. Meanwhile the table, and those it refers to, are locked
for everybody else; so this is only done where nobody is using them, and never waited for.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.schema import AddConstraint

from ratings.store.schema import metadata
from ratings.store.turns import turn_of

MANY = 100_000
"""So many rows are worth it; fewer are soon checked one by one."""
MEMORY = "SET LOCAL maintenance_work_mem = '256MB'"
"""What the server may use to sort keys: four times as much as it has by itself."""


def put_off(connection: sa.Connection, table: sa.Table) -> bool:
    """Take a table's constraints off if it is empty and nobody uses it; say whether `make_up` has to follow."""
    if connection.dialect.name != "postgresql":
        return False
    there = _found(connection, table)
    constraints = [one for one in _checked_by_row(table) if one.name in there]
    if (
        not constraints
        or connection.execute(sa.select(sa.exists(sa.select(sa.literal(1)).select_from(table)))).scalar()
    ):
        return False
    driver: Any = connection.connection.driver_connection
    tables = {table.name} | {key.column.table.name for key in table.foreign_keys}
    names = ", ".join(f'"{name}"' for name in sorted(tables))
    drops = [f'ALTER TABLE "{table.name}" DROP CONSTRAINT "{one.name}"' for one in constraints]
    try:
        with turn_of(connection), driver.transaction():  # a savepoint: what is refused leaves everything as it was
            for statement in (f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE NOWAIT", *drops):
                driver.execute(statement)
    except connection.dialect.dbapi.Error:  # in use, or not ours to change
        return False
    return True


def make_up(connection: sa.Connection, table: sa.Table) -> None:
    """Make those constraints of a table that are put off.

    Raises:
        sqlalchemy.exc.IntegrityError: the rows do not keep to them.
    """
    if connection.dialect.name != "postgresql":
        return
    there = _found(connection, table)
    missing = [one for one in _checked_by_row(table) if one.name not in there]
    if missing:
        connection.execute(sa.text(MEMORY))
    for one in missing:
        connection.execute(AddConstraint(one, isolate_from_table=False))


def _checked_by_row(table: sa.Table) -> list[Any]:
    """Give a table's keys, but for a primary key that others refer to, and what it refers to; keys first."""
    referred = {key.column.table.name for one in metadata.tables.values() for key in one.foreign_keys}
    keys = [one for one in (table.primary_key,) if table.name not in referred]
    unique = [one for one in table.constraints if isinstance(one, sa.UniqueConstraint)]
    return [*keys, *unique, *sorted(table.foreign_key_constraints, key=lambda one: str(one.name))]


def _found(connection: sa.Connection, table: sa.Table) -> set[str]:
    """Name the constraints that a table has in the database."""
    query = sa.text("SELECT conname FROM pg_constraint WHERE conrelid = to_regclass(:name)")
    return set(connection.execute(query, {"name": table.name}).scalars())
