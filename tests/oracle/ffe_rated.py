"""2.5: new ratings of rated players, and what their unrated opponents are worth to them."""

from __future__ import annotations

from fractions import Fraction

from ffe_editions import Edition, is_junior
from ffe_publication import publish_rating
from ffe_records import Result, Side, Start
from ffe_zone import put_total, total_of
from rounding import round_half_away


def worth_of_unrated(result: Result, edition: Edition) -> int | None:
    """2.5: the new value: the published rating, else the archived performance, else (N = 0) the stand-in."""
    if not edition.counts_for_rated or result.estimate is None:
        return None
    if result.rating is not None:
        return result.rating
    if result.n >= 1:
        return max(round_half_away(result.archive_points / result.archive_games), edition.floor)
    return result.estimate


def blend(performance: Fraction, n: int, before: int, games: int) -> Fraction:
    """2.5: the barycentre of the performance over N games and Ei over the given number of games."""
    return (performance * n + before * games) / (n + games)


def new_rating(before: int, performance: Fraction, n: int, junior: bool, edition: Edition) -> tuple[str, Fraction]:
    """2.5: the case and the exact new rating of a rated player with a counted game."""
    enough = edition.junior_enough if junior else edition.senior_enough
    fill = edition.junior_fill if junior else edition.senior_fill
    if performance == before:
        return "rated: performance equal", Fraction(before)
    if performance < before and edition.brake is not None:
        return "rated: performance below, brake", blend(performance, n, before, edition.brake)
    side = "above" if performance > before else "below"
    if n >= enough:
        return f"rated: performance {side}, enough games", performance
    return f"rated: performance {side}, completed", blend(performance, n, before, fill - n)


def rate_rated(start: Start, sides: list[Side], values: dict[str, int], edition: Edition) -> Result:
    """2.5: one rated player; type F is never recomputed; a credited player needs one counted game."""
    result = Result(before=start.rating, credited=start.is_credited, archive_lost=start.archive_lost)
    result.worth = start.rating
    put_total(result, total_of(sides, values, start.rating, edition), edition)
    if start.is_fide:
        result.case, result.rating, result.type = "rated: of type F", start.rating, "F"
    elif result.n == 0:
        result.case = "rated: no counted game"
        if not start.is_credited:
            result.rating, result.type = start.rating, "N"
    else:
        result.case, result.exact = new_rating(
            start.rating, result.performance, result.n, is_junior(start.age), edition
        )
        result.rating, result.type = publish_rating(result.exact, edition), "N"
    return result
