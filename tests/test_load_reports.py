"""`ratings load games` with tournament reports: who is who, what is set aside, what is told, how it is mended."""

from __future__ import annotations

import re

import pytest

from office import Office
from reports import CODE, HEADER, PLAYERS, changed, player_line, report
from shared_files import MALFORMED, REPORTS, malformed_reports, real_reports, shared_file


@pytest.fixture
def load(ready_desk):
    def loaded(text: str | bytes, *options: str, code: int = 0, name: str = "cup.trf") -> str:
        return ready_desk.load(ready_desk.file(name, text), code=code, options=options).err

    return loaded


class TestWhoIsWho:
    def test_by_name_and_birth_year(self, ready_desk, load):
        assert "players: 4 by name and birth year" in load(report())
        assert ready_desk.stored() == [
            (CODE, "A", "B", "1-0", "rated"), (CODE, "D", "C", "0-1", "rated"),
            (CODE, "B", "D", "1-0F", "not played"), (CODE, "C", "A", "1/2-1/2", "rated"),
            (CODE, "A", "D", "1-0", "rated"), (CODE, "C", "B", "1-0", "rated"),
        ]  # fmt: skip

    def test_by_fide_id_before_the_name(self, ready_desk, load):
        ready_desk.do(
            "load", "players", ready_desk.file("p.csv", "id,name,birth_year,fide_id\nE,Alpha Anne,1980,88800001\n")
        )
        assert "1 by FIDE id, 3 by name and birth year" in load(report())
        assert ready_desk.stored()[1][1] == "E"

    def test_by_the_number_of_a_national_line(self, ready_desk, load):
        national = "FRA    1".ljust(57) + "          A"
        assert "players: 1 by federation id, 3 by name and birth year" in load(report(*PLAYERS, national))

    def test_a_number_of_another_register_is_no_federation_id(self, load):
        national = "FRA    1".ljust(57) + "          E"  # who is Eve here, and not Anne
        assert "players: 4 by name and birth year" in load(report(*PLAYERS, national))

    def test_never_by_name_alone(self, load):
        text = changed("1985", "    ")
        assert "2 Beta,Bruno': no registered player was found (no id, no birth year)" in load(text, code=3)

    def test_a_birth_in_the_future_is_left_out_and_told(self, ready_desk, load):
        told = load(changed("1980/02/03", "2099/02/03", changed("Alpha,Anne", "Novak,Nina")), "--register")
        assert "warning: 1 Novak,Nina: nobody is born after 20" in told
        assert "born 2099 is left out" in told
        assert ready_desk.query("SELECT name, birth_year FROM player WHERE id = '88800001'") == [("Novak,Nina", None)]

    def test_two_of_one_name_and_year(self, ready_desk, load):
        ready_desk.do("load", "players", ready_desk.file("p.csv", "id,name,birth_year\nA2,Anne Alpha,1980\n"))
        assert "could be A (Alpha Anne) or A2 (Anne Alpha)" in load(report(), code=3)

    def test_another_fide_id_is_another_person(self, ready_desk, load):
        ready_desk.do("load", "players", ready_desk.file("p.csv", "id,name,fide_id\nA,Alpha Anne,77700001\n"))
        ready_desk.do("load", "players", ready_desk.file("q.csv", "id,name,birth_year\nA,Alpha Anne,1980\n"))
        assert "but FIDE id 77700001" in load(report(), code=3)

    def test_a_fide_id_of_somebody_else(self, ready_desk, load):
        ready_desk.do(
            "load", "players", ready_desk.file("p.csv", "id,name,birth_year,fide_id\nU,Unrated Ugo,1995,88800001\n")
        )
        assert "the FIDE id is that of U (Unrated Ugo), born 1995" in load(report(), code=3)

    @pytest.mark.parametrize("year, code", [(1980, 0), (1995, 3)], ids=["name differs", "name and year differ"])
    def test_a_mistyped_fide_id_is_told_with_its_owner(self, ready, year, code):
        people = f"id,name,birth_year,fide_id\nU,Unrated Ugo,{year},88800001\nA,Alpha Anne,1980,88800010\n"
        ready.do("load", "players", ready.file("p.csv", people))
        told = ready.load(ready.file("cup.trf", report()), code=code).err
        assert "warning: start number 1 Alpha,Anne has the name of A (Alpha Anne), by a number one slip away" in told

    @pytest.mark.parametrize("row", ["Anne,1980,88800111", "Anne,1979,88800010", "Ida,1980,88800010"])
    def test_nobody_near_is_named_for_a_name_or_a_number_alone(self, ready_desk, load, row):
        people = f"id,name,birth_year,fide_id\nU,Unrated Ugo,1995,88800001\nA,Alpha {row}\n"
        ready_desk.do("load", "players", ready_desk.file("p.csv", people))
        assert "one slip away" not in load(report(), code=3)

    def test_another_birth_year_is_told(self, ready_desk, load):
        ready_desk.do(
            "load", "players", ready_desk.file("p.csv", "id,name,birth_year,fide_id\nA,Alpha Anne,1981,88800001\n")
        )
        assert "warning: start number 1 Alpha,Anne is A (Alpha Anne) by FIDE id, with another birth year" in load(
            report()
        )

    def test_two_start_numbers_of_one_player(self, ready_desk, load):
        text = changed("Beta,Bruno ", "Alpha,Anne ", changed("1985", "1980"))
        told = load(text, code=3)
        assert told.count("two start numbers would be player A") > 1
        assert all("A" not in row[1:3] for row in ready_desk.stored())

    @pytest.mark.parametrize(
        "registered, named",
        [
            ("Müller Jörg", "Mueller,Joerg"), ("Mueller Joerg", "Müller,Jörg"), ("Çelik Işıl", "CELIK,Isil"),
            ("Søren Ågård", "Aagaard,Soeren"),
        ],
    )  # fmt: skip
    def test_accents_are_no_difference(self, ready_desk, load, registered, named):
        ready_desk.do("load", "players", ready_desk.file("p.csv", f"id,name,birth_year\nM,{registered},1961\n"))
        text = changed("Alpha,Anne".ljust(33), named.ljust(33), changed("1980/02/03", "1961      "))
        load(text)
        assert ready_desk.stored()[1][1] == "M"


class TestRegister:
    def test_newcomers_become_unrated_players(self, desk):
        desk.do("period", "add", "ffe-national", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        told = desk.load(desk.file("cup.trf", report()), options=("--register",)).err
        assert "4 not found" in told
        assert "4 players registered as unrated" in told
        rows = desk.query("SELECT id, name, birth_year, sex, fide_id FROM player ORDER BY name")
        assert rows[0] == ("88800001", "Alpha,Anne", 1980, None, "88800001")
        assert re.fullmatch(r"new-[0-9a-f]{10}", rows[1][0])
        assert rows[3][1:] == ("Gamma,Chloe", 1990, "F", None)
        desk.do("rate", "ffe-national", "2026-01")

    def test_on_both_databases(self, office):
        office.do("period", "add", "ffe-national", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        assert "4 players registered" in office.load(office.file("cup.trf", report()), options=("--register",)).err
        assert "unchanged" in office.load("cup.trf", options=("--register",)).err
        again = office.file("again.trf", report() + "### sent again\n")
        assert "6 already known" in office.load(again, options=("--register",)).err
        births = "SELECT birth_year, birth_on IS NULL FROM player ORDER BY name"
        assert [(year, bool(empty)) for year, empty in office.query(births)][:2] == [(1980, False), (1985, True)]
        office.do("rate", "ffe-national", "2026-01")

    @pytest.mark.parametrize("row", ["X,Beta Bruno,", "X,BRUNO Béta,"])
    def test_a_namesake_whom_nothing_tells_apart_is_no_newcomer(self, desk, row):
        desk.do("period", "add", "ffe-national", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        desk.do("load", "players", desk.file("p.csv", f"id,name,birth_year\n{row}\n"))
        told = desk.load(desk.file("cup.trf", changed("1985", "    ")), options=("--register",), code=3).err
        assert "may be X" in told
        assert "same name, and no birth year tells" in told
        assert "3 players registered as unrated" in told
        assert len(desk.read("refused.csv")) == 3
        mended = (desk.folder / "refused.csv").read_text("utf-8").replace("2 Beta,Bruno", "X")
        desk.load(desk.file("mended.csv", mended))
        assert desk.refused() == []

    @pytest.mark.parametrize("row", ["X,Beta Bruno,1950,", "X,Beta Benno,,", "X,Alpha Anne,,99900001"])
    def test_who_is_told_apart_is_a_newcomer(self, desk, row):
        desk.do("period", "add", "ffe-national", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        desk.do("load", "players", desk.file("p.csv", f"id,name,birth_year,fide_id\n{row}\n"))
        assert "4 players registered" in desk.load(desk.file("cup.trf", report()), options=("--register",)).err

    def test_the_same_name_at_another_event_without_birth_years(self, desk):
        desk.do("period", "add", "ffe-national", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        lines = [player_line(1, "A,A", "2 w 1", points="1.0"), player_line(2, "B,B", "1 b 0", points="0.0")]
        desk.load(desk.file("one.trf", report(*lines)), options=("--register",))
        header = ["012 Queen Cup", *HEADER[1:]]
        told = desk.load(desk.file("two.trf", report(*lines, header=header)), options=("--register",), code=3).err
        assert told.count("same name, and no birth year tells") == 2
        assert desk.query("SELECT count(*) FROM player") == [(2,)]

    def test_a_later_report_finds_them_again(self, desk):
        desk.do("period", "add", "ffe-national", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        first = [player_line(1, "A,A", "2 w 1", points="1.0"), player_line(2, "B,B", "1 b 0", points="0.0")]
        then = [
            player_line(1, "A,A", "2 w 1,2 b 1", points="2.0"), player_line(2, "B,B", "1 b 0,1 w 0", points="0.0"),
        ]  # fmt: skip
        desk.load(desk.file("1.trf", report(*first)), options=("--register",))
        told = desk.load(desk.file("2.trf", report(*then)), options=("--register",)).err
        assert "players: 2 by an earlier load" in told
        assert "1 stored, 1 already known" in told

    def test_without_it_the_event_is_set_aside_and_mended_by_hand(self, ready_desk, load):
        told = load(changed("Beta,Bruno ", "Bato,Bruna "), code=3)
        assert "register the players not found" in told
        assert f"set aside: tournament {CODE}" in told
        rows = ready_desk.read("refused.csv")
        assert {row["tournament"] for row in rows} == {CODE}
        assert ready_desk.run("check", "ffe-national", "2026-01").code == 3
        text = (ready_desk.folder / "refused.csv").read_text("utf-8").replace('"2 Bato,Bruna"', "B")
        ready_desk.load(ready_desk.file("mended.csv", text.replace("2 Bato,Bruna", "B")))
        assert len([row for row in ready_desk.stored() if row[4] == "rated"]) == 5
        assert ready_desk.check()["blocks"] == []

    def test_or_by_registering_and_loading_it_again(self, ready_desk, load):
        text = changed("Beta,Bruno ", "Bato,Bruna ")
        load(text, code=3)
        ready_desk.do("load", "players", ready_desk.file("p.csv", "id,name,birth_year\nX,Bato Bruna,1985\n"))
        assert "3 stored, 3 already known" in load(text)
        assert ready_desk.check()["blocks"] == []

    def test_newcomers_are_taken_back_apart(self, desk):
        desk.do("period", "add", "ffe-national", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        desk.load(desk.file("cup.trf", report()), options=("--register",))
        desk.do("rate", "ffe-national", "2026-01")
        desk.stopped("unload", "2", error="registered by load 2, has games")
        assert "6 games" in desk.do("unload", "1").err
        assert desk.query("SELECT count(*) FROM player") == [(4,)]
        desk.do("rate", "ffe-national", "2026-01")
        assert "4 players" in desk.do("unload", "2").err
        assert desk.query("SELECT count(*) FROM player") == [(0,)]


def test_a_tournament_from_csv_goes_out_as_a_report_and_comes_back_known(ready_desk):
    ready_desk.load_rows("Cup,1,2026-01-05,A,B,1-0", "Cup,2,2026-01-06,B,A,1/2-1/2")
    ready_desk.do("export", "ffe-national", "2026-01", "--format", "trf26", "-o", "cup.trf")
    assert "2 rows, 0 stored, 2 already known" in ready_desk.load("cup.trf").err


class TestFaults:
    CONTRADICTION = changed("1 b 0     4 w +", "1 b 1     4 w +")

    def test_a_contradiction_sets_the_event_aside(self, ready_desk, load):
        told = load(self.CONTRADICTION, code=3)
        assert (
            "cup.trf, line 10, round 1 '2 w 1': The two results do not fit together: Player 2 (line 11) has '1 b 1'"
            in told
        )
        (row,) = ready_desk.read("refused.csv")
        assert (row["white"], row["black"], row["result"], row["date"], row["round"]) == (
            "A",
            "B",
            "",
            "2026-01-09",
            "1",
        )
        assert {row[4] for row in ready_desk.stored()} == {"set aside: 1 refused row"}

    def test_it_is_mended_in_the_refused_rows(self, ready_desk, load):
        load(self.CONTRADICTION, code=3)
        text = (ready_desk.folder / "refused.csv").read_text("utf-8").replace("A,B,,", "A,B,1-0,")
        ready_desk.load(ready_desk.file("mended.csv", text))
        assert ready_desk.check()["blocks"] == []
        assert len(ready_desk.stored()) == 6

    @pytest.mark.parametrize("old, new", [
        ("2 w 1     3 b =", "9 w 1     3 b ="), ("2 w 1     3 b =", "3 w 1     3 b ="),
        ("2 w 1     3 b =", "2 b 1     3 b ="), ("2 w 1     3 b =", "2 w 0     3 b ="),
        ("1 b 0     4 w +", "4 b 0     4 w +"), ("1 b 0     4 w +", "    0     4 w +"),
    ])  # fmt: skip
    def test_one_mended_row_settles_both_sides_of_a_game(self, ready_desk, load, old, new):
        load(changed(old, new), code=3)
        assert ready_desk.refused()
        ready_desk.load_rows(f"{CODE},1,2026-01-09,A,B,1-0", name="mended.csv")
        assert ready_desk.refused() == []
        assert (CODE, "A", "B", "1-0", "rated") in ready_desk.stored()

    def test_a_game_of_the_one_side_does_not_settle_the_other(self, ready_desk, load):
        load(changed("2 w 1     3 b =", "9 w 1     3 b ="), code=3)
        assert len(ready_desk.refused()) == 2
        ready_desk.load_rows(f"{CODE},1,2026-01-09,A,E,1-0", name="one.csv", code=3)
        assert len(ready_desk.refused()) == 1
        ready_desk.load_rows(f"{CODE},1,2026-01-09,F,B,1-0", name="other.csv")
        assert ready_desk.refused() == []

    def test_or_by_the_report_mended(self, ready_desk, load):
        load(self.CONTRADICTION, code=3)
        load(report(), name="mended.trf")
        assert ready_desk.check()["blocks"] == []

    def test_accepted_without_it(self, ready_desk, load):
        load(self.CONTRADICTION, "--accept-partial", code=3)
        assert {row[4] for row in ready_desk.stored()} == {"rated", "not played"}

    def test_a_report_of_faults_only_is_mended_by_a_good_one(self, ready_desk, load):
        players = [
            player_line(1, "Alpha,Anne", "2 w 1", birth="1980"),
            player_line(2, "Beta,Bruno", "1 b 1", birth="1985"),
        ]
        load(report(*players), code=3)
        assert ready_desk.check()["set_aside"]
        load(report(players[0], player_line(2, "Beta,Bruno", "1 b 0", birth="1985")), name="mended.trf")
        assert ready_desk.check()["blocks"] == []

    def test_games_of_a_number_that_stands_twice_are_nobodys(self, ready_desk, load):
        double = player_line(2, "Epsilon,Eve", "", birth="1970", points="0.0")
        told = load(report(*PLAYERS, double), code=3)
        assert "Line 11 has the same start number" in told
        assert all("B" not in row[1:3] for row in ready_desk.stored())

    def test_no_report_at_all(self, ready_desk):
        for name, text in (("empty.trf", ""), ("ends.trf", "\x1a")):
            ready_desk.stopped(
                "load", "games", ready_desk.file(name, text), "--system", "ffe-national", "--period", "2026-01",
                error="is empty",
            )  # fmt: skip


class TestDays:
    def test_rounds_outside_the_event_are_dated_on_its_last_day(self, ready_desk, load):
        told = load(changed("26/01/10", "25/01/10"))
        assert "2025-01-10 is not within the event (2026-01-09 to 2026-01-11), 2026-01-10 would be" in told
        assert "2 rows without a round date within the event: dated on its last day, 2026-01-11" in told
        assert ready_desk.query("SELECT count(*) FROM game WHERE played_on = 20464") == [(4,)]

    def test_without_any_date_they_come_from_a_tournaments_file(self, ready_desk, load):
        text = report(header=["XXR 3"])
        told = load(text, code=3, name="open.trf")
        assert "give them in a tournaments file (tournament 'open', starts, ends)" in told
        days = ready_desk.file("t.csv", "tournament,starts,ends\nopen,2026-01-09,2026-01-11\n")
        load(text, "--tournaments", days, name="open.trf")
        assert ready_desk.check()["blocks"] == []

    def test_the_tournament_is_written_down(self, ready_desk, load):
        load(report())
        columns = "code, name, place, starts_on, ends_on, format, minutes, rounds"
        assert ready_desk.query(f"SELECT {columns} FROM tournament") == [
            (CODE, "Rook Cup", "Nantes", "2026-01-09", "2026-01-11", "swiss", "90+30", 3)
        ]  # fmt: skip

    def test_what_an_officer_wrote_stays(self, ready_desk, load):
        ready_desk.file("t.csv", f"tournament,minutes\n{CODE},61\n")
        load(report(), "--tournaments", "t.csv")
        assert ready_desk.query("SELECT minutes, place FROM tournament") == [("61", "Nantes")]

    def test_after_the_period(self, load):
        assert "the period ends on 2026-01-31" in load(
            report(header=[line.replace("01/11", "02/11").replace("26/01", "26/02") for line in HEADER]), code=3
        )


@pytest.mark.parametrize(
    "written, minutes",
    [
        ("90 min + 30 sec", "90+30"), ("3+2", "3+2"), ("10 min. +5 sek.", "10+5"), ("25 + 05", "25+5"),
        ("60 min", "60"),
        ("15-15 min/all", None), ("90'/40 + 30'/end + 30\"/move", None), ("120", None), ("", None),
    ],
)  # fmt: skip
def test_time_controls_that_leave_no_doubt(written, minutes):
    from ratings.files.event import minutes_of

    assert minutes_of(written) == minutes


@pytest.mark.parametrize(
    "coded, minutes",
    [
        ("5400+30", "90+30"),
        ("40/6000+30:900+30", "115+30"),
        ("3600", "60"),
        ("40/6000:900+30", None),
        ("W300-B240", None),
    ],
)
def test_coded_time_controls(coded, minutes):
    from ratings.files.event import minutes_of

    assert minutes_of("", coded) == minutes


# --- The real samples ----------------------------------------


@pytest.fixture
def season(desk) -> Office:
    shared_file("data", "trf")
    desk.do("period", "add", "ffe-national", "all", "--starts", "2024-09-01", "--ends", "2026-08-31")
    return desk


@pytest.mark.parametrize("name, what", malformed_reports(), ids=lambda value: str(value)[:40])
def test_malformed_samples_do_what_their_case_says(season, name, what):
    path = shared_file(*MALFORMED, name)
    arguments = ("load", "games", path, "--system", "ffe-national", "--period", "all", "--register")
    if name == "33_empty.trf":
        season.stopped(*arguments, error="33_empty.trf is empty")
        return
    told = season.do(*arguments, code=3 if what.startswith("refuse") else 0).err
    blocked = season.check("all")["blocks"]
    assert bool(blocked) == what.startswith("refuse"), told
    if what.startswith("loads"):
        assert "9 stored" in told
    if "report:" in what or "warning" in what:
        assert re.search(rf"{re.escape(name)}, line \d+, .*:", told)


NO_DATES = {
    "aeroflot_open_2026_r09", "budapest_spring_festival_2026_group_a_2200_r09", "spring_2026_chesshouse_r09",
    "budapest_spring_festival_2026_group_b_2250_r09", "international_chessopen_graz_2026_a_r09",
    "prague_international_chess_festival_2026_d_r09",
}  # fmt: skip


@pytest.mark.parametrize("name", [name.removesuffix(".trf") for name in real_reports()])
def test_real_events_load(season, name):
    options = ()
    if name in NO_DATES:
        season.file("days.csv", f"tournament,starts,ends\n{name},2026-02-27,2026-03-07\n")
        options = ("--tournaments", "days.csv")
    path = str(REPORTS / f"{name}.trf")
    season.load(path, period="all", options=("--register", *options))
    assert season.check("all")["blocks"] == []
    assert "unchanged" in season.load(path, period="all", options=("--register", *options)).err


def test_the_interclub_season_from_report_to_list(season):
    told = season.load(str(REPORTS / "icn_trf_2024_25.trf"), period="all", options=("--register",)).err
    assert "9091 rows, 9091 stored" in told
    assert "3037 players registered as unrated" in told
    checked = season.check("all")
    assert (checked["counts"]["played"], checked["counts"]["players"], checked["blocks"]) == (8933, 3037, [])
    season.do("rate", "ffe-national", "all")
    season.do("publish", "ffe-national", "all")
    rows = season.do("export", "ffe-national", "all").rows
    ranked = [row for row in rows if row["rank"]]
    assert len(ranked) == checked["new"] == 1161
    assert {row["type"] for row in rows if not row["rank"]} == {"E"}
