"""A random period as the CSV files that an officer would hand in, changed in ways that must not matter."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ffe_builder import Period
from ffe_editions import RAPID
from ffe_publication import list_type
from ffe_records import Standing
from results import SWAPPED

from office import Office

GAMES = ("tournament", "round", "date", "white", "black", "result")
Row = dict[str, object]


@dataclass(frozen=True)
class Files:
    """A period's rows, before they are written."""

    period: Period
    players: list[Row]
    listed: list[Row]
    national: list[Row]
    games: list[Row]
    pieces: int = 1

    def rate(self, office: Office) -> dict[str, tuple[str, ...]]:
        """Run the whole job in an office, and give what its list and archives say of each player, by name."""
        period = self.period
        lists = ["--list", office.file("list.csv", as_csv(self.listed))]
        if period.system == RAPID:
            lists += ["--list", f"ffe-national={office.file('national.csv', as_csv(self.national))}"]
        parts = [f"games-{place}.csv" for place in range(self.pieces)]
        games = [
            word
            for place, name in enumerate(parts)
            for word in ("--games", office.file(name, as_csv(self.games[place :: self.pieces], GAMES)))
        ]
        players = office.file("players.csv", as_csv(self.players))
        office.do(
            "run", period.system, "P", "--starts", period.starts, "--ends", period.ends, "--players", players, *lists,
            *games, "--out", "out",
        )  # fmt: skip
        archives = {row.pop("id"): tuple(row.values()) for row in office.read("out/archives.csv")}
        return {
            row["name"]: (*(value for name, value in row.items() if name != "id"), *archives.get(row["id"], ()))
            for row in office.read("out/list.csv")
        }


def as_csv(rows: Iterable[Row], header: tuple[str, ...] = ()) -> str:
    """Write rows as CSV."""
    rows = list(rows)
    out = io.StringIO()
    writer = csv.DictWriter(out, header or rows[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def listed_row(player: str, standing: Standing) -> Row:
    """Give a row of a list; where a list has the column `estimate`, the rating of an E is given only there."""
    given = standing.given_estimate
    if given is None and list_type(standing) == "E":
        given = standing.rating
    return {
        "id": player, "rating": standing.rating, "type": standing.type, "estimate": given,
        "archive_points": f"{float(standing.archive_points):.2f}" if standing.archive_games else None,
        "archive_games": standing.archive_games or None, "archive_season": standing.archive_season,
    }  # fmt: skip


def files_of(period: Period) -> Files:
    """Give a period's rows; every game is a round of its own, so that no two rows are the same game."""
    players = [
        {
            "id": player.id, "name": f"Name of {player.id}", "birth_year": player.birth_year,
            "estimate": player.estimate, "estimate_rapid": player.estimate_rapid,
        }
        for player in period.players.values()
    ]  # fmt: skip
    games = [
        dict(zip(GAMES, ("T", number, game.date, game.white, game.black, game.result), strict=True))
        for number, game in enumerate(period.games, 1)
    ]
    national = [listed_row(*item) for item in (period.national or {}).items()]
    listed = [listed_row(*item) for item in period.standings.items()]
    return Files(period, players, listed, national or [listed_row(period.games[0].white, Standing())], games)


def shuffled(files: Files) -> Files:
    """Put the rows of every file in another order."""
    draw = random.Random(len(files.games))
    names = ("players", "listed", "national", "games")
    return replace(files, **{name: draw.sample(getattr(files, name), len(getattr(files, name))) for name in names})


def swapped(files: Files) -> Files:
    """Give every player the other colour; a bye, which has one player, stays."""
    return replace(
        files,
        games=[
            game
            if not game["black"]
            else game
            | {"white": game["black"], "black": game["white"], "result": SWAPPED.get(game["result"], game["result"])}
            for game in files.games
        ],
    )


def renamed(files: Files) -> Files:
    """Give every player another id, in another order; names stay."""

    def other(player: object) -> object:
        return f"Z{999 - int(str(player)[1:]):03d}" if player else player

    columns = ("id", "white", "black")
    return replace(
        files,
        **{
            name: [
                {column: other(value) if column in columns else value for column, value in row.items()}
                for row in getattr(files, name)
            ]
            for name in ("players", "listed", "national", "games")
        },
    )


def split(files: Files) -> Files:
    """Hand the games in as three files."""
    return replace(files, pieces=3)


CHANGES: dict[str, Callable[[Files], Files]] = {
    "shuffled rows": shuffled,
    "swapped colours": swapped,
    "renamed players": renamed,
    "split into files": split,
}
