"""What goes out of a run, as Arrow tables: the list in its order, archives, changes, players who need an estimate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import sqlalchemy as sa

from ratings.columns import Array, filled_texts, flags, integers, is_word, known, numbers, scalar, words
from ratings.exact import Flags, Ints, divide_half_away
from ratings.store import schema
from ratings.store.players import PERSON, read_people
from ratings.store.reading import read_by_player

LIST = (
    "rank", "id", "name", "federation", "club", "birth_year", "sex", "rating", "type", "games", "peak", "previous",
    "change", "estimate", "last_game", "status",
)  # fmt: skip
ARCHIVES = ("id", "archive_points", "archive_games", "archive_season", "archive_performance")
CHANGES = ("id", "name", "what", "previous", "rating", "type", "change", "n", "points", "why")
TEXTS = ("type", "case", "estimate_source", "status_before", "status")
NUMBERS = (
    "player_key", "birth_year", "rating_before", "given", "played", "n", "half_points", "estimate", "rating", "listed",
    "games", "peak", "archive_points", "archive_games", "archive_season", "last_game",
)  # fmt: skip
WHOSE = "whose"
"""A column of keys that a run's table may have more: tables made from it have it, too, after their own columns."""
MANY = "run"
"""A column that only the rows of several runs have: which of these a row is of, from 0 on."""
NOT_ASKED = ("", "wave", "archive")
"""Sources of values that no estimate from a club could take the place of (rules 2.4.2)."""
NEWCOMERS_FIRST = 10**6
"""The amount of a change that has none, because one of the two ratings is not there: before all others."""
ROWS_AT_ONCE = 1 << 17
"""Rows of a list that are put in order at a time."""


def read_run_table(connection: sa.Connection, run_key: int) -> pa.Table:
    """Read a run's rows with their players, one row a player, as `run_table` gives them."""
    row = schema.run_row
    query = sa.select(*(row.c[name] for name in (*NUMBERS, *TEXTS))).where(row.c.run_key == run_key)
    return run_table(read_people(connection), read_by_player(connection, query, row.c.player_key))


def run_table(people: pa.Table, rows: pa.Table) -> pa.Table:
    """Give a run's rows, as they are stored, with their players: what every table that goes out is made from.

    Rows of several runs have the run's place in the column MANY.
    """
    people = people_of(people, rows)
    stored = (*TEXTS, *NUMBERS, *({MANY} & set(rows.column_names)))
    return pa.table({name: people[name] for name in PERSON} | {name: rows[name] for name in stored})


def table_of_runs(people: pa.Table, runs: Sequence[pa.Table]) -> pa.Table:
    """Give the rows of several runs as one table with their players, each with the place of its run."""
    places = np.repeat(np.arange(len(runs)), [len(rows) for rows in runs])
    return run_table(people, pa.concat_tables(runs).combine_chunks().append_column(MANY, integers(places)))


def people_of(people: pa.Table, rows: pa.Table) -> pa.Table:
    """Give the players of rows, in step with these; `people` are by ascending key."""
    registered, keys = numbers(people["player_key"]), numbers(rows["player_key"])
    return people if np.array_equal(registered, keys) else people.take(integers(np.searchsorted(registered, keys)))


def everybody_table(run: pa.Table) -> pa.Table:
    """Give all rows of a run in the form and order of its list; ranks are those of the list. Of several: one by one."""
    unordered, order = _everybody(run)
    return unordered.take(order)


def everybody_pieces(run: pa.Table) -> Iterator[pa.Table]:
    """Give the same a piece at a time, at least one: put in order, millions of rows are as large as the run itself."""
    unordered, order = _everybody(run)
    for start in range(0, max(len(order), 1), ROWS_AT_ONCE):
        yield unordered.take(order.slice(start, ROWS_AT_ONCE))


def _everybody(run: pa.Table) -> tuple[pa.Table, Array]:
    """Give all rows of a run in the form of its list, and the places in which they stand there."""
    of_runs = {MANY: run[MANY]} if MANY in run.column_names else {}
    rated = known(run["rating"])
    value = pc.coalesce(run["rating"], run["listed"])
    columns = {
        "rank": _ranks(numbers(run["rating"]), rated & is_on_list(run), *map(numbers, of_runs.values())),
        **{name: run[name] for name in ("id", "name", "federation", "club", "birth_year", "sex")},
        "rating": value,
        "type": letters(run),
        "games": run["games"],
        "peak": run["peak"],
        "previous": run["rating_before"],
        "change": pc.subtract(run["rating"], run["rating_before"]),
        "estimate": run["given"],
        "last_game": run["last_game"].cast(pa.int32()).cast(pa.date32()),
        "status": run["status"],
    }
    order = order_by(**of_runs, value=integers(-numbers(value)), name=run["name"], id=run["id"])
    return pa.table(columns | _whose(run)).select((*LIST, *_whose(run))), order


def _whose(run: pa.Table) -> dict[str, Array]:
    return {WHOSE: run[WHOSE]} if WHOSE in run.column_names else {}


def _ranks(rating: Ints, ranked: Flags, of_run: Ints | int = 0) -> Array:
    """Give the rank by competition of who has one: one more than there are higher ratings, in the same run."""
    runs, ratings = int(np.max(of_run, initial=0)) + 1, int(rating.max(initial=0)) + 1
    place = of_run * ratings + rating
    of_each = np.bincount(place[ranked], minlength=runs * ratings).reshape(runs, ratings)
    higher = of_each.sum(axis=1, keepdims=True) - np.cumsum(of_each, axis=1)
    return integers(1 + higher.ravel()[np.where(ranked, place, 0)], ranked)


def letters(run: pa.Table) -> Array:
    """Give the letter of each rating; of an estimate on the list it is E."""
    estimates = words(known(run["listed"]), ("", "E")).cast(pa.string())
    return pc.if_else(pc.is_valid(run["rating"]), filled_texts(run["type"]), estimates)


def list_table(run: pa.Table, *, full: bool = False) -> pa.Table:
    """Give the published list: rating down, then name, then id by code points; competition ranks over the rated.

    `full` adds who is not on the list but has games, a peak or an archive.
    """
    if not full:
        return listed(everybody_table(run))
    shown = np.logical_or.reduce([known(run[name]) for name in ("rating", "listed", "peak", "archive_games")])
    return everybody_table(chosen(run, shown | (numbers(run["games"]) > 0)))


def listed(everybody: pa.Table) -> pa.Table:
    """Give the list of an `everybody_table`: who has a rating and has not left."""
    return chosen(everybody, are_listed(everybody))


def are_listed(everybody: pa.Table) -> Flags:
    """Say who of an `everybody_table` is on its list."""
    return known(everybody["rating"]) & is_on_list(everybody)


def chosen(table: pa.Table, which: Flags) -> pa.Table:
    """Give some rows of a table; the table itself where it is all of them."""
    return table if which.all() else table.filter(flags(which))


def is_on_list(run: pa.Table) -> Flags:
    """Say who has not left the list for want of games."""
    return ~is_word(run["status"], "off-list")


def order_by(**columns: Array) -> Array:
    """Give the order of rows by columns of numbers or texts, all ascending; texts by code points."""
    table = pa.table({name: filled_texts(c) if _is_text(c) else c for name, c in columns.items()})
    return pc.sort_indices(table, sort_keys=[(name, "ascending") for name in columns])


def _is_text(column: Array) -> bool:
    return not pa.types.is_integer(column.type)


def archives_table(run: pa.Table) -> pa.Table:
    """Give the archives after the period, by id: exact points with two decimals, and the performance to be read."""
    rows = chosen(run, known(run["archive_games"]))
    rows = rows.take(order_by(id=rows["id"]))
    points, games = numbers(rows["archive_points"]), numbers(rows["archive_games"])
    performance = divide_half_away(points, games)
    columns: dict[str, Any] = {name: rows[name] for name in ARCHIVES if name in rows.column_names}
    columns |= {"archive_points": hundredths_written(points), "archive_performance": hundredths_written(performance)}
    return pa.table(columns | _whose(rows)).select((*ARCHIVES, *_whose(rows)))


def hundredths_written(hundredths: Ints) -> Array:
    """Write hundredths as numbers with two decimals: 183857 is `1838.57`."""
    whole, rest = (integers(part) for part in np.divmod(np.abs(hundredths), 100))
    signs = words(hundredths < 0, ("", "-")).cast(pa.string())
    decimals = pc.utf8_lpad(rest.cast(pa.string()), 2, "0")
    decimals = pc.binary_join_element_wise(scalar("."), decimals, scalar(""))
    return pc.binary_join_element_wise(signs, whole.cast(pa.string()), decimals, scalar(""))


def changes_table(run: pa.Table) -> pa.Table:
    """Give who is new, up, down or gone, and why, in the order of the amount."""
    before, after = known(run["rating_before"]), known(run["rating"])
    change = pc.subtract(run["rating"], run["rating_before"])
    moved = numbers(change)
    has_left = after & ~is_on_list(run) & ~is_word(run["status_before"], "off-list")
    cases = {
        "gone": has_left | (before & ~after),
        "new": ~before & after,
        "up": moved > 0,
        "down": moved < 0,
        "archived": is_word(run["case"], "archived"),
    }
    what = np.select(list(cases.values()), range(1, len(cases) + 1), 0)
    why = pc.if_else(flags(has_left), scalar("off-list"), filled_texts(run["case"]))
    columns = {
        **{name: run[name] for name in ("id", "name", "rating", "type", "n", "half_points")},
        "what": words(what, ("", *cases)), "previous": run["rating_before"], "change": change, "why": why,
        **_whose(run),
    }  # fmt: skip
    rows = chosen(pa.table(columns), what > 0)
    amount = np.where(known(rows["change"]), np.abs(numbers(rows["change"])), NEWCOMERS_FIRST)
    rows = rows.append_column("points", halves_written(numbers(rows["half_points"])))
    order = order_by(amount=integers(-amount), name=rows["name"], id=rows["id"])
    return rows.select((*CHANGES, *_whose(run))).take(order)


def halves_written(half_points: Ints) -> Array:
    """Write half points as points: 9 is `4.5`."""
    whole, rest = np.divmod(half_points, 2)
    halves = words(rest, ("", ".5")).cast(pa.string())
    return pc.binary_join_element_wise(integers(whole).cast(pa.string()), halves, scalar(""))


def estimates_table(run: pa.Table, field: str) -> pa.Table:
    """Give every player whom an estimate could value: the officer asks the clubs, fills `field` in and loads it."""
    rows = chosen(run, ~is_word(filled_texts(run["estimate_source"]), *NOT_ASKED))
    rows = rows.take(order_by(club=rows["club"], name=rows["name"], id=rows["id"]))
    names = {
        "id": "id", "name": "name", "club": "club", field: "given", "games": "played", "stand_in": "estimate",
        "source": "estimate_source",
    }  # fmt: skip
    return pa.table({name: rows[stored] for name, stored in names.items()} | _whose(rows))


def inactive_table(run: pa.Table) -> pa.Table:
    """Give the inactive, on the list and off it: their ratings are kept, one counted game brings them back."""
    everybody = list_table(run, full=True)
    return chosen(everybody, is_word(everybody["status"], "inactive", "off-list"))
