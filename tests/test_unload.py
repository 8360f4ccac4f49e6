"""Loads shown, and taken back: games, lists, players; never what a published list stands on."""

from __future__ import annotations

import pytest

DAY = "2026-01-10"
ROWS = (f"T1,1,{DAY},A,B,1-0", f"T2,1,{DAY},C,D,=", f",,{DAY},E,F,0-1")


def without_loads(office) -> dict:
    """Give everything stored but the empty shells that a load leaves: codes of tournaments."""
    return {name: rows for name, rows in office.dump().items() if name != "tournament"}


def test_loads_are_shown_with_their_counts(ready):
    ready.load_rows(*ROWS, f"T3,1,{DAY},A,A,1-0", "T3,2,2025-12-30,A,C,1-0", code=3)
    shown = ready.do("loads", "--json").json
    assert [(row["load"], row["kind"], row["scope"], row["file"]) for row in shown] == [
        (1, "players", "", "players.csv"),
        (2, "list", "ffe-national@2025-12-31", "list.csv"),
        (3, "games", "ffe-national/2026-01", "games.csv"),
    ]
    assert {key: shown[2][key] for key in ("rows", "stored", "known", "refused", "late", "encoding")} == {
        "rows": 5, "stored": 4, "known": 0, "refused": 1, "late": 1, "encoding": "utf-8",
    }  # fmt: skip
    lines = ready.do("loads").out.splitlines()
    assert len(lines) == 3
    assert "games.csv: 5 rows, 4 stored, 0 known, 1 refused, 1 late" in lines[2]


@pytest.mark.parametrize("rows", [ROWS, (*ROWS, f"T1,1,{DAY},,,bye"), (f"T9,1,{DAY},A,,bye",)])
def test_games_are_taken_back_as_if_never_loaded(ready, rows):
    before = without_loads(ready)
    ready.load_rows(*rows, code=3 if len(rows) > 3 else 0)
    assert "Load 3 (games.csv) is taken back" in ready.do("unload", 3).err
    assert without_loads(ready) == before
    assert ready.check()["set_aside"] == []
    again = ready.load("games.csv", code=3 if len(rows) > 3 else 0).err
    assert "unchanged" not in again


def test_only_the_load_itself_is_taken_back(ready):
    ready.load_rows(ROWS[0], name="one.csv")
    ready.load_rows(ROWS[0], ROWS[1], name="two.csv")
    ready.do("unload", 4)
    assert [game[0] for game in ready.stored()] == ["T1"]


def test_what_a_load_mended_is_set_aside_again(ready):
    ready.load_rows(ROWS[0], f"T1,2,{DAY},C,C,1-0", code=3)
    ready.load_rows(f"T1,2,{DAY},C,D,1-0", name="mended.csv")
    assert ready.check()["blocks"] == []
    ready.do("unload", 4)
    assert ready.check()["set_aside"] == ["T1"]


def test_a_load_with_refused_rows_takes_them_along(ready):
    ready.load_rows(ROWS[0], f"T1,2,{DAY},C,C,1-0", code=3)
    ready.do("unload", 3)
    assert ready.check()["refused"] == []
    assert ready.check()["blocks"] == []


def test_a_list_is_taken_back(ready):
    assert "6 list rows" in ready.do("unload", 2).err
    ready.do("rate", "ffe-national", "2026-01")
    assert ready.do("export", "ffe-national", "2026-01").rows == []
    ready.do("load", "list", "list.csv", "--system", "ffe-national", "--date", "2025-12-31")
    ready.do("rate", "ffe-national", "2026-01")
    assert len(ready.do("export", "ffe-national", "2026-01").rows) == 6


def test_players_are_taken_back(office):
    office.do("load", "players", office.file("p.csv", "id,name,club\nA,Anne,Reims\n"))
    before = office.dump()
    office.do("load", "players", office.file("q.csv", "id,name,club\nA,Anna,\nB,Bob,Lyon\n"))
    assert "1 players, 1 changes" in office.do("unload", 2).err
    assert office.dump() == before


def test_players_with_games_or_ratings_stay(ready):
    ready.stopped("unload", 1, error="registered by load 1, has games or a rating", hint="first")
    ready.do("load", "players", ready.file("new.csv", "id,name\nN,New\n"))
    ready.load_rows(f"T1,1,{DAY},N,,bye")
    ready.stopped("unload", 3, error="Player N, registered by load 3")
    ready.do("unload", 4)
    ready.do("unload", 3)


def test_a_change_made_over_by_a_later_load_stays(ready):
    ready.do("load", "players", ready.file("one.csv", "id,club\nA,Paris\n"))
    ready.do("load", "players", ready.file("two.csv", "id,club\nA,Lille\n"))
    ready.stopped("unload", 3, error="Player A was changed again by a later load")
    ready.do("unload", 4)
    ready.do("unload", 3)
    assert ready.query("SELECT club FROM player WHERE id = 'A'") == [("Reims",)]


def test_nothing_is_taken_back_once_published(ready):
    ready.load_rows(*ROWS)
    ready.do("rate", "ffe-national", "2026-01")
    ready.do("publish", "ffe-national", "2026-01")
    before = ready.dump()
    ready.stopped("unload", 3, error="2026-01 is published and does not change")
    ready.stopped("unload", 2, error="what the published list ffe-national 2026-01 was made with")
    ready.stopped("unload", 1, error="has games or a rating")
    assert ready.dump() == before


def test_after_unload_the_period_must_be_rated_again(ready):
    ready.load_rows(*ROWS)
    ready.do("rate", "ffe-national", "2026-01")
    ready.do("unload", 3)
    ready.stopped("publish", "ffe-national", "2026-01", error="has changed since", hint="ratings rate")


def test_no_such_load(ready_desk):
    ready_desk.stopped("unload", 9, error="There is no load 9", hint="ratings loads")
    ready_desk.stopped("unload", "nine", error="'nine' is not a valid integer", code=2)


def test_nothing_in_an_empty_database(office):
    office.stopped("unload", 1, error="There is nothing in", hint="Load")
    office.stopped("loads", error="There is nothing in", hint="Load")
