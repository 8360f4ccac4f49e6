"""The people of a report become registered players: by federation id, FIDE id, then name and birth year."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import sqlalchemy as sa

from ratings.files.event import Event, Person
from ratings.files.texts import why_odd
from ratings.loading.near_people import with_a_number_near
from ratings.store import schema

FEDERATION_ID, FIDE_ID, NAME_AND_YEAR, GIVEN_HERE = "federation id", "FIDE id", "name and birth year", "an earlier load"
_SPELLED_OUT = {"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
_TWO_LETTERS = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}
_AT_ONCE = 500


@dataclass(slots=True)
class Matched:
    """Who is who: ids by start number, why the others are nobody, and how many were found by which key."""

    ids: dict[int, str] = field(default_factory=dict)
    unknown: dict[int, str] = field(default_factory=dict)
    doubtful: set[int] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)
    warnings: list[str] = field(default_factory=list)
    other_name: set[int] = field(default_factory=set)

    def note(self) -> str:
        """Say which key matched how many."""
        keys = (FEDERATION_ID, FIDE_ID, NAME_AND_YEAR, GIVEN_HERE)
        told = [f"{self.counts[key]} by {key}" for key in keys if self.counts[key]]
        told += [f"{len(self.unknown)} not found"] if self.unknown else []
        return f"players: {', '.join(told) or 'none'}"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A registered player who may be somebody of a report."""

    id: str
    name: str
    birth_year: int | None
    fide_id: str | None


def spellings(name: str) -> set[tuple[str, ...]]:
    """Give a name's words in order of the alphabet, without case, accents and marks, umlauts written both ways."""
    plain = name.casefold()
    if name.isascii():
        return {tuple(sorted(re.findall(r"\w+", plain)))}
    out = set()
    for table in (_SPELLED_OUT, _SPELLED_OUT | _TWO_LETTERS):
        text = "".join(table.get(letter, letter) for letter in unicodedata.normalize("NFC", plain))
        text = "".join(mark for mark in unicodedata.normalize("NFKD", text) if not unicodedata.combining(mark))
        out.add(tuple(sorted(re.findall(r"\w+", text))))
    return out


def id_for(person: Person, event: Event) -> str:
    """Give an id for someone without a FIDE id: the same at each load of the same person, or of the same event."""
    words = " ".join(min(spellings(person.name)))
    of_event = [] if person.birth_year else [event.code]
    apart = [str(person.number)] if event.alike(person) > 1 else []
    text = "|".join([words, str(person.birth_year or ""), *of_event, *apart])
    return f"new-{hashlib.sha256(text.encode()).hexdigest()[:10]}"


def match(connection: sa.Connection, event: Event) -> Matched:
    """Find the registered player of each person; a person for whom two could stand is found to be nobody."""
    matched = Matched()
    by_id, by_fide_id = _by_numbers(connection, event)
    left = []
    for person in event.people:
        if odd := why_odd(person.name):
            doubt(person, odd[1], matched)
        elif not _match_by_number(person, by_id, by_fide_id, event, matched):
            left.append(person)
    _match_by_name(connection, left, matched)
    _refuse_shared(event, matched)
    _tell_near(connection, event, matched)
    return matched


def _tell_near(connection: sa.Connection, event: Event, matched: Matched) -> None:
    """Where a number leads to another name, say who has the name and a number near by: it was mistyped, perhaps."""
    for person in event.people:
        if person.number not in matched.other_name:
            continue
        near = [
            one for one in with_a_number_near(connection, person)
            if one.id != matched.ids.get(person.number) and spellings(one.name) & spellings(person.name)
            and (None in (years := (one.birth_year, person.birth_year)) or years[0] == years[1])
        ]  # fmt: skip
        if near:
            told = " or ".join(f"{one.id} ({one.name})" for one in sorted(near, key=lambda one: one.id))
            matched.warnings.append(
                f"warning: start number {person.number} {person.name} has the name of {told}, by a number one slip away"
            )


def _by_numbers(connection: sa.Connection, event: Event) -> tuple[dict[str, Candidate], dict[str, list[Candidate]]]:
    player = schema.player
    numbers = {person.federation_id for person in event.people} | {person.fide_id for person in event.people}
    numbers |= {id_for(person, event) for person in event.people}
    wanted = sorted(numbers - {""})
    by_id: dict[str, Candidate] = {}
    by_fide_id: dict[str, list[Candidate]] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        chunk = wanted[start : start + _AT_ONCE]
        for found in candidates(connection, sa.or_(player.c.id.in_(chunk), player.c.fide_id.in_(chunk))):
            by_id[found.id] = found
            if found.fide_id and found not in by_fide_id.setdefault(found.fide_id, []):
                by_fide_id[found.fide_id].append(found)
    return by_id, by_fide_id


def candidates(connection: sa.Connection, where: sa.ColumnElement[bool]) -> Iterable[Candidate]:
    """Give the registered players that a condition is true of."""
    player = schema.player
    query = sa.select(player.c.id, player.c.name, player.c.birth_year, player.c.fide_id).where(where)
    return (Candidate(*row) for row in connection.execute(query))


def _match_by_number(
    person: Person, by_id: dict[str, Candidate], by_fide_id: dict[str, list[Candidate]], event: Event,
    matched: Matched,
) -> bool:  # fmt: skip
    """Match a person by a number; say whether that settled who it is, or that it cannot be settled."""
    found: dict[str, tuple[Candidate, str]] = {}
    for number in (person.federation_id, person.fide_id):
        candidate = by_id.get(number)
        if number and candidate and (candidate.fide_id == number or _is_alike(person, candidate)):
            found.setdefault(candidate.id, (candidate, FEDERATION_ID))
    for candidate in by_fide_id.get(person.fide_id, []) if person.fide_id else []:
        found.setdefault(candidate.id, (candidate, FIDE_ID))
    given = by_id.get(id_for(person, event))
    if not found and given:
        found[given.id] = (given, GIVEN_HERE)
    if len(found) > 1:
        doubt(person, f"could be {names_of(c for c, _ in found.values())}", matched)
    for candidate, key in found.values() if len(found) == 1 else ():
        _accept(person, candidate, key, matched)
    return bool(found)


def _accept(person: Person, candidate: Candidate, key: str, matched: Matched) -> None:
    """Take a candidate, unless both name and birth year say that it is somebody else."""
    same_name = bool(_words(person.name) & _words(candidate.name))
    years = person.birth_year, candidate.birth_year
    other_year = None not in years and years[0] != years[1]
    if not same_name:
        matched.other_name.add(person.number)
    if not same_name and other_year:
        doubt(person, f"the {key} is that of {names_of([candidate])}, born {candidate.birth_year}", matched)
        return
    if not same_name or other_year:
        what = "name" if not same_name else "birth year"
        matched.warnings.append(
            f"warning: start number {person.number} {person.name} is {names_of([candidate])} by {key}, "
            f"with another {what}"
        )
    matched.ids[person.number] = candidate.id
    matched.counts[key] += 1


def _match_by_name(connection: sa.Connection, people: Sequence[Person], matched: Matched) -> None:
    """Match by whole name and birth year together; the name alone never decides."""
    years = sorted({person.birth_year for person in people if person.birth_year})
    by_name: dict[tuple[tuple[str, ...], int | None], dict[str, Candidate]] = {}
    for start in range(0, len(years), _AT_ONCE):
        for candidate in candidates(connection, schema.player.c.birth_year.in_(years[start : start + _AT_ONCE])):
            for words in spellings(candidate.name):
                by_name.setdefault((words, candidate.birth_year), {})[candidate.id] = candidate
    for person in people:
        found: dict[str, Candidate] = {}
        for words in spellings(person.name) if person.birth_year else ():
            found |= by_name.get((words, person.birth_year), {})
        others = [c for c in found.values() if c.fide_id and person.fide_id and c.fide_id != person.fide_id]
        if others:
            doubt(person, f"{names_of(others)} has the name and birth year, but FIDE id {others[0].fide_id}", matched)
        elif len(found) > 1:
            doubt(person, f"could be {names_of(found.values())}: same name and birth year", matched)
        elif found:
            _accept(person, next(iter(found.values())), NAME_AND_YEAR, matched)
        else:
            matched.unknown[person.number] = _described(person)


def _refuse_shared(event: Event, matched: Matched) -> None:
    """Nobody is two people: where two start numbers lead to one player, neither is taken."""
    often = {player_id for player_id, count in Counter(matched.ids.values()).items() if count > 1}
    for person in event.people:
        player_id = matched.ids.get(person.number)
        if player_id in often:
            del matched.ids[person.number]
            doubt(person, f"two start numbers would be player {player_id}", matched)
    fide_ids = Counter(person.fide_id for person in event.people if person.fide_id)
    for person in event.people:
        if fide_ids[person.fide_id] > 1 and person.number in matched.unknown:
            doubt(person, "the report has this FIDE id twice", matched)


def doubt(person: Person, why: str, matched: Matched) -> None:
    """Say that it cannot be settled who somebody is, and why: he is nobody, and is not registered."""
    matched.unknown[person.number] = f"{_described(person)}: {why}"
    matched.doubtful.add(person.number)


def _described(person: Person) -> str:
    told = [f"FIDE id {person.fide_id}"] if person.fide_id else []
    told += [f"federation id {person.federation_id}"] if person.federation_id else []
    told += [f"born {person.birth_year}"] if person.birth_year else []
    return f"no registered player was found ({', '.join(told) or 'no id, no birth year'})"


def names_of(found: Iterable[Candidate]) -> str:
    """Name candidates by id and name."""
    return " or ".join(f"{candidate.id} ({candidate.name})" for candidate in found)


def _is_alike(person: Person, candidate: Candidate) -> bool:
    """Say whether a number that may be of another register is his: a word of the name, or the birth year, agrees."""
    same_year = person.birth_year is not None and person.birth_year == candidate.birth_year
    return same_year or bool(_words(person.name) & _words(candidate.name))


def _words(name: str) -> set[str]:
    return {word for words in spellings(name) for word in words if len(word) > 1}
