"""Games older than every list, or dated long before the period, and unknown minutes: what is said of them."""

from __future__ import annotations

import pytest

SYSTEM = ("fide-standard", "2026-01")


@pytest.fixture
def ready_fide(office):
    return office.opened("fide-standard")


def said(office, *rows: str) -> list[str]:
    office.load(office.games("g.csv", *rows), system="fide-standard")
    shown = office.do("rate", *SYSTEM).err
    doubts = office.check("2026-01", "fide-standard")["doubts"]
    assert all(f"warning: {doubt}" in shown for doubt in doubts)
    return doubts


def test_games_without_a_code_older_than_every_list_are_told_of(ready_fide):
    told = said(ready_fide, ",,2025-12-20,A,B,1-0", ",,2025-12-22,C,D,1-0", "T1,1,2026-01-10,A,C,1-0")
    assert "2 games without a tournament code, the first on 2025-12-20, before every list: the oldest is used" in told


def test_a_game_of_long_ago_is_perhaps_a_slip(ready_fide):
    told = said(ready_fide, ",,1926-01-05,A,B,1-0", "T1,1,2026-01-10,A,C,1-0")
    assert "1 game dated more than 2 years before the period, the first on 1926-01-05: a slip?" in told


def test_a_late_report_is_no_slip(ready_fide):
    assert not [one for one in said(ready_fide, "T1,1,2025-11-30,A,C,1-0") if "a slip?" in one]


def test_minutes_of_games_without_a_code(ready_fide):
    told = said(ready_fide, ",,2026-01-05,A,B,1-0")
    assert not [one for one in told if "tournament  are" in one]


@pytest.mark.parametrize("minutes", ["99999999999", "1441", "90+3601"])
def test_minutes_beyond_a_day(ready_fide, minutes):
    games, file = ready_fide.games("g.csv", "T1,1,2026-01-10,A,C,1-0"), f"tournament,minutes\nT1,{minutes}\n"
    ready_fide.stopped("load", "games", games, "--tournaments", ready_fide.file("t.csv", file), "--system", SYSTEM[0],
                       "--period", SYSTEM[1], error="more than 1440 minutes, or 3600 seconds a move")  # fmt: skip


def test_a_day_beyond_the_calendar(desk):
    desk.stopped("period", "add", "fide-standard", "x", "--starts", "9999-12-31", "--ends", "9999-12-31",
                 error="'9999-12-31' is not a day from 1800-01-01 to 2199-12-31", code=2)  # fmt: skip


def test_games_against_unrated_opponents_are_outside_n(desk):
    told = desk.do("calc", "ukd-standard", "--rating", 1280, "-=1").out
    assert "Sum: +0.1, with 1 game against an unrated opponent, outside n." in told
    assert "counted game" not in told
