"""`make bench-peers`: our rating step beside other rating programs, on the same games, in one run.

Example:
    python benchmarks/bench_peers.py --games 1000000
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

sys.path.insert(0, str(Path(__file__).parent))
import machine
from bench import HERE, begin, circumstances, earlier, figure_options, make_period, show, write
from peer_steps import ROWS
from peer_tables import OURS, peer_sheet, peer_sheets
from stopwatch import cost_of

PLAYERS = {20_000: 2_000, 100_000: 10_000, 1_000_000: 60_000, 10_000_000: 2_000_000}
"""Players by games, as `make bench` has them; 20,000 games are for trying this."""
PYTHON_PEERS = ("evalica, lists", "evalica, indexed", "riix", "elote")
R_PEERS = ("PlayerRatings elo", "PlayerRatings glicko", "PlayerRatings fide")
LIBRARIES = (*machine.LIBRARIES, "evalica", "riix", "elote")
BYTES_A_GAME = 300
"""Disk that a size wants at once: the period's files, the database, the games in the forms that peers read."""


def r_version() -> str:
    """Give the versions of R and its package; empty where one of them is not there."""
    if shutil.which("Rscript") is None:
        return ""
    asked = subprocess.run(["Rscript", str(HERE / "peers.R"), "version"], capture_output=True, text=True, check=False)
    return asked.stdout.strip() if asked.returncode == 0 else ""


def why_not(name: str) -> str:
    """Say why a peer cannot be measured; empty where it can."""
    if name in R_PEERS:
        return "" if r_version() else "there is no Rscript with the package PlayerRatings"
    package = name.split(",")[0]
    return "" if name in OURS or find_spec(package) else f"{package} is not installed (pip install '.[peers]')"


def command_of(name: str, folder: Path) -> list[str]:
    """Give the command that measures one rating step."""
    if name in R_PEERS:
        return ["Rscript", str(HERE / "peers.R"), name.split()[1], str(folder / ROWS)]
    return [sys.executable, str(HERE / "peer_steps.py"), name, str(folder)]


def measure(name: str, folder: Path) -> dict[str, float]:
    """Measure one rating step in a process of its own; the peak memory is that of the whole process."""
    cost, told = cost_of(command_of(name, folder), output=subprocess.PIPE)
    return json.loads(told) | {"peak_mb": cost.peak_mb}


def compared(games: int, repeat: int) -> dict[str, Any]:
    """Measure ours and all peers on one period; in turns, so that what disturbs the machine meets everybody."""
    about = {"asked": games, **circumstances()}
    with tempfile.TemporaryDirectory(prefix="ratings-bench-") as made:
        folder = Path(made)
        make_period(folder, PLAYERS[games], games, "ffe-national")
        about |= measure("prepare", folder)
        skipped, costs = {}, {}
        for _ in range(repeat):
            for name in (*OURS, *PYTHON_PEERS, *R_PEERS):
                if why := why_not(name):
                    skipped[name] = why
                else:
                    costs.setdefault(name, []).append(measured_aloud(name, folder))
    return about | {"costs": costs, "skipped": skipped}


def measured_aloud(name: str, folder: Path) -> dict[str, float]:
    """Measure one step and say so: the largest takes its time."""
    cost = measure(name, folder)
    click.echo(f"  {name}: {cost['seconds']:.3f} s", err=True)
    return cost


def has_room(games: int) -> bool:
    """Say whether the disk has room for a size, and say so aloud where it has not."""
    need, free = games * BYTES_A_GAME, shutil.disk_usage(tempfile.gettempdir()).free
    if free < need:
        click.echo(f"NOT MEASURED: {games:,} games want {need / 1e9:.1f} GB, {free / 1e9:.1f} GB are free.", err=True)
    return free >= need


@click.command()
@click.option(
    "--games",
    "sizes",
    multiple=True,
    type=click.Choice(list(map(str, PLAYERS))),
    help="How many games, one option each; 100,000, 1,000,000 and 10,000,000 by default.",
)
@figure_options("bench/peers.json")
def main(sizes: tuple[str, ...], repeat: int, document: Path | None, target: Path) -> None:
    """Measure rating steps; print tables, write the figures as JSON."""
    about = machine.described(LIBRARIES)
    if version := r_version():
        about["PlayerRatings"] = version
    figures = earlier(target, about, {"peers": {}})
    for games in filter(has_room, map(int, sizes or list(PLAYERS)[1:])):
        click.echo(f"{games:,} games", err=True)
        figures["peers"][str(games)] = compared(games, repeat)
        write(target, figures)
        peer_sheet(figures["peers"][str(games)]).show()
    tables = list(peer_sheets(figures))
    show([sheet for sheet in tables if not sheet.name.startswith("peers-")], tables, document, target)


if __name__ == "__main__":
    begin(main)
