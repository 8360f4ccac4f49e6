"""Rows of games against each other and against stored ones: already known, contradicting, two games in one round."""

from __future__ import annotations

import numpy as np

from ratings.errors import Issue
from ratings.exact import Flags, Ints
from ratings.files.csv_table import TextTable
from ratings.loading.repeats import repeats
from ratings.store.game_rows import DAY_BITS, DAY_OFFSET, PLAYER_BITS, GameRows, joined

WEEKS_APART = 14
"""Days between two games of one round from which on the round's number is perhaps that of two rounds."""
REPEATING = "; if they are two rounds, number the rounds on, or give each part of the event a code of its own"


def find_known(rows: GameRows, good: Flags, stored: GameRows) -> Flags:
    """Say which good rows are equal to a stored one, or to an earlier row of the file."""
    known = np.zeros(len(rows), dtype=bool)
    places = np.flatnonzero(good)
    first, second = (numbers[places] for numbers in rows.packed())
    for group in repeats(first, second):
        known[places[group[1:]]] = True
    if len(stored):
        known[places] |= rows.where(places).among(stored)
    return known


def find_clashes(
    table: TextTable, rows: GameRows, new: Flags, stored: GameRows, unnamed: int, issues: list[Issue]
) -> set[int]:
    """Refuse rows that contradict another one, in the file or stored, or give a player two games in one round.

    `unnamed` is the key under which games without a tournament stand: rounds say nothing there. Give the rows that
    stand for a game which another refused row stands for already.
    """
    both = _together(rows, new, stored)
    places = np.concatenate([np.flatnonzero(new), np.full(len(stored), -1)])
    numbered = (both.round > 0) & (both.tournament != unnamed)
    twice = _player_groups(both, numbered)
    seconds: set[int] = set()
    if not twice and numbered.all():
        return seconds
    pairing = _pairing(both, numbered)
    alike = repeats(*pairing)
    for group in alike:
        message = f"the same pairing stands differently in {_others(table, places, group)}{_of_days(both, group)}"
        _refuse_group(table, places, group, ("contradiction", "result", message), issues, seconds)
    for group in twice:
        if len({(int(pairing[0][place]), int(pairing[1][place])) for place in group}) > 1:
            message = f"a player has two games in this round: {_others(table, places, group)}{_of_days(both, group)}"
            _refuse_group(table, places, group, ("two-games-in-a-round", "round", message), issues, seconds)
    return seconds


def _together(rows: GameRows, new: Flags, stored: GameRows) -> GameRows:
    return joined([rows if new.all() else rows.where(new), stored])


def _pairing(rows: GameRows, numbered: Flags) -> tuple[Ints, Ints]:
    """Give the pairings as two numbers: same tournament, round and players; without a round same day and colours."""
    low, high = np.minimum(rows.white, rows.black), np.maximum(rows.white, rows.black)
    day = np.where(numbered, 0, rows.day + DAY_OFFSET)
    first = (rows.round_of() << DAY_BITS) | day
    one, two = np.where(numbered, low, rows.white).astype(np.int64), np.where(numbered, high, rows.black)
    return first, (one << PLAYER_BITS) | two


def _player_groups(rows: GameRows, numbered: Flags) -> list[Ints]:
    """Give the places of rows in which one player has several games in one round of one tournament."""
    whites, blacks = np.flatnonzero(numbered), np.flatnonzero(numbered & (rows.black > 0))
    rounds = rows.round_of()
    places = np.concatenate([whites, blacks])
    return [
        places[group] for group in repeats(rounds[places], np.concatenate([rows.white[whites], rows.black[blacks]]))
    ]


def _others(table: TextTable, places: Ints, group: Ints) -> str:
    lines = sorted(int(table.lines[places[place]]) for place in group if places[place] >= 0)
    stored = any(places[place] < 0 for place in group)
    told = f"line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines[:5]))}"
    return f"{told} and a game already stored" if stored else told


def _of_days(rows: GameRows, group: Ints) -> str:
    """Say what may be meant where games of one round lie weeks apart: a league whose round numbers begin again."""
    days = rows.day[group].astype(np.int64)
    return REPEATING if days.max() - days.min() >= WEEKS_APART else ""


def _refuse_group(
    table: TextTable, places: Ints, group: Ints, told: tuple[str, str, str], issues: list[Issue], seconds: set[int]
) -> None:
    """Refuse the file's rows of a group; `told` is code, column and message."""
    code, column, message = told
    rows = [int(places[place]) for place in group if places[place] >= 0]
    for row in rows:
        issues.append(table.issue(row, column if column in table.columns else "white", code, message))
    stored = len(rows) < len(group)
    seconds.update(rows if stored else rows[1:])
