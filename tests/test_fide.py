"""FIDE, changes of rated players: worked answers of rules 3, table edges, decisions, by their names."""

import datetime as dt
from fractions import Fraction

import pytest

from arrays import fraction, ints
from one_period import OnePeriod, Player, calc, case, rating, status
from ratings.engine.by_expectation import event_changes
from ratings.engine.expected import PARTS
from ratings.rules import fide
from shared_files import shared_rows

NOW = (dt.date(2025, 11, 1), dt.date(2025, 11, 30))
OLD = (dt.date(2009, 9, 1), dt.date(2009, 10, 31))
MIDDLE = (dt.date(2019, 3, 1), dt.date(2019, 3, 31))


def test_s3_example():
    made = calc("fide-standard", NOW[0], 1800, [(1900, 2), (1750, 1)], k=20)
    assert (made.change, made.result) == (Fraction(57, 5), 1811)
    assert made.lines == (
        "Rating 1800, fide-standard, edition 2025 (S3, H2025).",
        "1. 1900, 1: difference -100, expected 0.36, 1 - 0.36 = +0.64.",
        "2. 1750, ½: difference +50, expected 0.57, ½ - 0.57 = -0.07.",
        "n = 2, score 1½, expected 0.93.",
        "Sum: +0.57 over 2 counted games.",
        "K 20 (given).",
        "Change: 20 × +0.57 = +11.4.",
        "Rounded: +11; 1800 + 11 = 1811.",
        "New rating: 1811.",
    )


@pytest.mark.parametrize(("games", "k"), [(17, 40), (18, 38), (20, 35), (39, 17)])
def test_s3_k_times_games(games: int, k: int):
    period = OnePeriod(
        "fide-standard", *NOW, {"a": Player(1800, games=5), "b": Player(1800)}, [("a", "b", 1, 1)] * games
    )
    outcome = period.rate()
    assert outcome.change.k.numerator[1] == k
    assert outcome.change.is_limited[1] == (games > 17)


@pytest.mark.parametrize(
    ("own", "opponent", "points", "k", "change"),
    [(2649, 2149, 2, 10, "0.8"), (2650, 2150, 2, 10, "0.4"), (2700, 1900, 0, 10, "-10"), (2150, 2650, 0, 20, "-1.6")],
)
def test_cap_by_the_own_rating(own: int, opponent: int, points: int, k: int, change: str):
    assert calc("fide-standard", NOW[0], own, [(opponent, points)], k=k).change == Fraction(change)


@pytest.mark.parametrize(("gap", "expected"), [(399, 8), (400, 8), (401, 8), (411, 8), (412, 8)])
def test_cap_edges(gap: int, expected: int):
    outcome = OnePeriod(
        "fide-standard", *MIDDLE, {"a": Player(2000), "b": Player(2000 + gap)}, [("a", "b", 1, 1)]
    ).rate()
    assert list(outcome.judged.expected) == [PARTS * expected // 100, PARTS - PARTS * expected // 100]


def test_published_single_games():
    for row in shared_rows("cases/rating_change.csv"):
        points = int(2 * float(row["score"]))
        made = calc(
            "fide-standard", NOW[0], int(row["own_rating"]), [(int(row["opponent_rating"]), points)], k=int(row["k"])
        )
        assert made.change == Fraction(row["change_under_rules_from_2025_10"]), row["case"]
        before = calc(
            "fide-standard", MIDDLE[0], int(row["own_rating"]), [(int(row["opponent_rating"]), points)], k=int(row["k"])
        )
        assert before.change == Fraction(row["calculator_change"]), row["case"]


def test_scalachess_and_chesselo_cases():
    for row in shared_rows("cases/scalachess_elotest.csv"):
        own, opponent, points = int(row["own_rating"]), int(row["opponent_rating"]), int(2 * float(row["score"]))
        made = calc(f"fide-{row['category']}", NOW[0], own, [(opponent, points)], k=int(row["k"]))
        assert made.result == own + int(row["expected_rounded_change"]), row
    for row in shared_rows("cases/chesselo_june2017.csv"):
        game = (int(row["opponent_rating"]), int(2 * float(row["score"])))
        made = calc("fide-standard", dt.date(2017, 6, 1), int(row["own_rating"]), [game], k=int(row["k"]))
        assert made.change == Fraction(row["k_chg"]), row


def test_us_championship_2025():
    listed = {row["id"]: row for row in shared_rows("data/us_championship_2025/expected.csv")}
    players = {name: Player(int(row["rating_2025_10"])) for name, row in listed.items()}
    points = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
    rows = shared_rows("data/us_championship_2025/games.csv")
    games = [(row["white"], row["black"], points[row["result"]], 1) for row in rows]
    period = OnePeriod("fide-standard", dt.date(2025, 10, 1), dt.date(2025, 10, 31), players, games)
    outcome = period.rate()
    for name, row in listed.items():
        n = period.number(name)
        change = fraction(outcome.change.points, n)
        assert change == Fraction(row["event_change"]), name
        if float(row["other_events_change"]) == 0:
            assert rating(period, outcome, name) == int(row["rating_2025_11"]), name


@pytest.mark.parametrize(
    ("player", "k", "reason"),
    [
        (Player(2380, peak=2400), 10, "top-reached"),
        (Player(2399, games=29), 40, "new"),
        (Player(2399, games=30), 20, "settled"),
        (Player(2200, born=2007), 40, "junior"),
        (Player(2200, born=2006), 20, "settled"),
        (Player(2200, peak=2300, born=2007), 20, "settled"),
        (Player(2200, peak=2299, born=2007), 40, "junior"),
        (Player(2410, born=2010, games=3), 10, "top-reached"),
    ],
)
def test_decision_2_precedence(player: Player, k: int, reason: str):
    outcome = OnePeriod("fide-standard", *NOW, {"a": player, "b": Player(2000)}, [("a", "b", 1, 1)]).rate()
    assert (outcome.change.k.numerator[1], fide.K_REASONS[outcome.change.k_reason[1]]) == (k, reason)


@pytest.mark.parametrize(
    ("system", "month", "k"),
    [
        ("fide-rapid", dt.date(2022, 9, 1), 20), ("fide-rapid", dt.date(2022, 10, 1), 40),
        ("fide-blitz", dt.date(2010, 1, 1), 20), ("fide-standard", dt.date(2022, 9, 1), 40),
        ("fide-standard", dt.date(2010, 1, 1), 25),
    ],
)  # fmt: skip
def test_k_of_new_players_by_system_and_month(system: str, month: dt.date, k: int):
    period = OnePeriod(
        system,
        month,
        month + dt.timedelta(days=27),
        {"a": Player(1800, games=0), "b": Player(1800)},
        [("a", "b", 1, 1)],
    )
    assert period.rate().change.k.numerator[1] == k


@pytest.mark.parametrize(
    ("own", "opponent", "first", "is_counted"),
    [
        (2601, 2001, dt.date(2024, 12, 1), False), (2601, 2002, dt.date(2024, 12, 1), True),
        (2600, 2000, dt.date(2024, 12, 1), True), (2601, 2001, dt.date(2024, 11, 30), True),
        (2700, 1500, dt.date(2024, 12, 1), False),
    ],
)  # fmt: skip
def test_gap_of_600_in_rapid(own: int, opponent: int, first: dt.date, is_counted: bool):
    players = {"a": Player(own), "b": Player(opponent)}
    period = OnePeriod(
        "fide-rapid", dt.date(2024, 12, 1), dt.date(2024, 12, 31), players, [("a", "b", 2, 1)], {1: first}
    )
    outcome = period.rate()
    assert list(outcome.judged.counted) == [is_counted, is_counted]
    standard = OnePeriod("fide-standard", *NOW, players, [("a", "b", 2, 1)]).rate()
    assert standard.judged.counted.all()


def test_decision_1_a_tournament_begun_before_october_keeps_the_cap():
    players = {"a": Player(2700), "b": Player(2200)}
    period = OnePeriod(
        "fide-standard", dt.date(2025, 10, 1), dt.date(2025, 10, 31), players, [("a", "b", 2, 1), ("a", "b", 2, 2)],
        {1: dt.date(2025, 9, 30), 2: dt.date(2025, 10, 1)},
    )  # fmt: skip
    outcome = period.rate()
    assert [int(e) * 100 // PARTS for e in outcome.judged.expected[:2]] == [92, 96]
    groups, changes = event_changes_of(period, outcome)
    assert groups == 4
    assert changes[:2] == [Fraction("0.8"), Fraction("0.4")]


def event_changes_of(period, outcome):
    games = period.games
    owner = ints([period.number(g[0]) for g in games] + [period.number(g[1]) for g in games])
    tournament = ints([g[3] for g in games] * 2)
    groups, ratio = event_changes(owner, tournament, outcome)
    return len(groups), [Fraction(int(n), int(d)) for n, d in zip(ratio.numerator, ratio.denominator, strict=True)]


def test_decision_1_unrated_at_the_start_of_the_event():
    players = {"a": Player(1800), "b": Player(1800)}
    period = OnePeriod("fide-standard", *NOW, players, [("a", "b", 2, 1)], listed={("a", 1): None})
    outcome = period.rate()
    assert rating(period, outcome, "a") == 1810
    assert rating(period, outcome, "b") == 1800
    assert case(period, outcome, "b") == "no-counted-game"


def test_decision_1_fallen_since_the_start_of_the_event():
    players = {"a": Player(None, peak=1500), "b": Player(1400)}
    period = OnePeriod("fide-standard", *NOW, players, [("a", "b", 2, 1)], listed={("a", 1): 1400})
    outcome = period.rate()
    assert rating(period, outcome, "b") is None
    assert case(period, outcome, "b") == "below-floor"
    assert (outcome.pools.player.tolist(), outcome.pools.games.tolist()) == ([1], [1])
    assert not outcome.judged.compared[0]


def test_decision_4_below_the_floor():
    players = {"a": Player(1400), "b": Player(1400), "c": Player(1350)}
    period = OnePeriod("fide-standard", *NOW, players, [("a", "b", 2, 1)])
    outcome = period.rate()
    assert [rating(period, outcome, name) for name in players] == [1410, None, 1350]
    assert (outcome.after.games[2], outcome.after.peak.values[2]) == (101, 1400)


def test_decision_6_credited_rating():
    players = {"a": Player(None, games=0, credited=2420), "b": Player(2420), "c": Player(None, credited=1900)}
    period = OnePeriod("fide-rapid", *NOW, players, [("a", "b", 2, 1)])
    outcome = period.rate()
    assert rating(period, outcome, "a") == 2425
    assert outcome.after.peak.values[1] == 2425
    assert fide.K_REASONS[outcome.change.k_reason[1]] == "top-reached"
    assert rating(period, outcome, "c") is None


@pytest.mark.parametrize(
    ("last", "word"),
    [
        (dt.date(2024, 12, 1), "active"), (dt.date(2024, 11, 30), "inactive"), (dt.date(2022, 12, 1), "inactive"),
        (dt.date(2022, 11, 30), "off-list"), (None, "active"),
    ],
)  # fmt: skip
def test_decision_5_inactive(last: dt.date | None, word: str):
    period = OnePeriod("fide-standard", *NOW, {"a": Player(2000, last=last), "b": Player(None)}, [])
    outcome = period.rate()
    assert (status(period, outcome, "a"), status(period, outcome, "b")) == (word, "")
    assert rating(period, outcome, "a") == 2000


def test_decision_7_mental_method():
    def linear(points: int, k: int) -> Fraction:
        players = {"a": Player(2000), "b": Player(2100)}
        period = OnePeriod(
            "fide-standard", *OLD, players, [("a", "b", points, 1)], changes={"expectation": "linear", "k_settled": k}
        )
        return fraction(period.rate().change.points, 1)

    assert [linear(points, 10) for points in (0, 2, 1)] == [Fraction("-3.75"), Fraction("6.25"), Fraction("1.25")]
    assert [linear(points, 25) for points in (0, 2, 1)] == [Fraction("-9.375"), Fraction("15.625"), Fraction("3.125")]
    assert linear(0, 15) == Fraction("-5.625")


@pytest.mark.parametrize("system", ["fide-standard", "fide-rapid", "elo-international"])
def test_0_1_colours_change_nothing(system: str):
    players = {"a": Player(2100), "b": Player(2200), "c": Player(None, games=0)}
    games = [("a", "b", 2, 1), ("b", "c", 1, 1), ("c", "a", 0, 0)]
    swapped = [(black, white, 2 - points, t) for white, black, points, t in games]
    one, other = (OnePeriod(system, *MIDDLE, players, g).rate() for g in (games, swapped))
    assert one.after.rating.values.tolist() == other.after.rating.values.tolist()
    assert one.pools.half_points.tolist() == other.pools.half_points.tolist()
