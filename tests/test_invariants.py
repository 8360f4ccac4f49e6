"""What no input may change: order, colours, names, pieces; and a better result never gives a lower rating.

By the engine on many random periods, then through the command line on one period an edition.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from ffe_periods import random_period, rate_period
from hypothesis import given, settings
from hypothesis import strategies as st

from arrays import fraction
from office import Office
from period_files import CHANGES, files_of
from ratings import jobs
from ratings.engine import unrated_first
from ratings.engine.period import Games, Outcome, Start
from ratings.engine.unrated_first import Rules
from ratings.rules import ffe, rule_set
from test_ffe_against_oracle import EDITIONS, as_games, as_start

SEEDS = st.integers(0, 10**6)
WHICH = st.sampled_from(EDITIONS)
NAMES = [f"{system}-{name}" for system, name, _ in EDITIONS]


def made(seed: int, which) -> tuple[Start, Games, Rules]:
    """Give a random period as arrays, with its rules; games as the database gives them."""
    system, _, effective = which
    period = random_period(seed, system, effective)
    edition = rule_set(system).in_force(period.starts)
    numbers = sorted(period.players)
    games = as_games(period, numbers)
    games = Games(*(getattr(games, field.name).astype(np.int32) for field in fields(games)))
    return as_start(period, numbers), games, Rules(ffe, edition, edition.season(period.ends))


def shown(outcome: Outcome) -> list[tuple[int, ...]]:
    """Give everything that a run stores, player by player."""
    after, columns = outcome.after, []
    for column in (
        after.rating, after.archive_season, after.peak, after.last_game, outcome.listed, outcome.estimate, outcome.wave,
        outcome.worth,
    ):  # fmt: skip
        columns.append(np.where(column.known, column.values, -1))
    columns += [after.type, after.archive_points, after.archive_games, outcome.case, outcome.performance_points]
    columns += [after.games, outcome.played, outcome.estimate_source, outcome.archive_lost, outcome.present]
    columns += [outcome.exact.numerator, outcome.exact.denominator]
    columns += [getattr(outcome.totals, field.name) for field in fields(outcome.totals)]
    return [tuple(int(column[player]) for column in columns) for player in range(len(after.games))]


def taken(games: Games, places: np.ndarray) -> Games:
    return Games(*(getattr(games, field.name)[places] for field in fields(games)))


@settings(max_examples=200, deadline=None)
@given(SEEDS, WHICH, st.randoms(use_true_random=False))
def test_shuffled_rows_give_the_same_list(seed: int, which, random):
    start, games, rules = made(seed, which)
    order = list(range(len(games)))
    random.shuffle(order)
    shuffled = taken(games, np.array(order, dtype=np.int64))
    assert shown(unrated_first.rate(start, shuffled, rules)) == shown(unrated_first.rate(start, games, rules))


@settings(max_examples=200, deadline=None)
@given(SEEDS, WHICH, st.data())
def test_swapped_colours_of_all_or_some_games_give_the_same_list(seed: int, which, data):
    start, games, rules = made(seed, which)
    turn = np.array(data.draw(st.lists(st.booleans(), min_size=len(games), max_size=len(games))), dtype=bool)
    for swap in (np.ones(len(games), dtype=bool), turn):
        swapped = Games(
            np.where(swap, games.black, games.white),
            np.where(swap, games.white, games.black),
            np.where(swap, 2 - games.half_points, games.half_points),
            games.day,
        )
        assert shown(unrated_first.rate(start, swapped, rules)) == shown(unrated_first.rate(start, games, rules))


@settings(max_examples=200, deadline=None)
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


@settings(max_examples=100, deadline=None)
@given(SEEDS, WHICH, st.integers(1, 5))
def test_totals_in_pieces_are_the_same(seed: int, which, piece: int):
    start, games, rules = made(seed, which)
    whole = shown(unrated_first.rate(start, games, rules))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ratings.engine.period.PIECE", piece)
        patch.setattr("ratings.engine.blocks.BLOCK", piece)
        assert shown(unrated_first.rate(start, games, rules)) == whole


@settings(max_examples=100, deadline=None)
@given(SEEDS, WHICH, st.integers(1, 40))
def test_new_ratings_made_by_blocks_are_the_rows_of_the_whole(seed: int, which, block: int):
    start, games, rules = made(seed, which)
    prepared = jobs.Prepared(rule_set(which[0]), rules.edition, rules.season, start)
    whole = jobs.compute(prepared, games).rows
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ratings.engine.blocks.BLOCK", block)
        rows = jobs.compute_rows(prepared, jobs.add_up(prepared, games)).rows
    assert rows.schema.equals(whole.schema)
    assert len(rows) > 0
    assert rows.to_pylist() == whole.to_pylist()


@settings(max_examples=100, deadline=None)
@given(SEEDS, WHICH)
def test_the_last_game_is_the_last_counted_one(seed: int, which):
    start, games, rules = made(seed, which)
    outcome = unrated_first.rate(start, games, rules)
    last, counted = outcome.after.last_game, outcome.totals.games
    assert (last.known == (counted > 0)).all()
    for player in np.flatnonzero((counted == outcome.played) & (counted > 0)):
        assert last.values[player] == games.day[(games.white == player) | (games.black == player)].max()


@settings(max_examples=200, deadline=None)
@given(SEEDS, WHICH)
def test_who_did_not_play_changes_nothing_for_the_others(seed: int, which):
    start, games, rules = made(seed, which)
    outcome = unrated_first.rate(start, games, rules)
    kept = np.flatnonzero(outcome.played > 0)
    kept = np.array([0, *kept[kept > 0]], dtype=np.int64)
    place = np.zeros(start.size, dtype=np.int64)
    place[kept] = np.arange(len(kept))
    alone = Games(place[games.white], place[games.black], games.half_points, games.day)
    expected = shown(outcome)
    assert shown(unrated_first.rate(start.take(kept), alone, rules))[1:] == [expected[player] for player in kept[1:]]


@cache
def rated_once(seed: int, which) -> Outcome:
    return unrated_first.rate(*made(seed, which))


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 60), WHICH, st.data())
def test_a_better_result_in_a_period_never_gives_a_lower_rating(seed: int, which, data):
    """One result half a point better; whoever counts the same games against the same values does not fall."""
    start, games, rules = made(seed, which)
    can_be_better = np.flatnonzero(games.half_points < 2)
    place = data.draw(st.sampled_from(can_be_better.tolist()))
    half_points = games.half_points.copy()
    half_points[place] += 1
    before = rated_once(seed, which)
    after = unrated_first.rate(start, Games(games.white, games.black, half_points, games.day), rules)
    gained, lost = int(games.white[place]), int(games.black[place])
    for player, better, worse in ((gained, after, before), (lost, before, after)):
        totals = [(int(one.totals.games[player]), int(one.totals.opponents_sum[player])) for one in (better, worse)]
        if totals[0] == totals[1] and totals[0][0]:
            assert fraction(better.exact, player) >= fraction(worse.exact, player)
            assert strength(better, player) >= strength(worse, player)


def strength(outcome: Outcome, player: int) -> int:
    """Give the published rating, 0 where there is none."""
    return int(outcome.after.rating.values[player]) if outcome.after.rating.known[player] else 0


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


def office_in(folder: Path) -> Office:
    folder.mkdir()
    return Office(folder, f"sqlite:///{folder}/ratings.db")


@pytest.mark.parametrize("which", EDITIONS, ids=NAMES)
def test_through_the_command_line_the_list_is_the_same(which, tmp_path: Path):
    system, _, effective = which
    seed = next(seed for seed in range(99) if len(random_period(seed, system, effective).games) > 150)
    period = random_period(seed, system, effective)
    files = files_of(period)
    expected = files.rate(office_in(tmp_path / "as-is"))
    results = rate_period(period)
    assert {name: (row[6], row[7]) for name, row in expected.items()} == {
        f"Name of {player}": (str(result.rating if result.rating is not None else result.listed_estimate), result.type)
        for player, result in results.items()
        if result.type
    }
    for number, (change, made_by) in enumerate(CHANGES.items()):
        assert made_by(files).rate(office_in(tmp_path / str(number))) == expected, change
