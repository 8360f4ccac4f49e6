"""Which tournaments are accepted: thinking time by the strongest player, rounds and hours a day (S2, "Cadence")."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from ratings.engine.expected import grouped
from ratings.engine.period import Maybe
from ratings.exact import Flags, Ints, choose
from ratings.rules.fide import Edition

REFUSALS = ("", "too-fast", "too-many-rounds-a-day", "too-many-hours-a-day")
ACCEPTED, TOO_FAST, TOO_MANY_ROUNDS, TOO_MANY_HOURS = range(4)

MINUTES_IN_AN_HOUR = 60
PLAYERS_IN_A_GAME = 2


@dataclass(frozen=True, slots=True)
class Rows:
    """All rows of the tournaments of a period, played or not: number, round (0: none given), day, both values.

    Values are by the list of the tournament's first day. Rows without a tournament code have number 0.
    """

    tournament: Ints
    round: Ints
    day: Ints
    white: Maybe
    black: Maybe


@dataclass(frozen=True, slots=True)
class Acceptance:
    """By tournament: the strongest player, the minutes needed, most rounds on a day; ACCEPTED or why refused.

    `is_unknown` says where no minutes are known: accepted, with a warning.
    """

    strongest: Maybe
    needed: Ints
    rounds_a_day: Ints
    refusal: Ints
    is_unknown: Flags


def minutes_for_60_moves(text: str) -> int | None:
    """Give the minutes of `120` or `90+30` (minutes and seconds a move: 60 × 30 seconds are 30 minutes).

    None where the text says nothing that can be read.
    """
    found = re.fullmatch(r"\s*(\d{1,4})\s*(?:\+\s*(\d{1,4})\s*)?", text)
    return int(found[1]) + int(found[2] or 0) if found else None


def strongest_player(rows: Rows, size: int) -> Maybe:
    """Give the highest value in any row of each tournament."""
    best = np.full(size, -1, dtype=np.int64)
    for value in (rows.white, rows.black):
        np.maximum.at(best, rows.tournament[value.known], value.values[value.known])
    return Maybe(best, best >= 0)


def minutes_needed(strongest: Maybe, edition: Edition) -> Ints:
    """S2: 120 minutes each if some player has 2200, 90 if some player has 1600, else 60."""
    rating = np.where(strongest.known, strongest.values, 0)
    needed = np.zeros(len(rating), dtype=np.int64)
    for least, minutes in sorted(edition.minutes_needed):
        needed = np.where(rating >= least, minutes, needed)
    return needed


def most_rounds_a_day(rows: Rows, size: int) -> Ints:
    """Give the most different round numbers with one date; 0 where the whole tournament bears one date."""
    days = grouped(rows.tournament, rows.day)
    numbered = rows.round > 0
    rounds = grouped(days.of[numbered], rows.round[numbered]).first
    on_day = np.bincount(days.of[numbered][rounds], minlength=len(days)).astype(np.int64)
    tournament = rows.tournament[days.first]
    most = np.zeros(size, dtype=np.int64)
    np.maximum.at(most, tournament, on_day)
    return np.where(np.bincount(tournament, minlength=size) > 1, most, 0)


def accepted(rows: Rows, minutes: Maybe, edition: Edition) -> Acceptance:
    """S2 "Cadence de Jeu": which tournaments count; `minutes` for 60 moves, one entry a tournament number.

    Hours a day are rounds × 2 × minutes. Number 0 (games without a code) has no rounds and no time of its own.
    """
    size = len(minutes)
    strongest, most = strongest_player(rows, size), most_rounds_a_day(rows, size)
    has_code = np.arange(size) > 0
    needed = minutes_needed(strongest, edition)
    is_known = minutes.known & has_code
    refusal = choose(
        (is_known & (minutes.values < needed), TOO_FAST),
        (has_code & _more_than(most, edition.rounds_a_day, 1), TOO_MANY_ROUNDS),
        (is_known & _more_than(most * PLAYERS_IN_A_GAME * minutes.values, edition.hours_a_day, MINUTES_IN_AN_HOUR),
         TOO_MANY_HOURS),
        otherwise=ACCEPTED,
    )  # fmt: skip
    return Acceptance(strongest, needed, most, refusal, ~is_known & bool(edition.minutes_needed))


def _more_than(amounts: Ints, limit: int | str, unit: int) -> Flags:
    return np.zeros(len(amounts), dtype=bool) if isinstance(limit, str) else np.asarray(amounts > limit * unit)
