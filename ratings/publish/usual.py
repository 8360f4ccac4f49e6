"""What is usual for a list: its figures beside those of the lists before it, or beside limits that were set.

A figure is usual from half the smallest to twice the largest one of the last lists. Their smallest and largest are
what the calendar does to a federation, summer and team season; the factor of two leaves room for a year that is not
like the last, and a list made from a wrong file, or from none, is off by more. The mean change, which is about nought
and goes both ways, is usual as far beyond the smallest and the largest as these two are apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import sqlalchemy as sa

from ratings.exact import divide_half_away
from ratings.store.figures import Figures, figures_before, figures_of, kept_figures
from ratings.store.periods import Period
from ratings.store.runs import published_list
from ratings.store.settings import limits, read_settings
from ratings.wording import number_of

MOST_LISTS = 12
"""Lists that say what is usual: a year of monthly ones, so that every season is among them."""
FEWEST_LISTS = 5
"""Fewer lists do not say what is usual."""
LEAST_SPREAD = Fraction(5)
"""Points by which a mean change may always leave what it was: lists that hardly drift leave no room else."""


class Kind(NamedTuple):
    """One figure: how it is called, whether too little is unusual, and how much of it is never too much.

    `never_too_much` spares small federations: twice nothing is nothing. None: the figure is shown, and never unusual.
    """

    title: str
    never_too_much: int | None = None
    has_least: bool = False
    least: str = ""
    most: str = ""


KINDS: dict[str, Kind] = {
    "rated": Kind("rated players"),
    "new": Kind("new", 10),
    "gone": Kind("gone", 10),
    "changed": Kind("changed", 10, True, "least-changed", "most-changed"),
    "mean_change": Kind("mean change", most="most-drift"),
    "largest_change": Kind("largest change"),
    "top_new": Kind("new in the top 100", 5, most="most-top-100"),
    "top_changes": Kind("points moved in the top 100", 100, True, most="most-top-100-changes"),
}
"""The figures in the order in which they are shown; `least` and `most` name the settings that limit them."""


class Line(NamedTuple):
    """A figure of a list, and from what to what it is usual; None: no end, or nothing to compare."""

    name: str
    value: Fraction | None
    low: Fraction | None = None
    high: Fraction | None = None

    @property
    def is_unusual(self) -> bool:
        """Say whether it is outside."""
        if self.value is None:
            return False
        return (self.low is not None and self.value < self.low) or (self.high is not None and self.value > self.high)

    @property
    def shown(self) -> str:
        """Give the value as it is shown."""
        return "-" if self.value is None else _written(self.name, self.value)

    @property
    def usual(self) -> str:
        """Give the usual range in words; empty where there is none."""
        low, high = (None if end is None else _written(self.name, end) for end in (self.low, self.high))
        if low is not None and high is not None:
            return f"{low} to {high}"
        return f"at least {low}" if low is not None else f"at most {high}" if high is not None else ""

    @property
    def reason(self) -> str:
        """Give in words what is unusual."""
        return f"{KINDS[self.name].title}: {self.shown} (usual: {self.usual})"


@dataclass(frozen=True, slots=True)
class Judged:
    """The figures of a list beside what is usual, and what that is by."""

    lines: tuple[Line, ...]
    by: str

    @property
    def reasons(self) -> list[str]:
        """Give in words what is unusual."""
        return [line.reason for line in self.lines if line.is_unusual]

    def as_told(self) -> dict[str, Any]:
        """Give it for JSON: numbers are exact, `p/q` where they are not whole."""
        lines = [
            {
                "name": line.name, "value": _exact(line.value), "least_usual": _exact(line.low),
                "most_usual": _exact(line.high), "is_unusual": line.is_unusual,
            }
            for line in self.lines
        ]  # fmt: skip
        return {"by": self.by, "lines": lines}

    @classmethod
    def of(cls, told: dict[str, Any]) -> Judged:
        """Give it again from `as_told`."""
        ends = ("value", "least_usual", "most_usual")
        values = [[None if line[end] is None else Fraction(line[end]) for end in ends] for line in told["lines"]]
        return cls(
            tuple(Line(line["name"], *ends) for line, ends in zip(told["lines"], values, strict=True)), told["by"]
        )


def _exact(value: Fraction | None) -> int | str | None:
    return None if value is None else int(value) if value.denominator == 1 else str(value)


def judge(connection: sa.Connection, period: Period, figures: Figures) -> Judged:
    """Hold the figures of a period's list as first published against the lists before it, or the limits set."""
    settings = read_settings(connection, period.system)
    before = figures_before(connection, period, MOST_LISTS, since=settings.get("usual-since", ""))
    if len(before) >= FEWEST_LISTS:
        by = f"usual by the {len(before)} lists before it"
        return _judged(figures, by, lambda name, kind: _range(name, kind, [_value(name, one) for one in before]))
    so_far = f"{number_of(len(before), 'list')} before it, {FEWEST_LISTS} are needed"
    known = limits(settings)
    by = f"usual by the limits set: {so_far}" if known else f"what is usual is not known yet: {so_far}"
    return _judged(figures, by, lambda name, kind: _limits(name, kind, known))


def of_revision(figures: Figures, revision: int) -> Judged:
    """Show the figures of a revision against the list that it revises: a correction is not held against months."""
    return _judged(figures, f"against revision {revision - 1}", lambda name, kind: (None, None))


def would_be(connection: sa.Connection, period: Period, rows: pa.Table) -> Judged:
    """Show the figures that the rows of a run would give as a list, which need not be stored."""
    return judge(connection, period, figures_of(connection, period, rows))


def as_published(connection: sa.Connection, period: Period) -> Judged | None:
    """Show the figures kept with a published list as they were judged; None where none are kept."""
    published = published_list(connection, period)
    figures = kept_figures(published.figures) if published is not None else None
    if published is None or figures is None:
        return None
    return of_revision(figures, published.revision) if published.revision > 1 else judge(connection, period, figures)


Ends = tuple[Fraction | None, Fraction | None]


def _judged(figures: Figures, by: str, ends: Callable[[str, Kind], Ends]) -> Judged:
    return Judged(tuple(Line(name, _value(name, figures), *ends(name, kind)) for name, kind in KINDS.items()), by)


def _value(name: str, figures: Figures) -> Fraction | None:
    value = getattr(figures, name)
    return None if value is None else Fraction(value)


def _range(name: str, kind: Kind, before: list[Fraction | None]) -> Ends:
    """Give what is usual by the figures of earlier lists."""
    known = [value for value in before if value is not None]
    if name == "mean_change":
        if not known:
            return None, None
        spread = max(max(known) - min(known), LEAST_SPREAD)
        return min(known) - spread, max(known) + spread
    if kind.never_too_much is None:
        return None, None
    most = max(2 * max(known), Fraction(kind.never_too_much))
    return min(known) / 2 if kind.has_least else None, most


def _limits(name: str, kind: Kind, known: Mapping[str, Fraction]) -> Ends:
    """Give what is usual by the settings."""
    most = known.get(kind.most)
    if name == "mean_change":
        return (None if most is None else -most), most
    return known.get(kind.least), most


def _written(name: str, value: Fraction) -> str:
    """Write a figure: the mean change with sign and two decimals, the half of an odd number with one."""
    if name != "mean_change":
        return f"{value.numerator // 2}.5" if value.denominator > 1 else str(value)
    hundredths = int(divide_half_away(np.array([100 * value.numerator]), value.denominator)[0])
    return f"{'-' if hundredths < 0 else '+' if hundredths else ''}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"
