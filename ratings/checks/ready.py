"""The check of a period: everything an officer should see before publishing, as values, and what stands in the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings import jobs
from ratings.checks import received
from ratings.checks.calendar import odd_days
from ratings.checks.gathered import Gathered, gather
from ratings.checks.identities import alike, mistaken_ids, newcomers
from ratings.checks.outlook import outlook
from ratings.checks.same_content import beside_events, same_events
from ratings.checks.would_change import would_change
from ratings.files.cells import RESULTS, as_date
from ratings.loading import mending
from ratings.loading.doubts import doubts
from ratings.loading.in_no_list import in_no_list, in_no_list_of
from ratings.loading.journal import outstanding
from ratings.loading.same_events import repeated_games
from ratings.publish.usual import as_published, would_be
from ratings.rules import RuleSet
from ratings.store import runs, schema
from ratings.store.events import read_events
from ratings.store.games import read_played
from ratings.store.inputs import is_stale
from ratings.store.periods import Period, all_periods
from ratings.store.reading import highest_key
from ratings.store.standings import start_of
from ratings.store.waiting import waiting as waits_for
from ratings.wording import number_of

NO_GAMES = "no games are loaded into this period"
READY, PUBLISHED = "Ready to publish.", "Published."
"""Verdicts."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The check as values for `--json`, and the period rated without writing (None: it cannot be rated now)."""

    told: dict[str, Any]
    rated: jobs.Rated | None


def check(connection: sa.Connection, period: Period, rules: RuleSet, at: str) -> Checked:
    """Give everything the officer should see before publishing; `blocks` says what stands in the way.

    Raises:
        RatingsError: no edition is in force.
    """
    waiting = _unpublished_before(connection, period)
    rated = None
    if not period.published and not waiting:
        rated = jobs.rate(connection, period, rules, at, dry_run=True, read=read_played)
        start = rated.start
    else:
        credited_from = jobs.edition_of(runs.rules_of_list(connection, period, rules), period).credited_from
        start = start_of(connection, period, credited_from, highest_key(connection) + 1)
    gathered = gather(connection, period, start)
    told = _of_files(connection, gathered, rules) | _of_people(connection, gathered)
    if rated is not None:
        told |= would_change(rated, rules, _people(connection)) | outlook(connection, gathered, rated, rules)
        told["doubts"] += told.pop("warnings")
    judged = as_published(connection, period) if rated is None else would_be(connection, period, rated.rows)
    told |= {} if judged is None else {"figures": judged.as_told()}
    told["blocks"] = _blocks(told, waiting, _brought_since(connection, period, told["left_out"]))
    told["verdict"] = _verdict(period, told)
    told["ready"] = told["verdict"] in (READY, PUBLISHED) and not told["blocks"]
    return Checked(told, rated)


def _of_files(connection: sa.Connection, gathered: Gathered, rules: RuleSet) -> dict[str, Any]:
    """Give what arrived, what is refused or set aside, and what looks like something else."""
    period = gathered.period
    refused = outstanding(connection, period.system, period.key)
    tournaments = received.tournaments(gathered)
    return {
        "system": period.system,
        "period": period.name,
        "state": period.state,
        "counts": received.counts(gathered),
        "files": received.files(connection, gathered, refused),
        "tournaments": tournaments,
        **received.refused_rows(refused),
        **_aside(connection, period),
        "left_out": in_no_list(connection, [period]) if period.published else in_no_list_of(connection, period.system),
        "held": mending.held(connection, period),
        "corrections": waits_for(connection, period),
        "accepted": _accepted(connection, period),
        "late_reports": sum(one["late"] for one in tournaments),
        **_of_same_content(connection, gathered),
        **odd_days(gathered),
        "doubts": ([] if len(gathered.rows["result"]) else [NO_GAMES]) + doubts(connection, period, rules),
        "stale": is_stale(connection, period),
    }


def _of_same_content(connection: sa.Connection, gathered: Gathered) -> dict[str, Any]:
    """Give events that are there twice, and games that are, but for those of the events."""
    events, games = same_events(connection, gathered), _same_games(gathered)
    left = beside_events(gathered, events, games)
    return {"same_events": events, "same_games": left, "same_games_of_events": len(games) - len(left)}


def _of_people(connection: sa.Connection, gathered: Gathered) -> dict[str, Any]:
    """Give whose id may be another's, who is new, and who is like whom."""
    new = newcomers(connection, gathered)
    look_alikes, namesakes = alike(gathered, new)
    return {
        "mistaken_ids": mistaken_ids(gathered),
        "look_alikes": look_alikes,
        "namesakes": namesakes,
        "newcomers": sorted((gathered.person(int(key)) for key in new), key=lambda one: one["id"]),
    }


def _people(connection: sa.Connection) -> dict[int, sa.Row]:
    player = schema.player
    query = sa.select(player.c.player_key, player.c.id, player.c.name, player.c.club)
    return {row.player_key: row for row in connection.execute(query)}


def _same_games(gathered: Gathered) -> list[dict[str, Any]]:
    """Give the games that look like one game entered twice: same day, players, colours and result."""
    ids, columns = gathered.people["id"], ("tournament", "round", "played_on", "white", "black", "result")
    games = {name: gathered.rows[name][gathered.is_game] for name in columns}
    rows = [
        {"date": str(as_date(games["played_on"][at])), "white": ids[games["white"][at]],
         "black": ids[games["black"][at]], "result": RESULTS[games["result"][at]],
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


def _brought_since(connection: sa.Connection, period: Period, left_out: list[dict[str, Any]]) -> set[str]:
    """Give the tournaments that a published list was made without, of which later periods have every game."""
    if not period.published:
        return set()
    without = {event.code for event in read_events(connection, period) if event.set_aside}
    return without - {one["tournament"] for one in left_out}


def _blocks(told: dict[str, Any], waiting: list[str], brought: set[str]) -> list[str]:
    blocks = [mending.not_mended(told["refused_count"])] if told["refused_count"] else []
    aside = {code: why for code, why in told["set_aside_why"].items() if code not in brought}
    blocks += [mending.told_aside(code, why) for code, why in aside.items()]
    blocks += told["held"]
    blocks += [f"the earlier period {name} is not published" for name in waiting]
    return blocks


def _verdict(period: Period, told: dict[str, Any]) -> str:
    """Say in a sentence whether the list can be published."""
    count = len(told["blocks"])
    if period.published:
        return PUBLISHED
    if count:
        return f"Not ready: {number_of(count, 'thing')} {'blocks' if count == 1 else 'block'}."
    if not told["counts"]["rows"]:
        return "No games are loaded: there is nothing to publish."
    return "To be rated again: what it was rated from has changed since." if told["stale"] else READY
