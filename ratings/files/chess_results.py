"""chess-results' Excel exports as games: crosstables, where both sides of a game stand, and pairings of all rounds."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from ratings.errors import RatingsError
from ratings.files import trf_dates
from ratings.files.csv_table import TextTable
from ratings.files.event import Event, Person, code_of
from ratings.files.known_columns import GAMES
from ratings.files.sources import Source
from ratings.files.trf_columns import Entry
from ratings.files.trf_findings import Findings
from ratings.files.trf_games import Pairings
from ratings.files.trf_points import Rounds, check_points
from ratings.files.trf_records import DEFAULT_SCORING, TrfEvent, TrfPlayer
from ratings.files.trf_table import report_table
from ratings.files.workbook import HEADER_WITHIN, Sheet, column_names, read_sheets
from ratings.wording import number_of

_ROUND_WORD = r"(?:rd|r|rde|runde|ronde|ronda|round)"
_ROUND = re.compile(rf"(\d{{1,3}})\s*\.\s*{_ROUND_WORD}\.?|{_ROUND_WORD}\s*\.?\s*(\d{{1,3}})\.?", re.I | re.A)
_ENTRY = re.compile(r"(\d{1,4})\s*([wbs])\s*([10½+-]?)\s*(K?)", re.I)
_BYES = {"": "", "0": "Z", "-0": "Z", "-1": "U", "-½": "H", "-0.5": "H", "*": ""}
_MARKS = {"½": "=", "": ""}
_FORFEITS = {"1": "+", "0": "-", "+": "+", "-": "-"}
_NUMBERS = ("rk.", "no.", "sno", "nr.", "rg.")
_NAMES = ("name", "white", "black", "weiß", "schwarz", "weiss")
_RESULTS = ("result", "res.", "ergebnis", "erg.")
_ROUND_TITLE = re.compile(r"(?:round|runde|ronde|ronda|rd\.)\s*(\d{1,3})\b", re.I)
_ROUNDS_PLAYED = re.compile(r"(?:after|nach|après(?: la)?|tras(?: la)?) (?:round|runde|ronde|ronda) (\d{1,2})\b", re.I)
_DAY = re.compile(r"\d{4}/\d{1,2}/\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4}", re.A)
_MOST_ROUNDS_TOLD = 20
"""Rounds of a crosstable that are named one by one."""
_BYE_NAMES = ("bye", "not paired", "spielfrei", "nicht ausgelost")


def read_export(source: Source) -> TextTable | None:
    """Read a workbook as an export of chess-results; None where it is none."""
    data = source.read()
    for sheet in read_sheets(data, source.name):
        for place, (_, texts) in enumerate(sheet.rows[:HEADER_WITHIN]):
            names = [text.strip().casefold() for text in texts]
            if "name" in names and any(_ROUND.fullmatch(name) for name in names):
                return _crosstable(sheet, place, source.name, source.sha256())
            if _Columns.of(names) is not None:
                return _pairings(sheet, source.name, source.sha256())
    return None


def _title(sheet: Sheet, place: int) -> str:
    """Give the tournament's name: the first line that is not about chess-results itself."""
    lines = [next(text for text in texts if text) for _, texts in sheet.rows[:place]]
    return next((line for line in lines if "chess-results" not in line.casefold()), "")


def _crosstable(sheet: Sheet, place: int, file: str, sha256: str) -> TextTable:
    """Compare both sides of each game; opponents are named by rank or by start number, whichever agrees."""
    names = [text.strip().casefold() for text in sheet.rows[place][1]]
    columns = [at for at, name in enumerate(names) if name in _NUMBERS]
    rounds = _round_columns(names, _rounds_played(sheet, place), file)
    read = [_event(sheet, place, at, rounds, file) for at in columns]
    best = min(read, key=lambda event: len(event.issues))
    return report_table(best, file, sha256)


def _round_columns(names: Sequence[str], played: int, file: str) -> list[int]:
    """Give the columns of the rounds, whose headers must count them: a column's place says nothing of its round.

    Raises:
        RatingsError: a round is missing, stands twice or is out of order.
    """
    found = [(at, number) for at, name in enumerate(names) if (number := _ROUND.fullmatch(name))]
    numbers = [int(number[1] or number[2]) for _, number in found]
    if numbers != list(range(1, len(numbers) + 1)) or len(numbers) < played:
        told = ", ".join(map(str, numbers[:_MOST_ROUNDS_TOLD])) + (" …" if len(numbers) > _MOST_ROUNDS_TOLD else "")
        after = f" after round {played}" if len(numbers) < played else ""
        raise RatingsError(
            f"{file}: the rounds of the crosstable{after} are {told}: one is missing, twice or out of order.",
            "Export the crosstable again; its columns must be those of rounds 1, 2, 3 … in order.",
        )
    return [at for at, _ in found]


def _event(sheet: Sheet, place: int, number_at: int, rounds: Sequence[int], file: str) -> TrfEvent:
    findings = Findings(file)
    names = column_names(sheet.rows[place][1])
    lines: list[tuple[TrfPlayer, list[Entry]]] = []
    for row, texts in sheet.rows[place + 1 :]:
        cells = {name: text for name, text in zip(names, texts, strict=False) if name}
        number = texts[number_at] if number_at < len(texts) else ""
        if not (number.isascii() and number.isdigit() and cells.get("name")):
            continue
        player = _player(int(number), row, cells)
        if any(player.number == other.number for other, _ in lines):
            findings.fault(row, "start number", number, "start-number-twice", "Another row has the same number")
            continue
        entries = [_entry(texts, at, f"round {turn}", row, findings) for turn, at in enumerate(rounds, start=1)]
        lines.append((player, entries))
    if not lines:
        findings.fault(sheet.rows[place][0], "players", "", "no-players", "The crosstable has no rows of players")
    games = Pairings(lines, set(), dict(DEFAULT_SCORING), findings).games([])
    check_points(lines, DEFAULT_SCORING, Rounds(len(rounds), _rounds_played(sheet, place)), findings)
    title = _title(sheet, place)
    return TrfEvent(
        name=title, players=[player for player, _ in lines], games=games, format="chess-results",
        declared_rounds=len(rounds), issues=findings.faults, repairs=findings.repairs(),
    )  # fmt: skip


def _rounds_played(sheet: Sheet, place: int) -> int:
    """Give the number of rounds that the lines above a crosstable say; 0 where they say none."""
    told = " ".join(text for _, texts in sheet.rows[:place] for text in texts)
    return max((int(number) for number in _ROUNDS_PLAYED.findall(told)), default=0)


def _player(number: int, row: int, cells: dict[str, str]) -> TrfPlayer:
    points = cells.get("pts.", "").replace(",", ".").replace("½", ".5")
    year, day, _ = trf_dates.birth_of(cells.get("birth_year", ""))
    return TrfPlayer(
        number=number, name=cells["name"], federation=cells.get("federation", ""),
        fide_id=cells.get("fide_id", "").removeprefix("0"), birth_year=year, birth_date=day, line=row,
        half_points=round(float(points) * 2) if re.fullmatch(r"\d{1,3}(\.[05])?|\.5", points) else None,
    )  # fmt: skip


def _entry(texts: Sequence[str], at: int, where: str, row: int, findings: Findings) -> Entry:
    text = texts[at].strip() if at < len(texts) else ""
    if text.replace(" ", "").replace(",", ".") in _BYES:
        return Entry(0, "-", _BYES[text.replace(" ", "").replace(",", ".")])
    found = _ENTRY.fullmatch(text)
    if not found or (found[4] and found[3] not in _FORFEITS):
        findings.fault(row, where, text, "result-unknown", "Not an entry like 12w1, 7b½ or -1")
        return Entry(0, "-", "")
    mark = _FORFEITS[found[3]] if found[4] else _MARKS.get(found[3], found[3])
    return Entry(int(found[1]), "w" if found[2] in "wW" else "b", mark)


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where in a pairing list the numbers, names and the result stand: White's first."""

    numbers: tuple[int, int]
    names: tuple[int, int]
    result: int
    board: int | None

    @classmethod
    def of(cls, header: Sequence[str]) -> _Columns | None:
        numbers = [at for at, name in enumerate(header) if name in _NUMBERS]
        names = [at for at, name in enumerate(header) if name in _NAMES]
        results = [at for at, name in enumerate(header) if name in _RESULTS]
        if (len(numbers), len(names), len(results)) != (2, 2, 1):
            return None
        board = next((at for at, name in enumerate(header) if name in ("bo.", "br.")), None)
        return cls((numbers[0], numbers[1]), (names[0], names[1]), results[0], board)


@dataclass(slots=True)
class _List:
    """A pairing list as it is gone through."""

    code: str
    rows: list[list[str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    people: dict[int, Person] = field(default_factory=dict)
    round: str = ""
    day: datetime.date | None = None
    title: tuple[str, datetime.date | None] = ("", None)

    def take_title(self) -> None:
        """Begin a table: its round and day stand above it; one without them does not have those of another."""
        self.round, self.day = self.title
        self.title = "", None

    def add(self, line: int, texts: Sequence[str], columns: _Columns) -> None:
        """Add a row of the list, if it is one."""
        padded = [*texts, *[""] * 40]
        numbers = [padded[at] for at in columns.numbers]
        names = [padded[at] for at in columns.names]
        if not names[0] or not numbers[0].isdigit():
            return
        is_bye = not numbers[1].isdigit() and (not names[1] or names[1].casefold() in _BYE_NAMES)
        for number, name in zip(numbers, names, strict=True):
            if number.isdigit():
                self.people.setdefault(int(number), Person(int(number), name, line=line))
        result = "bye" if is_bye else padded[columns.result]
        board = padded[columns.board] if columns.board is not None else ""
        self.rows.append([numbers[0], "" if is_bye else numbers[1], result, str(self.day or ""), self.code,
                          self.round, board])  # fmt: skip
        self.lines.append(line)


def _pairings(sheet: Sheet, file: str, sha256: str) -> TextTable:
    """Read the games of all rounds; the round and its day stand in a line above each round's table."""
    first = next(at for at, (_, texts) in enumerate(sheet.rows) if _Columns.of([t.casefold() for t in texts]))
    title = _title(sheet, first)
    listed, columns = _List(code_of(title, None, file)), None
    for line, texts in sheet.rows:
        found = _Columns.of([text.strip().casefold() for text in texts])
        told = " ".join(texts)
        if found is not None:
            columns = found
            listed.take_title()
        elif sum(map(bool, texts)) == 1 and (number := _ROUND_TITLE.search(told)):
            day = _DAY.search(told)
            listed.title = number[1], trf_dates.day_of(day[0]) if day else None
        elif columns is not None:
            listed.add(line, texts, columns)
    coded = {
        name: pa.array([row[at] for row in listed.rows], pa.string()).dictionary_encode()
        for at, name in enumerate(GAMES)
    }
    table = TextTable(file, sha256, "chess-results", coded, np.array(listed.lines, dtype=np.int64))
    table.event = Event(listed.code, {"name": title} if title else {}, list(listed.people.values()))
    size = f"{number_of(len(listed.people), 'player')}, {number_of(len(listed.rows), 'row')}"
    table.notes = [f"chess-results pairings: {listed.code!r}, {size}"]
    return table
