"""Two periods in one database give what two periods with an export and a load between give, byte for byte."""

from __future__ import annotations

import csv
import datetime as dt

import pytest

from generate import Size, generate
from office import Office

EDITIONS = {
    "national-S1": ("ffe-national", 1996), "national-S0": ("ffe-national", 2010),
    "national-R01": ("ffe-national", 2026),
    "rapid-S0": ("ffe-rapid", 2010), "rapid-E02": ("ffe-rapid", 2026),
}  # fmt: skip
TABLES = ("list", "archives", "changes", "estimates")


def split(folder) -> None:
    """Split the games into those of July and August, and of September: a new season begins between."""
    rows = list(csv.reader((folder / "games.csv").read_text("utf-8").splitlines()))
    place = rows[0].index("date")
    for name, months in (("first.csv", "78"), ("second.csv", "9")):
        chosen = [row for row in rows[1:] if dt.date.fromisoformat(row[place]).strftime("%m").lstrip("0") in months]
        assert len(chosen) > 300
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([rows[0], *chosen])


def second(office: Office, system: str, year: int) -> dict[str, bytes]:
    """Open, load and rate September; give its tables."""
    office.do("period", "add", system, "second", "--starts", f"{year}-09-01", "--ends", f"{year}-09-30")
    office.load("second.csv", system=system, period="second")
    office.do("rate", system, "second")
    return {what: office.do("export", system, "second", "--what", what, "--full").output for what in TABLES}


@pytest.mark.parametrize("system, year", EDITIONS.values(), ids=EDITIONS)
def test_one_database_or_an_export_and_a_load_between(tmp_path, system, year):
    generate(tmp_path, Size(192, 2400, 7, system, dt.date(year, 7, 1), dt.date(year, 9, 30)))
    split(tmp_path)
    one, other = (Office(tmp_path, f"sqlite:///{tmp_path}/{name}.db") for name in ("one", "other"))
    national = ("--list", "ffe-national=national.csv@01/01/2000") if system == "ffe-rapid" else ()
    if national:
        one.file("national.csv", national_list(tmp_path))
    files = ("--players", "players.csv", "--list", "list.csv", *national, "--games", "first.csv", "--out", "out")
    one.do("run", system, "first", "--starts", f"{year}-07-01", "--ends", f"{year}-08-31", *files)
    straight = second(one, system, year)

    one.do("export", system, "first", "--full", "-o", "between.csv")
    one.do("export", system, "first", "--what", "archives", "-o", "between_archives.csv")
    other.do("load", "players", "players.csv")
    if national:
        other.do("load", "list", "national.csv", "--system", "ffe-national", "--date", "2000-01-01")
    other.do("load", "list", "between.csv", "between_archives.csv", "--system", system, "--date", f"{year}-09-01")
    by_files = second(other, system, year)

    assert by_files == straight
    assert straight["list"].count(b"\n") > 150
    assert straight["archives"].count(b"\n") > 3
    changes = straight["changes"].decode()
    assert all(f",{word}," in changes for word in ("up", "down", "new"))


def national_list(folder) -> str:
    """Give a national list for every third player, so that some rapid players are credited."""
    with (folder / "players.csv").open(encoding="utf-8", newline="") as file:
        ids = [row["id"] for row in csv.DictReader(file)]
    return "id,rating\n" + "".join(f"{player},{1500 + 10 * n % 600}\n" for n, player in enumerate(ids[::3]))


def test_the_second_period_starts_from_the_published_first(ready):
    ready.load_rows("T1,1,2026-01-10,A,B,1-0")
    ready.do("rate", "ffe-national", "2026-01")
    ready.do("publish", "ffe-national", "2026-01")
    first = {row["id"]: row["rating"] for row in ready.do("export", "ffe-national").rows}
    ready.do("period", "add", "ffe-national", "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
    ready.do("rate", "ffe-national", "2026-02")
    rows = ready.do("export", "ffe-national", "2026-02").rows
    assert {row["id"]: row["previous"] for row in rows} == first
    assert {row["rating"] for row in rows if row["id"] == "A"} == {"1830"}


def test_an_archive_goes_from_period_to_period(ready):
    ready.load_rows(*(f"T1,{n},2026-01-{n + 10},U,{other},1-0" for n, other in enumerate("ABC", 1)))
    ready.do("rate", "ffe-national", "2026-01")
    ready.do("publish", "ffe-national", "2026-01")
    (first,) = ready.do("export", "ffe-national", "--what", "archives").rows
    assert (first["id"], first["archive_games"], first["archive_season"]) == ("U", "3", "2026")
    ready.do("period", "add", "ffe-national", "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
    rows = (f"T2,{n},2026-02-{n + 10},U,{other},1-0" for n, other in enumerate("ABCDE", 1))
    ready.load(ready.games("february.csv", *rows), period="2026-02")
    ready.do("rate", "ffe-national", "2026-02")
    assert ready.do("export", "ffe-national", "2026-02", "--what", "archives").rows == []
    told = ready.do("explain", "ffe-national", "2026-02", "U", "--json").json
    assert told["case"] == "first-rating-with-archive"
    assert told["archive"] == {"games": 3, "points": first["archive_points"]}


def test_a_list_published_later_than_the_next_period_starts_is_still_its_base(ready):
    days = ("--starts", "2026-01-01", "--ends", "2026-01-31", "--publishes", "2026-02-10")
    ready.do("period", "add", "ffe-rapid", "1", *days)
    ready.do("load", "list", ready.file("r.csv", LIST), "--system", "ffe-rapid", "--date", "2025-12-31")
    ready.load(ready.games("g.csv", "T,1,2026-01-10,A,B,1-0"), system="ffe-rapid", period="1")
    ready.do("rate", "ffe-rapid", "1")
    ready.do("publish", "ffe-rapid", "1")
    after = {row["id"]: row["rating"] for row in ready.do("export", "ffe-rapid", "1").rows}
    ready.do("period", "add", "ffe-rapid", "2", "--starts", "2026-02-01", "--ends", "2026-02-28")
    ready.do("rate", "ffe-rapid", "2")
    assert {row["id"]: row["previous"] for row in ready.do("export", "ffe-rapid", "2").rows} == after


LIST = "id,rating\nA,1800\nB,1750\n"
