"""Two ids that are one person, undone, split; signed ratings and estimates: results, archives and histories follow."""

from __future__ import annotations

from decimal import Decimal

import pytest

from office import beside
from test_revise import MONTHS, SYSTEM, lists, publish

WHY = ("--reason", "two licences")
PLAYERS = "id,name,birth_year,sex,federation,club\nA2,Alpha Anne,1980,F,FRA,Reims\nU2,Unrated Ugo,1995,M,FRA,Metz\n"
AS_OTHER = {
    name: tuple(row.replace(",A,", ",A2,") if name == "2026-02" else row.replace(",U,", ",U2,") for row in rows)
    for name, rows in MONTHS.items()
}
"""The same games, some under the second ids."""


def ids(desk, name: str, system: str = SYSTEM) -> set[str]:
    return {row["id"] for row in desk.do("export", system, name, "--full").rows}


@pytest.fixture
def two_ids(office, tmp_path):
    """Give an office in which two players have a second id, and one in which they have not; both published."""
    other = beside(tmp_path, "one")
    for desk, months in ((office, AS_OTHER), (other, MONTHS)):
        desk.opened()
        desk.do("load", "players", desk.file("more.csv", PLAYERS))
        if desk is office:
            continue
        publish(desk, months)
    return office, other


class TestMerge:
    def test_before_anything_is_published(self, two_ids):
        """As if there had only been one id, to the last byte."""
        office, other = two_ids
        office.do("person", "merge", "A2", "--into", "A", *WHY)
        office.do("person", "merge", "U2", "--into", "U", *WHY)
        publish(office, AS_OTHER)
        for what in ("list", "archives", "changes"):
            assert lists(office, what=what) == lists(other, what=what), what
        assert "A2" not in ids(office, "2026-03")

    def test_afterwards_by_revision(self, two_ids):
        office, other = two_ids
        publish(office, AS_OTHER)
        first = lists(office)
        told = office.do("person", "merge", "U2", "--into", "U", *WHY).err
        assert f"published lists change with `ratings revise {SYSTEM} 2026-01`" in told
        office.do("person", "merge", "A2", "--into", "A", *WHY)
        assert lists(office) == first
        office.do("revise", SYSTEM, "2026-01", *WHY)
        assert lists(office) == lists(other)
        assert lists(office, what="archives") == lists(other, what="archives")
        assert lists(office, revision=1) == first
        assert "DIFFERS" not in office.do("verify").out

    def test_from_the_next_period_on_where_nothing_is_revised(self, two_ids):
        """Both have a row in the newest list: archives and games add up once, not again with every list."""
        office, _ = two_ids
        publish(office, {"2026-01": ("T1,1,2026-01-10,U,D,1-0", "T1,1,2026-01-10,U2,E,1/2-1/2")})
        before = {row["id"]: row for row in office.do("export", SYSTEM, "2026-01", "--what", "archives").rows}
        assert (before["U"]["archive_games"], before["U2"]["archive_games"]) == ("1", "1")
        office.do("person", "merge", "U2", "--into", "U", *WHY)
        for name in ("2026-02", "2026-03"):
            office.do("period", "add", SYSTEM, name, "--starts", f"{name}-01", "--ends", f"{name}-28")
            office.load(office.games(f"{name}.csv", f"{name},1,{name}-10,C,D,1-0"), period=name)
            office.do("rate", SYSTEM, name)
            office.do("publish", SYSTEM, name)
            (after,) = office.do("export", SYSTEM, name, "--what", "archives").rows
            points = sum(Decimal(before[one]["archive_points"]) for one in ("U", "U2"))
            assert (after["id"], after["archive_games"], Decimal(after["archive_points"])) == ("U", "2", points)

    def test_explain_shows_the_games_of_both(self, two_ids):
        office, _ = two_ids
        office.do("person", "merge", "A2", "--into", "A", *WHY)
        publish(office, AS_OTHER)
        told = office.do("explain", SYSTEM, "2026-02", "A", "--json").json
        assert [game["opponent"] for game in told["games"]] == ["E"]
        told = office.do("explain", SYSTEM, "2026-02", "E", "--json").json
        assert [game["opponent"] for game in told["games"]] == ["A"]

    def test_what_cannot_be(self, two_ids):
        office, _ = two_ids
        office.stopped("person", "merge", "A2", "--into", "Q", *WHY, error="no player 'Q'")
        office.stopped("person", "merge", "A", "--into", "A", *WHY, error="is A already", code=2)
        office.stopped("person", "merge", "A2", "--into", "A", error="needs a reason", code=2)
        office.do("person", "merge", "A2", "--into", "A", *WHY)
        office.stopped("person", "merge", "A", "--into", "B", *WHY, error="one person with another id already")
        office.stopped("person", "merge", "B", "--into", "A2", *WHY, error="one person with another id already")
        office.load_rows(*MONTHS["2026-01"])
        office.stopped("person", "merge", "B", "--into", "A", *WHY, error="B and A have met")

    @pytest.mark.parametrize("out", [
        ("withdraw",), ("reassign", "--from", "A2", "--to", "F"), ("correct", "--result", "1-0"),
    ])  # fmt: skip
    def test_a_game_between_the_ids_that_is_out_does_not_count(self, two_ids, out):
        office, _ = two_ids
        office.load_rows("T1,1,2026-01-10,A,A2,1/2-1/2", "T1,2,2026-01-11,A2,C,1-0")
        met = r"A2 and A have met: T1, round 1, 2026-01-10, A - A2 1/2-1/2 \(ffe-national 2026-01\)"
        words = ("person", "merge", "A2", "--into", "A", *WHY)
        office.stopped(*words, error=met, hint="ratings reassign or withdraw ffe-national 2026-01")
        verb, *more = out
        named = ("--tournament", "T1", "--round", "1")
        office.do(verb, SYSTEM, "2026-01", *named, *more, *WHY)
        if verb == "correct":  # the right row is a game of both as well
            office.stopped(*words, error="A - A2 1-0")
            office.do("withdraw", SYSTEM, "2026-01", *named, *WHY)
        office.do(*words)
        again = ("T1,1,2026-01-10,A,A2,1/2-1/2", "T1,2,2026-01-11,A2,C,1-0", "T1,3,2026-01-12,B,C,1-0")
        assert "they stay out" in office.load_rows(*again, name="again.csv").err
        office.do("rate", SYSTEM, "2026-01")
        assert ("T1", "A", "C", "1-0", "rated") in office.stored()

    def test_a_game_against_any_id_of_the_person_counts(self, two_ids):
        office, _ = two_ids
        office.do("load", "players", office.file("three.csv", "id,name\nA3,Alpha Anne\n"))
        office.load_rows("T1,1,2026-01-10,A2,A3,1-0")
        office.do("person", "merge", "A2", "--into", "A", *WHY)
        office.stopped("person", "merge", "A3", "--into", "A", *WHY, error="A3 and A have met: T1, .* A2 - A3 1-0")

    def test_one_game_under_both_ids_is_warned_of(self, two_ids):
        office, _ = two_ids
        office.load_rows("T1,,2026-01-10,A,B,1-0", "T1,,2026-01-10,A2,B,1-0", "T1,,2026-01-10,A2,C,1-0")
        told = office.do("person", "merge", "A2", "--into", "A", *WHY).err
        assert "warning: 1 game under both ids would count twice: withdraw one of each" in told
        office.do("person", "unmerge", "A2", *WHY)
        office.do("withdraw", SYSTEM, "2026-01", "--white", "A2", "--black", "B", *WHY)
        assert "would count twice" not in office.do("person", "merge", "A2", "--into", "A", *WHY).err

    def test_decisions_about_a_game_under_the_other_id(self, two_ids):
        """The stored row is meant, whichever id it has."""
        office, _ = two_ids
        office.load_rows("T1,1,2026-01-10,A2,C,1-0", "T1,2,2026-01-11,D,A2,1-0", "T1,3,2026-01-12,A2,E,1-0")
        office.do("person", "merge", "A2", "--into", "A", *WHY)
        place = (SYSTEM, "2026-01", "--tournament", "T1", "--round")
        office.do("withdraw", *place, "1", "--white", "A", *WHY)
        office.do("correct", *place, "2", "--result", "0-1", *WHY)
        office.do("reassign", *place[:2], "--from", "A", "--to", "F", "--round", "3", *WHY)
        status = {row[1:4]: row[4].split(":")[0] for row in office.stored()}
        assert status == {
            ("A", "C", "1-0"): "withdrawn", ("D", "A", "1-0"): "corrected", ("D", "A", "0-1"): "rated",
            ("A", "E", "1-0"): "reassigned", ("F", "E", "1-0"): "rated",
        }  # fmt: skip

    def test_files_name_either(self, two_ids):
        office, _ = two_ids
        office.load_rows("T1,1,2026-01-10,A2,C,1-0", ",,2026-01-11,A2,D,1-0")
        office.do("person", "merge", "A2", "--into", "A", *WHY)
        told = office.load_rows("T1,1,2026-01-10,A,C,1-0", ",,2026-01-11,A,D,1-0", name="again.csv").err
        assert "2 already known" in told
        office.do("withdraw", SYSTEM, "2026-01", "--date", "2026-01-11", *WHY)
        assert "they stay out" in office.load_rows(",,2026-01-11,A,D,1-0", "T1,2,2026-01-12,A,E,1-0", name="3.csv").err
        told = office.load_rows("T2,1,2026-01-14,A,A2,1-0", name="self.csv", code=3).err
        assert "White and Black are ids of one person" in told

    def test_explain_names_the_id_that_counts(self, two_ids):
        office, _ = two_ids
        office.do("person", "merge", "A2", "--into", "A", *WHY)
        office.load_rows("T1,1,2026-01-10,A2,C,1-0")
        office.do("rate", SYSTEM, "2026-01")
        office.stopped("explain", SYSTEM, "2026-01", "A2", error="A2 counts for A Alpha Anne", hint="Ask for A")

    def test_show(self, two_ids):
        office, _ = two_ids
        office.do("person", "merge", "A2", "--into", "A", *WHY)
        publish(office, AS_OTHER)
        told = office.do("person", "show", "A2").out.splitlines()
        assert told[0].startswith("A Alpha Anne: counts; played in ")
        assert told[1] == f"A2 Alpha Anne: counts for A; played in {SYSTEM} 2026-02"
        told = office.do("person", "show", "V").out
        assert told == "V Unrated Véra: counts; has not played in a published period\n"


class TestUndone:
    def test_lists_are_revised_before_the_next_is_rated(self, two_ids):
        office, _ = two_ids
        publish(office, AS_OTHER)
        first = lists(office)
        office.do("person", "merge", "U2", "--into", "U", *WHY)
        office.do("revise", SYSTEM, "2026-01", *WHY)
        office.do("person", "unmerge", "U2", "--reason", "brothers")
        office.do("period", "add", SYSTEM, "2026-04", "--starts", "2026-04-01", "--ends", "2026-04-30")
        office.load(office.games("4.csv", "T4,1,2026-04-10,A,C,1-0"), period="2026-04")
        office.stopped("rate", SYSTEM, "2026-04", error="one person in the list .* and two now", hint="ratings revise")
        office.do("revise", SYSTEM, "2026-01", "--reason", "brothers")
        assert lists(office) == first
        office.do("rate", SYSTEM, "2026-04")
        assert "DIFFERS" not in office.do("verify").out

    def test_what_is_no_others(self, two_ids):
        two_ids[0].stopped("person", "unmerge", "A", *WHY, error="a person of its own")


class TestSplit:
    def test_games_go_to_the_other_person_in_every_period(self, two_ids):
        office, _ = two_ids
        publish(office, MONTHS)
        office.do("person", "split", "A", "--to", "A2", "--tournament", "T2", *WHY)
        told = office.do("person", "split", "U", "--to", "U2", *WHY).err
        assert "ratings revise ffe-national 2026-01" in told
        office.do("revise", SYSTEM, "2026-01", *WHY)
        assert "U2" in ids(office, "2026-01")
        games = office.do("export", SYSTEM, "2026-02", "--what", "games").rows
        assert {row["white"] for row in games if row["status"] == "rated"} == {"A2", "C", "U2"}
        assert "DIFFERS" not in office.do("verify").out

    def test_nothing_fits(self, two_ids):
        office, _ = two_ids
        publish(office, MONTHS)
        office.stopped("person", "split", "F", "--to", "A2", *WHY, error="F has no game that fits in any period")


@pytest.mark.parametrize("system", ["fide-standard", "ukd-standard"])
def test_merge_by_expectation(office, tmp_path, system):
    other = beside(tmp_path, "one")
    for desk in (office, other):
        desk.opened(system=system)
        desk.do("load", "players", desk.file("more.csv", PLAYERS))
    publish(other, MONTHS, system)
    publish(office, AS_OTHER, system)
    first = lists(office, system)
    office.do("person", "merge", "U2", "--into", "U", *WHY)
    office.do("person", "merge", "A2", "--into", "A", *WHY)
    office.do("revise", system, "2026-01", *WHY)
    assert lists(office, system) == lists(other, system)
    assert lists(office, system, what="pools") == lists(other, system, what="pools")
    assert lists(office, system, revision=1) == first
    assert "DIFFERS" not in office.do("verify").out


SIGNED = ("--on", "2026-02-01", "--signatory", "Committee", "--reason", "group mean")


class TestSigned:
    def test_a_rating_from_its_day_on(self, ready):
        publish(ready, {"2026-01": MONTHS["2026-01"]})
        told = ready.do("sign", SYSTEM, "V", "--rating", "1444", *SIGNED).err
        assert "rating 1444 of V Unrated Véra from 2026-02-01, signed by Committee" in told
        assert "V" not in {row["id"] for row in ready.do("export", SYSTEM, "2026-01").rows}
        for name in ("2026-02", "2026-03"):
            ready.do("period", "add", SYSTEM, name, "--starts", f"{name}-01", "--ends", f"{name}-28")
            ready.load(ready.games(f"{name}.csv", f"{name},1,{name}-10,C,D,1-0"), period=name)
            ready.do("rate", SYSTEM, name)
            ready.do("publish", SYSTEM, name)
            assert {row["id"]: row["rating"] for row in ready.do("export", SYSTEM, name).rows}["V"] == "1444"
        assert "DIFFERS" not in ready.do("verify").out
        assert ready.do("explain", SYSTEM, "2026-02", "V", "--json").json["signed"][0]["value"] == 1444
        assert ready.do("explain", SYSTEM, "2026-03", "V", "--json").json["signed"] == []  # the list before has it

    def test_before_a_computed_rating(self, ready):
        ready.load_rows(*MONTHS["2026-01"])
        ready.do("sign", SYSTEM, "B", "--rating", "1900", "--on", "2026-01-01", *SIGNED[2:])
        ready.do("rate", SYSTEM, "2026-01")
        told = ready.do("explain", SYSTEM, "2026-01", "B", "--json").json
        assert told["before"] == 1900
        assert told["signed"] == [
            {
                "player": "B", "kind": "rating", "value": 1900, "on": "2026-01-01", "signatory": "Committee",
                "reason": "group mean",
            }
        ]  # fmt: skip
        signed = "Signed: rating 1900 of B from 2026-01-01 by Committee (group mean)"
        assert signed in ready.do("explain", SYSTEM, "2026-01", "B").out
        opponent = next(game["opponent"] for game in told["games"])
        assert signed in ready.do("explain", SYSTEM, "2026-01", opponent).out

    def test_only_what_is_used_is_told(self, ready):
        """Not what is superseded, what is in force later, nor an estimate of who is rated."""
        ready.load_rows(*MONTHS["2026-01"])
        for day, rating in (("2025-12-30", "1710"), ("2025-12-31", "1720"), ("2026-01-31", "1990")):
            ready.do("sign", SYSTEM, "B", "--rating", rating, "--on", day, *SIGNED[2:])
        ready.do("sign", SYSTEM, "B", "--estimate", "1609", "--on", "2026-01-01", *SIGNED[2:])
        ready.do("rate", SYSTEM, "2026-01")
        told = ready.do("explain", SYSTEM, "2026-01", "B", "--json").json
        assert [(one["kind"], one["value"]) for one in told["signed"]] == [("rating", 1720)]

    @pytest.mark.parametrize(
        "language, sentence",
        [
            ("en", "The rating 1900, in force from 1 January 2026, was decided by hand; Committee answers for it."),
            ("fr", "Le classement 1900, en vigueur à partir du 1er janvier 2026, a été fixé manuellement ;"),
            ("tr", "1 Ocak 2026 tarihinden itibaren geçerli olan 1900 derecesi elle belirlenmiştir; sorumlusu:"),
        ],
    )
    def test_a_letter_tells_the_player_and_nobody_else(self, ready, language, sentence):
        ready.load_rows(*MONTHS["2026-01"])
        ready.do("sign", SYSTEM, "B", "--rating", "1900", "--on", "2026-01-01", *SIGNED[2:])
        ready.do("rate", SYSTEM, "2026-01")
        opponent = ready.do("explain", SYSTEM, "2026-01", "B", "--json").json["games"][0]["opponent"]

        def letter(player: str) -> str:
            return " ".join(ready.do("explain", SYSTEM, "2026-01", player, "--letter", language).out.split())

        assert sentence in letter("B")
        assert sentence not in letter(opponent)

    def test_an_estimate_goes_before_the_clubs(self, ready):
        ready.do("load", "players", ready.file("e.csv", "id,estimate\nU,1300\n"))
        ready.load_rows(*MONTHS["2026-01"])
        ready.do("sign", SYSTEM, "U", "--estimate", "1409", "--on", "2026-01-01", *SIGNED[2:])
        ready.do("rate", SYSTEM, "2026-01")
        told = ready.do("explain", SYSTEM, "2026-01", "U", "--json").json
        assert told["estimate"] == told["signed"][0]["value"] == 1409

    def test_of_ids_merged_and_by_expectation(self, office):
        system = "fide-standard"
        office.do("load", "players", office.file("p.csv", "id,name\nA,Ana\nA2,Ana too\nB,Bo\n"))
        ratings = office.file("l.csv", "id,rating,games\nA2,1700,40\nB,1700,40\n")
        office.do("load", "list", ratings, "--system", system, "--date", "2025-12-01")
        office.do("period", "add", system, "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        office.do("sign", system, "A2", "--rating", "1800", "--on", "2026-01-01", *SIGNED[2:])
        office.do("person", "merge", "A2", "--into", "A", "--reason", "one person")
        games = office.file("g.csv", "white,black,result,date,tournament\nA,B,1-0,2026-01-05,T\n")
        office.do("load", "games", games, "--system", system, "--period", "2026-01")
        office.do("rate", system, "2026-01")
        told = office.do("explain", system, "2026-01", "A", "--json").json
        assert told["before"] == told["signed"][0]["value"] == 1800
        assert "Signed: rating 1800 of A from" in office.do("explain", system, "2026-01", "B").out

    def test_by_expectation_in_the_games_from_its_day_on(self, office):
        system = "fide-standard"
        office.do("load", "players", office.file("p.csv", "id,name\nA,Ana\nB,Bo\nC,Cy\n"))
        office.do("load", "list", office.file("l.csv", "id,rating,games\nA,1800,40\nB,1750,40\n"), "--system", system,
                  "--date", "2025-12-01")  # fmt: skip
        office.do("period", "add", system, "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        office.do("sign", system, "A", "--rating", "1500", "--on", "2026-01-15", *SIGNED[2:])
        games = "A,B,1-0,2026-01-14,S\nA,B,1-0,2026-01-15,T\n"
        office.do("load", "games", office.file("g.csv", f"white,black,result,date,tournament\n{games}"), "--system",
                  system, "--period", "2026-01")  # fmt: skip
        office.do("rate", system, "2026-01")
        told = {player: office.do("explain", system, "2026-01", player, "--json").json["games"] for player in "AB"}
        assert [game["own_value"] for game in told["A"]] == [1800, 1500]
        assert [game["opponent_value"] for game in told["B"]] == [1800, 1500]

    def test_by_expectation_without_any_list(self, office):
        system = "fide-standard"
        office.do("load", "players", office.file("p.csv", "id,name\nA,Ana\nB,Bo\n"))
        office.do("period", "add", system, "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        for player, rating in (("A", "1800"), ("B", "1700")):
            office.do("sign", system, player, "--rating", rating, "--on", "2026-01-01", *SIGNED[2:])
        games = office.file("g.csv", "white,black,result,date,tournament\nA,B,1-0,2026-01-14,S\n")
        office.do("load", "games", games, "--system", system, "--period", "2026-01")
        office.do("rate", system, "2026-01")
        (game,) = office.do("explain", system, "2026-01", "A", "--json").json["games"]
        assert (game["own_value"], game["opponent_value"]) == (1800, 1700)

    def test_taken_back(self, ready):
        ready.load_rows(*MONTHS["2026-01"])
        ready.do("rate", SYSTEM, "2026-01")
        before = ready.do("export", SYSTEM, "2026-01").output
        ready.do("sign", SYSTEM, "B", "--rating", "1900", "--on", "2026-01-01", *SIGNED[2:])
        ready.stopped("publish", SYSTEM, "2026-01", error="has changed since")
        ready.do("sign", SYSTEM, "B", "--undo", "--on", "2026-01-01", "--reason", "a mistake")
        ready.do("rate", SYSTEM, "2026-01")
        assert ready.do("export", SYSTEM, "2026-01").output == before
        actions = [entry["action"] for entry in ready.do("ledger", "--about", " B ", "--json").json]
        assert actions == ["sign", "unsign"]

    @pytest.mark.parametrize(
        "words, error",
        [
            (("--on", "2026-02-01", "--signatory", "X"), "One thing at a time"),
            (("--rating", "1500", "--on", "2026-02-01"), "Somebody must answer"),
            (("--undo", "--on", "2026-02-01"), "Nothing is signed"),
            (("--rating", "1500", "--on", "2026-01-01", "--signatory", "X"), "started on 2026-01-01 and is published"),
        ],
    )
    def test_what_cannot_be(self, ready, words, error):
        publish(ready, {"2026-01": MONTHS["2026-01"]})
        result = ready.run("sign", SYSTEM, "B", *words, *WHY)
        assert result.code in (1, 2)
        assert error in result.err


def test_a_game_withdrawn_under_both_ids(two_ids):
    """Told by the person it is one game; a file that brings it again is answered, and it stays out."""
    office, _ = two_ids
    office.load_rows(",,2026-01-10,A,C,1-0", ",,2026-01-10,A2,C,1-0", "T1,1,2026-01-11,B,D,1-0")
    for white in ("A", "A2"):
        office.do("withdraw", SYSTEM, "2026-01", "--white", white, *WHY)
    office.do("person", "merge", "A2", "--into", "A", *WHY)
    told = office.load_rows(",,2026-01-10,A,C,1-0", "T1,2,2026-01-12,B,E,1-0", name="again.csv").err
    assert "1 row withdrawn, corrected or given to another player by decision: they stay out" in told

    @pytest.mark.parametrize("system", ["ffe-national", "ffe-rapid"])
    def test_no_rating_that_the_list_would_read_as_an_estimate(self, office, system):
        """S0, S1: a rating ending in 9 is an estimate; an estimate may be signed so, and FIDE's ratings end in any."""
        office.do("load", "players", office.file("p.csv", "id,name\nA,Ana\n"))
        before = office.dump()
        office.stopped(
            "sign", system, "A", "--rating", "1409", *SIGNED,
            error=f"1409 cannot be a rating of {system}: a rating ending in 9 is an estimate", hint="another",
        )  # fmt: skip
        assert office.dump() == before
        office.do("sign", system, "A", "--estimate", "1409", *SIGNED)
        office.do("sign", system, "A", "--rating", "1410", *SIGNED)
        office.do("sign", "fide-rapid", "A", "--rating", "1409", *SIGNED)
