"""What cannot be written: before a commit nothing is stored, after it the exit code says that all else is done."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from office import LIST, PLAYERS, PROGRAM, called, check_two_lines
from ratings.publish import write

DAYS = ("--starts", "2026-01-01", "--ends", "2026-01-31")
BAD = "T1,1,2026-01-10,A,A,1-0"
NOWHERE = Path("/proc")
"""A folder in which not even root may make files."""

needs_proc = pytest.mark.skipif(not NOWHERE.is_dir(), reason="there is no /proc")


def elsewhere(office, *arguments):
    """Call the program in a folder where no file can be made."""
    return called([str(a) for a in ("--db", office.db, *arguments)], NOWHERE)


@needs_proc
def test_refused_rows_that_cannot_be_written_are_said(ready_desk):
    games = ready_desk.folder / ready_desk.games("games.csv", BAD)
    done = elsewhere(ready_desk, "load", "games", games, "--system", "ffe-national", "--period", "2026-01")
    assert done.code == 3
    assert "warning: refused.csv cannot be written" in done.err
    assert "; ratings export ffe-national 2026-01 --what refused gives the rows" in done.err
    rows = ready_desk.do("export", "ffe-national", "2026-01", "--what", "refused").rows
    assert [row["white"] for row in rows] == ["A"]


@needs_proc
def test_refused_rows_of_lists_and_players(ready_desk):
    listed = ready_desk.folder / ready_desk.file("more.csv", "id,rating\nNOBODY,1500\n")
    done = elsewhere(ready_desk, "load", "list", listed, "--system", "ffe-national", "--date", "2025-12-31")
    assert (done.code, "ratings export ffe-national PERIOD --what refused --of list" in done.err) == (3, True)
    people = ready_desk.folder / ready_desk.file("people.csv", "id,name,birth_year\nX,Xena,soon\n")
    done = elsewhere(ready_desk, "load", "players", people)
    assert (done.code, "ratings export SYSTEM PERIOD --what refused --of players" in done.err) == (3, True)


def job(office, out: str = "out"):
    office.file("players.csv", PLAYERS)
    office.file("list.csv", LIST)
    office.games("games.csv", "T1,1,2026-01-10,A,B,1-0")
    files = ("--players", "players.csv", "--list", "list.csv", "--games", "games.csv")
    return ("run", "ffe-national", "2026-01", *DAYS, *files, "--out", out)


@needs_proc
def test_files_that_cannot_be_written_after_publication(desk):
    error = "The list is published, but /proc/ratings cannot be written"
    desk.stopped(*job(desk, "/proc/ratings"), error=error, hint="another folder.* writes what is missing", code=3)
    assert "unchanged" in desk.do(*job(desk)).err
    assert (desk.folder / "out" / "list.csv").read_bytes() == desk.do("export", "ffe-national").output


def test_a_disk_that_is_full_after_publication(desk, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(write.os, "fsync", full)
    error = "The list is published, but out/.*csv cannot be written: No space left on device"
    desk.stopped(*job(desk), error=error, hint="Make room", code=3)


def adjusting(office) -> list[str]:
    office.file("players.csv", PLAYERS)
    office.file("list.csv", LIST)
    office.do("load", "players", "players.csv")
    office.do("load", "list", "list.csv", "--system", "fide-standard", "--date", "2025-12-31")
    wanted = ("adjust", "fide-standard", "--on", "2026-01-01", "--constant", "15", "--reason", "test")
    return [*PROGRAM, "--db", office.db, *wanted]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_an_adjustment_that_cannot_be_shown_is_not_stored(desk):
    command, before = adjusting(desk), desk.dump()
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, cwd=desk.folder)
    assert done.returncode == 1
    check_two_lines(done.stderr.decode())
    assert b"so nothing is adjusted" in done.stderr
    assert desk.dump() == before


def test_an_adjustment_whose_reader_has_gone_is_not_stored(desk):
    command, before = adjusting(desk), desk.dump()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=desk.folder) as started:
        started.stdout.close()
        err = started.stderr.read().decode()
    assert started.returncode == 1
    check_two_lines(err)
    assert desk.dump() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_stderr_does_not_undo_what_is_done(ready_desk):
    ready_desk.games("games.csv", "T1,1,2026-01-10,A,B,1-0")
    command = ["load", "games", "games.csv", "--system", "ffe-national", "--period", "2026-01"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*PROGRAM, "--db", ready_desk.db, *command], stderr=full, cwd=ready_desk.folder)
    assert done.returncode == 0
    assert len(ready_desk.stored()) == 1


@pytest.mark.parametrize("words", ["loads", "loads --json", "export ffe-national 2026-01 --what games"])
def test_a_closed_stdout_is_said(ready_desk, words):
    command = [*PROGRAM, "--db", ready_desk.db, *words.split()]
    done = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *command], capture_output=True, cwd=ready_desk.folder)
    assert done.returncode == 1
    check_two_lines(done.stderr.decode())
    assert b"Standard output is closed" in done.stderr


def test_what_writes_to_stderr_only_needs_no_stdout(desk):
    command = [*PROGRAM, "--db", desk.db, *job(desk)]
    done = subprocess.run(["sh", "-c", '"$@" >&- 2>&-', "sh", *command], cwd=desk.folder)
    assert done.returncode == 0
    assert (desk.folder / "out" / "list.csv").exists()


def test_a_closed_stderr_leaves_the_exit_code(desk):
    command = [*PROGRAM, "--db", desk.db, "unload", "7"]
    assert subprocess.run(["sh", "-c", '"$@" 2>&-', "sh", *command], cwd=desk.folder).returncode == 1
