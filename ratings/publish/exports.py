"""Exports by name: which table each `--what` is, and of which period."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import sqlalchemy as sa
from pyarrow import csv

from ratings.columns import as_text, bits, bytes_of, flags, numbers, scalar, whole
from ratings.errors import RatingsError
from ratings.exact import Ints
from ratings.loading.journal import outstanding
from ratings.publish import run_tables
from ratings.publish.adjusted import with_adjustments
from ratings.publish.refused import refused_table
from ratings.publish.write import as_csv, csv_header, csv_lines, harmless_texts, texts_as_typed
from ratings.store.inputs import must_be_current
from ratings.store.periods import Period, all_periods, as_revision, find_period
from ratings.store.runs import Exported, published_list, rated_run


def export_frame(
    connection: sa.Connection, period: Period, what: str, *, full: bool = False, kind: str = "games",
    adjusted: bool = False,
) -> Any:  # fmt: skip
    """Give what is exported, as an Arrow table, or as a frame where it does not come from a run's rows.

    `kind` says whether refused rows are of games, of a list or of players.

    `adjusted` gives the list with the adjustments made to it since it was published.

    Raises:
        RatingsError: the period is to be rated (again), or the system has nothing of the kind.
    """
    from ratings.publish import frames  # here: the tables of a run do not wait for pandas

    if what == "tournaments":
        return frames.tournaments_frame(connection, period.system)
    if what == "games":
        return frames.games_frame(connection, period)
    if what == "refused":
        rows = [row for row in outstanding(connection, period.system, period.key, accepted=True) if row.kind == kind]
        return refused_table(rows, kind)
    published = published_list(connection, period)
    if what == "list" and not full and not adjusted and published is not None:
        return as_published(published)
    key = rated_run(connection, period).run_key
    must_be_current(connection, period)
    if what == "pools":
        return frames.pools_frame(connection, key)
    run = run_tables.read_run_table(connection, key)
    if published is not None:
        run = as_it_was(run, published)
    if adjusted:
        run = with_adjustments(connection, period, run)
    return of_run(period, run, what, full=full)


def as_published(published: sa.Row) -> pa.Table:
    """Give a published list as it went out, whatever players are called now; every cell is text."""
    then = _kept(published)
    has_value = bits(pc.not_equal(then["rating"], scalar("")))
    return run_tables.chosen(then, has_value & run_tables.is_on_list(then))


def _kept(published: sa.Row) -> pa.Table:
    """Give what `to_keep` kept of a published run, as text: everybody, or of older lists only who is on them."""
    data = zlib.decompress(published.content)
    names = data.partition(b"\n")[0].decode().split(",")
    return csv.read_csv(
        pa.BufferReader(data),
        csv.ReadOptions(block_size=len(data) + 1),
        csv.ParseOptions(newlines_in_values=True),
        csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False),
    ).combine_chunks()


def to_keep(run: pa.Table) -> Exported:
    """Give a run's list as it goes out, and everybody of the run beside it: other tables name them for ever, too."""
    return to_keep_and_whose(run)[0]


def to_keep_and_whose(run: pa.Table) -> tuple[Exported, Ints]:
    """Give the same, and the keys of those who are on the list, in its order."""
    listed, packing, kept, whose = io.BytesIO(), zlib.compressobj(level=1), list[bytes](), list[Ints]()
    for everybody in run_tables.everybody_pieces(run.append_column(run_tables.WHOSE, run["player_key"])):
        on_list = run_tables.are_listed(everybody)
        whose.append(numbers(everybody[run_tables.WHOSE])[on_list])
        everybody = everybody.drop_columns(run_tables.WHOSE)
        if not kept:
            listed.write(csv_header(everybody))
            kept.append(packing.compress(csv_header(everybody)))
        for lines in csv_lines(everybody):
            kept.append(packing.compress(bytes_of(lines)))
            listed.write(bytes_of(lines.filter(flags(on_list[: len(lines)]))))
            on_list = on_list[len(lines) :]
    return Exported(listed.getvalue(), b"".join([*kept, packing.flush()])), np.concatenate(whose)


def to_keep_each(people: pa.Table, runs: Sequence[pa.Table]) -> list[Exported]:
    """Give what `to_keep` gives for each of many runs, by their rows as they are stored, in a fraction of the time.

    They are made as one table, whose lines are dealt out; where a cell has several lines, run by run.
    """
    everybody = run_tables.everybody_table(run_tables.table_of_runs(people, runs))
    header, *lines = as_csv(everybody).splitlines(keepends=True)
    if len(lines) != len(everybody):
        return [to_keep(run_tables.run_table(people, rows)) for rows in runs]
    ends = np.cumsum([len(rows) for rows in runs])[:-1]
    of_each, listed = (np.split(part, ends) for part in (np.array(lines, object), run_tables.are_listed(everybody)))
    return [
        Exported(header + b"".join(part[on]), zlib.compress(header + b"".join(part), level=1))
        for part, on in zip(of_each, listed, strict=True)
    ]


def as_it_was(run: pa.Table, published: sa.Row) -> pa.Table:
    """Give a published run's table with the names, clubs and federations that its players had then."""
    then = _kept(published)
    places = pc.index_in(harmless_texts(as_text(run["id"])), whole(then["id"]))  # as they are kept
    for name in ("name", "federation", "club", "sex"):
        told = pc.coalesce(texts_as_typed(then[name]).take(places), as_text(run[name]))
        run = run.set_column(run.column_names.index(name), name, told)
    return run


def of_run(period: Period, run: pa.Table, what: str, *, full: bool = False) -> pa.Table:
    """Give a table that comes from a run's rows: list, archives, changes or estimates."""
    if what == "list":
        return run_tables.list_table(run, full=full)
    if what == "inactive":
        return run_tables.inactive_table(run)
    if what == "archives":
        return run_tables.archives_table(run)
    if what == "changes":
        return run_tables.changes_table(run)
    field = "estimate_rapid" if period.system == "ffe-rapid" else "estimate"
    return run_tables.estimates_table(run, field)


def period_of(connection: sa.Connection, system: str, name: str | None, revision: int | None = None) -> Period:
    """Give the period of that name, or the newest published one; as it stands, or as one of its revisions was.

    Raises:
        RatingsError: there is none, or no such revision.
    """
    if revision is not None:
        return as_revision(connection, period_of(connection, system, name), revision)
    if name:
        return find_period(connection, system, name)
    published = [period for period in all_periods(connection, system) if period.published]
    if not published:
        raise RatingsError(f"{system} has no published list.", "Name the period: ratings export SYSTEM PERIOD.")
    return published[-1]
