"""Random small periods built to hit the rare cases of the French rules.

``random_period`` lays out a few rated players and then adds *scenes*: small functions, each of which brings
one or more players with the games that lead to a rare case (a perfect newcomer, a chain of unrated players).
``ffe_cases`` names what really happened.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from ffe import (
    NOT_PLAYED,
    RAPID,
    Edition,
    Game,
    Player,
    Result,
    Standing,
    edition_on,
    rate,
    season_of,
)

WIN, DRAW, LOSS = 2, 1, 0
MOST_PLAYERS = 60
MOST_GAMES = 250
#: no scene starts beyond these, so that the last one still fits
SCENE_PLAYERS = 50
SCENE_GAMES = 215
FEWEST_GAMES = 20


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


def rate_period(period: Period) -> dict[str, Result]:
    """The oracle's results of a period."""
    return rate(
        period.system,
        period.starts,
        period.ends,
        period.players,
        period.standings,
        period.games,
        period.national,
    )


# ----------------------------------------------------------------------------------------------------
# Building a period
# ----------------------------------------------------------------------------------------------------


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
            result = {WIN: "1-0", DRAW: "1/2-1/2", LOSS: "0-1"}[half_points]
            self.period.games.append(Game(player_id, opponent, result, self.day()))
        else:
            result = {WIN: "0-1", DRAW: "1/2-1/2", LOSS: "1-0"}[half_points]
            self.period.games.append(Game(opponent, player_id, result, self.day()))

    def play_any(self, player_id: str, opponent: str) -> None:
        """A game over the board with a drawn result."""
        self.play(player_id, opponent, self.draw.choice([WIN, WIN, DRAW, LOSS, LOSS]))

    def archive_of(self, games: int, performance: int, given: int | None = None) -> Standing:
        """An unrated standing with an archive of whole hundredths, its season drawn."""
        season = self.draw.choice([None, self.season, self.season - 1, self.season - 2, self.season - 5])
        hundredths = self.draw.choice([0, self.draw.randrange(100)])
        points = performance * games + Fraction(hundredths, 100)
        return Standing(None, "", points, games, season, given)


# ----------------------------------------------------------------------------------------------------
# Scenes
# ----------------------------------------------------------------------------------------------------


def scene_perfect_newcomer(build: Builder) -> None:
    """2.4.3: all won or all lost against opponents close together: the zone would leave no game."""
    centre = build.value(build.anchor())
    opponents = [build.opponent(centre), build.opponent(centre + build.draw.choice([0, 10, 20, 300]))]
    score = build.draw.choice([WIN, LOSS])
    newcomer = build.new_player()
    for _ in range(build.draw.choice([5, 6, build.edition.quota - 1, build.edition.quota])):
        build.play(newcomer, build.draw.choice(opponents), score)


def scene_newcomer(build: Builder) -> None:
    """2.4: a newcomer with a number of games about the limits, against near and far opponents."""
    quota = build.edition.quota
    newcomer = build.new_player(given=build.draw.choice([None, None, 1500]))
    for _ in range(build.draw.choice([1, 4, 5, quota - 1, quota, quota, quota + 1, quota + 4])):
        build.play_any(newcomer, build.anchor())


def scene_weak_newcomer(build: Builder) -> None:
    """2.4.1, 2.2 (E02): performances below the floor."""
    floor = build.edition.floor
    opponents = [build.opponent(floor), build.opponent(floor + 50), build.opponent(floor + 110)]
    newcomer = build.new_player()
    for number in range(build.draw.choice([3, 5, build.edition.quota - 1, build.edition.quota, 12])):
        build.play(newcomer, build.draw.choice(opponents), DRAW if number == 0 else LOSS)


def scene_chain(build: Builder) -> None:
    """2.4.1: unrated players who are known only through the wave before."""
    before = build.new_player()
    for _ in range(build.draw.choice([5, 6, 9])):
        build.play_any(before, build.anchor())
    for _ in range(build.draw.choice([1, 2, 3, 3, 4])):
        after = build.new_player()
        for _ in range(build.draw.choice([5, 5, 5, 7])):
            build.play_any(after, before)
        if build.draw.random() < 0.5:
            build.play_any(after, build.anchor())
        if build.draw.random() < 0.3:
            twin = build.new_player()
            for _ in range(5):
                build.play_any(twin, before)
            build.play_any(twin, after)
        before = after


def scene_closed_circle(build: Builder) -> None:
    """2.4.2: unrated players who only meet one another, valued by stand-ins (rapid: nothing counts)."""
    circle = [
        build.new_player(build.archive_of(build.draw.choice([3, 4, 5]), 1450)),
        build.new_player(Standing(1379, "E", given_estimate=build.draw.choice([None, 1320]))),
        build.new_player(Standing(given_estimate=1420), given=build.draw.choice([None, 1510])),
        build.new_player(given=build.draw.choice([None, 1300, 1650])),
        build.new_player(Standing(build.draw.choice([1399, 999, 1549]), build.draw.choice(["E", ""]))),
    ]
    for _ in range(build.draw.randint(4, 12)):
        build.play_any(*build.draw.sample(circle, 2))


def scene_stand_in_without_games(build: Builder) -> None:
    """2.4.3: N = 0, the only game lies exactly at the zone of a given estimate, or one point inside it."""
    anchor = build.anchor()
    gap = build.edition.zone - build.draw.choice([0, 0, 1])
    if build.draw.random() < 0.5:
        newcomer, score = build.new_player(given=build.value(anchor) - gap), LOSS
    else:
        newcomer, score = build.new_player(given=build.value(anchor) + gap), WIN
    build.play(newcomer, anchor, score)


def scene_archive(build: Builder) -> None:
    """2.4.2, 2.4.3: archives short, full, expired, without a season, with and without a given estimate."""
    quota = build.edition.quota
    games = build.draw.choice([1, 2, 4, 5, 6, quota - 1, quota, quota + 3])
    performance = build.draw.choice([650, 780, 900, 990, 1200, 1500, 1800, 1800, 2100])
    standing = build.archive_of(games, performance, build.draw.choice([None, None, 1450]))
    player = build.new_player(standing, given=build.draw.choice([None, None, None, 1600]))
    played = build.draw.choice([0, 1, 2, 3, 4, 5, max(1, quota - games), quota, quota + 1])
    for _ in range(played):
        build.play_any(player, build.anchor())


def scene_rated_games(build: Builder) -> None:
    """2.5: a rated player with a number of games about the limits, scoring clearly up or down."""
    own = build.value(build.anchor())
    opponents = [build.opponent(own), build.opponent(own + 60), build.opponent(own + 120)]
    player = build.rated(
        max(own + 50, build.edition.floor), build.draw.choice([None, 12, 20, 20, 21, 21, 45])
    )
    scores = build.draw.choice([[WIN, WIN, DRAW], [LOSS, LOSS, DRAW]])
    for _ in range(build.draw.choice([17, 16, 16, 16, 15, 15, 9, 8, 7, 6, 8, 7])):
        build.play(player, build.draw.choice(opponents), build.draw.choice(scores))


def scene_rated_equal(build: Builder) -> None:
    """2.5: Po = Ei; a rating ending in 5 also shows the rounding of halves."""
    own = build.value(build.anchor()) // 10 * 10 + build.draw.choice([0, 5, 4])
    player = build.rated(own)
    opponent = build.opponent(own)
    for _ in range(build.draw.choice([1, 1, 4, 7])):
        build.play(player, opponent, DRAW)
    if build.draw.random() < 0.4:
        build.play(player, opponent, WIN)
        build.play(player, opponent, LOSS)


def scene_zone(build: Builder) -> None:
    """2.3: gaps of exactly the zone, and one point less, both ways, all results."""
    zone = build.edition.zone
    own = build.edition.floor + zone + build.draw.randrange(10, 60) * 10
    player = build.rated(own)
    for gap in (zone, zone - 1, -zone, 1 - zone):
        if build.draw.random() < 0.7:
            opponent = build.opponent(own + gap if (own + gap) % 10 != 9 else own + gap - 1)
            for _ in range(build.draw.choice([1, 2])):
                build.play(player, opponent, build.draw.choice([WIN, DRAW, LOSS]))
    lower = build.new_player(Standing(own - zone + 1, "F"))
    upper = build.new_player(Standing(own + zone - 1, "F"))
    build.play(player, lower, build.draw.choice([WIN, WIN, DRAW]))
    build.play(player, upper, build.draw.choice([LOSS, LOSS, DRAW]))


def scene_rated_without_counted_game(build: Builder) -> None:
    """0.6: a rated player whose only game is not compatible stays at an untidy rating."""
    anchor = build.anchor()
    own = max(build.value(anchor) - build.edition.zone, 1) // 10 * 10 - build.draw.choice([3, 6, 10])
    build.play(build.rated(max(own, 702)), anchor, LOSS)


def scene_fide(build: Builder) -> None:
    """2.5: type F is worth its rating, is never recomputed, and is printed back."""
    player = build.new_player(Standing(build.rating_near(1900, 400) + build.draw.randrange(0, 10), "F"))
    for _ in range(build.draw.choice([0, 3, 9])):
        build.play_any(player, build.anchor())
    if build.draw.random() < 0.5:
        build.anchors.append(player)


def scene_rated_with_archive(build: Builder) -> None:
    """0.6: a rated player's archive is ignored and emptied."""
    own = build.value(build.anchor()) // 10 * 10
    archive = build.archive_of(6, 1700)
    player = build.new_player(
        Standing(own, "N", archive.archive_points, archive.archive_games, archive.archive_season)
    )
    for _ in range(build.draw.choice([0, 1, 5])):
        build.play_any(player, build.anchor())


def scene_spectators(build: Builder) -> None:
    """0.6, 2.6: players without a game over the board, with all that they may bring."""
    for _ in range(build.draw.randint(1, 3)):
        kind = build.draw.choice(["nothing", "archive", "given", "listed", "rated", "forfeits"])
        if kind == "nothing":
            build.new_player()
        elif kind == "archive":
            build.new_player(
                build.archive_of(build.draw.choice([1, 5, 9, 11]), build.draw.choice([700, 1015, 1815]))
            )
        elif kind == "given":
            build.new_player(given=build.draw.choice([750, 1400, 1725]))
        elif kind == "listed":
            build.new_player(Standing(1349, build.draw.choice(["", "E"])))
        elif kind == "rated":
            build.new_player(Standing(build.draw.choice([1003, 1415, 2007]), "N"))
        else:
            player = build.new_player()
            build.period.games.append(
                Game(player, build.anchor(), build.draw.choice(["1-0F", "0-1F"]), build.day())
            )
            build.period.games.append(Game(player, None, "bye", build.day()))


def scene_long_event(build: Builder) -> None:
    """1: more than 95 % or less than 5 % without being perfect: the clamp."""
    own = build.value(build.anchor())
    opponents = [build.opponent(own + step) for step in (0, 30)]
    player = build.rated(own) if build.draw.random() < 0.6 else build.new_player()
    score = build.draw.choice([WIN, LOSS])
    build.play(player, opponents[0], DRAW)
    for _ in range(build.draw.choice([14, 16, 20])):
        build.play(player, build.draw.choice(opponents), score)


def scene_weak_rated(build: Builder) -> None:
    """2.6, 2.2 (E02): rated players at, just above and below the floor, who lose."""
    floor = build.edition.floor
    player = build.rated(floor + build.draw.choice([-40, -10, 0, 0, 10, 20]))
    opponents = [build.opponent(floor), build.opponent(floor + 40)]
    for _ in range(build.draw.choice([1, 3, 7, 9])):
        build.play(player, build.draw.choice(opponents), build.draw.choice([LOSS, LOSS, LOSS, DRAW]))


def scene_category(build: Builder) -> None:
    """2.2: default estimates at the limits of the age categories."""
    for _ in range(2):
        player = build.new_player(age=build.draw.choice([None, 7, 8, 9, 10, 11, 14, 15, 18, 19, 20, 21, 40]))
        for _ in range(build.draw.choice([1, 2])):
            build.play_any(player, build.anchor())


def scene_rated_meets_unrated(build: Builder) -> None:
    """2.5: a rated player who meets newly rated, archived and standing-in players."""
    player = build.rated(build.rating_near(build.value(build.anchor()), 100))
    unrated = [player_id for player_id in build.period.players if player_id not in build.period.standings]
    for opponent in build.draw.sample(unrated, min(4, len(unrated))):
        build.play_any(player, opponent)
    weak = build.new_player(given=build.draw.choice([700, 990, 1020]), age=9)
    build.play(weak, build.anchor(), LOSS)
    build.play(player, weak, build.draw.choice([DRAW, WIN]))


def scene_weak_archive_met(build: Builder) -> None:
    """2.5: a rated player meets one whose archived performance lies below the floor."""
    floor = build.edition.floor
    weak = build.new_player(build.archive_of(build.draw.choice([2, 4]), floor - 150))
    low = build.opponent(floor)
    build.play(weak, low, LOSS)
    build.play(weak, low, LOSS)


def scene_credited(build: Builder) -> None:
    """2.5: no rapid rating, but something on the national list."""
    rating = build.rating_near(build.value(build.anchor()), 200)
    national = build.draw.choice(
        [
            Standing(rating, "N"),
            Standing(rating, ""),
            Standing(rating, "F"),
            Standing(rating + 9, "F"),
            Standing(rating + 9, "E"),
            Standing(rating + 9, ""),
            Standing(None, ""),
        ]
    )
    own = build.draw.choice([None, None, Standing(1249, "E"), build.archive_of(4, 1300)])
    player = build.new_player(own, national=national, given=build.draw.choice([None, None, 1350]))
    for _ in range(build.draw.choice([0, 1, 3, 7])):
        build.play_any(player, build.anchor())
    if build.draw.random() < 0.5:
        newcomer = build.new_player()
        for _ in range(5):
            build.play_any(newcomer, player)
    if build.draw.random() < 0.3:
        stronger = build.opponent(rating + build.edition.zone + 10)
        build.play(build.new_player(national=Standing(rating, "N")), stronger, LOSS)


def scene_rated_there_too(build: Builder) -> None:
    """2.5: a rapid rating goes before a national one; a rapid rating gives nothing nationally."""
    own = build.rating_near(build.value(build.anchor()), 100)
    player = build.new_player(Standing(own, "N"), national=Standing(own + 100, "N"))
    for _ in range(3):
        build.play_any(player, build.anchor())


NATIONAL_SCENES: tuple[Callable[[Builder], None], ...] = (
    scene_perfect_newcomer,
    scene_newcomer,
    scene_newcomer,
    scene_weak_newcomer,
    scene_chain,
    scene_chain,
    scene_closed_circle,
    scene_stand_in_without_games,
    scene_stand_in_without_games,
    scene_archive,
    scene_archive,
    scene_archive,
    scene_rated_games,
    scene_rated_games,
    scene_rated_equal,
    scene_zone,
    scene_rated_without_counted_game,
    scene_fide,
    scene_rated_with_archive,
    scene_spectators,
    scene_spectators,
    scene_long_event,
    scene_weak_rated,
    scene_category,
    scene_category,
    scene_rated_meets_unrated,
    scene_weak_archive_met,
)
RAPID_SCENES = (*NATIONAL_SCENES, scene_credited, scene_credited, scene_credited, scene_rated_there_too)


def edition_span(system: str, edition_date: datetime.date) -> tuple[datetime.date, int]:
    """A random period may start from the edition's day to this many days later (in one edition)."""
    edition = edition_on(system, edition_date)
    days = 0
    while days < 700 and edition_on(system, edition.effective + datetime.timedelta(days=days + 7)) == edition:
        days += 7
    return edition.effective, days


def add_unplayed_games(build: Builder) -> None:
    """0.4: forfeits and byes among the games, also between players far apart."""
    ids = list(build.period.players)
    for _ in range(build.draw.randint(0, 5)):
        white, black = build.draw.sample(ids, 2)
        result = build.draw.choice(NOT_PLAYED)
        nobody = result == "bye" or build.draw.random() < 0.3
        build.period.games.append(Game(white, None if nobody else black, result, build.day()))


def fill_games(build: Builder) -> None:
    """Games between rated players; in every fifth period between any two players."""
    any_player = build.draw.random() < 0.2
    wanted = max(FEWEST_GAMES, len(build.period.games) + build.draw.choice([0, 5, 30]))
    while len(build.period.games) < min(wanted, MOST_GAMES):
        pool = list(build.period.players) if any_player else build.anchors
        build.play_any(*build.draw.sample(pool, 2))


def random_period(seed: int, system: str, edition_date: datetime.date) -> Period:
    """A random period of the edition in force on ``edition_date``; the same seed gives the same period."""
    draw = random.Random(seed)
    edition = edition_on(system, edition_date)
    first, span = edition_span(system, edition_date)
    starts = first + datetime.timedelta(days=draw.randint(0, span))
    ends = starts + datetime.timedelta(days=draw.choice([27, 30, 90, 120]))
    national: dict[str, Standing] | None = {} if system == RAPID else None
    period = Period(system, starts, ends, national=national)
    build = Builder(draw, period, edition)
    centre = draw.choice([edition.floor + 100, edition.floor + 250, 1500, 1800, 2200])
    for _ in range(draw.randint(5, 10)):
        build.anchors.append(build.rated(build.rating_near(centre, draw.choice([60, 200, 500]))))
    scenes = list(RAPID_SCENES if system == RAPID else NATIONAL_SCENES)
    draw.shuffle(scenes)
    wanted_players = draw.choice([12, 25, SCENE_PLAYERS, SCENE_PLAYERS, SCENE_PLAYERS])
    for scene in scenes:
        if len(period.players) < wanted_players and len(period.games) < SCENE_GAMES:
            scene(build)
    fill_games(build)
    add_unplayed_games(build)
    del period.games[MOST_GAMES:]
    draw.shuffle(period.games)
    return period
