"""A SQLite database where nothing may be written: reading commands work, writing commands stop with two lines."""

from __future__ import annotations

import os
import shutil

from office import Office
from ratings.store import connect

SYSTEM = ("ffe-national", "2026-01")


def lock(monkeypatch, *, also=lambda path: True) -> None:
    """Let nothing be written, as far as the program can see: root may write everywhere."""
    may = os.access
    monkeypatch.setattr(
        connect.os, "access", lambda path, mode: not (mode & os.W_OK and also(str(path))) and may(path, mode)
    )


def test_what_stands_still(tmp_path, monkeypatch):
    path = tmp_path / "ratings.db"
    path.write_bytes(b"")
    assert not connect.stands_still(path)
    with monkeypatch.context() as patched:
        lock(patched, also=lambda name: name.endswith(".db"))
        assert not connect.stands_still(path)
    lock(monkeypatch)
    assert connect.stands_still(path)
    for end in ("-wal", "-journal"):
        beside = tmp_path / f"ratings.db{end}"
        beside.write_bytes(b"")
        assert not connect.stands_still(path)
        beside.unlink()
    assert not connect.stands_still(tmp_path / "other.db")


def test_reading_commands_work(ready_desk, monkeypatch, tmp_path):
    ready_desk.load_rows("T1,1,2026-01-10,A,B,1-0")
    ready_desk.do("rate", *SYSTEM)
    folder = tmp_path / "a #b é"
    folder.mkdir()
    shutil.copy(tmp_path / "ratings.db", folder / "ratings.db")
    office = Office(tmp_path, f"sqlite:///{folder / 'ratings.db'}")
    before = ready_desk.do("export", *SYSTEM).output
    lock(monkeypatch)
    assert office.do("export", *SYSTEM).output == before
    office.do("loads")
    office.do("check", *SYSTEM)
    office.do("explain", *SYSTEM, "A")
    assert [path.name for path in folder.iterdir()] == ["ratings.db"]


def test_writing_commands_stop(ready_desk, monkeypatch):
    before = ready_desk.dump()
    games = ready_desk.games("games.csv", "T1,1,2026-01-10,A,B,1-0")
    with monkeypatch.context() as patched:
        lock(patched)
        load = ("load", "games", games, "--system", SYSTEM[0], "--period", SYSTEM[1])
        for words in (load, ("rate", *SYSTEM), ("unload", 2)):
            ready_desk.stopped(*words, error="readonly|cannot be", hint="may write")
    assert ready_desk.dump() == before
