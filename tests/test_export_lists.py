"""The list in the forms that pairing programs read: columns, encoding, range checks, frozen names, what combines."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from office import Office
from ratings.errors import RatingsError
from ratings.files.fide_list import read_fide_list
from ratings.files.fide_list_layout import HEADER_TODAY
from ratings.files.fide_list_write import write_fide_list
from ratings.files.fitting import Fitting

SYSTEM = ("ffe-national", "2026-01")
PLAYERS = """\
id,name,birth_year,sex,federation,club,fide_id
101,"Martin, Chloé",1990,F,FRA,"Tours, les",600001
102,"Durand, Émile",1985,M,fra,Nancy,
103,"Petit, Anne",,,,,600003
104,"Moreau, Luc",1970,M,,,600004
"""
LIST = "id,rating,type,games\n101,1800,N,20\n102,1750,N,10\n103,1650,F,5\n"
LONG = "L" * 61


def opened(office: Office, players: str = PLAYERS, listed: str = LIST, system: str = "ffe-national") -> Office:
    office.opened(system, players, listed)
    office.load_rows("T,1,2026-01-10,101,102,=", "T,2,2026-01-11,101,103,1-0") if system == "ffe-national" else None
    office.do("rate", system, "2026-01")
    return office


@pytest.fixture
def rated(office) -> Office:
    return opened(office)


@pytest.fixture
def desk_rated(desk) -> Office:
    return opened(desk)


def read(data: bytes, kind: str = "standard") -> list[dict[str, object]]:
    """Read a list back, and check that nothing in it is odd."""
    rows: list[dict[str, object]] = []
    for table, issues in read_fide_list(io.BytesIO(data), "players.txt", kind):
        assert issues == []
        rows += table.to_pylist()
    return rows


def test_the_form_of_fide(rated):
    data = rated.do("export", *SYSTEM, "--format", "fide").output
    lines = data.decode("utf-8").split("\r\n")
    assert lines[0] == HEADER_TODAY
    blanks = " " * 27
    assert lines[1:] == [
        f"101            {'Martin, Chloé':61}FRA F  {blanks}   1810  2   0  0     0   0  0     0   0  1990  w   ",
        f"102            {'Durand, Émile':61}FRA M  {blanks}   1750  1   0  0     0   0  0     0   0  1985      ",
        f"103            {'Petit, Anne':61}       {blanks}   1650  1   0  0     0   0  0     0   0  0000      ",
        "",
    ]
    found = read(data)
    assert [(row["id"], row["name"], row["federation"], row["sex"]) for row in found] == [
        ("101", "Martin, Chloé", "FRA", "F"), ("102", "Durand, Émile", "FRA", "M"), ("103", "Petit, Anne", "", ""),
    ]  # fmt: skip
    assert [(row["rating"], row["games"], row["birth_year"]) for row in found] == [
        (1810, 2, 1990), (1750, 1, 1985), (1650, 1, None),
    ]  # fmt: skip


def test_fide_ids_on_request(desk_rated):
    desk_rated.stopped(
        "export", *SYSTEM, "--format", "fide", "--ids", "fide",
        error="player 102 has no FIDE id", hint="column fide_id",
    )  # fmt: skip
    desk_rated.do("load", "players", desk_rated.file("more.csv", "id,fide_id\n102,600001\n"))
    desk_rated.do("rate", *SYSTEM)
    desk_rated.stopped(
        "export", *SYSTEM, "--format", "fide", "--ids", "fide", error="101 and 102 have the same FIDE id, 600001"
    )
    desk_rated.do("load", "players", desk_rated.file("again.csv", "id,fide_id\n102,600002\n"))
    desk_rated.do("rate", *SYSTEM)
    found = read(desk_rated.do("export", *SYSTEM, "--format", "fide", "--ids", "fide").output)
    assert [row["id"] for row in found] == ["600001", "600002", "600003"]


@pytest.mark.parametrize("kind", ["standard", "rapid", "blitz"])
def test_each_kind_of_rating_has_its_columns(desk, kind):
    system = f"fide-{kind}"
    opened(desk, system=system, listed="id,rating,last_game\n101,1800,2025-12-01\n102,1750,2020-12-01\n")
    data = desk.do("export", system, "2026-01", "--format", "fide", "--full").output
    found = [(row["id"], row["rating"], row["flag"]) for row in read(data, kind)]
    assert found == [("101", 1800, "w"), ("102", 1750, "i")]
    for other in {"standard", "rapid", "blitz"} - {kind}:
        assert [row["rating"] for row in read(data, other)] == [None, None]


def test_full_adds_the_unrated_without_a_rating(desk):
    opened(desk, listed=LIST + "104,,,7\n")
    found = read(desk.do("export", *SYSTEM, "--format", "fide", "--full").output)
    assert [(row["id"], row["rating"]) for row in found][-1] == ("104", None)


def test_the_form_of_swiss_manager(rated):
    data = rated.do("export", *SYSTEM, "--format", "swiss-manager").output
    assert data.decode("utf-8").split("\r\n") == [
        "ID_No;Name;Sex;Fed;Clubnumber;ClubName;Birthday;Rtg_Nat;Fide_No;Rtg_Int",
        "101;Martin, Chloé;f;FRA;;Tours, les;1990;1810;600001;0",
        "102;Durand, Émile;m;fra;;Nancy;1985;1750;;0",
        "103;Petit, Anne;;;;;;1650;600003;0",
        "",
    ]


def test_a_fide_rating_is_international(desk):
    opened(desk, system="fide-standard", listed="id,rating\n101,1800\n")
    data = desk.do("export", "fide-standard", "2026-01", "--format", "swiss-manager").output
    assert b"101;Martin, Chlo\xc3\xa9;f;FRA;;Tours, les;1990;0;600001;1800\r\n" in data


def test_cells_that_a_spreadsheet_would_run_are_harmless_in_a_table_only(desk):
    players = "id,name,club\n101,=cmd,@club\n102,B,\n103,C,\n"
    opened(desk, players)
    assert "101;'=cmd;;;;'@club;" in desk.do("export", *SYSTEM, "--format", "swiss-manager").out
    before = desk.do("export", *SYSTEM, "--format", "fide").output
    assert read(before)[0]["name"] == "=cmd"
    desk.do("publish", *SYSTEM)
    assert desk.do("export", *SYSTEM, "--format", "fide").output == before


@pytest.mark.parametrize("form", ["fide", "swiss-manager"])
def test_a_published_list_keeps_its_names(rated, form):
    rated.do("publish", *SYSTEM)
    before = rated.do("export", *SYSTEM, "--format", form).output
    rated.do("load", "players", rated.file("new.csv", "id,name,club,federation\n101,Somebody Else,Elsewhere,BEL\n"))
    assert rated.do("export", *SYSTEM, "--format", form).output == before
    assert rated.do("export", SYSTEM[0], "--format", form).output == before


UNFIT = {
    "a long name": (f"101,{LONG},FRA", f"Name of player 101 does not fit: '{LONG}' .*at most 60 characters", "--fit"),
    "two lines": ("101,A¶B,FRA", r"Name of player 101 does not fit: 'A\\nB'", "--fit"),
    "a federation in words": ("101,A,France", "Fed of player 101 does not fit: 'FRANCE' .*at most 3", "register"),
    "an id with letters": ("A101,A,FRA", "ID Number of player A101 does not fit: 'A101'", "--ids fide"),
    "an id that starts with zero": ("0101,A,FRA", "ID Number of player 0101", "swiss-manager"),
    "a long id": (f"{'1' * 15},A,FRA", "at most 11 characters", "swiss-manager"),
}


@pytest.mark.parametrize("row, error, hint", UNFIT.values(), ids=UNFIT)
def test_what_does_not_fit_stops_the_export(desk, row, error, hint):
    player = row.split(",")[0]
    desk.opened(players=f"id,name,federation\n{row}\n", listed=f"id,rating\n{player},1800\n")
    desk.execute("UPDATE player SET name = replace(name, '¶', char(10))")  # as older versions took it
    desk.do("rate", *SYSTEM)
    desk.stopped("export", *SYSTEM, "--format", "fide", "-o", "out.txt", error=error, hint=hint)
    assert not (desk.folder / "out.txt").exists()


def test_the_others_that_do_not_fit_are_counted(desk):
    opened(desk, f"id,name\n101,{LONG}\n102,{LONG}\n103,{LONG}M\n")
    desk.stopped("export", *SYSTEM, "--format", "fide", error="; and 2 more")


def test_names_are_cut_on_request_and_each_is_said(desk):
    opened(desk, f"id,name,federation\n101,{LONG},FRA\n102,B,FRA\n103,C,FRA\n")
    result = desk.do("export", *SYSTEM, "--format", "fide", "--fit")
    assert result.err == f"note: player 101: Name '{LONG}' is written as '{LONG[:60]}'\n"
    assert read(result.output)[0]["name"] == LONG[:60]


def test_only_names_are_made_to_fit(desk):
    opened(desk, "id,name,federation\n101,A,France\n102,B,FRA\n103,C,FRA\n")
    desk.stopped("export", *SYSTEM, "--format", "fide", "--fit", error="Fed of player 101")


def test_a_semicolon_never_moves_the_columns(desk):
    opened(desk, 'id,name,club\n101,A,"Tours; les"\n102,B,"""Fou"" et Roi"\n103,C,\n')
    call = ("export", *SYSTEM, "--format", "swiss-manager")
    desk.stopped(*call, error="ClubName of player 101 does not fit: 'Tours; les'.*and 1 more", hint="--fit")
    result = desk.do(*call, "--fit")
    assert "ClubName 'Tours; les' is written as 'Tours, les'" in result.err
    clubs = [row["ClubName"] for row in csv.DictReader(io.StringIO(result.out), delimiter=";")]
    assert clubs == ["Tours, les", "'Fou' et Roi", ""]


@pytest.mark.parametrize(
    "options",
    [
        ("--format", "fide", "--excel"),
        ("--format", "fide", "--what", "changes"),
        ("--format", "fide", "--tournament", "T"),
        ("--format", "fide", "--of", "games"),
        ("--format", "swiss-manager", "--what", "archives"),
        ("--format", "swiss-manager", "--ids", "fide"),
        ("--format", "trf16", "--excel"),
        ("--format", "trf16", "--full"),
        ("--format", "trf26", "--what", "list"),
        ("--fit",),
        ("--ids", "own"),
        ("--tournament", "T"),
        ("--tournament", ""),
    ],
    ids=" ".join,
)
def test_options_that_do_not_combine(desk, options):
    desk.stopped("export", *SYSTEM, *options, error="does not go with --format", hint="takes --what", code=2)


def test_an_unknown_form(desk):
    desk.stopped("export", *SYSTEM, "--format", "papi", error="'papi' is not one of 'csv'", code=2)


def test_the_same_on_stdout_and_in_a_file(desk_rated):
    data = desk_rated.do("export", *SYSTEM, "--format", "fide", "--what", "list").output
    said = desk_rated.do("export", *SYSTEM, "--format", "fide", "-o", "players.txt")
    assert (said.output, said.err) == (b"", "players.txt: 3 players\n")
    assert (desk_rated.folder / "players.txt").read_bytes() == data


def test_an_empty_list_is_its_header(desk):
    desk.opened(listed="")
    desk.do("rate", *SYSTEM)
    assert desk.do("export", *SYSTEM, "--format", "fide").out == HEADER_TODAY + "\r\n"


KINDS = ["standard", "rapid", "blitz"]
LETTERS = st.characters(categories=["L", "M", "N", "P", "Zs"])
RATING = st.integers(1000, 3999).map(str)
"""Every player is rated: an unrated one has little in columns that could tell letters from bytes."""
ROW = st.fixed_dictionaries(
    {
        "id": st.integers(1, 10**12).map(str),
        "name": st.text(LETTERS, min_size=1, max_size=64).map(str.strip).filter(bool),
        "federation": st.sampled_from(["", "FRA", "TUR", "FRAN"]),
        "sex": st.sampled_from(["", "M", "F"]),
        "rating": RATING,
        "games": st.one_of(st.just(""), st.integers(0, 1100).map(str)),
        "birth": st.one_of(st.just(""), st.integers(1900, 2020).map(str)),
        "flag": st.sampled_from(["", "w", "i", "wi"]),
    }
)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(ROW, min_size=1, max_size=5, unique_by=lambda row: row["id"]), st.sampled_from(KINDS))
@example(
    [
        dict.fromkeys(("federation", "sex", "games", "birth", "flag"), "")
        | {"id": "1", "name": "Å" * 60, "rating": "1500"}
    ],
    "blitz",
)
def test_a_list_reads_the_same_or_is_not_written(rows, kind):
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    fits = all(
        len(row["id"]) <= 11 and len(row["name"]) <= 60 and len(row["federation"]) <= 3 and len(row["games"]) <= 3
        for row in rows
    )
    if not fits:
        with pytest.raises(RatingsError, match=r"of player [0-9]+ does not fit: '.*at most [0-9]+ characters"):
            write_fide_list(columns, kind, columns["id"], Fitting("The list"))
        return
    text = write_fide_list(columns, kind, columns["id"], Fitting("The list"))
    for found, row in zip(read(text.encode("utf-8"), kind), rows, strict=True):
        numbers = {name: int(row[key]) if int(row[key] or 0) else None for name, key in
                   (("rating", "rating"), ("birth_year", "birth"))}  # fmt: skip
        texts = {name: row[name] for name in ("id", "name", "federation", "sex", "flag")}
        assert {name: found[name] for name in (*texts, *numbers)} == texts | numbers
        assert found["games"] == int(row["games"] or 0)
