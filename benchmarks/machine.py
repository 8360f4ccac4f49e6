"""What figures were measured on: machine, Python, libraries, database servers, the program's own state."""

from __future__ import annotations

import os
import platform
import re
import sqlite3
import subprocess
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

LIBRARIES = ("numpy", "pandas", "pyarrow", "sqlalchemy", "psycopg")
SERVER_SETTINGS = ("shared_buffers", "max_wal_size", "fsync", "synchronous_commit")
BUSY = 0.5
"""Processes waiting for each core, besides what measures, above which figures are those of a busy machine."""


def described(libraries: Sequence[str] = LIBRARIES) -> dict[str, str]:
    """Describe machine and versions."""
    memory = int(_found(r"MemTotal:\s+(\d+)", "/proc/meminfo") or 0)
    versions = {name: metadata.version(name) for name in libraries if _is_installed(name)}
    return {
        "processor": _found(r"model name\s*:\s*(.+)", "/proc/cpuinfo") or platform.processor() or platform.machine(),
        "cores": str(cores()),
        "memory": f"{round(memory / 1024**2)} GiB",
        "system": f"{platform.system()} {platform.release()}",
        "Python": platform.python_version(),
        **versions,
        "SQLite": sqlite3.sqlite_version,
    }


def cores() -> int:
    """Count the cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _is_installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _found(pattern: str, path: str) -> str:
    found = re.search(pattern, Path(path).read_text()) if Path(path).exists() else None
    return found[1].strip() if found else ""


def load() -> float:
    """Give how many processes wanted a core during the last minute, for each core."""
    return os.getloadavg()[0] / cores()


def revision() -> str:
    """Give the program's commit, with a + where files have changed since; empty outside a checkout."""
    here = Path(__file__).parent
    told = subprocess.run(
        ["git", "describe", "--always", "--dirty=+"], cwd=here, capture_output=True, text=True, check=False
    )
    return told.stdout.strip() if told.returncode == 0 else ""


def of_server(url: str) -> str:
    """Give a PostgreSQL server's version and the settings that decide how fast it writes."""
    import psycopg

    with psycopg.connect(url) as connection:
        rows = {name: connection.execute(f"SHOW {name}").fetchone() for name in ("server_version", *SERVER_SETTINGS)}
    version, *settings = [str(row[0]) if row else "" for row in rows.values()]
    told = (f"{name} {value}" for name, value in zip(SERVER_SETTINGS, settings, strict=True))
    return f"{version} ({', '.join(told)})"
