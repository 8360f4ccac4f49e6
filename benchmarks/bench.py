"""`make bench`: the main job at several sizes and on both databases, whole and stage by stage, beside its limits.

Example:
    python benchmarks/bench.py --size large --database sqlite --json bench/bench.json
"""

from __future__ import annotations

import datetime as dt
import json
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import click

sys.path.insert(0, str(Path(__file__).parent))
import football
import machine
from bench_tables import DATABASES, Sheet, machine_sheet, sheets, stage_sheet, write_tables
from servers import Server
from stage_names import STAGES
from stopwatch import cost_of

# Nothing large may be loaded here: the peak of a process is never below what this one holds when it starts it.
HERE = Path(__file__).parent
RATINGS = Path(sys.executable).parent / "ratings"
STARTS, ENDS = "2026-01-01", "2026-01-31"
SIZES = {
    "trial": (2_000, 20_000), "small": (10_000, 100_000), "federation": (19_000, 350_000),
    "large": (60_000, 1_000_000), "largest": (2_000_000, 10_000_000),
}  # fmt: skip
"""Players and games; a trial shows that the benchmark works, and is measured only where it is asked for."""
SMALLEST = (16, 1)
"""Players and games of a run that does nothing but start."""
FIDE_UP_TO = 1_000_000
"""Games up to which the FIDE stages are measured too: they want a period of their own."""
STARTED = 3
"""How often start-up is measured; the least counts."""
BYTES_A_GAME, BYTES_A_PLAYER = 600, 1_500
"""Disk that a size wants at once, on the safe side: its files, one database, the copies that limits are measured by."""
MEMBERS = 3_000
"""Registered players for whom FIDE's list is loaded."""


@dataclass(slots=True)
class Databases:
    """The kinds of databases to be measured, and the server where one of them needs it."""

    kinds: Sequence[str]
    server: Server | None = None

    @contextmanager
    def fresh(self, kind: str) -> Iterator[str]:
        """Give the URL of a fresh database, removed afterwards."""
        if kind == "postgresql":
            assert self.server is not None
            with self.server.database() as url:
                yield url
            return
        with tempfile.TemporaryDirectory(prefix="ratings-bench-db-") as folder:
            yield f"sqlite:///{folder}/ratings.db"


@contextmanager
def databases(kinds: Sequence[str]) -> Iterator[Databases]:
    """Start what the kinds need; where there is no PostgreSQL, say so and go on without it."""
    server = Server() if "postgresql" in kinds else None
    try:
        if server is not None and not server.url:
            click.echo(f"NOT MEASURED ON POSTGRESQL: {server.problem}", err=True)
            kinds = [kind for kind in kinds if kind != "postgresql"]
        yield Databases(kinds, server)
    finally:
        if server is not None:
            server.stop()


def make_period(folder: Path, players: int, games: int, system: str) -> None:
    """Make a period's files in a process of its own."""
    size = ("--players", str(players), "--games", str(games), "--system", system, "--starts", STARTS, "--ends", ENDS)
    subprocess.run([sys.executable, str(HERE / "generate.py"), str(folder), *size], check=True)


def run_whole(folder: Path, url: str) -> dict[str, float]:
    """Measure `ratings run` as the officer types it."""
    with tempfile.TemporaryDirectory(prefix="ratings-bench-out-") as out:
        command = [
            str(RATINGS), "-q", "--db", url, "run", "ffe-national", "2026-01", "--starts", STARTS, "--ends", ENDS,
            "--players", "players.csv", "--list", "list.csv", "--games", "games.csv", "--tournaments",
            "tournaments.csv", "--out", out,
        ]  # fmt: skip
        return asdict(cost_of(command, folder)[0])


def start_up(tiny: Path, fresh: Callable[[], Any]) -> dict[str, dict[str, float]]:
    """Measure what starting costs: the help, and a run of one game."""

    def smallest() -> dict[str, float]:
        with fresh() as url:
            return run_whole(tiny, url)

    kinds = {"ratings --help": lambda: asdict(cost_of([str(RATINGS), "--help"])[0]), "smallest run": smallest}
    return {
        name: min((once() for _ in range(STARTED)), key=lambda cost: cost["seconds"]) for name, once in kinds.items()
    }


def in_its_own_process(part: str, folder: Path, url: str) -> dict[str, Any]:
    """Measure a part of the stages."""
    command = [sys.executable, str(HERE / "bench_stages.py"), part, str(folder), url]
    return dict(json.loads(cost_of(command, output=subprocess.PIPE)[1]))


def measure_stages(folder: Path, fide: Path | None, run: dict[str, Any], fresh: Callable[[], Any]) -> None:
    """Measure the stages of a run, and add them to its figures."""
    with fresh() as url:
        run |= in_its_own_process("stages", folder, url)
    parts = [("load", folder)] + ([("fide", fide)] if fide else [])
    for part, files in parts:
        with fresh() as url:
            run["stages"] |= in_its_own_process(part, files, url)["stages"]


def named_stages(run: dict[str, Any]) -> dict[str, Any]:
    """Give the stages in their order, with their numbers of rows and the names of their limits."""
    return {
        name: run["stages"][name] | {"rows": run[rows], "limit": limit}
        for name, (rows, limit) in STAGES.items()
        if name in run["stages"]
    }


def measure_size(name: str, repeat: int, found: Databases) -> Iterator[dict[str, Any]]:
    """Measure one size on each database."""
    players, games = SIZES[name]
    with tempfile.TemporaryDirectory(prefix="ratings-bench-") as made:
        folder, tiny, fide = (Path(made) / one for one in ("period", "tiny", "fide"))
        make_period(folder, players, games, "ffe-national")
        make_period(tiny, *SMALLEST, "ffe-national")
        with_fide = games <= FIDE_UP_TO
        if with_fide:
            make_period(fide, players, games, "fide-standard")
        for kind in found.kinds:
            run = {"size": name, "database": kind, "players": players, "games": games, **circumstances()}

            def fresh(kind: str = kind) -> Any:
                return found.fresh(kind)

            run["start_up"], run["whole"] = start_up(tiny, fresh), []
            for _ in range(repeat):
                with fresh() as url:
                    run["whole"].append(run_whole(folder, url))
            measure_stages(folder, fide if with_fide else None, run, fresh)
            run["stages"] = named_stages(run)
            yield run


def circumstances() -> dict[str, Any]:
    """Give when, of what, and on how busy a machine something is measured."""
    when = dt.datetime.now(dt.UTC).isoformat(timespec="minutes")
    return {"when": when, "revision": machine.revision(), "load": round(machine.load(), 2)}


def has_room(name: str) -> bool:
    """Say whether the disk has room for a size, and say so aloud where it has not."""
    players, games = SIZES[name]
    need, free = players * BYTES_A_PLAYER + games * BYTES_A_GAME, shutil.disk_usage(tempfile.gettempdir()).free
    if free < need:
        told = f"{need / 1e9:.1f} GB are wanted in {tempfile.gettempdir()}, {free / 1e9:.1f} GB are free"
        click.echo(f"NOT MEASURED: {name}. {told}; TMPDIR names another folder.", err=True)
    return free >= need


def rating_lists(players: int) -> dict[str, Any]:
    """Measure loading a made-up list of FIDE's, text and XML: for some members, and registering everybody."""
    costs, about = {}, circumstances()
    with tempfile.TemporaryDirectory(prefix="ratings-bench-") as made:
        folder = Path(made)
        for name in ("list.txt", "list.xml"):
            size = ("--players", str(players), "--members", str(MEMBERS))
            subprocess.run([sys.executable, str(HERE / "generate_fide.py"), name, *size], cwd=folder, check=True)
            for what, options in ((f"{MEMBERS:,} members", ()), ("registering all", ("--register",))):
                base = [str(RATINGS), "-q", "--db", f"sqlite:///{name}-{len(options)}.db", "load"]
                if not options:
                    subprocess.run([*base, "players", "members.csv"], cwd=folder, check=True)
                command = [*base, "list", name, "--system", "fide-standard", "--date", STARTS, *options]
                costs[f"{name}, {what}"] = asdict(cost_of(command, folder)[0])
    return {"players": players, "costs": costs, **about}


def replay() -> dict[str, Any]:
    """Measure rating the football history month after month; nothing where its file is not there."""
    if not football.SOURCE.exists():
        return {}
    with tempfile.TemporaryDirectory(prefix="ratings-bench-") as made:
        matches, _ = football.convert(Path(made))
        asked = ("ffe-national", "games.csv", "--players", "players.csv", "--edition", "S0", "--out", "out")
        command = [str(RATINGS), "-q", "--db", "sqlite:///replay.db", "replay", *asked]
        return {"matches": matches, "cost": asdict(cost_of(command, Path(made))[0]), **circumstances()}


def earlier(target: Path, about: dict[str, str], nothing: dict[str, Any]) -> dict[str, Any]:
    """Give figures measured before on the same machine with the same versions, to be added to; else `nothing`."""
    empty = {"machine": about, **nothing}
    if not target.exists():
        return empty
    figures = json.loads(target.read_text("utf-8"))
    if all(figures["machine"].get(name, value) == value for name, value in about.items()):
        return dict(figures) | {"machine": figures["machine"] | about}
    click.echo(f"{target} is of another machine or other versions: it is begun anew.", err=True)
    return empty


def write(target: Path, figures: dict[str, Any]) -> None:
    """Write the figures so far."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", "utf-8")


def show(shown: Sequence[Sheet], tables: Sequence[Sheet], document: Path | None, target: Path) -> None:
    """Print tables, write all of them into a document if there is one, and say where the figures are."""
    for sheet in shown:
        sheet.show()
    if document is not None:
        click.echo(write_tables(document, tables))
    click.echo(f"The figures are in {target}.")


def figure_options(target: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options that say where its figures and tables go."""
    options = (
        click.option("--repeat", default=1, show_default=True, type=click.IntRange(1), help="The middle time counts."),
        click.option(
            "--markdown", "document", type=click.Path(exists=True, dir_okay=False, path_type=Path),
            help="Write the tables into a document too, between its marks: see bench_tables.py.",
        ),
        click.option(
            "--json", "target", default=target, show_default=True, type=click.Path(path_type=Path),
            help="Where the figures go; those of other sizes that are there already stay.",
        ),
    )  # fmt: skip
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)


def begin(command: Callable[[], None]) -> None:
    """Run a benchmark's command; what a process that it starts says when it fails is its last word."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))  # so that temporary folders go
    try:
        command()
    except subprocess.CalledProcessError as error:
        sys.exit(f"{error.stderr or ''}\nStopped: {' '.join(map(str, error.cmd))}: exit code {error.returncode}")


@click.command()
@click.option(
    "--size",
    "names",
    multiple=True,
    type=click.Choice(list(SIZES)),
    help="Which sizes, one option each; all but the trial by default.",
)
@click.option("--database", "kinds", multiple=True, type=click.Choice(list(DATABASES)), help="Both by default.")
@click.option("--fide", default=1_500_000, show_default=True, help="Players of a FIDE list to load; 0: none.")
@figure_options("bench/bench.json")
def main(
    names: tuple[str, ...], kinds: tuple[str, ...], repeat: int, fide: int, document: Path | None, target: Path
) -> None:
    """Measure the main job; print tables, write the figures as JSON."""
    with databases(kinds or list(DATABASES)) as found:
        about = machine.described()
        if found.server is not None and found.server.url:
            about["PostgreSQL"] = machine.of_server(found.server.url)
        figures = earlier(target, about, {"runs": {}, "fide_lists": {}})
        machine_sheet(figures).show()
        for name in filter(has_room, names or [name for name in SIZES if name != "trial"]):
            for run in measure_size(name, repeat, found):
                figures["runs"][f"{name} {run['database']}"] = run
                write(target, figures)
                stage_sheet(run).show()
    if fide:
        figures["fide_lists"] = rating_lists(fide)
    figures["replay"] = replay()
    write(target, figures)
    tables = list(sheets(figures))
    show(tables[1:], tables, document, target)


if __name__ == "__main__":
    begin(main)
