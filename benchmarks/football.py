"""The football history as a chess history: `python -m benchmarks.football FOLDER [RESULTS]`.

Matches are games, teams are players. The source (CC0, international matches since 1872) has one row a match: date,
teams, goals, tournament, place. Teams
keep the names that the source gives them, today's; the home team is White. Two games of the same White and Black on one
day are told apart by their round: without it they would contradict each other, or be one game twice.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / ".." / "shared" / "data" / "football" / "results.csv"
"""Where the file is looked for; it is no part of the project."""


def matches(source: Path = SOURCE) -> Iterator[dict[str, str]]:
    """Give the matches that have been played, in the order of the file; those to come have no goals yet."""
    with source.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["home_score"].isdigit() and row["away_score"].isdigit():
                yield row


def result(home: int, away: int) -> str:
    """Give a score as the result of a game."""
    return "1-0" if home > away else "0-1" if home < away else "1/2-1/2"


def convert(folder: Path, source: Path = SOURCE) -> tuple[int, int]:
    """Write `games.csv` and `players.csv` into a folder; give the numbers of matches and of teams."""
    folder.mkdir(parents=True, exist_ok=True)
    teams, times = set[str](), Counter[tuple[str, str, str]]()
    with (folder / "games.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["white", "black", "result", "date", "tournament", "round"])
        for row in matches(source):
            home, away = row["home_team"], row["away_team"]
            score = result(int(row["home_score"]), int(row["away_score"]))
            pairing = (home, away, row["date"])
            times[pairing] += 1
            number = times[pairing] if times[pairing] > 1 else ""
            writer.writerow([home, away, score, row["date"], row["tournament"], number])
            teams |= {home, away}
    with (folder / "players.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["id", "name"])
        writer.writerows([team, team] for team in sorted(teams))
    return times.total(), len(teams)


def main() -> None:
    """Write the two files into the folder named on the command line, from the file named after it or SOURCE."""
    folder, source = Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else SOURCE
    if not source.is_file():
        sys.exit(f"There is no {source}. Name results.csv of martj42/international_results after the folder.")
    count, teams = convert(folder, source)
    print(f"{count:,} matches of {teams} teams in {folder}")


if __name__ == "__main__":
    main()
