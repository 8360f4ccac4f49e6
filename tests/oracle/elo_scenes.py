"""Scenes of the old Elo International list: means of events, K, entries."""

from expectation_builder import Builder, some_anchors


def scene_elo_caps(b: Builder) -> None:
    """Opponents brought within 350, means that end in a half, events on their own."""
    code = b.tournament()
    own = b.rng.choice((2375, 2425))
    one = b.player(own, games=b.rng.choice((10, 29, 30, 100)), peak=b.rng.choice((own, 2399, 2400)))
    for gap in b.rng.sample((0, -100, 350, 355, 345, 500, -250), 4):
        b.meet(code, one, b.player(max(2010, own - gap)), b.score())
    two = b.player(2205)
    b.meet(code, two, b.anchor(2300), b.score())
    b.meet(code, two, b.anchor(b.rng.choice((2305, 2310, 2285))), b.score())
    b.meet("", two, b.anchor(2400), b.score())
    b.meet("", two, b.anchor(2210), b.score())


def scene_elo_k(b: Builder) -> None:
    """The K classes of the old list."""
    code = b.tournament()
    for _ in range(3):
        rating, peak = b.rng.choice(((2100, 2100), (2390, 2395), (2390, 2400), (2400, 2400)))
        one = b.player(rating, games=b.rng.choice((12, 29, 30, 90)), peak=peak)
        for opponent in some_anchors(b, rating - b.rng.choice((0, 30, -50)), b.rng.randrange(1, 4), 5):
            b.meet(code, one, opponent, b.score())


def scene_elo_entry(b: Builder) -> None:
    """Entries at and under the floor, with 3 or 4 opponents in an event."""
    level = b.rng.choice((2010, 2030, 2035, 2035, 2080, 2150, 2240))
    opponents = some_anchors(b, level, 9, 5)
    newcomer = b.player()
    one, two = b.tournament(), b.tournament()
    few = b.rng.choice((3, 4))
    half_points = 8 if level in (2030, 2035) else b.rng.choice((3, 5, 6, 7, 8, 9, 10, 18, 18))
    first = min(half_points, 2 * (9 - few))
    b.series(one, newcomer, opponents[: 9 - few], first)
    b.series(two, newcomer, opponents[9 - few :], half_points - first)
    if b.rng.random() < 0.5:
        b.meet(one, newcomer, opponents[0], b.score())
