"""A period, or a calculation, by expectation, written in a few lines: for the tests of these rules."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field, replace

import numpy as np

from arrays import days, ints, maybe
from ratings.engine import by_expectation
from ratings.engine.activity import STATUSES
from ratings.engine.by_expectation import Inputs, Outcome
from ratings.engine.editions import Rules, blocks_on, rules_of
from ratings.engine.expected import CASES, FORMATS, Days, ValuedSides
from ratings.engine.period import Start
from ratings.engine.pools import Pools, Tournaments
from ratings.rules import calculation, rule_set
from ratings.rules.calculation import Game, Request


@dataclass
class Player:
    """A player before the period; `peak` None: the rating."""

    rating: int | None = None
    games: int = 100
    peak: int | None = None
    born: int | None = None
    last: dt.date | None = None
    credited: int | None = None
    provisional: bool = False


@dataclass
class OnePeriod:
    """Players by name, games as (white, black, white's half points, tournament), all tournaments beginning `first`."""

    system: str
    starts: dt.date
    ends: dt.date
    players: dict[str, Player]
    games: list[tuple[str, str, int, int]]
    first: dict[int, dt.date] = field(default_factory=dict)
    listed: dict[tuple[str, int], int | None] = field(default_factory=dict)
    format: str = ""
    pools: Pools = field(default_factory=Pools.empty)
    changes: dict = field(default_factory=dict)

    def rules(self) -> Rules:
        """Give the rules, with the changed numbers."""
        rules = rules_of(rule_set(self.system), self.starts, self.ends)
        if not self.changes:
            return rules
        editions = tuple(replace(edition, **self.changes) for edition in rules.editions)
        return Rules(rules.module, editions, replace(rules.edition, **self.changes))

    def number(self, name: str) -> int:
        """Give a player's number."""
        return list(self.players).index(name) + 1

    def start(self) -> Start:
        """Give the standings before the period."""
        players = [Player(games=0), *self.players.values()]
        return replace(
            Start.unrated(len(players)),
            rating=maybe([p.rating for p in players]),
            credited=maybe([p.credited for p in players]),
            games=ints(p.games for p in players),
            peak=maybe([p.peak if p.peak is not None else p.rating for p in players]),
            birth_year=maybe([p.born for p in players]),
            last_game=maybe([days(p.last) if p.last else None for p in players]),
        )

    def value(self, name: str, tournament: int) -> int | None:
        """Give a rating on the list of a tournament."""
        player = self.players[name]
        return self.listed.get((name, tournament), player.rating if player.rating is not None else player.credited)

    def rate(self) -> Outcome:
        """Rate the period."""
        rows = [(w, b, p, t) for w, b, p, t in self.games] + [(b, w, 2 - p, t) for w, b, p, t in self.games]
        first = ints(days(self.first.get(t, self.starts)) for *_, t in rows)
        sides = ValuedSides(
            owner=ints(self.number(r[0]) for r in rows), opponent=ints(self.number(r[1]) for r in rows),
            half_points=ints(r[2] for r in rows), day=np.full(len(rows), days(self.starts)),
            tournament=ints(r[3] for r in rows), own=maybe([self.value(r[0], r[3]) for r in rows]),
            value=maybe([self.value(r[1], r[3]) for r in rows]), block=blocks_on(first, self.rules()),
        )  # fmt: skip
        most = 1 + max((t for *_, t in rows), default=0)
        tournaments = Tournaments(
            ints(days(self.first.get(t, self.starts)) for t in range(most)),
            np.full(most, FORMATS.index(self.format)),
        )
        when = Days(days(self.starts), days(self.ends), days(self.ends) + 1, days(self.starts) - 1)
        provisional = np.array([False, *(p.provisional for p in self.players.values())])
        inputs = Inputs(self.start(), sides, self.pools, tournaments, when, provisional)
        return by_expectation.rate(inputs, self.rules())


def rating(period: OnePeriod, outcome: Outcome, name: str) -> int | None:
    after, n = outcome.after.rating, period.number(name)
    return int(after.values[n]) if after.known[n] else None


def case(period: OnePeriod, outcome: Outcome, name: str) -> str:
    return CASES[outcome.case[period.number(name)]]


def status(period: OnePeriod, outcome: Outcome, name: str) -> str:
    return STATUSES[outcome.status[period.number(name)]]


def calc(system: str, on: dt.date, before: int | None, games, **more) -> calculation.Calculation:
    """Run a system's calculator by the edition in force on a day: games are (opponent, half points)."""
    rules = rule_set(system)
    request = Request(before, tuple(Game(opponent, points) for opponent, points in games), **more)
    return calculation.calculate(request, rules, rules.in_force(on))
