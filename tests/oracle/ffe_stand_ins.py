"""2.4.2: the value of an unrated player whom no wave reaches: archive, given estimate, default of the age."""

from __future__ import annotations

from fractions import Fraction

from ffe_editions import Edition
from ffe_performance import floored_performance
from ffe_records import Archive, Estimate
from rounding import round_half_away

#: 2.4.2: the games of an archive that goes before a given estimate.
LARGE_ARCHIVE = 5


def archive_mean(archive: Archive, edition: Edition) -> Fraction:
    """2.1: Pa, with the performance floor of E02 (2.3: archives have none, E02 apart)."""
    return floored_performance(archive.points / archive.games, edition)


def default_estimate(age: int | None, edition: Edition) -> int:
    """2.2, default estimate: by the age category of 2.1; unknown birth year: senior."""
    for greatest_age, estimate in edition.default_estimates:
        if greatest_age is None or (age is not None and age <= greatest_age):
            return estimate
    raise AssertionError("the last default estimate has no greatest age")


def stand_in_source(archive: Archive, given: int | None) -> str:
    """2.4.2: the order is archive of at least 5 games, given estimate, smaller archive, default."""
    if archive.games >= LARGE_ARCHIVE:
        return "archive"
    if given is not None:
        return "given"
    if archive.games > 0:
        return "archive"
    return "default"


def stand_in(archive: Archive, given: int | None, age: int | None, edition: Edition) -> Estimate:
    """2.4.2: the value of who is left after the waves. Given and default are taken even below the floor."""
    source = stand_in_source(archive, given)
    if source == "archive":
        value = max(round_half_away(archive_mean(archive, edition)), edition.floor)
    elif source == "given":
        value = given
    else:
        value = default_estimate(age, edition)
    return Estimate(value, source)
