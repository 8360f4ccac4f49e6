"""The rating step alone, from arrays in memory: seconds (median of some runs), peak memory, a hash of what comes out.

With --workers the games are added up by processes of a Dask cluster on this machine, from Parquet files.

Example:
    python benchmarks/rating_step.py --players 2000000 --games 10000000 --edition S1
"""

from __future__ import annotations

import datetime as dt
import hashlib
import resource
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).parent))
from generate import BLOCK, LOW_SEATS, MASKS, ROUNDS, Size, make_sections, picked, results
from ratings.engine import unrated_first
from ratings.engine.period import FIDE, NATIONAL, Games, Maybe, Start
from ratings.engine.unrated_first import Rules
from ratings.rules import rule_set

FIRST_DAY = (dt.date(2026, 1, 1) - dt.date(1970, 1, 1)).days


def made(players: int, games: int, seed: int) -> tuple[Start, Games]:
    """Make starting values and games as `generate.py` does, without ids, names and files."""
    random = np.random.default_rng([seed, 9])
    size = Size(players, games, seed, "ffe-national", dt.date(2026, 1, 1), dt.date(2026, 1, 31))
    junior = random.random(players) < 0.3
    strength = 1550 + random.normal(0, 267, players) + np.where(junior, -210, 90)
    age = np.where(junior, random.integers(6, 20, players), random.integers(20, 90, players))
    return made_start(strength, age, random), made_games(size, strength, random)


def made_start(strength: np.ndarray, age: np.ndarray, random: np.random.Generator) -> Start:
    """80 % rated, the others with an archive, an estimate, both or none; number 0 is nobody."""
    count = len(strength)
    believed = np.clip(strength + random.normal(0, 45, count), 1000, 2850)
    rated, lot, few = random.random(count) < 0.8, random.random(count), random.integers(1, 8, count)
    archived, given = ~rated & (lot < 0.45), ~rated & (lot >= 0.3) & (lot < 0.7)
    rating = np.round(believed / 10).astype(int) * 10
    cents = np.round(np.clip(strength + random.normal(0, 150, count), 800, 2600) * 100).astype(int) * few
    day = FIRST_DAY - 1 - np.minimum(random.exponential(200, count), 1500).astype(int)
    season = 2026 - picked(np.array([0, 1, 2]), [0.6, 0.3], count, random)

    def all_of(values: Any) -> Any:
        return np.concatenate([[0], values]).astype(np.int64)

    def some(values: Any, known: Any) -> Maybe:
        return Maybe(all_of(values * known), np.concatenate([[False], known]))

    kind = np.where(rated, np.where(random.random(count) < 0.005, FIDE, NATIONAL), 0)
    return Start(
        birth_year=some(2026 - age, age > 0), rating=some(rating, rated), type=all_of(kind),
        credited=Maybe.absent(count + 1), given=some(np.minimum(believed // 50 * 50, 2400) + 49, given),
        games=all_of(np.where(rated, 50, few * archived)), peak=some(rating + 20, rated),
        last_game=some(day, rated | archived), archive_points=all_of(cents * archived),
        archive_games=all_of(few * archived), archive_season=some(season, archived),
    )  # fmt: skip


def made_games(size: Size, strength: np.ndarray, random: np.random.Generator) -> Games:
    """Pair sections of blocks round by round; byes and forfeits are not played, so left out."""
    extra = Size(size.players, int(size.games * 1.06), size.seed, size.system, size.starts, size.ends)
    seats, section = make_sections(extra, strength, random)
    order = np.argsort((section[:, None] * ROUNDS + np.arange(ROUNDS)).reshape(-1), kind="stable")
    block, turn = np.divmod(order, ROUNDS)
    low = LOW_SEATS[turn]
    one, two = seats[block[:, None], low], seats[block[:, None], low ^ MASKS[turn][:, None]]
    swap = random.random(one.shape) < 0.5
    white, black = (np.where(swap, *pair).reshape(-1) for pair in ((two, one), (one, two)))
    result = results(strength, white, black, random)
    played = np.flatnonzero((white >= 0) & (black >= 0) & (result < 3))[: size.games]
    day = (FIRST_DAY + random.integers(0, 22, len(seats))[block][:, None] + turn[:, None]).repeat(8, axis=1).reshape(-1)
    half_points = 2 - result  # results stand in the order 1-0, ½-½, 0-1
    return Games(*(column[played].astype(np.int32) for column in (white + 1, black + 1, half_points, day)))


def kept(players: int, games: int, seed: int, folder: Path) -> tuple[Start, Games]:
    """Make a period, or read it from the file that an earlier run left."""
    path = folder / f"{players}-{games}-{seed}.npz"
    if not path.exists():
        start, played = made(players, games, seed)
        columns = {}
        for record in (start, played):
            for field in fields(record):
                value = getattr(record, field.name)
                parts = {"values": value.values, "known": value.known} if isinstance(value, Maybe) else {"": value}
                columns |= {f"{type(record).__name__}.{field.name}.{part}": one for part, one in parts.items()}
        np.savez(path, **columns)
    with np.load(path) as stored:
        names = set(stored.files)

        def of(record: type, name: str) -> Any:
            key = f"{record.__name__}.{name}."
            return stored[key] if key in names else Maybe(stored[key + "values"], stored[key + "known"])

        return tuple(record(**{f.name: of(record, f.name) for f in fields(record)}) for record in (Start, Games))


@contextmanager
def on_cluster(games: Games, folder: Path, workers: int) -> Iterator[Any]:
    """Give the games as a cluster of this machine's processes holds them, as many parts as workers."""
    from distributed import Client, LocalCluster

    from ratings.cluster.games import ClusterGames
    from ratings.cluster.parts import FilePart

    parts = [folder / f"part-{number}.parquet" for number in range(workers)]
    for number, path in enumerate(parts):
        columns = {field.name: getattr(games, field.name)[number::workers] for field in fields(games)}
        pq.write_table(pa.table(columns), path)
    options = {"host": "127.0.0.1", "scheduler_port": 0, "dashboard_address": "127.0.0.1:0", "threads_per_worker": 1}
    begin = time.perf_counter()
    with LocalCluster(n_workers=workers, **options) as cluster, Client(cluster, direct_to_workers=True) as client:
        held = ClusterGames.read(client, [FilePart(str(path)) for path in parts])
        started = time.perf_counter()
        print(f"started in {started - begin:.2f} s, ", end="")
        print(f"{len(held):,} games read in {time.perf_counter() - started:.2f} s")
        yield held


def digest(value: Any) -> str:
    """Give a hash of every array in an outcome, whatever its integers' width."""
    total = hashlib.sha256()

    def feed(one: Any) -> None:
        if isinstance(one, Maybe):
            feed(np.where(one.known, one.values, 0))
            feed(one.known)
        elif is_dataclass(one):
            for field in fields(one):
                feed(getattr(one, field.name))
        else:
            total.update(np.ascontiguousarray(one, dtype=np.int64))

    feed(value)
    return total.hexdigest()[:16]


def peak_mb() -> float:
    """Give the most memory that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@click.command()
@click.option("--players", default=60_000, show_default=True, type=click.IntRange(BLOCK))
@click.option("--games", default=1_000_000, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@click.option("--runs", default=3, show_default=True, type=click.IntRange(1))
@click.option("--edition", default="S1", show_default=True, help="An edition of ffe-national.")
@click.option("--workers", default=0, show_default=True, help="Processes of a Dask cluster; 0: this process alone.")
@click.option("--keep", default=".", type=click.Path(path_type=Path), help="The folder where the made-up period stays.")
def main(players: int, games: int, seed: int, runs: int, edition: str, workers: int, keep: Path) -> None:
    """Measure the rating step."""
    start, played = kept(players, games, seed, keep)
    rules = rule_set("ffe-national").only(edition)
    numbers = rules.editions[0]
    how = Rules(rules.module, numbers, 2026)
    before, seconds, busy, outcome = peak_mb(), [], [], None
    with on_cluster(played, keep, workers) if workers else nullcontext(played) as held:
        for _ in range(runs):
            outcome = None  # before the next one is made
            begin, begin_busy = time.perf_counter(), time.process_time()
            outcome = unrated_first.rate(start, held, how)
            seconds.append(time.perf_counter() - begin)
            busy.append(time.process_time() - begin_busy)
    print(f"{games:,} games, {players:,} players, {edition}: {digest(outcome)}, median of {runs}:")
    print(f"{statistics.median(seconds):.3f} s (least {min(seconds):.3f}, of a processor {min(busy):.3f})", end="; ")
    print(f"peak {peak_mb():.0f} MB, {before:.0f} MB before")


if __name__ == "__main__":
    main()
