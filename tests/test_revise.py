"""Corrections after publication: revisions of the list and of every later one; the first ones stay readable."""

from __future__ import annotations

import pytest

from office import beside, rows_of

SYSTEM = "ffe-national"
WHY = ("--reason", "claim of C", "--claim", "17")
MONTHS = {
    "2026-01": (
        "T1,1,2026-01-10,A,B,1-0", "T1,1,2026-01-10,C,D,1/2-1/2", "T1,2,2026-01-11,A,C,0-1",
        "T1,2,2026-01-11,B,U,1-0", "T1,3,2026-01-12,U,A,0-1",
    ),
    "2026-02": ("T2,1,2026-02-10,A,E,1-0", "T2,1,2026-02-10,C,U,0-1", "T2,2,2026-02-11,U,D,0-1"),
    "2026-03": ("T3,1,2026-03-10,C,A,1-0", "T3,2,2026-03-11,U,C,0-1", "T3,3,2026-03-12,E,D,1-0"),
}  # fmt: skip
ENDS = {"2026-01": "2026-01-31", "2026-02": "2026-02-28", "2026-03": "2026-03-31"}


def publish(desk, months=MONTHS, system=SYSTEM):
    """Publish three months in a row."""
    for name, rows in months.items():
        if name != "2026-01":
            desk.do("period", "add", system, name, "--starts", f"{name}-01", "--ends", ENDS[name])
        desk.load(desk.games(f"{name}.csv", *rows), period=name, system=system)
        desk.do("rate", system, name)
        desk.do("publish", system, name)
    return desk


@pytest.fixture
def published(ready):
    return publish(ready)


def lists(desk, system=SYSTEM, what="list", **options) -> dict[str, bytes]:
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    return {name: desk.do("export", system, name, "--what", what, *words).output for name in MONTHS}


def fresh(tmp_path, months, system=SYSTEM):
    """Give an office that had the right games from the first."""
    return publish(beside(tmp_path, "right").opened(system=system), months, system)


def corrected(**changes: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return MONTHS | {name.replace("_", "-"): rows for name, rows in changes.items()}


CORRECT = ("correct", SYSTEM, "2026-01", "--tournament", "T1", "--round", "2", "--white", "A", "--result", "1-0")
RIGHT = ("T1,2,2026-01-11,A,C,1-0", *(row for row in MONTHS["2026-01"] if ",A,C," not in row))


class TestRevise:
    def test_a_corrected_result_moves_every_later_list(self, published, tmp_path):
        """As if the right result had been there from the first, to the last byte."""
        published.do(*CORRECT, *WHY)
        told = published.do("revise", SYSTEM, "2026-01", *WHY).err
        assert [line.split(",")[0] for line in told.splitlines()[:3]] == [
            f"{SYSTEM} {name}: revision 2" for name in MONTHS
        ]
        right = fresh(tmp_path, {**MONTHS, "2026-01": RIGHT})
        for what in ("list", "archives", "changes", "estimates"):
            assert lists(published, what=what) == lists(right, what=what), what

    def test_the_first_lists_stay_readable(self, published):
        before = {what: lists(published, what=what) for what in ("list", "archives", "games")}
        explained = published.do("explain", SYSTEM, "2026-02", "C").out
        published.do(*CORRECT, *WHY)
        published.do("revise", SYSTEM, "2026-01", *WHY)
        for what, told in before.items():
            assert lists(published, what=what, revision=1) == told, what
        assert lists(published) != before["list"]
        assert published.do("explain", SYSTEM, "2026-02", "C", "--revision", "1").out == explained
        assert published.do("explain", SYSTEM, "2026-02", "C").out != explained

    def test_until_then_nothing_moves(self, published):
        """A correction that waits is not in the published list, nor in what explains it."""
        before, explained = lists(published), published.do("explain", SYSTEM, "2026-01", "C").out
        games = lists(published, what="games")
        published.do(*CORRECT, *WHY)
        assert lists(published) == before
        assert lists(published, what="games") == games
        assert published.do("explain", SYSTEM, "2026-01", "C").out == explained

    def test_a_late_game(self, published, tmp_path):
        row = "T1,4,2026-01-13,A,D,0-1"
        file = published.games("late.csv", row)
        published.stopped("load", "games", file, "--system", SYSTEM, "--period", "2026-01", error="does not change",
                          hint="correction` corrects this one")  # fmt: skip
        published.load(file, options=("--correction", "report came late", "--claim", "18"))
        published.do("revise", SYSTEM, "2026-01", *WHY)
        right = fresh(tmp_path, {**MONTHS, "2026-01": (*MONTHS["2026-01"], row)})
        assert lists(published) == lists(right)
        assert published.do("ledger", "--claim", "18", "--json").json[0]["subject"] == "late.csv: 1 game (load 6)"

    def test_a_withdrawn_game(self, published, tmp_path):
        published.do("withdraw", SYSTEM, "2026-02", "--tournament", "T2", "--white", "C", *WHY)
        told = published.do("revise", SYSTEM, "2026-02", *WHY).err
        assert f"{SYSTEM} 2026-01" not in told
        right = fresh(tmp_path, {**MONTHS, "2026-02": tuple(r for r in MONTHS["2026-02"] if ",C,U," not in r)})
        assert lists(published) == lists(right)

    def test_dry_run_shows_who_changes_and_writes_nothing(self, published):
        published.do(*CORRECT, *WHY)
        before = published.dump()
        done = published.do("revise", SYSTEM, "2026-01", "--dry-run")
        assert published.dump() == before
        assert {row["period"] for row in done.rows} == set(MONTHS)
        first = lists(published)
        published.do("revise", SYSTEM, "2026-01", *WHY)
        revised = {(name, row["id"]): row["rating"] for name, data in lists(published).items() for row in rows_of(data)}
        was = {(name, row["id"]): row["rating"] for name, data in first.items() for row in rows_of(data)}
        differs = {key for key in revised.keys() | was.keys() if revised.get(key) != was.get(key)}
        assert {(row["period"], row["id"]) for row in done.rows} == differs
        assert all(row["revised"] == revised[row["period"], row["id"]] for row in done.rows)

    def test_an_estimate_that_becomes_a_first_rating_is_told_from_a_loss(self, ready):
        """R01: 8 games rate; 7 wins and draws made an estimate, and the loss found later makes a lower rating."""
        rows = [f"T1,{n},2026-01-1{n},U,{other},1/2-1/2" for n, other in enumerate("ABCDEFA", 1)]
        publish(ready, {"2026-01": rows})
        ready.load(ready.games("late.csv", "T2,1,2026-01-20,U,C,0-1"), options=("--correction", "it came late"))
        row = next(one for one in ready.do("revise", SYSTEM, "2026-01", "--dry-run").rows if one["id"] == "U")
        assert list(row)[-2:] == ["type_published", "type_revised"]
        assert (row["type_published"], row["type_revised"]) == ("E", "N")
        assert row["published"].endswith("9")
        assert int(row["change"]) < 0
        others = [one for one in ready.do("revise", SYSTEM, "2026-01", "--dry-run").rows if one["id"] != "U"]
        assert {(one["type_published"], one["type_revised"]) for one in others} == {("N", "N")}

    def test_without_a_correction_everything_stays(self, published):
        before = published.dump()
        told = published.do("revise", SYSTEM, "2026-01", *WHY).err
        assert told.count("stays as it is") == 3
        assert published.dump() == before

    def test_only_what_differs_becomes_a_revision(self, published):
        """A correction that moves nobody is a revision of its own list; the later ones stay as they are."""
        published.do("correct", SYSTEM, "2026-01", "--tournament", "T1", "--round", "3", "--new-round", "4", *WHY)
        assert published.check()["corrections"][0].startswith("correct: T1, round 3")
        told = published.do("revise", SYSTEM, "2026-01", *WHY).err.splitlines()
        assert told[0].endswith("2026-01: revision 2, 0 values changed")
        assert [line.split(": ")[1] for line in told[1:3]] == ["stays as it is"] * 2
        assert published.check()["corrections"] == []

    def test_an_estimate_that_came_later_moves_nobody(self, published):
        """Each list keeps the birth years and estimates that it was made with, unless asked."""
        players = published.file("later.csv", "id,estimate,birth_year\nU,1500,2012\nV,1400,2013\n")
        published.do("load", "players", players)
        assert published.do("revise", SYSTEM, "2026-01", *WHY).err.count("stays as it is") == 3
        assert published.do("revise", SYSTEM, "2026-01", "--players-as-now", *WHY).err.count("revision 2") >= 1

    def test_who_is_registered_later_moves_nobody(self, published):
        file = published.file("later.csv", "id,name,birth_year,estimate\nK,Kappa Karl,2000,1600\n")
        published.do("load", "players", file)
        assert published.do("revise", SYSTEM, "2026-01", *WHY).err.count("stays as it is") == 3

    def test_an_unpublished_later_period_is_to_be_rated_again(self, published):
        published.do("period", "add", SYSTEM, "2026-04", "--starts", "2026-04-01", "--ends", "2026-04-30")
        published.load(published.games("4.csv", "T4,1,2026-04-10,A,C,1-0"), period="2026-04")
        published.do("rate", SYSTEM, "2026-04")
        published.do(*CORRECT, *WHY)
        published.do("revise", SYSTEM, "2026-01", *WHY)
        published.stopped("publish", SYSTEM, "2026-04", error="has changed since", hint="Rate it again")

    def test_twice(self, published, tmp_path):
        published.do(*CORRECT, *WHY)
        published.do("revise", SYSTEM, "2026-01", *WHY)
        published.do(*CORRECT[:-1], "0-1", "--reason", "the claim is withdrawn")
        published.do("revise", SYSTEM, "2026-01", "--reason", "the claim is withdrawn")
        assert lists(published) == lists(published, revision=1)
        assert published.do("export", SYSTEM, "2026-01", "--revision", "3").output == lists(published)["2026-01"]

    def test_the_same_run_is_unchanged_still(self, ready):
        """Cron goes on after a correction: the files are those of the newest revision."""
        words = ("run", SYSTEM, "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31", "--out", "out")
        words += ("--games", ready.games("g.csv", *MONTHS["2026-01"]))
        ready.do(*words)
        ready.do(*CORRECT, *WHY)
        ready.do("revise", SYSTEM, "2026-01", *WHY)
        assert "unchanged" in ready.do(*words).err
        assert (ready.folder / "out" / "list.csv").read_bytes() == ready.do("export", SYSTEM, "2026-01").output

    def test_the_ledger_names_the_lists(self, published):
        published.do(*CORRECT, *WHY)
        published.do("revise", SYSTEM, "2026-01", *WHY)
        entries = published.do("ledger", "--claim", "17", "--json").json
        assert [entry["action"] for entry in entries] == ["correct", "revise"]
        assert entries[1]["after"]["takes_effect"][0].startswith("2026-01: correct: T1, round 2")
        assert entries[1]["lists"] == [f"{SYSTEM} {name} revision 2" for name in MONTHS]

    def test_what_cannot_be(self, ready):
        ready.stopped("revise", SYSTEM, "2026-01", *WHY, error="is not published")
        ready.load_rows(*MONTHS["2026-01"])
        ready.stopped("load", "games", ready.games("l.csv", "T9,1,2026-01-13,A,D,0-1"), "--system", SYSTEM,
                      "--period", "2026-01", "--correction", "late", error="need no correction")  # fmt: skip
        ready.do("rate", SYSTEM, "2026-01")
        ready.do("publish", SYSTEM, "2026-01")
        ready.stopped("revise", SYSTEM, "2026-01", error="needs a reason", code=2)
        ready.stopped("export", SYSTEM, "2026-01", "--revision", "2", error="has no revision 2", hint="newest is 1")

    def test_a_correction_that_waits_is_taken_back(self, published):
        before = published.dump()
        published.load(published.games("late.csv", "T1,4,2026-01-13,A,D,0-1"), options=("--correction", "late"))
        published.do("unload", 6)
        after = published.dump()
        assert {name: rows for name, rows in after.items() if name != "ledger"} == {
            name: rows for name, rows in before.items() if name != "ledger"
        }

    def test_a_mended_tournament(self, ready, tmp_path):
        """A tournament set aside when its list was published is rated in the revision, and in the first it is not."""
        ready.load_rows(*MONTHS["2026-01"], "T1,5,2026-01-14,C,Q,1-0", code=3)
        ready.do("rate", SYSTEM, "2026-01", code=3)
        ready.do("publish", SYSTEM, "2026-01", code=3)
        first, games = (ready.do("export", SYSTEM, "2026-01", "--what", what).output for what in ("list", "games"))
        ready.load(ready.games("m.csv", "T1,5,2026-01-14,C,D,1-0"), options=("--correction", "it was D"))
        ready.do("revise", SYSTEM, "2026-01", *WHY)
        assert ready.do("export", SYSTEM, "2026-01", "--revision", "1").output == first
        assert ready.do("export", SYSTEM, "2026-01", "--revision", "1", "--what", "games").output == games
        right = fresh(tmp_path, {"2026-01": (*MONTHS["2026-01"], "T1,5,2026-01-14,C,D,1-0")})
        assert ready.do("export", SYSTEM, "2026-01").output == right.do("export", SYSTEM, "2026-01").output

    def test_a_file_whose_player_is_registered_later(self, published, tmp_path):
        """The same file again, which refused a row at first: what it brings now is not in the first list."""
        published.load(published.games("x.csv", "T8,1,2026-01-14,C,Q,1-0"), code=3,
                       options=("--correction", "late"))  # fmt: skip
        published.do("load", "players", published.file("q.csv", "id,name,birth_year\nQ,New Quentin,1990\n"))
        games = published.do("export", SYSTEM, "2026-01", "--what", "games").output
        published.load("x.csv", options=("--correction", "late"))
        assert published.do("export", SYSTEM, "2026-01", "--what", "games").output == games
        published.do("revise", SYSTEM, "2026-01", *WHY)
        assert published.do("export", SYSTEM, "2026-01", "--what", "games", "--revision", "1").output == games
        assert b"T8" in published.do("export", SYSTEM, "2026-01", "--what", "games").output


@pytest.mark.parametrize("system", ["fide-standard", "ukd-standard"])
class TestByExpectation:
    def test_as_if_it_had_been_right_from_the_first(self, office, tmp_path, system):
        publish(office.opened(system=system), MONTHS, system)
        first = lists(office, system), lists(office, system, what="pools")
        told = {name: office.do("explain", system, name, "C").out for name in MONTHS}
        office.do(CORRECT[0], system, *CORRECT[2:], *WHY)
        office.do("revise", system, "2026-01", *WHY)
        right = fresh(tmp_path, {**MONTHS, "2026-01": RIGHT}, system)
        assert lists(office, system) == lists(right, system)
        assert lists(office, system, what="pools") == lists(right, system, what="pools")
        assert (lists(office, system, revision=1), lists(office, system, what="pools", revision=1)) == first
        assert {name: office.do("explain", system, name, "C", "--revision", "1").out for name in MONTHS} == told

    def test_an_adjustment_between_is_made_again(self, office, tmp_path, system):
        def adjusted(desk):
            publish(desk.opened(system=system), {"2026-01": MONTHS["2026-01"]}, system)
            adjust(desk)
            return desk

        def adjust(desk):
            desk.do("adjust", system, "--on", "2026-02-01", "--below", "1760", "--factor", "0.4", "--reason", "board")

        adjusted(office)
        office.do(CORRECT[0], system, *CORRECT[2:], *WHY)
        told = office.do("revise", system, "2026-01", *WHY)
        assert "revision 2" in told.err
        right = fresh(tmp_path, {"2026-01": RIGHT}, system)
        adjust(right)
        for desk in (office, right):
            desk.do("period", "add", system, "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
            desk.load(desk.games("2.csv", *MONTHS["2026-02"]), period="2026-02", system=system)
            desk.do("rate", system, "2026-02")
        assert office.do("export", system, "2026-02").output == right.do("export", system, "2026-02").output
