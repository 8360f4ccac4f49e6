"""One player's games through the engine's own steps: what the FIDE, UKD and Elo International calculators share."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np

from ratings.engine.by_expectation import Inputs, change_of, entry_of, judged_by_block
from ratings.engine.editions import Rules
from ratings.engine.expected import EPOCH, Days, ValuedSides
from ratings.engine.period import Maybe, Start
from ratings.engine.pools import Pools, Tournaments
from ratings.exact import Ints
from ratings.phrases import Phrase
from ratings.rules.calculation import (
    POINTS,
    Calculation,
    Request,
    calculator_of,
    fraction,
    heading,
    opponent_name,
)
from ratings.rules.entry_steps import entry_steps
from ratings.rules.expectation_steps import (
    by_event,
    change_steps,
    event_steps,
    events_of,
    floor_steps,
    result_step,
    side_step,
)
from ratings.rules.working import Working

PLAYER = 1
"""The player's number; the opponents are numbered after it, each game's its own person."""


def work(request: Request, module: ModuleType, edition: Any) -> Working:
    """Run one event of one player through the engine: no list, no date, only values."""
    rules = Rules(module, (edition,), edition)
    size = PLAYER + 1 + len(request.games)
    rating = _only_player(request.rating, size)
    day = (edition.effective - EPOCH).days
    first = Tournaments(np.full(2, day), np.zeros(2, dtype=np.int64))
    inputs = Inputs(
        _start(request, rating, size, edition), _sides(request, rating, day), Pools.empty(), first,
        Days(day, day, day + 1, day), np.zeros(size, dtype=bool),
    )  # fmt: skip
    judged = judged_by_block(inputs.sides, rules)
    change = change_of(inputs, rating, inputs.sides, judged, rules, request.k)
    entry = entry_of(inputs, ~rating.known & (np.arange(size) == PLAYER), inputs.sides, judged, rules)
    return Working(
        PLAYER, rules, calculator_of(module), inputs, rating, judged, change, entry,
        np.arange(len(request.games)), given_k=request.k,
    )  # fmt: skip


def _only_player(value: int | None, size: int) -> Maybe:
    known = np.arange(size) == PLAYER
    return Maybe(np.where(known, value or 0, 0), known & (value is not None))


def _start(request: Request, rating: Maybe, size: int, edition: Any) -> Start:
    # Not told, a rated player is taken as settled, and an unrated one's event as the first.
    assumed = 0 if request.rating is None else getattr(edition, "new_under_games", 0)
    before = assumed if request.games_before is None else request.games_before
    # Born in the year: the youngest there is.
    birth_year = _only_player(edition.effective.year if request.is_junior else None, size)
    return replace(Start.unrated(size), rating=rating, peak=rating, birth_year=birth_year, games=np.full(size, before))


def _sides(request: Request, rating: Maybe, day: int) -> ValuedSides:
    def each(value: int) -> Ints:
        return np.full(len(request.games), value, dtype=np.int64)

    games = request.games
    return ValuedSides(
        owner=each(PLAYER),
        opponent=PLAYER + 1 + np.arange(len(games)),
        half_points=np.array([game.half_points for game in games], dtype=np.int64),
        day=each(day),
        tournament=each(1),
        own=rating.at(each(PLAYER)),
        value=Maybe(
            np.array([game.opponent or 0 for game in games], dtype=np.int64),
            np.array([game.opponent is not None for game in games], dtype=bool),
        ),
        block=each(0),
    )


def calculation(request: Request, working: Working) -> Calculation:
    """Give the steps in the order of every calculator: games, sum, K, change, rounding, result; or a first rating."""
    edition = working.edition
    lines = [heading(request.rating, edition.system, edition.name, edition.source)]
    lines += map(str, [*floor_steps(working), *_games(request, working)])
    if working.has_change:
        lines += map(str, change_steps(working))
    if request.rating is None:
        return _entry(working, lines)
    if not working.change.counted[PLAYER]:
        lines += ["No game counts.", f"New rating: unchanged, {request.rating}."]
        return Calculation(tuple(lines), Fraction(0), Fraction(request.rating), request.rating)
    new = working.rules.module.new_rating(working.base.values, working.change.points, edition)
    result = int(new.values[PLAYER]) if new.known[PLAYER] else None
    return Calculation((*lines, str(result_step(working))), working.points, request.rating + working.points, result)


def _games(request: Request, working: Working) -> list[str | Phrase]:
    lines: list[str | Phrase] = [
        f"{n + 1}. {opponent_name(game)}, {POINTS[game.half_points]}: {side_step(working, n)}."
        for n, game in enumerate(request.games)
    ]
    if not by_event(working) or not working.has_change:
        return lines
    return lines + [line for places in events_of(working) for line in event_steps(working, places)]


def _entry(working: Working, lines: list[str]) -> Calculation:
    """Give what a newcomer's games make; block 2016 of the UKD shows a change beside it."""
    entry = working.entry
    exact = fraction(entry.exact, PLAYER) if entry.totals.games[PLAYER] > 0 else None
    result = int(entry.rating.values[PLAYER]) if entry.rating.known[PLAYER] else None
    change = working.points if working.has_change else None
    return Calculation((*lines, *map(str, entry_steps(working))), change, exact, result)
