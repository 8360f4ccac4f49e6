"""Tournaments that the rules do not accept, rated by decision: `rate --accept`, `run --accept`, and the ledger."""

from __future__ import annotations

import pytest

from office import LIST, PLAYERS, Office

PLACE = ("fide-standard", "2026-01")
TOURNAMENTS = "tournament,minutes\nFAST,20\nSLOW,120\n"
WHY = ("--reason", "team match")
AGAINST = "too fast: 20 minutes for 60 moves"


@pytest.fixture
def played(office) -> Office:
    office.opened("fide-standard")
    office.file("t.csv", TOURNAMENTS)
    games = office.games("g.csv", "FAST,1,2026-01-10,A,B,1-0", "SLOW,1,2026-01-11,C,D,1-0")
    office.load(games, system="fide-standard", options=("--tournaments", "t.csv"))
    return office


def entries(office: Office) -> list[tuple]:
    told = office.do("ledger", *PLACE, "--json").json
    return [(one["action"], one["by"], one["claim"], one["reason"], one["subject"]) for one in told]


def test_an_acceptance_is_a_decision_in_the_ledger(played):
    told = played.do("rate", *PLACE, "--accept", "FAST", *WHY, "--by", "Ratings Officer", "--claim", "17")
    assert "2 games" in told.err
    subject = f"tournament FAST, which was set aside: {AGAINST}"
    ((action, by, claim, reason, about),) = entries(played)
    assert (action, by, claim, reason) == ("accept", "Ratings Officer", "17", "team match")
    assert about.startswith(subject)
    assert played.check(system="fide-standard")["accepted"] == [
        {"tournament": "FAST", "reason": "accepted: team match"}
    ]
    played.do("publish", *PLACE)
    played.do("verify", *PLACE)


def test_said_again_it_is_entered_once(played):
    for _ in range(2):
        played.do("rate", *PLACE, "--accept", "FAST", *WHY)
    assert len(entries(played)) == 1
    played.do("rate", *PLACE, "--accept", "FAST", "--reason", "another one")
    assert [one[3] for one in entries(played)] == ["team match", "another one"]


def test_what_the_rules_accept_anyway_is_not_accepted_by_hand(played):
    told = played.do("rate", *PLACE, "--accept", "SLOW", "--reason", "needless", code=3).err
    assert "warning: tournament SLOW needs no acceptance" in told
    assert played.check(system="fide-standard")["accepted"] == []
    assert entries(played) == []


def test_a_dry_run_enters_nothing(played):
    before = played.dump()
    assert "2 games" in played.do("rate", *PLACE, "--accept", "FAST", *WHY, "--dry-run").err
    assert played.dump() == before


def test_a_run_enters_it_too(desk):
    desk.file("players.csv", PLAYERS)
    desk.file("list.csv", LIST)
    desk.file("t.csv", TOURNAMENTS)
    desk.games("g.csv", "FAST,1,2026-01-10,A,B,1-0")
    desk.do("run", *PLACE, "--starts", "2026-01-01", "--ends", "2026-01-31", "--players", "players.csv", "--list",
            "list.csv", "--games", "g.csv", "--tournaments", "t.csv", "--out", "out", "--accept", "FAST", *WHY,
            "--by", "Night Job")  # fmt: skip
    assert [one[:4] for one in entries(desk)] == [("accept", "Night Job", "", "team match")]


def test_rows_given_up_are_not_asked_for(ready_desk):
    rows = ("T1,1,2026-01-10,A,B,1-0", "T1,2,2026-01-11,A,Q9,1-0")
    said = ready_desk.load_rows(*rows, code=3, options=("--accept-partial",)).err
    assert "The refused rows are in refused.csv: they are given up, nothing waits for them." in said
    assert ready_desk.check()["blocks"] == []
    assert "mend them there and load that file" in ready_desk.load_rows(*rows, "T2,1,2026-01-10,A,A,1-0", code=3).err


def test_what_another_file_set_aside_is_said_so(ready_desk):
    ready_desk.load_rows("T1,1,2026-01-10,A,B,1-0", "T1,2,2026-01-11,A,Q9,1-0", code=3)
    said = ready_desk.load_rows("T3,1,2026-01-10,C,D,1-0", code=3, name="late.csv").err
    assert "  set aside earlier: tournament T1 is not rated until" in said
    said = ready_desk.load_rows("T2,1,2026-01-10,A,A,1-0", "T3,2,2026-01-11,C,D,1-0", code=3, name="third.csv").err
    assert [line.split(" is not")[0] for line in said.splitlines() if "set aside" in line] == [
        "  set aside: tournament T2", "  set aside earlier: tournament T1",
    ]  # fmt: skip
