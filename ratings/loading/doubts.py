"""What a period is rated from that the officer may not have meant: lists not in force, tournaments of another kind."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import sqlalchemy as sa

from ratings.columns import known, numbers
from ratings.files.cells import as_date, as_day
from ratings.kinds import kind_of
from ratings.rules import RuleSet, systems
from ratings.store import schema
from ratings.store.games import loads_of
from ratings.store.periods import Period
from ratings.store.players import people_by_key
from ratings.store.standings import newest_published
from ratings.wording import number_of, some_of

DAYS_IN_A_YEAR = 365
LATEST_DAYS = 2 * DAYS_IN_A_YEAR
"""A report that comes later than this is hardly one: the year may be mistyped."""
MOST_NAMED = 10
"""Players or tournaments that one warning names."""


def doubts(connection: sa.Connection, period: Period, rules: RuleSet) -> list[str]:
    """Give warnings about the lists and the tournaments of a period."""
    of_lists = _of_lists(connection, period, rules) + _of_credit(connection, rules)
    return of_lists + _of_days(connection, period) + _of_kinds(connection, period, rules)


def warnings_of(
    connection: sa.Connection, period: Period, rules: RuleSet, own: Sequence[str], rows: pa.Table
) -> list[str]:
    """Give all warnings about a rated period: doubts, the rating's `own`, and archives that it empties.

    `rows` are the run's.
    """
    return [*doubts(connection, period, rules), *own, *_emptied(connection, rows)]


def _emptied(connection: sa.Connection, rows: pa.Table) -> list[str]:
    """Report the archives that a run empties because their players are rated (rules 0.6); `rows` are the run's.

    A rating taken over from another system makes rated, too: who had an estimate is not on the list any more.
    """
    rated = known(rows["rating_before"]) | known(rows["credited"])
    games = numbers(rows["archive_games_before"])
    places = np.flatnonzero(rated & (games > 0) & ~known(rows["archive_games"]))
    if not len(places):
        return []
    keys = numbers(rows["player_key"])[places]
    people = people_by_key(connection, keys.tolist())
    told = zip(keys.tolist(), games[places].tolist(), strict=True)
    named = sorted(f"{people[key].id} ({number_of(count, 'game')})" for key, count in told)
    what = "archive of a rated player is emptied" if len(named) == 1 else "archives of rated players are emptied"
    return [f"{len(named)} {what}: {some_of(named, MOST_NAMED)}"]


def _of_credit(connection: sa.Connection, rules: RuleSet) -> list[str]:
    """Name the systems whose ratings an own rule file takes over, and of which there is no list: a slip, perhaps."""
    named = {edition.credited_from for edition in rules.editions} - {"none", *systems()}
    known = set(connection.execute(sa.select(schema.rating_list.c.system).distinct()).scalars()) if named else set()
    return [f"`credited_from` is {name}, and there is no list of that system" for name in sorted(named - known)]


def _of_lists(connection: sa.Connection, period: Period, rules: RuleSet) -> list[str]:
    lists = schema.rating_list
    loaded = sa.select(lists.c.in_force_on).where(
        lists.c.system == period.system, lists.c.revision == 0, lists.c.adjustment.is_(None)
    )
    days = list(connection.execute(loaded.order_by(lists.c.in_force_on)).scalars())
    told = []
    if newest_published(connection, period.system, before=period.starts) is None and not _any_before(days, period):
        told.append(f"no list of {period.system} is in force on {period.starts}: nobody is rated at the start")
    if not rules.by_expectation:
        late = [day for day in days if day > period.starts]
        told += [f"the list dated {day} is not in force on {period.starts}, and not used here" for day in late]
        return told
    late = [day for day in days if period.starts < day <= period.ends]
    what = "its values are for tournaments that begin later, not what the period starts from"
    return told + [f"the list dated {day} is not in force on {period.starts}: {what}" for day in late]


def _any_before(days: list[dt.date], period: Period) -> bool:
    return any(day <= period.starts for day in days)


def _of_days(connection: sa.Connection, period: Period) -> list[str]:
    """Tell of games so long before the period that their date is a slip rather than a late report."""
    entry, game, load, loads = schema.entry, schema.game, schema.load, loads_of(connection, period)
    may_be = sa.or_(load.c.late > 0, load.c.encoding == "")  # a decision's own load does not count late games
    if not connection.execute(sa.select(sa.func.count()).where(load.c.load_key.in_(loads), may_be)).scalar():
        return []
    query = (
        sa.select(sa.func.count(), sa.func.min(game.c.played_on))
        .join(entry, entry.c.tournament_key == game.c.tournament_key)
        .where(
            entry.c.period_key == period.key,
            game.c.load_key.in_(loads),
            game.c.played_on < as_day(period.starts) - LATEST_DAYS,
        )
    )
    count, first = connection.execute(query).one()
    when = f"more than {LATEST_DAYS // DAYS_IN_A_YEAR} years before the period, the first on"
    return [f"{number_of(count, 'game')} dated {when} {as_date(first)}: a slip?"] if count else []


def _of_kinds(connection: sa.Connection, period: Period, rules: RuleSet) -> list[str]:
    """Tell of tournaments of another kind, a line a kind: a whole file of the wrong system is said once."""
    if rules.system not in systems():
        return []
    own = kind_of(rules.system)
    entry, tournament = schema.entry, schema.tournament
    query = (
        sa.select(tournament.c.code, tournament.c.kind)
        .join(entry, entry.c.tournament_key == tournament.c.tournament_key)
        .where(entry.c.period_key == period.key, entry.c.set_aside == "", tournament.c.kind != own)
        .order_by(tournament.c.code)
    )
    codes: dict[str, list[str]] = {}
    for code, kind in connection.execute(query):
        codes.setdefault(kind, []).append(code)
    return [f"{_named(of_kind)} {kind}, and rated in {rules.system}" for kind, of_kind in codes.items()]


def _named(codes: list[str]) -> str:
    if len(codes) == 1:
        return f"tournament {codes[0]} is"
    return f"{len(codes)} tournaments ({some_of(codes, MOST_NAMED)}) are"
