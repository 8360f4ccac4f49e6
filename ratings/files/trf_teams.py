"""Team lines of a tournament report (013, and 310 since 2026): names and members, which decide no game."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ratings.files.trf_findings import Findings
from ratings.files.trf_records import TrfTeam
from ratings.files.trf_spacing import ways_to_count
from ratings.files.trf_text import Line

_NAME = {"013": (5, 36), "310": (9, 40)}
"""Columns of the team's name, from 1."""
_FIRST_MEMBER = {"013": 37, "310": 74}
_MEMBER_WIDTH = 5
"""Four digits and a blank."""


def read_teams(lines: Sequence[Line], numbers: Collection[int], findings: Findings) -> list[TrfTeam]:
    """Read the team lines. A line that is not clear, or names unknown players, is left out and told."""
    teams: list[TrfTeam] = []
    taken: set[int] = set()
    for line in lines:
        team = _read(line)
        if team is None or not team.members:
            findings.repair(
                line.number,
                "team",
                line.text[:60],
                "team-ignored",
                "The team's columns are not clear; left out",
            )
            continue
        doubtful = [number for number in team.members if number not in numbers or number in taken]
        if doubtful:
            findings.repair(
                line.number,
                "team",
                str(doubtful[0]),
                "team-ignored",
                f"Player {doubtful[0]} is not in the file, or in two teams; the team is left out",
            )
            continue
        taken.update(team.members)
        teams.append(team)
    return teams


def _read(line: Line) -> TrfTeam | None:
    kind = line.text[:3]
    first, last = _NAME[kind]
    answers = {}
    for _, text in ways_to_count(line.text):
        members = _members(text, _FIRST_MEMBER[kind])
        if members is not None:
            name = text[first - 1 : last].replace("\x00", "").strip()
            answers[name, members] = TrfTeam(name, members, line.number)
    return next(iter(answers.values())) if len(answers) == 1 else None


def _members(text: str, first: int) -> tuple[int, ...] | None:
    """Read the members from column `first`; the numbers may stand one column further right throughout."""
    for start in (first - 1, first):
        rest = text[start:]
        cells = [rest[i : i + _MEMBER_WIDTH].ljust(_MEMBER_WIDTH) for i in range(0, len(rest), _MEMBER_WIDTH)]
        if text[start - 1 : start].strip() or not all(_is_member(cell) for cell in cells):
            continue
        return tuple(int(cell) for cell in cells if cell.strip())
    return None


def _is_member(cell: str) -> bool:
    digits = cell[:4].strip()
    return cell[4] == " " and (not digits or (digits.isascii() and digits.isdigit() and cell[3] != " "))
