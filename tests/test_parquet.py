"""Games as Parquet files: the columns of the CSV form, whatever the types that their writer has chosen."""

from __future__ import annotations

import datetime as dt

import pyarrow as pa
import pytest
from pyarrow import parquet

from office import Office
from ratings.files import parquet as reader
from test_pieces import season

LOAD = ("load", "games", "games.parquet", "--system", "ffe-national", "--period", "2026-01")


def write(office: Office, file: str = "games.parquet", /, **columns: pa.Array) -> str:
    """Write columns as a Parquet file."""
    parquet.write_table(pa.table(columns), office.folder / file)
    return file


def as_parquet(office: Office, rows: list[str]) -> str:
    """Write rows of the CSV form as texts."""
    cells = [row.split(",") for row in rows if row.count(",") == 5]
    names = ("tournament", "round", "date", "white", "black", "result")
    columns = zip(names, zip(*cells, strict=True), strict=True)
    return write(office, **{name: pa.array(list(column)) for name, column in columns})


@pytest.mark.parametrize("rows", [1, 7, 30, 10**6])
def test_the_same_as_csv(ready_desk, opened_once, tmp_path, monkeypatch, rows):
    monkeypatch.setattr(reader, "ROWS", rows)
    fitting = [row for row in season() if row.count(",") == 5]
    told = ready_desk.do("load", "games", as_parquet(ready_desk, fitting), *LOAD[3:], code=3)
    other = opened_once.copy(tmp_path / "csv")
    csv = other.load_rows(*fitting, code=3)
    assert ready_desk.stored() == other.stored()
    assert [row[1:] for row in ready_desk.refused()] == [row[1:] for row in other.refused()]
    assert [row[0] + 1 for row in ready_desk.refused()] == [row[0] for row in other.refused()]
    assert told.err.splitlines()[0] == csv.err.splitlines()[0].replace("games.csv", "games.parquet")


@pytest.mark.parametrize(
    "days",
    [
        pa.array([dt.date(2026, 1, 5), dt.date(2026, 1, 6)]),
        pa.array([dt.datetime(2026, 1, 5), dt.datetime(2026, 1, 6)]),
        pa.array(["2026-01-05", "06/01/2026"]).dictionary_encode(),
    ],
)
def test_days_numbers_and_nothing(ready_desk, days):
    name = write(
        ready_desk, White=pa.array(["A", "B"]), black=pa.array(["C", None]), result=pa.array(["1-0", "bye"]), date=days,
        tournament=pa.array(["T", "T"]), round=pa.array([1, 2], pa.int64()), note=pa.array([1.5, None]),
    )  # fmt: skip
    assert "columns not known, not used: note" in ready_desk.do("load", "games", name, *LOAD[3:]).err
    assert ready_desk.stored() == [("T", "A", "C", "1-0", "rated"), ("T", "B", "", "bye", "not played")]


def test_a_time_of_day_is_no_date(ready_desk):
    when = pa.array([dt.datetime(2026, 1, 5, 18, 30)])
    one = {name: pa.array([text]) for name, text in (("white", "A"), ("black", "B"), ("result", "1-0"))}
    write(ready_desk, **one, date=when)
    ready_desk.do(*LOAD, code=3)
    assert ready_desk.refused() == [(1, "date", "2026-01-05 18:30:00.000000", "unreadable-date")]


def test_a_damaged_file_and_a_missing_column(ready_desk):
    name = write(ready_desk, white=pa.array(["A"]), black=pa.array(["B"]), result=pa.array(["1-0"]))
    ready_desk.stopped(*LOAD, error=f"{name} has no column date", hint="Its header is: white, black, result")
    data = (ready_desk.folder / name).read_bytes()
    for place in range(4, len(data)):
        ready_desk.file(name, data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :])
        assert ready_desk.run(*LOAD).code == 1
    ready_desk.file(name, data[:50])
    ready_desk.stopped(*LOAD, error="is a Parquet file that cannot be read")


def test_players_and_lists_too(desk):
    desk.do("load", "players", write(desk, "players.parquet", id=pa.array(["A"]), name=pa.array(["Alpha Anne"])))
    listed = write(desk, "list.parquet", id=pa.array(["A"]), rating=pa.array([1800]))
    desk.do("load", "list", listed, "--system", "ffe-national", "--date", "2025-12-31")
    assert desk.do("inspect", listed).out


def test_no_rows(ready_desk):
    write(ready_desk, **{name: pa.array([], pa.string()) for name in ("white", "black", "result", "date")})
    ready_desk.do(*LOAD)
    assert ready_desk.stored() == []


def numbered(ids: pa.Array) -> dict[str, pa.Array]:
    """Give a game of A against each id."""
    size = len(ids)
    games = {"white": ["A"] * size, "result": ["1-0"] * size, "date": ["2026-01-05"] * size}
    return {name: pa.array(column) for name, column in games.items()} | {"black": ids}


@pytest.mark.parametrize("ids", [pa.array([233]), pa.array([233.0, None])])
def test_numbers_may_have_lost_their_zeros(ready_desk, ids):
    ready_desk.do("load", "players", ready_desk.file("more.csv", "id,name\n0233,Zero Zoé\n"))
    write(ready_desk, **numbered(ids))
    said = ready_desk.do(*LOAD, code=3).err
    assert "the cell is a number, which has no zeros in front: is it 0233?" in said


@pytest.mark.parametrize("wrong", [3.5, 1e16])
def test_numbers_that_are_no_ids(ready_desk, wrong):
    write(ready_desk, **numbered(pa.array([wrong])))
    assert "a number that is no id: make the column text" in ready_desk.do(*LOAD, code=3).err
    assert ready_desk.stored() == []


def test_whole_numbers_with_a_point_are_whole(ready_desk):
    ready_desk.do("load", "players", ready_desk.file("more.csv", "id,name\n4100001,Quatre Quitterie\n"))
    write(ready_desk, **numbered(pa.array([4100001.0])), round=pa.array([2.0]))
    ready_desk.do(*LOAD)
    assert ready_desk.stored() == [("", "A", "4100001", "1-0", "rated")]
