"""The command line: one module a verb, imported only when it is used, and one place where errors become two lines."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise, takewhile
from typing import Any, TextIO

import click

from ratings.cli.interrupts import interruptible, too_late
from ratings.cli.log import FORMATS, Log
from ratings.cli.session import Session
from ratings.errors import RatingsError
from ratings.wording import is_damaged, readable

VERBS = {
    "init": "setup", "inspect": "inspect", "load": "load", "loads": "loads", "unload": "loads", "period": "period",
    "check": "check", "hold": "decide", "release": "decide", "withdraw": "decide", "correct": "decide",
    "reassign": "decide", "revise": "revise", "diff": "diff", "ledger": "ledger",
    "verify": "verify", "person": "person", "sign": "sign", "settings": "settings",
    "rate": "rate", "publish": "publish", "export": "export", "explain": "explain", "run": "run", "replay": "replay",
    "rules": "rules", "calc": "calc", "convert": "calc", "adjust": "adjust", "status": "status", "backup": "backup",
    "restore": "backup",
}  # fmt: skip
"""Every verb and the module that holds it."""
STOPPED = (click.Abort, KeyboardInterrupt)
"""How Ctrl-C comes."""


class LazyGroup(click.Group):
    """A group whose verbs are imported when they are named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the verbs in the order of the officer's work."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and give one verb."""
        if cmd_name not in VERBS:
            return None
        module = importlib.import_module(f"ratings.cli.{VERBS[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def make_context(self, *words: Any, **more: Any) -> click.Context:
        """Take the words in; Ctrl-C is told in one place."""
        with told_here():
            return super().make_context(*words, **more)

    def invoke(self, ctx: click.Context) -> Any:
        """Do what was asked; Ctrl-C is told in one place."""
        with told_here():
            return super().invoke(ctx)


@contextmanager
def told_here() -> Iterator[None]:
    """Give Ctrl-C to click as what it has told already: it writes an empty line else, even between JSON objects."""
    try:
        yield
    except KeyboardInterrupt as stopped:
        raise click.Abort from stopped


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--db", envvar="RATINGS_DB", default="sqlite:///ratings.db", show_default=True, metavar="URL",
    help="The database: sqlite:///FILE or postgresql://USER@HOST/NAME (or RATINGS_DB).",
)  # fmt: skip
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
@click.option("-v", "--verbose", is_flag=True, help="Say more; show the traceback of an error.")
@click.option(
    "--log-format", type=click.Choice(FORMATS), envvar="RATINGS_LOG_FORMAT", default="text", show_default=True,
    help="How stderr speaks: json gives one object a line, the last one sums up (or RATINGS_LOG_FORMAT).",
)  # fmt: skip
@click.version_option(package_name="chess-ratings-office", prog_name="ratings")
@click.pass_context
def ratings(ctx: click.Context, db: str, quiet: bool, verbose: bool, log_format: str) -> None:
    """Rate chess periods: games come in as files, an exact and explainable list goes out.

    \b
    Example:
      ratings run ffe-national 2026-01 --starts 2026-01-01 --ends 2026-01-31 \\
          --players players.csv --list list.csv --games games.csv --out january
    """
    log = ctx.obj or Log()
    log.is_json = log_format == "json"
    ctx.obj = Session(db, log, quiet=quiet, verbose=verbose)
    ctx.call_on_close(ctx.obj.close)


def main(arguments: list[str] | None = None) -> None:
    """Run the program: exit codes are the contract's, an error is two lines on stderr."""
    with interruptible():
        code = _run(sys.argv[1:] if arguments is None else arguments)
    sys.exit(code)


def program(begin: Callable[[], None]) -> None:
    """Run as a process of its own: the interpreter does not look for cycles in what is left at its end, as it ends.

    `begin` is called once Ctrl-C can be told, and raises it where it came before.
    """
    code = _run(sys.argv[1:], begin)
    gc.freeze()
    sys.exit(code)


def _run(arguments: list[str], begin: Callable[[], None] = lambda: None) -> int:
    """Do what the arguments say, tell what stops it, and give the exit code; afterwards Ctrl-C comes too late."""
    gc.set_threshold(500_000, 50, 50)  # rows by the hundred thousand are no garbage: look for cycles more rarely
    before = list(takewhile(lambda word: word not in VERBS, arguments))
    verbose = "-v" in before or "--verbose" in before
    log = Log(_command(arguments[len(before) :]), _log_format(before))
    try:
        code = _exit_code(log, arguments, verbose, begin)
        too_late()
    except KeyboardInterrupt as stopped:  # while another reason to stop was told
        code = _stopped(log, stopped, verbose)
    log.end(code)
    _give_up_full(sys.stderr)  # where it cannot be written, the exit code tells what was done
    return code


def _exit_code(log: Log, arguments: list[str], verbose: bool, begin: Callable[[], None]) -> int:
    """Do what the arguments say, and give the exit code; what stops it is told in the log."""
    try:
        begin()
        _must_be_text([*arguments, os.environ.get("RATINGS_DB", "")])
        code = ratings.main(args=arguments, prog_name="ratings", standalone_mode=False, obj=log)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except SystemExit as ended:  # click's own, where nobody reads stdout any more
        return ended.code if isinstance(ended.code, int) else 1
    except BrokenPipeError:
        _give_up(sys.stdout)
        return 0
    except (Exception, KeyboardInterrupt) as error:
        return _stopped(log, error, verbose)


def _stopped(log: Log, error: BaseException, verbose: bool) -> int:
    """Tell what stopped the program, and give the exit code."""
    error = _begun_by(error)
    if isinstance(error, STOPPED):
        too_late()
        log.end_line()
    reason, hint, code = _told(error)
    log.error(reason, hint, trace=verbose)
    _give_up_full(sys.stdout)
    return code


def _begun_by(error: BaseException) -> BaseException:
    """Give the Ctrl-C that an error follows: a statement that it cuts off in the middle leaves others undone."""
    before: BaseException | None = error
    while before is not None and not isinstance(before, KeyboardInterrupt):
        before = before.__context__
    return before or error


def _command(words: list[str]) -> str:
    """Give the words that name the command: one, or two such as `load games`."""
    verb = LazyGroup().get_command(click.Context(ratings), words[0]) if words else None
    return " ".join(
        words[:2] if isinstance(verb, click.Group) and words[1:2] and words[1] in verb.commands else words[:1]
    )


def _log_format(before: list[str]) -> str:
    """Give the form of the log from the words before the command, for what goes wrong before they are taken in."""
    given = [after for word, after in pairwise(before) if word == "--log-format"]
    given += [word.partition("=")[2] for word in before if word.startswith("--log-format=")]
    return given[-1] if given else os.environ.get("RATINGS_LOG_FORMAT", "")


def _must_be_text(arguments: list[str]) -> None:
    """Stop where an argument is not UTF-8: it could not be stored, nor shown.

    Raises:
        RatingsError: with the argument, its unreadable letters replaced.
    """
    for argument in arguments:
        if is_damaged(argument):
            raise RatingsError(
                f"The argument {readable(argument)!r} is not UTF-8.",
                "Type it again in a UTF-8 terminal; rename a file, or name the folder that it is in.",
                2,
            )


def _told(error: BaseException) -> tuple[str, str, int]:
    """Give what stopped the program as a reason, a hint and the exit code."""
    if isinstance(error, RatingsError):
        return error.reason, error.hint, error.exit_code
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        path = error.ctx.command_path if error.ctx else "ratings"
        return "Nothing to do was named.", f"`{path} --help` shows what there is.", 2
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else "ratings"
        return error.format_message(), f"`{path} --help` shows how it is written.", 2
    if isinstance(error, click.ClickException):
        return error.format_message(), "`ratings --help` shows how it is written.", 2
    if isinstance(error, STOPPED):
        return "Interrupted.", "Nothing was written; run it again when you like.", 1
    if isinstance(error, MemoryError):
        hint = "Split the file, or use a larger machine; nothing was written."
        return "There is not enough memory for this.", hint, 1
    if isinstance(error, OSError):
        return f"A file cannot be read or written: {error}.", "Check the path and the room on the disk.", 1
    first = str(error).splitlines()[0] if str(error) else ""
    hint = "Nothing was written. Run it again with -v and report what it shows."
    return f"A fault in the program: {type(error).__name__}: {first}", hint, 1


def _give_up_full(stream: TextIO | None) -> None:
    """Write out what a stream holds; where it cannot, let it go nowhere: the exit code tells what was done."""
    try:
        if stream is not None:
            stream.flush()
    except OSError:
        _give_up(stream)


def _give_up(stream: TextIO | None) -> None:
    """Let what a stream still holds go nowhere: else the interpreter fails on it at its end."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
