"""A French period in a few words: players by name, games as text, rated by the engine on arrays."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from fractions import Fraction

from arrays import fraction, ints, maybe, value
from ratings.engine import unrated_first
from ratings.engine.period import TYPES, Games, Outcome, Start
from ratings.engine.unrated_first import Rules
from ratings.rules import ffe, rule_set

SEASON = 2026
HALF_POINTS = {"W": 2, "D": 1, "L": 0}


def edition(system: str, name: str) -> ffe.Edition:
    """Give an edition by its name, such as `S1`."""
    return next(one for one in rule_set(f"ffe-{system}").editions if one.name == name)


@dataclass(frozen=True)
class Someone:
    """A player before the period; `archive` is (performance, games, season)."""

    rating: int | None = None
    type: str = "N"
    born: int | None = None
    given: int | None = None
    archive: tuple[int, int, int | None] | None = None
    credited: int | None = None


@dataclass(frozen=True)
class After:
    """One player after the period."""

    rating: int | None
    exact: Fraction
    case: str
    n: int
    performance: Fraction | None
    estimate: int | None
    source: str
    wave: int | None
    worth: int | None
    listed: int | None
    archive: tuple[Fraction, int, int | None] | None


def start_of(people: list[Someone]) -> Start:
    """Give the engine's starting values; number 0 is nobody."""
    archives = [someone.archive or (0, 0, None) for someone in people]
    return replace(
        Start.unrated(len(people)),
        birth_year=maybe([someone.born for someone in people]),
        rating=maybe([someone.rating for someone in people]),
        type=ints(TYPES.index(someone.type if someone.rating is not None else "") for someone in people),
        credited=maybe([someone.credited for someone in people]),
        given=maybe([someone.given for someone in people]),
        archive_points=ints(100 * performance * games for performance, games, _ in archives),
        archive_games=ints(games for _, games, _ in archives),
        archive_season=maybe([season for _, _, season in archives]),
    )


def rate(rules: ffe.Edition, people: dict[str, Someone], *played: str) -> dict[str, After]:
    """Rate a period: games are `"A W B"` (A beats B), `D` and `L`; a name that is a number is rated so."""
    rows = [text.split() for text in played]
    names = list(dict.fromkeys([*people, *(name for white, _, black in rows for name in (white, black))]))
    everybody = [Someone(), *(people.get(name) or Someone(int(name), "F") for name in names)]
    number = {name: place for place, name in enumerate(names, 1)}
    games = Games(
        white=ints(number[white] for white, _, _ in rows),
        black=ints(number[black] for _, _, black in rows),
        half_points=ints(HALF_POINTS[result] for _, result, _ in rows),
        day=ints(0 for _ in rows),
    )
    outcome = unrated_first.rate(start_of(everybody), games, Rules(ffe, rules, SEASON))
    return {name: after(outcome, place) for name, place in number.items()}


def games_of(name: str, text: str) -> list[str]:
    """Give one player's games, written `"1500 W, 1600 L"`."""
    return [f"{name} {result} {opponent}" for opponent, result in (item.split() for item in text.split(", "))]


def alone(rules: ffe.Edition, someone: Someone, text: str) -> After:
    """Rate one player over games against rated opponents, written `"1500 W, 1600 L"`."""
    return rate(rules, {"me": someone}, *games_of("me", text))["me"]


def after(outcome: Outcome, place: int) -> After:
    """Read one player's outcome."""
    n = int(outcome.totals.games[place])
    archive_games = int(outcome.after.archive_games[place])
    archive = (
        Fraction(int(outcome.after.archive_points[place]), 100 * archive_games),
        archive_games,
        value(outcome.after.archive_season, place),
    ) if archive_games else None  # fmt: skip
    return After(
        rating=value(outcome.after.rating, place),
        exact=fraction(outcome.exact, place),
        case=ffe.CASES[outcome.case[place]],
        n=n,
        performance=Fraction(int(outcome.performance_points[place]), 100 * n) if n else None,
        estimate=value(outcome.estimate, place),
        source=ffe.SOURCES[outcome.estimate_source[place]],
        wave=value(outcome.wave, place),
        worth=value(outcome.worth, place),
        listed=value(outcome.listed, place),
        archive=archive,
    )


def on(system: str, day: dt.date) -> str:
    """Give the name of the edition in force on a day."""
    return rule_set(f"ffe-{system}").in_force(day).name
