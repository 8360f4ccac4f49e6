"""Pieces of work one after the other beside the caller."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from threading import get_ident
from typing import Any

SWITCH_SECONDS = 0.0002
"""How long one thread computes before the other may, while rows are written in the background."""


class Background:
    """Pieces of work one after the other beside the caller: while a database writes, the caller can compute.

    A connection given to the work must not be used until `wait` has returned, but as `on_the_way` says.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer", initializer=self._begin)
        self._thread = 0
        self._work: list[Future[Any]] = []
        self._failed = False

    def __enter__(self) -> Background:
        """Give the worker itself; leaving waits for the work.

        The interpreter changes threads more often meanwhile: the worker needs it briefly after every statement.
        """
        self._interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_SECONDS)
        return self

    def __exit__(self, fault: type[BaseException] | None, *_: object) -> None:
        """Wait for the work, whatever became of it, so that nobody else uses the connection meanwhile.

        After a fault only for what is being done: the rest would be taken back anyway.
        """
        if fault is not None:
            self.stop()
        self._pool.shutdown(wait=True)
        sys.setswitchinterval(self._interval)

    def _begin(self) -> None:
        self._thread = get_ident()

    def is_here(self) -> bool:
        """Say whether it is the worker that asks."""
        return get_ident() == self._thread

    def start(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Begin a piece of work once the pieces before it are done; the caller goes on. Give what it will give."""
        self._work.append(self._pool.submit(self._unless_failed, work, *arguments))
        return self._work[-1]

    def _unless_failed(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do a piece of work, unless one before it failed: then nothing more is to be done."""
        if self._failed:
            raise CancelledError
        try:
            return work(*arguments)
        except BaseException:
            self._failed = True
            raise

    def wait(self, but: int = 0) -> None:
        """Wait until the work is done, `but` the last pieces of it; what it raised is raised here."""
        while len(self._work) > but:
            self._work.pop(0).result()

    def wait_for(self, work: Future[Any]) -> None:
        """Wait until a piece of work is done, and those before it; what they raised is raised here."""
        while work in self._work:
            self._work.pop(0).result()

    def stop(self) -> None:
        """Wait for the piece of work that is being done, do none of the others, whatever they would raise."""
        for work in self._work:
            work.cancel()
        wait(self._work)
        self._work, self._failed = [], False
