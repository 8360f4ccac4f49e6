"""The calculators: B103's worked answers, and that they give what a period gives."""

import datetime as dt
import random
from fractions import Fraction

import pytest

from office import Office
from one_period import OnePeriod, Player, calc, rating
from ratings.rules.calculation import fixed, number, score, signed

B103_SENIOR = [(1780, 2), (2261, 0), (1920, 2), (2180, 2), (2210, 1), (2160, 1), (2130, 2)]
B103_JUNIOR = [(1910, 0), (1970, 0), (2209, 0), (1920, 0), (1750, 2), (1710, 2), (1920, 1), (1690, 2)]
B103_1270 = [(1620, 0), (1560, 0), (1530, 0), (1320, 2), (1280, 0), (1260, 0), (1520, 0)]


def test_b103_senior():
    made = calc("ffe-national", dt.date(2004, 7, 1), 1970, B103_SENIOR)
    assert (made.exact, made.result) == (Fraction(2253 * 7 + 1970 * 9, 16), 2090)
    assert made.lines[-4:] == (
        "Too few games for the performance alone: completed to 16 with the rating.",
        "(2253 × 7 + 1970 × 9)/16 = 2093.8125.",
        "Rounded to the nearest 10, not below 1000.",
        "Published: 2090.",
    )


def test_b103_unrated_junior():
    made = calc("ffe-national", dt.date(2004, 7, 1), None, B103_JUNIOR, is_junior=True)
    # 15079/8 = 1884.875, 43.75 % between 43 (-50) and 44 (-43); without 2209: 12870/7, 50 %.
    assert made.lines[1:6] == (
        "Reference, over all games: 1840. Estimate, with the zone around it: 1839.",
        "Reference: N = 8, sc = 3½, S = 15079, mean 1884.875.",
        "Reference: P = 43.75 %, D = -44.75; Po = 1840.125.",
        "Estimate: N = 7, sc = 3½, S = 12870, mean ≈1838.57.",
        "Estimate: P = 50 %, D = 0; Po ≈ 1838.57.",
    )
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
    assert made.lines[4:6] == (
        "Estimate: the zone leaves no game, so it is the reference.",
        "1. 1500, 1: counts.",
    )


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


def said(office: Office, *arguments: object) -> list[str]:
    return office.do("calc", *arguments).out.splitlines()


@pytest.fixture
def office(tmp_path) -> Office:
    return Office(tmp_path, f"sqlite:///{tmp_path / 'none.db'}")


def test_ukd_2016_unrated_against_unrated_and_rated(office):
    """Worth 1000: .5 against another unrated, .04 against 1500 (500 points away); K 50: 50 × 1.46 = 73."""
    lines = said(office, "ukd-standard", "-=1", "1500=1", "--on", "2017-01-01")
    assert lines[1:] == [
        "1. unrated, 1: the opponent counts as 1000, difference 0, expected 0.5, 1 - 0.5 = +0.5.",
        "2. 1500, 1: difference -500, expected 0.04, 1 - 0.04 = +0.96.",
        "n = 2, score 2, expected 0.54.",
        "Sum: +1.46 over 2 counted games.",
        "K 50 (1000² × 0.00001 - 0.068 × 1000 + 115.6 = 57.6, at most 50).",
        "Change: 50 × +1.46 = +73.",
        "Shown as 73.0.",
        "The player is unrated and counts as 1000: the change is only shown.",
        "1 game against rated opponents, sum 1500, 1 point: counted.",
        "Mean 1500/1 = 1500; 1/1 = 100 %: D +800; performance 2300.",
        "Games that count: 1 of 5 needed, no rating yet.",
    ]
    told = office.do("calc", "ukd-standard", "-=1", "1500=1", "--on", "2017-01-01", "--json").json
    assert (told["change_exact"], told["result"]) == ("73", None)


@pytest.mark.parametrize(
    "arguments",
    [
        ("ffe-national", "--rating", 1500, "1000=1"), ("ffe-national", "--rating", 1500, "-=1"),
        ("fide-standard", "--rating", 1500, "-=1"), ("elo-international", "--rating", 1500, "-=1"),
    ],
)  # fmt: skip
def test_without_a_counted_game_the_rating_is_unchanged(office, arguments):
    assert said(office, *arguments)[-1] == "New rating: unchanged, 1500."


def test_a_game_out_for_its_gap_is_said(office):
    lines = said(office, "fide-rapid", "--rating", 2001, "2601=0", "--on", "2025-01-01")
    assert lines[1:] == [
        "1. 2601, 0: does not count, 2001 and 2601: 600 points or more apart, one player above 2600.",
        "No game counts.",
        "New rating: unchanged, 2001.",
    ]
    assert "expected 0.08" in said(office, "fide-rapid", "--rating", 2001, "2600=0", "--on", "2025-01-01")[1]


@pytest.mark.parametrize("half", ["½", "0.5", "0,5", ".5", ",5", "1/2", "="])
def test_every_way_to_write_a_draw(office, half):
    assert said(office, "fide-standard", "--rating", 1700, f"1700={half}")[-1] == "New rating: 1700."


@pytest.mark.parametrize(
    ("system", "rating", "floor"), [("fide-standard", 1200, 1400), ("elo-international", 1005, 2010)]
)
def test_a_rating_below_the_floor_is_said_first(office, system, rating, floor):
    """Rules 3, decision 4: below the floor after a counted game unrated; without one a floor touches nobody."""
    first = (
        f"{rating} is below the floor of {floor}: it stands until a game counts; after that the player is unrated "
        f"unless the new rating reaches {floor}."
    )
    lines = said(office, system, "--rating", rating, f"{rating}=1")
    assert lines[1] == first
    assert lines[-1].endswith(f" is below the floor of {floor}: unrated.")
    idle = said(office, system, "--rating", rating, "-=1")
    assert (idle[1], idle[-1]) == (first, f"New rating: unchanged, {rating}.")


@pytest.mark.parametrize(
    ("system", "on", "options", "error"),
    [
        ("fide-standard", "2025-11-01", ("--k", 20), "--k decides nothing for a player without a rating"),
        ("fide-standard", "2025-11-01", ("--junior",), "--junior decides nothing for a player without a rating"),
        ("fide-standard", "2019-01-01", ("--games-before", 3), "--games-before decides nothing for a player without"),
        ("fide-standard", "2012-01-01", ("--rating", 1800, "--junior"), "--junior decides nothing for a rated player"),
        ("ukd-standard", "2025-11-01", ("--k", 20), "--k decides nothing for a player without a rating"),
        ("ukd-standard", "2025-11-01", ("--rating", 1800, "--junior"), "--junior decides nothing for a rated player"),
        ("ukd-rapid", "2017-01-01", ("--rating", 1800, "--games-before", 3), "--games-before decides nothing"),
        ("elo-international", "1995-01-01", ("--games-before", 3), "--games-before decides nothing"),
        ("elo-international", "1995-01-01", ("--rating", 2200, "--junior"), "--junior decides nothing"),
        ("ffe-national", "2025-11-01", ("--rating", 1800, "--k", 20), "--k decides nothing for a rated player"),
        ("ffe-rapid", "2025-11-01", ("--games-before", 20), "--games-before decides nothing"),
    ],
)
def test_an_option_that_decides_nothing_is_refused(office, system, on, options, error):
    arguments = ("calc", system, *options, "--on", on, "1800=1")
    office.stopped(*arguments, error=f"^Error: {error}", hint="Leave it out", code=2)


def test_options_that_decide_something(office):
    """A junior's K is 40; a first event without a point is dropped, a later one is not: (5 × 2400 + 3600)/7 - 240."""
    junior = said(office, "fide-standard", "--rating", 1800, "--junior", "1800=1", "--on", "2025-11-01")
    assert junior[-1] == "New rating: 1820."
    losses = ["2400=0"] * 5
    assert said(office, "fide-standard", *losses, "--on", "2025-11-01")[-1].endswith("no rating yet.")
    later = said(office, "fide-standard", "--games-before", 4, *losses, "--on", "2025-11-01")
    assert later[-1] == "First rating: 1920."
    assert said(office, "ukd-standard", "--k", 10, "1000=1", "--on", "2017-01-01")[4] == "K 10 (given)."


def test_a_junior_of_unknown_age_is_one_of_the_oldest(office):
    """Rules 2.2: the default estimate of a junior is 1199 (S0); only U8 have 1009."""
    lines = said(office, "ffe-national", "--junior", "1500=1", "--on", "2004-07-01")
    assert lines[1] == "Estimate for the zone: 1199 (stand-in, default)."
    assert lines[-1] == "Archive: 1970 over 1 game."


@pytest.mark.parametrize(
    ("games", "lines"),
    [
        (["2400=1"] * 3 + ["2400=0"] * 2, ["Rounded: 2279, at most 2200.", "First rating: 2200."]),
        (["1410=½"] + ["1410=0"] * 4, ["Rounded: 1291.", "Below the floor of 1400: no rating yet."]),
    ],
    ids=["3 of 5 at 2400", "½ of 5 at 1410"],
)
def test_maximum_and_floor_of_a_first_rating(office, games, lines):
    """2228.57 + 50 (57 %) = 2278.57, at most 2200; (7050 + 3600)/7 = 1521.43, 1½ of 7 is 21 %, -230: 1291."""
    assert said(office, "fide-standard", *games, "--on", "2025-11-01")[-2:] == lines


def test_ratings_from_the_floor_of_the_day(office):
    """E02 lowered the floor of rapid to 800: who stands there is calculated, who cannot is told from where on."""
    made = office.do("calc", "ffe-rapid", "--rating", "820", "800=1", "--on", "2026-01-01").out
    assert made.startswith("Rating 820, ffe-rapid")
    office.stopped(
        "calc", "ffe-rapid", "--rating", "799", "800=1", "--on", "2026-01-01",
        error="'799' is not a rating", hint="whole numbers from 800 to 3000", code=2,
    )  # fmt: skip
    for system, on in (("ffe-rapid", "2017-12-31"), ("ffe-national", "2026-01-01"), ("fide-standard", "2026-01-01")):
        told = {"hint": "whole numbers from 1000 to 3000", "code": 2}
        office.stopped("calc", system, "--rating", "999", "1100=1", "--on", on, error="'999' is not a rating", **told)
        office.stopped("calc", system, "--rating", "1500", "999=1", "--on", on, error="opponent: '999'", **told)
