"""Lifelike rating periods of any size, by seed, as CSV files in the form that `ratings` loads."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
import pyarrow as pa
from pyarrow import csv

SECTION = 64
"""Players of one section; they play ROUNDS rounds against opponents near in strength."""
ROUNDS = 9
SYLLABLES = np.array(["ba", "dé", "fi", "gou", "ha", "ky", "lo", "mi", "na", "pé", "ru", "sa", "to", "vi", "zo", "ün"])
CLUBS, FEDERATION = 900, "FRA"


@dataclass(frozen=True, slots=True)
class Size:
    """What to make: how many players and games, from which seed, for which system and days."""

    players: int
    games: int
    seed: int
    system: str
    starts: dt.date
    ends: dt.date


def player_ids(count: int) -> np.ndarray:
    """Give sparse text ids: two in three like `A00012`, the rest digits with leading zeros."""
    number = np.arange(count) * 7 + 3
    lettered = np.char.add("A", np.char.zfill(number.astype(str), 6))
    return np.where(np.arange(count) % 3 == 0, np.char.zfill(number.astype(str), 7), lettered)


def write(path: Path, columns: dict[str, np.ndarray | pa.Array]) -> None:
    """Write columns as CSV."""
    csv.write_csv(pa.table(columns), path, csv.WriteOptions(quoting_style="none"))


def some(values: np.ndarray, where: np.ndarray) -> pa.Array:
    """Give integers with nothing where the condition does not hold."""
    return pa.array(values, mask=~where)


def make_players(folder: Path, size: Size, random: np.random.Generator) -> np.ndarray:
    """Write players.csv and list.csv; give the true strengths."""
    count, is_ffe = size.players, size.system.startswith("ffe")
    ids = player_ids(count)
    parts = [SYLLABLES[random.integers(0, len(SYLLABLES), count)] for _ in range(4)]
    names = np.char.add(np.char.capitalize(np.char.add(parts[0], parts[1])), " ")
    names = np.char.add(names, np.char.capitalize(np.char.add(parts[2], parts[3])))
    born = size.ends.year - random.integers(7, 80, count)
    strength = random.normal(1550 if is_ffe else 1850, 300, count)
    clubs = np.char.add("Club ", random.integers(1, CLUBS, count).astype(str))
    sex = np.where(random.random(count) < 0.12, "F", "M")
    federation = np.full(count, FEDERATION)
    given = random.random(count)
    rated = random.random(count) < 0.8
    estimate = some(np.clip(strength, 1000, 2000).astype(int) // 10 * 10 + 9, ~rated & (given < 0.2))
    write(
        folder / "players.csv",
        {"id": ids, "name": names, "birth_year": born, "sex": sex, "federation": federation, "club": clubs,
         "estimate": estimate},
    )  # fmt: skip
    rating = np.clip(np.round((strength + random.normal(0, 60, count)) / 10) * 10, 1000, 2850).astype(int)
    archive = ~rated & (given > 0.6)
    games = random.integers(1, 8, count)
    kind = np.where(rated, np.where(random.random(count) < 0.01, "F", "N"), "")
    write(
        folder / "list.csv",
        {"id": ids, "rating": some(rating if is_ffe else rating + random.integers(0, 10, count), rated),
         "type": kind if is_ffe else np.full(count, ""), "games": random.integers(8, 600, count) * rated,
         "archive_points": some(np.clip(strength, 1000, 2400).astype(int) * games, archive),
         "archive_games": some(games, archive), "archive_season": some(size.ends.year - games % 3, archive)},
    )  # fmt: skip
    return strength


def make_games(folder: Path, size: Size, strength: np.ndarray, random: np.random.Generator) -> None:
    """Write games.csv and tournaments.csv: sections of players near in strength, a game a round each."""
    sections = 1 + int(size.games * 1.02 / (SECTION // 2 * ROUNDS))
    activity = random.exponential(1, len(strength)) + 0.05
    slots = random.choice(len(strength), sections * SECTION, p=activity / activity.sum())
    slots = slots[np.argsort(strength[slots] + random.normal(0, 250, len(slots)), kind="stable")]
    field = slots.reshape(sections, SECTION)
    rows = [_round(field, number, strength, random) for number in range(ROUNDS)]
    columns = {name: np.concatenate([row[name] for row in rows], axis=1).reshape(-1) for name in rows[0]}
    keep = np.flatnonzero(columns["white"] != columns["black"])
    keep = keep[_once_a_round(columns, keep)][: size.games]
    first = random.integers(0, max(1, (size.ends - size.starts).days - ROUNDS + 2), sections)
    days = np.array([str(size.starts + dt.timedelta(days=n)) for n in range((size.ends - size.starts).days + 1)])
    ids, codes = player_ids(len(strength)), np.char.add("T", np.arange(sections).astype(str))
    section, number = columns["section"][keep], columns["round"][keep]
    result = columns["result"][keep]
    black = np.where(result == "bye", "", ids[columns["black"][keep]])
    write(
        folder / "games.csv",
        {"tournament": codes[section], "round": number, "date": days[np.minimum(first[section] + number - 1, len(days) - 1)],
         "white": ids[columns["white"][keep]], "black": black, "result": result, "board": columns["board"][keep]},
    )  # fmt: skip
    ends = days[np.minimum(first + ROUNDS - 1, len(days) - 1)]
    blank = np.full(sections, "swiss")
    write(
        folder / "tournaments.csv",
        {"tournament": codes, "name": np.char.add("Open ", codes), "starts": days[first], "ends": ends, "format": blank,
         "minutes": np.full(sections, "90+30"), "rounds": np.full(sections, ROUNDS)},
    )  # fmt: skip


def _round(field: np.ndarray, number: int, strength: np.ndarray, random: np.random.Generator) -> dict[str, np.ndarray]:
    """Pair each section's players by circle method, strongest near each other, and draw the results."""
    sections = len(field)
    circle = np.concatenate([[0], 1 + (np.arange(SECTION - 1) + number) % (SECTION - 1)])
    one, two = field[:, circle[: SECTION // 2]], field[:, circle[: SECTION // 2 - 1 : -1]]
    swap = random.random(one.shape) < 0.5
    white, black = np.where(swap, two, one), np.where(swap, one, two)
    expected = 1 / (1 + 10 ** ((strength[black] - strength[white]) / 400))
    chance = random.random(one.shape)
    draw = np.minimum(0.25, 2 * np.minimum(expected, 1 - expected))
    result = np.where(chance < expected - draw / 2, "1-0", np.where(chance < expected + draw / 2, "1/2-1/2", "0-1"))
    odd = random.random(one.shape)
    result = np.where(odd < 0.028, np.where(odd < 0.014, "1-0F", "0-1F"), result.astype("U7"))
    result = np.where((odd > 0.998) & (odd < 0.9985), "0-0F", np.where(odd > 0.9985, "bye", result))
    board = np.broadcast_to(np.arange(1, SECTION // 2 + 1), one.shape)
    section = np.broadcast_to(np.arange(sections)[:, None], one.shape)
    number_column = np.full(one.shape, number + 1)
    return {
        "white": white,
        "black": black,
        "result": result,
        "board": board,
        "section": section,
        "round": number_column,
    }


def _once_a_round(columns: dict[str, np.ndarray], keep: np.ndarray) -> np.ndarray:
    """Say which rows leave every player with one game a round in each section: a player may sit in one twice."""
    at = columns["section"][keep].astype(np.int64) * 16 + columns["round"][keep]
    sides = np.concatenate([at * 2**28 + columns["white"][keep], at * 2**28 + columns["black"][keep]])
    _, place, count = np.unique(sides, return_inverse=True, return_counts=True)
    once = count[place] == 1
    return once[: len(keep)] & once[len(keep) :]


def generate(folder: Path, size: Size) -> None:
    """Write the four files of a period into a folder; the same size gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(size.seed)
    strength = make_players(folder, size, random)
    make_games(folder, size, strength, random)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--players", default=60_000, show_default=True)
@click.option("--games", default=1_000_000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--system", default="ffe-national", show_default=True)
@click.option("--starts", default="2026-01-01", show_default=True)
@click.option("--ends", default="2026-01-31", show_default=True)
def main(folder: Path, players: int, games: int, seed: int, system: str, starts: str, ends: str) -> None:
    """Write players.csv, list.csv, games.csv and tournaments.csv of a made-up period into FOLDER."""
    days = dt.date.fromisoformat(starts), dt.date.fromisoformat(ends)
    generate(folder, Size(players, games, seed, system, *days))


if __name__ == "__main__":
    main()
