"""`make bench`: the main job at several sizes, stage by stage: seconds, rows a second, peak memory."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).parent))
from generate import Size, generate
from generate_fide import FIRST_ID, write_text, write_xml

STARTS, ENDS = "2026-01-01", "2026-01-31"
SIZES = {"small": (2_000, 20_000), "federation": (19_000, 350_000), "large": (60_000, 1_000_000)}
RATINGS = Path(sys.executable).parent / "ratings"


@contextmanager
def timed(stages: dict[str, float], name: str) -> Iterator[None]:
    """Add the seconds of a stage."""
    begin = time.perf_counter()
    yield
    stages[name] = stages.get(name, 0.0) + time.perf_counter() - begin


def whole(folder: Path, db: str, out: str) -> dict[str, float]:
    """Run `ratings run` as a process of its own; give wall seconds and peak memory."""
    command = [
        str(RATINGS), "-q", "--db", db, "run", "ffe-national", "2026-01", "--starts", STARTS, "--ends", ENDS,
        "--players", "players.csv", "--list", "list.csv", "--games", "games.csv", "--tournaments", "tournaments.csv",
        "--out", out,
    ]  # fmt: skip
    return measured_process(command, folder)


def rating_lists(folder: Path, players: int) -> dict[str, dict[str, float]]:
    """Load a made-up list of FIDE's, text and XML, as processes: for 3,000 members, and registering everybody."""
    figures: dict[str, dict[str, float]] = {}
    members = folder / "members.csv"
    rows = (f"M{n},Member {n},{FIRST_ID + n * (players // 3000 or 1)}" for n in range(min(3000, players)))
    members.write_text("\n".join(["id,name,fide_id", *rows]) + "\n")
    for name, write in (("list.txt", write_text), ("list.xml", write_xml)):
        write(folder / name, players, 1)
        for what, options in (("3,000 members", ()), ("registering all", ("--register",))):
            db = f"sqlite:///{name}-{len(options)}.db"
            base = [str(RATINGS), "-q", "--db", db, "load"]
            if not options:
                subprocess.run([*base, "players", "members.csv"], cwd=folder, check=True)
            command = [*base, "list", name, "--system", "fide-standard", "--date", STARTS, *options]
            figures[f"{name}, {what}"] = measured_process(command, folder)
    return figures


def measured_process(command: list[str], folder: Path) -> dict[str, float]:
    """Run a command; give wall seconds and its own peak memory."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 3):  # 3: rows were refused
        raise subprocess.CalledProcessError(process.returncode, command)
    return {"seconds": time.perf_counter() - begin, "peak_mb": used.ru_maxrss / 1024}


def stages(folder: Path) -> dict[str, float]:
    """Time the stages in this process: reading and checking, storing, reading back, rating, storing the run, CSV."""
    import datetime as dt

    from ratings import jobs
    from ratings.loading.games import Options, check_games
    from ratings.loading.lists import load_list
    from ratings.loading.players import load_players
    from ratings.publish import run_tables
    from ratings.publish.write import as_csv
    from ratings.rules import rule_set
    from ratings.store.connect import open_engine, writing
    from ratings.store.games import insert_games, read_played
    from ratings.store.periods import add_period
    from ratings.store.players import read_people

    out: dict[str, float] = {}
    rules, days = rule_set("ffe-national"), (dt.date.fromisoformat(STARTS), dt.date.fromisoformat(ENDS))
    with writing(open_engine(f"sqlite:///{folder}/stages.db")) as connection:
        with timed(out, "players"):
            load_players(connection, str(folder / "players.csv"), "now")
        with timed(out, "opening list"):
            load_list(connection, str(folder / "list.csv"), rules, days[0] - dt.timedelta(days=1), "now")
        period, _ = add_period(connection, "ffe-national", "2026-01", *days, None)
        with timed(out, "read and check games"):
            loaded, rows = check_games(connection, str(folder / "games.csv"), period, Options("now"))
        with timed(out, "store games"):
            insert_games(connection, rows, loaded.load_key)
        with timed(out, "read games back"):
            games = read_played(connection, period)
        with timed(out, "starting values"):
            prepared = jobs.prepare(connection, period, rules)
        with timed(out, "rating step, waves included"):
            rated = jobs.compute(prepared, games)
        with timed(out, "store run"):
            jobs.store(connection, period, rated, "now")
        with timed(out, "list as CSV"):
            as_csv(run_tables.list_table(run_tables.run_table(read_people(connection), rated.rows)))
    return out


def fide_steps(folder: Path) -> dict[str, float]:
    """Time a FIDE period of the same size in this process: what is read, what is accepted, and the rating step."""
    import datetime as dt

    from ratings.engine import by_expectation
    from ratings.loading.acceptance import decide
    from ratings.loading.games import Options, load_games
    from ratings.loading.lists import load_list
    from ratings.loading.players import load_players
    from ratings.rules import rule_set
    from ratings.store.connect import open_engine, writing
    from ratings.store.periods import add_period
    from ratings.store.stored_period import read_stored_period
    from ratings.store.valued import read_valued

    out: dict[str, float] = {}
    rules, days = rule_set("fide-standard"), (dt.date.fromisoformat(STARTS), dt.date.fromisoformat(ENDS))
    with writing(open_engine(f"sqlite:///{folder}/fide.db")) as connection:
        load_players(connection, str(folder / "players.csv"), "now")
        load_list(connection, str(folder / "list.csv"), rules, days[0] - dt.timedelta(days=1), "now")
        period, _ = add_period(connection, "fide-standard", "2026-01", *days, None)
        load_games(connection, str(folder / "games.csv"), period, Options("now"))
        with timed(out, "FIDE: read rows"):
            stored = read_stored_period(connection, period, rules)
        with timed(out, "FIDE: which tournaments count"):
            decision = decide(connection, stored, (), "")
        with timed(out, "FIDE: values by list"):
            valued = read_valued(connection, stored, decision.aside)
        with timed(out, "FIDE: rating step"):
            by_expectation.rate(valued.inputs, valued.rules)
    return out


@click.command()
@click.option("--size", "names", multiple=True, type=click.Choice(list(SIZES)), help="Which sizes; all by default.")
@click.option("--json", "target", type=click.Path(path_type=Path), help="Write the figures as JSON too.")
@click.option("--fide", default=1_500_000, show_default=True, help="Players of a FIDE list to load; 0: none.")
def main(names: tuple[str, ...], target: Path | None, fide: int) -> None:
    """Measure the main job and print a table."""
    figures = {}
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    if fide:  # first: a child's peak is never below what this process holds when it starts it
        with tempfile.TemporaryDirectory() as folder:
            figures["fide"] = rating_lists(Path(folder), fide)
        print(f"\nFIDE list of {fide:,} players, whole process")
        for what, process in figures["fide"].items():
            print(f"  {what:<30} {process['seconds']:7.1f} s  peak {process['peak_mb']:.0f} MB")
    for name in names or SIZES:
        players, games = SIZES[name]
        with tempfile.TemporaryDirectory() as folder:
            import datetime as dt

            days = dt.date.fromisoformat(STARTS), dt.date.fromisoformat(ENDS)
            generate(Path(folder), Size(players, games, 1, "ffe-national", *days))
            process = whole(Path(folder), "sqlite:///whole.db", "out")
            measured = stages(Path(folder))
            generate(Path(folder), Size(players, games, 1, "fide-standard", *days))
            measured |= fide_steps(Path(folder))
        figures[name] = {"players": players, "games": games, "stages": measured, "whole_process": process}
        print(f"\n{name}: {games:,} games, {players:,} players")
        for stage, seconds in measured.items():
            rows = (
                players
                if stage in ("players", "opening list", "store run", "list as CSV", "starting values")
                else games
            )
            print(f"  {stage:<30} {seconds:7.3f} s  {rows / seconds:14,.0f} rows/s")
        print(f"  {'whole process, CSV to list':<30} {process['seconds']:7.3f} s  peak {process['peak_mb']:.0f} MB")
    if target:
        target.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
