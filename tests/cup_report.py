"""The report of a cup of six players, with forfeits, byes and unrated results, for the tests of reading reports."""

from __future__ import annotations

import datetime

from ratings.errors import Issue
from ratings.files.trf import TrfEvent, read_trf
from reports import changed, player_line

DAY = datetime.date
HEADER = [
    "012 Rook Cup",
    "022 Nantes",
    "032 FRA",
    "042 2026/03/06",
    "052 2026/03/08",
    "062 6",
    "092 Individual: Swiss-System",
    "102 Quill, Quentin",
    "122 90 min + 30 sec",
    "132".ljust(91) + "26/03/06  26/03/07  26/03/08",
]
PLAYERS = [
    player_line(1, "Larch,Lea", "4 w 1,2 b =,3 w 1", points="2.5", sex="w", rating=2011, fide_id=88800001, rank=1),
    player_line(2, "Maple,Max", "5 b 1,1 w =,0000 - H", points="2.0", sex="m", rating=1950, birth="1991/02/03", rank=2),
    player_line(3, "Nettle,Noa", "6 w W,5 b +,1 b 0", points="2.0", title="FM", rating=2200, birth="1987", rank=2),
    player_line(4, "Oak,Olga", "1 b 0,6 w D,5 w 1", points="1.5", rank=4),
    player_line(5, "Pine,Pia", "2 w 0,3 w -,4 b 0", points="0.0", rating=1500, rank=6),
    player_line(6, "Quince,Quim", "3 b L,4 b D,0000 - U", points="1.5", rating=1400, rank=4),
]
VALID = "\n".join(HEADER + PLAYERS) + "\n"
GAMES = {
    (1, 1, 4, "1-0"), (1, 5, 2, "0-1"), (1, 3, 6, "1-0F"),
    (2, 2, 1, "1/2-1/2"), (2, 5, 3, "0-1F"), (2, 4, 6, "0-0F"),
    (3, 1, 3, "1-0"), (3, 2, None, "bye"), (3, 4, 5, "1-0"), (3, 6, None, "bye"),
}  # fmt: skip
ACCENTED = VALID.replace("Larch,Lea", "Lärch,Léa")


def event_of(text: str, encoding: str | None = None) -> TrfEvent:
    return read_trf(text.encode(encoding or "utf-8"), "cup.trf", encoding)


def outcome(event: TrfEvent) -> set[tuple[int, int, int | None, str]]:
    return {(game.round, game.white, game.black, game.result) for game in event.games}


def codes(issues: list[Issue]) -> set[str]:
    return {issue.code for issue in issues}


def cup_with(old: str, new: str) -> str:
    """Give the report with one place changed."""
    return changed(old, new, VALID)
