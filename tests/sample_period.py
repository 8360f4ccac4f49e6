"""The sample period of `data/ffe` in the words of the slow independent computation, read from the same files."""

from __future__ import annotations

import csv
import datetime as dt
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import ffe_editions
import pytest
from ffe_builder import Period
from ffe_records import Game, Player, Standing

from make_golden import DATA, Golden

STARTS, ENDS = dt.date(2026, 1, 1), dt.date(2026, 1, 31)


def rows(path: Path) -> list[dict[str, str]]:
    """Give the rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def number(text: str) -> int | None:
    """Give a cell as an integer, None if it is empty."""
    return int(text) if text else None


def standing(row: dict[str, str]) -> Standing:
    """Read a row of a list; with an empty column `estimate`, the rating of an `E` row is not a given estimate."""
    rating, letter = number(row["rating"]), row["type"]
    if letter == "E" and row.get("estimate") == "":
        rating, letter = None, ""
    return Standing(
        rating=rating,
        type=letter,
        archive_points=Fraction(row.get("archive_points") or 0),
        archive_games=number(row.get("archive_games", "")) or 0,
        archive_season=number(row.get("archive_season", "")),
        given_estimate=number(row.get("estimate", "")),
    )


def standings(path: Path) -> dict[str, Standing]:
    """Read a list."""
    return {row["id"]: standing(row) for row in rows(path)}


def sample_period(golden: Golden) -> Period:
    """Read the players, list and games of a golden's system."""
    players = {
        row["id"]: Player(row["id"], number(row["birth_year"]), number(row["estimate"]), number(row["estimate_rapid"]))
        for row in rows(DATA / "players.csv")
    }
    games = [
        Game(row["white"], row["black"] or None, row["result"], dt.date.fromisoformat(row["date"]))
        for row in rows(golden.file("games"))
    ]
    national = standings(DATA / "national.csv") if golden.system == "ffe-rapid" else None
    listed = standings(golden.file("list"))
    return Period(golden.system, STARTS, ENDS, players, listed, games, national)


def only_edition(golden: Golden, patch: pytest.MonkeyPatch) -> None:
    """Leave one edition to the slow computation, in force on every day: what `rate --edition` does."""
    (edition,) = (e for e in ffe_editions.EDITIONS if (e.system, e.name) == (golden.system, golden.edition))
    patch.setattr(ffe_editions, "EDITIONS", (replace(edition, effective=dt.date.min),))
