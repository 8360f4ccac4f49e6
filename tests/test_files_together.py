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


def register(office) -> list[tuple]:
    return office.query("SELECT id, name, birth_year, birth_on, club, estimate FROM player ORDER BY id")


def text(row: tuple) -> tuple:
    return tuple(None if value is None else str(value) for value in row)


ONE = "id,name,birth_year,club\nA,Ana,1980,Reims\nB,Bo,1985,Lyon\nC,Cy,,Metz\n"
CONTRADICTIONS = {
    "name": ("id,name\nA,Anna\n", "name 'Anna': another file, one.csv, line 2, says 'Ana'", "name 'Ana'", "'Anna'"),
    "birth year": (
        "id,name,birth_year\nA,Ana,1981\n", "birth_year '1981': another file, one.csv, line 2, says '1980'",
        "birth_year '1980'", "'1981'",
    ),
    "birth date": (
        "id,birth_date\nA,02/05/1981\n", "birth_date '02/05/1981': another file, one.csv, line 2, says '1980'",
        "birth_year '1980'", "'1981'",
    ),
    "club": (
        "id,club\nA,Nancy\n", "club 'Nancy': another file, one.csv, line 2, says 'Reims'", "club 'Reims'", "'Nancy'",
    ),
}  # fmt: skip


class TestPlayers:
    """An id in two files of players: equal, completing each other, or contradicting, in either order."""

    @pytest.mark.parametrize("other, here, column, there", CONTRADICTIONS.values(), ids=CONTRADICTIONS)
    @pytest.mark.parametrize("turned", [False, True])
    def test_rows_that_contradict_are_both_refused(self, office, other, here, column, there, turned):
        office.do("load", "players", office.file("before.csv", "id,name,club\nA,Annette,Brest\n"))
        files = (office.file("one.csv", ONE), office.file("two.csv", other))
        said = office.do("load", "players", *(files[::-1] if turned else files), code=3).err
        assert f"two.csv, line 2, {here}\n" in said
        assert f"one.csv, line 2, {column}: another file, two.csv, line 2, says {there}\n" in said
        assert said.count("  refused: ") == 2
        assert [text(row) for row in register(office)] == [
            ("A", "Annette", None, None, "Brest", None), ("B", "Bo", "1985", None, "Lyon", None),
            ("C", "Cy", None, None, "Metz", None),
        ]  # fmt: skip
        assert {(row["file"], row["id"]) for row in office.read("refused.csv")} == {("one.csv", "A"), ("two.csv", "A")}

    @pytest.mark.parametrize("turned", [False, True])
    def test_empty_cells_are_filled(self, office, turned):
        two = "id,name,birth_date,club,estimate\nA,Ana,12/03/1980,,1400\nB,Bo,,,\nC,Cy,01/02/1990,Metz,\nD,Di,,,\n"
        files = (office.file("one.csv", ONE), office.file("two.csv", two))
        files = files[::-1] if turned else files
        assert "cleared" not in office.do("load", "players", *files).err
        assert [text(row) for row in register(office)] == [
            ("A", "Ana", "1980", "1980-03-12", "Reims", "1400"), ("B", "Bo", "1985", None, "Lyon", None),
            ("C", "Cy", "1990", "1990-02-01", "Metz", None), ("D", "Di", None, None, None, None),
        ]  # fmt: skip
        before = office.dump()
        assert office.do("load", "players", *files).err.count("unchanged") == 2
        assert office.dump() == before

    def test_an_empty_cell_clears_what_was_there_before(self, office):
        office.do("load", "players", office.file("before.csv", "id,name,club\nA,Ana,Brest\n"))
        files = [office.file(name, f"id,name,club\nA,Ana,\n{name},Bo,\n") for name in ("x", "y")]
        office.do("load", "players", *files)
        assert [row[4] for row in register(office)] == [None, None, None]

    def test_equal_rows_and_other_players(self, office):
        files = [office.file(name, ONE + f"{name},Else,1990,\n") for name in ("x", "y", "z")]
        office.do("load", "players", *files)
        assert [row[0] for row in register(office)] == ["A", "B", "C", "x", "y", "z"]

    def test_two_against_one_is_no_majority(self, office):
        """A third file that agrees with one of them, or has nothing to say of it, does not mend the others."""
        clubs = ("id,name,club\nA,Ana,X\n", "id,name,club\nA,Ana,Y\n", "id,club,name\nA,X,Ana\n", "id,club\nA,\n")
        files = [office.file(f"{number}.csv", one) for number, one in enumerate((*clubs, "id,name\nA,Ana\n"))]
        office.do("period", "add", "ffe-national", "2026-01", *DAYS)
        for _ in range(2):
            office.do("load", "players", *files, code=3)
            assert [row[3] for row in office.refused()] == ["contradiction"] * 4
            assert [(row[1], row[4]) for row in register(office)] == [("Ana", None)]
        office.do("load", "players", office.file("mended.csv", "id,name,club\nA,Ana,Y\n"))
        assert office.refused() == []

    def test_refused_rows_say_nothing(self, office):
        files = (office.file("a.csv", "id,name,birth_year,club\nA,Ana,80,X\n"),
                 office.file("b.csv", "id,name,club\nA,Ana,Y\n"))  # fmt: skip
        assert "another file" not in office.do("load", "players", *files, code=3).err
        assert [row[4] for row in register(office)] == ["Y"]

    def test_files_of_a_folder_are_files_of_one_command(self, desk):
        (desk.folder / "clubs").mkdir()
        desk.file("clubs/a.csv", "id,name\nA,Ana\n")
        desk.file("clubs/b.csv", "id,name\nA,Anna\n")
        assert desk.do("load", "players", "clubs", code=3).err.count("another file, ") == 2

    @pytest.mark.parametrize("flags", [(), ("--publish-anyway", "no time")])
    def test_a_run(self, office, flags):
        """Their order decides nothing, so that a list may be published in spite of them."""
        files = ("--players", office.file("one.csv", ONE), "--players", office.file("two.csv", "id,name\nA,Anna\n"))
        said = run(office, *files, *flags, code=3).err
        assert ("is published" in said) == bool(flags)
        assert {row["id"] for row in office.read("out/refused-players.csv")} == {"A"}
        assert len(office.read("out/refused-players.csv")) == 2
        assert [row[0] for row in register(office)] == ["B", "C"]

    def test_a_run_of_files_in_which_texts_repeat_and_do_not(self, office):
        files = (office.file("a.csv", "id,name,club\nA,Ana,X\nB,Bo,X\n"),
                 office.file("b.csv", "id,name,club\nC,Cy,Y\nD,Di,Z\nA,Ana,\n"))  # fmt: skip
        listed = office.file("l.csv", "id,rating\nA,1800\nB,1700\nC,1600\nD,1500\n")
        run(office, "--players", files[0], "--players", files[1], "--list", listed)
        assert [row["club"] for row in office.read("out/list.csv")] == ["X", "X", "Y", "Z"]

    def test_one_command_after_the_other_is_an_update(self, office):
        office.do("load", "players", office.file("one.csv", ONE))
        office.do("load", "players", office.file("two.csv", "id,name\nA,Anna\n"))
        assert register(office)[0][1] == "Anna"


class TestReplay:
    """A replay publishes at once: lists whose order would decide stop it, rows of players are left out."""

    def replay(self, office, *more: str) -> tuple[str, ...]:
        games = office.games("g.csv", "T,1,2026-01-10,A,B,1-0")
        return ("replay", "ffe-national", games, "--players", office.file("one.csv", ONE), "--out", "out", *more)

    def test_lists(self, office):
        files = [office.file(name, f"id,rating\nA,18{name[0]}0\n") for name in ("1.csv", "2.csv")]
        for one, other in (files, files[::-1]):
            told = self.replay(office, "--list", one, "--list", other)
            office.stopped(*told, error="another file of this list says 18.0; the order", hint="Mend one of them")

    def test_players(self, office):
        other = office.file("two.csv", "id,name\nC,Cyril\n")
        assert office.do(*self.replay(office, "--players", other), code=3).err.count("another file, ") == 2


class TestTournaments:
    """Two files of tournaments: they complete each other, or nothing is written."""

    ONE = "tournament,name,minutes,starts\nT,Open,120,2026-01-09\n"

    @pytest.mark.parametrize("turned", [False, True])
    def test_they_complete_each_other(self, ready, turned):
        files = [ready.file("a.csv", self.ONE), ready.file("b.csv", "tournament,place,ends\nT,Lyon,2026-01-11\n")]
        named = [word for file in (files[::-1] if turned else files) for word in ("--tournaments", file)]
        ready.load_rows("T,1,2026-01-10,A,B,1-0", options=named)
        (row,) = ready.query("SELECT name, place, minutes, starts_on, ends_on FROM tournament WHERE code = 'T'")
        assert text(row) == ("Open", "Lyon", "120", "2026-01-09", "2026-01-11")

    @pytest.mark.parametrize("other, error", [
        ("tournament,minutes\nS,60\nT,60\n", "b.csv, line 3, minutes '60': a.csv, line 2 says '120'"),
        ("tournament,starts\nT,10/01/2026\n", "b.csv, line 2, starts '10/01/2026': a.csv, line 2 says '2026-01-09'"),
        ("tournament,ends\nT,2026-01-08\n", "ends '2026-01-08': by a.csv, line 2 and b.csv, line 2 together .* before"),
    ])  # fmt: skip
    def test_they_contradict_each_other(self, ready, other, error):
        before = ready.dump()
        files = ("--tournaments", ready.file("a.csv", self.ONE), "--tournaments", ready.file("b.csv", other))
        games = ready.games("g.csv", "T,1,2026-01-10,A,B,1-0")
        ready.stopped("load", "games", games, "--system", "ffe-national", "--period", "2026-01", *files, error=error)
        assert ready.dump() == before
