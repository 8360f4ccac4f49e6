"""Writes an event as a FIDE tournament report (TRF16 or TRF26). What does not fit its columns is an error."""

from __future__ import annotations

import datetime
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Literal

from ratings.errors import RatingsError
from ratings.files.trf_columns import FIELDS, Entry
from ratings.files.trf_dates import PIVOT
from ratings.files.trf_games import half_points_of
from ratings.files.trf_own import own_lines
from ratings.files.trf_records import (
    DEFAULT_SCORING,
    RESULT_OF_MARKS,
    RESULT_WITHOUT_OPPONENT,
    ROUND_COLUMN,
    ROUND_WIDTH,
    TrfEvent,
    TrfGame,
    TrfPlayer,
    TrfTeam,
    date_of_round,
)

Version = Literal["trf16", "trf26"]

_SEXES = {"M": "m", "F": "w", "": ""}
_DIGITS = re.compile("[0-9]+")
_FORMS = {
    "sex": (re.compile("[mw]"), "m or w"), "federation": (re.compile("[A-Za-z]{3}"), "three letters"),
    "points": (re.compile(r"-?[0-9]+\.[05]"), "points in halves"),
    "start number": (_DIGITS, "digits only"), "rating": (_DIGITS, "digits only"),
    "FIDE id": (_DIGITS, "digits only"), "rank": (_DIGITS, "digits only"),
}  # fmt: skip
"""What may stand in a column, and how it is said; anything on one line where nothing is said."""
_MARKS_OF_RESULT = {result: marks for marks, result in reversed(RESULT_OF_MARKS.items())}
_MARK_WITHOUT_OPPONENT = {"bye": "Z", "1-0F": "+", "0-1F": "-"}
"""A bye that does not say what it was worth is written as one worth nothing."""
_SCORING_2026 = (("W", "1"), ("D", "="), ("L", "0"), ("A", "Z"), ("P", "U"))
_SCORING_XXS = (("W", "1"), ("D", "="), ("L", "0"))
_HIGHEST_NUMBER = 9999
_LONGEST_TEXT = 200
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ufffd]")


def write_trf(event: TrfEvent, version: Version = "trf16", called: Mapping[int, str] | None = None) -> str:
    """Give the report as text, to be stored as UTF-8, with columns counted in letters and LF line ends.

    Reading it again gives the same games. `called` is what players are called in errors, by start number. Raises
    RatingsError, naming player, column, value and width, where a value does not fit its columns or a game cannot
    be said in this form.
    """
    called = {player.number: str(player.number) for player in event.players} | dict(called or {})
    entries = _entries(event, called)
    lines = [
        *_header_lines(event, version),
        *own_lines(event),
        *(_player_line(player, entries[player.number], event.scoring, called) for player in event.players),
        *(_team_line(team, i, event, version) for i, team in enumerate(event.teams, start=1)),
    ]
    return "".join(line.rstrip() + "\n" for line in lines)


def _entries(event: TrfEvent, called: Mapping[int, str]) -> dict[int, dict[int, Entry]]:
    """Give each player's entries by round, from the games."""
    entries: dict[int, dict[int, Entry]] = {player.number: {} for player in event.players}
    if len(entries) != len(event.players):
        raise _does_not_fit("two players", "start number", "the same number")
    for game in event.games:
        for number, entry in _sides(game, called):
            if number not in entries:
                raise _does_not_fit(f"round {game.round}", "start number", f"{number}, which no player has")
            if game.round in entries[number] or not 1 <= game.round <= _HIGHEST_NUMBER:
                who, where = f"player {called[number]}", f"round {game.round}"
                raise _does_not_fit(who, where, "a second game, or no such round")
            entries[number][game.round] = entry
    return entries


def _sides(game: TrfGame, called: Mapping[int, str]) -> Iterator[tuple[int, Entry]]:
    if game.black is None:
        mark = game.white_mark or _MARK_WITHOUT_OPPONENT.get(game.result, "")
        if RESULT_WITHOUT_OPPONENT.get(mark) != game.result:
            who = f"player {called.get(game.white, game.white)}"
            raise _does_not_fit(who, f"round {game.round}", f"{game.result} without an opponent")
        yield game.white, Entry(0, "-", mark)
        return
    marks = (game.white_mark, game.black_mark)
    if not all(marks):
        marks = _MARKS_OF_RESULT.get(game.result, marks)
    if game.white == game.black or RESULT_OF_MARKS.get(marks) != game.result:
        pair = "-".join(called.get(number, str(number)) for number in (game.white, game.black))
        raise _does_not_fit(f"the game {pair}", f"round {game.round}", game.result)
    yield game.white, Entry(game.black, "w", marks[0])
    yield game.black, Entry(game.white, "b", marks[1])


def _header_lines(event: TrfEvent, version: Version) -> Iterator[str]:
    rated = sum(player.rating is not None for player in event.players)
    first, *deputies = event.arbiters or [""]
    values: list[tuple[str, object]] = [
        ("012", event.name), ("022", event.place), ("032", event.federation),
        ("042", _long_day(event.starts)), ("052", _long_day(event.ends)),
        ("062", len(event.players)), ("072", rated), ("082", len(event.teams)),
        ("092", event.kind), ("102", first), *(("112", deputy) for deputy in deputies),
        ("122", event.time_control),
    ]  # fmt: skip
    for tag, value in values:
        yield f"{tag} {_text(str(value), 'the event', tag, _LONGEST_TEXT)}"
    if dates := _round_dates(event):
        yield "132".ljust(ROUND_COLUMN - 1) + "  ".join(_short_day(day) for day in dates)
    if version == "trf26":
        played = max((game.round for game in event.games), default=0)
        yield f"142 {played if event.declared_rounds is None else event.declared_rounds}"
    elif event.declared_rounds is not None:
        yield f"XXR {event.declared_rounds}"
    yield from _scoring_line(event.scoring, version)


def _scoring_line(scoring: Mapping[str, int], version: Version) -> Iterator[str]:
    """Declare the scoring where it is not the usual one."""
    if not scoring or scoring == DEFAULT_SCORING:
        return
    if version == "trf26":
        yield "162  " + "".join(f"{word}{scoring[mark] / 2:4.1f}    " for word, mark in _SCORING_2026)
        return
    played = [f"{colour}{word}={scoring[mark] / 2:.1f}" for word, mark in _SCORING_XXS for colour in "WB"]
    byes = [
        f"{word}={scoring[mark] / 2:.1f}" for word, mark in (("ZPB", "Z"), ("HPB", "H"), ("FPB", "F"), ("PAB", "U"))
    ]
    forfeits = [f"{word}={scoring[mark] / 2:.1f}" for word, mark in (("FW", "+"), ("FL", "-"))]
    yield "XXS " + " ".join(played + byes + forfeits)


def _round_dates(event: TrfEvent) -> list[datetime.date | None]:
    """Give the dates for line 132, as the event has them or else from its games, which they must explain."""
    by_round: dict[int, set[datetime.date | None]] = defaultdict(set)
    for game in event.games:
        by_round[game.round].add(game.date)
    dates = list(event.round_dates)
    for number in range(len(dates) + 1, max(by_round, default=0) + 1):
        dates.append(min(filter(None, by_round.get(number, ())), default=None))
    while dates and dates[-1] is None:
        dates.pop()
    for number, days in by_round.items():
        day = dates[number - 1] if number <= len(dates) else None
        if days != {date_of_round(day, event.starts, event.ends)}:
            shown = ", ".join(sorted(str(game_day) for game_day in days))
            raise _does_not_fit(f"round {number}", "round date (132)", f"{shown}: one day, within the event, is needed")
    return dates


def _player_line(
    player: TrfPlayer, entries: Mapping[int, Entry], scoring: Mapping[str, int], called: Mapping[int, str]
) -> str:
    who = f"player {called[player.number]}"
    if not 1 <= player.number <= _HIGHEST_NUMBER:
        raise _does_not_fit(who, "start number", f"{player.number} (4 digits)")
    rounds = max(entries, default=0)
    line = ["001".ljust(ROUND_COLUMN - 1)]
    half_points = player.half_points
    if half_points is None:
        half_points = half_points_of(list(entries.values()), dict(scoring or DEFAULT_SCORING))
    values = {
        "start number": str(player.number), "sex": _SEXES.get(player.sex, player.sex), "title": player.title,
        "name": player.name, "rating": _number(player.rating), "federation": player.federation,
        "FIDE id": player.fide_id, "birth date": _birth(player), "points": f"{half_points / 2:.1f}",
        "rank": _number(player.rank),
    }  # fmt: skip
    for column, value in values.items():
        line = [_placed(line[0], column, value, who)]
    for number in range(1, rounds + 1):
        line.append(_cell(entries.get(number)))
    return "".join(line)


def _placed(line: str, column: str, value: str, who: str) -> str:
    first, last = FIELDS[column]
    width = last - first + 1
    shown = _text(value, who, column, width)
    form, rule = _FORMS.get(column, (None, ""))
    if shown and form and not form.fullmatch(shown):
        raise _does_not_fit(who, column, f"{value!r} ({rule}, at most {width} characters)")
    padded = shown.ljust(width) if column in ("name", "birth date") else shown.rjust(width)
    return line[: first - 1] + padded + line[last:]


def _cell(entry: Entry | None) -> str:
    if entry is None:
        return " " * ROUND_WIDTH
    opponent = f"{entry.opponent:4d}" if entry.opponent else "0000"
    return f"{opponent} {entry.colour} {entry.mark}  "


def _team_line(team: TrfTeam, number: int, event: TrfEvent, version: Version) -> str:
    who = f"team {number}"
    name = _text(team.name, who, "name", 32)
    known = {player.number for player in event.players}
    for member in team.members:
        if member not in known:
            raise _does_not_fit(who, "players", str(member))
    members = " ".join(f"{member:4d}" for member in team.members)
    if version == "trf16":
        return f"013 {name:32}{members}"
    if number > 999:
        raise _does_not_fit(who, "team number", str(number))
    return f"310 {number:3d} {name:32}".ljust(73) + members


def _text(value: str, who: str, column: str, width: int) -> str:
    shown = value.strip()
    if len(shown) > width or _CONTROL.search(shown):
        raise _does_not_fit(who, column, f"{value!r} (at most {width} characters, on one line)")
    return shown


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _birth(player: TrfPlayer) -> str:
    if player.birth_date:
        return _long_day(player.birth_date)
    return f"{player.birth_year:04d}/00/00" if player.birth_year else ""


def _long_day(day: datetime.date | None) -> str:
    return f"{day:%Y/%m/%d}" if day else ""


def _short_day(day: datetime.date | None) -> str:
    if day is None:
        return " " * 8
    if not 1900 + PIVOT <= day.year < 2000 + PIVOT:
        raise _does_not_fit("the event", "round date (132)", f"{day}: the year has two digits there")
    return f"{day:%y/%m/%d}"


def _does_not_fit(who: str, column: str, value: str) -> RatingsError:
    return RatingsError(
        f"The report cannot be written: {column} of {who} does not fit: {value}",
        "Correct it, or export the games as CSV, which has no fixed columns",
    )
