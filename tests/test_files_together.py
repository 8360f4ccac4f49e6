"""Several files in one command: they complete each other, contradict each other, and come again as they were."""

from __future__ import annotations

import pytest

DAYS = ("--starts", "2026-01-01", "--ends", "2026-01-31")
GOOD = "id,name\nA,Ana\nB,Bo\n"
BAD = "id,name,birth_year\nA,Ana,1x\nQ,Quo,1y\n"


def run(office, *more: str, code: int = 0, system: str = "ffe-national"):
    return office.do("run", system, "2026-01", *DAYS, "--out", "out", *more, code=code)


class TestTheSameFilesAgain:
    """A command that is repeated, by cron or by hand, neither mends refused rows nor makes more of them."""

    @pytest.mark.parametrize("first, second", [("good.csv", "bad.csv"), ("bad.csv", "good.csv")])
    def test_players(self, office, first, second):
        office.file("good.csv", GOOD)
        office.file("bad.csv", BAD)
        files = ("--players", first, "--players", second)
        run(office, *files, code=3)
        before, refused = office.dump(), (office.folder / "out" / "refused-players.csv").read_bytes()
        for _ in range(2):
            assert "ffe-national 2026-01: unchanged" in run(office, *files, code=3).err
            assert office.dump() == before
            assert (office.folder / "out" / "refused-players.csv").read_bytes() == refused

    def test_what_another_file_has_mended_stays_mended(self, office):
        office.file("bad.csv", BAD)
        office.file("mended.csv", BAD.replace("1x", "1980").replace("1y", "1990"))
        office.do("period", "add", "ffe-national", "2026-01", *DAYS)
        office.do("load", "players", "bad.csv", code=3)
        for _ in range(2):
            office.do("load", "players", "bad.csv", "mended.csv", code=3)
            assert office.refused() == []

    def test_a_file_that_changes_players_back_has_its_refused_rows_once(self, office):
        office.file("one.csv", GOOD + ",Nobody\n")
        office.do("load", "players", "one.csv", code=3)
        office.do("load", "players", office.file("two.csv", "id,name\nA,Anna\n"))
        assert "1 changed" in office.do("load", "players", "one.csv", code=3).err
        office.do("period", "add", "ffe-national", "2026-01", *DAYS)
        assert office.refused() == [(4, "id", "", "missing-value")]

    def test_lists_that_contradict_each_other(self, office):
        office.do("load", "players", office.file("p.csv", GOOD))
        files = ("--list", office.file("l.csv", "id,rating\nA,1800\n"),
                 "--list", office.file("m.csv", "id,rating\nA,1810\n"))  # fmt: skip
        for _ in range(2):
            assert "1 refused row is not mended" in run(office, *files, code=3).err
