"""The slow, independent reference ("oracle") of the French chess rating rules: one period of a system (section 2).

Written from ``rules.md`` sections 0, 1, 2 and 6 alone, with exact fractions, dictionaries and loops, so that a test
can compare every number of the real engine with it. Each function names the article that it follows, each module
``ffe_...`` holds one article or two. Nothing here is fast.
"""

from __future__ import annotations

import datetime

from ffe_editions import Edition, edition_on, season_of
from ffe_publication import listed_estimate
from ffe_rated import rate_rated, worth_of_unrated
from ffe_records import Game, Player, Result, Side, Standing, Start, played_sides
from ffe_starts import start_of
from ffe_unrated import general_values, rate_unrated, unrated_estimates


def rate_all_unrated(
    starts: dict[str, Start], sides: dict[str, list[Side]], season: int, edition: Edition
) -> dict[str, Result]:
    """2.4 and 2.6: the unrated, first."""
    estimates = unrated_estimates(starts, sides, edition)
    values = general_values(starts, estimates, edition)
    results: dict[str, Result] = {}
    for player_id, start in starts.items():
        if start.rating is None:
            result = rate_unrated(start, estimates.get(player_id), sides[player_id], values, season, edition)
            result.worth = worth_of_unrated(result, edition)
            if result.rating is None:
                result.listed_estimate = listed_estimate(start, result, edition)
                result.type = "" if result.listed_estimate is None else "E"
            results[player_id] = result
    return results


def rate_all_rated(
    starts: dict[str, Start], sides: dict[str, list[Side]], unrated: dict[str, Result], edition: Edition
) -> dict[str, Result]:
    """2.5: the rated, second, against the unrated at their new values."""
    worths = {player_id: start.rating for player_id, start in starts.items() if start.rating is not None}
    worths.update({player_id: result.worth for player_id, result in unrated.items() if result.worth is not None})
    return {
        player_id: rate_rated(start, sides[player_id], worths, edition)
        for player_id, start in starts.items()
        if start.rating is not None
    }


def rate(
    system: str,
    starts: datetime.date,
    ends: datetime.date,
    players: dict[str, Player],
    standings: dict[str, Standing],
    games: list[Game],
    national: dict[str, Standing] | None = None,
) -> dict[str, Result]:
    """Section 2: one period of a system, all players of ``players``.

    ``national`` is the ffe-national list in force on the first day, for the credited ratings of rapid (2.5).
    """
    edition = edition_on(system, starts)
    season = season_of(ends)
    sides = played_sides(players, games, ends)
    frozen = {
        player_id: start_of(
            player, standings.get(player_id, Standing()), (national or {}).get(player_id), season, edition
        )
        for player_id, player in players.items()
    }
    unrated = rate_all_unrated(frozen, sides, season, edition)
    results = unrated | rate_all_rated(frozen, sides, unrated, edition)
    return {player_id: results[player_id] for player_id in players}
