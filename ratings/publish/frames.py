"""What goes out, as frames: the list in its order, archives, changes, and players who need an estimate."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import sqlalchemy as sa

from ratings.files.cells import RESULTS, as_date
from ratings.files.opponents import write_opponents
from ratings.store import schema
from ratings.store.bulk import Columns, nullable, read_columns
from ratings.store.games import games_of
from ratings.store.periods import Period
from ratings.store.players import PERSON, people_by_key, read_people
from ratings.store.pools import ROW as POOL_ROW
from ratings.store.standings import known, numbers

LIST = (
    "rank", "id", "name", "federation", "club", "birth_year", "sex", "rating", "type", "games", "peak", "previous",
    "change", "estimate", "last_game", "status",
)  # fmt: skip
ARCHIVES = ("id", "archive_points", "archive_games", "archive_season", "archive_performance")
CHANGES = ("id", "name", "what", "previous", "rating", "type", "change", "n", "points", "why")
GAMES = ("tournament", "round", "board", "date", "white", "black", "result", "status", "load")


MANY = "run"
"""A column that only the rows of several runs have: which of these a row is of, from 0 upward."""
TEXTS = ("type", "case", "estimate_source", "status_before", "status")
NUMBERS = (
    "player_key", "birth_year", "rating_before", "given", "played", "n", "half_points", "estimate", "rating", "listed",
    "games", "peak", "archive_points", "archive_games", "archive_season", "last_game",
)  # fmt: skip


def run_frame(connection: sa.Connection, run_key: int) -> pd.DataFrame:
    """Read a run's rows with their players, one row a player; missing integers are missing, never a number."""
    row = schema.run_row
    query = sa.select(*(row.c[name] for name in (*NUMBERS, *TEXTS))).where(row.c.run_key == run_key)
    return frame_of(read_people(connection), read_columns(connection, query.order_by(row.c.player_key)))


def frame_of(people: Columns, rows: Columns) -> pd.DataFrame:
    """Give a run's rows, as they are stored, with their players: the frame that every table is made from.

    Rows of several runs have the run's place in the column MANY.
    """
    places = np.searchsorted(people["player_key"].astype(np.int64), rows["player_key"].astype(np.int64))
    columns: dict[str, Any] = {name: people[name][places] for name in PERSON} | {name: rows[name] for name in TEXTS}
    texts = {name: pd.Series(np.where(known(values), values, ""), dtype=object) for name, values in columns.items()}
    places_of_runs = {MANY: rows[MANY]} if MANY in rows else {}
    return pd.DataFrame({**texts, **{name: integers(rows[name]) for name in NUMBERS}, **places_of_runs})


def integers(column: np.ndarray[Any, Any]) -> pd.arrays.IntegerArray:
    """Give a stored column as integers of which some may be missing."""
    return pd.arrays.IntegerArray(numbers(column), ~known(column))


def list_frame(run: pd.DataFrame, *, full: bool = False) -> pd.DataFrame:
    """Give the published list: rating down, then name, then id by code points; competition ranks over the rated.

    `full` adds who is not on the list but has games, a peak or an archive.
    """
    if not full:
        return listed(everybody_frame(run))
    shown = run["rating"].notna() | run["listed"].notna() | run["peak"].notna() | run["archive_games"].notna()
    return everybody_frame(run[shown | (run["games"] > 0)])


def listed(everybody: pd.DataFrame) -> pd.DataFrame:
    """Give the list of an `everybody_frame`: who has a rating and has not left."""
    return everybody[everybody["rating"].notna() & is_on_list(everybody)]


def everybody_frame(run: pd.DataFrame) -> pd.DataFrame:
    """Give all rows of a run in the form and order of its list; ranks are those of the list. Of several: one by one."""
    rows = run.reset_index(drop=True)
    rated = rows["rating"].notna()
    value = rows["rating"].fillna(rows["listed"])
    of_runs = {MANY: rows[MANY]} if MANY in rows else {}
    order = order_by(**of_runs, value=-value.fillna(0), name=rows["name"], id=rows["id"])
    previous = rows["rating_before"]
    downward = -rows["rating"].where(rated & is_on_list(rows))
    ranked = downward.groupby(rows[MANY]) if of_runs else downward
    out = pd.DataFrame(
        {
            "rank": ranked.rank(method="min").astype("Int64"),
            **{name: rows[name] for name in ("id", "name", "federation", "club", "birth_year", "sex")},
            "rating": value,
            "type": rows["type"].where(rated, np.where(rows["listed"].notna(), "E", "")),
            "games": rows["games"],
            "peak": rows["peak"],
            "previous": previous,
            "change": rows["rating"] - previous,
            "estimate": rows["given"],
            "last_game": days(rows["last_game"]),
            "status": rows["status"],
        }
    )
    return out[list(LIST)].take(order)


def order_by(**columns: pd.Series[Any]) -> np.ndarray[Any, Any]:
    """Give the order of rows by columns of numbers or texts, all ascending; texts by code points."""
    table = pa.table({name: pa.array(column, from_pandas=True) for name, column in columns.items()})
    return np.asarray(pc.sort_indices(table, sort_keys=[(name, "ascending") for name in columns]))


def is_on_list(run: pd.DataFrame) -> pd.Series[bool]:
    """Say who has not left the list for want of games."""
    return run["status"] != "off-list"


def archives_frame(run: pd.DataFrame) -> pd.DataFrame:
    """Give the archives after the period, by id: exact points with two decimals, and the performance to be read."""
    rows = run[run["archive_games"].notna()].sort_values("id", kind="stable")
    points, games = rows["archive_points"].astype("int64"), rows["archive_games"].astype("int64")
    return pd.DataFrame(
        {
            "id": rows["id"],
            "archive_points": [two_decimals(int(value)) for value in points],
            "archive_games": rows["archive_games"],
            "archive_season": rows["archive_season"],
            "archive_performance": [
                two_decimals(_half_away(int(value), int(count))) for value, count in zip(points, games, strict=True)
            ],
        }
    )


def _half_away(numerator: int, denominator: int) -> int:
    sign = -1 if numerator < 0 else 1
    return sign * ((2 * abs(numerator) + denominator) // (2 * denominator))


def two_decimals(hundredths: int) -> str:
    """Write hundredths as a number with two decimals: 183857 is `1838.57`."""
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def days(column: pd.Series[Any]) -> pd.Series[Any]:
    """Write days since 1970 as dates; empty where there is none."""
    texts = pa.array(column, pa.int64()).cast(pa.int32()).cast(pa.date32()).cast(pa.string()).fill_null("")
    return pd.Series(texts.to_numpy(zero_copy_only=False), index=column.index, dtype=object)


def changes_frame(run: pd.DataFrame) -> pd.DataFrame:
    """Give who is new, up, down or gone, and why, in the order of the amount."""
    change = run["rating"] - run["rating_before"]
    before, after = run["rating_before"].notna(), run["rating"].notna()
    what = np.select(
        [~before & after, before & ~after, (change > 0).fillna(False), (change < 0).fillna(False)],
        ["new", "gone", "up", "down"],
        default="",
    )
    archived = (run["case"] == "archived").to_numpy()
    what = np.where((what == "") & archived, "archived", what)
    has_left = (after & (run["status"] == "off-list") & (run["status_before"] != "off-list")).to_numpy()
    what = np.where(has_left, "gone", what)
    rows = run.assign(what=what, change=change)[what != ""]
    rows = rows.assign(
        amount=-rows["change"].abs().fillna(10**6),
        previous=rows["rating_before"],
        points=rows["half_points"].map({value: halves(int(value)) for value in rows["half_points"].unique()}),
        why=rows["case"].where(~has_left[rows.index], "off-list"),
    )
    return rows[list(CHANGES)].take(order_by(amount=rows["amount"], name=rows["name"], id=rows["id"]))


def halves(half_points: int) -> str:
    """Write half points as points: 9 is `4.5`."""
    return f"{half_points // 2}.5" if half_points % 2 else str(half_points // 2)


def estimates_frame(run: pd.DataFrame, field: str) -> pd.DataFrame:
    """Give every player whom a stand-in valued: the officer asks the clubs, fills `field` in and loads it."""
    rows = run[~run["estimate_source"].isin(["", "wave"])]
    rows = rows.take(order_by(club=rows["club"], name=rows["name"], id=rows["id"]))
    return pd.DataFrame(
        {
            "id": rows["id"],
            "name": rows["name"],
            "club": rows["club"],
            field: rows["given"],
            "games": rows["played"],
            "stand_in": rows["estimate"],
            "source": rows["estimate_source"],
        }
    )


def inactive_frame(run: pd.DataFrame) -> pd.DataFrame:
    """Give the inactive, on the list and off it: their ratings are kept, one counted game brings them back."""
    everybody = list_frame(run, full=True)
    return everybody[everybody["status"].isin(["inactive", "off-list"])]


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
            "round": integers(nullable(rows["round"], rows["round"] > 0)),
            "board": integers(nullable(rows["board"], rows["board"] > 0)),
            "date": [as_date(day).isoformat() for day in rows["played_on"]],
            "white": [ids[key] for key in rows["white"]],
            "black": [ids.get(key, "") for key in rows["black"]],
            "result": results,
            "status": [a or u or "rated" for a, u in zip(aside, unplayed, strict=True)],
            "load": rows["load_key"],
        },
        columns=list(GAMES),
    )
