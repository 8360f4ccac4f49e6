"""The files that `ratings run` writes into its folder, as bytes by name."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import sqlalchemy as sa

from ratings.columns import known, numbers
from ratings.exact import Ints
from ratings.loading.journal import outstanding
from ratings.memory import release
from ratings.publish import exports, run_tables
from ratings.publish.proof import Again, read_again
from ratings.publish.refused import refused_table
from ratings.publish.write import as_csv
from ratings.store.periods import Period
from ratings.store.players import read_people
from ratings.store.runs import Exported

OUT = ("list", "archives", "changes", "estimates")
REFUSED = {"games": "refused.csv", "list": "refused-list.csv", "players": "refused-players.csv"}


ONLY_OVER = tuple(name for kind, name in REFUSED.items() if kind != "games")
"""Files that are written over older ones only where they have nothing to say."""


class Made(NamedTuple):
    """The files of a run that is not published yet, and its list as it is to be kept; all of it read again."""

    files: dict[str, bytes]
    exported: Exported
    again: dict[str, Again]


def of_run(period: Period, people: pa.Table, rows: pa.Table) -> Made:
    """Give the files of a run that is not stored yet: list, archives, changes, estimates."""
    exported, others, whose = _written(period, run_tables.run_table(people, rows))
    release()
    files = {"list.csv": exported.listed, **others}
    made = Made(files, exported, read_again(files, exported, people, whose))
    release()
    return made


def _written(period: Period, run: pa.Table) -> tuple[Exported, dict[str, bytes], dict[str, Ints]]:
    """Give the list and the other files of a run, and whose the rows of each are."""
    files, whose = dict[str, bytes](), dict[str, Ints]()
    exported, whose["list.csv"] = exports.to_keep_and_whose(run)
    release()
    run = run.append_column(run_tables.WHOSE, run["player_key"])
    for name, what in ((f"{what}.csv", what) for what in OUT if what != "list"):
        table = exports.of_run(period, run, what)
        whose[name] = numbers(table[run_tables.WHOSE])
        files[name] = as_csv(table.drop_columns(run_tables.WHOSE))
    return exported, files, whose


def of_list(connection: sa.Connection, run_key: int) -> Made:
    """Give the list of a stored run without any file."""
    exported, whose = exports.to_keep_and_whose(run_tables.read_run_table(connection, run_key))
    return Made({}, exported, read_again({}, exported, read_people(connection), {"list.csv": whose}))


def of_published(connection: sa.Connection, period: Period, published: sa.Row) -> tuple[int, dict[str, bytes]]:
    """Give the number of rated players of a published list, and the files of its run."""
    run = exports.as_it_was(run_tables.read_run_table(connection, published.run_key), published)
    count = int((known(run["rating"]) & run_tables.is_on_list(run)).sum())
    return count, {f"{what}.csv": as_csv(exports.of_run(period, run, what)) for what in OUT}


def pools(connection: sa.Connection, run_key: int) -> dict[str, bytes]:
    """Give the file of newcomers' pools."""
    from ratings.publish import frames  # here: other systems do not wait for pandas

    return {"pools.csv": as_csv(frames.pools_frame(connection, run_key))}


def refused(connection: sa.Connection, period: Period, others: Collection[str] = ()) -> dict[str, bytes]:
    """Give the files of refused rows: of games, of lists, those of `others` among them, of players."""
    rows = outstanding(connection, period.system, period.key, accepted=True, others=others)
    return {name: _of_kind(rows, kind) for kind, name in REFUSED.items()}


def refused_before_games(connection: sa.Connection, system: str, others: Collection[str]) -> dict[str, bytes]:
    """Give the files of refused rows without those of games, which belong to periods."""
    rows = outstanding(connection, system, None, accepted=True, others=others)
    return {name: _of_kind(rows, kind) for kind, name in REFUSED.items() if name in ONLY_OVER}


def _of_kind(rows: Sequence[sa.Row], kind: str) -> bytes:
    return as_csv(refused_table([row for row in rows if row.kind == kind], kind))


def missing(folder: Path, files: dict[str, bytes]) -> dict[str, bytes]:
    """Give the files that a folder does not hold with these bytes."""
    return {name: data for name, data in files.items() if _is_wanted(folder / name, data)}


def _is_wanted(path: Path, data: bytes) -> bool:
    if path.name in ONLY_OVER and data.count(b"\n") == 1 and not path.exists():
        return False
    return not _holds(path, data)


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.read_bytes() == data
    except OSError:
        return False
