"""Why a rating by expectation (FIDE, UKD, Elo International) is what it is: the period rated again."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.engine import by_expectation
from ratings.engine.by_expectation import Outcome
from ratings.engine.expected import CASES, FIRST_RATING, FORMATS, PARTS
from ratings.engine.period import Maybe
from ratings.errors import RatingsError
from ratings.exact import Ratio
from ratings.explain.case import has_nothing, people_in, score_of
from ratings.explain.expectation_steps import event_values, side_values, steps, working_of
from ratings.explain.signed_values import signed_values
from ratings.explain.words import LEFT_OUT
from ratings.files.cells import PLAYED, RESULTS, as_date
from ratings.rules import RuleSet
from ratings.rules.calculation import fixed
from ratings.rules.working import Working
from ratings.store import schema
from ratings.store.bulk import Columns
from ratings.store.games import games_of
from ratings.store.inputs import must_be_current
from ratings.store.periods import Period
from ratings.store.players import find_player, people_by_key
from ratings.store.runs import edition_of_run, rated_run
from ratings.store.stored_period import read_stored_period
from ratings.store.valued import Valued, read_valued


def explain(connection: sa.Connection, period: Period, rules: RuleSet, player_id: str) -> dict[str, Any]:
    """Explain one player's rating in a rated period, as the values that `--json` prints, sentences as phrases.

    Raises:
        RatingsError: the player or the run is unknown, or the data no longer gives the stored rating.
    """
    player = find_player(connection, player_id)
    run = rated_run(connection, period)
    must_be_current(connection, period)
    rules = rules.with_numbers(edition_of_run(rules, run))
    valued = read_valued(connection, read_stored_period(connection, period, rules))
    outcome = by_expectation.rate(valued.inputs, valued.rules)
    me = int(player.player_key)
    stored = _stored(connection, run.run_key, me)
    if stored is None:
        raise has_nothing(period, player_id, "pool", games_of(connection, period, me))
    after = _value(outcome.after.rating, me)
    if after != stored.rating:
        raise RatingsError(
            f"The stored rating {stored.rating} of {player_id} is not what its games give now: {after}.",
            "The data has changed since the list was made; rate the period again if it is not published.",
        )
    rows = games_of(connection, period, me)
    sides = _sides_of(valued, rows, me)
    working = working_of(valued, outcome, me, [side for side in sides if side is not None])
    edition = valued.rules.edition
    return {
        "player": player_id, "name": player.name, "system": period.system, "period": period.name,
        "edition": edition.name, "source": edition.source, **_player(valued, outcome, me),
        "signed": signed_values(connection, period, people_in(me, rows).tolist(), of_games=True),
        "games": _games(connection, rows, working, sides), **_change(valued, outcome, me, after),
        "events": event_values(working), "steps": steps(working, int(outcome.case[me])), "passes": [],
    }  # fmt: skip


def _stored(connection: sa.Connection, run_key: int, me: int) -> sa.Row | None:
    row = schema.run_row
    query = sa.select(row.c.rating, row.c.status).where(row.c.run_key == run_key, row.c.player_key == me)
    return connection.execute(query).one_or_none()


def _value(column: Maybe, place: int) -> int | None:
    return int(column.values[place]) if column.known[place] else None


def _fraction(ratio: Ratio, place: int) -> Fraction:
    return Fraction(int(ratio.numerator[place]), int(ratio.denominator[place]))


def _player(valued: Valued, outcome: Outcome, me: int) -> dict[str, Any]:
    start = valued.inputs.start
    return {
        "before": _value(outcome.base, me),
        "credited": bool(start.credited.known[me] and not start.rating.known[me]),
        "birth_year": _value(start.birth_year, me),
        "games_before": int(start.games[me]),
        "peak_before": _value(start.peak, me),
    }


def _change(valued: Valued, outcome: Outcome, me: int, after: int | None) -> dict[str, Any]:
    change, words = outcome.change, valued.rules.module
    totals, points = change.totals, _fraction(change.points, me)
    k = _fraction(change.k, me)
    case = int(outcome.case[me])
    exact = _fraction(outcome.exact, me)
    rated = outcome.base.known[me]
    return {
        "n": int(totals.games[me]),
        "counted": int(change.counted[me]),
        "half_points": int(totals.half_points[me]),
        "opponents_sum": int(totals.opponents_sum[me]),
        "expected_sum": fixed(Fraction(int(change.expected[me]), PARTS), 100),
        "performance": None,
        "k": (str(k) if k.denominator > 1 else int(k)) if change.k_reason[me] != words.NO_K else None,
        "k_reason": words.K_REASONS[change.k_reason[me]] or None,
        "k_limited": bool(change.is_limited[me]),
        "change": fixed(points, 100),
        "change_shown": fixed(points, getattr(valued.rules.edition, "change_shown_in", 100)),
        "change_exact": f"{points.numerator}/{points.denominator}",
        "exact": f"{exact.numerator}/{exact.denominator}" if rated or case == FIRST_RATING else None,
        "case": CASES[case],
        "entry": _entry(valued, outcome, me) if not rated else None,
        "after": after,
        "games_after": int(outcome.after.games[me]),
        "peak_after": _value(outcome.after.peak, me),
        "provisional": bool(outcome.provisional[me]),
    }


def _entry(valued: Valued, outcome: Outcome, me: int) -> dict[str, Any]:
    """Give a newcomer's events inside the window, why each counts or not, and what they make."""
    entry, words = outcome.entry, valued.rules.module
    events = entry.events
    rows = [
        {
            "tournament": valued.entered.codes[events.tournament[at]],
            "starts": str(as_date(events.starts[at])),
            "games": int(events.games[at]),
            "half_points": int(events.half_points[at]),
            "opponents_sum": int(events.opponents_sum[at]),
            "opponents": int(events.opponents[at]),
            "format": FORMATS[events.format[at]],
            "first_event": bool(events.is_first[at]),
            "reason": words.EVENT_REASONS[entry.reason[at]],
        }
        for at in np.flatnonzero(events.player == me)
    ]
    games = int(entry.totals.games[me])
    return {
        "events": rows,
        "games": games,
        "games_needed": valued.rules.edition.entry_games,
        "performance": fixed(_fraction(entry.exact, me), 100) if games else None,
        "rating": _value(entry.rating, me),
    }


def _sides_of(valued: Valued, rows: Columns, me: int) -> list[int | None]:
    """Give the engine's side of each of the player's games; None: it cannot be rated."""
    sides = {_key(valued, int(side), me): int(side) for side in np.flatnonzero(valued.inputs.sides.owner == me)}
    found: list[int | None] = []
    for at in range(len(rows["result"])):
        white = bool(rows["white"][at] == me)
        opponent = int(rows["black" if white else "white"][at] or 0)
        key = (rows["tournament"][at], int(rows["round"][at]), int(rows["played_on"][at]), opponent, white)
        can_count = rows["result"][at] < PLAYED and not rows["word"][at]
        found.append(sides.get(key) if can_count else None)
    return found


def _games(connection: sa.Connection, rows: Columns, working: Working, sides: list[int | None]) -> list[dict[str, Any]]:
    """Give every game of the player in the order of play, with what the engine made of the player's side."""
    keys = {int(key) for name in ("white", "black") for key in rows[name] if key is not None}
    people = people_by_key(connection, keys)
    out = []
    for at, side in enumerate(sides):
        white = bool(rows["white"][at] == working.me)
        key = rows["black" if white else "white"][at]
        opponent = None if key is None else people[int(key)]
        result = int(rows["result"][at])
        out.append(
            {
                "date": str(as_date(int(rows["played_on"][at]))), "tournament": rows["tournament"][at],
                "round": int(rows["round"][at]) or None, "colour": "white" if white else "black",
                "opponent": opponent.id if opponent else None, "opponent_name": opponent.name if opponent else None,
                "result": RESULTS[result], "score": score_of(result, is_white=white),
                **(_left_out(rows["word"][at]) if side is None else side_values(working, side)),
            }
        )  # fmt: skip
    return out


def _key(valued: Valued, side: int, me: int) -> tuple[str, int, int, int, bool]:
    row = int(valued.rows[side])
    game = valued.entered.game[row]
    white = bool(game[3] == me)
    code = valued.entered.codes[int(valued.entered.number[row])]
    return code, int(game[1]), int(game[2]), int(game[4] if white else game[3]), white


def _left_out(word: str) -> dict[str, Any]:
    return {
        "opponent_value": None, "opponent_status": None, "own_value": None, "counted": False,
        "reason": word or "not-played", "difference": None, "capped": None, "expected": None,
        "gain": None, "step": LEFT_OUT[word or "not-played"],
    }  # fmt: skip
