"""The players of a tournament as a report names them: start numbers, ratings, points, and the key to find them by."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from ratings.files.cells import RESULTS
from ratings.files.fitting import Fitting, Slot
from ratings.files.trf_columns import FIELDS
from ratings.files.trf_records import TrfPlayer
from ratings.files.trf_write import Version
from ratings.store import schema
from ratings.store.periods import Period
from ratings.store.reading import highest_key
from ratings.store.runs import newest_run
from ratings.store.standings import start_of

_POINTS = {"1-0": (2, 0), "1/2-1/2": (1, 1), "0-1": (0, 2), "1-0F": (2, 0), "0-1F": (0, 2)}
"""Half points of White and of Black; what is not named gives none."""
_CHUNK, _MOST_SHOWN = 500, 5


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the officer asks for: the form, which tournament (None: the only one), whose ids, names made to fit.

    `ids` are `fide`, `own`, or None: FIDE ids, and our own where there is none.
    """

    form: Version
    tournament: str | None = None
    ids: str | None = None
    fit: bool = False


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the report, and the id that the office knows him by."""

    id: str
    player: TrfPlayer


@dataclass(frozen=True, slots=True)
class Named:
    """The players of a report by key, and what the officer is to know of them."""

    by_key: dict[int, Entrant]
    notes: tuple[str, ...]


def entrants(connection: sa.Connection, period: Period, rows: Mapping[str, Sequence[Any]], wishes: Wishes) -> Named:
    """Give the players of some games; start numbers go by rating, then name, then id.

    Raises:
        RatingsError: a name does not fit, and is not to be made to.
    """
    points = _points(rows)
    people = _people(connection, sorted(points))
    ratings = _ratings(connection, period, people)
    people.sort(key=lambda row: (-ratings.get(row.player_key, 0), row.name, row.id))
    fitting = Fitting("The report", wishes.fit)
    first, last = FIELDS["name"]
    texts = [unicodedata.normalize("NFC", row.name) for row in people]
    names = fitting.column(Slot("name", width=last - first + 1, instead={}), texts, [row.id for row in people])
    numbers, worth = _keys(connection, people, ratings, wishes.ids), sorted(points.values())
    by_key = {
        row.player_key: Entrant(row.id, TrfPlayer(
            number=number, name=name, sex=row.sex or "", rating=ratings.get(row.player_key),
            federation=row.federation or "", fide_id=numbers[row.player_key], birth_year=row.birth_year,
            birth_date=row.birth_on, half_points=points[row.player_key],
            rank=1 + len(worth) - bisect_right(worth, points[row.player_key]),
        ))
        for number, (row, name) in enumerate(zip(people, names, strict=True), start=1)
    }  # fmt: skip
    return Named(by_key, (*fitting.notes, *_notes(people, numbers)))


def _notes(people: Sequence[sa.Row], numbers: Mapping[int, str]) -> Iterator[str]:
    """Say who is not known by a FIDE id in the report."""
    own = [row.id for row in people if numbers[row.player_key] not in ("", row.fide_id)]
    none = [row.id for row in people if not numbers[row.player_key]]
    for ids, told in (
        (own, "with our own id in place of a FIDE id, so the report is not for FIDE"),
        (none, "without a number, to be found again by name and birth year"),
    ):
        if ids:
            shown = ", ".join(ids[:_MOST_SHOWN]) + (" …" if len(ids) > _MOST_SHOWN else "")
            yield f"players {told}: {len(ids)} ({shown})"


def _points(rows: Mapping[str, Sequence[Any]]) -> Counter[int]:
    """Give half points by player key."""
    points: Counter[int] = Counter()
    for white, black, result in zip(rows["white"], rows["black"], rows["result"], strict=True):
        for_white, for_black = _POINTS.get(RESULTS[result], (0, 0))
        points[int(white)] += for_white
        if black:
            points[int(black)] += for_black
    return points


def _people(connection: sa.Connection, keys: Sequence[int]) -> list[sa.Row]:
    player, people = schema.player, []
    for start in range(0, len(keys), _CHUNK):
        query = sa.select(player).where(player.c.player_key.in_(keys[start : start + _CHUNK]))
        people += connection.execute(query).all()
    return people


def _ratings(connection: sa.Connection, period: Period, people: Sequence[sa.Row]) -> dict[int, int]:
    """Give the ratings that players start the period from: of its published run, or, before there is one, of lists."""
    run, row = newest_run(connection, period), schema.run_row
    if run is not None and period.published:
        query = sa.select(row.c.player_key, row.c.rating_before).where(row.c.run_key == run.run_key)
        return {key: rating for key, rating in connection.execute(query) if rating is not None}
    start = start_of(connection, period, "none", highest_key(connection) + 1).rating
    return {row.player_key: int(start.values[row.player_key]) for row in people if start.known[row.player_key]}


def _keys(
    connection: sa.Connection, people: Sequence[sa.Row], ratings: Mapping[int, int], ids: str | None
) -> dict[int, str]:
    """Give the number by which each player is found again, '' where there is none.

    It is the FIDE id, or else our own id if that is a number; nobody else may be known by it, and it must not be the
    rating once more, which readers take for columns that have slipped.
    """
    candidates = {}
    for row in people:
        fide = "" if ids == "own" else (row.fide_id or "")
        own = row.id if ids != "fide" and _is_number(row.id) else ""
        candidates[row.player_key] = [text for text in (fide, own) if not text.startswith("0")]
    known_by = _known_by(connection, sorted({text for texts in candidates.values() for text in texts if text}))
    return {
        key: next((t for t in texts if t and known_by[t] == {key} and t != str(ratings.get(key))), "")
        for key, texts in candidates.items()
    }


def _is_number(text: str) -> bool:
    first, last = FIELDS["FIDE id"]
    return text.isascii() and text.isdigit() and len(text) <= last - first + 1


def _known_by(connection: sa.Connection, texts: Sequence[str]) -> dict[str, set[int]]:
    """Give the keys of all registered players whom a text could mean, as their own id or their FIDE id."""
    player = schema.player
    known_by: dict[str, set[int]] = {text: set() for text in texts}
    for start in range(0, len(texts), _CHUNK):
        chunk = list(texts[start : start + _CHUNK])
        query = sa.select(player.c.player_key, player.c.id, player.c.fide_id)
        meant = sa.or_(player.c.id.in_(chunk), player.c.fide_id.in_(chunk))
        for key, own, fide in connection.execute(query.where(meant)):
            for text in (own, fide):
                if text in known_by:
                    known_by[text].add(key)
    return known_by
