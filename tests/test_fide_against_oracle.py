"""FIDE and Elo International against the slow independent computation, to the last digit, on random periods."""

from dataclasses import replace

import pytest
from expectation_periods import random_period

import expected_periods
from ratings.engine.editions import Rules

SEEDS = 120
SYSTEMS = ("fide-standard", "fide-rapid", "fide-blitz", "elo-international")
READINGS = {
    "linear": ({"expectation": "linear"}, {"expectation": "linear"}),
    "entry-24-months": ({"entry_months": 24}, {"entry_months": 24}),
    "single-event": ({"pooling": "single_event"}, {"entry_pooling": "single_event"}),
}


@pytest.mark.parametrize("system", SYSTEMS)
def test_random_periods_are_equal_to_the_last_digit(system: str):
    for seed in range(SEEDS):
        assert expected_periods.differences(random_period(system, seed)) == [], f"seed {seed} of {system}"


@pytest.mark.parametrize("reading", READINGS)
def test_the_other_readings_are_equal_too(reading: str):
    theirs, ours = READINGS[reading]
    for seed in range(SEEDS):
        period = replace(random_period("fide-standard", seed), parameters=theirs)
        found = expected_periods.differences(period, lambda rules: with_numbers(rules, ours))
        assert found == [], f"seed {seed}, {reading}"


def test_the_floor_of_s0():
    for seed in range(SEEDS):
        period = replace(random_period("elo-international", seed), parameters={"floor": 2005})
        found = expected_periods.differences(period, lambda rules: with_numbers(rules, {"floor": 2005}))
        assert found == [], f"seed {seed}"


def with_numbers(rules: Rules, numbers: dict) -> Rules:
    editions = tuple(replace(edition, **numbers) for edition in rules.editions)
    return Rules(rules.module, editions, replace(rules.edition, **numbers))
