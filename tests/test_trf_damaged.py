"""Damaged tournament reports: no changed byte changes a game unnoticed, and damage never breaks the reader."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cup_report import GAMES, PLAYERS, VALID, codes, event_of, outcome
from ratings.errors import RatingsError
from ratings.files.trf import read_trf
from ratings.files.trf_sign import looks_like_trf

BYTES = VALID.encode()
FIRST_ROUND = 91
EDITS = st.tuples(st.sampled_from(["replace", "insert", "delete"]), st.integers(0, len(BYTES) - 1), st.integers(0, 255))


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
