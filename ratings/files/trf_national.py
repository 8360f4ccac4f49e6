"""National lines of a tournament report (`FRA  123 …`): the federation's own number of a player."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ratings.files.trf_columns import FIELDS
from ratings.files.trf_findings import Findings
from ratings.files.trf_text import Line

NATIONAL_LINE = re.compile(r"[A-Z]{3} [ 0-9]{4}( |$)")
_NUMBER = re.compile(r"[0-9A-Za-z/._-]{1,11}", re.ASCII)


def national_numbers(lines: Sequence[Line], federation: str, findings: Findings) -> dict[int, str]:
    """Give the national number of each start number; of several federations' the one that reports the event.

    The line has the columns of a 001 line. What else stands in it (ratings, classes) is left out.
    """
    by_player: dict[int, dict[str, str]] = {}
    for line in lines:
        message = "A national line: its number is the player's federation id, the rest is left out"
        findings.tally(line.number, "line", line.text[:40].rstrip(), "national-lines", message)
        start, number = (_field(line.text, name) for name in ("start number", "FIDE id"))
        if start.isdigit() and _NUMBER.fullmatch(number) and number.strip("0"):
            told = by_player.setdefault(int(start), {}).setdefault(line.text[:3], number)
            if told != number:
                message = f"Player {int(start)} has another national number, {told}, further up"
                findings.fault(line.number, "national number", number, "national-number-twice", message)
    return {
        start: numbers.get(federation.upper(), next(iter(numbers.values())))
        for start, numbers in by_player.items()
        if federation.upper() in numbers or len(numbers) == 1
    }


def _field(text: str, name: str) -> str:
    first, last = FIELDS[name]
    return text[first - 1 : last].strip()
