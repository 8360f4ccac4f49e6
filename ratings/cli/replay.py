"""`ratings replay`: rate a whole history, period after period, in one go."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ratings.cli.inputs import ReadOnce
from ratings.cli.session import Session, rules_of
from ratings.errors import RatingsError
from ratings.wording import number_of

if TYPE_CHECKING:
    import sqlalchemy as sa

    from ratings.files.csv_table import TextTable
    from ratings.files.sources import Opened
    from ratings.replay import Replayed

Files = dict[str, dict[str, bytes]]
"""The files to write by their folder (empty: the folder named on the command line) and their name."""


@click.command()
@click.argument("system")
@click.argument("games", nargs=-1, required=True, metavar="GAMES…")
@click.option("--out", required=True, metavar="DIR", type=click.Path(path_type=Path, file_okay=False), help="Where to.")
@click.option("--every", type=click.Choice(("month", "quarter", "year")), default="month", show_default=True,
              help="How long a period is; one without games is left out.")  # fmt: skip
@click.option(
    "--edition", default="", metavar="NAME", help="Rate all days under this edition, not under those in force."
)
@click.option("--players", multiple=True, metavar="FILE", help="Players to register.")
@click.option(
    "--register", is_flag=True, help="Register every id of the games that is not known, as an unrated player."
)
@click.option(
    "--list", "lists", multiple=True, metavar="[SYSTEM=]FILE[@DAY]", help="Opening lists; without: all unrated."
)
@click.option("--tournaments", multiple=True, metavar="FILE", help="Days, place and format of the tournaments.")
@click.option("--accept-partial", is_flag=True, help="Do without the rows that are refused; else one stops the replay.")
@click.option("--encoding", metavar="NAME", help="The files' encoding where it is not UTF-8 or UTF-16.")
@click.option("--lists", "all_lists", is_flag=True, help="Write every period's list, too, into DIR/lists.")
@click.option("--json", "as_json", is_flag=True, help="Sum up as JSON.")
@click.pass_obj
@click.pass_context
def replay(
    ctx: click.Context, session: Session, system: str, games: tuple[str, ...], out: Path, every: str, edition: str,
    players: tuple[str, ...], lists: tuple[str, ...], tournaments: tuple[str, ...], encoding: str | None,
    all_lists: bool, as_json: bool, **choices: bool,
) -> None:  # fmt: skip
    """Rate a whole history of games, period after period, into a database of its own.

    Every list is published as a run of its period alone would have it, so that export, explain, diff and verify work
    on all of them. DIR gets periods.csv, history.csv (every player's ratings), and list.csv and archives.csv of the
    last period. A draft rule is tried by its file in place of SYSTEM; a second run with the same inputs is unchanged.

    \b
    Example:
      ratings --db sqlite:///draft.db replay draft.toml games-1975-2025.csv --players players.csv --out draft
      ratings --db sqlite:///s0.db replay ffe-national games.csv --edition S0 --register --every quarter --out s0
    """
    rules = rules_of(system)
    rules = rules.only(edition) if edition else rules
    once = ReadOnce(Path(ctx.with_resource(tempfile.TemporaryDirectory())))
    opened, tables = _read([once(path) for path in games], encoding)
    from ratings import replay
    from ratings.files.ahead import ReadAhead
    from ratings.loading.history import first_day
    from ratings.loading.list_file import list_file
    from ratings.publish.write import must_be_writable

    must_be_writable(out)  # before anything is rated
    starts = first_day(tables, every)
    list_files = tuple(list_file(text, rules, starts).through(once) for text in lists)
    replay.must_be_possible(rules, starts, list_files)
    locks = {"rules": rules, "people": True, "others": [one.rules.system for one in list_files]}
    with closing(ReadAhead([], encoding)) as files, session.writing(rules.system, **locks) as connection:
        job = replay.Replay(
            rules, tables, every, edition, tuple(map(once, players)), list_files, tuple(map(once, tournaments)),
            encoding, at=session.now(), files=files, progress=session.progress, mark=session.log.mark, **choices,
        )  # fmt: skip
        done = replay.do(connection, job, opened)
        files = _files(session, connection, rules.system, locks["others"], all_lists=all_lists)
    _tell(session, rules.system, done, out, _write(session, out, files), as_json=as_json)
    ctx.exit(3 if done.missed or any(one.refused for one in done.loaded) else 0)


def _read(paths: Sequence[str], encoding: str | None) -> tuple[Opened, tuple[TextTable, ...]]:
    """Open files of games and read all of them, each whole: the days of all say which periods there are."""
    from ratings.files.known_columns import GAMES, GAMES_NEEDED
    from ratings.files.read import read_games
    from ratings.files.sources import open_all

    opened = open_all(paths)
    return opened, tuple(read_games(source, GAMES, GAMES_NEEDED, encoding) for source in opened.sources)


def _files(
    session: Session, connection: sa.Connection, system: str, others: Sequence[str], *, all_lists: bool
) -> Files:
    from ratings.publish import history

    session.log.mark("files")
    files = {"": history.files_of(connection, system, others)}
    return files | ({"lists": history.lists_of(connection, system)} if all_lists else {})


def _write(session: Session, out: Path, files: Files) -> list[str]:
    """Write the files that are missing, and give the names of the written ones.

    Raises:
        RatingsError: they cannot be written; the exit code says that everything else is done.
    """
    from ratings.publish.job_files import missing
    from ratings.publish.write import write_files

    session.log.mark("files")
    written = []
    try:
        for folder, named in files.items():
            write_files(out / folder, wanted := missing(out / folder, named))
            written += (
                sorted(wanted) if not folder else [f"{folder}/ ({number_of(len(wanted), 'list')})"] * bool(wanted)
            )
    except (RatingsError, OSError) as error:
        why = error.reason if isinstance(error, RatingsError) else f"{out} cannot be written: {error.strerror}."
        raise RatingsError(
            f"The history is rated, but {why}",
            "Make room or name another folder, and run the same command again: it writes what is missing.",
            3,
        ) from error
    return written


def _tell(session: Session, system: str, done: Replayed, out: Path, written: list[str], *, as_json: bool) -> None:
    session.tell_all(done.loaded)
    for note in done.notes:
        session.note(note)
    first, last = done.periods[0].name, done.periods[-1].name
    session.log.count(periods=len(done.periods), games=done.games, files_written=len(written))
    session.log.about(state="unchanged" if done.unchanged else "replayed")
    told = f"{number_of(len(done.periods), 'period')} from {first} to {last}"
    if done.unchanged:
        session.say(f"{system}: unchanged, {told}")
    else:
        session.say(f"{system}: {told}, {number_of(done.games, 'game')}, {done.rated} rated players on the last list")
    if written:
        session.say(f"Written to {out}: {', '.join(written)}")
    if as_json:
        told_all = {
            "system": system, "state": "unchanged" if done.unchanged else "replayed", "periods": len(done.periods),
            "first": first, "last": last, "games": done.games, "rated": done.rated, "written": written,
        }  # fmt: skip
        session.show(json.dumps(told_all, indent=2, ensure_ascii=False))
