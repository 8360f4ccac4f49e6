"""The schema: migrations and tables agree, each migration goes down and up again, uniqueness is SQL's."""

from __future__ import annotations

import re

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import IntegrityError

from ratings.store import connect, schema


def config(connection: sa.Connection | None = None) -> Config:
    made = Config()
    made.set_main_option("script_location", str(connect.migrations_folder()))
    made.attributes["connection"] = connection
    return made


REVISIONS = [script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()][::-1]


@pytest.fixture
def engine(db_url):
    opened = connect.open_engine(db_url)
    yield opened
    opened.dispose()


@pytest.fixture
def migrated(engine):
    connect.upgrade(engine)
    return engine


def names(connection: sa.Connection) -> set[tuple]:
    """Give every constraint and index of the database by table, kind, name and columns."""
    inspector = sa.inspect(connection)
    found = set()
    for table in inspector.get_table_names():
        found.add((table, "pk", inspector.get_pk_constraint(table)["name"]))
        for one in inspector.get_foreign_keys(table):
            found.add((table, "fk", one["name"], tuple(one["constrained_columns"]), one["referred_table"]))
        for one in inspector.get_unique_constraints(table):
            found.add((table, "uq", one["name"], tuple(one["column_names"])))
        for one in inspector.get_check_constraints(table):
            found.add((table, "ck", one["name"]))
        for one in inspector.get_indexes(table):
            if not one.get("duplicates_constraint"):
                found.add((table, "ix", one["name"], tuple(one["column_names"])))
    return {one for one in found if one[0] != "alembic_version"}


def test_head_is_alembics():
    assert ScriptDirectory.from_config(config()).get_heads() == [schema.HEAD]


def test_migrations_and_tables_agree(migrated):
    with migrated.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, schema.metadata) == []


def test_names_of_constraints_agree(migrated, tmp_path):
    with migrated.connect() as connection:
        by_migrations = names(connection)
    with migrated.connect() as connection, connection.begin():
        command.downgrade(config(connection), "base")
        connection.execute(sa.text("DROP TABLE alembic_version"))
        schema.metadata.create_all(connection)
        assert names(connection) == by_migrations
    assert all(one[2] for one in by_migrations), "a constraint without a name"


def test_comments_and_rowids_agree(tmp_path):
    """Migrations make, word for word, the tables that SQLAlchemy would."""

    def made(fill) -> dict[str, str]:
        engine = connect.open_engine(f"sqlite:///{tmp_path / fill.__name__}.db")
        fill(engine)
        with engine.connect() as connection:
            rows = connection.execute(sa.text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")).all()
        engine.dispose()
        words = {name: sorted(re.sub(r"[,()]", " ", sql).split()) for name, sql in rows if "alembic" not in name}
        return {name: " ".join(found) for name, found in words.items()}

    assert made(connect.upgrade) == made(schema.metadata.create_all)


@pytest.mark.parametrize("revision", REVISIONS)
def test_each_migration_goes_down_and_up_again(engine, revision):
    with engine.connect() as connection, connection.begin():
        command.upgrade(config(connection), revision)
        before = names(connection)
        command.downgrade(config(connection), "-1")
        assert names(connection) != before
        command.upgrade(config(connection), revision)
        assert names(connection) == before


def test_down_to_nothing_leaves_nothing(migrated):
    with migrated.connect() as connection, connection.begin():
        command.downgrade(config(connection), "base")
        assert set(sa.inspect(connection).get_table_names()) == {"alembic_version"}


def test_init_creates_and_is_idempotent(office):
    assert f"schema {schema.HEAD}" in office.do("init").err
    before = office.dump()
    office.do("init")
    assert office.dump() == before


def test_a_writing_command_creates_an_empty_database_by_itself(office):
    office.do("load", "players", office.file("p.csv", "id,name\nA,Anne\n"))
    assert office.query("SELECT version_num FROM alembic_version") == [(schema.HEAD,)]


@pytest.mark.parametrize("version", ["0000", "9999"])
def test_another_schema_stops_with_the_hint_to_back_up(ready, version):
    ready.execute(f"UPDATE alembic_version SET version_num = '{version}'")
    for arguments in (("loads",), ("rate", "ffe-national", "2026-01"), ("load", "players", "players.csv")):
        ready.stopped(*arguments, error=f"has schema {version}, this program needs {schema.HEAD}", hint="Back .* up")


def test_sqlite_uses_a_write_ahead_log_and_foreign_keys(tmp_path):
    engine = connect.open_engine(f"sqlite:///{tmp_path / 'r.db'}")
    connect.upgrade(engine)
    with engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA foreign_keys")).scalar() == 1
    engine.dispose()


UNIQUE = {
    "player-id": "INSERT INTO player (player_key, id, name, load_key) VALUES (99, 'A', 'Again', 1)",
    "period-name": (
        "INSERT INTO period (period_key, system, name, starts_on, ends_on, publishes_on) "
        "VALUES (99, 'ffe-national', '2026-01', '2027-01-01', '2027-01-31', '2027-02-01')"
    ),
    "tournament-code": "INSERT INTO tournament (tournament_key, system, code) VALUES (99, 'ffe-national', 'T1')",
    "load-content": (
        "INSERT INTO load (load_key, kind, scope, system, file, sha256, encoding, loaded_at, rows, stored, known, "
        "refused, late) SELECT 99, kind, scope, system, file, sha256, encoding, loaded_at, rows, stored, known, "
        "refused, late FROM load WHERE load_key = 3"
    ),
    "game": "INSERT INTO game SELECT * FROM game",
    "bye": "INSERT INTO bye SELECT * FROM bye",
    "list-revision": (
        "INSERT INTO list (list_key, system, in_force_on, revision) "
        "SELECT 99, system, in_force_on, revision FROM list WHERE revision = 1"
    ),
    "run-row": "INSERT INTO run_row SELECT * FROM run_row",
    "period-days": (
        "INSERT INTO period (period_key, system, name, starts_on, ends_on, publishes_on) "
        "VALUES (99, 'ffe-national', 'x', '2027-01-31', '2027-01-01', '2027-02-01')"
    ),
    "player-of-a-game": (
        "INSERT INTO participant (load_key, player_key) SELECT load_key, 9999 FROM game LIMIT 1"
    ),
    "kind-of-load": "UPDATE load SET kind = 'cats' WHERE load_key = 3",
}


def test_the_database_itself_refuses(ready):
    ready.load_rows("T1,1,2026-01-10,A,B,1-0", "T1,1,2026-01-10,C,,bye")
    ready.do("rate", "ffe-national", "2026-01")
    ready.do("publish", "ffe-national", "2026-01")
    before = ready.dump()
    for name, statement in UNIQUE.items():
        with pytest.raises(IntegrityError, match=r"(?i)unique|constraint"):
            ready.execute(statement)
        assert ready.dump() == before, name


def test_what_published_lists_saw_survives_the_way_down_and_up(office):
    """Details of tournaments as they were at publication; the newest load of that moment."""
    office.opened(system="fide-standard")
    events = office.file("events.csv", "tournament,starts,kind,minutes\nT1,2026-01-09,standard,90+30\n")
    games = office.games("games.csv", "T1,1,2026-01-10,A,B,1-0", "T1,1,2026-01-10,C,D,1-0")
    office.load(games, system="fide-standard", options=("--tournaments", events))
    office.do("rate", "fide-standard", "2026-01")
    office.do("publish", "fide-standard", "2026-01")
    columns = "list_key, seen_load, seen_ledger, events"
    before = office.query(f"SELECT {columns} FROM list ORDER BY list_key")
    engine = connect.open_engine(office.db)
    with engine.connect() as connection, connection.begin():
        command.downgrade(config(connection), "0001")
    with engine.connect() as connection, connection.begin():
        command.upgrade(config(connection), "head")
    engine.dispose()
    assert office.query(f"SELECT {columns} FROM list ORDER BY list_key") == before
    assert office.do("explain", "fide-standard", "2026-01", "A").out
