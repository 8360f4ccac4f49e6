"""A tournament report as the rows of games that a CSV file would give, with its event; faults are rows refused."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pyarrow as pa

from ratings.errors import Issue
from ratings.files.csv_table import TextTable
from ratings.files.event import Event, Person, code_of, format_of_kind, kind_of, minutes_of
from ratings.files.known_columns import GAMES
from ratings.files.sources import Source
from ratings.files.trf import TrfEvent, TrfGame, read_trf
from ratings.wording import number_of

_ROUND = re.compile(r"round (\d+)", re.ASCII)
_SHOWN = re.compile(r"(\d+) ([wb-])", re.ASCII)
_MOST_OF_A_KIND = 5
"""Repairs of one kind that are told one by one; of the others their number."""
_DATES = ("dates-reversed", "date-unreadable", "date-ambiguous")
_DOUBTFUL_NUMBER = "start-number-twice"


def read_report(source: Source, encoding: str | None) -> TextTable:
    """Read a tournament report as a table of games.

    Raises:
        RatingsError: it is no report, or does not decode.
    """
    data = source.read()
    return report_table(read_trf(data, source.name, encoding), source.name, source.sha256())


def report_table(report: TrfEvent, file: str, sha256: str) -> TextTable:
    """Give a report as a table: white and black are start numbers, a fault is an issue with the cells it is about."""
    doubtful = {int(issue.value) for issue in report.issues if issue.code == _DOUBTFUL_NUMBER}
    event = _event(report, file, doubtful)
    fallback = event.details.get("ends") or event.details.get("starts")
    sound = [game for game in report.games if not {game.white, game.black} & doubtful]
    rows = [_cells(game, event.code, fallback) for game in sound]
    columns = {
        name: pa.array([row[place] for row in rows], pa.string()).dictionary_encode()
        for place, name in enumerate(GAMES)
    }
    lines = np.array([game.line for game in sound], dtype=np.int64)
    table = TextTable(file, sha256, report.format, columns, lines, event=event)
    for issue in _one_a_line(report.issues):
        table.issues.append(issue)
        table.loose.append(_loose(issue, report, event.code, fallback))
    for game in report.games:
        if {game.white, game.black} & doubtful:
            table.issues.append(_doubt(game, file))
            table.loose.append(dict(zip(GAMES, _cells(game, event.code, fallback), strict=True)))
    table.notes = _notes(report, event, sum(game.date is None for game in sound), fallback)
    return table


def _event(report: TrfEvent, file: str, doubtful: set[int]) -> Event:
    codes = {issue.code for issue in report.issues}
    starts, ends = (None, None) if codes & set(_DATES) else (report.starts, report.ends)
    rounds = max((game.round for game in report.games), default=0)
    known = {
        "name": " ".join(report.name.split()) or None,
        "place": report.place or None,
        "starts": starts,
        "ends": ends,
        "kind": kind_of(report.kind),
        "format": format_of_kind(report.kind),
        "minutes": minutes_of(report.time_control, report.coded_time_control),
        "rounds": max(report.declared_rounds or 0, rounds) or None,
    }
    people = [
        Person(
            player.number, player.name, player.federation_id, player.fide_id, player.birth_year, player.birth_date,
            player.sex, player.federation, player.line,
        )
        for player in report.players
        if player.number not in doubtful
    ]  # fmt: skip
    details = {name: value for name, value in known.items() if value is not None}
    return Event(code_of(report.name, starts, file), details, people, report.code, report.lacking)


def _cells(game: TrfGame, code: str, fallback: object) -> list[str]:
    """Give a game's cells in the order of GAMES; without a day of its own it has the event's last."""
    black = "" if game.black is None else str(game.black)
    return [str(game.white), black, game.result, str(game.date or fallback or ""), code, str(game.round), ""]


def _loose(issue: Issue, report: TrfEvent, code: str, fallback: object) -> dict[str, str]:
    """Give what is known of the game that a fault is about, to be completed by hand."""
    cells = dict.fromkeys(GAMES, "") | {"tournament": code}
    found, shown = _ROUND.fullmatch(issue.column), _SHOWN.match(issue.value)
    player = next((player for player in report.players if player.line == issue.line), None)
    if not found or player is None:
        return cells
    number = int(found[1])
    day = next((game.date for game in report.games if game.round == number), None)
    pair = [str(player.number), shown[1] if shown else ""]
    if shown and shown[2] == "b":
        pair.reverse()
    return cells | {"white": pair[0], "black": pair[1], "date": str(day or fallback or ""), "round": str(number)}


def _one_a_line(issues: list[Issue]) -> list[Issue]:
    """Give the issues, those of one line's fields put together: it is one line to be mended."""
    by_place: dict[tuple[int, str], list[Issue]] = {}
    for issue in issues:
        by_place.setdefault((issue.line, issue.column if _ROUND.fullmatch(issue.column) else ""), []).append(issue)
    return [
        replace(first, message="; ".join([first.message, *(f"{issue.column}: {issue.message}" for issue in others)]))
        for first, *others in by_place.values()
    ]


def _doubt(game: TrfGame, file: str) -> Issue:
    message = "whose game it is cannot be told: a start number stands twice"
    return Issue(file, game.line, f"round {game.round}", f"{game.white}-{game.black}", _DOUBTFUL_NUMBER, message)


def _notes(report: TrfEvent, event: Event, undated: int, fallback: object) -> list[str]:
    """Say what was read, and every repair; of many of one kind the first ones and their number."""
    size = f"{number_of(len(report.players), 'player')}, {number_of(len(report.games), 'row')}"
    notes = [f"{report.format.upper()}: {event.code!r}, {size}"]
    if undated and fallback:
        rows = number_of(undated, "row")
        notes.append(f"{rows} without a round date within the event: dated on its last day, {fallback}")
    if report.time_control and "minutes" not in event.details:
        notes.append(f"time control {report.time_control!r} is not taken over: say its minutes in a tournaments file")
    counts: Counter[str] = Counter()
    for repair in report.repairs:
        counts[repair.code] += 1
        if counts[repair.code] <= _MOST_OF_A_KIND:
            notes.append(f"{repair}")
    more = {code: count - _MOST_OF_A_KIND for code, count in counts.items() if count > _MOST_OF_A_KIND}
    return [*notes, *(f"… and {count} more of the kind {code}" for code, count in more.items())]
