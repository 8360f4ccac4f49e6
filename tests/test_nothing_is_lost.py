"""Rows are mended by the same row only, loads taken back leave nothing behind, stale FIDE runs are not published."""

from __future__ import annotations

import pytest

from office import Office

DAY, NEXT = "2026-01-10", "2026-01-11"
JANUARY, FEBRUARY = ("ffe-national", "2026-01"), ("ffe-national", "2026-02")
LIST = ("--system", "ffe-national", "--date", "2025-12-31")
FIDE = ("fide-standard", "2026-01")


class TestRefused:
    """What settles a refused row, and what does not."""

    def test_a_clean_file_of_other_players_settles_nothing(self, ready):
        ready.do("load", "list", ready.file("bad.csv", "id,rating\nU,18OO\nV,1500\n"), *LIST, code=3)
        ready.do("load", "list", ready.file("other.csv", "id,games\nA,120\nB,80\nC,60\n"), *LIST)
        assert [row["value"] for row in ready.check()["refused"]] == ["18OO"]
        ready.do("load", "players", ready.file("p.csv", "id,name,birth_year\nX,Xavier,15OO\nY,Yves,1990\n"), code=3)
        ready.do("load", "players", ready.file("q.csv", "id,club\nA,Metz\nB,Metz\n"))
        assert ready.check()["refused_count"] == 2

    def test_the_same_file_mended_settles_rows_that_went(self, ready):
        ready.do("load", "list", ready.file("bad.csv", "id,rating\nQ9,1800\nU,1500\nV,1500\n"), *LIST, code=3)
        ready.do("load", "list", ready.file("good.csv", "id,rating\nU,1500\nV,1500\n"), *LIST)
        assert ready.check()["refused_count"] == 0

    def test_the_next_round_of_the_same_player_settles_nothing(self, ready):
        ready.load_rows(f"X,1,{DAY},A,ZZ,1-0", f"X,1,{DAY},C,D,1-0", code=3)
        ready.load_rows(f"X,2,{NEXT},A,C,1-0", f"X,2,{NEXT},D,B,1-0", name="two.csv", code=3)
        assert ready.check()["set_aside"] == ["X"]
        ready.load_rows(f"X,1,{DAY},A,B,1-0", name="mended.csv")
        assert ready.check()["blocks"] == []

    @pytest.mark.parametrize("bad", [f"X,one,{DAY},A,B,1-0", "X,1,31/31/2026,A,B,1-0", f"X,1,{DAY},A,ZZ,1-0"])
    def test_a_row_is_mended_whatever_was_wrong(self, ready, bad):
        ready.load_rows(f"X,1,{DAY},C,D,1-0", bad, code=3)
        ready.load_rows(f"X,1,{DAY},A,B,1-0", name="mended.csv")
        assert ready.check()["blocks"] == []

    def test_many_refused_rows_are_mended_at_once(self, ready):
        """Found by player and round, not by comparing every row with every other one."""
        rows = [f"X,{n},{DAY},A,New{n},1-0" for n in range(1, 1501)]
        ready.load_rows(*rows, code=3)
        people = "".join(f"New{n},Newcomer {n}\n" for n in range(1, 1501))
        ready.do("load", "players", ready.file("new.csv", "id,name\n" + people))
        ready.load("refused.csv")
        assert ready.check()["blocks"] == []

    def test_new_rounds_in_a_later_period_settle_nothing(self, ready):
        ready.load_rows(f"L,1,{DAY},A,B,1-0", f"L,1,{DAY},C,ZZ,1-0", code=3)
        ready.do("rate", *JANUARY, code=3)
        ready.do("publish", *JANUARY, code=3)
        ready.do("period", "add", *FEBRUARY, "--starts", "2026-02-01", "--ends", "2026-02-28")
        ready.load(ready.games("feb.csv", "L,2,2026-02-05,A,C,1-0"), period="2026-02")
        assert [row["black"] for row in ready.do("export", *JANUARY, "--what", "refused").rows] == ["ZZ"]


class TestTakenBack:
    """`unload` and what comes after it."""

    def test_a_file_whose_rows_another_brought_loads_again(self, ready):
        one, two = f"T1,1,{DAY},A,B,1-0", f"T1,1,{DAY},C,D,1-0"
        ready.load_rows(one, name="one.csv")
        ready.load_rows(one, two, name="two.csv")
        ready.do("unload", 3)
        assert "1 stored" in ready.load("two.csv").err
        assert len(ready.stored()) == 2
        assert "unchanged" in ready.load("two.csv").err

    def test_a_list_whose_rows_another_brought_loads_again(self, ready):
        ready.file("more.csv", "id,rating\nA,1800\nB,1750\nU,1500\n")
        ready.do("load", "list", "more.csv", *LIST)
        ready.do("unload", 2)
        assert "2 stored" in ready.do("load", "list", "more.csv", *LIST).err

    def test_an_earlier_file_of_players_can_be_loaded_again(self, ready):
        first, second = (ready.file(f"{n}.csv", f"id,estimate\nU,{n}\n") for n in (1500, 1900))
        for file in (first, second, first):
            ready.do("load", "players", file)
        assert ready.query("SELECT estimate FROM player WHERE id = 'U'") == [(1500,)]
        assert "unchanged" in ready.do("load", "players", first).err
        ready.do("unload", 5)
        assert ready.query("SELECT estimate FROM player WHERE id = 'U'") == [(1900,)]

    def test_a_list_taken_back_is_not_the_oldest_known(self, desk):
        desk.opened("fide-standard")
        desk.do("load", "list", "list.csv", "--system", "fide-standard", "--date", "2015-12-31")
        desk.do("unload", 3)
        assert desk.query("SELECT count(*) FROM list") == [(1,)]

    def test_an_adjustment_taken_back_can_be_made_again(self, desk):
        desk.opened("fide-standard")
        adjust = ("adjust", "fide-standard", "--on", "2026-01-01", "--constant", "10", "--reason", "x")
        desk.do(*adjust)
        desk.do("unload", 3)
        desk.do(*adjust)

    def test_what_other_loads_refused_stays(self, ready):
        ready.load_rows(f"X,1,{DAY},A,ZZ,1-0", name="bad.csv", code=3)
        before = ready.check()
        ready.load_rows(f"Y,1,{DAY},A,B,1-0", name="good.csv", code=3)
        ready.do("unload", 4)
        assert ready.check() == before

    def test_signatures_are_as_before(self, ready):
        rows = [f"Y,{n},{DAY},{w},{b},1-0" for n, (w, b) in enumerate(["AB", "CD", "AC", "BD"], 1)]
        ready.load_rows(*rows[:3], name="one.csv")
        before = ready.query("SELECT signature FROM entry")
        ready.load_rows(rows[3], name="two.csv")
        assert ready.query("SELECT signature FROM entry") != before
        ready.do("unload", 4)
        assert ready.query("SELECT signature FROM entry") == before

    def test_players_in_pools_stay(self, desk):
        desk.opened("fide-standard")
        pools = "id,tournament,period_ends,starts,games,half_points,opponents_sum\nU,X,2025-12-31,2025-12-05,2,2,3400\n"
        desk.do("load", "list", desk.file("pools.csv", pools), "--system", "fide-standard", "--date", "2025-12-31")
        desk.do("unload", 2)
        desk.stopped("unload", 1, error="Player U, registered by load 1", hint="first")

    def test_a_list_that_another_system_was_rated_with(self, desk):
        desk.opened("fide-standard")
        desk.do("period", "add", "fide-rapid", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        desk.load(desk.games("g.csv", f"R,1,{DAY},A,B,0-1"), system="fide-rapid")
        desk.do("rate", "fide-rapid", "2026-01")
        desk.do("publish", "fide-rapid", "2026-01")
        desk.stopped("unload", 2, error="what the published list fide-rapid 2026-01 was made with")


@pytest.fixture
def fide(desk) -> Office:
    """FIDE's January, one tournament of 120 minutes."""
    desk.opened("fide-standard")
    desk.file("t.csv", "tournament,starts,minutes\nT,2026-01-05,120\n")
    games = desk.games("g.csv", f"T,1,{DAY},A,B,1-0", f"T,2,{NEXT},U,A,1-0")
    desk.load(games, system="fide-standard", options=["--tournaments", "t.csv"])
    desk.do("rate", *FIDE)
    return desk


class TestTournaments:
    """What is known of a tournament decides, so a change of it is a change of what was rated."""

    @pytest.mark.parametrize("row", ["T,2026-01-06,120", "T,2026-01-05,5"])
    def test_changed_details_make_a_run_stale(self, fide, row):
        fide.file("t.csv", f"tournament,starts,minutes\n{row}\n")
        fide.load("g.csv", system="fide-standard", options=["--tournaments", "t.csv"])
        fide.stopped("publish", *FIDE, error="was rated from has changed since")

    def test_details_of_a_published_period_stay(self, fide):
        fide.do("publish", *FIDE)
        before = [fide.do("explain", *FIDE, player).out for player in "AU"]
        fide.do("period", "add", "fide-standard", "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
        fide.file("t.csv", "tournament,starts,minutes\nT,2025-12-20,5\n")
        games = fide.games("h.csv", "T,3,2026-02-05,A,C,1-0")
        fide.load(games, system="fide-standard", period="2026-02", options=["--tournaments", "t.csv"])
        assert [fide.do("explain", *FIDE, player).out for player in "AU"] == before

    def test_an_acceptance_outlives_rows_given_up(self, fide):
        fide.file("t.csv", "tournament,starts,minutes\nT,2026-01-05,5\n")
        fide.load("g.csv", system="fide-standard", options=["--tournaments", "t.csv"])
        fide.do("rate", *FIDE, "--accept", "T", "--reason", "board decision")
        fide.load(fide.games("more.csv", f"T,3,{NEXT},C,ZZ,1-0"), system="fide-standard", code=3,
                  options=["--accept-partial"])  # fmt: skip
        fide.do("rate", *FIDE)
        assert [row["reason"] for row in fide.check("2026-01", "fide-standard")["accepted"]] == [
            "accepted: board decision", "rated without 1 refused row",
        ]  # fmt: skip

    def test_checks_and_dry_runs_write_nothing(self, fide):
        fide.file("t.csv", "tournament,starts,minutes\nT,2026-01-05,5\n")
        fide.load("g.csv", system="fide-standard", options=["--tournaments", "t.csv"])
        before = fide.dump()
        assert fide.check("2026-01", "fide-standard")["set_aside"] == ["T"]
        assert "too fast" in fide.do("rate", *FIDE, "--dry-run", code=3).err
        assert fide.dump() == before


@pytest.mark.parametrize(
    "row, reason",
    [
        ("3,20,5400", "more half points than the games can give"),
        ("3,7,5400", "more half points than the games can give"),
        ("3,2,9", "the mean of the opponents is outside"),
        ("3,2,90000", "the mean of the opponents is outside"),
        ("0,0,4500", "at least one game"),
    ],
)
def test_impossible_pools_are_refused(desk, row, reason):
    desk.opened("fide-standard")
    pools = f"id,tournament,period_ends,starts,games,half_points,opponents_sum\nU,X,2025-12-31,2025-12-05,{row}\n"
    file = desk.file("pools.csv", pools)
    assert reason in desk.do("load", "list", file, "--system", "fide-standard", "--date", "2025-12-31", code=3).err
    desk.load(desk.games("g.csv", f"T,1,{DAY},U,B,1-0"), system="fide-standard")
    desk.do("rate", *FIDE, code=3)


def test_every_player_of_a_game_is_entered(ready):
    """The games' players are in `participant`, the only place where the database looks them up."""
    ready.load_rows(f"T1,1,{DAY},A,B,1-0", f"T2,1,{DAY},C,,bye", name="one.csv")
    ready.load_rows(f"T1,2,{DAY},A,C,1-0", name="two.csv")
    orphans = (
        "SELECT count(*) FROM (SELECT load_key, white AS player FROM game UNION SELECT load_key, black FROM game "
        "UNION SELECT load_key, white FROM bye) AS sides LEFT JOIN participant p "
        "ON p.load_key = sides.load_key AND p.player_key = sides.player WHERE p.player_key IS NULL"
    )
    assert ready.query(orphans) == [(0,)]
    ready.do("unload", 3)
    assert ready.query(orphans) == [(0,)]
    assert ready.query("SELECT count(*) FROM participant") == [(2,)]
