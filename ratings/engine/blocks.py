"""Rules on arrays of players, a block of players at a time: temporary arrays stay in the processor's cache."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

import numpy as np

BLOCK = 1 << 16
"""Players at a time: arrays of half a megabyte, and few enough blocks that calls cost nothing beside the work."""

T = TypeVar("T")


def by_blocks(rule: Callable[..., T], size: int, *records: Any) -> T:
    """Give `rule(*records)` for `size` players, computed block by block.

    A record is an array by player, or a dataclass or tuple of such; anything else goes to every block as it is. What
    the rule says of a player hangs on that player alone; it gives records, too.
    """
    if size <= BLOCK:
        return rule(*records)
    out: Any = None
    for start in range(0, size, BLOCK):
        block = slice(start, start + BLOCK)
        made = rule(*(_each(record, lambda array: array[block]) for record in records))  # noqa: B023 - used at once
        out = _each(made, lambda array: np.empty(size, dtype=array.dtype)) if out is None else out
        _put(out, block, made)
    return out  # type: ignore[no-any-return]


def _each(record: Any, change: Callable[[Any], Any]) -> Any:
    """Give a record with all its arrays changed."""
    if isinstance(record, np.ndarray):
        return change(record)
    if is_dataclass(record) and not isinstance(record, type):
        return type(record)(**{field.name: _each(getattr(record, field.name), change) for field in fields(record)})
    return tuple(_each(part, change) for part in record) if isinstance(record, tuple) else record


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
