"""FIDE, first ratings: worked answers of rules 3, conditions of entry, windows, pools."""

import datetime as dt
from fractions import Fraction

import numpy as np
import pytest

from arrays import days, fraction, ints
from one_period import OnePeriod, Player, calc, case, rating
from ratings.engine.pools import Events, Pools
from ratings.rules import fide, rule_set
from shared_files import shared_rows

NOW = (dt.date(2025, 11, 1), dt.date(2025, 11, 30))
OLD = (dt.date(2009, 9, 1), dt.date(2009, 10, 31))
MIDDLE = (dt.date(2019, 3, 1), dt.date(2019, 3, 31))


DECEMBER_2025 = [(1902, 1), (1877, 1), (1884, 2), (2012, 0), (1832, 2)]


def test_first_rating_published_in_december_2025():
    assert calc("fide-standard", NOW[0], None, DECEMBER_2025).result == 1922


@pytest.mark.parametrize(("opponent", "points", "result"), [(2000, 6, 1993), (2000, 4, 1893), (2400, 6, 2200)])
def test_first_ratings_2024(opponent: int, points: int, result: int):
    games = [(opponent, 2)] * (points // 2) + [(opponent, 0)] * (5 - points // 2)
    assert calc("fide-standard", NOW[0], None, games).result == result


def test_published_first_ratings():
    for row in shared_rows("cases/initial_rating.csv"):
        points, n, mean = int(2 * float(row["w"])), int(row["n"]), int(row["rc_average_of_rated_opponents"])
        games = [(mean, min(2, max(0, points - 2 * i))) for i in range(n)]
        new = calc("fide-standard", NOW[0], None, games).result
        old = calc("fide-standard", MIDDLE[0], None, games)
        assert new == int(row["rule_2024_initial_rating"]), row["case"]
        assert old.exact == int(row["rule_2022_initial_rating_as_fide_calculator_answers"]), row["case"]


def test_s2_weighted_mean():
    """Rules 3: (2280·5 + 2400·10 + 2000·5)/20 = 2270."""
    edition = rule_set("fide-standard").in_force(OLD[0])
    events = events_of([(1, 5, 5, 2280 * 5), (2, 10, 10, 2400 * 10), (3, 5, 5, 2000 * 5)])
    totals, mean = fide.first_rating(events, 2, edition)
    assert (totals.games[1], fraction(mean, 1)) == (20, 2270)


def events_of(rows, *, is_first=(), starts=(), opponents=9):
    count = len(rows)
    return Events(
        player=np.ones(count, dtype=np.int64), tournament=ints(r[0] for r in rows),
        starts=ints(starts or [0] * count), games=ints(r[1] for r in rows), half_points=ints(r[2] for r in rows),
        opponents_sum=ints(r[3] for r in rows), opponents=np.full(count, opponents),
        format=np.zeros(count, dtype=np.int64), is_first=np.array(is_first or [False] * count),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("starts", "first_points", "first_mean", "words"),
    [
        ([0, 10], 9, 2000, ["counted", "counted"]),
        ([10, 10], 9, 2000, ["counted", "too-few-points"]),
        ([10, 0], 9, 2000, ["counted", "too-few-points"]),
        ([0, 10], 9, 1400, ["counted", "too-few-points"]),
        ([0, 10], 9, 1401, ["counted", "counted"]),
        ([0, 10], 1, 2000, ["too-few-points", "too-few-points"]),
    ],
)
def test_s2_unless(starts: list[int], first_points: int, first_mean: int, words: list[str]):
    edition = rule_set("fide-standard").in_force(OLD[0])
    events = events_of([(1, 9, first_points, first_mean * 9), (2, 3, 1, 6000)], is_first=(True, False), starts=starts)
    assert [fide.EVENT_REASONS[n] for n in fide.event_reasons(events, edition)] == words


@pytest.mark.parametrize(
    ("score", "exact"), [(9, "2000"), (10, "2012.5"), (18, "2112.5"), (8, "1957"), (0, "1200"), (1, "1556")]
)
def test_s2_performance_of_nine_games(score: int, exact: str):
    edition = rule_set("fide-standard").in_force(OLD[0])
    ratio = fide.performance(fide.each_event(events_of([(1, 9, score, 18000)])), edition)
    assert fraction(ratio, 0) == Fraction(exact)


def newcomer(*results: tuple[int, int], pools: Pools | None = None, system="fide-standard", when=NOW, player=None):
    """A newcomer against the opponents, all rated 2000, in tournaments: (half points, tournament) a game."""
    players = {"x": player or Player(None, games=0)}
    players |= {f"o{n}": Player(2000) for n in range(len(results))}
    games = [("x", f"o{n}", points, tournament) for n, (points, tournament) in enumerate(results)]
    starts = {t: when[0] + dt.timedelta(days=t) for _, t in results}
    period = OnePeriod(system, *when, players, games, starts, pools=pools or Pools.empty())
    return period, period.rate()


def test_decision_3_first_event_without_a_point_is_dropped_for_the_entry_only():
    period, outcome = newcomer((0, 1), (0, 1), (2, 2), (2, 2), (0, 2), (0, 2), (1, 2))
    assert [fide.EVENT_REASONS[n] for n in outcome.entry.reason] == ["first-event-too-few-points", "counted"]
    assert (outcome.entry.totals.games[1], rating(period, outcome, "x")) == (5, 1943)
    assert outcome.after.games[1] == 7


def test_decision_3_events_that_begin_together_are_all_first():
    _, outcome = newcomer((0, 1), (0, 2))
    assert outcome.pools.is_first.tolist() == [True, False]
    players = {"x": Player(None, games=0), "o": Player(2000)}
    tied = OnePeriod("fide-standard", *NOW, players, [("x", "o", 0, 1), ("x", "o", 0, 2)]).rate()
    assert tied.pools.is_first.tolist() == [True, True]


def pool(games: int, half_points: int, ends: dt.date, *, is_first=False) -> Pools:
    return Pools(
        ints([1]), ints([9]), ints([days(ends)]), ints([days(ends) - 20]), ints([games]), ints([half_points]),
        ints([2000 * games]), ints([0]), np.array([is_first]), ints([0, 0]), ints([2, 3]),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("ends", "word"), [(dt.date(2023, 10, 31), "first-rating"), (dt.date(2023, 9, 30), "too-few-games")]
)
def test_decision_3_window_of_26_months(ends: dt.date, word: str):
    period, outcome = newcomer((1, 1), pools=pool(4, 4, ends), player=Player(None, games=4))
    assert case(period, outcome, "x") == word
    assert outcome.pools.player.tolist() == ([] if word == "first-rating" else [1])


def test_decision_3_no_entry_without_a_counted_game():
    period, outcome = newcomer(pools=pool(9, 9, dt.date(2025, 10, 31)), player=Player(None, games=9))
    assert (rating(period, outcome, "x"), case(period, outcome, "x")) == (None, "no-game")
    assert outcome.pools.games.tolist() == [9]


def test_0_6_pool_of_a_rated_player_is_emptied():
    _, outcome = newcomer(pools=pool(3, 3, dt.date(2025, 10, 31)), player=Player(1900))
    assert (len(outcome.pools), outcome.pool_lost.tolist()) == (0, [False, True])


def test_first_event_without_a_point_in_the_calculator():
    made = calc("fide-standard", NOW[0], None, [(2400, 0)] * 5)
    assert made.result is None
    assert made.lines[-2:] == (
        "5 games against rated opponents, sum 12000, 0 points: not counted, the player's first event, with less than "
        "½ point.",
        "Games that count: 0 of 5 needed, no rating yet.",
    )
    assert calc("fide-standard", NOW[0], None, [(2400, 0)] * 5, games_before=1).result == 1920


def test_2014_floor_and_half_point():
    games = [(1000, 0)] * 5
    assert calc("fide-standard", MIDDLE[0], None, games).result is None
    assert calc("fide-standard", MIDDLE[0], None, [(1400, 1), *[(1400, 0)] * 4]).result == 1034
    assert (
        calc("fide-standard", MIDDLE[0], None, [(1300, 1), *[(1300, 0)] * 4]).lines[-1]
        == "Below the floor of 1000: no rating yet."
    )
