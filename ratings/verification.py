"""Published lists made again from what is stored, compared to the last byte; and whether a file is one of them."""

from __future__ import annotations

import datetime as dt
import hashlib
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pandas as pd
import sqlalchemy as sa

from ratings import jobs
from ratings.errors import MOST_SHOWN, RatingsError
from ratings.files.cells import Unreadable, read_date
from ratings.files.sources import as_source
from ratings.publish.exports import as_it_was, as_published, to_keep
from ratings.publish.in_hand import read_in_hand
from ratings.publish.run_tables import run_table
from ratings.rules import RuleSet
from ratings.store.periods import Period, all_periods, as_revision
from ratings.store.players import read_people
from ratings.store.pools import pools_as_left, pools_left
from ratings.store.run_rows import columns_that_differ, read_run_rows
from ratings.store.runs import published_list, rated_run

MOST_DIFFERENCES = 10
"""Differences between a file and a list that are told."""
NUMBERS = ("rank", "birth_year", "rating", "games", "peak", "previous", "change", "estimate")


@dataclass(frozen=True, slots=True)
class Verified:
    """A published revision, and how it differs from what comes out now; nothing where it is the same."""

    period: Period
    differences: tuple[str, ...]


def revisions(connection: sa.Connection, system: str, name: str | None = None) -> Iterator[Period]:
    """Give every published revision of a system, or of one period, in order: each as it was published."""
    for period in all_periods(connection, system):
        if name in (None, period.name):
            yield from (as_revision(connection, period, number) for number in range(1, period.published + 1))


def verify(connection: sa.Connection, period: Period, rules: RuleSet) -> Verified:
    """Make a published revision again from what its list had seen, and compare rows, pools and bytes."""
    published, run = published_list(connection, period), rated_run(connection, period)
    assert published is not None
    rated = jobs.rate_as_published(connection, period, rules)
    stored = read_run_rows(connection, run.run_key)
    differences = []
    if len(stored["player_key"]) != len(rated.rows["player_key"]):
        differences.append(f"{len(rated.rows['player_key'])} players come out, {len(stored['player_key'])} are stored")
    elif columns := columns_that_differ(stored, rated.rows):
        differences.append(f"players' {', '.join(columns)} come out otherwise than stored")
    if rated.pools is not None and pools_as_left(rated.pools) != pools_left(connection, run.run_key):
        differences.append("newcomers' pools come out otherwise than stored")
    exported = to_keep(as_it_was(run_table(read_people(connection), rated.rows), published))
    if zlib.decompress(exported.kept) != zlib.decompress(published.content):
        differences.append("the list comes out with other bytes than it was published with")
    if hashlib.sha256(exported.listed).hexdigest() != published.sha256:
        differences.append("the hash of the list is not the one that was published")
    return Verified(period, tuple(differences))


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a file is: the published revision that it holds, `same_bytes` or only the same content; else None.

    `nearest` is then the revision that it is nearest to, and `differences` how it differs from that.
    """

    found: Period | None
    same_bytes: bool
    nearest: Period | None = None
    differences: tuple[str, ...] = ()
    count: int = 0


def recognise(connection: sa.Connection, path: str, candidates: list[Period]) -> Recognised:
    """Say which published revision a list in hand is: by its hash, else by content, whatever program wrote it.

    Raises:
        RatingsError: nothing is published, or the file cannot be read as a list.
    """
    if not candidates:
        raise RatingsError("Nothing is published that the file could be.", "Name the system whose list it is.")
    source = as_source(path)
    sha256 = source.sha256()
    for period in reversed(candidates):
        if _row(connection, period).sha256 == sha256:
            return Recognised(period, same_bytes=True)
    rows = _normal(read_in_hand(source).rows)
    nearest: tuple[int, Period | None, list[str]] = (-1, None, [])
    for period in reversed(candidates):
        differences = _compare(_normal(as_published(_row(connection, period)).to_pandas()), rows)
        if not differences:
            return Recognised(period, same_bytes=False)
        if nearest[1] is None or len(differences) < nearest[0]:
            nearest = (len(differences), period, differences)
    return Recognised(None, False, nearest[1], tuple(nearest[2][:MOST_DIFFERENCES]), nearest[0])


def _row(connection: sa.Connection, period: Period) -> sa.Row:
    published = published_list(connection, period)
    assert published is not None
    return published


def _normal(frame: pd.DataFrame) -> dict[str, dict[str, str]]:
    """Give cells by id in a form that does not depend on the program that wrote them."""
    for name in frame.columns:
        frame[name] = frame[name].map(READERS.get(name, str.strip))
    ids = frame["id"].tolist()
    return dict(zip(ids, frame.to_dict("records"), strict=True))


def _number(text: str) -> str:
    text = text.strip().replace(",", ".").removesuffix(".0")
    digits = text.removeprefix("-").removeprefix("+")
    return str(int(text)) if digits.isascii() and digits.isdigit() else text


def _day(text: str) -> str:
    try:
        read: dt.date | None = read_date(text.strip().removesuffix(" 00:00:00"))
    except Unreadable:
        return text.strip()
    return str(read)


def _id(text: str) -> str:
    """Give an id without the zeros that a spreadsheet takes away."""
    text = text.strip()
    return text.lstrip("0") or "0" if text.isascii() and text.isdigit() else text


READERS: dict[str, Callable[[str], str]] = {**dict.fromkeys(NUMBERS, _number), "last_game": _day, "id": _id}


def _compare(published: dict[str, dict[str, str]], rows: dict[str, dict[str, str]]) -> list[str]:
    """Tell how a file's rows differ from a published list's; a column that the file lacks is not compared."""
    told = [f"{key} is not in the file" for key in published.keys() - rows.keys()]
    told += [f"{key} is in the file, not on the list" for key in rows.keys() - published.keys()]
    for key in published.keys() & rows.keys():
        told += [
            f"{key}: {name} is {text[:MOST_SHOWN]!r} in the file, {published[key][name]!r} on the list"
            for name, text in rows[key].items()
            if text != published[key][name]
        ]
    return sorted(told)
