"""The benchmarks' made-up periods: same seed, same bytes; lifelike shares; rows that the loader takes."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pandas as pd
import pytest

from generate import Size, generate

FILES = ("players.csv", "list.csv", "games.csv", "tournaments.csv")
STARTS, ENDS = dt.date(2026, 1, 1), dt.date(2026, 1, 31)


def made(folder: Path, seed: int = 1, system: str = "ffe-national") -> dict[str, pd.DataFrame]:
    generate(folder, Size(3_000, 20_000, seed, system, STARTS, ENDS))
    return {name: pd.read_csv(folder / name, dtype=str, keep_default_na=False) for name in FILES}


@pytest.fixture(scope="module")
def period(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pd.DataFrame]:
    return made(tmp_path_factory.mktemp("period"))


def test_same_seed_gives_same_bytes(tmp_path: Path) -> None:
    for folder, seed in (("a", 1), ("b", 1), ("c", 2)):
        made(tmp_path / folder, seed)
    for name in FILES:
        one, same, other = ((tmp_path / folder / name).read_bytes() for folder in "abc")
        assert one == same
        assert one != other


def test_shares_are_lifelike(period: dict[str, pd.DataFrame]) -> None:
    share = period["games.csv"]["result"].value_counts(normalize=True)
    assert len(period["games.csv"]) == 20_000
    assert share["1/2-1/2"] == pytest.approx(0.25, abs=0.02)
    assert share[["1-0F", "0-1F", "0-0F"]].sum() == pytest.approx(0.03, abs=0.01)
    assert 0 < share["bye"] < 0.02
    types = period["list.csv"]["type"].value_counts(normalize=True)
    assert types[["N", "F"]].sum() == pytest.approx(0.8, abs=0.03)


def test_everyone_is_registered_and_plays_once_a_round(period: dict[str, pd.DataFrame]) -> None:
    games, known = period["games.csv"], set(period["players.csv"]["id"])
    sides = pd.concat([games.assign(player=games["white"]), games.assign(player=games["black"])])
    sides = sides[sides["player"] != ""]
    assert len(known) == len(period["players.csv"]) == 3_000
    assert set(sides["player"]) <= known
    assert set(period["list.csv"]["id"]) == known
    assert not sides.duplicated(["tournament", "round", "player"]).any()
    assert (games["black"] == "").eq(games["result"] == "bye").all()


def test_dates_are_inside_the_tournament_and_the_period(period: dict[str, pd.DataFrame]) -> None:
    rows = period["games.csv"].merge(period["tournaments.csv"], on="tournament", validate="many_to_one")
    assert len(rows) == 20_000
    assert rows["date"].between(rows["starts"], rows["ends"]).all()
    assert rows["date"].between(str(STARTS), str(ENDS)).all()


def test_ratings_have_the_form_of_the_system(period: dict[str, pd.DataFrame], tmp_path: Path) -> None:
    french, fide = period["list.csv"], made(tmp_path, system="fide-rapid")["list.csv"]
    assert french.loc[french["type"].isin(["N", "F"]), "rating"].str.endswith("0").all()
    assert french.loc[french["type"] == "E", "rating"].str.endswith("9").all()
    assert (fide["type"] == "").all()
    assert fide.loc[fide["rating"] != "", "rating"].astype(int).between(1400, 2850).all()
