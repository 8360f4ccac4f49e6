"""Tournament reports that are good: what is read, what is repaired and told; the old form and that of 2026."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cup_report import DAY, GAMES, VALID, codes, cup_with, event_of, outcome
from ratings.files.trf import TrfPlayer, read_trf
from ratings.files.trf_records import TrfGame


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
    text = cup_with("2.0    2     5 b 1     1 w =  0000 - H", "2.0    2     5 b 1     1 w =  65535 w F")
    event = event_of(text)
    assert event.issues == []
    assert outcome(event) == GAMES
    assert "no-opponent-65535" in codes(event.repairs)
    moved = cup_with("0.0    6     2 w 0     3 w -     4 b 0", "0.0    6  65535 w F     3 w -     4 b 0")
    assert "opponents-disagree" in codes(event_of(moved).issues)


def test_a_line_cut_off_is_completed_only_if_the_points_agree() -> None:
    cut = cup_with("0.0    6     2 w 0     3 w -     4 b 0", "0.0    6     2 w 0     3 w -")
    event = event_of(cut)
    assert (event.issues, outcome(event)) == ([], GAMES)
    assert "one-side-only" in codes(event.repairs)
    winner = cup_with("1.5    4     1 b 0     6 w D     5 w 1", "1.5    4     1 b 0     6 w D")
    assert event_of(winner).issues == []
    assert codes(event_of(winner.replace("1.5    4     1 b", "0.5    4     1 b")).issues) == {"opponents-disagree"}
