"""What a stage and a process cost: seconds by the clock and of the processor, and the most memory they held."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

STATUS, RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
RESET_PEAK = "5"
"""What Linux takes as: begin anew to note the most memory held."""
KILOBYTES_A_MB = 1024 if sys.platform != "darwin" else 1024 * 1024
"""What the system counts a process's peak memory in: kilobytes, bytes on a Mac."""
GIVES_FIGURES = (0, 3)
"""Exit codes of a command that did its work; 3: rows were refused."""


@dataclass(slots=True)
class Cost:
    """What something cost: `processor` are seconds of all threads, `peak_mb` includes the libraries loaded.

    `peak_mb` is 0 where the system does not tell it.
    """

    seconds: float = 0.0
    processor: float = 0.0
    peak_mb: float = 0.0


class Stopwatch:
    """Notes what stages cost; a stage inside another one is not counted in it. One thread only."""

    def __init__(self) -> None:
        self.costs: dict[str, Cost] = {}
        self._open: list[str] = []
        self._since = (0.0, 0.0)
        self._turn()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Note a stage; a name used again adds up."""
        self._turn()
        self._open.append(name)
        self.costs.setdefault(name, Cost())
        try:
            yield
        finally:
            self._turn()
            self._open.pop()

    def _turn(self) -> None:
        """Put what was used since the last turn down to the innermost open stage."""
        now, worked = time.perf_counter(), time.process_time()
        if self._open:
            cost = self.costs[self._open[-1]]
            cost.seconds += now - self._since[0]
            cost.processor += worked - self._since[1]
            cost.peak_mb = max(cost.peak_mb, peak_since_reset())
        reset_peak()
        self._since = time.perf_counter(), time.process_time()

    def as_dict(self) -> dict[str, dict[str, float]]:
        """Give the costs as plain values."""
        return {name: asdict(cost) for name, cost in self.costs.items()}


def peak_since_reset() -> float:
    """Give the most memory this process held since `reset_peak`, in MB."""
    found = re.search(r"VmHWM:\s+(\d+) kB", STATUS.read_text()) if STATUS.exists() else None
    return int(found[1]) / 1024 if found else 0.0


def reset_peak() -> None:
    """Begin to note this process's peak anew, where the system can do that."""
    if RESET.exists():
        RESET.write_text(RESET_PEAK)


def cost_of(command: Sequence[str], folder: Path | None = None, output: Any = subprocess.DEVNULL) -> tuple[Cost, bytes]:
    """Run a command; give what it cost, and its stdout where `output` is a pipe.

    Peak memory is never below what this process holds when it starts the command.

    Raises:
        CalledProcessError: it did not do its work; its stderr is told.
    """
    with tempfile.TemporaryFile() as errors:
        begin = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=errors)
        try:
            told = process.stdout.read() if process.stdout else b""
            _, status, used = os.wait4(process.pid, 0)
        except BaseException:
            process.kill()
            process.wait()
            raise
        finally:
            if process.stdout:
                process.stdout.close()
        seconds = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in GIVES_FIGURES:
            errors.seek(0)
            text = errors.read().decode(errors="replace")
            raise subprocess.CalledProcessError(process.returncode, list(command), told, text)
    return Cost(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / KILOBYTES_A_MB), told
