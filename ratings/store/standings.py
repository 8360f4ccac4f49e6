"""What a period starts from: the newest values of every player, read once from published and loaded lists."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import sqlalchemy as sa

from ratings.columns import Array, flags, is_word, known, no_numbers, numbers
from ratings.engine.period import TYPES, Maybe, Start
from ratings.errors import RatingsError
from ratings.exact import Ints
from ratings.store import schema
from ratings.store.on_the_way import rows_of
from ratings.store.periods import Period, Seen
from ratings.store.persons import cleared, first_with, merged, read_persons
from ratings.store.players import people_by_key, read_players
from ratings.store.reading import as_read, read_by_player
from ratings.store.signed import with_signed_estimates, with_signed_ratings

OPTIONAL = ("rating", "given", "peak", "last_game", "archive_season")
"""Columns of a standing that may be absent for a player; the others are numbers that start at nothing."""
COUNTS = ("games", "archive_points", "archive_games")


def start_of(connection: sa.Connection, period: Period, credited_from: str, size: int) -> Start:
    """Give everything a period starts from, arrays of `size` entries indexed by player key.

    The base is the newest published list of an earlier period, and lists loaded since that are in force on the
    period's first day. Birth years and estimates are those of the register; of a published period those that its list
    was made with. `credited_from` names the system whose ratings are taken over (`none`: of none).
    """
    seen = period.seen
    base = newest_published(connection, period.system, before=period.starts, seen=seen)
    standing = _standing(connection, period.system, period.starts, base, size, seen)
    standing = _with_players(connection, standing, period.system)
    if period.published and not period.players_as_now:
        standing = _with_players_then(connection, standing, period)
    standing = with_signed_estimates(connection, standing, period.system, period.starts, seen)
    if credited_from != "none":
        other = standing_on(connection, credited_from, period.starts, size, seen)
        standing = taking_over(standing, other)
    return merged(standing, read_persons(connection, seen))


def taking_over(standing: Start, other: Start) -> Start:
    """Credit the unrated with their rating in another system (rules 2.5)."""
    return replace(standing, credited=other.rating.only(~standing.rating.known))


def standing_on(connection: sa.Connection, system: str, day: dt.date, size: int, seen: Seen | None = None) -> Start:
    """Give the values of the lists of a system in force on a day; of those that a published list had seen."""
    return _standing(connection, system, day, newest_published(connection, system, on=day, seen=seen), size, seen)


def newest_published(
    connection: sa.Connection, system: str, *, before: dt.date | None = None, on: dt.date | None = None,
    seen: Seen | None = None,
) -> sa.Row | None:  # fmt: skip
    """Give the newest published list of a period that ended before a day, or the one in force on a day.

    Of several revisions it is the newest; where `seen` is given, the newest that was there then.
    """
    lists, run, period = schema.rating_list, schema.run, schema.period
    query = (
        sa.select(lists, period.c.starts_on)
        .join(run, run.c.run_key == lists.c.run_key)
        .join(period, period.c.period_key == run.c.period_key)
        .where(lists.c.system == system, lists.c.revision > 0)
        .order_by(period.c.ends_on.desc(), lists.c.revision.desc())
        .limit(1)
    )
    condition = period.c.ends_on < before if before else lists.c.in_force_on <= on
    return connection.execute(query.where(condition, was_there(seen))).one_or_none()


def was_there(seen: Seen | None) -> sa.ColumnElement[bool]:
    """Give the condition that a list was there when another one was made."""
    return sa.true() if seen is None else schema.rating_list.c.list_key < seen.list_key


def _standing(
    connection: sa.Connection, system: str, day: dt.date, base: sa.Row | None, size: int, seen: Seen | None
) -> Start:
    loaded = loaded_lists(connection, system, day, seen)
    older = [row for row in loaded if base is not None and _is_before(row, base)]
    gone = set[int]() if base is None else _merged_in(connection, base, seen)
    read = partial(read_loaded, connection, seen=seen)
    newest = None if base is None else read_run(connection, base.run_key)
    start = stood(size, (read(row.list_key) for row in older), newest, gone)
    for row in loaded[len(older) :]:
        start = overlay(start, read(row.list_key))
    return with_signed_ratings(connection, start, system, None if base is None else base.starts_on, day, seen)


def stood(size: int, older: Iterable[pa.Table], base: pa.Table | None, gone: Collection[int] = ()) -> Start:
    """Give what stands after the rows of lists, one over the other; `base` are those of the newest run, None for none.

    `gone` are the keys whose person has everything of theirs in the base.
    """
    start = Start.unrated(size)
    for rows in older:
        start = overlay(start, rows)
    if base is not None:
        start = cleared(overlay(start, base, complete=True), gone)
    return start


def _merged_in(connection: sa.Connection, base: sa.Row, seen: Seen | None) -> set[int]:
    """Give the keys whose person's row in a published list has everything of theirs already.

    Raises:
        RatingsError: they are persons of their own again, and the list is not revised since.
    """
    then, now = (
        read_persons(connection, Seen(base.list_key, base.seen_load, base.seen_ledger)),
        read_persons(connection, seen),
    )
    apart = [key for key, person in then.items() if now.get(key) != person]
    if apart:
        people = people_by_key(connection, [*apart, *then.values()])
        first = first_with(connection, base.system, apart[0], then[apart[0]])
        raise RatingsError(
            f"{people[apart[0]].id} and {people[then[apart[0]]].id} are one person in the list {base.system} of "
            f"{base.in_force_on}, and two now.",
            f"Revise the first list made since they were merged: ratings revise {base.system} {first}",
        )
    return set(then)


def loaded_since(
    connection: sa.Connection, system: str, day: dt.date, base: sa.Row | None, seen: Seen | None
) -> list[sa.Row]:
    """Give the loaded lists and adjustments in force on a day that come after a published list, oldest first."""
    loaded = loaded_lists(connection, system, day, seen)
    return [row for row in loaded if base is None or not _is_before(row, base)]


def loaded_lists(connection: sa.Connection, system: str, day: dt.date, seen: Seen | None) -> list[sa.Row]:
    """Give the loaded lists and adjustments in force by a day, oldest first; of those a published list had seen."""
    lists = schema.rating_list
    query = sa.select(lists.c.list_key, lists.c.in_force_on, lists.c.revision, lists.c.adjustment).where(
        lists.c.system == system, lists.c.revision <= 0, lists.c.in_force_on <= day, was_there(seen)
    )
    return _newest_adjustments(connection.execute(query.order_by(lists.c.in_force_on, lists.c.revision.desc())).all())


def _newest_adjustments(lists: Sequence[sa.Row]) -> list[sa.Row]:
    """Leave out the adjustments that were made again on the same day: the lowest revision stands."""
    newest = {row.in_force_on: row.revision for row in lists}  # in order, the lowest last
    return [row for row in lists if row.adjustment is None or row.revision == newest[row.in_force_on]]


def has_list_before(connection: sa.Connection, system: str, day: dt.date) -> bool:
    """Say whether a system has a list in force before a day."""
    lists = schema.rating_list
    query = sa.select(lists.c.list_key).where(lists.c.system == system, lists.c.in_force_on < day).limit(1)
    return connection.execute(query).first() is not None


def _is_before(loaded: sa.Row, published: sa.Row) -> bool:
    """Say whether a loaded list is older than a published one; an adjustment comes after the list of its day."""
    if loaded.adjustment:
        return bool(loaded.in_force_on < published.in_force_on)
    return bool(loaded.in_force_on <= published.in_force_on)


def read_run(connection: sa.Connection, run_key: int) -> pa.Table:
    """Read what players are after a run, as the columns of a standing."""
    row = schema.run_row
    names = ("player_key", "type", *OPTIONAL, *COUNTS)
    query = sa.select(*(row.c[name] for name in names)).where(row.c.run_key == run_key)
    return read_by_player(connection, query, row.c.player_key)


def stored_keys(connection: sa.Connection, list_key: int, load_key: int) -> list[int]:
    """Give the players to whom a load brought a row of a list."""
    row = schema.list_row
    query = sa.select(row.c.player_key).where(row.c.list_key == list_key, row.c.load_key == load_key)
    return list(connection.execute(query).scalars())


def read_loaded(connection: sa.Connection, list_key: int, *, but_for: int = 0, seen: Seen | None = None) -> pa.Table:
    """Read a loaded list as the columns of a standing; of one player the rows of several files, as they were loaded.

    `but_for` is a load whose rows are left out; `seen` says which loads were there.
    """
    row = schema.list_row
    columns = {name: row.c[name] for name in ("player_key", "type", *OPTIONAL, *COUNTS, "load_key")}
    held = rows_of(connection, row)
    if held is not None and not but_for and seen is None:
        of_list = numbers(held["list_key"]) == list_key
        return as_read(held if of_list.all() else held.filter(flags(of_list)), columns)
    query = sa.select(*columns.values()).where(row.c.list_key == list_key, row.c.load_key != but_for)
    query = query if seen is None else query.where(row.c.load_key <= seen.load_key)
    return read_by_player(connection, query, row.c.player_key)


def overlay(start: Start, rows: pa.Table, *, complete: bool = False) -> Start:
    """Put rows over a standing: what a row does not say stays, unless the rows are `complete`.

    A row with a type says whether the player is rated; no type (null) leaves the rating as it was.
    """
    keys = numbers(rows["player_key"])
    typed = known(rows["type"]) | complete
    changes: dict[str, Any] = {}
    codes = start.type.copy()
    is_rated = [is_word(rows["type"], letter) for letter in ("N", "F")]
    letters = np.select(is_rated, [TYPES.index("N"), TYPES.index("F")], 0)
    codes[keys[typed]] = letters[typed]
    for name in OPTIONAL:
        column: Maybe = getattr(start, name)
        given = known(rows[name])
        says = typed if name == "rating" else given | complete
        values, has = column.values.copy(), column.known.copy()
        values[keys[says]] = numbers(rows[name])[says]
        has[keys[says]] = given[says]
        changes[name] = Maybe(values, has)
    for name in COUNTS:
        count: Ints = getattr(start, name).copy()
        given = known(rows[name]) | complete
        count[keys[given]] = numbers(rows[name])[given]
        changes[name] = count
    return replace(start, type=codes, **changes)


def put(column: Maybe, keys: Ints, cells: Array) -> Maybe:
    """Put cells of the database, one for each of some keys, into a column by key; null takes a value away."""
    values, has = column.values.copy(), column.known.copy()
    values[keys], has[keys] = numbers(cells), known(cells)
    return Maybe(values, has)


def _with_players(connection: sa.Connection, start: Start, system: str) -> Start:
    """Add birth years and the club presidents' estimates, which go before a list's (rules 2.4.2)."""
    return with_register(start, read_given(connection, system))


def read_given(connection: sa.Connection, system: str) -> pa.Table:
    """Read birth year and the club president's estimate for a system of every player."""
    estimate = "estimate_rapid" if system == "ffe-rapid" else "estimate"
    return read_players(connection, "birth_year", estimate).rename_columns(["player_key", "birth_year", "estimate"])


def with_register(start: Start, register: pa.Table) -> Start:
    """Put what `read_given` read into a start."""
    keys, absent = numbers(register["player_key"]), Maybe.absent(start.size)
    own = put(absent, keys, register["estimate"])
    return replace(start, birth_year=put(absent, keys, register["birth_year"]), given=own.or_else(start.given))


def _with_players_then(connection: sa.Connection, start: Start, period: Period) -> Start:
    """Put the birth years and estimates that a published revision was made with over those of today.

    Who has no row had no estimate, but for who was registered since and stands in a game that came late.
    """
    lists, run, row, player = schema.rating_list, schema.run, schema.run_row, schema.player
    query = (
        sa.select(lists.c.run_key, lists.c.seen_load)
        .join(run, run.c.run_key == lists.c.run_key)
        .where(run.c.period_key == period.key, lists.c.revision == period.published)
    )
    newest = connection.execute(query).one()
    late = sa.false()
    if period.seen is None:  # reopened: a game that came late may be of somebody registered since, with an estimate
        load, takes_part = schema.load, schema.participant
        players = sa.select(takes_part.c.player_key).join(load, load.c.load_key == takes_part.c.load_key)
        players = players.where(load.c.period_key == period.key)
        late = sa.and_(player.c.load_key > newest.seen_load, player.c.player_key.in_(players))
    others = read_by_player(connection, sa.select(player.c.player_key).where(sa.not_(late)), player.c.player_key)
    given = put(start.given, numbers(others["player_key"]), no_numbers(len(others)))
    names = ("player_key", "birth_year", "given")
    query = sa.select(*(row.c[name] for name in names)).where(row.c.run_key == newest.run_key)
    rows = read_by_player(connection, query, row.c.player_key)
    keys = numbers(rows["player_key"])
    birth_year = put(start.birth_year, keys, rows["birth_year"])
    return replace(start, birth_year=birth_year, given=put(given, keys, rows["given"]))
