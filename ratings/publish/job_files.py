"""The files that `ratings run` writes into its folder, as bytes by name."""

from __future__ import annotations

import pandas as pd
import sqlalchemy as sa

from ratings.loading.journal import outstanding
from ratings.publish import exports, frames
from ratings.publish.refused import refused_frame
from ratings.publish.write import as_csv
from ratings.store.bulk import Columns
from ratings.store.periods import Period

OUT = ("list", "archives", "changes", "estimates")
REFUSED = {"games": "refused.csv", "list": "refused-list.csv", "players": "refused-players.csv"}


def of_run(period: Period, people: Columns, rows: Columns) -> dict[str, bytes]:
    """Give the files of a run that is not stored yet: list, archives, changes, estimates."""
    return _files(period, frames.frame_of(people, rows))


def of_published(connection: sa.Connection, period: Period, published: sa.Row) -> tuple[int, dict[str, bytes]]:
    """Give the number of rated players of a published list, and the files of its run."""
    run = exports.as_it_was(frames.run_frame(connection, published.run_key), published)
    count = int((run["rating"].notna() & frames.is_on_list(run)).sum())
    return count, _files(period, run)


def _files(period: Period, run: pd.DataFrame) -> dict[str, bytes]:
    return {f"{what}.csv": as_csv(exports.of_run(period, run, what)) for what in OUT}


def pools(connection: sa.Connection, run_key: int) -> dict[str, bytes]:
    """Give the file of newcomers' pools."""
    return {"pools.csv": as_csv(frames.pools_frame(connection, run_key))}


def refused(connection: sa.Connection, period: Period) -> dict[str, bytes]:
    """Give the files of refused rows: of games, of lists, of players."""
    rows = outstanding(connection, period.system, period.key, accepted=True)
    return {name: as_csv(refused_frame([r for r in rows if r.kind == kind], kind)) for kind, name in REFUSED.items()}
