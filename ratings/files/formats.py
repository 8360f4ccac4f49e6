"""Tells the formats of files apart by their content: the first bytes decide, never the name."""

from __future__ import annotations

from collections.abc import Collection

from ratings.files.fide_list_sign import looks_like_fide_list
from ratings.files.trf_sign import looks_like_trf

HEAD_BYTES = 1 << 16
GZIP, ZIP, XLSX, TRF, FIDE_LIST, TEXT = "gzip", "zip", "xlsx", "trf", "fide-list", "csv"
PARQUET = "parquet"
EMPTY, XLS, ODS, OTHER, UNKNOWN = "empty", "xls", "ods", "other", "unknown"
PASSED_OVER = {
    EMPTY: "empty",
    XLS: "an Excel file of before 2007: save it as .xlsx or CSV",
    ODS: "an OpenDocument sheet: save it as .xlsx or CSV",
    OTHER: "no table and no tournament report",
    UNKNOWN: "text without columns",
}
"""Formats that are not read, and what is said of them; one named on its own is refused with a reason instead."""
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OTHERS = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"Rar!", b"7z\xbc\xaf", b"BZh", b"\xfd7zXZ", b"SQLite")
_WIDE = (b"\xff\xfe", b"\xfe\xff")


def format_of(head: bytes) -> str:
    """Give the format of a file by its first bytes (HEAD_BYTES of them, or all there are); ZIP may be a workbook."""
    if head.startswith(b"\x1f\x8b"):
        return GZIP
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return ZIP
    if head.startswith(b"PAR1"):
        return PARQUET
    if head.startswith(_OLE):
        return XLS
    if head.startswith(_OTHERS):
        return OTHER
    if not head.strip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n\x1a"):
        return EMPTY
    if looks_like_trf(head):
        return TRF
    if looks_like_fide_list(head):
        return FIDE_LIST
    return _format_of_text(head)


def format_of_archive(names: Collection[str]) -> str:
    """Tell Excel's and OpenDocument's files from plain archives, by the names of their members."""
    if "xl/workbook.xml" in names:
        return XLSX
    if "content.xml" in names and "META-INF/manifest.xml" in names:
        return ODS
    return OTHER if "[Content_Types].xml" in names else ZIP


def _format_of_text(head: bytes) -> str:
    text = head.decode("utf-16", "replace") if head.startswith(_WIDE) else head.decode("latin-1")
    if not head.startswith(_WIDE) and b"\0" in head:
        return OTHER
    first = next((line for line in text.splitlines() if line.strip()), "")
    return TEXT if any(mark in first for mark in ",;\t") else UNKNOWN
