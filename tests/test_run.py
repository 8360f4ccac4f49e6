"""The whole job in one go: idempotent, its exit codes, its files, its opening lists."""

from __future__ import annotations

import os
import re
import shutil
import subprocess

import pytest

from office import LIST, PLAYERS, PROGRAM

DAY = "2026-01-10"
GOOD = (f"T1,1,{DAY},A,B,1-0", f"T1,1,{DAY},C,D,1/2-1/2")
BAD = f"T2,1,{DAY},E,E,1-0"
DAYS = ("--starts", "2026-01-01", "--ends", "2026-01-31")
FILES = ("--players", "players.csv", "--list", "list.csv", "--games", "games.csv")
OUT = ["archives.csv", "changes.csv", "estimates.csv", "list.csv", "refused.csv"]


def prepared(office, *rows: str):
    office.file("players.csv", PLAYERS)
    office.file("list.csv", LIST)
    office.games("games.csv", *(rows or GOOD))
    return office


def run(office, *more: str, code: int = 0, files=FILES, system: str = "ffe-national", stdin: bytes = b""):
    return office.do("run", system, "2026-01", *DAYS, *files, "--out", "out", *more, code=code, stdin=stdin)


def out(office) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((office.folder / "out").iterdir())}


def test_the_whole_job(office):
    said = run(prepared(office)).err
    assert "The list is published: revision 1, 6 rated players, in force from 2026-02-01" in said
    assert list(out(office)) == OUT
    assert out(office)["list.csv"] == office.do("export", "ffe-national").output
    for what in ("archives", "changes", "estimates", "refused"):
        assert out(office)[f"{what}.csv"] == office.do("export", "ffe-national", "2026-01", "--what", what).output
    rows = {row["id"]: row for row in office.do("export", "ffe-national").rows}
    assert (rows["A"]["rating"], rows["A"]["previous"], rows["B"]["rating"]) == ("1830", "1800", "1730")


def test_players_in_several_files_with_empty_cells(office):
    office.file("a.csv", "id,name,club\nA1,Ann,X\nB1,Bob,X\nE1,Eve,\n")
    office.file("b.csv", "id,name,club\nC1,Cy,Y\nD1,Dd,Y\nF1,Fi,Y\n")
    office.file("list.csv", "id,rating,type\nA1,1800,N\nC1,1700,N\nE1,1600,N\n")
    office.games("games.csv", f"T1,1,{DAY},A1,C1,1-0")
    run(office, files=("--players", "a.csv", "--players", "b.csv", *FILES[2:]))
    assert [row["club"] for row in office.do("export", "ffe-national").rows] == ["X", "Y", ""]


def test_it_does_what_the_single_commands_do(tmp_path, desk):
    run(prepared(desk, *GOOD, f"T3,1,{DAY},U,A,=", f",,{DAY},V,B,0-1"))
    single = type(desk)(tmp_path, f"sqlite:///{tmp_path / 'single.db'}").opened()
    single.load("games.csv")
    single.do("rate", "ffe-national", "2026-01")
    single.do("publish", "ffe-national", "2026-01")
    for what in ("list", "archives", "changes", "estimates"):
        data = single.do("export", "ffe-national", "2026-01", "--what", what).output
        assert out(desk)[f"{what}.csv"] == data


def test_a_second_run_is_unchanged(office):
    run(prepared(office))
    before, files = office.dump(), out(office)
    times = {name: (office.folder / "out" / name).stat().st_mtime_ns for name in files}
    said = run(office).err
    assert "ffe-national 2026-01: unchanged" in said
    assert "Written" not in said
    assert office.dump() == before
    assert out(office) == files
    assert {name: (office.folder / "out" / name).stat().st_mtime_ns for name in files} == times


def test_the_same_contents_under_other_names_in_another_order_are_unchanged(desk):
    prepared(desk).games("more.csv", f"T9,1,{DAY},E,F,1-0")
    run(desk, files=(*FILES, "--games", "more.csv"))
    for name in ("players", "list", "games", "more"):
        shutil.move(desk.folder / f"{name}.csv", desk.folder / f"{name}2.csv")
    files = ("--games", "more2.csv", "--games", "games2.csv", "--list", "list2.csv", "--players", "players2.csv")
    assert "unchanged" in run(desk, files=files).err


def test_missing_and_damaged_files_are_written_again(office):
    run(prepared(office))
    files = out(office)
    (office.folder / "out" / "list.csv").unlink()
    (office.folder / "out" / "changes.csv").write_bytes(b"half")
    said = run(office).err
    assert "unchanged" in said
    assert "Written to out: changes.csv, list.csv" in said
    assert out(office) == files
    shutil.rmtree(office.folder / "out")
    run(office)
    assert out(office) == files


def test_files_are_the_same_after_later_loads(office):
    run(prepared(office))
    files = out(office)
    office.do("load", "players", office.file("later.csv", "id,name\nA,Aardvark Anne\nNew,Newton\n"))
    office.do("period", "add", "ffe-national", "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
    shutil.rmtree(office.folder / "out")
    run(office)
    assert out(office) == files


def test_3_while_anything_is_set_aside(office):
    said = run(prepared(office, *GOOD, BAD), code=3).err
    assert "The list is not published:" in said
    assert re.search("T2 is set aside|set aside: .*T2", said)
    assert list(out(office)) == ["refused.csv"]
    assert office.read("out/refused.csv")[0]["reason"] == "White and Black are the same player"
    assert office.query("SELECT count(*) FROM list WHERE revision > 0") == [(0,)]
    assert len(office.stored()) == 2
    again = run(office, code=3).err
    assert "unchanged" in again
    assert re.search("T2 is set aside|set aside: .*T2", again)


def test_3_is_mended_by_the_next_run(office):
    run(prepared(office, *GOOD, BAD), code=3)
    office.games("games.csv", *GOOD, f"T2,1,{DAY},E,F,1-0")
    assert "published: revision 1" in run(office).err
    assert list(out(office)) == OUT
    assert office.read("out/refused.csv") == []


def test_3_for_refused_rows_without_a_tournament_and_refused_players(office):
    prepared(office, *GOOD, f",,{DAY},E,Nobody,1-0").file("players.csv", PLAYERS + "X,,,,,\n")
    said = run(office, code=3).err
    assert "2 refused rows are not mended" in said
    assert list(out(office)) == ["refused-players.csv", "refused.csv"]


def test_refused_rows_of_another_systems_list_are_in_a_file_too(office):
    files = (*FILES, "--list", "ffe-rapid=" + office.file("rapid.csv", "id,rating\nA,fast\n"))
    prepared(office)
    for code in (3, 0):
        assert "is published" in run(office, files=files, code=code).err.replace("was published before", "is published")
        assert [row["file"] for row in office.read("out/refused-list.csv")] == ["rapid.csv"]
        shutil.rmtree(office.folder / "out")


def test_publish_anyway_is_recorded(office):
    prepared(office, *GOOD, BAD)
    said = run(office, "--publish-anyway", "T2 waits for the arbiter", code=3).err
    assert "is published: revision 1" in said
    assert list(out(office)) == OUT
    assert office.query("SELECT remark FROM list WHERE revision = 1") == [("T2 waits for the arbiter",)]
    assert "unchanged" in run(office, "--publish-anyway", "T2 waits for the arbiter", code=3).err


def test_publish_anyway_needs_a_reason(desk):
    prepared(desk, *GOOD, BAD)
    arguments = ("run", "ffe-national", "2026-01", *DAYS, *FILES, "--out", "out", "--publish-anyway")
    desk.stopped(*arguments, error="publish-anyway.* requires an argument", code=2)
    assert "not published" in run(desk, "--publish-anyway", "  ", code=3).err


def test_accept_partial(desk):
    assert "is published" in run(prepared(desk, *GOOD, BAD, f"T2,2,{DAY},E,F,1-0"), "--accept-partial", code=3).err
    assert [game[0] for game in desk.stored()] == ["T1", "T1", "T2"]
    assert [row["line"] for row in desk.read("out/refused.csv")] == ["4"]


def test_1_from_other_inputs_once_published(office):
    run(prepared(office))
    before, files = office.dump(), out(office)
    office.games("games.csv", *GOOD, f"T1,2,{DAY},A,C,1-0")
    error = "ffe-national 2026-01 is published, from other files or days"
    office.stopped("run", "ffe-national", "2026-01", *DAYS, *FILES, "--out", "out", error=error, hint="next period")
    assert office.dump() == before
    assert out(office) == files


@pytest.mark.parametrize("missing", ["players.csv", "list.csv", "games.csv"])
def test_1_a_missing_file_stops_everything(office, missing):
    office.do("init")
    (prepared(office).folder / missing).unlink()
    before = office.dump()
    arguments = ("run", "ffe-national", "2026-01", *DAYS, *FILES, "--out", "out")
    office.stopped(*arguments, error=f"{missing} cannot be read", hint="Check")
    assert office.dump() == before
    assert not (office.folder / "out").exists() or out(office) == {}


def test_1_an_earlier_period_is_not_published(desk):
    desk.opened()
    desk.do("period", "add", "ffe-national", "2025-12", "--starts", "2025-12-01", "--ends", "2025-12-30")
    prepared(desk)
    arguments = ("run", "ffe-national", "2026-01", *DAYS, *FILES, "--out", "out")
    desk.stopped(*arguments, error="2025-12 .* is not published yet", hint="Publish it first")
    assert desk.stored() == []


def test_1_a_folder_that_cannot_be_written(desk):
    desk.do("init")
    prepared(desk).file("out", "a file stands where the folder should be")
    before = desk.dump()
    arguments = ("run", "ffe-national", "2026-01", *DAYS, *FILES, "--out")
    desk.stopped(*arguments, "out", error="out", code=2)
    desk.stopped(*arguments, "out/january", error="cannot be written", hint="another folder")
    assert desk.dump() == before


def test_3_a_file_that_cannot_be_written_after_the_commit(desk):
    (prepared(desk).folder / "out" / "list.csv").mkdir(parents=True)
    arguments = ("run", "ffe-national", "2026-01", *DAYS, *FILES, "--out", "out")
    desk.stopped(*arguments, error="published, but .*list.csv cannot be written", hint="again", code=3)
    (desk.folder / "out" / "list.csv").rmdir()
    assert "unchanged" in run(desk).err
    assert list(out(desk)) == OUT


def test_2_a_wrong_command_line(desk):
    prepared(desk)
    run_it = ("run", "ffe-national", "2026-01")
    desk.stopped(*run_it, *FILES, "--out", "out", error="Missing option '--starts'", code=2)
    desk.stopped(*run_it, *DAYS, *FILES, error="Missing option '--out'", code=2)
    desk.stopped("run", "ffe", "2026-01", *DAYS, *FILES, "--out", "out", error="no rating system 'ffe'", code=2)
    desk.stopped(*run_it, "--starts", "2026-02-01", "--ends", "2026-01-01", "--out", "o", error="before it", code=2)
    desk.stopped(*run_it, "--start", "2026-02-01", error="No such option", code=2)


def test_5_another_run_holds_the_system(ready, processes):
    prepared(ready)
    arguments = ("run", "ffe-national", "2026-01", *DAYS, *FILES, "--out", "out")
    first = processes.paused(ready, 15, *arguments)
    ready.stopped(*arguments, error="ffe-national is held by .+ since 20\\d\\d-", hint="Wait", code=5)
    assert processes.resume(ready, first) == 0
    assert "unchanged" in run(ready).err


def test_opening_lists_of_other_systems_and_days(office):
    prepared(office).file("old.csv", "id,rating\nE,1400\nF,1400\n")
    office.file("rapid.csv", "id,rating\nB,1500\n")
    office.games("games.csv", f"T,1,{DAY},A,B,1-0", f"T,2,{DAY},E,B,1-0")
    lists = ("--list", "ffe-national=list.csv@2025-09-01", "--list", "rapid.csv", "--list", "old.csv@01/10/2025")
    run(office, files=("--players", "players.csv", *lists, "--games", "games.csv"), system="ffe-rapid")
    assert [row["scope"] for row in office.do("loads", "--json").json] == [
        "", "ffe-national@2025-09-01", "ffe-rapid@2025-12-31", "ffe-rapid@2025-10-01", "ffe-rapid/2026-01",
    ]  # fmt: skip
    told = {player: office.do("explain", "ffe-rapid", "2026-01", player, "--json").json for player in "ABE"}
    assert {player: (one["before"], one["credited"]) for player, one in told.items()} == {
        "A": (1800, True), "B": (1500, False), "E": (1400, False),
    }  # fmt: skip


def test_names_of_lists_may_hold_an_equals_sign_and_an_at(desk):
    prepared(desk)
    shutil.move(desk.folder / "list.csv", desk.folder / "a=b@home.csv")
    assert "6 rated" in run(desk, files=("--players", "players.csv", "--list", "a=b@home.csv")).err


def test_the_opening_list_is_of_the_day_before_the_period(desk):
    run(prepared(desk))
    assert "ffe-national@2025-12-31" in [row["scope"] for row in desk.do("loads", "--json").json]


def test_a_second_period_starts_from_the_first(office):
    run(prepared(office))
    office.games("february.csv", "T5,1,2026-02-10,A,B,=")
    days = ("--starts", "2026-02-01", "--ends", "2026-02-28", "--games", "february.csv", "--out", "february")
    office.do("run", "ffe-national", "2026-02", *days)
    rows = {row["id"]: row for row in office.read("february/list.csv")}
    assert (rows["A"]["previous"], rows["B"]["previous"]) == ("1830", "1730")


def test_games_from_standard_input(desk):
    prepared(desk)
    data = (desk.folder / "games.csv").read_bytes()
    files = ("--players", "players.csv", "--list", "list.csv", "--games", "-")
    assert "stdin: 2 rows, 2 stored" in run(desk, files=files, stdin=data).err
    assert "unchanged" in run(desk, files=files, stdin=data).err


def test_quiet_says_nothing(desk):
    prepared(desk)
    done = desk.do("-q", "run", "ffe-national", "2026-01", *DAYS, *FILES, "--out", "out")
    assert (done.err, done.out) == ("", "")


def test_no_bar_where_stderr_is_no_terminal(desk):
    prepared(desk)
    done = desk.process("run", "ffe-national", "2026-01", *DAYS, *FILES, "--out", "out")
    assert done.code == 0, done.err
    assert "\x1b" not in done.err
    assert "%" not in done.err


def test_the_database_by_the_environment_and_by_default(desk):
    prepared(desk)
    arguments = ("run", "ffe-national", "2026-01", *DAYS, *FILES, "--out", "out")
    for environment, name in (({"RATINGS_DB": "sqlite:///named.db"}, "named.db"), ({}, "ratings.db")):
        clean = {key: value for key, value in os.environ.items() if key != "RATINGS_DB"}
        done = subprocess.run(
            [*PROGRAM, *arguments], cwd=desk.folder, env=clean | environment, capture_output=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        assert (desk.folder / name).exists()


class TestFilesThatContradictEachOther:
    """Where their rows are given up, the order of the files would decide: nothing is written, in either order."""

    GAMES = ("tournament,round,date,white,black,result\nT1,1,2026-01-10,A,B,{}\n", "1-0", "0-1")
    LISTS = ("id,rating\nA,18{}0\nB,1700\n", "0", "1")
    DAYS = ("--starts", "2026-01-01", "--ends", "2026-01-31", "--out", "out")

    @pytest.mark.parametrize("flags", [("--accept-partial",), ("--publish-anyway", "no time")])
    def test_games(self, ready, flags):
        text, *results = self.GAMES
        files = [("--games", ready.file(f"{place}.csv", text.format(one))) for place, one in enumerate(results)]
        for order in (files, files[::-1]):
            before = ready.dump()
            job = ("run", "ffe-national", "2026-01", *self.DAYS, *flags, *order[0], *order[1])
            ready.stopped(*job, error="contradict each other, and their order would decide", hint="Mend one of them")
            assert ready.dump() == before
        assert ready.do("run", "ffe-national", "2026-01", *self.DAYS, *files[0], *files[1], code=3)

    def test_lists(self, office):
        office.do("load", "players", office.file("p.csv", "id,name\nA,Ana\nB,Bo\n"))
        text, *results = self.LISTS
        files = [("--list", office.file(f"{place}.csv", text.format(one))) for place, one in enumerate(results)]
        for order in (files, files[::-1]):
            job = ("run", "ffe-national", "2026-01", *self.DAYS, "--publish-anyway", "no time", *order[0], *order[1])
            office.stopped(*job, error="another file of this list says", hint="Mend one of them")

    def test_with_what_an_earlier_command_brought_is_another_matter(self, ready):
        text, *results = self.GAMES
        ready.do("load", "games", ready.file("0.csv", text.format(results[0])), "--system", "ffe-national",
                 "--period", "2026-01")  # fmt: skip
        other = ("--games", ready.file("1.csv", text.format(results[1])), "--accept-partial")
        ready.do("run", "ffe-national", "2026-01", *self.DAYS, *other, code=3)
        games = ready.do("export", "ffe-national", "2026-01", "--what", "games").rows
        assert [row["result"] for row in games] == ["1-0"]


class TestUnchanged:
    """A run says "unchanged" where it has changed nothing, and else what it did."""

    RATED = "ffe-national 2026-01, edition R01: 0 games rated"
    UNCHANGED = "ffe-national 2026-01: unchanged"

    def check(self, office, *files: str) -> None:
        for told, other in ((self.RATED, self.UNCHANGED), (self.UNCHANGED, self.RATED)):
            said = run(office, files=files, code=3).err
            assert told in said
            assert other not in said

    @pytest.mark.parametrize("file, text", [
        ("games", f"tournament,round,date,white,black,result\n{BAD}\n"), ("players", "id,name\n,Nobody\n"),
        ("list", "id,rating\nNobody,1800\n"),
    ])  # fmt: skip
    @pytest.mark.parametrize("there", [False, True])
    def test_a_file_of_refused_rows_only(self, office, file, text, there):
        if there:
            office.opened().do("rate", "ffe-national", "2026-01")
        self.check(office, f"--{file}", office.file("bad.csv", text))

    def test_without_files(self, office):
        office.do("load", "players", office.file("bad.csv", "id,name\n,Nobody\n"), code=3)
        self.check(office)

    def test_what_another_command_brought_since_is_rated(self, office):
        files = ("--players", "players.csv", "--games", "games.csv")
        run(prepared(office, *GOOD, BAD), files=files, code=3)
        office.load(office.games("more.csv", f"T3,1,{DAY},E,F,1-0"), code=3)
        assert "edition R01: 3 games rated" in run(office, files=files, code=3).err
        assert self.UNCHANGED in run(office, files=files, code=3).err

    def test_a_refused_row_that_is_known_now(self, office):
        """Its player is registered by another command: one refused row fewer is a change."""
        games = (f",,{DAY},A,N,1-0", f",,{DAY},E,E,1-0")
        run(prepared(office, *games), code=3)
        office.do("load", "players", office.file("new.csv", "id,name\nN,New\n"))
        office.load(office.games("other.csv", games[0]))
        said = run(office, code=3).err
        assert "1 already known, 1 refused" in said
        assert self.UNCHANGED not in said
        assert self.UNCHANGED in run(office, code=3).err

    def test_tournaments_that_are_told_otherwise(self, office):
        prepared(office, *GOOD, BAD)
        days = office.file("t.csv", "tournament,minutes\nT1,90\n")
        files = (*FILES, "--tournaments", days)
        run(office, files=files, code=3)
        assert self.UNCHANGED in run(office, files=files, code=3).err
        office.file("t.csv", "tournament,minutes\nT1,120\n")
        assert self.UNCHANGED not in run(office, files=files, code=3).err
