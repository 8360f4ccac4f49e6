"""Persons with two ids, undone again; one id that was two persons; ratings and estimates that somebody signs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from ratings.decisions.choice import Named
from ratings.decisions.correct import reassign_any
from ratings.errors import RatingsError
from ratings.store import schema
from ratings.store.bulk import next_key
from ratings.store.ledger import Decision, close, enter, stands
from ratings.store.periods import Period, all_periods
from ratings.store.persons import keys_of, read_persons
from ratings.store.players import find_player


def merge(connection: sa.Connection, other: str, kept: str, decision: Decision) -> list[Period]:
    """Say that two ids are one person, for whom `kept` counts; give the published periods in which the other played.

    Raises:
        RatingsError: an id is unknown, is another person's already, they have met, or no reason is given.
    """
    decision.must_have_a_reason()
    gone, stays = find_player(connection, other), find_player(connection, kept)
    persons = read_persons(connection, None)
    if gone.player_key == stays.player_key:
        raise RatingsError(f"{other} is {kept} already.", "Name two ids.", 2)
    for row, others in ((gone, {**persons, **{v: k for k, v in persons.items()}}), (stays, persons)):
        if row.player_key in others:
            raise RatingsError(
                f"{row.id} is one person with another id already.", f"`ratings person show {row.id}` tells with which."
            )
    if _have_met(connection, gone.player_key, stays.player_key):
        raise RatingsError(f"{other} and {kept} have met: they are two persons.", "Reassign the wrong game first.")
    subject = f"{gone.id} {gone.name} is {stays.id} {stays.name}"
    entry = enter(connection, decision, "merge", subject, before={"id": other}, after={"id": kept})
    key = next_key(connection, schema.alias.c.alias_key)
    values = {"player_key": gone.player_key, "person_key": stays.player_key, "opened_by": entry}
    connection.execute(sa.insert(schema.alias).values(alias_key=key, **values))
    return published_with(connection, gone.player_key)


def unmerge(connection: sa.Connection, other: str, decision: Decision) -> list[Period]:
    """Say that an id is a person of its own again; give the published periods that were made with it merged.

    Raises:
        RatingsError: it is no other's, or no reason is given.
    """
    decision.must_have_a_reason()
    gone, alias = find_player(connection, other), schema.alias
    query = sa.select(alias).where(alias.c.player_key == gone.player_key, stands(alias, None))
    row = connection.execute(query).one_or_none()
    if row is None:
        raise RatingsError(f"{other} is a person of its own.", f"`ratings person show {other}` tells more.")
    subject = f"{gone.id} {gone.name} is a person of its own again"
    entry = enter(connection, decision, "unmerge", subject, before={"id": other})
    close(connection, alias, [row.alias_key], entry)
    lists, run, period = schema.rating_list, schema.run, schema.period
    made = sa.select(period.c.period_key).join(run, run.c.period_key == period.c.period_key)
    made = made.join(lists, lists.c.run_key == run.c.run_key).where(lists.c.seen_ledger >= row.opened_by)
    keys = set(connection.execute(made).scalars())
    return [one for one in all_periods(connection) if one.key in keys]


def split(
    connection: sa.Connection, periods: list[Period], source: str, target: str, named: Named, decision: Decision
) -> list[Period]:
    """Give games that stand under one id to the other person whose they are, in every period of the list that has any.

    Both are registered. Give the published periods that are to be revised.

    Raises:
        RatingsError: no game fits, they have met, or no reason is given.
    """
    touched = [
        period for period in periods if reassign_any(connection, period.reopened(), named, source, target, decision)
    ]
    if not touched:
        raise RatingsError(f"{source} has no game that fits in any period.", "Check the id, the tournament, the day.")
    return [period for period in touched if period.published]


def _have_met(connection: sa.Connection, one: int, other: int) -> bool:
    game = schema.game
    pairs = sa.or_(
        sa.and_(game.c.white == one, game.c.black == other), sa.and_(game.c.white == other, game.c.black == one)
    )
    return connection.execute(sa.select(game.c.white).where(pairs).limit(1)).first() is not None


def games_twice(connection: sa.Connection, player: int) -> int:
    """Count the games that stand under both of a person's ids: same tournament, round, day and opponent."""
    persons, game = read_persons(connection, None), schema.game
    keys = keys_of(persons.get(player, player), persons)
    names = (game.c.tournament_key, game.c.round, game.c.played_on, game.c.white, game.c.black)
    rows = connection.execute(sa.select(*names).where(sa.or_(game.c.white.in_(keys), game.c.black.in_(keys)))).all()
    told = [(*row[:3], persons.get(row.white, row.white), persons.get(row.black, row.black)) for row in rows]
    return len(told) - len(set(told))


def published_with(connection: sa.Connection, player: int) -> list[Period]:
    """Give the published periods in whose games a player's id stands."""
    load, participant = schema.load, schema.participant
    query = (
        sa.select(load.c.period_key)
        .join(participant, participant.c.load_key == load.c.load_key)
        .where(participant.c.player_key == player)
    )
    keys = set(connection.execute(query).scalars())
    return [one for one in all_periods(connection) if one.key in keys and one.published]


@dataclass(frozen=True, slots=True)
class Signature:
    """A value that somebody answers for: `kind` is rating or estimate, in force from a day, signed by whom."""

    kind: str
    value: int
    day: dt.date
    signatory: str


def sign(connection: sa.Connection, system: str, player_id: str, signature: Signature, decision: Decision) -> str:
    """Enter a rating or an estimate that was decided by hand, and give it in words.

    Raises:
        RatingsError: the player is unknown, a published list started on or after that day, or no reason is given.
    """
    decision.must_have_a_reason()
    player = find_player(connection, player_id)
    for period in all_periods(connection, system):
        if period.published and period.starts >= signature.day:
            raise RatingsError(
                f"{system} {period.name} started on {period.starts} and is published.",
                "Sign for a later day; a wrong list is corrected by its games.",
            )
    told = f"{signature.kind} {signature.value} of {player.id} {player.name} from {signature.day}, "
    subject = f"{told}signed by {signature.signatory}"
    entry = enter(connection, decision, "sign", subject, system=system, after={"value": signature.value})
    same = [one for one in _signed(connection, system, player.player_key, signature.day) if one.kind == signature.kind]
    close(connection, schema.signed, [one.signed_key for one in same], entry)  # the newer one stands in its place
    connection.execute(
        sa.insert(schema.signed).values(
            signed_key=next_key(connection, schema.signed.c.signed_key), system=system, player_key=player.player_key,
            in_force_on=signature.day, kind=signature.kind, value=signature.value, signatory=signature.signatory,
            opened_by=entry,
        )
    )  # fmt: skip
    return subject


def _signed(connection: sa.Connection, system: str, player: int, day: dt.date) -> Sequence[sa.Row]:
    """Give what is signed for a player from a day on."""
    table = schema.signed
    query = sa.select(table).where(
        table.c.system == system, table.c.player_key == player, table.c.in_force_on == day, stands(table, None)
    )
    return connection.execute(query).all()


def unsign(connection: sa.Connection, system: str, player_id: str, day: dt.date, decision: Decision) -> str:
    """Take a signed value back, and give it in words; a published list that started from it is to be revised.

    Raises:
        RatingsError: there is none of that day, or no reason is given.
    """
    decision.must_have_a_reason()
    player = find_player(connection, player_id)
    rows = _signed(connection, system, player.player_key, day)
    if not rows:
        raise RatingsError(f"Nothing is signed for {player_id} in {system} on {day}.", "`ratings ledger` shows it.")
    subject = f"signed {' and '.join(row.kind for row in rows)} of {player.id} {player.name} from {day} taken back"
    entry = enter(connection, decision, "unsign", subject, system=system)
    close(connection, schema.signed, [row.signed_key for row in rows], entry)
    return subject
