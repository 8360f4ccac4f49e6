"""UKD against the slow independent computation, to the last digit, on random periods of both blocks."""

import pytest
from expectation_periods import random_period

import expected_periods

SEEDS = 120


@pytest.mark.parametrize("system", ["ukd-standard", "ukd-rapid", "ukd-blitz"])
def test_random_periods_are_equal_to_the_last_digit(system: str):
    for seed in range(SEEDS):
        assert expected_periods.differences(random_period(system, seed)) == [], f"seed {seed} of {system}"
