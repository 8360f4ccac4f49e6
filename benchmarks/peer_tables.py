"""What `make bench-peers` compares, and its tables: each peer beside our totals and our whole rating step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from bench_tables import Sheet, busy, machine_sheet, number, rate, short

OURS = {"totals": "totals alone", "step": "whole rating step"}
COMPUTES = {
    "totals": "a period's games, points, opponents' ratings by player, exactly, in any order of the games",
    "step": "a period: waves for the unrated, filters, totals, new ratings, rows of the list; exactly, in any order",
    "evalica, lists": "sequential Elo, game after game, in floating point; its players looked up first",
    "evalica, indexed": "sequential Elo, game after game, in floating point; its players numbered beforehand",
    "riix": "sequential Elo, game after game, in floating point",
    "elote": "sequential Elo, an object a player, a call a game",
    "PlayerRatings elo": "period Elo: all games of a period against the ratings before it, in floating point",
    "PlayerRatings glicko": "period Glicko: ratings with deviations, in floating point",
    "PlayerRatings fide": "period Elo with FIDE's factors, in floating point",
}
"""What each computes: they differ in kind, so that the figures are orders of magnitude."""
WANTED = {"totals": 5, "step": 3}
"""How many times as fast as the fastest peer each of ours has to be."""
WANTED_AT = 10_000_000
"""The number of games in a file at which that is asked."""


def peer_sheets(figures: dict[str, Any]) -> Iterator[Sheet]:
    """Give the tables: each size, largest last, and what is compared."""
    sizes = sorted(figures["peers"].values(), key=lambda size: size["asked"])
    yield machine_sheet(figures, "peer-machine")
    for size in sizes:
        yield peer_sheet(size)
    if sizes:
        names = dict.fromkeys(name for size in sizes for name in size["costs"])
        yield rate_sheet(sizes, list(names))
        yield Sheet(
            "peer-kinds", "What is compared", ("rating step", "computes"), [[label(n), COMPUTES[n]] for n in names]
        )


def label(name: str) -> str:
    """Name a rating step in a table."""
    return f"ours: {OURS[name]}" if name in OURS else name


def seconds_of(size: dict[str, Any], name: str) -> float:
    """Give the middle one of a step's times."""
    return float(median(cost["seconds"] for cost in size["costs"][name]))


def fastest_peer(size: dict[str, Any]) -> str | None:
    """Name the fastest peer measured."""
    peers = [name for name in size["costs"] if name not in OURS]
    return min(peers, key=lambda name: seconds_of(size, name)) if peers else None


def peer_sheet(size: dict[str, Any]) -> Sheet:
    """Tabulate one size: ours is 1."""
    rows = []
    for name, costs in size["costs"].items():
        seconds = seconds_of(size, name)
        ratios = (number(seconds / seconds_of(size, ours)) for ours in OURS)
        processor, peak = median(cost["processor"] for cost in costs), max(cost["peak_mb"] for cost in costs)
        rows.append([label(name), number(seconds), number(processor), rate(size["games"] / seconds),
                     *ratios, number(peak)])  # fmt: skip
    title = f"Rating steps alone, {size['games']:,} games played, {size['players']:,} players"
    heads = (
        "rating step",
        "seconds",
        "processor s",
        "games/s",
        "time, totals alone = 1",
        "time, whole step = 1",
        "peak MB",
    )
    return Sheet(f"peers-{size['asked']}", title, heads, rows, [*verdict(size), *skipped(size), *busy([size])])


def rate_sheet(sizes: Sequence[dict[str, Any]], names: Sequence[str]) -> Sheet:
    """Tabulate all sizes: games a second, and at the largest the ratios and what they must be."""
    rows = []
    for name in names:
        cells = [rate(size["games"] / seconds_of(size, name)) if name in size["costs"] else "–" for size in sizes]
        last = sizes[-1]
        ratios = [number(seconds_of(last, name) / seconds_of(last, one)) if name in last["costs"] else "–"
                  for one in OURS]  # fmt: skip
        rows.append([label(name), *cells, *ratios])
    largest = short(sizes[-1]["asked"])
    heads = ["games/s, by games", *(short(size["asked"]) for size in sizes)]
    heads += [f"time at {largest}, totals alone = 1", f"time at {largest}, whole step = 1"]
    notes = [*verdict(sizes[-1]), *dict.fromkeys(note for size in sizes for note in skipped(size)), *busy(sizes)]
    return Sheet("peers", "Rating steps alone, games a second", heads, rows, notes)


def verdict(size: dict[str, Any]) -> list[str]:
    """Say how many times as fast as the fastest peer ours are, and whether that is what is wanted."""
    peer = fastest_peer(size)
    if peer is None:
        return ["No peer was measured: nothing can be said of what is wanted."]
    told = []
    for ours, wanted in WANTED.items():
        times = seconds_of(size, peer) / seconds_of(size, ours)
        text = f"{OURS[ours]}: {number(times)} times as fast as the fastest peer ({peer}); wanted at "
        text += f"{WANTED_AT:,} games: at least {wanted}"
        holds = "holds" if times >= wanted else "DOES NOT HOLD"
        told.append(f"{text}: {holds}." if size["asked"] >= WANTED_AT else f"{text}; measured at {size['asked']:,}.")
    return told


def skipped(size: dict[str, Any]) -> list[str]:
    """Say which peers were not measured, and why."""
    reasons: dict[str, list[str]] = {}
    for name, why in size["skipped"].items():
        reasons.setdefault(why, []).append(name)
    return [f"Not measured: {'; '.join(names)}: {why}." for why, names in reasons.items()]
