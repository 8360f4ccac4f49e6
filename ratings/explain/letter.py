"""The letter that answers a player's claim: what happened and why, every game, the arithmetic, the rules; as text."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import jinja2
import sqlalchemy as sa

from ratings.explain import performance_steps
from ratings.explain.languages import Spoken
from ratings.explain.letter_games import WIDTH, as_counted, games_table, remarks
from ratings.explain.letter_outcome import outcome, rating_after, rating_before
from ratings.explain.letter_rules import SYSTEMS, texts_of
from ratings.explain.letter_settings import LetterSettings
from ratings.explain.performance_steps import Part
from ratings.explain.signed_values import for_the_player
from ratings.phrases import Phrase, plural, say, text_of
from ratings.store import schema
from ratings.store.periods import Period

LEGENDS = {
    "performance": say(
        "N is the number of games that count, P your score as a percentage, D the points that the table has for P; "
        "Po, your performance, is the mean of the opponents plus D."
    ),
    "wave": say(
        "An unrated player is first given a value, from the games against opponents whose value is known: once from "
        "all of them, which gives a reference, and once more without the wins and losses that are too far from it. "
        "The value then decides which games count."
    ),
    "stand-in": say("You had no rating, so another value stands in for it to decide which games count."),
    "change": say(
        "Each counted game brings your score less the score that the difference of the ratings lets one expect. "
        "The change is the sum of that, times K."
    ),
    "entry": say(
        "A first rating comes from the games against rated opponents: the mean of their ratings, and what the "
        "percentage of points adds to it or takes from it."
    ),
}
"""What the letters and words of the arithmetic mean."""


@dataclass(frozen=True, slots=True)
class Around:
    """What a letter needs beside the explanation: opponents who are not named in public, and tournaments' names."""

    hidden: frozenset[str]
    events: dict[str, str]


def read_around(connection: sa.Connection, told: dict[str, Any]) -> Around:
    """Read who of the opponents is not to be named, and the names of the tournaments that have one."""
    player, tournament = schema.player, schema.tournament
    ids = {game["opponent"] for game in told["games"]} - {None}
    codes = {game["tournament"] for game in told["games"]}
    hidden = sa.select(player.c.id).where(player.c.id.in_(ids), player.c.public == "no")
    named = sa.select(tournament.c.code, tournament.c.name).where(
        tournament.c.system == told["system"], tournament.c.code.in_(codes), tournament.c.name != ""
    )
    return Around(
        frozenset(connection.execute(hidden).scalars()),
        {row.code: row.name for row in connection.execute(named.order_by(tournament.c.code))},
    )


def letter(
    told: dict[str, Any], edition: Any, period: Period, around: Around, language: Spoken, settings: LetterSettings
) -> str:
    """Write the letter, at most 80 columns wide, ending with a line end.

    `told` is what `by_expectation.explain` or `by_performance.explain` gave for the player in `period`.
    """
    speak, told = partial(text_of, language=language), as_counted(told)
    shown = {
        "told": told, "period": period, "settings": settings, "effective": edition.effective,
        "system": SYSTEMS.get(told["system"], told["system"]), "outcome": speak(outcome(told, edition)),
        "source": language.message(edition.source), "texts": texts_of(edition.source),
        "table": games_table(told["games"], around.hidden, language), "events": list(around.events.items()),
        "remarks": [speak(one) for one in remarks(told["games"], edition)], "kept": _kept(told),
        "signed": [speak(one) for one in for_the_player(told)],
        "before": rating_before(told), "after": rating_after(told),
        "legends": [speak(legend) for legend in _legends(told)],
        "parts": [(speak(title or ""), [speak(line) for line in lines]) for title, lines in _parts(told, edition)],
    }  # fmt: skip
    return _template(language).render(shown)


@cache
def _template(language: Spoken) -> jinja2.Template:
    """Give the letter's template; nothing is escaped for the web in it, since it is plain text."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=False, undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    environment.globals |= {"say": _spoken(say, language), "plural": _spoken(plural, language)}
    environment.filters |= {"wrap": _wrapped, "heading": _heading, "own_words": partial(_own_words, language)}
    return environment.get_template("letter.txt")


def _spoken(make: Callable[..., Phrase], language: Spoken) -> Callable[..., str]:
    return lambda *messages, **values: text_of(make(*messages, **values), language)


def _wrapped(text: str, indent: int = 0) -> str:
    """Break a sentence into lines; those after the first stand further in where it is indented."""
    first, rest = " " * indent, " " * 2 * indent
    return textwrap.fill(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def _heading(text: str) -> str:
    return f"{text}\n{'-' * len(text)}"


def _own_words(language: Spoken, text: str) -> str:
    """Give the office's own words: their lines as they are, long ones broken."""
    return "\n".join(_wrapped(language.verbatim(line.rstrip())) for line in text.strip().splitlines())


def _legends(told: dict[str, Any]) -> list[Phrase]:
    if "entry" in told:
        has_change = told["counted"] and told["k"] is not None
        has_entry = told["entry"] and told["entry"]["events"]
        return [LEGENDS[name] for name, is_shown in (("change", has_change), ("entry", has_entry)) if is_shown]
    passes = [one["pass"] for one in told["passes"]]
    value = [LEGENDS["wave" if "reference" in passes else "stand-in"]] if passes else []
    return [*value, LEGENDS["performance"]] if told["n"] or "reference" in passes else value


def _kept(told: dict[str, Any]) -> Phrase | None:
    """Say what the player had in the archive, and what became of it where it is gone."""
    if told.get("archive"):
        return performance_steps.archive(told["archive"])
    return performance_steps.archive_lost(told["archive_lost"]) if told.get("archive_lost") else None


def _parts(told: dict[str, Any], edition: Any) -> list[Part]:
    """Give the arithmetic in parts: of a performance its own; by expectation the games that count, then the steps."""
    if "entry" not in told:
        return performance_steps.parts(_by_number(told), edition)
    games = [
        say("Game {number}: {what}.", number=number, what=game["step"])
        for number, game in enumerate(told["games"], 1)
        if game["counted"]
    ]
    return [part for part in ((None, games), (None, told["steps"])) if part[1]]


def _by_number(told: dict[str, Any]) -> dict[str, Any]:
    """Give the explanation with games in place of the opponents whom a pass leaves out, who may not be named."""
    passes = [
        {**one, "dropped": [say("game {number}", number=number) for number in one.get("dropped_games", ())]}
        for one in told["passes"]
    ]
    return {**told, "passes": passes}
