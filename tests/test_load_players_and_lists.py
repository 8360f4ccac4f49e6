"""Loading players and opening lists: new, changed, cleared, refused; lists of several files; published ones."""

from __future__ import annotations

import datetime as dt

import pytest

FIELDS = "id, name, birth_year, sex, federation, club, fide_id, estimate, estimate_rapid, public"


def players(office, text: str, code: int = 0, name: str = "p.csv", options=()):
    return office.do("load", "players", office.file(name, text), *options, code=code)


def listed(office, text: str, code: int = 0, name: str = "l.csv", system: str = "ffe-national"):
    return office.do("load", "list", office.file(name, text), "--system", system, "--date", "2025-12-31", code=code)


def register(office) -> list[tuple]:
    return office.query(f"SELECT {FIELDS} FROM player ORDER BY id")


PLAYERS_REFUSED = {
    "id-missing": ("id,name\n,Anne\n", "id", "", "a value is needed"),
    "name-missing": ("id,name\nA,\n", "name", "", "a player needs a name"),
    "year": ("id,name,birth_year\nA,Anne,99\n", "birth_year", "99", "whole number from 1850"),
    "date-as-year": (
        "id,name,birth_year\nA,Anne,12/05/2010\n", "birth_year", "12/05/2010",
        "a whole date of birth belongs in the column birth_date",
    ),
    "year-to-come": ("id,name,birth_year\nA,Anne,2199\n", "birth_year", "2199", "nobody is born after this year, 20"),
    "date-to-come": (
        "id,name,birth_date\nA,Anne,01/01/2199\n", "birth_date", "01/01/2199", "nobody is born after this day, 20",
    ),
    "date": ("id,name,birth_date\nA,Anne,1999\n", "birth_date", "1999", "not a date"),
    "year-against-date": (
        "id,name,birth_year,birth_date\nA,Anne,1998,1999-05-01\n", "birth_year", "1998", "the birth date says 1999",
    ),
    "sex": ("id,name,sex\nA,Anne,W\n", "sex", "W", "not one of M, F"),
    "estimate": ("id,name,estimate\nA,Anne,about 1400\n", "estimate", "about 1400", "not a whole number"),
    "public": ("id,name,public\nA,Anne,maybe\n", "public", "maybe", "not one of yes, no"),
    "cell-count": ("id,name,club\nA,Anne\n", "row", "", "2 cells, the header 3"),
}  # fmt: skip


class TestPlayers:
    """Players."""

    def test_an_id_with_a_blank_before_it_is_the_same(self, office):
        assert "3 rows, 2 stored, 1 already known" in players(office, "id,name\nA1,Ann\n A1,Ann\nB1,Bob\n").err
        told = players(office, "id,name\nA1,Anne\n A1 ,Anne\n", name="again.csv").err
        assert "1 changed" in told
        assert [row[:2] for row in register(office)] == [("A1", "Anne"), ("B1", "Bob")]
        told = players(office, "id,name\nA1,Ann\n A1,Other\n", code=3, name="other.csv").err
        assert told.count("the id stands in lines 2, 3, with different fields") == 2

    def test_an_empty_name_among_names_that_repeat(self, office):
        told = players(office, "id,name\nA1,Ann\nB1,Ann\nC1,\n", code=3).err
        assert "3 rows, 2 stored, 1 refused" in told
        assert "a player needs a name" in told
        assert [row[:2] for row in register(office)] == [("A1", "Ann"), ("B1", "Ann")]

    def test_all_columns(self, office):
        players(
            office,
            "id,name,birth_date,sex,federation,club,fide_id,estimate,estimate_rapid,public\n"
            'A, Anne ,31/12/1999,f,FRA,"Reims, Échecs",600123,1450,1350,no\nB,Bob,,,,,,,,\n',
        )
        assert register(office) == [
            ("A", "Anne", 1999, "F", "FRA", "Reims, Échecs", "600123", 1450, 1350, "no"),
            ("B", "Bob", None, None, None, None, None, None, None, None),
        ]

    def test_absent_column_changes_nothing_and_empty_cell_clears(self, office):
        players(office, "id,name,club,estimate\nA,Anne,Reims,1450\nB,Bob,Lyon,1300\n")
        said = players(office, "id,club\nA,\nB,Lyon\n", name="q.csv").err
        assert "1 stored, 1 already known" in said
        assert "0 new, 1 changed" in said
        assert [(row[1], row[5], row[7]) for row in register(office)] == [("Anne", None, 1450), ("Bob", "Lyon", 1300)]

    def test_same_file_twice(self, office):
        players(office, "id,name\nA,Anne\n")
        before = office.dump()
        assert "unchanged" in office.do("load", "players", "p.csv").err
        assert office.dump() == before

    def test_ids_keep_zeros_and_case(self, desk):
        players(desk, "id,name\n0233,Zero\n233,None\na,Small\nA,Large\n")
        assert [row[0] for row in desk.query("SELECT id FROM player ORDER BY player_key")] == ["0233", "233", "A", "a"]

    @pytest.mark.parametrize("text, column, value, reason", PLAYERS_REFUSED.values(), ids=PLAYERS_REFUSED)
    def test_refused(self, desk, text, column, value, reason):
        good = "B,Bob" + "," * (text.split("\n")[0].count(",") - 1)
        said = players(desk, text + good + "\n", code=3).err
        assert f"p.csv, line 2, {column}" in said
        assert reason in said
        (row,) = desk.read("refused.csv")
        assert (row["file"], row["line"], row["column"], row["value"]) == ("p.csv", "2", column, value)
        assert [person[0] for person in register(desk)] == ["B"]

    def test_who_was_born_today_is_a_player(self, desk):
        day = dt.datetime.now().astimezone().date()
        players(desk, f"id,name,birth_date\nA,Anne,{day}\n")
        players(desk, f"id,name,birth_year\nB,Bob,{day.year}\n", name="q.csv")
        assert [row[2] for row in register(desk)] == [day.year, day.year]

    def test_new_players_need_names(self, desk):
        said = players(desk, "id,club\nA,Reims\n", code=3).err
        assert "p.csv, line 2, id 'A': not registered, and the file has no names" in said

    def test_one_id_twice_differently_is_refused_twice(self, desk):
        said = players(desk, "id,name\nA,Anne\nB,Bob\nA,Anna\nC,Cléo\nC,Cléo\n", code=3).err
        assert "line 2, id 'A': the id stands in lines 2, 4, with different fields" in said
        assert "line 4, id 'A'" in said
        assert [row[0] for row in register(desk)] == ["B", "C"]

    def test_refused_rows_mended(self, desk):
        players(desk, "id,name,sex\nA,Anne,X\nB,Bob,M\n", code=3)
        players(desk, (desk.folder / "refused.csv").read_text().replace("Anne,X", "Anne,F"), name="mended.csv")
        assert [row[:4] for row in register(desk)] == [("A", "Anne", None, "F"), ("B", "Bob", None, "M")]
        desk.do("period", "add", "ffe-national", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        assert desk.check()["blocks"] == []

    def test_unknown_columns_are_named(self, desk):
        assert "columns not known, not used: shoe" in players(desk, "id,name,shoe\nA,Anne,42\n").err

    def test_an_exported_list_loads_as_players(self, ready_desk):
        ready_desk.do("rate", "ffe-national", "2026-01")
        ready_desk.do("export", "ffe-national", "2026-01", "-o", "out.csv")
        said = ready_desk.do("load", "players", "out.csv").err
        assert "not known" not in said

    def test_estimates_load_back_as_players(self, ready):
        ready.load_rows("T,1,2026-01-10,U,A,1-0", "T,2,2026-01-11,V,A,0-1")
        ready.do("rate", "ffe-national", "2026-01")
        ready.do("export", "ffe-national", "2026-01", "--what", "estimates", "-o", "e.csv")
        text = (ready.folder / "e.csv").read_text()
        assert text.splitlines()[0] == "id,name,club,estimate,games,stand_in,source"
        assert "U,Unrated Ugo,Metz,,1,1399,default" in text
        text = text.replace("U,Unrated Ugo,Metz,,", "U,Unrated Ugo,Metz,1610,")
        ready.do("load", "players", ready.file("e.csv", text))
        assert ready.query("SELECT estimate FROM player WHERE id IN ('U', 'V') ORDER BY id") == [(1610,), (None,)]
        ready.do("rate", "ffe-national", "2026-01")
        rows = ready.do("export", "ffe-national", "2026-01", "--what", "estimates").rows
        assert [(row["id"], row["estimate"], row["stand_in"], row["source"]) for row in rows] == [
            ("U", "1610", "1610", "given"), ("V", "", "1399", "default"),
        ]  # fmt: skip


ROWS = "rating, type, given, games, peak, archive_points, archive_games, archive_season, status"


def stored_list(office) -> dict[str, tuple]:
    rows = office.query(
        f"SELECT p.id, {', '.join('r.' + name for name in ROWS.split(', '))} "
        "FROM list_row r JOIN player p ON p.player_key = r.player_key ORDER BY p.id, r.load_key"
    )
    return {row[0]: row[1:] for row in rows}


LISTS_REFUSED = {
    "id-missing": (",1800,N,,", "id", "", "a value is needed"),
    "unknown-player": ("Z,1800,N,,", "id", "Z", "no player has this id"),
    "rating": ("A,strong,N,,", "rating", "strong", "not a whole number"),
    "rating-zero": ("A,0,N,,", "rating", "0", "not a whole number from 1"),
    "rating-decimal": ("A,1800.5,N,,", "rating", "1800.5", "not a whole number"),
    "type": ("A,1800,G,,", "type", "G", "not one of N, E, F"),
    "n-ending-in-9": ("A,1809,N,,", "rating", "1809", "a rating ending in 9 is an estimate"),
    "archive-without-games": ("A,,,1450.00,", "archive_games", "", "an archive needs its number of games"),
    "archive-without-points": ("A,,,,7", "archive_points", "", "an archive needs its points"),
    "archive-three-decimals": ("A,,,1450.005,7", "archive_points", "1450.005", "at most two decimals"),
}  # fmt: skip


class TestLists:
    """Opening lists."""

    @pytest.fixture
    def with_players(self, office):
        players(office, "id,name\n" + "".join(f"{name},Name {name}\n" for name in "ABCDEFG"), name="people.csv")
        return office

    @pytest.fixture
    def desk_with(self, desk):
        players(desk, "id,name\n" + "".join(f"{name},Name {name}\n" for name in "ABCDEFG"), name="people.csv")
        return desk

    def test_all_columns(self, with_players):
        listed(
            with_players,
            "id,rating,type,estimate,games,peak,archive_points,archive_performance,archive_games,archive_season,"
            "last_game,status\n"
            "A,1800,N,,120,1850,,,,,2025-12-06,active\nB,,,1450,3,,9192.85,,7,2026,,\nC,1550,F,,,,,,,,,\n"
            "D,,,,,,,1838.57,7,,,\nE,,,,,,12870.00,1.00,7,2025,,\n",
        )
        assert stored_list(with_players) == {
            "A": (1800, "N", None, 120, 1850, None, None, None, "active"),
            "B": (None, "", 1450, 3, None, 919285, 7, 2026, None),
            "C": (1550, "F", None, None, None, None, None, None, None),
            "D": (None, "", None, None, None, 1286999, 7, None, None),
            "E": (None, "", None, None, None, 1287000, 7, 2025, None),
        }

    def test_a_rating_ending_in_9_is_an_estimate_in_the_french_systems(self, desk_with):
        listed(desk_with, "id,rating,type\nA,1409,\nB,1409,E\nC,1400,\nD,1400,E\n")
        assert {key: row[:3] for key, row in stored_list(desk_with).items()} == {
            "A": (None, "E", 1409), "B": (None, "E", 1409), "C": (1400, "N", None), "D": (None, "E", 1400),
        }  # fmt: skip

    def test_with_an_estimate_column_an_e_row_gives_no_estimate(self, desk_with):
        listed(desk_with, "id,rating,type,estimate\nA,1409,E,\nB,1409,E,1420\n")
        assert {key: row[2] for key, row in stored_list(desk_with).items()} == {"A": None, "B": 1420}

    def test_a_rating_ending_in_9_is_a_rating_elsewhere(self, desk_with):
        listed(desk_with, "id,rating\nA,1999\n", system="fide-standard")
        assert stored_list(desk_with)["A"][:2] == (1999, "N")

    @pytest.mark.parametrize("row, column, value, reason", LISTS_REFUSED.values(), ids=LISTS_REFUSED)
    def test_refused(self, desk_with, row, column, value, reason):
        said = listed(desk_with, f"id,rating,type,archive_points,archive_games\nB,1700,N,,\n{row}\n", code=3).err
        assert f"l.csv, line 3, {column}" in said
        assert reason in said
        out = desk_with.read("refused.csv")[0]
        assert (out["file"], out["line"], out["column"], out["value"]) == ("l.csv", "3", column, value)
        assert list(stored_list(desk_with)) == ["B"]

    def test_one_player_twice_differently(self, desk_with):
        said = listed(desk_with, "id,rating\nA,1800\nB,1700\nA,1810\nC,1600\nC,1600\n", code=3).err
        assert "line 2, id 'A': the player stands in lines 2, 4, differently" in said
        assert list(stored_list(desk_with)) == ["B", "C"]

    def test_refused_rows_of_a_list_keep_a_period_from_publication_until_mended(self, desk_with):
        listed(desk_with, "id,rating,type\nA,1809,N\nB,1700,N\n", code=3)
        desk_with.do("period", "add", "ffe-national", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        assert desk_with.check()["blocks"] == ["1 refused row is not mended"]
        listed(desk_with, (desk_with.folder / "refused.csv").read_text().replace("1809", "1800"), name="mended.csv")
        assert desk_with.check()["blocks"] == []

    def test_a_file_of_refused_rows_of_players_mends_no_list(self, desk_with):
        listed(desk_with, "id,rating,type\nA,1809,N\n", code=3)
        players(desk_with, "id,name\nG,Name G2\n", name="more.csv")
        desk_with.do("period", "add", "ffe-national", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        assert desk_with.check()["refused_count"] == 1

    def test_list_and_archives_complete_each_other(self, with_players):
        listed(with_players, "id,rating,type\nA,1800,N\nB,1409,E\n")
        listed(with_players, "id,archive_points,archive_games,archive_season\nB,9192.85,7,2026\n", name="archives.csv")
        with_players.do("period", "add", "ffe-national", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        with_players.do("rate", "ffe-national", "2026-01")
        (row,) = with_players.do("export", "ffe-national", "2026-01", "--what", "archives").rows
        assert (row["id"], row["archive_points"], row["archive_games"]) == ("B", "9192.85", "7")

    def test_another_file_of_one_list_that_contradicts_is_refused(self, with_players):
        listed(with_players, "id,rating\nA,1800\nB,1700\n")
        said = listed(with_players, "id,rating\nA,1810\nB,1700\nC,1600\n", name="m.csv", code=3).err
        assert "line 2, rating '1810': another file of this list says 1800" in said
        assert "1 already known" in said
        assert {key: row[0] for key, row in stored_list(with_players).items()} == {"A": 1800, "B": 1700, "C": 1600}

    def test_same_file_twice(self, with_players):
        listed(with_players, "id,rating\nA,1800\n")
        before = with_players.dump()
        assert "unchanged" in listed(with_players, "id,rating\nA,1800\n").err
        assert with_players.dump() == before

    def test_a_list_before_a_published_one_is_refused(self, ready):
        ready.do("rate", "ffe-national", "2026-01")
        ready.do("publish", "ffe-national", "2026-01")
        late = ready.file("late.csv", "id,rating\nA,1900\n")
        arguments = ("load", "list", late, "--system", "ffe-national", "--date", "2025-11-30")
        ready.stopped(*arguments, error="would come before the list published for 2026-02-01", hint="does not change")

    def test_a_list_that_contradicts_the_published_one_is_refused(self, ready):
        ready.load_rows("T,1,2026-01-10,A,B,1-0")
        ready.do("rate", "ffe-national", "2026-01")
        ready.do("publish", "ffe-national", "2026-01")
        out = ready.do("export", "ffe-national").output
        said = ready.do(
            "load", "list", ready.file("own.csv", out), "--system", "ffe-national", "--date", "2026-02-01"
        ).err
        assert "0 stored, 6 already known" in said
        text = out.decode().replace("1830,N", "1990,N")
        said = ready.do(
            "load", "list", ready.file("other.csv", text), "--system", "ffe-national", "--date", "2026-02-01", code=3
        ).err
        assert "the list published here says 1830" in said

    def test_a_day_is_needed_and_read_in_three_forms(self, desk_with):
        desk_with.file("l.csv", "id,rating\nA,1800\n")
        load = ("load", "list", "l.csv", "--system", "ffe-national")
        desk_with.stopped(*load, error="Missing option '--date'", code=2)
        desk_with.stopped(*load, "--date", "12/31/2025", error="12/31/2025.*not a date", code=2)
        desk_with.do(*load, "--date", "31/12/2025")
        assert "unchanged" in desk_with.do(*load, "--date", "31.12.2025").err
        assert [row["scope"] for row in desk_with.do("loads", "--json").json][1:] == ["ffe-national@2025-12-31"]


def test_a_registered_id_with_another_name_is_said(ready_desk):
    """The wrong column, or somebody else's licence: more often than a wedding."""
    rows = "id,name,club\nA,Alpha Anne,Lyon\nB,Bravo Bruno,Reims\nC,Gamma Claire,Lyon\n"
    said = ready_desk.do("load", "players", ready_desk.file("new.csv", rows)).err
    told = "B: Beta Bruno -> Bravo Bruno, C: Gamma Chloé -> Gamma Claire"
    assert f"  warning: registered ids get another name: {told}\n" in said
    many = "id,name\n" + "".join(f"N{n:02d},New {n}\n" for n in range(12))
    assert "another name" not in ready_desk.do("load", "players", ready_desk.file("many.csv", many)).err
    said = ready_desk.do("load", "players", ready_desk.file("again.csv", many.replace("New", "Old"))).err
    assert "N09: New 9 -> Old 9 and 2 more\n" in said
