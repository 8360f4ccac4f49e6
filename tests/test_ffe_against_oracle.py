"""The engine against the slow independent computation, to the last digit, for all five French editions."""

import datetime as dt
from dataclasses import replace
from fractions import Fraction

import ffe_editions
import numpy as np
import pytest
from ffe_periods import random_period, rate_period
from ffe_records import Player, Result, Standing

from arrays import fraction, maybe, value
from ratings.engine import unrated_first
from ratings.engine.period import TYPES, Games, Outcome, Start
from ratings.engine.unrated_first import Rules
from ratings.files.cells import PLAYED, RESULTS
from ratings.rules import ffe, rule_set

EDITIONS = [(edition.system, edition.name, edition.effective) for edition in ffe_editions.EDITIONS]
SEEDS = 150


def read(standing: Standing) -> Standing:
    """Do what the loader of lists does: no type is N, but a rating ending in 9 is an estimate."""
    if standing.rating is None or standing.type:
        return standing
    return replace(standing, type="E" if standing.rating % 10 == 9 else "N")


def given(period, player: Player, standing: Standing) -> int | None:
    """Give the president's estimate, else that of the list, else the list's E."""
    own = player.estimate if period.system == "ffe-national" else player.estimate_rapid
    listed = standing.rating if standing.type == "E" else None
    return next((one for one in (own, standing.given_estimate, listed) if one is not None), None)


def as_start(period, numbers: list[str]) -> Start:
    """Turn the oracle's players and standings into arrays; number 0 is nobody."""
    players = [Player("", None, None, None)] + [period.players[i] for i in numbers]
    standings = [Standing()] + [read(period.standings.get(i, Standing())) for i in numbers]
    national = [None] + [read((period.national or {}).get(i, Standing())) for i in numbers]
    rated = [s.rating if s.type != "E" else None for s in standings]
    zero = np.zeros(len(players), dtype=np.int64)
    return Start(
        birth_year=maybe([p.birth_year for p in players]),
        rating=maybe(rated),
        type=np.array([TYPES.index(s.type) if s.type != "E" else 0 for s in standings]),
        credited=maybe(
            [
                n.rating
                if n and n.rating is not None and n.type != "E" and own is None and period.system == "ffe-rapid"
                else None
                for n, own in zip(national, rated, strict=True)
            ]
        ),
        given=maybe([given(period, *one) for one in zip(players, standings, strict=True)]),
        games=zero,
        peak=maybe([None] * len(players)),
        last_game=maybe([None] * len(players)),
        archive_points=np.array([int(s.archive_points * 100) for s in standings]),
        archive_games=np.array([s.archive_games for s in standings]),
        archive_season=maybe([s.archive_season for s in standings]),
    )


def as_games(period, numbers: list[str]) -> Games:
    place = {player: n for n, player in enumerate(numbers, 1)}
    played = [g for g in period.games if RESULTS.index(g.result) < PLAYED]
    return Games(
        white=np.array([place[g.white] for g in played], dtype=np.int64),
        black=np.array([place[g.black] for g in played], dtype=np.int64),
        half_points=np.array([RESULTS.index(g.result) for g in played], dtype=np.int64),
        day=np.array([g.date.toordinal() for g in played], dtype=np.int64),
    )


def compared(outcome: Outcome, number: int, want: Result) -> dict[str, tuple]:
    """Give every value of one player, as the engine and as the oracle has it."""
    after, totals = outcome.after, outcome.totals
    pairs = {
        "rating": (value(after.rating, number), want.rating),
        "type": (TYPES[after.type[number]], want.type if want.type != "E" else ""),
        "n": (int(totals.games[number]), want.n),
        "half_points": (int(totals.half_points[number]), want.half_points),
        "opponents_sum": (int(totals.opponents_sum[number]), want.opponents_sum),
        "performance": (Fraction(int(outcome.performance_points[number]), 100), (want.performance or 0) * want.n),
        "estimate": (value(outcome.estimate, number), want.estimate),
        "wave": (value(outcome.wave, number), want.wave),
        "source": (ffe.SOURCES[outcome.estimate_source[number]].replace("small-", ""), want.estimate_source or ""),
        "listed": (value(outcome.listed, number), want.listed_estimate),
        "archive_points": (Fraction(int(after.archive_points[number]), 100), want.archive_points),
        "archive_games": (int(after.archive_games[number]), want.archive_games),
        "archive_season": (value(after.archive_season, number), want.archive_season),
        "lost": (bool(outcome.archive_lost[number]), bool(want.archive_lost)),
    }
    if outcome.case[number] not in (ffe.NO_GAME, ffe.NO_COUNTED_GAME, ffe.NOT_RECOMPUTED, ffe.ARCHIVED):
        pairs["exact"] = (fraction(outcome.exact, number), want.exact)
    return pairs


def differences(period) -> list[str]:
    """Rate a random period twice and name every value that differs."""
    rules = rule_set(period.system)
    edition = rules.in_force(period.starts)
    numbers = sorted(period.players)
    outcome = unrated_first.rate(
        as_start(period, numbers), as_games(period, numbers), Rules(ffe, edition, edition.season(period.ends))
    )
    expected = rate_period(period)
    return [
        f"{player} {name}: {ours} for {theirs}"
        for number, player in enumerate(numbers, 1)
        for name, (ours, theirs) in compared(outcome, number, expected[player]).items()
        if ours != theirs
    ]


@pytest.mark.parametrize(("system", "name", "effective"), EDITIONS, ids=[f"{s}-{n}" for s, n, _ in EDITIONS])
def test_random_periods_are_equal_to_the_last_digit(system: str, name: str, effective: dt.date):
    for seed in range(SEEDS):
        period = random_period(seed, system, effective)
        assert differences(period) == [], f"seed {seed} of {system} {name}"
