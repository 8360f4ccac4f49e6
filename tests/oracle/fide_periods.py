"""Random periods of the FIDE, UKD and Elo International systems, built to hit the rare cases.

``random_period(system, seed)`` always gives the same period for the same seed (``random.Random`` only).
Rows have the columns of the contract (dates are ``date`` objects, numbers are numbers, ``opponents`` is a
list of ids), and are valid: one game per player and round of a tournament, dates inside the tournament and
not after the period, no two equal rows.  ``fide_cases`` names the cases that a rated period contains.
"""

import random
from calendar import monthrange
from dataclasses import dataclass, field
from datetime import date, timedelta

import elo_international
import fide
import ukd
from rounding import round_half_away

FIDE_SYSTEMS = fide.SYSTEMS
UKD_SYSTEMS = ukd.SYSTEMS
SYSTEMS = (*FIDE_SYSTEMS, *UKD_SYSTEMS, elo_international.SYSTEM)

DAY = timedelta(days=1)


@dataclass
class RandomPeriod:
    """The inputs of one period; ``rate()`` gives the oracle's results."""

    system: str
    seed: int
    starts: date
    ends: date
    publishes: date
    players: list = field(default_factory=list)
    lists: dict = field(default_factory=dict)
    history: dict = field(default_factory=dict)
    pools: list = field(default_factory=list)
    tournaments: list = field(default_factory=list)
    games: list = field(default_factory=list)
    standard_lists: dict = field(default_factory=dict)
    parameters: dict = field(default_factory=dict)
    provisional: set = field(default_factory=set)
    late_list: bool = False  # the newest list was published after the period's first day

    def arguments(self) -> dict:
        """The keyword arguments of the oracle's ``rate``."""
        names = ("system", "starts", "ends", "publishes", "players", "lists", "history", "pools",
                 "tournaments", "games", "standard_lists", "parameters")
        values = {name: getattr(self, name) for name in names}
        if self.system in UKD_SYSTEMS:
            values["provisional"] = self.provisional
        return values

    def rate(self) -> dict:
        """{id: Result} by the slow implementation."""
        if self.system in FIDE_SYSTEMS:
            return fide.rate(**self.arguments())
        if self.system in UKD_SYSTEMS:
            return ukd.rate(**self.arguments())
        return elo_international.rate(**self.arguments())


def months_later(day: date, months: int) -> date:
    """The first of the month ``months`` after the month of a day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, 1)


def last_of_month(day: date) -> date:
    """The last day of the month of a day."""
    return date(day.year, day.month, monthrange(day.year, day.month)[1])


# ------------------------------------------------------------------------------------------------ builder


class Builder:
    """Puts one period together; scenarios below call its methods."""

    def __init__(self, system: str, seed: int, first: date, months: int):
        """Opens the period of ``months`` months beginning at ``first``, with three earlier lists."""
        self.rng = random.Random(f"{system}/{seed}")
        self.system = system
        self.months = months
        starts = first
        ends = months_later(first, months) - DAY
        late = system in FIDE_SYSTEMS and self.rng.random() < 0.15
        self.period = RandomPeriod(system, seed, starts, ends, ends + DAY, late_list=late)
        newest = starts + timedelta(days=4) if late else starts
        self.list_days = [months_later(starts, -2 * months), months_later(starts, -months), newest]
        self.period.lists = {day: {} for day in self.list_days}
        if system in ("fide-rapid", "fide-blitz"):
            self.period.standard_lists = {day: {} for day in self.list_days[:2]}
            self.period.standard_lists[starts] = {}
        self.round_of = {}
        self.uncoded = set()
        self.anchors = {}
        self.first_play = {}

    # -- who

    def player(self, rating=None, *, earlier=None, birth=None, games=None, peak=None, last="recent",
               standard=None) -> str:
        """A new player; ``earlier``: (middle, oldest) ratings; ``standard``: (newest, middle, oldest)."""
        period = self.period
        number = len(period.players) + 1
        name = f"p{number:03d}"
        period.players.append({"id": name, "name": f"Player {number:03d}", "birth_year": birth})
        if earlier is None:
            earlier = (rating, rating)
        values = [earlier[1], earlier[0], rating]
        for day, value in zip(self.list_days, values, strict=True):
            period.lists[day][name] = value
        if standard is not None and period.standard_lists:
            for day, value in zip(sorted(period.standard_lists), reversed(standard), strict=True):
                period.standard_lists[day][name] = value
        known = [value for value in values if value is not None]
        if games is None:
            games = self.rng.randrange(31, 300) if known else 0
        if known:
            peak = max([*known, *([] if peak is None else [peak])])
        if last == "recent":
            last = period.starts - timedelta(days=self.rng.randrange(20, 200)) if games else None
        period.history[name] = (games, peak, last)
        return name

    def anchor(self, rating: int) -> str:
        """A settled player who has exactly this rating on every list (the same one when asked again)."""
        if rating not in self.anchors:
            self.anchors[rating] = self.player(rating, games=self.rng.randrange(100, 900))
        return self.anchors[rating]

    def pool(self, player: str, code: str, months_ago: int, games: int, half_points: int, mean: int,
             opponents: list, *, form="", first=False, starts=None) -> None:
        """A pool row counted in the period whose last month lies ``months_ago`` before this one's."""
        period = self.period
        ends = last_of_month(months_later(period.ends, -months_ago))
        period.pools.append({
            "id": player, "tournament": code, "period_ends": ends, "starts": starts or ends - 20 * DAY,
            "games": games, "half_points": half_points, "opponents_sum": mean * games,
            "opponents": sorted(opponents)[:games], "format": form, "first_event": first,
        })
        career, peak, last = period.history[player]
        last = max(day for day in (last, ends - 10 * DAY) if day is not None)
        period.history[player] = (career + games, peak, last)

    # -- what they play

    def tournament(self, *, starts="in period", plays=None, minutes="90+30", form="swiss", row=True) -> str:
        """A new tournament code; ``starts``: a day, or None: the row leaves it empty."""
        period = self.period
        code = f"t{len(self.first_play) + 1:02d}"
        if starts == "in period":
            starts = period.starts + self.rng.randrange(5, 8) * DAY
        play = plays or starts or period.starts + self.rng.randrange(5, 8) * DAY
        self.first_play[code] = max(play, starts or play)
        kind = self.system.rpartition("-")[2]
        if row:
            period.tournaments.append({
                "tournament": code, "name": f"Open {code}", "starts": starts,
                "ends": period.ends if starts else None, "minutes": minutes, "format": form, "rounds": None,
                "kind": kind if kind in ("standard", "rapid", "blitz") and self.rng.random() < 0.5 else "",
            })
        return code

    def meet(self, code: str, player: str, opponent: str | None, half_points, *, result=None, day=None,
             number=None) -> bool:
        """A game of a tournament in the next free round; two rounds a day.  False: no day is left."""
        period = self.period
        if not code:
            return self.casual(player, opponent, half_points)
        if number is None:
            number = 1 + max(self.round_of.get((code, player), 0), self.round_of.get((code, opponent), 0))
        day = day or self.first_play[code] + ((number - 1) // 2) * DAY
        if day > period.ends:
            return False
        for one in (player, opponent):
            self.round_of[(code, one)] = number
        self.row(code, player, opponent, half_points, result, day, number)
        return True

    def casual(self, player: str, opponent: str, half_points: int) -> bool:
        """A game without a tournament code, once per pair and day."""
        period = self.period
        for _ in range(20):
            day = period.starts + self.rng.randrange(-3, (period.ends - period.starts).days + 1) * DAY
            key = (min(player, opponent), max(player, opponent), day)
            if key not in self.uncoded:
                self.uncoded.add(key)
                self.row("", player, opponent, half_points, None, day, None)
                return True
        return False

    def row(self, code, player, opponent, half_points, result, day, number) -> None:
        """Writes the row with random colours."""
        white, black = player, opponent
        if result is None:
            if self.rng.random() < 0.5:
                white, black, half_points = opponent, player, 2 - half_points
            result = {2: "1-0", 1: "1/2-1/2", 0: "0-1"}[half_points]
        self.period.games.append({"white": white, "black": black or "", "result": result, "date": day,
                                  "tournament": code, "round": number, "board": None})

    def score(self) -> int:
        """A random result in half points."""
        return self.rng.choice((0, 0, 1, 2, 2))

    def series(self, code: str, player: str, opponents: list, half_points: int) -> None:
        """Games against all opponents with that many half points in all, spread from the front."""
        left = half_points
        for opponent in opponents:
            points = min(2, left)
            left -= points
            self.meet(code, player, opponent, points)


def some_anchors(b: Builder, rating: int, count: int, spread: int = 3) -> list:
    """``count`` settled opponents around a rating."""
    return [b.anchor(rating + spread * number) for number in range(count)]


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


# ------------------------------------------------------------------------------------------- FIDE scenes


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
        rating, peak = b.rng.choice(((1800, 1800), (2290, 2299), (2290, 2300), (2250, 2350), (2390, 2399),
                                     (2390, 2400), (2401, 2401), (2299, 2299)))
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


def scene_old_event(b: Builder) -> None:
    """Events begun before the period, before the newest list, before every list (decision 1)."""
    oldest, middle, newest = b.list_days
    starts = b.rng.choice((newest - DAY, middle, middle - DAY, oldest + DAY, oldest - 40 * DAY))
    plays = b.rng.choice((starts, b.period.starts + 2 * DAY, b.period.starts - DAY))
    code = b.tournament(starts=starts, plays=max(plays, starts))
    fide_floor = floor_of(b)
    field_ = [
        b.player(2010, earlier=(2041, 1988)),
        b.player(1850, earlier=(1799, 1801)),
        b.player(max(fide_floor, 1850), earlier=(None, None), games=12),
        b.player(max(fide_floor, 1790), earlier=(max(fide_floor, 1805), None), games=14),
        b.player(None, earlier=(fide_floor + 3, fide_floor + 9), games=40),
        b.player(),
    ]
    for _ in range(10):
        one, two = b.rng.sample(field_, 2)
        b.meet(code, one, two, b.score())
    for one in field_[2:5]:
        b.meet(code, one, field_[0], b.score())
    b.meet("", field_[0], field_[1], b.score())


def floor_of(b: Builder) -> int:
    """The floor of the period."""
    if b.system == elo_international.SYSTEM:
        return elo_international.BLOCK_1990["floor"]
    return fide.block_on(b.period.ends, fide.BLOCKS)["floor"]


def scene_floor(b: Builder) -> None:
    """At the floor, just below it, and climbing back from below a raised floor (decision 4)."""
    code = b.tournament()
    floor = floor_of(b)
    for _ in range(2):
        start = floor + b.rng.choice((10, 11, 12, 13, 13, 19, 20, 20, 9))
        one = b.player(start, games=b.rng.choice((10, 100)))
        b.meet(code, one, b.anchor(start), 0)
    if b.period.ends >= date(2024, 3, 1) and b.system in FIDE_SYSTEMS:
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


def scene_credit(b: Builder) -> None:
    """Ratings credited from the standard list (decision 6)."""
    floor = floor_of(b)
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
    floor = floor_of(b)
    fallen = b.player(None, earlier=(floor + 2, floor + 2), games=50)
    old = b.tournament(starts=b.list_days[1] + DAY, plays=b.period.starts + DAY)
    b.meet(old, fallen, b.anchor(2650), 1)
    b.meet(code, b.player(), b.anchor(2650), 1)


def scene_time_control(b: Builder) -> None:
    """Row accepted: minutes against the strongest player, rounds and hours a day."""
    strongest, minutes = b.rng.choice((
        (2200, "119"), (2200, "120"), (2200, "90+30"), (2200, "90+29"), (2199, "90"), (2199, "89"),
        (1600, "60+30"), (1600, "89"), (1599, "60"), (1599, "59"), (2300, ""), (2300, None),
    ))
    floor = floor_of(b)
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
    kind, minutes = b.rng.choice((("many", "120"), ("many", "60"), ("one day", "120"), ("hours", "121"),
                                  ("hours", "120"), ("hours", "150")))
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


def entry_need(b: Builder) -> int:
    """Games needed for an entry in the period."""
    if b.system in UKD_SYSTEMS:
        return 5
    if b.system == elo_international.SYSTEM:
        return 9
    return fide.block_on(b.period.ends, fide.BLOCKS)["entry_games"]


def entry_level(b: Builder) -> int:
    """A rating well above the floor for opponents of newcomers."""
    return max(floor_of(b) + 150, 1700) + b.rng.randrange(0, 300, 50)


def scene_entry(b: Builder) -> None:
    """A newcomer in one or two events with exactly the games, or one fewer; high and low scores."""
    need = entry_need(b)
    level = entry_level(b)
    count = need - b.rng.choice((0, 0, 0, 1))
    newcomer = b.player(birth=b.rng.choice((None, 2000)))
    codes = [b.tournament(form=b.rng.choice(("swiss", "team", "", "round-robin")))]
    if b.rng.random() < 0.6:
        codes.append(b.tournament(form="swiss"))
    if b.rng.random() < 0.2:
        codes.append("")
    total = b.rng.choice((0, 1, 2, count - 1, count, count + 1, count + 2, 2 * count))
    left = total
    for number, opponent in enumerate(some_anchors(b, level, count)):
        points = min(2, left)
        left -= points
        b.meet(codes[number % len(codes)], newcomer, opponent, points)


def scene_entry_edges(b: Builder) -> None:
    """Entries near the floor and, from 2024, above the maximum of 2200."""
    block = fide.block_on(b.period.ends, fide.BLOCKS)
    need, floor = block["entry_games"], block["floor"]
    half_points = b.rng.choice((2, 3))
    target = floor - b.rng.choice((0, 0, 1, 1))
    for level in range(floor, floor + 900):
        if round_half_away(fide.performance(block, level * need, need, half_points)) == target:
            code = b.tournament()
            newcomer = b.player()
            for number in range(need):
                one = b.anchor(level) if number == 0 else b.player(level)
                b.meet(code, newcomer, one, (2, half_points - 2)[number] if number < 2 else 0)
            break
    if b.rng.random() < 0.5:
        code = b.tournament()
        b.series(code, b.player(), some_anchors(b, 2380, need), b.rng.choice((need, need + 1, 2 * need)))


def scene_window(b: Builder, months: int) -> None:
    """Pool rows in the first month of the window, and just out of it (decision 3)."""
    step = b.months
    level = entry_level(b)
    need = entry_need(b)
    opponents = some_anchors(b, level, need)
    ago = (months - 1) // step * step
    for months_ago in b.rng.sample((ago, ago + step), 2)[: b.rng.randrange(1, 3)]:
        newcomer = b.player()
        b.pool(newcomer, "past", months_ago, need - 1, need, level, opponents, form="team", first=True)
        if b.rng.random() < 0.8:
            code = b.tournament(form=b.rng.choice(("swiss", "team")))
            count = b.rng.choice((1, 3, 4))
            b.series(code, newcomer, opponents[:count], b.rng.randrange(1, 2 * count + 1))


def scene_first_event(b: Builder) -> None:
    """First events with nothing or little, alone, tied, continued, and later events with nothing."""
    need = entry_need(b)
    level = entry_level(b)
    opponents = some_anchors(b, level, need)
    kind = b.rng.choice(("now", "tie", "continued", "later", "uncoded"))
    newcomer = b.player()
    early = b.period.starts + 5 * DAY
    if kind == "continued":
        code = b.tournament(starts=b.period.starts - 20 * DAY, plays=early, form="team")
        b.pool(newcomer, code, b.months, 3, 0, level, opponents[:3], form="team", first=True,
               starts=b.period.starts - 20 * DAY)
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
        points = 6 if kind != "low" else 2
        other = b.tournament(starts=later if kind != "before" else early - DAY)
        if kind == "low":
            low = [b.anchor(1480 + number) for number in range(6)]
            b.series(good, newcomer, low, points)
        else:
            b.series(good, newcomer, opponents[:6], points)
        b.series(other, newcomer, opponents[6:], b.rng.choice((0, 1)))
    elif kind == "over periods":
        starts = b.period.starts - 30 * DAY
        code = b.tournament(starts=starts, plays=early, form="team")
        b.pool(newcomer, code, b.months, 2, 1, level, opponents[:2], form="team", first=True, starts=starts)
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
        b.pool(full, "past", b.months, entry_need(b) + 1, 9, level, opponents, form="swiss", first=True)
    rated = b.player(level)
    b.pool(rated, "past", b.months, 4, 4, level, opponents, form="swiss", first=True)
    if b.rng.random() < 0.5:
        b.meet(b.tournament(), rated, opponents[0], b.score())
    code = b.tournament()
    b.meet(code, idle, b.player(), 2)
    fallen = b.player(None, earlier=(floor_of(b) + 2, None), games=60)
    b.series(code, fallen, opponents, b.rng.choice((0, 3)))


def fide_periods_of(system: str) -> list:
    """(first day, months) of the periods the seeds walk through."""
    eras = [(date(2009, 7, 1), 2), (date(2009, 9, 1), 2), (date(2010, 11, 1), 2), (date(2014, 5, 1), 2),
            (date(2012, 1, 1), 2), (date(2014, 7, 1), 1), (date(2014, 8, 1), 1), (date(2019, 2, 1), 1),
            (date(2022, 9, 1), 1), (date(2022, 10, 1), 1), (date(2024, 2, 1), 1), (date(2024, 3, 1), 1),
            (date(2024, 11, 1), 1), (date(2024, 12, 1), 1), (date(2025, 1, 1), 1), (date(2025, 9, 1), 1),
            (date(2025, 10, 1), 1), (date(2025, 11, 1), 1), (date(2026, 6, 1), 1)]
    return eras


def fide_period(system: str, seed: int) -> RandomPeriod:
    """A random period of one of the three FIDE systems."""
    eras = fide_periods_of(system)
    b = Builder(system, seed, *eras[seed % len(eras)])
    block = fide.block_on(b.period.ends, fide.BLOCKS)
    scenes = [scene_unplayed, scene_caps, scene_k, scene_many, scene_old_event, scene_floor, scene_inactive,
              scene_entry, scene_entry, scene_entry_edges, scene_first_event, scene_first_event,
              scene_pool_odds, lambda x: scene_window(x, block["entry_months"])]
    if system == "fide-standard":
        scenes += [scene_time_control, scene_time_control]
    else:
        scenes += [scene_credit, scene_gap]
    if block["entry_conditions"] == "2009":
        scenes += [scene_2009_entry, scene_2009_entry]
    scene_background(b, block["floor"] + 30, 2700)
    for scene in scenes:
        if b.rng.random() < 0.8:
            scene(b)
    return finish(b)


def finish(b: Builder) -> RandomPeriod:
    """Shuffles the rows: their order must not matter (0.1)."""
    for rows in (b.period.players, b.period.games, b.period.pools, b.period.tournaments):
        b.rng.shuffle(rows)
    return b.period


# ------------------------------------------------------------------------------------ Elo International


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
    b.series(one, newcomer, opponents[:9 - few], first)
    b.series(two, newcomer, opponents[9 - few:], half_points - first)
    if b.rng.random() < 0.5:
        b.meet(one, newcomer, opponents[0], b.score())


def elo_period(seed: int) -> RandomPeriod:
    """A random half year of the old international list."""
    eras = [(date(1990, 1, 1), 6), (date(1990, 7, 1), 6), (date(1996, 1, 1), 6), (date(2004, 7, 1), 6)]
    b = Builder(elo_international.SYSTEM, seed, *eras[seed % len(eras)])
    scene_background(b, 2030, 2600)
    scenes = [scene_unplayed, scene_elo_caps, scene_elo_k, scene_elo_k, scene_elo_entry, scene_elo_entry,
              scene_old_event, scene_floor, scene_inactive, scene_pool_odds, scene_entry, scene_first_event,
              lambda x: scene_window(x, 24)]
    for scene in scenes:
        if b.rng.random() < 0.7:
            scene(b)
    for values in b.period.lists.values():
        for name, rating in values.items():
            values[name] = None if rating is None else max(2010, round_half_away(rating, 5))
    for name, (games, peak, last) in b.period.history.items():
        best = fide.highest(peak, *[values.get(name) for values in b.period.lists.values()])
        b.period.history[name] = (games, best, last)
    return finish(b)


# ------------------------------------------------------------------------------------------------- UKD


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
        b.pool(newcomer, b.rng.choice(("past", "")), 3 * b.months, before, b.rng.randrange(0, 2 * before + 1),
               level, opponents, first=True)
    now = b.rng.choice((5 - before, 5 - before, 4 - before, 5))
    points = b.rng.choice((0, 1, now, 2 * now))
    b.series(b.tournament(), newcomer, opponents[:now], points)
    if b.rng.random() < 0.3:
        b.meet(b.tournament(), newcomer, b.player(), b.score())
    b.series(b.tournament(), b.player(), opponents, b.rng.choice((0, 10)))
    idle = b.player()
    b.pool(idle, "past", b.months, 3, 3, level, opponents, first=True)


def ukd_period(system: str, seed: int) -> RandomPeriod:
    """A random period of a UKD system."""
    eras = [(date(2016, 1, 1), 3), (date(2017, 4, 1), 3), (date(2019, 10, 1), 3), (date(2020, 1, 1), 3),
            (date(2023, 5, 1), 1), (date(2025, 12, 1), 1)]
    b = Builder(system, seed, *eras[seed % len(eras)])
    scene_background(b, 1010, 2500)
    scenes = [scene_unplayed, scene_ukd_bands, scene_ukd_caps, scene_ukd_caps, scene_ukd_unrated,
              scene_ukd_unrated, scene_ukd_floor, scene_ukd_events, scene_ukd_events, scene_ukd_entry,
              scene_ukd_entry]
    for scene in scenes:
        if b.rng.random() < 0.75:
            scene(b)
    return finish(b)


def random_period(system: str, seed: int) -> RandomPeriod:
    """The period of a system and a seed."""
    if system in FIDE_SYSTEMS:
        return fide_period(system, seed)
    if system in UKD_SYSTEMS:
        return ukd_period(system, seed)
    if system == elo_international.SYSTEM:
        return elo_period(seed)
    raise ValueError(f"no periods of {system}")
