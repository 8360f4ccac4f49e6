"""The sample period under all five editions: byte for byte, as computed independently, and as its README says."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest
from ffe_builder import Period
from ffe_case_names import CASES
from ffe_cases import count_cases
from ffe_periods import rate_period
from ffe_stand_ins import LARGE_ARCHIVE

import make_golden
from make_golden import DATA, EDITIONS, PERIOD, TABLES, Golden
from office import Office
from sample_period import only_edition, rows, sample_period

README = DATA.parent / "README.md"
IN_FORCE = ("national-R01", "rapid-E02")
"""The editions in force in January 2026: `ratings run` takes them by itself."""

NOT_SHOWN = {
    "ffe-national": {
        "0.8 period across two seasons",  # January lies in one
        "2.4.2 given by the list",  # list.csv has no column `estimate`: the rating of an E is given
        "2.4.2 given by the list before its E",
    },
    "ffe-rapid": {
        "0.8 period across two seasons",
        "2.4.2 listed as E",  # rapid_list.csv has the column `estimate`: only what stands there is given
    },
}

each_edition = pytest.mark.parametrize("golden", EDITIONS.values(), ids=EDITIONS)


def by_id(golden: Golden, table: str) -> dict[str, dict[str, str]]:
    """Give a golden table's rows by player."""
    return {row["id"]: row for row in rows(golden.folder / f"{table}.csv")}


def independent(golden: Golden, patch: pytest.MonkeyPatch) -> tuple[Period, dict]:
    """Rate the sample period by the slow computation."""
    only_edition(golden, patch)
    period = sample_period(golden)
    return period, rate_period(period)


@each_edition
def test_the_same_files_give_the_golden_tables_byte_for_byte(golden: Golden, tmp_path: Path):
    for file, data in make_golden.tables(tmp_path, golden).items():
        kept = (golden.folder / file).read_bytes()
        assert data.decode() == kept.decode(), f"{golden.folder.name}/{file}: `make golden`, then read the difference"


@pytest.mark.parametrize("name", IN_FORCE)
def test_the_whole_job_gives_the_tables_of_the_edition_in_force(name: str, tmp_path: Path):
    golden = EDITIONS[name]
    office = Office(tmp_path, f"sqlite:///{tmp_path}/ratings.db")
    lists = ["--list", golden.file("list")]
    if golden.system == "ffe-rapid":
        lists += ["--list", f"ffe-national={DATA / 'national.csv'}"]
    office.do(
        "run", golden.system, "2026-01", *PERIOD, "--players", DATA / "players.csv", *lists,
        "--games", golden.file("games"), "--tournaments", golden.file("tournaments"), "--out", "out",
    )  # fmt: skip
    for table in TABLES:
        file = f"{table}.csv"
        assert (tmp_path / "out" / file).read_text("utf-8") == (golden.folder / file).read_text("utf-8"), file


@each_edition
def test_the_golden_lists_are_the_independent_answer(golden: Golden, monkeypatch: pytest.MonkeyPatch):
    _, results = independent(golden, monkeypatch)
    expected = {
        player: (str(result.rating if result.rating is not None else result.listed_estimate), result.type)
        for player, result in results.items()
        if result.type
    }
    assert {player: (row["rating"], row["type"]) for player, row in by_id(golden, "list").items()} == expected


@each_edition
def test_the_golden_archives_are_the_independent_answer(golden: Golden, monkeypatch: pytest.MonkeyPatch):
    _, results = independent(golden, monkeypatch)
    expected = {
        player: (Decimal(int(result.archive_points * 100)) / 100, result.archive_games, result.archive_season)
        for player, result in results.items()
        if result.archive_games
    }
    found = {
        player: (
            Decimal(row["archive_points"]),
            int(row["archive_games"]),
            int(row["archive_season"]) if row["archive_season"] else None,
        )
        for player, row in by_id(golden, "archives").items()
    }
    assert found == expected


@each_edition
def test_the_golden_estimates_are_the_independent_answer(golden: Golden, monkeypatch: pytest.MonkeyPatch):
    """2.4.2: all stand-ins, but for those of the large archives, which no estimate can take the place of."""
    period, results = independent(golden, monkeypatch)
    large = {player for player, one in period.standings.items() if one.archive_games >= LARGE_ARCHIVE}
    large = {player for player in large & results.keys() if results[player].estimate_source == "archive"}
    assert large
    expected = {
        player: (str(result.estimate), result.estimate_source)
        for player, result in results.items()
        if result.estimate_source not in (None, "wave") and player not in large
    }
    found = {
        player: (row["stand_in"], row["source"].removeprefix("small-"))
        for player, row in by_id(golden, "estimates").items()
    }
    assert found == expected


@each_edition
def test_the_sample_shows_every_case_of_the_rules(golden: Golden, monkeypatch: pytest.MonkeyPatch):
    period, results = independent(golden, monkeypatch)
    cases = set(CASES[golden.system, golden.edition])
    assert cases - set(count_cases(period, results)) == NOT_SHOWN[golden.system]


def answer(golden: Golden, player: str) -> str:
    """Give a player's answer as the README writes it: rating, type if it is not N, archive."""
    row, archive = by_id(golden, "list").get(player), by_id(golden, "archives").get(player)
    if row is None:
        return "not listed"
    told = row["rating"] + ("" if row["type"] == "N" else f" {row['type']}")
    return told if archive is None else f"{told}, {archive['archive_performance']} × {archive['archive_games']}"


def readme_rows(system: str) -> list[list[str]]:
    """Give the rows of the README's table of a system, cell by cell."""
    section = README.read_text("utf-8").split(f"### {system.removeprefix('ffe-').capitalize()}\n")[1].split("\n##")[0]
    lines = [line.strip("|").split("|") for line in section.splitlines() if re.match(r"\| [A-Z]", line)]
    return [[cell.strip() for cell in line] for line in lines]


@pytest.mark.parametrize("system", ["ffe-national", "ffe-rapid"])
def test_the_readme_tells_the_golden_answers(system: str):
    goldens = [golden for golden in EDITIONS.values() if golden.system == system]
    told = readme_rows(system)
    assert len(told) > 50
    assert {row[0]: row[3:] for row in told} == {row[0]: [answer(golden, row[0]) for golden in goldens] for row in told}


@pytest.mark.parametrize("system", ["ffe-national", "ffe-rapid"])
def test_the_readme_names_every_player_who_is_no_opponent_and_the_right_tournament(system: str):
    golden = next(golden for golden in EDITIONS.values() if golden.system == system)
    played: dict[str, set[str]] = {}
    for game in rows(golden.file("games")):
        for colour in ("white", "black"):
            played.setdefault(game[colour], set()).add(game["tournament"])
    told = {row[0]: row[1].strip("`") for row in readme_rows(system)}
    assert not [player for player, code in told.items() if code and code not in played[player]]
    shown = {player for player in played | by_id(golden, "list") if player and not player.startswith("R")}
    assert shown <= set(told)


def test_the_national_list_of_the_rapid_period_is_part_of_the_national_period():
    listed = {row["id"]: (row["rating"], row["type"]) for row in rows(DATA / "list.csv")}
    national = {row["id"]: (row["rating"], row["type"]) for row in rows(DATA / "national.csv")}
    assert national.items() <= listed.items()
