"""2.6: what is printed: types of ratings, published ratings, and the estimates of the unrated."""

from __future__ import annotations

from fractions import Fraction

from ffe_editions import Edition
from ffe_records import Archive, Result, Standing, Start
from ffe_stand_ins import stand_in, stand_in_source
from rounding import round_half_away


def list_type(standing: Standing) -> str:
    """2.6: a rating ending in 9 without a type is an ``E``; an ``N`` ending in 9 is refused."""
    if standing.rating is None:
        return ""
    if standing.type == "N" and standing.rating % 10 == 9:
        raise ValueError(f"a rating of type N does not end in 9: {standing.rating}")
    if standing.type in ("N", "F", "E"):
        return standing.type
    if standing.type == "":
        return "E" if standing.rating % 10 == 9 else "N"
    raise ValueError(f"unknown type: {standing.type}")


def publish_rating(exact: Fraction, edition: Edition) -> int:
    """2.6: rounded once to the edition's step, not below the floor."""
    return max(round_half_away(exact, edition.step), edition.floor)


def listed_estimate(start: Start, result: Result, edition: Edition) -> int | None:
    """2.6: the estimated rating printed for an unrated player: the stand-in of 2.4.2 after this period.

    Listed are the unrated who played, or hold an archive or a given estimate.
    """
    archive = Archive(result.archive_points, result.archive_games, result.archive_season)
    if not result.sides and archive.games == 0 and start.given is None:
        return None
    if stand_in_source(archive, start.given) == "archive":
        tens = round_half_away(archive.points / archive.games, 10)
        return max(tens - 1, edition.floor + 9)
    return stand_in(archive, start.given, start.age, edition).value
