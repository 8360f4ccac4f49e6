"""Dates of tournament reports: forms, short dates told by others and never guessed, days of rounds, births."""

from __future__ import annotations

import datetime
import re

import pytest

from cup_report import DAY, VALID, codes, cup_with, event_of
from ratings.files.trf_dates import birth_of, day_of, order_of_rounds, round_day


@pytest.mark.parametrize("starts", ["06.03.2026", "06. 03. 2026", "26/03/06", "2026-03-06", "6.3.2026"])
def test_dates_of_the_event_in_other_forms(starts: str) -> None:
    event = event_of(cup_with("042 2026/03/06", f"042 {starts}"))
    assert event.starts == DAY(2026, 3, 6)
    assert "date-form" in codes(event.repairs)


def test_a_round_outside_the_event_is_told_and_gives_its_games_no_date() -> None:
    event = event_of(cup_with("  26/03/08", "  25/03/08"))
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
    event = event_of(cup_with("26/03/07", "07/03/26"))
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


@pytest.mark.parametrize("rounds", [[], ["x"], ["", "31/02"], ["26/13/40", "x"]])
def test_rounds_of_which_no_date_can_be_read_tell_no_order(rounds: list[str]) -> None:
    assert order_of_rounds(rounds) is None


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
def test_forms_of_a_birth_date(text: str, year: int | None, day: datetime.date | None, understood: bool) -> None:
    assert birth_of(text) == (year, day, understood)
