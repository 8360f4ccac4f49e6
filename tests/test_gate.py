"""The gate before publication: what is written is read again, and a list that moves too much needs somebody's word."""

from __future__ import annotations

import json
import re
import zlib
from fractions import Fraction

import numpy as np
import pyarrow.compute as pc
import pytest

from office import PLAYERS
from ratings.publish import exports, job_files, run_tables, write
from ratings.publish.write import as_csv
from ratings.store import runs
from ratings.store.runs import Exported

SYSTEM = "ffe-national"
MONTHS = ("01", "02", "03", "04", "05", "06", "07")
WHY = ("--accept-unusual", "the league counts double", "--by", "R. Officer", "--claim", "17")
RANGE = "usual by the 6 lists before it"


def rows(month: str, *more: str) -> tuple[str, ...]:
    return (f"T{month},1,2026-{month}-10,A,B,1/2-1/2", f"T{month},1,2026-{month}-10,C,D,1-0", *more)


def rated(desk, month: str, *games: str):
    """Open, load and rate one month."""
    name = f"2026-{month}"
    if month != "01":
        desk.do("period", "add", SYSTEM, name, "--starts", f"{name}-01", "--ends", f"{name}-28")
    desk.load(desk.games(f"{name}.csv", *(games or rows(month))), period=name)
    desk.do("rate", SYSTEM, name)
    return desk


def published(desk, months=MONTHS[:6]):
    for month in months:
        rated(desk, month)
        desk.do("publish", SYSTEM, f"2026-{month}")
    return desk


@pytest.fixture(scope="session")
def half_a_year_once(opened_once, tmp_path_factory):
    return published(opened_once.copy(tmp_path_factory.mktemp("half")))


@pytest.fixture
def half_a_year(half_a_year_once, tmp_path):
    """Give an office with six lists published, with SQLite only."""
    return half_a_year_once.copy(tmp_path)


def raised(desk, points: int):
    """Move everybody between the sixth list and the seventh, by far too much."""
    desk.do("adjust", SYSTEM, "--on", "2026-06-30", "--constant", points, "--reason", "a slip of the hand")


def figures(desk, revision: int = 1) -> list[dict]:
    told = desk.query(f"SELECT figures FROM list WHERE revision = {revision} ORDER BY in_force_on")
    return [json.loads(text) for (text,) in told]


class TestFigures:
    def test_they_are_exact(self, office):
        published(office.opened(), MONTHS[:1])
        before = {"A": 1800, "B": 1750, "C": 1700, "D": 1650, "E": 1600, "F": 1550}
        after = {row["id"]: int(row["rating"]) for row in office.do("export", SYSTEM).rows}
        changes = [after[one] - before[one] for one in before if after[one] != before[one]]
        assert changes
        assert figures(office) == [
            {"rated": 6, "new": 0, "gone": 0, "changed": len(changes), "sum_of_changes": sum(changes),
             "largest_change": max(map(abs, changes)), "top_new": 0, "top_changes": sum(map(abs, changes))}
        ]  # fmt: skip

    def test_against_the_list_before_whatever_came_between(self, half_a_year):
        raised(half_a_year, 200)
        rated(half_a_year, "07", "T7,1,2026-07-10,E,F,1-0")
        half_a_year.do("publish", SYSTEM, "2026-07", *WHY)
        told = figures(half_a_year)[-1]
        assert (told["rated"], told["changed"], told["new"]) == (6, 6, 0)
        assert told["sum_of_changes"] >= 4 * 200

    def test_who_is_new(self, half_a_year):
        games = [f"T7,{number},2026-07-{number + 9},U,{other},1-0" for number, other in enumerate("ABCDEF" * 2, 1)]
        rated(half_a_year, "07", *games)
        half_a_year.do("publish", SYSTEM, "2026-07", *WHY)
        assert figures(half_a_year)[-1]["new"] == figures(half_a_year)[-1]["top_new"] == 1

    def test_the_top_are_the_hundred_first_and_who_shares_their_rank(self, desk):
        people = "\n".join(f"P{n},Person {n}" for n in range(130))
        listed = "\n".join(f"P{n},{2400 - 10 * min(n, 99)},N" for n in range(130))
        desk.opened(players=f"id,name\n{people}\n", listed=f"id,rating,type\n{listed}\n")
        rated(desk, "01", "T,1,2026-01-10,P0,P120,0-1", "T,2,2026-01-11,P1,P121,0-1")
        desk.do("publish", SYSTEM, "2026-01")
        after = {row["id"]: int(row["rating"]) for row in desk.do("export", SYSTEM).rows}
        in_top = {one for one in after if sum(other > after[one] for other in after.values()) < 100}
        moved = sum(abs(after[f"P{n}"] - (2400 - 10 * min(n, 99))) for n in range(130) if f"P{n}" in in_top)
        assert len(in_top) != len(after)
        assert figures(desk)[0]["top_changes"] == moved > 0

    def test_a_revision_is_held_against_the_list_that_it_revises_and_no_range_blocks_it(self, half_a_year):
        half_a_year.do("correct", SYSTEM, "2026-06", "--tournament", "T06", "--white", "C", "--result", "0-1",
                       "--reason", "claim")  # fmt: skip
        half_a_year.do("revise", SYSTEM, "2026-06", "--reason", "claim")
        first, second = (
            {row["id"]: int(row["rating"]) for row in half_a_year.do("export", SYSTEM, "--revision", number).rows}
            for number in "12"
        )
        changes = [second[one] - first[one] for one in first if first[one] != second[one]]
        (told,) = figures(half_a_year, 2)
        assert changes
        assert (told["changed"], told["sum_of_changes"]) == (len(changes), sum(changes))
        assert half_a_year.check("2026-06")["figures"]["by"] == "against revision 1"


class TestUnusual:
    def test_everybody_too_high_stops_the_seventh_list(self, office):
        published(office.opened())
        raised(office, 200)
        rated(office, "07")
        before = office.dump()
        said = office.do("publish", SYSTEM, "2026-07", code=4).err
        assert "mean change" in said
        assert RANGE in said
        error, hint = said.splitlines()[-2:]
        assert error.startswith(f"Error: {SYSTEM} 2026-07 is not published, because it is unusual: ")
        assert "mean change: +" in error
        assert "points moved in the top 100: " in error
        assert hint.startswith("Hint: ")
        assert "--accept-unusual REASON" in hint
        assert office.dump() == before
        assert "accepted as unusual: the league counts double" in office.do("publish", SYSTEM, "2026-07", *WHY).err
        (entry,) = office.do("ledger", "--claim", "17", "--json").json
        assert (entry["action"], entry["by"], entry["period"]) == ("accept-unusual", "R. Officer", "2026-07")
        assert entry["reason"] == "the league counts double"
        assert "mean change: +" in entry["subject"]
        assert entry["lists"] == [f"{SYSTEM} 2026-07 revision 1"]

    def test_quiet_says_the_reasons_too(self, half_a_year):
        raised(half_a_year, 200)
        rated(half_a_year, "07")
        arguments = ("-q", "publish", SYSTEM, "2026-07")
        half_a_year.stopped(*arguments, error=r"mean change: \+\d+\.\d\d \(usual: ", hint="accept-unusual", code=4)

    def test_a_list_that_nobody_moved_on(self, half_a_year):
        """As the list that held none of the changed players."""
        rated(half_a_year, "07", "T7,1,2026-07-10,A,,bye")
        told = half_a_year.do("publish", SYSTEM, "2026-07", code=4).err
        assert "changed: 0 (usual: 1 to 10)" in told.splitlines()[-2]

    def test_a_usual_list_passes_and_shows_its_figures(self, half_a_year):
        rated(half_a_year, "07")
        told = half_a_year.do("publish", SYSTEM, "2026-07", *WHY).err
        assert "is published: revision 1" in told
        assert RANGE in told
        assert "unusual" not in told
        assert half_a_year.do("ledger", "--json").json == []

    def test_check_says_so_before(self, half_a_year):
        raised(half_a_year, 200)
        rated(half_a_year, "07")
        told = half_a_year.check("2026-07")["figures"]
        unusual = {line["name"] for line in told["lines"] if line["is_unusual"]}
        assert (told["by"], {"mean_change", "top_changes"} <= unusual) == (RANGE, True)
        shown = half_a_year.run("check", SYSTEM, "2026-07").out
        assert any("mean change" in line and line.endswith("unusual") for line in shown.splitlines())
        assert half_a_year.check("2026-06")["figures"]["by"] == "usual by the 5 lists before it"

    def test_the_range(self, half_a_year):
        """From half the smallest to twice the largest; the mean change one spread beyond them."""
        rated(half_a_year, "07")
        lines = {line["name"]: line for line in half_a_year.check("2026-07")["figures"]["lines"]}
        before = figures(half_a_year)
        assert len(before) == 6
        sums = [one["top_changes"] for one in before]
        assert Fraction(lines["top_changes"]["least_usual"]) == Fraction(min(sums), 2)
        assert lines["top_changes"]["most_usual"] == max(2 * max(sums), 100)
        means = [Fraction(one["sum_of_changes"], one["changed"]) for one in before]
        spread = max(max(means) - min(means), 5)
        assert Fraction(lines["mean_change"]["least_usual"]) == min(means) - spread
        assert Fraction(lines["mean_change"]["most_usual"]) == max(means) + spread

    def test_a_list_that_was_accepted_does_not_widen_the_range(self, half_a_year):
        rated(half_a_year, "07")
        usual = half_a_year.check("2026-07")["figures"]["lines"]
        raised(half_a_year, 200)
        half_a_year.do("rate", SYSTEM, "2026-07")
        half_a_year.do("publish", SYSTEM, "2026-07", *WHY)
        half_a_year.do("period", "add", SYSTEM, "2026-08", "--starts", "2026-08-01", "--ends", "2026-08-31")
        told = half_a_year.check("2026-08")["figures"]
        assert told["by"] == RANGE
        for end in ("name", "least_usual", "most_usual"):
            assert [line[end] for line in told["lines"]] == [line[end] for line in usual]


class TestBeforeFiveLists:
    def test_it_passes_with_a_note(self, ready_desk):
        told = rated(ready_desk, "01").do("publish", SYSTEM, "2026-01").err
        assert "what is usual is not known yet: 0 lists before it, 5 are needed" in told

    def test_limits_from_the_settings(self, office):
        rated(office.opened(), "01")
        office.do("settings", SYSTEM, "most-changed=1", "most-drift=0.5", "least-changed=1", "--reason", "board")
        before = office.dump()
        error = r"changed: \d \(usual: 1 to 1\); mean change: .* \(usual: -0.50 to \+0.50\)"
        said = office.do("publish", SYSTEM, "2026-01", code=4).err
        assert re.search(error, said.splitlines()[-2])
        assert "usual by the limits set: 0 lists before it, 5 are needed" in said
        assert office.dump() == before
        office.do("settings", SYSTEM, "most-changed=6", "most-drift=")
        office.do("publish", SYSTEM, "2026-01")

    def test_lists_before_a_day_say_nothing(self, half_a_year):
        rated(half_a_year, "07")
        half_a_year.do("settings", SYSTEM, "usual-since=2026-03-29")
        assert half_a_year.check("2026-07")["figures"]["by"].endswith("4 lists before it, 5 are needed")
        half_a_year.do("settings", SYSTEM, "usual-since=")
        assert half_a_year.check("2026-07")["figures"]["by"] == RANGE


class TestSettings:
    def test_shown_set_and_ended(self, ready):
        assert ready.do("settings", SYSTEM, "--json").json == {}
        ready.do("settings", SYSTEM, "most-changed=500", "most-drift=2.5", "--by", "R. Officer", "--reason", "board")
        ready.do("settings", SYSTEM, "most-changed=")
        assert ready.do("settings", SYSTEM, "--json").json == {"most-drift": "2.5"}
        assert ready.do("settings", "ffe-rapid", "--json").json == {}
        assert "most-drift                   2.5" in ready.do("settings", SYSTEM).out
        first, second = ready.do("ledger", "--json").json
        assert (first["action"], first["by"], first["subject"]) == (
            "settings", "R. Officer", "most-changed=500, most-drift=2.5",
        )  # fmt: skip
        assert (second["before"], second["after"]) == (
            {"most-changed": "500", "most-drift": "2.5"}, {"most-drift": "2.5"},
        )  # fmt: skip

    @pytest.mark.parametrize(
        "words, error",
        [
            ("most-chess=1", "no setting 'most-chess'"),
            ("most-changed", "sets nothing"),
            ("most-changed=-1", "cannot be read"),
            ("most-changed=2.5", "cannot be read"),
            ("most-drift=much", "cannot be read"),
            ("most-drift=2.", "cannot be read"),
            ("usual-since=May", "cannot be read"),
        ],
    )
    def test_what_cannot_be(self, ready_desk, words, error):
        before = ready_desk.dump()
        ready_desk.stopped("settings", SYSTEM, "least-changed=1", words, error=error, code=2)
        assert ready_desk.dump() == before


DAYS = ("--starts", "2026-07-01", "--ends", "2026-07-31")


def run(desk, *more: object, code: int = 0):
    return desk.do("run", SYSTEM, "2026-07", *DAYS, "--games", "july.csv", "--out", "out", *more, code=code)


class TestRun:
    def test_what_is_loaded_and_rated_stays_and_nothing_is_published(self, office):
        published(office.opened())
        raised(office, 200)
        office.games("july.csv", *rows("07"))
        said = run(office, code=4).err
        assert "is published" not in said
        assert "is unusual: " in said.splitlines()[-2]
        assert [path.name for path in (office.folder / "out").iterdir()] == ["refused.csv"]
        assert len(office.stored("2026-07")) == 2
        assert office.check("2026-07")["state"] == "rated"
        assert "unchanged" in run(office, code=4).err
        assert "is published: revision 1" in run(office, *WHY).err
        assert (office.folder / "out" / "list.csv").read_bytes() == office.do("export", SYSTEM).output
        assert [entry["action"] for entry in office.do("ledger", "--json").json] == ["adjust", "accept-unusual"]
        assert "unchanged" in run(office).err

    def test_a_file_on_the_disk_that_is_not_what_was_written(self, half_a_year, monkeypatch):
        half_a_year.games("july.csv", *rows("07"))

        def written(folder, files):
            folder.mkdir()
            for name, data in files.items():
                (folder / name).write_bytes(data.replace(b"Alpha", b"Omega"))

        with monkeypatch.context() as patch:
            patch.setattr(write, "write_files", written)
            said = run(half_a_year, code=3).err
        assert "The list is published, but list.csv in out, read again, do not hold" in said
        assert "unchanged" in run(half_a_year).err
        assert (half_a_year.folder / "out" / "list.csv").read_bytes() == half_a_year.do("export", SYSTEM).output

    def test_a_file_is_read_again_before_it_takes_the_place_of_the_old_one(self, half_a_year, monkeypatch):
        half_a_year.games("july.csv", *rows("07"))
        half_a_year.file("old.csv", "old")
        read = write.Path.read_bytes
        monkeypatch.setattr(write.Path, "read_bytes", lambda path: read(path).replace(b"Alpha", b"Omega"))
        half_a_year.stopped("export", SYSTEM, "-o", "old.csv", error="read again, it is not what was written")
        monkeypatch.undo()
        assert (half_a_year.folder / "old.csv").read_bytes() == b"old"


def last_first(values):
    return values.take(np.roll(np.arange(len(values)), 1))


def changed(table, column, change):
    """Give a table with one column changed, if it has that."""
    names = table.column_names
    return table.set_column(names.index(column), column, change(table[column])) if column in names else table


def lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


TAMPERED = {
    "a rating": (lambda data: data.replace(b",1730,", b",1731,"), "rating: 1731 in the file, 1730 in the database"),
    "a name": (lambda data: data.replace(b"Gamma Chlo", b"Gamma Clo"), "name: Gamma Clo.* in the file, Gamma Chlo"),
    "one missing": (lambda data: b"".join(one for one in lines(data) if b"Gamma" not in one), "C is missing"),
    "one twice": (lambda data: data + lines(data)[-1], "F is in it more than once"),
    "a stranger": (lambda data: data.replace(b",A,", b",Q,"), "Q is not registered"),
    "another order": (lambda data: b"".join([lines(data)[0], *lines(data)[:0:-1]]), "E stands below a lower rating"),
    "nobody": (lambda data: lines(data)[0], "is missing"),
    "other columns": (lambda data: data.replace(b",peak", b",top"), "its columns are .*top"),
    "no number": (lambda data: data.replace(b",1730,", b",17xx,"), "it cannot be read"),
    "a decimal": (lambda data: data.replace(b",1730,", b",1730.0,"), "it cannot be read"),
    "a rank": (lambda data: data.replace(b"\n3,", b"\n4,", 1), "rank: 4 in the file, 3 in the database"),
    "old ratings": (lambda data: data.replace(b",1730,", b",1700,").replace(b",30,,", b",0,,"), "rating: 1700 in the"),
}  # fmt: skip


class TestReadAgain:
    @pytest.mark.parametrize("what", TAMPERED)
    def test_a_list_that_is_not_what_the_database_holds(self, ready_desk, monkeypatch, what):
        tamper, error = TAMPERED[what]
        rated(ready_desk, "01")
        assert b",1730," in ready_desk.do("export", SYSTEM, "2026-01").output
        before = ready_desk.dump()
        to_keep_and_whose = exports.to_keep_and_whose

        def tampered(run):
            exported, whose = to_keep_and_whose(run)
            data = tamper(exported.listed)
            return Exported(data, zlib.compress(data)), whose

        monkeypatch.setattr(exports, "to_keep_and_whose", tampered)
        ready_desk.stopped("publish", SYSTEM, "2026-01", *WHY, code=4, hint="Rate it again",
                           error=f"2026-01 is not published: read again, .*list.*: .*{error}")  # fmt: skip
        assert ready_desk.dump() == before

    @pytest.mark.parametrize("guess", [lambda whose: whose[:0], lambda whose: whose[::-1]], ids=["none", "wrong"])
    def test_whose_rows_they_are_is_read_from_their_ids(self, ready, monkeypatch, guess):
        rated(ready, "01")
        to_keep_and_whose = exports.to_keep_and_whose

        def guessed(run):
            exported, whose = to_keep_and_whose(run)
            assert len(set(whose.tolist())) == len(whose) > 1
            return exported, guess(whose)

        monkeypatch.setattr(exports, "to_keep_and_whose", guessed)
        ready.do("publish", SYSTEM, "2026-01", *WHY)

    @pytest.mark.parametrize("column", ["rating", "games", "peak", "rating_before", "birth_year", "name", "last_game"])
    def test_a_column_that_slipped_by_a_row(self, ready, monkeypatch, column):
        rated(ready, "01")
        run_table = run_tables.run_table

        def slipped(people, rows):
            return run_table(*(changed(one, column, last_first) for one in (people, rows)))

        monkeypatch.setattr(run_tables, "run_table", slipped)
        ready.stopped("publish", SYSTEM, "2026-01", error="read again, it is not what the database holds", code=4)

    @pytest.mark.parametrize("file", ["archives", "changes", "estimates"])
    def test_every_file_of_a_run(self, ready, monkeypatch, file):
        ready.games("games.csv", *rows("01", "T1,2,2026-01-11,U,A,1-0", "T1,3,2026-01-12,U,B,0-1"))
        mark = {"archives": b"archive_points", "changes": b"what", "estimates": b"stand_in"}[file]

        def shortened(frame):
            told = lines(as_csv(frame))
            return b"".join(told[:-1] if mark in told[0] else told)

        monkeypatch.setattr(job_files, "as_csv", shortened)
        given = ("--starts", "2026-01-01", "--ends", "2026-01-31", "--games", "games.csv", "--out", "out")
        said = ready.do("run", SYSTEM, "2026-01", *given, code=4).err
        assert re.search(rf"{file}.csv: \w is missing", said.splitlines()[-2])
        assert ready.query("SELECT count(*) FROM list WHERE revision > 0") == [(0,)]
        monkeypatch.undo()
        assert "is published: revision 1" in ready.do("run", SYSTEM, "2026-01", *given).err

    def test_rows_that_are_others_in_the_database_than_those_that_were_rated(self, ready, monkeypatch):
        """The list of a `run` is made from memory while its rows are being stored."""
        ready.games("games.csv", *rows("01"))
        stored = runs.store_run

        def other(connection, period, edition, rows, at, inputs):
            higher = changed(rows, "peak", lambda values: pc.add(values, 1))
            return stored(connection, period, edition, higher, at, inputs)

        monkeypatch.setattr(runs, "store_run", other)
        given = ("--starts", "2026-01-01", "--ends", "2026-01-31", "--games", "games.csv", "--out", "out")
        said = ready.do("run", SYSTEM, "2026-01", *given, code=4).err
        assert "list.csv: A, peak: 1850 in the file, 1851 in the database; " in said.splitlines()[-2]

    def test_names_that_need_care_are_no_difference(self, office):
        people = PLAYERS + '"G","=Gold, ""Guy""",1980,M,FRA,"Club, of ""A"""\nH,+Hugo,1970,M,,@Home\n'
        office.opened(players=people, listed="id,rating,type\nA,1800,N\nB,1750,N\nG,1700,N\nH,1690,N\n")
        rated(office, "01", "T1,1,2026-01-10,G,H,1-0", "T1,2,2026-01-11,G,A,1-0", "T1,2,2026-01-11,H,B,1-0")
        assert "is published" in office.do("publish", SYSTEM, "2026-01").err
        assert "'=Gold" in office.do("export", SYSTEM).out

    def test_nobody(self, desk):
        desk.do("period", "add", SYSTEM, "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        desk.do("rate", SYSTEM, "2026-01")
        assert "is published" in desk.do("publish", SYSTEM, "2026-01").err
