"""Loading a rating list that was made elsewhere: the values a system starts from, in force on a day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pyarrow as pa
import sqlalchemy as sa

from ratings.columns import first_of_each, integers, known, numbers
from ratings.errors import Issue, RatingsError
from ratings.exact import Flags
from ratings.files import cells, formats
from ratings.files.csv_table import TextTable
from ratings.files.known_columns import BY_PLAYER, LIST_OR_POOLS
from ratings.files.read import ReadTable, read_table
from ratings.files.sources import Source, as_source
from ratings.kinds import kind_of
from ratings.loading import journal, pools
from ratings.loading.journal import Draft, Loaded, RefusedRow, Scope
from ratings.loading.list_contradictions import ANOTHER_FILE, compare
from ratings.loading.list_rows import notes, read_rows
from ratings.loading.player_ids import MOST_COMPARED, read_players
from ratings.loading.settling_by_id import good_ids, settle_scope, waiting_ids
from ratings.rules import RuleSet
from ratings.store import schema
from ratings.store.bulk import next_key
from ratings.store.on_the_way import insert_soon
from ratings.store.players import people_by_key, read_register
from ratings.store.reading import highest_key
from ratings.store.standings import has_list_before, read_loaded, read_run, standing_on, stored_keys

EXPORTED = (
    "rank", "name", "federation", "club", "birth_year", "sex", "previous", "change", "file", "line", "column", "value",
    "reason",
)  # fmt: skip
"""Columns of the program's own list that say nothing new: passed over in silence."""
MOST_NAMED = 10


def load_list(
    connection: sa.Connection, path: str | Source, rules: RuleSet, day: dt.date, at: str, encoding: str | None = None,
    *, accept_partial: bool = False, register: bool = False, read: ReadTable = read_table,
) -> Loaded:  # fmt: skip
    """Load one file of an opening list in force on `day`; several files of one day complete each other.

    `accept_partial` does without the rows that are refused, `register` takes in who stands in a list of FIDE's.

    Raises:
        RatingsError: a period that has started from older values is published already.
    """
    source = as_source(path)
    is_rating_list = source.format() == formats.FIDE_LIST
    if is_rating_list:  # it is read in pieces, while it is stored
        table = TextTable.without_rows(source.name, source.sha256(), encoding or "utf-8")
    else:
        table = read(source, LIST_OR_POOLS, BY_PLAYER, encoding)
    _check_day(connection, rules.system, day)
    list_key = _list_of_day(connection, rules.system, day)
    scope = Scope("list", f"{rules.system}@{day}", rules.system, list_key=list_key)
    draft = journal.begin(connection, table, scope, at, forced=accept_partial or is_rating_list)
    if isinstance(draft, Loaded):
        return draft
    draft.note_unknown(table.unknown, EXPORTED)
    good: Callable[[], set[str]] = set
    if is_rating_list:
        loaded, ids = _store_rating_list(connection, draft, source, rules, day, register=register)
        good = ids.copy
    elif pools.is_pools(table):
        loaded, good = pools.store_pools(connection, draft, rules.system, day)
    else:
        loaded, refused = _store(connection, draft, rules, day)
        good = partial(good_ids, table, refused)
    settle_scope(connection, loaded, scope, good, accept_partial=accept_partial)
    tells_all = "rating" in table.columns or (is_rating_list and loaded.stored < MOST_COMPARED)
    notes = _note_absent(connection, rules.system, day, list_key) if tells_all else []
    return replace(loaded, notes=(*loaded.notes, *notes))


def _note_absent(connection: sa.Connection, system: str, day: dt.date, list_key: int) -> list[str]:
    """Warn of players who are rated on an older list and not on this one: they keep what they had."""
    if not has_list_before(connection, system, day):
        return []
    size = highest_key(connection) + 1
    older = standing_on(connection, system, day - dt.timedelta(days=1), size).rating.known
    rows = read_loaded(connection, list_key)
    older[numbers(rows["player_key"])[known(rows["type"])]] = False
    absent = np.flatnonzero(older)
    if not len(absent):
        return []
    people = people_by_key(connection, absent[:MOST_NAMED].tolist())
    names = ", ".join(sorted(people[int(key)].id for key in absent[:MOST_NAMED]))
    more = f" and {len(absent) - MOST_NAMED} more" if len(absent) > MOST_NAMED else ""
    return [f"warning: rated on an older list, not on this one, and keep that rating: {names}{more}"]


def _check_day(connection: sa.Connection, system: str, day: dt.date) -> None:
    lists, run, period = schema.rating_list, schema.run, schema.period
    query = (
        sa.select(sa.func.max(period.c.starts_on), sa.func.max(lists.c.in_force_on))
        .select_from(
            lists.join(run, run.c.run_key == lists.c.run_key).join(period, period.c.period_key == run.c.period_key)
        )
        .where(lists.c.system == system)
    )
    started, published = connection.execute(query).one()
    if started is not None and day < published - dt.timedelta(days=1) and not _is_loaded(connection, system, day):
        raise RatingsError(
            f"A list of {system} of {day} would come before the list published for {published}.",
            "What published lists started from does not change; load lists that are in force later.",
        )


def _is_loaded(connection: sa.Connection, system: str, day: dt.date) -> bool:
    lists = schema.rating_list
    query = sa.select(lists.c.list_key).where(
        lists.c.system == system, lists.c.in_force_on == day, lists.c.revision == 0
    )
    return connection.execute(query).first() is not None


def _list_of_day(connection: sa.Connection, system: str, day: dt.date) -> int:
    lists = schema.rating_list
    query = sa.select(lists.c.list_key).where(
        lists.c.system == system, lists.c.in_force_on == day, lists.c.revision == 0
    )
    found = connection.execute(query).scalar()
    if found is not None:
        return int(found)
    key = next_key(connection, lists.c.list_key)
    connection.execute(sa.insert(lists).values(list_key=key, system=system, in_force_on=day, revision=0))
    return key


def _store(connection: sa.Connection, draft: Draft, rules: RuleSet, day: dt.date) -> tuple[Loaded, list[RefusedRow]]:
    table = draft.table
    issues: list[Issue] = []
    keys = read_players(table, "id", read_register(connection), issues)
    cells.refuse_odd(table, cells.NAMED, issues)
    columns = read_rows(table, rules.estimates_end_in, issues)
    draft.notes += notes(table, columns)
    refuse_repeated(table, keys, columns, issues)
    same = _same_as(connection, draft, rules.system, day, keys, columns, issues)
    refused = journal.refused_rows(table, issues)
    bad = np.zeros(len(table), dtype=bool)
    bad[[row for row in refused if row >= 0]] = True
    store = first_of_each(keys) & ~bad & ~same
    count = _insert(connection, draft, keys, columns, store)
    rows = list(refused.values())
    return journal.finish(connection, draft, rows, count, int((~bad).sum()) - count), rows


def _store_rating_list(
    connection: sa.Connection, draft: Draft, source: Source, rules: RuleSet, day: dt.date, *, register: bool
) -> tuple[Loaded, set[str]]:
    """Store a list of FIDE's piece by piece; give the result, and the ids of refused rows that came well this time."""
    from ratings.files.fide_list import read_fide_list  # here: other lists do not wait for what these need
    from ratings.loading.rating_lists import Pieces, as_table, said_by_k

    careers = said_by_k(connection, rules, day)
    pieces = Pieces(connection, draft, register=register)
    tally = pieces.tally
    waiting, well, encoding = waiting_ids(connection, draft.scope), set[str](), draft.table.encoding
    own = np.array(stored_keys(connection, int(draft.scope.list_key or 0), draft.load_key), dtype=np.int64)
    told = _told(connection, draft, rules.system, day, but_for=draft.load_key)
    with source.reading() as stream:
        for piece, faults in read_fide_list(stream, source.name, kind_of(rules.system), encoding):
            rows, keys = pieces.matched(piece, faults)
            issues: list[Issue] = []
            table = as_table(draft, rows, rules, careers.columns(rows, keys, tally))
            columns = read_rows(table, rules.estimates_end_in, issues)
            same = np.isin(keys, own)
            for stored, where in told:
                same |= compare(table, keys, columns, stored, where, issues)
            refused = journal.refused_rows(table, issues)
            tally.refused += refused.values()
            same[list(refused)] = True
            tally.stored += _insert(connection, draft, keys, columns, ~same)
            well |= waiting & set(rows["id"].to_pylist()) if waiting else set()
    draft.notes += tally.notes()
    known = tally.rows - tally.stored - tally.passed_over - len(tally.refused)
    loaded = journal.finish(connection, draft, tally.refused, tally.stored, known, rows=tally.rows)
    return replace(loaded, unchanged=draft.again and not (tally.stored or tally.registered or tally.refused)), well


def _insert(connection: sa.Connection, draft: Draft, keys: np.ndarray, columns: pa.Table, rows: Flags) -> int:
    count = int(rows.sum())
    if not count:
        return 0
    places = np.flatnonzero(rows)
    places = places[np.argsort(keys[places])]  # so rows are appended
    told = {name: columns[name].take(integers(places)) for name in columns.column_names}
    whose = {"list_key": np.full(count, draft.scope.list_key), "player_key": keys[places]}
    columns = {
        name: integers(column) for name, column in (whose | {"load_key": np.full(count, draft.load_key)}).items()
    }
    insert_soon(connection, schema.list_row, pa.table({**columns, **told}))
    return count


def refuse_repeated(table: TextTable, keys: np.ndarray, columns: pa.Table, issues: list[Issue]) -> None:
    """Refuse all rows of a player who stands twice with different values."""
    often = np.flatnonzero((np.bincount(keys, minlength=1)[keys] > 1) & (keys > 0)) if len(keys) else []
    rows_of: dict[int, list[int]] = {}
    for row in often:
        rows_of.setdefault(int(keys[row]), []).append(int(row))
    for rows in rows_of.values():
        if len({tuple(column[row].as_py() for column in columns.columns) for row in rows}) > 1:
            lines = ", ".join(str(table.lines[row]) for row in rows)
            for row in rows:
                issues.append(
                    table.issue(row, "id", "contradiction", f"the player stands in lines {lines}, differently")
                )


def _same_as(
    connection: sa.Connection, draft: Draft, system: str, day: dt.date, keys: np.ndarray, columns: pa.Table,
    issues: list[Issue],
) -> Flags:  # fmt: skip
    """Say which rows tell nothing new; refuse those that contradict the list's other files, or a published list."""
    same = np.zeros(len(keys), dtype=bool)
    for stored, where in _told(connection, draft, system, day):
        same |= compare(draft.table, keys, columns, stored, where, issues)
    return same


def _told(
    connection: sa.Connection, draft: Draft, system: str, day: dt.date, *, but_for: int = 0
) -> list[tuple[pa.Table, str]]:
    """Give what is known beside a file, and from where: the list's other files (but one load), a published list."""
    told = [(read_loaded(connection, int(draft.scope.list_key or 0), but_for=but_for), ANOTHER_FILE)]
    published = _published_beside(connection, system, day)
    return told + ([(read_run(connection, published), "the list published here")] if published is not None else [])


def _published_beside(connection: sa.Connection, system: str, day: dt.date) -> int | None:
    """Give the run of the published list in force on the day, or from the next day on."""
    lists = schema.rating_list
    query = (
        sa.select(lists.c.run_key)
        .where(lists.c.system == system, lists.c.revision > 0, lists.c.in_force_on <= day + dt.timedelta(days=1))
        .order_by(lists.c.in_force_on.desc(), lists.c.revision.desc())
        .limit(1)
    )
    return connection.execute(query).scalar()
