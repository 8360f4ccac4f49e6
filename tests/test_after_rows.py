"""PostgreSQL makes constraints after the rows of an empty table: they hold as ever, and nobody is waited for."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import numpy as np
import pytest
import sqlalchemy as sa

from generate import Size, generate
from office import Office
from ratings.loading import storing
from ratings.store import after_rows, bulk, schema
from ratings.store.after_rows import make_up, put_off
from ratings.store.bulk import insert_rows
from ratings.store.connect import open_engine, upgrade, writing
from ratings.store.on_the_way import OnTheWay
from ratings.store.schema import metadata
from test_on_the_way import open_load, players

LARGE = ("participant", "player", "list_row", "game", "run_row")
DEFINED = sa.text("""
    SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated
    FROM pg_constraint WHERE conrelid::regclass::text = ANY(:tables)
    UNION SELECT tablename::text, indexname::text, indexdef, true FROM pg_indexes WHERE tablename = ANY(:tables)
""")


@pytest.fixture
def engine(postgres_url):
    opened = open_engine(postgres_url)
    upgrade(opened)
    yield opened
    opened.dispose()


@pytest.fixture
def always(monkeypatch):
    """Let constraints wait however few rows there are."""
    monkeypatch.setattr(bulk, "MANY", 1)


def defined(connection: sa.Connection) -> set[tuple]:
    """Give all constraints and indexes as the database defines them."""
    return set(map(tuple, connection.execute(DEFINED, {"tables": list(metadata.tables)})))


def register(connection: sa.Connection, count: int = 5, load_key: int = 1) -> None:
    rows = players(count=count)
    columns = dict(zip(rows.column_names, rows.columns, strict=True)) | {"load_key": np.full(count, load_key)}
    insert_rows(connection, schema.player, columns)


def test_a_run_leaves_every_constraint_as_it_was(tmp_path, postgres_url, monkeypatch, always):
    folder = tmp_path / "files"
    generate(folder, Size(300, 2_000, 3, "ffe-national", dt.date(2026, 1, 1), dt.date(2026, 1, 31)))
    put = []
    monkeypatch.setattr(bulk, "put_off", lambda connection, table: put.append(table.name) or put_off(connection, table))
    monkeypatch.setattr("ratings.files.csv_pieces.LEAST", 10_000)
    monkeypatch.setattr(storing, "put_off", bulk.put_off)
    files = [f"--{name}={folder / name}.csv" for name in ("players", "list", "games")]
    lists = []
    for place, url in (("plain", f"sqlite:///{tmp_path}/plain.db"), ("after", postgres_url)):
        (tmp_path / place).mkdir()
        office = Office(tmp_path / place, url)
        office.do("init")
        engine = open_engine(url)
        with engine.connect() as connection:
            before = defined(connection) if place == "after" else set()
        office.do("run", "ffe-national", "2026-01", *files, "--starts=2026-01-01", "--ends=2026-01-31", "--out=out")
        with engine.connect() as connection:
            assert (defined(connection) if place == "after" else set()) == before
        engine.dispose()
        lists.append((tmp_path / place / "out" / "list.csv").read_bytes())
    assert lists[0] == lists[1]
    assert set(put) >= set(LARGE)


def register_twice(connection: sa.Connection) -> None:
    rows = players(count=2)
    columns = dict(zip(rows.column_names, rows.columns, strict=True)) | {"id": np.array(["A", "A"], dtype=object)}
    insert_rows(connection, schema.player, columns)


def store_twice(connection: sa.Connection) -> None:
    insert_rows(connection, schema.game, {column.name: np.array([1, 1]) for column in schema.game.c})


BREAK = {
    "a load that is not there": lambda connection: register(connection, load_key=7),
    "an id that stands twice": register_twice,
    "a game that stands twice": store_twice,
}


def attempt(engine: sa.Engine, do: Callable[[sa.Connection], None]) -> None:
    with engine.begin() as connection:
        open_load(connection)
        do(connection)


@pytest.mark.parametrize("way", BREAK)
def test_rows_that_break_a_constraint_are_refused_and_leave_nothing(engine, always, way):
    with engine.connect() as connection:
        before = defined(connection)
    with pytest.raises(sa.exc.IntegrityError, match=r"fk_player_load_key|uq_player_id|pk_game"):
        attempt(engine, BREAK[way])
    with engine.connect() as connection:
        assert defined(connection) == before
        assert connection.execute(sa.select(sa.func.count()).select_from(schema.load)).scalar() == 0


def test_who_uses_a_table_is_not_waited_for(engine, always):
    with engine.connect() as reader, reader.begin():
        reader.execute(sa.select(schema.player)).all()
        with engine.begin() as connection:
            open_load(connection)
            before = defined(connection)
            assert not put_off(connection, schema.player)
            assert defined(connection) == before
            register(connection)
    with engine.connect() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(schema.player)).scalar() == 5


def test_who_may_not_change_tables_writes_with_their_constraints(engine, always):
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE ROLE clerk")
        connection.exec_driver_sql("GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO clerk")
    try:
        with engine.begin() as connection:
            open_load(connection)
            connection.exec_driver_sql("SET LOCAL ROLE clerk")
            assert not put_off(connection, schema.player)
            register(connection)
    finally:
        with engine.begin() as connection:
            connection.exec_driver_sql("DROP OWNED BY clerk")
            connection.exec_driver_sql("DROP ROLE clerk")


def test_a_table_with_rows_keeps_its_constraints(engine):
    with engine.begin() as connection:
        open_load(connection)
        register(connection)
        assert not put_off(connection, schema.player)
        assert put_off(connection, schema.game)
        assert not put_off(connection, schema.game)
        make_up(connection, schema.game)
        make_up(connection, schema.game)
        assert put_off(connection, schema.game)
        make_up(connection, schema.game)


def test_few_rows_are_checked_one_by_one(postgres_url, monkeypatch):
    engine = open_engine(postgres_url)
    monkeypatch.setattr(bulk, "put_off", lambda *_: pytest.fail("not for so few"))
    with writing(engine) as connection:
        open_load(connection)
        register(connection)
    engine.dispose()
    assert after_rows.MANY > 5


def test_it_is_done_in_turn_with_what_the_caller_sends(engine, always):
    held = []

    class Turn:
        def __enter__(self) -> None:
            held.append("held")

        def __exit__(self, *_: object) -> None:
            held.append("free")

    with engine.begin() as connection:
        open_load(connection)
        way = OnTheWay.__new__(OnTheWay)
        way.turn = Turn()
        connection.info["rows on the way"] = way
        try:
            assert put_off(connection, schema.player)
        finally:
            del connection.info["rows on the way"]
        make_up(connection, schema.player)
    assert held == ["held", "free"]
