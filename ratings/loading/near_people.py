"""A number in a report that leads to somebody of another name: who has the name, and a number one slip away."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa

from ratings.files.event import Person
from ratings.store import schema

LONGEST = 16
"""Longer numbers were made by a program, and are never typed."""


def one_slip_away(number: str) -> Iterator[str]:
    """Give the numbers of digits that one slip makes of one: neighbours swapped, a digit wrong, dropped or added."""
    for place in range(len(number)):
        yield number[:place] + number[place + 1 :]
        yield number[:place] + number[place + 1 : place + 2] + number[place] + number[place + 2 :]
        yield from (number[:place] + digit + number[place + 1 :] for digit in "0123456789")
    yield from (number[:place] + digit + number[place:] for place in range(len(number) + 1) for digit in "0123456789")


def with_a_number_near(connection: sa.Connection, person: Person) -> list[sa.Row]:
    """Give the registered players (id, name, birth year) with a number one slip from one of the person's."""
    typed = {number for number in (person.federation_id, person.fide_id) if 0 < len(number) <= LONGEST}
    near = sorted({other for number in typed for other in one_slip_away(number)} - typed)
    if not near:
        return []
    player = schema.player
    query = sa.select(player.c.id, player.c.name, player.c.birth_year)
    return list(connection.execute(query.where(sa.or_(player.c.id.in_(near), player.c.fide_id.in_(near)))))
