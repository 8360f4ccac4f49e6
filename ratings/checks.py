"""Is a period ready to publish? What arrived, what is missing, what looks wrong, and who needs an estimate."""

from __future__ import annotations

from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings import jobs
from ratings.engine.period import Games, Maybe, Outcome
from ratings.exact import Flags, Ints
from ratings.files.cells import PLAYED, RESULTS, as_date, as_day
from ratings.loading import mending
from ratings.loading.doubts import doubts
from ratings.loading.journal import outstanding
from ratings.loading.same_events import repeated_games
from ratings.publish.usual import as_published, would_be
from ratings.rules import RuleSet
from ratings.store import schema
from ratings.store.games import games_of
from ratings.store.inputs import is_stale
from ratings.store.periods import Period, all_periods
from ratings.store.players import people_by_key
from ratings.tables import expected_hundredths

IMPROBABLE_HUNDREDTHS = 2
"""A win whose winner was expected to score at most this much is worth a second look at the ids."""
LARGE_MOVE = 150
"""A rating that moves by more points than this is worth a second look."""
MOST_LISTED = 200
"""Players or games named in one section; the counts are always whole."""


def check(connection: sa.Connection, period: Period, rules: RuleSet, at: str) -> dict[str, Any]:
    """Give everything the officer should see before publishing, as values; `blocks` says what stands in the way."""
    games = games_of(connection, period)
    refused = outstanding(connection, period.system, period.key)
    people = people_by_key(connection)
    told: dict[str, Any] = {
        "system": period.system,
        "period": period.name,
        "state": period.state,
        "counts": _counts(games, period),
        "refused": [
            {"file": row.file, "line": row.line, "column": row.column, "value": row.value,
             "code": row.code, "reason": row.message}
            for row in refused[:MOST_LISTED]
        ],
        "refused_count": len(refused),
        "unknown_players": sorted({row.value for row in refused if row.code == "unknown-player"}),
        **_aside(connection, period),
        "accepted": _accepted(connection, period),
        "late_reports": int(sum(day < as_day(period.starts) for day in games["played_on"])),
        "same_games": _same_games(games, people),
        "doubts": doubts(connection, period, rules),
        "stale": is_stale(connection, period),
        **_figures(connection, period),
    }  # fmt: skip
    waiting = _unpublished_before(connection, period)
    if not period.published and not waiting:
        told |= _what_would_happen(connection, period, rules, at, people)
        told["doubts"] += told.pop("warnings")
    told["blocks"] = _blocks(told, waiting)
    return told


def _figures(connection: sa.Connection, period: Period) -> dict[str, Any]:
    """Give how much a published list moved."""
    judged = as_published(connection, period)
    return {} if judged is None else {"figures": judged.as_told()}


def _counts(games: dict[str, Any], period: Period) -> dict[str, int]:
    played = [bool(code < PLAYED) for code in games["result"]]
    both = {*games["white"], *(key for key in games["black"] if key is not None)}
    return {
        "rows": len(played),
        "played": sum(played),
        "not_played": len(played) - sum(played),
        "tournaments": len({code for code in games["tournament"] if code}),
        "players": len(both),
        "loads": len(set(games["load_key"])),
    }


def _same_games(games: dict[str, Any], people: dict[int, sa.Row]) -> list[dict[str, Any]]:
    """Give the games that look like one game entered twice: same day, players, colours and result."""
    rows = [
        {"date": str(as_date(games["played_on"][at])), "white": people[games["white"][at]].id,
         "black": people[games["black"][at]].id, "result": RESULTS[games["result"][at]],
         "tournament": games["tournament"][at], "round": int(games["round"][at]) or None}
        for at in np.flatnonzero(repeated_games(games))
    ]  # fmt: skip
    return sorted(rows, key=lambda row: [str(value) for value in row.values()])


def _aside(connection: sa.Connection, period: Period) -> dict[str, Any]:
    why = mending.why_aside(connection, period)
    return {"set_aside": list(why), "set_aside_why": why}


def _accepted(connection: sa.Connection, period: Period) -> list[dict[str, str]]:
    entry, tournament = schema.entry, schema.tournament
    query = (
        sa.select(tournament.c.code, entry.c.accepted)
        .join(entry, entry.c.tournament_key == tournament.c.tournament_key)
        .where(entry.c.period_key == period.key, entry.c.accepted != "")
    )
    told = [*connection.execute(query).all(), *mending.given_up(connection, period).items()]
    return [{"tournament": code, "reason": reason} for code, reason in sorted(map(tuple, told))]


def _unpublished_before(connection: sa.Connection, period: Period) -> list[str]:
    periods = all_periods(connection, period.system)
    return [other.name for other in periods if other.ends < period.starts and not other.published]


def _blocks(told: dict[str, Any], waiting: list[str]) -> list[str]:
    blocks = [mending.not_mended(told["refused_count"])] if told["refused_count"] else []
    blocks += [mending.told_aside(code, why) for code, why in told["set_aside_why"].items()]
    blocks += [f"the earlier period {name} is not published" for name in waiting]
    return blocks


def _what_would_happen(
    connection: sa.Connection, period: Period, rules: RuleSet, at: str, people: dict[int, sa.Row]
) -> dict[str, Any]:
    """Rate without writing, and give what is worth a second look."""
    rated = jobs.rate(connection, period, rules, at, dry_run=True)
    before, after = rated.start.rating, rated.outcome.after.rating
    standing = before.or_else(rated.start.credited)
    moves = np.where(before.known & after.known, after.values - before.values, 0)
    large = np.flatnonzero(np.abs(moves) > LARGE_MOVE)
    told = {
        "figures": would_be(connection, period, rated.rows).as_told(),
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
    if jobs.by_expectation_of(rules):
        why = rated.aside or {}
        return told | {"set_aside": list(why), "set_aside_why": why}
    return told | _of_unrated(rated, rules, people)


def _of_unrated(rated: jobs.Rated, rules: RuleSet, people: dict[int, sa.Row]) -> dict[str, Any]:
    """Give who needs an estimate, whom nothing ties to the list, and whose archive ends."""
    standing, outcome = rated.start.rating.or_else(rated.start.credited), rated.outcome
    assert isinstance(outcome, Outcome)
    words = np.array(rules.module.SOURCES, dtype=object)[outcome.estimate_source]
    needs = np.flatnonzero((words != "") & (words != "wave"))
    needs = needs[np.argsort([people[int(key)].id for key in needs], kind="stable")]
    return {
        "isolated": _isolated(rated.games, standing.known, people),
        "need_estimate": [
            {"id": people[int(key)].id, "name": people[int(key)].name, "source": words[key],
             "stand_in": int(outcome.estimate.values[key])}
            for key in needs[:MOST_LISTED]
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
    """Give the groups of unrated players who met only each other: nothing ties them to the list."""
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
