"""Is a period ready to publish? Every section of `check`, its exit code, and its text."""

from __future__ import annotations

import pytest
from office import LIST, PLAYERS

SYSTEM = ("ffe-national", "2026-01")
DAY = "2026-01-10"
MORE = "X,Xavier X,2010,M,FRA,\nY,Yvonne Y,2015,F,FRA,\nZ,Zoé Z,1980,F,FRA,\nW,Weak Wim,1990,M,FRA,\n"


@pytest.fixture
def full(office):
    office.opened(players=PLAYERS + MORE, listed=LIST + "W,1100,N,9,1100,2025-01-01\n")
    office.load_rows(
        f"T1,1,{DAY},A,B,1-0", "T1,2,2025-12-20,A,C,1-0", f"T1,3,{DAY},W,A,1-0", f"T1,4,{DAY},E,A,1-0F",
        f"T2,1,{DAY},D,E,1-0", f"T2,2,{DAY},D,Nobody,1-0", f"T3,1,{DAY},X,Y,1-0", f"T3,1,{DAY},U,V,=",
        f"T4,1,{DAY},Z,A,1-0", f"T5,1,{DAY},B,B,1-0", f"T5,2,{DAY},B,C,1-0", code=3,
    )  # fmt: skip
    return office


def test_everything_that_is_odd(full):
    told = full.do("check", *SYSTEM, "--json", code=3).json
    assert told["counts"] == {
        "rows": 9, "played": 8, "not_played": 1, "tournaments": 5, "players": 11, "loads": 1,
    }  # fmt: skip
    assert told["late_reports"] == 1
    assert [(row["line"], row["code"], row["value"]) for row in told["refused"]] == [
        (7, "unknown-player", "Nobody"), (11, "same-player", "B"),
    ]  # fmt: skip
    assert told["refused_count"] == 2
    assert told["unknown_players"] == ["Nobody"]
    assert told["set_aside"] == ["T2", "T5"]
    assert [(row["winner"], row["loser"], row["winner_rating"], row["loser_rating"]) for row in told["improbable"]] == [
        ("W", "A", 1100, 1800)
    ]
    assert told["isolated"] == [["U", "V"], ["X", "Y"]]
    assert [(row["id"], row["source"], row["stand_in"]) for row in told["need_estimate"]] == [
        ("U", "default", 1399), ("V", "default", 1399), ("X", "default", 1299), ("Y", "default", 1299),
        ("Z", "default", 1399),
    ]  # fmt: skip
    assert told["blocks"] == [
        "2 refused rows are not mended",
        "tournament T2 is set aside (1 refused row)",
        "tournament T5 is set aside (1 refused row)",
    ]


def test_text(full):
    text = full.do("check", *SYSTEM, code=3).out
    for line in (
        "ffe-national 2026-01: open",
        "  9 rows in 5 tournaments from 1 load: 8 games played, 1 not; 11 players",
        "  1 late report, dated before the period",
        "Refused rows: 2",
        "Unknown players: 1",
        "Set aside, not rated: 2",
        "Improbable results: 1",
        f"  {DAY} W Weak Wim (1100) beat A Alpha Anne (1800)",
        "Groups of unrated players who met only each other: 2",
        "  U, V",
        "Players who need an estimate, valued by a stand-in meanwhile: 5",
        "  U Unrated Ugo: default 1399",
        "Not ready:",
        "  tournament T2 is set aside (1 refused row)",
    ):
        assert line in text.splitlines(), text
    assert "games.csv, line 7, black 'Nobody': no player has this id" in text
    assert "--accept-partial" in text.splitlines()[-1]


def test_ready(ready):
    ready.load_rows(f"T1,1,{DAY},A,B,1-0")
    result = ready.do("check", *SYSTEM)
    assert result.out.splitlines()[-1] == "Ready."
    assert "would give 0 new and 2 changed ratings" in result.out
    told = ready.do("check", *SYSTEM, "--json").json
    assert told["blocks"] == []
    assert (told["new"], told["changed"], told["state"]) == (0, 2, "open")


def test_published(ready):
    ready.do("rate", *SYSTEM)
    ready.do("publish", *SYSTEM)
    assert ready.do("check", *SYSTEM).out.splitlines()[-1] == "Published."


def test_it_writes_nothing(full):
    before = full.dump()
    full.do("check", *SYSTEM, code=3)
    assert full.dump() == before


@pytest.mark.parametrize("gap, odd", [(559, False), (560, True)], ids=["8.1.2 gives .03", "8.1.2 gives .02"])
def test_improbable_is_an_expected_score_of_at_most_two_hundredths(desk, gap, odd):
    desk.opened(listed=f"id,rating\nA,{1101 + gap}\nB,1101\nC,1101\n")
    desk.load_rows(f"T,1,{DAY},B,A,1-0", f"T,2,{DAY},A,C,0-1", f"T,3,{DAY},C,A,1/2-1/2", f"T,4,{DAY},A,B,1-0")
    assert [row["winner"] for row in desk.check()["improbable"]] == (["B", "C"] if odd else [])


def test_large_moves(desk):
    junior = PLAYERS.replace("U,Unrated Ugo,1995", "U,Unrated Ugo,2010")
    desk.opened(listed="id,rating\nA,1800\nB,1790\nC,1780\nU,1500\n", players=junior)
    rows = (f"T,{n},2026-01-{n + 9},U,{'ABC'[n % 3]},1-0" for n in range(1, 9))
    desk.load_rows(*rows)
    (move,) = desk.check()["large_moves"]
    assert (move["id"], move["before"], move["after"], move["change"]) == ("U", 1500, 2260, 760)


def test_an_unknown_period(desk):
    desk.stopped("check", *SYSTEM, error="There is nothing in", hint="Load")
