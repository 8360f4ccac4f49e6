"""Scenes of the UKD (section 4): bands of k, caps, unrated opponents, events, first ratings."""

from expectation_builder import Builder, some_anchors


def scene_ukd_bands(b: Builder) -> None:
    """The edges of the k bands; in 2016 the two ends of the polynomial."""
    code = b.tournament()
    edges = (1000, 1299, 1300, 1599, 1600, 1999, 2000, 2399, 2400, 2700)
    for rating in b.rng.sample(edges, 6):
        one = b.player(rating, games=b.rng.randrange(5, 90))
        for opponent in some_anchors(b, max(1000, rating - b.rng.choice((0, 120, -77))), 2, 7):
            b.meet(code, one, opponent, b.score())


def scene_ukd_caps(b: Builder) -> None:
    """349, 350, 351 points and more; a mean that ends in a half."""
    code = b.tournament()
    own = b.rng.choice((1500, 1810, 2250))
    one = b.player(own)
    for gap in b.rng.sample((349, 350, 351, 480, -349, -350, -351, -600, 13), 4):
        b.meet(code, one, b.player(max(1000, own - gap)), b.score())
    b.meet(code, b.player(own), b.player(own - 351 if b.rng.random() < 0.5 else own + 351), b.score())
    two = b.player(1705)
    b.meet(code, two, b.anchor(1700 + b.rng.choice((0, 20))), b.score())
    b.meet(code, two, b.anchor(1801 + b.rng.choice((0, 30))), b.score())


def scene_ukd_unrated(b: Builder) -> None:
    """Games against unrated opponents, alone and beside others, ending the provisional mark or not."""
    code = b.tournament()
    one, two, three = b.player(1280, games=5), b.player(1840, games=5), b.player(1650, games=6)
    b.period.provisional |= {one, two, three}
    newcomer, other = b.player(), b.player()
    b.meet(code, one, newcomer, b.rng.choice((0, 1, 2)))
    b.meet(code, one, other, b.rng.choice((0, 1, 2)))
    if b.rng.random() < 0.5:
        b.meet(code, two, b.anchor(1800), b.score())
        b.meet(code, two, newcomer, b.score())
    b.meet(code, newcomer, other, b.score())


def scene_ukd_floor(b: Builder) -> None:
    """Down to 1000 and no further."""
    code = b.tournament()
    start = b.rng.choice((1000, 1010, 1015, 1030))
    b.meet(code, b.player(start), b.anchor(1010), 0)


def scene_ukd_events(b: Builder) -> None:
    """Several events in a period: a change each, one rounding; games without a code are one event."""
    one = b.player(b.rng.randrange(1200, 2500))
    for code in (b.tournament(), b.tournament(), ""):
        for _ in range(b.rng.randrange(1, 4)):
            b.meet(code, one, b.anchor(b.rng.randrange(1100, 2500, 51)), b.score())


def scene_ukd_entry(b: Builder) -> None:
    """First ratings with 4 and 5 games, pooled, with nothing, with everything, and below 1000."""
    level = b.rng.choice((1000, 1010, 1400, 1850))
    opponents = some_anchors(b, level, 5)
    newcomer = b.player()
    before = b.rng.choice((0, 0, 1, 3, 4))
    if before:
        b.pool(
            newcomer,
            b.rng.choice(("past", "")),
            3 * b.months,
            before,
            b.rng.randrange(0, 2 * before + 1),
            level,
            opponents,
            first=True,
        )
    now = b.rng.choice((5 - before, 5 - before, 4 - before, 5))
    points = b.rng.choice((0, 1, now, 2 * now))
    b.series(b.tournament(), newcomer, opponents[:now], points)
    if b.rng.random() < 0.3:
        b.meet(b.tournament(), newcomer, b.player(), b.score())
    b.series(b.tournament(), b.player(), opponents, b.rng.choice((0, 10)))
    idle = b.player()
    b.pool(idle, "past", b.months, 3, 3, level, opponents, first=True)
