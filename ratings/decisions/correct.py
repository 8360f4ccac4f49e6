"""Withdrawing a game, correcting it, giving it to another player: the row as it came stays, and is seen to be out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa

from ratings.decisions.choice import ChosenGame, Named, choose_game, choose_games, told
from ratings.errors import RatingsError
from ratings.files.cells import PLAYED, as_date, as_day
from ratings.loading import journal
from ratings.loading.journal import Loaded
from ratings.store import schema
from ratings.store.bulk import read_integers
from ratings.store.game_rows import GameRows
from ratings.store.games import insert_games
from ratings.store.holds import GAME, GONE, Target, open_hold, read_holds
from ratings.store.ledger import Decision, close, enter
from ratings.store.periods import Period
from ratings.store.persons import keys_of, read_persons
from ratings.store.players import find_player, people_by_key
from ratings.wording import number_of


@dataclass(frozen=True, slots=True)
class Change:
    """What a game gets instead: a result code, a day, a round; None: as it was."""

    result: int | None = None
    day: dt.date | None = None
    round: int | None = None


def enter_correction(connection: sa.Connection, period: Period, loaded: Sequence[Loaded], decision: Decision) -> None:
    """Enter what files brought to a published period; nothing where they brought nothing."""
    decision.must_have_a_reason()
    brought = [one for one in loaded if one.stored or one.refused]
    if brought:
        subject = "; ".join(f"{one.file}: {number_of(one.stored, 'game')} (load {one.load_key})" for one in brought)
        loads = {"loads": [one.load_key for one in brought]}
        enter(connection, decision, "load", subject, system=period.system, period=period, after=loads)


def withdraw(connection: sa.Connection, period: Period, named: Named, decision: Decision) -> str:
    """Take one game out of the rating for good, and give it in words.

    Raises:
        RatingsError: no game or several fit, or no reason is given.
    """
    decision.must_have_a_reason()
    game = choose_game(connection, period, named)
    entry = enter(connection, decision, "withdraw", game.told, system=period.system, period=period, before=game.values)
    _take_out(connection, period, entry, "withdrawn", game)
    return game.told


def correct(connection: sa.Connection, period: Period, named: Named, change: Change, decision: Decision) -> str:
    """Give one game another result, day or round, and give both in words.

    Raises:
        RatingsError: no game or several fit, nothing would change, the game that would result cannot be, or no reason
            is given.
    """
    decision.must_have_a_reason()
    game = choose_game(connection, period, named)
    new = {
        "result": change.result, "played_on": None if change.day is None else as_day(change.day), "round": change.round,
    }  # fmt: skip
    values = game.values | {name: value for name, value in new.items() if value is not None}
    _must_be_possible(connection, period, values)
    return _replace(connection, period, [(game, values)], "correct", decision)


def _must_be_possible(connection: sa.Connection, period: Period, values: dict[str, int]) -> None:
    """Stop where a file with this game would be refused.

    Raises:
        RatingsError: nobody is Black in a game that is played, or the day is outside the period or the tournament.
    """
    if not values["black"] and values["result"] < PLAYED:
        raise RatingsError("A game without an opponent is not played.", "Its result can be bye or a forfeit.")
    day, table = as_date(values["played_on"]), schema.tournament
    if day > period.ends:
        raise RatingsError(f"{day} is after the period, which ends on {period.ends}.", "Check the day.")
    query = sa.select(table.c.starts_on, table.c.ends_on).where(table.c.tournament_key == values["tournament_key"])
    starts, ends = connection.execute(query).one()
    if (starts and day < starts) or (ends and day > ends):
        raise RatingsError(f"{day} is outside the tournament's days: {starts} to {ends}.", "Check the day.")


def reassign(
    connection: sa.Connection, period: Period, named: Named, source: str, target: str, decision: Decision
) -> str:
    """Give a player's games that fit to another player, and give them in words.

    Raises:
        RatingsError: none fits, somebody is not registered, a player would meet himself or have two games in one
            round, or no reason is given.
    """
    subject = reassign_any(connection, period, named, source, target, decision)
    if not subject:
        raise RatingsError(
            f"{source} has no game in {period.system} {period.name} that fits.",
            "Check the id, the tournament, the day.",
        )
    return subject


def reassign_any(
    connection: sa.Connection, period: Period, named: Named, source: str, target: str, decision: Decision
) -> str:
    """Give a player's games that fit, if any, to another player, and give them in words; empty where none does.

    Raises:
        RatingsError: as `reassign`, but for no game that fits.
    """
    decision.must_have_a_reason()
    old, new = (int(find_player(connection, one).player_key) for one in (source, target))
    persons = read_persons(connection, None)
    theirs = {old} if old in persons else set(keys_of(old, persons))
    games = [game for game in choose_games(connection, period, named) if theirs & {game.key[3], game.key[4]}]
    if not games:
        return ""
    changed = [(game, _with_player(game, theirs, new)) for game in games]
    players = [[persons.get(values[side], values[side]) for side in ("white", "black")] for _, values in changed]
    if any(white == black for white, black in players):
        raise RatingsError(f"{source} and {target} have met: one would play against himself.", "Check both ids.")
    return _replace(connection, period, changed, "reassign", decision)


def _with_player(game: ChosenGame, old: set[int], new: int) -> dict[str, int]:
    return {name: new if name in ("white", "black") and key in old else key for name, key in game.values.items()}


def _take_out(connection: sa.Connection, period: Period, entry: int, word: str, game: ChosenGame) -> None:
    """Keep a game out for good; a hold of it ends."""
    target = Target(game=game.key)
    held = [one.key for one in read_holds(connection, period) if one.target == target]
    close(connection, schema.hold, held, entry)
    open_hold(connection, period, entry, word, target)


WORD = {"correct": "corrected", "reassign": "reassigned"}


def _replace(
    connection: sa.Connection, period: Period, changed: list[tuple[ChosenGame, dict[str, int]]], action: str,
    decision: Decision,
) -> str:  # fmt: skip
    """Take games out and put others in their places."""
    if all(game.values == values for game, values in changed):
        raise RatingsError("It would stay as it is.", "Say what is to change.", 2)
    people, code = people_by_key(connection), _codes(connection, changed)
    rows = [tuple(values[name] for name in GAME) for _, values in changed]
    subject = "; ".join(
        f"{game.told} becomes {told(code[values['tournament_key']], values, people)}" for game, values in changed
    )
    before, after = ({"games": [list(key) for key in keys]} for keys in ([game.key for game, _ in changed], rows))
    entry = enter(
        connection, decision, action, subject, system=period.system, period=period, before=before, after=after
    )
    for game, _ in changed:
        _take_out(connection, period, entry, WORD[action], game)
    _put_in(connection, period, entry, rows, [game.board for game, _ in changed], decision)
    for values in {(values["tournament_key"], values["round"]): values for _, values in changed}.values():
        _must_be_one_game_a_round(connection, period, code[values["tournament_key"]], values["round"])
    return subject


def _codes(connection: sa.Connection, changed: list[tuple[ChosenGame, dict[str, int]]]) -> dict[int, str]:
    tournament = schema.tournament
    keys = {values["tournament_key"] for _, values in changed}
    query = sa.select(tournament.c.tournament_key, tournament.c.code).where(tournament.c.tournament_key.in_(keys))
    return dict(connection.execute(query).all())  # type: ignore[arg-type]


def _put_in(
    connection: sa.Connection, period: Period, entry: int, rows: list[tuple[int, ...]], boards: list[int],
    decision: Decision,
) -> None:  # fmt: skip
    """Store games under a load of their own; one that is there, but out for good, comes back instead.

    Raises:
        RatingsError: one of them is there, and counts.
    """
    new = [at for at, row in enumerate(rows) if not _comes_back(connection, period, entry, row)]
    if not new:
        return
    scope = journal.Scope("games", f"{period.system}/{period.name}", period.system, period_key=period.key)
    key = journal.open_decided(connection, scope, entry, decision.at, len(new))
    columns = np.array([(*rows[at], boards[at]) for at in new], dtype=np.int32).T
    insert_games(connection, GameRows(*columns), key)


def _comes_back(connection: sa.Connection, period: Period, entry: int, row: tuple[int, ...]) -> bool:
    """Say whether a game is stored already, and was out for good until now."""
    table = schema.game if row[4] else schema.bye
    same = [table.c[name] == value for name, value in zip(GAME, row, strict=True) if name in table.c]
    if not len(read_integers(connection, sa.select(table.c.load_key).where(*same))):
        return False
    out = [one for one in read_holds(connection, period) if one.target.game == row and one.word in GONE]
    if not out:
        raise RatingsError("The game that would result is there already.", "Withdraw the wrong one instead.")
    close(connection, schema.hold, [one.key for one in out], entry)
    return True


def _must_be_one_game_a_round(connection: sa.Connection, period: Period, code: str, number: int) -> None:
    """Stop where a player has two games in one round of a tournament now.

    Raises:
        RatingsError: naming the games.
    """
    if not number or not code:
        return
    there = choose_games(connection, period, Named(tournament=code, round=number))
    by_player: dict[int, list[str]] = {}
    persons = read_persons(connection, None)
    for game in there:
        for key in {persons.get(one, one) for one in (game.key[3], game.key[4])} - {0}:
            by_player.setdefault(key, []).append(game.told)
    for games in by_player.values():
        if len(games) > 1:
            raise RatingsError(
                f"A player would have two games in one round: {'; '.join(games)}.",
                "Correct or withdraw the other one first.",
            )
