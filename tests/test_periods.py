"""Periods: opening them, their days, that they do not overlap, and their state."""

from __future__ import annotations

import pytest


def add(office, name: str, starts: str, ends: str, *more: str, system: str = "ffe-national"):
    return office.do("period", "add", system, name, "--starts", starts, "--ends", ends, *more)


def test_added_and_shown_in_order(office):
    add(office, "2026-02", "2026-02-01", "28/02/2026", "--publishes", "2026-03-05")
    add(office, "2026-01", "01.01.2026", "2026-01-31")
    add(office, "2026-01", "2026-01-01", "2026-03-31", system="ffe-rapid")
    rows = office.do("period", "list", "--json").json
    assert [tuple(row.values()) for row in rows] == [
        ("ffe-national", "2026-01", "2026-01-01", "2026-01-31", "2026-02-01", "open", 0),
        ("ffe-national", "2026-02", "2026-02-01", "2026-02-28", "2026-03-05", "open", 0),
        ("ffe-rapid", "2026-01", "2026-01-01", "2026-03-31", "2026-04-01", "open", 0),
    ]
    assert len(office.do("period", "list", "ffe-rapid").out.splitlines()) == 1


def test_opening_says_from_when_the_list_will_be_in_force(office):
    told = add(office, "2026-01", "2026-01-01", "2026-01-31").err
    assert told == "ffe-national 2026-01: opened, 2026-01-01 to 2026-01-31, in force from 2026-02-01\n"


def test_state_goes_from_open_to_rated_to_published(ready):
    def state():
        (row,) = ready.do("period", "list", "--json").json
        return row["state"], row["revision"]

    assert state() == ("open", 0)
    ready.do("rate", "ffe-national", "2026-01")
    assert state() == ("rated", 0)
    ready.do("publish", "ffe-national", "2026-01")
    assert state() == ("published", 1)
    assert "published (revision 1)" in ready.do("period", "list").out


def test_the_same_period_again_is_no_error(office):
    add(office, "2026-01", "2026-01-01", "2026-01-31")
    before = office.dump()
    assert "unchanged" in add(office, "2026-01", "2026-01-01", "2026-01-31").err
    assert office.dump() == before


@pytest.mark.parametrize(
    "name, starts, ends, error",
    [
        ("x", "2026-01-31", "2026-02-28", "x would overlap 2026-01 \\(2026-01-01 to 2026-01-31\\)"),
        ("x", "2025-12-01", "2026-01-01", "x would overlap 2026-01"),
        ("x", "2026-01-10", "2026-01-11", "x would overlap 2026-01"),
        ("x", "2025-01-01", "2026-12-31", "x would overlap 2026-01"),
        ("2026-01", "2026-01-01", "2026-01-30", "has a period 2026-01 already: 2026-01-01 to 2026-01-31"),
    ],
)
def test_periods_of_a_system_do_not_overlap(desk, name, starts, ends, error):
    add(desk, "2026-01", "2026-01-01", "2026-01-31")
    desk.stopped("period", "add", "ffe-national", name, "--starts", starts, "--ends", ends, error=error)
    add(desk, name, starts, ends, system="ffe-rapid")


def test_neighbours_do_not_overlap(desk):
    add(desk, "b", "2026-02-01", "2026-02-28")
    add(desk, "a", "2026-01-01", "2026-01-31")
    add(desk, "c", "2026-03-01", "2026-03-01")


@pytest.mark.parametrize(
    "days, error",
    [
        (("--starts", "2026-01-31", "--ends", "2026-01-01"), "would end before it starts"),
        (("--starts", "2026-01-01", "--ends", "2026-01-31", "--publishes", "2026-01-31"), "before it has ended"),
        (("--starts", "2026-01-01"), "Missing option '--ends'"),
        (("--starts", "January", "--ends", "2026-01-31"), "'January' is not a date"),
    ],
)
def test_impossible_days_are_a_wrong_command_line(desk, days, error):
    desk.stopped("period", "add", "ffe-national", "x", *days, error=error, code=2)


def test_unknown_system(desk):
    arguments = ("period", "add", "ffe-blitz", "x", "--starts", "2026-01-01", "--ends", "2026-01-31")
    desk.stopped(*arguments, error="no rating system 'ffe-blitz'", hint="ffe-national", code=2)


def test_no_period_before_a_published_one(ready):
    ready.do("rate", "ffe-national", "2026-01")
    ready.do("publish", "ffe-national", "2026-01")
    arguments = ("period", "add", "ffe-national", "2025-12", "--starts", "2025-12-01", "--ends", "2025-12-31")
    ready.stopped(*arguments, error="2025-12 lies before 2026-01, which is published")


def test_before_the_first_edition(desk):
    desk.do("load", "players", desk.file("p.csv", "id,name\nA,Anne\nB,Bob\n"))
    add(desk, "1980", "1980-01-01", "1980-12-31")
    desk.stopped("rate", "ffe-national", "1980", error="no rules for 1980-01-01", hint="1990-09-01")


def test_a_period_of_another_system_is_not_found(ready_desk):
    ready_desk.stopped("rate", "ffe-rapid", "2026-01", error="ffe-rapid has no period 2026-01", hint="period add")
    ready_desk.stopped("check", "ffe-national", "2026-1", error="no period 2026-1", hint="Known periods: 2026-01")
