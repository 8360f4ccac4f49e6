"""Stderr for programs: one JSON object a line, the last one sums the command up; stdout stays as it is."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import ratings
from office import LIST, PLAYERS, PROGRAM, called

SYSTEM = ("ffe-national", "2026-01")
DAYS = ("--starts", "2026-01-01", "--ends", "2026-01-31")
RUN = (
    "run", *SYSTEM, *DAYS, "--players", "players.csv", "--list", "list.csv", "--games", "games.csv", "--out", "out",
)  # fmt: skip
LOAD = ("load", "games", "games.csv", "--system", SYSTEM[0], "--period", SYSTEM[1])
GOOD, BAD = "T1,1,2026-01-10,A,B,1-0", "T2,1,2026-01-10,A,A,1-0"
JSON = ("--log-format", "json")
STAGES = ["start", "database", "work", "players", "lists", "games", "rate", "publish", "commit", "end", "files"]


def prepared(office, *rows: str):
    office.file("players.csv", PLAYERS)
    office.file("list.csv", LIST)
    office.games("games.csv", *(rows or (GOOD,)))
    return office


def lines(err: str) -> list[dict]:
    """Give the objects; every line must be one."""
    told = [json.loads(line) for line in err.splitlines()]
    assert [one["event"] for one in told].count("summary") == 1
    assert told[-1]["event"] == "summary"
    assert all(err.isascii() and one["time"] and one["process"] for one in told)
    return told


def summed(office, *arguments, code: int = 0) -> dict:
    told = lines(office.do(*JSON, *arguments, code=code).err)[-1]
    assert (told["exit_code"], told["version"]) == (code, ratings.__version__)
    return told


class TestSummary:
    """What the last line says."""

    def test_of_a_run(self, office):
        told = summed(prepared(office), *RUN)
        assert (told["command"], told["system"], told["period"]) == ("run", *SYSTEM)
        assert (told["level"], told["state"]) == ("info", "published")
        assert told["counts"] == {
            "files": 3, "rows": 15, "stored": 15, "known": 0, "refused": 0, "late": 0, "games": 1, "rated": 6,
            "blocks": 0, "files_written": 5, "revision": 1,
        }  # fmt: skip
        assert list(told["seconds"]) == [*STAGES, "total"]
        assert told["seconds"]["total"] == pytest.approx(sum(told["seconds"][stage] for stage in STAGES), abs=0.01)

    def test_of_a_run_again(self, desk):
        prepared(desk).do(*RUN)
        told = summed(desk, *RUN)
        assert (told["state"], told["counts"]["revision"], told["counts"]["files_written"]) == ("unchanged", 1, 0)

    @pytest.mark.parametrize("system", ["ffe-national", "fide-standard"])
    def test_of_a_run_that_is_not_published(self, desk, system):
        told = summed(prepared(desk, GOOD, BAD), *(system if word == SYSTEM[0] else word for word in RUN), code=3)
        assert (told["level"], told["state"]) == ("warning", "not published")
        assert {name: told["counts"][name] for name in ("refused", "blocks", "revision")} == {
            "refused": 1, "blocks": 2, "revision": 0,
        }  # fmt: skip

    def test_of_a_load_with_late_known_and_refused_rows(self, ready):
        ready.load_rows(GOOD)
        ready.games("games.csv", GOOD, BAD, "T3,1,2025-12-30,C,D,1-0")
        told = summed(ready, *LOAD, code=3)
        assert (told["command"], told["system"], told["period"]) == ("load games", *SYSTEM)
        assert told["counts"] == {"files": 1, "rows": 3, "stored": 1, "known": 1, "refused": 1, "late": 1}
        ready.games("games.csv", GOOD)
        assert summed(ready, *LOAD)["counts"] == {"files": 1, "files_unchanged": 1}

    def test_of_the_steps_one_by_one(self, ready_desk):
        ready_desk.load_rows(GOOD)
        rated = summed(ready_desk, "rate", *SYSTEM)
        assert rated["counts"] == {"games": 1, "rated": 6, "new": 0, "changed": 2, "gone": 0, "blocks": 0}
        assert summed(ready_desk, "publish", *SYSTEM)["counts"] == {"revision": 1, "blocks": 0}
        assert summed(ready_desk, "check", *SYSTEM)["period"] == SYSTEM[1]
        assert summed(ready_desk, "export", SYSTEM[0])["system"] == SYSTEM[0]

    def test_of_a_load_taken_back(self, ready_desk):
        ready_desk.load_rows(GOOD)
        told = summed(ready_desk, "unload", 3)
        assert (told["system"], told["period"], told["counts"]) == (*SYSTEM, {"games": 1})

    def test_of_a_rule_file_it_is_the_name_in_the_database(self, ready_desk):
        block = (Path(ratings.__file__).parent / "rules" / "elo_international.toml").read_text("utf-8")
        ready_desk.file("own.toml", block.replace("elo-international", "our-club"))
        assert summed(ready_desk, "period", "add", "own.toml", "1", *DAYS)["system"] == "our-club"


class TestLines:
    """What the lines before it say."""

    def test_refused_rows_notes_and_warnings_stand_apart(self, ready_desk):
        ready_desk.games("games.csv", BAD)
        told = lines(ready_desk.do(*JSON, *LOAD, code=3).err)
        kinds = [(one["level"], one.get("kind")) for one in told[:-1]]
        assert ("warning", "refused") in kinds
        assert ("warning", "set aside") in kinds
        (refused,) = (one for one in told if one.get("kind") == "refused")
        assert refused["message"] == "games.csv, line 2, black 'A': White and Black are the same player"

    def test_an_error_is_an_object_with_a_hint(self, ready_desk):
        error, summary = lines(ready_desk.do(*JSON, "rate", SYSTEM[0], "2026-09", code=1).err)
        assert (error["level"], error["error"]) == ("error", "ffe-national has no period 2026-09.")
        assert error["hint"] == "Known periods: 2026-01."
        assert "traceback" not in error
        assert (summary["system"], summary["period"], summary["exit_code"]) == (SYSTEM[0], "2026-09", 1)
        error, _ = lines(ready_desk.run("-v", *JSON, "rate", SYSTEM[0], "2026-09").err)
        assert error["traceback"].endswith("RatingsError: ffe-national has no period 2026-09.\n")

    @pytest.mark.parametrize("words, command", [
        (("rate", "no-such-system", "1"), "rate"), (("load", "games"), "load games"), (("load", "nothing"), "load"),
        (("nothing",), ""), (("load",), "load"), ((), ""), (("-x",), ""),
    ])  # fmt: skip
    def test_a_wrong_command_line(self, desk, words, command):
        error, summary = lines(desk.do(*JSON, *words, code=2).err)
        assert error["hint"]
        assert (error["command"], summary["command"], summary["exit_code"]) == (command, command, 2)

    def test_quiet_leaves_the_summary(self, desk):
        told = lines(prepared(desk).do("-q", *JSON, *RUN).err)
        assert [one["event"] for one in told] == ["summary"]

    def test_marks_of_direction_and_letters_are_ascii(self, desk):
        desk.file("players.csv", "id,name,unknown\u202e\nA,Ann\u00e9,1\n")
        told = lines(desk.do(*JSON, "load", "players", "players.csv").err)
        assert any("\u202e" in one.get("message", "") for one in told)

    def test_by_the_environment(self, desk, monkeypatch):
        monkeypatch.setenv("RATINGS_LOG_FORMAT", "json")
        lines(prepared(desk).do(*RUN).err)
        lines(desk.do("rate", "nothing", "x", code=2).err)
        assert desk.do("--log-format", "text", "loads").err == ""
        desk.do("--log-format=text", "rate", "nothing", "x", code=2)
        monkeypatch.setenv("RATINGS_LOG_FORMAT", "xml")
        desk.stopped("loads", error="'xml' is not one of 'text', 'json'", code=2)


class TestStreams:
    """The exit code and stdout do not depend on stderr."""

    def test_stdout_is_untouched(self, ready_desk):
        ready_desk.load_rows(GOOD)
        for words in (("loads",), ("loads", "--json"), ("check", *SYSTEM), ("rate", *SYSTEM, "--dry-run"), ("--help",)):
            plain, logged = ready_desk.do(*words), ready_desk.do(*JSON, *words)
            assert plain.output == logged.output != b""
            assert len(lines(logged.err)) >= 1

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
    @pytest.mark.parametrize("words, code", [(RUN, 0), (("unload", "7"), 1), (("load", "x"), 2), (LOAD, 3)])
    def test_a_full_stderr(self, desk, words, code):
        prepared(desk, *([GOOD, BAD] if code == 3 else [])).opened()
        if words == RUN:
            desk = prepared(type(desk)(desk.folder / "other", f"sqlite:///{desk.folder}/other/r.db"))
        with open("/dev/full", "wb") as full:
            command = [*PROGRAM, "--db", desk.db, *JSON, *words]
            assert subprocess.run(command, stderr=full, cwd=desk.folder).returncode == code

    @pytest.mark.parametrize("words, code", [(RUN, 0), (("unload", "7"), 1)])
    def test_a_stderr_whose_reader_has_gone(self, desk, words, code):
        prepared(desk).do("init")
        reading, writing = os.pipe()
        os.close(reading)
        command = [*PROGRAM, "--db", desk.db, *JSON, *words]
        done = subprocess.run(command, stderr=writing, cwd=desk.folder)
        os.close(writing)
        assert done.returncode == code

    def test_a_stdout_whose_reader_has_gone(self, ready_desk):
        command = [*PROGRAM, "--db", ready_desk.db, *JSON, "loads"]
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, cwd=ready_desk.folder)
        os.close(writing)
        assert lines(done.stderr.decode())[-1]["exit_code"] == done.returncode in (0, 1)

    def test_in_a_locale_without_letters(self, desk):
        desk.file("players.csv", "id,name,ünknown\nA,Anné,1\n")
        command = [*PROGRAM, "--db", desk.db, *JSON, "load", "players", "players.csv"]
        environment = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
        done = subprocess.run(command, stderr=subprocess.PIPE, cwd=desk.folder, env=environment)
        assert any("ünknown" in one.get("message", "") for one in lines(done.stderr.decode("ascii")))


def test_the_database_may_be_named_after_the_log_format(ready_desk):
    done = called([*JSON, "--db", ready_desk.db, "-v", "loads"], ready_desk.folder)
    assert (done.code, lines(done.err)[-1]["command"]) == (0, "loads")
