"""Persons with two ids, undone again; one id that was two persons; ratings and estimates that somebody signs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa

from ratings.decisions.choice import Named
from ratings.decisions.choice import told as game_in_words
from ratings.decisions.correct import reassign_any
from ratings.errors import RatingsError
from ratings.rules import RuleSet
from ratings.store import schema
from ratings.store.bulk import next_key
from ratings.store.game_rows import GameRows
from ratings.store.holds import GAME, read_gone
from ratings.store.ledger import Decision, close, enter, stands
from ratings.store.periods import Period, all_periods
from ratings.store.persons import keys_of, read_persons
from ratings.store.players import find_player, people_by_key


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
    _must_not_have_met(connection, gone, stays)
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


def _must_not_have_met(connection: sa.Connection, one: sa.Row, other: sa.Row) -> None:
    """Stop where ids that would be one person stand against each other in a game that is not out for good.

    Raises:
        RatingsError: naming the game, and what puts it right.
    """
    game, load = schema.game, schema.load
    keys = [one.player_key, *keys_of(other.player_key, read_persons(connection, None))]
    query = sa.select(*(game.c[name] for name in GAME), load.c.period_key)
    query = query.join(load, load.c.load_key == game.c.load_key).where(game.c.white.in_(keys), game.c.black.in_(keys))
    found = connection.execute(query.order_by(game.c.played_on, game.c.tournament_key, game.c.round)).all()
    met = [row for row in _not_gone(connection, found) if row.white != row.black]
    if not met:
        return
    period = next(period for period in all_periods(connection) if period.key == met[0].period_key)
    code = sa.select(schema.tournament.c.code).where(schema.tournament.c.tournament_key == met[0].tournament_key)
    told = game_in_words(connection.execute(code).scalar_one(), met[0]._asdict(), people_by_key(connection))
    place = f"{period.system} {period.name}"
    raise RatingsError(
        f"{one.id} and {other.id} have met: {told} ({place}); they are two persons.",
        f"If it is wrong, ratings reassign or withdraw {place} puts it right: then merge.",
    )


def _not_gone(connection: sa.Connection, games: Sequence[sa.Row]) -> list[sa.Row]:
    """Give the games that are not out for good; their first columns are GAME."""
    keys = np.array([row[: len(GAME)] for row in games])
    gone = GameRows.of_keys(keys).among(read_gone(connection, {}))
    return [row for row, is_out in zip(games, gone, strict=True) if not is_out]


def games_twice(connection: sa.Connection, player: int) -> int:
    """Count the games that count under both of a person's ids: same tournament, round, day and opponent."""
    persons, game = read_persons(connection, None), schema.game
    keys = keys_of(persons.get(player, player), persons)
    query = sa.select(*(game.c[name] for name in GAME)).where(sa.or_(game.c.white.in_(keys), game.c.black.in_(keys)))
    rows = _not_gone(connection, connection.execute(query).all())
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


def sign(
    connection: sa.Connection, rules: RuleSet, player_id: str, signature: Signature, decision: Decision
) -> str:  # fmt: skip
    """Enter a rating or an estimate that was decided by hand, and give it in words.

    Raises:
        RatingsError: the player is unknown, the rating would read as an estimate, a published list started on or after
            that day, or no reason is given.
    """
    decision.must_have_a_reason()
    system, player = rules.system, find_player(connection, player_id)
    _must_not_look_estimated(rules, signature)
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


def _must_not_look_estimated(rules: RuleSet, signature: Signature) -> None:
    """Refuse a rating that every list of the system would read as an estimate: an exported list must load again."""
    ending = rules.estimates_end_in
    if ending is not None and signature.kind == "rating" and signature.value % 10 == ending:
        raise RatingsError(
            f"{signature.value} cannot be a rating of {rules.system}: a rating ending in {ending} is an estimate.",
            "Sign a rating with another last digit, or the value as an --estimate.",
        )


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
