"""Who holds a system: told to whoever comes meanwhile, and to monitoring; a process that died holds nothing."""

from __future__ import annotations

import getpass
import json
import platform

import pytest
import sqlalchemy as sa

from ratings.store import connect
from ratings.store.lock import Holder, holders, holding

SYSTEM = ("ffe-national", "2026-01")
LOAD = ("load", "games", "games.csv", "--system", SYSTEM[0], "--period", SYSTEM[1])
SINCE = "2026-01-31T10:00:00+01:00"
HOLDER = Holder("zoé", SINCE, "period add", "4711", "office-pc")


@pytest.fixture
def loading(ready, processes):
    """Give an office in which a process stands still in the middle of a load, and that process's number."""
    ready.games("games.csv", "T1,1,2026-01-10,A,B,1-0")
    pid = processes.paused(ready, 20, *LOAD)
    yield ready, pid
    processes.resume(ready, pid)


@pytest.fixture
def engine(db_url):
    opened = connect.open_engine(db_url)
    yield opened
    opened.dispose()


def test_a_second_command_is_told_login_command_process_and_host(loading):
    office, pid = loading
    who, host = getpass.getuser(), platform.node()
    place = rf"`ratings load games`, process {pid} on {host}\.$"
    error = rf"^Error: ffe-national is held by {who} since \d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d\S+: {place}"
    office.stopped("rate", *SYSTEM, error=error, hint="Wait until that command has ended", code=5)


def test_monitoring_is_told(loading):
    office, pid = loading
    told = office.do("status", "--json", "--on", "2026-01-31").json["locks"]
    assert [(one["system"], one["command"], one["process"]) for one in told] == [(SYSTEM[0], "load games", str(pid))]
    told = office.do("status", "--on", "2026-01-31").out
    assert f"Held now: {SYSTEM[0]}, by {getpass.getuser()} since " in told
    assert f"`ratings load games`, process {pid} on " in told
    office.stopped("rate", *SYSTEM, error="is held by", code=5)  # looking takes nobody's lock away


def test_who_died_holds_nothing(ready, processes):
    ready.games("games.csv", "T1,1,2026-01-10,A,B,1-0")
    assert processes.killed_at(ready, 20, *LOAD) == -9
    if ready.is_sqlite:
        assert len(list(ready.folder.glob("ratings.db.locks/*.json"))) == 1
    assert ready.do("status", "--json", "--on", "2026-01-31").json["locks"] == []
    assert list(ready.folder.glob("ratings.db.locks/*.json")) == []
    ready.do(*LOAD)


def test_a_command_that_stops_leaves_nothing(ready):
    ready.stopped("rate", SYSTEM[0], "2026-09", error="no period")
    assert list(ready.folder.glob("ratings.db.locks/*.json")) == []
    assert ready.do("status", "--json", "--on", "2026-01-31").json["locks"] == []


def test_all_that_is_known_comes_back(engine):
    connect.upgrade(engine)
    assert holders(engine, SYSTEM) == {}
    with holding(engine, SYSTEM[0], HOLDER):
        assert holders(engine, SYSTEM) == {SYSTEM[0]: HOLDER}
        with holding(engine, SYSTEM[1], Holder()):
            assert set(holders(engine, SYSTEM)) == set(SYSTEM)
    assert holders(engine, SYSTEM) == {}


@pytest.mark.parametrize("holder, told", [
    (HOLDER, f"zoé since {SINCE}: `ratings period add`, process 4711 on office-pc"),
    (Holder("zoé", SINCE), f"zoé since {SINCE}"), (Holder("zoé", SINCE, "run"), f"zoé since {SINCE}: `ratings run`"),
    (Holder("zoé", SINCE, process="1"), f"zoé since {SINCE}: process 1"),
    (Holder(), "another command since a moment ago"),
])  # fmt: skip
def test_in_words(holder, told):
    assert str(holder) == told


def test_names_that_would_end_a_statement(engine):
    connect.upgrade(engine)
    odd = Holder("a */ b % :c '", SINCE, "run", "1", "h;")
    with holding(engine, SYSTEM[0], odd):
        (found,) = holders(engine, SYSTEM).values()
    assert (found.since, found.command, found.process) == (SINCE, "run", "1")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", json.dumps({"who": "x", "since": "y", "more": 1})])
def test_a_note_that_cannot_be_read(desk, text):
    engine = connect.open_engine(desk.db)
    with holding(engine, SYSTEM[0], HOLDER):
        (path,) = desk.folder.glob("ratings.db.locks/*.json")
        path.write_text(text)
        (found,) = holders(engine, SYSTEM).values()
    assert found in (Holder(), Holder("x", "y"))
    engine.dispose()


def test_another_role_is_told_what_fits_into_a_sessions_name(postgres_url):
    engine = connect.open_engine(postgres_url)
    connect.upgrade(engine)
    with engine.begin() as connection:
        connection.execute(sa.text("DROP ROLE IF EXISTS watcher"))
        connection.execute(sa.text("CREATE ROLE watcher LOGIN"))
    other = connect.open_engine(str(sa.make_url(postgres_url).set(username="watcher")))
    with holding(engine, SYSTEM[0], Holder("zoe", SINCE, "load games", "4711", "h" * 60)):
        (found,) = holders(other, SYSTEM).values()
    assert (found.who, found.since, found.process) == ("zoe", SINCE, "4711")
    assert found.host == "h" * len(found.host)
    assert found.command == ""
    with engine.begin() as connection:
        connection.execute(sa.text("DROP ROLE watcher"))
    for one in (other, engine):
        one.dispose()


def test_locks_of_another_database_of_the_same_server_are_not_told(postgres_url, postgres):
    engine, other = connect.open_engine(postgres_url), connect.open_engine(postgres)
    with holding(other, SYSTEM[0], HOLDER):
        assert holders(engine, SYSTEM) == {}
        with holding(engine, SYSTEM[0], HOLDER):
            assert holders(engine, SYSTEM) == {SYSTEM[0]: HOLDER}
    for one in (other, engine):
        one.dispose()
