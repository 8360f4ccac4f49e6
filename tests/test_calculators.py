"""The calculators: B103's worked answers, and that they give what a period gives."""

import datetime as dt
import random
from fractions import Fraction

import pytest
from one_period import OnePeriod, Player, calc, rating

from ratings.rules.calculation import fixed, number, score, signed

B103_SENIOR = [(1780, 2), (2261, 0), (1920, 2), (2180, 2), (2210, 1), (2160, 1), (2130, 2)]
B103_JUNIOR = [(1910, 0), (1970, 0), (2209, 0), (1920, 0), (1750, 2), (1710, 2), (1920, 1), (1690, 2)]
B103_1270 = [(1620, 0), (1560, 0), (1530, 0), (1320, 2), (1280, 0), (1260, 0), (1520, 0)]


def test_b103_senior():
    made = calc("ffe-national", dt.date(2004, 7, 1), 1970, B103_SENIOR)
    assert (made.exact, made.result) == (Fraction(2253 * 7 + 1970 * 9, 16), 2090)
    assert made.lines[-3:] == (
        "Too few games for the performance alone: completed to 16 with the rating.",
        "(2253 × 7 + 1970 × 9)/16 = 2093.8125.",
        "Published: 2090.",
    )


def test_b103_unrated_junior():
    made = calc("ffe-national", dt.date(2004, 7, 1), None, B103_JUNIOR, is_junior=True)
    assert made.lines[1] == "Reference, over all games: 1840. Estimate, with the zone around it: 1839."
    assert "3. 2209, 0: does not count, a loss to a player 370 points away (zone 350)." in made.lines
    assert (made.exact, made.result) == (Fraction(12870, 7), None)


def test_b103_brake():
    made = calc("ffe-national", dt.date(2004, 7, 1), 1270, B103_1270)
    assert made.result == 1230
    assert "(1135 × 6 + 1270 × 16)/22 ≈ 1233.18." in made.lines


def test_ffe_without_a_counted_game():
    made = calc("ffe-national", dt.date(2026, 1, 1), 1500, [(1000, 2), (None, 2)])
    assert (made.change, made.result) == (0, 1500)
    assert made.lines[1:3] == (
        "1. 1000, 1: does not count, a win against a player 500 points away (zone 350).",
        "2. unrated, 1: left out, an opponent needs a rating here.",
    )


def test_ffe_zone_dropped_for_a_newcomer_with_a_perfect_score():
    made = calc("ffe-national", dt.date(2026, 1, 1), None, [(1500, 2)] * 9)
    assert made.result == 1970
    assert made.lines[2] == "1. 1500, 1: counts."


@pytest.mark.parametrize("system", ["fide-standard", "fide-rapid", "ukd-standard", "elo-international"])
def test_a_calculator_gives_what_a_period_gives(system: str):
    on = dt.date(2004, 1, 1) if system == "elo-international" else dt.date(2025, 11, 1)
    for seed in range(60):
        draw = random.Random(seed)
        before = draw.choice([None, draw.randint(1000, 2800)])
        games = [
            (draw.choice([None, *[draw.randint(1400, 2800)] * 5]), draw.randint(0, 2))
            for _ in range(draw.randint(1, 20))
        ]
        made = calc(system, on, before, games)
        players = {"x": Player(before, games=100 if before else 0)}
        players |= {f"o{n}": Player(opponent) for n, (opponent, _) in enumerate(games)}
        rows = [("x", f"o{n}", points, 1) for n, (_, points) in enumerate(games)]
        period = OnePeriod(system, on, on + dt.timedelta(days=29), players, rows)
        assert made.result == rating(period, period.rate(), "x"), seed


def test_numbers_as_they_are_written():
    assert (number(Fraction(1, 3)), number(Fraction("11.4")), signed(Fraction(2, 3))) == ("≈0.33", "11.4", "≈+0.67")
    assert (signed(Fraction(-2, 3)), signed(0), signed(5)) == ("≈-0.67", "0", "+5")
    assert (score(0), score(1), score(5)) == ("0", "½", "2½")
    assert (fixed(Fraction(-1, 20), 10), fixed(Fraction("22.25"), 100)) == ("-0.1", "22.25")
