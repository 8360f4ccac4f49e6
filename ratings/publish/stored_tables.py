"""What the files of a run must hold, made from its rows in the database apart from the tables that become the files.

The same columns in other words: a fault in those tables, in their order, in the writing of cells or in
the rows handed over in memory shows as a difference. What is told of persons is compared with the register elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import sqlalchemy as sa

from ratings.columns import Array, bits, filled_texts, flags, integers, numbers, of_values, scalar, whole
from ratings.exact import divide_half_away
from ratings.store import schema
from ratings.store.reading import read_by_player

READ = (
    "player_key", "birth_year", "rating_before", "given", "n", "half_points", "case", "rating", "type", "listed",
    "games", "peak", "last_game", "status_before", "status",
)  # fmt: skip
FEW = (
    "player_key", "archive_points", "archive_games", "archive_season", "given", "played", "estimate", "estimate_source"
)  # fmt: skip
"""Columns that are read of the few players who have an archive or a stand-in."""
ASKED = ["given", "small-archive", "default"]
"""The stand-ins that an estimate from the club goes before, or is (rules 2.4.2)."""
NONE, OFF_LIST = scalar(""), scalar("off-list")


class Stored(NamedTuple):
    """The rows of a file as the database has them, in any order: whose they are, its columns, who belongs into it."""

    keys: Array
    columns: dict[str, Array]
    belong: Array


class StoredRun(NamedTuple):
    """A run's rows by ascending player key, and more columns of the `few` who have an archive or a stand-in.

    Texts that are not there are empty.
    """

    run_key: int
    rows: pa.Table
    few: pa.Table

    @classmethod
    def read(cls, connection: sa.Connection, run_key: int) -> StoredRun:
        """Read them."""
        row = schema.run_row
        has_any = sa.or_(row.c.archive_games.isnot(None), row.c.estimate_source.in_(ASKED))
        rows = read_by_player(connection, _rows(run_key, READ), row.c.player_key)
        few = read_by_player(connection, _rows(run_key, FEW).where(has_any), row.c.player_key)
        return cls(run_key, _without_nulls(rows), _without_nulls(few))


def _rows(run_key: int, names: tuple[str, ...]) -> sa.Select[Any]:
    row = schema.run_row
    return sa.select(*(row.c[name] for name in names)).where(row.c.run_key == run_key)


def _without_nulls(table: pa.Table) -> pa.Table:
    columns = (filled_texts(one) if pa.types.is_string(one.type) else one for one in table.columns)
    return pa.table([whole(column) for column in columns], names=table.column_names)


def everybody(run: pa.Table) -> Stored:
    """Give all of a run in the columns of the list."""
    rated = pc.is_valid(run["rating"])
    ranked = pc.and_(rated, pc.not_equal(run["status"], OFF_LIST))
    downward = pc.if_else(ranked, pc.negate(run["rating"]), scalar(0))  # who has no rank comes last
    rank = pc.rank(downward, "ascending", tiebreaker="min").cast(pa.int64())
    columns = {
        "rank": integers(numbers(rank), bits(ranked)),
        "birth_year": run["birth_year"],
        "rating": pc.coalesce(run["rating"], run["listed"]),
        "type": pc.if_else(rated, run["type"], pc.if_else(pc.is_valid(run["listed"]), scalar("E"), NONE)),
        "games": run["games"],
        "peak": run["peak"],
        "previous": run["rating_before"],
        "change": pc.subtract(run["rating"], run["rating_before"]),
        "estimate": run["given"],
        "last_game": run["last_game"].cast(pa.int32()).cast(pa.date32()),
        "status": run["status"],
    }
    return Stored(run["player_key"], columns, pc.is_valid(run["player_key"]))


def listed(run: pa.Table) -> Stored:
    """Give the list: who has a value and has not left it."""
    stored = everybody(run)
    return stored._replace(belong=pc.and_(pc.is_valid(stored.columns["rating"]), pc.not_equal(run["status"], OFF_LIST)))


def archives(few: pa.Table) -> Stored:
    """Give the archives; points and performance in hundredths."""
    belong = pc.is_valid(few["archive_games"])
    points, games = (pc.if_else(belong, few[name], scalar(1)) for name in ("archive_points", "archive_games"))
    performance = divide_half_away(numbers(points), numbers(games))
    columns = {name: few[name] for name in ("archive_points", "archive_games", "archive_season")}
    return Stored(few["player_key"], columns | {"archive_performance": integers(performance)}, belong)


def changes(run: pa.Table) -> Stored:
    """Give who is new, up, down or gone, and why; points in halves."""
    before, after = pc.is_valid(run["rating_before"]), pc.is_valid(run["rating"])
    change = pc.subtract(run["rating"], run["rating_before"])
    off, was_off = (pc.equal(run[name], OFF_LIST) for name in ("status", "status_before"))
    has_left = pc.and_(after, pc.and_not(off, was_off))
    words = {
        "gone": pc.or_(pc.and_not(before, after), has_left),
        "new": pc.and_not(after, before),
        "up": flags(bits(pc.greater(change, scalar(0)))),
        "down": flags(bits(pc.less(change, scalar(0)))),
        "archived": pc.equal(run["case"], scalar("archived")),
    }
    chosen = pa.StructArray.from_arrays([whole(word) for word in words.values()], list(words))
    columns = {
        "what": pc.case_when(chosen, *map(scalar, words), NONE),
        "previous": run["rating_before"],
        "rating": run["rating"],
        "type": run["type"],
        "change": change,
        "n": run["n"],
        "points": run["half_points"],
        "why": pc.if_else(has_left, OFF_LIST, run["case"]),
    }
    return Stored(run["player_key"], columns, pc.not_equal(columns["what"], NONE))


def estimates(few: pa.Table) -> Stored:
    """Give who was valued by a stand-in that an estimate could take the place of."""
    names = {"estimate": "given", "games": "played", "stand_in": "estimate", "source": "estimate_source"}
    belong = pc.is_in(few["estimate_source"], of_values(ASKED, pa.string()))
    return Stored(few["player_key"], {name: few[stored] for name, stored in names.items()}, belong)


OF_EACH: dict[str, tuple[bool, Callable[[pa.Table], Stored]]] = {
    "list.csv": (False, listed),
    "what is kept of the list": (False, everybody),
    "archives.csv": (True, archives),
    "changes.csv": (False, changes),
    "estimates.csv": (True, estimates),
}
"""What each file holds, by its name, and whether that is made from the `few` of a stored run."""
