"""Tables of what `make bench` and `make bench-peers` measured: on the screen, and between the marks of a document.

A document holds `<!-- bench: NAME -->` and `<!-- end -->`, each on a line of its own; what stands between is replaced.

Example:
    python benchmarks/bench_tables.py docs/performance.md bench/bench.json bench/peers.json
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import click

sys.path.insert(0, str(Path(__file__).parent))
from machine import BUSY

MILLION = 1_000_000
MARK = r"(<!-- bench: {} -->\n).*?(<!-- end -->)"
DATABASES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
WORDS = ("which", "limit", "database", "computes")
"""Columns besides the first that hold words; the others hold numbers, and are set to the right."""
ASIDE = ("FIDE",)
"""First words of stages that have a table of their own."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its name in documents, a title, heads of columns, rows of texts; the first column is words.

    `notes` stand below.
    """

    name: str
    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()

    def show(self) -> None:
        """Print it."""
        from rich.box import SIMPLE_HEAD
        from rich.console import Console
        from rich.table import Table

        table = Table(title=self.title, box=SIMPLE_HEAD, title_justify="left", title_style="bold")
        for place, head in enumerate(self.heads):
            table.add_column(head, justify="left" if head in WORDS or not place else "right")
        for row in self.rows:
            table.add_row(*row)
        console = Console(width=None if sys.stdout.isatty() else 140, highlight=False)
        console.print(table)
        for note in self.notes:
            console.print(note, markup=False)

    def markdown(self) -> str:
        """Give it as Markdown."""
        heads = list(self.heads)
        sides = ["---" if head in WORDS or not place else "---:" for place, head in enumerate(heads)]
        lines = [heads, sides, *self.rows]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return "\n\n".join([f"{self.title}:", table, *self.notes])


def number(value: float) -> str:
    """Write a number with three digits that count."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def rate(value: float) -> str:
    """Write rows a second."""
    return f"{value / MILLION:.2f} M" if value >= MILLION else f"{value / 1000:,.0f} k"


def size_of(run: dict[str, Any]) -> str:
    """Name a run's size."""
    return f"{run['games']:,} games, {run['players']:,} players"


def spread(values: Sequence[float]) -> str:
    """Give the middle one of several values, and how far they lie apart."""
    told = number(median(values))
    return f"{told} ({number(min(values))}–{number(max(values))})" if len(values) > 1 else told


def whole_sheet(runs: Sequence[dict[str, Any]]) -> Sheet:
    """Tabulate the whole processes: what a million games cost must not grow with their number."""
    rows = []
    for run in runs:
        seconds = [cost["seconds"] for cost in run["whole"]]
        after = median(seconds) - run["start_up"]["smallest run"]["seconds"]
        rows.append([
            size_of(run), DATABASES[run["database"]], spread(seconds),
            number(median(cost["processor"] for cost in run["whole"])),
            number(max(cost["peak_mb"] for cost in run["whole"])), number(after * MILLION / run["games"]),
            rate(run["games"] / median(seconds)),
        ])  # fmt: skip
    heads = ("whole process", "database", "seconds", "processor s", "peak MB", "s a million games", "games/s")
    return Sheet("whole", "`ratings run`, from CSV to published list and its files", heads, rows, busy(runs))


def start_sheet(runs: Sequence[dict[str, Any]]) -> Sheet:
    """Tabulate what starting costs, which is taken off before a million games are reckoned."""
    costs: dict[tuple[str, str], list[dict[str, float]]] = {}
    for run in runs:
        for what, cost in run["start_up"].items():
            database = "" if what.endswith("--help") else DATABASES[run["database"]]
            costs.setdefault((what, database), []).append(cost)
    best = {what: min(several, key=lambda cost: cost["seconds"]) for what, several in costs.items()}
    rows = [[*what, *(number(cost[name]) for name in ("seconds", "processor"))] for what, cost in best.items()]
    heads = ("process", "database", "seconds", "processor s")
    return Sheet("start", "Start-up, making the database included (the least of several)", heads, rows, busy(runs))


def stage_sheet(run: dict[str, Any]) -> Sheet:
    """Tabulate the stages of one run, each beside its limit."""
    rows = [[name, *_stage_cells(stage, run["limits"])] for name, stage in run["stages"].items()]
    heads = ("stage", "seconds", "processor s", "rows/s", "s a million rows", "peak MB", "share of limit", "limit")
    title = f"{size_of(run)}, {DATABASES[run['database']]}, stage by stage"
    return Sheet(f"stages-{run['size']}-{run['database']}", title, heads, rows, busy([run]))


def _stage_cells(stage: dict[str, Any], limits: dict[str, float]) -> list[str]:
    seconds, rows = stage["seconds"], stage["rows"]
    limit = limits.get(stage["limit"], 0.0)
    share = f"{limit / seconds:.{0 if limit > seconds / 10 else 1}%}" if limit else ""
    return [
        number(seconds), number(stage["processor"]), rate(rows / seconds), number(seconds * MILLION / rows),
        number(stage["peak_mb"]), share, stage["limit"] if limit else "",
    ]  # fmt: skip


def level_sheet(runs: Sequence[dict[str, Any]], database: str, *, aside: bool = False) -> Sheet | None:
    """Tabulate a database's stages over the sizes in seconds a million rows, and the largest size in full."""
    runs = [run for run in runs if run["database"] == database]
    names = dict.fromkeys(name for run in runs for name in run["stages"] if name.startswith(ASIDE) == aside)
    if not names:
        return None
    rows = []
    for name in names:
        cells = [_a_million(run["stages"].get(name)) for run in runs]
        last = next(run for run in reversed(runs) if name in run["stages"])
        seconds, _, rows_a_second, _, peak, share, limit = _stage_cells(last["stages"][name], last["limits"])
        rows.append([name, *cells, seconds, rows_a_second, peak, *(() if aside else (share, limit))])
    heads = ["s a million rows, by games", *(short(run["games"]) for run in runs), "seconds", "rows/s", "peak MB"]
    heads += () if aside else ("share of limit", "limit")
    title = f"{'FIDE stages' if aside else 'Stages'} on {DATABASES[database]}; from `seconds` on of the largest size"
    return Sheet(f"{'fide-' if aside else ''}stages-{database}", title, heads, rows, busy(runs))


def _a_million(stage: dict[str, Any] | None) -> str:
    return number(stage["seconds"] * MILLION / stage["rows"]) if stage else "–"


def short(count: int) -> str:
    """Write a count of games shortly."""
    return f"{count / MILLION:g} M" if count >= MILLION else f"{count / 1000:g} k"


def limit_sheet(runs: Sequence[dict[str, Any]]) -> Sheet:
    """Tabulate what the machine can do at best."""
    names = dict.fromkeys(name for run in runs for name in run["limits"])
    rows = [[name, *(number(run["limits"][name] * 1000) for run in runs)] for name in names]
    heads = ["limit, milliseconds", *(f"{short(run['games'])}, {DATABASES[run['database']]}" for run in runs)]
    return Sheet("limits", "Limits measured in the same runs", heads, rows, busy(runs))


def list_sheet(lists: dict[str, Any]) -> Sheet:
    """Tabulate loading FIDE's list."""
    rows = [
        [what, *(number(cost[name]) for name in ("seconds", "processor", "peak_mb"))]
        for what, cost in lists["costs"].items()
    ]
    title = f"FIDE's list of {lists['players']:,} players, whole process on SQLite"
    return Sheet("fide-lists", title, ("list", "seconds", "processor s", "peak MB"), rows, busy([lists]))


def replay_sheet(replay: dict[str, Any]) -> Sheet:
    """Tabulate rating a whole history."""
    costs = [number(replay["cost"][name]) for name in ("seconds", "processor", "peak_mb")]
    heads, rows = ("history", "seconds", "processor s", "peak MB"), [[f"{replay['matches']:,} matches", *costs]]
    return Sheet("replay", "`ratings replay`, a list a month, whole process on SQLite", heads, rows, busy([replay]))


def busy(runs: Sequence[dict[str, Any]]) -> list[str]:
    """Say where others were at work on the machine."""
    if all(run["load"] <= BUSY for run in runs):
        return []
    return [f"Measured on a busy machine ({max(run['load'] for run in runs):.1f} processes waited for each core)."]


def machine_sheet(figures: dict[str, Any], name: str = "machine") -> Sheet:
    """Tabulate machine and versions."""
    return Sheet(name, "Machine and versions", ("what", "which"), list(map(list, figures["machine"].items())))


def sheets(figures: dict[str, Any]) -> Iterator[Sheet]:
    """Give all tables that figures are enough for."""
    if "peers" in figures:
        from peer_tables import peer_sheets

        yield from peer_sheets(figures)
        return
    runs = sorted(figures["runs"].values(), key=lambda run: (run["games"], run["database"] != "sqlite"))
    yield machine_sheet(figures)
    if runs:
        yield from (whole_sheet(runs), start_sheet(runs))
        every = (level_sheet(runs, database, aside=aside) for aside in (False, True) for database in DATABASES)
        yield from (sheet for sheet in every if sheet is not None)
        yield limit_sheet(runs)
    if figures["fide_lists"]:
        yield list_sheet(figures["fide_lists"])
    if figures.get("replay"):
        yield replay_sheet(figures["replay"])


def write_tables(document: Path, tables: Sequence[Sheet]) -> str:
    """Put tables between their marks in a document; tell which, and which marks are left as they were."""
    text, filled = _filled(document.read_text("utf-8"), tables)
    document.write_text(text, "utf-8")
    left = sorted(set(re.findall(r"<!-- bench: (\S+) -->", text)) - set(filled))
    told = f"; left as they were: {', '.join(left)}" if left else ""
    return f"{document}: {', '.join(filled) or 'nothing'} written{told}"


def _filled(document: str, tables: Sequence[Sheet]) -> tuple[str, list[str]]:
    filled = []
    for sheet in tables:
        pattern = re.compile(MARK.format(re.escape(sheet.name)), re.DOTALL)
        if pattern.search(document):
            document = pattern.sub(lambda found, sheet=sheet: f"{found[1]}\n{sheet.markdown()}\n\n{found[2]}", document)
            filled.append(sheet.name)
    return document, filled


@click.command()
@click.argument("document", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("figures", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(document: Path, figures: tuple[Path, ...]) -> None:
    """Write the tables of FIGURES (JSON) between the marks of DOCUMENT."""
    tables = [sheet for path in figures for sheet in sheets(json.loads(path.read_text("utf-8")))]
    click.echo(write_tables(document, tables))


if __name__ == "__main__":
    main()
