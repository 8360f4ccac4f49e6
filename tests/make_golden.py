"""The golden lists of the sample period under every French edition: `make golden` writes them, tests compare them."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent)]

from office import REPOSITORY, Office

DATA = REPOSITORY / "data" / "ffe"
GOLDEN = DATA / "golden"
EDITIONS = {
    "national-S1": ("ffe-national", "S1"),
    "national-S0": ("ffe-national", "S0"),
    "national-R01": ("ffe-national", "R01"),
    "rapid-S0": ("ffe-rapid", "S0"),
    "rapid-E02": ("ffe-rapid", "E02"),
}
TABLES = ("list", "archives", "changes", "estimates")


def tables(folder: Path, system: str, edition: str) -> dict[str, bytes]:
    """Rate the sample period under an edition in a fresh office, and give its exported tables."""
    office = Office(folder, f"sqlite:///{folder}/ratings.db")
    office.do("load", "players", DATA / "players.csv")
    office.do("load", "list", DATA / "list.csv", "--system", "ffe-national", "--date", "2025-12-31")
    if system == "ffe-rapid":
        office.do("load", "list", DATA / "rapid_list.csv", "--system", system, "--date", "2025-12-31")
    office.do("period", "add", system, "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
    office.do("load", "games", DATA / "games.csv", "--system", system, "--period", "2026-01")
    office.do("rate", system, "2026-01", "--edition", edition)
    return {f"{what}.csv": office.do("export", system, "2026-01", "--what", what).output for what in TABLES}


def main() -> None:
    """Write every golden file afresh; read the difference before you keep it."""
    for name, (system, edition) in EDITIONS.items():
        with tempfile.TemporaryDirectory() as folder:
            for file, data in tables(Path(folder), system, edition).items():
                (GOLDEN / name).mkdir(parents=True, exist_ok=True)
                (GOLDEN / name / file).write_bytes(data)
                print(GOLDEN.relative_to(REPOSITORY) / name / file)


if __name__ == "__main__":
    main()
