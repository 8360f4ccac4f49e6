"""Loading games: every refusal that the contract names, what is set aside, and the ways to mend it."""

from __future__ import annotations

import pytest

DAY = "2026-01-10"
GOOD_1, GOOD_2 = f"T1,1,{DAY},A,B,1-0", f"T2,1,{DAY},A,B,1-0"
MISSING, NO_DATE = "a value is needed", "not a date like"
EXCEL = "a spreadsheet turned the result into a date"

REFUSALS = {
    "white-missing": (f"T2,2,{DAY},,D,1-0", "white", "", "missing-value", MISSING),
    "black-missing": (f"T2,2,{DAY},C,,1-0", "black", "", "missing-value", MISSING),
    "black-missing-draw": (f"T2,2,{DAY},C, ,1/2-1/2", "black", "", "missing-value", MISSING),
    "result-missing": (f"T2,2,{DAY},C,D,", "result", "", "missing-value", MISSING),
    "date-missing": ("T2,2,,C,D,1-0", "date", "", "missing-value", MISSING),
    "white-unknown": (f"T2,2,{DAY},Q17,D,1-0", "white", "Q17", "unknown-player", "no player has this id"),
    "black-unknown": (f"T2,2,{DAY},C,Q17,1-0", "black", "Q17", "unknown-player", "no player has this id"),
    "case-stays": (f"T2,2,{DAY},c,D,1-0", "white", "c", "unknown-player", "no player has this id"),
    "forfeit-against-unknown": (f"T2,2,{DAY},C,Q17,1-0F", "black", "Q17", "unknown-player", "no player has this id"),
    "same-player": (f"T2,2,{DAY},C,C,1-0", "black", "C", "same-player", "same player"),
    "result-unknown": (f"T2,2,{DAY},C,D,2-0", "result", "2-0", "unknown-result", "known: 1-0, 0-1"),
    "result-one-number": (f"T2,2,{DAY},C,D,1", "result", "1", "unknown-result", "known: 1-0, 0-1"),
    "result-0-0": (f"T2,2,{DAY},C,D,0-0", "result", "0-0", "unknown-result", "known: 1-0, 0-1"),
    "draw-by-forfeit": (f"T2,2,{DAY},C,D,1/2-1/2F", "result", "1/2-1/2F", "unknown-result", "no drawn forfeit"),
    "excel-jan": (f"T2,2,{DAY},C,D,1-Jan", "result", "1-Jan", "excel-date", EXCEL),
    "excel-feb": (f"T2,2,{DAY},C,D,1-Feb", "result", "1-Feb", "excel-date", EXCEL),
    "excel-janv": (f"T2,2,{DAY},C,D,01-janv", "result", "01-janv", "excel-date", EXCEL),
    "excel-fevr": (f"T2,2,{DAY},C,D,01-févr", "result", "01-févr", "excel-date", EXCEL),
    "excel-year": (f"T2,2,{DAY},C,D,janv.-00", "result", "janv.-00", "excel-date", EXCEL),
    "excel-day": (f"T2,2,{DAY},C,D,01/02/2026", "result", "01/02/2026", "excel-date", EXCEL),
    "excel-iso": (f"T2,2,{DAY},C,D,2000-01-01", "result", "2000-01-01", "excel-date", EXCEL),
    "date-unreadable": ("T2,2,10 January,C,D,1-0", "date", "10 January", "unreadable-date", NO_DATE),
    "date-month-first": ("T2,2,01/31/2026,C,D,1-0", "date", "01/31/2026", "unreadable-date", NO_DATE),
    "date-no-such-day": ("T2,2,2026-02-30,C,D,1-0", "date", "2026-02-30", "unreadable-date", NO_DATE),
    "date-two-digits": ("T2,2,10/01/26,C,D,1-0", "date", "10/01/26", "unreadable-date", NO_DATE),
    "date-serial-number": ("T2,2,46032,C,D,1-0", "date", "46032", "unreadable-date", NO_DATE),
    "after-the-period": ("T2,2,2026-02-01,C,D,1-0", "date", "2026-02-01", "after-the-period", "ends on 2026-01-31"),
    "round-unreadable": (f"T2,two,{DAY},C,D,1-0", "round", "two", "unreadable-number", "not a whole number"),
    "round-negative": (f"T2,-1,{DAY},C,D,1-0", "round", "-1", "unreadable-number", "not a whole number"),
    "round-decimal": (f"T2,1.5,{DAY},C,D,1-0", "round", "1.5", "unreadable-number", "not a whole number"),
    "round-huge": (f"T2,70000,{DAY},C,D,1-0", "round", "70000", "unreadable-number", "not a whole number"),
    "too-few-cells": (f"T2,2,{DAY},C,D", "row", "", "cell-count", "5 cells, the header 6"),
    "too-many-cells": (f"T2,2,{DAY},C,D,1-0,1-0", "row", "", "cell-count", "7 cells, the header 6"),
}


@pytest.mark.parametrize("row, column, value, code, reason", REFUSALS.values(), ids=REFUSALS)
def test_row_is_refused_and_its_tournament_set_aside(ready_desk, row, column, value, code, reason):
    said = ready_desk.load_rows(GOOD_1, row, GOOD_2, code=3).err
    told = ready_desk.check()
    (refused,) = told["refused"]
    assert (refused["file"], refused["line"], refused["column"], refused["value"], refused["code"]) == (
        "games.csv", 3, column, value, code,
    )  # fmt: skip
    assert reason in refused["reason"]
    assert f"games.csv, line 3, {column}" in said
    assert told["set_aside"] == ["T2"]
    assert [(*game[:3], game[4]) for game in ready_desk.stored()] == [
        ("T1", "A", "B", "rated"), ("T2", "A", "B", "set aside: 1 refused row"),
    ]  # fmt: skip
    (out,) = ready_desk.read("refused.csv")
    assert (out["file"], out["line"], out["column"]) == ("games.csv", "3", column)
    assert out["value"].removeprefix("'") == value
    assert reason in out["reason"]
    cells = dict(zip(("tournament", "round", "date", "white", "black", "result"), row.split(","), strict=False))
    assert {name: (out[name] or "").removeprefix("'") for name in cells} == cells
    rated = ready_desk.do("rate", "ffe-national", "2026-01", code=3).err
    assert "1 game;" in rated
    assert "set aside: tournament T2 is not rated" in rated


def test_all_refusals_at_once_with_all_reasons(ready):
    rows = [row for row, _, _, code, _ in REFUSALS.values() if code != "cell-count"]
    ready.load_rows(*rows, f"T3,1,31/02/2026,Q1,,{0}", GOOD_1, code=3)
    assert [(line, code) for line, _, _, code in ready.refused()] == [
        *((line, case[3]) for line, case in enumerate([c for c in REFUSALS.values() if c[3] != "cell-count"], 2)),
        (len(rows) + 2, "unknown-result"),
    ]
    last = ready.check()["refused"][-1]["reason"]
    for reason in ("unknown result", "not a date", "no player has this id", MISSING):
        assert reason in last
    assert ready.check()["set_aside"] == ["T2", "T3"]


def test_unknown_player_names_the_nearest(desk):
    players = "id,name\nF00120,Dupont Jean\nF00121,Durand Paul\nK9,Kasparov Garry\n"
    desk.opened(players=players, listed="")
    desk.load_rows(f"T,1,{DAY},F00122,K9,1-0", f"T,1,{DAY},Kasparov,F00120,1-0", code=3)
    first, second = (row["reason"] for row in desk.check()["refused"])
    assert "F00120 (Dupont Jean)" in first
    assert "F00121 (Durand Paul)" in first
    assert "K9 (Kasparov Garry)" in second
    assert desk.check()["unknown_players"] == ["F00122", "Kasparov"]


@pytest.mark.parametrize("day", ["2026-01-08", "2026-01-12"])
def test_date_outside_the_tournament(ready_desk, day):
    days = ready_desk.file("t.csv", "tournament,starts,ends\nT2,09/01/2026,11/01/2026\n")
    ready_desk.load_rows(GOOD_1, f"T2,2,{day},C,D,1-0", GOOD_2, code=3, options=("--tournaments", days))
    assert ready_desk.refused() == [(3, "date", day, "outside-the-tournament")]
    assert "2026-01-09 to 2026-01-11" in ready_desk.check()["refused"][0]["reason"]
    assert ready_desk.check()["set_aside"] == ["T2"]


def test_first_and_last_day_of_tournament_and_period_are_inside(ready_desk):
    days = ready_desk.file("t.csv", "tournament,starts,ends\nT2,2026-01-01,2026-01-31\n")
    rows = ("T2,1,2026-01-01,A,B,1-0", "T2,2,2026-01-31,A,C,1-0")
    assert "late" not in ready_desk.load_rows(*rows, options=("--tournaments", days)).err
    assert ready_desk.refused() == []


def test_two_games_in_one_round(ready):
    ready.load_rows(GOOD_1, f"T2,1,{DAY},A,B,1-0", f"T2,1,{DAY},C,A,1-0", f"T2,1,{DAY},D,E,1-0", code=3)
    assert ready.refused() == [
        (3, "round", "1", "two-games-in-a-round"),
        (4, "round", "1", "two-games-in-a-round"),
    ]
    assert "lines 3, 4" in ready.check()["refused"][0]["reason"]


def test_two_games_in_one_round_against_a_stored_one(ready):
    ready.load_rows(GOOD_2)
    ready.load_rows(f"T2,1,{DAY},C,A,1-0", code=3, name="more.csv")
    assert ready.refused() == [(2, "round", "1", "two-games-in-a-round")]
    assert "a game already stored" in ready.check()["refused"][0]["reason"]
    assert ready.check()["set_aside"] == ["T2"]


def test_a_league_whose_rounds_begin_again_is_told_what_to_do(ready):
    """The same round number weeks later is two rounds, perhaps; on neighbouring days it is a fault of the file."""
    ready.load_rows("LEAGUE,1,2026-01-03,A,B,1-0", "LEAGUE,1,2026-01-03,C,D,1-0")
    told = ready.load_rows("LEAGUE,1,2026-01-17,A,C,1-0", "LEAGUE,1,2026-01-17,D,C,1-0", name="2.csv", code=3).err
    why = "; if they are two rounds, number the rounds on, or give each part of the event a code of its own"
    stored = "a game already stored (LEAGUE, round 1, 2026-01-03, {}, in 2026-01)"
    assert f"A has two games in this round: line 2 and {stored.format('A - B 1-0')}{why}; C has" in told
    assert f"the same pairing stands differently in line 3 and {stored.format('C - D 1-0')}{why}\n" in told
    told = ready.load_rows("OPEN,1,2026-01-17,A,C,1-0", "OPEN,1,2026-01-18,A,D,1-0", name="3.csv", code=3).err
    assert "A has two games in this round: lines 2, 3\n" in told


def test_the_player_and_the_stored_game_are_named_once_a_line(ready):
    """Also those of another period, and of whoever stands under a second id."""
    ready.load_rows(f"T2,1,{DAY},A,B,1-0", f"T2,1,{DAY},C,D,1/2-1/2")
    ready.do("rate", "ffe-national", "2026-01")
    ready.do("publish", "ffe-national", "2026-01")
    ready.do("period", "add", "ffe-national", "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
    rows = ("T2,1,2026-02-10,A,E,1-0", "T2,1,2026-02-10,C,B,1-0", "T2,1,2026-02-10,F,U,1-0", "T2,1,2026-02-11,U,F,0-1",
            "T2,1,2026-02-11,U,V,0-1")  # fmt: skip
    said = ready.load(ready.games("more.csv", *rows), period="2026-02", code=3).err
    named = ("A - B 1-0", "C - D 1/2-1/2")
    why = "; if they are two rounds, number the rounds on, or give each part of the event a code of its own"
    stored = [f"a game already stored (T2, round 1, {DAY}, {game}, in 2026-01){why}" for game in named]
    reasons = [line.split("': ")[1] for line in said.splitlines() if "  refused: " in line and "two games" in line]
    assert reasons == [
        f"A has two games in this round: line 2 and {stored[0]}",
        f"B has two games in this round: line 3 and {stored[0]}; C has two games in this round: line 3 and {stored[1]}",
        "U has two games in this round: lines 4, 5, 6",
        "U has two games in this round: lines 4, 5, 6",
        "U has two games in this round: lines 4, 5, 6",
    ]


def test_both_players_of_two_lines(ready):
    said = ready.load_rows(f"T2,1,{DAY},A,B,1-0", f"T2,1,{DAY},C,A,1-0", f"T2,1,{DAY},B,C,1-0", code=3).err
    assert "A has two games in this round: lines 2, 3; B has two games in this round: lines 2, 4" in said
    assert said.count("  refused: ") == 3


def test_a_bye_and_a_game_in_one_round(ready_desk):
    ready_desk.load_rows(f"T2,1,{DAY},A,B,1-0", f"T2,1,{DAY},A,,bye", code=3)
    assert {code for *_, code in ready_desk.refused()} == {"two-games-in-a-round"}


@pytest.mark.parametrize(
    "other", [f"T2,1,{DAY},A,B,0-1", f"T2,1,{DAY},B,A,1-0", f"T2,1,{DAY},A,B,1-0F", "T2,1,2026-01-11,A,B,1/2-1/2"]
)
def test_contradicting_rows_are_both_refused(ready_desk, other):
    ready_desk.load_rows(GOOD_1, GOOD_2, other, code=3)
    assert [(line, code) for line, _, _, code in ready_desk.refused()] == [(3, "contradiction"), (4, "contradiction")]
    assert [game[0] for game in ready_desk.stored()] == ["T1"]
    assert ready_desk.check()["set_aside"] == ["T2"]


def test_contradiction_with_a_stored_game(ready):
    ready.load_rows(GOOD_2)
    ready.load_rows(f"T2,1,{DAY},A,B,0-1", code=3, name="more.csv")
    assert [(line, code) for line, _, _, code in ready.refused()] == [(2, "contradiction")]
    assert [game[3] for game in ready.stored()] == ["1-0"]


def test_contradiction_without_round_is_told_by_day_and_colours(ready_desk):
    header = "tournament,date,white,black,result"
    rows = (f"T,{DAY},A,B,1-0", f"T,{DAY},B,A,1-0", "T,2026-01-11,A,B,0-1", f"T,{DAY},C,D,1-0", f"T,{DAY},C,D,0-1")
    ready_desk.load_rows(*rows, header=header, code=3)
    assert [(line, code) for line, _, _, code in ready_desk.refused()] == [(5, "contradiction"), (6, "contradiction")]


def test_of_rows_without_a_tournament_only_the_bad_ones_are_set_aside(ready):
    ready.load_rows(f",,{DAY},A,B,1-0", f",,{DAY},C,C,1-0", f",,{DAY},D,E,1-0", GOOD_1, code=3)
    told = ready.check()
    assert told["set_aside"] == []
    assert told["refused_count"] == 1
    assert told["blocks"] == ["1 refused row is not mended"]
    assert [game[1:3] + game[4:] for game in ready.stored()] == [
        ("A", "B", "rated"), ("D", "E", "rated"), ("A", "B", "rated"),
    ]  # fmt: skip


def test_rows_without_a_tournament_know_no_rounds(ready_desk):
    ready_desk.load_rows(f",1,{DAY},A,B,1-0", f",1,{DAY},A,C,1-0", f",1,{DAY},D,A,1-0")
    assert len(ready_desk.stored()) == 3


def test_no_tournament_column(ready_desk):
    ready_desk.load_rows("A,B,1-0,2026-01-10", header="white,black,result,date")
    assert ready_desk.stored() == [("", "A", "B", "1-0", "rated")]


class TestMending:
    """The four ways to mend, on both databases."""

    BAD = f"T2,2,{DAY},C,C,1-0"
    MENDED = f"T2,2,{DAY},C,D,1-0"

    @pytest.fixture
    def broken(self, ready):
        ready.load_rows(GOOD_1, self.BAD, GOOD_2, code=3)
        return ready

    def is_mended(self, office):
        assert office.refused() == []
        assert office.check()["set_aside"] == []
        assert office.do("export", "ffe-national", "2026-01", "--what", "refused").rows == []
        assert sorted(game[0] + game[1] + game[2] for game in office.stored()) == ["T1AB", "T2AB", "T2CD"]
        assert {game[4] for game in office.stored()} == {"rated"}
        office.do("rate", "ffe-national", "2026-01")

    def test_the_whole_file_again(self, broken):
        said = broken.load_rows(GOOD_1, self.MENDED, GOOD_2, name="again.csv").err
        assert "3 rows, 1 stored, 2 already known" in said
        self.is_mended(broken)

    def test_refused_csv_mended(self, broken):
        path = broken.folder / "refused.csv"
        broken.file("mended.csv", path.read_text().replace("T2,2,2026-01-10,C,C", "T2,2,2026-01-10,C,D"))
        assert "1 row, 1 stored" in broken.load("mended.csv").err
        self.is_mended(broken)

    def test_refused_csv_in_excel_form(self, broken):
        broken.do("export", "ffe-national", "2026-01", "--what", "refused", "--excel", "-o", "r.csv")
        text = (broken.folder / "r.csv").read_text("utf-8-sig")
        broken.file("r.csv", text.replace("C;C", "C;D"), "utf-8-sig")
        broken.load("r.csv")
        self.is_mended(broken)

    def test_registering_the_unknown_player_and_the_same_file_again(self, ready):
        rows = (GOOD_1, f"T2,2,{DAY},New,D,1-0", GOOD_2)
        ready.load_rows(*rows, code=3)
        assert "unchanged" not in ready.load("games.csv", code=3).err
        ready.do("load", "players", ready.file("new.csv", "id,name\nNew,Newton Nina\n"))
        assert "1 stored, 2 already known" in ready.load("games.csv").err
        assert ready.refused() == []
        assert len(ready.stored()) == 3
        assert "unchanged" in ready.load("games.csv").err

    def test_accept_partial(self, ready):
        ready.load_rows(GOOD_1, self.BAD, GOOD_2, options=("--accept-partial",), code=3)
        told = ready.check()
        assert told["set_aside"] == []
        assert told["refused_count"] == 0
        assert told["accepted"] == [{"tournament": "T2", "reason": "rated without 1 refused row"}]
        assert [game[4] for game in ready.stored()] == ["rated", "rated"]
        ready.do("rate", "ffe-national", "2026-01")

    def test_accept_partial_afterwards(self, broken):
        broken.load("games.csv", options=("--accept-partial",), code=3)
        assert broken.check()["set_aside"] == []
        broken.do("rate", "ffe-national", "2026-01")

    def test_one_row_today_and_one_tomorrow(self, ready):
        rows = (self.BAD, f"T2,3,{DAY},D,D,1-0")
        ready.load_rows(*rows, GOOD_2, code=3)
        ready.load_rows(self.MENDED, rows[1], name="one.csv", code=3)
        assert [row[3] for row in ready.refused()] == ["same-player"]
        ready.load_rows(self.MENDED, f"T2,3,{DAY},D,E,1-0", name="two.csv")
        assert ready.refused() == []

    def test_one_of_two_rows_is_not_enough(self, ready):
        ready.load_rows(self.BAD, f"T2,3,{DAY},D,D,1-0", GOOD_2, code=3)
        ready.load_rows(self.MENDED, name="one.csv", code=3)
        assert ready.check()["set_aside"] == ["T2"]
        ready.load_rows(f"T2,3,{DAY},D,E,1-0", name="two.csv")
        assert ready.refused() == []

    def test_another_tournament_mends_nothing(self, broken):
        broken.load_rows(f"T9,1,{DAY},C,D,1-0", f"T9,2,{DAY},C,E,1-0", name="other.csv", code=3)
        assert broken.check()["set_aside"] == ["T2"]

    def test_a_contradiction_is_mended_by_the_one_right_row(self, ready):
        ready.load_rows(GOOD_1, GOOD_2, f"T2,1,{DAY},A,B,0-1", f"T2,2,{DAY},C,D,1-0", code=3)
        ready.load_rows(GOOD_2, name="right.csv")
        self.is_mended(ready)

    def test_mending_wrongly_again_leaves_one_refused_row(self, broken):
        broken.load_rows(GOOD_1, f"T2,2,{DAY},C,Nobody,1-0", GOOD_2, code=3, name="again.csv")
        assert broken.check()["set_aside"] == ["T2"]
        broken.load_rows(GOOD_1, self.MENDED, GOOD_2, name="third.csv")
        self.is_mended(broken)

    def test_refused_rows_of_several_loads_have_files_of_their_own(self, broken):
        broken.load_rows(f"T3,1,{DAY},E,E,1-0", code=3, name="other.csv")
        assert (broken.folder / "refused-2.csv").exists()
        rows = broken.do("export", "ffe-national", "2026-01", "--what", "refused").rows
        assert [(row["file"], row["tournament"]) for row in rows] == [("games.csv", "T2"), ("other.csv", "T3")]


def test_same_file_twice(ready):
    ready.load_rows(GOOD_1, GOOD_2)
    before = ready.dump()
    said = ready.load("games.csv").err
    assert "unchanged, this content was loaded before (load 3)" in said
    assert ready.dump() == before
    ready.file("copy.csv", (ready.folder / "games.csv").read_bytes())
    assert "unchanged" in ready.load("copy.csv").err


def test_known_rows_are_counted_and_not_stored(ready):
    ready.load_rows(GOOD_1, GOOD_2)
    assert "3 rows, 1 stored, 2 already known" in ready.load_rows(GOOD_2, GOOD_1, f"T2,2,{DAY},A,C,=", name="m.csv").err
    assert len(ready.stored()) == 3


def test_the_same_row_twice_in_one_file(ready_desk):
    assert "2 rows, 1 stored, 1 already known" in ready_desk.load_rows(GOOD_1, GOOD_1).err


def test_rows_known_from_an_earlier_period(ready):
    ready.load_rows(GOOD_1)
    ready.do("period", "add", "ffe-national", "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
    ready.games("february.csv", GOOD_1, "T1,2,2026-02-03,A,C,1-0")
    assert "2 rows, 1 stored, 1 already known" in ready.load("february.csv", period="2026-02").err
    assert [game[2] for game in ready.stored("2026-02")] == ["C"]


def test_known_in_one_system_is_new_in_another(ready_desk):
    ready_desk.load_rows(GOOD_1)
    ready_desk.do("period", "add", "ffe-rapid", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
    assert "1 stored" in ready_desk.load("games.csv", system="ffe-rapid").err


def test_late_reports_are_accepted_and_said(ready):
    said = ready.load_rows("T1,1,2025-12-30,A,B,1-0", GOOD_2).err
    assert "1 late report" in said
    assert ready.check()["late_reports"] == 1
    assert len(ready.stored()) == 2


def test_same_event_under_another_name_is_a_warning(ready):
    games = [("A", "B", "1-0"), ("C", "D", "0-1"), ("E", "A", "1/2-1/2")]
    ready.load_rows(*(f"Open,{n},{DAY},{w},{b},{r}" for n, (w, b, r) in enumerate(games, 1)))
    again = (f"OPEN 2026,{n},2026-01-17,{w},{b},{r}" for n, (w, b, r) in enumerate(games, 1))
    said = ready.load_rows(*again, name="again.csv").err
    assert "warning: OPEN 2026 and Open have the same players and results" in said
    assert len(ready.stored()) == 6


def test_period_and_file_must_be_there(ready_desk):
    ready_desk.games("g.csv", GOOD_1)
    load = ("load", "games", "g.csv", "--system", "ffe-national", "--period")
    ready_desk.stopped(*load, "2027-01", error="ffe-national has no period 2027-01", hint="2026-01")
    ready_desk.stopped("load", "games", "no.csv", *load[3:], "2026-01", error="no.csv cannot be read", hint="Check")
    ready_desk.stopped(
        "load", "games", "g.csv", "--system", "chess", "--period", "x", error="no rating system", hint="ffe", code=2
    )
    ready_desk.stopped("load", "games", "g.csv", error="Missing option", hint="--help", code=2)


@pytest.mark.parametrize("column", ["white", "black", "result", "date"])
def test_needed_column_is_missing(ready_desk, column):
    header = [name for name in ("white", "black", "result", "date") if name != column]
    ready_desk.games("g.csv", "A,B,1-0", header=",".join(header))
    arguments = ("load", "games", "g.csv", "--system", "ffe-national", "--period", "2026-01")
    ready_desk.stopped(*arguments, error=f"g.csv has no column {column}", hint="header")


def test_one_bad_file_of_several_loads_nothing(ready):
    ready.games("good.csv", GOOD_1)
    ready.file("bad.csv", "nothing,here\n1,2\n")
    before = ready.dump()
    arguments = ("load", "games", "good.csv", "bad.csv", "--system", "ffe-national", "--period", "2026-01")
    ready.stopped(*arguments, error="bad.csv has no column")
    assert ready.dump() == before


def test_games_from_standard_input(ready_desk):
    data = f"white,black,result,date\nA,B,1-0,{DAY}\nC,C,1-0,{DAY}\n".encode()
    arguments = ("load", "games", "-", "--system", "ffe-national", "--period", "2026-01")
    assert "stdin: 2 rows, 1 stored, 1 refused" in ready_desk.do(*arguments, code=3, stdin=data).err
    assert ready_desk.check()["refused"][0]["file"] == "stdin"


def test_quiet_says_nothing_but_the_exit_code(ready_desk):
    ready_desk.games("g.csv", f"T2,2,{DAY},C,C,1-0")
    load = ("load", "games", "g.csv", "--system", "ffe-national", "--period", "2026-01")
    assert ready_desk.do("-q", *load, code=3).err == ""
