"""`ratings calc` and `ratings convert`: calculators without a database, every step shown."""

from __future__ import annotations

import datetime as dt
import json
from typing import TYPE_CHECKING

import click

from ratings.cli.session import DAY, Session, rules_of
from ratings.errors import RatingsError

if TYPE_CHECKING:
    from ratings.rules.calculation import Game

SCORES = {"1": 2, "½": 1, "0.5": 1, "0,5": 1, ".5": 1, ",5": 1, "1/2": 1, "=": 1, "0": 0}
MOST_GAMES = 100
LEAST_RATING, MOST_RATING = 1000, 3000
"""What a rating may be here; from the edition's floor on where that is lower."""


@click.command(context_settings={"ignore_unknown_options": True})  # so that `-=1` is a game
@click.argument("system")
@click.argument("games", nargs=-1, required=True, metavar="OPPONENT=SCORE…")
@click.option("--rating", metavar="RATING", help="The rating before; without it the player is unrated.")
@click.option("--k", type=click.IntRange(1, 100), help="The K factor, in place of the rules' own.")
@click.option("--junior", is_flag=True, help="A junior, by FFE of the oldest juniors, where age counts.")
@click.option(
    "--games-before", type=click.IntRange(0), help="Career games before, where they decide about K or a first event."
)
@click.option("--on", "day", type=DAY, help="The rules in force on this day; today's by default.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
def calc(
    session: Session, system: str, games: tuple[str, ...], rating: str | None, k: int | None, junior: bool,
    games_before: int | None, day: dt.date | None, as_json: bool,
) -> None:  # fmt: skip
    """Calculate one player's change from a few games, without a database: opponent=score, `-` for unrated.

    Ratings are whole numbers from 1000, or the floor of the rules where that is lower, to 3000.

    \b
    Example:
      ratings calc fide-standard --rating 1800 --k 20 1900=1 1750=½
      ratings calc ukd-standard --rating 1280 -=1
    """
    from ratings.rules.calculation import Request, calculate

    rules = rules_of(system)
    edition = rules.in_force(day or dt.date.fromisoformat(session.now()[:10]))
    if len(games) > MOST_GAMES:
        raise RatingsError(f"There are {len(games)} games.", f"A calculation takes at most {MOST_GAMES}.", 2)
    least = min(LEAST_RATING, edition.floor)
    before = None if rating is None else _rating(rating, "--rating", least)
    request = Request(before, tuple(_game(text, least) for text in games), k, junior, games_before)
    made = calculate(request, rules, edition)
    if not as_json:
        session.show("\n".join(made.lines))
        return
    told = {
        "system": rules.system, "edition": edition.name, "steps": list(made.lines), "result": made.result,
        "change_exact": None if made.change is None else str(made.change),
        "exact": None if made.exact is None else str(made.exact),
    }  # fmt: skip
    session.show(json.dumps(told, indent=2, ensure_ascii=False))


def _rating(text: str, what: str, least: int) -> int:
    if not (text.isascii() and text.isdigit()) or not least <= int(text[:9]) <= MOST_RATING:
        raise RatingsError(
            f"{what}: {text!r} is not a rating.",
            f"Ratings here are whole numbers from {least} to {MOST_RATING}.",
            2,
        )
    return int(text)


def _game(text: str, least: int) -> Game:
    from ratings.rules.calculation import Game

    opponent, equals, score = text.strip().partition("=")
    if not equals or score.strip() not in SCORES:
        raise RatingsError(f"{text!r} is not a game.", "Write opponent=score, such as 1900=1, 1750=½ or -=0.", 2)
    opponent = opponent.strip()
    value = None if opponent == "-" else _rating(opponent, "opponent", least)
    return Game(value, SCORES[score.strip()])


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("value")
@click.option("--from", "source", required=True, type=click.Choice(["ingo", "bcr", "bridier", "cs", "elo"]))
@click.option("--to", "target", required=True, type=click.Choice(["ingo", "bcr", "bridier", "cs", "elo"]))
@click.option("--exact", is_flag=True, help="The exact value instead of the nearest whole number.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
def convert(session: Session, value: str, source: str, target: str, exact: bool, as_json: bool) -> None:
    """Convert a rating between Elo and the older scales INGO, BCR, Bridier and CS (Swiss).

    \b
    Example:
      ratings convert 175 --from bcr --to elo
    """
    from ratings.rules.conversions import convert as converted
    from ratings.rules.conversions import decimal

    made = converted(value.replace(",", "."), source, target)
    if as_json:
        told = {
            "value": made.shown,
            "exact": decimal(made.exact),
            "steps": list(made.steps),
            "warning": made.warning or None,
        }
        session.show(json.dumps(told, indent=2, ensure_ascii=False))
        return
    session.show(decimal(made.exact) if exact else str(made.shown))
    for remark in (made.warning, made.note):
        if remark:
            session.say(remark)
