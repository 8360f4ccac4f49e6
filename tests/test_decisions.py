"""Holding, releasing, withdrawing, correcting, reassigning: what is rated, what stays visible, what the ledger says."""

from __future__ import annotations

import getpass

import pytest

from office import beside

PLACE = ("ffe-national", "2026-01")
WHY = ("--reason", "claim of the player")
ROWS = (
    "T1,1,2026-01-10,A,B,1-0",
    "T1,1,2026-01-10,C,D,1/2-1/2",
    "T1,2,2026-01-11,A,C,0-1",
    "T2,1,2026-01-17,B,E,1-0",
    "T2,2,2026-01-18,A,E,1-0",
)


@pytest.fixture
def played(ready):
    ready.load_rows(*ROWS)
    return ready


def rated(played) -> dict[str, str]:
    """Rate, and give the ratings that would come out by id."""
    played.run("rate", *PLACE)
    return {row["id"]: row["rating"] for row in played.do("export", *PLACE).rows}


def status(played) -> dict[tuple, str]:
    return {row[:4]: row[4] for row in played.stored()}


def without(played, tmp_path, *gone: str, instead: tuple[str, ...] = ()) -> dict[str, str]:
    """Give the ratings of an office that never had some games, and had others instead."""
    other = beside(tmp_path, "other").opened()
    other.load_rows(*(row for row in ROWS if row not in gone), *instead)
    return rated(other)


class TestHold:
    def test_a_tournament(self, played, tmp_path):
        played.do("hold", *PLACE, "--tournament", "T2", *WHY)
        assert rated(played) == without(played, tmp_path, ROWS[3], ROWS[4])
        assert status(played)["T2", "B", "E", "1-0"] == "held: claim of the player"

    def test_a_game(self, played, tmp_path):
        told = played.do("hold", *PLACE, "--tournament", "T2", "--round", "1", *WHY).err
        assert "Held: T2, round 1, 2026-01-17, B - E 1-0" in told
        assert rated(played) == without(played, tmp_path, ROWS[3])

    def test_a_player(self, played, tmp_path):
        played.do("hold", *PLACE, "--player", "C", *WHY)
        assert rated(played) == without(played, tmp_path, ROWS[1], ROWS[2])

    def test_it_ends_by_release(self, played):
        before = rated(played)
        played.do("hold", *PLACE, "--player", "C", *WHY)
        played.do("release", *PLACE, "--player", "C", "--reason", "settled")
        assert rated(played) == before
        assert set(status(played).values()) == {"rated"}

    def test_it_makes_a_run_stale(self, played):
        played.do("rate", *PLACE)
        played.do("hold", *PLACE, "--tournament", "T2", *WHY)
        played.stopped("publish", *PLACE, error="has changed since", hint="Rate it again")

    def test_it_blocks(self, played):
        played.do("hold", *PLACE, "--tournament", "T2", *WHY)
        assert "tournament T2 is held (claim of the player)" in played.do("rate", *PLACE, code=3).err
        assert "tournament T2 is held (claim of the player)" in played.do("publish", *PLACE, code=3).err

    def test_games_that_come_later_are_held_with_their_player(self, played):
        played.do("hold", *PLACE, "--player", "A", *WHY)
        played.load_rows("T3,1,2026-01-20,A,D,1-0", name="more.csv")
        assert status(played)["T3", "A", "D", "1-0"] == "held: claim of the player"

    def test_explain_says_so(self, played):
        played.do("hold", *PLACE, "--tournament", "T2", "--round", "1", *WHY)
        played.run("rate", *PLACE)
        told = played.do("explain", *PLACE, "B", "--json").json
        assert [game["reason"] for game in told["games"]] == ["counted", "held"]

    @pytest.mark.parametrize(
        "words, error",
        [
            ((), "Nothing is named"),
            (("--tournament", "T9"), "no tournament 'T9'"),
            (("--player", "Q"), "no player 'Q'"),
            (("--white", "A", "--black", "D"), "No game .* fits"),
            (("--white", "A"), "3 games .* fit"),
        ],
    )
    def test_what_does_not_fit(self, played, words, error):
        code = 2 if error.startswith(("Nothing", "3 games")) else 1
        played.stopped("hold", *PLACE, *words, *WHY, error=error, code=code)

    def test_it_needs_a_reason(self, played):
        played.stopped("hold", *PLACE, "--tournament", "T2", error="needs a reason", code=2)

    def test_twice(self, played):
        played.do("hold", *PLACE, "--tournament", "T2", *WHY)
        played.stopped("hold", *PLACE, "--tournament", "T2", *WHY, error="held already")

    def test_release_of_what_is_not_held(self, played):
        played.stopped("release", *PLACE, "--tournament", "T2", *WHY, error="Nothing keeps it out: tournament T2")


class TestReleaseOfATournamentSetAside:
    def test_its_refused_rows_are_given_up(self, ready, tmp_path):
        ready.load_rows(*ROWS[:3], "T1,3,2026-01-12,A,Q,1-0", code=3)
        ready.do("release", *PLACE, "--tournament", "T1", "--reason", "Q is not a member")
        assert rated(ready) == without(ready, tmp_path, ROWS[3], ROWS[4])
        assert ready.check()["blocks"] == []

    def test_a_hold_ends_first(self, ready):
        """Giving rows up is a decision of its own."""
        ready.load_rows(*ROWS[:3], "T1,3,2026-01-12,A,Q,1-0", code=3)
        ready.do("hold", *PLACE, "--tournament", "T1", *WHY)
        told = ready.do("release", *PLACE, "--tournament", "T1", "--reason", "settled").err
        assert "which is still set aside (1 refused row)" in told
        assert "tournament T1 is set aside (1 refused row)" in ready.check()["blocks"]
        told = ready.do("release", *PLACE, "--tournament", "T1", "--reason", "Q is not a member").err
        assert "it is rated all the same" in told

    def test_what_the_rules_refuse_is_accepted(self, ready_fide):
        ready_fide.do("release", "fide-standard", "2026-01", "--tournament", "FAST", "--reason", "clocks were wrong")
        ready_fide.do("rate", "fide-standard", "2026-01")
        assert ready_fide.check(system="fide-standard")["accepted"] == [
            {"tournament": "FAST", "reason": "accepted: clocks were wrong"}
        ]


@pytest.fixture
def ready_fide(desk):
    desk.opened(system="fide-standard")
    file = desk.games("fide.csv", "FAST,1,2026-01-10,A,B,1-0")
    events = desk.file("events.csv", "tournament,kind,minutes\nFAST,standard,30\n")
    desk.load(file, system="fide-standard", options=("--tournaments", events))
    desk.do("rate", "fide-standard", "2026-01", code=3)
    return desk


class TestWithdraw:
    def test_the_game_is_out_and_stays_visible(self, played, tmp_path):
        played.do("withdraw", *PLACE, "--tournament", "T1", "--round", "2", *WHY)
        assert rated(played) == without(played, tmp_path, ROWS[2])
        assert status(played)["T1", "A", "C", "0-1"] == "withdrawn: claim of the player"

    def test_it_does_not_come_back_with_its_file(self, played):
        played.do("withdraw", *PLACE, "--tournament", "T1", "--round", "2", *WHY)
        told = played.load_rows(*ROWS, "T1,3,2026-01-12,B,C,1-0", name="again.csv").err
        assert "1 row withdrawn, corrected or given to another player by decision: they stay out" in told
        assert status(played)["T1", "A", "C", "0-1"] == "withdrawn: claim of the player"

    def test_a_right_row_takes_its_place(self, played):
        """Where the wrong one stood, the arbiter's corrected file would else contradict it."""
        played.do("withdraw", *PLACE, "--tournament", "T1", "--round", "2", *WHY)
        played.load_rows("T1,2,2026-01-11,A,C,1-0", name="corrected.csv")
        assert status(played)["T1", "A", "C", "1-0"] == "rated"

    def test_release_brings_it_back(self, played):
        before = rated(played)
        played.do("withdraw", *PLACE, "--tournament", "T1", "--round", "2", *WHY)
        played.do("release", *PLACE, "--tournament", "T1", "--round", "2", "--reason", "second claim withdrawn")
        assert rated(played) == before


class TestCorrect:
    def test_another_result(self, played, tmp_path):
        told = played.do("correct", *PLACE, "--tournament", "T1", "--round", "2", "--result", "1-0", *WHY).err
        assert "A - C 0-1 becomes T1, round 2, 2026-01-11, A - C 1-0" in told
        assert rated(played) == without(played, tmp_path, ROWS[2], instead=("T1,2,2026-01-11,A,C,1-0",))
        assert status(played)["T1", "A", "C", "0-1"] == "corrected: claim of the player"

    def test_and_back_again(self, played):
        before = rated(played)
        for result in ("1-0", "1/2-1/2", "0-1"):
            played.do("correct", *PLACE, "--tournament", "T1", "--round", "2", "--result", result, *WHY)
        assert rated(played) == before
        assert status(played)["T1", "A", "C", "0-1"] == "rated"

    def test_a_bye_stays_unplayed(self, played):
        played.load_rows("T3,1,2026-01-20,A,,bye", name="bye.csv")
        for result, error in (("1-0", "without an opponent is not played"), ("0-1", "is not played")):
            words = ("correct", *PLACE, "--tournament", "T3", "--result", result, *WHY)
            played.stopped(*words, error=error)

    def test_a_day_outside_the_tournament(self, played):
        events = played.file("e.csv", "tournament,starts,ends\nT1,2026-01-10,2026-01-12\n")
        played.load(played.games("n.csv", "T1,3,2026-01-12,B,D,1-0"), options=("--tournaments", events))
        words = ("correct", *PLACE, "--tournament", "T1", "--round", "2", "--new-date", "2026-01-14", *WHY)
        played.stopped(*words, error="outside the tournament's days: 2026-01-10 to 2026-01-12")

    def test_its_file_taken_back_and_loaded_again(self, played):
        played.do("correct", *PLACE, "--tournament", "T1", "--round", "2", "--result", "1-0", *WHY)
        before = played.stored()
        played.do("unload", 3)
        played.load("games.csv")
        assert sorted(played.stored()) == sorted(before)

    def test_another_day(self, played):
        played.do("correct", *PLACE, "--tournament", "T1", "--round", "2", "--new-date", "2026-01-12", *WHY)
        rows = played.do("export", *PLACE, "--what", "games").rows
        assert {row["date"]: row["status"] for row in rows if (row["tournament"], row["round"]) == ("T1", "2")} == {
            "2026-01-11": "corrected: claim of the player", "2026-01-12": "rated",
        }  # fmt: skip

    @pytest.mark.parametrize(
        "words, error",
        [
            (("--result", "0-1"), "would stay as it is"),
            ((), "would stay as it is"),
            (("--result", "2-0"), "--result '2-0': unknown result"),
            (("--new-date", "2026-02-01"), "is after the period"),
            (("--new-round", "1"), "two games in one round"),
        ],
    )
    def test_what_cannot_be(self, played, words, error):
        before = played.dump()
        result = played.run("correct", *PLACE, "--tournament", "T1", "--round", "2", *words, *WHY)
        assert result.code in (1, 2)
        assert error in result.err
        assert played.dump() == before


class TestReassign:
    def test_all_games_of_a_tournament(self, played, tmp_path):
        told = played.do("reassign", *PLACE, "--from", "A", "--to", "F", "--tournament", "T1", *WHY).err
        assert told.count("becomes") == 2
        instead = ("T1,1,2026-01-10,F,B,1-0", "T1,2,2026-01-11,F,C,0-1")
        assert rated(played) == without(played, tmp_path, ROWS[0], ROWS[2], instead=instead)
        assert status(played)["T1", "A", "B", "1-0"] == "reassigned: claim of the player"

    def test_games_are_told_one_a_line(self, played):
        """In the reply, in the ledger, in what waits for a revision and in what a revision says."""
        told = played.do("reassign", *PLACE, "--from", "A", "--to", "F", *WHY).err.splitlines()
        assert told[0] == "Reassigned: T1, round 1, 2026-01-10, A - B 1-0 becomes T1, round 1, 2026-01-10, F - B 1-0"
        assert told[1].startswith("            T1, round 2, 2026-01-11, A - C 0-1 becomes ")
        assert len(told) == 4
        assert "\n      T1, round 2, 2026-01-11, A - C 0-1 becomes " in played.do("ledger").out
        played.do("rate", *PLACE)
        played.do("publish", *PLACE)
        played.do("reassign", *PLACE, "--from", "F", "--to", "A", *WHY)
        assert "\n    T1, round 2, 2026-01-11, F - C 0-1 becomes " in played.do("check", *PLACE).out
        said = played.do("revise", *PLACE, "--dry-run").err
        assert "  note: takes effect: 2026-01: reassign: T1, round 1, 2026-01-10, F - B 1-0 becomes " in said
        assert "\n        T1, round 2, 2026-01-11, F - C 0-1 becomes " in said

    def test_of_many_games_twenty_are_told(self, ready_desk):
        ready_desk.load_rows(*(f"T1,{n},2026-01-{n:02},A,{'BCDE'[n % 4]},1-0" for n in range(1, 24)))
        told = ready_desk.do("reassign", *PLACE, "--from", "A", "--to", "F", *WHY).err.splitlines()
        assert sum("becomes" in line for line in told) == 20
        assert told[20].strip() == "… and 3 more"
        (entry,) = ready_desk.do("ledger", "--json").json
        assert entry["subject"].count("becomes") == 23

    def test_all_games_of_the_period(self, played):
        played.do("reassign", *PLACE, "--from", "A", "--to", "F", *WHY)
        assert sum(row[1] == "F" and row[4] == "rated" for row in played.stored()) == 3

    @pytest.mark.parametrize(
        "source, target, error",
        [
            ("A", "B", "A and B have met"),
            ("A", "D", "two games in one round"),
            ("V", "A", "V has no game"),
            ("A", "Q", "no player 'Q'"),
        ],
    )
    def test_what_cannot_be(self, played, source, target, error):
        before = played.dump()
        played.stopped("reassign", *PLACE, "--from", source, "--to", target, *WHY, error=error)
        assert played.dump() == before


class TestLedger:
    def test_who_when_what_why(self, played):
        played.do("hold", *PLACE, "--tournament", "T2", *WHY, "--claim", "17", "--by", "R. Officer")
        played.do("release", *PLACE, "--tournament", "T2", "--reason", "settled")
        first, second = played.do("ledger", "--json").json
        told = {name: first[name] for name in ("by", "action", "system", "period", "subject", "reason", "claim")}
        assert told == {
            "by": "R. Officer", "action": "hold", "system": "ffe-national", "period": "2026-01",
            "subject": "tournament T2", "reason": "claim of the player", "claim": "17",
        }  # fmt: skip
        assert (second["action"], second["by"]) == ("release", getpass.getuser())
        assert second["before"] == {"word": "held", "reason": "claim of the player"}

    def test_as_text_and_chosen(self, played):
        played.do("hold", *PLACE, "--tournament", "T2", *WHY, "--claim", "17")
        played.do("withdraw", *PLACE, "--tournament", "T1", "--round", "2", "--reason", "not played")
        assert "hold, ffe-national 2026-01 (claim 17)" in played.do("ledger", "--claim", "17").out
        assert "withdraw" not in played.do("ledger", "--claim", "17").out
        assert "A - C 0-1" in played.do("ledger", *PLACE, "--about", "a - c").out
        assert played.do("ledger", "ffe-rapid").out == ""

    def test_a_load_of_a_decision_is_not_taken_back(self, played):
        played.do("correct", *PLACE, "--tournament", "T1", "--round", "2", "--result", "1-0", *WHY)
        load = played.do("loads", "--json").json[-1]
        assert load["file"] == "ledger entry 1"
        played.stopped("unload", load["load"], error="is of a decision", hint="ratings ledger")
