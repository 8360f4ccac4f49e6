"""One 001 line of a tournament report: its columns, and which way of counting them makes the fields right.

Columns are counted from 1 as in FIDE's specification. Every column belongs to a field or must be blank, so a
line read with the wrong way of counting never gives a shortened number: something stands where nothing may.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ratings.files import trf_dates
from ratings.files.trf_records import KNOWN_TITLES, ROUND_COLUMN, ROUND_WIDTH, TITLES, TrfPlayer
from ratings.files.trf_spacing import ways_to_count
from ratings.files.trf_text import Line

FIELDS = {
    "start number": (5, 8), "sex": (10, 10), "title": (11, 13), "name": (15, 47), "rating": (49, 52),
    "federation": (54, 56), "FIDE id": (58, 68), "birth date": (70, 79), "points": (81, 84), "rank": (86, 89),
}  # fmt: skip
GAPS = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
MARKS = "10=+-WDLHFUZ"
_SEXES = {"m": "M", "w": "F", "f": "F", "": ""}
_NUMBER = re.compile(r"[0-9]+")
_POINTS = re.compile(r"(-?)([0-9]{0,3})(?:[.,]([05])0?)?")
_FEDERATION = re.compile(r"[A-Za-z]{3}")


class Problem(NamedTuple):
    """Something about one field: column name, value as in the file, code, sentence."""

    column: str
    value: str
    code: str
    message: str


class Entry(NamedTuple):
    """A player's entry for one round: opponent (0: none), colour 'w', 'b' or '-', letter ('' if none)."""

    opponent: int
    colour: str
    mark: str

    def is_empty(self) -> bool:
        """Say whether the round holds nothing at all for this player."""
        return not self.opponent and not self.mark


@dataclass(slots=True)
class Reading:
    """A 001 line read in one way: `wrong` are faults, `odd` only worth telling."""

    how: str
    player: TrfPlayer | None = None
    entries: list[Entry] = field(default_factory=list)
    wrong: list[Problem] = field(default_factory=list)
    odd: list[Problem] = field(default_factory=list)

    def answer(self) -> tuple[object, ...]:
        """Give what was read, to compare two readings; accents may be written together or apart."""
        player = self.player and replace(self.player, name=unicodedata.normalize("NFC", self.player.name))
        return player, tuple(self.entries)


def read_player(line: Line) -> Reading:
    """Read a 001 line in the one way that makes its fields right.

    Where no way does, or two do with different answers, the reading has a problem and is not to be used.
    """
    readings = [_read(how, text, line.number) for how, text in ways_to_count(line.text)]
    good = [reading for reading in readings if not reading.wrong]
    if not good:
        return _nothing_fits(readings, line)
    if any(reading.answer() != good[0].answer() for reading in good[1:]):
        good[0].wrong.append(
            Problem("line", line.text[:60], "columns-unclear", "The line can be read in two ways, which differ")
        )
    return good[0]


def _nothing_fits(readings: list[Reading], line: Line) -> Reading:
    if len(readings) == 1:
        return readings[0]
    best = min(readings, key=lambda reading: len(reading.wrong))
    best.wrong.insert(
        0,
        Problem("line", line.text[:60], "columns-unclear", "No way of counting the columns makes its fields right"),
    )
    return best


def _read(how: str, text: str, number: int) -> Reading:
    reading = Reading(how)
    text = text.ljust(ROUND_COLUMN - 1)
    for column in GAPS:
        if text[column - 1] != " ":
            reading.wrong.append(
                Problem(
                    f"column {column}",
                    text[column - 1].strip("\x00"),
                    "column-not-blank",
                    f"Column {column} must be blank; a field before or after it does not fit",
                )
            )
    reading.player = _player(text, number, reading)
    reading.entries = list(_entries(text, reading))
    return reading


def _field(text: str, name: str) -> str:
    first, last = FIELDS[name]
    return text[first - 1 : last].replace("\x00", "").strip()


def _player(text: str, line: int, reading: Reading) -> TrfPlayer:
    year, day, understood = trf_dates.birth_of(_field(text, "birth date"))
    if not understood:
        reading.odd.append(
            Problem(
                "birth date",
                _field(text, "birth date"),
                "birth-date-unreadable",
                "A birth date that cannot be read; left empty",
            )
        )
    return TrfPlayer(
        number=_whole(text, "start number", reading, is_needed=True) or 0,
        name=_field(text, "name"),
        sex=_sex(text, reading),
        title=_title(text, reading),
        rating=_whole(text, "rating", reading) or None,
        federation=_federation(text, reading),
        fide_id=_fide_id(text, reading),
        birth_year=year,
        birth_date=day,
        half_points=_half_points(text, reading),
        rank=_rank(text, reading),
        line=line,
    )


def _whole(text: str, name: str, reading: Reading, is_needed: bool = False) -> int | None:
    value = _field(text, name)
    if _NUMBER.fullmatch(value) and (int(value) or not is_needed):
        return int(value)
    if value or is_needed:
        reading.wrong.append(
            Problem(name, value, f"{name.replace(' ', '-').lower()}-unreadable", f"The {name} must be a number")
        )
    return None


def _rank(text: str, reading: Reading) -> int | None:
    value = _field(text, "rank")
    if value and not _NUMBER.fullmatch(value):
        reading.odd.append(Problem("rank", value, "rank-unreadable", "A rank that is no number; left empty"))
        return None
    return int(value) if value else None


def _sex(text: str, reading: Reading) -> str:
    value = _field(text, "sex")
    sex = _SEXES.get(value.lower())
    if sex is None:
        reading.odd.append(Problem("sex", value, "sex-unknown", "A sex that is neither m nor w; left empty"))
    return sex or ""


def _title(text: str, reading: Reading) -> str:
    value = _field(text, "title")
    title = TITLES.get(value.lower(), value.upper())
    if title and title not in KNOWN_TITLES:
        reading.odd.append(Problem("title", value, "title-unknown", "A title FIDE does not have; kept as it is"))
        return value
    return title


def _federation(text: str, reading: Reading) -> str:
    value = _field(text, "federation")
    if value and not _FEDERATION.fullmatch(value):
        reading.odd.append(
            Problem("federation", value, "federation-unreadable", "A federation is three letters; left empty")
        )
        return ""
    return value.upper()


def _fide_id(text: str, reading: Reading) -> str:
    value = _field(text, "FIDE id")
    bare = value.strip("'\"").strip()
    if bare != value:
        reading.odd.append(Problem("FIDE id", value, "fide-id-quoted", "A FIDE id in quotes; the quotes are left out"))
    if not bare:
        return ""
    if not _NUMBER.fullmatch(bare):
        reading.wrong.append(Problem("FIDE id", value, "fide-id-unreadable", "A FIDE id has digits only"))
        return ""
    return bare.lstrip("0")


def _half_points(text: str, reading: Reading) -> int | None:
    value = _field(text, "points")
    if not value:
        return None
    found = _POINTS.fullmatch(value)
    if not found or not (found[2] or found[3]):
        reading.wrong.append(
            Problem("points", value, "points-unreadable", "Points are a number such as 4.5, in steps of a half")
        )
        return None
    half_points = 2 * int(found[2] or 0) + (found[3] == "5")
    return -half_points if found[1] else half_points


def _entries(text: str, reading: Reading) -> Iterator[Entry]:
    body = text[ROUND_COLUMN - 1 :]
    for place in range(0, len(body), ROUND_WIDTH):
        yield _entry(body[place : place + ROUND_WIDTH].ljust(ROUND_WIDTH), place // ROUND_WIDTH + 1, reading)


def _entry(cell: str, round_number: int, reading: Reading) -> Entry:
    where = f"round {round_number}"
    opponent, colour, mark = cell[:4].strip(), cell[5].strip(), cell[7].strip()
    if cell[4] + cell[6] + cell[8:] != "    " or not (opponent == "" or _NUMBER.fullmatch(opponent)):
        return _wrong_entry(cell, where, "round-unreadable", "not an opponent, a colour and a result", reading)
    if colour.lower() not in ("w", "b", "-", ""):
        return _wrong_entry(cell, where, "colour-unknown", "a colour other than w, b or -", reading)
    if mark and mark.upper() not in MARKS:
        return _wrong_entry(cell, where, "result-unknown", f"a result other than {' '.join(MARKS)}", reading)
    if mark != mark.upper():
        reading.odd.append(Problem(where, mark, "lower-case-result", "A result letter in lower case; read as upper"))
    if colour != colour.lower():
        reading.odd.append(Problem(where, colour, "upper-case-colour", "A colour in upper case; read as lower"))
    return Entry(int(opponent or 0), colour.lower() or "-", mark.upper())


def _wrong_entry(cell: str, where: str, code: str, what: str, reading: Reading) -> Entry:
    reading.wrong.append(Problem(where, cell.replace("\x00", "").strip(), code, f"The entry for {where} holds {what}"))
    return Entry(0, "-", "")
