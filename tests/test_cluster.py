"""Games added up by many processes, by Dask: the same list to the last byte, whatever becomes of a worker."""

from __future__ import annotations

import concurrent.futures
import contextlib
import datetime as dt
import hashlib
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generate import Size, generate
from office import Office, beside
from ratings.cli import cluster as cluster_cli
from ratings.cluster.games import ATTEMPTS, ClusterGames
from ratings.cluster.packing import packed, plus, unpacked
from ratings.cluster.parts import LARGEST_PART, FilePart, cut_tournaments
from ratings.engine.period import Maybe
from ratings.errors import RatingsError
from ratings.store.stored_games import StoredGames

STARTS, ENDS = dt.date(2026, 1, 1), dt.date(2026, 1, 31)
PERIOD = ("ffe-national", "2026-01")
DASK = ("--engine", "dask")


@contextlib.contextmanager
def two_workers() -> Iterator:
    """Give a cluster of two worker processes on this machine."""
    import distributed

    options = {"dashboard_address": "127.0.0.1:0", "scheduler_port": 0, "host": "127.0.0.1"}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, silence_logs="CRITICAL", **options) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """Give the address of such a cluster."""
    with two_workers() as cluster:
        yield cluster.scheduler_address


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> Path:
    """Give the folder of a lifelike period's files: many tournaments, unrated players, waves."""
    folder = tmp_path_factory.mktemp("files")
    generate(folder, Size(600, 4_000, 1, "ffe-national", STARTS, ENDS))
    return folder


def loaded(office: Office, files: Path, games: str = "games.csv") -> Office:
    """Load a period's files."""
    office.do("load", "players", files / "players.csv")
    office.do("load", "list", files / "list.csv", "--system", PERIOD[0], "--date", "2025-12-31")
    office.do("period", "add", *PERIOD, "--starts", STARTS, "--ends", ENDS)
    told = ("--tournaments", files / "tournaments.csv", "--system", PERIOD[0], "--period", PERIOD[1])
    office.do("load", "games", files / games, *told)
    return office


def rated(office: Office, *options: object, code: int = 0) -> str:
    """Rate the period, and give a hash of all that comes out: the list with everybody, and the archives."""
    office.do("rate", *PERIOD, *options, code=code)
    tables = [office.do("export", *PERIOD, "--what", *what).output for what in (("list", "--full"), ("archives",))]
    return hashlib.sha256(b"".join(tables)).hexdigest()


@pytest.fixture(scope="module")
def january(tmp_path_factory, files: Path) -> Office:
    """Give an office with that period loaded, on SQLite."""
    return loaded(beside(tmp_path_factory.mktemp("january"), "office"), files)


@pytest.fixture(scope="module")
def in_one_pass(january: Office) -> str:
    """Give the hash of its list, rated in one pass in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ratings.engine.period.PIECE", 10**9)
        patch.setattr("ratings.engine.blocks.BLOCK", 10**9)
        return rated(january)


class TestTheListIsTheSameByteForByte:
    @pytest.mark.parametrize("piece", [1000, 333, 64])
    def test_in_pieces(self, january: Office, in_one_pass: str, piece: int, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr("ratings.engine.period.PIECE", piece)
        monkeypatch.setattr("ratings.engine.blocks.BLOCK", piece)
        assert rated(january) == in_one_pass

    def test_from_shuffled_rows(self, tmp_path: Path, files: Path, in_one_pass: str):
        rows = pd.read_csv(files / "games.csv", dtype=str, keep_default_na=False)
        rows.sample(frac=1, random_state=1).to_csv(files / "shuffled.csv", index=False)
        assert rated(loaded(beside(tmp_path, "shuffled"), files, "shuffled.csv")) == in_one_pass

    @pytest.mark.parametrize("at_once", [10**9, 700, 100])
    def test_of_games_left_in_the_database(self, january: Office, in_one_pass: str, at_once: int,
                                           monkeypatch: pytest.MonkeyPatch):  # fmt: skip
        monkeypatch.setattr("ratings.store.stored_games.MOST_HELD", 1)
        monkeypatch.setattr("ratings.store.packed_games.AT_ONCE", at_once)
        parts = []
        sum_of = StoredGames.sum_of
        monkeypatch.setattr(StoredGames, "sum_of", lambda self, *asked: parts.append(1) or sum_of(self, *asked))
        assert rated(january) == in_one_pass
        assert len(parts) >= 3
        assert january.do("check", *PERIOD, "--json").json["ready"]

    def test_by_dask_from_sqlite(self, january: Office, in_one_pass: str, scheduler: str):
        assert rated(january, *DASK, "--scheduler", scheduler) == in_one_pass

    def test_by_dask_from_files(self, january: Office, in_one_pass: str, scheduler: str, tmp_path: Path):
        assert rated(january, *DASK, "--scheduler", scheduler, "--partitions", tmp_path) == in_one_pass
        assert list(tmp_path.iterdir()) == []

    def test_on_postgresql_here_and_by_dask(self, tmp_path: Path, postgres_url: str, files: Path, in_one_pass: str,
                                            scheduler: str):  # fmt: skip
        office = loaded(Office(tmp_path, postgres_url), files)
        assert rated(office) == in_one_pass
        assert rated(office, *DASK, "--scheduler", scheduler) == in_one_pass

    def test_where_decisions_keep_games_out(self, tmp_path: Path, files: Path, in_one_pass: str, scheduler: str,
                                            monkeypatch: pytest.MonkeyPatch):  # fmt: skip
        office = loaded(beside(tmp_path, "held"), files)
        player = office.do("export", *PERIOD, "--what", "games").rows[0]["white"]
        office.do("hold", *PERIOD, "--player", player, "--reason", "An open question.")
        without = rated(office, code=3)
        assert without != in_one_pass
        assert rated(office, *DASK, "--scheduler", scheduler, code=3) == without
        monkeypatch.setattr("ratings.store.stored_games.MOST_HELD", 1)
        monkeypatch.setattr("ratings.store.packed_games.AT_ONCE", 500)
        assert rated(office, code=3) == without


def test_without_a_scheduler_this_machine_is_the_cluster(january: Office, in_one_pass: str):
    before = january.do("rate", *PERIOD).err
    result = january.process("rate", *PERIOD, *DASK, "--workers", 2)
    assert (result.code, result.err) == (0, before)
    assert rated(january) == in_one_pass


def test_a_dry_run_says_the_same(january: Office, scheduler: str):
    here = january.do("rate", *PERIOD, "--dry-run")
    assert january.do("rate", *PERIOD, "--dry-run", *DASK, "--scheduler", scheduler) == here


@pytest.mark.parametrize(("how_many", "is_after"), [(1, False), (1, True), (2, True)],
                         ids=["one-between-sums", "one-in-a-sum", "both-in-a-sum"])  # fmt: skip
def test_killed_workers_change_nothing(january: Office, in_one_pass: str, how_many: int, is_after: bool,
                                       monkeypatch: pytest.MonkeyPatch):  # fmt: skip
    """Before or after the values for the third sum are sent; where all die at once, nobody has the values any more."""
    sent, calls, killed = ClusterGames._sent, [], []

    def interrupted(games: ClusterGames, value: object):
        calls.append(value)
        future = sent(games, value) if is_after else None
        if len(calls) == 3:
            for process in list(games._client.run(os.getpid).values())[:how_many]:
                os.kill(process, signal.SIGKILL)
                killed.append(process)
        return future or sent(games, value)

    monkeypatch.setattr(ClusterGames, "_sent", interrupted)
    with two_workers() as cluster:
        assert rated(january, *DASK, "--scheduler", cluster.scheduler_address) == in_one_pass
    assert len(killed) == how_many


class TestWhatStopsIt:
    def test_the_scheduler_is_gone(self):
        with pytest.raises(RatingsError, match="The cluster stopped again and again"):
            ClusterGames(SimpleNamespace(status="closed"), lambda _: []).sum_of(len)

    @pytest.mark.parametrize("error", [concurrent.futures.CancelledError, OSError])
    def test_it_never_comes_back(self, error: type[Exception], monkeypatch: pytest.MonkeyPatch):
        tried = []

        def fails(*_: object, **__: object):
            tried.append(error)
            raise error

        monkeypatch.setattr("ratings.cluster.games.PAUSE", 0)
        with pytest.raises(RatingsError, match="The cluster stopped again and again"):
            ClusterGames(SimpleNamespace(status="running", scatter=fails), lambda _: []).sum_of(len)
        assert len(tried) == ATTEMPTS

    def test_dask_is_not_installed(self, january: Office, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setitem(sys.modules, "distributed", None)
        hint = r"pip install 'chess-ratings-office\[dask\]'"
        january.stopped("rate", *PERIOD, *DASK, error="Dask is not installed", hint=hint)

    def test_nobody_answers(self, january: Office, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(cluster_cli, "SECONDS", 1)
        for address in ("tcp://127.0.0.1:1", "nonsense://x"):
            january.stopped("rate", *PERIOD, *DASK, "--scheduler", address, error="No Dask scheduler answers at",
                            hint="dask scheduler")  # fmt: skip

    def test_workers_have_another_version(self, january: Office, scheduler: str, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr("ratings.__version__", "9.9")
        january.stopped("rate", *PERIOD, *DASK, "--scheduler", scheduler, error=r"has ratings 0", hint=r"9\.9")

    def test_workers_do_not_see_the_files(self, january: Office, scheduler: str, tmp_path: Path, monkeypatch):
        monkeypatch.setattr("ratings.cluster.parts.FilePart", lambda path: gone(Path(path)))
        january.stopped("rate", *PERIOD, *DASK, "--scheduler", scheduler, "--partitions", tmp_path,
                        error="A worker cannot read", hint="every worker sees")  # fmt: skip

    def test_games_change_meanwhile(self, january: Office, scheduler: str, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr("ratings.cluster.parts.cut_tournaments", one_game_fewer)
        january.stopped("rate", *PERIOD, *DASK, "--scheduler", scheduler, error="have changed meanwhile")

    @pytest.mark.parametrize("options", [("--scheduler", "tcp://x:1"), ("--workers", 2), ("--partitions", ".")])
    def test_options_without_dask(self, january: Office, options: tuple):
        january.stopped("rate", *PERIOD, *options, error=f"{options[0]} says nothing without Dask", code=2)

    def test_workers_of_a_cluster_are_its_own(self, january: Office):
        options = (*DASK, "--scheduler", "tcp://x:1", "--workers", 2)
        january.stopped("rate", *PERIOD, *options, error="both given", code=2)

    def test_rules_by_expectation(self, january: Office):
        january.stopped("rate", "fide-standard", "2026-01", *DASK, error="rated on one machine", code=2)


def gone(path: Path):
    """Take a file away before a worker reads it."""
    path.unlink()
    return FilePart(str(path))


def one_game_fewer(counts: np.ndarray, at_least: int, *, real: Callable = cut_tournaments):
    return [(among, stored - 1) for among, stored in real(counts, at_least)]


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(0, 10**8)), max_size=40), st.integers(1, 8))
def test_every_tournament_is_in_one_part(tournaments: list[tuple[int, int]], at_least: int):
    keys = np.cumsum([step for step, _ in tournaments], dtype=np.int64)
    counts = np.column_stack([keys, np.array([games for _, games in tournaments], dtype=np.int64)])
    parts = cut_tournaments(counts, at_least)
    inside = [[key for key in keys if first <= key <= last] for (first, last), _ in parts]
    assert [key for part in inside for key in part] == list(keys)
    assert [stored for _, stored in parts] == [int(counts[np.isin(keys, part), 1].sum()) for part in inside]
    largest = max((games for _, games in tournaments), default=0)
    assert all(stored <= max(LARGEST_PART, largest) + largest for _, stored in parts)


NUMBERS = st.lists(st.sampled_from([0, 0, 0, 1, -5, 2**31 - 1, -(2**31), 2**31, 2**40]), max_size=30)


@given(NUMBERS, st.booleans())
def test_what_is_sent_arrives_as_it_was(values: list[int], is_small: bool):
    """Whatever fits, whatever is mostly zero, and sums that no longer fit into 32 bits."""
    numbers = np.array([value % 1000 if is_small else value for value in values], dtype=np.int64)
    record = Maybe(numbers, numbers > 0)
    there = unpacked(packed((record, "word", 7)))
    assert there[1:] == ("word", 7)
    for sent, came in ((record.values, there[0].values), (record.known, there[0].known)):
        assert sent.dtype == came.dtype
        assert sent.tolist() == came.tolist()
    assert unpacked(plus(packed(numbers), packed(numbers))).tolist() == (numbers + numbers).tolist()


def test_what_stops_a_worker_is_told_whole():
    error = pickle.loads(pickle.dumps(RatingsError("What happened.", "What to do.", 3)))
    assert (error.reason, error.hint, error.exit_code) == ("What happened.", "What to do.", 3)
