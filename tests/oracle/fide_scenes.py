"""Scenes of the FIDE systems: caps, K, credited ratings, the gap of 600, time controls."""

from datetime import date

from expectation_builder import DAY, Builder, some_anchors


def scene_caps(b: Builder) -> None:
    """Gaps of 399, 400, 401 and more, own ratings around 2650."""
    code = b.tournament()
    high = b.rng.choice((1990, 2205, 2500))
    for gap in b.rng.sample((399, 400, 401), 2):
        b.meet(code, b.player(high), b.player(high - gap), b.score())
    own = b.rng.choice((2649, 2649, 2650, 2650, 2651, 2700))
    strong = b.player(own)
    for gap in b.rng.sample((392, 401, 500, 598, 735, 736, 800), 3):
        b.meet(code, strong, b.player(own - gap), b.score())


def scene_k(b: Builder) -> None:
    """Every K class: age, peak, career games at their edges."""
    code = b.tournament()
    year = b.period.starts.year
    for _ in range(5):
        rating, peak = b.rng.choice(
            (
                (1800, 1800),
                (2290, 2299),
                (2290, 2300),
                (2250, 2350),
                (2390, 2399),
                (2390, 2400),
                (2401, 2401),
                (2299, 2299),
            )
        )
        birth = b.rng.choice((None, year - 17, year - 18, year - 18, year - 19))
        games = b.rng.choice((1, 28, 29, 29, 30, 30, 31, 200))
        one = b.player(rating, birth=birth, games=games, peak=peak)
        for opponent in some_anchors(b, rating - b.rng.randrange(-150, 150), b.rng.randrange(1, 5)):
            b.meet(code, one, opponent, b.score())


def scene_many(b: Builder) -> None:
    """K x n around 700."""
    codes = [b.tournament(), b.tournament()]
    games, count = b.rng.choice(((10, 17), (10, 18), (10, 20), (150, 34), (150, 35), (150, 36), (150, 39)))
    if b.period.ends < date(2014, 7, 1):
        games, count = b.rng.choice(((10, 28), (10, 29), (10, 37), (150, 36)))
    one = b.player(1900, games=games)
    opponents = some_anchors(b, 1850, 12, 9)
    for number in range(count):
        b.meet(codes[number % 2], one, opponents[number % len(opponents)], b.score())


def scene_credit(b: Builder) -> None:
    """Ratings credited from the standard list (decision 6)."""
    floor = b.block["floor"]
    code = b.tournament()
    field_ = [
        b.player(standard=(1905, 1900, 1880)),
        b.player(standard=(2405, 2399, 2390), games=b.rng.choice((0, 12, 40))),
        b.player(None, earlier=(floor + 5, floor + 9), games=33, standard=(1700, 1690, 1680)),
        b.player(1800, standard=(1950, 1950, 1950)),
        b.player(standard=(floor + 4, floor + 4, floor + 4)),
    ]
    b.player(standard=(2000, 2000, 2000))
    for one in field_:
        for opponent in b.rng.sample([*field_, b.anchor(1850), b.anchor(1600)], 3):
            if opponent != one and b.rng.random() < 0.8:
                b.meet(code, one, opponent, b.score())
    b.meet(code, field_[4], b.anchor(floor + 20), 0)
    entered = b.player(standard=(1888, None, None))
    lost = b.player(standard=(None, floor + 4, floor + 4), games=3)
    old = b.tournament(starts=b.list_days[1] + DAY, plays=b.period.starts + DAY)
    for one in (entered, lost, field_[0]):
        b.meet(old, one, b.anchor(1850), b.score())
        b.meet(old, one, b.anchor(1700), b.score())
    holder = b.player(standard=(1777, 1777, 1777))
    b.pool(holder, "oldpool", b.months, 3, 3, 1800, some_anchors(b, 1800, 3), first=True)
    if b.rng.random() < 0.5:
        b.meet(code, holder, b.anchor(1800), b.score())


def scene_gap(b: Builder) -> None:
    """Gaps around 600 with players around 2600."""
    starts = b.rng.choice(("in period", b.period.starts - DAY))
    code = b.tournament(starts=starts, plays=b.period.starts + DAY)
    for high, low in b.rng.sample(((2601, 2001), (2600, 2000), (2601, 2002), (2610, 1900), (2600, 1900)), 4):
        b.meet(code, b.player(high, games=20), b.player(low, games=100), b.score())
    floor = b.block["floor"]
    fallen = b.player(None, earlier=(floor + 2, floor + 2), games=50)
    old = b.tournament(starts=b.list_days[1] + DAY, plays=b.period.starts + DAY)
    b.meet(old, fallen, b.anchor(2650), 1)
    b.meet(code, b.player(), b.anchor(2650), 1)


def scene_time_control(b: Builder) -> None:
    """Row accepted: minutes against the strongest player, rounds and hours a day."""
    minutes_by_the_strongest(b)
    rounds_by_the_day(b)


def minutes_by_the_strongest(b: Builder) -> None:
    """Row accepted: minutes at and under the limits of 2200, 1600 and below, played or by forfeit."""
    strongest, minutes = b.rng.choice((
        (2200, "119"), (2200, "120"), (2200, "90+30"), (2200, "90+29"), (2199, "90"), (2199, "89"),
        (1600, "60+30"), (1600, "89"), (1599, "60"), (1599, "59"), (2300, ""), (2300, None),
    ))  # fmt: skip
    floor = b.block["floor"]
    low = max(floor, 1500)
    code = b.tournament(minutes=minutes)
    one, two = b.player(low + 20), b.player(low + 44)
    b.meet(code, one, two, b.score())
    b.meet(code, two, one, b.score())
    strong = b.player(max(strongest, floor))
    if b.rng.random() < 0.5:
        b.meet(code, strong, one, 0, result="0-1F")
    else:
        b.meet(code, strong, one, b.score())


def rounds_by_the_day(b: Builder) -> None:
    """Row accepted: three rounds and 12 hours a day, at and over; one date for all rounds."""
    kind, minutes = b.rng.choice(
        (("many", "120"), ("many", "60"), ("one day", "120"), ("hours", "121"), ("hours", "120"), ("hours", "150"))
    )
    code = b.tournament(minutes=minutes)
    day = b.first_play[code]
    one, two = b.player(1530), b.player(1560)
    rounds = 4 if kind == "many" else 3
    if kind == "one day":
        rounds = 5
    for number in range(1, rounds + 1):
        b.meet(code, one, two, b.score(), day=day, number=number)
    if kind != "one day":
        b.meet(code, one, two, b.score(), day=day + DAY, number=rounds + 1)
