"""The oracle of FIDE, UKD and Elo International against every known answer, and its random periods.

Known answers: the worked answers of the rules (sections 3, 4, 5, 5b), and, where the folder ``shared`` stands
beside the repository, the published cases and the US Championship of 2025.
"""

import random
from collections import Counter
from datetime import date, timedelta
from fractions import Fraction

import elo_international
import fide
import fide_cases
import fide_periods
import fide_tables
import pytest
import ukd
from rounding import round_half_away

from shared_files import shared_rows

SEEDS = 380
RESULT = {2: "1-0", 1: "1/2-1/2", 0: "0-1"}


def half_points(text: str) -> int:
    """A score of the files in half points."""
    return int(Fraction(text) * 2)


def one_player(rating, games, *, system="fide-standard", starts=date(2025, 12, 1), ends=date(2025, 12, 31),
               code="t", history=(100, None, None), birth=None, opponents=None, more=(), **extra):
    """Rates one player ``x`` who plays (opponent rating or None, half points); returns all results."""
    module = {"fide": fide, "ukd-": ukd, "elo-": elo_international}[system[:4]]
    ratings, rows = {"x": rating}, []
    for number, (value, points) in enumerate(games, 1):
        opponent = (opponents or {}).get(number, f"o{number}")
        ratings[opponent] = value
        rows.append({"white": "x", "black": opponent, "result": RESULT[points], "date": starts,
                     "tournament": code, "round": number})
    arguments = {
        "system": system, "starts": starts, "ends": ends, "publishes": ends + timedelta(days=1),
        "players": [{"id": "x", "birth_year": birth}], "lists": {starts: ratings},
        "history": {"x": history, **{name: (100, None, None) for name in ratings if name != "x"}},
        "pools": [], "tournaments": [], "games": [*rows, *more], **extra,
    }
    return module.rate(**arguments)


# -------------------------------------------------------------------------------- 3, worked answers, FIDE


def test_worked_example_of_s3():
    """1800, K 20, beats 1900 and draws 1750: 11.4 -> 1811."""
    result = one_player(1800, [(1900, 2), (1750, 1)])["x"]
    assert [d.expected for d in result.games] == [Fraction(36, 100), Fraction(57, 100)]
    assert (result.k, result.change, result.after) == (20, Fraction(114, 10), 1811)


@pytest.mark.parametrize(("count", "k"), [(17, 40), (18, 38), (20, 35), (39, 17)])
def test_limit_of_700(count, k):
    """K 40 and 20 games -> K 35; 39 games -> 17."""
    result = one_player(1800, [(1800, 1)] * count, history=(3, None, None))["x"]
    assert (result.n, result.k) == (count, k)


def test_published_newcomer_of_december_2025():
    """1902 1/2, 1877 1/2, 1884 1, 2012 0, 1832 1 -> 1922."""
    games = [(1902, 1), (1877, 1), (1884, 2), (2012, 0), (1832, 2)]
    result = one_player(None, games, history=(0, None, None))["x"]
    assert (result.after, result.case, result.career_games, result.peak) == (1922, "entry", 5, 1922)


@pytest.mark.parametrize(("rating", "points", "before_maximum", "after"),
                         [(2000, 6, 1993, 1993), (2000, 4, 1893, 1893), (2400, 6, 2279, 2200)])
def test_entry_2024(rating, points, before_maximum, after):
    """Five opponents at 2000: 3 points -> 1993, 2 -> 1893; all 2400, 3 of 5 -> 2279 -> 2200."""
    games = [(rating, max(0, min(2, points - 2 * number))) for number in range(5)]
    result = one_player(None, games, history=(0, None, None))["x"]
    assert round_half_away(result.entry["exact"]) == before_maximum
    assert result.after == after


@pytest.mark.parametrize(("own", "opponent", "points", "day", "change"), [
    (2649, 2149, 2, date(2025, 10, 1), "0.8"), (2650, 2150, 2, date(2025, 10, 1), "0.4"),
    (2650, 2150, 2, date(2025, 9, 1), "0.8"), (2700, 1900, 0, date(2025, 10, 1), "-10"),
])
def test_caps(own, opponent, points, day, change):
    """Cap: 2649 beats 2149 -> +0.8; 2650 beats 2150 (2025 block) -> +0.4; 2700 loses to 1900 -> -10."""
    result = one_player(own, [(opponent, points)], starts=day, ends=day + timedelta(days=28))["x"]
    assert result.change == Fraction(change)
    assert result.k == 10


def test_weighted_mean_of_s2():
    """(2280 x 5 + 2400 x 10 + 2000 x 5) / 20 = 2270."""
    assert fide.weighted_mean([(2280, 5), (2400, 10), (2000, 5)]) == 2270


@pytest.mark.parametrize(("k", "points", "change"), [
    (10, 0, "-3.75"), (10, 2, "6.25"), (10, 1, "1.25"), (25, 0, "-9.375"), (25, 2, "15.625"),
    (25, 1, "3.125"), (15, 0, "-5.625"),
])
def test_linear_expectation(k, points, change):
    """Decision 7, against an opponent 100 points above."""
    block = {**fide.BLOCK_2009, "expectation": "linear"}
    assert fide.game_change(block, "fide-standard", 1500, 1600, points, k) == Fraction(change)


def test_linear_expectation_as_parameter():
    """Decision 7 through a whole period: K 25 under 30 games, -9.375 -> -9."""
    result = one_player(1500, [(1600, 0)], starts=date(2009, 9, 1), ends=date(2009, 10, 31),
                        history=(10, None, None), parameters={"expectation": "linear"})["x"]
    assert (result.k, result.change, result.after) == (25, Fraction("-9.375"), 1491)


# --------------------------------------------------------------------------------- 3, the files of cases


def test_rating_change_cases():
    """``rating_change.csv``: the change from October 2025, and the calculator's, which still caps for all."""
    for row in shared_rows("cases", "rating_change.csv"):
        values = (int(row["own_rating"]), int(row["opponent_rating"]), half_points(row["score"]),
                  int(row["k"]))
        new = fide.game_change(fide.BLOCK_2025, "fide-standard", *values)
        old = fide.game_change(fide.BLOCK_2024, "fide-standard", *values)
        assert new == Fraction(row["change_under_rules_from_2025_10"]), row["case"]
        assert old == Fraction(row["calculator_change"]), row["case"]


def test_initial_rating_cases():
    """``initial_rating.csv``: the 2024 block step by step, and the 2014 block."""
    for row in shared_rows("cases", "initial_rating.csv"):
        mean, games, points = int(row["rc_average_of_rated_opponents"]), int(row["n"]), half_points(row["w"])
        ra = Fraction(mean * games + 3600, games + 2)
        p = Fraction(points + 2, 2 * (games + 2))
        assert round_half_away(ra * 100) == Fraction(row["rule_2024_ra"]) * 100, row["case"]
        assert round_half_away(p * 10000) == Fraction(row["rule_2024_p"]) * 10000, row["case"]
        assert fide_tables.conversion_d(Fraction(points, 2) + 1, games + 2) == int(row["rule_2024_dp"]), row["case"]
        pool = {"id": "x", "tournament": "t", "starts": date(2024, 3, 1), "games": games, "opponents": [],
                "half_points": points, "opponents_sum": mean * games, "period_ends": date(2024, 3, 31)}
        new = fide.entry_rating(fide.BLOCK_2024, [pool])
        old = fide.entry_rating(fide.BLOCK_2014, [pool])
        assert new["rating"] == int(row["rule_2024_initial_rating"]), row["case"]
        assert old["rating"] == int(row["rule_2022_initial_rating_as_fide_calculator_answers"]), row["case"]


def test_scalachess_cases():
    """``scalachess_elotest.csv``: one game, rounded; rapid and blitz with the rule of 600 points."""
    for row in shared_rows("cases", "scalachess_elotest.csv"):
        system = f"fide-{row['category']}"
        own, opponent, points = int(row["own_rating"]), int(row["opponent_rating"]), half_points(row["score"])
        change = Fraction(0)
        if not fide.gap_excluded(system, date(2025, 10, 1), own, opponent):
            change = fide.game_change(fide.BLOCK_2025, system, own, opponent, points, int(row["k"]))
        assert round_half_away(change) == int(row["expected_rounded_change"]), row


def test_chesselo_cases():
    """``chesselo_june2017.csv``: score minus expectation, and times K."""
    for row in shared_rows("cases", "chesselo_june2017.csv"):
        values = (int(row["own_rating"]), int(row["opponent_rating"]), half_points(row["score"]))
        assert fide.game_change(fide.BLOCK_2014, "fide-standard", *values, 1) == Fraction(row["chg"])
        change = fide.game_change(fide.BLOCK_2014, "fide-standard", *values, int(row["k"]))
        assert change == Fraction(row["k_chg"])


def test_us_championship_2025():
    """Each change to the tenth; the November list, of the ten without another event directly."""
    expected = shared_rows("data", "us_championship_2025", "expected.csv")
    games = shared_rows("data", "us_championship_2025", "games.csv")
    for game in games:
        game["date"] = date.fromisoformat(game["date"])
    results = fide.rate(
        "fide-standard", date(2025, 10, 1), date(2025, 10, 31), date(2025, 11, 1),
        [{"id": row["id"], "birth_year": None} for row in expected],
        {date(2025, 10, 1): {row["id"]: int(row["rating_2025_10"]) for row in expected}},
        {row["id"]: (500, None, None) for row in expected}, [], [], games,
    )
    alone = 0
    for row in expected:
        result, other = results[row["id"]], Fraction(row["other_events_change"])
        assert (result.k, result.n) == (int(row["k"]), int(row["event_games"]))
        assert Fraction(result.half_points, 2) == Fraction(row["event_points"])
        assert result.change == Fraction(row["event_change"])
        assert result.change + other == Fraction(row["period_change"])
        november = result.before + round_half_away(result.change + other)
        assert november == int(row["rating_2025_11"])
        if other == 0:
            alone += 1
            assert result.after == int(row["rating_2025_11"])
    assert alone == 10


# ------------------------------------------------------------------------------------- 3, decisions, FIDE


def test_rounding_is_of_the_change():
    """Row rounding: 1800, K 10 x -0.25 would be -2.5 -> -3, not 1797.5 -> 1798 (linear, 20 points down)."""
    result = one_player(1800, [(1800, 1), (1820, 0)], history=(100, None, None),
                        parameters={"expectation": "linear", "k_middle": Fraction(100, 19)})["x"]
    assert (result.change, result.after) == (Fraction(-5, 2), 1797)


def test_decision_1_unrated_at_the_start_rated_now():
    """The own change comes from the period's rating; for the opponent the player was unrated."""
    november, december = date(2025, 11, 1), date(2025, 12, 1)
    results = one_player(1800, [(1900, 2)], lists={november: {"x": None, "o1": 1880},
                                                   december: {"x": 1800, "o1": 1900}},
                         tournaments=[{"tournament": "t", "starts": date(2025, 11, 20)}])
    assert results["x"].games[0].difference == 1800 - 1880
    assert (results["o1"].n, results["o1"].games[0].reason) == (0, "opponent-unrated")


def test_decision_1_fallen_since_the_start():
    """The opponent counts the player at the old rating; the player's games open the fresh pool."""
    november, december = date(2025, 11, 1), date(2025, 12, 1)
    results = one_player(None, [(1500, 1)], lists={november: {"x": 1404, "o1": 1500},
                                                   december: {"x": None, "o1": 1500}},
                         tournaments=[{"tournament": "t", "starts": date(2025, 11, 20)}])
    assert results["o1"].games[0].difference == 1500 - 1404
    assert [row["games"] for row in results["x"].pools] == [1]
    assert not results["x"].pools[0]["first_event"]


@pytest.mark.parametrize(("birth", "history", "k"), [
    (2007, (100, 2299, None), 40), (2006, (100, 2299, None), 20), (2007, (100, 2300, None), 20),
    (None, (29, None, None), 40), (None, (30, None, None), 20), (2007, (5, 2400, None), 10),
    (1980, (5, 2399, None), 40),
])
def test_decision_2_k(birth, history, k):
    """Precedence: ever 2400, junior never 2300, under 30 games, the middle one."""
    assert one_player(2200, [(2200, 2)], birth=birth, history=history)["x"].k == k


@pytest.mark.parametrize(("ends", "k"), [(date(2022, 9, 30), 20), (date(2022, 10, 31), 40)])
def test_k_of_rapid_until_september_2022(ends, k):
    """Row K: rapid and blitz 20 for all until 2022-09-30."""
    starts = ends.replace(day=1)
    result = one_player(1800, [(1800, 2)], system="fide-rapid", starts=starts, ends=ends,
                        history=(5, None, None))["x"]
    assert result.k == k


def test_decision_3_first_event_with_nothing():
    """2024: dropped as the first event, kept as a later one; a continued first event is tested whole."""
    nothing = one_player(None, [(1800, 0)] * 5, history=(0, None, None))["x"]
    assert (nothing.after, nothing.case, nothing.career_games) == (None, "pool", 5)
    pool = {**nothing.pools[0], "period_ends": date(2025, 11, 30)}
    assert pool["first_event"]
    later = one_player(None, [(1800, 0)] * 5, history=(5, None, None), code="u", pools=[pool])["x"]
    assert later.entry["refused"] == {"t": "first-event", "u": ""}
    assert later.case == "entry"  # (9000 + 3600)/7 + D(1/7) = 1800 - 309
    assert later.after == 1491
    continued = one_player(None, [(1800, 1)], history=(5, None, None), pools=[pool])["x"]
    assert continued.entry["refused"] == {"t": ""}
    assert continued.after == 1800 + fide_tables.P_TO_D[19]


@pytest.mark.parametrize(("ends", "case"), [(date(2023, 11, 30), "entry"), (date(2023, 10, 31), "pool")])
def test_decision_3_window(ends, case):
    """26 calendar months ending with December 2025 begin with November 2023."""
    pool = {"id": "x", "tournament": "old", "period_ends": ends, "starts": ends, "games": 4, "half_points": 4,
            "opponents_sum": 7200, "opponents": "a b c d", "format": "", "first_event": True}
    result = one_player(None, [(1800, 1)], history=(4, None, None), pools=[pool])["x"]
    assert result.case == case


def entry_2009(first: list, second: list, days=(date(2009, 9, 5), date(2009, 9, 12)),
               forms=("swiss", "swiss")):
    """A newcomer of 2009 with two events, as lists of (rating, half points)."""
    games, ratings = [], {}
    for code, rows in (("a", first), ("b", second)):
        for number, (rating, points) in enumerate(rows, 1):
            ratings[f"{code}{number}"] = rating
            games.append({"white": f"{code}{number}", "black": "x", "result": RESULT[2 - points],
                          "date": date(2009, 9, 20), "tournament": code, "round": number})
    tournaments = [{"tournament": code, "starts": day, "format": form}
                   for code, day, form in zip("ab", days, forms, strict=True)]
    return fide.rate("fide-standard", date(2009, 9, 1), date(2009, 10, 31), date(2009, 11, 1),
                     [{"id": "x"}], {date(2009, 9, 1): ratings}, {}, [], tournaments, games)["x"]


def test_2009_entry_weighted():
    """2009: 6 of 6 at 1800 -> 1875, 1 of 3 at 1900 -> 1900 - 125; weighted 1841.67 -> 1842."""
    result = entry_2009([(1800, 2)] * 6, [(1900, 2), (1900, 0), (1900, 0)])
    assert result.entry["exact"] == Fraction(1875 * 6 + 1775 * 3, 9)
    assert result.after == 1842


def test_2009_less_than_a_point():
    """S2's "unless": after a valid event at the floor it counts; before, or as the first, it does not."""
    good, low = [(1800, 1)] * 6, [(1900, 1), (1900, 0), (1900, 0)]
    assert entry_2009(good, low).case == "entry"
    before = entry_2009(good, low, days=(date(2009, 9, 12), date(2009, 9, 5)))
    assert (before.case, before.entry["refused"]) == ("pool", {"a": "", "b": "points"})
    tie = entry_2009(good, low, days=(date(2009, 9, 5), date(2009, 9, 5)))
    assert tie.entry["refused"] == {"a": "", "b": "points"}


def test_2009_format_and_opponents():
    """2009: no match, and at least three different opponents."""
    good = [(1800, 1)] * 9
    refused = entry_2009(good, good[:3], forms=("swiss", "match"))
    assert (refused.case, refused.entry["refused"]) == ("entry", {"a": "", "b": "format"})
    assert entry_2009(good, good[:2]).entry["refused"] == {"a": "", "b": "opponents"}


@pytest.mark.parametrize(("rating", "after"), [(1420, 1400), (1419, None)])
def test_decision_4_floor(rating, after):
    """K 40 x -0.5: 1420 stays at 1400, 1419 is unrated; games and peak are kept, no pool yet."""
    result = one_player(rating, [(rating, 0)], history=(10, 1500, None))["x"]
    assert (result.after, result.peak, result.career_games, result.pools) == (after, 1500, 11, [])


def test_decision_4_raised_floor():
    """A raised floor touches nobody without a counted game."""
    results = one_player(1350, [(1350, 1)], starts=date(2024, 3, 1), ends=date(2024, 3, 31),
                         lists={date(2024, 3, 1): {"x": 1350, "o1": 1350, "idle": 1000}})
    assert (results["x"].after, results["idle"].after) == (None, 1000)


@pytest.mark.parametrize(("last", "status"), [
    (date(2025, 1, 1), "active"), (date(2024, 12, 31), "inactive"), (date(2023, 1, 1), "inactive"),
    (date(2022, 12, 31), "off"), (None, "active"),
])
def test_decision_5_status(last, status):
    """12 and 36 months before publication, the same day inside; unknown: the oldest list."""
    results = fide.rate("fide-standard", date(2025, 12, 1), date(2025, 12, 31), date(2026, 1, 1),
                        [{"id": "y"}], {date(2025, 12, 1): {"y": 1800}}, {"y": (9, None, last)}, [], [], [])
    assert results["y"].status == status


def test_decision_6_credited():
    """The standard rating is used in rapid, counts as a peak, and needs a counted game."""
    standard = {date(2025, 12, 1): {"x": 2410, "idle": 1900}}
    results = one_player(None, [(2410, 2)], system="fide-rapid", history=(0, None, None),
                         standard_lists=standard)
    result = results["x"]
    assert (result.base, result.k, result.after, result.peak) == (2410, 10, 2415, 2415)
    assert results["o1"].games[0].opponent_status == "credited"
    old = one_player(None, [(2000, 2)], system="fide-rapid", history=(0, None, None), starts=date(2012, 1, 1),
                     ends=date(2012, 2, 29), standard_lists={date(2012, 1, 1): {"x": 2000}})
    assert old["x"].case == "pool"


@pytest.mark.parametrize(("minutes", "top", "good"), [
    ("120", 2200, True), ("90+30", 2200, True), ("90+29", 2200, False), ("90", 2199, True),
    ("89", 1600, False), ("60", 1599, True), ("59", 1500, False), ("", 2600, True),
])
def test_accepted_minutes(minutes, top, good):
    """Row accepted: minutes by the strongest player of any row."""
    rows = [{"white": "a", "black": "b", "result": "1-0F", "date": date(2025, 12, 2), "round": 1}]
    answer = fide.accepted({"minutes": minutes}, rows, {"a": top, "b": 1450})
    assert answer[0] is good
    assert answer[2] == ([] if minutes else ["unknown-minutes"])


@pytest.mark.parametrize(("rounds", "minutes", "next_day", "good"), [
    (3, 120, True, True), (4, 60, True, False), (4, 60, False, True), (3, 121, True, False),
])
def test_accepted_rounds(rounds, minutes, next_day, good):
    """Row accepted: three rounds and 12 hours a day, not tested where the tournament bears one date."""
    rows = [{"white": "a", "black": "b", "result": "1-0", "date": date(2025, 12, 2), "round": number}
            for number in range(1, rounds + 1)]
    if next_day:
        rows.append({**rows[0], "date": date(2025, 12, 3), "round": rounds + 1})
    assert fide.accepted({"minutes": minutes}, rows, {"a": 1500})[0] is good


@pytest.mark.parametrize(("day", "counted"), [(date(2024, 11, 30), True), (date(2024, 12, 1), False)])
def test_gap_of_600(day, counted):
    """Rapid: by the tournament's first day."""
    result = one_player(2601, [(2001, 2)], system="fide-rapid", starts=date(2024, 12, 1),
                        ends=date(2024, 12, 31), tournaments=[{"tournament": "t", "starts": day}])["x"]
    assert result.games[0].counted is counted


def test_before_the_first_block():
    """0.8: stop, and name the first date."""
    with pytest.raises(ValueError, match="2009-07-01"):
        one_player(1800, [], starts=date(2009, 6, 1), ends=date(2009, 6, 30))


# --------------------------------------------------------------------------------- 3, Elo International


def elo(rating, games, **extra):
    """One player in the first half of 1996."""
    return one_player(rating, games, system="elo-international", starts=date(1996, 1, 1),
                      ends=date(1996, 6, 30), **extra)["x"]


def test_elo_mean_of_the_event():
    """2300 against 2700 (counts as 2650) and 2301: mean 2475.5, difference -175.5 -> -176, .27 each."""
    result = elo(2300, [(2700, 2), (2301, 1)])
    assert (result.k, result.change) == (15, 15 * (Fraction(3, 2) - Fraction(54, 100)))
    assert result.after == 2315  # 2314.4


@pytest.mark.parametrize(("rating", "after"), [(2020, 2015), (2015, 2010), (2010, None)])
def test_elo_fives_then_floor(rating, after):
    """Nearest 5 of old + change (-7.5): 2012.5 -> 2015, 2007.5 -> 2010 stays, 2002.5 -> 2005 is below."""
    assert elo(rating, [(rating, 0)]).after == after


def test_elo_entry():
    """Nine games, four different opponents in an event, mean + D."""
    games = [(2100, 1)] * 9
    assert elo(None, games, history=(0, None, None)).after == 2100
    few = elo(None, games, history=(0, None, None), opponents={n: f"o{n % 3}" for n in range(1, 10)})
    assert (few.after, few.entry["refused"]) == (None, {"t": "opponents"})


# -------------------------------------------------------------------------------------------- 4, the UKD


def turkish(rating, games, year=2024, **extra):
    """One player in a UKD period of January."""
    return one_player(rating, games, system="ukd-standard", starts=date(year, 1, 1), ends=date(year, 1, 31),
                      **extra)["x"]


def test_ukd_worked_answers():
    """1500 beats 2000 -> +22.25 -> 1522; 1280 beats an unrated -> +3.0; 1010 loses to 1010 -> 1000."""
    result = turkish(1500, [(2000, 2)])
    assert (result.games[0].capped, result.games[0].expected) == (-350, Fraction(11, 100))
    assert (result.change, result.after) == (Fraction(2225, 100), 1522)
    assert turkish(1280, [(None, 2)]).change == 3
    assert turkish(1280, [(None, 0)]).change == -3
    assert turkish(1280, [(None, 1)]).change == 0
    low = turkish(1010, [(1010, 0)])
    assert (low.change, low.after) == (-15, 1000)


@pytest.mark.parametrize(("rating", "k"), [(1299, 30), (1300, 25), (1599, 25), (1600, 20), (1999, 20),
                                           (2000, 15), (2399, 15), (2400, 10)])
def test_ukd_bands(rating, k):
    """Section 4: the edges of k."""
    assert ukd.k_2020(rating) == k


def test_ukd_block_2016():
    """K by the polynomial, kept within 10 ... 50; per game without a cap; an unrated is worth 1000."""
    assert ukd.k_2016(2000) == Fraction(196, 10)
    assert (ukd.k_2016(1000), ukd.k_2016(2700)) == (50, 10)
    result = turkish(2000, [(None, 0), (1000, 2)], year=2017)
    assert result.change == Fraction(-196, 10)
    assert ukd.shown_to_a_tenth(Fraction(1234, 100)) == Fraction(123, 10)
    newcomer = turkish(None, [(1000, 2), (None, 1)], year=2017, history=(0, None, None))
    assert (newcomer.k, newcomer.change, newcomer.after, newcomer.n) == (50, 25, None, 2)


def test_ukd_first_rating():
    """At least five games against rated opponents, pooled; below 1000 it is 1000; provisional."""
    four = turkish(None, [(1400, 1)] * 4 + [(None, 2)], history=(0, None, None))
    assert (four.after, four.career_games, four.pools[0]["games"]) == (None, 5, 4)
    pool = {**four.pools[0], "period_ends": date(2023, 1, 31)}
    five = turkish(None, [(1400, 1)], history=(5, None, None), pools=[pool])
    assert (five.after, five.status, five.pools) == (1400, "provisional", [])
    assert turkish(None, [(1400, 0)] * 5, history=(0, None, None)).after == 1000
    ended = turkish(1400, [(None, 1)], provisional={"x"})
    assert (ended.status, ended.after) == ("active", 1400)


# ----------------------------------------------------------------------------- 5 and 5b, conversions


@pytest.mark.parametrize(("value", "source", "target", "exact"), [
    (1501, "elo", "ingo", "167.375"), (100, "ingo", "elo", "2040"), (600, "bridier", "elo", "1950"),
    (150, "bcr", "elo", "1800"), (400, "cs", "elo", "1800"), (1800, "elo", "cs", "400"),
    (2040, "elo", "ingo", "100"), (1800, "elo", "bcr", "150"), (1950, "elo", "bridier", "600"),
    (150, "bcr", "cs", "400"),
])
def test_conversions(value, source, target, exact):
    """Section 5: by way of Elo, exact."""
    assert elo_international.convert(value, source, target) == Fraction(exact)


def test_conversions_for_display():
    """Section 5: halves away from zero; a warning outside 800 ... 3000."""
    assert elo_international.convert_for_display(1501, "elo", "ingo") == 167
    assert elo_international.convert_for_display(1804, "elo", "bcr") == 151
    assert elo_international.conversion_warning(799, "elo")
    assert not elo_international.conversion_warning(800, "elo")
    assert elo_international.conversion_warning(301, "bcr")


def test_adjustment_of_march_2024():
    """5b: below 2000, factor 0.4: 1000 -> 1400, 1500 -> 1700, 1700 -> 1820; peaks rise, 2000 stays."""
    ratings = {"a": 1000, "b": 1500, "c": 1700, "d": 2000, "e": None, "f": 1999}
    new, peaks = fide.adjust(ratings, {"a": 1100, "c": 1900}, bound=2000, factor="0.4", floor=1400)
    assert new == {"a": 1400, "b": 1700, "c": 1820, "d": 2000, "e": None, "f": 1999}
    assert peaks == {"a": 1400, "b": 1700, "c": 1900, "f": 1999}
    assert fide.adjust({"a": 1495}, {}, constant=-100, step=10, floor=1400)[0] == {"a": 1400}


# ------------------------------------------------------------------------------------- the random periods


SYSTEMS_AND_SEEDS = [("fide-standard", SEEDS), ("fide-rapid", SEEDS), ("fide-blitz", SEEDS),
                     ("elo-international", SEEDS), ("ukd-standard", SEEDS), ("ukd-rapid", SEEDS),
                     ("ukd-blitz", SEEDS)]


@pytest.mark.parametrize(("system", "seeds"), SYSTEMS_AND_SEEDS)
def test_every_case_is_hit(system, seeds):
    """Each required case at least 20 times over the seeds."""
    counts = Counter()
    for seed in range(seeds):
        period = fide_periods.random_period(system, seed)
        counts += fide_cases.count_cases(period, period.rate())
    rare = {name: counts[name] for name in fide_cases.required_cases(system) if counts[name] < 20}
    assert rare == {}
    assert set(counts) - fide_cases.required_cases(system) == set()


@pytest.mark.parametrize("system", fide_periods.SYSTEMS)
def test_periods_are_valid(system):
    """The contract: days, rounds, ids, no equal rows, and the same seed gives the same period."""
    for seed in range(40):
        period = fide_periods.random_period(system, seed)
        assert period == fide_periods.random_period(system, seed)
        ids = {row["id"] for row in period.players}
        rows = {row["tournament"]: row for row in period.tournaments}
        seats, pairs = Counter(), Counter()
        for game in period.games:
            players = [game[side] for side in ("white", "black") if game[side]]
            assert set(players) <= ids
            assert game["white"] != game["black"]
            assert game["date"] <= period.ends
            row = rows.get(game["tournament"], {})
            assert not row.get("starts") or row["starts"] <= game["date"] <= row["ends"]
            if game["tournament"]:
                seats.update((game["tournament"], game["round"], player) for player in players)
            else:
                pairs[(game["date"], *sorted(players))] += 1
        assert not seats or max(seats.values()) == 1
        assert not pairs or max(pairs.values()) == 1
        for row in period.pools:
            assert len(row["opponents"]) <= row["games"]
            assert 0 <= row["half_points"] <= 2 * row["games"]
            assert row["period_ends"] < period.starts
            assert row["id"] in ids


def essence(results: dict) -> dict:
    """What must not depend on the order of rows or on colours."""
    return {name: (r.before, r.base, r.after, r.change, r.n, r.half_points, r.opponents_sum, r.k, r.k_reason,
                   r.career_games, r.peak, r.last_game, r.status, r.pools, r.case, r.events)
            for name, r in results.items()}


@pytest.mark.parametrize("system", fide_periods.SYSTEMS)
def test_order_and_colours_do_not_matter(system):
    """0.1: shuffled rows and swapped colours give the same results."""
    swapped = {"1-0": "0-1", "0-1": "1-0", "1-0F": "0-1F", "0-1F": "1-0F"}
    for seed in range(25):
        period = fide_periods.random_period(system, seed)
        before = essence(period.rate())
        draw = random.Random(seed)
        for rows in (period.games, period.players, period.pools, period.tournaments):
            draw.shuffle(rows)
        if system != elo_international.SYSTEM:
            assert essence(period.rate()) == before
        for game in period.games:
            if game["black"]:
                game["white"], game["black"] = game["black"], game["white"]
                game["result"] = swapped.get(game["result"], game["result"])
        after = essence(period.rate())
        if system != elo_international.SYSTEM:
            assert after == before
        else:  # the events of games without a code are named by their place in the file
            assert {n: v[:-1] for n, v in after.items()} == {n: v[:-1] for n, v in before.items()}
