"""People who are not registered yet, registered as unrated players by the load that brought them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import sqlalchemy as sa

from ratings.files.event import Event, Person
from ratings.loading.journal import Draft, people_load
from ratings.loading.namesakes import namesakes
from ratings.loading.people import Matched, doubt, id_for, names_of
from ratings.store import schema
from ratings.store.bulk import insert_rows, next_keys

_MOST_NAMED = 3
"""Namesakes of one person that are named."""


def register_newcomers(connection: sa.Connection, draft: Draft, event: Event, matched: Matched) -> int:
    """Register everybody of a report who was not found and is not in doubt; give their number.

    Who has the whole name of a registered player, and no birth year or FIDE id to tell them apart, comes into doubt:
    a second person would be made of the one. The id is the FIDE id where it is free, else one made of name and birth
    year (or of name and event).
    """
    newcomers = _newcomers(event, matched)
    for number, ones in namesakes(connection, newcomers).items():
        if others := [one for one in ones if one.id not in matched.ids.values()]:
            person = next(person for person in newcomers if person.number == number)
            doubt(person, f"may be {names_of(others[:_MOST_NAMED])}: same name, and no birth year tells", matched)
    newcomers = _newcomers(event, matched)
    taken = _taken(connection, [person.fide_id for person in newcomers if person.fide_id])
    ids = {
        person.number: person.fide_id if person.fide_id and person.fide_id not in taken else id_for(person, event)
        for person in newcomers
    }
    _insert(connection, newcomers, ids, draft)
    for person in newcomers:
        matched.ids[person.number] = ids[person.number]
        del matched.unknown[person.number]
    return len(newcomers)


def _newcomers(event: Event, matched: Matched) -> list[Person]:
    unknown = set(matched.unknown) - matched.doubtful
    return [person for person in event.people if person.number in unknown]


def _taken(connection: sa.Connection, ids: Sequence[str]) -> set[str]:
    player, found = schema.player, set()
    for start in range(0, len(ids), 500):
        query = sa.select(player.c.id).where(player.c.id.in_(ids[start : start + 500]))
        found |= set(connection.execute(query).scalars())
    return found


def _insert(connection: sa.Connection, people: Sequence[Person], ids: dict[int, str], draft: Draft) -> None:
    if not people:
        return
    rows = [
        (
            ids[person.number], person.name or "?", person.birth_year, person.birth_date,
            person.sex or None, person.federation or None, person.fide_id or None,
        )
        for person in people
    ]  # fmt: skip
    names = ("id", "name", "birth_year", "birth_on", "sex", "federation", "fide_id")
    columns = dict(zip(names, (_objects(column) for column in zip(*rows, strict=True)), strict=True))
    keys = next_keys(connection, schema.player.c.player_key, len(rows))
    load = np.full(len(rows), people_load(connection, draft, len(rows)))
    insert_rows(connection, schema.player, {"player_key": keys, **columns, "load_key": load})


def _objects(values: Sequence[object]) -> np.ndarray:
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column
