"""What all tables share: the migration that is needed, how constraints are named, kinds of columns."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Column, ForeignKey, Integer

HEAD = "0002"
"""The migration that this program needs; a test compares it with Alembic's own head."""

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = sa.MetaData(naming_convention=NAMES)


def key(name: str) -> Column[int]:
    """Give a primary key that this program numbers itself."""
    return Column(name, Integer, primary_key=True, autoincrement=False)


def ref(name: str, target: str, *, nullable: bool = False, primary_key: bool = False) -> Column[int]:
    """Give a column that refers to another table's key; `primary_key` where it is part of its own table's key."""
    return Column(name, Integer, ForeignKey(target), nullable=nullable, primary_key=primary_key, autoincrement=False)


def ratio(name: str) -> tuple[Column[int], Column[int]]:
    """Give the two columns of a ratio of integers."""
    return Column(f"{name}_numerator", sa.BigInteger), Column(f"{name}_denominator", sa.BigInteger)
