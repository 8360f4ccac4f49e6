"""Memory that is free goes back to the system, between stages that want much of it each."""

from __future__ import annotations

import ctypes
import sys

import pyarrow as pa


def release() -> None:
    """Give back what the allocators of Arrow and of the C library keep for later; results do not depend on it."""
    pa.default_memory_pool().release_unused()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # only the GNU library has it
        if trim is not None:
            trim(0)
