"""A random period by expectation in the making: lists, players, pools, tournaments and games.

Rows have the columns of the contract (dates are ``date`` objects, numbers are numbers, ``opponents`` is a list of ids),
and are valid: one game per player and round of a tournament, dates inside the tournament and not after the period, no
two equal rows.
"""

import random
from calendar import monthrange
from dataclasses import dataclass, field
from datetime import date, timedelta

import elo_international
import fide
import ukd
from expectation_lists import block_on
from results import WORDS

#: The slow computation of each system.
MODULES = {
    **dict.fromkeys(fide.SYSTEMS, fide),
    **dict.fromkeys(ukd.SYSTEMS, ukd),
    elo_international.SYSTEM: elo_international,
}
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

    @property
    def block(self) -> dict:
        """The block in force on the last day."""
        return block_on(self.ends, MODULES[self.system].BLOCKS)

    def arguments(self) -> dict:
        """The keyword arguments of the oracle's ``rate``."""
        others = {"seed", "late_list"} if self.system in ukd.SYSTEMS else {"seed", "late_list", "provisional"}
        return {name: value for name, value in vars(self).items() if name not in others}

    def rate(self) -> dict:
        """{id: Result} by the slow implementation."""
        return MODULES[self.system].rate(**self.arguments())


def months_later(day: date, months: int) -> date:
    """The first of the month ``months`` after the month of a day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, 1)


def last_of_month(day: date) -> date:
    """The last day of the month of a day."""
    return date(day.year, day.month, monthrange(day.year, day.month)[1])


class Builder:
    """Puts one period together; scenarios below call its methods."""

    def __init__(self, system: str, seed: int, first: date, months: int):
        """Opens the period of ``months`` months beginning at ``first``, with three earlier lists."""
        self.rng = random.Random(f"{system}/{seed}")
        self.system = system
        self.months = months
        starts = first
        ends = months_later(first, months) - DAY
        late = system in fide.SYSTEMS and self.rng.random() < 0.15
        self.period = RandomPeriod(system, seed, starts, ends, ends + DAY, late_list=late)
        self.block = self.period.block
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

    def player(
        self, rating=None, *, earlier=None, birth=None, games=None, peak=None, last="recent", standard=None
    ) -> str:
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

    def pool(
        self, player, code, months_ago, games, half_points, mean, opponents, *, form="", first=False, starts=None
    ) -> None:
        """A pool row counted in the period whose last month lies ``months_ago`` before this one's."""
        period = self.period
        ends = last_of_month(months_later(period.ends, -months_ago))
        period.pools.append({
            "id": player, "tournament": code, "period_ends": ends, "starts": starts or ends - 20 * DAY,
            "games": games, "half_points": half_points, "opponents_sum": mean * games,
            "opponents": sorted(opponents)[:games], "format": form, "first_event": first,
        })  # fmt: skip
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
            })  # fmt: skip
        return code

    def meet(
        self, code: str, player: str, opponent: str | None, half_points, *, result=None, day=None, number=None
    ) -> bool:
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
            result = WORDS[half_points]
        self.period.games.append({
            "white": white, "black": black or "", "result": result, "date": day,
            "tournament": code, "round": number, "board": None,
        })  # fmt: skip

    def score(self) -> int:
        """A random result in half points."""
        return self.rng.choice((0, 0, 1, 2, 2))

    def series(self, code: str, player: str, opponents: list, half_points: int) -> None:
        """Games against all opponents with that many half points in all, spread from the front."""
        for opponent, points in spread_over(opponents, half_points):
            self.meet(code, player, opponent, points)


def spread_over(opponents: list, half_points: int) -> list:
    """(opponent, half points), as many as there are from the front on."""
    return [(one, max(0, min(2, half_points - 2 * number))) for number, one in enumerate(opponents)]


def some_anchors(b: Builder, rating: int, count: int, spread: int = 3) -> list:
    """``count`` settled opponents around a rating."""
    return [b.anchor(rating + spread * number) for number in range(count)]
