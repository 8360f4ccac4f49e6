"""Scenes of section 3, decision 3: newcomers, their pools and events, by every block's conditions."""

import elo_international
from expectation_builder import DAY, Builder, some_anchors, spread_over
from fide_entry import performance
from rounding import round_half_away


def entry_level(b: Builder) -> int:
    """A rating well above the floor for opponents of newcomers."""
    return max(b.block["floor"] + 150, 1700) + b.rng.randrange(0, 300, 50)


def scene_entry(b: Builder) -> None:
    """A newcomer in one or two events with exactly the games, or one fewer; high and low scores."""
    need = b.block["entry_games"]
    level = entry_level(b)
    count = need - b.rng.choice((0, 0, 0, 1))
    newcomer = b.player(birth=b.rng.choice((None, 2000)))
    codes = [b.tournament(form=b.rng.choice(("swiss", "team", "", "round-robin")))]
    if b.rng.random() < 0.6:
        codes.append(b.tournament(form="swiss"))
    if b.rng.random() < 0.2:
        codes.append("")
    total = b.rng.choice((0, 1, 2, count - 1, count, count + 1, count + 2, 2 * count))
    for number, (opponent, points) in enumerate(spread_over(some_anchors(b, level, count), total)):
        b.meet(codes[number % len(codes)], newcomer, opponent, points)


def scene_entry_edges(b: Builder) -> None:
    """Entries near the floor and, from 2024, above the maximum of 2200."""
    need, floor = b.block["entry_games"], b.block["floor"]
    half_points = b.rng.choice((2, 3))
    target = floor - b.rng.choice((0, 0, 1, 1))
    for level in range(floor, floor + 900):
        if round_half_away(performance(b.block, level * need, need, half_points)) == target:
            code = b.tournament()
            newcomer = b.player()
            for number in range(need):
                one = b.anchor(level) if number == 0 else b.player(level)
                b.meet(code, newcomer, one, (2, half_points - 2)[number] if number < 2 else 0)
            break
    if b.rng.random() < 0.5:
        code = b.tournament()
        b.series(code, b.player(), some_anchors(b, 2380, need), b.rng.choice((need, need + 1, 2 * need)))


def scene_window(b: Builder) -> None:
    """Pool rows in the first month of the window, and just out of it (decision 3)."""
    step = b.months
    level = entry_level(b)
    need = b.block["entry_games"]
    opponents = some_anchors(b, level, need)
    ago = (b.block["entry_months"] - 1) // step * step
    for months_ago in b.rng.sample((ago, ago + step), 2)[: b.rng.randrange(1, 3)]:
        newcomer = b.player()
        b.pool(newcomer, "past", months_ago, need - 1, need, level, opponents, form="team", first=True)
        if b.rng.random() < 0.8:
            code = b.tournament(form=b.rng.choice(("swiss", "team")))
            count = b.rng.choice((1, 3, 4))
            b.series(code, newcomer, opponents[:count], b.rng.randrange(1, 2 * count + 1))


def begun_before(b: Builder, newcomer: str, level: int, pooled: list, half_points: int, days: int) -> str:
    """An event begun some days before the period, with games of it in the pool already: its code."""
    starts = b.period.starts - days * DAY
    code = b.tournament(starts=starts, plays=b.period.starts + 5 * DAY, form="team")
    count = len(pooled)
    b.pool(newcomer, code, b.months, count, half_points, level, pooled, form="team", first=True, starts=starts)
    return code


def scene_first_event(b: Builder) -> None:
    """First events with nothing or little, alone, tied, continued, and later events with nothing."""
    need = b.block["entry_games"]
    level = entry_level(b)
    opponents = some_anchors(b, level, need)
    kind = b.rng.choice(("now", "tie", "continued", "later", "uncoded"))
    newcomer = b.player()
    early = b.period.starts + 5 * DAY
    if kind == "continued":
        code = begun_before(b, newcomer, level, opponents[:3], 0, 20)
        b.series(code, newcomer, opponents[3:need], b.rng.choice((0, 1, 4)))
        return
    if kind == "later":
        b.pool(newcomer, "past", b.months, 4, 5, level, opponents[:4], form="swiss", first=True)
        code = b.tournament(starts=early)
        b.series(code, newcomer, opponents[:need], b.rng.choice((0, 0, 1)))
        return
    second = early if kind == "tie" else early + 2 * DAY
    first_code, second_code = b.tournament(starts=early), b.tournament(starts=second)
    if kind == "uncoded":
        first_code = ""
    b.series(first_code, newcomer, opponents[:3], 0)
    b.series(second_code, newcomer, opponents[:need], b.rng.choice((0, 3, need)))


def scene_2009_entry(b: Builder) -> None:
    """The conditions of the 2009 block: format, 3 opponents, 1 point, the "unless", events over periods."""
    level = entry_level(b)
    opponents = some_anchors(b, level, 9)
    kind = b.rng.choice(("format", "opponents", "unless", "before", "low", "over periods", "weighted"))
    newcomer = b.player()
    early, later = b.period.starts + 5 * DAY, b.period.starts + 9 * DAY
    good = b.tournament(starts=early, form="swiss")
    if kind == "format":
        bad = b.tournament(starts=later, form=b.rng.choice(("match", "round-robin")))
        b.series(good, newcomer, opponents[:5], 4)
        b.series(bad, newcomer, opponents[5:], 5)
    elif kind == "opponents":
        other = b.tournament(starts=later)
        b.series(good, newcomer, opponents[:7], 6)
        b.series(other, newcomer, [opponents[7], opponents[8], opponents[7]], 3)
    elif kind in ("unless", "before", "low"):
        other = b.tournament(starts=later if kind != "before" else early - DAY)
        if kind == "low":
            b.series(good, newcomer, [b.anchor(1480 + number) for number in range(6)], 2)
        else:
            b.series(good, newcomer, opponents[:6], 6)
        b.series(other, newcomer, opponents[6:], b.rng.choice((0, 1)))
    elif kind == "over periods":
        code = begun_before(b, newcomer, level, opponents[:2], 1, 30)
        b.series(code, newcomer, opponents[2:], b.rng.randrange(1, 8))
    else:
        other = b.tournament(starts=later)
        b.series(good, newcomer, opponents[:4], 5)
        b.series(other, newcomer, [b.anchor(level - 190 + n) for n in range(6)], b.rng.choice((3, 9)))


def scene_pool_odds(b: Builder) -> None:
    """A pool without a game, with unrated opponents only, and a pool of a rated player (0.6)."""
    level = entry_level(b)
    opponents = some_anchors(b, level, 4)
    idle = b.player()
    b.pool(idle, "past", b.months, 4, 4, level, opponents, form="swiss", first=True)
    if b.system != elo_international.SYSTEM:
        full = b.player()
        b.pool(full, "past", b.months, b.block["entry_games"] + 1, 9, level, opponents, form="swiss", first=True)
    rated = b.player(level)
    b.pool(rated, "past", b.months, 4, 4, level, opponents, form="swiss", first=True)
    if b.rng.random() < 0.5:
        b.meet(b.tournament(), rated, opponents[0], b.score())
    code = b.tournament()
    b.meet(code, idle, b.player(), 2)
    fallen = b.player(None, earlier=(b.block["floor"] + 2, None), games=60)
    b.series(code, fallen, opponents, b.rng.choice((0, 3)))
