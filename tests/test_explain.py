"""Explaining a rating: the fields that programs read, and the text for each kind of player."""

from __future__ import annotations

import pytest

from office import LIST, PLAYERS, Office

SYSTEM = ("ffe-national", "2026-01")
GAMES = (
    "T1,1,2026-01-10,A,B,1-0", "T1,2,2026-01-11,C,A,1/2-1/2", "T1,3,2026-01-12,A,D,0-1", "T1,4,2026-01-13,A,F,1-0",
    "T1,5,2026-01-14,A,G,1-0", "T1,6,2026-01-15,E,A,0-1F", "T1,7,2026-01-16,A,,bye",
    "T2,1,2026-01-10,U,E,1-0", "T2,2,2026-01-11,A,U,1-0", "T2,3,2026-01-12,U,B,=", "T2,4,2026-01-13,U,D,1-0",
    "T2,5,2026-01-14,C,U,1-0", "T3,1,2026-01-14,V,F,1-0", "T3,2,2026-01-20,G,F,0-1",
)  # fmt: skip
CONTRACT = {
    "player", "before", "change", "change_exact", "games", "n", "half_points", "opponents_sum", "performance", "k",
    "k_reason", "case", "after", "passes",
}  # fmt: skip
OF_A_GAME = {
    "opponent", "opponent_value", "opponent_status", "result", "counted", "reason", "difference", "capped", "expected",
}  # fmt: skip

RATED_TEXT = """\
A Alpha Anne: ffe-national 2026-01, edition R01
Before: 1800 (type N); senior (born 1980)

  1  2026-01-10 T1 round 1       white 1-0     won  B Beta Bruno (rated 1750, difference +50): counts
  2  2026-01-11 T1 round 2       black 1/2-1/2 drew C Gamma Chloé (rated 1700, difference +100): counts
  3  2026-01-11 T2 round 2       white 1-0     won  U Unrated Ugo (unrated 1700, archive after this period, \
difference +100): counts
  4  2026-01-12 T1 round 3       white 0-1     lost D Delta Denis (rated 1650, difference +150): counts
  5  2026-01-13 T1 round 4       white 1-0     won  F Zeta Fabien (rated 1550, difference +250): counts
  6  2026-01-14 T1 round 5       white 1-0     won  G Omega Guy (rated 1400, difference +400): \
does not count: win against a much lower rating
  7  2026-01-15 T1 round 6       black 0-1F         E Epsilon Eve (rated 1600, difference +200): \
not played over the board, never rated
  8  2026-01-16 T1 round 7       bye                no opponent: never rated

  N = 5, score 3.5, sum of the opponents 8350
  P = 3.5/5 = 70 %; D = +149; D x 5 = 745.00
  Po = (8350 + 745.00)/5 = 1819.00

Completed to 16: (Po x 5 + 1800 x (16 - 5))/16 = 1805.94
Rounded to the nearest 10, not below 1000: 1810
Change: +10 (before rounding 5.94, exactly 95/16)
After: 1810 (type N)
"""
UNRATED_TEXT = """\
U Unrated Ugo: ffe-national 2026-01, edition R01
Before: unrated; senior (born 1995); no archive

  1  2026-01-10 T2 round 1       white 1-0     won  E Epsilon Eve (rated 1600, difference +100): counts
  2  2026-01-11 T2 round 2       black 1-0     lost A Alpha Anne (rated 1800, difference -100): counts
  3  2026-01-12 T2 round 3       white 1/2-1/2 drew B Beta Bruno (rated 1750, difference -50): counts
  4  2026-01-13 T2 round 4       white 1-0     won  D Delta Denis (rated 1650, difference +50): counts
  5  2026-01-14 T2 round 5       black 1-0     lost C Gamma Chloé (rated 1700, difference 0): counts

Wave 1, first pass, without the zone: 5 games against known opponents
  N = 5, score 2.5, sum of the opponents 8500
  P = 2.5/5 = 50 %; D = 0; D x 5 = 0.00
  Po = (8500 + 0.00)/5 = 1700.00
  reference = 1700

Wave 1, second pass, the zone around the reference; nothing left out
  N = 5, score 2.5, sum of the opponents 8500
  P = 2.5/5 = 50 %; D = 0; D x 5 = 0.00
  Po = (8500 + 0.00)/5 = 1700.00
  estimate = 1700

General mode, the zone around 1700 (from games against known opponents)
  N = 5, score 2.5, sum of the opponents 8500
  P = 2.5/5 = 50 %; D = 0; D x 5 = 0.00
  Po = (8500 + 0.00)/5 = 1700.00

Fewer than 8 games in all: archived, no rating yet
After: archive of 5 games, 8500.00 points (performance x games)
After: unrated, listed with the estimate 1699 \
(the archive's performance, to the nearest ten, minus 1)
"""
STAND_IN_TEXT = """\
V Unrated Véra: ffe-national 2026-01, edition R01
Before: unrated; senior (born 1996); no archive

  1  2026-01-14 T3 round 1       white 1-0     won  F Zeta Fabien (rated 1550, difference -151): counts

General mode, the zone around 1399 (stand-in: the default of the age category)
  N = 1, score 1, sum of the opponents 1550
  P = 1/1 = 100 %; D = +470 (at most 470 either way); D x 1 = 470.00
  Po = (1550 + 470.00)/1 = 2020.00

Fewer than 8 games in all: archived, no rating yet
After: archive of 1 game, 2020.00 points (performance x games)
After: unrated, listed with the estimate 2019 \
(the archive's performance, to the nearest ten, minus 1)
"""
CREDITED_TEXT = """\
A Alpha Anne: ffe-rapid 2026-02, edition E02
Before: 1810 (taken over from the national list); senior (born 1980)

  1  2026-02-10 R round 1        white 1-0     won  B Beta Bruno (credited 1730, difference +80): counts
  2  2026-02-10 R round 2        white 1-0     won  U Unrated Ugo (unrated 1199, \
stand-in: the default of the age category, difference +611): \
does not count: the opponent is unrated

  N = 1, score 1, sum of the opponents 1730
  P = 1/1 = 100 %; D = +470 (at most 470 either way); D x 1 = 470.00
  Po = (1730 + 470.00)/1 = 2200.00

Completed to 7: (Po x 1 + 1810 x (7 - 1))/7 = 1865.71
Rounded to the nearest 10, not below 800: 1870
Change: +60 (before rounding 55.71, exactly 390/7)
After: 1870 (type N)
"""


@pytest.fixture(scope="module")
def explained(tmp_path_factory) -> Office:
    """One national period published, one rapid period rated after it."""
    folder = tmp_path_factory.mktemp("explained")
    made = Office(folder, f"sqlite:///{folder / 'ratings.db'}")
    made.opened(players=PLAYERS + "G,Omega Guy,1950,M,FRA,Metz\n", listed=LIST + "G,1400,N,10,1400,2025-01-01\n")
    made.load_rows(*GAMES)
    made.do("rate", *SYSTEM)
    made.do("publish", *SYSTEM)
    made.do("period", "add", "ffe-rapid", "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
    rows = ("R,1,2026-02-10,A,B,1-0", "R,2,2026-02-10,A,U,1-0")
    made.load(made.games("rapid.csv", *rows), system="ffe-rapid", period="2026-02")
    made.do("rate", "ffe-rapid", "2026-02")
    return made


def told(explained, player: str, *system: str) -> dict:
    return explained.do("explain", *(system or SYSTEM), player, "--json").json


@pytest.mark.parametrize(
    "player, system, text",
    [
        ("A", SYSTEM, RATED_TEXT), ("U", SYSTEM, UNRATED_TEXT), ("V", SYSTEM, STAND_IN_TEXT),
        ("A", ("ffe-rapid", "2026-02"), CREDITED_TEXT),
    ],
    ids=["rated", "unrated-by-wave", "stand-in", "credited"],
)  # fmt: skip
def test_text(explained, player, system, text):
    assert explained.do("explain", *system, player).out == text


@pytest.mark.parametrize("player", "ABCDEFGUV")
def test_fields_of_the_contract(explained, player):
    made = told(explained, player)
    assert made.keys() >= CONTRACT
    assert all(game.keys() >= OF_A_GAME for game in made["games"])
    assert made["player"] == player
    assert sum(game["counted"] for game in made["games"]) == made["n"]
    counted = [game["opponent_value"] for game in made["games"] if game["counted"]]
    assert sum(counted) == made["opponents_sum"]
    whole, exact = made["change_exact"].split("/")
    assert f"{int(whole) / int(exact):.2f}" == made["change"]


def test_a_rated_player(explained):
    made = told(explained, "A")
    assert (made["before"], made["n"], made["half_points"], made["opponents_sum"]) == (1800, 5, 7, 8350)
    assert (made["performance"], made["k"], made["k_reason"]) == ("1819.00", None, None)
    assert (made["case"], made["change"], made["change_exact"], made["after"]) == ("completed", "5.94", "95/16", 1810)
    assert [(game["opponent"], game["result"], game["reason"]) for game in made["games"]] == [
        ("B", "1-0", "counted"), ("C", "1/2-1/2", "counted"), ("U", "1-0", "counted"), ("D", "0-1", "counted"),
        ("F", "1-0", "counted"), ("G", "1-0", "win-against-much-lower"), ("E", "0-1F", "not-played"),
        (None, "bye", "not-played"),
    ]  # fmt: skip
    assert made["passes"] == []


def test_the_other_sides_of_one_game(explained):
    made = told(explained, "G")
    assert [(game["opponent"], game["reason"]) for game in made["games"]] == [
        ("A", "loss-against-much-higher"),
        ("F", "counted"),
    ]
    assert (made["case"], made["performance"], made["change_exact"], made["after"]) == (
        "brake", "1080.00", "-320/17", 1380,
    )  # fmt: skip


def test_an_unrated_player_by_wave(explained):
    made = told(explained, "U")
    assert (made["before"], made["after"], made["case"], made["listed"]) == (None, None, "archived", 1699)
    assert [(one["pass"], one["n"]) for one in made["passes"]] == [("reference", 5), ("estimate", 5), ("general", 5)]
    assert made["passes"][0]["value"] == made["passes"][1]["value"] == 1700
    assert made["archive_after"] == {"games": 5, "points": "8500.00"}


def test_a_stand_in(explained):
    made = told(explained, "V")
    assert (made["estimate"], made["estimate_source"]) == (1399, "default")
    assert [one["pass"] for one in made["passes"]] == ["general"]


def test_type_f_is_not_recomputed(explained):
    made = told(explained, "F")
    assert (made["case"], made["before"], made["after"], made["change"]) == ("not-recomputed", 1550, 1550, "0.00")


def test_a_credited_rapid_player(explained):
    made = told(explained, "A", "ffe-rapid", "2026-02")
    assert (made["before"], made["credited"], made["after"]) == (1810, True, 1870)
    assert [(game["opponent_status"], game["reason"]) for game in made["games"]] == [
        ("credited", "counted"),
        ("unrated", "opponent-unrated"),
    ]


def test_a_player_without_games(desk):
    desk.opened()
    desk.do("rate", *SYSTEM)
    made = told(desk, "A")
    assert (made["case"], made["n"], made["games"], made["performance"]) == ("no-game", 0, [], None)
    assert (made["before"], made["after"], made["change_exact"]) == (1800, 1800, "0/1")
    assert "No game in this period." in desk.do("explain", *SYSTEM, "A").out


def test_a_game_set_aside_is_shown(ready_desk):
    ready_desk.load_rows("T1,1,2026-01-10,A,B,1-0", "T1,2,2026-01-11,C,C,1-0", code=3)
    ready_desk.do("rate", *SYSTEM, code=3)
    made = told(ready_desk, "A")
    assert [(game["opponent"], game["reason"]) for game in made["games"]] == [("B", "set-aside")]
    assert "B Beta Bruno (rated 1750, difference +50): its tournament is set aside" in (
        ready_desk.do("explain", *SYSTEM, "A").out
    )


def test_who_and_what_cannot_be_explained(explained):
    explained.stopped("explain", *SYSTEM, "Alpha", error="no player 'Alpha'", hint="A \\(Alpha Anne\\)|Check the id")
    explained.stopped("explain", "ffe-rapid", "2026-02", "V", error="has no rating, archive or game", hint="Check")
    explained.do("period", "add", "ffe-national", "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
    explained.stopped("explain", "ffe-national", "2026-02", "A", error="is not rated yet", hint="ratings rate")


def test_an_explanation_on_each_database(ready):
    ready.load_rows(*GAMES[:4])
    ready.do("rate", *SYSTEM)
    assert told(ready, "A")["change_exact"] == "-93/10"


def test_an_archive_that_is_gone_says_why(tmp_path):
    """Rules 0.6 and 2.2: the rated have no archive; E02 keeps one to the end of the season after its own."""
    office = Office(tmp_path, f"sqlite:///{tmp_path}/r.db").opened(
        "ffe-rapid",
        listed="id,rating,archive_points,archive_games,archive_season\nA,1800,4800,3,2026\nU,,4800,3,2020\nB,1700,,,\n",
    )
    office.load(office.games("g.csv", "T,1,2026-01-10,A,B,1-0", "T,2,2026-01-10,U,B,1-0"), system="ffe-rapid")
    office.do("rate", "ffe-rapid", "2026-01")
    rated = office.do("explain", "ffe-rapid", "2026-01", "A").out
    assert "an archive of 3 games is emptied: the rated have none" in rated
    told = office.do("explain", "ffe-rapid", "2026-01", "U", "--json").json
    assert told["archive_lost"] == {"games": 3, "points": "4800.00", "season": 2020, "why": "expired"}
    shown = office.do("explain", "ffe-rapid", "2026-01", "U").out
    assert "unrated; senior (born 1995); an archive of 3 games of season 2020 has expired" in shown
