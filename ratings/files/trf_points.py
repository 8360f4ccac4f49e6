"""Points against results: where players have more than their results give, games may be missing."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ratings.files.trf_columns import Entry
from ratings.files.trf_findings import Findings
from ratings.files.trf_games import half_points_of
from ratings.files.trf_records import TrfPlayer
from ratings.files.trf_text import Line

_LOST_ROUND = 0
"""Stands for a round of which the whole report says nothing any more."""
_MOST_NAMED = 5
"""Rounds that are named one by one."""
_WORDS_OF_250 = 6
"""Match points, game points, first and last round, first and last player; match points may be left out."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """How many rounds the entries have, and how many there were by what else is said; 0 where nothing says it."""

    found: int
    said: int = 0

    def without_entry(self, entries: Sequence[Entry]) -> set[int]:
        """Give the rounds in which a player may have had a game that is not there."""
        played = {number for number, entry in enumerate(entries, start=1) if not entry.is_empty()}
        rounds = set(range(1, max(self.found, self.said) + 1)) - played
        return rounds if self.said and self.said >= self.found else rounds | {_LOST_ROUND}


@dataclass(frozen=True, slots=True)
class _Surplus:
    """A player who has more points than his results give, in half points, and where a game may be missing."""

    player: TrfPlayer
    half_points: int
    rounds: set[int]


def check_points(
    lines: Sequence[tuple[TrfPlayer, list[Entry]]],
    scoring: Mapping[str, int],
    rounds: Rounds,
    findings: Findings,
    completed: Mapping[int, str] | None = None,
    accelerated: Mapping[int, Collection[int]] | None = None,
) -> None:
    """Add the points up again: a difference is told; one that a missing game explains sets the event aside.

    `completed` are letters to be added to lines that were cut off, `accelerated` the half points that each player
    was given beside results, both by start number. Half a point more of one player alone is a half-point bye or a
    slip, as a game gives a whole one.
    """
    surplus: list[_Surplus] = []
    told_already = {issue.line for issue in findings.faults if issue.column.startswith("round ")}
    for player, entries in lines if scoring else []:
        if player.half_points is None:
            continue
        mark = (completed or {}).get(player.number, "")
        added = half_points_of(entries, dict(scoring)) + scoring[mark]
        if player.half_points != added:
            message = f"Player {player.number} has {added / 2:.1f} points by the results"
            findings.repair(player.line, "points", f"{player.half_points / 2:.1f}", "points-disagree", message)
        more = player.half_points - added
        if more > 0 and player.line not in told_already and more not in (accelerated or {}).get(player.number, ()):
            surplus.append(
                _Surplus(player, more, rounds.without_entry([*entries, *[Entry(0, "-", mark)] * bool(mark)]))
            )
    told = [one for one in surplus if _may_lack_a_game(one, surplus, scoring)]
    if told:
        _set_aside(told, findings)


def _may_lack_a_game(one: _Surplus, surplus: Sequence[_Surplus], scoring: Mapping[str, int]) -> bool:
    """Say whether a won game of his, or a draw with another one who has too many points as well, can be missing."""
    if one.half_points >= scoring["1"] > 0:
        return bool(one.rounds)
    return any(one.rounds & other.rounds for other in surplus if other is not one)


def _set_aside(told: Sequence[_Surplus], findings: Findings) -> None:
    first, count = told[0].player, len(told)
    who = f"{count} players, player {first.number} first, have" if count > 1 else f"Player {first.number} has"
    rounds = sorted(set[int]().union(*(one.rounds for one in told)) - {_LOST_ROUND})
    where = [f"round {number}" for number in rounds[:_MOST_NAMED]] + ["…"] * (len(rounds) > _MOST_NAMED)
    if any(_LOST_ROUND in one.rounds for one in told):
        where.append("a round after the last")
    message = (
        f"{who} more points than the results give: games seem to be missing, in {', '.join(where)}; load the report "
        "again when it is whole, or with --accept-partial as it is"
    )
    findings.fault(first.line, "points", f"{(first.half_points or 0) / 2:.1f}", "games-missing", message)


def accelerations(lines: Sequence[Line]) -> dict[int, set[int]]:
    """Give the half points that lines XXA and 250 say players were given beside results, by start number."""
    found: dict[int, set[int]] = {}
    for line in lines:
        words = line.text.replace(",", ".").split()[1:]
        if not all(re.fullmatch(r"\d{1,4}(\.[05])?", word, re.ASCII) for word in words):
            continue
        numbers = [round(float(word) * 2) for word in words]
        if line.text.startswith("XXA") and words:
            found.setdefault(numbers[0] // 2, set()).update(numbers[1:])
        elif len(words) in (_WORDS_OF_250 - 1, _WORDS_OF_250):
            for player in range(numbers[-2] // 2, numbers[-1] // 2 + 1):
                found.setdefault(player, set()).add(numbers[-5])
    return found
