"""FIDE's rating lists: every layout, every way they are broken, and numbers that are never misread."""

from __future__ import annotations

import io
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.errors import Issue, RatingsError
from ratings.files import fide_list_blocks, fide_list_xml
from ratings.files.fide_list import SCHEMA, read_fide_list
from ratings.files.fide_list_layout import find_layout
from ratings.files.fide_list_sign import looks_like_fide_list
from shared_files import shared_file

TODAY = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit "
    "          FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
MONTHLY = TODAY.split("FOA")[0] + "jan24 Gms K  B-day Flag"
YEAR_2001 = "  ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG"
YEAR_2004 = "ID_NUMBER NAME                         TITLE COUNTRY APR04 GAMES BIRTHDAY   FLAG"


def today(fide_id: object = 700001, name: str = "Alder, Ada", **fields: object) -> str:
    value = {"fed": "FRA", "sex": "F", "tit": "", "wtit": "", "otit": "", "born": 1990, "flag": ""} | fields
    line = f"{fide_id!s:15}{name:61}{value['fed']:4}{value['sex']:4}"
    line += f"{value['tit']:5}{value['wtit']:5}{value['otit']:19}"
    for letter, usual in (("s", (1801, 3, 20)), ("r", (1702, 0, 20)), ("b", (0, 0, 0))):
        rating, games, k = value.get(letter, usual)  # type: ignore[misc]
        line += f"{rating!s:6}{games!s:4}{k!s:3}"
    return f"{line}{value['born']!s:6}{value['flag']:4}"


def read(
    text: str | bytes, *options: str, file: str = "list.txt"
) -> tuple[list[dict[str, Any]], list[Issue]]:
    data = text if isinstance(text, bytes) else text.encode()
    rows: list[dict[str, Any]] = []
    issues: list[Issue] = []
    for table, found in read_fide_list(io.BytesIO(data), file, *options):
        assert table.schema == SCHEMA
        rows += table.drop_columns("line").to_pylist()
        issues += found
    return rows, issues


def codes(issues: list[Issue]) -> list[str]:
    return [issue.code for issue in issues]


ADA = {
    "id": "700001", "name": "Alder, Ada", "federation": "FRA", "sex": "F", "title": "", "birth_year": 1990,
    "rating": 1801, "games": 3, "k": 20, "flag": "", "inactive": False,
}  # fmt: skip


def test_the_full_list_of_today_for_each_kind_of_rating() -> None:
    text = "\n".join([TODAY, today(), today(700002, tit="WGM", wtit="WGM", flag="wi", born="0000")])
    rows, issues = read(text)
    assert issues == []
    assert rows[0] == ADA
    assert (rows[1]["title"], rows[1]["birth_year"], rows[1]["inactive"]) == ("WGM", None, True)
    assert [row["rating"] for row in read(text, "rapid")[0]] == [1702, 1702]
    assert [(row["rating"], row["games"], row["k"]) for row in read(text, "blitz")[0]] == [
        (None, 0, None)
    ] * 2


def test_a_monthly_list_and_the_kind_in_its_name() -> None:
    line = today()[:109] + "1702  4   40 2010  i   "
    rows, issues = read(f"{MONTHLY}\r\n{line}\r\n", "rapid", file="rapid_jan24frl.txt")
    assert issues == []
    assert rows == [
        ADA | {"rating": 1702, "games": 4, "k": 40, "birth_year": 2010, "flag": "i", "inactive": True}
    ]
    with pytest.raises(RatingsError, match="holds rapid ratings by its name"):
        read(f"{MONTHLY}\n{line}", "standard", file="rapid_jan24frl.txt")


def test_the_layout_of_2001() -> None:
    lines = [
        "  700001    Alder, Ada                       wm    FRA     2105    7   w",
        "  700002    Birch, Bo                              SWE     2240   12   i",
    ]
    rows, issues = read("\n".join([YEAR_2001, *lines]))
    assert issues == []
    assert [(r["title"], r["sex"], r["rating"], r["games"], r["inactive"]) for r in rows] == [
        ("WIM", "F", 2105, 7, False),
        ("", "", 2240, 12, True),
    ]
    assert rows[0]["birth_year"] is None
    assert rows[0]["k"] is None


def test_the_layout_of_2004_whose_lines_do_not_stand_under_the_header() -> None:
    lines = [
        "700001    Alder-Ash-Aspen-Acacia, Ada       wm  FRA  2105    7  01.01.72    w   ",
        "700002    Birch, Bo                         g   SWE  2640    0    .  .      wi  ",
        "700003    Cedar, Cy                             SWE  2001    0  01.01.04        ",
        "700004    Dogwood, Di                           SWE  2001    0  01.0x.70        ",
    ]
    rows, issues = read("\n".join([YEAR_2004, *lines]))
    assert [(row["title"], row["birth_year"]) for row in rows] == [("WIM", 1972), ("GM", None), ("", None)]
    assert rows[0]["name"] == "Alder-Ash-Aspen-Acacia, Ada"
    assert [(issue.code, issue.line) for issue in issues] == [
        ("birth-year-unclear", 4),
        ("birth-year-unreadable", 5),
    ]


def test_headers_written_together_as_in_2009() -> None:
    header = "ID number Name                              TitlFed  Jan09 GamesBorn  Flag"
    layout = find_layout(header, "jan09frl.txt", "standard")
    assert {
        name: layout.columns[name][0] for name in ("title", "federation", "rating", "games", "birth")
    } == {
        "title": 44,
        "federation": 48,
        "rating": 53,
        "games": 59,
        "birth": 64,
    }


# --- Letters and bytes ----------------------------------------


def test_columns_counted_in_letters_or_in_bytes_line_by_line() -> None:
    accented = "Ålder-Ëlm-Öak-Ünion, Zoë"
    lost = len(accented.encode()) - len(accented)
    by_bytes = today(700002, accented).replace(accented + " " * lost, accented)
    rows, issues = read("\n".join([TODAY, today(), today(700003, accented), by_bytes]))
    assert issues == []
    assert [row["id"] for row in rows] == ["700001", "700003", "700002"]
    assert [row["name"] for row in rows] == ["Alder, Ada", accented, accented]
    assert [row["rating"] for row in rows] == [1801, 1801, 1801]


def test_a_line_that_fits_neither_way_is_an_issue() -> None:
    broken = today(700002, "Ålder-Ëlm-Öak, Zoë").replace("Zoë  ", "Zoë")
    rows, issues = read("\n".join([TODAY, today(), today(700004), broken]))
    assert [row["id"] for row in rows] == ["700001", "700004"]
    assert (codes(issues), issues[0].line) == (["columns-misplaced"], 4)


def test_encodings_are_declared_or_refused() -> None:
    text = "\n".join([TODAY, today(), today(700002, "Ćeda, Özil")])
    for encoding in ("cp1250", "utf-16", "utf-8-sig"):
        assert read(text.encode(encoding), "standard", encoding)[0][1]["name"] == "Ćeda, Özil"
    assert read(text.encode("utf-8-sig"))[0][1]["name"] == "Ćeda, Özil"
    with pytest.raises(RatingsError, match=r"list.txt, line 3: byte 0xC6 is not utf-8") as refused:
        read(text.encode("cp1250"))
    assert "--encoding" in refused.value.hint
    with pytest.raises(RatingsError, match="is not an encoding"):
        read(text, "standard", "rot13")


# --- Lines that are wrong ----------------------------------------

WRONG = {
    "a rating of two digits": (today(700009, s=(18, 0, 20)), "rating-unreadable", "rating"),
    "a rating with a letter": (today(700009, s=("18O1", 0, 20)), "rating-unreadable", "rating"),
    "a rating with a gap": (today(700009, s=("18 1", 0, 20)), "rating-unreadable", "rating"),
    "a rating of six digits": (today(700009, s=("180100", 0, 20)), "columns-misplaced", "line"),
    "no id": (today("", "Alder, Ada"), "id-unreadable", "id"),
    "an id with a letter": (today("7000o9"), "id-unreadable", "id"),
    "no name": (today(700009, ""), "name-missing", "name"),
    "a name too long": (today(700009, "A" * 61), "columns-misplaced", "line"),
    "a country name": (today(700009, fed="FR"), "federation-unreadable", "federation"),
    "a sex of its own": (today(700009, sex="X"), "sex-unreadable", "sex"),
    "a year far away": (today(700009, born=1066), "birth-year-unreadable", "birth_year"),
    "a K of hundreds": (today(700009, s=(1801, 3, "99")), "k-unreadable", "k"),
    "the same id again": (today(700001), "id-twice", "id"),
    "titles into the rating": (today(700009, otit="FST,FA,NI,LSI,DI,FT,S1"), "columns-misplaced", "line"),
    "text behind": (today(700009) + "  more", "line-too-long", "line"),
    "a tab": (today(700009).replace("F   ", "F\t  ", 1), "unreadable-character", "line"),
    "an accent in the federation": (today(700009, fed="FRÄ"), "unreadable-character", "line"),
    "a blank too few": (today(700009).replace("  ", " ", 1), "columns-misplaced", "line"),
}  # fmt: skip


@pytest.mark.parametrize(("line", "code", "column"), WRONG.values(), ids=WRONG)
def test_a_wrong_line_is_an_issue_and_not_a_row(line: str, code: str, column: str) -> None:
    rows, issues = read("\n".join([TODAY, today(), "", line, today(700004)]))
    assert [row["id"] for row in rows] == ["700001", "700004"]
    assert [(issue.code, issue.column, issue.line) for issue in issues] == [(code, column, 4)]
    assert issues[0].message


@pytest.mark.parametrize(
    "text", ["", "\n \n", "\x1a", "012 Rook Cup\n", "id,name,rating\n1,A,2000\n", "ID Number\n"]
)
def test_what_is_no_list_is_refused(text: str) -> None:
    assert not looks_like_fide_list(text.encode())
    with pytest.raises(RatingsError, match=r"is empty|no lines|does not start with the header"):
        read(text)


def test_a_file_under_a_foreign_header_is_refused() -> None:
    with pytest.raises(RatingsError, match="most lines do not fit the columns"):
        read("\n".join([YEAR_2001, *(today(700001 + i) for i in range(20))]))
    with pytest.raises(RatingsError, match="has no blitz ratings"):
        read(TODAY.replace("BRtng", "RRtng") + "\n" + today(), "blitz")


def test_line_ends_and_end_marks() -> None:
    lines = [TODAY, today(), today(700002)]
    for end in ("\n", "\r\n", "\r"):
        rows, issues = read(end.join(lines) + end + "\x1a")
        assert (len(rows), issues) == (2, [])


def test_blocks_are_cut_between_lines_whatever_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [TODAY] + [today(700001 + i, f"Élm{i}, Ada") for i in range(40)] + [today(700001)]
    for size in (1, 170, 333, 1000):
        monkeypatch.setattr(fide_list_blocks, "BLOCK_BYTES", size)
        for end in ("\n", "\r\n", "\r"):
            rows, issues = read(end.join(lines))
            assert [row["id"] for row in rows] == [str(700001 + i) for i in range(40)]
            assert [(issue.code, issue.line) for issue in issues] == [("id-twice", 42)]


# --- XML ----------------------------------------


def player(**elements: object) -> str:
    usual: dict[str, object] = {
        "fideid": 700001, "name": "Alder, Ada", "country": "FRA", "sex": "F", "title": "", "w_title": "",
        "rating": 1801, "games": 3, "k": 20, "rapid_rating": 1702, "rapid_games": 0, "rapid_k": 20,
        "blitz_rating": "", "blitz_games": "", "blitz_k": "", "birthday": 1990, "flag": "",
    }  # fmt: skip
    body = "\n".join(f"<{name}>{value}</{name}>" for name, value in (usual | elements).items())
    return f"<player>\n{body}\n</player>\n"


def xml(*players: str) -> str:
    return "<playerslist>\n" + "".join(players) + "</playerslist>\n"


def test_xml_for_each_kind_of_rating() -> None:
    text = xml(player(), player(fideid=700002, w_title="WFM", flag="wi", birthday="", name="Öz &amp; Co"))
    rows, issues = read(text)
    assert issues == []
    assert rows[0] == ADA
    assert (rows[1]["title"], rows[1]["name"], rows[1]["inactive"]) == ("WFM", "Öz & Co", True)
    assert read(text, "rapid")[0][0] == ADA | {"rating": 1702, "games": 0}
    assert read(text, "blitz")[0][0] == ADA | {"rating": None, "games": None, "k": None}


def test_xml_without_line_ends_keeps_elements_apart() -> None:
    rows, _ = read(xml(player(title="", sex="")).replace("\n", ""))
    assert (rows[0]["title"], rows[0]["sex"], rows[0]["rating"]) == ("", "", 1801)


def test_a_monthly_xml_has_its_rating_without_prefix() -> None:
    text = xml(player()).replace("rapid_", "other_").replace("blitz_", "more_")
    assert read(text, "rapid", file="rapid_rating_list.xml")[0][0]["rating"] == 1801
    with pytest.raises(RatingsError, match="has no blitz ratings"):
        read(text, "blitz", file="list.xml")


@pytest.mark.parametrize(
    ("elements", "code", "column"),
    [
        ({"rating": "18O1"}, "rating-unreadable", "rating"),
        ({"rating": "18 01"}, "rating-unreadable", "rating"),
        ({"fideid": ""}, "id-unreadable", "id"),
        ({"fideid": 700001}, "id-twice", "id"),
        ({"country": "France"}, "federation-unreadable", "federation"),
        ({"birthday": "1990-01-01"}, "birth-year-unreadable", "birth_year"),
        ({"games": -1}, "games-unreadable", "games"),
        ({"name": ""}, "name-missing", "name"),
        ({"rating": "1801</rating><rating>1901"}, "element-twice", "player"),
    ],
)
def test_a_wrong_player_in_xml_is_an_issue(elements: dict[str, object], code: str, column: str) -> None:
    rows, issues = read(xml(player(), player(**({"fideid": 700002} | elements)), player(fideid=700003)))
    assert [row["id"] for row in rows] == ["700001", "700003"]
    assert [(issue.code, issue.column) for issue in issues] == [(code, column)]


@pytest.mark.parametrize(
    ("text", "match"),
    [
        (xml(player())[:-20], "XML is broken"),
        (xml(), "has no players"),
        ("<playerslist>" + player() + player(), "XML is broken"),
        ('<!DOCTYPE x [<!ENTITY a "aa">]>' + xml(player(name="&a;")), "declares a document type"),
        (xml(player(name="Ä")).encode("latin-1"), "XML is broken"),
        ('<?xml version="1.0" encoding="nonsense"?>' + xml(player()), "nonsense"),
    ],
)
def test_broken_xml_is_refused(text: str | bytes, match: str) -> None:
    with pytest.raises(RatingsError, match=match):
        read(text)


def test_xml_in_a_declared_encoding_and_in_many_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fide_list_xml, "BATCH_ROWS", 3)
    monkeypatch.setattr(fide_list_xml, "_CHUNK", 100)
    text = xml(*(player(fideid=700001 + i, name=f"Ä{i}") for i in range(10)), player())
    rows, issues = read(text.encode("latin-1"), "standard", "latin-1")
    assert [row["name"] for row in rows] == [f"Ä{i}" for i in range(10)]
    assert codes(issues) == ["id-twice"]


def test_memory_does_not_grow_with_the_list() -> None:
    body = "".join(player(fideid=700001 + i) for i in range(120_000)).encode()
    stream = io.BytesIO(b"<playerslist>" + body + b"</playerslist>")
    tracemalloc.start()
    rows = sum(table.num_rows for table, _ in read_fide_list(stream, "players_list.xml"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert rows == 120_000
    assert peak < 150_000_000


# --- Recognising, and damage ----------------------------------------


def test_looks_like_fide_list() -> None:
    texts = (TODAY, MONTHLY, YEAR_2001, YEAR_2004, "\n\n" + TODAY)
    for head in [text.encode() for text in texts] + [xml(player()).encode(), TODAY.encode("utf-16")]:
        assert looks_like_fide_list(head)
        assert looks_like_fide_list(head.removeprefix(b"\n"))
    assert looks_like_fide_list(b"\xef\xbb\xbf" + TODAY.encode())
    assert looks_like_fide_list(b'<?xml version="1.0"?>\n' + xml(player()).encode())
    for other in (
        b"<html><body>",
        b"001    1 w    Larch,Lea",
        b"id;name;rating",
        b"",
        b"PK\x03\x04",
        b"<list>",
    ):
        assert not looks_like_fide_list(other)


FIXED = "\n".join(
    [TODAY, today(), today(700002, "Ålder, Zoë", flag="i"), today(700003, s=(2499, 12, 10))]
).encode()
MARKED = xml(player(), player(fideid=700002, name="Öz")).encode()
EDITS = st.lists(
    st.tuples(st.integers(0, 10_000), st.integers(0, 255), st.booleans()), min_size=1, max_size=6
)


@settings(max_examples=500, deadline=None)
@given(edits=EDITS, data=st.sampled_from([FIXED, MARKED]), encoding=st.sampled_from([None, "cp1252"]))
def test_damage_is_a_refusal_an_issue_or_a_plausible_row(
    edits: list[tuple[int, int, bool]], data: bytes, encoding: str | None
) -> None:
    for place, value, is_deleted in edits:
        place %= len(data)
        data = data[:place] + (b"" if is_deleted else bytes([value])) + data[place + 1 :]
    looks_like_fide_list(data)
    try:
        rows, issues = read(data, "standard", encoding)  # type: ignore[arg-type]
    except RatingsError:
        return
    assert all(row["rating"] is None or 1000 <= row["rating"] < 4000 for row in rows)
    assert all(row["id"].isdigit() and row["name"] for row in rows)
    assert all(issue.message and issue.code for issue in issues)


@settings(max_examples=500, deadline=None)
@given(place=st.integers(0, 161), shift=st.integers(-3, 3))
def test_moved_columns_never_give_another_number(place: int, shift: int) -> None:
    """Blanks put in or taken out may leave a line readable, but then every value is as it was."""
    line = today(700003, s=(2499, 12, 10))
    if shift < 0 and line[place : place - shift].strip():
        return
    moved = line[:place] + " " * shift + line[place:] if shift > 0 else line[:place] + line[place - shift :]
    rows, _ = read("\n".join([TODAY, today(), today(700002), moved]))
    for row in rows[2:]:
        assert row == ADA | {"id": "700003", "rating": 2499, "games": 12, "k": 10, "name": row["name"]}


# --- The real samples ----------------------------------------


@pytest.mark.parametrize(
    ("name", "kind", "encoding", "count", "first", "inactive"),
    [
        ("jan01frl.txt", "standard", "latin-1", 200, ("99100001", 2300, 0, None, None), 67),
        ("apr04frl.txt", "standard", "latin-1", 200, ("99100001", 2383, 0, None, 1972), 54),
        ("rapid_feb14frl.txt", "rapid", "latin-1", 200, ("99100001", 1864, 0, 20, None), 56),
        ("players_list_foa.txt", "standard", None, 150, ("99300001", 2510, 0, 10, 2003), 66),
        ("players_list_foa.txt", "rapid", None, 150, ("99300001", 2357, 0, None, 2003), 66),
        ("players_list.xml", "blitz", None, 11, ("99200001", 2701, 0, 20, 1985), 5),
    ],
)
def test_real_lists_load(
    name: str, kind: str, encoding: str | None, count: int, first: tuple[object, ...], inactive: int
) -> None:
    path = shared_file("data", "fide_lists", name)
    assert looks_like_fide_list(path.read_bytes()[:4096])
    batches = list(read_fide_list(path, name, kind, encoding))  # type: ignore[arg-type]
    rows = [row for table, _ in batches for row in table.to_pylist()]
    assert [issue for _, issues in batches for issue in issues] == []
    assert tuple(rows[0][column] for column in ("id", "rating", "games", "k", "birth_year")) == first
    assert (len(rows), sum(row["inactive"] for row in rows)) == (count, inactive)
    if encoding:
        with pytest.raises(RatingsError, match="is not utf-8"):
            list(read_fide_list(path, name, kind))  # type: ignore[arg-type]
