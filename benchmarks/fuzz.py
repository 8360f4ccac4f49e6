"""`make fuzz`: readers of files under atheris, for a bounded time: nothing but two-line errors may come out."""

from __future__ import annotations

import datetime as dt
import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

SECONDS = int(os.environ.get("FUZZ_SECONDS", "60"))
"""Seconds for all targets together."""
REPORT = """\
012 Rook Cup
042 2026/01/09
052 2026/01/10
132                                                                                        26/01/09  26/01/10
001    1 m    Alpha,Anne                        1800 FRA    88800001 1980/02/03  1.5    1     2 w 1     2 b =
001    2 w    Beta,Bruno                        1750 FRA             1985        0.5    2     1 b 0     1 w =
"""
GAMES = "white,black,result,date\nA,B,1-0,2026-01-05\nC,,bye,31/01/2026\n"


def workbook() -> bytes:
    """Make a small workbook of games."""
    from openpyxl import Workbook

    book, data = Workbook(), io.BytesIO()
    for row in (("white", "black", "result", "date"), ("A", 7, "1-0", dt.date(2026, 1, 5))):
        book.active.append(row)
    book.save(data)
    return data.getvalue()


def rating_list(name: str) -> bytes:
    """Make a small rating list."""
    from generate_fide import write_text, write_xml

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        (write_xml if name.endswith("xml") else write_text)(path, 5, 1)
        return path.read_bytes()


SEEDS = {
    "report": REPORT.encode, "csv": GAMES.encode, "workbook": workbook,
    "list.txt": lambda: rating_list("list.txt"), "list.xml": lambda: rating_list("list.xml"),
}  # fmt: skip


def fuzz(target: str, seconds: int) -> None:
    """Change one seed for some seconds; a crash ends the process with the input that caused it."""
    import atheris

    with atheris.instrument_imports(include=["ratings.files", "ratings.loading.inspection"]):
        from ratings.files.sources import Source
        from ratings.loading.inspection import inspect

    def once(data: bytes) -> None:
        told = inspect(Source("file", lambda: io.BytesIO(data)))
        if not told["is"] and not told["issues"]:
            raise AssertionError("neither read nor refused")

    with tempfile.TemporaryDirectory() as corpus:
        (Path(corpus) / "seed").write_bytes(SEEDS[target]())
        options = [
            f"-max_total_time={seconds}",
            "-timeout=20",
            "-rss_limit_mb=4096",
            "-verbosity=0",
            "-print_final_stats=1",
        ]
        atheris.Setup([sys.argv[0], *options, corpus], once)
        atheris.Fuzz()


def main() -> None:
    """Fuzz every target in a process of its own; the exit code is 1 where one crashed."""
    try:
        import atheris  # noqa: F401
    except ImportError as error:
        print(f"atheris is not installed ({error}): nothing was fuzzed. It runs on Linux with CPython 3.11 to 3.13.")
        return
    failed = []
    for target in SEEDS:
        print(f"fuzzing {target} for {SECONDS // len(SEEDS)} s", flush=True)
        command = [sys.executable, __file__, target, str(SECONDS // len(SEEDS))]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        runs = [line for line in done.stderr.splitlines() if "number_of_executed_units" in line]
        print(f"  {runs[-1].split()[-1] if runs else '?'} inputs, {'a crash' if done.returncode else 'no crash'}")
        if done.returncode:
            failed.append(target)
            print("\n".join(done.stderr.splitlines()[-40:]))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    fuzz(sys.argv[1], int(sys.argv[2])) if len(sys.argv) > 1 else main()
