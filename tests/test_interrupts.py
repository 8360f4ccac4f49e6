"""Ctrl-C at any moment: two lines and exit code 1, or what was to be done is done; never a traceback."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

from ratings.cli.log import Log

TOLD = "\nError: Interrupted.\nHint: Nothing was written; run it again when you like.\n"
BEFORE = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.{handler})
def look(event, words):
    if event == "import" and words[0] == "{module}" and not told:
        told.append(True)
        {act}
told = []
sys.addaudithook(look)
from ratings.start import program
program()
"""
STOP, SAY = "os.kill(os.getpid(), signal.SIGINT)", "os.write(1, b'!')"
"""What happens as a module begins to be imported."""
LOAD = ("load", "players", "p.csv")
DELAYS = [0.02 * number for number in range(16)]


def started(desk, act: str, module: str, *arguments: str, handler: str = "default_int_handler") -> subprocess.Popen:
    code = BEFORE.format(act=act, module=module, handler=handler)
    command = [sys.executable, "-c", code, "--db", desk.db, *arguments]
    return subprocess.Popen(command, cwd=desk.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.fixture
def office_with_players(desk):
    desk.file("p.csv", "id,name\nA,Ana\n")
    return desk


@pytest.mark.parametrize("module", [
    "ratings.cli", "click", "ratings.cli.session", "ratings.errors", "ratings.cli.inputs", "ratings.store.connect",
    "sqlalchemy", "numpy", "pyarrow",
])  # fmt: skip
def test_while_modules_are_imported(office_with_players, module):
    process = started(office_with_players, STOP, module, *LOAD)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (1, "", TOLD)


@pytest.mark.parametrize("words", [("--help",), ("load", "--help"), ("rules", "ffe-national")])
def test_commands_without_a_database(desk, words):
    process = started(desk, STOP, "click", *words)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (1, "", TOLD)


@pytest.mark.parametrize("delay", DELAYS)
def test_some_time_after_the_first_line(office_with_players, delay):
    process = started(office_with_players, SAY, "ratings.cli", *LOAD)
    assert process.stdout.read(1) == "!"
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) in [(1, TOLD), (0, "p.csv: 1 row, 1 stored (load 1)\n")]


@pytest.mark.parametrize("module", ["click", "ratings.cli.inputs", "sqlalchemy"])
def test_as_json_every_line_is_an_object(office_with_players, module):
    process = started(office_with_players, STOP, module, "--log-format", "json", *LOAD)
    _, err = process.communicate(timeout=60)
    error, summary = map(json.loads, err.splitlines())
    assert (process.returncode, error["error"], summary["exit_code"]) == (1, "Interrupted.", 1)


def test_a_job_in_the_background_goes_on(office_with_players):
    process = started(office_with_players, STOP, "click", *LOAD, handler="SIG_IGN")
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "p.csv: 1 row, 1 stored (load 1)\n")


def test_once_more_while_another_reason_is_told(desk, monkeypatch):
    told, say = [], Log.error

    def error(log, reason, hint, *, trace):
        told.append(reason)
        if len(told) == 1:
            raise KeyboardInterrupt
        say(log, reason, hint, trace=trace)

    monkeypatch.setattr(Log, "error", error)
    assert desk.do("rules", "no-system", code=1).err == TOLD
    assert len(told) == 2


def test_what_follows_from_it_is_not_told_in_its_place(ready_desk, monkeypatch):
    """A statement cut off in the middle leaves a transaction in which the next one fails."""

    def interrupted(*_, **__):
        try:
            raise KeyboardInterrupt
        finally:
            raise RuntimeError("the transaction is not valid any more")

    monkeypatch.setattr("ratings.jobs.rate", interrupted)
    assert ready_desk.do("rate", "ffe-national", "2026-01", code=1).err == TOLD
