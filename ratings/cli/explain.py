"""`ratings explain`: every game of one player, and the arithmetic; or all of it as a letter to the player."""

from __future__ import annotations

import json
from typing import Any

import click

from ratings.cli.session import Session, plain, rules_of, write_out
from ratings.errors import RatingsError

LANGUAGES = ("en", "fr", "tr")


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@click.argument("player")
@click.option("--revision", type=click.IntRange(1), help="By an earlier revision of a published list; else the newest.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option("--letter", type=click.Choice(LANGUAGES), help="As a letter to the player, in this language.")
@click.option("--settings", metavar="FILE", help="With --letter: how to lodge a claim, and who signs (TOML).")
@click.option("-o", "--output", metavar="FILE", help="The file to write; stdout by default.")
@click.pass_obj
def explain(session: Session, system: str, name: str, player: str, output: str | None, **options: Any) -> None:
    """Show every game of a player, why it counts or not, and the arithmetic in the regulation's steps.

    \b
    Example:
      ratings explain ffe-national 2026-01 A00012
      ratings explain ffe-national 2026-01 A00012 --letter fr -o A00012.txt
    """
    _must_combine(options)
    text = _text(session, system, name, player, options)
    if output in (None, "-") and not options["letter"]:
        session.show(text)
        return
    write_out(output, (text if options["letter"] else f"{plain(text)}\n").encode())
    if output not in (None, "-"):
        session.say(f"{output}: {player} in {name}")


def _text(session: Session, system: str, name: str, player: str, options: dict[str, Any]) -> str:
    """Explain a player in the form asked for."""
    from ratings.explain import by_expectation, by_performance, expectation_text, performance_text
    from ratings.publish.exports import period_of
    from ratings.rules import EVERY_DAY
    from ratings.store.persons import must_count
    from ratings.store.runs import edition_of_run, rated_run

    rules = rules_of(system)
    is_expectation = rules.by_expectation
    with session.reading() as connection:
        period = period_of(connection, rules.system, name, options["revision"])
        must_count(connection, player, period.seen)
        edition = edition_of_run(rules, rated_run(connection, period))
        told = (by_expectation if is_expectation else by_performance).explain(connection, period, rules, player)
        if options["letter"]:
            edition = rules.named(edition.name) if edition.effective == EVERY_DAY else edition
            return _letter(connection, told, edition, period, options)
    if options["as_json"]:
        return json.dumps(told, indent=2, ensure_ascii=False, default=str)
    return (expectation_text if is_expectation else performance_text).as_text(told, edition)


def _letter(connection: Any, told: dict[str, Any], edition: Any, period: Any, options: dict[str, Any]) -> str:
    from ratings.explain.languages import language
    from ratings.explain.letter import letter, read_around
    from ratings.explain.letter_settings import LetterSettings, read_settings

    name, path = options["letter"], options["settings"]
    settings = read_settings(path, name) if path else LetterSettings()
    return letter(told, edition, period, read_around(connection, told), language(name), settings)


def _must_combine(options: dict[str, Any]) -> None:
    """Stop where an option says nothing beside the others.

    Raises:
        RatingsError: --json with --letter, or --settings without it.
    """
    if options["letter"] and options["as_json"]:
        raise RatingsError("--letter and --json are two forms.", "Ask for one of them.", 2)
    if options["settings"] and not options["letter"]:
        raise RatingsError("--settings is for letters.", "Name a language by --letter, or leave it out.", 2)
