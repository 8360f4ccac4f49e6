"""Ctrl-C: until a command writes down what it did, nothing is done; from then on it is too late to stop it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interruptible() -> Iterator[None]:
    """Take notice of Ctrl-C again afterwards, whatever happened within."""
    handler = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        _set(handler)


def too_late() -> None:
    """Take no notice of Ctrl-C from now on: what is left to be done is short, and says what was done."""
    _set(signal.SIG_IGN)


def _set(handler: object) -> None:
    if threading.current_thread() is threading.main_thread():  # nobody else may
        signal.signal(signal.SIGINT, handler)  # type: ignore[arg-type]
