"""A random period of the French rules in the making: its players, standings and games."""

from __future__ import annotations

import datetime
import random
from dataclasses import dataclass, field
from fractions import Fraction

from ffe_editions import RAPID, Edition, season_of
from ffe_records import Game, Player, Standing
from results import WORDS

WIN, DRAW, LOSS = 2, 1, 0
MOST_GAMES = 250


@dataclass
class Period:
    """One period's inputs, in the oracle's own words; ``rate_period`` computes it."""

    system: str
    starts: datetime.date
    ends: datetime.date
    players: dict[str, Player] = field(default_factory=dict)
    standings: dict[str, Standing] = field(default_factory=dict)
    games: list[Game] = field(default_factory=list)
    national: dict[str, Standing] | None = None


class Builder:
    """A period in the making, with the random numbers it is drawn from."""

    def __init__(self, draw: random.Random, period: Period, edition: Edition) -> None:
        """An empty period; ``draw`` is the only source of chance."""
        self.draw = draw
        self.period = period
        self.edition = edition
        self.season = season_of(period.ends)
        self.anchors: list[str] = []
        self.extras: list[str] = []

    def new_player(
        self,
        standing: Standing | None = None,
        age: int | None = -1,
        given: int | None = None,
        national: Standing | None = None,
    ) -> str:
        """Adds a player; ``age`` -1 draws one. The president's estimate of the other system is a decoy."""
        player_id = f"P{len(self.period.players):03d}"
        if age == -1:
            age = self.draw.choice([None, 9, 13, 17, 20, 21, 35, 35, 50, 70])
        birth_year = None if age is None else self.season - age
        decoy = self.draw.choice([None, None, 1234])
        own, other = given, decoy
        if self.edition.system == RAPID:
            own, other = decoy, given
        self.period.players[player_id] = Player(player_id, birth_year, own, other)
        if standing is not None:
            self.period.standings[player_id] = standing
        if national is not None and self.period.national is not None:
            self.period.national[player_id] = national
        return player_id

    def rating_near(self, centre: int, spread: int) -> int:
        """A tidy rating: a multiple of ten, not below the floor."""
        low = max(self.edition.floor, centre - spread)
        return self.draw.randrange(low // 10, max(low, centre + spread) // 10 + 1) * 10

    def rated(self, rating: int, age: int | None = -1) -> str:
        """Adds a rated player: type N, or F where N would end in 9; N sometimes stands as an empty type."""
        letter = "F" if rating % 10 == 9 else self.draw.choice(["N", "N", "N", ""])
        return self.new_player(Standing(rating, letter), age)

    def opponent(self, rating: int) -> str:
        """A rated opponent of exactly this rating: one that is there already, or a new one."""
        rating = max(rating, self.edition.floor)
        for player_id in self.anchors:
            if self.value(player_id) == rating and self.draw.random() < 0.8:
                return player_id
        player_id = self.rated(rating)
        self.anchors.append(player_id)
        return player_id

    def value(self, player_id: str) -> int:
        """The rating of an anchor."""
        return self.period.standings[player_id].rating

    def anchor(self) -> str:
        """Any rated opponent."""
        return self.draw.choice(self.anchors)

    def day(self) -> datetime.date:
        """A day of the period; now and then its first or last, or before it (a late report)."""
        length = (self.period.ends - self.period.starts).days
        chance = self.draw.random()
        if chance < 0.05:
            return self.period.starts - datetime.timedelta(days=self.draw.randint(1, 40))
        if chance < 0.15:
            return self.draw.choice([self.period.starts, self.period.ends])
        return self.period.starts + datetime.timedelta(days=self.draw.randint(0, length))

    def play(self, player_id: str, opponent: str, half_points: int) -> None:
        """Adds a game over the board, colours drawn."""
        if len(self.period.games) >= MOST_GAMES or player_id == opponent:
            return
        if self.draw.random() < 0.5:
            self.period.games.append(Game(player_id, opponent, WORDS[half_points], self.day()))
        else:
            self.period.games.append(Game(opponent, player_id, WORDS[2 - half_points], self.day()))

    def play_any(self, player_id: str, opponent: str) -> None:
        """A game over the board with a drawn result."""
        self.play(player_id, opponent, self.draw.choice([WIN, WIN, DRAW, LOSS, LOSS]))

    def archive_of(self, games: int, performance: int, given: int | None = None) -> Standing:
        """An unrated standing with an archive of whole hundredths, its season drawn."""
        season = self.draw.choice([None, self.season, self.season - 1, self.season - 2, self.season - 5])
        hundredths = self.draw.choice([0, self.draw.randrange(100)])
        points = performance * games + Fraction(hundredths, 100)
        return Standing(None, "", points, games, season, given)
