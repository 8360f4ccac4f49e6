"""What an officer is told before it costs a list: rows given up, cells cleared, lists that do not fit."""

from __future__ import annotations

import pytest

DAY = "2026-01-10"
JANUARY = ("ffe-national", "2026-01")
LIST = ("--system", "ffe-national", "--date", "2025-12-31")


class TestRefusedPlayersAndLists:
    """Refused rows of players and lists are settled one by one, or given up."""

    def test_two_rows_of_a_player_mended_to_one(self, ready):
        ready.do("load", "players", ready.file("two.csv", "id,name,club\nX,Xavier,Reims\nX,Xavier,Metz\n"), code=3)
        assert ready.check()["refused_count"] == 2
        ready.do("load", "players", ready.file("one.csv", "id,name,club\nX,Xavier,Metz\n"))
        assert ready.check()["refused_count"] == 0

    def test_the_mended_row_of_a_list_is_settled_and_the_other_waits(self, ready):
        ready.do("load", "list", ready.file("bad.csv", "id,rating\nU,15OO\nQ9,1500\n"), *LIST, code=3)
        ready.do("load", "list", ready.file("mended.csv", "id,rating\nU,1500\n"), *LIST)
        assert [row["value"] for row in ready.check()["refused"]] == ["Q9"]
        refused = ready.do("export", *JANUARY, "--what", "refused", "--of", "list").rows
        assert [(row["id"], row["rating"]) for row in refused] == [("Q9", "1500")]
        assert ready.do("export", *JANUARY, "--what", "refused").rows == []

    @pytest.mark.parametrize("file", ["bad.csv", "mended.csv"])
    def test_rows_are_given_up(self, ready, file):
        ready.do("load", "list", ready.file("bad.csv", "id,rating\nU,15OO\nQ9,1500\n"), *LIST, code=3)
        ready.file("mended.csv", "id,rating\nU,1500\n")
        ready.do("load", "list", file, *LIST, "--accept-partial", code=3 if file == "bad.csv" else 0)
        assert ready.check()["blocks"] == []
        loads = {row["load"]: row["file"] for row in ready.do("loads", "--json").json}
        ready.do("unload", max(loads))
        assert len(ready.check()["blocks"]) == (1 if file == "mended.csv" else 0)

    def test_refused_players_are_given_up(self, ready):
        ready.do("load", "players", ready.file("bad.csv", "id,name\nX,\n"), "--accept-partial", code=3)
        assert ready.check()["blocks"] == []


class TestRefusedGames:
    """Giving up refused rows of a tournament by the mended file, and by the first one again."""

    ROWS = (f"T1,1,{DAY},A,B,1-0", f"T1,1,{DAY},C,C,1-0", f"T1,2,{DAY},C,Q9,1-0")
    MENDED = f"T1,2,{DAY},C,D,1-0"

    def test_by_the_mended_file(self, ready):
        ready.load_rows(*self.ROWS, code=3)
        ready.load_rows(self.MENDED, name="mended.csv", options=["--accept-partial"])
        told = ready.check()
        assert told["blocks"] == []
        assert {status for *_, status in ready.stored()} == {"rated"}

    def test_only_what_was_given_up_is_counted(self, ready):
        ready.load_rows(*self.ROWS, code=3)
        ready.load_rows(self.MENDED, name="mended.csv", code=3)
        ready.load("games.csv", options=["--accept-partial"], code=3)
        assert ready.check()["accepted"] == [{"tournament": "T1", "reason": "rated without 1 refused row"}]
        assert [row["white"] for row in ready.do("export", *JANUARY, "--what", "refused").rows] == ["C"]


def test_cleared_cells_are_named(ready):
    ready.do("load", "players", ready.file("one.csv", "id,estimate\nU,1600\nV,1500\n"))
    said = ready.do("load", "players", ready.file("two.csv", "id,estimate\nU,\nV,1500\n")).err
    assert "warning: empty cells cleared estimate of U (was 1600)\n" in said


def test_a_list_loaded_as_players_is_said(ready):
    assert "ratings are not loaded here, but by `ratings load list`" in ready.do("load", "players", "list.csv").err


@pytest.mark.parametrize(
    "rows, warning",
    [
        ("id,rating,type,estimate\nU,1700,E,\n", "type E with a rating that no list prints"),
        ("id,rating,type,estimate\nU,,N,\n", "type N without a rating: taken as unrated: line 2"),
        ("id,rating,peak\nU,1700,1690\n", "the peak is below the rating: line 2"),
    ],
)
def test_lists_that_say_two_things(ready, rows, warning):
    assert f"warning: {warning}" in ready.do("load", "list", ready.file("odd.csv", rows), *LIST).err


def test_own_exports_are_loaded_without_a_warning(ready):
    ready.load_rows(f"T1,1,{DAY},A,B,1-0", f"T1,1,{DAY},U,C,1-0")
    ready.do("rate", *JANUARY)
    ready.do("export", *JANUARY, "--full", "-o", "full.csv")
    said = ready.do("load", "list", "full.csv", "--system", "ffe-rapid", "--date", "2026-01-31").err
    assert "warning" not in said


@pytest.mark.parametrize("archive", ["2.0,4", "16000.5,4", "10,0"])
def test_impossible_archives_are_refused(ready, archive):
    rows = f"id,archive_points,archive_games,archive_season\nU,{archive},2025\n"
    assert "outside 100 to 3999" in ready.do("load", "list", ready.file("a.csv", rows), *LIST, code=3).err


def test_lists_that_are_not_in_force_are_said(office):
    office.opened(listed="")
    office.file("list.csv", "id,rating\nA,1800\n")
    office.do("load", "list", "list.csv", "--system", "ffe-national", "--date", "2026-12-31")
    office.load_rows(f"T1,1,{DAY},A,B,1-0")
    doubts = [
        "no list of ffe-national is in force on 2026-01-01: nobody is rated at the start",
        "the list dated 2026-12-31 is not in force on 2026-01-01, and not used here",
    ]
    assert office.check()["doubts"] == doubts
    said = office.do("rate", *JANUARY).err
    assert all(f"warning: {doubt}" in said for doubt in doubts)


def test_tournaments_of_another_kind_are_said(ready):
    ready.file("t.csv", "tournament,kind\nT1,blitz\nT2,standard\n")
    ready.load_rows(f"T1,1,{DAY},A,B,1-0", f"T2,1,{DAY},C,D,1-0", options=["--tournaments", "t.csv"])
    assert ready.check()["doubts"] == ["tournament T1 is blitz, and rated in ffe-national"]


def test_many_tournaments_of_another_kind_are_said_at_once(ready):
    kinds = {f"T{number}": "rapid" if number % 6 else "blitz" for number in range(10, 23)}
    ready.file("t.csv", "tournament,kind\n" + "".join(f"{code},{kind}\n" for code, kind in kinds.items()))
    ready.load_rows(*(f"{code},1,{DAY},A,B,1-0" for code in kinds), options=["--tournaments", "t.csv"])
    assert ready.check()["doubts"] == [
        "11 tournaments (T10, T11, T13, T14, T15, T16, T17, T19, T20, T21 and 1 more) are rapid, and rated in "
        "ffe-national",
        "2 tournaments (T12, T18) are blitz, and rated in ffe-national",
    ]


class TestEncodings:
    """A mark says what a text is; UTF-8 read as something else is said."""

    PLAYERS = "id,name\nX,Hélène\n"

    def test_utf8_read_as_something_else(self, desk):
        said = desk.do("load", "players", desk.file("p.csv", self.PLAYERS), "--encoding", "cp1252").err
        assert "warning: this file is valid UTF-8, and was read as cp1252 as you said" in said

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
    def test_a_mark_goes_before_the_command_line(self, desk, encoding):
        said = desk.do("load", "players", desk.file("p.csv", self.PLAYERS, encoding), "--encoding", "cp1252").err
        assert "warning" not in said
        assert desk.query("SELECT name FROM player") == [("Hélène",)]

    def test_a_mark_in_the_middle(self, desk):
        desk.file("p.csv", b"id,name\nX,Xavier\n" + b"\xef\xbb\xbfY,Yves\n")
        desk.stopped("load", "players", "p.csv", error="line 3: a byte order mark", hint="Export it again")

    def test_no_such_encoding(self, desk):
        file = desk.file("p.csv", self.PLAYERS)
        desk.stopped("load", "players", file, "--encoding", "banana", error="no encoding 'banana'", code=2)


@pytest.mark.parametrize("name", ["", " ", "2026-01 ", "2026\n01"])
def test_periods_need_a_name(desk, name):
    days = ("--starts", "2026-01-01", "--ends", "2026-01-31")
    desk.stopped("period", "add", "ffe-national", name, *days, error="is no name for a period", code=2)


@pytest.mark.parametrize("words", [("load",), ("period",)])
def test_without_words_a_hint_to_the_help(desk, words):
    desk.stopped(*words, error="Nothing to do was named", hint="--help", code=2)


def test_a_long_cell_is_cut_in_messages(desk):
    said = desk.do("load", "players", desk.file("p.csv", f"id,name,sex\nX,Xavier,{'x' * 5000}\n"), code=3).err
    assert "(5,000 characters)" in said
    assert len(said) < 500


class TestRuleFiles:
    """Numbers that no rule can mean."""

    @pytest.mark.parametrize(
        "key, value, hint", [("zone", "9" * 25, "from 1 to 3,999"), ("season_starts_month", "13", "from 1 to 12")]
    )
    def test_absurd_numbers(self, desk, key, value, hint):
        from office import REPOSITORY

        text = (REPOSITORY / "ratings/rules/ffe.toml").read_text("utf-8").split("[[block]]")[1]
        lines = [f"{key} = {value}" if line.startswith(f"{key} ") else line for line in text.splitlines()]
        own = 'rules = "ffe"\n\n[[block]]\n' + "\n".join(lines).replace("ffe-national", "my-club")
        desk.stopped("rules", desk.file(f"{key}.toml", own), error=f"`{key}` cannot be {value}", hint=hint)


class TestForeignDatabases:
    """Tables that no migration made are left alone."""

    def test_a_lost_revision(self, ready):
        ready.execute("DELETE FROM alembic_version")
        for words in (("load", "players", "players.csv"), ("init",)):
            ready.stopped(*words, error="holds tables, but not those of a ratings database", hint="--db")

    def test_somebody_elses_file(self, desk):
        desk.execute("CREATE TABLE bookmarks (url TEXT)")
        desk.stopped("init", error="holds tables, but not those of a ratings database")
        desk.stopped("load", "players", desk.file("p.csv", "id,name\nX,Xavier\n"), error="holds tables")


def test_archives_of_the_rated_are_emptied_and_reported(office):
    """Rules 0.6, 2.5: a rapid player with a national rating is rated, and a list's archive of the rated is no use."""
    office.do("load", "players", office.file("p.csv", "id,name\nA,Ana\nB,Bo\nC,Cy\nD,Di\n"))
    archive = "archive_points,archive_games,archive_season"
    office.do("load", "list", office.file("n.csv", "id,rating,type\nA,1500,N\n"), "--system", "ffe-national",
              "--date", "2025-12-31")  # fmt: skip
    rows = f"id,rating,type,{archive}\nA,,,5600.00,4,2026\nB,1600,N,1400.00,1,2026\nC,1700,N,,,\nD,,,1300.00,1,2026\n"
    office.do("load", "list", office.file("r.csv", rows), "--system", "ffe-rapid", "--date", "2025-12-31")
    office.do("period", "add", "ffe-rapid", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
    told = "2 archives of rated players are emptied: A (4 games), B (1 game)"
    for how in (("--dry-run",), ()):
        assert f"  warning: {told}\n" in office.do("rate", "ffe-rapid", "2026-01", *how).err
    office.do("publish", "ffe-rapid", "2026-01")
    later = ("--starts", "2026-02-01", "--ends", "2026-02-28", "--out", "out")
    assert "emptied" not in office.do("run", "ffe-rapid", "2026-02", *later).err
