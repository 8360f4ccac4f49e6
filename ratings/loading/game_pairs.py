"""Rows of games against each other and against stored ones: already known, contradicting, two games in one round."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ratings.errors import Issue
from ratings.exact import Flags, Ints
from ratings.files.csv_table import TextTable
from ratings.loading.repeats import repeats
from ratings.store.game_rows import DAY_BITS, DAY_OFFSET, PLAYER_BITS, GameRows, joined

WEEKS_APART = 14
"""Days between two games of one round from which on the round's number is perhaps that of two rounds."""
REPEATING = "; if they are two rounds, number the rounds on, or give each part of the event a code of its own"
InWords = Callable[[GameRows], list[str]]
"""Names stored games, one text each."""
MOST_TOLD = 5
"""Lines and games named in one message."""
_HAS = ("has", "have")


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
    table: TextTable, rows: GameRows, new: Flags, stored: GameRows, unnamed: int, issues: list[Issue],
    in_words: InWords = lambda stored: ["a game already stored"] * len(stored),
) -> set[int]:  # fmt: skip
    """Refuse rows that contradict another one, in the file or stored, or give a player two games in one round.

    `unnamed` is the key under which games without a tournament stand: rounds say nothing there; `in_words` names stored
    games. Give the rows that stand for a game which another refused row stands for already.
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
    twice = [group for group in twice if len({(int(pairing[0][at]), int(pairing[1][at])) for at in group[1]}) > 1]
    named = _in_words(both, places, [*alike, *(group for _, group in twice)], in_words)
    for group in alike:
        message = f"the same pairing stands differently in {_others(table, places, group, named, both)}"
        for row in _rows_of(places, group, seconds):
            issues.append(_issue(table, row, "contradiction", "result", message))
    by_row: dict[int, dict[str, list[str]]] = {}
    for player, group in twice:
        others = _others(table, places, group, named, both)
        for row in _rows_of(places, group, seconds):
            name = table.cell("white" if rows.white[row] == player else "black", row).strip()
            by_row.setdefault(row, {}).setdefault(others, []).append(name)
    for row, told in by_row.items():
        clauses = [f"{' and '.join(sorted(names))} {_HAS[len(names) > 1]} two games in this round: {others}"
                   for others, names in told.items()]  # fmt: skip
        issues.append(_issue(table, row, "two-games-in-a-round", "round", "; ".join(sorted(clauses))))
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


def _player_groups(rows: GameRows, numbered: Flags) -> list[tuple[int, Ints]]:
    """Give the players who have several games in one round of one tournament, each with the places of those rows."""
    whites, blacks = np.flatnonzero(numbered), np.flatnonzero(numbered & (rows.black > 0))
    rounds = rows.round_of()
    places = np.concatenate([whites, blacks])
    players = np.concatenate([rows.white[whites], rows.black[blacks]])
    return [(int(players[group[0]]), places[group]) for group in repeats(rounds[places], players)]


def _in_words(rows: GameRows, places: Ints, groups: list[Ints], in_words: InWords) -> dict[int, str]:
    """Name the stored games of groups, by their places among all rows."""
    clashing = sorted({int(place) for group in groups for place in group if places[place] < 0})
    told = in_words(rows.where(np.array(clashing, dtype=np.int64))) if clashing else []
    return dict(zip(clashing, told, strict=True))


def _others(table: TextTable, places: Ints, group: Ints, named: dict[int, str], both: GameRows) -> str:
    lines = sorted(int(table.lines[places[place]]) for place in group if places[place] >= 0)
    stored = [named[int(place)] for place in group if places[place] < 0]
    told = f"line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines[:MOST_TOLD]))}"
    return " and ".join([told, *stored[:MOST_TOLD]]) + _of_days(both, group)


def _of_days(rows: GameRows, group: Ints) -> str:
    """Say what may be meant where games of one round lie weeks apart: a league whose round numbers begin again."""
    days = rows.day[group].astype(np.int64)
    return REPEATING if days.max() - days.min() >= WEEKS_APART else ""


def _rows_of(places: Ints, group: Ints, seconds: set[int]) -> list[int]:
    """Give the file's rows of a group, and note which of them stand for no game of their own."""
    rows = [int(places[place]) for place in group if places[place] >= 0]
    seconds.update(rows if len(rows) < len(group) else rows[1:])
    return rows


def _issue(table: TextTable, row: int, code: str, column: str, message: str) -> Issue:
    return table.issue(row, column if column in table.columns else "white", code, message)
