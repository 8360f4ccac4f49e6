"""Holding a tournament, a game or a player's games back from the rating, and releasing them."""

from __future__ import annotations

import sqlalchemy as sa

from ratings.decisions.choice import Named, choose_game, tournament_of
from ratings.errors import RatingsError
from ratings.loading import journal, mending
from ratings.loading.acceptance import BY_HAND
from ratings.loading.settling import open_rows
from ratings.store import schema
from ratings.store.events import read_events
from ratings.store.holds import Hold, Target, open_hold, read_holds
from ratings.store.ledger import Decision, close, enter
from ratings.store.periods import Period
from ratings.store.players import find_player


def hold(connection: sa.Connection, period: Period, named: Named, decision: Decision) -> str:
    """Hold what is named back from the rating; it stays visible. Give what is held, in words.

    Raises:
        RatingsError: nothing or several things fit, it is held already, or no reason is given.
    """
    decision.must_have_a_reason()
    target, subject = _target(connection, period, named)
    if _standing(connection, period, target):
        raise RatingsError(f"It is held already: {subject}.", "`ratings release` ends that.")
    entry = enter(connection, decision, "hold", subject, system=period.system, period=period)
    open_hold(connection, period, entry, "held", target)
    return subject


def _target(connection: sa.Connection, period: Period, named: Named, *, gone: bool = False) -> tuple[Target, str]:
    """Give what is named, also in words; `gone` takes in games that are out for good."""
    if named.is_tournament:
        code = named.tournament or ""
        return Target(tournament_of(connection, period, code)), f"tournament {code or '(none)'}"
    if named.is_player:
        player = find_player(connection, named.player or "")
        return Target(player=player.player_key), f"all games of {player.id} {player.name}"
    game = choose_game(connection, period, named, gone=gone)
    return Target(game=game.key), game.told


def _standing(connection: sa.Connection, period: Period, target: Target) -> list[Hold]:
    """Give the decisions that keep exactly this out."""
    return [one for one in read_holds(connection, period) if one.target == target]


def release(connection: sa.Connection, period: Period, named: Named, decision: Decision) -> str:
    """End what keeps something out of the rating, and give it in words.

    That is a hold, or the withdrawal of a game; of a tournament that is not held, its refused rows, which are given up,
    or its refusal by the rules, against which it is accepted.

    Raises:
        RatingsError: nothing fits, nothing keeps it out, or no reason is given.
    """
    decision.must_have_a_reason()
    target, subject = _target(connection, period, named, gone=True)
    standing = _standing(connection, period, target)
    aside = "" if standing else _set_aside(connection, period, target)
    if not standing and not aside:
        raise RatingsError(f"Nothing keeps it out: {subject}.", "`ratings check` shows what is held or set aside.")
    if any(one.word in ("corrected", "reassigned") for one in standing):
        raise RatingsError(
            f"Another game stands in its place: {subject}.", "Correct that one; it takes this one's values again."
        )
    before = {"word": standing[0].word, "reason": standing[0].reason} if standing else {"set_aside": aside}
    entry = enter(connection, decision, "release", subject, system=period.system, period=period, before=before)
    close(connection, schema.hold, [one.key for one in standing], entry)
    if aside:
        _accept(connection, period, target.tournament, decision)
        return f"{subject}, which was set aside ({aside}): it is rated all the same"
    still = _set_aside(connection, period, target)
    return f"{subject}, which is still set aside ({still})" if still else subject


def _set_aside(connection: sa.Connection, period: Period, target: Target) -> str:
    aside = {event.key: event.set_aside for event in read_events(connection, period)}
    return aside.get(target.tournament, "")


def _accept(connection: sa.Connection, period: Period, tournament: int, decision: Decision) -> None:
    """Rate a tournament in spite of its refused rows, which are given up, and of the rules."""
    entry, rows = schema.entry, open_rows(connection, period).get(tournament)
    this = sa.and_(entry.c.period_key == period.key, entry.c.tournament_key == tournament)
    if rows:
        keys = [row.refused_key for row in rows]
        journal.settle_rows(connection, keys, max(row.load_key for row in rows), given_up=True)
        mending.refresh(connection, period)
    else:
        connection.execute(sa.update(entry).where(this).values(set_aside="", accepted=BY_HAND + decision.reason))
