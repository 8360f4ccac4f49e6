"""Scenes that periods of several systems share: a field of players, unplayed games, old events, floors, inactivity."""

from datetime import date

import fide
from expectation_builder import DAY, Builder


def scene_background(b: Builder, low: int, high: int) -> None:
    """A field of rated players with moving ratings, in two events and without one."""
    field_ = []
    for _ in range(8):
        rating = b.rng.randrange(low, high)
        earlier = tuple(max(low, rating + b.rng.choice((0, 0, -7, 5, 12))) for _ in range(2))
        birth = b.rng.choice((None, b.period.starts.year - b.rng.randrange(10, 60)))
        field_.append(b.player(rating, earlier=earlier, birth=birth))
    codes = [b.tournament(starts=None), b.tournament(row=False), ""]
    for _ in range(20):
        one, two = b.rng.sample(field_, 2)
        b.meet(b.rng.choice(codes), one, two, b.score())


def scene_unplayed(b: Builder) -> None:
    """Forfeits, byes, and a player who has nothing else (0.4, 0.6)."""
    code = b.tournament()
    one, two = b.player(2050), b.player(2110)
    b.meet(code, one, two, 0, result=b.rng.choice(("1-0F", "0-1F", "0-0F")))
    b.meet(code, one, None, 0, result="bye")
    if b.rng.random() < 0.5:
        b.meet(code, two, b.anchor(2080), b.score())
    b.meet(code, one, b.player(), b.score())


def scene_old_event(b: Builder) -> None:
    """Events begun before the period, before the newest list, before every list (decision 1)."""
    oldest, middle, newest = b.list_days
    starts = b.rng.choice((newest - DAY, middle, middle - DAY, oldest + DAY, oldest - 40 * DAY))
    plays = b.rng.choice((starts, b.period.starts + 2 * DAY, b.period.starts - DAY))
    code = b.tournament(starts=starts, plays=max(plays, starts))
    floor = b.block["floor"]
    field_ = [
        b.player(2010, earlier=(2041, 1988)),
        b.player(1850, earlier=(1799, 1801)),
        b.player(max(floor, 1850), earlier=(None, None), games=12),
        b.player(max(floor, 1790), earlier=(max(floor, 1805), None), games=14),
        b.player(None, earlier=(floor + 3, floor + 9), games=40),
        b.player(),
    ]
    for _ in range(10):
        one, two = b.rng.sample(field_, 2)
        b.meet(code, one, two, b.score())
    for one in field_[2:5]:
        b.meet(code, one, field_[0], b.score())
    b.meet("", field_[0], field_[1], b.score())


def scene_floor(b: Builder) -> None:
    """At the floor, just below it, and climbing back from below a raised floor (decision 4)."""
    code = b.tournament()
    floor = b.block["floor"]
    for _ in range(2):
        start = floor + b.rng.choice((10, 11, 12, 13, 13, 19, 20, 20, 9))
        one = b.player(start, games=b.rng.choice((10, 100)))
        b.meet(code, one, b.anchor(start), 0)
    if b.period.ends >= date(2024, 3, 1) and b.system in fide.SYSTEMS:
        b.player(b.rng.randrange(1000, 1400))
        low = b.player(b.rng.choice((1250, 1385, 1395)), games=b.rng.choice((10, 100)))
        b.meet(code, low, b.anchor(1450), b.rng.choice((0, 2, 2)))


def scene_inactive(b: Builder) -> None:
    """12 and 36 months to the day, unknown last games, and players who come back (decision 5)."""
    code = b.tournament()
    publishes = b.period.publishes
    year = date(publishes.year - 1, publishes.month, publishes.day)
    years = date(publishes.year - 3, publishes.month, publishes.day)
    for last in (year, year - DAY, years, years - DAY, None):
        one = b.player(2140, last=last, games=b.rng.choice((20, 200)))
        if b.rng.random() < 0.25:
            b.meet(code, one, b.anchor(2150), b.score())
    b.meet(code, b.player(2230), b.player(2200, last=years - 400 * DAY), b.score())
