"""Games left out of a published list are rated in a later period; one game entered twice is said; stale runs stop."""

from __future__ import annotations

import pytest

DAY = "2026-01-10"
JANUARY, FEBRUARY = ("ffe-national", "2026-01"), ("ffe-national", "2026-02")
EVENT = (f"T1,1,{DAY},A,B,1-0", f"T1,1,{DAY},C,D,1/2-1/2", f"T1,2,{DAY},E,,bye")
BAD = f"T1,2,{DAY},A,Q9,1-0"
MENDED = f"T1,2,{DAY},A,C,1-0"


@pytest.fixture
def left(ready):
    """An office whose January was published without T1, and whose February is open."""
    ready.load_rows(*EVENT, BAD, f"T2,1,{DAY},A,D,1-0", code=3)
    ready.do("rate", *JANUARY, code=3)
    ready.do("publish", *JANUARY, code=3)
    ready.do("period", "add", *FEBRUARY, "--starts", "2026-02-01", "--ends", "2026-02-28")
    return ready


def test_left_out_games_are_rated_once_brought_again(left):
    before = left.do("export", *JANUARY).output
    january = left.stored()
    said = left.load(left.games("again.csv", *EVENT, MENDED), period="2026-02").err
    assert "4 rows, 4 stored, 4 late reports" in said
    assert "3 games of T1, left out of the list 2026-01, are in this file\n" in said
    left.do("rate", *FEBRUARY)
    assert sorted(left.stored("2026-02")) == [
        ("T1", "A", "B", "1-0", "rated"), ("T1", "A", "C", "1-0", "rated"), ("T1", "C", "D", "1/2-1/2", "rated"),
        ("T1", "E", "", "bye", "not played"),
    ]  # fmt: skip
    assert left.check("2026-01")["refused"] == []
    assert left.stored() == january
    assert left.do("export", *JANUARY).output == before
    explained = left.do("explain", *JANUARY, "C", "--json").json["games"]
    assert [game["reason"] for game in explained] == ["set-aside"]


def test_corrected_results_take_the_place_of_left_out_ones(left):
    left.load(left.games("again.csv", f"T1,1,{DAY},A,B,0-1", *EVENT[1:], MENDED), period="2026-02")
    assert ("T1", "A", "B", "0-1", "rated") in left.stored("2026-02")
    assert ("T1", "A", "B", "1-0", "set aside: 1 refused row") in left.stored("2026-01")


def test_what_is_not_brought_again_stays_left_out_and_is_said(left):
    said = left.load(left.games("again.csv", EVENT[0], MENDED), period="2026-02").err
    assert "1 game of T1, left out of the list 2026-01, is in this file; 2 more are not, and stay unrated" in said
    assert len(left.stored("2026-02")) == 2
    assert len(left.stored("2026-01")) == 4


def test_taken_back_they_are_left_out_again(left):
    before = left.dump()
    left.load(left.games("again.csv", *EVENT, MENDED), period="2026-02")
    left.do("unload", 4)
    assert left.dump() == before


def test_refused_again_they_are_set_aside_in_the_new_period(left):
    left.load(left.games("again.csv", *EVENT, BAD), period="2026-02", code=3)
    assert {status for *_, status in left.stored("2026-02")} == {"set aside: 1 refused row"}
    assert left.check("2026-02")["set_aside"] == ["T1"]
    left.load(left.games("mended.csv", MENDED), period="2026-02")
    assert left.check("2026-02")["blocks"] == []


def test_they_are_rated_by_the_whole_job_too(left):
    left.games("again.csv", *EVENT, MENDED)
    left.do("run", *FEBRUARY, "--starts", "2026-02-01", "--ends", "2026-02-28", "--games", "again.csv", "--out", "out")
    by_id = {row["id"]: row for row in left.read("out/list.csv")}
    assert [by_id[player]["games"] for player in "ABCDE"] == ["123", "81", "62", "52", "200"]


def test_games_rated_in_a_published_period_are_known_not_moved(left):
    said = left.load(left.games("again.csv", f"T2,1,{DAY},A,D,1-0"), period="2026-02").err
    assert "0 stored, 1 already known" in said


WARNING = "same day, players and result as another game, in another round or tournament: line"


@pytest.mark.parametrize("place", ["T1,", "T1,4", ",", "T7,1"])
def test_one_game_under_two_rounds_or_tournaments_is_said(ready, place):
    said = ready.load_rows(f"T1,1,{DAY},A,B,1-0", f"{place},{DAY},A,B,1-0").err
    assert f"{WARNING} 2, 3" in said
    told = ready.check()["same_games"]
    assert [(game["white"], game["black"], game["result"]) for game in told] == [("A", "B", "1-0")] * 2
    assert "one game twice?: 2" in ready.do("check", *JANUARY).out


def test_one_game_against_stored_ones_is_said(ready):
    ready.load_rows(f"T1,1,{DAY},A,B,1-0", f"T1,1,{DAY},C,D,1-0")
    assert f"{WARNING} 3" in ready.load_rows(f"T1,3,{DAY},C,D,0-1", f"T1,3,{DAY},A,B,1-0", name="2.csv").err
    assert f"{WARNING} 2\n" in ready.load_rows(f"T1,,{DAY},C,D,1-0", name="3.csv").err


def test_one_game_in_two_periods_is_said(ready):
    ready.load_rows(f"T1,1,{DAY},A,B,1-0")
    ready.do("rate", *JANUARY)
    ready.do("publish", *JANUARY)
    ready.do("period", "add", *FEBRUARY, "--starts", "2026-02-01", "--ends", "2026-02-28")
    said = ready.load(ready.games("late.csv", f"T8,1,{DAY},A,B,1-0", f"T8,1,{DAY},C,D,1-0"), period="2026-02").err
    assert f"{WARNING} 2\n" in said


def test_a_return_game_on_one_day_is_not_said(ready):
    said = ready.load_rows(f"T1,1,{DAY},A,B,1-0", f"T1,2,{DAY},B,A,0-1", f"T1,3,{DAY},A,B,0-1").err
    assert "warning" not in said


@pytest.mark.parametrize("command", ["export", "explain", "publish"])
def test_a_run_whose_inputs_changed_is_not_shown(ready, command):
    ready.load_rows(f"T1,1,{DAY},A,B,1-0")
    ready.do("rate", *JANUARY)
    ready.load_rows(f"T1,2,{DAY},A,C,1-0", name="more.csv")
    assert ready.check()["stale"] is True
    assert "has changed since: rate it again" in ready.do("check", *JANUARY).out
    player = ("A",) if command == "explain" else ()
    ready.stopped(command, *JANUARY, *player, error="was rated from has changed since", hint="ratings rate ffe")
    ready.do("rate", *JANUARY)
    assert ready.check()["stale"] is False
    ready.do(command, *JANUARY, *player)
