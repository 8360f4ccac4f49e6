"""Games left out of a published list because their tournament was set aside: a later period can bring them again."""

from __future__ import annotations

import numpy as np
import sqlalchemy as sa

from ratings.exact import Flags, Ints
from ratings.loading.journal import settle_rows
from ratings.store import schema
from ratings.store.bulk import insert_rows, read_integers
from ratings.store.events import read_events
from ratings.store.game_rows import GameRows, distinct
from ratings.store.games import insert_games, loads_of
from ratings.store.periods import Period, all_periods
from ratings.wording import number_of

KEY = ("tournament_key", "round", "played_on", "white", "black", "result")
COLUMNS = (*KEY, "board", "load_key")
RatedWithout = dict[Period, dict[int, str]]
"""The other published periods that were rated without some tournaments, and the codes of those by key."""


def take_up(
    connection: sa.Connection, period: Period, rows: GameRows, good: Flags, load_key: int, without: RatedWithout
) -> tuple[list[str], set[int]]:
    """Make way for good rows whose pairing stands in a published period that was rated without their tournament.

    Such a game, equal or corrected, is rated in this period. The stored one goes to `left_out`, where the published
    period still shows it, and where `put_back` finds it. Give the notes for the officer, and the tournaments of which
    every game that was left out is here.
    """
    notes, whole = list[str](), set[int]()
    keys = set(distinct(rows.tournament[good]).tolist())
    for other, codes in without.items():
        concerned = {key: code for key, code in codes.items() if key in keys}
        if not concerned:
            continue
        old = _stored(connection, other, sorted(concerned))
        hit = _same_pairing(rows.where(good), old)
        _move(connection, old[hit], load_key)
        for key, code in concerned.items():
            here = old[:, 0] == key
            if not here.any():
                continue
            found, left = int((here & hit).sum()), int((here & ~hit).sum())
            who, are = number_of(found, "game") if found else "no game", "is" if found < 2 else "are"
            told = f"{who} of {code}, left out of the list {other.name}, {are} in this file"
            rest = (
                f"{left} {'more is' if left == 1 else 'more are'} not, and {'stays' if left == 1 else 'stay'} unrated"
            )
            notes.append(f"{told}; {rest}" if left else told)
            whole |= {key} if (here & hit).any() and not left else set()
    return notes, whole


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


def _same_pairing(rows: GameRows, old: Ints) -> Flags:
    """Say which old games stand in the rows again: same tournament, round and players; without a round, same day."""
    import pandas as pd

    frames = []
    for tournament, number, day, white, black in (
        (rows.tournament, rows.round, rows.day, rows.white, rows.black),
        old.T[:5],
    ):
        low, high = np.minimum(white, black), np.maximum(white, black)
        frame = {"t": tournament, "r": number, "d": np.where(number > 0, 0, day), "low": low, "high": high}
        frames.append(pd.DataFrame({name: values.astype(np.int64) for name, values in frame.items()}))
    new, left = (pd.MultiIndex.from_frame(frame) for frame in frames)
    return np.asarray(left.isin(new))


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
