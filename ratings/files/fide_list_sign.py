"""Tells a rating list of FIDE's by its first lines, without what it takes to read one."""

from __future__ import annotations

import re

from ratings.files.fide_list_layout import is_header

_XML = re.compile(rb"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<(playerslist|[A-Za-z_]*list)\b", re.DOTALL)


def looks_like_fide_list(head: bytes) -> bool:
    """Say whether a file that starts with these bytes (a few kilobytes are enough) is a FIDE rating list."""
    head = plain(head)
    return bool(_XML.match(head) and b"<player" in head) or is_header(_first_line(head))


def plain(head: bytes) -> bytes:
    """Give the head as ASCII-compatible bytes, whatever mark it starts with."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return head.decode("utf-16", "ignore").encode("utf-8", "ignore")
    return head.removeprefix(b"\xef\xbb\xbf")


def _first_line(head: bytes) -> str:
    lines = (line for line in head.replace(b"\r", b"\n").split(b"\n") if line.strip())
    return next(lines, b"").decode("ascii", "replace")
