"""What a file of games may look like: encodings, delimiters, line ends, dates, ids, results, columns."""

from __future__ import annotations

import pytest

HEADER = "tournament,round,date,white,black,result"
ROWS = ("Été,1,2026-01-10,é1,ş2,1-0", "Été,2,2026-01-11,é1,ş2,1/2-1/2")
PLAYERS = "id,name\né1,Œuvré Gaëlle\nş2,Doğan İpek\n0233,Leading Zero\n233,No Zero\nA,Anne\nB,Bob\n"
TEXT = "\n".join([HEADER, *ROWS]) + "\n"
BOTH = [("Été", "é1", "ş2", "1-0", "rated"), ("Été", "é1", "ş2", "1/2-1/2", "rated")]


@pytest.fixture
def desk_with(desk):
    return desk.opened(players=PLAYERS, listed="")


def load(office, data: bytes, *options: str, code: int = 0):
    office.file("games.csv", data)
    return office.load("games.csv", code=code, options=options)


@pytest.mark.parametrize(
    "encoding, declared",
    [
        ("utf-8", ""), ("utf-8", "utf-8"), ("utf-8-sig", ""), ("utf-8-sig", "utf-8"), ("utf-16", ""),
        ("utf-16", "utf-16"), ("utf-16-le", "utf-16-le"), ("cp1254", "cp1254"), ("iso8859-9", "iso8859-9"),
    ],
)  # fmt: skip
def test_encoding(desk_with, encoding, declared):
    load(desk_with, TEXT.encode(encoding), *(("--encoding", declared) if declared else ()))
    assert desk_with.stored() == BOTH
    assert desk_with.refused() == []


def test_utf_16_big_endian_with_its_mark(desk_with):
    load(desk_with, b"\xfe\xff" + TEXT.encode("utf-16-be"))
    assert desk_with.stored() == BOTH


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_declared_western_encoding(desk_with, encoding):
    load(desk_with, TEXT.replace("ş2", "A").encode(encoding), "--encoding", encoding)
    assert desk_with.stored()[0] == ("Été", "é1", "A", "1-0", "rated")


def test_declared_encoding_of_players_and_lists(desk):
    names = "id,name\nx,Œuvré d’Été\n".encode("cp1252")
    desk.do("load", "players", desk.file("p.csv", names), "--encoding", "cp1252")
    listed = "id,rating\nx,1800\n".encode("utf-16")
    desk.do("load", "list", desk.file("l.csv", listed), "--system", "ffe-national", "--date", "2025-12-31")
    assert desk.query("SELECT name FROM player") == [("Œuvré d’Été",)]
    assert [row["encoding"] for row in desk.do("loads", "--json").json] == ["cp1252", "utf-16"]


REFUSED = {
    "latin-1-not-declared": (TEXT.replace("ş", "s").encode("latin-1"), (), "line 2: the text is not utf-8"),
    "second-line": (b"white,black,result,date\nA,B,1-0,2026-01-10\n\xe9,B,1-0,2026-01-10\n", (), "line 3"),
    "declared-wrongly": (TEXT.encode("utf-8"), ("--encoding", "ascii"), "line 2: the text is not ascii"),
    "cp1252-hole": (TEXT.replace("Été", "\x81").encode("latin-1", "replace"), ("--encoding", "cp1252"), "line 2"),
    "damaged-before": (TEXT.replace("Été", "�t�").encode(), (), "line 2: a replacement character"),
    "zero-bytes": (b"white,black,result,date\nA,B,1-0\0,\n", (), "line 2: a zero byte stands in the text"),
    "half-utf-16": (TEXT.encode("utf-16")[:-1], (), "the text is not utf-16"),
}


@pytest.mark.parametrize("data, options, error", REFUSED.values(), ids=REFUSED)
def test_text_that_does_not_decode_is_refused(desk_with, data, options, error):
    desk_with.file("games.csv", data)
    before = desk_with.dump()
    arguments = ("load", "games", "games.csv", "--system", "ffe-national", "--period", "2026-01", *options)
    desk_with.stopped(*arguments, error=error, hint="encoding")
    assert desk_with.dump() == before


def test_unknown_encoding(desk_with):
    desk_with.file("games.csv", TEXT)
    arguments = ("load", "games", "games.csv", "--system", "ffe-national", "--period", "2026-01")
    for name in ("klingon", "base64", "rot13"):
        desk_with.stopped(*arguments, "--encoding", name, error="no encoding", hint="cp1252", code=2)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
def test_delimiters_and_line_ends(desk_with, delimiter, end):
    load(desk_with, TEXT.replace(",", delimiter).replace("\n", end).encode())
    assert desk_with.stored() == BOTH


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_lines_are_counted_right(desk_with, end):
    rows = ["", *ROWS, "", ",,,,,", '"T\nwith a line",1,2026-01-10,A,B,1-0', "T3,1,2026-01-10,A,A,1-0"]
    load(desk_with, (HEADER + "\n" + "\n".join(rows)).replace("\n", end).encode(), code=3)
    code = "T\nwith a line"
    assert desk_with.refused() == [(7, "tournament", code, "unreadable-character"), (9, "black", "A", "same-player")]


def test_quotes_blanks_case_and_order_of_columns(desk_with):
    text = 'Black , WHITE,"Date",Result,tournament\n" A",B,2026-01-10, 1-0 ,"Open, ""A"""\n'
    load(desk_with, text.encode())
    assert desk_with.stored() == [('Open, "A"', "B", "A", "1-0", "rated")]


def test_unknown_columns_are_named_and_ignored(desk_with):
    said = load(desk_with, b"white,black,result,date,elo,pays\nA,B,1-0,2026-01-10,2000,FRA\n").err
    assert "columns not known, not used: elo, pays" in said


def test_own_columns_are_ignored_in_silence(desk_with):
    load(desk_with, TEXT.encode())
    out = desk_with.do("export", "ffe-national", "2026-01", "--what", "games").output
    said = load(desk_with, out).err
    assert "not known" not in said
    assert "2 already known" in said


@pytest.mark.parametrize("text", ["", "\n\n", "﻿", "   \n  \n"])
def test_empty_file(desk_with, text):
    desk_with.file("games.csv", text)
    arguments = ("load", "games", "games.csv", "--system", "ffe-national", "--period", "2026-01")
    desk_with.stopped(*arguments, error="games.csv is empty|has no column", hint="header")


def test_header_alone_is_no_error(desk_with):
    assert "0 rows, 0 stored" in load(desk_with, HEADER.encode()).err


def test_quotation_mark_that_is_not_closed(desk_with):
    desk_with.file("games.csv", f'{HEADER}\n{ROWS[0]}\n"T,1,2026-01-10,A,B,1-0\n')
    arguments = ("load", "games", "games.csv", "--system", "ffe-national", "--period", "2026-01")
    desk_with.stopped(*arguments, error="line 3: the row cannot be read", hint="quotation mark")


@pytest.mark.parametrize("day", ["2026-01-09", "09/01/2026", "09.01.2026", " 2026-01-09 ", "9/1/2026"])
def test_three_forms_of_dates_day_first(desk_with, day):
    load(desk_with, f"white,black,result,date\nA,B,1-0,{day}\n".encode())
    assert desk_with.do("export", "ffe-national", "2026-01", "--what", "games").rows[0]["date"] == "2026-01-09"


def test_ids_are_text(desk_with):
    load(desk_with, b"white,black,result,date\n0233,A,1-0,2026-01-10\n233,A,1-0,2026-01-10\n 0233 ,B,0-1,2026-01-10\n")
    assert sorted(game[1:4] for game in desk_with.stored()) == [
        ("0233", "A", "1-0"), ("0233", "B", "0-1"), ("233", "A", "1-0"),
    ]  # fmt: skip


RESULTS = {
    "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "0.5-0.5": "1/2-1/2", "=": "1/2-1/2",
    "1-0F": "1-0F", "0-1F": "0-1F", "0-0F": "0-0F", "+/-": "1-0F", "-/+": "0-1F", "-/-": "0-0F", "bye": "bye",
    "1-0f": "1-0F", "BYE": "bye", "1 - 0": "1-0", "1–0": "1-0",
}  # fmt: skip


@pytest.mark.parametrize("text", RESULTS)
def test_result(desk_with, text):
    load(desk_with, f"white,black,result,date\nA,B,{text},2026-01-10\n".encode())
    unplayed = RESULTS[text].endswith(("F", "bye"))
    assert desk_with.stored() == [("", "A", "B", RESULTS[text], "not played" if unplayed else "rated")]
    assert ("0 games" if unplayed else "1 game;") in desk_with.do("rate", "ffe-national", "2026-01").err


@pytest.mark.parametrize("text", ["bye", "1-0F", "0-1F", "0-0F", "+/-", "-/+", "-/-"])
def test_black_may_be_empty_with_byes_and_forfeits(desk_with, text):
    row = f"white,black,result,date\nA,,{text},2026-01-10\n".encode()
    load(desk_with, row)
    assert desk_with.stored() == [("", "A", "", RESULTS[text], "not played")]
    out = desk_with.do("export", "ffe-national", "2026-01", "--what", "games").output
    assert "1 already known" in load(desk_with, out).err


def test_byes_and_forfeits_on_both_databases(ready):
    rows = ("T,1,2026-01-10,A,,bye", "T,1,2026-01-10,B,C,+/-", "T,1,2026-01-10,D,,0-1F", "T,1,2026-01-10,E,F,1-0")
    ready.load_rows(*rows)
    assert [game[3:] for game in ready.stored()] == [
        ("bye", "not played"), ("1-0F", "not played"), ("0-1F", "not played"), ("1-0", "rated"),
    ]  # fmt: skip
    assert ready.check()["counts"] | {"loads": 1} == {
        "rows": 4, "played": 1, "not_played": 3, "tournaments": 1, "players": 6, "loads": 1,
    }  # fmt: skip
    assert "1 game;" in ready.do("rate", "ffe-national", "2026-01").err
