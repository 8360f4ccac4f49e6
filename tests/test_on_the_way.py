"""Rows on their way to the database: nobody sees that they are, and whoever fails takes everything back."""

from __future__ import annotations

import datetime as dt
import time
from functools import partial
from threading import Event

import numpy as np
import pyarrow as pa
import pytest
import sqlalchemy as sa

from ratings.columns import by_name, integers, of_values
from ratings.errors import RatingsError
from ratings.store import schema
from ratings.store.background import Background
from ratings.store.bulk import PACKED, insert_rows
from ratings.store.connect import open_engine, writing
from ratings.store.on_the_way import forget_rows, insert_soon, on_the_way, rows_of
from ratings.store.players import read_people, read_players, read_register
from ratings.store.reading import highest_key
from ratings.store.standings import read_given, read_loaded

MANY = 20_000
SYSTEM, DAY = "ffe-national", dt.date(2026, 1, 1)


@pytest.fixture
def engine(db_url):
    opened = open_engine(db_url)
    yield opened
    opened.dispose()


def open_load(connection: sa.Connection) -> None:
    values = {"load_key": 1, "kind": "players", "scope": "", "system": "", "file": "p.csv", "sha256": "1"}
    counts = dict.fromkeys(("rows", "stored", "known", "refused", "late"), 0)
    connection.execute(sa.insert(schema.load).values(**values, **counts, encoding="utf-8", loaded_at="2026-01-01"))
    listed = {"list_key": 1, "system": SYSTEM, "in_force_on": DAY, "revision": 0}
    connection.execute(sa.insert(schema.rating_list).values(listed))


def players(first: int = 1, count: int = MANY) -> pa.Table:
    keys = np.arange(first, first + count)
    clubs = of_values([None if key % 7 == 0 else f"Club {key % 5}" for key in keys.tolist()], pa.string())
    years = integers(1900 + keys % 100, keys % 3 > 0).cast(pa.int32())
    return pa.table(
        {
            "player_key": integers(keys),
            "id": of_values([f"P{key:07}" for key in keys.tolist()], pa.string()),
            "name": of_values([f"Doë, {key}" for key in keys.tolist()], pa.string()),
            "club": clubs.dictionary_encode(),
            "birth_year": years,
            "birth_on": years.cast(pa.date32()),
            "load_key": integers(np.ones(count, dtype=np.int64)),
        }
    )


def list_rows(keys: np.ndarray, list_key: int = 1) -> pa.Table:
    same = {name: integers(np.full(len(keys), value)) for name, value in (("list_key", list_key), ("load_key", 1))}
    told = {"player_key": integers(keys), "rating": integers(1000 + keys % 999, keys % 4 > 0).cast(pa.int32())}
    letters = of_values(["N" if key % 4 else None for key in keys.tolist()], pa.string())
    return pa.table({**same, **told, "type": letters, "archive_points": integers(keys * 100, keys % 4 == 0)})


def count_of(connection: sa.Connection, table: sa.Table) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()


def test_a_statement_waits_for_the_rows_of_the_tables_it_names(engine):
    gate = Event()
    with writing(engine) as connection, Background() as background, on_the_way(connection, background):
        open_load(connection)
        background.start(gate.wait)
        insert_soon(connection, schema.player, players())
        if engine.name == "sqlite":  # a COPY has the connection for itself
            assert count_of(connection, schema.load) == 1
        gate.set()
        assert count_of(connection, schema.player) == MANY
        insert_soon(connection, schema.player, players(MANY + 1))
        many = connection.execute(sa.text("SELECT count(*) FROM player WHERE player_key > 0")).scalar_one()
        assert many == 2 * MANY


def test_a_statement_does_not_meet_rows_that_nobody_asks_for(engine):
    """Games go in while names are looked up for an unknown id of the next piece."""
    begun = Event()

    def slowly(rows: int) -> None:
        begun.set()
        time.sleep(0.02)

    count = 3 * PACKED
    rows = {name: np.zeros(count, dtype=np.int32) for name in schema.game.c.keys()}  # noqa: SIM118 - `table.c` gives columns
    rows["white"] = np.arange(count)
    with writing(engine) as connection, Background() as background, on_the_way(connection, background):
        open_load(connection)
        work = background.start(partial(insert_rows, connection, schema.game, rows, progress=slowly))
        begun.wait()
        assert count_of(connection, schema.load) == 1
        work.result()
        assert count_of(connection, schema.game) == count


def test_rows_of_another_table_go_in_meanwhile(engine):
    with writing(engine) as connection, Background() as background, on_the_way(connection, background):
        open_load(connection)
        insert_soon(connection, schema.player, players())
        for key in range(1, 200):
            keys = {"tournament_key": np.array([key]), "code": np.array([f"T{key}"], dtype=object)}
            insert_rows(connection, schema.tournament, {**keys, "system": np.array([SYSTEM], dtype=object)})
        insert_rows(connection, schema.player, by_name(players(MANY + 1, 1)))
        assert count_of(connection, schema.tournament) == 199
        assert count_of(connection, schema.player) == MANY + 1


def test_what_is_read_from_memory_is_what_the_database_gives(engine):
    keys = np.random.default_rng(1).permutation(np.arange(1, MANY + 1))[: MANY // 2]
    with writing(engine) as connection, Background() as background, on_the_way(connection, background):
        open_load(connection)
        insert_soon(connection, schema.player, players())
        insert_soon(connection, schema.list_row, list_rows(keys))

        def all_reads() -> list[pa.Table]:
            told = read_players(connection, "id", "birth_on", "fide_id", "club", "estimate")
            return [told, read_people(connection), read_given(connection, SYSTEM), read_loaded(connection, 1)]

        early, highest = all_reads(), highest_key(connection)
        register = read_register(connection)
        forget_rows(connection, schema.player)
        forget_rows(connection, schema.list_row)
        assert rows_of(connection, schema.player) is None
        late = all_reads()
        assert highest == highest_key(connection) == MANY
        assert register.names == read_register(connection).names
        for one, other in zip(early, late, strict=True):
            assert one.schema.equals(other.schema)
            assert one.sort_by("player_key").to_pylist() == other.to_pylist()


def pool_row(player: int) -> dict[str, np.ndarray]:
    numbers = dict.fromkeys(("period_ends", "starts", "games", "half_points", "opponents_sum", "first_event"), 1)
    told = {"pool_key": 1, "load_key": 1, "player_key": player, "tournament": "T", "opponents": "1", "format": "swiss"}
    return {name: np.array([value], dtype=object) for name, value in (numbers | told).items()}


@pytest.mark.parametrize("road", ["bulk", "SQLAlchemy"])
def test_rows_that_refer_to_players_wait_for_them(engine, road):
    gate = Event()
    with writing(engine) as connection, Background() as background, on_the_way(connection, background):
        open_load(connection)
        background.start(gate.wait, 0.2)
        insert_soon(connection, schema.player, players())
        if road == "bulk":
            insert_rows(connection, schema.pool, pool_row(MANY))
        else:
            values = {name: column[0] for name, column in pool_row(MANY).items()}
            connection.execute(sa.insert(schema.pool).values(values))
        assert rows_of(connection, schema.player) is not None
        assert count_of(connection, schema.pool) == 1


def test_what_players_on_their_way_refer_to_is_not_taken_away(engine):
    def taken() -> None:
        with writing(engine) as connection, Background() as background, on_the_way(connection, background):
            open_load(connection)
            background.start(Event().wait, 0.2)
            insert_soon(connection, schema.player, players())
            connection.execute(sa.delete(schema.load).where(schema.load.c.load_key == 1))

    with pytest.raises(RatingsError, match="cannot be used"):
        taken()


def test_files_of_players_with_empty_cells_are_read_together(engine):
    """Words that repeat are coded, each file with words of its own."""
    clubs = of_values(["X", None, "X", ""] * (MANY // 4), pa.string()).dictionary_encode()
    with writing(engine) as connection, Background() as background, on_the_way(connection, background):
        open_load(connection)
        for first in (1, MANY + 1):
            rows = players(first)
            insert_soon(connection, schema.player, rows.set_column(rows.column_names.index("club"), "club", clubs))
            assert rows_of(connection, schema.player) is not None
            assert read_people(connection)["club"].to_pylist() == clubs.to_pylist() * (first // MANY + 1)


def test_rows_of_one_list_are_told_from_those_of_another(engine):
    with writing(engine) as connection, Background() as background, on_the_way(connection, background):
        open_load(connection)
        rapid = {"list_key": 2, "system": "ffe-rapid", "in_force_on": DAY, "revision": 0}
        connection.execute(sa.insert(schema.rating_list).values(rapid))
        insert_soon(connection, schema.player, players())
        insert_soon(connection, schema.list_row, list_rows(np.arange(1, 101)))
        insert_soon(connection, schema.list_row, list_rows(np.arange(50, 61), 2))
        assert rows_of(connection, schema.list_row) is not None
        assert read_loaded(connection, 2)["player_key"].to_pylist() == list(range(50, 61))
        assert read_loaded(connection, 1)["player_key"].to_pylist() == list(range(1, 101))


@pytest.mark.parametrize("change", ["an update", "a delete", "another insert", "rows at once", "a savepoint"])
def test_rows_that_may_have_changed_are_read_from_the_database(engine, change):
    player = schema.player
    with writing(engine) as connection, Background() as background, on_the_way(connection, background):
        open_load(connection)
        insert_soon(connection, player, players())
        assert rows_of(connection, player) is not None
        if change == "an update":
            connection.execute(sa.update(player).where(player.c.player_key == 3).values(name="Other"))
        elif change == "a delete":
            connection.execute(sa.delete(player).where(player.c.player_key == MANY))
        elif change == "another insert":
            values = {"player_key": MANY + 1, "id": "X", "name": "Late", "load_key": 1}
            connection.execute(sa.insert(player).values(values))
        elif change == "rows at once":
            insert_rows(connection, player, by_name(players(MANY + 1, 1)))
        else:
            with connection.begin_nested() as savepoint:
                connection.execute(sa.update(schema.load).values(rows=5))
                savepoint.rollback()
        assert rows_of(connection, player) is None
        people = read_people(connection)
        expected = {"an update": MANY, "a delete": MANY - 1, "a savepoint": MANY}.get(change, MANY + 1)
        assert len(people) == expected
        assert people["name"].to_pylist()[2] == ("Other" if change == "an update" else "Doë, 3")


def test_a_table_that_had_rows_is_never_taken_from_memory(engine):
    with writing(engine) as connection:
        open_load(connection)
        insert_soon(connection, schema.player, players(1, 10))
        assert rows_of(connection, schema.player) is None
        with Background() as background, on_the_way(connection, background):
            insert_soon(connection, schema.player, players(11, 10))
            assert rows_of(connection, schema.player) is None
            assert len(read_people(connection)) == 20


def test_what_fails_on_the_way_is_raised_and_nothing_stays(engine):
    def fails() -> None:
        with writing(engine) as connection, Background() as background, on_the_way(connection, background):
            open_load(connection)
            insert_soon(connection, schema.player, pa.concat_tables([players(), players(5, 1)]))

    with pytest.raises(RatingsError, match="cannot be used"):
        fails()
    with writing(engine) as connection:
        assert count_of(connection, schema.player) == count_of(connection, schema.load) == 0


def test_what_fails_on_the_way_is_raised_where_it_is_waited_for(engine):
    reached = []

    def fails() -> None:
        with writing(engine) as connection, Background() as background, on_the_way(connection, background):
            insert_soon(connection, schema.player, players())  # of a load that is not there
            if engine.name == "sqlite":
                connection.execute(sa.select(schema.period)).all()
            reached.append(1)
            count_of(connection, schema.player)
            reached.append(2)

    with pytest.raises(RatingsError):
        fails()
    assert reached == [1]


def test_a_fault_beside_it_takes_nothing_more_in(engine):
    class FaultError(Exception):
        pass

    gate = Event()

    def fails() -> None:
        with writing(engine) as connection, Background() as background, on_the_way(connection, background):
            open_load(connection)
            background.start(gate.wait, 0.2)
            insert_soon(connection, schema.player, players())
            raise FaultError

    with pytest.raises(FaultError):
        fails()
    with writing(engine) as connection:
        assert count_of(connection, schema.player) == 0
        assert connection.execute(sa.select(sa.literal(1))).scalar() == 1
