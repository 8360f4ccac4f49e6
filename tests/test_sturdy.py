"""Killed, in a hurry, or fed with rubbish: the database is as before or as after, and errors are two lines."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import signal
import sqlite3
import subprocess
from pathlib import Path

import pandas as pd
import pytest
import sqlalchemy as sa

from office import LIST, PLAYERS, PROGRAM, Office, check_two_lines
from ratings.errors import RatingsError
from ratings.files.decoding import decoded
from ratings.publish import write

SYSTEM = ("ffe-national", "2026-01")
DAY = "2026-01-10"
ROWS = (f"T1,1,{DAY},A,B,1-0", f"T1,1,{DAY},C,D,=", f"T1,1,{DAY},U,,bye")
LOAD = ("load", "games", "games.csv", "--system", SYSTEM[0], "--period", SYSTEM[1])
DAYS = ("--starts", "2026-01-01", "--ends", "2026-01-31")
FILES = ("--players", "players.csv", "--list", "list.csv", "--games", "games.csv")
RUN = ("run", *SYSTEM, *DAYS, *FILES, "--out", "out")
POINTS = 6
"""Kills of one verb, spread evenly over its points; the last one is the very last point."""


def with_files(office):
    office.file("players.csv", PLAYERS)
    office.file("list.csv", LIST)
    office.games("games.csv", *ROWS)
    return office


def before_load(office):
    return with_files(office.opened())


def before_rate(office):
    before_load(office).load("games.csv")
    return office


def before_publish(office):
    before_rate(office).do("rate", *SYSTEM)
    return office


def before_run(office):
    with_files(office).do("init")
    return office


def before_replay(office):
    office.do("load", "players", with_files(office).folder / "players.csv")
    office.games("history.csv", *(f"H,{n},2025-{n:02d}-10,A,B,1-0" for n in range(1, 13)), *ROWS)
    return office


REPLAY = ("replay", SYSTEM[0], "history.csv", "--list", "list.csv@2024-12-31", "--out", "out")
VERBS = {
    "load": (before_load, LOAD), "rate": (before_rate, ("rate", *SYSTEM)),
    "publish": (before_publish, ("publish", *SYSTEM)), "run": (before_run, RUN),
    "replay": (before_replay, REPLAY),
}  # fmt: skip


def spread(count: int) -> list[int]:
    return sorted({max(1, round(count * part / POINTS)) for part in range(1, POINTS + 1)})


class TestKilled:
    """Signal 9 at several points of every verb that writes."""

    @pytest.mark.parametrize("prepare, verb", VERBS.values(), ids=VERBS)
    def test_as_before_or_as_after(self, tmp_path, db_url, postgres, processes, prepare, verb):
        office = prepare(Office(tmp_path, db_url))
        before, seen = office.dump(), set()
        snapshot = self.keep(office)
        count = processes.points(office, *verb)
        after = office.dump()
        assert after != before
        for point in spread(count):
            self.restore(office, snapshot)
            assert office.dump() == before
            assert processes.killed_at(office, point, *verb) == -9, f"point {point} of {count} was not reached"
            now = office.dump()
            assert now in (before, after), f"killed at point {point} of {count}: neither before nor after"
            seen.add(now == after)
            assert office.run(*verb).code in (0, 1), "the next command must be able to go on"
            assert office.dump() == after
        assert False in seen

    def keep(self, office):
        """Remember the state: of SQLite the file, of PostgreSQL all rows."""
        if office.is_sqlite:
            return Path(office.db.removeprefix("sqlite:///")).read_bytes()
        return office.dump_all()

    def restore(self, office, snapshot) -> None:
        for path in office.folder.glob("out/*"):
            path.unlink()
        if office.is_sqlite:
            for path in office.folder.glob("ratings.db*"):
                if path.is_file():
                    path.unlink()
            (office.folder / "ratings.db").write_bytes(snapshot)
            return
        office.restore_all(snapshot)

    def test_files_are_whole_or_missing_and_written_by_the_next_run(self, desk, processes):
        before_run(desk)
        count = processes.points(desk, *RUN)
        whole = {path.name: path.read_bytes() for path in (desk.folder / "out").iterdir()}
        assert len(whole) == 5
        for point in range(count - 6, count + 1):
            other = with_files(Office(desk.folder / f"killed-{point}", f"sqlite:///{desk.folder}/killed-{point}/r.db"))
            assert processes.killed_at(other, point + 2, *RUN) in (-9, 0)
            for path in (other.folder / "out").glob("*.csv"):
                assert path.read_bytes() == whole[path.name]
            other.do(*RUN)
            assert {p.name: p.read_bytes() for p in (other.folder / "out").glob("*.csv")} == whole

    def test_a_lock_dies_with_its_process(self, ready, processes):
        with_files(ready)
        assert processes.killed_at(ready, 20, *LOAD) == -9
        ready.do(*LOAD)


class TestTwoAtOnce:
    """One writing command a system; other systems go on."""

    def test_the_second_is_told_who_and_since_when(self, ready, processes):
        with_files(ready)
        first = processes.paused(ready, 20, *LOAD)
        error = r"ffe-national is held by \w+ since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"
        for verb in (LOAD, ("rate", *SYSTEM), ("publish", *SYSTEM), ("unload", 1)):
            if verb[0] == "unload":
                ready.stopped("unload", 2, error=error, hint="Wait", code=5)
            else:
                ready.stopped(*verb, error=error, hint="Wait", code=5)
        assert processes.resume(ready, first) == 0
        assert "unchanged" in ready.do(*LOAD).err

    def test_reading_goes_on_meanwhile(self, ready, processes):
        with_files(ready)
        first = processes.paused(ready, 20, *LOAD)
        assert ready.check()["counts"]["rows"] == 0
        assert len(ready.do("loads", "--json").json) == 2
        assert processes.resume(ready, first) == 0
        assert ready.check()["counts"]["rows"] == 3

    def test_loads_of_other_systems_go_on(self, ready, processes):
        with_files(ready).do("period", "add", "ffe-rapid", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        first = processes.paused(ready, 20, *LOAD)
        rapid = ("load", "games", "games.csv", "--system", "ffe-rapid", "--period", "2026-01")
        second = processes.start(ready, *rapid, err="err-second")
        assert processes.resume(ready, first) == 0
        assert processes.wait(second) == 0, (ready.folder / "err-second").read_text()
        assert len(ready.stored(system="ffe-rapid")) == 3
        assert len(ready.stored()) == 3

    @pytest.mark.parametrize("point", range(20, 60, 8))
    def test_no_deadlock_between_systems(self, postgres_url, tmp_path, processes, point):
        """A run takes the keys of loads, then of lists; a list's load must not take them the other way round."""
        office = with_files(Office(tmp_path, postgres_url))
        office.do("load", "players", "players.csv")
        office.file("players.csv", PLAYERS + "X,Xavier,2000,M,,\n")
        first = processes.paused(office, point, "run", "ffe-rapid", "1", *DAYS, *FILES, "--out", "out")
        load = ("load", "list", "list.csv", "--system", "ffe-national", "--date", "2025-11-30")
        second = processes.start(office, *load, err="err-second")
        processes.settle()
        assert processes.resume(office, first) == 0, (office.folder / "err-paused").read_text()
        assert processes.wait(second) == 0, (office.folder / "err-second").read_text()

    def test_two_that_create_the_database_at_once(self, office, processes):
        with_files(office).file("other.csv", "id,name\nO,Other\n")
        jobs = [
            processes.start(office, "period", "add", system, "1", "--starts", "2026-01-01", "--ends", "2026-01-31",
                            err=f"err-{system}")
            for system in ("ffe-national", "ffe-rapid")
        ]  # fmt: skip
        assert [processes.wait(pid) for pid in jobs] == [0, 0], (office.folder / "err-ffe-rapid").read_text()
        assert len(office.do("period", "list", "--json").json) == 2


class TestBadPlaces:
    """Databases and folders that cannot be used."""

    def test_a_garbage_database(self, desk):
        desk.file("ratings.db", b"this is no database at all, " * 400)
        with_files(desk)
        for verb in (("loads",), ("init",), ("load", "players", "players.csv"), RUN):
            desk.stopped(*verb, error="cannot be used: file is not a database", hint="Check")

    def test_another_programs_database(self, desk):
        with sqlite3.connect(desk.folder / "ratings.db") as connection:
            connection.execute("CREATE TABLE player (name TEXT)")
        connection.close()
        with_files(desk)
        desk.stopped("loads", error=".")
        desk.stopped("load", "players", "players.csv", error=".", hint=".")

    def test_a_truncated_database(self, desk):
        with_files(desk.opened())
        path = desk.folder / "ratings.db"
        path.write_bytes(path.read_bytes()[:10_000])
        desk.stopped(*LOAD, error="cannot be used", hint="Check")

    @pytest.mark.parametrize(
        "url, error",
        [
            ("sqlite:///no/such/folder/r.db", "There is no folder"), ("mysql://x@y/z", "is not a database that can"),
            ("ratings.db", "is not a database that can"), ("", "is not a database that can"),
            ("sqlite://", "is not a database that can"), ("postgresql://me:secret@localhost:1/x", "cannot be used"),
            ("postgresql://me:secret@no-such-host.invalid/x", "cannot be used"), ("postgresql://h:port/x", "."),
        ],
    )  # fmt: skip
    def test_a_wrong_url_without_its_password(self, desk, url, error):
        desk.db = url
        result = desk.run("loads")
        assert result.code in (1, 2)
        check_two_lines(result.err)
        assert "secret" not in result.err
        assert re.search(error, result.err), result.err

    def test_a_directory_as_the_database(self, desk):
        (desk.folder / "ratings.db").mkdir()
        desk.stopped("loads", error="cannot be used", hint="Check")
        desk.stopped("init", error="cannot be used", hint="Check")

    def test_an_empty_folder_as_a_file(self, ready_desk):
        (ready_desk.folder / "folder.csv").mkdir()
        for verb in (
            ("load", "players", "folder.csv"),
            ("load", "list", "folder.csv", "--system", "ffe-national", "--date", "2025-12-31"),
            ("load", "games", "folder.csv", "--system", *SYSTEM[:1], "--period", SYSTEM[1]),
            (*RUN[:-3], "folder.csv", "--out", "out"),
        ):
            ready_desk.stopped(*verb, error="folder.csv holds no file", hint="Name the files")

    @pytest.mark.skipif(os.geteuid() == 0 and not os.path.exists("/usr/bin/setpriv"), reason="root writes anywhere")
    def test_a_read_only_folder(self, tmp_path, desk):
        folder = tmp_path / "locked"
        folder.mkdir()
        with_files(Office(folder, f"sqlite:///{folder}/ratings.db").opened())
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        for verb in (LOAD, ("load", "players", "players.csv"), RUN, ("loads",)):
            done = as_nobody([*PROGRAM, "--db", f"sqlite:///{folder}/ratings.db", *verb], folder)
            assert done.returncode == 1 or verb == ("loads",), done.stderr
            if done.returncode:
                check_two_lines(done.stderr)
        assert {path: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before
        folder.chmod(0o755)

    @pytest.mark.parametrize("verb", [LOAD, RUN], ids=["load", "run"])
    def test_a_full_disk(self, desk, monkeypatch, verb):
        with_files(desk.opened()).games("games.csv", *(f"T{n},1,{DAY},A,B,1-0" for n in range(5000)))
        before, connect = desk.dump(), sqlite3.connect
        limit = "PRAGMA max_page_count = 70"

        class Small(sqlite3.Connection):
            def __init__(self, *arguments, **options):
                super().__init__(*arguments, **options)
                self.execute(limit)

        monkeypatch.setattr("sqlite3.dbapi2.connect", lambda *a, **o: connect(*a, **o, factory=Small))
        desk.stopped(*verb, error="cannot be used: database or disk is full", hint="disk has room")
        monkeypatch.undo()
        assert desk.dump() == before

    def test_stdout_that_closes_early(self, ready_desk):
        ready_desk.do("rate", *SYSTEM)
        command = [*PROGRAM, "--db", ready_desk.db, "export", *SYSTEM]
        reading, writing = os.pipe()
        os.close(reading)
        with subprocess.Popen(command, stdout=writing, stderr=subprocess.PIPE) as process:
            os.close(writing)
            assert process.stderr.read() == b""
        assert process.returncode in (0, 1, 141)


def as_nobody(command: list[str], folder) -> subprocess.CompletedProcess:
    """Run as a user who may not write, where this is root (root writes everywhere)."""
    if os.geteuid() == 0:
        command = ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", *command]
        for parent in [folder, *folder.parents][:-1]:
            parent.chmod(parent.stat().st_mode | 0o555)
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)


UNCOMPRESSED = "".join(hashlib.sha256(bytes([n % 256, n // 256])).hexdigest() for n in range(400))
HOSTILE = {
    "formulas": "id,name,club\nA,=HYPERLINK(\"http://x\"),@SUM(1)\n",
    "quotes": "id,name,club\nA,\"O'\"\"Neil; DROP TABLE player; --\",%s%(x)s{y}\\\n",
    "marks": "id,name,club\n\u200fA\u200e,\u202eevil\u202c,\ufeff\u0007\u001b[31m\n",
    "not-unicode-letters": "id,name,club\n💣,𝕬𝖓𝖓𝖊,ﷺ\n",
    "long-cell": f"id,name,club\nA,{'x' * 200_000},y\n",
    "long-id": f"id,name,club\n{UNCOMPRESSED},Anne,y\n",
    "long-quoted-cell": f"id,name,club\nA,\"{'x,' * 100_000}\",y\n",
    "long-header": f"id,name,{'x' * 200_000}\nA,Anne,1\n",
    "many-columns": "id,name," + ",".join(f"c{n}" for n in range(10_000)) + "\nA,Anne" + ",1" * 10_000 + "\n",
    "many-cells": "id,name\nA,Anne" + ",1" * 10_000 + "\n",
    "empty-columns": "id,name" + "," * 10_000 + "\nA,Anne" + "," * 10_000 + "\n",
    "same-columns": "id,name,id\nA,Anne,B\n",
    "only-quotes": '"""""\n"\n',
    "a-nul": "id,name\nA,An\0ne\n",
    "html": "<!DOCTYPE html>\n<html><body>404</body></html>\n",
    "no-newline": "id,name",
    "huge-numbers": "id,name,birth_year,estimate\nA,Anne," + "9" * 5000 + ",-" + "9" * 5000 + "\n",
    "delimiters": "id;name,club\nA;Anne,Reims\n",
    "line-separators": "id,name\nA,An\u2028ne\x85\x0b\x0c\x1c\n",
    "lone-quote": "id,name\nA,An\"ne\nB,B\n",
    "blank-name": "id,name\nA,\u00a0\u3000\n",
}  # fmt: skip


class TestHostileText:
    """Whatever stands in a file: two lines or a refused row, never a traceback, never a fault."""

    @pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
    def test_players(self, office, text):
        result = office.run("load", "players", office.file("p.csv", text))
        self.check(office, result)

    @pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
    def test_games_and_lists(self, ready_desk, text):
        games = text.replace("id", "white", 1).replace("name", "black", 1).replace("club", "result", 1)
        for extra in ("", "date,"):
            ready_desk.file("g.csv", extra + games)
            self.check(ready_desk, ready_desk.run("load", "games", "g.csv", *LOAD[3:]))
        ready_desk.file("l.csv", text.replace("name", "rating", 1))
        listed = ("load", "list", "l.csv", "--system", "ffe-national", "--date", "2025-12-31")
        self.check(ready_desk, ready_desk.run(*listed))
        assert ready_desk.run("check", *SYSTEM).code in (0, 3)

    def check(self, office, result):
        assert result.code in (0, 1, 3), result.err
        assert "Traceback" not in result.err
        if result.code == 1:
            check_two_lines(result.err)
            return
        assert "fault in the program" not in result.err
        for path in office.folder.glob("refused*.csv"):
            cells = [cell for row in office.read(path.name) for cell in row.values() if cell]
            assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))]

    def test_a_binary_file(self, ready_desk):
        ready_desk.file("g.csv", bytes(range(256)) * 64)
        ready_desk.stopped("load", "games", "g.csv", *LOAD[3:], error="g.csv, line", hint="encoding")

    def test_a_workbook_in_place_of_a_csv_file(self, ready_desk):
        ready_desk.file("g.csv", b"PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00!\x00")
        ready_desk.stopped("load", "games", "g.csv", *LOAD[3:], error="g.csv", hint=".")

    @pytest.mark.parametrize("name", ["", " ", "2026/01", "../x", "é\u202e", "x" * 5000, "'; --", "%s"])
    def test_odd_names_of_periods_and_players(self, ready_desk, name):
        days = ("--starts", "2026-02-01", "--ends", "2026-02-28")
        for verb in (
            ("period", "add", "ffe-rapid", name, *days), ("rate", "ffe-rapid", name), ("unload", name),
            ("explain", *SYSTEM, name), ("export", name), ("run", name, name, *days, "--out", "out"),
        ):  # fmt: skip
            result = ready_desk.run(*verb)
            assert result.code in (0, 1, 2), result.err
            if result.code:
                check_two_lines(result.err)

    def test_a_fault_shows_its_traceback_only_with_v(self, ready_desk, monkeypatch):
        monkeypatch.setattr("ratings.jobs.rate", lambda *_, **__: 1 / 0)
        quiet, loud = ready_desk.run("rate", *SYSTEM), ready_desk.run("-v", "rate", *SYSTEM)
        assert (quiet.code, loud.code) == (1, 1)
        assert len(quiet.err.splitlines()) == 2
        assert quiet.err.startswith("Error: A fault in the program: ZeroDivisionError")
        assert "Traceback" in loud.err

    def test_stop_by_the_keyboard(self, ready_desk, monkeypatch):
        def interrupted(*_, **__):
            raise KeyboardInterrupt

        monkeypatch.setattr("ratings.jobs.rate", interrupted)
        before = ready_desk.dump()
        result = ready_desk.do("rate", *SYSTEM, code=1)
        check_two_lines(result.err.lstrip("\n"))
        assert "Interrupted" in result.err
        assert ready_desk.dump() == before

    @pytest.mark.parametrize("when", ["commit", "files"])
    def test_stop_by_the_keyboard_too_late(self, ready_desk, monkeypatch, when):
        """What is being written down is, and the files of a published list follow it."""
        handler = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
        ready_desk.load_rows("T1,1,2026-01-10,A,B,1-0")

        def after_a_stop(call):
            def called(first, *words):
                if when == "files" or first.connection.get_execution_options().get("writes"):
                    os.kill(os.getpid(), signal.SIGINT)
                return call(first, *words)

            return called

        place, name = (write, "write_files") if when == "files" else (sa.RootTransaction, "commit")
        monkeypatch.setattr(place, name, after_a_stop(getattr(place, name)))
        days = ("--starts", "2026-01-01", "--ends", "2026-01-31")
        assert "is published" in ready_desk.do("run", *SYSTEM, *days, "--out", "out").err
        assert (ready_desk.folder / "out" / "list.csv").exists()
        assert signal.signal(signal.SIGINT, handler) is signal.default_int_handler


def test_what_is_written_stands_in_the_databases_file_afterwards(desk):
    """Who copies the file of a database that nobody uses has everything, for there is no log beside it."""
    for arguments in (("load", "players", desk.file("p.csv", "id,name\nA,Anne\n")), ("status",), ("loads",)):
        subprocess.run([*PROGRAM, "--db", desk.db, *arguments], cwd=desk.folder, check=True, capture_output=True)
        assert not list(desk.folder.glob("ratings.db-*"))
    copied = Office(desk.folder, f"sqlite:///{desk.folder}/copy.db")
    (desk.folder / "copy.db").write_bytes((desk.folder / "ratings.db").read_bytes())
    assert "1 row" in copied.do("loads").out


UTF_16 = "\ufeffid,name\nA,\u0a0a\u010a\nB,".encode("utf-16-le") + b"\x00\xd8\n\x00"


@pytest.mark.parametrize(
    "data, line, what",
    [
        (b"id\rA\rB\xef\xbf\xbd\r", 3, "a replacement character"),
        (b"id\rA\rB\xe9\r", 3, "the text is not utf-8"),
        (b"id\r\nA\r\nB\x00\r\n", 3, "a zero byte"),
        (b"id\rA\nB\r\nC\xe9", 4, "the text is not utf-8"),
        (UTF_16, 3, "the text is not utf-16"),
    ],
)
def test_a_damage_is_in_its_line_whatever_ends_lines(data, line, what):
    with pytest.raises(RatingsError, match=f"x.csv, line {line}: {what}"):
        decoded(data, "x.csv", None)


def test_a_lost_letter_is_no_letter_in_any_kind_of_file(ready_desk):
    frame = pd.DataFrame({"id": ["X"], "name": ["Jos\ufffd"]})
    frame.to_excel(ready_desk.folder / "p.xlsx", index=False)
    frame.to_parquet(ready_desk.folder / "p.parquet")
    for name in ("p.xlsx", "p.parquet"):
        assert "a letter was lost in it (U+FFFD)" in ready_desk.do("load", "players", name, code=3).err
    assert ready_desk.query("SELECT count(*) FROM player WHERE id = 'X'") == [(0,)]


def test_a_full_disk_leaves_no_part_of_a_file(ready_desk, monkeypatch):
    ready_desk.load_rows("T1,1,2026-01-10,A,B,1-0")
    ready_desk.do("rate", *SYSTEM)

    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    before = sorted(ready_desk.folder.iterdir())
    ready_desk.stopped("export", *SYSTEM, "-o", "list.csv", error="list.csv cannot be written: No space left")
    assert sorted(ready_desk.folder.iterdir()) == before
