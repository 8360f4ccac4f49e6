"""The editions of the French rules (2.2), which of them is in force (0.8), and season and age (2.1)."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

NATIONAL = "ffe-national"
RAPID = "ffe-rapid"


@dataclass(frozen=True)
class Edition:
    """One column of the table of 2.2."""

    system: str
    name: str
    effective: datetime.date
    quota: int
    zone: int
    conversion: str
    #: a game between two unrated players counts (for both)
    unrated_pairs_count: bool
    #: a game of a rated player against an unrated one counts for the rated player too
    counts_for_rated: bool
    senior_enough: int
    junior_enough: int
    senior_fill: int
    junior_fill: int
    #: games of the brake for a performance below; None: no brake, completed to the quota, as above
    brake: int | None
    #: seasons after its own in which an archive still lives; None: for ever
    archive_life: int | None
    step: int
    floor: int
    #: below it a performance counts as this; None: performances have no floor
    performance_floor: int | None
    #: (greatest age, estimate) in rising age; the last has no greatest age, and is the senior's
    default_estimates: tuple[tuple[int | None, int], ...]


EDITIONS: tuple[Edition, ...] = (
    Edition(
        system=NATIONAL,
        name="S1",
        effective=datetime.date(1990, 9, 1),
        quota=10,
        zone=350,
        conversion="function",
        unrated_pairs_count=True,
        counts_for_rated=True,
        senior_enough=16,
        junior_enough=8,
        senior_fill=16,
        junior_fill=16,
        brake=16,
        archive_life=None,
        step=10,
        floor=1000,
        performance_floor=None,
        default_estimates=((8, 1009), (20, 1199), (None, 1499)),
    ),
    Edition(
        system=NATIONAL,
        name="S0",
        effective=datetime.date(2000, 9, 1),
        quota=8,
        zone=350,
        conversion="interpolated",
        unrated_pairs_count=True,
        counts_for_rated=True,
        senior_enough=16,
        junior_enough=8,
        senior_fill=16,
        junior_fill=8,
        brake=16,
        archive_life=None,
        step=10,
        floor=1000,
        performance_floor=None,
        default_estimates=((8, 1009), (20, 1199), (None, 1499)),
    ),
    Edition(
        system=NATIONAL,
        name="R01",
        effective=datetime.date(2024, 4, 1),
        quota=8,
        zone=350,
        conversion="interpolated",
        unrated_pairs_count=True,
        counts_for_rated=True,
        senior_enough=16,
        junior_enough=8,
        senior_fill=16,
        junior_fill=8,
        brake=16,
        archive_life=None,
        step=10,
        floor=1000,
        performance_floor=None,
        default_estimates=((20, 1299), (None, 1399)),
    ),
    Edition(
        system=RAPID,
        name="S0",
        effective=datetime.date(2000, 9, 1),
        quota=7,
        zone=320,
        conversion="interpolated",
        unrated_pairs_count=False,
        counts_for_rated=False,
        senior_enough=7,
        junior_enough=7,
        senior_fill=7,
        junior_fill=7,
        brake=None,
        archive_life=None,
        step=10,
        floor=1000,
        performance_floor=None,
        default_estimates=((8, 1009), (None, 1199)),
    ),
    Edition(
        system=RAPID,
        name="E02",
        effective=datetime.date(2018, 1, 1),
        quota=7,
        zone=320,
        conversion="interpolated",
        unrated_pairs_count=False,
        counts_for_rated=False,
        senior_enough=7,
        junior_enough=7,
        senior_fill=7,
        junior_fill=7,
        brake=7,
        archive_life=1,
        step=10,
        floor=800,
        performance_floor=800,
        default_estimates=((10, 799), (14, 999), (None, 1199)),
    ),
)
#: 2.1: the season starts on 1 September.
SEASON_MONTH = 9
#: 2.1: the season's last calendar year minus the birth year, at most.
JUNIOR_AGE = 20


def edition_on(system: str, starts: datetime.date) -> Edition:
    """0.8: the edition in force on the period's first day; before the first edition: stop."""
    of_system = [edition for edition in EDITIONS if edition.system == system]
    if not of_system:
        raise ValueError(f"no such system: {system}")
    in_force = [edition for edition in of_system if edition.effective <= starts]
    if not in_force:
        first = min(edition.effective for edition in of_system)
        raise ValueError(f"{system} has no edition on {starts}; the first is of {first}")
    return max(in_force, key=lambda edition: edition.effective)


def season_of(day: datetime.date) -> int:
    """0.8 and 2.1: the season of a day (1 September to 31 August), named by its last calendar year."""
    return day.year + 1 if day.month >= SEASON_MONTH else day.year


def age_in_season(birth_year: int | None, season: int) -> int | None:
    """2.1: the season's last calendar year minus the birth year; None if unknown."""
    return None if birth_year is None else season - birth_year


def is_junior(age: int | None) -> bool:
    """2.1: at most 20; unknown birth year: senior."""
    return age is not None and age <= JUNIOR_AGE
