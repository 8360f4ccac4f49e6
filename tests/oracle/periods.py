"""Random small periods built to hit the rare cases of the French rules, and the counting of the cases hit.

``random_period`` lays out a few rated players and then adds *scenes*: small functions, each of which brings
one or more players with the games that lead to a rare case (a perfect newcomer, a chain of unrated players).
``count_cases`` names what really happened, from the oracle's results alone; ``CASES`` lists every name.
"""

from __future__ import annotations

import datetime
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from ffe import (
    NATIONAL,
    NOT_PLAYED,
    RAPID,
    Archive,
    Edition,
    Game,
    Player,
    Result,
    Standing,
    age_in_season,
    edition_on,
    is_expired,
    is_junior,
    list_type,
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


# ----------------------------------------------------------------------------------------------------
# Counting the cases
# ----------------------------------------------------------------------------------------------------


def game_cases(period: Period) -> Counter:
    """Section 0: what the rows of games are."""
    cases: Counter = Counter()
    for game in period.games:
        if game.result in NOT_PLAYED:
            cases["0.4 bye" if game.result == "bye" else "0.4 forfeit"] += 1
        if game.date < period.starts:
            cases["late report"] += 1
        if game.date in (period.starts, period.ends):
            cases["0.9 first or last day"] += 1
    return cases


def zone_cases(own: int, result: Result, edition: Edition) -> Counter:
    """2.3: exactly the zone, one point less, and draws beyond it."""
    cases: Counter = Counter()
    for side in result.sides:
        if side.value is None:
            continue
        gap = side.value - own
        if side.half_points == DRAW and abs(gap) >= edition.zone:
            cases["2.3 draw beyond the zone counts"] += 1
        if side.half_points == LOSS:
            if gap == edition.zone:
                cases["2.3 loss at exactly the zone"] += 1
            elif gap == edition.zone - 1:
                cases["2.3 loss one point inside the zone"] += 1
            elif gap > edition.zone:
                cases["2.3 loss beyond the zone"] += 1
        if side.half_points == WIN:
            if gap == -edition.zone:
                cases["2.3 win at exactly the zone"] += 1
            elif gap == 1 - edition.zone:
                cases["2.3 win one point inside the zone"] += 1
            elif gap < -edition.zone:
                cases["2.3 win beyond the zone"] += 1
    return cases


def share_cases(result: Result, edition: Edition) -> Counter:
    """1: perfect and zero scores, the clamp, shares that are no whole percent; E02: the performance floor."""
    cases: Counter = Counter()
    if result.n == 0:
        return cases
    share = Fraction(result.half_points, 2 * result.n)
    kind = "rated" if result.before is not None else "unrated"
    if share == 1:
        cases[f"1 perfect score, {kind}"] += 1
    elif share == 0:
        cases[f"1 zero score, {kind}"] += 1
    elif share > Fraction(95, 100) or share < Fraction(5, 100):
        cases["1 clamp without a perfect score"] += 1
    elif (share * 100).denominator != 1:
        cases["1 share between whole percents"] += 1
    if edition.performance_floor is not None and result.raw_performance < edition.performance_floor:
        cases[f"2.2 performance floor, {kind}"] += 1
        if result.before is not None and result.raw_performance < result.before <= result.performance:
            cases["2.2 performance floor turns the comparison"] += 1
    opponents = [side.opponent for side in result.sides if side.counted]
    if len(set(opponents)) < len(opponents):
        cases["same opponent twice"] += 1
    return cases


def estimate_cases(player: Player, standing: Standing, result: Result, period: Period) -> Counter:
    """2.4.1 and 2.4.2: where the value of an unrated player comes from."""
    cases: Counter = Counter()
    edition = edition_on(period.system, period.starts)
    given = player.estimate_rapid if period.system == RAPID else player.estimate
    is_listed = list_type(standing) == "E"
    archive_games = 0 if result.archive_lost else standing.archive_games
    if result.estimate_source == "wave":
        cases[f"2.4.1 wave {min(result.wave, 4)}"] += 1
        if result.wave_games == 5:
            cases["2.4.1 exactly 5 games"] += 1
        if result.wave_kept == 0:
            cases["2.4.1 the reference is the estimate"] += 1
        elif result.wave_kept < result.wave_games:
            cases["2.4.1 second pass drops a game"] += 1
        if result.estimate == edition.floor:
            cases["2.4.1 estimate at the floor"] += 1
        if any(side.reason == "zone not applied" for side in result.sides):
            won = result.half_points == 2 * result.n
            cases["2.4.3 zone not applied, all won" if won else "2.4.3 zone not applied, all lost"] += 1
        if archive_games or given is not None:
            cases["2.4.2 wave before stand-in"] += 1
        if result.wave == 1 and len({side.opponent for side in result.sides}) < 5:
            cases["2.4.1 the same opponent twice counts twice"] += 1
    elif result.estimate_source == "archive":
        large = archive_games >= 5
        cases["2.4.2 large archive" if large else "2.4.2 small archive"] += 1
        if archive_games in (4, 5):
            cases[f"2.4.2 archive of exactly {archive_games}"] += 1
        if large and given is not None:
            cases["2.4.2 large archive before given"] += 1
        if result.estimate == edition.floor:
            cases["2.4.2 archive at the floor"] += 1
    elif result.estimate_source == "given":
        if given is not None:
            cases["2.4.2 given by the president"] += 1
            if standing.given_estimate is not None or is_listed:
                cases["2.4.2 president before list"] += 1
        elif standing.given_estimate is not None:
            cases["2.4.2 given by the list"] += 1
            if is_listed:
                cases["2.4.2 given by the list before its E"] += 1
        elif is_listed:
            cases["2.4.2 listed as E"] += 1
        if archive_games:
            cases["2.4.2 given before small archive"] += 1
        if result.estimate < edition.floor:
            cases["2.4.2 given below the floor"] += 1
    elif result.estimate_source == "default":
        cases[f"2.4.2 default {result.estimate}"] += 1
        age = age_in_season(player.birth_year, season_of(period.ends))
        if age is None:
            cases["2.4.2 default, unknown birth year"] += 1
        limits = [limit for limit, _ in edition.default_estimates if limit is not None]
        if age in limits:
            cases["2.4.2 default, oldest of a category"] += 1
        if age is not None and age - 1 in limits:
            cases["2.4.2 default, youngest of a category"] += 1
    return cases


def unrated_cases(standing: Standing, result: Result, period: Period) -> Counter:
    """0.6, 2.4.3 and 2.6: what becomes of an unrated player."""
    cases: Counter = Counter()
    edition = edition_on(period.system, period.starts)
    cases["2.4.3 " + result.case] += 1
    has_archive = standing.archive_games > 0 and not result.archive_lost
    if result.case == "unrated: quota reached":
        if has_archive:
            cases["2.4.3 archive not used"] += 1
        if result.n == edition.quota:
            cases["2.4.3 N exactly the quota"] += 1
    if result.case == "unrated: quota reached with the archive":
        if result.n + standing.archive_games == edition.quota:
            cases["2.4.3 N + Na exactly the quota"] += 1
        if standing.archive_games >= edition.quota:
            cases["2.4.3 archive full before, now rated"] += 1
    if result.case == "unrated: archived":
        cases["2.4.3 archive grows" if has_archive else "2.4.3 archive begins"] += 1
        if result.archive_games == edition.quota - 1:
            cases["2.4.3 one game short of the quota"] += 1
    if result.case == "unrated: no counted game" and has_archive:
        cases["0.6 archive kept without a counted game"] += 1
    if result.case == "unrated: not played" and has_archive:
        cases["0.6 archive kept without a game"] += 1
        if standing.archive_games >= edition.quota:
            cases["0.6 full archive kept without a game"] += 1
    if result.rating is not None and result.exact < edition.floor:
        cases["2.6 first rating raised to the floor"] += 1
    cases += archive_age_cases(standing, result, period, edition)
    cases += listing_cases(result, edition)
    return cases


def archive_age_cases(standing: Standing, result: Result, period: Period, edition: Edition) -> Counter:
    """2.2, archives: expired, old but kept, in the last season, without a season; E02: below 800."""
    cases: Counter = Counter()
    if standing.archive_games == 0:
        return cases
    season = season_of(period.ends)
    played = "played" if result.estimate is not None else "not played"
    archive = Archive(standing.archive_points, standing.archive_games, standing.archive_season)
    if is_expired(archive, season, edition):
        cases[f"2.2 archive expired, {played}"] += 1
    elif archive.season is None:
        cases[f"2.2 archive without a season, {played}"] += 1
    elif archive.season == season - 1:
        cases["2.2 archive of the season before"] += 1
    elif archive.season < season - 1:
        cases["2.2 archive of an old season kept"] += 1
    is_used = not result.archive_lost and 1 <= result.n < edition.quota
    if is_used and archive.points < archive.games * (edition.performance_floor or 0):
        cases["2.2 performance floor, archive"] += 1
    return cases


def listing_cases(result: Result, edition: Edition) -> Counter:
    """2.6: how an unrated player is printed."""
    cases: Counter = Counter()
    if result.rating is not None:
        return cases
    if result.listed_estimate is None:
        cases["2.6 unrated, not listed"] += 1
        return cases
    cases["2.6 listed as E"] += 1
    if result.estimate is None:
        cases["2.6 listed without a game"] += 1
    if result.archive_games >= 5:
        cases["2.6 listed from a large archive"] += 1
        if (result.archive_points / result.archive_games) % 10 == 5:
            cases["0.3 half rounds up, listed archive"] += 1
        if result.listed_estimate == edition.floor + 9:
            cases["2.6 listed at floor + 9"] += 1
    if result.listed_estimate % 10 != 9:
        cases["2.6 listed as given, not ending in 9"] += 1
    return cases


def rated_cases(player: Player, standing: Standing, result: Result, period: Period) -> Counter:
    """0.6, 2.5 and 2.6: what becomes of a rated player."""
    cases: Counter = Counter()
    edition = edition_on(period.system, period.starts)
    if result.archive_lost:
        cases["0.6 rated player's archive emptied"] += 1
    if result.credited:
        cases["2.5 credited, with a counted game" if result.n else "2.5 credited, no counted game"] += 1
        if result.sides and not result.n:
            cases["2.5 credited, played but nothing counts"] += 1
        if result.archive_lost:
            cases["2.5 credited, archive emptied"] += 1
        if list_type((period.national or {})[player.id]) == "F":
            cases["2.5 credited by type F"] += 1
    if result.case == "rated: of type F":
        cases["2.5 type F with games" if result.sides else "2.5 type F without games"] += 1
        return cases
    if result.case == "rated: no counted game":
        cases["0.6 rated, no game counts" if result.sides else "0.6 rated, no game"] += 1
        if result.rating is not None and result.rating % 10:
            cases["0.6 rating kept unrounded"] += 1
        return cases
    cases["2.5 " + result.case] += 1
    if result.exact < edition.floor:
        cases["2.6 rating raised to the floor"] += 1
    if (result.exact / 5).denominator == 1 and (result.exact / 10).denominator != 1:
        cases["0.3 half rounds up"] += 1
    cases += count_of_games_cases(player, result, period, edition)
    return cases


def count_of_games_cases(player: Player, result: Result, period: Period, edition: Edition) -> Counter:
    """2.5: the numbers of games at the limits, by age (national) or at 7 (rapid)."""
    cases: Counter = Counter()
    if edition.system == RAPID:
        if result.n in (6, 7):
            way = "above" if result.performance > result.before else "below"
            if result.performance != result.before:
                cases[f"2.5 {way} with {result.n} games"] += 1
        return cases
    age = age_in_season(player.birth_year, season_of(period.ends))
    if result.performance > result.before:
        if is_junior(age) and result.n in (7, 8):
            cases[f"2.5 junior above with {result.n} games"] += 1
        if not is_junior(age) and result.n in (15, 16):
            cases[f"2.5 senior above with {result.n} games"] += 1
        if not is_junior(age) and result.n in (8, 9, 10):
            cases["2.5 senior above with about 8 games"] += 1
        if age == 20 and 1 <= result.n < 16:
            cases["2.1 oldest junior above"] += 1
        if age == 21 and 1 <= result.n < 16:
            cases["2.1 youngest senior above"] += 1
        if age is None and result.n < 16:
            cases["2.1 unknown birth year above"] += 1
    return cases


def worth_cases(result: Result, results: dict[str, Result], edition: Edition) -> Counter:
    """2.5 and 2.4.3: what the opponents were worth."""
    cases: Counter = Counter()
    known = 0
    for side in result.sides:
        opponent = results[side.opponent]
        if opponent.before is not None or (opponent.wave and edition.unrated_pairs_count):
            known += 1
        if result.wave and opponent.wave and edition.unrated_pairs_count:
            order = "an earlier" if opponent.wave < result.wave else "a later"
            cases[f"2.4.1 met one of {'the same' if opponent.wave == result.wave else order} wave"] += 1
        if opponent.credited:
            cases["2.5 opponent credited"] += 1
        if result.before is None:
            if side.value is None:
                cases["2.2 unrated pair does not count"] += 1
            elif opponent.before is None:
                cases["2.2 unrated pair counts"] += 1
        elif side.value is None:
            cases["2.2 rated against unrated does not count"] += 1
        elif opponent.case == "rated: of type F":
            cases["2.5 opponent of type F"] += 1
        elif opponent.before is None:
            cases += new_value_cases(opponent, edition)
    if result.estimate is not None and result.wave is None and known == 4:
        cases["2.4.1 4 games are not enough"] += 1
    return cases


def new_value_cases(opponent: Result, edition: Edition) -> Counter:
    """2.5, national: the three kinds of new value of an unrated opponent."""
    cases: Counter = Counter()
    if opponent.rating is not None:
        cases["2.5 opponent at the new rating"] += 1
    elif opponent.n:
        cases["2.5 opponent at the archived performance"] += 1
        if opponent.archive_points / opponent.archive_games < edition.floor:
            cases["2.5 opponent's archive raised to the floor"] += 1
    else:
        cases["2.5 opponent at the stand-in"] += 1
        if opponent.worth < edition.floor:
            cases["2.5 opponent's stand-in below the floor"] += 1
    return cases


def only_forfeits_cases(period: Period, results: dict[str, Result]) -> Counter:
    """0.4: unrated players who have games, but none over the board, have not played."""
    cases: Counter = Counter()
    with_rows = {game.white for game in period.games} | {game.black for game in period.games if game.black}
    for player_id in with_rows:
        if results[player_id].case == "unrated: not played":
            cases["0.4 only forfeits and byes"] += 1
    return cases


def count_cases(period: Period, results: dict[str, Result]) -> Counter:
    """The cases of 0 to 2.6 that a period hits, by name, with how often."""
    edition = edition_on(period.system, period.starts)
    cases = game_cases(period) + only_forfeits_cases(period, results)
    if season_of(period.starts) != season_of(period.ends):
        cases["0.8 period across two seasons"] += 1
    for player_id, result in results.items():
        player = period.players[player_id]
        standing = period.standings.get(player_id, Standing())
        own = result.before if result.before is not None else result.estimate
        if result.before is None:
            cases += estimate_cases(player, standing, result, period)
            cases += unrated_cases(standing, result, period)
            national = (period.national or {}).get(player_id, Standing())
            if list_type(national) == "E":
                cases["2.5 not credited by type E"] += 1
        else:
            cases += rated_cases(player, standing, result, period)
            if list_type((period.national or {}).get(player_id, Standing())) and not result.credited:
                cases["2.5 own rapid rating before the national one"] += 1
        if own is not None:
            cases += zone_cases(own, result, edition)
        cases += share_cases(result, edition)
        cases += worth_cases(result, results, edition)
    return cases


# ----------------------------------------------------------------------------------------------------
# The names of all cases
# ----------------------------------------------------------------------------------------------------

#: Every edition.
COMMON_CASES = (
    "0.3 half rounds up",
    "0.3 half rounds up, listed archive",
    "0.4 bye",
    "0.4 forfeit",
    "0.4 only forfeits and byes",
    "0.6 archive kept without a counted game",
    "0.6 archive kept without a game",
    "0.6 full archive kept without a game",
    "0.6 rated player's archive emptied",
    "0.6 rated, no game",
    "0.6 rated, no game counts",
    "0.6 rating kept unrounded",
    "0.8 period across two seasons",
    "0.9 first or last day",
    "1 clamp without a perfect score",
    "1 perfect score, rated",
    "1 perfect score, unrated",
    "1 share between whole percents",
    "1 zero score, rated",
    "1 zero score, unrated",
    "2.2 archive of the season before",
    "2.2 archive without a season, not played",
    "2.2 archive without a season, played",
    "2.3 draw beyond the zone counts",
    "2.3 loss at exactly the zone",
    "2.3 loss beyond the zone",
    "2.3 loss one point inside the zone",
    "2.3 win at exactly the zone",
    "2.3 win beyond the zone",
    "2.3 win one point inside the zone",
    "2.4.1 4 games are not enough",
    "2.4.1 estimate at the floor",
    "2.4.1 exactly 5 games",
    "2.4.1 second pass drops a game",
    "2.4.1 the reference is the estimate",
    "2.4.1 the same opponent twice counts twice",
    "2.4.1 wave 1",
    "2.4.2 archive at the floor",
    "2.4.2 archive of exactly 4",
    "2.4.2 archive of exactly 5",
    "2.4.2 default, oldest of a category",
    "2.4.2 default, unknown birth year",
    "2.4.2 default, youngest of a category",
    "2.4.2 given before small archive",
    "2.4.2 given below the floor",
    "2.4.2 given by the list",
    "2.4.2 given by the list before its E",
    "2.4.2 given by the president",
    "2.4.2 large archive",
    "2.4.2 large archive before given",
    "2.4.2 listed as E",
    "2.4.2 president before list",
    "2.4.2 small archive",
    "2.4.2 wave before stand-in",
    "2.4.3 N + Na exactly the quota",
    "2.4.3 N exactly the quota",
    "2.4.3 archive begins",
    "2.4.3 archive full before, now rated",
    "2.4.3 archive grows",
    "2.4.3 archive not used",
    "2.4.3 one game short of the quota",
    "2.4.3 unrated: archived",
    "2.4.3 unrated: no counted game",
    "2.4.3 unrated: not played",
    "2.4.3 unrated: quota reached",
    "2.4.3 unrated: quota reached with the archive",
    "2.4.3 zone not applied, all lost",
    "2.4.3 zone not applied, all won",
    "2.5 opponent of type F",
    "2.5 rated: performance above, completed",
    "2.5 rated: performance above, enough games",
    "2.5 rated: performance equal",
    "2.5 type F with games",
    "2.5 type F without games",
    "2.6 listed as E",
    "2.6 listed as given, not ending in 9",
    "2.6 listed at floor + 9",
    "2.6 listed from a large archive",
    "2.6 listed without a game",
    "2.6 rating raised to the floor",
    "2.6 unrated, not listed",
    "late report",
    "same opponent twice",
)
#: Every national edition, beside those.
NATIONAL_CASES = (
    "2.1 oldest junior above",
    "2.1 unknown birth year above",
    "2.1 youngest senior above",
    "2.2 archive of an old season kept",
    "2.2 unrated pair counts",
    "2.4.1 met one of an earlier wave",
    "2.4.1 met one of a later wave",
    "2.4.1 met one of the same wave",
    "2.4.1 wave 2",
    "2.4.1 wave 3",
    "2.4.1 wave 4",
    "2.5 junior above with 7 games",
    "2.5 junior above with 8 games",
    "2.5 opponent at the archived performance",
    "2.5 opponent at the new rating",
    "2.5 opponent at the stand-in",
    "2.5 opponent's archive raised to the floor",
    "2.5 opponent's stand-in below the floor",
    "2.5 rated: performance below, brake",
    "2.5 senior above with 15 games",
    "2.5 senior above with 16 games",
    "2.5 senior above with about 8 games",
    "2.6 first rating raised to the floor",
)
#: Every rapid edition, beside those of all.
RAPID_CASES = (
    "2.2 rated against unrated does not count",
    "2.2 unrated pair does not count",
    "2.4.2 default 1199",
    "2.5 above with 6 games",
    "2.5 above with 7 games",
    "2.5 below with 6 games",
    "2.5 below with 7 games",
    "2.5 credited by type F",
    "2.5 credited, archive emptied",
    "2.5 credited, no counted game",
    "2.5 credited, played but nothing counts",
    "2.5 credited, with a counted game",
    "2.5 not credited by type E",
    "2.5 opponent credited",
    "2.5 own rapid rating before the national one",
)

#: What one edition has beside those.
EDITION_CASES: dict[tuple[str, str], tuple[str, ...]] = {
    ("ffe-national", "S1"): (
        "2.4.2 default 1009",
        "2.4.2 default 1199",
        "2.4.2 default 1499",
    ),
    ("ffe-national", "S0"): (
        "2.4.2 default 1009",
        "2.4.2 default 1199",
        "2.4.2 default 1499",
    ),
    ("ffe-national", "R01"): (
        "2.4.2 default 1299",
        "2.4.2 default 1399",
    ),
    ("ffe-rapid", "S0"): (
        "2.2 archive of an old season kept",
        "2.4.2 default 1009",
        "2.5 rated: performance below, completed",
        "2.5 rated: performance below, enough games",
        "2.6 first rating raised to the floor",
    ),
    ("ffe-rapid", "E02"): (
        "2.2 archive expired, not played",
        "2.2 archive expired, played",
        "2.2 performance floor turns the comparison",
        "2.2 performance floor, archive",
        "2.2 performance floor, rated",
        "2.2 performance floor, unrated",
        "2.4.2 default 799",
        "2.4.2 default 999",
        "2.5 rated: performance below, brake",
    ),
}

#: By system and edition name, every case that random periods must hit (and no other can be hit).
CASES: dict[tuple[str, str], tuple[str, ...]] = {
    (system, name): tuple(
        sorted((*COMMON_CASES, *(NATIONAL_CASES if system == NATIONAL else RAPID_CASES), *own_cases))
    )
    for (system, name), own_cases in EDITION_CASES.items()
}
