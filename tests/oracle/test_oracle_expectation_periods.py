"""Random periods of FIDE, UKD and Elo International: valid, and rich in every rare case; 0.1: order and colours."""

import random
from collections import Counter

import elo_international
import pytest
from expectation_builder import RandomPeriod
from expectation_case_names import required_cases
from expectation_cases import count_cases
from expectation_periods import SYSTEMS, random_period
from results import SWAPPED

SEEDS = 380


@pytest.mark.parametrize(("system", "seeds"), [(system, SEEDS) for system in SYSTEMS])
def test_every_case_is_hit(system, seeds):
    """Each required case at least 20 times over the seeds."""
    counts = Counter()
    for seed in range(seeds):
        period = random_period(system, seed)
        counts += count_cases(period, period.rate())
    rare = {name: counts[name] for name in required_cases(system) if counts[name] < 20}
    assert rare == {}
    assert set(counts) - required_cases(system) == set()


@pytest.mark.parametrize("system", SYSTEMS)
def test_periods_are_valid(system):
    """The contract: days, rounds, ids, no equal rows, and the same seed gives the same period."""
    for seed in range(40):
        period = random_period(system, seed)
        assert period == random_period(system, seed)
        ids = {row["id"] for row in period.players}
        rows = {row["tournament"]: row for row in period.tournaments}
        seats, pairs = Counter(), Counter()
        for game in period.games:
            players = [game[side] for side in ("white", "black") if game[side]]
            assert set(players) <= ids
            assert game["white"] != game["black"]
            assert game["date"] <= period.ends
            row = rows.get(game["tournament"], {})
            assert not row.get("starts") or row["starts"] <= game["date"] <= row["ends"]
            if game["tournament"]:
                seats.update((game["tournament"], game["round"], player) for player in players)
            else:
                pairs[(game["date"], *sorted(players))] += 1
        assert not seats or max(seats.values()) == 1
        assert not pairs or max(pairs.values()) == 1
        for row in period.pools:
            assert len(row["opponents"]) <= row["games"]
            assert 0 <= row["half_points"] <= 2 * row["games"]
            assert row["period_ends"] < period.starts
            assert row["id"] in ids


def essence(period: RandomPeriod) -> dict:
    """What must not depend on the order of rows or on colours."""
    left_out = {"games", "entry", "warnings"}
    if period.system == elo_international.SYSTEM:
        left_out.add("events")  # those of games without a code are named by their place in the file
    return {
        player: {name: value for name, value in vars(result).items() if name not in left_out}
        for player, result in period.rate().items()
    }


@pytest.mark.parametrize("system", SYSTEMS)
def test_order_and_colours_do_not_matter(system):
    """0.1: shuffled rows and swapped colours give the same results."""
    for seed in range(25):
        period = random_period(system, seed)
        before = essence(period)
        draw = random.Random(seed)
        for rows in (period.games, period.players, period.pools, period.tournaments):
            draw.shuffle(rows)
        assert essence(period) == before
        for game in period.games:
            if game["black"]:
                game["white"], game["black"] = game["black"], game["white"]
                game["result"] = SWAPPED.get(game["result"], game["result"])
        assert essence(period) == before
