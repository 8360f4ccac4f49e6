"""What S1 ("Classement Elo", the FFE) says, sentence by sentence: a test is named after its place, `s1_3`, `s1_4_I`.

`s1_4_a` and `s1_4_b` are the two paragraphs on the estimates of the unrated.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from printed_tables import PRINTED_S1

from arrays import ints
from few_games import Someone, alone, edition, games_of, rate
from ratings import tables
from ratings.engine.period import Totals
from ratings.rules import ffe, rule_set

S1 = edition("national", "S1")
SENIOR, JUNIOR = Someone(1500, born=1980), Someone(1500, born=2012)
NEWCOMER = Someone(born=1990)


def draws(count: int, opponent: int = 1500) -> str:
    return ", ".join([f"{opponent} D"] * count)


@pytest.mark.parametrize(("games", "rating"), [(10, 1500), (9, None)])
def test_s1_3_entry_takes_ten_compatible_games(games: int, rating: int | None):
    assert alone(S1, NEWCOMER, draws(games)).rating == rating


def test_s1_3_entry_over_several_seasons():
    assert alone(S1, Someone(born=1990, archive=(1500, 5, 1999)), draws(5)).rating == 1500


def test_s1_3_remark_an_elo_that_ends_in_9_is_estimated():
    assert ffe.ESTIMATES_END_IN == 9
    assert alone(S1, NEWCOMER, "1500 D").listed == 1499


def test_s1_3_management_three_lists_a_year():
    assert S1.publications == "January, May, September"


def test_s1_3_general_rule_a_lower_performance_meets_a_brake_of_sixteen():
    after = alone(S1, SENIOR, draws(4, 1400))
    assert (after.case, after.exact) == ("brake", Fraction(16 * 1500 + 4 * 1400, 20))


@pytest.mark.parametrize(
    ("someone", "games", "case"),
    [(SENIOR, 16, "performance"), (SENIOR, 15, "completed"), (JUNIOR, 8, "performance"), (JUNIOR, 7, "completed")],
    ids=["senior 16", "senior 15", "junior 8", "junior 7"],
)
def test_s1_3_general_rule_a_higher_performance_replaces_the_elo_over_enough_games(
    someone: Someone, games: int, case: str
):
    after = alone(S1, someone, draws(games, 1600))
    assert after.case == case
    assert after.exact == (1600 if case == "performance" else Fraction(1600 * games + 1500 * (16 - games), 16))


@pytest.mark.parametrize(("opponent", "rating"), [(1504, 1500), (1505, 1510), (1514, 1510)])
def test_s1_3_rounding_to_the_nearest_ten(opponent: int, rating: int):
    assert alone(S1, NEWCOMER, draws(10, opponent)).rating == rating


def test_s1_2_points_lost_by_rounding_are_not_kept():
    """The next period starts from the published value."""
    first = alone(S1, Someone(1500, born=1980), "1500 W")
    assert first.exact.denominator > 1 or first.exact % 10
    assert alone(S1, Someone(first.rating, born=1980), draws(1, first.rating)).exact == first.rating


def test_s1_4_wins_against_350_below_do_not_count():
    assert [alone(S1, SENIOR, f"{opponent} W").n for opponent in (1151, 1150, 1149)] == [1, 0, 0]


def test_s1_4_losses_against_350_above_do_not_count():
    assert [alone(S1, SENIOR, f"{opponent} L").n for opponent in (1849, 1850, 1851)] == [1, 0, 0]


def test_s1_4_all_draws_count():
    assert alone(S1, SENIOR, "900 D, 2300 D").n == 2


def test_s1_4_no_counted_game_changes_nothing():
    after = alone(S1, Someone(1503, born=1980), "900 W")
    assert (after.case, after.rating) == ("no-counted-game", 1503)


def performance(half_points: int, games: int, opponents_sum: int) -> Fraction:
    made = ffe.performance_points(Totals(ints([games]), ints([half_points]), ints([opponents_sum])), S1)
    return Fraction(int(made[0]), 100 * games)


def test_s1_4_I_ea_is_the_mean_of_the_opponents():  # noqa: N802 - the article's number
    assert performance(2, 2, 1500 + 1601) == Fraction(3101, 2)


def test_s1_4_II_the_table_as_printed_but_for_its_three_misprints():  # noqa: N802
    table = tables.difference_by_percent()[99:0:-1]
    wrong = {99 - place: int(table[place]) for place in np.flatnonzero(table != np.array(PRINTED_S1))}
    assert wrong == {88: 336, 21: -230, 20: -240}


def test_s1_4_II_the_misprints_are_told():  # noqa: N802
    told = {erratum.printed for erratum in rule_set("ffe-national").errata if erratum.source.startswith("S1")}
    assert any(".88 is 335" in text for text in told)
    assert any("N > 10" in text for text in told)
    assert any("(N + A)" in text for text in told)
    assert any("(Po x N)/16" in text for text in told)


def test_s1_4_NB_the_machine_uses_the_function_not_the_table():  # noqa: N802
    assert performance(4, 3, 4500) == Fraction("1623.06")  # 66 2/3 %: 2000/7 times 0.4307273
    assert performance(8, 10, 15_000) == Fraction("1427.62")  # 40 %: -72.38, the table says -72


def test_s1_4_NB_the_bonus_is_bounded_by_470():  # noqa: N802
    assert performance(39, 20, 30_000) == 1970  # 97.5 %
    assert performance(1, 20, 30_000) == 1030
    assert performance(20, 10, 15_000) == 1970
    assert performance(0, 10, 15_000) == 1030


def test_s1_4_III_po_is_ea_and_the_bonus():  # noqa: N802
    assert performance(20, 20, 20 * 1612) == 1612


def test_s1_4_case_1_more_than_9_games_give_a_rating():
    after = alone(S1, NEWCOMER, draws(10, 1604))
    assert (after.case, after.exact, after.rating, after.archive) == ("first-rating", 1604, 1600, None)


def test_s1_4_case_1_fewer_than_10_games_are_archived():
    """The text has "N > 10" a second time."""
    after = alone(S1, NEWCOMER, draws(9, 1604))
    assert (after.case, after.rating, after.archive) == ("archived", None, (Fraction(1604), 9, 2026))


def test_s1_4_case_2_more_than_9_games_leave_the_archive_unused():
    after = alone(S1, Someone(born=1990, archive=(2000, 9, 2025)), draws(10))
    assert (after.case, after.exact, after.archive) == ("first-rating", 1500, None)


@pytest.mark.parametrize("archived", [1, 9, 12])
def test_s1_4_case_2_with_the_archive_more_than_9(archived: int):
    """The mean's divisor is N + Na, printed "(N + A)"."""
    after = alone(S1, Someone(born=1990, archive=(1600, archived, 2025)), draws(9))
    assert (after.case, after.exact) == (
        "first-rating-with-archive", Fraction(9 * 1500 + archived * 1600, 9 + archived),
    )  # fmt: skip
    assert after.archive is None


def test_s1_4_case_2_together_fewer_than_10_are_archived_at_their_mean():
    after = alone(S1, Someone(born=1990, archive=(1600, 4, 2025)), draws(5))
    assert (after.case, after.archive) == ("archived", (Fraction(5 * 1500 + 4 * 1600, 9), 9, 2026))


def test_s1_4_archives_exist_only_while_a_player_is_unrated():
    after = alone(S1, Someone(1500, born=1980, archive=(1600, 4, 2025)), "1500 D")
    assert (after.exact, after.archive) == (1500, None)


def test_s1_4_case_3_junior_with_more_than_7_games():
    assert alone(S1, JUNIOR, draws(8, 1600)).exact == 1600


def test_s1_4_case_3_senior_with_more_than_15_games():
    assert alone(S1, SENIOR, draws(16, 1600)).exact == 1600


@pytest.mark.parametrize(("someone", "games"), [(JUNIOR, 7), (SENIOR, 7), (SENIOR, 15)])
def test_s1_4_case_3_with_fewer_the_mean_is_completed_to_16(someone: Someone, games: int):
    """Also for juniors; the whole sum is divided by 16."""
    assert alone(S1, someone, draws(games, 1600)).exact == Fraction((16 - games) * 1500 + games * 1600, 16)


@pytest.mark.parametrize("games", [1, 8, 16, 30])
@pytest.mark.parametrize("someone", [SENIOR, JUNIOR], ids=["senior", "junior"])
def test_s1_4_case_4_the_brake_holds_for_juniors_and_seniors(someone: Someone, games: int):
    assert alone(S1, someone, draws(games, 1400)).exact == Fraction(16 * 1500 + games * 1400, 16 + games)


def test_s1_4_a_takes_five_games_against_rated_players():
    five, four = alone(S1, NEWCOMER, draws(5, 1600)), alone(S1, NEWCOMER, draws(4, 1600))
    assert (five.source, five.wave, five.estimate) == ("wave", 1, 1600)
    assert (four.source, four.wave) == ("default", None)


def test_s1_4_a_first_without_the_zone_then_with_it_around_the_reference():
    text = "1500 D, 1500 D, 1500 D, 1500 D, 1500 W, 2100 L"
    after = alone(S1, NEWCOMER, text)
    without = alone(S1, NEWCOMER, text.removesuffix(", 2100 L"))
    assert performance(6, 6, 9600) == 1600  # the reference, over all six games: the zone begins at 1950
    assert after.estimate == without.estimate == round(1500 + Fraction("72.38"))


def test_s1_4_a_the_estimate_serves_the_opponents():
    people = {"new": NEWCOMER, "other": Someone(born=1990, given=1300)}
    after = rate(S1, people, *games_of("new", draws(5, 1600)), "other D new")
    assert after["other"].performance == 1600


def test_s1_4_a_goes_on_until_everyone_has_a_value():
    people = dict.fromkeys(("first", "second", "third"), NEWCOMER)
    games = [*games_of("first", draws(5, 1600)), *["second D first"] * 5, *["third D second"] * 5]
    after = rate(S1, people, *games)
    assert [after[name].wave for name in people] == [1, 2, 3]
    assert [after[name].estimate for name in people] == [1600, 1600, 1600]


def test_s1_4_a_values_are_frozen_for_the_wave():
    people = {"first": NEWCOMER, "twin": NEWCOMER}
    games = [*games_of("first", draws(5, 1600)), *games_of("twin", draws(5, 1400)), "first W twin"]
    after = rate(S1, people, *games)
    assert (after["first"].estimate, after["twin"].estimate) == (1600, 1400)


def test_s1_4_a_the_estimate_is_no_brake():
    after = alone(S1, Someone(born=1990, given=2300), draws(10, 1400))
    assert after.exact == 1400


def test_s1_4_a_the_general_mode_follows_with_the_zone_around_the_estimate():
    after = alone(S1, Someone(born=1990, given=1600), "1500 D, 1950 L, 1949 L")
    assert (after.estimate, after.n) == (1600, 2)


@pytest.mark.parametrize("result", ["W", "L"])
def test_s1_4_a_a_perfect_newcomer_is_not_left_without_games(result: str):
    after = alone(S1, NEWCOMER, ", ".join([f"1500 {result}"] * 10))
    assert (after.n, after.rating) == (10, 1970 if result == "W" else 1030)


def test_s1_4_b_with_fewer_the_club_president_estimates():
    after = alone(S1, Someone(born=1990, given=1723), "1600 D")
    assert (after.source, after.estimate) == ("given", 1723)


@pytest.mark.parametrize(("games", "source"), [(5, "archive"), (4, "given")])
def test_s1_4_b_an_archive_of_five_games_goes_before_the_president(games: int, source: str):
    assert alone(S1, Someone(born=1990, given=1723, archive=(1500, games, 2025)), "1600 D").source == source


def test_s1_4_b_a_smaller_archive_goes_before_the_default():
    after = alone(S1, Someone(born=1990, archive=(1612, 2, 2025)), "1600 D")
    assert (after.source, after.estimate) == ("small-archive", 1612)


def test_s1_remark_a_beginner_of_under_8_starts_at_1009():
    assert alone(S1, Someone(born=2018), "1200 D").estimate == 1009


@pytest.mark.parametrize(("born", "estimate"), [(2006, 1199), (2005, 1499), (None, 1499)])
def test_s1_remark_the_other_defaults(born: int | None, estimate: int):
    assert alone(S1, Someone(born=born), "1400 D").estimate == estimate
