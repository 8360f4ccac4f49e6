"""What goes out: the order of the list, ranks, forms for spreadsheets, harmless cells, stdout and files."""

from __future__ import annotations

import csv

import pytest

SYSTEM = ("ffe-national", "2026-01")
HEADER = "rank,id,name,federation,club,birth_year,sex,rating,type,games,peak,previous,change,estimate,last_game,status"
PLAYERS = """\
id,name,club,estimate
b,Same,,
B,Same,,
a,Same,,
É,Éric,,
Z,Zoé,,
K,Kate,,
S,=cmd|'/c calc'!A1,+33 1 Club,
M,-Minus,@club,
G,Given,,1450
H,Held,,
P,Peaked,,
N,Nobody,,
Q,"Quote ""Q"", Comma",Semi;colon,
"""
LIST = """\
id,rating,type,games,peak,archive_points,archive_games,archive_season,last_game
b,1800,N,10,1800,,,,2025-12-01
B,1800,N,10,1800,,,,
a,1800,N,10,1800,,,,
É,1800,N,10,1800,,,,
Z,1800,N,10,1800,,,,
K,1900,F,10,1900,,,,
S,1500,N,10,1500,,,,
M,1700,N,10,1700,,,,
H,,,3,,4380.00,3,2026,
P,,,40,1650,,,,
Q,1600,N,,,,,,
"""


@pytest.fixture
def rated(office):
    office.opened(players=PLAYERS, listed=LIST)
    office.do("rate", *SYSTEM)
    return office


@pytest.fixture
def desk_rated(desk):
    desk.opened(players=PLAYERS, listed=LIST)
    desk.do("rate", *SYSTEM)
    return desk


def test_order_and_competition_ranks(rated):
    out = rated.do("export", *SYSTEM).out
    assert out.splitlines()[0] == HEADER
    rows = rated.do("export", *SYSTEM).rows
    assert [(row["rank"], row["id"], row["rating"], row["type"]) for row in rows] == [
        ("1", "K", "1900", "F"),
        ("2", "B", "1800", "N"), ("2", "a", "1800", "N"), ("2", "b", "1800", "N"), ("2", "Z", "1800", "N"),
        ("2", "É", "1800", "N"),
        ("7", "M", "1700", "N"), ("8", "Q", "1600", "N"), ("9", "S", "1500", "N"),
        ("", "H", "1459", "E"), ("", "G", "1450", "E"),
    ]  # fmt: skip


def test_full_adds_who_is_not_on_the_list(rated):
    rows = rated.do("export", *SYSTEM, "--full").rows
    assert [(row["id"], row["rating"], row["type"], row["games"], row["peak"]) for row in rows[11:]] == [
        ("P", "", "", "40", "1650")
    ]
    assert len(rows) == 12
    assert "N" not in {row["id"] for row in rows}


def test_values_of_a_row(desk_rated):
    rows = {row["id"]: row for row in desk_rated.do("export", *SYSTEM).rows}
    assert (rows["b"]["previous"], rows["b"]["change"], rows["b"]["last_game"]) == ("1800", "0", "2025-12-01")
    assert (rows["B"]["last_game"], rows["Q"]["games"], rows["Q"]["peak"]) == ("", "0", "1600")
    assert (rows["G"]["estimate"], rows["H"]["estimate"], rows["G"]["previous"]) == ("1450", "", "")


def test_previous_is_empty_for_newcomers(ready):
    ready.load_rows(*(f"T,{n},2026-01-{n + 9},U,{'ABCDE'[n % 5]},=" for n in range(1, 9)))
    ready.do("rate", *SYSTEM)
    row = {row["id"]: row for row in ready.do("export", *SYSTEM).rows}["U"]
    assert (row["type"], row["previous"], row["change"]) == ("N", "", "")
    assert int(row["rank"]) > 0


def test_cells_that_a_spreadsheet_would_run_are_harmless(desk_rated):
    for form in ((), ("--excel",)):
        text = desk_rated.do("export", *SYSTEM, *form).out
        assert "'=cmd|'/c calc'!A1" in text
        assert "'+33 1 Club" in text
        assert "'-Minus" in text
        assert "'@club" in text
        cells = [cell for row in csv.reader(text.splitlines(), delimiter=";" if form else ",") for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "-M"))]


def test_harmless_cells_load_back_as_they_were(desk_rated):
    before = desk_rated.query("SELECT id, name, club FROM player ORDER BY player_key")
    data = desk_rated.do("export", *SYSTEM, "--excel").output
    desk_rated.do("load", "players", desk_rated.file("back.csv", data))
    assert desk_rated.query("SELECT id, name, club FROM player ORDER BY player_key") == before


def test_plain_form(desk_rated):
    data = desk_rated.do("export", *SYSTEM).output
    assert not data.startswith(b"\xef\xbb\xbf")
    assert b"\r" not in data
    assert data.endswith(b"\n")
    assert "2,É,Éric,".encode() in data
    assert b'"Quote ""Q"", Comma",,Semi;colon' in data


def test_excel_form(desk_rated):
    data = desk_rated.do("export", *SYSTEM, "--excel").output
    assert data.startswith(b"\xef\xbb\xbf" + HEADER.replace(",", ";").encode())
    assert b'"Semi;colon"' in data
    assert data.decode("utf-8-sig").splitlines()[1].startswith("1;K;Kate;")


def test_stdout_dash_and_file_are_the_same(desk_rated):
    data = desk_rated.do("export", *SYSTEM).output
    assert desk_rated.do("export", *SYSTEM, "-o", "-").output == data
    said = desk_rated.do("export", *SYSTEM, "-o", "new/list.csv")
    assert said.output == b""
    assert "new/list.csv: 11 rows" in said.err
    assert (desk_rated.folder / "new" / "list.csv").read_bytes() == data
    assert [path.name for path in (desk_rated.folder / "new").iterdir()] == ["list.csv"]


def test_lists_go_to_stdout_and_the_rest_to_stderr(desk_rated):
    result = desk_rated.do("-v", "export", *SYSTEM)
    assert result.out.splitlines()[0] == HEADER
    assert result.err == ""


def test_the_newest_published_list_by_default(rated):
    rated.stopped("export", "ffe-national", error="has no published list", hint="Name the period")
    rated.do("publish", *SYSTEM)
    data = rated.do("export", "ffe-national").output
    rated.do("period", "add", "ffe-national", "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
    rated.do("rate", "ffe-national", "2026-02")
    assert rated.do("export", "ffe-national").output == data


def test_archives(desk_rated):
    text = desk_rated.do("export", *SYSTEM, "--what", "archives").out
    assert text.splitlines() == [
        "id,archive_points,archive_games,archive_season,archive_performance",
        "H,4380.00,3,2026,1460.00",
    ]


def test_changes(ready):
    rows = [f"T,{n},2026-01-{n + 9},U,{'ABCDE'[n % 5]},=" for n in range(1, 9)]
    ready.load_rows(*rows, "T2,1,2026-01-20,A,B,1-0", "T2,1,2026-01-20,V,C,0-1")
    ready.do("rate", *SYSTEM)
    found = {row["id"]: row for row in ready.do("export", *SYSTEM, "--what", "changes").rows}
    assert found["U"]["what"] == "new"
    assert found["U"]["why"] == "first-rating"
    assert (found["A"]["what"], found["A"]["previous"]) == ("up", "1800")
    assert found["V"]["what"] == "archived"
    assert "F" not in found


@pytest.mark.parametrize(
    "what, header",
    [
        ("changes", "id,name,what,previous,rating,type,change,n,points,why"),
        ("estimates", "id,name,club,estimate,games,stand_in,source"),
        ("games", "tournament,round,board,date,white,black,result,status,load"),
        ("refused", "white,black,result,date,tournament,round,board,file,line,column,value,reason"),
        ("archives", "id,archive_points,archive_games,archive_season,archive_performance"),
        ("list", HEADER),
    ],
)
@pytest.mark.parametrize("form", [(), ("--excel",)], ids=["plain", "excel"])
def test_an_empty_table_is_its_header(desk, what, header, form):
    desk.do("load", "players", desk.file("p.csv", "id,name\n"))
    desk.do("period", "add", *SYSTEM, "--starts", "2026-01-01", "--ends", "2026-01-31")
    desk.do("rate", *SYSTEM)
    text = desk.do("export", *SYSTEM, "--what", what, *form).out
    assert text.splitlines() == [header.replace(",", ";") if form else header]


def test_what_cannot_be_exported(desk_rated):
    desk_rated.stopped("export", *SYSTEM, "--what", "cats", error="'cats' is not one of 'list'", code=2)
    desk_rated.stopped("export", *SYSTEM, "-o", ".", error="is a folder", hint="file", code=2)
    desk_rated.do("period", "add", "ffe-rapid", "1", "--starts", "2026-01-01", "--ends", "2026-01-31")
    desk_rated.stopped("export", "ffe-rapid", "1", error="is not rated yet", hint="ratings rate")
