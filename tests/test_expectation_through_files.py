"""Random FIDE, UKD and Elo International periods through files and the database, against the slow computation."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest
import sqlalchemy as sa
from expectation_builder import RandomPeriod
from expectation_periods import random_period

import expected_periods
from ratings.cli import main

SEEDS = 12
SYSTEMS = (
    "fide-standard", "fide-rapid", "fide-blitz", "ukd-standard", "ukd-rapid", "elo-international",
)  # fmt: skip


def write(path: Path, rows: list[dict]) -> str:
    """Write rows as CSV; None is an empty cell."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


def list_rows(ratings: dict, period: RandomPeriod, *, newest: bool) -> list[dict]:
    """Give a list's rows; the newest one has the players' histories."""
    people = [player["id"] for player in period.players] if newest else sorted(ratings)
    rows = []
    for player in people:
        games, peak, last = period.history.get(player, (0, None, None)) if newest else ("", None, None)
        mark = "provisional" if newest and player in period.provisional else ""
        rows.append(
            {
                "id": player,
                "rating": ratings.get(player),
                "games": games,
                "peak": peak,
                "last_game": last,
                "status": mark,
            }
        )
    return rows


def files_of(period: RandomPeriod, folder: Path) -> list[str]:
    """Write a period's files, and give the options of `ratings run` that name them."""
    options = ["--players", write(folder / "players.csv", [{**p, "name": p["id"]} for p in period.players])]
    kinds = [(period.system, period.lists)]
    if period.standard_lists:
        kinds.append(("fide-standard", period.standard_lists))
    for system, lists in kinds:
        for day, ratings in lists.items():
            newest = system == period.system and day == max(lists)
            rows = list_rows(ratings, period, newest=newest)
            if rows:
                path = write(folder / f"{system}-{day}.csv", rows)
                options += ["--list", f"{system}={path}@{day}"]
    if period.pools:
        rows = [
            {**row, "opponents": " ".join(row["opponents"]), "first_event": "yes" if row["first_event"] else ""}
            for row in period.pools
        ]
        options += ["--list", f"{write(folder / 'pools.csv', rows)}@{max(period.lists, default=period.starts)}"]
    if period.tournaments:
        options += ["--tournaments", write(folder / "tournaments.csv", period.tournaments)]
    if period.games:
        options += ["--games", write(folder / "games.csv", period.games)]
    return options


def run(*arguments: str) -> int:
    """Run the program in this process, and give its exit code."""
    with pytest.raises(SystemExit) as stopped:
        main(list(arguments))
    return int(stopped.value.code or 0)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_period_from_files_gives_the_slow_computation(system: str, tmp_path: Path):
    compared = 0
    for seed in range(SEEDS):
        period = random_period(system, seed)
        if period.late_list or not period.lists:
            continue
        folder = tmp_path / str(seed)
        folder.mkdir()
        url = f"sqlite:///{folder}/ratings.db"
        code = run(
            "-q", "--db", url, "run", system, "p", "--starts", str(period.starts), "--ends", str(period.ends),
            "--publishes", str(period.publishes), *files_of(period, folder), "--out", str(folder / "out"),
            "--publish-anyway", "a test",
        )  # fmt: skip
        assert code in (0, 3), f"seed {seed}"
        assert differences(url, period) == [], f"seed {seed} of {system}"
        compared += 1
    assert compared >= SEEDS // 2


def differences(url: str, period: RandomPeriod) -> list[str]:
    """Name every stored value that is not the slow computation's."""
    query = sa.text("SELECT p.id, r.* FROM player p LEFT JOIN run_row r USING (player_key)")
    with sa.create_engine(url).connect() as connection:
        stored = {row["id"]: row for row in connection.execute(query).mappings()}
    found = []
    for player, want in period.rate().items():
        row = stored[player]
        pairs = {"rating": (row["rating"], want.after)}
        if row["run_key"] is not None:
            pairs |= {
                "n": (row["n"], want.n),
                "games": (row["games"], want.career_games),
                "peak": (row["peak"], want.peak),
                "last": (row["last_game"], None if want.last_game is None else expected_periods.days(want.last_game)),
            }
            if want.change is not None and want.n:
                pairs["change"] = (Fraction(row["change_numerator"], row["change_denominator"]), want.change)
        found += [f"{player} {name}: {ours} for {theirs}" for name, (ours, theirs) in pairs.items() if ours != theirs]
    return found
