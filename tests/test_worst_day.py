"""The worst day: a wrong file, a published list, a complaint, a correction, a second complaint withdrawn."""

from __future__ import annotations

import pytest

from office import beside

SYSTEM, JANUARY, FEBRUARY = "ffe-national", "2026-01", "2026-02"
OPEN = (
    "OPEN,1,2026-01-10,A,F,1-0", "OPEN,1,2026-01-10,B,C,0-1", "OPEN,2,2026-01-11,C,A,1/2-1/2",
    "OPEN,2,2026-01-11,D,B,0-1", "OPEN,3,2026-01-12,E,A,0-1", "OPEN,3,2026-01-12,U,D,1-0",
)  # fmt: skip
CUP = ("CUP,1,2026-02-07,A,C,1-0", "CUP,1,2026-02-07,E,B,1-0", "CUP,2,2026-02-08,F,U,0-1")
WRONG = tuple(row.replace("1-0", "x").replace("0-1", "1-0").replace("x", "0-1") for row in OPEN)
"""The same event with colours mixed up: every result the wrong way round."""
FIRST, SECOND = ("--claim", "2026/41"), ("--claim", "2026/42")


def list_of(desk, name: str, *words: str) -> bytes:
    return desk.do("export", SYSTEM, name, *words).output


@pytest.fixture
def two_lists(ready):
    """Give an office that published January from a wrong file, and February after it."""
    ready.load_rows(*WRONG)
    for name, rows in ((JANUARY, ()), (FEBRUARY, CUP)):
        if rows:
            ready.do("period", "add", SYSTEM, name, "--starts", "2026-02-01", "--ends", "2026-02-28")
            ready.load(ready.games("cup.csv", *rows), period=name)
        ready.do("rate", SYSTEM, name)
        ready.do("publish", SYSTEM, name)
    return ready


def test_the_worst_day(two_lists, tmp_path):
    desk = two_lists
    published = {name: list_of(desk, name) for name in (JANUARY, FEBRUARY)}

    # A player complains. The right report does not simply go in: it contradicts what is stored.
    desk.file("right.csv", "\n".join(["tournament,round,date,white,black,result", *OPEN]) + "\n")
    desk.stopped("load", "games", "right.csv", "--system", SYSTEM, "--period", JANUARY, error="does not change")
    refused = desk.load("right.csv", code=3, options=("--correction", "colours were mixed up", *FIRST)).err
    assert "the same pairing stands differently" in refused
    desk.stopped("revise", SYSTEM, JANUARY, "--dry-run", error="OPEN would be lost", hint="Mend its refused rows")

    # The wrong games are withdrawn one by one, the right report is loaded, and everybody sees what would change.
    for row in WRONG:
        tournament, number, _, white, *_ = row.split(",")
        game = ("--tournament", tournament, "--round", number, "--white", white)
        if "1/2" not in row:
            desk.do("withdraw", SYSTEM, JANUARY, *game, "--reason", "colours were mixed up", *FIRST)
    desk.load("right.csv", options=("--correction", "colours were mixed up", *FIRST))
    assert {name: list_of(desk, name) for name in published} == published
    would = desk.do("revise", SYSTEM, JANUARY, "--dry-run").rows
    assert {row["period"] for row in would} == {JANUARY, FEBRUARY}
    desk.do("revise", SYSTEM, JANUARY, "--reason", "colours were mixed up", *FIRST)

    # The lists are those of an office that had the right file from the first; the old ones stay readable.
    right = beside(tmp_path, "right")
    right.opened().load_rows(*OPEN)
    right.do("rate", SYSTEM, JANUARY)
    right.do("publish", SYSTEM, JANUARY)
    assert list_of(desk, JANUARY) == list_of(right, JANUARY) != published[JANUARY]
    assert list_of(desk, JANUARY, "--revision", "1") == published[JANUARY]

    # A second complaint holds a game back, and is withdrawn before anything is revised.
    game = ("--tournament", "CUP", "--round", "1", "--white", "A")
    desk.do("hold", SYSTEM, FEBRUARY, *game, "--reason", "C says it was a draw", *SECOND)
    assert desk.check(FEBRUARY)["corrections"] == ["hold: CUP, round 1, 2026-02-07, A - C 1-0"]
    desk.do("release", SYSTEM, FEBRUARY, *game, "--reason", "C has withdrawn the claim", *SECOND)
    before = list_of(desk, FEBRUARY)
    desk.do("revise", SYSTEM, FEBRUARY, "--reason", "to be sure", *SECOND)
    assert list_of(desk, FEBRUARY) == before

    # The ledger tells the story, and every list comes out again from what is stored.
    story = [entry["action"] for entry in desk.do("ledger", *FIRST, "--json").json]
    assert story == ["load", *["withdraw"] * 5, "load", "revise"]
    assert [entry["action"] for entry in desk.do("ledger", *SECOND, "--json").json] == ["hold", "release"]
    assert "DIFFERS" not in desk.do("verify").out
