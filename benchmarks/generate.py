"""Lifelike chess rating periods of any size, made from a seed, as the CSV files that `ratings` loads.

Example:
    python benchmarks/generate.py OUT_DIR --players 60000 --games 1000000 --seed 1 --system ffe-national
"""

from __future__ import annotations

import datetime as dt
from collections import namedtuple
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

Random, Array = np.random.Generator, np.ndarray
ROUNDS, BLOCK, PAIRS = 9, 16, 8
"""Sections are made of 1 to 4 blocks of 16 players, who play 9 rounds of 8 games in each block."""
MASKS = np.array([8, 4, 12, 2, 6, 1, 3, 5, 7])
"""In round r, seat s of a block meets seat s ^ MASKS[r]: first far, later near, never the same one twice."""
LOW_SEATS = np.array([[seat for seat in range(BLOCK) if seat < seat ^ mask] for mask in MASKS])
CHUNK = 125_000
"""Rounds of blocks written at once: a million rows."""
RESULTS = pa.array(["1-0", "1/2-1/2", "0-1", "1-0F", "0-1F", "0-0F", "bye"])
FORFEITS = 0.0145, 0.029, 0.030
"""Chance of the first forfeit, of the first two, of all three."""
BYE, WHITE_ADVANTAGE, HIGHEST = len(RESULTS) - 1, 35, 2850
VOWELS = ["a", "e", "i", "o", "u", "é", "è", "ou", "ï", "ü", "an", "or"]
SYLLABLES = pa.array([a + b for a in [*"bdfgklmnprstvz", "br", "ch", "gr", "tr"] for b in VOWELS])
CLUBS = np.array(["Échiquier de", "Cavalier de", "Tour de", "Les Pions de", "Le Roque de", "Cercle de"])
EVENTS = np.array(["Open de", "Coupe de", "Festival de", "Mémorial de", "Critérium de"])
FEDERATIONS = np.array(["FRA", "TUR", "BEL", "GER", "ESP", "ITA", "SUI", "ENG", "POL", "NED"])
TIMES = {"standard": ["60+30", "90+30", "120"], "rapid": ["15+10", "10+10", "20"], "blitz": ["3+2", "5"]}
PLAIN = csv.WriteOptions(quoting_style="none", quoting_header="none")
Family = namedtuple("Family", "mean spread lowest step home home_share")
"""What ratings of a family of systems look like; the share of players of the home federation."""
FAMILIES = {"ffe": Family(1550, 300, 1000, 10, "FRA", 0.93), "fide": Family(1900, 230, 1400, 1, "FRA", 0.2)}
FAMILIES |= {"ukd": Family(1550, 250, 1000, 1, "TUR", 0.97), "elo": Family(2250, 120, 2010, 5, "FRA", 0.2)}
SYSTEMS = ["ffe-national", "ffe-rapid", "elo-international"]
SYSTEMS += [f"{family}-{kind}" for family in ("fide", "ukd") for kind in TIMES]


@dataclass(frozen=True, slots=True)
class Size:
    """What to make: how many players and games, from which seed, for which system and days (inclusive)."""

    players: int
    games: int
    seed: int
    system: str
    starts: dt.date
    ends: dt.date

    def __post_init__(self) -> None:
        """Refuse what cannot be made."""
        if self.players < BLOCK or self.games < 1 or self.seed < 0 or self.starts > self.ends:
            raise click.UsageError(f"needs {BLOCK} players, a game, a seed from 0 on, and days in order")

    @property
    def family(self) -> Family:
        """Give the family of the system."""
        return FAMILIES[self.system.split("-")[0]]


def generate(folder: Path, size: Size) -> None:
    """Write the four files of a period into a folder; the same size gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    people, lists, draw, play = (np.random.default_rng([size.seed, stream]) for stream in range(4))
    ids = player_ids(size.players, people)
    strength = write_players(folder / "players.csv", size, ids, people)
    write_list(folder / "list.csv", size, ids, strength, lists)
    seats, section = make_sections(size, strength, draw)
    days = write_events(folder / "tournaments.csv", size, strength, seats, section, draw)
    write_games(folder / "games.csv", size.games, game_chunks(ids, strength, seats, section, days, play))


def write(path: Path, columns: dict[str, pa.Array]) -> None:
    """Write columns as CSV; nothing of ours needs quotes."""
    csv.write_csv(pa.table(columns), path, PLAIN)


def joined(*parts: pa.Array, between: str = "") -> pa.Array:
    """Put texts together, row by row."""
    return pc.binary_join_element_wise(*parts, between)


def digits(values: Array, width: int) -> pa.Array:
    """Give numbers as text with zeros in front."""
    return pc.utf8_lpad(pa.array(values).cast(pa.string()), width, "0")


def some(values: Array, where: Array) -> pa.Array:
    """Give values, and nothing where the condition does not hold."""
    return pa.array(values, mask=~where)


def words(count: int, syllables: int, random: Random) -> pa.Array:
    """Make up words of some syllables, with a capital letter."""
    parts = [SYLLABLES.take(pa.array(random.integers(0, len(SYLLABLES), count))) for _ in range(syllables)]
    return joined(pc.utf8_capitalize(parts[0]), *parts[1:])


def picked(choices: Array, share: list[float], count: int, random: Random) -> Array:
    """Draw from a few choices by their shares, the last having the rest."""
    return choices[np.searchsorted(np.cumsum(share), random.random(count), side="right")]


def player_ids(count: int, random: Random) -> pa.Array:
    """Give sparse text ids like `A12345`, `0233`, `233`; a few numbers stand in two forms, as two players."""
    gap, style = random.integers(1, 8, count), picked(np.array([0, 1, 2]), [0.7, 0.22], count, random)
    twin = np.arange(1, count, 40)
    gap[twin], style[twin] = 0, (style[twin - 1] + 1) % 3
    number = np.cumsum(gap)
    letter, low = number // 100_000 % 26, number % 100_000 + number // 2_600_000 * 100_000
    letters = pa.array(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    lettered = joined(letters.take(pa.array(letter)), digits(low, 5))
    zeros = pc.replace_substring_regex(digits(number, 3), "^", "0")
    plain = pa.array(number).cast(pa.string())
    return pc.if_else(pa.array(style == 0), lettered, pc.if_else(pa.array(style == 1), zeros, plain))


def write_players(path: Path, size: Size, ids: pa.Array, random: Random) -> Array:
    """Write players.csv, three in ten of them juniors and weaker; give the true strengths."""
    count, family, clubs = size.players, size.family, 2 + size.players // 65
    junior = random.random(count) < 0.3
    age = np.where(junior, random.integers(6, 20, count), 20 + 70 * random.beta(1.6, 2.2, count)).astype(int)
    club_kinds = pa.array(CLUBS[random.integers(0, len(CLUBS), clubs)])
    club_names = joined(club_kinds, words(clubs, 3, random), between=" ")
    club = some((random.random(count) ** 2 * clubs).astype(int), random.random(count) > 0.03)
    others = FEDERATIONS[random.integers(0, len(FEDERATIONS), count)]
    write(path, {
        "id": ids, "name": joined(words(count, 3, random), words(count, 2, random), between=" "),
        "birth_year": pa.array(size.ends.year - age),
        "sex": pa.array(np.where(random.random(count) < np.where(junior, 0.18, 0.09), "F", "M")),
        "federation": pa.array(np.where(random.random(count) < family.home_share, family.home, others)),
        "club": club_names.take(club),
    })  # fmt: skip
    return family.mean + family.spread / 300 * (random.normal(0, 267, count) + np.where(junior, -210, 90))


def write_list(path: Path, size: Size, ids: pa.Array, strength: Array, random: Random) -> None:
    """Write list.csv of the day before: 80 % rated, the others with an archive, an estimate, both or none."""
    count, (_, _, lowest, step, *_), is_ffe = size.players, size.family, size.system.startswith("ffe")
    believed = np.clip(strength + random.normal(0, 45, count), lowest, HIGHEST)
    rating = np.round(believed / step).astype(int) * step
    rated, lot = random.random(count) < 0.8, random.random(count)
    archived, given = ~rated & is_ffe & (lot < 0.45), ~rated & is_ffe & (lot >= 0.3) & (lot < 0.7)
    estimate = np.minimum(believed // 50 * 50, 2400).astype(int) + 49
    kind = np.where(rated, np.where(random.random(count) < 0.005, "F", "N"), "E")
    peak = np.minimum(rating + (random.exponential(40, count) / step).astype(int) * step, HIGHEST)
    career, few = 9 + random.lognormal(4.2, 1.1, count).astype(int), random.integers(1, 8, count)
    ago = np.minimum(random.exponential(np.where(rated, 150, 300)), 1500).astype(int)
    day = size.starts - dt.timedelta(days=1)
    write(path, {
        "id": ids, "rating": some(np.where(rated, rating, estimate), rated | given),
        "type": some(kind, (rated | given) & is_ffe), "estimate": some(estimate, given),
        "games": pa.array(np.where(rated, career, few * archived)), "peak": some(peak, rated),
        **archives(strength + random.normal(0, 150, count), few, archived, day, random),
        "last_game": some(np.datetime64(day) - ago, rated | archived),
    })  # fmt: skip


def archives(value: Array, games: Array, where: Array, day: dt.date, random: Random) -> dict[str, pa.Array]:
    """Give an archive's columns: performance × games with two decimals, games, year the season ends."""
    cents = np.round(np.clip(value, 800, 2600) * 100).astype(int) * games
    points = joined(some(cents // 100, where).cast(pa.string()), digits(cents % 100, 2), between=".")
    season = day.year + (day.month >= 9) - picked(np.array([0, 1, 2]), [0.6, 0.3], len(games), random)
    names = ["archive_points", "archive_games", "archive_season"]
    return dict(zip(names, [points, some(games, where), some(season, where)], strict=True))


def make_sections(size: Size, strength: Array, random: Random) -> tuple[Array, Array]:
    """Seat players in blocks near in strength; give seats (-1 is an empty one) and the section of each block.

    A player's nth tournament is in layer n: a layer has nobody twice, so no section has.
    """
    blocks, scale = -(-size.games // (ROUNDS * PAIRS)), size.family.spread / 300
    weight = np.minimum(random.lognormal(0, 1.1, size.players), 10)
    player, layer, wanted = np.zeros(0, int), np.zeros(0, int), blocks * BLOCK
    while len(player) < blocks * BLOCK:
        player, layer = layers(random.choice(size.players, wanted, p=weight / weight.sum()))
        wanted += wanted // 100 + BLOCK
    order = np.lexsort((strength[player] + scale * 110 * random.standard_t(4, len(player)), layer))
    kept = np.sort(random.permutation(len(player) // BLOCK)[:blocks])
    seats, layer = player[order].reshape(-1, BLOCK)[kept], layer[order][::BLOCK][kept]
    begins = np.cumsum(picked(np.array([4, 3, 2, 1]), [0.5, 0.2, 0.2], blocks, random))
    begin = np.isin(np.arange(blocks), begins) | (np.diff(layer, prepend=-1) != 0)
    section, player = np.cumsum(begin) - 1, seats.reshape(-1)
    near = strength[player] + scale * random.normal(0, 80, len(player))
    seats = player[np.lexsort((near, section.repeat(BLOCK)))].reshape(blocks, BLOCK)
    odd = np.flatnonzero(np.append(begin[1:], True) & (random.random(blocks) < 0.25))
    seats[odd, random.integers(0, BLOCK, len(odd))] = -1
    return seats, section


def layers(drawn: Array) -> tuple[Array, Array]:
    """Number each player's tournaments; a layer is cut to whole blocks."""
    player = np.sort(drawn)
    layer = np.arange(len(player)) - np.searchsorted(player, player)
    order = np.argsort(layer, kind="stable")
    player, layer, members = player[order], layer[order], np.bincount(layer)
    place = np.arange(len(player)) - (np.cumsum(members) - members)[layer]
    whole = place < (members // BLOCK * BLOCK)[layer]
    return player[whole], layer[whole]


def write_events(path: Path, size: Size, level: Array, seats: Array, section: Array, rng: Random) -> Array:
    """Write tournaments.csv; give the day of each section's rounds."""
    kind = next((kind for kind in TIMES if size.system.endswith(kind)), "standard")
    count, days, times = int(section[-1]) + 1, (size.ends - size.starts).days + 1, np.array(TIMES[kind])
    usual = [1, 2, 3] if kind == "standard" else [9, 9, 5]
    a_day = np.maximum(picked(np.array(usual), [0.4, 0.3], count, rng), -(-ROUNDS // days))
    length = -(-ROUNDS // a_day)
    first = np.datetime64(size.starts) + rng.integers(0, days - length + 1)
    block, values = np.flatnonzero(np.diff(section, prepend=-1)), np.append(level, 0)[seats]
    best = np.maximum.reduceat(values.max(axis=1), block)
    pace = np.where(best < 2100, rng.integers(0, len(times), count), len(times) // 2)
    event, place = pa.array(EVENTS[rng.integers(0, len(EVENTS), count)]), words(count, 3, rng)
    write(path, {
        "tournament": codes(np.arange(count)), "name": joined(event, place, between=" "), "place": place,
        "starts": pa.array(first), "ends": pa.array(first + length - 1),
        "kind": pa.array(np.full(count, kind)),
        "format": pa.array(picked(np.array(["swiss", "team"]), [0.92], count, rng)),
        "minutes": pa.array(times[pace]), "rounds": pa.array(np.full(count, ROUNDS)),
    })  # fmt: skip
    return first[:, None] + np.arange(ROUNDS) // a_day[:, None]


def codes(section: Array) -> pa.Array:
    """Give the codes of sections."""
    return pc.replace_substring_regex(digits(section, 5), "^", "T")


def write_games(path: Path, left: int, chunks: Iterator[dict[str, pa.Array]]) -> None:
    """Write games.csv chunk by chunk, up to the number of rows asked for."""
    table = pa.table(next(chunks)).slice(0, left)
    with csv.CSVWriter(path, table.schema, write_options=PLAIN) as writer:
        writer.write_table(table)
        for columns in chunks:
            left -= len(table)
            table = pa.table(columns).slice(0, left)
            writer.write_table(table)


def game_chunks(
    ids: pa.Array, strength: Array, seats: Array, section: Array, days: Array, random: Random
) -> Iterator[dict[str, pa.Array]]:
    """Pair the blocks by tournament, round, and board, and draw colours and results."""
    index = np.arange(len(section)) - np.searchsorted(section, section)
    order = np.argsort((section[:, None] * ROUNDS + np.arange(ROUNDS)).reshape(-1), kind="stable")
    for start in range(0, len(order), CHUNK):
        block, turn = np.divmod(order[start : start + CHUNK], ROUNDS)
        low, group = LOW_SEATS[turn], section[block]
        one, two = seats[block[:, None], low], seats[block[:, None], low ^ MASKS[turn][:, None]]
        swap = ((random.random(one.shape) < 0.5) | (one < 0)) & (two >= 0)
        white, black = np.where(swap, two, one).reshape(-1), np.where(swap, one, two).reshape(-1)
        board = (index[block][:, None] * PAIRS + np.arange(1, PAIRS + 1)).reshape(-1)
        yield {
            "tournament": codes(group).take(pa.array(np.arange(len(group)).repeat(PAIRS))),
            "round": pa.array((turn + 1).repeat(PAIRS)), "date": pa.array(days[group, turn].repeat(PAIRS)),
            "white": ids.take(pa.array(white)), "black": ids.take(some(black, black >= 0)),
            "result": RESULTS.take(pa.array(results(strength, white, black, random))),
            "board": some(board, black >= 0),
        }  # fmt: skip


def results(strength: Array, white: Array, black: Array, random: Random) -> Array:
    """Draw results from the expected score: more draws between equals and between strong players."""
    gap = strength[black] - strength[white] - WHITE_ADVANTAGE
    expected = 1 / (1 + 10 ** (gap / 400))
    level = np.clip(1 + (strength[white] - strength.mean()) / 1500, 0.4, 1.8)
    drawn = np.minimum(1.16 * level * expected * (1 - expected), 2 * np.minimum(expected, 1 - expected))
    chance, odd = random.random(len(white)), random.random(len(white))
    played = (chance >= expected - drawn / 2).astype(int) + (chance >= expected + drawn / 2)
    forfeit = np.searchsorted(FORFEITS, odd, side="right")
    return np.where(black < 0, BYE, np.where(odd < FORFEITS[-1], 3 + forfeit, played))


@click.command()
@click.argument("folder", metavar="OUT_DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--players", default=60_000, show_default=True, type=click.IntRange(BLOCK))
@click.option("--games", default=1_000_000, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@click.option("--system", default="ffe-national", show_default=True, type=click.Choice(SYSTEMS))
@click.option("--starts", default="2026-01-01", show_default=True, type=click.DateTime(["%Y-%m-%d"]))
@click.option("--ends", default="2026-01-31", show_default=True, type=click.DateTime(["%Y-%m-%d"]))
def main(folder: Path, starts: dt.datetime, ends: dt.datetime, **what: Any) -> None:
    """Write players.csv, list.csv, games.csv and tournaments.csv of a made-up period into OUT_DIR."""
    generate(folder, Size(**what, starts=starts.date(), ends=ends.date()))


if __name__ == "__main__":
    main()
