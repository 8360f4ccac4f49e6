"""People who are not registered yet, registered as unrated players by the load that brought them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import sqlalchemy as sa

from ratings.files.event import Event, Person
from ratings.loading.journal import Draft, people_load
from ratings.loading.people import Matched, id_for
from ratings.store import schema
from ratings.store.bulk import insert_rows, next_keys


def register_newcomers(connection: sa.Connection, draft: Draft, event: Event, matched: Matched) -> int:
    """Register everybody of a report who was not found and is not in doubt; give their number.

    The id is the FIDE id where it is free, else one made of name and birth year (or of name and event).
    """
    newcomers = [
        person for person in event.people if person.number in matched.unknown and person.number not in matched.doubtful
    ]
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


def _taken(connection: sa.Connection, ids: Sequence[str]) -> set[str]:
    player, found = schema.player, set()
    for start in range(0, len(ids), 500):
        query = sa.select(player.c.id).where(player.c.id.in_(ids[start : start + 500]))
        found |= set(connection.execute(query).scalars())
    return found


def _insert(connection: sa.Connection, people: Sequence[Person], ids: dict[int, str], draft: Draft) -> None:
    if not people:
        return
    is_sqlite = connection.dialect.name == "sqlite"
    rows = [
        (
            ids[person.number], person.name or "?", person.birth_year,
            person.birth_date.isoformat() if person.birth_date and is_sqlite else person.birth_date,
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
