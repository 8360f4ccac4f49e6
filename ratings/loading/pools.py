"""Loading newcomers' pools, as an earlier export wrote them: games that still wait for a first rating."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import numpy as np
import sqlalchemy as sa

from ratings.engine.expected import FORMATS
from ratings.errors import Issue
from ratings.exact import Ints
from ratings.files import cells
from ratings.files.csv_table import TextTable
from ratings.files.opponents import read_opponents
from ratings.loading import journal
from ratings.loading.journal import Draft, Loaded
from ratings.loading.known_pools import find_known, find_repeated
from ratings.loading.player_ids import read_players, refuse_lost_zeros
from ratings.loading.settling_by_id import name_of
from ratings.store.bulk import Columns
from ratings.store.players import Register, people_by_key, read_register
from ratings.store.pools import insert_pools
from ratings.store.reading import highest_key
from ratings.store.standings import standing_on
from ratings.wording import number_of

YES = ("no", "yes")
MOST_NAMED = 10
Named = Callable[[], set[str]]
OPPONENTS = (100, 3999)
"""The lowest and the highest rating that a mean of opponents may be."""


def is_pools(table: TextTable) -> bool:
    """Say whether a file of a list is one of pools: only these have the day on which their period ends."""
    return "period_ends" in table.columns


def store_pools(connection: sa.Connection, draft: Draft, system: str, day: dt.date) -> tuple[Loaded, Named]:
    """Store the rows of a pools file for a list of a day; each is stored, known already, or refused with its reason.

    Also give what names the rows that came well.
    """
    table, register = draft.table, read_register(connection)
    issues: list[Issue] = []
    player = read_players(table, "id", register, issues)
    rows = {"player_key": player, **read_rows(table, issues)}
    rows["opponents"] = _opponents(table, register, issues)
    for row in np.flatnonzero(rows["period_ends"] > cells.as_day(day)):
        issues.append(table.issue(int(row), "period_ends", "impossible-pool", f"it is after the list's day, {day}"))
    known = find_repeated(table, rows, issues) | find_known(connection, table, system, day, rows, issues)
    refused = journal.refused_rows(table, issues)
    good = np.ones(len(table), dtype=bool)
    good[[row for row in refused if row >= 0]] = False
    new = good & ~known
    insert_pools(connection, {name: column[new] for name, column in rows.items()}, load_key=draft.load_key)
    draft.notes += _note_rated(connection, system, day, player[good])
    loaded = journal.finish(connection, draft, list(refused.values()), int(new.sum()), int((good & known).sum()))
    return loaded, lambda: {name_of(table.cells(int(row))) for row in np.flatnonzero(good)}


def _note_rated(connection: sa.Connection, system: str, day: dt.date, players: Ints) -> list[str]:
    """Warn of players who are rated on the day: the rated need no pool, and it is not used (rules 0.6)."""
    if not len(players):
        return []
    standing = standing_on(connection, system, day, highest_key(connection) + 1)
    rated = np.unique(players[standing.rating.known[players]])
    if not len(rated):
        return []
    names = ", ".join(sorted(one.id for one in people_by_key(connection, rated[:MOST_NAMED].tolist()).values()))
    more = f" and {len(rated) - MOST_NAMED} more" if len(rated) > MOST_NAMED else ""
    return [f"warning: rated on {day}, so that their pools are not used: {names}{more}"]


def read_rows(table: TextTable, issues: list[Issue]) -> Columns:
    """Read all columns but those that name registered players; add an issue for what no pool can be."""
    cells.refuse_odd(table, cells.NAMED, issues)
    read = read_needed(table, issues)
    formats = cells.read_numbers(table, "format", lambda text: FORMATS.index(cells.one_of(*FORMATS[1:])(text)), issues)
    first = cells.read_numbers(table, "first_event", lambda text: YES.index(cells.one_of(*YES)(text)), issues)
    refuse_opponents(table, read["games"], issues)
    codes, tournaments = table.coded("tournament")
    return {
        "tournament": np.array(tournaments, dtype=object)[codes],
        **read,
        "format": np.array(FORMATS, dtype=object)[formats.values],
        "first_event": first.values,
    }


def read_needed(table: TextTable, issues: list[Issue]) -> dict[str, Ints]:
    """Read the columns that every row needs; add an issue for what no pool can be."""
    number = cells.whole_number(0, 10**9)
    readers = dict.fromkeys(("period_ends", "starts"), cells.read_day)
    readers |= dict.fromkeys(("games", "half_points", "opponents_sum"), number)
    read = {name: cells.read_numbers(table, name, reader, issues) for name, reader in readers.items()}
    for name, column in read.items():
        cells.refuse_empty(table, name, column.empty, issues)
    values = {name: column.values for name, column in read.items()}
    games, most = values["games"], 2 * values["games"]
    least_sum, most_sum = (bound * games for bound in OPPONENTS)
    wrong = [
        ("games", games < 1, "a pool's row is of at least one game"),
        ("half_points", values["half_points"] > most, "more half points than the games can give"),
        ("opponents_sum", (values["opponents_sum"] < least_sum) | (values["opponents_sum"] > most_sum),
         "the mean of the opponents is outside {} to {}".format(*OPPONENTS)),
        ("starts", values["starts"] > values["period_ends"], "it starts after its period has ended"),
    ]  # fmt: skip
    known = np.logical_and.reduce([column.known for column in read.values()])
    for name, is_wrong, why in wrong:
        issues += [table.issue(int(row), name, "impossible-pool", why) for row in np.flatnonzero(is_wrong & known)]
    return values


def refuse_opponents(table: TextTable, games: Ints, issues: list[Issue]) -> None:
    """Refuse opponents who are more than the games, or the player."""
    codes, texts = table.coded("opponents")
    ids, players = table.coded("id")
    met = [frozenset(read_opponents(text)) for text in texts]
    for row, (place, player) in enumerate(zip(codes.tolist(), ids.tolist(), strict=True)):
        if players[player] and players[player] in met[place]:
            issues.append(table.issue(row, "opponents", "impossible-pool", "the player is among the opponents"))
        if len(met[place]) > games[row] > 0:
            message = f"{len(met[place])} opponents in {number_of(int(games[row]), 'game')}"
            issues.append(table.issue(row, "opponents", "impossible-pool", message))


def _opponents(table: TextTable, register: Register, issues: list[Issue]) -> np.ndarray:
    """Read ids as keys by blanks, each distinct cell once."""
    refuse_lost_zeros(table, "opponents", register, issues)
    codes, texts = table.coded("opponents")
    found = [register.keys_of(read_opponents(text)) for text in texts]
    for place, keys in enumerate(found):
        if (keys == 0).any():
            for row in np.flatnonzero(codes == place):
                issues.append(table.issue(int(row), "opponents", "unknown-player", "an opponent is not registered"))
    return np.array([" ".join(map(str, sorted(set(keys.tolist())))) for keys in found], dtype=object)[codes]
