"""What S0 ("Classements Elo et Elo Rapide") says, sentence by sentence: a test's name is the sentence's place.

Places are numbered in the order of the text: `1` Elo, `2` Elo rapide, `3` the principle, `4` the five cases, `5` the
unrated, `6` details to know.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from printed_tables import PRINTED_S0

from arrays import ints
from few_games import Someone, alone, edition, games_of, rate
from ratings import tables
from ratings.engine.period import Totals
from ratings.exact import Ratio
from ratings.rules import ffe

ELO, RAPID = edition("national", "S0"), edition("rapid", "S0")
SENIOR, JUNIOR = Someone(1500, born=1980), Someone(1500, born=2012)
NEWCOMER = Someone(born=1990)


def draws(count: int, opponent: int = 1500) -> str:
    return ", ".join([f"{opponent} D"] * count)


def wins_and_draws(wins: int, games: int, opponent: int = 1500) -> str:
    return ", ".join([f"{opponent} W"] * wins + [f"{opponent} D"] * (games - wins))


@pytest.mark.parametrize(("games", "rating"), [(8, 1500), (7, None)])
def test_s0_1_to_be_rated_takes_8_compatible_games(games: int, rating: int | None):
    assert alone(ELO, NEWCOMER, draws(games)).rating == rating


@pytest.mark.parametrize(
    ("rules", "zone"), [pytest.param(ELO, 350, id="s0_1 Elo"), pytest.param(RAPID, 320, id="s0_2 rapid")]
)
class TestCompatibleGames:
    def count(self, rules: ffe.Edition, result: str, gap: int) -> int:
        return alone(rules, SENIOR, f"{1500 + gap} {result}").n

    def test_all_games_count_but(self, rules: ffe.Edition, zone: int):
        assert alone(rules, SENIOR, f"1500 W, 1500 D, 1500 L, {1501 - zone} W, {1499 + zone} L").n == 5

    def test_wins_against_at_least_the_zone_below(self, rules: ffe.Edition, zone: int):
        assert [self.count(rules, "W", gap) for gap in (1 - zone, -zone, -zone - 1)] == [1, 0, 0]

    def test_losses_against_at_least_the_zone_above(self, rules: ffe.Edition, zone: int):
        assert [self.count(rules, "L", gap) for gap in (zone - 1, zone, zone + 1)] == [1, 0, 0]

    def test_draws_and_upsets_count_at_any_distance(self, rules: ffe.Edition, zone: int):
        assert alone(rules, SENIOR, f"{1500 - 2 * zone} D, {1500 + 2 * zone} D, 2300 W, 900 L").n == 4

    def test_the_reason_is_told(self, rules: ffe.Edition, zone: int):
        codes = ffe.compatible(ints([2, 0, 1]), ints([1500] * 3), ints([1500 - zone, 1500 + zone, 2300]), rules)
        assert [ffe.REASONS[code] for code in codes] == [
            "win-against-much-lower", "loss-against-much-higher", "counted",
        ]  # fmt: skip


@pytest.mark.parametrize(("games", "rating"), [(7, 1500), (6, None)])
def test_s0_2_to_be_rated_in_rapid_takes_7_compatible_games(games: int, rating: int | None):
    assert alone(RAPID, NEWCOMER, draws(games)).rating == rating


def test_s0_2_rapid_lists_are_published_every_3_months():
    assert RAPID.publications == ELO.publications == "every 3 months"


def test_s0_2_rapid_rated_against_unrated_counts_for_the_unrated_only():
    after = rate(RAPID, {"rated": SENIOR, "new": NEWCOMER}, "rated L new", "rated D 1500")
    assert (after["rated"].n, after["rated"].rating) == (1, 1500)
    assert after["new"].n == 1


def test_s0_2_rapid_games_between_unrated_players_do_not_count():
    after = rate(RAPID, {"new": NEWCOMER, "other": NEWCOMER}, "new W other", "new W other")
    assert after["new"].n == after["other"].n == 0


def test_s0_1_elo_games_against_unrated_players_count_for_both():
    after = rate(ELO, {"rated": SENIOR, "new": NEWCOMER, "other": NEWCOMER}, "rated L new", "new D other")
    assert (after["rated"].n, after["new"].n, after["other"].n) == (1, 2, 1)


def points(half_points: int, games: int, opponents_sum: int, rules: ffe.Edition = ELO) -> Fraction:
    made = ffe.performance_points(Totals(ints([games]), ints([half_points]), ints([opponents_sum])), rules)
    return Fraction(int(made[0]), 100 * games)


def test_s0_3_performance_is_the_opponents_mean_and_the_table():
    assert points(8, 10, 15_000) == 1500 - 72  # 4 points of 10, 40 %, give -72


def test_s0_3_the_table_as_printed():
    printed = np.array([470, *PRINTED_S0, -470])
    assert np.array_equal(np.clip(tables.difference_by_percent(), -ELO.clamp, ELO.clamp)[::-1], printed)


@pytest.mark.parametrize("percent", [100, 99, 98, 97, 96, 95])
def test_s0_3_the_table_ends_at_470(percent: int):
    assert points(2 * percent, 100, 150_000) == 1970
    assert points(200 - 2 * percent, 100, 150_000) == 1030


def test_s0_3_between_two_percentages_the_table_is_interpolated():
    assert points(10, 7, 7 * 1500) == 1500 + 158 + Fraction(3, 7) * 8  # 71 3/7 %


def test_s0_4_case_1_above_with_16_games_is_the_performance():
    after = alone(ELO, SENIOR, wins_and_draws(8, 16))
    assert (after.case, after.exact) == ("performance", after.performance)


@pytest.mark.parametrize("games", [1, 8, 15])
def test_s0_4_case_2_above_with_fewer_is_completed_to_16(games: int):
    after = alone(ELO, SENIOR, wins_and_draws(1, games))
    assert after.case == "completed"
    assert after.exact == (after.performance * games + 1500 * (16 - games)) / 16


def test_s0_4_for_juniors_case_1_takes_8_games():
    after = alone(ELO, JUNIOR, wins_and_draws(4, 8))
    assert (after.case, after.exact) == ("performance", after.performance)


def test_s0_4_for_juniors_case_2_completes_to_8():
    after = alone(ELO, JUNIOR, wins_and_draws(4, 7))
    assert (after.case, after.exact) == ("completed", (after.performance * 7 + 1500) / 8)


@pytest.mark.parametrize("games", [1, 8, 16, 20])
@pytest.mark.parametrize("someone", [SENIOR, JUNIOR], ids=["senior", "junior"])
def test_s0_4_case_3_below_is_braked_by_16_whatever_the_games(games: int, someone: Someone):
    after = alone(ELO, someone, draws(games, 1400))
    assert (after.case, after.performance) == ("brake", 1400)
    assert after.exact == Fraction(1400 * games + 1500 * 16, games + 16)


@pytest.mark.parametrize("opponent", [1400, 1600])
@pytest.mark.parametrize("games", [7, 12])
def test_s0_4_case_4_rapid_with_7_games_is_the_performance(games: int, opponent: int):
    assert alone(RAPID, SENIOR, draws(games, opponent)).exact == opponent


@pytest.mark.parametrize("opponent", [1400, 1600])
@pytest.mark.parametrize("games", [1, 6])
def test_s0_4_case_5_rapid_with_fewer_is_completed_to_7(games: int, opponent: int):
    after = alone(RAPID, SENIOR, draws(games, opponent))
    assert (after.case, after.exact) == ("completed", Fraction(opponent * games + 1500 * (7 - games), 7))


def test_s0_4_equal_performance_changes_nothing():
    after = alone(ELO, SENIOR, draws(5))
    assert (after.case, after.exact, after.rating) == ("equal", 1500, 1500)


@pytest.mark.parametrize("value", [1500, 1020, 2060])
def test_s0_5_a_1499_may_turn_out_to_be_worth_1500_1020_or_2060(value: int):
    """The unrated are computed first: a rated opponent meets the published new rating, not 1499."""
    people = {"new": NEWCOMER, "rated": SENIOR}
    after = rate(ELO, people, *games_of("new", draws(8, value)), "rated D new")
    assert (after["new"].worth, after["new"].rating) == (after["new"].rating, after["rated"].performance)
    assert abs(after["new"].rating - value) <= 60  # the ninth game, against 1500, moves it


def test_s0_5_else_the_archived_performance_is_the_value():
    after = rate(ELO, {"new": NEWCOMER, "rated": SENIOR}, "new D 1604", "rated D new")
    assert after["new"].rating is None
    assert after["rated"].performance == after["new"].worth == (1604 + 1500) / 2


def test_s0_5_without_a_counted_game_the_stand_in_is_the_value():
    after = rate(ELO, {"new": Someone(born=1990, given=1600)}, "new L 1950")
    assert (after["new"].case, after["new"].worth, after["1950"].n) == ("no-counted-game", 1600, 0)


def test_s0_5_games_of_an_unrated_player_are_archived_and_added_to_the_next_season():
    first = alone(ELO, NEWCOMER, draws(5, 1600))
    assert (first.case, first.archive) == ("archived", (Fraction(1600), 5, 2026))
    again = alone(ELO, Someone(born=1990, archive=(1600, 5, 2025)), draws(3, 1520))
    assert (again.case, again.exact) == ("first-rating-with-archive", Fraction(1600 * 5 + 1520 * 3, 8))


@pytest.mark.parametrize("rules", [ELO, RAPID], ids=["Elo", "rapid"])
def test_s0_6_no_elo_is_below_1000(rules: ffe.Edition):
    assert alone(rules, Someone(1000, born=1980), "1000 L, 1000 L").rating == 1000
    assert alone(rules, NEWCOMER, "1000 D" + ", 1000 L" * 9).rating == 1000


@pytest.mark.parametrize(
    ("exact", "tens"), [((12349, 10), 1230), ((1235, 1), 1240), ((12351, 10), 1240), ((1244, 1), 1240)]
)
def test_s0_6_rounded_to_the_nearest_ten(exact: tuple[int, int], tens: int):
    assert ffe.published(Ratio(ints([exact[0]]), ints([exact[1]])), ELO)[0] == tens


@pytest.mark.parametrize(
    ("performance", "games", "listed"), [(1503, 6, 1499), (1505, 6, 1509), (1496, 3, 1499), (900, 5, 1009)]
)
def test_s0_6_the_unrated_have_an_estimate_that_ends_in_9(performance: int, games: int, listed: int):
    someone = Someone(born=1990, archive=(performance, games, 2026))
    assert rate(ELO, {"idle": someone}, "1500 D 1500")["idle"].listed == listed


def test_s0_6_in_rapid_a_national_rating_counts_for_who_has_no_rapid_one():
    people = {"national": Someone(born=1980, credited=1500), "rated": SENIOR}
    after = rate(RAPID, people, "national W 1600", "rated D national")
    assert (after["national"].case, after["national"].exact) == ("completed", Fraction(1743 * 2 + 1500 * 5, 7))
    assert (after["rated"].n, after["rated"].performance) == (1, 1500)


def test_s0_6_the_inverse_is_not_true():
    assert ELO.credited_from == "none"
    assert RAPID.credited_from == "ffe-national"


def test_s0_6_the_own_rapid_rating_goes_before_the_national_one():
    after = rate(RAPID, {"both": Someone(1400, born=1980, credited=None)}, "both D 1400")
    assert after["both"].exact == 1400
