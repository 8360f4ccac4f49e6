"""Offices with a rated period of every system for tests of letters, and the golden letters (`make golden`)."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent)]

from make_golden import EDITIONS, loaded
from office import REPOSITORY, Office
from office import january as rated_january

LETTERS = Path(__file__).parent / "letters"
FIDE = REPOSITORY / "data" / "fide"
PLAYERS = "id,name,public\nA,Anne,\nB,Bruno,\nC,Chloe,no\nD,Denis,\nU,Ugo,\nW,Walt,\nX,Xenia,\n"
LIST = "id,rating,games,peak\nA,2650,100,2650\nB,2000,50,2010\nC,2050,10,2050\nD,1900,100,1950\nX,1300,40,1500\n"
GAMES = (
    "T1,1,Y-01-05,A,B,1-0", "T1,2,Y-01-05,A,C,1/2-1/2", "T1,3,Y-01-06,B,C,0-1", "T1,4,Y-01-06,B,D,1-0",
    "T1,5,Y-01-07,B,U,0-1", "T1,6,Y-01-07,U,C,0-1", "T1,7,Y-01-08,U,D,1-0", "T1,8,Y-01-08,U,W,1-0",
    "T2,1,Y-01-09,B,D,1/2-1/2", "T2,2,Y-01-09,U,D,1/2-1/2", "T2,3,Y-01-10,U,A,1/2-1/2", "T2,4,Y-01-10,B,D,1-0F",
    "T2,5,Y-01-11,B,,bye", "T2,5,Y-01-11,A,D,0-1F", "T2,6,Y-01-12,A,D,0-0F", ",,Y-01-11,B,C,1-0", ",,Y-01-11,B,W,1-0",
)  # fmt: skip
YEARS = {
    "fide-standard": (2012, 2016, 2024, 2026), "fide-rapid": (2012, 2016, 2023, 2024, 2025, 2026),
    "fide-blitz": (2012, 2016, 2023, 2024, 2025, 2026), "ukd-standard": (2017, 2026), "ukd-rapid": (2017, 2026),
    "ukd-blitz": (2017, 2026), "elo-international": (1995,),
}  # fmt: skip
"""Years whose January is rated: one under each edition."""

GOLDEN = {
    "national-B103-1.en": ("national", "B103-1", "en"), "national-B103-2.fr": ("national", "B103-2", "fr"),
    "national-F022.tr": ("national", "F022", "tr"), "rapid-Q31.fr": ("rapid", "Q31", "fr"),
    "fide-us11.en": ("fide", "us11", "en"), "fide-us11.fr": ("fide", "us11", "fr"),
    "ukd-B.tr": ("ukd", "B", "tr"), "ukd-U.fr": ("ukd", "U", "fr"),
}  # fmt: skip
"""Files of golden letters: the office, the player and the language."""


january = partial(rated_january, players=PLAYERS, listed=LIST)


def championship(folder: Path) -> Office:
    """Run the sample period of `data/fide`, published."""
    office = Office(folder, f"sqlite:///{folder / 'ratings.db'}")
    days = ("--starts", "2025-10-01", "--ends", "2025-10-31", "--out", "out")
    files = ("--players", FIDE / "players.csv", "--list", f"{FIDE / 'list.csv'}@2025-10-01")
    games = ("--games", FIDE / "games.csv", "--tournaments", FIDE / "tournaments.csv")
    office.do("run", "fide-standard", "2025-11", *days, *files, *games)
    return office


def golden_office(name: str, folder: Path) -> tuple[Office, str, str]:
    """Give one of the offices of golden letters, with its system and its period."""
    folder.mkdir(exist_ok=True)
    if name == "fide":
        return championship(folder), "fide-standard", "2025-11"
    if name == "ukd":
        return january(folder, "ukd-standard", 2026, *GAMES), "ukd-standard", "p"
    edition = EDITIONS[{"national": "national-R01", "rapid": "rapid-E02"}[name]]
    office = loaded(folder, edition)
    office.do("rate", edition.system, "2026-01")
    return office, edition.system, "2026-01"


def golden_letters() -> Iterator[tuple[Path, bytes]]:
    """Make every golden letter afresh, with the path of its file."""
    with tempfile.TemporaryDirectory() as folder:
        offices = {name: golden_office(name, Path(folder) / name) for name, _, _ in GOLDEN.values()}
        for file, (name, player, language) in GOLDEN.items():
            office, system, period = offices[name]
            yield LETTERS / f"{file}.txt", office.do("explain", system, period, player, "--letter", language).output


if __name__ == "__main__":
    for path, data in golden_letters():
        path.write_bytes(data)
        print(path.relative_to(REPOSITORY))
