"""The three worked answers of the arbiters' bulletin no 103 (July 2004), through the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from office import Office, Result

SENIOR_1970 = "1780 W, 2261 L, 1920 W, 2180 W, 2210 D, 2160 D, 2130 W"
JUNIOR = "1910 L, 1970 L, 2209 L, 1920 L, 1750 W, 1710 W, 1920 D, 1690 W"
SENIOR_1270 = "1620 L, 1750 L, 1560 L, 1530 L, 1320 W, 1280 L, 1260 L, 1520 L"
RESULTS = {"W": "1-0", "D": "1/2-1/2", "L": "0-1"}


def rated(folder: Path, games: str, birth_year: int, rating: int | None) -> Office:
    """Rate spring 2004, when S0 was in force, with one player's games against rated opponents (2209 is a FIDE one)."""
    office = Office(folder, f"sqlite:///{folder}/ratings.db")
    played = [item.split() for item in games.split(", ")]
    opponents = {f"O{value}": value for value, _ in played}
    players = [f"P,The Player,{birth_year}", *(f"{name},Opponent {value},1960" for name, value in opponents.items())]
    listed = [f"{name},{value},{'F' if value.endswith('9') else 'N'}" for name, value in opponents.items()]
    listed += [f"P,{rating},N"] if rating else []
    rows = [
        f"B103,{number},2004-03-{number:02d},P,O{value},{RESULTS[letter]}"
        for number, (value, letter) in enumerate(played, 1)
    ]
    office.do(
        "run", "ffe-national", "2004-1", "--starts", "2004-03-01", "--ends", "2004-05-31", "--out", "out",
        "--players", office.file("players.csv", "\n".join(["id,name,birth_year", *players])),
        "--list", office.file("list.csv", "\n".join(["id,rating,type", *listed])),
        "--games", office.games("games.csv", *rows),
    )  # fmt: skip
    return office


def explained(office: Office) -> dict:
    """Give the player's explanation."""
    return office.do("explain", "ffe-national", "2004-1", "P", "--json").json


def dropped(told: dict) -> list[int]:
    """Give the values of the opponents whose games do not count."""
    return sorted(game["opponent_value"] for game in told["games"] if not game["counted"])


def calculated(office: Office, games: str, *options: object) -> Result:
    """Run the calculator on the same games."""
    points = {"W": "1", "D": "½", "L": "0"}
    told = [f"{value}={points[letter]}" for value, letter in (item.split() for item in games.split(", "))]
    return office.do("calc", "ffe-national", *options, "--on", "2004-03-01", *told)


@pytest.mark.parametrize(
    ("games", "rating", "after", "told", "out"),
    [
        pytest.param(SENIOR_1970, 1970, 2090, {"n": 7, "performance": "2253.00", "case": "completed"}, [],
                     id="B103 senior 1970"),
        pytest.param(SENIOR_1270, 1270, 1230, {"n": 6, "case": "brake"}, [1620, 1750], id="B103 senior 1270"),
    ],
)  # fmt: skip
def test_rated(games: str, rating: int, after: int, told: dict, out: list[int], tmp_path: Path):
    office = rated(tmp_path, games, 1960, rating)
    found = explained(office)
    assert (found["edition"], found["after"]) == ("S0", after)
    assert {name: found[name] for name in told} == told
    assert dropped(found) == out
    row = next(row for row in office.read("out/list.csv") if row["id"] == "P")
    assert (row["rating"], row["type"], row["previous"]) == (str(after), "N", str(rating))
    assert str(after) in calculated(office, games, "--rating", rating).out


@pytest.mark.parametrize("games", [pytest.param(JUNIOR, id="B103 unrated junior")])
def test_unrated(games: str, tmp_path: Path):
    office = rated(tmp_path, games, 1990, None)
    found = explained(office)
    first, second, general = found["passes"]
    assert (first["pass"], first["n"], first["value"]) == ("reference", 8, 1840)
    assert (second["pass"], second["n"], second["dropped"]) == ("estimate", 7, ["O2209"])
    assert (general["n"], found["case"], found["after"]) == (7, "archived", None)
    assert dropped(found) == [2209]
    (archive,) = office.read("out/archives.csv")
    assert (archive["id"], archive["archive_performance"], archive["archive_games"]) == ("P", "1838.57", "7")
    assert archive["archive_season"] == "2004"
    row = next(row for row in office.read("out/list.csv") if row["id"] == "P")
    assert (row["rating"], row["type"]) == ("1839", "E")
    assert "1838.57" in calculated(office, games, "--junior").out
    text = office.do("explain", "ffe-national", "2004-1", "P").out
    assert "P = 3.5/8 = 43.75 %; D = -44.75 (interpolated); D x 8 = -358.00" in text
