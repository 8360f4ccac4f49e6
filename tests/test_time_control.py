"""Which tournaments are accepted (rules 3; S2, "Cadence de Jeu")."""

import datetime as dt

import numpy as np
import pytest

from arrays import ints, maybe
from ratings.rules import rule_set, time_control

NOW = (dt.date(2025, 11, 1), dt.date(2025, 11, 30))


@pytest.mark.parametrize(
    ("text", "minutes"), [("120", 120), ("90+30", 120), ("60+0", 60), (" 15 + 10 ", 25), ("", None), ("slow", None)]
)
def test_minutes_for_60_moves(text: str, minutes: int | None):
    assert time_control.minutes_for_60_moves(text) == minutes


def accepted(minutes: int | None, strongest: int | None, rounds=((1, 0), (2, 1))) -> str:
    count = len(rounds)
    rows = time_control.Rows(
        np.ones(count, dtype=np.int64), ints(r for r, _ in rounds), ints(d for _, d in rounds),
        maybe([strongest] * count), maybe([None] * count),
    )  # fmt: skip
    edition = rule_set("fide-standard").in_force(NOW[0])
    found = time_control.accepted(rows, maybe([None, minutes]), edition)
    assert found.is_unknown[1] == (minutes is None)
    return time_control.REFUSALS[found.refusal[1]]


@pytest.mark.parametrize(
    ("minutes", "strongest", "word"),
    [
        (120, 2200, ""), (119, 2200, "too-fast"), (119, 2199, ""), (90, 2199, ""), (89, 1600, "too-fast"),
        (60, 1599, ""), (59, None, "too-fast"), (None, 2800, ""),
    ],
)  # fmt: skip
def test_s2_minutes_by_the_strongest_player(minutes: int | None, strongest: int | None, word: str):
    assert accepted(minutes, strongest) == word


@pytest.mark.parametrize(
    ("rounds", "minutes", "word"),
    [
        ([(1, 0), (2, 0), (3, 0), (4, 1)], 120, ""),
        ([(1, 0), (2, 0), (3, 0), (4, 1)], 121, "too-many-hours-a-day"),
        ([(1, 0), (2, 0), (3, 0), (4, 0), (5, 1)], 60, "too-many-rounds-a-day"),
        ([(1, 0), (1, 0), (2, 0), (2, 0), (3, 0), (3, 1)], 60, ""),
        ([(1, 0), (2, 0), (3, 0), (4, 0)], 60, ""),
    ],
)
def test_s2_rounds_and_hours_a_day(rounds: list[tuple[int, int]], minutes: int, word: str):
    assert accepted(minutes, 1500, rounds) == word
