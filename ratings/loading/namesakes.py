"""Registered players who may be the newcomers of a file: the same name, and nothing that tells them apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

import sqlalchemy as sa

from ratings.files.event import Person
from ratings.loading.people import Candidate, candidates, spellings
from ratings.store import schema


def namesakes(connection: sa.Connection, people: Sequence[Person]) -> dict[int, list[Candidate]]:
    """Give, by start number, the players with the whole name of somebody of whom birth year or FIDE id say no more.

    Different birth years, or different FIDE ids, are different people.
    """
    if not people:
        return {}
    player = schema.player
    anybody = any(person.birth_year is None for person in people)
    where = sa.true() if anybody else player.c.birth_year.is_(None)
    words = {word for person in people for word in _words(person.name)}
    by_name: dict[tuple[str, ...], list[Candidate]] = {}
    for one in candidates(connection, where):
        if not words.isdisjoint(_words(one.name)):
            for spelling in spellings(one.name):
                by_name.setdefault(spelling, []).append(one)
    found = {person.number: _like(person, by_name) for person in people}
    return {number: ones for number, ones in found.items() if ones}


def _like(person: Person, by_name: dict[tuple[str, ...], list[Candidate]]) -> list[Candidate]:
    ones = {one.id: one for spelling in spellings(person.name) for one in by_name.get(spelling, ())}
    return [one for _, one in sorted(ones.items()) if not _is_another(person, one)]


def _is_another(person: Person, one: Candidate) -> bool:
    is_of_another_year = None not in (person.birth_year, one.birth_year) and person.birth_year != one.birth_year
    return is_of_another_year or bool(person.fide_id and one.fide_id and person.fide_id != one.fide_id)


def _words(name: str) -> Iterable[str]:
    """Give a name's words roughly, as quickly as can be: a whole register is gone through."""
    text = name.casefold()
    if not text.isascii():
        text = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return re.findall(r"\w+", text)
