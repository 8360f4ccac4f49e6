"""The folder `shared` beside the repository, with published answers and real files; without it, tests skip."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"
REPORTS = SHARED / "data" / "trf"
MALFORMED = ("data", "trf", "malformed")


def shared_file(*parts: str) -> Path:
    """Give the path of a shared file; skip the test, saying so, where it is not here."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"NOT RUN: {path} is not here")
    return path


def shared_rows(*parts: str) -> list[dict[str, str]]:
    """Give the rows of a shared CSV file."""
    with shared_file(*parts).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def malformed_reports() -> list[tuple[str, str]]:
    """Give every malformed tournament report, and what a loader should do with it."""
    if not REPORTS.is_dir():
        return [("00_valid.trf", "loads")]
    return [(row["file"], row["what_a_loader_should_do"]) for row in shared_rows(*MALFORMED, "cases.csv")]


def real_reports() -> list[str]:
    """Give the names of the real tournament reports."""
    return sorted(path.name for path in REPORTS.glob("*.trf")) or ["icn_trf_2024_25.trf"]
