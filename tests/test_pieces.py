"""A large file of games comes in piece by piece: whatever the pieces, the outcome is that of the file seen whole."""

from __future__ import annotations

import random

import pytest

from office import GAMES, Office
from ratings import whole_job
from ratings.files import csv_pieces
from ratings.files.csv_pieces import cut
from ratings.files.sources import open_all
from ratings.store import connect
from ratings.store.games import read_played
from ratings.store.periods import find_period

WHOLE = 10**9
PAIRS = ("A,B", "C,D", "E,F", "A,C", "B,E", "D,F")
FAULTS = {
    4: "T04,1,2026-01-04,A,Nobody,1-0", 5: "T05,1,2026-13-05,A,D,1-0", 6: "T06,1,2026-01-06,A",
    7: "T07,1,2026-01-07,A,B,1-0", 8: "T08,1,2026-01-08,B,A,0-1", 9: "T09,1,2026-01-09,A,D,1-0",
    10: "T03,9,2026-01-03,U,V,bye,x", 11: ",,2026-01-11,U,A,0-1", 12: ",,2026-01-11,U,A,1-0",
    13: ",,2026-01-11,A,U,1-0", 14: "", 15: ",,2026-01-01,A,B,1-0", 16: ",,2026-01-11,U,A,0-1",
}  # fmt: skip
"""By tournament, a row that follows it: refused, known, contradicting, without a tournament, blank."""


@pytest.fixture
def pieces(monkeypatch):
    """Set the size of pieces."""

    def of(size: int) -> None:
        monkeypatch.setattr(csv_pieces, "LEAST", size // 2)
        monkeypatch.setattr(csv_pieces, "MOST", size)

    return of


def tournament(number: int) -> list[str]:
    """Give the rows of one event of two rounds; the last one is the first again under another code."""
    results = ("1-0", "0-1", "1/2-1/2")
    day = f"2026-01-{number if number < 17 else 1:02}"
    return [
        f"T{number:02},{1 + place // 3},{day},{pair},{results[(place + (number if number < 17 else 1)) % 3]}"
        for place, pair in enumerate(PAIRS)
    ]  # fmt: skip


def season(faults: bool = True) -> list[str]:
    """Give the rows of a file of 17 events."""
    rows = []
    for number in range(1, 18):
        rows += tournament(number)
        if faults and number in FAULTS:
            rows.append(FAULTS[number])
    return rows


def outcome(office: Office, rows: list[str], code: int = 3) -> dict:
    """Load a file, rate, and give all that can be seen of it."""
    loaded = office.load_rows(*rows, code=code)
    office.run("rate", "ffe-national", "2026-01")
    exports = {
        what: office.do("export", "ffe-national", "2026-01", "--what", what).out
        for what in ("games", "refused", "changes", "estimates")
    }
    exports["games"] = "\n".join(sorted(exports["games"].splitlines()))
    check = office.check()
    for one in check["files"]:
        del one["loaded_at"]
    return {"told": loaded.err, "check": check, **exports}


@pytest.mark.parametrize("size", [2, 100, 300, 700, 2000])
def test_faults_of_all_kinds(ready_desk, opened_once, tmp_path, pieces, size):
    pieces(WHOLE)
    whole = outcome(opened_once.copy(tmp_path / "whole"), season())
    assert len(whole["refused"].splitlines()) > 8
    pieces(size)
    assert outcome(ready_desk, season()) == whole


@pytest.mark.parametrize("size", [100, 1000])
def test_the_list_on_both_databases(ready, pieces, size):
    pieces(size)
    ready.load_rows(*season(faults=False))
    ready.do("rate", "ffe-national", "2026-01")
    ready.do("publish", "ffe-national", "2026-01")
    in_pieces = ready.do("export", "ffe-national", "2026-01").out
    other = Office(ready.folder / "other", f"sqlite:///{ready.folder}/other.db").opened()
    pieces(WHOLE)
    other.load_rows(*season(faults=False))
    other.do("rate", "ffe-national", "2026-01")
    other.do("publish", "ffe-national", "2026-01")
    assert in_pieces == other.do("export", "ffe-national", "2026-01").out


@pytest.mark.parametrize("seed", range(4))
def test_a_shuffled_file_is_seen_whole(ready_desk, opened_once, tmp_path, pieces, seed):
    """Tournaments go on in later pieces: what was stored of them is taken back, and the file is read whole."""
    rows = season()
    rows = [row for row in rows if row]  # a blank line is no row, wherever it stands
    random.Random(seed).shuffle(rows)
    pieces(WHOLE)
    whole = outcome(opened_once.copy(tmp_path / "whole"), rows)
    pieces(300)
    assert outcome(ready_desk, rows) == whole


def test_loading_again_adds_nothing(ready_desk, pieces):
    pieces(300)
    ready_desk.load_rows(*season(faults=False))
    assert "unchanged" in ready_desk.load_rows(*season(faults=False)).err
    again = ready_desk.load_rows(*season(faults=False), "", name="other.csv")
    assert "0 stored, 102 already known" in again.err


def test_a_file_that_mends_is_seen_whole(ready_desk, pieces):
    pieces(300)
    ready_desk.load_rows(*tournament(1), "T01,3,2026-01-01,A,Nobody,1-0", *tournament(2), *tournament(3), code=3)
    assert ready_desk.check()["set_aside"] == ["T01"]
    mended = "T01,3,2026-01-01,A,F,1-0"
    ready_desk.load_rows(*tournament(1), mended, *tournament(2), *tournament(3), *tournament(4), name="mended.csv")
    assert ready_desk.check()["set_aside"] == []


def test_what_does_not_decode_far_down_names_its_line(ready_desk, pieces):
    pieces(300)
    rows = "\n".join([GAMES, *season(faults=False)]).encode() + b"\nT18,1,2026-01-01,A,\xe9,1-0\n"
    name = ready_desk.file("games.csv", rows)
    load = ("load", "games", name, "--system", "ffe-national", "--period", "2026-01")
    ready_desk.stopped(*load, error="games.csv, line 104: the text is not utf-8")
    assert ready_desk.stored() == []
    marked = ready_desk.file("games.csv", rows.replace(b"\xe9", "\ufeff".encode()))
    ready_desk.stopped(*load[:2], marked, *load[3:], error="line 104: a byte order mark")


def test_carriage_returns_and_a_mark_in_front(ready_desk, opened_once, tmp_path, pieces):
    pieces(300)
    text = "\ufeff" + "\r\n".join([GAMES, *season()])
    ready_desk.load(ready_desk.file("games.csv", text), code=3)
    whole = opened_once.copy(tmp_path / "whole")
    pieces(WHOLE)
    whole.load_rows(*season(), code=3)
    assert ready_desk.stored() == whole.stored()
    assert ready_desk.refused() == whole.refused()


@pytest.mark.parametrize(
    ("change", "is_cut"),
    [
        (lambda text: text, True), (lambda text: text.replace("T01,1", '"T01",1'), False),
        (lambda text: text.replace("tournament", "event"), False), (lambda text: "\n" + text, False),
        (lambda text: text[:60], False),
    ],
)  # fmt: skip
def test_which_files_are_cut(desk, pieces, change, is_cut):
    pieces(300)
    name = desk.file("games.csv", change("\n".join([GAMES, *season()])))
    (source,) = open_all([str(desk.folder / name)]).sources
    file = cut(source, GAMES.split(","), ["white"], None, lambda: None)
    assert (file is not None) == is_cut
    if file is not None:
        tables = list(file.tables)
        assert len(tables) > 5
        named = [set(table.coded("tournament")[1]) - {""} for table in tables]
        assert sum(map(len, named)) == len(set().union(*named)) == 17


def test_one_large_tournament_is_one_piece(desk, pieces):
    pieces(100)
    name = desk.file("games.csv", "\n".join([GAMES, *(row for row in tournament(1) * 30)]) + "\n")
    (source,) = open_all([str(desk.folder / name)]).sources
    file = cut(source, GAMES.split(","), ["white"], None, lambda: None)
    assert [len(table) for table in file.tables] == [180]


@pytest.mark.parametrize("players", [8, (1 << 22) + 5, (1 << 29) + 1])
@pytest.mark.parametrize(("first", "day"), [("1850-01-01", -43829), ("2026-01-02", 20455)])
def test_games_are_read_back_whatever_the_number_of_players(ready, players, first, day):
    """Games are packed into one integer each: with many players days are told from the first one, or not packed."""
    ready.load_rows(*tournament(1), f"T30,1,{first},A,B,1-0", "T30,2,2026-01-31,B,A,1/2-1/2")
    ready.execute(f"UPDATE player SET player_key = {players} WHERE id = 'V'")
    engine = connect.open_engine(ready.db)
    with connect.reading(engine) as connection:
        games = read_played(connection, find_period(connection, "ffe-national", "2026-01"))
    engine.dispose()
    columns = (getattr(games, name).tolist() for name in ("white", "black", "half_points", "day"))
    got = list(zip(*columns, strict=True))
    assert len(got) == 8
    assert (1, 2, 2, day) in got
    assert (2, 1, 1, 20484) in got


@pytest.mark.parametrize("end", ["\r", "\r\r", "\r\n", "\n"])
def test_no_row_is_taken_for_the_header_whatever_ends_its_line(ready_desk, pieces, end):
    pieces(400)
    rows = season(faults=False)
    ready_desk.file("games.csv", f"tournament,round,date,white,black,result{end}" + "\n".join(rows) + "\n")
    ready_desk.do("load", "games", "games.csv", "--system", "ffe-national", "--period", "2026-01")
    assert len(ready_desk.do("export", "ffe-national", "2026-01", "--what", "games").rows) == len(rows)


class TestAFileThatChangesWhileItIsRead:
    def test_between_its_hash_and_its_rows(self, ready_desk, pieces, monkeypatch):
        pieces(400)
        ready_desk.file("games.csv", "\n".join([GAMES.strip(), *season(faults=False)]) + "\n")
        scan = csv_pieces._scan

        def replaced(source):
            scanned = scan(source)
            text = (ready_desk.folder / "games.csv").read_text()
            (ready_desk.folder / "games.csv").write_text(text.replace("1-0", "0-1", 1))
            return scanned

        monkeypatch.setattr(csv_pieces, "_scan", replaced)
        ready_desk.stopped("load", "games", "games.csv", "--system", "ffe-national", "--period", "2026-01",
                     error="games.csv was changed while it was being read")  # fmt: skip
        assert ready_desk.query("SELECT count(*) FROM game") == [(0,)]

    def test_what_is_published_is_known_by_what_was_read(self, office, monkeypatch):
        """The second run brings a file that came in while the first one worked: it is another one, not "unchanged"."""
        for name, text in (("p.csv", "id,name\nA,Ana\nB,Bo\nC,Cy\n"), ("l.csv", "id,rating\nA,1800\nB,1700\nC,1600\n")):
            office.file(name, text)
        office.file("g.csv", f"{GAMES.strip()}\nT1,1,2026-01-10,A,B,1-0\n")
        run = ("run", "ffe-national", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31", "--players", "p.csv",
               "--list", "l.csv", "--games", "g.csv", "--out", "out")  # fmt: skip
        load = whole_job.load_lists

        def meanwhile(connection, job, done):
            load(connection, job, done)
            job.files._opening.result()  # the games are read
            office.file("g.csv", f"{GAMES.strip()}\nT1,1,2026-01-10,A,B,1-0\nT1,1,2026-01-10,C,B,1-0\n")

        monkeypatch.setattr(whole_job, "load_lists", meanwhile)
        office.do(*run)
        monkeypatch.undo()
        office.stopped(*run, error="is published, from other files")
