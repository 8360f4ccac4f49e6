"""Valid files with random bytes changed: two lines or a result, never a traceback; a changed result is always said."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generate_fide import write_text, write_xml
from office import GAMES as HEADER
from ratings.errors import RatingsError
from ratings.files.read import read_games
from ratings.files.sources import Source
from ratings.loading.inspection import inspect
from reports import report
from test_workbooks import GAMES, book

EDITS = st.lists(
    st.tuples(st.floats(0, 1, exclude_max=True), st.sampled_from(["change", "drop", "add"]), st.integers(0, 255)),
    min_size=1, max_size=4,
)  # fmt: skip
CSV = f"{HEADER}\n" + "".join(f"T,{n},2026-01-{n:02},A,{'BCDE'[n % 4]},1-0\n" for n in range(1, 20))


def made(write) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list"
        write(path, 12, 1)
        return path.read_bytes()


FILES = {
    "trf": report().encode(), "csv": CSV.encode(), "text list": made(write_text), "xml list": made(write_xml),
    "xlsx": book(GAMES, *(("T", n, f"2026-01-{n:02}", "A", "B", "1-0") for n in range(1, 9))),
}  # fmt: skip


def edited(data: bytes, edits: list[tuple[float, str, int]]) -> bytes:
    out = bytearray(data)
    for place, what, byte in edits:
        at = int(place * len(out))
        if what == "change":
            out[at] = byte
        elif what == "drop":
            del out[at]
        else:
            out.insert(at, byte)
    return bytes(out)


def source(data: bytes, name: str = "file") -> Source:
    return Source(name, lambda: io.BytesIO(data))


@pytest.mark.parametrize("kind", FILES)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(edits=EDITS)
def test_any_edit_is_read_or_refused(kind, edits):
    told = inspect(source(edited(FILES[kind], edits)))
    assert told["is"] or told["issues"]


@settings(max_examples=300, deadline=None)
@given(edits=EDITS)
def test_a_changed_report_says_what_changed_or_has_the_same_games(edits):
    """Both sides of a game stand in the file: an edit of a few bytes cannot change one in silence."""
    before = FILES["trf"]
    after = edited(before, edits)
    try:
        table = read_games(source(after, "cup.trf"), (), (), None)
    except RatingsError:
        return
    if table.event is None or table.issues or len(edits) > 2:
        return
    good = read_games(source(before, "cup.trf"), (), (), None)
    names = ("white", "black", "result", "round")
    if [table.cells(row) for row in range(len(table))] == [good.cells(row) for row in range(len(good))]:
        return
    changed = {tuple(table.cell(name, row) for name in names) for row in range(len(table))}
    usual = {tuple(good.cell(name, row) for name in names) for row in range(len(good))}
    assert changed == usual or len(table.notes) > len(good.notes), (changed ^ usual, table.notes)


@pytest.mark.parametrize("kind", FILES)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=EDITS)
def test_the_program_ends_in_two_lines_or_a_result(ready_desk, kind, edits):
    ready_desk.file("file", edited(FILES[kind], edits))
    words = ("list", "--date", "2026-01-01") if "list" in kind else ("games", "--period", "2026-01")
    result = ready_desk.run("load", words[0], "file", "--system", "ffe-national", *words[1:])
    assert result.code in (0, 1, 3), result.err
    assert "Traceback" not in result.err
    assert "fault in the program" not in result.err
