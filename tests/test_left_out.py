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


class TestInNoListYet:
    """Games that a published list was made without are named until a list has them."""

    def test_check_of_the_next_period_and_status_name_them(self, left):
        (row,) = left.check("2026-02")["left_out"]
        assert row == {"period": "2026-01", "tournament": "T1", "games": 2, "refused": 1,
                       "why": "set aside: 1 refused row"}  # fmt: skip
        said = left.do("check", *FEBRUARY).out
        assert "Games that a published list was made without, and that are in no list yet: 1" in said
        assert "  2026-01 T1: 2 games and 1 row refused (set aside: 1 refused row)" in said.splitlines()
        told = left.do("status", "--on", "2026-02-10", "--json").json
        assert told["systems"][0]["left_out"] == [row]
        page = left.do("status", "--on", "2026-02-10").out
        assert "  left    2026-01: made without T1 (2 games): in no list yet" in page.splitlines()
        assert page.endswith("All is well.\n")

    def test_the_mended_row_alone_brings_only_itself(self, left):
        said = left.load(left.games("mended.csv", MENDED), period="2026-02").err
        assert "the 3 games of T1, left out of the list 2026-01, are not in this file, and stay unrated: A - B " in said
        assert [row["games"] for row in left.check("2026-02")["left_out"]] == [2]

    def test_until_the_whole_tournament_is_loaded(self, left):
        left.load(left.games("again.csv", *EVENT, MENDED), period="2026-02")
        assert left.check("2026-02")["left_out"] == left.check("2026-01")["left_out"] == []
        assert left.do("status", "--on", "2026-02-10", "--json").json["systems"][0]["left_out"] == []
        assert left.do("check", *JANUARY).out.startswith("Published.\n")
        left.do("unload", 4)
        assert [row["games"] for row in left.check("2026-02")["left_out"]] == [2]

    def test_or_a_revision_has_them(self, left):
        left.load(left.games("again.csv", *EVENT, MENDED), options=("--correction", "mended"))
        assert [row["games"] for row in left.check("2026-02")["left_out"]] == [2]
        left.do("revise", *JANUARY, "--reason", "mended")
        assert left.check("2026-02")["left_out"] == []

    def test_a_tournament_of_which_every_row_was_refused(self, ready):
        ready.load_rows(f"T9,1,{DAY},A,Q8,1-0", f"T9,1,{DAY},Q9,B,1-0", f"T2,1,{DAY},A,D,1-0", code=3)
        ready.do("rate", *JANUARY, code=3)
        ready.do("publish", *JANUARY, code=3)
        ready.do("period", "add", *FEBRUARY, "--starts", "2026-02-01", "--ends", "2026-02-28")
        assert [(row["games"], row["refused"]) for row in ready.check("2026-02")["left_out"]] == [(0, 2)]
        assert "T9 (2 refused rows)" in ready.do("status", "--on", "2026-02-10").out
        ready.load(ready.games("part.csv", f"T9,1,{DAY},A,C,1-0"), period="2026-02")
        assert [row["refused"] for row in ready.check("2026-02")["left_out"]] == [2]
        ready.load(ready.games("again.csv", f"T9,1,{DAY},A,C,1-0", f"T9,1,{DAY},D,B,1-0"), period="2026-02")
        assert ready.check("2026-02")["left_out"] == []
        assert ready.check("2026-01")["refused"] == []

    def test_what_was_held_is_named_until_it_is_released_and_withdrawn_games_are_not(self, ready):
        ready.load_rows(f"T1,1,{DAY},A,B,1-0", f"T1,1,{DAY},C,D,1-0", f"T2,1,{DAY},E,F,1-0")
        ready.do("hold", *JANUARY, "--tournament", "T1", "--reason", "doubts")
        ready.do("withdraw", *JANUARY, "--tournament", "T2", "--white", "E", "--reason", "never played")
        ready.do("rate", *JANUARY, code=3)
        ready.do("publish", *JANUARY, code=3)
        ready.do("period", "add", *FEBRUARY, "--starts", "2026-02-01", "--ends", "2026-02-28")
        named = [("T1", 2, "held: doubts")]
        assert [(row["tournament"], row["games"], row["why"]) for row in ready.check("2026-02")["left_out"]] == named
        assert "`ratings release … --reason WHY`, then `ratings revise" in ready.do("check", *JANUARY, code=3).out
        ready.do("release", *JANUARY, "--tournament", "T1", "--reason", "settled")
        ready.do("revise", *JANUARY, "--reason", "settled")
        assert ready.check("2026-02")["left_out"] == []

    def test_the_advice_for_a_published_period_is_the_whole_tournament(self, left):
        text = left.do("check", *JANUARY, code=3).out
        assert text.startswith("Published.\n")
        assert "What blocks" not in text
        assert "Load the WHOLE tournament again, mended, not its mended rows alone" in text
        assert "--period 2026-01 --correction WHY" in text
        assert "--accept-partial" not in text


class TestMendedRoundsAndDays:
    """The same game has the same players and result; its round or day may have been what was mended."""

    @pytest.mark.parametrize("where", ["4,2026-01-10", "4,2026-01-12"])
    def test_they_are_the_same_games(self, left, where):
        rows = [f"T1,{where},A,B,1-0", f"T1,{where},C,D,1/2-1/2", f"T1,{where},E,,bye"]
        said = left.load(left.games("again.csv", *rows, MENDED), period="2026-02").err
        assert "  note: 3 games of T1, left out of the list 2026-01, are in this file, 3 with another round" in said
        assert "unrated" not in said
        assert left.check("2026-02")["left_out"] == []
        assert len(left.stored("2026-01")) == 4
        assert len(left.stored("2026-02")) == 4

    def test_rounds_that_change_places_clash_with_nothing(self, ready):
        """The games as they were, in the other rounds, are out of the way of the mended ones."""
        rounds = (f"T1,1,{DAY},A,B,1-0", f"T1,1,{DAY},C,D,1-0", f"T1,2,{DAY},A,C,1-0", f"T1,2,{DAY},B,D,1-0")
        ready.load_rows(*rounds, f"T1,3,{DAY},A,Q9,1-0", code=3)
        ready.do("rate", *JANUARY, code=3)
        ready.do("publish", *JANUARY, code=3)
        ready.do("period", "add", *FEBRUARY, "--starts", "2026-02-01", "--ends", "2026-02-28")
        turned = [row.replace("T1,1", "T1,x").replace("T1,2", "T1,1").replace("T1,x", "T1,2") for row in rounds]
        said = ready.load(ready.games("again.csv", *turned, f"T1,3,{DAY},A,D,1-0"), period="2026-02").err
        assert "4 games of T1, left out of the list 2026-01, are in this file, 4 with another round or day" in said
        assert ready.check("2026-01")["refused"] == []

    def test_a_return_game_takes_up_only_itself(self, ready):
        """The same players and result twice: one row stands for one game, loaded once or twice."""
        twice = (f"T1,1,{DAY},A,B,1-0", "T1,5,2026-01-14,A,B,1-0")
        ready.load_rows(*twice, f"T1,2,{DAY},A,Q9,1-0", code=3)
        ready.do("rate", *JANUARY, code=3)
        ready.do("publish", *JANUARY, code=3)
        ready.do("period", "add", *FEBRUARY, "--starts", "2026-02-01", "--ends", "2026-02-28")
        for name, more in (("one.csv", ()), ("two.csv", (f"T1,3,{DAY},C,D,1-0",))):
            ready.load(ready.games(name, "T1,6,2026-01-14,A,B,1-0", *more), period="2026-02")
            assert [row["games"] for row in ready.check("2026-02")["left_out"]] == [1]
        said = ready.load(ready.games("three.csv", "T1,9,2026-02-14,A,B,1-0"), period="2026-02").err
        assert "the game of T1, left out of the list 2026-01, is not in this file, and stays unrated" in said
        assert "A - B (round 1, 2026-01-10)" in said

    def test_a_note_that_warns_says_so_once(self, left):
        said = left.load(left.games("again.csv", "T8,1,2026-01-10,A,D,1-0"), period="2026-02").err
        assert "  warning: same day, players and result" in said
        assert "note: warning" not in said
