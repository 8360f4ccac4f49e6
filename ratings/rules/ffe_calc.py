"""The French calculator for one player: S0's and S1's steps, by the functions that rate a period."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from ratings.engine import unrated_first
from ratings.engine.period import Games, Maybe, Outcome, Start, Totals
from ratings.engine.totals import Asked, total
from ratings.engine.unrated_first import Rules
from ratings.rules import ffe
from ratings.rules.calculation import (
    POINTS,
    Calculation,
    Game,
    Request,
    bare,
    equal,
    fraction,
    heading,
    number,
    opponent_name,
    score,
    signed,
)
from ratings.wording import number_of

PLAYER = 1
"""The player's number; the opponents are numbered after it, each game's its own person."""

CASES = {
    ffe.NO_COUNTED_GAME: "No game counts: nothing changes.",
    ffe.PERFORMANCE: "Performance above the rating, enough games: the performance.",
    ffe.COMPLETED: "Too few games for the performance alone: completed to {fill} with the rating.",
    ffe.BRAKE: "Performance below the rating: brake of {0.brake}.",
    ffe.EQUAL: "Performance equal to the rating.",
    ffe.FIRST_RATING: "At least {0.quota} games: rated at the performance.",
    ffe.ARCHIVED: "Fewer than {0.quota} games: the performance is archived.",
}


def calculate(request: Request, edition: ffe.Edition) -> Calculation:
    """S0, S1 "calcul": compatible games, performance, case, blend, publication.

    Opponents without a rating are left out. An unrated player is valued first (reference and estimate, or a
    stand-in), then rated or archived.
    """
    games = tuple(game for game in request.games if game.opponent is not None)
    start, played, rules = _period(replace(request, games=games), edition)
    outcome = unrated_first.rate(start, played, rules)
    own = request.rating if request.rating is not None else _value(outcome.estimate)
    has_zone = request.rating is not None or not _zone_is_dropped(outcome, games, own, edition)
    lines = [heading(request.rating, edition.system, edition.name, edition.source)]
    if request.rating is None and games:
        lines += _estimate_lines(outcome, played, start.rating, rules)
    lines += [_game_line(n, game, own, has_zone, edition) for n, game in enumerate(request.games, 1)]
    case = int(outcome.case[PLAYER])
    if case in (ffe.NO_GAME, ffe.NO_COUNTED_GAME):
        kept = None if request.rating is None else Fraction(request.rating)
        change = None if kept is None else Fraction(0)
        kept_line = "No rating yet." if kept is None else f"New rating: unchanged, {request.rating}."
        return Calculation((*lines, CASES[ffe.NO_COUNTED_GAME], kept_line), change, kept, request.rating)
    lines += [*_sums(outcome.totals, edition), *_case_lines(request, outcome, edition)]
    exact = fraction(outcome.exact, PLAYER)
    change = None if request.rating is None else exact - request.rating
    result = int(outcome.after.rating.values[PLAYER]) if outcome.after.rating.known[PLAYER] else None
    if result is None:
        lines.append(f"Archive: {number(exact)} over {number_of(_games(outcome), 'game')}.")
    else:
        rounding = f"Rounded to the nearest {edition.step}, not below {edition.floor}."
        lines += [rounding, f"Published: {result}."]
    return Calculation(tuple(lines), change, exact, result)


def heeded(is_rated: bool, edition: ffe.Edition) -> frozenset[str]:
    """Say what beside the games decides: juniors have quotas and estimates of their own; there is no K."""
    return frozenset({"--junior"})


def _period(request: Request, edition: ffe.Edition) -> tuple[Start, Games, Rules]:
    """Make a period that has only these games."""
    size = PLAYER + 1 + len(request.games)
    values = np.array([0, request.rating or 0, *(game.opponent or 0 for game in request.games)], dtype=np.int64)
    known = np.arange(size) > PLAYER
    known[PLAYER] = request.rating is not None
    season = edition.effective.year
    born = np.full(size, season - edition.junior_age, dtype=np.int64)  # the oldest juniors: the estimate of most
    start = replace(
        Start.unrated(size), rating=Maybe(values, known), birth_year=Maybe(born, np.full(size, request.is_junior))
    )
    number_of_games = len(request.games)
    games = Games(
        white=np.full(number_of_games, PLAYER, dtype=np.int64),
        black=PLAYER + 1 + np.arange(number_of_games),
        half_points=np.array([game.half_points for game in request.games], dtype=np.int64),
        day=np.zeros(number_of_games, dtype=np.int64),
    )
    return start, games, Rules(ffe, edition, season)


def _value(column: Maybe) -> int:
    return int(column.values[PLAYER])


def _games(outcome: Outcome) -> int:
    return int(outcome.totals.games[PLAYER])


def _zone_is_dropped(outcome: Outcome, games: tuple[Game, ...], own: int, edition: ffe.Edition) -> bool:
    """Say whether the engine counted games although the zone would leave none (rules 2.4.3)."""
    return bool(games) and _games(outcome) > 0 and not any(_reason(game, own, edition) == ffe.COUNTED for game in games)


def _reason(game: Game, own: int, edition: ffe.Edition) -> int:
    opponent = np.array([game.opponent or 0])
    return int(ffe.compatible(np.array([game.half_points]), np.array([own]), opponent, edition)[0])


def _estimate_lines(outcome: Outcome, games: Games, rated: Maybe, rules: Rules) -> list[str]:
    """Say the two passes of a wave (rules 2.4.1), or the stand-in."""
    source, estimate = int(outcome.estimate_source[PLAYER]), _value(outcome.estimate)
    if source != ffe.WAVE:
        return [f"Estimate for the zone: {estimate} (stand-in, {ffe.SOURCES[source]})."]
    only = np.array([PLAYER])
    first = total(games, Asked(outcome.estimate, rated))
    reference = unrated_first.wave_reference(first.at(only), rules)
    second = total(games, Asked(Maybe.absent(len(rated)).put(only, reference), rated, rules.zone))
    value = int(reference[0])
    lines = [f"Reference, over all games: {value}. Estimate, with the zone around it: {estimate}."]
    lines += [f"Reference: {line}" for line in _sums(first, rules.edition)]
    if not second.games[PLAYER]:
        return [*lines, "Estimate: the zone leaves no game, so it is the reference."]
    return lines + [f"Estimate: {line}" for line in _sums(second, rules.edition)]


def _game_line(n: int, game: Game, own: int, has_zone: bool, edition: ffe.Edition) -> str:
    start = f"{n}. {opponent_name(game)}, {POINTS[game.half_points]}:"
    if game.opponent is None:
        return f"{start} left out, an opponent needs a rating here."
    reason = _reason(game, own, edition) if has_zone else ffe.COUNTED
    if reason == ffe.COUNTED:
        return f"{start} counts."
    word = "a win against" if reason == ffe.WIN_AGAINST_MUCH_LOWER else "a loss to"
    return f"{start} does not count, {word} a player {abs(game.opponent - own)} points away (zone {edition.zone})."


def _sums(totals: Totals, edition: ffe.Edition) -> list[str]:
    """Say N, the score, the sum and mean of the opponents, P, D and the performance."""
    games, made, opponents_sum = (int(n[PLAYER]) for n in (totals.games, totals.half_points, totals.opponents_sum))
    mean = Fraction(opponents_sum, games)
    points, floored = (f(totals, edition)[PLAYER] for f in (ffe.unfloored_points, ffe.performance_points))
    performance, counted = (Fraction(int(n), ffe.POINT * games) for n in (points, floored))
    percent = number(Fraction(50 * made, games))
    raised = "" if counted == performance else f", raised to the floor, {number(counted)}"
    return [
        f"N = {games}, sc = {score(made)}, S = {opponents_sum}, mean {number(mean)}.",
        f"P {equal(percent)} %, D {equal(signed(performance - mean))}; Po {equal(number(performance))}{raised}.",
    ]


def _case_lines(request: Request, outcome: Outcome, edition: ffe.Edition) -> list[str]:
    """Write the case of S0 and S1, and its weighted mean if it has one."""
    case, games, before = int(outcome.case[PLAYER]), _games(outcome), request.rating
    fill = edition.junior_fill if request.is_junior else edition.senior_fill
    lines = [CASES[case].format(edition, fill=fill)]
    weight = {ffe.COMPLETED: fill - games, ffe.BRAKE: edition.brake}.get(case)
    if weight is not None:
        performance = bare(Fraction(int(outcome.performance_points[PLAYER]), ffe.POINT * games))
        exact = equal(number(fraction(outcome.exact, PLAYER)))
        lines.append(f"({performance} × {games} + {before} × {weight})/{games + weight} {exact}.")
    return lines
