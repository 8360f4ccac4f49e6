"""Makes up FIDE rating lists by seed, fixed width as `players_list_foa.txt` and XML, of any size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np

HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit "
    "          FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
FEDERATIONS = np.array(["FRA", "IND", "RUS", "GER", "ESP", "POL", "ITA", "TUR", "USA", "IRI", "BRA", "CZE"])
SYLLABLES = ("ka", "lo", "mi", "re", "sta", "vu", "an", "del", "or", "ti", "be", "no", "gra", "shi", "lu", "per", "zo")
FIRST_ID, CHUNK = 100_001, 50_000
ELEMENTS = (
    "fideid", "name", "country", "sex", "title", "w_title", "o_title", "foa_title", "rating", "games", "k",
    "rapid_rating", "rapid_games", "rapid_k", "blitz_rating", "blitz_games", "blitz_k", "birthday", "flag",
)  # fmt: skip


def players(count: int, seed: int) -> Iterator[tuple[object, ...]]:
    """Give the players: id, name, federation, sex, title, three times rating, games and K, birth year, flag."""
    random = np.random.default_rng(seed)
    for start in range(0, count, CHUNK):
        size = min(CHUNK, count - start)
        word = random.integers(0, len(SYLLABLES), (size, 5))
        federation = FEDERATIONS[random.integers(0, len(FEDERATIONS), size)]
        sex, year = random.random(size) < 0.12, random.integers(1930, 2019, size)
        rating = np.where(random.random((size, 3)) < 0.55, 0, random.integers(1400, 2700, (size, 3)))
        games, idle = random.integers(0, 12, (size, 3)), random.random(size) < 0.4
        for row in range(size):
            parts = [SYLLABLES[place] for place in word[row]]
            name = f"{''.join(parts[:3]).capitalize()}, {''.join(parts[3:]).capitalize()}"
            values = [
                (str(value), str(number if value else 0), "0" if not value else "10" if value >= 2400 else "20")
                for value, number in zip(rating[row].tolist(), games[row].tolist(), strict=True)
            ]
            title = "GM" if rating[row, 0] > 2600 else ""
            flag = ("w" if sex[row] else "") + ("i" if idle[row] else "")
            yield FIRST_ID + start + row, name, federation[row], "FM"[not sex[row]], title, values, year[row], flag


def write_text(path: Path, count: int, seed: int) -> None:
    """Write a list of fixed width."""
    with open(path, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(HEADER + "\n")
        for number, name, federation, sex, title, values, year, flag in players(count, seed):
            numbers = "".join(f"{rating:6}{games:4}{k:3}" for rating, games, k in values)
            head = f"{number:<15}{name:61}{federation:4}{sex:4}{title:5}{'':5}{'':19}"
            stream.write(f"{head}{numbers}{year!s:6}{flag:4}\n")


def write_xml(path: Path, count: int, seed: int) -> None:
    """Write a list as XML."""
    with open(path, "w", encoding="utf-8", newline="\n") as stream:
        stream.write("<playerslist>\n")
        for number, name, federation, sex, title, values, year, flag in players(count, seed):
            numbers = [text for value in values for text in value]
            texts = (number, name, federation, sex, title, "", "", "", *numbers, year, flag)
            cells = "\n".join(f"<{tag}>{text}</{tag}>" for tag, text in zip(ELEMENTS, texts, strict=True))
            stream.write(f"<player>\n{cells}\n</player>\n")
        stream.write("</playerslist>\n")


def write_members(path: Path, members: int, count: int) -> None:
    """Write players.csv of a federation: members, spread over the list, under ids of their own."""
    rows = (f"M{n},Member {n},{FIRST_ID + n * (count // members or 1)}" for n in range(min(members, count)))
    path.write_text("\n".join(["id,name,fide_id", *rows]) + "\n", encoding="utf-8")


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--players", "count", default=1_500_000, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@click.option("--members", default=0, type=click.IntRange(0), help="Write members.csv too, of so many of them.")
def main(path: Path, count: int, seed: int, members: int) -> None:
    """Write a made-up FIDE list into PATH: XML where the name ends in .xml, else fixed width."""
    if members:
        write_members(path.with_name("members.csv"), members, count)
    (write_xml if path.suffix == ".xml" else write_text)(path, count, seed)


if __name__ == "__main__":
    main()
