"""`ratings load`: players, opening lists and games, from files."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ratings.cli.decision import decision_options
from ratings.cli.inputs import must_name_stdin_once
from ratings.cli.session import DAY, Session, free_name, name_of, rules_of, worst
from ratings.errors import RatingsError

if TYPE_CHECKING:
    from ratings.files.sources import Opened
    from ratings.loading.journal import Loaded
    from ratings.store.ledger import Decision
    from ratings.store.periods import Period

ACCEPT_PARTIAL = click.option(
    "--accept-partial", is_flag=True, help="Do without the refused rows, of these files and of earlier ones."
)
ENCODING = click.option("--encoding", metavar="NAME", help="The files' encoding where it is not UTF-8 or UTF-16.")
REGISTER = click.option("--register", is_flag=True, help="Register who is not known yet, as an unrated player.")


@click.group()
def load() -> None:
    """Load players, opening lists and games from files."""


@load.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@ACCEPT_PARTIAL
@REGISTER
@ENCODING
@click.pass_obj
@click.pass_context
def players(
    ctx: click.Context, session: Session, files: tuple[str, ...], accept_partial: bool, register: bool,
    encoding: str | None,
) -> None:  # fmt: skip
    """Register players, or update them by id: an absent column changes nothing, an empty cell clears.

    Several files complete each other; a row that contradicts another file is refused, and both places are named.
    A rating list of FIDE's fills in what registered players lack; with --register it registers everybody in it.

    \b
    Example:
      ratings load players players.csv
    """
    from ratings.files.sources import open_all
    from ratings.loading.one_command import load_all_players

    must_name_stdin_once(files)
    opened = open_all(files)
    with session.writing("players") as connection:
        given = {"accept_partial": accept_partial, "register": register}
        loaded = load_all_players(connection, opened.sources, session.now(), encoding, **given)
        refused = _refused(connection, loaded)
    ctx.exit(
        _finish(session, opened, loaded, refused, "SYSTEM PERIOD --what refused --of players", given_up=accept_partial)
    )


@load.command("list")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--system", required=True, help="The rating system that the list belongs to.")
@click.option("--date", "day", type=DAY, required=True, help="The day from which the list is in force.")
@ACCEPT_PARTIAL
@REGISTER
@ENCODING
@click.pass_obj
@click.pass_context
def list_(
    ctx: click.Context, session: Session, files: tuple[str, ...], system: str, day: dt.date, accept_partial: bool,
    register: bool, encoding: str | None,
) -> None:  # fmt: skip
    """Load an opening list: ratings, types, career games, peaks, archives; several files complete each other.

    FILE is a table or a rating list of FIDE's, as text or XML, whose players are found by FIDE id.

    \b
    Example:
      ratings load list list.csv archives.csv --system ffe-national --date 2025-12-31
    """
    from ratings.files.sources import open_all
    from ratings.loading.lists import load_list
    from ratings.loading.one_command import leave_open

    rules = rules_of(system)
    must_name_stdin_once(files)
    opened = open_all(files)
    with session.writing(rules.system, people=register) as connection:
        given = {
            "at": session.now(), "encoding": encoding, "accept_partial": accept_partial, "register": register,
        }  # fmt: skip
        loaded = [load_list(connection, source, rules, day, **given) for source in opened.sources]
        leave_open(connection, loaded)
        refused = _refused(connection, loaded)
    ctx.exit(
        _finish(
            session, opened, loaded, refused, f"{rules.system} PERIOD --what refused --of list", given_up=accept_partial
        )
    )


@load.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--system", required=True, help="The rating system.")
@click.option("--period", "name", required=True, help="The period in which the games are rated.")
@click.option("--tournaments", multiple=True, metavar="FILE", help="Days, place and format of the tournaments.")
@click.option(
    "--accept-partial",
    is_flag=True,
    help="Rate these files' tournaments without their refused rows, of these files and of earlier ones.",
)
@decision_options(
    "--correction", metavar="REASON", help="Correct a published period: why; `revise` makes it take effect."
)
@REGISTER
@ENCODING
@click.pass_obj
@click.pass_context
def games(
    ctx: click.Context, session: Session, files: tuple[str, ...], system: str, name: str,
    tournaments: tuple[str, ...], accept_partial: bool, decision: Decision | None, register: bool, encoding: str | None,
) -> None:  # fmt: skip
    """Load the games of a period; a tournament with a refused row is set aside whole until it is mended.

    FILE is a table or a tournament report (TRF), told apart by content; or a folder or packed file of them, or -.

    \b
    Example:
      ratings load games january.csv open.trf --system ffe-national --period 2026-01
    """
    from ratings.decisions.correct import enter_correction
    from ratings.files.sources import open_all
    from ratings.loading.games import Options, load_games
    from ratings.loading.tournaments import load_tournaments
    from ratings.store.periods import find_period, must_be_open

    system = name_of(system)
    must_name_stdin_once((*files, *tournaments))
    opened = open_all(files)
    with session.progress("games stored") as progress, session.writing(system, people=register) as connection:
        period = find_period(connection, system, name)
        period = period if decision is None else _reopened(period)
        must_be_open(period)
        notes = load_tournaments(connection, tournaments, system, encoding)
        options = Options(session.now(), encoding, accept_partial, progress, register)
        loaded = [load_games(connection, source, period, options) for source in opened.sources]
        refused = _refused(connection, loaded)
        if decision is not None:
            enter_correction(connection, period, loaded, decision)
    for note in notes:
        session.note(note)
    ctx.exit(_finish(session, opened, loaded, refused, f"{system} {name} --what refused", given_up=accept_partial))


def _reopened(period: Period) -> Period:
    """Give a published period to be corrected.

    Raises:
        RatingsError: it is not published.
    """
    if not period.published:
        raise RatingsError(
            f"{period.system} {period.name} is not published: its games need no correction.", "Leave --correction out."
        )
    return period.reopened()


def _refused(connection: object, loaded: list[Loaded]) -> bytes:
    from ratings.publish.refused import refused_csv

    return refused_csv(connection, [one.load_key for one in loaded if one.refused])  # type: ignore[arg-type]


def _finish(
    session: Session, opened: Opened, loaded: list[Loaded], refused: bytes, wanted: str, *, given_up: bool
) -> int:
    """Tell what came in, after the commit, and give the exit code; `wanted` is how to export the refused rows."""
    session.tell_all(loaded)
    for name in opened.passed_over:
        session.say(f"passed over: {name}")
    if any(one.refused for one in loaded):
        _write_refused(session, refused, wanted, given_up=given_up)
    return worst([*(one.exit_code for one in loaded), 3 if opened.missed else 0])


def _write_refused(session: Session, refused: bytes, wanted: str, *, given_up: bool) -> None:
    """Write the refused rows into the working folder; the load is stored, so that nothing stops here any more."""
    from ratings.publish.write import write_files

    try:
        path = free_name(Path(), "refused")
        write_files(path.parent, {path.name: refused})
    except (RatingsError, OSError) as error:
        why = error.reason if isinstance(error, RatingsError) else f"refused.csv cannot be written: {error.strerror}."
        session.say(f"warning: {why.rstrip('.')}; ratings export {wanted} gives the rows")
    else:
        what_now = "they are given up, nothing waits for them" if given_up else "mend them there and load that file"
        session.say(f"The refused rows are in {path}: {what_now}.")
