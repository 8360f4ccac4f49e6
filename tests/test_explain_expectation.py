"""Explaining a rating by expectation: every step as one works it out on paper, for each system."""

from __future__ import annotations

from pathlib import Path

import pytest

from office import Office, january

PLAYERS = "id,name\nA,Anne\nB,Bruno\nC,Chloe\nD,Denis\nU,Ugo\nW,Walt\nX,Xenia\n"
LIST = "id,rating,games,peak\nA,2650,100,2650\nB,2000,50,2010\nC,2050,10,2050\nD,1900,100,1950\nX,1300,40,1500\n"
GAMES = (
    "T1,1,Y-01-05,A,B,1-0", "T1,2,Y-01-05,A,C,1/2-1/2", "T1,3,Y-01-06,B,C,0-1", "T1,4,Y-01-06,B,D,1-0",
    "T1,5,Y-01-07,B,U,0-1", "T1,6,Y-01-07,U,C,0-1", "T1,7,Y-01-08,U,D,1-0", "T1,8,Y-01-08,U,W,1-0",
    "T2,1,Y-01-09,B,D,1/2-1/2", "T2,2,Y-01-09,U,D,1/2-1/2", "T2,3,Y-01-10,U,A,1/2-1/2", "T2,4,Y-01-10,B,D,1-0F",
    ",,Y-01-11,B,C,1-0", ",,Y-01-11,B,W,1-0",
)  # fmt: skip
PERIODS = {"fide-rapid": 2026, "fide-blitz": 2012, "ukd-standard": 2026, "ukd-rapid": 2017, "elo-international": 1995}

# 2650 - 2000 is a gap of 650. C is 50 higher: .43; D 100 lower: .64.
# -.43 + .36 - .14 + .57 = .36; K 20: 7.2.
FIDE_RATED = """\
B Bruno: fide-rapid p, edition 2025
Before: 2000; 50 games, peak 2010, born unknown

  1  2026-01-05 T1           black 1-0     lost A Anne (2650): \
does not count, 2000 and 2650: 600 points or more apart, one player above 2600
  2  2026-01-06 T1           white 0-1     lost C Chloe (2050): \
own 2000, difference -50, expected 0.43, 0 - 0.43 = -0.43
  3  2026-01-06 T1           white 1-0     won  D Denis (1900): \
own 2000, difference +100, expected 0.64, 1 - 0.64 = +0.36
  4  2026-01-07 T1           white 0-1     lost U Ugo (unrated): \
does not count, only games against rated opponents count
  5  2026-01-09 T2           white 1/2-1/2 drew D Denis (1900): \
own 2000, difference +100, expected 0.64, ½ - 0.64 = -0.14
  6  2026-01-10 T2           white 1-0F         D Denis: not played over the board, never rated
  7  2026-01-11              white 1-0     won  C Chloe (2050): \
own 2000, difference -50, expected 0.43, 1 - 0.43 = +0.57
  8  2026-01-11              white 1-0     won  W Walt (unrated): \
does not count, only games against rated opponents count

n = 4, score 2½, expected 2.14.
Sum: +0.36 over 4 counted games.
K 20 (30 games or more, 2400 never reached).
Change: 20 × +0.36 = +7.2.
Rounded: +7; 2000 + 7 = 2007.
New rating: 2007.
After: 2007; 54 games
"""
# (2000 + 2050 + 1900 + 1900 + 2650 + 3600)/7 = 2014 2/7; (3 + 1)/7: 57 %, D 50.
FIDE_NEWCOMER = """\
Event T1: 3 games against rated opponents, sum 5950, 2 points: counted.
Event T2: 2 games against rated opponents, sum 4550, 1 point: counted.
Mean (10500 + 2 × 1800)/(5 + 2) ≈ 2014.29 with 2 draws against 1800 added; 4/7 ≈ 57.14 %, read as 57 %: D +50; \
performance ≈2064.29.
Games that count: 5 of 5 needed.
Rounded: 2064.
First rating: 2064.
After: 2064; 5 games
"""
FIDE_2009_NEWCOMER = """\
Event T1: 3 games against rated opponents, sum 5950, 2 points: counted.
Event T2: 2 games against rated opponents, sum 4550, 1 point: not counted, fewer than 3 different rated opponents.
Mean 5950/3 ≈ 1983.33; 2/3 ≈ 66.67 %, 1 half point above 50 %, 12.5 each: +12.5; performance ≈1995.83.
Games that count: 3 of 9 needed, no rating yet.
After: unrated; 5 games
"""
# T1: 2350, 2050 and 1900 are 2100 in the mean, -100: .36; T2: +100: .64; the rest: -50: .43. K 15.
UKD_2020 = """\
Without a tournament code: Mean of the opponents: 2050/1 = 2050; difference 2000 - 2050 = -50; expected 0.43 a game.
Without a tournament code: Score 1 - 1 × 0.43 = 1 - 0.43 = +0.57.
Without a tournament code: Games against unrated opponents: +0.1.
Event T1: Mean of the opponents, each within 350 points: 6300/3 = 2100; difference 2000 - 2100 = -100; \
expected 0.36 a game.
Event T1: Score 1 - 3 × 0.36 = 1 - 1.08 = -0.08.
Event T1: Games against unrated opponents: -0.1.
Event T2: Mean of the opponents: 1900/1 = 1900; difference 2000 - 1900 = +100; expected 0.64 a game.
Event T2: Score ½ - 1 × 0.64 = ½ - 0.64 = -0.14.
n = 5, score 2½, expected 2.15.
Sum: +0.35, with 2 games against unrated opponents, outside n.
K 15 (ratings up to 2399).
Change: 15 × +0.35 = +5.25.
Without a tournament code: change shown as 10.05.
Event T1: change shown as -2.70.
Event T2: change shown as -2.10.
The rating takes the exact sum.
2000 + 5.25 = 2005.25, rounded 2005.
New rating: 2005.
After: 2005; 57 games
"""
# By 8.1.2: -650 .01, -50 .43, +100 .64 and again, against 1000 at +1000 1.00; K = 40 - 136 + 115.6.
UKD_2016 = """\
n = 7, score 3½, expected 4.15.
Sum: -0.65 over 7 counted games.
K 19.6 (2000² × 0.00001 - 0.068 × 2000 + 115.6 = 19.6).
Change: 19.6 × -0.65 = -12.74.
Without a tournament code: change shown as 11.2.
Event T1: change shown as -21.2.
Event T2: change shown as -2.7.
The rating takes the exact sum.
2000 - 12.74 = 1987.26, rounded 1987.
New rating: 1987.
After: 1987; 57 games
"""
# Worth 1000: nothing is expected but a half against the other unrated player; 1 + 0 + 1 + ½ and ½ + ½.
UKD_2016_UNRATED = """\
  4  2017-01-08 T1           white 1-0     won  W Walt (unrated): \
own 1000, the opponent counts as 1000, difference 0, expected 0.5, 1 - 0.5 = +0.5
  5  2017-01-09 T2           white 1/2-1/2 drew D Denis (1900): \
own 1000, difference -900, expected 0, ½ - 0 = +0.5
  6  2017-01-10 T2           white 1/2-1/2 drew A Anne (2650): \
own 1000, difference -1650, expected 0, ½ - 0 = +0.5

n = 6, score 4, expected 0.5.
Sum: +3.5 over 6 counted games.
K 50 (1000² × 0.00001 - 0.068 × 1000 + 115.6 = 57.6, at most 50).
Change: 50 × +3.5 = +175.
Event T1: change shown as 125.0.
Event T2: change shown as 50.0.
The rating takes the exact sum.
The player is unrated and counts as 1000: the change is only shown.
Event T1: 3 games against rated opponents, sum 5950, 2 points: counted.
Event T2: 2 games against rated opponents, sum 4550, 1 point: counted.
Mean 10500/5 = 2100; 3/5 = 60 %: D +72; performance 2172.
Games that count: 5 of 5 needed.
Rounded: 2172.
First rating: 2172.
After: 2172, provisional; 6 games
"""
# 2000 and 2050 are brought to 2300: +350, .89; -.28 × 10.
ELO_INTERNATIONAL = """\
Event T1: Mean of the opponents, each within 350 points: 4600/2 = 2300; difference 2650 - 2300 = +350; \
expected 0.89 a game.
Event T1: Score 1½ - 2 × 0.89 = 1½ - 1.78 = -0.28.
n = 2, score 1½, expected 1.78.
Sum: -0.28 over 2 counted games.
K 10 (2400 was reached).
Change: 10 × -0.28 = -2.8.
Exact: 2650 - 2.8 = 2647.2, to the nearest 5.
New rating: 2645.
After: 2645; 102 games
"""
ELO_BELOW_FLOOR = """\
2000 is below the floor of 2010: it stands until a game counts; after that the player is unrated unless the new rating \
reaches 2010.
"""
TEXTS = [
    ("fide-rapid", "B", FIDE_RATED), ("fide-rapid", "U", FIDE_NEWCOMER), ("fide-blitz", "U", FIDE_2009_NEWCOMER),
    ("fide-rapid", "A", "No game counts: nothing changes.\nAfter: 2650; 100 games\n"),
    ("fide-rapid", "X", "No game in this period.\n\n1300 is below the floor of 1400: it stands until a game counts; "
     "after that the player is unrated unless the new rating reaches 1400.\nNo game: nothing changes.\n"),
    ("fide-rapid", "W", "sum 2000, 0 points: not counted, the player's first event, with less than ½ point.\n"),
    ("ukd-standard", "B", UKD_2020), ("ukd-rapid", "B", UKD_2016), ("ukd-rapid", "U", UKD_2016_UNRATED),
    ("elo-international", "A", ELO_INTERNATIONAL), ("elo-international", "B", ELO_BELOW_FLOOR),
    ("elo-international", "U", "sum 5950, 2 points: not counted, fewer than 4 different rated opponents.\n"),
]  # fmt: skip


def rated(folder: Path, system: str, year: int, *rows: str, listed: str = LIST) -> Office:
    """Rate one January of a system."""
    return january(folder, system, year, *rows, players=PLAYERS, listed=listed)


@pytest.fixture(scope="module")
def offices(tmp_path_factory) -> dict[str, Office]:
    """Give an office with one rated period for each system."""
    made = {}
    for system, year in PERIODS.items():
        made[system] = rated(tmp_path_factory.mktemp(system), system, year, *GAMES)
    return made


@pytest.mark.parametrize(("system", "player", "text"), TEXTS, ids=[f"{system}-{who}" for system, who, _ in TEXTS])
def test_text(offices, system, player, text):
    assert text in offices[system].do("explain", system, "p", player).out


@pytest.mark.parametrize("system", PERIODS)
def test_no_text_says_none(offices, system):
    for player in "ABCDUWX":
        text = offices[system].do("explain", system, "p", player).out
        assert "None" not in text
        assert text.splitlines()[-1].startswith("After: ")


def test_a_game_out_for_its_gap_has_no_expected_score(offices):
    told = offices["fide-rapid"].do("explain", "fide-rapid", "p", "B", "--json").json["games"][0]
    assert (told["counted"], told["reason"], told["difference"]) == (False, "gap-too-wide", -650)
    assert (told["capped"], told["expected"], told["gain"]) == (None, None, None)


def test_ukd_2016_unrated_in_json(offices):
    """Rules 4: worth 1000 on the own side and for opponents; K 50; a change that rates nobody."""
    told = offices["ukd-rapid"].do("explain", "ukd-rapid", "p", "W", "--json").json
    assert (told["before"], told["k"], told["k_reason"]) == (None, 50, "formula")
    # -1000 and 0: expected 0 and .5; 50 × (0 - 0) and 50 × (0 - .5).
    assert (told["change"], told["change_shown"], told["change_exact"]) == ("-25.00", "-25.0", "-25/1")
    assert [game["own_value"] for game in told["games"]] == [1000, 1000]
    assert sorted(game["opponent_value"] for game in told["games"]) == [1000, 2000]


@pytest.mark.parametrize(
    ("system", "shown", "exact"), [("ukd-standard", "5.25", "21/4"), ("ukd-rapid", "-12.7", "-637/50")]
)
def test_a_change_is_shown_to_the_decimals_of_its_edition(offices, system, shown, exact):
    told = offices[system].do("explain", system, "p", "B", "--json").json
    assert (told["change_shown"], told["change_exact"]) == (shown, exact)


def test_events_in_json(offices):
    events = offices["ukd-standard"].do("explain", "ukd-standard", "p", "B", "--json").json["events"]
    assert [(e["tournament"], e["n"], e["difference"], e["expected_sum"], e["change"]) for e in events] == [
        ("", 1, -50, "0.43", "10.05"), ("T1", 3, -100, "1.08", "-2.70"), ("T2", 1, 100, "0.64", "-2.10"),
    ]  # fmt: skip


def test_a_mean_that_is_no_integer_is_rounded_once(tmp_path):
    """(2050 + 1901)/2 = 1975.5: 24.5 is read as 25, which expects .53."""
    listed = LIST.replace("D,1900", "D,1901")
    office = rated(tmp_path, "ukd-standard", 2026, "T1,1,Y-01-05,B,C,1-0", "T1,2,Y-01-06,B,D,0-1", listed=listed)
    text = office.do("explain", "ukd-standard", "p", "B").out
    mean = "Mean of the opponents: 3951/2 = 1975.5; difference 2000 - 1975.5 = +24.5, rounded +25"
    assert f"Event T1: {mean}; expected 0.53 a game." in text
    assert "Score 1 - 2 × 0.53 = 1 - 1.06 = -0.06." in text


def test_s2_weighted_mean_of_events(tmp_path):
    """T1: five draws at 2000; T2: 2½ of 4 at 2000 is 12.5 more; (2000 × 5 + 2012.5 × 4)/9 = 2005.56."""
    listed = "id,rating,games\n" + "".join(f"{name},2000,100\n" for name in "ABCDX")
    first = [f"T1,{n},Y-01-0{n},U,{name},1/2-1/2" for n, name in enumerate("ABCDX", 1)]
    second = ["T2,1,Y-01-11,U,A,1-0", "T2,2,Y-01-12,U,B,1-0", "T2,3,Y-01-13,U,C,1/2-1/2", "T2,4,Y-01-14,U,D,0-1"]
    office = rated(tmp_path, "fide-standard", 2012, *first, *second, listed=listed)
    assert office.do("explain", "fide-standard", "p", "U").out.endswith(
        "Event T1: 5 games against rated opponents, sum 10000, 2½ points: counted.\n"
        "Event T2: 4 games against rated opponents, sum 8000, 2½ points: counted.\n"
        "Event T1: Mean 10000/5 = 2000; 2½/5 = 50 %: D 0; performance 2000.\n"
        "Event T2: Mean 8000/4 = 2000; 2½/4 = 62.5 %, 1 half point above 50 %, 12.5 each: +12.5; performance 2012.5.\n"
        "Performance, weighted by games: (2000 × 5 + 2012.5 × 4)/9 ≈ 2005.56.\n"
        "Games that count: 9 of 9 needed.\nRounded: 2006.\nFirst rating: 2006.\nAfter: 2006; 9 games\n"
    )


def test_k_limited_by_the_number_of_games(tmp_path):
    """C has 10 games: K 40, × 20 games = 800 > 700, so 35; 20 wins at +50: .43 more each, 8.6 × 35 = 301."""
    rows = [f"T,{n},Y-01-{n:02},C,B,1-0" for n in range(1, 21)]
    text = rated(tmp_path, "fide-rapid", 2026, *rows).do("explain", "fide-rapid", "p", "C").out
    assert (
        "K 35 (fewer than 30 games: 40, but 40 × 20 games = 800 is more than 700; 700/20 = 35, cut to 35).\n"
        "Change: 35 × +8.6 = +301.\nRounded: +301; 2050 + 301 = 2351.\n"
    ) in text


@pytest.mark.parametrize(("system", "year"), [("ukd-standard", 2026), ("ukd-rapid", 2017), ("fide-rapid", 2026)])
def test_calc_and_explain_say_the_same(tmp_path, system, year):
    rows = ("T,1,Y-01-05,B,C,1-0", "T,2,Y-01-06,B,A,1/2-1/2", "T,3,Y-01-07,B,U,1-0")
    office = rated(tmp_path, system, year, *rows)
    explained = office.do("explain", system, "p", "B", "--json").json["steps"]
    arguments = ("--rating", 2000, "2050=1", "2650=½", "-=1", "--on", f"{year}-01-01")
    calculated = office.do("calc", system, *arguments, "--json").json["steps"]
    assert [line.removeprefix("Event T: ") for line in explained] == calculated[4:]


def test_a_newcomers_game_of_an_event_that_is_left_out_does_not_count(offices):
    """S2: T2 has only two different rated opponents; its games are no part of the three that count."""
    told = offices["fide-blitz"].do("explain", "fide-blitz", "p", "U", "--json").json
    assert [(game["tournament"], game["opponent"], game["counted"], game["reason"]) for game in told["games"]] == [
        ("T1", "B", True, "counted"), ("T1", "C", True, "counted"), ("T1", "D", True, "counted"),
        ("T1", "W", False, "opponent-unrated"), ("T2", "D", False, "too-few-opponents"),
        ("T2", "A", False, "too-few-opponents"),
    ]  # fmt: skip
    assert told["entry"]["games"] == sum(game["counted"] for game in told["games"]) == 3
    why = "its event is no part of the first rating (fewer than 3 different rated opponents)"
    assert f"D Denis (1900): does not count, {why}\n" in offices["fide-blitz"].do("explain", "fide-blitz", "p", "U").out


def test_a_scoreless_first_event_counts_nowhere(offices):
    """H2024: W's only game was lost; the letter says so of the game, and its table says no."""
    told = offices["fide-rapid"].do("explain", "fide-rapid", "p", "W", "--json").json
    game = next(game for game in told["games"] if game["opponent"] == "B")
    assert (game["counted"], game["reason"], told["games_after"]) == (False, "first-event-too-few-points", 1)
    out = {
        "en": ("no", "its event is no part of the first rating (the player's first event, with less than ½ point)."),
        "fr": ("non", "son tournoi n’entre pas dans le premier classement (premier tournoi du joueur, avec moins de"),
        "tr": ("hayır", "turnuvası ilk dereceye katılmaz (oyuncunun ilk turnuvası, ½ puan altında)."),
    }
    for language, (no, why) in out.items():
        text = offices["fide-rapid"].do("explain", "fide-rapid", "p", "W", "--letter", language).out
        assert why in " ".join(text.split())
        rows = [line for line in text.splitlines() if "2000" in line and "Bruno" in line]
        assert [line.split()[-1] for line in rows] == [no]


def test_a_calculator_says_what_a_first_event_without_points_is_worth(office):
    told = office.do("calc", "fide-standard", "1900=0", "--games-before", "0", "--on", "2026-01-01").out
    assert "1. 1900, 0: does not count, its event is no part of the first rating" in told


def test_a_bye_is_told_as_one(tmp_path):
    office = rated(tmp_path, "fide-rapid", 2026, "T1,1,Y-01-05,B,C,1-0", "T1,2,Y-01-06,B,,bye")
    assert "  2  2026-01-06 T1           bye                no opponent: never rated\n" in (
        office.do("explain", "fide-rapid", "p", "B").out
    )
