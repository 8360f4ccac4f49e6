"""Tournament reports made for the tests, column by column and apart from the program's own writer."""

from __future__ import annotations


def player_line(number: int, name: str, entries: str, **fields: object) -> str:
    """Write a 001 line; entries are `opponent colour letter`, by commas."""
    value = dict.fromkeys(("sex", "title", "rating", "fide_id", "birth", "points", "rank"), "") | {"fed": "FRA"}
    value |= fields
    start = f"001 {number:4d} {value['sex']:1}{value['title']:>3} {name:33} {value['rating']:>4} {value['fed']:3} "
    rest = f"{value['fide_id']:>11} {value['birth']:10} {value['points']:>4} {value['rank']:>4}  "
    cells = (entry.split() for entry in entries.split(",") if entry.strip())
    return (start + rest + "  ".join(f"{opponent:>4} {c} {mark}" for opponent, c, mark in cells)).rstrip()


HEADER = [
    "012 Rook Cup", "022 Nantes", "032 FRA", "042 2026/01/09", "052 2026/01/11", "062 4",
    "092 Individual: Swiss-System", "122 90 min + 30 sec", "132".ljust(91) + "26/01/09  26/01/10  26/01/11",
]  # fmt: skip
PLAYERS = [
    player_line(1, "Alpha,Anne", "2 w 1,3 b =,4 w 1", points="2.5", fide_id=88800001, birth="1980/02/03"),
    player_line(2, "Beta,Bruno", "1 b 0,4 w +,3 b 0", points="1.0", birth="1985"),
    player_line(3, "Gamma,Chloe", "4 b 1,1 w =,2 w 1", points="2.5", birth="1990", sex="w"),
    player_line(4, "Delta,Denis", "3 w 0,2 b -,1 b 0", points="0.0", birth="1975", fide_id=88800004),
]
CODE = "Rook Cup 2026-01-09"


def report(*players: str, header: list[str] | None = None) -> str:
    """Write a whole report."""
    return "\n".join([*(HEADER if header is None else header), *(players or PLAYERS)]) + "\n"


def changed(old: str, new: str, text: str = "") -> str:
    """Give a report with one place changed."""
    text = text or report()
    assert text.count(old) == 1, f"{old!r} must be there once"
    return text.replace(old, new)
