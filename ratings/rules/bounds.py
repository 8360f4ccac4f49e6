"""What the numbers and names of a rule file may be: ranges by key, which number is not below which, names to be shown.

The ranges stand in the built-in files, as `[range]`: a rating of 3999 is the highest that a list may hold, so that no
total can leave 64 bits; numbers that mark a limit nobody reaches may be higher.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from ratings.errors import MOST_SHOWN, RatingsError

LONGEST_SYSTEM = 40
"""Letters of a system's name: pages and file names hold it beside a period's."""
LONGEST_TEXT = 200
"""Letters of other texts, as of names in files."""
SYSTEM = re.compile(r"[^\W_](?:[\w. -]*[^\W_])?")
"""Letters and digits, with blanks, dots and dashes between them: no path, no mark that cannot be seen."""

Range = list[Any]
"""The least and the most of a whole number; of pairs of numbers, one of these for each of the two."""


def must_be_in_range(block: Mapping[str, Any], ranges: Mapping[str, Range], place: str) -> None:
    """Stop at the first number that is outside its range.

    Raises:
        RatingsError: naming the file, the block, the key, the value and the range.
    """
    for key, allowed in ranges.items():
        value = block.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and not _inside(value, allowed):
            raise RatingsError(f"{place}: `{key}` cannot be {_shown(value)}.", f"It must be {_words(allowed)}.")
        for pair in value if isinstance(value, list) and isinstance(allowed[0], list) else ():
            if _is_pair(pair) and not all(map(_inside, pair, allowed)):
                told = " and ".join(map(_words, allowed))
                raise RatingsError(f"{place}: `{key}` cannot have {_shown(pair)}.", f"The two must be {told}.")


def _inside(number: int, allowed: Sequence[int]) -> bool:
    least, most = allowed
    return least <= number <= most


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and [type(one) for one in value] == [int, int]


def _words(allowed: Sequence[int]) -> str:
    return "a whole number from {:,} to {:,}".format(*allowed)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


def out_of_order(edition: Any, pairs: Sequence[tuple[str, str]]) -> str:
    """Say which number is below one that it may not be below; empty if none is. Words compare with nothing."""
    for high, low in pairs:
        most, least = getattr(edition, high), getattr(edition, low)
        if isinstance(most, int) and isinstance(least, int) and most < least:
            return f"`{high}` cannot be {most:,}, below `{low}`, which is {least:,}"
    return ""


def not_pairs(edition: Any, key: str, words: str) -> str:
    """Say that a list is not one of pairs of whole numbers, or has one first number twice; empty if all is well."""
    pairs = getattr(edition, key)
    if not all(map(_is_pair, pairs)):
        return f"`{key}` must be pairs [{words}]"
    first = [pair[0] for pair in pairs]
    twice = [number for number in first if first.count(number) > 1]
    return f"`{key}` has two pairs for {twice[0]}" if twice else ""


def must_be_a_name(system: Any, path: Any) -> None:
    """Stop where a system's name cannot be shown, typed or kept apart from a file's.

    Raises:
        RatingsError: naming the file and what a name is.
    """
    if not isinstance(system, str) or len(system) > LONGEST_SYSTEM or not SYSTEM.fullmatch(system):
        raise RatingsError(
            f"{path}: `system` cannot be {_shown(system)}.",
            f"A name has letters and digits, and blanks, dots and dashes between; at most {LONGEST_SYSTEM}.",
        )
    if system.endswith(".toml"):
        raise RatingsError(f"{path}: `system` cannot be {system!r}, the name of a file.", "Leave .toml out.")


def must_show(block: Mapping[str, Any], place: str) -> None:
    """Stop where a text of a block cannot be shown on one line.

    Raises:
        RatingsError: naming the file, the block, the key and what is wrong.
    """
    for key, value in block.items():
        if isinstance(value, str) and (not value.isprintable() or len(value) > LONGEST_TEXT):
            raise RatingsError(
                f"{place}: `{key}` cannot be {_shown(value)}.",
                f"It is printed on one line: at most {LONGEST_TEXT} letters, and no marks that cannot be seen.",
            )


def must_differ(editions: Sequence[Any], path: Any) -> None:
    """Stop where two blocks are in force from one day, have one name, or the system takes ratings over from itself.

    Raises:
        RatingsError: naming the file and the blocks.
    """
    for one, other in combinations(editions, 2):
        if one.name == other.name:
            raise RatingsError(f"{path}: two blocks are called {one.name!r}.", "Give each block a `name` of its own.")
        if one.effective == other.effective:
            raise RatingsError(
                f"{path}: blocks {one.name!r} and {other.name!r} are both in force from {one.effective}.",
                "Which one holds would be a guess; give each `effective` once.",
            )
    for edition in editions:
        if edition.credited_from == edition.system:
            raise RatingsError(
                f"{path}, block {edition.name!r}: `credited_from` cannot be {edition.system!r}, the system itself.",
                'Name the system whose ratings stand in for players without one here, or "none".',
            )
