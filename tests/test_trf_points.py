"""Points that the results of a report do not give: games that are missing on both sides set the event aside."""

from __future__ import annotations

import pytest

from ratings.files.trf import read_trf
from reports import CODE, HEADER, PLAYERS, changed, player_line, report
from test_chess_results import CLOSING, DAYS, RANKED, TITLES
from test_chess_results import HEADER as TABLE
from test_workbooks import book

UNDATED = [line for line in HEADER if not line.startswith("132")]


def faults(text: str) -> list[str]:
    return [issue.code for issue in read_trf(text.encode(), "cup.trf").issues]


@pytest.mark.parametrize("header", [HEADER, UNDATED, [*UNDATED, "142 3"], [*UNDATED, "142 4"]])
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_lines_cut_alike_lose_no_game_unnoticed(header, rounds):
    cut = [line[: 91 + 10 * rounds].rstrip() for line in PLAYERS]
    assert faults(report(header=header)) == []
    assert faults(report(*cut, header=header)) == ["games-missing"]


@pytest.mark.parametrize("pair", [(0, 1, "2 w 1", "1 b 0"), (0, 2, "3 b =", "1 w =")], ids=["won", "drawn"])
def test_one_game_lost_on_both_sides(pair):
    one, other, mine, his = pair
    lines = list(PLAYERS)
    for place, entry in ((one, mine), (other, his)):
        lines[place] = lines[place].replace("   " + entry, " " * (3 + len(entry)))
    assert faults(report(*lines)) == ["games-missing"]


def test_what_is_said(ready_desk):
    cut = [line[:111] for line in PLAYERS]
    told = ready_desk.load(ready_desk.file("cup.trf", report(*cut)), code=3).err
    assert "line 10, points '2.5': 2 players, player 1 first, have more points than the results give" in told
    assert "games seem to be missing, in round 3" in told
    assert {row[4] for row in ready_desk.stored()} == {"set aside: 1 refused row"}
    whole = ready_desk.load(ready_desk.file("whole.trf", report())).err
    assert "4 already known" in whole
    assert {row[4] for row in ready_desk.stored()} == {"rated", "not played"}


def test_an_event_can_be_taken_as_it_is(ready_desk):
    cut = [line[:111] for line in PLAYERS]
    ready_desk.load(ready_desk.file("cup.trf", report(*cut)), options=("--accept-partial",), code=3)
    assert {(row[0], row[4]) for row in ready_desk.stored()} == {(CODE, "rated"), (CODE, "not played")}


EXPLAINED = {
    "a slip, all rounds being there": changed(" 0.0 ", " 1.5 "),
    "a half-point bye left blank": report(
        player_line(1, "Alpha,Anne", "2 w 1", points="1.5"),
        player_line(2, "Beta,Bruno", "1 b 0,0000 - H", points="0.5"), header=[*UNDATED, "142 2"],
    ),
    "points of acceleration": report(
        player_line(1, "Alpha,Anne", "2 w 1", points="2.0"), player_line(2, "Beta,Bruno", "1 b 0", points="0.0"),
        "XXA    1  1.0", header=UNDATED,
    ),
    "points of acceleration in 2026": report(
        player_line(1, "Alpha,Anne", "2 w 1", points="2.0"), player_line(2, "Beta,Bruno", "1 b 0", points="0.0"),
        "250  0.0  1.0   1   1    1    1", header=UNDATED,
    ),
    "a bye that gives nothing here": changed(" 1.0    ", " 0.0    "),
}  # fmt: skip


@pytest.mark.parametrize("text", EXPLAINED.values(), ids=EXPLAINED)
def test_differences_that_no_missing_game_explains_are_told(text):
    event = read_trf(text.encode(), "cup.trf")
    assert "games-missing" not in {issue.code for issue in event.issues}
    assert "points-disagree" in {repair.code for repair in event.repairs}


class TestCrosstables:
    def table(self, desk, header: tuple, *rows: tuple, titles: list = TITLES) -> str:
        desk.file("days.csv", DAYS)
        return desk.file("cup.xlsx", book(*titles, header, *rows, *CLOSING))

    def issues(self, desk, name: str, code: int) -> list[str]:
        (one,) = desk.do("inspect", name, "--json", code=code).json["files"]
        return [issue["code"] for issue in one["issues"]]

    def test_a_last_column_that_is_lost(self, desk):
        rows = [(*row[:8], *row[9:]) for row in RANKED]
        name = self.table(desk, (*TABLE[:8], *TABLE[9:]), *rows, titles=TITLES[:3])
        assert "games-missing" in self.issues(desk, name, 3)

    def test_cells_lost_on_both_sides(self, desk):
        rows = [(*row[:6], "" if row[0] < 3 else row[6], *row[7:]) for row in RANKED]
        assert self.issues(desk, self.table(desk, TABLE, *rows), 3) == ["games-missing"]
