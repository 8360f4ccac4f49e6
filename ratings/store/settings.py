"""Settings of a system: limits that the officer sets for what a published list may move."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from fractions import Fraction

import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.store import schema
from ratings.store.ledger import Decision, enter


def _count(text: str) -> Fraction:
    if not (text.isascii() and text.isdigit()):
        raise ValueError("a whole number, 0 or more")
    return Fraction(int(text))


def _points(text: str) -> Fraction:
    whole, _, decimals = text.partition(".")
    if not (text.isascii() and whole.isdigit() and (decimals.isdigit() or "." not in text)):
        raise ValueError("points, 0 or more, such as 4 or 2.5")
    return Fraction(text)


def _day(text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise ValueError("a day, such as 2026-01-31") from None


SETTINGS: dict[str, tuple[Callable[[str], Fraction | dt.date], str]] = {
    "least-changed": (_count, "fewest players whose rating changes"),
    "most-changed": (_count, "most players whose rating changes"),
    "most-drift": (_points, "largest mean change of those whose rating changes, up or down, in points"),
    "most-top-100": (_count, "most players who are new in the top 100"),
    "most-top-100-changes": (_count, "largest sum of the changes in the top 100, up or down, in points"),
    "usual-since": (_day, "lists in force before this day say nothing about what is usual"),
}
"""Every setting: how its value is read, and what it limits."""


def read_settings(connection: sa.Connection, system: str) -> dict[str, str]:
    """Give the settings that a system has, by name, in the order of `SETTINGS`."""
    table = schema.setting
    rows = connection.execute(sa.select(table.c.name, table.c.value).where(table.c.system == system))
    found = {row.name: row.value for row in rows}
    return {name: found[name] for name in SETTINGS if name in found}


def limits(settings: Mapping[str, str]) -> dict[str, Fraction]:
    """Give the limits among settings as exact numbers."""
    read = {name: SETTINGS[name][0](value) for name, value in settings.items()}
    return {name: value for name, value in read.items() if isinstance(value, Fraction)}


def change_settings(
    connection: sa.Connection, system: str, given: Mapping[str, str], decision: Decision
) -> dict[str, str]:
    """Set or, by an empty value, end settings of a system, and enter it in the ledger; give those that it has then.

    Raises:
        RatingsError: there is no such setting, or the value is none for it.
    """
    before = read_settings(connection, system)
    table, after = schema.setting, dict(before)
    for name, value in given.items():
        _must_fit(name, value)
        connection.execute(sa.delete(table).where(table.c.system == system, table.c.name == name))
        after.pop(name, None)
        if value:
            connection.execute(sa.insert(table).values(system=system, name=name, value=value))
            after[name] = value
    if after != before:
        subject = ", ".join(f"{name}={value}" for name, value in given.items())
        enter(connection, decision, "settings", subject, system=system, before=before, after=after)
    return read_settings(connection, system)


def _must_fit(name: str, value: str) -> None:
    if name not in SETTINGS:
        raise RatingsError(f"There is no setting {name!r}.", f"There are: {', '.join(SETTINGS)}.", 2)
    try:
        if value:
            SETTINGS[name][0](value)
    except ValueError as problem:
        hint = f"{name} is {problem}; {name}= without a value ends it."
        raise RatingsError(f"{name}={value!r} cannot be read.", hint, 2) from None
