"""2.3: compatible games, and 2.1: the sums N, sc, S and Po over them."""

from __future__ import annotations

from ffe_editions import Edition
from ffe_performance import floored_performance, raw_performance
from ffe_records import Result, Side, SideDetail, Total


def zone_reason(own: int, value: int, half_points: int, edition: Edition) -> str:
    """2.3: why a game is compatible or not. Exactly the zone is excluded; draws always count."""
    if half_points == 2 and value <= own - edition.zone:
        return "win against a much lower value"
    if half_points == 0 and value >= own + edition.zone:
        return "loss against a much higher value"
    return "counted"


def total_of(
    sides: list[Side],
    value_of: dict[str, int],
    own: int,
    edition: Edition,
    no_empty_zone: bool = False,
) -> Total:
    """2.3: the counted games, given what each opponent is worth; who has no value does not count.

    With ``no_empty_zone`` the zone is not applied where it would leave no game (2.4.3, wave estimates).
    """
    details = []
    for side in sides:
        value = value_of.get(side.opponent)
        reason = "opponent unrated" if value is None else zone_reason(own, value, side.half_points, edition)
        details.append(SideDetail(side.opponent, side.half_points, value, reason == "counted", reason))
    if no_empty_zone and not any(detail.counted for detail in details):
        details = [
            detail
            if detail.value is None
            else SideDetail(detail.opponent, detail.half_points, detail.value, True, "zone not applied")
            for detail in details
        ]
    counted = [detail for detail in details if detail.counted]
    return Total(
        n=len(counted),
        half_points=sum(detail.half_points for detail in counted),
        opponents_sum=sum(detail.value for detail in counted),
        details=details,
    )


def put_total(result: Result, total: Total, edition: Edition) -> None:
    """2.1: writes N, sc, S and Po of the last calculation into the result."""
    result.n, result.half_points, result.opponents_sum = total.n, total.half_points, total.opponents_sum
    result.sides = total.details
    if total.n:
        result.raw_performance = raw_performance(total.n, total.half_points, total.opponents_sum, edition)
        result.performance = floored_performance(result.raw_performance, edition)
