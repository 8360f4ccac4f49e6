"""Rows of games against each other and against stored ones: already known, contradicting, two games in one round."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pyarrow as pa
import sqlalchemy as sa

from ratings.errors import Issue
from ratings.exact import Flags, Ints
from ratings.files.csv_table import TextTable
from ratings.store import schema
from ratings.store.bulk import read_integers
from ratings.store.game_rows import DAY_BITS, DAY_OFFSET, PLAYER_BITS, ROUND_BITS, GameRows
from ratings.store.games import read_games


def find_known(rows: GameRows, good: Flags, stored: GameRows) -> Flags:
    """Say which good rows are equal to a stored one, or to an earlier row of the file."""
    known = np.zeros(len(rows), dtype=bool)
    places = np.flatnonzero(good)
    first, second = (numbers[places] for numbers in rows.packed())
    repeats = _has_repeats(first, second)
    if not repeats and not len(stored):
        return known
    import pandas as pd  # here, so that a first load of new games does not wait for it

    if repeats:
        known[places] = pd.DataFrame({"first": first, "second": second}).duplicated().to_numpy()
    if len(stored):
        of_stored = pd.MultiIndex.from_arrays(stored.packed())
        known[places] |= pd.MultiIndex.from_arrays([first, second]).isin(of_stored)
    return known


def _has_repeats(first: Ints, second: Ints) -> bool:
    """Say whether two rows may be equal: a sorted hash finds out ten times as fast as comparing rows."""
    mixed = np.sort(first * np.int64(-7046029254386353131) + second)
    return bool((mixed[1:] == mixed[:-1]).any())


def read_stored(connection: sa.Connection, rows: GameRows, good: Flags) -> GameRows:
    """Read the games stored for the system, in any period, of the tournaments that good rows name."""
    return read_games(connection, _inhabited(connection, np.unique(rows.tournament[good])))


def _inhabited(connection: sa.Connection, keys: Ints) -> Ints:
    """Give those of the tournaments that have games in some period already."""
    entry = schema.entry
    found = read_integers(connection, sa.select(entry.c.tournament_key).distinct())
    return np.intersect1d(keys, found[:, 0])


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
    for group in _groups(pairing):
        message = f"the same pairing stands differently in {_others(table, places, group)}"
        _refuse_group(table, places, group, ("contradiction", "result", message), issues, seconds)
    for group in twice:
        if len(np.unique(pairing[group])) > 1:
            message = f"a player has two games in this round: {_others(table, places, group)}"
            _refuse_group(table, places, group, ("two-games-in-a-round", "round", message), issues, seconds)
    return seconds


def _together(rows: GameRows, new: Flags, stored: GameRows) -> GameRows:
    fresh = rows if new.all() else rows.where(new)
    if not len(stored):
        return fresh
    return GameRows(*(np.concatenate([getattr(fresh, f.name), getattr(stored, f.name)]) for f in fields(GameRows)))


def _pairing(rows: GameRows, numbered: Flags) -> Ints:
    """Number the pairings: same tournament, round and two players; without a round the same day and colours too."""
    low, high = np.minimum(rows.white, rows.black), np.maximum(rows.white, rows.black)
    day = np.where(numbered, 0, rows.day + DAY_OFFSET)
    first = (((rows.tournament.astype(np.int64) << ROUND_BITS) | rows.round) << DAY_BITS) | day
    one, two = np.where(numbered, low, rows.white).astype(np.int64), np.where(numbered, high, rows.black)
    second = (one << PLAYER_BITS) | two
    if not _has_repeats(first, second):
        return np.arange(len(rows))
    import pandas as pd

    frame = pd.DataFrame({"first": first, "second": second})
    return frame.groupby(["first", "second"], sort=False).ngroup().to_numpy()


def _groups(numbers: Ints) -> list[Ints]:
    """Give the places that share a number, where more than one does."""
    counts = np.bincount(numbers, minlength=1)
    if not (counts > 1).any():
        return []
    repeated = np.flatnonzero(counts[numbers] > 1)
    order = repeated[np.argsort(numbers[repeated], kind="stable")]
    return np.split(order, np.flatnonzero(np.diff(numbers[order])) + 1)


def _player_groups(rows: GameRows, numbered: Flags) -> list[Ints]:
    """Give the places of rows in which one player has several games in one round of one tournament."""
    with_round = np.flatnonzero(numbered)
    rounds = (rows.tournament[with_round].astype(np.int64) << ROUND_BITS) | rows.round[with_round]
    numbered_rounds = pa.array(rounds).dictionary_encode().indices.to_numpy(zero_copy_only=False)
    compact = numbered_rounds.astype(np.int64) << PLAYER_BITS
    keys = np.concatenate([compact | rows.white[with_round], (compact | rows.black[with_round])])
    places = np.concatenate([with_round, with_round])
    played = np.concatenate([rows.white[with_round], rows.black[with_round]]) > 0
    keys, places = keys[played], places[played]
    ordered = np.sort(keys)
    twice = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])
    if not len(twice):
        return []
    hit = np.flatnonzero(np.isin(keys, twice))
    order = hit[np.argsort(keys[hit], kind="stable")]
    return [places[group] for group in np.split(order, np.flatnonzero(np.diff(keys[order])) + 1)]


def _others(table: TextTable, places: Ints, group: Ints) -> str:
    lines = sorted(int(table.lines[places[place]]) for place in group if places[place] >= 0)
    stored = any(places[place] < 0 for place in group)
    told = f"line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines[:5]))}"
    return f"{told} and a game already stored" if stored else told


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
