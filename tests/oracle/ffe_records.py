"""What goes into a period of the French rules and what comes out, and the games that are played over the board (0.4).

A ``Standing`` whose type is ``E`` brings a rating of a *loaded* list, which counts as a given estimate (2.4.2).
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from fractions import Fraction

from results import HALF_POINTS, PLAYED


@dataclass(frozen=True)
class Player:
    """A registered player. The two estimates are the club president's (2.4.2)."""

    id: str
    birth_year: int | None = None
    estimate: int | None = None
    estimate_rapid: int | None = None


@dataclass(frozen=True)
class Game:
    """A row of the games file. ``result`` is one of ``HALF_POINTS``; ``black`` may be None for forfeits and byes."""

    white: str
    black: str | None
    result: str
    date: datetime.date


@dataclass(frozen=True)
class Standing:
    """What a player starts from in one system. ``given_estimate`` is the estimate a loaded list brings."""

    rating: int | None = None
    type: str = ""
    archive_points: Fraction = Fraction(0)
    archive_games: int = 0
    archive_season: int | None = None
    given_estimate: int | None = None


@dataclass(frozen=True)
class SideDetail:
    """One player's half of a played game in the player's last calculation (2.4.3 or 2.5).

    ``value`` is what the opponent is worth there (None: no value, the pairing never counts). ``reason``
    is one of 'counted', 'win against a much lower value', 'loss against a much higher value',
    'zone not applied', 'opponent unrated'.
    """

    opponent: str
    half_points: int
    value: int | None
    counted: bool
    reason: str


@dataclass
class Result:
    """What became of one player.

    ``before`` is Ei as used: for a credited player the national rating. ``performance`` is Po as used in
    comparisons and averages (with the performance floor of E02); ``raw_performance`` is without that floor.
    ``archive_lost`` is 'expired', 'rated' (a rated player's archive was emptied by 0.6) or ''. ``reference``,
    ``wave_games`` and ``wave_kept`` (the games of the first and the second pass) belong to 2.4.1.
    """

    before: int | None = None
    credited: bool = False
    n: int = 0
    half_points: int = 0
    opponents_sum: int = 0
    performance: Fraction | None = None
    raw_performance: Fraction | None = None
    estimate: int | None = None
    estimate_source: str | None = None
    wave: int | None = None
    reference: int | None = None
    wave_games: int = 0
    wave_kept: int = 0
    worth: int | None = None
    case: str = ""
    exact: Fraction | None = None
    rating: int | None = None
    type: str = ""
    listed_estimate: int | None = None
    archive_points: Fraction = Fraction(0)
    archive_games: int = 0
    archive_season: int | None = None
    archive_lost: str = ""
    sides: list[SideDetail] = field(default_factory=list)


@dataclass(frozen=True)
class Side:
    """One player's half of a played game, before it is known whether it counts."""

    opponent: str
    half_points: int


@dataclass(frozen=True)
class Archive:
    """2.1: the exact sum Pa * Na, and Na, with the season (the year in which it ends) or None."""

    points: Fraction = Fraction(0)
    games: int = 0
    season: int | None = None


NO_ARCHIVE = Archive()


@dataclass(frozen=True)
class Start:
    """What is frozen at the start of the period (0.1). ``rating`` is None for the unrated."""

    rating: int | None
    is_fide: bool
    is_credited: bool
    archive: Archive
    archive_lost: str
    given: int | None
    age: int | None


@dataclass(frozen=True)
class Estimate:
    """An unrated player's value in 2.4: from a wave or a stand-in."""

    value: int
    source: str
    wave: int | None = None
    reference: int | None = None
    games: int = 0
    kept: int = 0


@dataclass(frozen=True)
class Total:
    """Counted games of one calculation, with their details."""

    n: int
    half_points: int
    opponents_sum: int
    details: list[SideDetail]


def played_sides(players: dict[str, Player], games: list[Game], ends: datetime.date) -> dict[str, list[Side]]:
    """0.4: every player's games over the board. Forfeits, byes and unplayed games are never rated."""
    sides: dict[str, list[Side]] = {player_id: [] for player_id in players}
    for game in games:
        if game.result not in HALF_POINTS:
            raise ValueError(f"unknown result: {game.result}")
        if game.date > ends:
            raise ValueError(f"game of {game.date} is after the period's last day {ends}")
        if game.result not in PLAYED:
            continue
        if game.black is None or game.black == game.white:
            raise ValueError(f"a played game needs two players: {game}")
        white_half_points, black_half_points = PLAYED[game.result]
        sides[game.white].append(Side(game.black, white_half_points))
        sides[game.black].append(Side(game.white, black_half_points))
    return sides
