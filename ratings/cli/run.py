"""`ratings run`: the whole job in one go, for cron."""

from __future__ import annotations

import datetime as dt
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ratings.cli.decision import decided
from ratings.cli.gate import accept_options, say_figures
from ratings.cli.inputs import ReadOnce
from ratings.cli.session import DAY, Session, must_accept, rules_of
from ratings.errors import RatingsError
from ratings.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ratings.files.ahead import ReadAhead
    from ratings.files.sources import Opened
    from ratings.store.ledger import Decision
    from ratings.whole_job import Done


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@click.option("--starts", type=DAY, required=True, help="First day of the period, inclusive.")
@click.option("--ends", type=DAY, required=True, help="Last day, inclusive.")
@click.option("--publishes", type=DAY, help="The list's first day in force; by default the day after the last.")
@click.option("--players", multiple=True, metavar="FILE", help="Players to register or update.")
@click.option("--list", "lists", multiple=True, metavar="[SYSTEM=]FILE[@DAY]", help="Opening lists.")
@click.option("--games", multiple=True, metavar="FILE", help="Games.")
@click.option("--tournaments", multiple=True, metavar="FILE", help="Days, place and format of the tournaments.")
@click.option("--out", required=True, metavar="DIR", type=click.Path(path_type=Path, file_okay=False), help="Where to.")
@click.option("--encoding", metavar="NAME", help="The files' encoding where it is not UTF-8 or UTF-16.")
@click.option("--accept-partial", is_flag=True, help="Rate tournaments in spite of refused rows, without those rows.")
@click.option("--accept", multiple=True, metavar="TOURNAMENT", help="Rate a tournament that the rules do not accept.")
@click.option("--register", is_flag=True, help="Register who is not known yet, as an unrated player.")
@click.option("--reason", default="", help="Why it is accepted; it stays in the ledger.")
@click.option("--publish-anyway", default="", metavar="REASON", help="Publish although something is set aside.")
@accept_options
@click.pass_obj
@click.pass_context
def run(
    ctx: click.Context, session: Session, system: str, name: str, starts: dt.date, ends: dt.date,
    publishes: dt.date | None, players: tuple[str, ...], lists: tuple[str, ...], games: tuple[str, ...],
    tournaments: tuple[str, ...], out: Path, encoding: str | None, accept_partial: bool, accept: tuple[str, ...],
    reason: str, register: bool, publish_anyway: str, acceptance: Decision | None,
) -> None:  # fmt: skip
    """Load, rate and publish a period in one transaction, then write its files into a folder.

    A second run with the same inputs prints "unchanged" and writes only files that are missing. While anything is
    set aside or refused, nothing is published (exit 3), nor where the list is unusual (exit 4): what is loaded stays.

    \b
    Example:
      ratings run ffe-national 2026-01 --starts 2026-01-01 --ends 2026-01-31 \\
          --players players.csv --list list.csv --games games.csv --out january
    """
    from ratings.files.sources import open_all
    from ratings.loading.list_file import list_file

    rules = rules_of(system)
    must_accept(rules, accept, reason)
    once = ReadOnce(Path(ctx.with_resource(tempfile.TemporaryDirectory())))
    players, games, tournaments = (tuple(map(once, files)) for files in (players, games, tournaments))
    opened = tuple(open_all([path]) for path in games)
    list_files = tuple(list_file(text, rules, starts).through(once) for text in lists)
    files = ctx.with_resource(closing(_read_ahead(players, [one.path for one in list_files], opened, encoding)))
    from ratings import whole_job  # takes as long as reading the games does

    _must_be_writable(out)
    locks = {"rules": rules, "people": bool(players) or register, "others": [one.rules.system for one in list_files]}
    with session.progress("games stored") as progress, session.writing(rules.system, **locks) as connection:
        job = whole_job.Job(
            rules, name, starts, ends, publishes, players, list_files, opened, tournaments, encoding, accept_partial,
            publish_anyway.strip(), session.now(), files, progress, accept, decided(reason), register, session.log.mark,
            accept_unusual=acceptance,
        )  # fmt: skip
        done = whole_job.do(connection, job)
    _tell(session, done, out, _write(session, out, done), acceptance)
    ctx.exit(_exit_code(done))


def _read_ahead(
    players: Sequence[str], lists: Sequence[str], games: Sequence[Opened], encoding: str | None
) -> ReadAhead:
    """Begin to read the files, in the order in which they are wanted."""
    from ratings.files.ahead import ReadAhead
    from ratings.files.known_columns import LIST_OR_POOLS, PLAYERS

    before = [*((path, PLAYERS) for path in players), *((path, LIST_OR_POOLS) for path in lists)]
    return ReadAhead([source for one in games for source in one.sources], encoding, before)


def _must_be_writable(out: Path) -> None:
    """Stop before anything is published whose files could not be written."""
    from ratings.publish.write import must_be_writable

    must_be_writable(out)


def _exit_code(done: Done) -> int:
    """Give 3 where something was refused, set aside or passed over.

    Raises:
        GateError: the list was not published.
    """
    if done.refused is not None:
        raise done.refused
    return 3 if done.blocks or done.missed or any(one.refused for one in done.loaded) else 0


def _write(session: Session, out: Path, done: Done) -> list[str]:
    """Write the files that are missing, read all of them again, and give the names of the written ones.

    Raises:
        RatingsError: they cannot be written, or do not hold what they should; the exit code says that everything else
            is done.
    """
    from ratings.publish.job_files import missing
    from ratings.publish.write import write_files

    session.log.mark("files")
    try:
        write_files(out, wanted := missing(out, done.files))
        if wrong := sorted(missing(out, done.files)):
            raise RatingsError(f"{', '.join(wrong)} in {out}, read again, do not hold what was written.", "")
    except (RatingsError, OSError) as error:
        state = "The list is published" if done.revision else "The files are loaded"
        why = error.reason if isinstance(error, RatingsError) else f"{out} cannot be written: {error.strerror}."
        raise RatingsError(
            f"{state}, but {why}",
            "Make room or name another folder, and run the same command again: it writes what is missing.",
            3,
        ) from error
    return sorted(wanted)


def _tell(session: Session, done: Done, out: Path, written: list[str], acceptance: Decision | None) -> None:
    session.tell_all(done.loaded)
    for note in done.notes:
        session.note(note)
    period = done.period
    told = {"games": done.games, "rated": done.rated, "blocks": len(done.blocks), "files_written": len(written)}
    session.log.count(**told, revision=done.revision)
    session.log.about(state="unchanged" if done.unchanged else "published" if done.revision else "not published")
    if done.unchanged:
        session.say(f"{period.system} {period.name}: unchanged")
    elif done.edition:
        session.say(f"{period.system} {period.name}, edition {done.edition}: {number_of(done.games, 'game')} rated")
    if done.revision:
        state = "is published" if not done.unchanged else "was published before"
        session.say(
            f"The list {state}: revision {done.revision}, {number_of(done.rated, 'rated player')}, "
            f"in force from {period.publishes}"
        )
    elif done.refused is None or done.blocks:
        session.say("The list is not published:")
    say_figures(session, done.judged, acceptance)
    for block in done.blocks:
        session.say(f"  {block}")
    if written:
        session.say(f"Written to {out}: {', '.join(written)}")
