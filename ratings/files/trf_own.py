"""What this program writes of its own into a report, as comments: the tournament's code here, and what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ratings.files.event import code_of
from ratings.files.trf_records import TrfEvent
from ratings.files.trf_text import Line

_CODE, _LACKING = "### ratings: tournament ", "### ratings: refused rows that are not in this report: "
OWN_LINE = re.compile(f"({re.escape(_CODE)}|{re.escape(_LACKING)})(.+)")


def own_lines(event: TrfEvent) -> Iterator[str]:
    """Give the comments that say what no line of the form does; other programs pass over them."""
    is_said = event.code == code_of(event.name, event.starts, "")
    if event.code and not is_said and event.code.isprintable() and event.code == event.code.strip():
        yield f"{_CODE}{event.code}"
    if event.lacking:
        yield f"{_LACKING}{event.lacking}"


def read_own(lines: Sequence[Line]) -> tuple[str, int]:
    """Give the code, '' where none is said or two are, and the number of missing rows."""
    said = [found.groups() for line in lines if (found := OWN_LINE.match(line.text))]
    codes = {text for start, text in said if start == _CODE}
    numbers = [int(text) for start, text in said if start == _LACKING and re.fullmatch("[0-9]{1,6}", text)]
    return codes.pop() if len(codes) == 1 else "", sum(numbers)
