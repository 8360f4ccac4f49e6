"""Texts that name something (ids, names, clubs, codes): how long they may be, and marks that nobody can see."""

from __future__ import annotations

import unicodedata
from typing import Any

import numpy as np
import pyarrow.compute as pc

from ratings.columns import bits, filled

LONGEST = 200
"""Letters of the longest text that can be a name: whole cells of other text are longer."""
REPLACED = "\ufffd"
"""Stands where a letter was lost by a wrong decoding."""
UNSEEN = r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\x{FFFD}]"
"""What turns the direction of writing, joins letters, has no width or ends a line: two names would look the same. And
REPLACED, behind which a letter cannot be seen."""
_CATEGORIES = ("Cc", "Cf", "Zl", "Zp")


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


def odd_places(column: Any) -> list[int]:
    """Find the few odd ones of an Arrow column quickly: there may be millions of texts."""
    found = (filled(pc.utf8_length(column), 0) > LONGEST) | bits(pc.match_substring_regex(column, UNSEEN))
    return [int(place) for place in np.flatnonzero(found)]
