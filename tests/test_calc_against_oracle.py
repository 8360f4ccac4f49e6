"""Random requests to `ratings calc`, 200 for every edition of every system, against the slow computations."""

from __future__ import annotations

import contextlib
import datetime as dt
import io
import json
import random
from fractions import Fraction

import elo_international
import ffe
import fide
import pytest
import ukd
from expectation_lists import block_on
from ffe_records import Game, Player, Standing
from fide_change import game_change, gap_excluded, k_factor, limit_kn
from fide_entry import entry_rating
from results import WORDS
from rounding import round_half_away

from ratings.cli import ratings
from ratings.rules import rule_set, systems

REQUESTS = 200
OLDEST_JUNIOR = 20
SETTLED = 30
SCORES = {0: ("0",), 1: ("½", "0.5", "0,5", ".5", "1/2", "="), 2: ("1",)}
EDITIONS = [(system, edition.effective) for system in systems() for edition in rule_set(system).editions]
EDGES = (0, 10, 320, 350, 351, 400, 401, 599, 600, 601, 736)


def heeded(system: str, on: dt.date, is_rated: bool) -> set[str]:
    """Say what may be told beside the games (rules 2 to 4)."""
    if system.startswith("ffe"):
        return {"junior"}
    if system.startswith("ukd"):
        return {"k"} if is_rated or on.year < 2020 else set()
    if system == "elo-international":
        return {"k", "games"} if is_rated else set()
    if is_rated:
        return {"k", "games"} | ({"junior"} if on.year >= 2014 else set())
    return {"games"} if on >= dt.date(2024, 3, 1) else set()


class Asked:
    """One random request: who, against whom, and what is told beside."""

    def __init__(self, system: str, on: dt.date, seed: int) -> None:
        draw = random.Random(f"{system} {on} {seed}")
        self.system, self.on = system, on
        self.rating = draw.choice([None, draw.randint(1000, 3000), draw.choice([1399, 1400, 2009, 2010, 2400, 2650])])
        if system.startswith("ffe") and self.rating and self.rating % 10 == 9:
            self.rating -= 4  # ratings of type N do not end in 9
        around = self.rating or draw.randint(1200, 2600)
        spread = draw.choice([100, 500, 900])
        count = draw.choice([*range(1, 13), 18, 36, 100])
        even = draw.choice([(0, 1, 2), (2,), (0,), (0, 2, 2)])
        self.games = [(self.opponent(draw, around, spread), draw.choice(even)) for _ in range(count)]
        may = heeded(system, on, self.rating is not None)
        self.k = draw.choice([None, None, draw.randint(1, 100)]) if "k" in may else None
        self.is_junior = "junior" in may and draw.random() < 0.4
        self.games_before = draw.choice([None, 0, 29, 30, 200]) if "games" in may else None
        self.words = {points: draw.choice(spellings) for points, spellings in SCORES.items()}

    @staticmethod
    def opponent(draw: random.Random, around: int, spread: int) -> int | None:
        near = draw.choice([around + draw.randint(-spread, spread), around + draw.choice([-1, 1]) * draw.choice(EDGES)])
        return draw.choice([None, *[min(3000, max(1000, near))] * 7])

    def arguments(self) -> list[str]:
        """Give the words of the command line."""
        told = {"--rating": self.rating, "--k": self.k, "--games-before": self.games_before}
        options = [text for name, value in told.items() if value is not None for text in (name, str(value))]
        games = [f"{'-' if value is None else value}={self.words[points]}" for value, points in self.games]
        junior = ["--junior"] if self.is_junior else []
        return ["calc", self.system, *options, *junior, "--on", str(self.on), "--json", *games]

    @property
    def rated(self) -> list[tuple[int, int]]:
        """Give the games against rated opponents."""
        return [(value, points) for value, points in self.games if value is not None]

    def pool(self) -> list[dict]:
        """Give the newcomer's only event as the slow computations take it."""
        if not self.rated:
            return []
        return [
            {
                "tournament": "T", "games": len(self.rated), "half_points": sum(points for _, points in self.rated),
                "opponents_sum": sum(value for value, _ in self.rated), "starts": self.on, "format": "",
                "opponents": [f"o{n}" for n in range(len(self.rated))], "first_event": not self.games_before,
            }
        ]  # fmt: skip


Answer = tuple[Fraction | None, Fraction | None, int | None]
"""The change (None: none is worked out), the exact new rating (None: not compared), the new rating (None: none)."""


def by_ffe(asked: Asked) -> Answer:
    season = asked.on.year + 1 if asked.on.month >= 9 else asked.on.year
    players = {"x": Player("x", season - OLDEST_JUNIOR if asked.is_junior else None)}
    players |= {f"o{n}": Player(f"o{n}") for n in range(len(asked.rated))}
    standings = {f"o{n}": Standing(value, "F") for n, (value, _) in enumerate(asked.rated)}
    if asked.rating is not None:
        standings["x"] = Standing(asked.rating, "N")
    games = [Game("x", f"o{n}", WORDS[points], asked.on) for n, (_, points) in enumerate(asked.rated)]
    made = ffe.rate(asked.system, asked.on, asked.on, players, standings, games)["x"]
    if not made.n:
        return (None if asked.rating is None else Fraction(0)), None, made.rating
    return (None if asked.rating is None else made.exact - asked.rating), made.exact, made.rating


def by_fide(asked: Asked) -> Answer:
    block = block_on(asked.on, fide.BLOCKS)
    own = asked.rating
    if own is None:
        entry = entry_rating(block, asked.pool())
        return None, entry["exact"], entry["rating"]
    games = [(v, points) for v, points in asked.rated if not gap_excluded(asked.system, asked.on, own, v)]
    career = SETTLED if asked.games_before is None else asked.games_before
    born = asked.on.year if asked.is_junior else None
    k = asked.k or k_factor(block, asked.system, asked.on, asked.on, career, own, born)[0]
    k, _ = limit_kn(block, k, len(games))
    change = sum((game_change(block, asked.system, own, v, points, k) for v, points in games), Fraction(0))
    new = own + round_half_away(change)
    return change, own + change, new if new >= block["floor"] or not games else None


def by_ukd(asked: Asked) -> Answer:
    own = asked.rating
    if asked.on.year < 2020:
        worth = own or 1000
        k = Fraction(asked.k or ukd.k_2016(worth))
        of_rules = sum((ukd.game_change_2016(worth, v or 1000, p) for v, p in asked.games), Fraction(0))
        change = of_rules / ukd.k_2016(worth) * k
    elif own is not None:
        k = asked.k or ukd.k_2020(own)
        change = elo_international.event_change(own, [v for v, _ in asked.rated], sum(p for _, p in asked.rated), k)
        change += sum((ukd.unrated_game_change(k, p) for v, p in asked.games if v is None), Fraction(0))
    else:
        change = None
    if own is not None:
        return change, own + change, max(1000, round_half_away(own + change))
    if len(asked.rated) < ukd.BLOCK_2020["entry_games"]:
        return change, None, None
    opponents_sum, made = (sum(column) for column in zip(*asked.rated, strict=True))
    return change, None, ukd.first_rating(opponents_sum, len(asked.rated), made)


def by_elo_international(asked: Asked) -> Answer:
    block, own = elo_international.BLOCK_1990, asked.rating
    if own is None:
        entry = elo_international.entry_rating(block, asked.pool())
        return None, entry["exact"], entry["rating"]
    if not asked.rated:
        return Fraction(0), Fraction(own), own
    career = SETTLED if asked.games_before is None else asked.games_before
    k = asked.k or elo_international.k_factor(block, career, own)[0]
    values, made = [v for v, _ in asked.rated], sum(points for _, points in asked.rated)
    change = elo_international.event_change(own, values, made, k)
    new = round_half_away(own + change, 5)
    return change, own + change, new if new >= block["floor"] else None


SLOW = {"ffe": by_ffe, "fide": by_fide, "ukd": by_ukd, "elo": by_elo_international}


def answered(arguments: list[str]) -> dict:
    """Call the program and read its answer."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        ratings.main(arguments, prog_name="ratings", standalone_mode=False)
    return json.loads(out.getvalue())


def fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


@pytest.mark.parametrize(("system", "on"), EDITIONS, ids=[f"{system}-{on}" for system, on in EDITIONS])
def test_calc_is_the_slow_computation(system: str, on: dt.date):
    for seed in range(REQUESTS):
        asked = Asked(system, on, seed)
        change, exact, result = SLOW[system.split("-")[0]](asked)
        made = answered(asked.arguments())
        said = f"ratings {' '.join(asked.arguments())}"
        assert made["result"] == result, said
        assert fraction(made["change_exact"]) == change, said
        if exact is not None:
            assert fraction(made["exact"]) == exact, said
        without = ("rating yet.", "unrated.", "game.", "games.")  # the last two: an archive
        assert made["steps"][-1].endswith(without if result is None else f" {result}."), said
        assert "None" not in " ".join(made["steps"]), said
