"""What no input may change: order, colours, names, pieces; and a better result never gives a lower rating."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import periods as random_periods
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_ffe_against_oracle import EDITIONS, as_games, as_start

from ratings.engine import unrated_first
from ratings.engine.period import Games, Outcome, Start
from ratings.engine.unrated_first import Rules
from ratings.rules import ffe, rule_set

SEEDS = st.integers(0, 10**6)
WHICH = st.sampled_from(EDITIONS)


def made(seed: int, which) -> tuple[Start, Games, Rules]:
    """Give a random period as arrays, with its rules."""
    system, _, effective = which
    period = random_periods.random_period(seed, system, effective)
    edition = rule_set(system).in_force(period.starts)
    numbers = sorted(period.players)
    return as_start(period, numbers), as_games(period, numbers), Rules(ffe, edition, edition.season(period.ends))


def shown(outcome: Outcome) -> list:
    """Give everything that a run stores, player by player."""
    after, columns = outcome.after, []
    for column in (after.rating, after.archive_season, after.peak, outcome.listed, outcome.estimate, outcome.wave):
        columns.append(np.where(column.known, column.values, -1))
    columns += [after.type, after.archive_points, after.archive_games, outcome.case, outcome.performance_points]
    columns += [getattr(outcome.totals, field.name) for field in fields(outcome.totals)]
    return [tuple(int(column[player]) for column in columns) for player in range(len(after.games))]


def taken(games: Games, places: np.ndarray) -> Games:
    return Games(*(getattr(games, field.name)[places] for field in fields(games)))


@settings(max_examples=60, deadline=None)
@given(SEEDS, WHICH, st.randoms(use_true_random=False))
def test_shuffled_rows_give_the_same_list(seed: int, which, random):
    start, games, rules = made(seed, which)
    order = list(range(len(games)))
    random.shuffle(order)
    shuffled = taken(games, np.array(order, dtype=np.int64))
    assert shown(unrated_first.rate(start, shuffled, rules)) == shown(unrated_first.rate(start, games, rules))


@settings(max_examples=60, deadline=None)
@given(SEEDS, WHICH)
def test_swapped_colours_give_the_same_list(seed: int, which):
    start, games, rules = made(seed, which)
    swapped = Games(games.black, games.white, 2 - games.half_points, games.day)
    assert shown(unrated_first.rate(start, swapped, rules)) == shown(unrated_first.rate(start, games, rules))


@settings(max_examples=60, deadline=None)
@given(SEEDS, WHICH, st.randoms(use_true_random=False))
def test_renamed_players_get_the_same_ratings(seed: int, which, random):
    start, games, rules = made(seed, which)
    new = list(range(1, start.size))
    random.shuffle(new)
    new = np.array([0, *new], dtype=np.int64)  # player n becomes new[n]
    back = np.argsort(new)
    renamed = Games(new[games.white], new[games.black], games.half_points, games.day)
    ours = shown(unrated_first.rate(start.take(back), renamed, rules))
    expected = shown(unrated_first.rate(start, games, rules))
    assert [ours[new[player]] for player in range(start.size)] == expected


@settings(max_examples=40, deadline=None)
@given(SEEDS, WHICH, st.integers(1, 5))
def test_totals_in_pieces_are_the_same(seed: int, which, piece: int):
    start, games, rules = made(seed, which)
    whole = shown(unrated_first.rate(start, games, rules))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ratings.engine.period.PIECE", piece)
        assert shown(unrated_first.rate(start, games, rules)) == whole


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1000, 2600), st.integers(0, 2)), min_size=1, max_size=30),
    st.integers(1000, 2600), st.booleans(), WHICH, st.data(),
)  # fmt: skip
def test_a_better_result_never_gives_a_lower_rating(played, before: int, junior: bool, which, data):
    """With the same counted games: one result half a point better, everything else equal."""
    system, _, effective = which
    edition = rule_set(system).in_force(effective)
    place = data.draw(st.integers(0, len(played) - 1))
    better = [(value, min(2, half + (n == place))) for n, (value, half) in enumerate(played)]
    ratings = [rating_after(games, before, junior, edition) for games in (played, better)]
    assert ratings[0] <= ratings[1]


def rating_after(played, before: int, junior: bool, edition) -> int:
    """Rate one player over games that all count."""
    count = len(played)
    totals = unrated_first.Totals(
        np.array([count]), np.array([sum(half for _, half in played)]), np.array([sum(value for value, _ in played)])
    )
    points = ffe.performance_points(totals, edition)
    old, young = np.array([before]), np.array([junior])
    case = ffe.rated_case(points, totals.games, old, young, edition)
    exact = ffe.new_rating(case, points, totals.games, old, young, edition)
    return int(ffe.published(exact, edition)[0])
