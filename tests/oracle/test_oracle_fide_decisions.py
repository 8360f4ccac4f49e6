"""Section 3, decisions 1, 2, 4, 5 and 6, and row accepted, one by one."""

from datetime import date

import fide
import pytest
from fide_accepted import accepted
from one_player import one_player


def test_decision_1_unrated_at_the_start_rated_now():
    """The own change comes from the period's rating; for the opponent the player was unrated."""
    november, december = date(2025, 11, 1), date(2025, 12, 1)
    results = one_player(
        1800,
        [(1900, 2)],
        lists={november: {"x": None, "o1": 1880}, december: {"x": 1800, "o1": 1900}},
        tournaments=[{"tournament": "t", "starts": date(2025, 11, 20)}],
    )
    assert results["x"].games[0].difference == 1800 - 1880
    assert (results["o1"].n, results["o1"].games[0].reason) == (0, "opponent-unrated")


def test_decision_1_fallen_since_the_start():
    """The opponent counts the player at the old rating; the player's games open the fresh pool."""
    november, december = date(2025, 11, 1), date(2025, 12, 1)
    results = one_player(
        None,
        [(1500, 1)],
        lists={november: {"x": 1404, "o1": 1500}, december: {"x": None, "o1": 1500}},
        tournaments=[{"tournament": "t", "starts": date(2025, 11, 20)}],
    )
    assert results["o1"].games[0].difference == 1500 - 1404
    assert [row["games"] for row in results["x"].pools] == [1]
    assert not results["x"].pools[0]["first_event"]


@pytest.mark.parametrize(
    ("birth", "history", "k"),
    [
        (2007, (100, 2299, None), 40),
        (2006, (100, 2299, None), 20),
        (2007, (100, 2300, None), 20),
        (None, (29, None, None), 40),
        (None, (30, None, None), 20),
        (2007, (5, 2400, None), 10),
        (1980, (5, 2399, None), 40),
    ],
)
def test_decision_2_k(birth, history, k):
    """Precedence: ever 2400, junior never 2300, under 30 games, the middle one."""
    assert one_player(2200, [(2200, 2)], birth=birth, history=history)["x"].k == k


@pytest.mark.parametrize(("ends", "k"), [(date(2022, 9, 30), 20), (date(2022, 10, 31), 40)])
def test_k_of_rapid_until_september_2022(ends, k):
    """Row K: rapid and blitz 20 for all until 2022-09-30."""
    starts = ends.replace(day=1)
    result = one_player(1800, [(1800, 2)], system="fide-rapid", starts=starts, ends=ends, history=(5, None, None))["x"]
    assert result.k == k


@pytest.mark.parametrize(("rating", "after"), [(1420, 1400), (1419, None)])
def test_decision_4_floor(rating, after):
    """K 40 x -0.5: 1420 stays at 1400, 1419 is unrated; games and peak are kept, no pool yet."""
    result = one_player(rating, [(rating, 0)], history=(10, 1500, None))["x"]
    assert (result.after, result.peak, result.career_games, result.pools) == (after, 1500, 11, [])


def test_decision_4_raised_floor():
    """A raised floor touches nobody without a counted game."""
    results = one_player(
        1350,
        [(1350, 1)],
        starts=date(2024, 3, 1),
        ends=date(2024, 3, 31),
        lists={date(2024, 3, 1): {"x": 1350, "o1": 1350, "idle": 1000}},
    )
    assert (results["x"].after, results["idle"].after) == (None, 1000)


@pytest.mark.parametrize(
    ("last", "status"),
    [
        (date(2025, 1, 1), "active"),
        (date(2024, 12, 31), "inactive"),
        (date(2023, 1, 1), "inactive"),
        (date(2022, 12, 31), "off"),
        (None, "active"),
    ],
)
def test_decision_5_status(last, status):
    """12 and 36 months before publication, the same day inside; unknown: the oldest list."""
    results = fide.rate(
        "fide-standard",
        date(2025, 12, 1),
        date(2025, 12, 31),
        date(2026, 1, 1),
        [{"id": "y"}],
        {date(2025, 12, 1): {"y": 1800}},
        {"y": (9, None, last)},
        [],
        [],
        [],
    )
    assert results["y"].status == status


def test_decision_6_credited():
    """The standard rating is used in rapid, counts as a peak, and needs a counted game."""
    standard = {date(2025, 12, 1): {"x": 2410, "idle": 1900}}
    results = one_player(None, [(2410, 2)], system="fide-rapid", history=(0, None, None), standard_lists=standard)
    result = results["x"]
    assert (result.base, result.k, result.after, result.peak) == (2410, 10, 2415, 2415)
    assert results["o1"].games[0].opponent_status == "credited"
    old = one_player(
        None,
        [(2000, 2)],
        system="fide-rapid",
        history=(0, None, None),
        starts=date(2012, 1, 1),
        ends=date(2012, 2, 29),
        standard_lists={date(2012, 1, 1): {"x": 2000}},
    )
    assert old["x"].case == "pool"


@pytest.mark.parametrize(
    ("minutes", "top", "good"),
    [
        ("120", 2200, True),
        ("90+30", 2200, True),
        ("90+29", 2200, False),
        ("90", 2199, True),
        ("89", 1600, False),
        ("60", 1599, True),
        ("59", 1500, False),
        ("", 2600, True),
    ],
)
def test_accepted_minutes(minutes, top, good):
    """Row accepted: minutes by the strongest player of any row."""
    rows = [{"white": "a", "black": "b", "result": "1-0F", "date": date(2025, 12, 2), "round": 1}]
    answer = accepted({"minutes": minutes}, rows, {"a": top, "b": 1450})
    assert answer[0] is good
    assert answer[2] == ([] if minutes else ["unknown-minutes"])


@pytest.mark.parametrize(
    ("rounds", "minutes", "next_day", "good"),
    [
        (3, 120, True, True),
        (4, 60, True, False),
        (4, 60, False, True),
        (3, 121, True, False),
    ],
)
def test_accepted_rounds(rounds, minutes, next_day, good):
    """Row accepted: three rounds and 12 hours a day, not tested where the tournament bears one date."""
    rows = [
        {"white": "a", "black": "b", "result": "1-0", "date": date(2025, 12, 2), "round": number}
        for number in range(1, rounds + 1)
    ]
    if next_day:
        rows.append({**rows[0], "date": date(2025, 12, 3), "round": rounds + 1})
    assert accepted({"minutes": minutes}, rows, {"a": 1500})[0] is good
