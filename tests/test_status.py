"""`ratings status`: what monitoring asks; the exit code tells it, the page says why."""

from __future__ import annotations

import pytest

from office import Office
from test_read_only import lock

SYSTEM = ("ffe-national", "2026-01")
GOOD, BAD = "T1,1,2026-01-10,A,B,1-0", "T2,1,2026-01-10,A,A,1-0"
FEBRUARY = ("--starts", "2026-02-01", "--ends", "2026-02-28")


def stands(office, *options: str, on: str = "2026-01-20", code: int = 0) -> dict:
    """Give `status --json`, and check that the exit code and the problems agree."""
    told = office.do("status", "--json", "--on", on, *options, code=code).json
    assert told["well"] == (code == 0) == (not told["problems"])
    return told


def period_of(told: dict) -> dict:
    ((period,),) = [one["periods"] for one in told["systems"]]
    return period


def published(office):
    office.load_rows(GOOD)
    office.do("rate", *SYSTEM)
    office.do("publish", *SYSTEM)
    return office


def test_an_open_period_is_well(ready):
    told = stands(ready)
    assert period_of(told) == {
        "period": "2026-01", "starts": "2026-01-01", "ends": "2026-01-31", "publishes": "2026-02-01", "state": "open",
        "late": False, "days_since_end": -11, "stale": False, "blocks": [],
    }  # fmt: skip
    assert told["systems"][0]["list"] is None
    assert told["database"]["schema"]
    assert told["database"]["bytes"] > 10_000


def test_a_published_list_and_its_age(ready):
    published(ready)
    (one,) = stands(ready, on="2026-02-11")["systems"]
    assert one["periods"] == []
    assert {name: one["list"][name] for name in ("period", "revision", "in_force_on", "age_days")} == {
        "period": "2026-01", "revision": 1, "in_force_on": "2026-02-01", "age_days": 10,
    }  # fmt: skip
    assert stands(ready, on="2026-01-31")["systems"][0]["list"]["age_days"] == -1


def test_corrections_that_wait_ask_for_somebody_until_the_list_is_revised(ready):
    published(ready)
    assert stands(ready)["systems"][0]["corrections"] == []
    why = ("--reason", "the wrong way round", "--claim", "7")
    ready.do("correct", *SYSTEM, "--tournament", "T1", "--white", "A", "--black", "B", "--result", "0-1", *why)
    told = stands(ready, code=3)
    (waiting,) = told["systems"][0]["corrections"]
    assert waiting["period"] == "2026-01"
    assert len(waiting["corrections"]) == 1
    assert told["problems"] == [f"ffe-national: 2026-01 waits to be revised: {waiting['corrections'][0]}"]
    assert "revise  2026-01: published, 1 correction waiting" in ready.do("status", "--on", "2026-01-20", code=3).out
    ready.do("revise", *SYSTEM, *why)
    assert stands(ready)["systems"][0]["corrections"] == []


class TestToBeRevised:
    """Published lists that something decided, or another system's revision, has left behind."""

    WHY = ("--reason", "claim")

    def waits(self, desk) -> list[str]:
        """Give what waits, each as `period: what`, and check that the exit code says so."""
        told = desk.run("status", "--json", "--on", "2026-01-20").json["systems"]
        waits = [f"{one['period']}: {text}" for name in told for one in name["corrections"]
                 for text in one["corrections"]]  # fmt: skip
        stands(desk, code=3 if waits else 0)
        return waits

    @pytest.fixture
    def both(self, ready):
        """An office with a national and a rapid list, in which C, unrated there, is credited with the national."""
        ready.load_rows(GOOD, "T1,1,2026-01-10,C,D,1-0")
        for system in ("ffe-national", "ffe-rapid"):
            if system == "ffe-rapid":
                ready.do("load", "list", ready.file("r.csv", "id,rating\nA,1700\nB,1650\n"), "--system", system,
                         "--date", "2026-01-31")  # fmt: skip
                ready.do("period", "add", system, "2026-02", *FEBRUARY)
                games = ready.games("rapid.csv", *(f"R,{n},2026-02-10,{pair},1-0" for n, pair in enumerate(
                    ("A,C", "B,C", "A,B"), 1)))  # fmt: skip
                ready.load(games, system=system, period="2026-02")
            period = "2026-01" if system == "ffe-national" else "2026-02"
            ready.do("rate", system, period)
            ready.do("publish", system, period)
        return ready

    def test_a_list_that_took_ratings_over_from_one_that_is_revised(self, both):
        both.do("correct", *SYSTEM, "--tournament", "T1", "--white", "C", "--result", "0-1", *self.WHY)
        said = both.do("revise", *SYSTEM, *self.WHY).err
        assert "note: ffe-rapid 2026-02 took ratings over: revise it too (ratings revise ffe-rapid 2026-02)" in said
        told = "taken over: the ratings of ffe-national of 2026-02-01, which are revised (revision 2)"
        assert self.waits(both) == [f"2026-02: {told}"]
        assert both.check("2026-02", "ffe-rapid")["corrections"] == [told]
        both.do("revise", "ffe-rapid", "2026-02", *self.WHY)
        assert self.waits(both) == []

    def test_not_where_nothing_is_taken_over_that_is_another_rating(self, both):
        """A and B have ratings of their own in rapid: what becomes of their national ones moves nothing there."""
        both.do("correct", *SYSTEM, "--tournament", "T1", "--white", "A", "--result", "0-1", *self.WHY)
        assert "took ratings over" not in both.do("revise", *SYSTEM, *self.WHY).err
        assert self.waits(both) == []
        assert "stays as it is" in both.do("revise", "ffe-rapid", "2026-02", *self.WHY).err

    def test_a_rating_signed_for_a_day_of_the_other_systems_list(self, both):
        signed = ("sign", "ffe-national", "C", "--rating", "2000", "--on", "2026-01-20", "--signatory", "Board")
        both.do(*signed, *self.WHY)
        (told,) = self.waits(both)
        assert told.startswith("2026-02: sign: rating 2000 of C Gamma Chloé from 2026-01-20")
        both.do("revise", "ffe-rapid", "2026-02", *self.WHY)
        assert self.waits(both) == []

    def test_a_signed_value_taken_back_after_a_list_started_from_it(self, ready):
        signed = ("sign", "ffe-national", "A", "--on", "2026-01-01", *self.WHY)
        ready.do(*signed, "--rating", "1900", "--signatory", "Board")
        published(ready)
        before = ready.do("export", *SYSTEM).rows
        ready.do(*signed, "--undo")
        assert self.waits(ready) == [
            "2026-01: unsign: signed rating of A Alpha Anne from 2026-01-01 taken back"
        ]  # fmt: skip
        ready.do("revise", *SYSTEM, *self.WHY)
        assert self.waits(ready) == []
        assert ready.do("export", *SYSTEM).rows != before

    def test_ids_merged_and_taken_apart(self, ready):
        published(ready)
        ready.do("person", "merge", "B", "--into", "E", *self.WHY)
        assert self.waits(ready) == ["2026-01: merge: B Beta Bruno is E Epsilon Eve"]
        ready.do("person", "unmerge", "B", *self.WHY)
        assert self.waits(ready) == []
        ready.do("person", "merge", "B", "--into", "E", *self.WHY)
        ready.do("revise", *SYSTEM, *self.WHY)
        assert self.waits(ready) == []
        ready.do("person", "unmerge", "B", *self.WHY)
        assert self.waits(ready) == ["2026-01: unmerge: B Beta Bruno is a person of its own again"]
        ready.do("period", "add", SYSTEM[0], "2026-02", *FEBRUARY)
        named = {"error": "one person in the list", "hint": "ratings revise ffe-national 2026-01$"}
        ready.stopped("rate", SYSTEM[0], "2026-02", **named)
        ready.do("revise", *SYSTEM, *self.WHY)
        assert self.waits(ready) == []
        ready.do("rate", SYSTEM[0], "2026-02")

    def test_ids_that_never_played_and_are_taken_apart_again(self, ready):
        """No row moves, but the list said that they are one: it is revised all the same, or the next is never rated."""
        ready.do("load", "players", ready.file("more.csv", "id,name\nX,Xena\nY,Yvo\n"))
        ready.do("person", "merge", "X", "--into", "Y", *self.WHY)
        published(ready)
        ready.do("person", "unmerge", "X", *self.WHY)
        assert len(self.waits(ready)) == 1
        ready.do("revise", *SYSTEM, *self.WHY)
        assert self.waits(ready) == []
        ready.do("period", "add", SYSTEM[0], "2026-02", *FEBRUARY)
        ready.do("rate", SYSTEM[0], "2026-02")

    def test_games_given_to_another_person(self, ready):
        published(ready)
        ready.do("person", "split", "A", "--to", "F", *self.WHY)
        assert [told.split(": ")[:2] for told in self.waits(ready)] == [["2026-01", "reassign"]]
        ready.do("revise", *SYSTEM, *self.WHY)
        assert self.waits(ready) == []


class TestNothingWaits:
    """What is undone since the newest list was made leaves nothing to be revised."""

    WHY = ("--reason", "claim")
    GAME = ("--tournament", "T1", "--white", "A")

    @pytest.mark.parametrize("kept", [("hold", ("--tournament", "T1")), ("hold", GAME), ("hold", ("--player", "A")),
                                      ("withdraw", GAME)])  # fmt: skip
    def test_a_release_of_what_was_kept_out_since(self, ready, kept):
        verb, named = kept
        published(ready)
        ready.do(verb, *SYSTEM, *named, *self.WHY)
        assert len(stands(ready, code=3)["systems"][0]["corrections"]) == 1
        ready.do("release", *SYSTEM, *named, *self.WHY)
        assert stands(ready)["systems"][0]["corrections"] == []
        assert ready.check()["corrections"] == []
        assert ready.do("revise", *SYSTEM, *self.WHY).err == "ffe-national 2026-01: stays as it is\n"

    def test_what_was_held_is_held_again(self, ready):
        ready.load_rows(GOOD)
        held = (*SYSTEM, "--tournament", "T1", *self.WHY)
        ready.do("hold", *held)
        ready.do("rate", *SYSTEM, code=3)
        ready.do("publish", *SYSTEM, code=3)
        ready.do("release", *held)
        assert len(stands(ready, code=3)["systems"][0]["corrections"]) == 1
        ready.do("hold", *held)
        assert stands(ready)["systems"][0]["corrections"] == []

    def test_a_hold_that_ends_in_a_withdrawal_waits(self, ready):
        ready.load_rows(GOOD)
        ready.do("hold", *SYSTEM, *self.GAME, *self.WHY)
        ready.do("rate", *SYSTEM, code=3)
        ready.do("publish", *SYSTEM, code=3)
        ready.do("withdraw", *SYSTEM, *self.GAME, *self.WHY)
        ready.do("release", *SYSTEM, *self.GAME, *self.WHY)
        assert len(stands(ready, code=3)["systems"][0]["corrections"]) == 1
        ready.do("revise", *SYSTEM, *self.WHY)
        assert stands(ready)["systems"][0]["corrections"] == []

    def test_a_correction_whose_load_is_taken_back(self, ready):
        published(ready)
        ready.load(ready.games("late.csv", "T1,2,2026-01-12,A,D,1-0"), options=("--correction", "late"))
        assert len(stands(ready, code=3)["systems"][0]["corrections"]) == 1
        ready.do("unload", 4)
        assert stands(ready)["systems"][0]["corrections"] == []


@pytest.mark.parametrize("days, code", [("9", 3), ("10", 0), ("11", 0), ("0", 3)])
def test_a_list_older_than_wanted(ready_desk, days, code):
    told = stands(published(ready_desk), "--max-age", days, on="2026-02-11", code=code)
    assert told["problems"] == (
        [f"ffe-national: the newest list, 2026-01, is 10 days old, more than {days}"] if code else []
    )


@pytest.mark.parametrize("on, code", [("2026-01-30", 0), ("2026-01-31", 0), ("2026-02-01", 3), ("2026-03-01", 3)])
def test_a_period_that_has_ended_and_is_not_published(ready_desk, on, code):
    told = stands(ready_desk, on=on, code=code)
    assert period_of(told)["late"] == bool(code)
    if on == "2026-02-01":
        assert told["problems"] == ["ffe-national: 2026-01 ended 1 day ago and is not published"]


def test_refused_rows_and_tournaments_set_aside_block(ready):
    ready.load_rows(GOOD, BAD, code=3)
    told = stands(ready, code=3)
    assert period_of(told)["blocks"] == ["tournament T2 is set aside (1 refused row)", "1 refused row is not mended"]
    assert told["problems"][0] == "ffe-national: 2026-01 is blocked: tournament T2 is set aside (1 refused row)"


def test_a_run_whose_games_have_changed_blocks(ready):
    ready.do("rate", *SYSTEM)
    assert period_of(stands(ready))["state"] == "rated"
    ready.load_rows(GOOD)
    told = stands(ready, code=3)
    assert (period_of(told)["stale"], period_of(told)["blocks"]) == (
        True, ["what it was rated from has changed since: rate it again"],
    )  # fmt: skip
    ready.do("rate", *SYSTEM)
    stands(ready)


def test_each_system_and_one_of_them(ready_desk):
    published(ready_desk).do("period", "add", "ffe-rapid", "2026-02", *FEBRUARY)
    told = stands(ready_desk, on="2026-03-10", code=3)
    assert [one["system"] for one in told["systems"]] == ["ffe-national", "ffe-rapid"]
    assert told["problems"] == ["ffe-rapid: 2026-02 ended 10 days ago and is not published"]
    assert [one["system"] for one in stands(ready_desk, "ffe-national", on="2026-03-10")["systems"]] == ["ffe-national"]


def test_a_refused_player_is_no_block_of_a_period_that_is_published(ready_desk):
    published(ready_desk)
    ready_desk.do("load", "players", ready_desk.file("more.csv", "id,name,birth_year\nX,Xena,soon\n"), code=3)
    stands(ready_desk, on="2026-02-11")


def test_the_page(ready_desk):
    published(ready_desk).do("period", "add", SYSTEM[0], "2026-02", *FEBRUARY)
    games = ready_desk.games("february.csv", "T3,1,2026-02-10,C,C,1-0")
    ready_desk.load(games, period="2026-02", code=3)
    first, *page = ready_desk.do("status", "--on", "2026-03-02", "--max-age", "28", code=3).out.splitlines()
    assert first.startswith(f"{ready_desk.db} on 2026-03-02: schema ")
    assert page == [
        "",
        "ffe-national",
        "  list    2026-01, revision 1, in force since 2026-02-01, 29 days",
        "  late    2026-02, 2026-02-01 to 2026-02-28: ended 2 days ago, not rated, not published",
        "",
        "4 problems:",
        "  ffe-national: the newest list, 2026-01, is 29 days old, more than 28",
        "  ffe-national: 2026-02 ended 2 days ago and is not published",
        "  ffe-national: 2026-02 is blocked: tournament T3 is set aside (1 refused row)",
        "  ffe-national: 2026-02 is blocked: 1 refused row is not mended",
    ]
    ready_desk.do("unload", 4)
    page = ready_desk.do("status", "--on", "2026-02-28").out.splitlines()
    assert page[-3:] == ["  open    2026-02, 2026-02-01 to 2026-02-28: ends today", "", "All is well."]
    page = ready_desk.do("status", "--on", "2026-01-30").out.splitlines()
    assert page[3] == "  list    2026-01, revision 1, in force from 2026-02-01, in 2 days"


def test_a_page_stays_a_page(ready_desk):
    rows = (f"T{number},1,2026-01-10,A,A,1-0" for number in range(60))
    ready_desk.load_rows(*rows, code=3)
    lines = ready_desk.do("status", "--on", "2026-01-30", code=3).out.splitlines()
    assert (len(lines) < 40, lines[-1]) == (True, "  … and 36 more")
    assert len(stands(ready_desk, code=3)["problems"]) == 61


def test_the_summary_for_programs_counts_the_problems(ready_desk):
    told = ready_desk.do("--log-format", "json", "status", "--on", "2026-02-01", code=3).err
    assert '"problems": 1' in told


def test_today_is_the_day_by_default(ready_desk):
    told = ready_desk.do("status", "--json", code=3).json
    assert told["on"] > "2026-01-31"


def test_no_database_is_not_made_by_looking(desk):
    for words in (("status",), ("status", "--json"), ("loads",), ("backup", "b.zip")):
        desk.stopped(*words, error="There is nothing in", hint="Load")
    assert list(desk.folder.iterdir()) == []


def test_an_empty_database(office):
    office.do("init")
    assert stands(office)["systems"] == []
    assert office.do("status").out.splitlines()[-1] == "All is well: no period, no list."


def test_an_older_schema_is_said(ready_desk):
    ready_desk.execute("UPDATE alembic_version SET version_num = '0000'")
    ready_desk.stopped("status", error="has schema 0000, this program needs", hint="run `ratings init`")


def test_an_unknown_system(ready_desk):
    ready_desk.stopped("status", "ffe-natonal", error="no rating system", code=2)


def test_looking_changes_nothing(ready):
    published(ready)
    before = ready.dump_all()
    stands(ready, on="2026-02-02")
    assert ready.dump_all() == before


def test_a_database_where_nothing_may_be_written(ready_desk, monkeypatch, tmp_path):
    folder = tmp_path / "still"
    folder.mkdir()
    (folder / "r.db").write_bytes((tmp_path / "ratings.db").read_bytes())
    office = Office(tmp_path, f"sqlite:///{folder}/r.db")
    lock(monkeypatch)
    stands(office)
    assert [path.name for path in folder.iterdir()] == ["r.db"]


def test_a_rating_signed_for_a_day_within_a_published_period_of_games_by_day(office):
    """FIDE's games go by the day: the list is to be revised; a French one goes by the period's first day."""
    for system, code in (("fide-standard", 3), ("ffe-national", 0)):
        office.do("load", "players", office.file("p.csv", "id,name\nA,Ana\nB,Bo\n"))
        ratings = office.file("l.csv", "id,rating,games\nA,1800,40\nB,1750,40\n")
        office.do("load", "list", ratings, "--system", system, "--date", "2025-12-01")
        office.do("period", "add", system, "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        games = office.file(f"{system}.csv", "white,black,result,date,tournament\nA,B,1-0,2026-01-15,T\n")
        office.do("load", "games", games, "--system", system, "--period", "2026-01")
        office.do("rate", system, "2026-01")
        office.do("publish", system, "2026-01")
        signed = ("--on", "2026-01-10", "--signatory", "Board", "--reason", "a slip")
        office.do("sign", system, "A", "--rating", "1500", *signed)
        told = office.do("status", system, "--on", "2026-02-01", code=code).out
        assert ("sign: rating 1500 of A" in told) == bool(code)
