"""`--engine dask`: a period's games added up by many processes, on this machine or on a cluster."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ratings.cli.session import Session
from ratings.errors import RatingsError

if TYPE_CHECKING:
    import sqlalchemy as sa
    from distributed import Client

    from ratings.engine.period import HeldGames
    from ratings.rules import RuleSet
    from ratings.store.periods import Period

    Read = Callable[[sa.Connection, Period], HeldGames]

LOOPBACK = "127.0.0.1"
SECONDS = 30
"""How long a scheduler may take to answer, and its first worker to come."""

OPTIONS = (
    click.option(
        "--engine", type=click.Choice(("numpy", "dask")), default="numpy", show_default=True,
        help="What adds the games up: this process, or many by Dask; the list is the same.",
    ),
    click.option("--scheduler", metavar="ADDRESS", help="With dask: the cluster's, such as tcp://host:8786."),
    click.option("--workers", type=click.IntRange(1), help="With dask and no scheduler: processes; one a processor."),
    click.option(
        "--partitions", metavar="DIR", type=click.Path(path_type=Path, exists=True, file_okay=False),
        help="With dask: a folder that all workers see; they read the games there, not in the database.",
    ),
)  # fmt: skip


def cluster_options(command: Any) -> Any:
    """Give a command the options that say where games are added up."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@contextmanager
def games_by(
    session: Session, rules: RuleSet, engine: str, scheduler: str | None, workers: int | None, partitions: Path | None
) -> Iterator[Read]:
    """Give the call that reads a period's games to where they are added up.

    Raises:
        RatingsError: options do not go together, Dask is not installed, or there is no cluster.
    """
    if engine == "numpy":
        from ratings.store.stored_games import read_held

        _must_be_none(scheduler=scheduler, workers=workers, partitions=partitions)
        yield read_held
        return
    if rules.by_expectation:
        raise RatingsError(f"{rules.system} is rated on one machine only.", "Leave --engine dask out.", 2)
    with _client(scheduler, workers) as client, ExitStack() as files:
        from ratings.cluster.games import ClusterGames
        from ratings.cluster.parts import filed_parts, stored_parts

        def read(connection: sa.Connection, period: Period) -> HeldGames:
            threads = sum(client.nthreads().values())
            if partitions is not None:
                parts = files.enter_context(filed_parts(connection, period, partitions, threads))
                return ClusterGames.read(client, parts)
            return ClusterGames.read(client, stored_parts(connection, period, _url(connection), threads))

        yield read


def _must_be_none(**options: Any) -> None:
    """Stop where an option says nothing without Dask."""
    for name, value in options.items():
        if value is not None:
            raise RatingsError(f"--{name} says nothing without Dask.", "Add --engine dask, or leave it out.", 2)


@contextmanager
def _client(scheduler: str | None, workers: int | None) -> Iterator[Client]:
    """Connect with a cluster, or make one of this machine's processes that nobody else reaches."""
    try:
        import distributed
    except ImportError as error:
        raise RatingsError("Dask is not installed.", "pip install 'chess-ratings-office[dask]'") from error
    for name in ("distributed", "distributed.client"):  # what stops the program is told by the program
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if scheduler is None:
        options = {"host": LOOPBACK, "scheduler_port": 0, "dashboard_address": f"{LOOPBACK}:0", "threads_per_worker": 1}
        with (
            distributed.LocalCluster(
                n_workers=workers or os.cpu_count(), silence_logs="CRITICAL", **options
            ) as cluster,
            distributed.Client(cluster, direct_to_workers=True) as client,
        ):
            yield client
        return
    if workers is not None:
        raise RatingsError("--workers and --scheduler are both given.", "A cluster has its own workers.", 2)
    with _connected(distributed.Client, scheduler) as client:
        _must_be_alike(client)
        yield client


def _connected(client: type[Client], scheduler: str) -> Client:
    try:
        connected = client(scheduler, timeout=SECONDS)
    except (OSError, ValueError) as error:
        raise RatingsError(
            f"No Dask scheduler answers at {scheduler}.", "Start one by `dask scheduler`, and workers by `dask worker`."
        ) from error
    try:
        connected.wait_for_workers(1, timeout=SECONDS)
    except TimeoutError as error:
        connected.close()
        raise RatingsError(f"The cluster at {scheduler} has no workers.", "Start some by `dask worker`.") from error
    return connected


def _must_be_alike(client: Client) -> None:
    """Stop where workers have another version of this program: they would count by other rules."""
    from ratings import __version__

    for worker, version in client.run(_version, on_error="return").items():
        if version != __version__:
            told = "does not have this program" if isinstance(version, Exception) else f"has ratings {version}"
            raise RatingsError(f"The worker {worker} {told}.", f"Install ratings {__version__} on every worker.")


def _version() -> str:
    from ratings import __version__

    return __version__


def _url(connection: sa.Connection) -> str:
    """Give the database's URL as other processes can use it, password and all."""
    url = connection.engine.url
    if url.get_backend_name() == "sqlite":
        url = url.set(database=str(Path(str(url.database)).absolute()))
    return url.render_as_string(hide_password=False)
