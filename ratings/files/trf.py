"""Reads FIDE tournament reports (TRF16, TRF26, older Krause form) into an event, its games and its issues.

Libraries looked at: `trf` 1.1.1 (2021) and `fidetournament` 0.3 (2018) slice columns unchecked, compare no
two sides, know no TRF26, name no line; `fide-trf` never left 0.1.dev. None is maintained: it is read here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ratings.errors import RatingsError
from ratings.files.trf_columns import Reading, read_player
from ratings.files.trf_findings import Findings
from ratings.files.trf_games import Pairings
from ratings.files.trf_headers import TAGS, TAGS_OF_2026, Headers, read_headers
from ratings.files.trf_national import NATIONAL_LINE, national_numbers
from ratings.files.trf_own import OWN_LINE, read_own
from ratings.files.trf_points import Rounds, accelerations, check_points
from ratings.files.trf_records import TITLES, TrfEvent, TrfGame, TrfPlayer, TrfTeam
from ratings.files.trf_teams import read_teams
from ratings.files.trf_text import Line, split_lines
from ratings.wording import some_of

__all__ = ["TrfEvent", "TrfGame", "TrfPlayer", "TrfTeam", "read_trf"]

_ACCELERATION = re.compile(r"(XXA|250)( |$)")
_IGNORED = (
    (re.compile(r"###"), "comment-lines", "A comment; left out"),
    (_ACCELERATION, "acceleration-lines", "A line about acceleration; left out"),
    (re.compile(r"(XX|BB)[A-Z]( |$)"), "extension-lines", "A line for pairing programs; left out"),
    (re.compile(r"DAT "), "extension-lines", "A line for pairing programs; left out"),
    (re.compile(f"({'|'.join(sorted(TAGS_OF_2026))})( |$)"), "other-lines", "Not needed here; left out"),
    (re.compile(r""), "unknown-lines", "A line that no form of the report knows; left out"),
)  # fmt: skip
_EXTENSION = re.compile(r"(XX|BB)[A-Z] |DAT ")
_REPAIRED_SPACING = (
    ("65535", "no-opponent-65535", "65535 stands for no opponent; columns moved back"),
    ("tab", "tabs", "Tabs in a line of fixed columns; read as blanks"),
    ("bytes", "columns-in-bytes", "Columns are counted in bytes instead of letters; moved back"),
    ("one letter", "accents-apart", "Accents are written apart from their letters; counted as one letter"),
)
"""What `Reading.how` says, and how it is told."""
_SHORT_TITLE = re.compile(r"001 [ 0-9]{4} [mwMWfF ](?=.{3} )( {0,2}(?:" + "|".join(TITLES) + ") {0,2}) ")
_DOTTED_DAY = re.compile(r"(?:042|052) \d{4}\.\d\d?\.\d\d?", re.ASCII)
_MANY = 3
"""So many faults of a line, or numbers in a message, are told one by one; the rest are counted."""


@dataclass(slots=True)
class _Sections:
    headers: list[Line] = field(default_factory=list)
    players: list[Line] = field(default_factory=list)
    teams: list[Line] = field(default_factory=list)
    national: list[Line] = field(default_factory=list)
    accelerations: list[Line] = field(default_factory=list)
    own: list[Line] = field(default_factory=list)


def read_trf(data: bytes, file: str, encoding: str | None = None) -> TrfEvent:
    """Read a report. What is wrong with the event is in `issues`, what was repaired or odd in `repairs`.

    `file` is the name for messages. Raises RatingsError where there is no report to speak of: the file is
    empty, is something else, or does not decode (UTF-8 unless `encoding` is declared; never guessed).
    """
    findings = Findings(file)
    lines = split_lines(data, file, encoding, findings)
    sections = _sections(lines, findings)
    if not any(line.text.strip() for line in lines):
        raise RatingsError(f"{file} is empty", "Ask for the report again")
    if not sections.players and not sections.headers:
        raise RatingsError(
            f"{file} is not a tournament report: it has no line that starts with 001 or 012",
            "Tournament reports (TRF) are text files with a three-digit number in front of each line",
        )
    headers = read_headers(sections.headers, findings)
    return _event(sections, headers, _format(lines), findings)


def _event(sections: _Sections, headers: Headers, form: str, findings: Findings) -> TrfEvent:
    readings = [_reading(line, findings) for line in sections.players]
    good = _without_doubles(readings, findings)
    _check_fide_ids(good, findings)
    entries = [(r.player, r.entries) for r in good if r.player]
    numbers = {player.number for player, _ in entries}
    unread = {r.player.number for r in readings if r.wrong and r.player} - numbers
    pairings = Pairings(entries, unread, headers.scoring, findings)
    games = pairings.games(headers.days())
    teams = read_teams(sections.teams, numbers, findings)
    national = national_numbers(sections.national, headers.texts.get("032", ""), findings)
    said = max(headers.rounds or 0, len(headers.round_dates))
    accelerated = accelerations(sections.accelerations)
    rounds = Rounds(pairings.rounds, said)
    check_points(entries, headers.scoring, rounds, findings, pairings.completed_marks, accelerated)
    _check_counts(headers, len(sections.players), pairings.rounds, findings)
    _check_rounds(games, pairings.rounds, findings)
    event = TrfEvent(
        players=_completed([player for player, _ in entries], teams, national),
        games=games,
        teams=teams,
        format=form,
        issues=findings.faults,
        repairs=findings.repairs(),
    )
    code, lacking = read_own(sections.own)
    return replace(event, code=code, lacking=lacking, **_said_of_event(headers))


def _said_of_event(headers: Headers) -> dict[str, Any]:
    """Give the fields of TrfEvent that the header lines decide."""
    texts = headers.texts
    return {
        "name": texts.get("012", ""),
        "place": texts.get("022", ""),
        "federation": texts.get("032", ""),
        "starts": headers.starts,
        "ends": headers.ends,
        "kind": texts.get("092") or texts.get("192", ""),
        "time_control": texts.get("122") or texts.get("222", ""),
        "coded_time_control": texts.get("222", ""),
        "arbiters": headers.arbiters,
        "declared_players": headers.players,
        "declared_rounds": headers.rounds,
        "round_dates": headers.round_dates,
        "scoring": headers.scoring,
    }


def _sections(lines: Iterable[Line], findings: Findings) -> _Sections:
    sections = _Sections()
    for line in lines:
        tag, after = line.text[:3], line.text[3:4]
        if not line.text.strip():
            continue
        if tag == "001" and after in ("", " ", "\t"):
            sections.players.append(line)
        elif tag in ("013", "310") and after == " ":
            sections.teams.append(line)
        elif NATIONAL_LINE.match(line.text) and not _EXTENSION.match(line.text):
            sections.national.append(line)
        elif tag in TAGS and after in ("", " ", "\t"):
            sections.headers.append(line)
            if tag.startswith("XX"):
                _ignore(line, findings)
        elif OWN_LINE.match(line.text):
            sections.own.append(line)
        else:
            _ignore(line, findings)
            sections.accelerations += [line] if _ACCELERATION.match(line.text) else []
    return sections


def _ignore(line: Line, findings: Findings) -> None:
    code, message = next((code, message) for pattern, code, message in _IGNORED if pattern.match(line.text))
    findings.tally(line.number, "line", line.text[:40], code, message)


def _format(lines: Sequence[Line]) -> str:
    """Tell the forms apart: TRF26 by its new lines, Krause by its short titles or dotted dates."""
    if any(line.text[:3] in TAGS_OF_2026 and line.text[3:4] in ("", " ") for line in lines):
        return "trf26"
    if any(_SHORT_TITLE.match(line.text) or _DOTTED_DAY.match(line.text) for line in lines):
        return "krause"
    return "trf16"


def _reading(line: Line, findings: Findings) -> Reading:
    reading = read_player(line)
    for problem in reading.wrong[:_MANY]:
        findings.fault(line.number, *problem)
    if len(reading.wrong) > _MANY:
        more = f"{len(reading.wrong) - _MANY} more faults; the fields of this line are not in their columns"
        findings.fault(line.number, "line", line.text[:60], "line-misplaced", more)
    if reading.wrong:
        return reading
    for sign, code, message in _REPAIRED_SPACING:
        if sign in reading.how:
            findings.tally(line.number, "line", line.text[:40].rstrip(), code, message)
    for odd in reading.odd:
        findings.tally(line.number, *odd)
    return reading


def _without_doubles(readings: list[Reading], findings: Findings) -> list[Reading]:
    first: dict[int, Reading] = {}
    for reading in readings:
        player = reading.player
        if player is None or not player.number or first.setdefault(player.number, reading) is reading:
            continue
        findings.fault(
            player.line,
            "start number",
            str(player.number),
            "start-number-twice",
            f"Line {getattr(first[player.number].player, 'line', 0)} has the same start number",
        )
    return [reading for reading in first.values() if not reading.wrong]


def _check_fide_ids(readings: list[Reading], findings: Findings) -> None:
    players = [r.player for r in readings if r.player and r.player.fide_id]
    counts = Counter(player.fide_id for player in players)
    told = set()
    for player in players:
        if player.fide_id == str(player.rating):
            findings.fault(
                player.line,
                "FIDE id",
                player.fide_id,
                "fide-id-is-rating",
                "The FIDE id is the rating once more",
            )
        elif counts[player.fide_id] > 1 and player.fide_id not in told:
            told.add(player.fide_id)
            same = [str(other.number) for other in players if other.fide_id == player.fide_id]
            findings.fault(
                player.line,
                "FIDE id",
                player.fide_id,
                "fide-id-twice",
                f"Players {some_of(same, _MANY)} have the same FIDE id",
            )


def _check_counts(headers: Headers, players: int, rounds: int, findings: Findings) -> None:
    dated = len(headers.round_dates) or None
    for tag, declared, found, code, what in (
        ("062", headers.players, players, "player-count", "players are declared"),
        ("142", headers.rounds, rounds, "round-count", "rounds are declared"),
        ("132", dated, rounds, "round-date-count", "rounds have a date"),
    ):
        if declared is not None and declared != found:
            line = headers.lines.get(tag) or headers.lines.get("XXR", 1)
            findings.repair(line, TAGS[tag], str(declared), code, f"{declared} {what}, {found} are in the file")
    if not players:
        findings.fault(1, "players", "", "no-players", "The report has no player lines (001)")


def _check_rounds(games: Sequence[TrfGame], rounds: int, findings: Findings) -> None:
    played = {game.round for game in games if game.black is not None}
    idle = [str(number) for number in range(1, rounds + 1) if number not in played]
    if not played:
        findings.repair(1, "rounds", str(rounds), "no-games", "The report has no games")
    elif idle:
        findings.repair(1, "rounds", str(len(idle)), "idle-rounds", f"No game in round {', '.join(idle)}")


def _completed(players: Sequence[TrfPlayer], teams: Sequence[TrfTeam], national: dict[int, str]) -> list[TrfPlayer]:
    """Add what other lines say of the players: their team and the federation's number."""
    team_of = {number: team.name for team in teams for number in team.members}
    return [replace(p, team=team_of.get(p.number, p.team), federation_id=national.get(p.number, "")) for p in players]
