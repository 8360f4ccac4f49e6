"""What games add up to (rules 0.1, 0.2), beside a loop over plain integers that looks at one side after another."""

from __future__ import annotations

import numpy as np
import pytest

from ratings.engine.period import PIECE, Games, Maybe, Sides
from ratings.engine.totals import NEVER, NOBODY, Asked, last_days, played, tally, total

MOST = -int(NOBODY) - 1
"""What no value may be beyond."""


def near(half_points, own, opponent):
    """A zone that looks at all it is given: wins against anybody not far below, other games within 400."""
    return np.where(half_points == 2, opponent > own - 300, np.abs(opponent - own) <= 400)


def some(random, size: int, low: int, high: int) -> Maybe:
    """Values of which a third is not there, and what stands in their place would be counted if it were looked at."""
    return Maybe(random.integers(low, high, size, endpoint=True), random.random(size) < 0.7)


def period(random, size: int, count: int, width: type = np.int32) -> Games:
    """Games between any two players; the same two may meet again."""
    white = random.integers(1, size, count)
    black = 1 + (white - 1 + random.integers(1, size - 1, count)) % (size - 1)
    columns = (white, black, random.integers(0, 2, count, endpoint=True), random.integers(-9000, 21000, count))
    return Games(*(column.astype(width) for column in columns))


def slowly(games: Games, asked: Asked) -> tuple[list[list[int]], list[bool]]:
    """Games, half points, opponents' values and last day of each player; and which sides count, White's first."""
    rows = [[0, 0, 0, int(NEVER)] for _ in range(len(asked.own))]
    columns = [column.tolist() for column in (games.white, games.black, games.half_points, games.day)]
    counted = []
    for sides in (columns, [columns[1], columns[0], [2 - points for points in columns[2]], columns[3]]):
        for owner, opponent, points, day in zip(*sides, strict=True):
            counts = bool(asked.own.known[owner] and asked.value.known[opponent])
            own, value = int(asked.own.values[owner]), int(asked.value.values[opponent])
            if counts and asked.zone is not None:
                counts = bool(asked.zone(np.array([points]), np.array([own]), np.array([value]))[0])
            counted.append(counts)
            if counts:
                row = rows[owner]
                rows[owner] = [row[0] + 1, row[1] + points, row[2] + value, max(row[3], day)]
    return rows, counted


@pytest.mark.parametrize("zone", [None, near], ids=["all", "zone"])
@pytest.mark.parametrize(("low", "high"), [(800, 2900), (-MOST, MOST)], ids=["ratings", "as far as they go"])
@pytest.mark.parametrize(("count", "width"), [(0, np.int32), (700, np.int64), (2 * PIECE + 77, np.int32)])
def test_sums(zone, low, high, count, width):
    random = np.random.default_rng(count)
    games = period(random, 150, count, width)
    own, value = (some(random, 150, low, high) for _ in range(2))
    asked = Asked(own, value, zone)
    rows, counted = slowly(games, asked)
    made = tally(games, asked)
    columns = (made.totals.games, made.totals.half_points, made.totals.opponents_sum, made.last_day)
    assert [list(row) for row in zip(*(column.tolist() for column in columns), strict=True)] == rows
    only = total(games, asked)
    assert [only.games.tolist(), only.half_points.tolist(), only.opponents_sum.tolist()] == [
        column.tolist() for column in columns[:3]
    ]
    sides = Sides(
        np.concatenate([games.white, games.black]), np.concatenate([games.black, games.white]),
        np.concatenate([games.half_points, 2 - games.half_points]), np.concatenate([games.day, games.day]),
    )  # fmt: skip
    assert asked.judged(sides).tolist() == counted
    assert np.array_equal(tally(sides, asked).totals.opponents_sum, made.totals.opponents_sum)
    assert played(games, 150).tolist() == np.bincount(sides.owner, minlength=150).tolist()
    assert (last_days(sides.owner, sides.day, 150) >= made.last_day).all()


@pytest.mark.parametrize("which", ["own", "value"])
@pytest.mark.parametrize("beyond", [MOST + 1, -MOST - 1])
def test_a_value_that_does_not_fit_is_refused(which, beyond):
    values = {name: Maybe(np.array([0, 1500]), np.array([False, True])) for name in ("own", "value")}
    asked = Asked(**(values | {which: Maybe(np.array([0, beyond]), np.array([False, True]))}))
    with pytest.raises(OverflowError):
        total(Games.none(), asked)
    unknown = Maybe(np.array([beyond, 1500]), np.array([False, True]))  # nobody has this value: nobody looks at it
    assert not total(Games.none(), Asked(**(values | {which: unknown}))).games.any()
