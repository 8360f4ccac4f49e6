"""Newcomers' pools out and in again: whatever ids the opponents have."""

from __future__ import annotations

import pytest

from ratings.files.opponents import read_opponents, write_opponents

SYSTEM = "fide-standard"
PERIOD = ("--starts", "2026-01-01", "--ends", "2026-01-31")
OPPONENTS = ("J 1", "J 2", "=K;3", 'L "4"', "M5")


def quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def office_with(desk, opponents):
    """Rate a month in which a newcomer plays these opponents in one tournament."""
    desk.file("players.csv", "id,name\nNEW,New\n" + "".join(f"{quoted(one)},Some\n" for one in opponents))
    desk.file("list.csv", "id,rating\n" + "".join(f"{quoted(one)},1800\n" for one in opponents))
    rows = [f"T,{n},2026-01-0{n},NEW,{quoted(one)},1/2-1/2" for n, one in enumerate(opponents, 1)]
    desk.games("games.csv", *rows)
    desk.file("tournaments.csv", "tournament,starts,ends,minutes\nT,2026-01-01,,90+30\n")
    desk.do("load", "players", "players.csv")
    desk.do("load", "list", "list.csv", "--system", SYSTEM, "--date", "2025-12-31")
    desk.do("period", "add", SYSTEM, "2026-01", *PERIOD)
    desk.do("load", "games", "games.csv", "--system", SYSTEM, "--period", "2026-01", "--tournaments", "tournaments.csv")
    desk.do("rate", SYSTEM, "2026-01")
    desk.do("export", SYSTEM, "2026-01", "--what", "pools", "-o", "pools.csv")
    return desk


@pytest.mark.parametrize(
    "opponents, cell",
    [(("J1", "J2"), "J1 J2"), (("J 1",), "J 1;"), (("J 1", "M5"), "J 1;M5"), (("M5", "K;3"), '"K;3";M5')],
)
def test_opponents_whose_ids_hold_blanks_load_again(desk, opponents, cell):
    office_with(desk, opponents)
    assert [row["opponents"] for row in desk.read("pools.csv")] == [cell]
    told = desk.do("load", "list", "pools.csv", "--system", SYSTEM, "--date", "2026-02-28").err
    assert "1 row, 1 stored" in told
    assert desk.query("SELECT count(DISTINCT opponents) FROM pool") == [(1,)]


def test_every_cell_reads_as_it_was_written():
    assert read_opponents("J 1;\nM5") == ["J 1", "M5"]
    for count in range(1, len(OPPONENTS) + 1):
        assert read_opponents(write_opponents(OPPONENTS[:count])) == list(OPPONENTS[:count])
        assert read_opponents(write_opponents(OPPONENTS[-count:])) == list(OPPONENTS[-count:])
