"""Exports by name: which frame each `--what` is, and of which period."""

from __future__ import annotations

import io
import zlib

import pandas as pd
import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.loading.journal import outstanding
from ratings.publish import frames
from ratings.publish.adjusted import with_adjustments
from ratings.publish.refused import refused_frame
from ratings.publish.write import as_csv, as_typed, harmless
from ratings.store.inputs import must_be_current
from ratings.store.periods import Period, all_periods, as_revision, find_period
from ratings.store.runs import Exported, published_list, rated_run


def export_frame(
    connection: sa.Connection, period: Period, what: str, *, full: bool = False, kind: str = "games",
    adjusted: bool = False,
) -> pd.DataFrame:  # fmt: skip
    """Give what is exported as a frame; `kind` says whether refused rows are of games, of a list or of players.

    `adjusted` gives the list with the adjustments made to it since it was published.

    Raises:
        RatingsError: the period is to be rated (again), or the system has nothing of the kind.
    """
    if what == "tournaments":
        return frames.tournaments_frame(connection, period.system)
    if what == "games":
        return frames.games_frame(connection, period)
    if what == "refused":
        rows = [row for row in outstanding(connection, period.system, period.key, accepted=True) if row.kind == kind]
        return refused_frame(rows, kind)
    published = published_list(connection, period)
    if what == "list" and not full and not adjusted and published is not None:
        return as_published(published)
    key = rated_run(connection, period).run_key
    must_be_current(connection, period)
    if what == "pools":
        return frames.pools_frame(connection, key)
    run = frames.run_frame(connection, key)
    if published is not None:
        run = as_it_was(run, published)
    if adjusted:
        run = with_adjustments(connection, period, run)
    return of_run(period, run, what, full=full)


def as_published(published: sa.Row) -> pd.DataFrame:
    """Give a published list as it went out, whatever players are called now; every cell is text."""
    then = _kept(published)
    return then[(then["rating"] != "") & frames.is_on_list(then)]


def _kept(published: sa.Row) -> pd.DataFrame:
    """Give what `to_keep` kept of a published run, as text: everybody, or of older lists only who is on them."""
    text = zlib.decompress(published.content).decode("utf-8")
    return pd.read_csv(io.StringIO(text), dtype=str, keep_default_na=False, na_filter=False)


def to_keep(run: pd.DataFrame) -> Exported:
    """Give a run's list as it goes out, and everybody of the run beside it: other tables name them for ever, too."""
    everybody = frames.everybody_frame(run)
    listed = frames.listed(everybody)
    data = as_csv(listed)
    whole = data if len(listed) == len(everybody) else as_csv(everybody)
    return Exported(data, zlib.compress(whole, level=1))


def as_it_was(run: pd.DataFrame, published: sa.Row) -> pd.DataFrame:
    """Give a published run's frame with the names, clubs and federations that its players had then."""
    then = _kept(published).set_index("id")
    out, ids = run.copy(), run["id"].map(harmless)  # as they are kept
    for name in ("name", "federation", "club", "sex"):
        out[name] = ids.map(then[name].map(as_typed)).fillna(run[name])
    return out


def of_run(period: Period, run: pd.DataFrame, what: str, *, full: bool = False) -> pd.DataFrame:
    """Give a table that comes from a run's rows: list, archives, changes or estimates."""
    if what == "list":
        return frames.list_frame(run, full=full)
    if what == "inactive":
        return frames.inactive_frame(run)
    if what == "archives":
        return frames.archives_frame(run)
    if what == "changes":
        return frames.changes_frame(run)
    field = "estimate_rapid" if period.system == "ffe-rapid" else "estimate"
    return frames.estimates_frame(run, field)


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
