"""Every explanation of the sample period, under all five editions, is the independent computation's working."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from ffe_periods import rate_period
from ffe_records import Result

from make_golden import EDITIONS, Golden, loaded
from sample_period import only_edition, sample_period

REASONS = {
    "win against a much lower value": "win-against-much-lower",
    "loss against a much higher value": "loss-against-much-higher",
    "counted": "counted",
    "zone not applied": "counted",
    "opponent unrated": "opponent-unrated",
}


def told(explained: dict[str, Any]) -> dict[str, Any]:
    """Give what `explain --json` says, in the words of the comparison."""
    passes = {one["pass"]: one for one in explained["passes"]}
    games = [game for game in explained["games"] if game["reason"] != "not-played"]
    return {
        "before": explained["before"],
        "after": explained["after"],
        "type": explained["type_after"],
        "listed": explained["listed"],
        "n": explained["n"],
        "half_points": explained["half_points"],
        "opponents_sum": explained["opponents_sum"],
        "performance": explained["performance_exact"] and Fraction(explained["performance_exact"]),
        "games": sorted(
            (game["opponent"], game["reason"], game["opponent_value"] if game["counted"] else None) for game in games
        ),
        "estimate": explained.get("estimate"),
        "source": (explained.get("estimate_source") or "").removeprefix("small-"),
        "reference": passes.get("reference", {}).get("value"),
        "in both passes": [passes[name]["n"] for name in ("reference", "estimate") if name in passes],
    }


def expected(result: Result) -> dict[str, Any]:
    """Give the independent working of one player in the same words."""
    return {
        "before": result.before,
        "after": result.rating,
        "type": result.type if result.type != "E" else "",
        "listed": result.listed_estimate,
        "n": result.n,
        "half_points": result.half_points,
        "opponents_sum": result.opponents_sum,
        "performance": result.performance,
        "games": sorted(
            (side.opponent, REASONS[side.reason], side.value if side.counted else None) for side in result.sides
        ),
        "estimate": result.estimate,
        "source": result.estimate_source or "",
        "reference": result.reference,
        "in both passes": [result.wave_games, result.wave_kept] if result.wave else [],
    }


@pytest.mark.parametrize("golden", EDITIONS.values(), ids=EDITIONS)
def test_every_explanation_is_the_independent_working(
    golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    only_edition(golden, monkeypatch)
    results = rate_period(sample_period(golden))
    office = loaded(tmp_path, golden)
    office.do("rate", golden.system, "2026-01", "--edition", golden.edition)
    seen = [player for player, result in results.items() if result.type or result.sides or result.archive_lost]
    for player in seen:
        explained = office.do("explain", golden.system, "2026-01", player, "--json").json
        assert told(explained) == expected(results[player]), player
