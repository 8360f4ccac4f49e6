"""What rating the period would do, without writing it: odd results, large moves, the unrated, who needs an estimate."""

from __future__ import annotations

from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings import jobs
from ratings.engine.period import Games, Maybe, Outcome
from ratings.exact import Flags, Ints
from ratings.files.cells import as_date
from ratings.publish.run_tables import NOT_ASKED
from ratings.rules import RuleSet
from ratings.tables import expected_hundredths

IMPROBABLE_HUNDREDTHS = 2
"""A win whose winner was expected to score at most this much is worth a second look at the ids."""
LARGE_MOVE = 150
"""A rating that moves by more points than this is worth a second look."""


def would_change(rated: jobs.Rated, rules: RuleSet, people: dict[int, sa.Row]) -> dict[str, Any]:
    """Give what is worth a second look in a period that was rated without writing; `people` are all, with clubs."""
    before, after = rated.start.rating, rated.outcome.after.rating
    standing = before.or_else(rated.start.credited)
    moves = np.where(before.known & after.known, after.values - before.values, 0)
    large = np.flatnonzero(np.abs(moves) > LARGE_MOVE)
    told = {
        "improbable": _improbable(rated.games, standing, people),
        "large_moves": [
            {"id": people[int(key)].id, "name": people[int(key)].name, "before": int(before.values[key]),
             "after": int(after.values[key]), "change": int(moves[key])}
            for key in large[np.argsort(-np.abs(moves[large]), kind="stable")]
        ],
        "warnings": rated.warnings,
        "new": rated.newly_rated,
        "changed": rated.changed,
    }  # fmt: skip
    if rules.by_expectation:
        why = rated.aside or {}
        return told | {"set_aside": list(why), "set_aside_why": why, "pools_emptied": _pools_emptied(rated, people)}
    return told | _of_unrated(rated, rules, people)


def _pools_emptied(rated: jobs.Rated, people: dict[int, sa.Row]) -> list[str]:
    """Give who is rated when the period starts and has a pool all the same: it is not used (rules 0.6)."""
    assert not isinstance(rated.outcome, Outcome)
    lost = rated.outcome.pool_lost
    return sorted(people[int(key)].id for key in np.flatnonzero(lost & rated.start.rating.known))


def _of_unrated(rated: jobs.Rated, rules: RuleSet, people: dict[int, sa.Row]) -> dict[str, Any]:
    """Give who needs an estimate, whom nothing ties to the list, and whose archive ends."""
    standing, outcome = rated.start.rating.or_else(rated.start.credited), rated.outcome
    assert isinstance(outcome, Outcome)
    words = np.array(rules.module.SOURCES, dtype=object)[outcome.estimate_source]
    needs = np.flatnonzero(~np.isin(words, NOT_ASKED))
    who = {int(key): people[int(key)] for key in needs}
    needs = sorted(who, key=lambda key: (not who[key].club, who[key].club or "", who[key].name, who[key].id))
    return {
        "isolated": _isolated(rated.games, standing.known, people),
        "need_estimate": [
            {"id": who[key].id, "name": who[key].name, "club": who[key].club or "", "source": words[key],
             "stand_in": int(outcome.estimate.values[key]), "games": int(outcome.played[key])}
            for key in needs
        ],
        "need_estimate_count": len(needs),
        "archives_emptied": sorted(
            people[int(key)].id for key in np.flatnonzero(outcome.archive_lost & (rated.start.archive_games > 0))
        ),
    }  # fmt: skip


def _improbable(games: Games, rating: Maybe, people: dict[int, sa.Row]) -> list[dict[str, Any]]:
    """Give the won games whose winner's expected score was at most two hundredths, between rated players."""
    known = rating.known[games.white] & rating.known[games.black]
    expected = expected_hundredths(rating.values[games.white] - rating.values[games.black])
    white_won = (games.half_points == 2) & (expected <= IMPROBABLE_HUNDREDTHS)
    black_won = (games.half_points == 0) & (100 - expected <= IMPROBABLE_HUNDREDTHS)
    rows = np.flatnonzero(known & (white_won | black_won))
    out = []
    for row in rows:
        winner, loser = (games.white, games.black) if games.half_points[row] == 2 else (games.black, games.white)
        won, lost = int(winner[row]), int(loser[row])
        out.append(
            {
                "date": str(as_date(games.day[row])),
                "winner": people[won].id, "winner_name": people[won].name, "winner_rating": int(rating.values[won]),
                "loser": people[lost].id, "loser_name": people[lost].name, "loser_rating": int(rating.values[lost]),
            }
        )  # fmt: skip
    return sorted(out, key=lambda one: (one["winner_rating"] - one["loser_rating"], one["winner"], one["date"]))


def _isolated(games: Games, rated: Flags, people: dict[int, sa.Row]) -> list[list[str]]:
    """Give the groups of unrated players who met only each other: nothing ties them to the list.

    Where nobody who plays is rated, there is nothing to be tied to, and no group is given.
    """
    if not rated[games.white].any() and not rated[games.black].any():
        return []
    label = components(games, len(rated))
    tied = np.zeros(len(rated), dtype=bool)
    playing = np.unique(np.concatenate([games.white, games.black]))
    tied[label[playing[rated[playing]]]] = True
    groups: dict[int, list[str]] = {}
    for key in playing[~tied[label[playing]]]:
        groups.setdefault(int(label[key]), []).append(people[int(key)].id)
    return sorted((sorted(group) for group in groups.values()), key=lambda group: (-len(group), group))


def components(games: Games, size: int) -> Ints:
    """Give each player's group of players joined by games: the lowest player number in it."""
    label = np.arange(size)
    while True:
        lowest = np.minimum(label[games.white], label[games.black])
        before = label.copy()
        np.minimum.at(label, games.white, lowest)
        np.minimum.at(label, games.black, lowest)
        label = label[label]
        if (label == before).all():
            return label
