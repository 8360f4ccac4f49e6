"""UKD: the worked answers of rules 4, the edges of its bands, caps and marks, by their names."""

import datetime as dt
from fractions import Fraction

import pytest

import one_period
from arrays import fraction
from one_period import OnePeriod, Player, case, rating

NOW = (dt.date(2025, 11, 1), dt.date(2025, 11, 30))
IN_2016 = (dt.date(2016, 11, 1), dt.date(2016, 11, 30))


def calc(on: dt.date, before: int | None, games):
    return one_period.calc("ukd-standard", on, before, games)


def test_s3_example():
    made = calc(NOW[0], 1500, [(2000, 2)])
    assert (made.change, made.result) == (Fraction("22.25"), 1522)
    assert made.lines == (
        "Rating 1500, ukd-standard, edition 2020 (S3; the text is undated).",
        "1. 2000, 1: difference -500, counts as -350.",
        "Mean of the opponents, each within 350 points: 1850/1 = 1850; difference 1500 - 1850 = -350; "
        "expected 0.11 a game.",
        "Score 1 - 1 × 0.11 = 1 - 0.11 = +0.89.",
        "n = 1, score 1, expected 0.11.",
        "Sum: +0.89 over 1 counted game.",
        "K 25 (ratings up to 1599).",
        "Change: 25 × +0.89 = +22.25.",
        "Shown as 22.25.",
        "1500 + 22.25 = 1522.25, rounded 1522.",
        "New rating: 1522.",
    )


@pytest.mark.parametrize(("points", "change"), [(2, 3), (1, 0), (0, -3)])
def test_s3_unrated_opponent(points: int, change: int):
    assert calc(NOW[0], 1280, [(None, points)]).change == change


def test_never_below_1000():
    made = calc(NOW[0], 1010, [(1010, 0)])
    assert (made.exact, made.result) == (995, 1000)


@pytest.mark.parametrize(
    ("own", "k"),
    [(1299, 30), (1300, 25), (1599, 25), (1600, 20), (1999, 20), (2000, 15), (2399, 15), (2400, 10)],
)
def test_s3_bands_of_k(own: int, k: int):
    assert calc(NOW[0], own, [(own, 2)]).change == Fraction(k, 2)


@pytest.mark.parametrize(("own", "k"), [(1000, 50), (1500, "36.1"), (2000, "19.6"), (2400, 10), (2500, 10), (3400, 10)])
def test_2016_polynomial(own: int, k: str):
    assert calc(IN_2016[0], own, [(own, 2)]).change == Fraction(k) / 2


def test_2016_per_game_without_a_cap_and_unrated_worth_1000():
    made = calc(IN_2016[0], 2000, [(1000, 2), (None, 0), (2400, 2)])
    assert made.change == Fraction("19.6") * (0 - 1 + Fraction("0.92"))
    assert "Shown as -1.6." in made.lines


def test_2016_change_of_an_unrated_player_is_shown_but_not_a_rating():
    players = {"x": Player(None, games=0), "o": Player(1000)}
    period = OnePeriod("ukd-standard", *IN_2016, players, [("x", "o", 2, 1)])
    outcome = period.rate()
    assert fraction(outcome.change.points, 1) == 25
    assert (rating(period, outcome, "x"), case(period, outcome, "x")) == (None, "too-few-games")


def test_several_events_are_rounded_once():
    """Each tournament by its own mean; games without a code are one event together."""
    players = {"a": Player(1500), "b": Player(1600), "c": Player(1900)}
    games = [("a", "b", 2, 1), ("a", "c", 2, 2), ("a", "b", 1, 0), ("a", "c", 1, 0)]
    outcome = OnePeriod("ukd-standard", *NOW, players, games).rate()
    # Differences -100, -350 and the mean -225: expected .36, .11 and twice .22.
    assert fraction(outcome.change.points, 1) == 25 * (Fraction("0.64") + Fraction("0.89") + Fraction("0.56"))
    assert outcome.after.rating.values[1] == 1552


def test_mean_ends_in_a_half():
    players = {"a": Player(1500), "b": Player(1503), "c": Player(1504)}
    outcome = OnePeriod("ukd-standard", *NOW, players, [("a", "b", 1, 1), ("a", "c", 1, 1)]).rate()
    # -3.5 is -4: expected .49.
    assert fraction(outcome.change.points, 1) == 25 * Fraction("0.02")


def first(results, pools_of=1500, marked=False, own=None):
    players = {"x": Player(own, games=0, provisional=marked)} | {f"o{n}": Player(pools_of) for n in range(len(results))}
    period = OnePeriod("ukd-standard", *NOW, players, [("x", f"o{n}", points, 1) for n, points in enumerate(results)])
    return period, period.rate()


@pytest.mark.parametrize(
    ("results", "opponents", "result"),
    [
        ([1] * 5, 1500, 1500),
        ([1] * 4, 1500, None),
        ([2, 2, 2, 0, 0], 1500, 1572),
        ([2] * 5, 1500, 2300),
        ([0] * 5, 1500, 1000),
    ],
)
def test_first_rating_is_provisional(results: list[int], opponents: int, result: int | None):
    period, outcome = first(results, opponents)
    assert rating(period, outcome, "x") == result
    assert outcome.provisional.tolist()[1] == (result is not None)


def test_provisional_until_a_counted_game():
    _, idle = first([], marked=True, own=1500)
    assert idle.provisional[1]
    players = {"x": Player(1500, provisional=True), "y": Player(None)}
    outcome = OnePeriod("ukd-standard", *NOW, players, [("x", "y", 1, 1)]).rate()
    assert not outcome.provisional[1]
    assert outcome.after.games.tolist() == [0, 101, 101]
