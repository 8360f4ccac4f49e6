"""Games out of the entries of a tournament report: both sides of every result must agree."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ratings.files.trf_columns import Entry
from ratings.files.trf_findings import Findings
from ratings.files.trf_records import (
    BYE_MARKS,
    RATED_RESULTS,
    RESULT_OF_MARKS,
    RESULT_WITHOUT_OPPONENT,
    ROUND_COLUMN,
    ROUND_WIDTH,
    TrfGame,
    TrfPlayer,
)

_NOTHING = Entry(0, "-", "")
_OTHER_MARK = {"1": "0", "0": "1", "=": "=", "+": "-", "W": "L", "L": "W", "D": "D"}
"""The letter of the other side, where one follows from the other (a forfeit loss may be one of two)."""


@dataclass(frozen=True, slots=True)
class Side:
    """One player's entry for one round."""

    player: TrfPlayer
    round: int
    entry: Entry

    @property
    def column(self) -> int:
        """The column, from 1, where the entry starts."""
        return ROUND_COLUMN + (self.round - 1) * ROUND_WIDTH

    @property
    def where(self) -> str:
        """The name of the column for an issue."""
        return f"round {self.round}"

    @property
    def shown(self) -> str:
        """The entry as it stands in the file, in short."""
        return f"{self.entry.opponent} {self.entry.colour} {self.entry.mark}".strip()


class Pairings:
    """The entries of all players, by start number, ready to be compared with each other.

    `completed_marks`, filled by `games`, are the letters that lines cut off too early must have had.
    `unread` are start numbers whose line is faulty already: what points at them is not reported again.
    """

    def __init__(
        self,
        lines: Sequence[tuple[TrfPlayer, list[Entry]]],
        unread: set[int],
        scoring: dict[str, int],
        findings: Findings,
    ) -> None:
        self._lines = {player.number: (player, entries) for player, entries in lines}
        self._unread = unread
        self._scoring = scoring
        self.completed_marks: dict[int, str] = {}
        self._opponents: dict[int, set[int]] = {}
        self._findings = findings
        self.rounds = max((_last_round(entries) for _, entries in lines), default=0)

    def games(self, day_of_round: Sequence[datetime.date | None]) -> list[TrfGame]:
        """Give the games by round and White's number. A day not in `day_of_round` is None."""
        found: list[TrfGame] = []
        for number in range(1, self.rounds + 1):
            day = day_of_round[number - 1] if number <= len(day_of_round) else None
            for player, _ in self._lines.values():
                found += self._games_of(self._side(player.number, number), day)
        return sorted(found, key=lambda game: (game.round, game.white))

    def _side(self, number: int, round_number: int) -> Side:
        player, entries = self._lines[number]
        return Side(player, round_number, entries[round_number - 1] if round_number <= len(entries) else _NOTHING)

    def _games_of(self, side: Side, day: datetime.date | None) -> list[TrfGame]:
        """Give what starts from this side: its bye, or its game if it is the side with the lower number."""
        if side.entry.is_empty():
            return []
        if not side.entry.opponent:
            return [] if side.player.number in self._named(side.round) else [self._bye(side, day)]
        other = self._opponent(side)
        if other is None or (side.player.number > other.player.number and not self._is_cut_off(other)):
            return []
        return self._game(side, other, day)

    def _named(self, round_number: int) -> set[int]:
        """Give who is named as an opponent: a bye of theirs is part of the fault that is said of the other side."""
        if round_number not in self._opponents:
            entries = (entries[round_number - 1 : round_number] for _, entries in self._lines.values())
            self._opponents[round_number] = {entry.opponent for one in entries for entry in one}
        return self._opponents[round_number]

    def _opponent(self, side: Side) -> Side | None:
        """Give the other side, or None, said, where it is not there or does not name this player."""
        number = side.entry.opponent
        if number in self._unread:
            return None
        if number == side.player.number:
            self._fault(side, "plays-himself", "The player is entered as his own opponent")
            return None
        if number not in self._lines:
            self._fault(side, "unknown-opponent", f"No player of this file has start number {number}")
            return None
        other = self._side(number, side.round)
        if self._is_cut_off(other) and self._may_complete(side, other):
            return self._completed(side, other)
        if other.entry.opponent != side.player.number:
            named = f"names {other.entry.opponent}" if other.entry.opponent else "names no opponent"
            self._fault(side, "opponents-disagree", f"Player {number} (line {other.player.line}) {named}")
            return None
        return other

    def _is_cut_off(self, side: Side) -> bool:
        """Say whether the player's line ends before this round, which other lines have."""
        return side.round > len(self._lines[side.player.number][1])

    def _may_complete(self, side: Side, other: Side) -> bool:
        """Say whether the one side there is settles the game: no other claim, and the points confirm it."""
        claims = sum(
            entry.opponent == other.player.number
            for _, entries in self._lines.values()
            for entry in entries[side.round - 1 : side.round]
        )
        mark = _OTHER_MARK.get(side.entry.mark)
        entries = [*self._lines[other.player.number][1], Entry(0, "-", mark or "")]
        points = half_points_of(entries, self._scoring) if self._scoring else None
        return bool(mark) and claims == 1 and side.entry.colour != "-" and points == other.player.half_points

    def _completed(self, side: Side, other: Side) -> Side:
        self.completed_marks[other.player.number] = _OTHER_MARK[side.entry.mark]
        self._tell(
            other,
            "one-side-only",
            f"The line of player {other.player.number} ends before round {other.round}; "
            f"the game is taken from player {side.player.number}, and the points agree",
        )
        colour = "b" if side.entry.colour == "w" else "w"
        return replace(other, entry=Entry(side.player.number, colour, _OTHER_MARK[side.entry.mark]))

    def _game(self, side: Side, other: Side, day: datetime.date | None) -> list[TrfGame]:
        marks = {side.entry.mark, other.entry.mark}
        if marks <= BYE_MARKS:
            return self._two_byes(side, other, day)
        if marks == {""}:
            self._fault(side, "no-result", f"The game against player {other.player.number} has no result")
            return []
        white, black = self._in_colours(side, other)
        result = RESULT_OF_MARKS.get((white.entry.mark, black.entry.mark))
        if result is None:
            message = f"Player {other.player.number} (line {other.player.line}) has {other.shown!r}"
            self._fault(side, "results-disagree", f"The two results do not fit together: {message}")
            return []
        if not self._colours_agree(side, other, is_rated=result in RATED_RESULTS):
            return []
        if white.entry.mark == "D":
            self._tell(side, "unrated-draw", "A draw of less than one move (D) is not rated; stored as 0-0F")
        return [_game(white, black, result, day)]

    def _in_colours(self, side: Side, other: Side) -> tuple[Side, Side]:
        """Put White first; where no side has a colour, the lower number is taken as White."""
        is_turned = side.entry.colour == "b" or (side.entry.colour == "-" and other.entry.colour == "w")
        return (other, side) if is_turned else (side, other)

    def _colours_agree(self, side: Side, other: Side, is_rated: bool) -> bool:
        colours = {side.entry.colour, other.entry.colour}
        if colours == {"w", "b"}:
            return True
        if "-" in colours and not is_rated:
            self._tell(side, "forfeit-without-colour", "A game not played has no colours on both sides")
            return True
        message = f"Player {other.player.number} (line {other.player.line}) has {other.shown!r}"
        self._fault(side, "colours-disagree", f"One must be w and one b: {message}")
        return False

    def _two_byes(self, side: Side, other: Side, day: datetime.date | None) -> list[TrfGame]:
        self._tell(
            side,
            "bye-with-opponent",
            "Two players are paired, both with a bye letter: taken as no game",
        )
        return [_game(side, None, "bye", day), _game(other, None, "bye", day)]

    def _bye(self, side: Side, day: datetime.date | None) -> TrfGame:
        if side.entry.mark not in BYE_MARKS and side.entry.mark not in "+-":
            self._tell(side, "result-without-opponent", "A result without an opponent: taken as a bye, not rated")
        return _game(side, None, RESULT_WITHOUT_OPPONENT.get(side.entry.mark, "bye"), day)

    def _fault(self, side: Side, code: str, message: str) -> None:
        self._findings.fault(side.player.line, side.where, side.shown, code, message)

    def _tell(self, side: Side, code: str, message: str) -> None:
        self._findings.tally(side.player.line, side.where, side.shown, code, message)


def half_points_of(entries: Sequence[Entry], scoring: dict[str, int]) -> int:
    """Add up the letters of a player's entries, in half points."""
    return sum(scoring.get(entry.mark, 0) for entry in entries)


def _game(white: Side, black: Side | None, result: str, day: datetime.date | None) -> TrfGame:
    return TrfGame(
        round=white.round,
        white=white.player.number,
        black=black.player.number if black else None,
        result=result,
        date=day,
        line=white.player.line,
        column=white.column,
        white_mark=white.entry.mark,
        black_mark=black.entry.mark if black else "",
    )


def _last_round(entries: Sequence[Entry]) -> int:
    return max((i for i, entry in enumerate(entries, start=1) if not entry.is_empty()), default=0)
