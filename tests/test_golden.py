"""The sample period under every edition, byte for byte; the three answers of the arbiters' bulletin no 103."""

from pathlib import Path

import pytest
from make_golden import DATA, EDITIONS, GOLDEN, tables
from office import Office, rows_of


@pytest.mark.parametrize("name", EDITIONS)
def test_the_golden_tables_are_what_the_files_give(name: str, tmp_path: Path):
    for file, data in tables(tmp_path, *EDITIONS[name]).items():
        assert data.decode() == (GOLDEN / name / file).read_text("utf-8"), f"{name}/{file}: `make golden`"


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    folder = tmp_path_factory.mktemp("bulletin")
    tables(folder, "ffe-national", "S0")
    return Office(folder, f"sqlite:///{folder}/ratings.db")


@pytest.mark.parametrize(
    ("player", "rating"), [("B103-1", "2090"), ("B103-3", "1230")], ids=["B103 senior 1970", "B103 senior 1270"]
)
def test_b103_rated_players(office: Office, player: str, rating: str):
    rows = {row["id"]: row for row in office.do("export", "ffe-national", "2026-01").rows}
    assert rows[player]["rating"] == rating


def test_b103_unrated_junior_is_archived(office: Office):
    rows = {row["id"]: row for row in office.do("export", "ffe-national", "2026-01", "--what", "archives").rows}
    assert (rows["B103-2"]["archive_performance"], rows["B103-2"]["archive_games"]) == ("1838.57", "7")


def test_the_sample_shows_every_case():
    words = {row["why"] for name in EDITIONS for row in rows_of((GOLDEN / name / "changes.csv").read_bytes())}
    assert words >= {"performance", "completed", "brake", "first-rating", "first-rating-with-archive", "archived"}
    sources = {row["source"] for name in EDITIONS for row in rows_of((GOLDEN / name / "estimates.csv").read_bytes())}
    assert sources == {"archive", "given", "small-archive", "default"}
    assert (DATA / "README.md").exists()
