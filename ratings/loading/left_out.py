"""Games left out of a published list because their tournament was set aside: a later period can bring them again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import sqlalchemy as sa

from ratings.exact import Flags, Ints
from ratings.files.cells import as_date, as_day
from ratings.loading.journal import settle_rows
from ratings.store import schema
from ratings.store.bulk import insert_rows, read_integers
from ratings.store.events import read_events
from ratings.store.game_rows import GameRows, distinct
from ratings.store.games import insert_games, loads_of, read_games
from ratings.store.periods import Period, all_periods
from ratings.store.persons import read_persons, rows_by_person
from ratings.store.players import people_by_key
from ratings.wording import number_of

if TYPE_CHECKING:
    import pandas as pd

KEY = ("tournament_key", "round", "played_on", "white", "black", "result")
COLUMNS = (*KEY, "board", "load_key")
MOST_TOLD = 5
"""Games named in one note; `ratings check` counts them all."""
RatedWithout = dict[Period, dict[int, str]]
"""The other published periods that were rated without some tournaments, and the codes of those by key."""


def take_up(
    connection: sa.Connection, period: Period, rows: GameRows, good: Flags, load_key: int, without: RatedWithout
) -> tuple[list[str], set[int]]:
    """Make way for good rows whose game stands in a published period that was rated without its tournament.

    Such a game, equal or corrected, is rated in this period; `rows` are by persons. The stored one goes to `left_out`,
    where the published period still shows it, and where `put_back` finds it. Give the notes for the officer, and the
    tournaments of which every game that was left out is here.
    """
    notes, whole, here = list[str](), set[int](), rows.where(good)
    keys = set(distinct(here.tournament).tolist())
    for other, codes in without.items():
        concerned = {key: code for key, code in codes.items() if key in keys}
        if not concerned:
            continue
        old = _stored(connection, other, sorted(concerned))
        hit, mended = _found_again(connection, here, old, other)
        _move(connection, old[hit], load_key)
        refused = _refused(connection, other)
        for key, code in concerned.items():
            mine = old[:, 0] == key
            if mine.any():
                notes.append(_told(connection, f"of {code}, left out of the list {other.name},", old[mine], hit[mine],
                                   int((mine & mended).sum())))  # fmt: skip
            brought = int(((here.tournament == key) & (here.day <= as_day(other.ends))).sum())
            is_whole = (mine & hit).any() if mine.any() else brought >= refused.get(key, 0)
            whole |= {key} if is_whole and not (mine & ~hit).any() else set()
    return notes, whole


def _refused(connection: sa.Connection, period: Period) -> dict[int | None, int]:
    """Count the games that open refused rows of a period stand for, by tournament."""
    refused, load = schema.refused, schema.load
    query = (
        sa.select(refused.c.tournament_key, sa.func.sum(refused.c.counts_for))
        .join(load, load.c.load_key == refused.c.load_key)
        .where(load.c.period_key == period.key, load.c.kind == "games", refused.c.settled_by.is_(None))
        .group_by(refused.c.tournament_key)
    )
    return {key: int(count) for key, count in connection.execute(query)}


def _told(connection: sa.Connection, which: str, old: Ints, hit: Flags, mended: int) -> str:
    """Say of a tournament's games that were left out how many are in the file, and which are not."""
    found, left = int(hit.sum()), int((~hit).sum())
    told = f"{number_of(found, 'game')} {which} {'is' if found == 1 else 'are'} in this file"
    told += f", {mended} with another round or day" if mended else ""
    if not left:
        return told
    people = people_by_key(connection, np.unique(old[~hit][:, 3:5]).tolist())
    order = np.lexsort(old[~hit].T[[4, 3, 2, 1]])
    games = [_game(old[~hit][place], people) for place in order[:MOST_TOLD]]
    more = f" and {left - MOST_TOLD} more" if left > MOST_TOLD else ""
    unrated = f"{'stays' if left == 1 else 'stay'} unrated: {'; '.join(games)}{more}"
    if found:
        return f"{told}; {left} {'more is' if left == 1 else 'more are'} not, and {unrated}"
    count, is_not = ("the game", "is not") if left == 1 else (f"the {left} games", "are not")
    return f"{count} {which} {is_not} in this file, and {unrated}"


def _game(row: Ints, people: dict[int, sa.Row]) -> str:
    _, number, day, white, black = row[:5].tolist()
    where = f"round {number}, " if number else ""
    return f"{people[white].id} - {people[black].id if black else 'nobody'} ({where}{as_date(day)})"


def rated_without(connection: sa.Connection, period: Period) -> RatedWithout:
    """Give the other published periods rated without some tournaments, and those tournaments' codes by key."""
    out = {}
    for other in all_periods(connection, period.system):
        if other.published and other.key != period.key:
            aside = {event.key: event.code for event in read_events(connection, other) if event.set_aside}
            out |= {other: aside} if aside else {}
    return out


def _stored(connection: sa.Connection, period: Period, tournaments: list[int]) -> Ints:
    """Read a period's games of some tournaments, as an array of the columns of `COLUMNS`."""
    loads = loads_of(connection, period)
    parts = []
    for table, black in ((schema.game, schema.game.c.black), (schema.bye, sa.literal(0))):
        chosen = [black if name == "black" else table.c[name] for name in COLUMNS]
        parts.append(read_integers(connection, sa.select(*chosen).where(table.c.load_key.in_(loads))))
    old = np.concatenate(parts)
    return old[np.isin(old[:, 0], tournaments)]


def _found_again(connection: sa.Connection, rows: GameRows, old: Ints, other: Period) -> tuple[Flags, Flags]:
    """Say which old games stand in the rows again, and which of these with another round or day.

    The same game has the same players in the same round of the tournament (without a round: on the same day); or the
    same players, colours and result where its round or day was mended: in a row that is not stored already, of a day
    in which it can have been played for the other period.
    """
    persons = read_persons(connection, None)
    left = rows_by_person(_as_rows(old), persons)
    before, now = _pairing(left), _pairing(rows)
    hit, used = before.isin(now), now.isin(before)
    mended, free = np.zeros(len(left), dtype=bool), ~used & (rows.day <= as_day(other.ends))
    if hit.all() or not free.any():
        return hit, mended
    stored = rows_by_person(read_games(connection, distinct(left.tournament)), persons)
    free &= ~rows.among(stored)
    for names in (("tournament", "white", "black", "result", "day"), ("tournament", "white", "black", "result")):
        missed, open_rows = np.flatnonzero(~(hit | mended)), np.flatnonzero(free)
        mine, new = _numbered(left.where(missed), names), _numbered(rows.where(open_rows), names)
        mended[missed[mine.isin(new)]] = True
        free[open_rows[new.isin(mine)]] = False
    return hit | mended, mended


def _pairing(rows: GameRows) -> pd.MultiIndex:
    """Give what tells a game: tournament, round (without one: day), and the players, whoever had White."""
    import pandas as pd

    low, high = np.minimum(rows.white, rows.black), np.maximum(rows.white, rows.black)
    day = np.where(rows.round > 0, 0, rows.day)
    return pd.MultiIndex.from_arrays([rows.tournament, rows.round, day, low, high])


def _numbered(rows: GameRows, names: Sequence[str]) -> pd.MultiIndex:
    """Give some columns of rows, and a number that tells equal ones apart, in the order of rounds and days."""
    import pandas as pd

    order = np.lexsort((rows.day, rows.round))
    frame = pd.DataFrame({name: getattr(rows, name) for name in names}).iloc[order]
    numbered = frame.assign(number=frame.groupby(list(names)).cumcount()).sort_index()
    return pd.MultiIndex.from_frame(numbered)


def _move(connection: sa.Connection, old: Ints, load_key: int) -> None:
    columns = dict(zip(COLUMNS, old.T, strict=True))
    insert_rows(connection, schema.left_out, {**columns, "brought_by": np.full(len(old), load_key)})
    for table, those in ((schema.game, old[old[:, 4] > 0]), (schema.bye, old[old[:, 4] == 0])):
        if len(those):
            names = [name for name in KEY if name in table.c]
            gone = sa.delete(table).where(*(table.c[name] == sa.bindparam(f"old_{name}") for name in names))
            columns = those[:, [COLUMNS.index(name) for name in names]].tolist()
            connection.execute(gone, [{f"old_{n}": v for n, v in zip(names, row, strict=True)} for row in columns])


def settle(connection: sa.Connection, period: Period, tournaments: set[int], load_key: int) -> None:
    """Count the refused rows of published periods as mended for tournaments that this period rates whole."""
    if not tournaments:
        return
    refused, load = schema.refused, schema.load
    periods = [other.key for other in rated_without(connection, period)]
    query = (
        sa.select(refused.c.refused_key, refused.c.tournament_key)
        .join(load, load.c.load_key == refused.c.load_key)
        .where(load.c.period_key.in_(periods), refused.c.settled_by.is_(None))
    )
    rows = [key for key, tournament in connection.execute(query) if tournament in tournaments]
    settle_rows(connection, rows, load_key)


def put_back(connection: sa.Connection, load_key: int) -> None:
    """Give the games that a load had taken up back to the loads they came with."""
    table = schema.left_out
    chosen = sa.select(*(table.c[name] for name in COLUMNS)).where(table.c.brought_by == load_key)
    old = read_integers(connection, chosen)
    for former in np.unique(old[:, COLUMNS.index("load_key")]):
        insert_games(connection, _as_rows(old[old[:, COLUMNS.index("load_key")] == former]), int(former))
    connection.execute(sa.delete(table).where(table.c.brought_by == load_key))


def _as_rows(old: Ints) -> GameRows:
    tournament, number, day, white, black, result, board = old.T[:7].astype(np.int32)
    return GameRows(tournament, number, day, white, black, result, board)
