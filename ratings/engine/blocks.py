"""Rules on arrays of players, a block of players at a time: temporary arrays stay in the processor's cache."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

import numpy as np

BLOCK = 1 << 16
"""Players at a time: arrays of half a megabyte, and few enough blocks that calls cost nothing beside the work."""

T = TypeVar("T")


def blocks(size: int) -> Iterator[slice]:
    """Give the blocks of so many players: one at least."""
    return (slice(start, start + BLOCK) for start in range(0, max(size, 1), BLOCK))


def part_of(record: Any, block: slice) -> Any:
    """Give a block of a record: of all its arrays."""
    return changed(record, np.ndarray, lambda array: array[block])


def by_blocks(rule: Callable[..., T], size: int, *records: Any) -> T:
    """Give `rule(*records)` for `size` players, computed block by block.

    A record is an array by player, or a dataclass or tuple of such; anything else goes to every block as it is. What
    the rule says of a player hangs on that player alone; it gives records, too.
    """
    if size <= BLOCK:
        return rule(*records)
    out: Any = None
    for block in blocks(size):
        made = rule(*(part_of(record, block) for record in records))
        out = changed(made, np.ndarray, lambda array: np.empty(size, dtype=array.dtype)) if out is None else out
        _put(out, block, made)
    return out  # type: ignore[no-any-return]


def changed(record: Any, kind: type, change: Callable[[Any], Any]) -> Any:
    """Give a record, or a tuple of records, with every part of a kind, such as its arrays, changed."""
    if isinstance(record, kind):
        return change(record)
    if is_dataclass(record) and not isinstance(record, type):
        parts = {field.name: changed(getattr(record, field.name), kind, change) for field in fields(record)}
        return type(record)(**parts)
    return tuple(changed(part, kind, change) for part in record) if isinstance(record, tuple) else record


def _put(out: Any, block: slice, made: Any) -> None:
    """Put a block's arrays into the whole ones."""
    if isinstance(out, np.ndarray):
        out[block] = made
    elif is_dataclass(out):
        for field in fields(out):
            _put(getattr(out, field.name), block, getattr(made, field.name))
    elif isinstance(out, tuple):
        for whole, part in zip(out, made, strict=True):
            _put(whole, block, part)
