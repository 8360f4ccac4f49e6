"""A tournament as a FIDE report: loaded, exported and read again it has the same games, or the export says why not."""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
import tempfile
import unicodedata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from office import Office, Result
from ratings.files.trf import TrfEvent, read_trf
from ratings.files.trf_columns import GAPS

SYSTEM = ("ffe-national", "2026-01")
FORMS = ("trf16", "trf26")
NAMES = ("tournament", "round", "date", "white", "black", "result")
OPEN = """\
T,1,2026-01-10,A,B,1-0
T,1,2026-01-10,D,C,1/2-1/2
T,1,2026-01-10,E,,bye
T,2,2026-01-11,B,D,0-1F
T,2,2026-01-11,C,E,0-1
T,2,2026-01-11,A,,1-0F
T,3,2026-01-17,A,C,0-0F
T,3,2026-01-17,E,B,1-0F
T,3,2026-01-17,D,,0-1F
"""
WHOLE = """\
012 Open of Reims
022 Reims
032
042 2026/01/10
052 2026/01/18
062 5
072 5
082 0
092 swiss standard
102
122 90+30
132                                                                                        26/01/10  26/01/11  26/01/17
XXR 4
### ratings: tournament T
001    1 w    Alpha Anne                        1800 FRA      600001 1980/03/02  2.0    1     2 w 1  0000 - +     3 w -
001    2 m    Beta Bruno                        1750 FRA             1985/00/00  0.0    5     1 b 0     4 w -     5 b -
001    3 w    Gamma Chloé                       1700 FRA             1990/00/00  0.5    4     4 b =     5 w 0     1 b -
001    4 m    Delta Denis                       1650 FRA             1975/00/00  1.5    3     3 w =     2 b +  0000 - -
001    5 w    Epsilon Eve                       1600 FRA             1970/00/00  2.0    1  0000 - Z     3 b 1     2 w +
"""
OTHER = "T2,1,2026-01-12,F,U,=\n"


def report(office: Office, *options: object, form: str = "trf16", code: int = 0) -> Result:
    return office.do("export", *SYSTEM, "--format", form, *options, code=code)


def read(data: bytes) -> TrfEvent:
    """Read a report, and check that nothing in it is wrong."""
    event = read_trf(data, "event.trf")
    assert event.issues == []
    return event


def rows_of_report(office: Office, data: bytes, tournament: str) -> list[tuple[str, ...]]:
    """Give the games of a report as rows of a file; players are found by their name and birth year."""
    event = read(data)
    people = office.query("SELECT id, name, birth_year, fide_id FROM player")
    by_name = {(unicodedata.normalize("NFC", name).strip(), year): player for player, name, year, _ in people}
    by_number = {number: player for player, _, _, fide in people for number in (fide, player) if number}
    found = {p.number: by_number.get(p.fide_id) or by_name[p.name, p.birth_year] for p in event.players}
    return sorted(
        (tournament, str(game.round), str(game.date), found[game.white], found.get(game.black, ""), game.result)
        for game in event.games
    )


def exported(office: Office) -> list[tuple[str, ...]]:
    """Give the stored games as rows of a file."""
    rows = office.do("export", *SYSTEM, "--what", "games").rows
    return sorted(tuple(row[name] for name in NAMES) for row in rows)


def as_file(rows: list[tuple[str, ...]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows([NAMES, *rows])
    return text.getvalue()


@pytest.fixture
def played(ready) -> Office:
    ready.load(ready.games("games.csv", OPEN.rstrip(), OTHER.rstrip()))
    return ready


@pytest.fixture
def desk_played(ready_desk) -> Office:
    ready_desk.load(ready_desk.games("games.csv", OPEN.rstrip()))
    return ready_desk


@pytest.mark.parametrize("form", FORMS)
def test_an_exported_tournament_loads_as_the_same_games(played, tmp_path_factory, form):
    before = [row for row in exported(played) if row[0] == "T"]
    data = report(played, "--tournament", "T", form=form).output
    again = rows_of_report(played, data, "T")
    assert again == before
    other = Office(tmp_path_factory.mktemp("other"), played.db)
    if played.is_sqlite:
        other = Office(other.folder, f"sqlite:///{other.folder / 'other.db'}").opened()
        other.load(other.file("again.csv", as_file(again)))
        assert exported(other) == before
    said = played.load(played.file("again.csv", as_file(again)))
    assert "9 already known" in said.err


def test_the_whole_report(played):
    played.do("load", "players", played.file("more.csv", "id,fide_id,birth_date\nA,600001,1980-03-02\n"))
    tournaments = (
        "tournament,name,place,starts,ends,kind,format,minutes,rounds\n"
        "T,Open of Reims,Reims,2026-01-10,2026-01-18,standard,swiss,90+30,4\n"
    )
    played.load("games.csv", options=("--tournaments", played.file("t.csv", tournaments)))
    text = report(played, "--tournament", "T").output.decode("utf-8")
    assert text.replace("\r\n", "\n") == WHOLE


def test_trf26_declares_its_rounds(desk_played):
    event = read(report(desk_played, form="trf26").output)
    assert (event.format, event.declared_rounds, event.name) == ("trf26", 3, "T")
    assert read(report(desk_played).output).format == "trf16"


def test_ratings_are_those_the_period_starts_from(played):
    before = report(played, "--tournament", "T2").output
    assert [player.rating for player in read(before).players] == [1550, None]
    played.do("rate", *SYSTEM)
    played.do("publish", *SYSTEM)
    assert report(played, "--tournament", "T2").output == before
    newest = played.do("export", SYSTEM[0], "--format", "trf16", "--tournament", "T2")
    assert newest.output == before


def test_a_tournament_is_named_where_there_are_several(played):
    played.stopped("export", *SYSTEM, "--format", "trf16", error="2 tournaments", hint="'T', 'T2'", code=2)
    played.stopped(
        "export", *SYSTEM, "--format", "trf16", "--tournament", "X", error="no tournament 'X'", hint="'T', 'T2'"
    )


def test_a_period_without_games(ready_desk):
    ready_desk.stopped("export", *SYSTEM, "--format", "trf16", error="has no tournament", hint="Load")


def test_games_without_a_tournament_are_named_by_nothing(desk_played):
    desk_played.load_rows(",1,2026-01-20,A,B,1-0", ",2,2026-01-21,A,B,0-1", name="more.csv")
    event = read(report(desk_played, "--tournament", "").output)
    assert [game.result for game in event.games] == ["1-0", "0-1"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "rows, error",
    [
        (["T,,2026-01-10,A,B,1-0", "T,,2026-01-11,C,D,="], "games without a round: A-B on 2026-01-10; and 1 more"),
        (["T,1,2026-01-10,A,B,1-0", "T,1,2026-01-11,C,D,="], r"round 1 does not fit: 2026-01-10, 2026-01-11: one day"),
        (["T,1,2026-01-10,A,,0-0F", "T,1,2026-01-10,C,D,="], "round 1 of player A does not fit: 0-0F without"),
        ([",1,2026-01-10,A,B,1-0", ",1,2026-01-10,A,D,="], "round 1 of player A does not fit: a second game"),
    ],
    ids=["no round", "two days in a round", "nobody came", "two games in a round"],
)
def test_what_a_report_cannot_hold_stops_it(ready_desk, form, rows, error):
    ready_desk.load_rows(*rows)
    ready_desk.stopped("export", *SYSTEM, "--format", form, "-o", "out.trf", error=error, hint="CSV")
    assert not (ready_desk.folder / "out.trf").exists()


def players(*rows: str, header: str = "id,name,birth_year,federation,fide_id") -> str:
    return "\n".join([header, *rows]) + "\n"


@pytest.mark.parametrize(
    "row, error",
    [
        (f"A,{'N' * 34},1980,FRA,", "name of player A does not fit: 'N+' .*at most 33 characters"),
        ("A,N,1980,France,", "federation of player A does not fit: 'France' .*at most 3 characters"),
        ("A,N,1980,F1A,", "federation of player A does not fit: 'F1A' .*three letters"),
        ("A,N,1980,FRA,FIDE1", "FIDE id of player A does not fit: 'FIDE1' .*digits only"),
        ("A,N,1980,FRA,123456789012", "FIDE id of player A does not fit: '123456789012' .*at most 11"),
    ],
    ids=["name", "federation", "federation with a digit", "FIDE id", "long FIDE id"],
)
def test_what_does_not_fit_its_columns_stops_it(desk, row, error):
    desk.opened(players=players(row, "B,M,1981,FRA,"), listed="id,rating\nB,1500\n")
    desk.load_rows("T,1,2026-01-10,A,B,1-0")
    desk.stopped("export", *SYSTEM, "--format", "trf16", error=error, hint=r"Correct it")


def test_a_name_is_cut_on_request_and_said(desk):
    name = "Ä" * 40
    desk.opened(players=players(f"A,{name},1980,FRA,600001", "B,M,1981,FRA,600002"), listed="")
    desk.load_rows("T,1,2026-01-10,A,B,1-0")
    result = report(desk, "--fit")
    assert result.err == f"note: player A: name '{name}' is written as '{name[:33]}'\n"
    assert [player.name for player in read(result.output).players] == ["M", "Ä" * 33]


def numbers_in(data: bytes) -> dict[str, str]:
    return {player.name: player.fide_id for player in read(data).players}


def test_players_are_found_by_fide_id_own_id_or_name(desk):
    people = players(
        "11,One,1980,FRA,600001", "12,Two,1981,FRA,", "C,Three,1982,FRA,", "013,Four,1983,FRA,", "1500,Five,1984,FRA,",
        "15,Six,1985,FRA,", "16,Seven,1986,FRA,15",
    )  # fmt: skip
    desk.opened(players=people, listed="id,rating,type\n1500,1500,N\n")
    desk.load_rows("T,1,2026-01-10,11,12,1-0", "T,1,2026-01-10,C,013,=", "T,1,2026-01-10,1500,15,=",
                   "T,1,2026-01-10,16,,bye")  # fmt: skip
    result = report(desk)
    assert numbers_in(result.output) == {
        "One": "600001", "Two": "12", "Three": "", "Four": "", "Five": "", "Six": "", "Seven": "16",
    }  # fmt: skip
    assert "our own id in place of a FIDE id, so the report is not for FIDE: 2 (16, 12)" in result.err
    assert "without a number, to be found again by name and birth year: 4 (" in result.err
    assert numbers_in(report(desk, "--ids", "fide").output)["Two"] == ""
    assert numbers_in(report(desk, "--ids", "own").output)["One"] == "11"


def test_what_the_form_leaves_out_is_said(desk_played):
    desk_played.load_rows(
        "T3,1,2026-01-20,A,B,1-0,4", "T3,1,2026-01-20,C,D,=,5", "T3,1,2026-01-20,E,,bye,",
        header="tournament,round,date,white,black,result,board", name="boards.csv",
    )  # fmt: skip
    said = report(desk_played, "--tournament", "T3", "-o", "t3.trf").err
    assert "note: byes written as Z, worth nothing, as it is not known what they were worth: 1\n" in said
    assert "note: board numbers left out, for which the form has no place: 2\n" in said
    assert said.endswith("t3.trf: 3 games and byes of 5 players\n")


def test_refused_rows_are_said_and_make_the_report_less_than_whole(ready):
    ready.load_rows("T,1,2026-01-10,A,B,1-0", "T,1,2026-01-10,C,nobody,=", code=3)
    result = report(ready, code=3)
    assert "note: refused rows that are not in the report: 1" in result.err
    assert "note: it is set aside: " in result.err
    assert len(read(result.output).games) == 1


def test_games_of_other_periods_are_said(desk_played):
    desk_played.do("period", "add", "ffe-national", "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
    desk_played.load(desk_played.games("feb.csv", "T,4,2026-02-07,A,B,1-0"), period="2026-02")
    result = desk_played.do("export", "ffe-national", "2026-02", "--format", "trf26")
    assert "note: it has games in 2026-01 too, which are not in this report" in result.err
    assert [(game.round, game.date) for game in read(result.output).games] == [(4, dt.date(2026, 2, 7))]


def test_the_start_numbers_end_at_9999(desk, monkeypatch):
    monkeypatch.setattr("ratings.files.trf_write._HIGHEST_NUMBER", 3)
    desk.opened()
    desk.load_rows("T,1,2026-01-10,A,B,1-0", "T,1,2026-01-10,C,D,=")
    desk.stopped("export", *SYSTEM, "--format", "trf16", error="start number of player D does not fit: 4")


# --- Invented events ----------------------------------------

LETTERS = st.characters(categories=["L", "M", "N", "P", "S", "Zs"])
PERSON_NAMES = st.text(LETTERS, min_size=1, max_size=45)
RESULTS = st.sampled_from(["1-0", "0-1", "1/2-1/2", "1-0F", "0-1F", "0-0F"])
ALONE = st.sampled_from(["bye", "1-0F", "0-1F", ""])


@st.composite
def events(draw) -> tuple[list[list[str]], list[tuple[str, ...]]]:
    """Give players (id, name, year of birth, sex, FIDE id) and the games of a tournament between them."""
    size, rounds = draw(st.integers(2, 9)), draw(st.integers(1, 12))
    ids = draw(st.permutations([f"{n}" if n % 2 else f"P{n}" for n in range(1, size + 1)]))
    people = [
        [one, draw(PERSON_NAMES), str(1950 + place), draw(st.sampled_from(["", "M", "F"])),
         draw(st.sampled_from(["", str(700_000 + place)]))]
        for place, one in enumerate(ids)
    ]  # fmt: skip
    days = sorted(draw(st.lists(st.integers(1, 31), min_size=rounds, max_size=rounds)))
    rows = []
    for number, day in enumerate(days, start=1):
        order = draw(st.permutations(ids))
        pairs = draw(st.integers(0, size // 2))
        for place in range(pairs):
            rows.append((str(number), f"2026-01-{day:02d}", *order[2 * place : 2 * place + 2], draw(RESULTS)))
        for one in order[2 * pairs :]:
            result = draw(ALONE)
            rows += [(str(number), f"2026-01-{day:02d}", one, "", result)] if result else []
    return people, [("T", *row) for row in rows]


def table(header: str, rows: list) -> str:
    text = io.StringIO()
    csv.writer(text).writerows([header.split(","), *rows])
    return text.getvalue()


@pytest.mark.parametrize("form", FORMS)
@settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))
@given(events())
def test_invented_events_read_the_same(form, event):
    people, rows = event
    with tempfile.TemporaryDirectory() as folder:
        office = Office(Path(folder), f"sqlite:///{folder}/ratings.db")
        loaded = office.run("load", "players", office.file("p.csv", table("id,name,birth_year,sex,fide_id", people)))
        if loaded.code or not rows:  # a name of blanks only, or no game
            return
        office.do("period", "add", *SYSTEM, "--starts", "2026-01-01", "--ends", "2026-01-31")
        office.load(office.file("g.csv", as_file(rows)))
        before = exported(office)
        assert before == sorted(rows)
        too_long = [name for (name,) in office.query("SELECT name FROM player")
                    if len(unicodedata.normalize("NFC", name)) > 33]  # fmt: skip
        result = office.run("export", *SYSTEM, "--format", form)
        if result.code:
            assert too_long
            assert re.match(r"Error: The report cannot be written: name of player \w+ does not fit: .*33", result.err)
            return
        assert rows_of_report(office, result.output, "T") == before
        lines = [line for line in result.out.split("\r\n") if line.startswith("001")]
        assert all(line[column - 1 : column] in ("", " ") for line in lines for column in GAPS)
