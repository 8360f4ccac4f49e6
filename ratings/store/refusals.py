"""Tournaments of a period that the rules do not accept, and those of which too little is known to say."""

from __future__ import annotations

import numpy as np

from ratings.engine.period import Maybe
from ratings.kinds import kind_named
from ratings.rules.time_control import (
    TOO_FAST,
    TOO_MANY_ROUNDS,
    Acceptance,
    Rows,
    accepted,
    minutes_for_60_moves,
)
from ratings.store.entered import Entered, days_that_decide
from ratings.store.stored_period import StoredPeriod


def refusals(stored: StoredPeriod) -> tuple[dict[int, str], list[str]]:
    """Give the tournaments that the rules do not accept, by key, with the reason (rules 3, "accepted"; 0.7).

    Also give warnings of tournaments whose time control is not known, which are accepted.
    """
    rules, entered, lists = stored.rules, stored.entered, stored.lists
    out = _of_other_kinds(entered, stored.period.system)
    if not getattr(rules.edition, "minutes_needed", ()) or not len(entered.game):
        return out, []
    days, game = days_that_decide(entered), entered.game
    told = Rows(entered.number, game[:, 1], game[:, 2], lists.values(days, game[:, 3]), lists.values(days, game[:, 4]))
    minutes = [minutes_for_60_moves(row.minutes or "") if row is not None else None for row in entered.details]
    known = np.array([value is not None for value in minutes])
    verdict = accepted(told, Maybe(np.array([value or 0 for value in minutes], dtype=np.int64), known), rules.edition)
    for place in np.flatnonzero(verdict.refusal):
        out.setdefault(entered.keys[place], _reason(verdict, int(place), minutes[place]))
    unknown = [
        entered.codes[n] for n in np.flatnonzero(verdict.is_unknown) if entered.keys[n] and entered.keys[n] not in out
    ]
    named = (f"tournament {code}" if code else "the games without a tournament code" for code in unknown)
    return out, [f"the minutes of {one} are not known: accepted without a test of its time control" for one in named]


def _of_other_kinds(entered: Entered, system: str) -> dict[int, str]:
    """Give the tournaments of another kind than the system's, where its name says one."""
    kind = kind_named(system)
    if kind is None:
        return {}
    return {
        entered.keys[place]: f"its kind is {row.kind}, not {kind}"
        for place, row in enumerate(entered.details)
        if place and row is not None and row.kind and row.kind != kind
    }


def _reason(verdict: Acceptance, place: int, minutes: int | None) -> str:
    """Say why a tournament is refused, with the numbers that decide."""
    strongest = int(verdict.strongest.values[place]) if verdict.strongest.known[place] else "unrated"
    if verdict.refusal[place] == TOO_FAST:
        needed = int(verdict.needed[place])
        return f"too fast: {minutes} minutes for 60 moves, {needed} needed (strongest player {strongest})"
    rounds = int(verdict.rounds_a_day[place])
    if verdict.refusal[place] == TOO_MANY_ROUNDS:
        return f"too many rounds a day: {rounds}"
    return f"too many hours a day: {rounds} rounds of 2 x {minutes} minutes"
