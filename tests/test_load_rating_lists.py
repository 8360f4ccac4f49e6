"""`ratings load list` and `load players` with FIDE's rating lists: who gets a row, what K says, who is passed over."""

from __future__ import annotations

import gzip

import pytest

from generate_fide import write_text, write_xml
from shared_files import shared_file

HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit "
    "          FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
PLAYERS = """\
id,name,birth_year,sex,fide_id
A,Alpha Anne,1980,F,700001
B,Beta Bruno,,,700002
700003,Gamma Chloé,1990,F,
"""


def line(fide_id: int, name: str, rating: int, k: int = 20, flag: str = "", born: int = 1990, sex: str = "M") -> str:
    head = f"{fide_id:<15}{name:61}FRA {sex:4}{'':29}"
    return f"{head}{rating:<6}3   {k:<3}{rating - 99:<6}0   20 0     0   0  {born:<6}{flag:4}"


LIST = "\n".join(
    [
        HEADER,
        line(700001, "Alpha, Anne", 2411, k=10, born=1980, sex="F", flag="w"),
        line(700002, "Beta, Bruno", 1750, k=40, flag="i", born=1985),
        line(700003, "Gamma, Chloe", 1700, born=1990, sex="F"),
        line(700009, "Nobody, Known", 1600),
    ]
)


@pytest.fixture
def bureau(desk):
    desk.do("load", "players", desk.file("players.csv", PLAYERS))
    desk.file("list.txt", LIST + "\n")
    return desk


def load(desk, name: str = "list.txt", *options: str, system: str = "fide-standard", code: int = 0) -> str:
    words = ("load", "list", name, "--system", system, "--date", "2026-01-01", *options)
    return desk.do(*words, code=code).err


def rows(desk) -> list[tuple]:
    columns = "p.id, r.rating, r.type, r.games, r.peak, r.status"
    return desk.query(f"SELECT {columns} FROM list_row r JOIN player p USING (player_key) ORDER BY p.id")


class TestMatched:
    def test_rows_of_registered_players(self, bureau):
        told = load(bureau)
        assert "list.txt: 4 rows, 3 stored" in told
        assert "1 row of people who are not registered: passed over" in told
        assert rows(bureau) == [
            ("700003", 1700, "N", 30, None, "active"), ("A", 2411, "N", 30, 2411, "active"),
            ("B", 1750, "N", None, None, "inactive"),
        ]  # fmt: skip

    def test_what_players_lack_is_filled_in_and_taken_back(self, bureau):
        assert "3 players without birth year, sex or federation got the list's" in load(bureau)
        find = "SELECT birth_year, sex, federation FROM player WHERE id = 'B'"
        assert bureau.query(find) == [(1985, "M", "FRA")]
        told = [row for row in bureau.do("loads", "--json").json if row["kind"] == "players"]
        bureau.do("unload", told[-1]["load"])
        assert bureau.query(find) == [(None, None, None)]

    def test_births_in_the_future_are_left_empty_and_told(self, bureau):
        text = "\n".join(
            [HEADER, line(700002, "Beta, Bruno", 1750, born=2099), line(700009, "Nobody, Known", 1600, born=2099)]
        )
        assert "warning: birth years in the future: left empty for 1 player" in load(bureau, bureau.file("f.txt", text))
        assert bureau.query("SELECT birth_year FROM player WHERE id = 'B'") == [(None,)]
        assert "left empty for 2 players" in load(bureau, "f.txt", "--register")
        assert bureau.query("SELECT birth_year FROM player WHERE id = '700009'") == [(None,)]

    def test_rapid_ratings_for_a_rapid_system(self, bureau):
        load(bureau, system="fide-rapid")
        assert [row[1] for row in rows(bureau)] == [1601, 2312, 1651]

    def test_fide_ratings_in_a_national_list_are_of_type_f(self, bureau):
        load(bureau, system="ffe-national")
        assert {row[2] for row in rows(bureau)} == {"F"}

    def test_in_the_whole_job(self, bureau):
        days = ("--starts", "2026-01-01", "--ends", "2026-01-31", "--out", "out")
        job = ("fide-standard", "2026-01", *days, "--list", "list.txt@2026-01-01")
        bureau.do("run", *job, "--register")
        listed = {row["id"]: row["rating"] for row in bureau.do("export", "fide-standard", "2026-01").rows}
        assert listed["700009"] == "1600"

    def test_again_after_a_player_is_registered(self, bureau):
        load(bureau)
        assert "unchanged" in load(bureau)
        bureau.do("load", "players", bureau.file("p.csv", "id,name,fide_id\nN,Nobody Known,700009\n"))
        assert "1 stored, 3 already known" in load(bureau)

    def test_known_careers_stay(self, bureau):
        known = bureau.file("known.csv", "id,rating,games,peak\nA,2400,500,2555\n700003,1690,12,1800\n")
        bureau.do("load", "list", known, "--system", "fide-standard", "--date", "2025-12-01")
        load(bureau)
        assert [row for row in rows(bureau) if row[1] in (2411, 1700)] == [
            ("700003", 1700, "N", 30, None, "active"), ("A", 2411, "N", None, None, "active"),
        ]  # fmt: skip

    def test_an_id_of_somebody_else_is_refused(self, bureau):
        bureau.do("load", "players", bureau.file("p.csv", "id,name,birth_year,fide_id\nX,Else Someone,1950,700009\n"))
        told = load(bureau, code=3)
        assert "line 5, id '700009': Else Someone has this id, born 1950; the list has Nobody, Known" in told

    def test_a_federation_id_that_happens_to_be_a_fide_id(self, bureau):
        bureau.do("load", "players", bureau.file("p.csv", "id,name\n700009,Else Someone\n"))
        assert "Else Someone has this id" in load(bureau, code=3)

    def test_a_fide_id_of_two(self, bureau):
        bureau.do("load", "players", bureau.file("p.csv", "id,name,fide_id\nA2,Alpha Anne,700001\n"))
        assert "two registered players have this FIDE id" in load(bureau, code=3)

    def test_faults_of_registered_people_only(self, bureau):
        bureau.file("list.txt", LIST.replace("2411  ", "24x1  ").replace("1600  ", "16x0  ") + "\n")
        told = load(bureau, code=3)
        assert "list.txt: 4 rows, 2 stored, 1 refused" in told
        assert "line 2, rating '24x1': This is no rating" in told
        bureau.file("list.txt", LIST + "\n")
        load(bureau)
        assert bureau.query("SELECT count(*) FROM refused WHERE settled_by IS NULL") == [(0,)]

    def test_a_refused_row_is_mended_as_a_csv_row(self, bureau):
        bureau.file("list.txt", LIST.replace("2411  ", "24x1  ") + "\n")
        load(bureau, code=3)
        (row,) = bureau.read("refused.csv")
        assert (row["id"], row["rating"]) == ("700001", "24x1")
        load(bureau, bureau.file("mended.csv", "id,rating\nA,2411\n"))
        assert ("A", 2411, "N", None, None, None) in rows(bureau)


class TestNamesakes:
    def test_a_second_person_is_told(self, bureau):
        bureau.do("load", "players", bureau.file("p.csv", "id,name,birth_year\nK,Known Nobody,\nL,Known Nobody,1950\n"))
        told = load(bureau, "list.txt", "--register")
        assert "1 of them may be players here who have no FIDE id" in told
        assert "(700009 Nobody, Known)" in told

    @pytest.mark.parametrize("row", ["K,Known Nobody,1950,", "K,Known Nobody,,700008", "K,Kno Nobody,,"])
    def test_who_is_told_apart_is_not(self, bureau, row):
        bureau.do("load", "players", bureau.file("p.csv", f"id,name,birth_year,fide_id\n{row}\n"))
        assert "may be players here" not in load(bureau, "list.txt", "--register")


class TestCutOff:
    def cut(self, length: int) -> str:
        first = LIST.splitlines()[1]
        return LIST.replace(first, first[:length]) + "\n"

    def test_who_is_cut_off_gets_no_row(self, bureau):
        told = load(bureau, bureau.file("list.txt", self.cut(109)), code=3)
        assert "line 2, line '700001" in told
        assert "The line is cut off" in told
        assert [row[0] for row in rows(bureau)] == ["700003", "B"]

    def test_even_where_the_id_itself_is_cut(self, bureau):
        told = load(bureau, bureau.file("list.txt", self.cut(4)), code=3)
        assert "The line is cut off" in told

    def test_a_flag_that_may_be_lost_is_told(self, bureau):
        told = load(bureau, bureau.file("list.txt", self.cut(156)))
        assert "lines shorter than the others, which may have lost a flag at their end: 2" in told
        assert len(rows(bureau)) == 3


class TestRegister:
    def test_everybody(self, bureau):
        told = load(bureau, "list.txt", "--register")
        assert "1 player registered" in told
        assert "list.txt: 4 rows, 4 stored" in told
        assert ("700009", 1600, "N", 30, None, "active") in rows(bureau)
        assert bureau.query("SELECT name, birth_year, sex, fide_id FROM player WHERE id = '700009'") == [
            ("Nobody, Known", 1990, "M", "700009")
        ]

    def test_as_players_only(self, bureau):
        told = bureau.do("load", "players", "list.txt", "--register").err
        assert "1 player registered" in told
        assert "3 players without birth year, sex or federation got the list's" in told
        assert bureau.query("SELECT count(*) FROM player") == [(4,)]
        assert "unchanged" in bureau.do("load", "players", "list.txt", "--register").err

    def test_an_id_that_is_taken(self, bureau):
        bureau.do("load", "players", bureau.file("p.csv", "id,name,fide_id\n700009,Else Someone,700010\n"))
        assert "a player with another FIDE id has this id" in load(bureau, "list.txt", "--register", code=3)


class TestFormats:
    @pytest.mark.parametrize("write, name", [(write_text, "list.txt"), (write_xml, "list.xml")])
    def test_text_and_xml_give_the_same(self, desk, write, name):
        write(desk.folder / name, 300, 1)
        packed = desk.file(f"{name}.gz", gzip.compress((desk.folder / name).read_bytes()))
        assert f"{name}: 300 rows, 300 stored" in load(desk, packed, "--register")
        assert (len(rows(desk)), sum(row[1] or 0 for row in rows(desk))) == (300, 276_363)

    def test_a_list_of_another_kind(self, bureau):
        bureau.file("rapid_feb24frl.txt", LIST)
        words = ("load", "list", "rapid_feb24frl.txt", "--system", "fide-standard", "--date", "2026-01-01")
        bureau.stopped(*words, error="holds rapid ratings by its name")

    def test_a_list_is_no_games(self, ready_desk):
        ready_desk.file("list.txt", LIST)
        words = ("load", "games", "list.txt", "--system", "ffe-national", "--period", "2026-01")
        ready_desk.stopped(*words, error="list.txt is a FIDE rating list", hint="ratings load list")


@pytest.mark.parametrize(
    "name, kind, count",
    [
        ("jan01frl.txt", "standard", 200), ("apr04frl.txt", "standard", 200), ("rapid_feb14frl.txt", "rapid", 200),
        ("players_list_foa.txt", "standard", 150), ("players_list_foa.txt", "blitz", 150),
        ("players_list.xml", "standard", 11),
    ],
)  # fmt: skip
def test_the_real_layouts(desk, name, kind, count):
    path = shared_file("data", "fide_lists", name)
    words = ("load", "list", path, "--system", f"fide-{kind}", "--date", "2026-01-01", "--register")
    if "frl" in name:
        desk.stopped(*words, error="is not utf-8", hint="--encoding")
    told = desk.do(*words, *(("--encoding", "latin-1") if "frl" in name else ())).err
    assert f"{count} rows, {count} stored" in told


def test_on_both_databases(office):
    office.file("list.txt", LIST + "\n")
    office.do("load", "players", office.file("players.csv", PLAYERS))
    assert "4 rows, 4 stored" in load(office, "list.txt", "--register")
    assert "unchanged" in load(office, "list.txt", "--register")
    assert len(rows(office)) == 4
    assert [row for row in rows(office) if row[0] == "A"] == [("A", 2411, "N", 30, 2411, "active")]
