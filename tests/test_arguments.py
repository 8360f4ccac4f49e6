"""Arguments and names of files as a shell may hand them over: too large, not UTF-8, standard input twice, pipes."""

from __future__ import annotations

import os
import subprocess

import pytest
from office import PROGRAM, check_two_lines

GAMES = "tournament,round,date,white,black,result\nT,1,2026-01-05,A,B,1-0\n"
INTO = ("--system", "ffe-national", "--period", "2026-01")


@pytest.mark.parametrize("number", ["99999999999999999999", 2**31, 0])
def test_a_load_that_no_database_could_hold(ready, number):
    ready.stopped("unload", number, error="not in the range", code=2)


def test_the_largest_load(ready):
    ready.stopped("unload", 2**31 - 1, error="no load 2147483647")


def called_with(office, *arguments: bytes, **environment) -> str:
    """Call the program with arguments as bytes; check two lines and exit code 2, and give them."""
    command = [*map(os.fsencode, (*PROGRAM, "--db", office.db)), *arguments]
    done = subprocess.run(command, capture_output=True, cwd=office.folder, env={**os.environ, **environment})
    assert done.returncode == 2
    check_two_lines(done.stderr.decode())
    return done.stderr.decode()


def test_an_argument_that_is_not_utf_8(ready_desk):
    before = ready_desk.dump()
    (ready_desk.folder / os.fsdecode(b"g\xe9.csv")).write_text(GAMES)
    into = [os.fsencode(word) for word in INTO]
    assert "The argument 'g\ufffd.csv' is not UTF-8." in called_with(ready_desk, b"load", b"games", b"g\xe9.csv", *into)
    adjust = (b"adjust", b"ffe-national", b"--on", b"2026-01-01", b"--constant", b"15", b"--reason", b"r\xe9")
    assert "'r\ufffd' is not UTF-8" in called_with(ready_desk, *adjust)
    assert "'p\ufffd' is not UTF-8" in called_with(ready_desk, b"publish", b"ffe-national", b"p\xe9")
    assert ready_desk.dump() == before


def test_a_database_in_the_environment_that_is_not_utf_8(desk):
    called_with(desk, b"loads", RATINGS_DB=os.fsdecode(b"sqlite:///\xe9.db"))


def test_files_in_a_folder_whose_names_are_not_utf_8(ready_desk):
    folder = ready_desk.folder / "january" / os.fsdecode(b"l\xe9")
    folder.mkdir(parents=True)
    (folder / os.fsdecode(b"g\xe9.csv")).write_text(GAMES)
    (folder / os.fsdecode(b".h\xe9")).write_text("")
    told = ready_desk.do("load", "games", "january", *INTO).err
    assert "january/l\ufffd/g\ufffd.csv: 1 row, 1 stored" in told
    assert "passed over: january/l\ufffd/.h\ufffd (hidden)" in told
    assert "january/l\ufffd/g\ufffd.csv" in ready_desk.do("loads").out
    assert "january/l\ufffd/g\ufffd.csv" in ready_desk.do("inspect", "january").out


def test_standard_input_that_is_closed(ready_desk):
    command = [*PROGRAM, "--db", ready_desk.db, "load", "games", "-", *INTO]
    done = subprocess.run(["sh", "-c", '"$@" <&-', "sh", *command], capture_output=True, cwd=ready_desk.folder)
    assert done.returncode == 1
    check_two_lines(done.stderr.decode())
