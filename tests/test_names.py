"""Names, ids, clubs and codes in every format: at most 200 letters, and no marks that cannot be seen."""

from __future__ import annotations

import unicodedata

import pyarrow as pa
import pytest

from ratings.files.texts import BEGINNINGS, odd_places, why_odd
from reports import changed
from test_chess_results import CLOSING, DAYS, HEADER, RANKED, TITLES
from test_fide_list import TODAY, player, today, xml
from test_workbooks import book

MARKS = {
    "right to left": "\u202e", "left to right": "\u200e", "isolate": "\u2067", "no width": "\u200b", "joiner": "\u200d",
    "soft hyphen": "\u00ad", "line": "\u2028", "bell": "\x07", "next line": "\x85",
}  # fmt: skip


@pytest.fixture(params=MARKS.values(), ids=MARKS)
def mark(request) -> str:
    return request.param


@pytest.mark.parametrize("row", ["X{}1,Xavier,Metz", "X,Xav{}ier,Metz", "X,Xavier,Me{}tz"], ids=["id", "name", "club"])
def test_players(desk, row, mark):
    desk.do("load", "players", desk.file("p.csv", f"id,name,club\n{row.format(mark)}\nY,Yves,Lyon\n"), code=3)
    assert desk.query("SELECT id FROM player") == [("Y",)]
    assert "a mark that cannot be seen" in desk.read("refused.csv")[0]["reason"]
    assert f"U+{ord(mark):04X}" in desk.read("refused.csv")[0]["reason"]


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_games(ready_desk, form):
    rows = [("T", "1", "2026-01-10", "A", "B", "1-0"), ("T\u202e", "1", "2026-01-10", "C", "D", "1-0"),
            ("T", "1", "2026-01-10", "E\u200b", "F", "1-0")]  # fmt: skip
    names = ("tournament", "round", "date", "white", "black", "result")
    data = book(names, *rows) if form == "xlsx" else "\n".join(map(",".join, [names, *rows]))
    ready_desk.load(ready_desk.file(f"games.{form}", data), code=3)
    codes = [row[3] for row in ready_desk.refused()]
    assert len(codes) == 2
    assert codes[0] == "unreadable-character"
    assert [row[:3] for row in ready_desk.stored()] == [("T", "A", "B")]
    assert ready_desk.query("SELECT code FROM tournament WHERE code LIKE 'T_'") == []


def test_lists_and_tournaments(ready_desk):
    ready_desk.do(
        "load", "list", ready_desk.file("l.csv", "id,rating\nA\u200f,1800\n"), "--system", "ffe-national",
        "--date", "2026-01-01", code=3,
    )  # fmt: skip
    ready_desk.games("games.csv", "T,1,2026-01-10,A,B,1-0")
    ready_desk.stopped(
        "load", "games", "games.csv", "--system", "ffe-national", "--period", "2026-01",
        "--tournaments", ready_desk.file("t.csv", "tournament,name\nT,Open\u200e of Reims\n"), error="U.200E",
    )  # fmt: skip


@pytest.mark.parametrize("old, new", [("Alpha,Anne ", "Alpha,Ann\u202e "), ("Rook Cup", "Rook\u200fCup")])
def test_reports(ready_desk, old, new, tmp_path):
    name = ready_desk.file("cup.trf", changed(old, new))
    ready_desk.do("inspect", name, code=3)
    found = ready_desk.run("load", "games", name, "--system", "ffe-national", "--period", "2026-01")
    assert found.code in (1, 3)
    assert "U+20" in found.err


def test_crosstables(ready_desk):
    rows = [(*RANKED[0][:2], "Alpha\u202e Anne", *RANKED[0][3:]), *RANKED[1:]]
    ready_desk.file("days.csv", DAYS)
    name = ready_desk.file("cup.xlsx", book(*TITLES, HEADER, *rows, *CLOSING))
    options = ("--register", "--tournaments", "days.csv")
    assert "U+202E" in ready_desk.do("inspect", name, code=3).out
    assert "U+202E" in ready_desk.load(name, code=3, options=options).err
    assert ready_desk.query("SELECT name FROM player WHERE name LIKE '%Anne%'") == [("Alpha Anne",)]


def test_lists_of_fide(desk):
    text = "\n".join([TODAY, today(), today(700002, "Birch,\u200b Bo")]) + "\n"
    (one,) = desk.do("inspect", desk.file("list.txt", text), "--json", code=3).json["files"]
    assert [issue["code"] for issue in one["issues"]] == ["name-unreadable"]
    marked = xml(player(name="A" * 201), player(fideid=700002, name="B" * 200), player(fideid=700003, name="C\u202e"))
    (one,) = desk.do("inspect", desk.file("list.xml", marked), "--json", code=3).json["files"]
    assert [issue["code"] for issue in one["issues"]] == ["name-unreadable"] * 2


@pytest.mark.parametrize("length, code", [(200, 0), (201, 3)])
def test_the_longest_name(desk, length, code):
    desk.do("load", "players", desk.file("p.csv", f"id,name\nX,{'é' * length}\n"), code=code)
    assert desk.query("SELECT count(*) FROM player") == [(int(code == 0),)]


def test_the_longest_name_of_a_tournament(ready_desk):
    ready_desk.load(ready_desk.file("cup.trf", changed("Rook Cup", "R" * 189)))
    ready_desk.stopped(
        "load", "games", ready_desk.file("long.trf", changed("Rook Cup", "R" * 190)), "--system", "ffe-national",
        "--period", "2026-01", error="201 letters, where at most 200 can be a name",
    )  # fmt: skip


def test_every_mark_that_cannot_be_seen_is_found_among_many_texts():
    letters = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    texts = [f"X{letter}é" for letter in letters]
    found = set(odd_places(pa.array(texts, pa.string())))
    odd = {place for place, text in enumerate(texts) if why_odd(text)}
    assert odd <= found
    assert {unicodedata.category(letters[place]) for place in found - odd} <= {"Cn"}  # newer than this Python
    assert {letters[place].encode()[0] for place in found} <= {*BEGINNINGS}
    for mark in (letters[place] for place in sorted(found)[:: len(found) // 40]):  # no other text's marks help
        assert odd_places(pa.array(["é", f"a{mark}b", None, "Ñandú"], pa.string())) == [1]


def test_texts_are_as_long_as_their_letters_and_bytes_are_more():
    texts = ["é" * 150, "x" * 200, "é" * 200, "é" * 201, None, "x" * 201]
    assert odd_places(pa.array(texts, pa.string())) == [3, 5]
