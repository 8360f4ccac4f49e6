"""Tournament reports: encodings, and the ways to count columns where letters have accents."""

from __future__ import annotations

import pytest

from cup_report import ACCENTED, GAMES, PLAYERS, VALID, codes, event_of, outcome
from ratings.errors import RatingsError
from ratings.files.trf import read_trf
from reports import player_line


def test_columns_counted_in_letters() -> None:
    line = player_line(
        1, "Lärch,Léa", "4 w 1,2 b =,3 w 1", points="2.5", sex="w", rating=2011, fide_id=88800001, rank=1
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
