"""A whole history in one go: each list is that of a run of its period alone, whatever the database."""

from __future__ import annotations

import calendar
import datetime as dt
import random
import re
import shutil
import zlib
from pathlib import Path

import pyarrow as pa
import pytest

import football
from office import Office, beside, rows_of
from ratings import jobs
from ratings.publish import exports, run_tables
from ratings.rules import rule_set
from ratings.store.connect import open_engine, reading
from ratings.store.periods import all_periods
from ratings.store.players import read_people
from ratings.store.run_rows import columns_that_differ, read_run_rows
from ratings.store.runs import published_list, rated_run

SYSTEM, FIRST, MONTHS = "ffe-national", (2001, 1), 26
QUIET = {(2001, 8), (2002, 8)}
"""Months without a game: summer."""
COMMON = ("--accept-unusual", "a history")
TWELVE_RATED = "\n".join(f"P{n:02d},{1400 + 40 * n},N,{10 * n},{1450 + 40 * n}" for n in range(12))


def months() -> list[tuple[int, int]]:
    first = 12 * FIRST[0] + FIRST[1] - 1
    return [(n // 12, n % 12 + 1) for n in range(first, first + MONTHS) if (n // 12, n % 12 + 1) not in QUIET]


def days_of(year: int, month: int) -> tuple[str, str]:
    return f"{year}-{month:02d}-01", f"{year}-{month:02d}-{calendar.monthrange(year, month)[1]}"


def rows_by_month() -> dict[str, list[str]]:
    """Make games by chance that is always the same: leagues of thirty people, unrated ones, forfeits and byes."""
    chance, made = random.Random(1872), {}
    for year, month in months():
        name, rows = f"{year}-{month:02d}", []
        for number in range(1, chance.randint(2, 6)):
            order = chance.sample(range(30), 20)
            day = f"{name}-{chance.randint(1, 28):02d}"
            for board in range(9):
                result = chance.choice(("1-0", "0-1", "1/2-1/2", "1-0", "0-1", "1-0F"))
                rows.append(f"L{name},{number},{day},P{order[2 * board]:02d},P{order[2 * board + 1]:02d},{result}")
            rows.append(f"L{name},{number},{day},P{order[18]:02d},,bye")
        made[name] = rows
    return made


BY_MONTH = rows_by_month()
HEADER = "tournament,round,date,white,black,result"
PLAYERS = "id,name,birth_year,club,estimate\n" + "\n".join(
    f'P{n:02d},"Name {n % 7}, Given",{1930 + 2 * n},{"-+"[n % 2]}Club {n % 4},{1350 if n == 20 else ""}'
    for n in range(30)
)  # fmt: skip


@pytest.fixture
def history(office) -> Office:
    """Give an office with the files of a history, in any order of its rows, and an empty database."""
    return with_files(office)


def with_files(office: Office) -> Office:
    rows = [row for part in BY_MONTH.values() for row in part]
    random.Random(7).shuffle(rows)
    office.games("games.csv", *rows)
    office.file("players.csv", PLAYERS)
    office.file("list.csv", f"id,rating,type,games,peak\n{TWELVE_RATED}\n")
    return office


REPLAY = ("replay", SYSTEM, "games.csv", "--players", "players.csv", "--list", "list.csv", "--out", "out")


def single_runs(office: Office, system: str = SYSTEM, *, first: tuple[object, ...] = ()) -> dict[str, Path]:
    """Run every month alone, one after the other, and give the folders of their files."""
    with_files(office)
    folders = {}
    for (year, month), (name, rows) in zip(months(), BY_MONTH.items(), strict=True):
        starts, ends = days_of(year, month)
        opening = ("--players", "players.csv", "--list", "list.csv", *first) if not folders else ()
        office.do("run", system, name, "--starts", starts, "--ends", ends, *opening, "--games",
                  office.games(f"{name}.csv", *rows), "--out", name, *COMMON)  # fmt: skip
        folders[name] = office.folder / name
    return folders


def test_each_list_is_that_of_its_run_alone(history, tmp_path):
    told = history.do(*REPLAY, "--lists")
    assert re.search(r"^ffe-national: 24 periods from 2001-01 to 2003-02, \d+ games, 30 rated", told.err, re.M)
    folders = single_runs(beside(tmp_path, "alone"))
    assert len(folders) == 24
    for name, folder in folders.items():
        for what in ("list", "archives", "changes", "estimates"):
            data = history.do("export", SYSTEM, name, "--what", what).output
            assert data == (folder / f"{what}.csv").read_bytes(), (name, what)
        assert (history.folder / "out" / "lists" / f"{name}.csv").read_bytes() == (folder / "list.csv").read_bytes()
    for file in ("list.csv", "archives.csv"):
        assert (history.folder / "out" / file).read_bytes() == (folders["2003-02"] / file).read_bytes()
    assert sum(len(rows_of((folder / "archives.csv").read_bytes())) > 0 for folder in folders.values()) > 5
    assert len({row["sha256"] for row in history.read("out/periods.csv")}) == 24


def with_cells(table, name: str, texts: dict[int, str]):
    """Give a table with other texts in some rows of a column."""
    column = pa.array([texts.get(row, text) for row, text in enumerate(table[name].to_pylist())])
    return table.set_column(table.column_names.index(name), name, column)


@pytest.mark.parametrize("name", ["Given, Name", "=1+1", 'The "Quoted"', "On two\nlines", ""])
def test_lists_made_together_are_those_made_apart(desk, name):
    """Rows of 24 runs go out as one table: what one name needs (quotes, an apostrophe) changes no other line."""
    with_files(desk).do(*REPLAY)
    engine = open_engine(desk.db)
    with reading(engine) as connection:
        people = read_people(connection)
        keys = [rated_run(connection, period).run_key for period in all_periods(connection, SYSTEM)]
        runs = [read_run_rows(connection, key) for key in keys]
    engine.dispose()
    people = with_cells(people, "name", {3: name})
    runs[5] = with_cells(runs[5], "status", dict.fromkeys(range(2, 9), "off-list"))
    apart = [exports.to_keep(run_tables.run_table(people, rows)) for rows in runs]
    assert exports.to_keep_each(people, runs) == apart
    assert zlib.decompress(apart[5].kept) != apart[5].listed


def test_what_is_stored_can_be_explained_compared_and_verified(history):
    history.do(*REPLAY)
    verified = history.do("verify", SYSTEM, "--json").json
    assert [one["same"] for one in verified] == [True] * 24
    told = history.do("explain", SYSTEM, "2002-03", "P05", "--json").json
    row = next(row for row in history.do("export", SYSTEM, "2002-03").rows if row["id"] == "P05")
    assert (str(told["before"]), str(told["after"])) == (row["previous"], row["rating"])
    assert history.do("diff", SYSTEM, "2002-03", "--json").json["counts"]
    assert len(history.do("export", SYSTEM, "2002-03", "--what", "games").rows) == len(BY_MONTH["2002-03"])
    assert {period["state"] for period in history.do("period", "list", "--json").json} == {"published"}
    history.do("run", SYSTEM, "2003-03", "--starts", "2003-03-01", "--ends", "2003-03-31", "--games",
               history.games("next.csv", "M,1,2003-03-08,P01,P02,1-0"), "--out", "next", *COMMON)  # fmt: skip


def test_files_are_made_again_and_the_same_inputs_change_nothing(history):
    history.do(*REPLAY)
    before, folder = history.dump(), history.folder / "out"
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert set(files) == {"periods.csv", "history.csv", "list.csv", "archives.csv"}
    shutil.rmtree(folder)
    told = history.do(*REPLAY, "--json")
    games = sum(int(row["games"]) for row in rows_of(files["periods.csv"]))
    ends = {"first": "2001-01", "last": "2003-02", "written": sorted(files)}
    assert told.json == {"system": SYSTEM, "state": "unchanged", "periods": 24, "games": games, "rated": 30, **ends}
    assert "unchanged" in told.err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == files
    assert history.dump() == before
    history.file("players.csv", PLAYERS.replace("1930", "1931"))
    history.stopped(*REPLAY, error="There are periods, lists or decisions of ffe-national already", hint="its own")


def test_the_history_tells_every_step_of_every_player(history):
    history.do(*REPLAY)
    rows, played = history.read("out/history.csv"), {}
    for name, games in BY_MONTH.items():
        for row in games:
            _, _, _, white, black, result = row.split(",")
            for side in (white, black) if result in ("1-0", "0-1", "1/2-1/2") else ():
                played[name, side] = played.get((name, side), 0) + 1
    assert {(row["period"], row["id"]): int(row["played"]) for row in rows if row["played"] != "0"} == played
    last = {row["id"]: row["rating"] for row in rows}  # rows are in order of the periods
    listed = {row["id"]: row["rating"] for row in history.read("out/list.csv")}
    assert {key: listed[key] for key in last} == last
    periods = history.read("out/periods.csv")
    assert [row["period"] for row in periods] == list(BY_MONTH)
    assert sum(int(row["games"]) for row in periods) == sum(played.values()) // 2
    assert {row["edition"] for row in periods} == {"S0"}


@pytest.mark.parametrize("every, names, days", [
    ("quarter", ["2001-Q1", "2001-Q2"], ("2001-04-01", "2001-06-30", "2001-07-01")),
    ("year", ["2001", "2002"], ("2002-01-01", "2002-12-31", "2003-01-01")),
])  # fmt: skip
def test_quarters_and_years(desk, every, names, days):
    with_files(desk)
    desk.file("older.csv", "id,rating,type\nP25,1990,N\nP01,2000,N\n")
    desk.do(*REPLAY, "--every", every, "--list", "older.csv@1999-01-01")
    periods = desk.read("out/periods.csv")
    assert [row["period"] for row in periods][:2] == names
    assert tuple(periods[1][name] for name in ("starts", "ends", "publishes")) == days
    first = {row["id"]: row["previous"] for row in desk.read("out/history.csv") if row["period"] == names[0]}
    assert (first["P25"], first["P01"], first["P20"]) == ("1990", "1440", "")
    assert all(one["same"] for one in desk.do("verify", SYSTEM, "--json").json)


def test_rapid_takes_the_national_lists_of_the_same_history_over(desk):
    with_files(desk)
    desk.do(*REPLAY)
    desk.file("none.csv", "id,rating,type\nP29,1300,N\n")
    rapid = ("replay", "ffe-rapid", "games.csv", "--list", "none.csv", "--out", "rapid")
    desk.do(*rapid)
    credited = desk.query("SELECT count(*) FROM run_row WHERE credited IS NOT NULL")[0][0]
    assert credited > 20
    assert [one["same"] for one in desk.do("verify", "ffe-rapid", "--json").json] == [True] * 24


def test_one_edition_for_all_days(desk):
    with_files(desk)
    for year in (1890, 2101):
        desk.games(f"{year}.csv", f"T{year},1,{year}-05-01,P01,P02,1-0", f"T{year},2,{year}-05-02,P03,P02,1-0")
    asked = ("--players", "players.csv", "--list", "list.csv", "--out", "out")
    desk.stopped("replay", SYSTEM, "1890.csv", *asked, error="no rules for 1890-05-01", hint="--edition: S1, S0, R01")
    desk.do("replay", SYSTEM, "1890.csv", "2101.csv", *asked, "--edition", "S0")
    assert [row["edition"] for row in desk.read("out/periods.csv")] == ["S0", "S0"]
    assert [one["same"] for one in desk.do("verify", SYSTEM, "--json").json] == [True, True]
    assert "edition S0" in desk.do("explain", SYSTEM, "2101-05", "P02").out
    remarks = desk.query("SELECT DISTINCT remark FROM list WHERE revision = 1")
    assert remarks == [("replayed under edition S0",)]
    for period in ("1890-05", "2101-05"):  # each goes by its list's edition, whatever is in force on its days
        assert desk.do("check", SYSTEM, period, "--json").json["verdict"] == "Published."
    assert "1890-05: stays as it is" in desk.do("revise", SYSTEM, "1890-05", "--reason", "asked").err
    desk.do("withdraw", SYSTEM, "1890-05", "--tournament", "T1890", "--round", "1", "--reason", "no")
    assert "1890-05: revision 2" in desk.do("revise", SYSTEM, "1890-05", "--reason", "asked").err
    assert all(one["same"] for one in desk.do("verify", SYSTEM, "--json").json)


class TestRowsThatAreRefused:
    """Whole or not at all, unless it is said that it may go without them."""

    ROWS = ("T,1,2001-02-03,A,B,1-0", "T,2,2001-03-03,A,B,2-0", "T,3,,B,A,1-0", "T,4,2001-04-03,A,C,0-1")

    def test_one_stops_it(self, desk):
        desk.games("games.csv", *self.ROWS)
        desk.stopped("replay", SYSTEM, "games.csv", "--register", "--out", "out",
                     error="line 3, result '2-0': .*and 1 more row", hint="--accept-partial")  # fmt: skip
        assert not (desk.folder / "out").exists()
        assert all(not rows for rows in desk.dump().values())

    def test_it_goes_without_them_and_they_stay_readable(self, office):
        office.games("games.csv", *self.ROWS)
        replay = ("replay", SYSTEM, "games.csv", "--register", "--accept-partial", "--out", "out")
        told = office.do(*replay, code=3)
        assert "refused: games.csv, line 3" in told.err
        assert [row["period"] for row in office.read("out/periods.csv")] == ["2001-02", "2001-04"]
        refused = office.do("export", SYSTEM, "2001-02", "--what", "refused").rows
        assert [(row["date"], row["result"]) for row in refused] == [("2001-03-03", "2-0"), ("", "1-0")]
        assert [row["line"] for row in office.read("out/refused.csv")] == ["3", "4"]
        assert office.query("SELECT id, name FROM player ORDER BY id") == [("A", "A"), ("B", "B"), ("C", "C")]

    def test_those_of_players_and_lists_are_in_files_too(self, office):
        """As a run writes them, also again where they are missing; none where nothing was refused."""
        office.games("games.csv", self.ROWS[0])
        office.file("players.csv", "id,name,sex\nA,Anne,\nB,Bo,\nC,Cy,X\n")
        files = ["--list", office.file("list.csv", "id,rating\nA,1800\nZ,1700\n"),
                 "--list", "ffe-rapid=" + office.file("rapid.csv", "id,rating\nB,fast\n")]  # fmt: skip
        replay = ("replay", SYSTEM, "games.csv", "--players", "players.csv", *files, "--out", "out")
        for code in (3, 0):
            told = office.do(*replay, code=code).err
            assert "refused-list.csv, refused-players.csv" in told
            assert [(row["id"], row["file"], row["line"]) for row in office.read("out/refused-players.csv")] == [
                ("C", "players.csv", "4")
            ]
            listed = [(row["id"], row["file"], row["value"]) for row in office.read("out/refused-list.csv")]
            assert listed == [("Z", "list.csv", "Z"), ("B", "rapid.csv", "fast")]
            shutil.rmtree(office.folder / "out")

    def test_no_file_where_none_is_refused(self, desk):
        desk.games("games.csv", self.ROWS[0])
        desk.do("replay", SYSTEM, "games.csv", "--register", "--out", "out")
        assert not [path.name for path in (desk.folder / "out").iterdir() if path.name.startswith("refused")]

    def test_games_twice_are_rated_once(self, desk):
        desk.games("games.csv", self.ROWS[0], self.ROWS[0], self.ROWS[3])
        desk.games("again.csv", self.ROWS[3], "T,5,2001-04-09,B,C,0-1")
        told = desk.do("replay", SYSTEM, "games.csv", "again.csv", "--register", "--out", "out")
        assert "games.csv: 3 rows, 2 stored, 1 already known" in told.err
        assert "again.csv: 2 rows, 1 stored, 1 already known" in told.err
        assert [row["games"] for row in desk.read("out/periods.csv")] == ["1", "2"]


WRONG = {
    "a system by expectation": ("fide-standard games.csv", "cannot be replayed", "period by period", 2),
    "no edition of the name": ("ffe-national games.csv --edition X", "no edition 'X'", "S1, S0, R01", 2),
    "a report": ("ffe-national report.trf", "is a tournament report", "period by period", 1),
    "no games": ("ffe-national empty.csv", "no game with a date", "", 1),
    "nobody is registered": ("ffe-national games.csv", "line 2, white 'P", "--players.*--register", 1),
    "no such file": ("ffe-national none.csv", "none.csv", "", 1),
    "a list of a later day": ("ffe-national games.csv --list list.csv@2001-02-02", "on 2001-02-02, but", "opening", 2),
    "no such length": ("ffe-national games.csv --every week", "'week' is not one of", "--help", 2),
    "a file in place of the folder": ("ffe-national games.csv --out games.csv", "is a file", "", 2),
}  # fmt: skip


@pytest.mark.parametrize("words, error, hint, code", WRONG.values(), ids=WRONG)
def test_wrong_inputs_are_two_lines(desk, words, error, hint, code):
    with_files(desk)
    desk.games("games.csv", "T,1,2001-02-03,P01,P02,1-0")
    desk.games("empty.csv")
    desk.file("report.trf", "012 Open\n001    1      Alpha, Anne                      \n")
    out = () if "--out" in words else ("--out", "out")
    desk.stopped("replay", *words.split(), *out, error=error, hint=hint, code=code)


FOOTBALL = pytest.mark.skipif(not football.SOURCE.exists(), reason=f"NOT RUN: there is no {football.SOURCE}")


@pytest.fixture(scope="module")
def by_year(tmp_path_factory) -> Office:
    """Give an office with 150 years of football under a rule file with the numbers of S0, a list a year."""
    folder = tmp_path_factory.mktemp("football")
    office = Office(folder, f"sqlite:///{folder / 'ratings.db'}")
    football.convert(folder)
    blocks = (Path(jobs.__file__).parent / "rules" / "ffe.toml").read_text("utf-8").split("[[block]]")
    old = next(block for block in blocks if 'name = "S0"' in block and '"ffe-national"' in block)
    old = old.replace('"ffe-national"', '"football"').replace("effective = 2000-09-01", "effective = 1800-01-01")
    office.file("football.toml", f'rules = "ffe"\n\n[[block]]{old}')
    office.do("replay", "football.toml", "games.csv", "--players", "players.csv", "--every", "year", "--out", "out")
    return office


@FOOTBALL
def test_every_year_of_football_is_that_of_a_period_computed_alone(by_year):
    rules, engine = rule_set(str(by_year.folder / "football.toml")), open_engine(by_year.db)
    with reading(engine) as connection:
        people, periods = read_people(connection), all_periods(connection, "football")
        assert len(periods) > 150
        for period in periods:
            rated = jobs.rate_as_published(connection, period, rules)
            stored = read_run_rows(connection, rated_run(connection, period).run_key)
            assert columns_that_differ(stored, rated.rows) == [], period.name
            exported = exports.to_keep(run_tables.run_table(people, rated.rows))
            assert exported.kept == published_list(connection, period).content, period.name
    engine.dispose()


@FOOTBALL
def test_24_years_of_football_come_out_of_the_list_before_by_the_command_line(by_year, tmp_path):
    games = rows_of((by_year.folder / "games.csv").read_bytes())
    names = [row["period"] for row in by_year.read("out/periods.csv")]
    chosen = list(range(len(names) - 1, 0, -(len(names) // 24)))[:24]
    assert len(chosen) == 24
    for place in chosen:
        name, before = names[place], names[place - 1]
        alone = beside(tmp_path, name)
        tables = (("--full",), ("--what", "archives"))
        lists = [alone.file(f"{n}.csv", by_year.do("export", "football.toml", before, *table).output)
                 for n, table in enumerate(tables)]  # fmt: skip
        shutil.copy(by_year.folder / "football.toml", alone.folder)
        shutil.copy(by_year.folder / "players.csv", alone.folder)
        rows = [",".join(f'"{cell}"' for cell in row.values()) for row in games if row["date"].startswith(name)]
        opening = [f"--list={one}@{dt.date(int(name) - 1, 12, 31)}" for one in lists]
        alone.do("run", "football.toml", name, "--starts", f"{name}-01-01", "--ends", f"{name}-12-31", "--players",
                 "players.csv", *opening, "--games", alone.games("g.csv", *rows, header=",".join(games[0])),
                 "--out", "out", *COMMON)  # fmt: skip
        for what in ("list", "archives"):
            data = by_year.do("export", "football.toml", name, "--what", what).output
            assert data == (alone.folder / "out" / f"{what}.csv").read_bytes(), (name, what)
