"""Pools of newcomers from a file: loaded again, contradicting each other, a published list, or chess itself."""

from __future__ import annotations

import pytest

from office import LIST, PLAYERS, Office

HEADER = "id,tournament,period_ends,starts,games,half_points,opponents_sum,opponents,format,first_event"
ROW = "U,X,2025-11-30,2025-11-01,3,3,5250,A B C,swiss,"
"""Three games against 1800, 1750 and 1700: 50 %."""
OTHER = "U,Y,2025-11-30,2025-11-08,1,2,1800,A,swiss,"
GAMES = "T1,1,2026-01-10,D,U,1/2-1/2\nT1,2,2026-01-10,E,U,1/2-1/2"
DAY = "2025-12-31"
SYSTEMS = ("fide-standard", "ukd-standard")


def pools(office: Office, *rows: str, name: str = "pools.csv", header: str = HEADER) -> str:
    return office.file(name, "\n".join([header, *rows]) + "\n")


def load(office: Office, *rows: str, system: str = SYSTEMS[0], day: str = DAY, code: int = 0, name: str = "pools.csv"):
    return office.do("load", "list", pools(office, *rows, name=name), "--system", system, "--date", day, code=code).err


def stored(office: Office) -> list[tuple]:
    return office.query("SELECT tournament, games, half_points FROM pool WHERE run_key IS NULL ORDER BY pool_key")


def rated(office: Office, system: str = SYSTEMS[0], code: int = 0) -> str:
    """Play two draws with 1650 and 1600 in January, and give the rating of U."""
    office.load(office.games("g.csv", *GAMES.splitlines()), system=system)
    office.do("rate", system, "2026-01", code=code)
    rows = office.do("export", system, "2026-01").rows
    return next((row["rating"] for row in rows if row["id"] == "U"), "")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_file_loaded_again_is_not_counted_again(office, system):
    office.opened(system)
    assert "1 row, 1 stored" in load(office, ROW, system=system)
    assert "unchanged" in load(office, ROW, system=system)
    assert stored(office) == [("X", 3, 3)]
    assert "1 row" in office.do("loads").err + office.do("loads").out
    once = {"fide-standard": "1729", "ukd-standard": "1700"}[system]
    assert rated(office, system) == once, "(5250 + 3250 + 3600)/7 at 50 %; the mean of five"


def test_a_row_in_another_file_or_of_another_day_is_known_already(ready_desk):
    load(ready_desk, ROW)
    assert "1 stored, 1 already known" in load(ready_desk, OTHER, ROW, name="more.csv")
    assert "0 stored, 1 already known" in load(ready_desk, ROW, day="2025-12-20", name="earlier.csv")
    assert "1 already known" in load(ready_desk, OTHER.replace("swiss", "").replace(",A,", ",,"), name="less.csv")
    assert stored(ready_desk) == [("X", 3, 3), ("Y", 1, 2)]


def test_a_row_twice_in_one_file_is_one(ready_desk):
    assert "2 rows, 1 stored, 1 already known" in load(ready_desk, ROW, ROW)
    assert stored(ready_desk) == [("X", 3, 3)]


def test_two_rows_that_contradict_each_other_are_both_refused(office):
    office.opened(SYSTEMS[0])
    told = load(office, ROW, ROW.replace("3,3,5250", "3,4,5250"), OTHER, code=3)
    assert told.count("stands in lines 2, 3, differently") == 2
    assert stored(office) == [("Y", 1, 2)]
    assert [row[3] for row in office.refused(system=SYSTEMS[0])] == ["contradiction"] * 2
    load(office, ROW, name="mended.csv")
    assert office.refused(system=SYSTEMS[0]) == []


@pytest.mark.parametrize("day", [DAY, "2025-12-20"])
def test_a_row_that_contradicts_a_stored_one_is_refused(ready_desk, day):
    load(ready_desk, ROW)
    told = load(ready_desk, ROW.replace("3,3,5250,A B C", "3,4,5250,A B D"), day=day, code=3, name="p2.csv")
    assert "load 3 (pools.csv) says 3" in told
    assert "load 3 (pools.csv) says other opponents" in told
    assert stored(ready_desk) == [("X", 3, 3)]


@pytest.mark.parametrize(
    "row, reason",
    [
        (ROW.replace("3,3,5250", "2,3,3500"), "3 opponents in 2 games"),
        (ROW.replace("A B C", "A U C"), "the player is among the opponents"),
        (ROW.replace("2025-11-30", "2026-11-30"), "it is after the list's day, 2025-12-31"),
    ],
)
def test_what_cannot_be(ready_desk, row, reason):
    assert reason in load(ready_desk, row, code=3)
    assert stored(ready_desk) == []


@pytest.mark.parametrize(
    "rows, reason",
    [
        ([ROW.replace("A B C", "A U C")], "among the opponents"),
        ([ROW, ROW.replace(",3,5250", ",4,5250")], "differently"),
        ([ROW.replace("3,3,5250", "2,3,3500")], "3 opponents in 2 games"),
    ],
)
def test_inspect_says_so_without_a_database(desk, rows, reason):
    assert reason in desk.do("inspect", pools(desk, *rows), code=3).out


def test_a_pool_of_somebody_rated_is_reported_and_not_used(office):
    office.opened(SYSTEMS[0])
    told = load(office, ROW, ROW.replace("U,", "D,").replace("A B C", "A B E"))
    assert "warning: rated on 2025-12-31, so that their pools are not used: D" in told
    assert office.check(system=SYSTEMS[0])["pools_emptied"] == ["D"]
    assert "Pools that are not used: their players are rated" in office.do("check", SYSTEMS[0], "2026-01").out


class TestAfterPublication:
    @pytest.fixture
    def published(self, office) -> Office:
        office.opened(SYSTEMS[0])
        load(office, ROW)
        office.load(office.games("g.csv", GAMES.splitlines()[0]), system=SYSTEMS[0])
        office.do("rate", SYSTEMS[0], "2026-01")
        office.do("publish", SYSTEMS[0], "2026-01")
        return office

    def test_what_it_was_made_from_is_unchanged(self, published):
        before = published.dump()
        assert "unchanged" in load(published, ROW)
        assert published.dump() == before
        published.do("verify", SYSTEMS[0], "2026-01")

    @pytest.mark.parametrize("day", [DAY, "2026-01-31", "2026-02-01"])
    def test_another_row_is_refused(self, published, day):
        assert "published for 2026-02-01 was made without this row" in load(
            published, OTHER, day=day, code=3, name="p2.csv"
        )
        assert "says 3" in load(published, ROW.replace("3,3,5250", "3,4,5250"), day=day, code=3, name="p3.csv")
        assert stored(published) == [("X", 3, 3)]
        published.do("verify", SYSTEMS[0], "2026-01")

    @pytest.mark.parametrize("day", ["2026-01-31", "2026-02-01", "2026-02-10"])
    def test_its_own_pools_are_known(self, published, day):
        published.do("export", SYSTEMS[0], "2026-01", "--what", "pools", "-o", "left.csv")
        told = published.do("load", "list", "left.csv", "--system", SYSTEMS[0], "--date", day).err
        assert "2 rows, 0 stored, 2 already known" in told

    def test_a_later_list_may_bring_more(self, published):
        assert "1 stored" in load(published, OTHER, day="2026-02-10", name="p2.csv")


def test_the_nightly_run_counts_a_pool_once(desk):
    """Nights that end with rows refused come again with the same files."""
    desk.file("players.csv", PLAYERS)
    desk.file("list.csv", LIST)
    pools(desk, ROW)
    run = ("run", SYSTEMS[0], "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31", "--players", "players.csv",
           "--list", "list.csv", "--list", "pools.csv", "--games", "g.csv", "--out", "out")  # fmt: skip
    desk.games("g.csv", *GAMES.splitlines(), "T1,3,2026-01-10,NOBODY,U,1-0")
    for _ in range(3):
        desk.do(*run, code=3)
    assert stored(desk) == [("X", 3, 3)]
    desk.games("g.csv", *GAMES.splitlines())
    desk.do(*run)
    assert [row["rating"] for row in desk.read("out/list.csv") if row["id"] == "U"] == ["1729"]
