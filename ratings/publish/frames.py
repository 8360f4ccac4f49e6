"""What goes out beside a run, as frames: pools, tournaments, games; and how single amounts are written."""

from __future__ import annotations

import numpy as np
import pandas as pd
import sqlalchemy as sa

from ratings.files.cells import RESULTS, as_date
from ratings.files.opponents import write_opponents
from ratings.store import schema
from ratings.store.bulk import read_columns
from ratings.store.games import games_of
from ratings.store.periods import Period
from ratings.store.players import people_by_key
from ratings.store.pools import ROW as POOL_ROW

GAMES = ("tournament", "round", "board", "date", "white", "black", "result", "status", "load")


def two_decimals(hundredths: int) -> str:
    """Write hundredths as a number with two decimals: 183857 is `1838.57`."""
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def halves(half_points: int) -> str:
    """Write half points as points: 9 is `4.5`."""
    return f"{half_points // 2}.5" if half_points % 2 else str(half_points // 2)


POOLS = (
    "id", "tournament", "period_ends", "starts", "games", "half_points", "opponents_sum", "opponents", "format",
    "first_event",
)  # fmt: skip


def pools_frame(connection: sa.Connection, run_key: int) -> pd.DataFrame:
    """Give the pools of newcomers after a run, in the form in which they load."""
    pool = schema.pool
    ids = {key: row.id for key, row in people_by_key(connection).items()}
    rows = read_columns(connection, sa.select(*(pool.c[name] for name in POOL_ROW)).where(pool.c.run_key == run_key))
    frame = pd.DataFrame(
        {
            **{name: rows[name] for name in POOL_ROW if name in POOLS},
            "id": [ids[int(key)] for key in rows["player_key"]],
            "period_ends": [as_date(day).isoformat() for day in rows["period_ends"]],
            "starts": [as_date(day).isoformat() for day in rows["starts"]],
            "opponents": [write_opponents(sorted(ids[int(key)] for key in text.split())) for text in rows["opponents"]],
            "first_event": ["yes" if value else "" for value in rows["first_event"]],
        },
        columns=list(POOLS),
    )
    return frame.sort_values(["id", "period_ends", "tournament"], kind="stable")


TOURNAMENTS = ("tournament", "name", "place", "starts", "ends", "kind", "format", "minutes", "rounds")


def tournaments_frame(connection: sa.Connection, system: str) -> pd.DataFrame:
    """Give what is known of a system's tournaments, by code, in the form in which it loads."""
    table = schema.tournament
    names = {"tournament": "code", "starts": "starts_on", "ends": "ends_on"}
    chosen = [table.c[names.get(name, name)] for name in TOURNAMENTS]
    is_known = sa.or_(*(column.isnot(None) for column in chosen[1:]))
    rows = connection.execute(sa.select(*chosen).where(table.c.system == system, is_known).order_by(table.c.code))
    frame = pd.DataFrame([[str(cell) if cell is not None else "" for cell in row] for row in rows], columns=TOURNAMENTS)
    return frame.sort_values("tournament", kind="stable")


def games_frame(connection: sa.Connection, period: Period) -> pd.DataFrame:
    """Give all rows of a period, rated or not, in the form in which they load."""
    rows = games_of(connection, period)
    ids = {key: row.id for key, row in people_by_key(connection).items()}
    results = [RESULTS[code] for code in rows["result"]]
    why = zip(rows["word"], rows["set_aside"], strict=True)
    aside = [f"{word.replace('-', ' ')}: {text}" if word else "" for word, text in why]
    unplayed = ["not played" if code > 2 else "" for code in rows["result"]]
    return pd.DataFrame(
        {
            "tournament": rows["tournament"],
            "round": pd.arrays.IntegerArray(rows["round"].astype(np.int64), rows["round"] <= 0),
            "board": pd.arrays.IntegerArray(rows["board"].astype(np.int64), rows["board"] <= 0),
            "date": [as_date(day).isoformat() for day in rows["played_on"]],
            "white": [ids[key] for key in rows["white"]],
            "black": [ids.get(key, "") for key in rows["black"]],
            "result": results,
            "status": [a or u or "rated" for a, u in zip(aside, unplayed, strict=True)],
            "load": rows["load_key"],
        },
        columns=list(GAMES),
    )
