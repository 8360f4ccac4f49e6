"""Backups that are damaged, killed, or made while others write: as before or as after, two lines, nothing lost."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from office import Office, check_two_lines
from ratings.store import connect
from test_backup import LOAD, at_rest, both, contents_of, filled, rows_of


def nothing_in(office) -> bool:
    """Say whether a database has no table at all."""
    engine = connect.open_engine(office.db)
    try:
        with engine.connect() as connection:
            return connect.schema_revision(connection) is None
    finally:
        engine.dispose()


class TestDamaged:
    """Files that are not what was written."""

    @pytest.fixture
    def whole(self, ready_desk) -> bytes:
        ready_desk.load_rows("T1,1,2026-01-10,A,B,1-0")
        ready_desk.do("backup", "b.zip")
        return (ready_desk.folder / "b.zip").read_bytes()

    @pytest.mark.parametrize("part", [0.0, 0.001, 0.3, 0.6, 0.9, 0.999])
    def test_cut_off(self, ready_desk, whole, another, part):
        path = ready_desk.folder / ready_desk.file("c.zip", whole[: int(len(whole) * part)])
        another.stopped("restore", path, error="is not a whole backup", hint="Take another one; nothing was changed")
        another.stopped("restore", path, "--check", error="is not a whole backup")
        assert list(another.folder.iterdir()) == []

    def test_a_byte_changed_anywhere(self, ready_desk, whole, tmp_path):
        wanted, refused = rows_of(ready_desk), 0
        for place in range(0, len(whole), len(whole) // 70):
            data = bytearray(whole)
            data[place] ^= 0x55
            ready_desk.file("c.zip", bytes(data))
            other = Office(ready_desk.folder, f"sqlite:///{tmp_path}/{place}.db")
            done = other.run("restore", "c.zip")
            if done.code:
                check_two_lines(done.err)
                refused += 1
                assert nothing_in(other)
            else:
                assert rows_of(other) == wanted
        assert refused > 35

    @pytest.mark.parametrize("change, error", [
        ({"sha256": "0" * 64}, "player.csv is not the file that was written"),
        ({"file": "x.csv"}, "x.csv cannot be read"), ({"rows": 9}, "player.csv has 8 rows, not 9"),
        ({"columns": {"id": "text"}}, "its tables are not those of schema"),
        ({"name": "other"}, "its tables are not those of schema"), ({"strange": 1}, "its contents.json cannot be read"),
    ])  # fmt: skip
    @both
    def test_what_it_says_of_itself_is_not_so(self, ready_desk, whole, another, change, error):
        told = contents_of(ready_desk.folder / "b.zip")
        next(part for part in told["tables"] if part["name"] == "player").update(change)
        rewritten(ready_desk.folder / "b.zip", {"contents.json": json.dumps(told).encode()})
        another.stopped("restore", ready_desk.folder / "b.zip", error=error, hint="nothing was changed")
        assert nothing_in(another)

    @pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"format": "other", "format_version": 1}', b"\xff"])
    def test_no_contents(self, ready_desk, whole, data):
        rewritten(ready_desk.folder / "b.zip", {"contents.json": data})
        ready_desk.stopped("restore", "b.zip", "--check", error="its contents.json cannot be read")

    @pytest.mark.parametrize("data", [b"", b"id,name\nA,Anne\n", b"PK\x05\x06" + bytes(18)])
    def test_other_files(self, desk, data):
        desk.stopped("restore", desk.file("b.zip", data), error="is not a whole backup")
        desk.stopped("restore", ".", error="cannot be read|is a folder", hint=".")

    @both
    def test_rows_that_the_database_refuses(self, ready_desk, whole, another):
        """Sums that agree with rows that do not: a game without its tournament, a player twice, no number."""
        path = ready_desk.folder / "b.zip"
        with zipfile.ZipFile(path) as packed:
            text = packed.read("player.csv").decode()
        lines = text.splitlines(keepends=True)
        for changed in (text + lines[1], text.replace(lines[1], "x" + lines[1]), text.replace("1980", "9" * 30)):
            (ready_desk.folder / "c.zip").write_bytes(whole)
            resummed(ready_desk.folder / "c.zip", "player", changed.encode())
            error = r"is not a whole backup: player\.csv"
            another.stopped("restore", ready_desk.folder / "c.zip", error=error, hint="Take another")
            assert nothing_in(another)

    def test_what_is_there_stays_where_the_new_one_is_damaged(self, ready, whole, tmp_path):
        before = rows_of(ready)
        ready.file("c.zip", whole[:-200])
        ready.stopped("restore", "c.zip", "--replace", error="is not a whole backup")
        assert rows_of(ready) == before
        assert [name for name in at_rest(ready) if ".before-" in name] == []


def rewritten(path: Path, members: dict[str, bytes]) -> None:
    """Put other files into a zip in place of those of the same names."""
    with zipfile.ZipFile(path) as packed:
        data = {name: packed.read(name) for name in packed.namelist()} | members
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in data.items():
            packed.writestr(name, content)


def resummed(path: Path, table: str, content: bytes) -> None:
    """Change a table's file, and its sum with it."""
    import hashlib

    told = contents_of(path)
    next(part for part in told["tables"] if part["name"] == table)["sha256"] = hashlib.sha256(content).hexdigest()
    rewritten(path, {f"{table}.csv": content, "contents.json": json.dumps(told).encode()})


def spread(count: int, times: int = 6) -> list[int]:
    return sorted({max(1, round(count * part / times)) for part in range(1, times + 1)})


class TestKilled:
    """Signal 9 at several points."""

    @pytest.mark.parametrize("options", [(), ("--native",)], ids=["portable", "native"])
    def test_a_backup_is_whole_or_not_there(self, ready, processes, options):
        if options and not ready.is_sqlite:
            pytest.skip("pg_dump is a program of its own")
        ready.load_rows("T1,1,2026-01-10,A,B,1-0")
        count = processes.points(ready, "backup", "whole.zip", *options)
        for point in spread(count):
            assert processes.killed_at(ready, point, "backup", f"{point}.zip", *options) == -9
            if (ready.folder / f"{point}.zip").exists():
                ready.do("restore", "--check", f"{point}.zip")
            ready.do("backup", f"{point}.zip", "--force", *options)

    def test_forcing_leaves_the_old_one_or_the_new_one(self, ready_desk, processes):
        ready_desk.do("backup", "b.zip")
        before, path = (ready_desk.folder / "b.zip").read_bytes(), ready_desk.folder / "b.zip"
        count = processes.points(ready_desk, "backup", "c.zip")
        for point in spread(count):
            assert processes.killed_at(ready_desk, point, "backup", "b.zip", "--force") == -9
            assert path.read_bytes() == before or not ready_desk.run("restore", "--check", "b.zip").code

    def test_a_restored_database_is_as_before_or_as_after(self, office, another, processes):
        filled(another).do("backup", "b.zip")
        wanted, path, killed = rows_of(another), another.folder / "b.zip", set()
        office.do("restore", path)
        count = processes.points(office, "restore", path, "--replace")
        assert rows_of(office) == wanted
        office.execute("UPDATE player SET club = 'before'")
        before = rows_of(office)
        assert before != wanted
        for point in spread(count):
            assert processes.killed_at(office, point, "restore", path, "--replace") == -9
            now = rows_of(office)
            assert now in (before, wanted), f"killed at point {point} of {count}"
            killed.add(now == wanted)
            if now == wanted:
                office.execute("UPDATE player SET club = 'before'")
        assert False in killed
        office.do("restore", path, "--replace")
        assert rows_of(office) == wanted

    def test_a_new_database_is_empty_or_whole(self, office, another, processes):
        filled(another).do("backup", "b.zip")
        wanted, path = rows_of(another), another.folder / "b.zip"
        for point in (3, 12, 30, 48):
            assert processes.killed_at(office, point, "restore", path) == -9
            assert nothing_in(office)
        office.do("restore", path)
        assert rows_of(office) == wanted


class TestMeanwhile:
    """Others at work."""

    @pytest.mark.parametrize("options", [(), ("--native",)], ids=["portable", "native"])
    @pytest.mark.parametrize("point", range(14, 38, 8))
    def test_a_backup_while_a_load_runs_is_of_one_moment(self, office, another, processes, point, options):
        if options and not office.is_sqlite:
            pytest.skip("pg_dump is a program of its own")
        office.opened("fide-standard")
        office.games("more.csv", "F1,1,2026-01-12,A,C,1-0", "F1,1,2026-01-12,B,U,1/2-1/2", "F1,2,2026-01-13,A,U,1-0")
        before = rows_of(office)
        pid = processes.paused(office, point, *LOAD)
        office.do("backup", "b.zip", *options)
        assert processes.resume(office, pid) == 0
        another.do("restore", office.folder / "b.zip")
        assert rows_of(another) == before != rows_of(office)

    def test_a_load_that_commits_while_a_backup_is_made_is_not_in_it(self, office, another, processes):
        office.opened("fide-standard")
        office.games("more.csv", "F1,1,2026-01-12,A,C,1-0", "F1,1,2026-01-12,B,U,1/2-1/2")
        before = rows_of(office)
        pid = processes.paused(office, 8, "backup", "b.zip")
        office.do(*LOAD)
        assert processes.resume(office, pid) == 0
        another.do("restore", office.folder / "b.zip")
        assert rows_of(another) == before

    def test_nothing_is_restored_while_a_command_writes(self, ready, processes, tmp_path):
        ready.do("backup", "b.zip")
        ready.games("more.csv", "T1,1,2026-01-12,A,C,1-0")
        load = ("load", "games", "more.csv", "--system", "ffe-national", "--period", "2026-01")
        pid = processes.paused(ready, 20, *load)
        ready.stopped("restore", "b.zip", "--replace", error="ffe-national is held by .*`ratings load games`", code=5)
        assert processes.resume(ready, pid) == 0
        assert len(ready.stored()) == 1

    def test_a_command_waits_for_a_restore(self, ready, processes):
        ready.do("backup", "b.zip")
        pid = processes.paused(ready, 60, "restore", "b.zip", "--replace")
        told = ready.process("restore", "b.zip", "--replace")
        assert (told.code, "the whole database is held by" in told.err) == (5, True)
        ready.games("more.csv", "T1,1,2026-01-12,A,C,1-0")
        load = ("load", "games", "more.csv", "--system", "ffe-national", "--period", "2026-01")
        second = processes.start(ready, *load, err="err-second")
        processes.settle()
        assert processes.resume(ready, pid) == 0, (ready.folder / "err-paused").read_text()
        assert processes.wait(second) == 0, (ready.folder / "err-second").read_text()
        assert len(ready.stored()) == 1
