"""What a report says of its tournament and of the people in it, beside the rows of games."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from dataclasses import dataclass, field

from ratings.errors import RatingsError
from ratings.files.texts import why_odd

_SECONDS = r"(?:''|\"|”|s|sec|sek|seconds|secs)?\.?"
_PLUS = re.compile(rf"(\d{{1,3}})\s*(?:'|’|min|mins|minutes|minuta|m)?\.?\s*\+\s*(\d{{1,2}})\s*{_SECONDS}", re.I | re.A)
_ALONE = re.compile(r"(\d{1,3})\s*(?:'|’|min|mins|minutes|minuta)\.?", re.I | re.A)
_PERIOD = re.compile(r"(?:\d{1,3}/)?(\d{1,5})(?:\+(\d{1,3}))?", re.A)
_KINDS = re.compile(r"\b(standard|rapid|blitz)\b", re.I)


@dataclass(frozen=True, slots=True)
class Person:
    """One player of a report: the number that its games use, and what tells who it is; '' and None if unknown."""

    number: int
    name: str
    federation_id: str = ""
    fide_id: str = ""
    birth_year: int | None = None
    birth_date: datetime.date | None = None
    sex: str = ""
    federation: str = ""
    line: int = 0


@dataclass(slots=True)
class Event:
    """One tournament: its code, what its tournament row says (only what is known), its people.

    A report that this program wrote says the code that the tournament had here, and how many refused rows it lacks.
    """

    code: str
    details: dict[str, object] = field(default_factory=dict)
    people: list[Person] = field(default_factory=list)
    written_code: str = ""
    lacking: int = 0
    _counts: Counter[tuple[str, int | None]] = field(default_factory=Counter, repr=False, compare=False)

    def alike(self, person: Person) -> int:
        """Say how many of its people have somebody's name and birth year."""
        if not self._counts:
            self._counts.update((one.name, one.birth_year) for one in self.people)
        return self._counts[person.name, person.birth_year]


def code_of(name: str, starts: datetime.date | None, file: str) -> str:
    """Give the code of a tournament: name and first day, the same in each later report; without a name the file's.

    Raises:
        RatingsError: the name is too long for one, or holds marks that cannot be seen.
    """
    stem = file.rpartition("/")[2].rpartition(".")[0] or file
    code = " ".join([*(name.split() or [stem]), *([starts.isoformat()] if starts else [])])
    if odd := why_odd(code):
        raise RatingsError(f"{file}: this cannot be the name of a tournament: {odd[1]}.", "Correct it in the file.")
    return code


def format_of_kind(text: str) -> str | None:
    """Give the format that a type of tournament names in words; None where it names none."""
    words = text.casefold().replace("-", " ")
    for word, found in (("team", "team"), ("round robin", "round-robin"), ("swiss", "swiss")):
        if word in words:
            return found
    return None


def kind_of(text: str) -> str | None:
    """Give the kind of rating that a type of tournament names in words; None where it names none, or several."""
    found = {word.casefold() for word in _KINDS.findall(text)}
    return found.pop() if len(found) == 1 else None


def minutes_of(text: str, coded: str = "") -> str | None:
    """Give a time control as `90+30` or `20`: from FIDE's coded form (seconds), or words that leave no doubt."""
    periods = [_PERIOD.fullmatch(part) for part in coded.replace(" ", "").split(":")]
    if coded and all(periods):
        seconds = sum(int(period[1]) for period in periods if period)
        added = {period[2] or "0" for period in periods if period}
        if seconds % 60 == 0 and len(added) == 1:
            return _minutes(seconds // 60, int(added.pop()))
    if found := _PLUS.fullmatch(text.strip()):
        return _minutes(int(found[1]), int(found[2]))
    return _minutes(int(found[1]), 0) if (found := _ALONE.fullmatch(text.strip())) else None


def _minutes(minutes: int, seconds: int) -> str:
    return f"{minutes}+{seconds}" if seconds else str(minutes)
