"""The tables of a schema, this program's or an older one, and the kinds of their columns."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from ratings.store.connect import migrate, migrations_folder
from ratings.store.schema import HEAD, metadata

KINDS: tuple[tuple[type[sa.types.TypeEngine[Any]], str], ...] = (
    (sa.Integer, "integer"), (sa.Date, "day"), (sa.LargeBinary, "bytes"), (sa.String, "text"),
)  # fmt: skip
"""Kinds of columns that a backup can hold, by the type in the database."""


def columns_of(table: sa.Table) -> dict[str, str]:
    """Give the names of a table's columns with their kinds.

    Raises:
        TypeError: a column is of a kind that backups do not know: add it to `KINDS` and to both roads.
    """
    found = {column.name: [kind for of, kind in KINDS if isinstance(column.type, of)] for column in table.c}
    strange = [f"{table.name}.{name}" for name, kinds in found.items() if len(kinds) != 1]
    if strange:
        raise TypeError(f"no kind for {', '.join(strange)}")
    return {name: kinds[0] for name, kinds in found.items()}


def is_known(revision: str) -> bool:
    """Say whether a schema is this program's or an older one."""
    from alembic.script import ScriptDirectory

    known = ScriptDirectory(str(migrations_folder())).walk_revisions()
    return revision in {script.revision for script in known}


def tables_at(revision: str) -> list[sa.Table]:
    """Give the tables of a known schema, each after those that it refers to."""
    if revision == HEAD:
        return metadata.sorted_tables
    found = sa.MetaData()

    @sa.event.listens_for(found, "column_reflect")
    def generic(_inspector: object, _table: object, column: Any) -> None:
        column["type"] = column["type"].as_generic()  # SQLite's own types would not read what PostgreSQL gives

    engine = sa.create_engine("sqlite://")
    with engine.connect() as connection, connection.begin():
        migrate(connection, revision)
        found.reflect(connection)
    engine.dispose()
    return [table for table in found.sorted_tables if table.name != "alembic_version"]
