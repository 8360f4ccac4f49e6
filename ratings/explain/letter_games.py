"""The games of a letter: a table that fits an e-mail, and below it why a game does not count."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Collection
from typing import Any

from rich.box import Box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ratings.explain.languages import Spoken
from ratings.explain.performance_steps import NOT_RECOMPUTED
from ratings.explain.words import LEFT_OUT, SOURCE_WORDS
from ratings.phrases import Phrase, say, text_of

WIDTH = 80
"""Columns of a plain-text letter: what every mail program shows without breaking a line."""
RULED_HEAD = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
"""A line of dashes under the head of a table, and nothing else."""

HEAD = (
    say("No."), say("Date"), say("Event"), say("Rd"), say("Colour"), say("Opponent"), say("Value"), say("Pts"),
    say("Counts"),
)  # fmt: skip
WRAPPED, NUMBERS = (2, 5, 6), (0, 3)
"""Columns that may take several lines (event, opponent, value), and those whose numbers stand in line."""

COLOURS = {"white": say("White"), "black": say("Black")}
POINTS = {"1": "1", "0.5": "½", "0": "0", None: "-"}
"""The player's points as chess players write them; a dash where the game was not played."""
STATUS = {"rated": None, "credited": say("from another list"), "unrated": say("unrated")}
NOT_NAMED = say("an opponent who is not named in public")
NO_OPPONENT = say("no opponent")
UNPLAYED = {
    "bye": say("a bye; only games played over the board are rated"),
    "won": say("your opponent did not play; only games played over the board are rated"),
    "lost": say("you did not play; only games played over the board are rated"),
    "both": say("neither of you played; only games played over the board are rated"),
}
WHY_NOT = {
    "win-against-much-lower": say(
        "a win against a value {gap} points below yours; wins against {zone} points less or lower are left out"
    ),
    "loss-against-much-higher": say(
        "a loss against a value {gap} points above yours; losses against {zone} points more or higher are left out"
    ),
    "opponent-unrated": say("your opponent is unrated, and these rules leave such a game out"),
    **{word: told for word, told in LEFT_OUT.items() if word != "not-played"},
}
"""Why a game of a performance does not count, with the difference and the edition's zone to be put in."""


NOTHING_MADE = say(
    "None of these games changes a FIDE rating (type F): this list takes it over and does not compute it."
)


def as_counted(told: dict[str, Any]) -> dict[str, Any]:
    """Give an explanation as the player is to read it: of a FIDE rating that is only taken over, no game counts.

    What such games would give stays in the officer's explanation, for information.
    """
    if told["case"] != NOT_RECOMPUTED:
        return told
    games = [
        game | {"counted": False, "reason": game["reason"] if game["reason"] in LEFT_OUT else NOT_RECOMPUTED}
        for game in told["games"]
    ]
    return {**told, "games": games, "n": 0}


def opponent_of(game: dict[str, Any], hidden: Collection[str]) -> Phrase:
    """Name a game's opponent, unless the opponent is not to be named."""
    if game["opponent"] is None:
        return NO_OPPONENT
    if game["opponent"] in hidden:
        return NOT_NAMED
    return say("{name} ({id})", name=game["opponent_name"], id=game["opponent"])


def games_table(games: list[dict[str, Any]], hidden: Collection[str], language: Spoken) -> str:
    """Lay the games out as a table of at most 80 columns; long names take several lines."""
    table = Table(box=RULED_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for title in HEAD:
        table.add_column(Text(text_of(title, language)), overflow="fold")
    for place, column in enumerate(table.columns):
        column.no_wrap = place not in WRAPPED
        column.justify = "right" if place in NUMBERS else "left"
    for number, game in enumerate(games, 1):
        cells = (str(number), language.day(dt.date.fromisoformat(game["date"])), *_cells(game, hidden))
        table.add_row(*(Text(text_of(cell, language)) for cell in cells))
    console = Console(file=io.StringIO(), width=WIDTH, color_system=None, legacy_windows=False, emoji=False)
    with console.capture() as shown:
        console.print(table)
    return "\n".join(line.rstrip() for line in shown.get().splitlines())


def _cells(game: dict[str, Any], hidden: Collection[str]) -> tuple[Phrase | str, ...]:
    return (
        game["tournament"] or "-", str(game["round"] or "-"), COLOURS[game["colour"]], opponent_of(game, hidden),
        _value(game), POINTS[game["score"]], say("yes") if game["counted"] else say("no"),
    )  # fmt: skip


def _value(game: dict[str, Any]) -> Phrase | str:
    status, value = STATUS.get(game["opponent_status"]), game["opponent_value"]
    if value is None:
        return status or "-"
    return say("{value}, {status}", value=value, status=status) if status else str(value)


def remarks(games: list[dict[str, Any]], edition: Any) -> list[Phrase]:
    """Say of each game why it does not count, and of an unrated opponent where the value comes from."""
    lines = [NOTHING_MADE] if any(game["reason"] == NOT_RECOMPUTED for game in games) else []
    for number, game in enumerate(games, 1):
        if game["reason"] == NOT_RECOMPUTED:
            continue
        if not game["counted"]:
            lines.append(say("Game {number} does not count: {why}.", number=number, why=_why_not(game, edition)))
        elif game.get("opponent_source"):
            lines.append(say("Game {number}: {what}.", number=number, what=_value_from(game)))
    return lines


def _why_not(game: dict[str, Any], edition: Any) -> Phrase:
    if game["reason"] == "not-played":
        return UNPLAYED[_how(game)]
    if game["reason"] in LEFT_OUT:
        return WHY_NOT[game["reason"]]
    if "step" in game:
        why: Phrase = game["step"].values["why"]
        return why
    return WHY_NOT[game["reason"]].of(gap=abs(game["difference"] or 0), zone=edition.zone)


def _how(game: dict[str, Any]) -> str:
    """Say which way a game was not played: a bye, or who was absent."""
    winners = {"1-0F": "white", "0-1F": "black"}
    if game["result"] not in winners:
        return "bye" if game["result"] == "bye" else "both"
    return "won" if winners[game["result"]] == game["colour"] else "lost"


def _value_from(game: dict[str, Any]) -> Phrase:
    source = game["opponent_source"]
    return say(
        "your unrated opponent counts as {value} ({source})",
        value=game["opponent_value"], source=SOURCE_WORDS[source],
    )  # fmt: skip
