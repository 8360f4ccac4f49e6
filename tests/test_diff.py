"""Differences between two lists with their causes, each proved: undoing it by commands gives the old list."""

from __future__ import annotations

import csv
import io

import pytest

from office import PLAYERS, REPOSITORY, Office
from ratings.differences.histogram import bars_of
from ratings.differences.suspects import CAUSES
from test_revise import CORRECT, MONTHS, SYSTEM, WHY, publish

LATE = "T1,4,2026-01-13,U,D,1-0"


@pytest.fixture
def published(ready):
    return publish(ready)


@pytest.fixture
def published_desk(ready_desk):
    return publish(ready_desk)


def late(desk, *rows: str, period: str = "2026-01", system: str = SYSTEM, options=()) -> None:
    file = desk.games(f"late-{len(rows)}-{period}.csv", *rows)
    desk.do("load", "games", file, "--system", system, "--period", period, "--correction", "late", *options)


def revise(desk, system: str = SYSTEM, *options: str) -> None:
    desk.do("revise", system, "2026-01", *WHY, *options)


def diff(desk, month: str = "2026-01", *options: object, system: str = SYSTEM) -> dict[str, dict]:
    """Give each player of `diff --json`, by id."""
    return {row["id"]: row for row in desk.do("diff", system, month, *options, "--json").json["players"]}


def words(player: dict) -> list[str]:
    return [cause["cause"] for cause in player["causes"]]


def causes_of(found: dict[str, dict]) -> dict[str, list[str]]:
    return {player: words(row) for player, row in found.items()}


def same_as_first(desk, system: str = SYSTEM, months=MONTHS) -> bool:
    """Say whether the newest lists are again what the first ones were."""
    return all(
        desk.do("export", system, name).output == desk.do("export", system, name, "--revision", "1").output
        for name in months
    )


class TestProof:
    """For each cause: undone alone by commands, and computed again, it gives the old list."""

    def test_a_corrected_result(self, published):
        published.do(*CORRECT, *WHY)
        revise(published)
        found = diff(published)
        assert causes_of(found) == {"A": ["corrected-result"], "C": ["corrected-result"]}
        game = found["C"]["causes"][0]["games"]
        assert game == [{
            "before": "T1, round 2, 2026-01-11, A - C 0-1", "after": "T1, round 2, 2026-01-11, A - C 1-0",
            "by": "entry 1: correct, claim 17",
        }]  # fmt: skip
        published.do(*CORRECT[:-1], "0-1", *WHY)
        revise(published)
        assert same_as_first(published)
        assert words(diff(published)["C"]) == ["corrected-result"]
        assert diff(published, "2026-01", "--against", "1") == {}

    def test_a_new_game_and_who_met_its_players(self, published):
        """B met U, who is worth more since his late win over D: the cause is U's rating, and U's is the new game."""
        late(published, LATE)
        revise(published)
        found = diff(published)
        assert words(found["U"]) == ["new-game"]
        assert found["U"]["causes"][0]["games"] == [
            {"before": None, "after": "T1, round 4, 2026-01-13, U - D 1-0", "by": "load 6, late-1-2026-01.csv"}
        ]
        assert words(found["B"]) == ["opponent-rating"]
        (opponent,) = found["B"]["causes"][0]["opponents"]
        assert (opponent["id"], opponent["causes"]) == ("U", ["new-game"])
        assert opponent["before"] < opponent["after"]
        told = published.do("diff", SYSTEM, "2026-01", "--json").json["opponents"]
        assert [(one["id"], one["causes"][0]["games"][0]["after"]) for one in told] == [
            ("U", "T1, round 4, 2026-01-13, U - D 1-0")
        ]
        assert "      opponent-rating: U 1399 → 2120 (new-game: T1, round 4," in published.do(
            "diff", SYSTEM, "2026-01").out  # fmt: skip
        published.do("withdraw", SYSTEM, "2026-01", "--tournament", "T1", "--round", "4", "--white", "U", *WHY)
        revise(published)
        assert same_as_first(published)

    def test_a_withdrawn_game(self, published):
        named = (SYSTEM, "2026-01", "--tournament", "T1", "--round", "1", "--white", "C", *WHY)
        published.do("withdraw", *named)
        revise(published)
        found = diff(published)
        assert words(found["C"]) == ["withdrawn-game"]
        assert found["C"]["causes"][0]["games"][0]["by"] == "entry 1: withdraw, claim 17"
        published.do("release", *named)
        revise(published)
        assert same_as_first(published)
        assert diff(published)["C"]["causes"][0]["games"][0]["by"] == "entry 3: release, claim 17"

    def test_a_changed_id(self, published):
        published.do("reassign", SYSTEM, "2026-01", "--from", "C", "--to", "E", "--tournament", "T1", *WHY)
        revise(published)
        found = diff(published)
        assert words(found["C"]) == words(found["E"]) == ["changed-id"]
        games = found["E"]["causes"][0]["games"]
        assert {(game["before"], game["after"]) for game in games} <= {
            ("T1, round 1, 2026-01-10, C - D 1/2-1/2", "T1, round 1, 2026-01-10, E - D 1/2-1/2"),
            ("T1, round 2, 2026-01-11, A - C 0-1", "T1, round 2, 2026-01-11, A - E 0-1"),
        }
        assert {game["by"] for game in games} == {"entry 1: reassign, claim 17"}
        published.do("reassign", SYSTEM, "2026-01", "--from", "E", "--to", "C", "--tournament", "T1", *WHY)
        revise(published)
        assert same_as_first(published)

    def test_the_own_start_and_the_list_that_it_is_from(self, published):
        published.do(*CORRECT, *WHY)
        revise(published)
        found = diff(published, "2026-02")
        assert words(found["A"]) == ["own-start"]
        (value,) = found["A"]["causes"][0]["values"]
        assert (value["value"], value["before_from"], value["after_from"]) == (
            "rating", "list 2026-01, revision 1", "list 2026-01, revision 2",
        )  # fmt: skip
        january = diff(published)["A"]
        assert (value["before"], value["after"]) == (january["before"], january["after"])
        assert words(found["E"]) == ["opponent-rating"]
        assert found["E"]["causes"][0]["opponents"][0]["causes"] == ["own-start"]
        published.do(*CORRECT[:-1], "0-1", *WHY)
        revise(published)
        assert same_as_first(published)

    def test_two_causes_where_neither_is_enough(self, published):
        """A's result was corrected, and A's opponent U won a late game: undone apart, neither gives the old value."""
        published.do(*CORRECT, *WHY)
        late(published, LATE)
        revise(published)
        found = diff(published)
        old = found["A"]["before"]
        assert words(found["A"]) == ["corrected-result", "opponent-rating"]
        counts = published.do("diff", SYSTEM, "2026-01", "--json").json["counts"]
        assert counts["corrected-result + opponent-rating"] == 1
        published.do(*CORRECT[:-1], "0-1", *WHY)
        revise(published)
        assert int(rating(published, "A")) != old
        published.do(*CORRECT, *WHY)
        published.do("withdraw", SYSTEM, "2026-01", "--tournament", "T1", "--round", "4", "--white", "U", *WHY)
        revise(published)
        assert int(rating(published, "A")) != old
        published.do(*CORRECT[:-1], "0-1", *WHY)
        revise(published)
        assert same_as_first(published)

    def test_a_game_that_moves_nobody_is_no_cause(self, published):
        """Of two late games only the one that counts is named: C's win against V, far below, does not."""
        late(published, "T1,4,2026-01-13,C,V,1-0")
        late(published, LATE.replace(",4,", ",5,"), "T1,5,2026-01-14,C,A,0-1")
        published.do("load", "players", published.file("v.csv", "id,estimate\nV,1000\n"))
        revise(published, SYSTEM, "--players-as-now")
        found = diff(published)
        assert [game["after"] for cause in found["C"]["causes"] for game in cause["games"]] == [
            "T1, round 5, 2026-01-14, C - A 0-1"
        ]

    def test_an_estimate_of_the_register(self, published):
        published.do("load", "players", published.file("later.csv", "id,estimate\nU,1500\n"))
        revise(published, SYSTEM, "--players-as-now")
        found = diff(published)
        assert words(found["U"]) == ["own-start"]
        assert "      own-start: estimate none → 1500\n" in published.do("diff", SYSTEM, "2026-01").out
        published.do("load", "players", published.file("again.csv", "id,estimate\nU,\n"))
        revise(published, SYSTEM, "--players-as-now")
        assert same_as_first(published)

    def test_ids_that_are_one_person(self, office):
        """C2 is C: the game changes its id in the first list; in the next one what C starts from does."""
        office.opened(players=PLAYERS + "C2,Gamma Chloé,1990,F,FRA,Lyon\n")
        months = {name: tuple(row.replace("A,C,0-1", "A,C2,0-1") for row in rows) for name, rows in MONTHS.items()}
        publish(office, months)
        office.do("person", "merge", "C2", "--into", "C", *WHY)
        revise(office)
        found = diff(office)
        assert causes_of(found) | {"A": []} == {"C": ["changed-id"], "C2": ["changed-id"], "A": []}
        assert found["C"]["causes"][0]["games"][0]["by"] == "entry 1: merge, claim 17"
        assert {word for row in diff(office, "2026-02").values() for word in words(row)} <= {
            "changed-id", "own-start", "opponent-rating",
        }  # fmt: skip
        assert "changed-id" in words(diff(office, "2026-02")["C2"])
        office.do("person", "unmerge", "C2", *WHY)
        revise(office)
        assert same_as_first(office)

    def test_one_game_under_two_ids_of_a_person(self, desk):
        """It counts twice until it is withdrawn."""
        desk.opened(players=PLAYERS + "C2,Gamma Chloé,1990,F,FRA,Lyon\n")
        rows = ("T1,,2026-01-11,B,C,0-1", "T1,,2026-01-11,B,C2,0-1", "T1,,2026-01-12,A,C,0-1")
        publish(desk, {"2026-01": rows})
        desk.do("person", "merge", "C2", "--into", "C", *WHY)
        revise(desk)
        (cause,) = diff(desk)["C"]["causes"]
        assert (cause["cause"], [game["after"][-9:] for game in cause["games"]]) == ("changed-id", ["B - C 0-1"])
        assert words(diff(desk)["B"]) == ["changed-id"]

    def test_a_tournament_that_was_set_aside(self, ready):
        ready.load_rows(*MONTHS["2026-01"], "T9,1,2026-01-14,C,D,1-0", "T9,2,2026-01-15,C,Q,1-0", code=3)
        ready.do("rate", SYSTEM, "2026-01", code=3)
        ready.do("publish", SYSTEM, "2026-01", code=3)
        ready.do("release", SYSTEM, "2026-01", "--tournament", "T9", *WHY)
        revise(ready)
        found = diff(ready)
        assert words(found["C"]) == words(found["D"]) == ["new-game"]
        assert found["D"]["causes"][0]["games"][0]["by"] == "its tournament was set aside"
        ready.do("hold", SYSTEM, "2026-01", "--tournament", "T9", *WHY)
        revise(ready)
        assert same_as_first(ready, months=["2026-01"])
        assert diff(ready)["D"]["causes"][0]["games"][0]["by"] == "entry 3: hold, claim 17"


def rating(desk, player: str, month: str = "2026-01", system: str = SYSTEM) -> str:
    return {row["id"]: row["rating"] for row in desk.do("export", system, month).rows}[player]


def test_other_rules(office):
    """Published under an officer's own rules, whose numbers have changed since: undone, the old values come back."""
    rules = office.folder / "other-brake.toml"
    original = (REPOSITORY / "ratings/rules/ffe.toml").read_text("utf-8").split("[[block]]")
    block = next(part for part in original if 'name = "R01"' in part and 'system = "ffe-national"' in part)
    own = 'rules = "ffe"\n\n[[block]]\n' + block.replace('"ffe-national"', '"club"')
    assert "brake = 16\n" in own
    rules.write_text(own, "utf-8")
    system = ("other-brake.toml",)
    publish(office.opened(system="other-brake.toml"), {"2026-01": MONTHS["2026-01"]}, "other-brake.toml")
    rules.write_text(own.replace("brake = 16\n", "brake = 3\n"), "utf-8")
    revised_anew(office, *system)
    found = diff_anew(office, *system)
    told = [cause for row in found for cause in row["causes"]]
    assert {cause["cause"] for cause in told} == {"other-rule"}
    assert told[0]["numbers"] == [{"number": "brake", "before": 16, "after": 3}]
    rules.write_text(own, "utf-8")
    revised_anew(office, *system)
    first, newest = (office.do("export", *system, "2026-01", *more).output for more in ((), ("--revision", "1")))
    assert first == newest


def revised_anew(office, system: str) -> None:
    """Revise in a process of its own: rule files are read once in each."""
    done = office.process("revise", system, "2026-01", "--rules-as-now", *WHY)
    assert done.code == 0, done.err


def diff_anew(office, system: str) -> list[dict]:
    done = office.process("diff", system, "2026-01", "--json")
    assert done.code == 0, done.err
    return done.json["players"]


class TestByExpectation:
    @pytest.fixture
    def fide(self, office) -> Office:
        return publish(office.opened(system="fide-standard"), MONTHS, "fide-standard")

    def test_values_come_from_lists(self, fide):
        """By FIDE's rules opponents are worth what a list says: which list, from what to what."""
        fide.do(CORRECT[0], "fide-standard", *CORRECT[2:], *WHY)
        revise(fide, "fide-standard")
        assert {key: words(row) for key, row in diff(fide, system="fide-standard").items()} == {
            "A": ["corrected-result"], "C": ["corrected-result"],
        }  # fmt: skip
        february = diff(fide, "2026-02", system="fide-standard")
        assert words(february["A"]) == words(february["C"]) == ["own-start"]
        assert words(february["E"]) == ["opponent-rating"]
        (opponent,) = february["E"]["causes"][0]["opponents"]
        assert opponent["id"] == "A"
        assert opponent["before_from"] == "list 2026-01, revision 1"
        assert opponent["after_from"] == "list 2026-01, revision 2"
        fide.do(CORRECT[0], "fide-standard", *CORRECT[2:-1], "0-1", *WHY)
        revise(fide, "fide-standard")
        assert same_as_first(fide, "fide-standard")

    def test_a_newcomers_pool(self, fide):
        late(fide, "T1,4,2026-01-13,U,D,1-0", system="fide-standard")
        revise(fide, "fide-standard")
        found = diff(fide, "2026-02", system="fide-standard")["U"]
        assert (found["before"], found["causes"][0]["values"][0]["value"]) == (None, "pool")

    def test_another_first_day(self, office):
        """A tournament that began earlier than its first game: another list decides about its games."""
        office.opened(system="fide-standard")
        older = "id,rating,games,last_game\nA,1700,120,2025-11-06\nB,1900,80,2025-11-06\nC,1700,60,2025-11-08\n"
        office.do("load", "list", office.file("older.csv", older), "--system", "fide-standard", "--date", "2025-11-30")
        publish(office, {"2026-01": MONTHS["2026-01"]}, "fide-standard")
        days = office.file("days.csv", "tournament,starts\nT1,2025-12-20\n")
        late(office, "T8,1,2026-01-20,E,F,1-0", system="fide-standard", options=("--tournaments", days))
        revise(office, "fide-standard")
        found = diff(office, system="fide-standard")
        assert {key: words(row) for key, row in found.items()} == {
            "A": ["tournament-data"], "B": ["tournament-data"], "C": ["tournament-data"], "E": ["new-game"],
            "F": ["new-game"],
        }  # fmt: skip
        assert found["A"]["causes"][0]["tournaments"] == [
            {"tournament": "T1", "what": "first day", "before": "2026-01-10", "after": "2025-12-20"}
        ]
        back = office.file("back.csv", "tournament,starts\nT1,2026-01-10\n")
        late(office, "T8,2,2026-01-21,E,V,1-0", "T8,3,2026-01-21,F,V,1-0", system="fide-standard",
             options=("--tournaments", back))  # fmt: skip
        revise(office, "fide-standard")
        again = diff(office, "2026-01", "--against", "1", system="fide-standard")
        assert again.keys() == {"E", "F"}


class TestPeriods:
    def test_without_an_earlier_revision_it_is_the_list_before(self, published):
        """Who played, and how; who did not play is not named."""
        found = diff(published, "2026-02")
        assert {word for row in found.values() for word in words(row)} == {"games-of-the-period"}
        assert found["A"]["causes"] == [
            {"cause": "games-of-the-period", "period": "2026-02", "games": 1, "points": "1"}
        ]
        assert "B" not in found
        old, new = ({row["id"]: row["rating"] for row in published.do("export", SYSTEM, name).rows}
                    for name in ("2026-01", "2026-02"))  # fmt: skip
        assert found.keys() == {key for key in old if old[key] != new[key]}

    def test_over_several_periods_and_back(self, published):
        found = diff(published, "2026-03", "--against", "2026-01")
        assert {cause["period"] for cause in found["C"]["causes"]} == {"2026-02", "2026-03"}
        back = diff(published, "2026-01", "--against", "2026-03")
        assert {key: (row["after"], row["before"], row["causes"]) for key, row in back.items()} == {
            key: (row["before"], row["after"], row["causes"]) for key, row in found.items()
        }

    def test_a_list_from_elsewhere_between(self, published_desk):
        """Who is rated by a list that was loaded since: that is the cause, not the games."""
        desk = published_desk
        desk.do("period", "add", SYSTEM, "2026-04", "--starts", "2026-04-02", "--ends", "2026-04-30")
        other = desk.file("april.csv", "id,rating\nV,1770\n")
        desk.do("load", "list", other, "--system", SYSTEM, "--date", "2026-04-02")
        desk.load(desk.games("4.csv", "T4,1,2026-04-10,F,C,0-1"), period="2026-04")
        desk.do("rate", SYSTEM, "2026-04")
        found = diff(desk, "2026-04")
        assert words(found["V"]) == ["own-start"]
        (value,) = found["V"]["causes"][0]["values"]
        assert (value["after"], value["before_from"], value["after_from"]) == (
            1770, "list 2026-03, revision 1", "list of 2026-04-02",
        )  # fmt: skip
        assert words(found["C"]) == ["games-of-the-period"]
        assert "2026-04, as rated against" in desk.do("diff", SYSTEM, "2026-04").out

    def test_a_signed_rating_between(self, published_desk):
        desk = published_desk
        desk.do("sign", SYSTEM, "B", "--rating", "1800", "--on", "2026-04-01", "--signatory", "Board", "--reason", "x")
        desk.do("period", "add", SYSTEM, "2026-04", "--starts", "2026-04-01", "--ends", "2026-04-30")
        desk.load(desk.games("4.csv", "T4,1,2026-04-10,F,C,0-1"), period="2026-04")
        desk.do("rate", SYSTEM, "2026-04")
        (value,) = diff(desk, "2026-04")["B"]["causes"][0]["values"]
        assert (value["after"], value["after_from"]) == (1800, "signed by Board for 2026-04-01")

    def test_a_new_season(self, desk):
        """An archive that is too old in the new season: the estimate leaves the list without any game."""
        archive = "id,rating,archive_points,archive_games,archive_season\nA,1800,,,\nU,,3000.00,2,2025\n"
        desk.opened("ffe-rapid", listed=archive)
        publish(desk, {"2026-01": ("T1,1,2026-01-10,A,B,1-0",)}, "ffe-rapid")
        desk.do("period", "add", "ffe-rapid", "2027-09", "--starts", "2027-09-01", "--ends", "2027-09-30")
        desk.load(desk.games("9.csv", "T9,1,2027-09-10,A,C,1-0"), period="2027-09", system="ffe-rapid")
        desk.do("rate", "ffe-rapid", "2027-09")
        found = diff(desk, "2027-09", system="ffe-rapid")["U"]
        assert (found["after"], found["causes"]) == (None, [{"cause": "new-season", "before": 2026, "after": 2028}])

    def test_an_adjustment_between(self, desk):
        publish(desk.opened(system="fide-standard"), {"2026-01": MONTHS["2026-01"]}, "fide-standard")
        desk.do("adjust", "fide-standard", "--on", "2026-02-01", "--below", "1760", "--factor", "0.4", "--reason", "x")
        desk.do("period", "add", "fide-standard", "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
        desk.load(desk.games("2.csv", "T2,1,2026-02-10,A,E,1-0"), period="2026-02", system="fide-standard")
        desk.do("rate", "fide-standard", "2026-02")
        found = diff(desk, "2026-02", system="fide-standard")
        assert words(found["F"]) == ["own-start"]
        assert found["F"]["causes"][0]["values"][0]["after_from"] == "adjustment of 2026-02-01"
        assert words(found["A"]) == ["games-of-the-period"]
        assert words(found["E"]) == ["games-of-the-period", "own-start"]


class TestFiles:
    def test_a_list_that_went_through_excel(self, published):
        """The list itself, semicolons and all, with one cell typed over, one row lost and one stranger."""
        data = published.do("export", SYSTEM, "2026-01", "--excel").output.decode("utf-8-sig")
        rows = [row.split(";") for row in data.splitlines()]
        rating_at = rows[0].index("rating")
        changed = [row for row in rows if row[1] != "B"]
        next(row for row in changed if row[1] == "A")[rating_at] = "1 999"
        changed.append(["", "Z", "Zed Zoé"] + [""] * 4 + ["1500"] + [""] * (len(rows[0]) - 8))
        file = published.file("back.csv", "\r\n".join(map(";".join, changed)) + "\r\n", "utf-8-sig")
        done = published.do("diff", SYSTEM, "2026-01", "--against", file, "--json")
        found = {row["id"]: row for row in done.json["players"]}
        assert {key: (row["before"], words(row)) for key, row in found.items()} == {
            "A": (1999, ["differs-in-file"]), "B": (None, ["differs-in-file"]), "Z": (1500, ["differs-in-file"]),
        }  # fmt: skip
        assert found["A"]["causes"][0]["cell"] == {
            "file": "1999", "published": rating(published, "A"), "list": f"{SYSTEM} 2026-01, revision 1",
        }  # fmt: skip
        assert found["Z"]["name"] == "Zed Zoé"
        assert done.err == f"note: back.csv is {SYSTEM} 2026-01, revision 1, but for 3 cells\n"

    def test_the_list_itself(self, published_desk):
        for options in ((), ("--full",), ("--excel",)):
            file = published_desk.file("same.csv", published_desk.do("export", SYSTEM, "2026-02", *options).output)
            assert diff(published_desk, "2026-02", "--against", file) == {}

    def test_an_earlier_list_is_recognised(self, published):
        """A file of the first revision: its differences have causes; only the cell typed over differs in the file."""
        first = published.do("export", SYSTEM, "2026-01").out
        old = rating(published, "D")
        published.do(*CORRECT, *WHY)
        revise(published)
        file = published.file("first.csv", first.replace(f",{old},", ",1111,", 1))
        done = published.do("diff", SYSTEM, "2026-01", "--against", file, "--json")
        assert {row["id"]: words(row) for row in done.json["players"]} == {
            "A": ["corrected-result"], "C": ["corrected-result"], "D": ["differs-in-file"],
        }  # fmt: skip
        assert "first.csv is ffe-national 2026-01, revision 1, but for 1 cell\n" in done.err
        before = published.file("before.csv", published.do("export", SYSTEM, "2026-01").output)
        assert "games-of-the-period" in words(diff(published, "2026-02", "--against", before)["D"])

    def test_ids_that_lost_their_zeros(self, desk):
        players = "id,name,birth_year\n007,James,1980\n0042,Dent,1980\nX1,Ex,1990\n"
        desk.opened(players=players, listed="id,rating\n007,1800\n0042,1700\nX1,1600\n")
        publish(desk, {"2026-01": ("T1,1,2026-01-10,007,X1,1-0",)})
        data = desk.do("export", SYSTEM, "2026-01").out.replace("007", "7").replace("0042", "42")
        done = desk.do("diff", SYSTEM, "2026-01", "--against", desk.file("zeros.csv", data), "--json")
        assert done.json["players"] == []
        assert "note: 2 ids of zeros.csv lost the zeros in front: 42 is 0042, 7 is 007" in done.err

    def test_what_is_no_list(self, published_desk):
        desk = published_desk
        files = {
            "none.csv": ("id,name\nA,Alpha\n", "has no column rating"),
            "twice.csv": ("id,rating\nA,1800\nA,1800\n", "names A twice"),
            "cells.csv": ("id,rating\nA,1800,1,2\n", "cells"),
        }
        for name, (text, error) in files.items():
            desk.stopped("diff", SYSTEM, "2026-01", "--against", desk.file(name, text), error=error)
        desk.file("latin.csv", "id,rating,name\nA,1800,Chloé\n", "latin-1")
        desk.stopped("diff", SYSTEM, "2026-01", "--against", "latin.csv", error="not utf-8", hint="--encoding")
        desk.do("diff", SYSTEM, "2026-01", "--against", "latin.csv", "--encoding", "latin-1")


class TestCommand:
    def test_text_counts_bars_and_players(self, published_desk):
        late(published_desk, LATE)
        published_desk.do(*CORRECT, *WHY)
        revise(published_desk)
        told = published_desk.do("diff", SYSTEM, "2026-01").out.splitlines()
        assert told[0] == f"{SYSTEM} 2026-01, revision 2 against {SYSTEM} 2026-01, revision 1: 4 values differ"
        assert told[2:8] == [
            "Causes, and players:", "  1  corrected-result", "  1  corrected-result + opponent-rating", "  1  new-game",
            "  1  opponent-rating", "",
        ]  # fmt: skip
        assert told[8] == "Changes in points, and players:"
        players = [line for line in told if line.startswith("  ") and " → " in line and not line.startswith("   ")]
        changes = [abs(int(line.rpartition("(")[2].partition(")")[0])) for line in players]
        assert changes == sorted(changes, reverse=True)

    def test_csv_and_a_file_have_everybody(self, published_desk):
        late(published_desk, LATE)
        revise(published_desk)
        found = diff(published_desk)
        out = published_desk.do("diff", SYSTEM, "2026-01", "--csv").out
        rows = list(csv.DictReader(io.StringIO(out)))
        assert {(row["id"], row["change"]) for row in rows} == {(key, str(row["change"])) for key, row in found.items()}
        assert {row["causes"] for row in rows} == {"new-game", "opponent-rating"}
        told = published_desk.do("diff", SYSTEM, "2026-01", "-o", "d.csv")
        assert (published_desk.folder / "d.csv").read_text("utf-8") == out
        assert told.err == f"d.csv: {len(rows)} players\n"

    def test_a_list_that_stays_as_it_is(self, published_desk):
        assert published_desk.do("diff", SYSTEM, "2026-01", "--against", "1").out.endswith(": 0 values differ\n")

    def test_it_writes_nothing(self, published):
        published.do(*CORRECT, *WHY)
        revise(published)
        before = published.dump()
        published.do("diff", SYSTEM, "2026-02")
        assert published.dump() == before

    def test_what_cannot_be(self, published_desk):
        desk = published_desk
        desk.stopped("diff", SYSTEM, "2026-01", error="no list before", hint="--against")
        desk.stopped("diff", SYSTEM, "2026-01", "--against", "7", error="no revision .* no other period, and no file")
        desk.stopped("diff", SYSTEM, "2026-02", "--json", "--csv", error="two forms", code=2)
        desk.stopped("diff", SYSTEM, "2026-02", "--revision", "2", error="has no revision 2")
        desk.do("period", "add", SYSTEM, "2026-04", "--starts", "2026-04-01", "--ends", "2026-04-30")
        desk.stopped("diff", SYSTEM, "2026-04", error="is not rated yet")


def test_every_cause_is_documented():
    documented = (REPOSITORY / "docs" / "words.md").read_text("utf-8").split("## `cause`")[1].split("## ")[0]
    assert [word for word in CAUSES if f"| `{word}` |" not in documented] == []


def test_bars_are_as_wide_as_the_changes_ask_for():
    """Multiples of ten have a bar each, single points share them; what is far out does not make them wider."""
    assert [(bar.least, bar.most, bar.count) for bar in bars_of([-20, 10, 10, 20])] == [
        (-20, -20, 1), (-10, -10, 0), (10, 10, 2), (20, 20, 1),
    ]  # fmt: skip
    assert [(bar.least, bar.most) for bar in bars_of([-3, 1, 4])] == [(-4, -3), (-2, -1), (1, 1), (2, 3), (4, 5)]
    many = bars_of([*range(1, 101), 5000])
    assert (many[-1].least, many[-1].most, many[-1].count) == (100, None, 2)
    assert sum(bar.count for bar in many) == 101
    assert bars_of([]) == []
