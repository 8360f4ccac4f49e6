"""The ways in which a line of fixed columns may be padded: by letters or bytes, tabs, numbers too wide."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from ratings.files.trf_records import ROUND_COLUMN, ROUND_WIDTH

_NO_OPPONENT = "65535"
"""What some programs write for "no opponent": five digits in a field of four, which pushes the rest along."""


def ways_to_count(text: str) -> Iterator[tuple[str, str]]:
    """Give the line as it stands, then as it would have to stand if it was padded in another way."""
    seen = set()
    for how, spread in _spreads(text):
        for label, shown in ((how, spread), (f"{how}, 65535 as no opponent", _without_overflow(spread))):
            if shown not in seen:
                seen.add(shown)
                yield label, shown


def _spreads(text: str) -> Iterator[tuple[str, str]]:
    tabbed = [("", text)]
    if "\t" in text:
        tabbed = [("tabs as blanks", text.replace("\t", " ")), ("tab stops of 8", text.expandtabs(8))]
    for how, plain in tabbed:
        yield how, plain
        if not plain.isascii():
            yield _join(how, "accents as one letter"), unicodedata.normalize("NFC", plain)
            yield _join(how, "columns counted in bytes"), _by_bytes(plain)


def _join(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _by_bytes(text: str) -> str:
    """Move the end of each run of letters to where it stands if UTF-8 bytes are counted.

    A letter of n bytes is followed by n-1 NUL characters, which `_field` takes out again.
    """
    return "".join(char + "\x00" * (len(char.encode("utf-8")) - 1) for char in text)


def _without_overflow(text: str) -> str:
    if _NO_OPPONENT not in text:
        return text
    place = ROUND_COLUMN - 1
    while place < len(text):
        if text[place : place + 6] == _NO_OPPONENT + " ":
            text = text[:place] + "0000" + text[place + 5 :]
        place += ROUND_WIDTH
    return text
