"""One player's games through the engine's own steps: what the FIDE, UKD and Elo International calculators share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np

from ratings.engine.by_expectation import Change, Entry, Inputs, change_of, entry_of, judged_by_block
from ratings.engine.editions import Rules
from ratings.engine.expected import EPOCH, PARTS, Days, Judged, ValuedSides
from ratings.engine.period import Maybe, Start
from ratings.engine.pools import Pools, Tournaments
from ratings.exact import Ints
from ratings.rules.calculation import (
    POINTS,
    Calculation,
    Request,
    equal,
    fraction,
    heading,
    number,
    opponent_name,
    score,
    signed,
)
from ratings.rules.conversions import round_half_away

PLAYER = 1
"""The player's number; the opponents are numbered after it, each game's its own person."""


@dataclass(frozen=True, slots=True)
class Worked:
    """The engine's working for one player: sides in the order of the games, players' arrays read at PLAYER."""

    request: Request
    edition: Any
    judged: Judged
    change: Change
    entry: Entry
    new: Maybe

    @property
    def points(self) -> Fraction:
        """Give the exact change."""
        return fraction(self.change.points, PLAYER)

    @property
    def k(self) -> Fraction:
        """Give K after the limit by games."""
        return fraction(self.change.k, PLAYER)

    @property
    def games(self) -> int:
        """Give n."""
        return int(self.change.totals.games[PLAYER])


def work(request: Request, module: ModuleType, edition: Any) -> Worked:
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
    return Worked(request, edition, judged, change, entry, module.new_rating(rating.values, change.points, edition))


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


def game_lines(worked: Worked) -> list[str]:
    """Write each game: difference, cap, expected score, gain; or why it is not counted."""
    lines = []
    for n, half_points in enumerate(game.half_points for game in worked.request.games):
        line = difference_line(worked, n)
        if worked.judged.compared[n] and worked.judged.in_n[n]:
            expected, gain = _parts(worked.judged.expected[n]), _parts(worked.judged.gain[n])
            line += f", expected {number(expected)}, {POINTS[half_points]} - {number(expected)} = {signed(gain)}"
        lines.append(f"{line}.")
    return lines


def event_lines(worked: Worked) -> list[str]:
    """Write each game's difference, then the mean of the differences and what the event expects."""
    judged, lines = worked.judged, [f"{difference_line(worked, n)}." for n in range(len(worked.request.games))]
    places = np.flatnonzero(judged.compared & judged.in_n)
    if not len(places):
        return lines
    total, made = int(judged.capped[places].sum()), int(worked.change.totals.half_points[PLAYER])
    mean = Fraction(total, len(places))
    each, all_games = _parts(judged.expected[places[0]]), _parts(worked.change.expected[PLAYER])
    gain = _parts(judged.gain[places].sum())
    return [
        *lines,
        f"Mean difference: {signed(mean)}, rounded {signed(round_half_away(mean))}; expected {number(each)} a game.",
        f"{score(made)} - {len(places)} × {number(each)} = {score(made)} - {number(all_games)} = {signed(gain)}.",
    ]


def difference_line(worked: Worked, n: int) -> str:
    """Write who was played with what result, and the difference and its cap; or what the game is without one."""
    judged, game = worked.judged, worked.request.games[n]
    start = f"{n + 1}. {opponent_name(game)}, {POINTS[game.half_points]}:"
    if judged.compared[n] and judged.in_n[n]:
        difference, at_most = int(judged.difference[n]), int(judged.capped[n])
        cap = f", counts as {signed(at_most)}" if at_most != difference else ""
        return f"{start} difference {signed(difference)}{cap}"
    if judged.counted[n] and worked.request.rating is not None:
        return f"{start} an unrated opponent gives {signed(_parts(judged.gain[n]))}"
    return f"{start} not counted, {'only rated opponents count' if game.opponent is None else 'the gap is too wide'}"


def _parts(amount: Any) -> Fraction:
    return Fraction(int(amount), PARTS)


def total_line(worked: Worked) -> str:
    """Write the sum of the gains."""
    counted = int(worked.change.counted[PLAYER])
    return f"Sum: {signed(_parts(worked.change.gain[PLAYER]))} over {counted} counted game{'s' if counted > 1 else ''}."


def k_line(worked: Worked, why: str) -> str:
    """Write K, why, and whether K × n bit."""
    if not worked.change.is_limited[PLAYER]:
        return f"K {number(worked.k)} ({why})."
    most = worked.edition.most_k_times_games
    return f"K {number(worked.k)} ({why}; K × {worked.games} games may not exceed {most})."


def change_line(worked: Worked) -> str:
    """Write K × the sum."""
    gain = _parts(worked.change.gain[PLAYER])
    return f"Change: {number(worked.k)} × {signed(gain)} {equal(signed(worked.points))}."


def entry_lines(worked: Worked) -> list[str]:
    """Write what a newcomer's games add up to, whether the event counts, and the first rating."""
    entry, totals, needed = worked.entry, worked.change.totals, worked.edition.entry_games
    games = sum(game.opponent is not None for game in worked.request.games)
    made, opponents_sum = int(totals.half_points[PLAYER]), int(totals.opponents_sum[PLAYER])
    lines = [f"{games} games against rated opponents, sum {opponents_sum}, {score(made)} points."]
    counted = int(entry.totals.games[PLAYER])
    if counted < games:
        lines.append("The event, taken as the player's first, does not fulfil the conditions of an entry.")
    if counted:
        lines.append(performance_line(worked))
    if counted < needed:
        return [*lines, f"Fewer than {needed} games that count: no rating yet."]
    if not entry.rating.known[PLAYER]:
        return [*lines, f"Below the floor of {worked.edition.floor}: no rating yet."]
    return [*lines, f"First rating: {int(entry.rating.values[PLAYER])}."]


def performance_line(worked: Worked) -> str:
    """Write the mean, with the draws that some editions add, the score, and the performance."""
    totals, exact = worked.entry.totals, fraction(worked.entry.exact, PLAYER)
    draws, against = getattr(worked.edition, "entry_draws", 0), getattr(worked.edition, "entry_draws_against", 0)
    games, made = int(totals.games[PLAYER]) + draws, int(totals.half_points[PLAYER]) + draws
    mean = Fraction(int(totals.opponents_sum[PLAYER]) + draws * against, games)
    added = f" with {draws} draws against {against} added" if draws else ""
    percent = number(Fraction(50 * made, games))
    return f"Mean {number(mean)}{added}, {percent} %: {signed(exact - mean)}; performance {number(exact)}."


def result_line(worked: Worked) -> str:
    """Write the new rating, or that it fell below the floor."""
    rating = int(worked.new.values[PLAYER])
    if worked.new.known[PLAYER]:
        return f"New rating: {rating}."
    return f"New rating: {rating} is below the floor of {worked.edition.floor}: unrated."


def calculation(worked: Worked, lines: list[str]) -> Calculation:
    """Put the lines and the result together; without a counted game the rating stays."""
    edition, request = worked.edition, worked.request
    top = heading(request.rating, edition.system, edition.name, edition.source)
    if request.rating is None:
        has_games = worked.entry.totals.games[PLAYER] > 0
        exact = fraction(worked.entry.exact, PLAYER) if has_games else None
        rating = worked.entry.rating
        result = int(rating.values[PLAYER]) if rating.known[PLAYER] else None
        return Calculation((top, *lines), None, exact, result)
    if not worked.change.counted[PLAYER]:
        return Calculation((top, *lines), Fraction(0), Fraction(request.rating), request.rating)
    new = int(worked.new.values[PLAYER]) if worked.new.known[PLAYER] else None
    return Calculation((top, *lines), worked.points, request.rating + worked.points, new)


def steps(worked: Worked, why_k: dict[int, str], rounding: Callable[[Worked], str], *, by_event: bool) -> Calculation:
    """Give the steps in the order of every calculator: games, sum, K, change, rounding, result; or a first rating.

    `why_k` has the words for a reason of K, with the edition's numbers to be put in; `rounding` the system's own line.
    """
    if worked.request.rating is None:
        return calculation(worked, entry_lines(worked))
    lines = event_lines(worked) if by_event else game_lines(worked)
    if worked.change.counted[PLAYER]:
        reason = why_k[int(worked.change.k_reason[PLAYER])].format(worked.edition)
        reason = reason if worked.request.k is None else "given"
        lines += [
            total_line(worked),
            k_line(worked, reason),
            change_line(worked),
            rounding(worked),
            result_line(worked),
        ]
    return calculation(worked, lines)
