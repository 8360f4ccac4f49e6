"""Section 3 against published answers, where the folder ``shared`` stands beside the repository."""

from datetime import date
from fractions import Fraction

import fide
from fide_blocks import BLOCK_2014, BLOCK_2024, BLOCK_2025
from fide_change import game_change, gap_excluded
from fide_entry import entry_rating
from fide_tables import conversion_d
from rounding import round_half_away

from shared_files import shared_rows


def half_points(text: str) -> int:
    """A score of the files in half points."""
    return int(Fraction(text) * 2)


def test_rating_change_cases():
    """``rating_change.csv``: the change from October 2025, and the calculator's, which still caps for all."""
    for row in shared_rows("cases", "rating_change.csv"):
        values = (int(row["own_rating"]), int(row["opponent_rating"]), half_points(row["score"]), int(row["k"]))
        new = game_change(BLOCK_2025, "fide-standard", *values)
        old = game_change(BLOCK_2024, "fide-standard", *values)
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
        assert conversion_d(Fraction(points, 2) + 1, games + 2) == int(row["rule_2024_dp"]), row["case"]
        pool = {
            "id": "x",
            "tournament": "t",
            "starts": date(2024, 3, 1),
            "games": games,
            "opponents": [],
            "half_points": points,
            "opponents_sum": mean * games,
            "period_ends": date(2024, 3, 31),
        }
        new = entry_rating(BLOCK_2024, [pool])
        old = entry_rating(BLOCK_2014, [pool])
        assert new["rating"] == int(row["rule_2024_initial_rating"]), row["case"]
        assert old["rating"] == int(row["rule_2022_initial_rating_as_fide_calculator_answers"]), row["case"]


def test_scalachess_cases():
    """``scalachess_elotest.csv``: one game, rounded; rapid and blitz with the rule of 600 points."""
    for row in shared_rows("cases", "scalachess_elotest.csv"):
        system = f"fide-{row['category']}"
        own, opponent, points = int(row["own_rating"]), int(row["opponent_rating"]), half_points(row["score"])
        change = Fraction(0)
        if not gap_excluded(system, date(2025, 10, 1), own, opponent):
            change = game_change(BLOCK_2025, system, own, opponent, points, int(row["k"]))
        assert round_half_away(change) == int(row["expected_rounded_change"]), row


def test_chesselo_cases():
    """``chesselo_june2017.csv``: score minus expectation, and times K."""
    for row in shared_rows("cases", "chesselo_june2017.csv"):
        values = (int(row["own_rating"]), int(row["opponent_rating"]), half_points(row["score"]))
        assert game_change(BLOCK_2014, "fide-standard", *values, 1) == Fraction(row["chg"])
        change = game_change(BLOCK_2014, "fide-standard", *values, int(row["k"]))
        assert change == Fraction(row["k_chg"])


def test_us_championship_2025():
    """Each change to the tenth; the November list, of the ten without another event directly."""
    expected = shared_rows("data", "us_championship_2025", "expected.csv")
    games = shared_rows("data", "us_championship_2025", "games.csv")
    for game in games:
        game["date"] = date.fromisoformat(game["date"])
    results = fide.rate(
        "fide-standard",
        date(2025, 10, 1),
        date(2025, 10, 31),
        date(2025, 11, 1),
        [{"id": row["id"], "birth_year": None} for row in expected],
        {date(2025, 10, 1): {row["id"]: int(row["rating_2025_10"]) for row in expected}},
        {row["id"]: (500, None, None) for row in expected},
        [],
        [],
        games,
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
