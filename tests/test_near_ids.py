"""Ids one slip apart: the hashes find exactly the pairs that comparing all letters finds."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ratings.checks.near_ids import LONGEST, SLIPS, near_pairs


def slip(written: str, meant: str) -> str | None:
    """Give the slip between two ids, letter by letter."""
    if len(written) == len(meant):
        apart = [place for place, pair in enumerate(zip(written, meant, strict=True)) if pair[0] != pair[1]]
        if len(apart) == 1:
            return "digit"
        if len(apart) == 2 and apart[1] == apart[0] + 1 and written[apart[0]] + written[apart[1]] == (
            meant[apart[1]] + meant[apart[0]]
        ):  # fmt: skip
            return "swapped"
    shorter, longer = sorted((written, meant), key=len)
    if len(shorter) + 1 == len(longer) and any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer))):
        return "dropped" if written == shorter else "added"
    return None


def found(ids: list[str], written: list[int]) -> dict[tuple[str, str], str]:
    one, other, kind = near_pairs(ids, np.array(written, dtype=np.int64))
    return {(ids[a], ids[b]): SLIPS[k] for a, b, k in zip(one, other, kind, strict=True)}


@pytest.mark.parametrize("seed", range(10))
def test_all_pairs_and_no_others(seed):
    draw = random.Random(seed)
    ids = sorted({"".join(draw.choices("012é", k=draw.randint(0, 5))) for _ in range(150)})
    wanted = {(a, b): slip(a, b) for a in ids for b in ids if a and b and a != b and slip(a, b)}
    assert len(wanted) > 300
    assert found(ids, list(range(len(ids)))) == wanted


@pytest.mark.parametrize(
    "written, meant, kind",
    [("12543", "12534", "swapped"), ("A1023", "A1028", "digit"), ("233", "0233", "dropped"), ("0233", "233", "added")],
)
def test_slips(written, meant, kind):
    assert found(["", written, "99999999", meant], [1]) == {(written, meant): kind}


def test_long_ids_were_never_typed():
    long = "9" * LONGEST
    assert found([long, long + "9", long[:-1] + "8"], [0, 1, 2]) == {
        (long, long[:-1] + "8"): "digit", (long[:-1] + "8", long): "digit",
    }  # fmt: skip
