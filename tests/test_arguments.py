"""Arguments and names of files as a shell may hand them over: too large, not UTF-8, standard input twice, pipes."""

from __future__ import annotations

import os
import subprocess

import pytest

from office import LIST, PLAYERS, PROGRAM, check_two_lines
from ratings.files import streams

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


def files_of_a_run(office) -> dict[str, str]:
    """Write the files of a run; give them by option."""
    office.file("players.csv", PLAYERS)
    office.file("list.csv", LIST)
    office.file("games.csv", GAMES.replace("T,", "OPEN,"))
    office.file("tournaments.csv", "tournament,name\nOPEN,The Open\n")
    return {f"--{name}": f"{name}.csv" for name in ("players", "list", "games", "tournaments")}


RUN = ("run", "ffe-national", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31", "--out", "out")


def options(files: dict[str, str]) -> list[str]:
    return [word for option, file in files.items() for word in (option, file)]


@pytest.mark.parametrize("option", ["--players", "--list", "--games", "--tournaments"])
def test_a_run_from_standard_input(desk, option):
    files = files_of_a_run(desk)
    data = (desk.folder / files[option]).read_bytes()
    desk.do(*RUN, *options(files | {option: "-"}), stdin=data)
    first = desk.do("export", "ffe-national").output
    assert "unchanged" in desk.do(*RUN, *options(files)).err
    assert "unchanged" in desk.process(*RUN, *options(files | {option: "/dev/stdin"}), stdin=data).err
    assert desk.do("export", "ffe-national").output == first


def test_a_list_of_a_day_and_of_a_system_from_a_pipe(desk):
    files = files_of_a_run(desk)
    desk.do(*RUN, *options(files | {"--list": "ffe-national=-@2025-12-31"}), stdin=LIST.encode())
    assert "unchanged" in desk.do(*RUN, *options(files)).err


def test_a_run_from_pipes(desk):
    files = files_of_a_run(desk)
    words = " ".join(f"{option} <(cat {file})" for option, file in files.items())
    command = ["bash", "-c", f'"$@" {words}', "bash", *PROGRAM, "--db", desk.db, *RUN]
    done = subprocess.run(command, capture_output=True, cwd=desk.folder)
    assert done.returncode == 0, done.stderr
    assert "unchanged" in desk.do(*RUN, *options(files)).err


@pytest.mark.parametrize("second", ["-", "/dev/stdin", "/dev/fd/0"])
def test_standard_input_named_twice(ready_desk, second):
    error = "Standard input is named 2 times: -, "
    data = GAMES.encode()
    ready_desk.stopped("load", "games", "-", second, *INTO, error=error, hint="once", code=2, stdin=data)
    ready_desk.stopped("load", "games", "-", *INTO, "--tournaments", second, error=error, code=2, stdin=data)
    ready_desk.stopped("load", "players", "-", second, error=error, code=2, stdin=data)
    ready_desk.stopped("inspect", "-", second, error=error, code=2, stdin=data)
    ready_desk.stopped(*RUN, "--games", "-", "--list", f"{second}@2025-12-31", error=error, code=2, stdin=data)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no /dev/zero")
def test_a_device_without_an_end(ready_desk, monkeypatch):
    monkeypatch.setattr(streams, "MOST_GIVEN", 80 << 20)
    for words in (("load", "games", "/dev/zero", *INTO), (*RUN, "--players", "/dev/zero"), ("inspect", "/dev/zero")):
        ready_desk.stopped(*words, error="/dev/zero gives more than 80 MB", hint="comes to an end")


@pytest.mark.parametrize("words", [RUN, ("rate", "ffe-national", "2026-01")], ids=["run", "rate"])
def test_an_acceptance_that_says_nothing(ready_desk, words):
    before = ready_desk.dump()
    tests_none = "ffe-national tests no time controls"
    ready_desk.stopped(*words, "--accept", "OPEN", error=tests_none, hint="Leave --accept out", code=2)
    ready_desk.stopped(*words, "--accept", "OPEN", "--reason", "checked", error=tests_none, code=2)
    ready_desk.stopped(*words, "--reason", "checked", error="A reason without a tournament", code=2)
    fide = [word.replace("ffe-national", "fide-standard") for word in words]
    ready_desk.stopped(*fide, "--reason", "checked", error="A reason without a tournament", code=2)
    ready_desk.stopped(*fide, "--accept", "OPEN", error="An acceptance needs a reason", code=2)
    assert ready_desk.dump() == before
