"""Games in parts on a Dask cluster, asked as games in memory are; see `HeldGames`."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from distributed import Client, Future
from distributed.client import CancelledError
from distributed.scheduler import KilledWorker

from ratings.engine.period import Games
from ratings.errors import RatingsError
from ratings.exact import Flags

T = TypeVar("T")
ATTEMPTS = 3
"""How often a sum is begun before it is given up."""


class ClusterGames:
    """Games in parts that workers keep in their memory; a part that is lost with its worker is made again by Dask.

    What is sent to the workers for a sum (the players' values) is not made again where the last worker that has it
    dies; then the sum is begun anew.
    """

    def __init__(self, client: Client, parts: Callable[[bool], list[Future]]) -> None:
        """`parts` gives the parts; told True, after all that they were made from was sent again."""
        self._client = client
        self._make = parts
        self._parts = parts(False)
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
            RatingsError: workers die of it, again and again.
        """
        for _ in range(ATTEMPTS):
            try:
                return self._added(kernel, values)
            except CancelledError:
                self._parts = self._make(True)
            except KilledWorker:
                break
        raise RatingsError(
            "Workers of the cluster stopped again and again while they added games up.",
            "Give them more memory, or use more of them; the database is as it was.",
        )

    def with_any_of(self, players: Flags) -> ClusterGames:
        """Give the games in which one of these players takes part; the workers keep them beside the others."""

        def narrowed(is_anew: bool) -> list[Future]:
            parts, sent = self._make(True) if is_anew else self._parts, self._sent(players)
            return [self._client.submit(Games.with_any_of, part, sent, pure=False) for part in parts]

        return ClusterGames(self._client, narrowed)

    def _added(self, kernel: Callable[..., T], values: tuple[Any, ...]) -> T:
        sent = self._sent(values)
        answers = [self._client.submit(_asked, part, kernel, sent, pure=False) for part in self._parts]
        while len(answers) > 1:
            pairs = zip(answers[::2], answers[1::2], strict=False)
            odd = answers[-1:] if len(answers) % 2 else []
            answers = [self._client.submit(operator.add, *pair, pure=False) for pair in pairs] + odd
        answer: T = answers[0].result()
        return answer

    def _sent(self, value: Any) -> Future:
        """Send a value to every worker, so that one of them may go."""
        (sent,) = self._client.scatter([value], broadcast=True, hash=False)
        return sent


def _called(part: Callable[[], Games]) -> Games:
    return part()


def _asked(part: Games, kernel: Callable[..., T], values: tuple[Any, ...]) -> T:
    return kernel(part, *values)
