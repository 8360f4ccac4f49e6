"""One player's working in a period by expectation: game by game, event by event, and the steps as phrases."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ratings.engine.by_expectation import Outcome
from ratings.engine.expected import NO_COUNTED_GAME, NO_GAME
from ratings.exact import Ints
from ratings.phrases import Phrase, say
from ratings.rules.calculation import calculator_of, fixed
from ratings.rules.conversions import round_half_away
from ratings.rules.entry_events import left_out
from ratings.rules.entry_steps import entry_steps
from ratings.rules.expectation_steps import (
    by_event,
    change_steps,
    event_changes,
    event_steps,
    events_of,
    floor_steps,
    own_value,
    parts,
    result_step,
    side_step,
    tournament_of,
)
from ratings.rules.working import Working
from ratings.store.valued import Valued

NOTHING_CHANGES = {
    NO_GAME: say("No game: nothing changes."),
    NO_COUNTED_GAME: say("No game counts: nothing changes."),
}


def working_of(valued: Valued, outcome: Outcome, me: int, sides: list[int]) -> Working:
    """Give one player's part of a period's working, `sides` in the order in which they are told."""
    return Working(
        me, valued.rules, calculator_of(valued.rules.module), valued.inputs, outcome.base, outcome.judged,
        outcome.change, outcome.entry, np.array(sides, dtype=np.int64), valued.entered.codes,
    )  # fmt: skip


def side_values(working: Working, side: int) -> dict[str, Any]:
    """Give what the engine made of one side; `step` says it in words.

    A newcomer's game does not count where its event is left out of the first rating.
    """
    judged, value = working.judged, working.inputs.sides.value
    compared, counts = bool(judged.compared[side]), working.is_compared(side)
    own, step = own_value(working, side) if compared else working.own, side_step(working, side)
    out, reason = left_out(working, side), working.rules.module.REASONS[judged.reason[side]]
    counted = bool(judged.counted[side]) and not out
    opponent = int(judged.value[side]) if counts else int(value.values[side]) if value.known[side] else None
    return {
        "opponent_value": opponent,
        "opponent_status": "rated" if value.known[side] else "unrated",
        "own_value": own,
        "counted": counted,
        "reason": out or reason,
        "difference": int(judged.difference[side]) if compared else None,
        "capped": int(judged.capped[side]) if counts else None,
        "expected": fixed(parts(judged.expected[side]), 100) if counts else None,
        "gain": fixed(parts(judged.gain[side]), 100) if counted else None,
        "step": say("own {own}, {step}", own=own, step=step) if counts else step,
    }


def event_values(working: Working) -> list[dict[str, Any]]:
    """Give each event's n, points, difference of the means where it decides, expected score, and change."""
    if not working.has_change:
        return []
    return [_event(working, places, change) for places, change in event_changes(working)]


def _event(working: Working, places: Ints, change: Fraction) -> dict[str, Any]:
    judged, sides = working.judged, working.inputs.sides
    compared = places[judged.compared[places] & judged.in_n[places]]
    mean = Fraction(int(judged.capped[compared].sum()), max(len(compared), 1))
    has_mean = by_event(working) and len(compared) > 0
    return {
        "tournament": (working.codes or [""])[tournament_of(working, places)],
        "n": len(compared),
        "half_points": int(sides.half_points[compared].sum()),
        "mean_difference": f"{mean.numerator}/{mean.denominator}" if has_mean else None,
        "difference": round_half_away(mean) if has_mean else None,
        "expected_sum": fixed(parts(judged.expected[compared].sum()), 100),
        "change": fixed(change, getattr(working.edition, "change_shown_in", 100)),
        "change_exact": f"{change.numerator}/{change.denominator}",
    }


def steps(working: Working, case: int) -> list[Phrase]:
    """Say the whole arithmetic after the games, as the calculator does."""
    lines = floor_steps(working)
    if case in NOTHING_CHANGES:
        lines.append(NOTHING_CHANGES[case])
    elif working.has_change:
        places = events_of(working) if by_event(working) else []
        lines += [line for event in places for line in event_steps(working, event)] + change_steps(working)
    if working.own is None:
        return lines + entry_steps(working, enters=case not in NOTHING_CHANGES)
    return lines if case in NOTHING_CHANGES else [*lines, result_step(working)]
