"""Everything that is exported of a published period stays as it was, whatever players are called afterwards."""

from __future__ import annotations

import hashlib

import pytest

from office import LIST, PLAYERS

SYSTEM = ("ffe-national", "2026-01")
WHAT = ("list", "list --full", "archives", "changes", "estimates", "inactive")
STRANGE = PLAYERS + """\
=1,=Equals,1990,F,FRA,+Plus
-2,-Minus,1991,M,FRA,@At
@3,'Quote,1992,M,FRA,Reims
W,Wanda,1990,F,,Metz
"""
RATED = LIST + "=1,1500,N,30,1500,2025-10-04\n-2,1500,N,30,1500,2025-10-04\n"
GAMES = (
    "T1,1,2026-01-10,A,B,1-0", "T1,1,2026-01-10,C,D,1/2-1/2", "T1,1,2026-01-10,=1,-2,1-0", "T1,2,2026-01-10,U,=1,0-1",
    "T1,2,2026-01-10,@3,-2,1/2-1/2", "T2,1,2026-01-11,V,W,1-0",
)  # fmt: skip
DAYS = ("--starts", "2026-01-01", "--ends", "2026-01-31")
RENAMED = "id,name,federation,club,sex\n" + "".join(
    f"{one},Zz{place},BEL,Club{place},M\n" for place, one in enumerate(("A", "U", "V", "W", "=1", "-2", "@3"))
)


def exported(office, system: str = SYSTEM[0]) -> dict[str, bytes]:
    """Give every table of a period's run."""
    return {what: office.do("export", system, SYSTEM[1], "--what", *what.split()).output for what in WHAT}


@pytest.fixture
def rated(office):
    office.opened(players=STRANGE, listed=RATED).load_rows(*GAMES)
    office.do("rate", *SYSTEM)
    return office


def test_no_table_of_a_published_period_changes(rated):
    before = exported(rated)
    assert b"'=Equals" in before["changes"]
    rated.do("publish", *SYSTEM)
    assert exported(rated) == before
    rated.do("load", "players", rated.file("new.csv", RENAMED))
    assert exported(rated) == before


def test_the_hash_is_that_of_the_list_which_is_exported(rated):
    rated.do("publish", *SYSTEM)
    rated.do("load", "players", rated.file("new.csv", RENAMED))
    ((sha256,),) = rated.query("SELECT sha256 FROM list WHERE revision = 1")
    assert sha256 == hashlib.sha256(rated.do("export", *SYSTEM).output).hexdigest()


def test_a_run_keeps_and_writes_the_same(rated, tmp_path):
    other = type(rated)(tmp_path / "run", f"sqlite:///{tmp_path / 'run.db'}")
    other.file("players.csv", STRANGE)
    other.file("list.csv", RATED)
    other.games("games.csv", *GAMES)
    files = ("--players", "players.csv", "--list", "list.csv", "--games", "games.csv", "--out", "out")
    job = ("run", *SYSTEM, *DAYS, *files)
    other.do(*job)
    rated.do("publish", *SYSTEM)
    assert exported(other) == exported(rated)
    assert kept(other) == kept(rated)
    other.do("load", "players", other.file("new.csv", RENAMED))
    for name in ("list.csv", "changes.csv", "estimates.csv"):
        (other.folder / "out" / name).unlink()
    other.do(*job)
    for what in ("list", "archives", "changes", "estimates"):
        assert (other.folder / "out" / f"{what}.csv").read_bytes() == exported(rated)[what]


def kept(office) -> tuple[str, bytes]:
    """Give the hash and the content of the published list."""
    ((sha256, content),) = office.query("SELECT sha256, content FROM list WHERE revision = 1")
    return sha256, bytes(content)


def test_who_has_left_the_list_keeps_the_name(office):
    office.file("players.csv", PLAYERS)
    office.do("load", "players", "players.csv")
    listed = "id,rating,games,peak,last_game,status\nA,1800,120,1850,2025-12-06,\nB,1750,80,1790,2019-01-01,off-list\n"
    office.do("load", "list", office.file("list.csv", listed), "--system", "fide-standard", "--date", "2025-12-31")
    office.do("period", "add", "fide-standard", SYSTEM[1], *DAYS)
    office.do("rate", "fide-standard", SYSTEM[1])
    office.do("publish", "fide-standard", SYSTEM[1])
    before = exported(office, "fide-standard")
    assert (b"Beta Bruno" in before["list"], b"Beta Bruno" in before["list --full"]) == (False, True)
    office.do("load", "players", office.file("new.csv", RENAMED + "B,Somebody Else,BEL,Elsewhere,M\n"))
    assert exported(office, "fide-standard") == before
    ((sha256,),) = office.query("SELECT sha256 FROM list WHERE revision = 1")
    assert sha256 == hashlib.sha256(before["list"]).hexdigest()
