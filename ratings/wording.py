"""Numbers, nouns and names in messages."""

from __future__ import annotations

from collections.abc import Sequence


def number_of(number: int, noun: str) -> str:
    """Give a number with its noun: `1 late report`, `2 late reports`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def some_of(names: Sequence[str], most: int) -> str:
    """Name the first of several, and say how many more there are: `A, B and 3 more`."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


MOST_LINES = 20
"""Things that are told one a line, before it is only said how many more there are."""


def one_a_line(text: str, indent: int) -> str:
    """Write a text that tells several things, apart by `; `, with a line for each; those after the first indented."""
    things = text.split("; ")
    left = len(things) - MOST_LINES
    more = [f"… and {left} more"] if left > 0 else []
    return f"\n{' ' * indent}".join([*things[:MOST_LINES], *more])


def size_of(size: int) -> str:
    """Give a number of bytes: `12.4 kB`, `1,234.5 MB`."""
    return f"{size / 1e6:,.1f} MB" if size >= 1e6 else f"{size / 1e3:,.1f} kB"


def is_damaged(text: str) -> bool:
    """Say whether a text from outside (an argument, a file's name) was not UTF-8: Python keeps such bytes apart."""
    return any("\ud800" <= mark <= "\udfff" for mark in text)


def readable(text: str) -> str:
    """Give a text from outside with a replacement character for every byte that is not UTF-8."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace") if is_damaged(text) else text
