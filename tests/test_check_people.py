"""What `check` says of people: newcomers, who look like others, namesakes; and what the next list brings them."""

from __future__ import annotations

import pytest

from office import LIST, PLAYERS

SYSTEM = ("ffe-national", "2026-01")
DAY = "2026-01-10"


def ids(rows: list[dict]) -> list[str]:
    return [row["id"] for row in rows]


class TestNewcomers:
    """Who was never in a list, nor in a game of an earlier period, and whom they look like."""

    def test_first_seen(self, ready):
        ready.load_rows(f"T,1,{DAY},A,U,1-0", f"T,1,{DAY},B,C,1-0")
        assert ids(ready.check()["newcomers"]) == ["U"]
        assert "First seen in this period: 1\n  U Unrated Ugo (1995, Metz)\n" in ready.do("check", *SYSTEM).out
        ready.do("rate", *SYSTEM)
        ready.do("publish", *SYSTEM)
        ready.do("period", "add", SYSTEM[0], "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
        ready.load(ready.games("feb.csv", "T2,1,2026-02-05,A,U,1-0", "T2,1,2026-02-05,B,V,1-0"), period="2026-02")
        assert ids(ready.check("2026-02")["newcomers"]) == ["V"]

    def test_who_stands_unrated_in_a_list_is_not_new(self, office):
        office.opened(listed=LIST + "U,,,,,\n")
        office.load_rows(f"T,1,{DAY},U,V,1-0")
        assert ids(office.check()["newcomers"]) == ["V"]

    @pytest.mark.parametrize(
        "row, by",
        [
            ("N,CHLOE GAMMA,1990,,", "name-and-year"),
            ("N,Gamma Chloe,,,", "name"),
            ("N,Gamma Chloé,1991,,", None),
            ("N,Somebody Else,1950,,7654321", "fide-id"),
            ("N,Gamma Clara,1990,,", None),
        ],
    )
    def test_alike(self, office, row, by):
        office.opened()
        office.file("fide.csv", "id,fide_id\nC,7654321\n")
        office.do("load", "players", "fide.csv")
        office.do("load", "players", office.file("new.csv", f"id,name,birth_year,club,fide_id\n{row}\n"))
        office.load_rows(f"T,1,{DAY},N,A,1-0")
        told = office.check()["look_alikes"]
        assert [(one["id"], one["like"]["id"], one["by"]) for one in told] == ([("N", "C", by)] if by else [])

    def test_alike_text(self, ready):
        ready.do("load", "players", ready.file("new.csv", "id,name,birth_year\nN,Chloe Gamma,1990\n"))
        ready.load_rows(f"T,1,{DAY},N,A,1-0")
        line = "N Chloe Gamma (1990, unrated) is new, with the same name and birth year as C Gamma Chloé (1990, Lyon"
        assert line in ready.do("check", *SYSTEM).out

    def test_two_newcomers_are_told_once(self, ready_desk):
        ready_desk.do("load", "players", ready_desk.file("n.csv", "id,name,birth_year\nN,Noé N,2010\nM,Noé N,2010\n"))
        ready_desk.load_rows(f"T,1,{DAY},N,A,1-0", f"T,1,{DAY},M,B,1-0")
        assert [(one["id"], one["like"]["id"]) for one in ready_desk.check()["look_alikes"]] == [("N", "M")]


def test_namesakes_of_the_period(office):
    more = "G,Müller Jan,1970,M,FRA,Metz\nH,Jan Mueller,1990,M,FRA,Metz\nI,Jan Müller,1950,M,FRA,Lyon\n"
    more += "J,Éva Roy,1980,F,FRA,Lyon\nK,Eva ROY,1980,F,FRA,Metz\n"
    listed = LIST + "".join(f"{one},1500,N,9,1500,2025-12-06\n" for one in "GHIJK")
    office.opened(players=PLAYERS + more, listed=listed)
    office.load_rows(f"T,1,{DAY},G,H,1-0", f"T,1,{DAY},J,K,1-0")
    told = office.check()["namesakes"]
    found = [(ids(one["players"]), one["same"]) for one in told]
    assert found == [(["J", "K"], ["birth_year"]), (["G", "H"], ["club"])]
    line = "  J Éva Roy (1980, Lyon, 1500) / K Eva ROY (1980, Metz, 1500): same birth year"
    assert line in office.do("check", *SYSTEM).out.splitlines()


class TestNextList:
    """One period ahead: who is one game short, whose archive ends, who becomes inactive."""

    def archive(self, office, system: str, games: int, season: int, days: tuple[str, str]) -> dict:
        listed = f"id,archive_points,archive_games,archive_season\nU,{1500 * games}.00,{games},{season}\n"
        office.do("load", "players", office.file("players.csv", PLAYERS))
        office.do("load", "list", office.file("a.csv", listed), "--system", system, "--date", "2025-12-31")
        office.do("period", "add", system, "P", "--starts", days[0], "--ends", days[1])
        return office.check("P", system)

    def test_one_game_short(self, office):
        told = self.archive(office, SYSTEM[0], 7, 2026, ("2026-01-01", "2026-01-31"))
        assert ids(told["one_game_short"]) == ["U"]
        text = office.do("check", SYSTEM[0], "P").out
        assert "One game short of a first rating: 1\n  U Unrated Ugo (1995, Metz)\n" in text

    def test_two_games_short(self, desk):
        assert self.archive(desk, SYSTEM[0], 6, 2026, ("2026-01-01", "2026-01-31"))["one_game_short"] == []

    @pytest.mark.parametrize("month, ends", [("07", []), ("08", ["U"])])
    def test_rapid_archives_end_with_the_season_after_theirs(self, office, month, ends):
        told = self.archive(office, "ffe-rapid", 3, 2025, (f"2026-{month}-01", f"2026-{month}-31"))
        assert ids(told["archives_ending"]) == ends
        assert told["next_list"] == {"07": "2026-09-01", "08": "2026-10-01"}[month]

    def test_a_period_that_is_opened_goes_before_the_calendar(self, desk):
        days = ("--starts", "2026-02-01", "--ends", "2026-09-30")
        desk.do("load", "players", desk.file("players.csv", PLAYERS))
        desk.do("period", "add", "ffe-rapid", "long", *days)
        assert self.archive(desk, "ffe-rapid", 3, 2025, ("2026-01-01", "2026-01-31"))["next_list"] == "2026-10-01"

    @pytest.mark.parametrize(
        "last, inactive, leaving",
        [("2025-02-01", [], []), ("2025-01-31", [], []), ("2025-02-28", ["A"], []), ("2023-02-15", [], ["A"])],
    )
    def test_inactive_after_a_year_off_the_list_after_three(self, office, last, inactive, leaving):
        office.opened("fide-standard", listed=f"id,rating,games,last_game\nA,1800,40,{last}\nB,1750,40,2025-12-06\n")
        told = office.check(system="fide-standard")
        assert told["next_list"] == "2026-03-01"
        expected = ["A"] if last == "2025-02-01" else inactive
        assert (ids(told["becoming_inactive"]), ids(told["leaving_the_list"])) == (expected, leaving)

    def test_pools(self, office):
        office.opened("fide-standard", listed="id,rating,games,last_game\nA,1800,40,2025-12-06\n")
        header = "id,tournament,period_ends,starts,games,half_points,opponents_sum,opponents,format,first_event\n"
        rows = "U,OLD,2023-12-31,2023-12-01,3,4,4500,A B C,swiss,\n"
        rows += "V,NEW,2025-12-31,2025-12-01,4,4,6000,A B C D,swiss,\n"
        office.do(
            "load", "list", office.file("pools.csv", header + rows), "--system", "fide-standard", "--date", "2025-12-31"
        )
        told = office.check(system="fide-standard")
        assert (ids(told["one_game_short"]), ids(told["archives_ending"])) == (["V"], ["U"])
