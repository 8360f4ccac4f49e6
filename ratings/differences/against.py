"""Which list a period's list is compared with: the revision before, the period before, or what the officer names."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from ratings.differences.compare import compare
from ratings.differences.list_file import against_file
from ratings.differences.report import Report, differences
from ratings.errors import RatingsError
from ratings.rules import RuleSet
from ratings.store.periods import Period, all_periods, as_revision


def report(
    connection: sa.Connection, period: Period, against: str | None, rules: RuleSet, encoding: str | None = None
) -> Report:
    """Compare a period's list with another one: a revision's number, a period's name, or the path of a list.

    Raises:
        RatingsError: there is nothing to compare with, or what is named is none of the three.
    """
    other = _other(connection, period, against)
    if isinstance(other, str):
        return against_file(connection, period, other, rules, encoding)
    compared = compare(connection, period, other, rules)
    return Report(_label(other), _label(period), differences(connection, compared))


def _label(period: Period) -> str:
    return f"{period.system} {period.name}" + (f", revision {period.published}" if period.published else ", as rated")


def _other(connection: sa.Connection, period: Period, against: str | None) -> Period | str:
    if against is None:
        return _before(connection, period)
    if against.isascii() and against.isdigit() and 1 <= int(against) <= _newest(connection, period):
        return as_revision(connection, period, int(against))
    for one in all_periods(connection, period.system):
        if one.name == against and one.key != period.key:
            return one
    if Path(against).is_file():
        return against
    raise RatingsError(
        f"{against!r} is no revision of {period.system} {period.name}, no other period, and no file.",
        f"ratings period list {period.system} shows periods and revisions.",
    )


def _newest(connection: sa.Connection, period: Period) -> int:
    return next(one.published for one in all_periods(connection, period.system) if one.key == period.key)


def _before(connection: sa.Connection, period: Period) -> Period:
    """Give the revision before, or where there is none the newest list of the period before.

    Raises:
        RatingsError: there is neither.
    """
    if period.published > 1:
        return as_revision(connection, period, period.published - 1)
    earlier = [one for one in all_periods(connection, period.system) if one.published and one.starts < period.starts]
    if not earlier:
        raise RatingsError(
            f"There is no list before {period.system} {period.name}.", "Name one by --against: a period or a file."
        )
    return earlier[-1]
