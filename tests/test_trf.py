"""Tournament reports: what is read, what is repaired, what is refused, and that nothing is misread."""

from __future__ import annotations

import csv
import datetime
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.errors import Issue, RatingsError
from ratings.files.trf import TrfEvent, TrfPlayer, read_trf
from ratings.files.trf_dates import birth_of, day_of, order_of_rounds, round_day
from ratings.files.trf_records import TrfGame, TrfTeam
from ratings.files.trf_sign import looks_like_trf
from ratings.files.trf_write import write_trf

SHARED = Path(__file__).parents[1].parent / "shared" / "data" / "trf"
DAY = datetime.date


def player_line(number: int, name: str, entries: str, points: str = "", **fields: object) -> str:
    """Build a 001 line column by column, apart from the program's own writer."""
    value = {
        "sex": "",
        "title": "",
        "rating": "",
        "fed": "FRA",
        "fide_id": "",
        "birth": "",
        "rank": "",
    } | fields
    start = f"001 {number:4d} {value['sex']:1}{value['title']:>3} {name:33} "
    start += f"{value['rating']:>4} {value['fed']:3} "
    rest = f"{value['fide_id']:>11} {value['birth']:10} {points:>4} {value['rank']:>4}  "
    cells = (entry.split() for entry in entries.split(",") if entry.strip())
    return (start + rest + "  ".join(f"{opponent:>4} {c} {mark}" for opponent, c, mark in cells)).rstrip()


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
    player_line(1, "Larch,Lea", "4 w 1,2 b =,3 w 1", "2.5", sex="w", rating=2011, fide_id=88800001, rank=1),
    player_line(
        2, "Maple,Max", "5 b 1,1 w =,0000 - H", "2.0", sex="m", rating=1950, birth="1991/02/03", rank=2
    ),
    player_line(3, "Nettle,Noa", "6 w W,5 b +,1 b 0", "2.0", title="FM", rating=2200, birth="1987", rank=2),
    player_line(4, "Oak,Olga", "1 b 0,6 w D,5 w 1", "1.5", rank=4),
    player_line(5, "Pine,Pia", "2 w 0,3 w -,4 b 0", "0.0", rating=1500, rank=6),
    player_line(6, "Quince,Quim", "3 b L,4 b D,0000 - U", "1.5", rating=1400, rank=4),
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


def changed(old: str, new: str, text: str = VALID) -> str:
    assert text.count(old) == 1, f"{old!r} must be there once"
    return text.replace(old, new)


# --- What a good report gives ----------------------------------------


def test_games_players_and_event_are_read() -> None:
    event = event_of(VALID)
    assert event.issues == []
    assert codes(event.repairs) == {"unrated-draw"}
    assert outcome(event) == GAMES
    assert (event.name, event.place, event.federation) == ("Rook Cup", "Nantes", "FRA")
    assert (event.starts, event.ends) == (DAY(2026, 3, 6), DAY(2026, 3, 8))
    assert (event.kind, event.time_control) == ("Individual: Swiss-System", "90 min + 30 sec")
    assert event.round_dates == [DAY(2026, 3, 6), DAY(2026, 3, 7), DAY(2026, 3, 8)]
    assert event.players[0] == TrfPlayer(
        1,
        "Larch,Lea",
        sex="F",
        rating=2011,
        federation="FRA",
        fide_id="88800001",
        half_points=5,
        rank=1,
        line=11,
    )
    assert (event.players[1].birth_year, event.players[1].birth_date) == (1991, DAY(1991, 2, 3))
    assert (event.players[2].birth_year, event.players[2].birth_date) == (1987, None)
    assert event.players[3].rating is None


def test_a_game_says_where_it_stands_and_when_it_was_played() -> None:
    game = next(game for game in event_of(VALID).games if (game.round, game.white) == (2, 5))
    assert game == TrfGame(2, 5, 3, "0-1F", DAY(2026, 3, 7), 15, 102, "-", "+")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: b"\xef\xbb\xbf" + data, "bom"),
        (lambda data: data.replace(b"\n", b"\r"), "cr-only"),
        (lambda data: data + b"\x1a\x1a", "dos-end"),
        (lambda data: data.decode().encode("utf-16"), "utf-16"),
        (lambda data: data.replace(b"\n", b"   \r\n"), ""),
        (lambda data: data.replace(b"\n", b"\n\n"), ""),
        (lambda data: data.replace(b"001    2", b"001\t   2"), "tabs"),
        (lambda data: data.replace(b"0000 - H", b"0000 - h"), "lower-case-result"),
        (lambda data: data.replace(b"1 w =", b"1 W ="), "upper-case-colour"),
        (lambda data: data.replace(b"092 ", b"### a note\nXXR 3\nXXA    1  0.5\n092 "), "acceleration-lines"),
        (lambda data: data.replace(b"0000 - H", b"          "), "points-disagree"),
        (lambda data: data.replace(b" FM ", b" 1N "), "title-unknown"),
        (lambda data: data.replace(b"062 6", b"062 7"), "player-count"),
        (lambda data: data.replace(b"062 6", b"142 5"), "round-count"),
        (lambda data: data.replace(b"1991/02/03", b"91/02/03  "), "birth-date-unreadable"),
        (lambda data: data.replace(b"  26/03/08", b"  596/13/4"), "round-date-unreadable"),
        (lambda data: data.replace(b"\n001", b"\n0#1 rubbish\n001", 1), "unknown-lines"),
    ],
)  # fmt: skip
def test_repairs_are_told_and_change_no_game(change: Callable[[bytes], bytes], told: str) -> None:
    event = read_trf(change(VALID.encode()), "cup.trf")
    assert event.issues == []
    rated = {game for game in GAMES if game[2]}
    assert {game for game in outcome(event) if game[2]} == rated
    assert told in codes(event.repairs) | {""}


def test_ignored_lines_are_counted() -> None:
    event = event_of(VALID + "XXC white1\nXXZ 3\nXXP 1 2\n")
    (told,) = [issue for issue in event.repairs if issue.code == "extension-lines"]
    assert "3 times" in told.message


@pytest.mark.parametrize("starts", ["06.03.2026", "06. 03. 2026", "26/03/06", "2026-03-06", "6.3.2026"])
def test_dates_of_the_event_in_other_forms(starts: str) -> None:
    event = event_of(changed("042 2026/03/06", f"042 {starts}"))
    assert event.starts == DAY(2026, 3, 6)
    assert "date-form" in codes(event.repairs)


def test_a_round_outside_the_event_is_told_and_gives_its_games_no_date() -> None:
    event = event_of(changed("  26/03/08", "  25/03/08"))
    (told,) = [issue for issue in event.repairs if issue.code == "round-outside-event"]
    assert (told.column, told.value) == ("date of round 3", "25/03/08")
    assert "2026-03-08 would be" in told.message
    assert event.round_dates[2] == DAY(2025, 3, 8)
    assert {game.date for game in event.games if game.round == 3} == {None}


SHORT = {
    "rounds": (("01/02/26", ""), ("26/02/01", "26/02/02"), DAY(2026, 2, 1)),
    "rounds of the same form": (("01/02/26", ""), ("01/02/26", "01/03/26"), None),
    "the other date": (("01/02/26", "2026/02/03"), (), DAY(2026, 2, 1)),
    "the days that it lasts": (("01/02/26", "03/02/26"), (), DAY(2026, 2, 1)),
    "the days that it lasts, year first": (("26/01/09", "26/01/11"), (), DAY(2026, 1, 9)),
    "the order of the days": (("24/09/29", "25/04/27"), (), DAY(2024, 9, 29)),
    "only one can be a day": (("31/12/99", ""), (), DAY(1999, 12, 31)),
    "both are one day": (("26/03/26", ""), (), DAY(2026, 3, 26)),
    "nothing": (("01/02/26", ""), (), None),
    "nothing but itself": (("26/01/09", "26/01/09"), ("26/01/09",), None),
    "dates that fit neither way": (("26/01/11", "2024/01/11"), (), None),
}  # fmt: skip


@pytest.mark.parametrize(("event", "rounds", "day"), SHORT.values(), ids=SHORT)
def test_a_short_date_is_told_by_other_dates_and_never_guessed(event, rounds, day) -> None:
    lines = [f"{tag} {text}" for tag, text in zip(("042", "052"), event, strict=True) if text]
    lines += ["132".ljust(91) + "  ".join(rounds)] if rounds else []
    text = "\n".join(["012 Cup", *lines, VALID[VALID.index("001 ") :]])
    found = event_of(text)
    assert found.starts == day
    assert ("date-ambiguous" in codes(found.issues)) == (day is None)
    if day is None:
        assert re.search(r"could be \d{4}-\d\d-\d\d or \d{4}-\d\d-\d\d", found.issues[0].message)
    elif rounds:
        assert found.round_dates[0] == day


def test_rounds_with_the_day_first_are_read_where_the_event_tells() -> None:
    event = event_of(changed("26/03/07", "07/03/26"))
    assert event.round_dates == [DAY(2026, 3, 6), DAY(2026, 3, 7), DAY(2026, 3, 8)]
    assert "round-date-form" in codes(event.repairs)


def test_rounds_of_an_event_without_dates() -> None:
    lines = [line for line in VALID.splitlines() if line[:3] not in ("042", "052")]
    assert event_of("\n".join(lines)).round_dates[0] == DAY(2026, 3, 6)
    one = [line[:99] if line.startswith("132") else line for line in lines]
    event = event_of("\n".join(one))
    assert event.round_dates == [None]
    (told,) = [repair.message for repair in event.repairs if repair.column == "date of round 1"]
    assert "It could be 2006-03-26 or 2026-03-06" in told


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026/01/31", DAY(2026, 1, 31)), ("26/01/31", DAY(2026, 1, 31)), ("99/01/31", DAY(1999, 1, 31)),
        ("31.01.2026", DAY(2026, 1, 31)), ("31. 01. 2026", DAY(2026, 1, 31)),
        ("2026.01.31", DAY(2026, 1, 31)),
        ("31.01.26", None), ("2026/02/30", None), ("soon", None), ("", None), ("0001/01/01", None),
        ("٢٠٢٦/٠١/٣١", None),
    ],
)  # fmt: skip
def test_forms_of_a_day(text: str, day: datetime.date | None) -> None:
    assert day_of(text) == day


def test_a_short_dotted_date_counts_only_if_one_way_round_is_in_the_event() -> None:
    event = DAY(2010, 9, 9), DAY(2010, 9, 11)
    assert round_day("10.09.10", *event) == DAY(2010, 9, 10)
    assert round_day("09.09.10", *event) == DAY(2010, 9, 9)
    assert round_day("10.09.11", DAY(2010, 9, 1), DAY(2011, 9, 30)) is None
    assert round_day("10.09.10", None, None) is None


@pytest.mark.parametrize(
    ("text", "year", "day", "understood"),
    [
        ("1990/01/02", 1990, DAY(1990, 1, 2), True), ("1928.05.15", 1928, DAY(1928, 5, 15), True),
        ("1990", 1990, None, True), ("1990/00/00", 1990, None, True), ("1990/  /  ", 1990, None, True),
        ("00.00.1990", 1990, None, True), ("", None, None, True), ("0000/00/00", None, None, True),
        ("90/01/02", None, None, False), ("1990/13/01", None, None, False), ("x", None, None, False),
    ],
)  # fmt: skip
def test_forms_of_a_birth_date(
    text: str, year: int | None, day: datetime.date | None, understood: bool
) -> None:
    assert birth_of(text) == (year, day, understood)


# --- Forms of the report ----------------------------------------


def test_krause_form_with_short_titles_and_dotted_dates() -> None:
    text = VALID.replace("042 2026/03/06", "042 2026.03.06").replace(" FM ", "  f ").replace(" H", " =")
    event = event_of(text)
    assert (event.format, event.issues, event.starts) == ("krause", [], DAY(2026, 3, 6))
    assert event.players[2].title == "FM"
    assert outcome(event) == GAMES
    assert "result-without-opponent" in codes(event.repairs)


def test_form_of_2026_with_teams_and_its_own_scoring() -> None:
    lines = [
        "142 3",
        "162  W 3.0     D 1.0",
        "310   1 Reds".ljust(73) + "   1    2    3",
        "310   2 Blues".ljust(73) + "   4    5    6",
        "FRA    1 w    Larch,Lea                         2050",
        "250 00.0 01.0 001 001 0001 0003",
    ]
    event = event_of(VALID + "\n".join(lines))
    assert (event.format, event.issues, event.declared_rounds) == ("trf26", [], 3)
    assert [team.members for team in event.teams] == [(1, 2, 3), (4, 5, 6)]
    assert event.players[4].team == "Blues"
    assert (event.scoring["1"], event.scoring["="], event.scoring["U"], event.scoring["0"]) == (6, 2, 6, 0)
    assert {"national-lines", "acceleration-lines", "points-disagree"} <= codes(event.repairs)


@pytest.mark.parametrize(
    ("line", "members"),
    [
        ("013 " + "Reds".ljust(32) + "   1    2    3", (1, 2, 3)),
        ("013 " + "Reds".ljust(32) + "    1    2    3", (1, 2, 3)),
        ("013 " + "Équipe rouge".ljust(31) + "   1    2    3", (1, 2, 3)),
        ("013 " + "Reds".ljust(32) + "   1   99", None),
        ("013 " + "Reds".ljust(20) + "   1    2", None),
    ],
)
def test_teams_are_kept_where_they_are_clear(line: str, members: tuple[int, ...] | None) -> None:
    event = event_of(VALID + line)
    assert event.issues == []
    assert [team.members for team in event.teams] == ([members] if members else [])
    assert ("team-ignored" in codes(event.repairs)) is (members is None)


def test_no_opponent_written_as_65535_is_moved_back() -> None:
    text = changed("2.0    2     5 b 1     1 w =  0000 - H", "2.0    2     5 b 1     1 w =  65535 w F")
    event = event_of(text)
    assert event.issues == []
    assert outcome(event) == GAMES
    assert "no-opponent-65535" in codes(event.repairs)
    moved = changed("0.0    6     2 w 0     3 w -     4 b 0", "0.0    6  65535 w F     3 w -     4 b 0")
    assert "opponents-disagree" in codes(event_of(moved).issues)


def test_a_line_cut_off_is_completed_only_if_the_points_agree() -> None:
    cut = changed("0.0    6     2 w 0     3 w -     4 b 0", "0.0    6     2 w 0     3 w -")
    event = event_of(cut)
    assert (event.issues, outcome(event)) == ([], GAMES)
    assert "one-side-only" in codes(event.repairs)
    winner = changed("1.5    4     1 b 0     6 w D     5 w 1", "1.5    4     1 b 0     6 w D")
    assert event_of(winner).issues == []
    assert codes(event_of(winner.replace("1.5    4     1 b", "0.5    4     1 b")).issues) == {
        "opponents-disagree"
    }


# --- Encodings and ways to count columns ----------------------------------------


def test_columns_counted_in_letters() -> None:
    line = player_line(
        1, "Lärch,Léa", "4 w 1,2 b =,3 w 1", "2.5", sex="w", rating=2011, fide_id=88800001, rank=1
    )
    event = event_of(VALID.replace(PLAYERS[0], line))
    assert (event.issues, outcome(event)) == ([], GAMES)
    assert event.players[0].name == "Lärch,Léa"
    assert "columns-in-bytes" not in codes(event.repairs)


def test_columns_padded_in_bytes_are_moved_back() -> None:
    name = "Lärch,Léa" + " " * (33 - len("Lärch,Léa".encode()))
    line = PLAYERS[0].replace("Larch,Lea".ljust(33), name)
    event = event_of(VALID.replace(PLAYERS[0], line))
    assert (event.issues, outcome(event)) == ([], GAMES)
    assert (event.players[0].name, event.players[0].rating) == ("Lärch,Léa", 2011)
    assert "columns-in-bytes" in codes(event.repairs)


def test_a_line_that_fits_no_way_of_counting_is_refused() -> None:
    name = "Lärch,Léa" + " " * (33 - len("Lärch,Léa".encode()) + 1)
    event = event_of(VALID.replace(PLAYERS[0], PLAYERS[0].replace("Larch,Lea".ljust(33), name)))
    assert "columns-unclear" in codes(event.issues)


def test_accents_apart_from_their_letters() -> None:
    apart = "La\u0308rch,Le\u0301a"
    event = event_of(VALID.replace("Larch,Lea".ljust(33), apart + " " * 24))
    assert (event.issues, outcome(event)) == ([], GAMES)
    assert "accents-apart" in codes(event.repairs)


@pytest.mark.parametrize(
    ("encoding", "name"), [("cp1252", "Œlarch,Léa"), ("cp1254", "Şarch,Lağ"), ("latin-1", "Lärch,Lé")]
)
def test_other_encodings_only_as_declared(encoding: str, name: str) -> None:
    data = VALID.replace("Larch,Lea".ljust(33), name.ljust(33)).encode(encoding)
    event = read_trf(data, "cup.trf", encoding)
    assert (event.issues, event.players[0].name, outcome(event)) == ([], name, GAMES)
    with pytest.raises(RatingsError, match=r"cup.trf, line 11: byte 0x") as refused:
        read_trf(data, "cup.trf")
    assert "--encoding" in refused.value.hint


def test_wrongly_declared_encodings_are_noticed() -> None:
    assert "encoding-doubtful" in codes(read_trf(ACCENTED.encode(), "cup.trf", "cp1252").repairs)
    as_latin = VALID.replace("Larch,Lea".ljust(33), "Œarch,Lea".ljust(33)).encode("cp1252")
    event = read_trf(as_latin, "cup.trf", "latin-1")
    assert "unreadable-character" in codes(event.issues)
    assert "cp1252" in event.issues[0].message
    with pytest.raises(RatingsError, match="is not an encoding"):
        read_trf(as_latin, "cup.trf", "hex")
    assert "unreadable-character" in codes(event_of(VALID.replace("Lea", "L\ufffda")).issues)


# --- Faults ----------------------------------------

FAULTS = {
    "a result against itself": ("4 w 1     2 b =     3 w 1", "4 w 1     2 b =     3 w 0", "results-disagree"),
    "a draw against a win": ("4 w 1     2 b =     3 w 1", "4 w =     2 b =     3 w 1", "results-disagree"),
    "a rated against an unrated win": ("3 b L", "3 b 0", "results-disagree"),
    "no result": ("4 w 1     2 b =     3 w 1", "4 w       2 b =     3 w 1", "results-disagree"),
    "both colours the same": ("5 b 1     1 w =", "5 w 1     1 w =", "colours-disagree"),
    "a colour missing": ("5 b 1     1 w =", "5 - 1     1 w =", "colours-disagree"),
    "another opponent": ("5 b 1     1 w =", "4 b 1     1 w =", "opponents-disagree"),
    "an opponent who is not there": ("5 b 1     1 w =", "9 b 1     1 w =", "unknown-opponent"),
    "himself": ("5 b 1     1 w =", "2 b 1     1 w =", "plays-himself"),
    "a letter no one knows": ("5 b 1     1 w =", "5 b X     1 w =", "result-unknown"),
    "a colour no one knows": ("5 b 1     1 w =", "5 c 1     1 w =", "colour-unknown"),
    "a number too wide": ("001    5", "001 10005", "column-not-blank"),
    "the same number twice": ("001    6", "001    5", "start-number-twice"),
    "no number": ("001    6", "001     ", "start-number-unreadable"),
    "a rating with a letter": (" 1950 ", " 19S0 ", "rating-unreadable"),
    "a rating too wide": (" 1950 FRA", " 19500FRA", "column-not-blank"),
    "a date for an id": ("   88800001", " 2001/02/03", "fide-id-unreadable"),
    "the rating for an id": ("   88800001", "       2011", "fide-id-is-rating"),
    "points that are none": ("2.5    1", "2.x    1", "points-unreadable"),
    "a start that is no day": ("042 2026/03/06", "042 March 6", "date-unreadable"),
    "an end before the start": ("052 2026/03/08", "052 2026/03/05", "dates-reversed"),
    "two events in one file": ("022 Nantes", "012 Another Cup", "header-twice"),
    "a line moved by one": ("Maple,Max ", "Maple,Max  ", "column-not-blank"),
    "text after an end mark": ("022 Nantes", "022 Nan\x1ates", "unreadable-character"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "code"), FAULTS.values(), ids=FAULTS)
def test_a_fault_sets_the_event_aside_and_says_where(old: str, new: str, code: str) -> None:
    text = changed(old, new)
    event = event_of(text)
    found = [issue for issue in event.issues if issue.code == code]
    assert found, [str(issue) for issue in event.issues]
    assert found[0].file == "cup.trf"
    assert found[0].column
    assert found[0].message
    assert found[0].value in text.split("\n")[found[0].line - 1].replace("     ", " ") or found[0].value


def test_the_same_fide_id_twice_is_a_fault() -> None:
    line = player_line(2, "Maple,Max", "5 b 1,1 w =,0000 - H", "2.0", rating=1950, fide_id=88800001)
    assert "fide-id-twice" in codes(event_of(VALID.replace(PLAYERS[1], line)).issues)


def test_an_unplayed_pairing_without_result_is_a_fault_and_two_byes_are_told() -> None:
    text = VALID.replace("4 w 1     2 b =", "4 w       2 b =").replace("1 b 0     6 w D", "1 b       6 w D")
    assert codes(event_of(text).issues) == {"no-result"}
    byes = VALID.replace("4 w 1     2 b =", "4 w Z     2 b =").replace("1 b 0     6 w D", "1 b Z     6 w D")
    event = event_of(byes)
    assert event.issues == []
    assert {(1, 1, None, "bye"), (1, 4, None, "bye")} <= outcome(event)
    assert "bye-with-opponent" in codes(event.repairs)


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\x1a", b"id,name\n1,Larch\n", b"ID Number      Name\n"])
def test_what_is_no_report_is_refused(data: bytes) -> None:
    assert not looks_like_trf(data)
    with pytest.raises(RatingsError, match=r"is empty|is not a tournament report"):
        read_trf(data, "cup.trf")


def test_a_report_without_players_is_set_aside() -> None:
    assert codes(event_of("\n".join(HEADER)).issues) == {"no-players"}


def test_looks_like_trf_on_every_kind_of_start() -> None:
    for head in (
        VALID.encode(),
        b"\xef\xbb\xbf" + VALID.encode(),
        VALID.encode("utf-16"),
        b"\n\n" + VALID.encode(),
    ):
        assert looks_like_trf(head[:500])
    assert looks_like_trf("\r".join(HEADER).encode("cp1252"))
    assert looks_like_trf(PLAYERS[0].encode())


# --- Writing ----------------------------------------


def without_lines(event: TrfEvent) -> tuple[object, ...]:
    games = [replace(game, line=0, column=0) for game in event.games]
    return (
        games,
        [replace(player, line=0) for player in event.players],
        [replace(t, line=0) for t in event.teams],
    )


@pytest.mark.parametrize("version", ["trf16", "trf26"])
def test_what_is_written_reads_the_same(version: str) -> None:
    team = "013 " + "Reds".ljust(32) + "   1    2    3"
    for text in (
        VALID,
        ACCENTED,
        VALID + team,
        VALID.replace("  26/03/08", "  25/03/08"),
    ):
        event = event_of(text)
        again = event_of(write_trf(event, version))
        assert (again.issues, again.format) == ([], version)
        assert without_lines(again) == without_lines(event)
        assert (again.name, again.starts, again.round_dates) == (event.name, event.starts, event.round_dates)


@pytest.mark.parametrize("version", ["trf16", "trf26"])
def test_another_scoring_is_written_too(version: str) -> None:
    event = event_of(VALID + "XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0")
    assert event_of(write_trf(event, version)).scoring["1"] == 6


UNFIT = {
    "a long name": {"name": "N" * 34},
    "a number of five digits": {"number": 10_000},
    "a rating of five digits": {"rating": 12_345},
    "a long id": {"fide_id": "1" * 12},
    "an id with a letter": {"fide_id": "12a"},
    "a long title": {"title": "WWGM"},
    "a federation of four": {"federation": "FRAN"},
    "a hundred thousand points": {"half_points": 200_000},
    "a rank of five digits": {"rank": 10_000},
    "a line end in a name": {"name": "Larch\nLea"},
    "a sex the form has not": {"sex": "X"},
}


@pytest.mark.parametrize("fields", UNFIT.values(), ids=UNFIT)
def test_what_does_not_fit_is_an_error(fields: dict[str, object]) -> None:
    lone = TrfEvent(players=[replace(TrfPlayer(1, "Larch,Lea"), **fields)])
    with pytest.raises(RatingsError, match=r"does not fit"):
        write_trf(lone)


@pytest.mark.parametrize(
    "games",
    [
        [TrfGame(1, 1, 2, "1-0"), TrfGame(1, 1, None, "bye")],
        [TrfGame(1, 1, 3, "1-0")],
        [TrfGame(1, 1, 1, "1-0")],
        [TrfGame(1, 1, 2, "2-0")],
        [TrfGame(1, 1, 2, "1-0", white_mark="0", black_mark="1")],
        [TrfGame(0, 1, 2, "1-0")],
        [TrfGame(1, 1, None, "0-0F"), TrfGame(1, 2, None, "bye")],
        [TrfGame(1, 1, None, "bye", white_mark="+"), TrfGame(1, 2, None, "bye")],
        [TrfGame(1, 1, 2, "1-0", DAY(2026, 3, 6)), TrfGame(1, 3, None, "bye", DAY(2026, 3, 7))],
        [TrfGame(1, 1, 2, "1-0", DAY(1950, 3, 6))],
    ],
)
def test_games_that_cannot_be_said_are_an_error(games: list[TrfGame]) -> None:
    players = [TrfPlayer(1, "A"), TrfPlayer(2, "B")] + ([TrfPlayer(3, "C")] if games[-1].white == 3 else [])
    with pytest.raises(RatingsError, match="cannot be written"):
        write_trf(TrfEvent(players=players, games=games))


def test_games_from_elsewhere_are_written_with_the_usual_letters() -> None:
    players = [TrfPlayer(number, f"P{number}") for number in (1, 2, 3)]
    games = [TrfGame(1, 2, 1, "0-1F", DAY(2026, 3, 6)), TrfGame(1, 3, None, "bye", DAY(2026, 3, 6))]
    days = {"starts": DAY(2026, 3, 6), "ends": DAY(2026, 3, 6)}
    again = event_of(write_trf(TrfEvent(players=players, games=games, teams=[TrfTeam("T", (1,))], **days)))
    assert [(g.white, g.black, g.result, g.date) for g in again.games] == [
        (2, 1, "0-1F", DAY(2026, 3, 6)),
        (3, None, "bye", DAY(2026, 3, 6)),
    ]


@pytest.mark.parametrize("result", ["1-0F", "0-1F"])
def test_a_forfeit_without_an_opponent_stays_one(result: str) -> None:
    players = [TrfPlayer(number, f"P{number}") for number in (1, 2, 3)]
    games = [TrfGame(1, 1, 2, "1-0"), TrfGame(1, 3, None, result)]
    again = event_of(write_trf(TrfEvent(players=players, games=games)))
    assert (again.issues, again.repairs) == ([], [])
    assert [(g.white, g.black, g.result) for g in again.games] == [(1, 2, "1-0"), (3, None, result)]


# --- Damaged files ----------------------------------------

BYTES = VALID.encode()
FIRST_ROUND = 91
EDITS = st.tuples(
    st.sampled_from(["replace", "insert", "delete"]), st.integers(0, len(BYTES) - 1), st.integers(0, 255)
)


def edited(data: bytes, edits: list[tuple[str, int, int]]) -> bytes:
    for kind, place, value in edits:
        place %= len(data)
        kept = place if kind == "insert" else place + 1
        data = data[:place] + (b"" if kind == "delete" else bytes([value])) + data[kept:]
    return data


@settings(max_examples=1000, deadline=None)
@given(edit=EDITS)
def test_one_damaged_byte_never_changes_a_game_unnoticed(edit: tuple[str, int, int]) -> None:
    try:
        event = read_trf(edited(BYTES, [edit]), "cup.trf")
    except RatingsError:
        return
    assert event.issues or outcome(event) == GAMES or codes(event.repairs) - {"unrated-draw"}
    assert event.issues or {g for g in outcome(event) if g[3] in ("1-0", "0-1", "1/2-1/2")} == {
        g for g in GAMES if g[3] in ("1-0", "0-1", "1/2-1/2")
    }


@pytest.mark.parametrize("rounds", [[], ["x"], ["", "31/02"], ["26/13/40", "x"]])
def test_rounds_of_which_no_date_can_be_read_tell_no_order(rounds: list[str]) -> None:
    assert order_of_rounds(rounds) is None


@settings(max_examples=1000, deadline=None)
@given(edits=st.lists(EDITS, min_size=1, max_size=12), encoding=st.sampled_from([None, "cp1252", "utf-16"]))
def test_damage_is_a_refusal_or_an_event(edits: list[tuple[str, int, int]], encoding: str | None) -> None:
    data = edited(BYTES, edits)
    looks_like_trf(data)
    try:
        event = read_trf(data, "cup.trf", encoding)
    except RatingsError:
        return
    assert all(issue.message and issue.code and issue.column for issue in event.issues + event.repairs)


ENTRY_PLACES = [
    (row, round_number, place)
    for row, line in enumerate(PLAYERS)
    for round_number in range(3)
    for place in (3, 5, 7)
    if line[FIRST_ROUND + 10 * round_number :][:4] != "0000"
]


@pytest.mark.parametrize("place", ENTRY_PLACES, ids=lambda place: "-".join(map(str, place)))
def test_a_changed_result_opponent_or_colour_is_always_reported(place: tuple[int, int, int]) -> None:
    row, round_number, offset = place
    at = FIRST_ROUND + 10 * round_number + offset
    line = PLAYERS[row]
    for new in "123456 9wb-10=+WDLHFUZhfuzXx\t\x00é":
        if new.upper() == line[at].upper():
            continue
        event = event_of(VALID.replace(line, line[:at] + new + line[at + 1 :]))
        told_of_forfeit = line[at] in "+-wb" and codes(event.repairs) - {"unrated-draw"}
        assert event.issues or told_of_forfeit, f"{line[at]!r} became {new!r}"


# --- The real samples ----------------------------------------


def sample(name: str) -> bytes:
    if not SHARED.is_dir():
        pytest.skip(f"NOT RUN: the samples are not there: {SHARED}")
    return (SHARED / name).read_bytes()


def cases() -> list[tuple[str, str]]:
    if not SHARED.is_dir():
        return [("00_valid.trf", "loads")]
    with open(SHARED / "malformed" / "cases.csv", encoding="utf-8", newline="") as stream:
        return [(row["file"], row["what_a_loader_should_do"]) for row in csv.DictReader(stream)]


CASES: dict[str, tuple[set[str], set[str]]] = {
    "00_valid.trf": (set(), set()),
    "01_bom_utf8.trf": (set(), {"bom"}),
    "02_cr_only.trf": (set(), {"cr-only"}),
    "04a_utf8_accents.trf": (set(), set()),
    "05_forfeits.trf": (set(), set()),
    "07_opponent_with_bye_code.trf": ({"results-disagree"}, set()),
    "09_contradiction.trf": ({"results-disagree"}, {"points-disagree"}),
    "11_points_disagree.trf": (set(), {"points-disagree"}),
    "13_no_rank.trf": (set(), set()),
    "15_dates_dmy_spaces.trf": (set(), {"date-form"}),
    "17_round_dates_wrong_year.trf": (set(), {"round-outside-event"}),
    "19_title_1N_2N.trf": (set(), {"title-unknown"}),
    "21_duplicate_number.trf": (
        {"start-number-twice", "column-not-blank", "line-misplaced"},
        {"player-count"},
    ),
    "23_unknown_opponent.trf": ({"unknown-opponent", "opponents-disagree"}, set()),
    "25_xxr_xxc_xxz.trf": (set(), {"extension-lines"}),
    "27_team_013.trf": (set(), set()),
    "29_short_lines.trf": (set(), {"one-side-only"}),
    "31_blank_lines_and_comment.trf": (set(), {"comment-lines"}),
    "35_lower_case_result.trf": (set(), {"lower-case-result", "points-disagree"}),
    "37_birth_year_only.trf": (set(), set()),
    "39_ten_thousand.trf": ({"column-not-blank", "line-misplaced"}, {"player-count"}),
}
"""Codes of the issues and of the repairs of each malformed sample."""


@pytest.mark.parametrize(("name", "what"), cases(), ids=lambda value: str(value)[:40])
def test_malformed_samples_do_what_their_case_says(name: str, what: str) -> None:
    data = sample(f"malformed/{name}")
    if name == "33_empty.trf":
        with pytest.raises(RatingsError, match="is empty"):
            read_trf(data, name)
        return
    event = read_trf(data, name)
    issues, repairs = CASES[name]
    assert (codes(event.issues), codes(event.repairs)) == (issues, repairs)
    assert bool(event.issues) == what.startswith("refuse"), what
    if what.startswith("loads"):
        assert len(event.players) == 6
        assert len([game for game in event.games if game.result != "bye"]) == 9


def test_details_of_malformed_samples() -> None:
    births = {
        player.number: player for player in read_trf(sample("malformed/37_birth_year_only.trf"), "37").players
    }
    assert (births[2].birth_year, births[2].birth_date) == (1985, None)
    assert (births[4].birth_year, births[4].birth_date) == (1999, None)
    assert [game.result for game in read_trf(sample("malformed/05_forfeits.trf"), "05").games].count(
        "1-0F"
    ) == 0
    assert [team.members for team in read_trf(sample("malformed/27_team_013.trf"), "27").teams] == [
        (1, 2, 3),
        (4, 5, 6),
    ]
    late = read_trf(sample("malformed/17_round_dates_wrong_year.trf"), "17")
    assert {game.date for game in late.games if game.round == 3} == {None}


@pytest.mark.parametrize(
    "name", sorted(path.name for path in SHARED.glob("*.trf")) or ["icn_trf_2024_25.trf"]
)
def test_real_events_load_and_are_written_back(name: str) -> None:
    data = sample(name)
    assert looks_like_trf(data[:4096])
    event = read_trf(data, name)
    assert event.issues == []
    assert event.players
    for version in ("trf16", "trf26"):
        again = read_trf(write_trf(event, version).encode(), name)
        assert again.issues == []
        assert without_lines(again) == without_lines(event)


def test_the_interclub_season_has_its_games() -> None:
    event = read_trf(sample("icn_trf_2024_25.trf"), "icn_trf_2024_25.trf")
    rated = [game for game in event.games if game.result in ("1-0", "0-1", "1/2-1/2")]
    assert (len(event.players), len(rated)) == (3037, 8933)
    wrong_year = [issue for issue in event.repairs if issue.code == "round-outside-event"]
    assert [issue.value for issue in wrong_year] == ["24/03/16", "24/03/30", "24/04/27"]
    assert "points-disagree" not in codes(event.repairs)
