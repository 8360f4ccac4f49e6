"""Changes counted by their amount, in bars whose width suits them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt

WIDTHS = (1, 2, 5, *(step * ten for ten in (10, 100, 1000) for step in (1, 2, 5)))
"""Widths of bars, in points."""
FEWEST, MOST = 5, 15
"""Bars: fewer where there are few changes to show."""
TAIL = 40
"""One change in so many, at either end, does not decide how wide the bars are."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Changes from `least` to `most` points, both inclusive, and how many; None: without end."""

    least: int | None
    most: int | None
    count: int


def bars_of(changes: Sequence[int]) -> list[Bar]:
    """Count changes, none of them 0, in bars of one width; what is far out is in a bar without end."""
    if not changes:
        return []
    ordered, tail = sorted(changes), len(changes) // TAIL
    least, most = ordered[tail], ordered[-1 - tail]
    bars = min(MOST, max(FEWEST, 2 * isqrt(len(changes))))
    width = next((width for width in WIDTHS if most // width - least // width < bars), WIDTHS[-1])
    edges = [number * width for number in range(least // width, most // width + 2)]
    if all(change % width == 0 for change in changes):
        middle = [_bar(changes, edge, edge) for edge in edges[:-1] if edge]
    else:
        middle = [_bar(changes, low or 1, high - 1) for low, high in pairwise(edges)]
    ends = _bar(changes, None, edges[0] - 1), _bar(changes, edges[-1], None)
    return [*(end for end in ends[:1] if end.count), *middle, *(end for end in ends[1:] if end.count)]


def _bar(changes: Sequence[int], least: int | None, most: int | None) -> Bar:
    count = sum((least is None or change >= least) and (most is None or change <= most) for change in changes)
    return Bar(least, most, count)
