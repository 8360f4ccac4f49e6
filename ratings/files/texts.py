"""Texts that name something (ids, names, clubs, codes): how long they may be, and marks that nobody can see."""

from __future__ import annotations

import unicodedata

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ratings.columns import bits, bytes_of, filled

LONGEST = 200
"""Letters of the longest text that can be a name: whole cells of other text are longer."""
REPLACED = "\ufffd"
"""Stands where a letter was lost by a wrong decoding."""
UNSEEN = r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\x{FFFD}]"
"""What turns the direction of writing, joins letters, has no width or ends a line: two names would look the same. And
REPLACED, behind which a letter cannot be seen."""
_CATEGORIES = ("Cc", "Cf", "Zl", "Zp")
BEGINNINGS = bytes([*range(0x20), 0x7F, 0xC2, *range(0xD8, 0xDD), *range(0xE0, 0xE3), 0xEF, *range(0xF0, 0xF5)])
"""The bytes with which such marks begin in UTF-8; most texts of a European register have none of them."""
_OF_OTHERS = bytes(sorted({*range(256)} - {*BEGINNINGS}))


def why_odd(text: str) -> tuple[str, str] | None:
    """Give the code and the sentence of what is wrong with a text that is to name something; None where nothing is."""
    if REPLACED in text:
        return "unreadable-character", "a letter was lost in it (U+FFFD): write it again, or get the file again"
    mark = next((mark for mark in text if unicodedata.category(mark) in _CATEGORIES), None)
    if mark is not None:
        what = unicodedata.name(mark, "a control character").lower()
        return "unreadable-character", f"a mark that cannot be seen is in it, U+{ord(mark):04X} ({what}): take it out"
    if len(text) > LONGEST:
        return "text-too-long", f"{len(text):,} letters, where at most {LONGEST} can be a name"
    return None


def odd_places(column: pa.StringArray) -> list[int]:
    """Find the few texts of a column quickly that may be odd: there may be millions. `why_odd` decides."""
    found = np.zeros(len(column), dtype=bool)
    if filled(pc.binary_length(column), 0).max(initial=0) > LONGEST:
        found |= filled(pc.utf8_length(column), 0) > LONGEST
    if bytes_of(column).translate(None, _OF_OTHERS):
        found |= bits(pc.match_substring_regex(column, UNSEEN))
    return [int(place) for place in np.flatnonzero(found)]
