"""Tournament reports with faults: the event is set aside and the place is told; what is no report is refused."""

from __future__ import annotations

import pytest

from cup_report import HEADER, PLAYERS, VALID, codes, cup_with, event_of, outcome
from ratings.errors import RatingsError
from ratings.files.trf import read_trf
from ratings.files.trf_sign import looks_like_trf
from reports import player_line

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
    text = cup_with(old, new)
    event = event_of(text)
    found = [issue for issue in event.issues if issue.code == code]
    assert found, [str(issue) for issue in event.issues]
    assert found[0].file == "cup.trf"
    assert found[0].column
    assert found[0].message
    assert found[0].value in text.split("\n")[found[0].line - 1].replace("     ", " ") or found[0].value


def test_the_same_fide_id_twice_is_a_fault() -> None:
    line = player_line(2, "Maple,Max", "5 b 1,1 w =,0000 - H", points="2.0", rating=1950, fide_id=88800001)
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
