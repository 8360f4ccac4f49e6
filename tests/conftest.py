"""What all tests share: the two databases, offices in temporary folders, and processes that can be killed."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

from office import Office
from processes import Processes
from servers import QUICK, Server

settings.register_profile("repeatable", derandomize=True)
settings.register_profile("search", derandomize=False)
settings.load_profile("repeatable")  # what `make test` answers depends on the code alone; `make fuzz` searches on

NEEDED = "PostgreSQL could not be started"


@pytest.fixture(scope="session")
def postgres():
    """Give a PostgreSQL server that these tests start, one a worker; its URL is empty where there is none."""
    server = Server(QUICK)
    yield server
    server.stop()


@contextlib.contextmanager
def _fresh(postgres: Server) -> Iterator[str]:
    if not postgres.url:
        pytest.skip(postgres.problem)
    with postgres.database() as url:
        yield url


@pytest.fixture
def postgres_url(postgres):
    """Give the URL of a fresh PostgreSQL database, dropped after the test."""
    with _fresh(postgres) as url:
        yield url


@pytest.fixture
def second_postgres_url(postgres):
    """Give the URL of another fresh PostgreSQL database."""
    with _fresh(postgres) as url:
        yield url


@pytest.fixture
def another(request, tmp_path) -> Office:
    """Give an office beside the first one, with an empty database of the kind that the test names, else SQLite."""
    (tmp_path / "another").mkdir()
    if getattr(request, "param", "sqlite") == "sqlite":
        return Office(tmp_path / "another", f"sqlite:///{tmp_path}/another/ratings.db")
    return Office(tmp_path / "another", request.getfixturevalue("second_postgres_url"))


@pytest.fixture(params=["sqlite", "postgresql"])
def db_url(request, tmp_path) -> str:
    """Give the URL of a fresh, empty database: one test runs for each of the two kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'ratings.db'}"
    return request.getfixturevalue("postgres_url")


@pytest.fixture
def office(tmp_path, db_url) -> Office:
    """Give an office with an empty database, of each kind."""
    return Office(tmp_path, db_url)


@pytest.fixture
def desk(tmp_path) -> Office:
    """Give an office with SQLite only, for what no database has a part in."""
    return Office(tmp_path, f"sqlite:///{tmp_path / 'ratings.db'}")


@pytest.fixture
def ready(office) -> Office:
    """Give an office with players, an opening list and January 2026 open, on each kind of database."""
    return office.opened()


@pytest.fixture(scope="session")
def opened_once(tmp_path_factory) -> Office:
    """Give an office to copy from."""
    folder = tmp_path_factory.mktemp("opened")
    return Office(folder, f"sqlite:///{folder / 'ratings.db'}").opened()


@pytest.fixture
def ready_desk(opened_once, tmp_path) -> Office:
    """Give an office with players, an opening list and January 2026 open, with SQLite only."""
    return opened_once.copy(tmp_path)


@pytest.fixture(scope="session")
def processes():
    """Give a starter of real processes that have the program imported already."""
    with Processes() as started:
        yield started


def pytest_terminal_summary(terminalreporter) -> None:
    """Say it loudly where tests were skipped for want of PostgreSQL."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if NEEDED in str(report.longrepr)]
    if skipped:
        terminalreporter.section("NOT TESTED ON POSTGRESQL", red=True, bold=True)
        terminalreporter.write_line(f"{len(skipped)} tests were skipped: {skipped[0].longrepr[2]}", red=True)
