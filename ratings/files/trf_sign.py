"""Tells a tournament report by its first lines, without what it takes to read one."""

from __future__ import annotations

import re

_PLAYER_LINE = re.compile(r"^001[ \t][ 0-9]{4}", re.MULTILINE)
_HEADER_LINE = re.compile(r"^(0[0-9]2|1[0-4]2)[ \t]*(?:[ \t]\S.*)?$", re.MULTILINE)


def looks_like_trf(head: bytes) -> bool:
    """Say whether a file that starts with these bytes (a few kilobytes are enough) is a tournament report."""
    is_wide = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = head.decode("utf-16" if is_wide else "latin-1", "ignore").replace("\r", "\n")
    if _PLAYER_LINE.search(text):
        return True
    tags = {found[1] for found in _HEADER_LINE.finditer(text.removeprefix("\xef\xbb\xbf"))}
    return len(tags) >= 2
