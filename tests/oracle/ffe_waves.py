"""2.4.1: the estimates of unrated players from their own games, wave by wave."""

from __future__ import annotations

from ffe_editions import Edition
from ffe_performance import whole_performance
from ffe_records import Estimate, Side, Start
from ffe_zone import zone_reason

#: 2.4.1: played games against known opponents that make a wave's estimate.
WAVE_GAMES = 5


def wave_estimate(games: list[tuple[int, int]], wave: int, edition: Edition) -> Estimate:
    """2.4.1: first pass without the zone: the reference; second pass, zone around it: the estimate."""
    reference = whole_performance(games, edition)
    kept = [(value, half) for value, half in games if zone_reason(reference, value, half, edition) == "counted"]
    value = whole_performance(kept, edition) if kept else reference
    return Estimate(value, "wave", wave, reference, len(games), len(kept))


def wave_estimates(starts: dict[str, Start], sides: dict[str, list[Side]], edition: Edition) -> dict[str, Estimate]:
    """2.4.1: waves until one adds nobody. Values are frozen for the wave; in rapid only ratings are known."""
    known = {player_id: start.rating for player_id, start in starts.items() if start.rating is not None}
    estimates: dict[str, Estimate] = {}
    wave = 0
    while True:
        wave += 1
        new: dict[str, Estimate] = {}
        for player_id, start in starts.items():
            if start.rating is not None or player_id in estimates:
                continue
            games = [(known[side.opponent], side.half_points) for side in sides[player_id] if side.opponent in known]
            if len(games) >= WAVE_GAMES:
                new[player_id] = wave_estimate(games, wave, edition)
        if not new:
            return estimates
        estimates.update(new)
        if edition.unrated_pairs_count:
            known.update({player_id: estimate.value for player_id, estimate in new.items()})
