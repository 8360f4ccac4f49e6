"""Elo International: what games without a tournament code are, of which S1 and S0 say nothing."""

from __future__ import annotations

import pytest

from office import REPOSITORY, Office

LISTED = """\
id,rating,games,peak,last_game
A,2400,100,2400,1991-12-01
B,2300,100,2300,1991-12-01
C,2100,100,2100,1991-12-01
"""
PLACE = ("1992-01", "--starts", "1992-01-01", "--ends", "1992-06-30")


def rated(office: Office, system: object, *games: str) -> dict:
    """Rate the first half of 1992, and explain A."""
    office.do("load", "players", office.file("p.csv", "id,name\nA,Anne\nB,Bruno\nC,Chloe\n"))
    office.do("load", "list", office.file("l.csv", LISTED), "--system", system, "--date", "1991-12-31")
    office.do("period", "add", system, *PLACE)
    office.load(office.games("g.csv", *games), system=system, period="1992-01")
    office.do("rate", system, "1992-01")
    return office.do("explain", system, "1992-01", "A", "--json").json


def club(office: Office, reading: str):
    text = (REPOSITORY / "ratings/rules/elo_international.toml").read_text("utf-8").split("[[erratum]]")[0]
    assert text.count('games_without_code = "apart"') == 1
    text = text.replace('games_without_code = "apart"', f'games_without_code = "{reading}"')
    return office.folder / office.file("club.toml", text.replace('"elo-international"', '"club"'))


WITHOUT = (",,1992-02-01,A,B,1-0", ",,1992-03-01,A,C,1-0")


def test_each_is_an_event_of_its_own(office):
    """Two wins, K 10: 100 points expect .64, 300 points .85; .36 + .15 = .51."""
    told = rated(office, "elo-international", *WITHOUT)
    assert (told["change"], told["after"], len(told["events"])) == ("5.10", 2405, 2)


@pytest.mark.parametrize("reading, change, events", [("apart", "5.10", 2), ("together", "4.80", 1)])
def test_the_other_reading_is_a_number_away(desk, reading, change, events):
    """Together: a mean difference of 200 expects .76 twice; .48."""
    told = rated(desk, club(desk, reading), *WITHOUT)
    assert (told["change"], len(told["events"])) == (change, events)


def test_a_letter_tells_of_values_of_two_lists(desk):
    """A is worth 2400 in the first game, and 2500 in the second, by a list loaded in between."""
    system = club(desk, "together")
    rated(desk, system, *WITHOUT)
    later = desk.file("later.csv", "id,rating\nA,2500\nC,2100\n")
    desk.do("load", "list", later, "--system", system, "--date", "1992-02-15")
    desk.do("rate", system, "1992-01")
    told = desk.do("explain", system, "1992-01", "A").out
    assert "Mean of the differences, each by the list of its day: 450/2 = +225, rounded +225" in told
    assert "Moyenne des écarts" in " ".join(
        desk.do("explain", system, "1992-01", "A", "--letter", "fr").out.split())  # fmt: skip


def test_the_reading_must_be_known(desk):
    error = "`games_without_code` cannot be 'mixed'; it is one of apart, together"
    desk.stopped("rules", club(desk, "mixed"), error=error)
