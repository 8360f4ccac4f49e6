"""The golden lists of the sample period under every French edition: `make golden` writes them, tests compare them."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent)]

from office import REPOSITORY, Office

DATA = REPOSITORY / "data" / "ffe"
GOLDEN = DATA / "golden"
TABLES = ("list", "archives", "changes", "estimates")
PERIOD = ("--starts", "2026-01-01", "--ends", "2026-01-31")


@dataclass(frozen=True)
class Golden:
    """One golden folder: the system, the edition, and what the names of its files begin with."""

    system: str
    edition: str
    prefix: str = ""

    def file(self, name: str) -> Path:
        """Give the path of the system's list, games or tournaments."""
        return DATA / f"{self.prefix}{name}.csv"

    @property
    def folder(self) -> Path:
        """Give the folder of the golden tables."""
        return GOLDEN / f"{self.system.removeprefix('ffe-')}-{self.edition}"


NATIONAL, RAPID = ("ffe-national", ""), ("ffe-rapid", "rapid_")
EDITIONS = {
    golden.folder.name: golden
    for golden in (
        *(Golden(NATIONAL[0], edition, NATIONAL[1]) for edition in ("S1", "S0", "R01")),
        *(Golden(RAPID[0], edition, RAPID[1]) for edition in ("S0", "E02")),
    )
}


def loaded(folder: Path, golden: Golden) -> Office:
    """Load the sample period of a system into a fresh office; nothing may be refused."""
    office = Office(folder, f"sqlite:///{folder}/ratings.db")
    system, day = ("--system", golden.system), ("--date", "2025-12-31")
    office.do("load", "players", DATA / "players.csv")
    office.do("load", "list", golden.file("list"), *system, *day)
    if golden.system == "ffe-rapid":
        office.do("load", "list", DATA / "national.csv", "--system", "ffe-national", *day)
    office.do("period", "add", golden.system, "2026-01", *PERIOD)
    tournaments = ("--tournaments", golden.file("tournaments"))
    office.do("load", "games", golden.file("games"), *system, "--period", "2026-01", *tournaments)
    return office


def tables(folder: Path, golden: Golden) -> dict[str, bytes]:
    """Rate the sample period under an edition in a fresh office, and give its exported tables."""
    office = loaded(folder, golden)
    office.do("rate", golden.system, "2026-01", "--edition", golden.edition)
    return {f"{what}.csv": office.do("export", golden.system, "2026-01", "--what", what).output for what in TABLES}


def main() -> None:
    """Write every golden file afresh; read the difference before you keep it."""
    for golden in EDITIONS.values():
        with tempfile.TemporaryDirectory() as folder:
            golden.folder.mkdir(parents=True, exist_ok=True)
            for file, data in tables(Path(folder), golden).items():
                (golden.folder / file).write_bytes(data)
                print((golden.folder / file).relative_to(REPOSITORY))


if __name__ == "__main__":
    main()
