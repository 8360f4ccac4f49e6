"""Numbers and nouns in messages."""

from __future__ import annotations


def number_of(number: int, noun: str) -> str:
    """Give a number with its noun: `1 late report`, `2 late reports`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
