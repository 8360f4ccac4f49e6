"""`make demo`: the main job on the sample period in `data/`, with SQLite, as an officer would type it."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "demo"
RATINGS = Path(sys.executable).parent / "ratings"
DATA = "data/ffe"
JOB = (
    f"run ffe-national 2026-01 --starts 2026-01-01 --ends 2026-01-31 --players {DATA}/players.csv "
    f"--list {DATA}/list.csv --games {DATA}/games.csv --tournaments {DATA}/tournaments.csv --out demo/2026-01"
)


CHAMPIONSHIP = (
    "run fide-standard 2025-11 --starts 2025-10-01 --ends 2025-10-31 --players data/fide/players.csv "
    "--list data/fide/list.csv@2025-10-01 --games data/fide/games.csv --tournaments data/fide/tournaments.csv "
    "--out demo/2025-11"
)


def ratings(command: str) -> None:
    """Show a command, run it on the demo's database, and stop where it fails."""
    print(f"\n$ ratings {command}", flush=True)
    arguments = [str(RATINGS), "--db", "sqlite:///demo/ratings.db", *shlex.split(command)]
    done = subprocess.run(arguments, cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def first_lines(name: str, count: int, folder: str = "2026-01") -> None:
    """Show the head of a file that the job wrote."""
    path = DEMO / folder / name
    lines = path.read_text("utf-8").splitlines()
    print(f"\n{path.relative_to(ROOT)}: {len(lines) - 1} rows", flush=True)
    print("\n".join(lines[:count]) + ("\n…" if len(lines) > count else ""), flush=True)


def main() -> None:
    """Start afresh, run the job, show the list, what changed, one explanation, and where the files are."""
    shutil.rmtree(DEMO, ignore_errors=True)
    DEMO.mkdir()
    ratings(JOB)
    first_lines("list.csv", 16)
    first_lines("changes.csv", 11)
    ratings("explain ffe-national 2026-01 B103-1")
    ratings(CHAMPIONSHIP)
    first_lines("list.csv", 13, "2025-11")
    ratings("explain fide-standard 2025-11 us11")
    print(f"\nThe files are in {DEMO / '2026-01'} and {DEMO / '2025-11'}, the database is {DEMO / 'ratings.db'}.")


if __name__ == "__main__":
    main()
