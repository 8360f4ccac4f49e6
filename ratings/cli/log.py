"""What is said on stderr: sentences for people, or, on request, one JSON object a line for programs that watch."""

from __future__ import annotations

import datetime as dt
import json
import os
import time
import traceback
from contextlib import suppress
from typing import Any

import click

from ratings import __version__
from ratings.wording import readable

FORMATS = ("text", "json")
KINDS = ("warning", "note", "refused", "set aside", "set aside earlier", "passed over")
"""Words that begin a sentence with a colon; as JSON they stand apart, as `kind`."""
CALM = ("", "note")
"""Kinds that ask nothing of the officer."""


def plain(text: str) -> str:
    """Give a text without characters that would steer a terminal: control and direction marks are written out."""
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(mark if mark.isprintable() or mark in "\n\t" else f"\\u{ord(mark):04x}" for mark in text)


class Log:
    """What one call of the program says, and what its last line sums up: facts, counts, seconds of each stage."""

    def __init__(self, command: str = "", form: str = "text") -> None:
        self.command = command
        self.is_json = form == "json"
        self.facts: dict[str, Any] = {"system": None, "period": None}
        self.counts: dict[str, int] = {}
        self.seconds: dict[str, float] = {}
        self._stage, self._since = "start", time.perf_counter()

    def mark(self, stage: str) -> None:
        """Begin a stage, and end the one before it."""
        now = time.perf_counter()
        self.seconds[self._stage] = self.seconds.get(self._stage, 0.0) + now - self._since
        self._stage, self._since = stage, now

    def about(self, **facts: Any) -> None:
        """Note what the command is about, for the last line."""
        self.facts |= facts

    def count(self, **counts: int) -> None:
        """Add to the counts of the last line."""
        for name, number in counts.items():
            self.counts[name] = self.counts.get(name, 0) + int(number)

    def say(self, text: str) -> None:
        """Say a sentence; where that cannot be written, what was done is done all the same."""
        if not self.is_json:
            self._put(plain(text))
            return
        kind, message = "", text.strip()
        while message.startswith(tuple(f"{word}: " for word in KINDS)):
            kind, _, message = message.partition(": ")
        level = "info" if kind in CALM else "warning"
        self._put_object(level, "message", {**({"kind": kind} if kind else {}), "message": message})

    def end_line(self) -> None:
        """End the line in which the terminal has shown ^C."""
        if not self.is_json:
            self._put("")

    def error(self, reason: str, hint: str, *, trace: bool) -> None:
        """Say why the program stops, in two lines or one object; `trace`: where in the program, too."""
        reason, hint = " ".join(reason.split()), " ".join(hint.split())
        if self.is_json:
            more = {"traceback": traceback.format_exc()} if trace else {}
            self._put_object("error", "error", {"error": reason, "hint": hint, **more})
            return
        if trace:
            self._put(traceback.format_exc().rstrip("\n"))
        self._put(f"Error: {plain(reason)}")
        self._put(f"Hint: {plain(hint)}")

    def end(self, exit_code: int) -> None:
        """Write the last line, which sums the command up; only as JSON."""
        if not self.is_json:
            return
        self.mark("end")
        seconds = {stage: round(spent, 3) for stage, spent in self.seconds.items()}
        level = {0: "info", 3: "warning"}.get(exit_code, "error")
        told = {**self.facts, "exit_code": exit_code, "counts": self.counts}
        told |= {"seconds": {**seconds, "total": round(sum(self.seconds.values()), 3)}, "version": __version__}
        self._put_object(level, "summary", told)

    def _put_object(self, level: str, event: str, told: dict[str, Any]) -> None:
        moment = dt.datetime.now().astimezone().isoformat(timespec="milliseconds")
        start = {"time": moment, "level": level, "event": event, "command": self.command, "process": os.getpid()}
        self._put(json.dumps(_readable({**start, **told})))  # ASCII: no locale can break a line

    def _put(self, line: str) -> None:
        with suppress(OSError):
            click.echo(line, err=True)


def _readable(told: dict[str, Any]) -> dict[str, Any]:
    return {name: readable(value) if isinstance(value, str) else value for name, value in told.items()}
