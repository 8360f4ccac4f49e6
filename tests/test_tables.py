"""The conversion tables: rules 1, "checks that must hold", on the data that the program ships."""

import numpy as np
import pytest

from ratings.tables import difference_by_percent, expected_by_difference


def test_difference_is_antisymmetric():
    assert (difference_by_percent() == -difference_by_percent()[::-1]).all()


def test_difference_is_strictly_monotone():
    assert (np.diff(difference_by_percent()) > 0).all()


@pytest.mark.parametrize("percent", range(51, 100))
def test_difference_is_the_floor_of_the_middle_of_its_interval(percent: int):
    leads = np.flatnonzero(expected_by_difference()[:736] == percent)
    assert difference_by_percent()[percent] == (leads[0] + leads[-1]) // 2
