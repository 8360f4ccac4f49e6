"""Publishing: frozen from then on, only what was rated, in the order of the periods."""

from __future__ import annotations

import hashlib
import json

import pytest

from ratings import __version__

DAY = "2026-01-10"
SYSTEM = ("ffe-national", "2026-01")


@pytest.fixture
def rated(ready):
    ready.load_rows(f"T1,1,{DAY},A,B,1-0", f"T1,1,{DAY},C,D,1/2-1/2")
    ready.do("rate", *SYSTEM)
    return ready


def lists(office) -> list[tuple]:
    return office.query("SELECT system, revision, remark FROM list WHERE revision > 0 ORDER BY list_key")


def test_published_list_is_kept_with_its_hash(rated):
    before = rated.do("export", *SYSTEM).output
    assert "revision 1, in force from 2026-02-01" in rated.do("publish", *SYSTEM).err
    assert rated.do("export", *SYSTEM).output == before
    assert rated.do("export", "ffe-national").output == before
    ((sha256,),) = rated.query("SELECT sha256 FROM list WHERE revision = 1")
    assert sha256 == hashlib.sha256(before).hexdigest()


def test_a_published_list_is_frozen(rated):
    rated.do("publish", *SYSTEM)
    before, games = rated.dump(), rated.games("more.csv", f"T1,2,{DAY},A,C,1-0")
    load = ("load", "games", games, "--system", SYSTEM[0], "--period", SYSTEM[1])
    for arguments in (("rate", *SYSTEM), ("rate", *SYSTEM, "--dry-run"), ("publish", *SYSTEM), load, ("unload", 3)):
        rated.stopped(*arguments, error="2026-01 is published and does not change", hint="next period")
    assert rated.dump() == before


def test_a_player_renamed_later_does_not_change_the_published_list(rated):
    rated.do("publish", *SYSTEM)
    before = rated.do("export", *SYSTEM).output
    rated.do("load", "players", rated.file("new.csv", "id,name,club\nA,Aardvark Anne,Paris\n"))
    assert rated.do("export", *SYSTEM).output == before


def test_not_rated(ready):
    ready.stopped("publish", *SYSTEM, error="ffe-national 2026-01 is not rated yet", hint="ratings rate")


def test_stops_if_games_changed_since_rate(rated):
    rated.load_rows(f"T1,2,{DAY},A,C,1-0", name="more.csv")
    rated.stopped("publish", *SYSTEM, error="has changed since", hint="ratings rate ffe-national 2026-01")
    rated.do("rate", *SYSTEM)
    rated.do("publish", *SYSTEM)


@pytest.mark.parametrize("what", ["players", "list", "unload", "set-aside"])
def test_stops_if_anything_else_changed_since_rate(rated, what):
    if what == "players":
        rated.do("load", "players", rated.file("new.csv", "id,birth_year\nA,2010\n"))
    elif what == "list":
        rows = rated.file("more.csv", "id,rating\nU,1500\n")
        rated.do("load", "list", rows, "--system", "ffe-national", "--date", "2025-12-31")
    elif what == "unload":
        rated.do("unload", 3)
    else:
        rated.load_rows(f"T1,2,{DAY},C,C,1-0", name="bad.csv", code=3)
    rated.stopped("publish", *SYSTEM, error="has changed since")


def test_loading_the_same_file_again_is_no_change(rated):
    rated.load("games.csv")
    rated.do("publish", *SYSTEM)


def test_rating_again_gives_the_same_list(rated):
    before = rated.do("export", *SYSTEM).output
    rated.do("rate", *SYSTEM)
    assert rated.do("export", *SYSTEM).output == before
    assert rated.query("SELECT count(*) FROM run") == [(1,)]


def test_a_dry_run_shows_and_writes_nothing(ready):
    ready.load_rows(f"T1,1,{DAY},A,B,1-0")
    before = ready.dump()
    shown = ready.do("rate", *SYSTEM, "--dry-run")
    assert shown.out.splitlines() == [
        "id,name,what,before,after,change,case",
        "A,Alpha Anne,up,1800,1830,30,completed",
        "B,Beta Bruno,down,1750,1730,-20,brake",
    ]
    assert "would be 0 new, 2 changed, 0 gone" in shown.err
    assert ready.dump() == before


def test_a_dry_run_shows_who_is_gone(office):
    """Below the floor, and after three years without a game: as in `changes`."""
    listed = "id,rating,games,last_game\nA,1402,40,2025-12-01\nB,1500,40,2025-12-01\nC,1600,40,2023-01-20\n"
    office.opened("fide-standard", listed=listed)
    office.load(office.games("g.csv", f"T1,1,{DAY},A,B,0-1"), system="fide-standard")
    shown = office.do("rate", "fide-standard", "2026-01", "--dry-run")
    told = {(row["id"], row["what"], row["before"], row["after"], row["case"]) for row in shown.rows}
    assert told == {("A", "gone", "1402", "", "below-floor"), ("B", "up", "1500", "1507", "change"),
                    ("C", "gone", "1600", "1600", "off-list")}  # fmt: skip
    assert "would be 0 new, 1 changed, 2 gone" in shown.err
    office.do("rate", "fide-standard", "2026-01")
    changes = office.do("export", "fide-standard", "2026-01", "--what", "changes").rows
    assert {(row["id"], row["what"], row["why"]) for row in changes} == {(i, what, why) for i, what, _, _, why in told}


def test_an_earlier_unpublished_period_stops(rated):
    rated.do("period", "add", "ffe-national", "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
    error = "2026-01 \\(2026-01-01 to 2026-01-31\\) is not published yet"
    for verb in (("rate",), ("publish",), ("rate", "--dry-run")):
        rated.stopped(verb[0], "ffe-national", "2026-02", *verb[1:], error=error, hint="Publish it first")
    assert rated.check("2026-02")["blocks"] == ["the earlier period 2026-01 is not published"]
    rated.do("publish", *SYSTEM)
    rated.do("rate", "ffe-national", "2026-02")
    rated.do("publish", "ffe-national", "2026-02")
    assert lists(rated) == [("ffe-national", 1, ""), ("ffe-national", 1, "")]


def test_periods_of_other_systems_do_not_stop(rated):
    rated.do("period", "add", "ffe-rapid", "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
    rated.do("rate", "ffe-rapid", "2026-02")
    rated.do("publish", "ffe-rapid", "2026-02")


def test_what_is_set_aside_is_said_and_not_in_the_list(ready):
    ready.load_rows(f"T1,1,{DAY},A,B,1-0", f"T2,1,{DAY},C,D,1-0", f"T2,2,{DAY},C,C,1-0", code=3)
    ready.do("rate", *SYSTEM, code=3)
    said = ready.do("publish", *SYSTEM, "--remark", "T2 waits for the arbiter", code=3).err
    assert "set aside: tournament T2 is not in this list" in said
    assert lists(ready) == [("ffe-national", 1, "T2 waits for the arbiter")]
    rows = {row["id"]: row["change"] for row in ready.do("export", *SYSTEM).rows}
    assert (rows["A"], rows["C"]) == ("30", "0")


def test_refused_rows_without_a_tournament_are_said_too(ready):
    ready.load_rows(f",,{DAY},A,B,1-0", f",,{DAY},C,C,1-0", code=3)
    assert "refused" in ready.do("rate", *SYSTEM, code=3).err
    assert "refused" in ready.do("publish", *SYSTEM, code=3).err


def test_late_games_go_into_the_next_period(rated):
    rated.do("publish", *SYSTEM)
    rated.do("period", "add", "ffe-national", "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
    rated.games("late.csv", f"T1,2,{DAY},A,C,1-0")
    assert "1 late report" in rated.load("late.csv", period="2026-02").err
    rated.do("rate", "ffe-national", "2026-02")
    rows = {row["id"]: row for row in rated.do("export", "ffe-national", "2026-02").rows}
    assert (rows["A"]["previous"], rows["A"]["games"]) == ("1830", "122")


def test_what_a_list_was_made_with_is_kept(rated):
    rated.do("publish", *SYSTEM)
    ((edition, version, inputs),) = rated.query("SELECT edition, version, inputs_sha256 FROM run")
    assert json.loads(edition)["name"] == "R01"
    assert json.loads(edition)["brake"] == 16
    assert version == __version__
    assert len(inputs) == 64


def test_another_edition_is_explained_as_it_was_rated(rated):
    assert "edition S1" in rated.do("rate", *SYSTEM, "--edition", "S1").err
    assert rated.do("explain", *SYSTEM, "A", "--json").json["edition"] == "S1"
    assert "S1 is not the edition in force; its list can be looked at, but not published" in rated.do(
        "rate", *SYSTEM, "--edition", "S1").err  # fmt: skip
    rated.stopped("publish", *SYSTEM, error="other numbers than those in force, edition R01", hint="without --edition")
    rated.stopped("rate", *SYSTEM, "--edition", "S9", error="no edition 'S9'", hint="S1, S0, R01", code=2)


@pytest.mark.parametrize("edition, k", [("2009", 25), ("2014", 40)])
def test_by_expectation_another_edition_is_explained_as_it_was_rated(office, edition, k):
    """A newcomer's K: 25 by the edition of 2009, which is in force, 40 by that of 2014."""
    office.do("load", "players", office.file("players.csv", "id,name\nA,Anne\nB,Bruno\n"))
    listed = office.file("list.csv", "id,rating,games\nA,1800,5\nB,1800,100\n")
    office.do("load", "list", listed, "--system", "fide-standard", "--date", "2010-12-31")
    office.do("period", "add", "fide-standard", "2011-01", "--starts", "2011-01-01", "--ends", "2011-01-31")
    office.load(office.games("g.csv", "T1,1,2011-01-10,A,B,1-0"), system="fide-standard", period="2011-01")
    place = ("fide-standard", "2011-01")
    office.do("rate", *place, "--edition", edition)
    told = office.do("explain", *place, "A", "--json").json
    rating = next(row["rating"] for row in office.do("export", *place).rows if row["id"] == "A")
    assert (told["edition"], told["k"], str(told["after"])) == (edition, k, rating)
    effective = {"2009": "1 July 2009", "2014": "1 July 2014"}[edition]
    assert f"in force from {effective}" in office.do("explain", *place, "A", "--letter", "en").out
