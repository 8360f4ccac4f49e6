"""One rating step, ours or a peer's, in a process of its own: the clock is around the step alone; prints JSON.

Example:
    python benchmarks/peer_steps.py prepare FOLDER
    python benchmarks/peer_steps.py evalica FOLDER
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

ARRAYS, ROWS, DATABASE = "games.npz", "peer_games.csv", "ours.db"
START, K = 1500, 20
"""Rating and factor of every player at a peer: how fast it is does not depend on them."""
WON, DRAWN, LOST = 2, 1, 0


def measured(step: Callable[[], Any], moved: Callable[[Any], int]) -> dict[str, float]:
    """Time a step; also give how many players it moved, as a proof that it did its work."""
    begin, worked = time.perf_counter(), time.process_time()
    result = step()
    cost = {"seconds": time.perf_counter() - begin, "processor": time.process_time() - worked}
    return cost | {"moved": moved(result)}


def prepare(folder: Path) -> dict[str, float]:
    """Load a period as the program does, and write its games in the forms that peers read."""
    import pyarrow as pa
    from pyarrow import csv

    from bench_stages import AT, database, opened
    from ratings.loading.games import Options, load_games
    from ratings.store.connect import writing
    from ratings.store.games import read_played
    from stopwatch import Stopwatch

    with database(f"sqlite:///{folder / DATABASE}") as engine, writing(engine) as connection:
        period = opened(connection, folder, "ffe-national", Stopwatch())
        load_games(connection, str(folder / "games.csv"), period, Options(AT))
        games = read_played(connection, period)
    size = int(max(games.white.max(), games.black.max())) + 1
    np.savez(folder / ARRAYS, white=games.white, black=games.black, half_points=games.half_points, size=size)
    scores = pa.array(games.half_points / WON)
    time_of = pa.array(np.ones(len(games), dtype=np.int32))
    table = pa.table({"time": time_of, "white": games.white, "black": games.black, "score": scores})
    csv.write_csv(table, folder / ROWS)
    return {"games": len(games), "players": size - 1}


def _ours(folder: Path) -> tuple[Any, Any]:
    from bench_stages import STARTS, database
    from ratings import jobs
    from ratings.rules import rule_set
    from ratings.store.connect import reading
    from ratings.store.games import read_played
    from ratings.store.periods import find_period

    with database(f"sqlite:///{folder / DATABASE}") as engine, reading(engine) as connection:
        period = find_period(connection, "ffe-national", f"{STARTS:%Y-%m}")
        return jobs.prepare(connection, period, rule_set("ffe-national")), read_played(connection, period)


def totals(folder: Path) -> dict[str, float]:
    """Add up every player's games, half points and opponents' ratings."""
    from ratings.engine.period import Maybe
    from ratings.engine.totals import Asked, total

    prepared, games = _ours(folder)
    everybody = Maybe(prepared.start.rating.values, np.ones(prepared.start.size, dtype=bool))
    return measured(lambda: total(games, Asked(everybody, everybody)), lambda made: int((made.games > 0).sum()))


def step(folder: Path) -> dict[str, float]:
    """Rate the period: waves for the unrated, filters, totals, new ratings, the rows of the run."""
    from ratings import jobs
    from ratings.columns import known, numbers

    prepared, games = _ours(folder)

    def moved(rated: jobs.Rated) -> int:
        before, after = (rated.rows[name] for name in ("rating_before", "rating"))
        return int((known(after) & (~known(before) | (numbers(after) != numbers(before)))).sum())

    return measured(lambda: jobs.compute_rows(prepared, jobs.add_up(prepared, games)), moved)


def _arrays(folder: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    with np.load(folder / ARRAYS) as arrays:
        return arrays["white"], arrays["black"], arrays["half_points"], int(arrays["size"])


def _evalica(folder: Path, *, indexed: bool) -> dict[str, float]:
    import evalica
    import pandas as pd

    white, black, half_points, size = _arrays(folder)
    winner = {WON: evalica.Winner.X, DRAWN: evalica.Winner.Draw, LOST: evalica.Winner.Y}
    winners = [winner[points] for points in half_points.tolist()]
    xs, ys = (pd.Series(white), pd.Series(black)) if indexed else (white.tolist(), black.tolist())
    index = pd.Index(np.arange(size, dtype=white.dtype)) if indexed else None
    if index is not None:
        index.get_indexer(pd.Index([0]))  # its look-up table is made here
    return measured(
        lambda: evalica.elo(xs, ys, winners, index=index, initial=float(START), k=float(K)),
        lambda result: int((result.scores != START).sum()),
    )


def evalica_lists(folder: Path) -> dict[str, float]:
    """Sequential Elo of evalica, given the players of each game as lists."""
    return _evalica(folder, indexed=False)


def evalica_indexed(folder: Path) -> dict[str, float]:
    """Sequential Elo of evalica, given columns and its index of players ready made: its fastest form."""
    return _evalica(folder, indexed=True)


def riix(folder: Path) -> dict[str, float]:
    """Sequential Elo of riix on arrays."""
    from riix.models.elo import Elo

    white, black, half_points, size = _arrays(folder)
    matchups, outcomes = np.column_stack([white, black]), half_points / WON
    model = Elo(list(range(size)), initial_rating=float(START), k=float(K), update_method="iterative")
    return measured(
        lambda: model.fit_batch(matchups, outcomes), lambda _: int((model.ratings != START).sum())
    )  # fmt: skip


def elote(folder: Path) -> dict[str, float]:
    """Sequential Elo of elote: an object a player, a call a game."""
    from elote import EloCompetitor

    white, black, half_points, size = _arrays(folder)
    people = [EloCompetitor(initial_rating=START, k_factor=K) for _ in range(size)]
    games = list(zip(white.tolist(), black.tolist(), half_points.tolist(), strict=True))

    def play() -> None:
        for one, other, points in games:
            if points == WON:
                people[one].beat(people[other])
            elif points == DRAWN:
                people[one].tied(people[other])
            else:
                people[other].beat(people[one])

    return measured(play, lambda _: sum(one.rating != START for one in people))


PARTS = {
    "prepare": prepare, "totals": totals, "step": step, "evalica, lists": evalica_lists,
    "evalica, indexed": evalica_indexed, "riix": riix, "elote": elote,
}  # fmt: skip

if __name__ == "__main__":
    print(json.dumps(PARTS[sys.argv[1]](Path(sys.argv[2]))))
