"""`ratings inspect`: what files are, what is in them, what is wrong; never a database."""

from __future__ import annotations

import io
import zipfile

import pytest

from reports import HEADER, PLAYERS, changed, report
from test_load_rating_lists import LIST
from test_workbooks import GAMES, book


def told(desk, *files: str, code: int = 0) -> list[dict]:
    found = desk.do("inspect", *files, "--json", code=code).json["files"]
    assert not (desk.folder / "ratings.db").exists()
    return found


def test_a_report(desk):
    (one,) = told(desk, desk.file("cup.trf", report()))
    assert (one["format"], one["is"], one["issues"]) == ("trf16", "a tournament report: games", [])
    assert one["contents"]["results"] == {"0-1": 1, "1-0": 3, "1-0F": 1, "1/2-1/2": 1}
    assert (one["contents"]["players"], one["contents"]["first_day"]) == (4, "2026-01-09")


def test_a_report_with_a_fault(desk):
    (one,) = told(desk, desk.file("cup.trf", changed("1 b 0     4 w +", "1 b 1     4 w +")), code=3)
    assert one["issues"][0]["code"] == "results-disagree"
    assert (one["issues"][0]["line"], one["issues"][0]["column"]) == (10, "round 1")
    assert {note["code"] for note in one["notes"]} == {"points-disagree"}


def test_a_rating_list(desk):
    (one,) = told(desk, desk.file("list.txt", LIST.replace("1600  ", "16x0  ")), code=3)
    assert one["is"] == "a rating list of FIDE's: list, players (standard ratings)"
    assert (one["contents"]["players"], one["contents"]["inactive"], one["issue_count"]) == (3, 1, 1)


@pytest.mark.parametrize(
    "text, kind",
    [
        ("white,black,result,date\nA,B,1-0,2026-01-05\n", "games"), ("id,rating,type\nA,1800,N\n", "list"),
        ("id,archive_points,archive_games\nA,1800.00,1\n", "archives"), ("id,name\nA,Alpha\n", "players"),
        ("tournament,minutes\nT,90+30\n", "tournaments"),
        (
            "id,tournament,period_ends,starts,games,half_points,opponents_sum\nA,T,31.01.2026,3.1.2026,3,4,5400\n",
            "pools",
        ),
    ],
)  # fmt: skip
def test_tables_by_their_columns(desk, text, kind):
    (one,) = told(desk, desk.file("table.csv", text))
    assert one["is"] == f"a table: {kind}"


def test_cells_that_need_no_register(desk):
    rows = "white,black,result,date\nA,B,2-0,2026-01-05\nA,B,1-0,2026-13-05\nA,B,1-0\n"
    (one,) = told(desk, desk.file("games.csv", rows), code=3)
    found = [(issue["line"], issue["column"], issue["code"]) for issue in one["issues"]]
    assert found == [(2, "result", "unknown-result"), (3, "date", "unreadable-date"), (4, "row", "cell-count")]


TABLES = {
    "white is black": ("white,black,result,date\nA,A,1-0,2026-01-05\n", [(2, "black", "same-player")]),
    "an empty result": ("white,black,result,date\nA,B,,2026-01-05\n", [(2, "result", "missing-value")]),
    "nobody": ("white,black,result,date\n,B,1-0,2026-01-05\n", [(2, "white", "missing-value")]),
    "two games in a round": (
        "white,black,result,date,tournament,round\nA,B,1-0,2026-01-05,T,1\nA,C,1-0,2026-01-05,T,1\n",
        [(2, "round", "two-games-in-a-round"), (3, "round", "two-games-in-a-round")],
    ),
    "a game that stands differently": (
        "white,black,result,date,tournament,round\nA,B,1-0,2026-01-05,T,1\nA,B,0-1,2026-01-05,T,1\n",
        [(2, "result", "contradiction"), (3, "result", "contradiction")],
    ),
    "no dates": ("white,black,result\nA,B,1-0\n", [(0, "", "missing-column")]),
    "an id twice": ("id,name\nA,Alpha\nA,Beta\n", [(2, "id", "contradiction"), (3, "id", "contradiction")]),
    "no name": ("id,name\nA,\n", [(2, "name", "missing-value")]),
    "an unknown sex": ("id,name,sex\nA,Alpha,X\n", [(2, "sex", "unknown-word")]),
    "a birth year that is another": (
        "id,name,birth_year,birth_date\nA,Alpha,1990,1991-01-01\n", [(2, "birth_year", "contradiction")],
    ),
    "an unknown type": ("id,rating,type\nA,1800,Q\n", [(2, "type", "unknown-word")]),
    "an id twice in a list": ("id,rating\nA,1800\nA,1900\n", [(2, "id", "contradiction"), (3, "id", "contradiction")]),
    "archive points without games": (
        "id,archive_points,archive_games\nA,1800.00,\n", [(2, "archive_games", "missing-value")],
    ),
    "minutes that are none": ("tournament,minutes\nT,long\n", [(2, "minutes", "unreadable-minutes")]),
    "a tournament that ends before": (
        "tournament,starts,ends\nT,2026-01-05,2026-01-04\n", [(2, "ends", "contradiction")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("text, found", TABLES.values(), ids=TABLES)
def test_what_a_load_would_refuse_and_no_database_is_needed_for(desk, text, found):
    (one,) = told(desk, desk.file("table.csv", text), code=3)
    assert [(i.get("line", 0), i.get("column", ""), i["code"]) for i in one["issues"]] == found
    assert one["issue_count"] == len(found)


def test_equal_rows_and_rows_without_a_tournament_are_not_wrong(desk):
    rows = "white,black,result,date,tournament,round\nA,B,1-0,2026-01-05,T,1\nA,B,1-0,2026-01-05,T,1\n"
    told(desk, desk.file("games.csv", f"{rows}A,C,1-0,2026-01-05,,1\nA,D,1-0,2026-01-05,,1\n"))


def test_games_of_a_report_without_days_are_a_note(desk):
    header = [line for line in HEADER if line[:3] not in ("042", "052", "132")]
    (one,) = told(desk, desk.file("cup.trf", report(header=header)))
    assert "6 games without a day" in next(note["message"] for note in one["notes"] if note["code"] == "no-days")


class TestOneBadFile:
    """What cannot be opened does not keep the others from being shown."""

    def packed(self) -> bytes:
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.trf", report())
            archive.writestr("b.csv", "white,black,result,date\n" + "A,B,1-0,2026-01-05\n" * 500)
            archive.writestr("c.csv", "id,name\nA,Alpha\n")
        packed = bytearray(data.getvalue())
        place = packed.index(b"b.csv") + 10
        packed[place : place + 20] = b"\xff" * 20
        return bytes(packed)

    def test_a_damaged_member(self, desk):
        first, second, third = told(desk, desk.file("all.zip", self.packed()), code=3)
        assert (first["is"], third["is"]) == ("a tournament report: games", "a table: players")
        assert (second["file"], second["issues"][0]["code"]) == ("all.zip/b.csv", "unreadable")
        assert "cannot be unpacked" in second["issues"][0]["message"]
        desk.opened()
        desk.stopped(
            "load", "games", "all.zip", "--system", "ffe-national", "--period", "2026-01", error="cannot be unpacked"
        )

    def test_a_file_that_is_not_there(self, desk):
        first, second = told(desk, desk.file("cup.trf", report()), "nowhere.trf", code=3)
        assert first["issues"] == []
        assert (second["file"], second["is"]) == ("nowhere.trf", "")

    def test_a_damaged_archive_and_a_file_of_a_folder(self, desk):
        desk.file("bad.gz", b"\x1f\x8b\x08\x00broken")
        desk.file("cup.trf", report())
        page = desk.do("inspect", "cup.trf", "bad.gz", code=3).out
        assert "cup.trf: a tournament report" in page
        assert "cannot be read" in page

    def test_nothing_but_bad_files(self, desk):
        desk.stopped("inspect", desk.file("bad.gz", b"\x1f\x8b\x08\x00broken"), error="cannot be unpacked")


def test_a_workbook_and_packed_files(desk):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        packed.writestr("a.xlsx", book(GAMES, ("T", 1, "2026-01-05", "A", "B", "1-0")))
        packed.writestr("b.trf", report(*PLAYERS))
    first, second = told(desk, desk.file("all.zip", data.getvalue()))
    assert (first["file"], first["is"]) == ("all.zip/a.xlsx", "a table: games")
    assert second["is"] == "a tournament report: games"


@pytest.mark.parametrize(
    "name, data, reason",
    [
        ("a.csv", b"", "is empty"), ("a.csv", b"one,two\n1,2\n", "the columns of nothing that is loaded"),
        ("a.csv", b"id,name\nA,\xe9\n", "is not utf-8"), ("a.pdf", b"%PDF-1.7", "has no column"),
        ("a.xlsx", book(("one",), ("two",)), "the columns of nothing that is loaded"),
    ],
    ids=["empty", "unknown columns", "latin-1", "pdf", "workbook"],
)  # fmt: skip
def test_what_cannot_be_read(desk, name, data, reason):
    result = desk.do("inspect", desk.file(name, data), code=3)
    assert "cannot be read" in result.out
    assert reason in result.out or "columns of nothing" in result.out


def test_a_path_that_is_not_there(desk):
    desk.stopped("inspect", "nowhere.trf", error="nowhere.trf cannot be read")


def test_as_a_page(desk):
    page = desk.do("inspect", desk.file("cup.trf", changed("26/01/10", "25/01/10"))).out
    assert page.splitlines()[:3] == [
        "cup.trf: a tournament report: games (trf16)", "  event: Rook Cup", "  place: Nantes",
    ]  # fmt: skip
    assert "note: line 9, date of round 2 '25/01/10': 2025-01-10 is not within the event" in page
