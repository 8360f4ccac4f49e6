"""Games in parts on a Dask cluster, asked as games in memory are; see `HeldGames`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event
from typing import Any, TypeVar

from distributed import Client, Future
from distributed.client import CancelledError
from distributed.scheduler import KilledWorker

from ratings.cluster.packing import packed, plus, unpacked
from ratings.engine.period import Games
from ratings.errors import RatingsError
from ratings.exact import Flags

T = TypeVar("T")
ATTEMPTS = 5
"""How often a sum is begun before it is given up."""
PAUSE = 1.0
"""Seconds in which the scheduler learns that a worker is gone, and another one starts."""


class ClusterGames:
    """Games in parts that workers keep in their memory; a part that is lost with its worker is made again by Dask.

    What is sent to the workers for a sum (the players' values) is not made again where the last worker that has it
    dies; then the sum is begun anew.
    """

    def __init__(self, client: Client, make: Callable[[bool], list[Future]]) -> None:
        """`make` gives the parts when they are first needed; told True, after all that they hang on was sent again."""
        self._client = client
        self._make = make
        self._parts: list[Future] | None = None
        self._count: int | None = None

    @classmethod
    def read(cls, client: Client, parts: Sequence[Callable[[], Games]]) -> ClusterGames:
        """Let workers read parts, each by a call that can be sent."""
        return cls(client, lambda _: [client.submit(_called, part, pure=False) for part in parts])

    def __len__(self) -> int:
        """Give the number of games."""
        if self._count is None:
            self._count = self.sum_of(len)
        return self._count

    def sum_of(self, kernel: Callable[..., T], *values: Any) -> T:
        """Give the sum of `kernel(part, *values)` over the parts; workers add two answers at a time.

        Raises:
            RatingsError: workers die of it, again and again, or there is no scheduler any more.
        """
        is_anew, problem = False, Exception()
        for _ in range(ATTEMPTS):
            try:
                return self._added(self._held(is_anew), kernel, values)
            except (CancelledError, OSError) as error:
                is_anew, problem = isinstance(error, CancelledError), error
            except (KilledWorker, AttributeError) as error:
                if isinstance(error, AttributeError) and self._client.status == "running":
                    raise  # else it is Dask's own fault where the scheduler is gone for good
                problem = error
                break
            Event().wait(PAUSE)
        raise RatingsError(
            "The cluster stopped again and again while it added games up.",
            "See that its scheduler runs and that its workers have memory enough; the database is as it was.",
        ) from problem

    def with_any_of(self, players: Flags) -> ClusterGames:
        """Give the games in which one of these players takes part; the workers keep them beside the others."""

        def narrowed(is_anew: bool) -> list[Future]:
            parts, sent = self._held(is_anew), self._sent(players)
            return [self._client.submit(Games.with_any_of, part, sent, pure=False) for part in parts]

        return ClusterGames(self._client, narrowed)

    def _held(self, is_anew: bool) -> list[Future]:
        if self._parts is None or is_anew:
            self._parts = self._make(is_anew)
        return self._parts

    def _added(self, parts: list[Future], kernel: Callable[..., T], values: tuple[Any, ...]) -> T:
        sent = self._sent(packed(values))
        answers = [self._client.submit(_asked, part, kernel, sent, pure=False) for part in parts]
        while len(answers) > 1:
            pairs = zip(answers[::2], answers[1::2], strict=False)
            odd = answers[-1:] if len(answers) % 2 else []
            answers = [self._client.submit(plus, *pair, pure=False) for pair in pairs] + odd
        answer: T = unpacked(answers[0].result())
        return answer

    def _sent(self, value: Any) -> Future:
        """Send a value to every worker, so that one of them may go."""
        (sent,) = self._client.scatter([value], broadcast=True, hash=False)
        return sent


def _called(part: Callable[[], Games]) -> Games:
    return part()


def _asked(part: Games, kernel: Callable[..., Any], values: tuple[Any, ...]) -> Any:
    return packed(kernel(part, *unpacked(values)))
