"""Random small periods built to hit the rare cases of the French rules.

``random_period`` lays out a few rated players and then adds *scenes*: small functions, each of which brings
one or more players with the games that lead to a rare case (a perfect newcomer, a chain of unrated players).
``ffe_cases`` names what really happened.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable

from ffe import rate
from ffe_builder import MOST_GAMES, Builder, Period
from ffe_editions import RAPID, edition_on
from ffe_records import Game, Result, Standing
from ffe_scenes_rated import (
    scene_credited,
    scene_fide,
    scene_long_event,
    scene_rated_equal,
    scene_rated_games,
    scene_rated_meets_unrated,
    scene_rated_there_too,
    scene_rated_with_archive,
    scene_rated_without_counted_game,
    scene_weak_archive_met,
    scene_weak_rated,
    scene_zone,
)
from ffe_scenes_unrated import (
    scene_archive,
    scene_category,
    scene_chain,
    scene_closed_circle,
    scene_newcomer,
    scene_perfect_newcomer,
    scene_spectators,
    scene_stand_in_without_games,
    scene_weak_newcomer,
)
from results import NOT_PLAYED

MOST_PLAYERS = 60
#: no scene starts beyond these, so that the last one still fits
SCENE_PLAYERS = 50
SCENE_GAMES = 215
FEWEST_GAMES = 20
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


def rate_period(period: Period) -> dict[str, Result]:
    """The oracle's results of a period."""
    return rate(**vars(period))


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
