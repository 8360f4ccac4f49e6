"""What `check` says of events: the same one twice, whole or in part, anywhere; days that cannot have been so."""

from __future__ import annotations

import pytest

SYSTEM = ("ffe-national", "2026-01")
DAY = "2026-01-10"
ROUNDS = ("{0},1,{1},A,B,1-0", "{0},1,{1},C,D,=", "{0},2,{1},A,C,1-0", "{0},2,{1},B,D,0-1", "{0},3,{1},D,A,0-1")


def event(code: str, day: str, *places: int) -> list[str]:
    return [ROUNDS[place].format(code, day) for place in places or range(len(ROUNDS))]


def twins(office, period: str = "2026-01") -> list[tuple]:
    names = ("tournament", "other", "period", "same", "games", "other_games")
    return [tuple(one[name] for name in names) for one in office.check(period)["same_events"]]


def following(office, name: str = "2026-02") -> None:
    office.do("period", "add", SYSTEM[0], name, "--starts", f"{name}-01", "--ends", f"{name}-28")


def test_one_event_under_two_names(ready):
    ready.load_rows(*event("OPEN", DAY), *event("Open of Reims", "2026-01-11"), f"X,1,{DAY},E,F,1-0")
    assert twins(ready) == [("OPEN", "Open of Reims", "2026-01", 5, 5, 5)]
    text = ready.do("check", *SYSTEM).out
    assert "Events that are there twice, whole or in part: 1" in text
    assert "  OPEN (5 games) and Open of Reims of ffe-national 2026-01 (5): 5 the same" in text


def test_the_games_of_an_event_that_is_there_twice_are_not_listed_again(ready):
    """Three copies are told in pairs; only a game that the copies do not explain is listed as one."""
    ready.load_rows(
        *event("OPEN", DAY), *event("Open of Reims", DAY), *event("Reims", DAY), f"X,1,{DAY},E,F,1-0",
        f"Y,1,{DAY},E,F,1-0",
    )  # fmt: skip
    told = ready.check()
    assert len(twins(ready)) == 3
    assert [(game["tournament"], game["white"], game["black"]) for game in told["same_games"]] == [
        ("X", "E", "F"), ("Y", "E", "F"),
    ]  # fmt: skip
    assert told["same_games_of_events"] == 15
    lines = ready.do("check", *SYSTEM).out.splitlines()
    assert "Same day, players and result: one game twice?: 2" in lines
    assert "  (the games of one that are there under the other too are not listed one by one below)" in lines


def test_a_game_that_is_thrice_in_an_event_there_twice_is_listed(ready_desk):
    ready_desk.load_rows(*event("OPEN", DAY), *event("Open of Reims", DAY), f"OPEN,9,{DAY},A,B,1-0")
    assert sorted(game["round"] for game in ready_desk.check()["same_games"]) == [1, 1, 9]


def test_an_event_of_another_period(ready):
    ready.load_rows(*event("OPEN", DAY))
    ready.do("rate", *SYSTEM)
    ready.do("publish", *SYSTEM)
    following(ready)
    ready.load(ready.games("feb.csv", *event("Mardi", "2026-02-03")), period="2026-02")
    assert twins(ready, "2026-02") == [("Mardi", "OPEN", "2026-01", 5, 5, 5)]


def test_a_part_of_an_event(ready):
    more = [f"BIG,4,{DAY},E,F,1-0", f"BIG,4,{DAY},C,A,1-0", f"BIG,5,{DAY},E,C,1-0", f"BIG,5,{DAY},F,B,0-1"]
    ready.load_rows(*event("BIG", DAY), *more)
    following(ready)
    ready.load(ready.games("feb.csv", *event("Part", "2026-02-03", 0, 1, 3)), period="2026-02")
    assert twins(ready, "2026-02") == [("Part", "BIG", "2026-01", 3, 3, 9)]
    assert twins(ready) == []  # the earlier period knows nothing of the later one


@pytest.mark.parametrize(
    "second",
    [
        [f"OTHER,1,{DAY},A,B,1-0", f"OTHER,1,{DAY},C,D,=", f"OTHER,2,{DAY},A,C,0-1", f"OTHER,2,{DAY},B,D,1-0"],
        [f"OTHER,1,{DAY},B,A,0-1", f"OTHER,1,{DAY},D,C,=", f"OTHER,2,{DAY},C,A,0-1", f"OTHER,2,{DAY},D,B,1-0"],
    ],
    ids=["half of the results", "the return match"],
)
def test_two_events_of_the_same_people_are_two(ready_desk, second):
    ready_desk.load_rows(*event("OPEN", DAY), *second)
    assert twins(ready_desk) == []


def test_two_matches_of_two_friends_are_two(ready_desk):
    match = [f"{{}},{n},2026-01-{n + 5:02d},{'A,B' if n % 2 else 'B,A'},1-0" for n in range(1, 7)]
    again = [*(row.format("M2") for row in match[:4]), f"M2,9,{DAY},B,A,="]
    ready_desk.load_rows(*(row.format("M1") for row in match), *again)
    assert twins(ready_desk) == []


def test_a_rapid_event_rated_in_the_national_list(ready):
    ready.load_rows(*event("OPEN", DAY))
    ready.do("period", "add", "ffe-rapid", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
    ready.load(ready.games("rapid.csv", *event("Rapid", DAY)), system="ffe-rapid")
    ready.do("period", "add", "fide-standard", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
    ready.load("games.csv", system="fide-standard")
    (one,) = ready.check()["same_events"]
    assert (one["tournament"], one["other"], one["system"], one["same"]) == ("OPEN", "Rapid", "ffe-rapid", 5)
    assert "OPEN (5 games) and Rapid of ffe-rapid 2026-01 (5): 5 the same" in ready.do("check", *SYSTEM).out


def rounds(code: str, day: str, count: int, first: int = 0) -> list[str]:
    """Give rounds of A against others on one day."""
    return [f"{code},{n + 1},{day},A,{'BCDEF'[(n + first) % 5]},1-0" for n in range(count)]


class TestDays:
    """More than twelve hours of play on a day, and two places on one day."""

    def load(self, office, told: str, *rows: str) -> dict:
        office.file("t.csv", "tournament,place,kind,minutes\n" + told)
        office.load_rows(*rows, options=["--tournaments", "t.csv"])
        return office.check()

    def test_twelve_hours_pass_and_one_minute_more_does_not(self, ready):
        told = self.load(ready, "T,Reims,,90\nX,Reims,,91\n", *rounds("T", DAY, 4), *rounds("X", "2026-01-17", 4, 1))
        assert [(one["date"], one["tournaments"], one["hours"], one["players"]) for one in told["long_days"]] == [
            ("2026-01-17", ["X"], 12.1, ["A"]),
        ]  # fmt: skip
        text = ready.do("check", *SYSTEM).out
        assert "  2026-01-17 X: up to 12.1 hours for A" in text

    def test_two_events_of_one_place_add_up(self, ready_desk):
        told = self.load(ready_desk, "T,Reims,,120\nX,reims ,,120\n", *rounds("T", DAY, 2), *rounds("X", DAY, 2, 2))
        assert [(one["tournaments"], one["hours"]) for one in told["long_days"]] == [(["T", "X"], 16)]
        assert told["two_places"] == []

    @pytest.mark.parametrize("kind, days", [("standard", 1), ("rapid", 0)])
    def test_standard_games_take_two_hours_at_least(self, ready_desk, kind, days):
        assert len(self.load(ready_desk, f"T,Reims,{kind},\n", *rounds("T", DAY, 7))["long_days"]) == days

    def test_two_places(self, ready):
        told = self.load(
            ready, "T,Reims,,\nX,Metz,,\nY,,,\n", *rounds("T", DAY, 2), *rounds("X", DAY, 1, 3), *rounds("Y", DAY, 1, 4)
        )
        assert [(one["date"], one["tournaments"], one["places"], one["players"]) for one in told["two_places"]] == [
            (DAY, ["T", "X", "Y"], ["Reims", "Metz", None], ["A"]),
        ]  # fmt: skip
        assert "T in Reims and X in Metz and Y in a place not told: A" in ready.do("check", *SYSTEM).out

    def test_a_place_that_is_not_told_is_no_second_one(self, ready_desk):
        told = self.load(ready_desk, "T,Reims,,\nX,,,\n", *rounds("T", DAY, 1), *rounds("X", DAY, 1, 1))
        assert (told["two_places"], told["long_days"]) == ([], [])

    def test_what_is_set_aside_is_not_looked_at(self, ready_desk):
        ready_desk.load_rows(*rounds("T", DAY, 8), f"T,9,{DAY},A,Nobody,1-0", code=3)
        assert ready_desk.check()["long_days"] == []
