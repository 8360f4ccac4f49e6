"""chess-results' Excel exports: crosstables by rank or start number, pairings of all rounds, their faults."""

from __future__ import annotations

import re

import pytest

from test_workbooks import book

TITLES = [
    ("From the Tournament-Database of Chess-Results https://chess-results.com",), ("Rook Cup",),
    ("Last update 13.02.2026 18:17:32",), ("Ranking crosstable after Round 3",),
]  # fmt: skip
CLOSING = [(), ("Chess-Tournament-Results-Server: Chess-Results",)]
HEADER = ("Rk.", "", "Name", "Rtg", "FED", "FideID", "1.Rd", "2.Rd", "3.Rd", "Pts. ", "TB1")
RANKED = [
    (1, "GM", "Alpha Anne", 1800, "FRA", 88800001, "2w1", " 3b½", "4w1", 2.5, 3),
    (2, "", "Beta Bruno", 1750, "FRA", 88800002, "1b0", "4w+", "3b0", 1, 3),
    (3, "", "Gamma Chloe", 1700, "FRA", 88800003, "4b1", "1w½", "2w1", 2.5, 3),
    (4, "", "Delta Denis", 0, "FRA", 88800004, "3w0", "2b-", "1b0", 0, 3),
]
DAYS = "tournament,starts,ends\nRook Cup,2026-01-09,2026-01-11\n"
GAMES = [
    ("A", "B", "1-0", "rated"), ("D", "C", "0-1", "rated"), ("B", "D", "1-0F", "not played"),
    ("C", "A", "1/2-1/2", "rated"), ("A", "D", "1-0", "rated"), ("C", "B", "1-0", "rated"),
]  # fmt: skip


@pytest.fixture
def load(ready_desk):
    ids = "id,name,fide_id\n" + "".join(f"{'ABCD'[n]},{RANKED[n][2]},8880000{n + 1}\n" for n in range(4))
    ready_desk.do("load", "players", ready_desk.file("ids.csv", ids))
    ready_desk.file("days.csv", DAYS)

    def loaded(*rows: tuple, code: int = 0) -> str:
        data = book(*TITLES, *rows, *CLOSING)
        options = ("--tournaments", "days.csv")
        return ready_desk.load(ready_desk.file("cup.xlsx", data), code=code, options=options).err

    return loaded


class TestCrosstables:
    def test_by_rank(self, ready_desk, load):
        told = load(HEADER, *RANKED)
        assert "CHESS-RESULTS: 'Rook Cup', 4 players, 6 rows" in told
        assert "players: 4 by FIDE id" in told
        assert [row[1:] for row in ready_desk.stored()] == GAMES

    def test_by_start_number(self, ready_desk, load):
        order = [3, 0, 2, 1]
        rows = [(place, RANKED[n][0], *RANKED[n][2:]) for place, n in enumerate(order, start=1)]
        load(("Rk.", "SNo", *HEADER[2:]), *rows)
        assert [row[1:] for row in ready_desk.stored()] == GAMES

    def test_byes_and_absences(self, ready_desk, load):
        rows = [
            (1, "", "Alpha Anne", 1800, "FRA", 88800001, "2w1", -1, "-½", 2.5, 0),
            (2, "", "Beta Bruno", 1750, "FRA", 88800002, "1b0", 0, "", 0, 0),
        ]
        load(HEADER, *rows)
        assert sorted(row[3] for row in ready_desk.stored()) == ["1-0", "bye", "bye", "bye"]

    @pytest.mark.parametrize(
        "at, text, reason",
        [
            (6, "2w0", "The two results do not fit together"), (6, "2b1", "One must be w and one b"),
            (6, "3w1", "Player 3 .line 8. names 4"), (6, "2w", "do not fit together"), (6, "2x1", "Not an entry like"),
        ],
    )  # fmt: skip
    def test_both_sides_must_agree(self, load, at, text, reason):
        changed = [(*RANKED[0][:at], text, *RANKED[0][at + 1 :]), *RANKED[1:]]
        told = load(HEADER, *changed, code=3)
        assert "set aside: tournament Rook Cup" in told
        assert re.search(reason, told), told

    def test_one_mended_row_settles_both_sides(self, ready_desk, load):
        load(HEADER, (*RANKED[0][:6], "2x1", *RANKED[0][7:]), *RANKED[1:], code=3)
        assert len(ready_desk.refused()) == 2
        ready_desk.load_rows("Rook Cup,1,2026-01-11,A,B,1-0", name="mended.csv")
        assert ready_desk.refused() == []

    @pytest.mark.parametrize("form", ["Rd{}", "R{}", "Rd.{}", "{}.Rd", "{}. Runde", "Round {}"])
    def test_rounds_by_their_headers(self, ready_desk, load, form):
        load((*HEADER[:6], *(form.format(number) for number in (1, 2, 3)), *HEADER[9:]), *RANKED)
        assert [row[1:] for row in ready_desk.stored()] == GAMES

    @pytest.mark.parametrize("numbers", [(1, 3, 2), (1, 2, 4), (2, 3, 4), (1, 1, 2), (0, 1, 2), (1, 2, "")], ids=str)
    def test_rounds_out_of_order_or_missing(self, ready_desk, numbers):
        rounds = [f"{number}.Rd" if number != "" else "" for number in numbers]
        data = book(*TITLES, (*HEADER[:6], *rounds, *HEADER[9:]), *RANKED)
        ready_desk.stopped(
            "load", "games", ready_desk.file("cup.xlsx", data), "--system", "ffe-national", "--period", "2026-01",
            error="the rounds of the crosstable.* are .*: one is missing, twice or out of order",
        )  # fmt: skip

    def test_no_players(self, ready_desk, load):
        load(HEADER, code=3)
        assert [row[3] for row in ready_desk.refused()] == ["no-players"]

    def test_points_are_added_up(self, load):
        told = load(HEADER, (*RANKED[0][:9], 3, 3), *RANKED[1:])
        assert "points '3.0': Player 1 has 2.5 points by the results" in told


PAIRED = ("Bo.", "No.", "", "White", "Rtg", "Pts.", "Result", "Pts.", "", "Black", "Rtg", "No.")
ROUNDS = [
    ("Round 1 on 2026/01/09 at 18:00",), PAIRED,
    (1, 1, "GM", "Alpha Anne", 1800, 0, "1 - 0", 0, "", "Beta Bruno", 1750, 2),
    (2, 4, "", "Delta Denis", 0, 0, "- - +", 0, "", "Gamma Chloe", 1700, 3),
    (),
    ("Round 2 on 2026/01/10 at 18:00",), PAIRED,
    (1, 3, "", "Gamma Chloe", 1700, 1, "½ - ½", 1, "GM", "Alpha Anne", 1800, 1),
    (2, 2, "", "Beta Bruno", 1750, 0, 1, "", "", "bye", "", ""),
]  # fmt: skip


class TestPairings:
    def test_players_without_ids_are_not_found_by_name(self, ready_desk, load):
        told = load(*ROUNDS, code=3)
        assert "chess-results pairings: 'Rook Cup', 4 players, 4 rows" in told
        assert "1 Alpha Anne': no registered player was found (no id, no birth year)" in told

    def test_newcomers_and_days(self, desk):
        desk.do("period", "add", "ffe-national", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        desk.load(desk.file("cup.xlsx", book(*TITLES, *ROUNDS, *CLOSING)), options=("--register",))
        rows = desk.do("export", "ffe-national", "2026-01", "--what", "games").rows
        assert [(row["date"], row["round"], row["result"]) for row in rows] == [
            ("2026-01-09", "1", "1-0"), ("2026-01-09", "1", "0-1F"), ("2026-01-10", "2", "1/2-1/2"),
            ("2026-01-10", "2", "bye"),
        ]  # fmt: skip

    def test_a_table_without_a_round_above_it_has_not_that_of_another(self, desk):
        desk.do("period", "add", "ffe-national", "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        rows = [*ROUNDS[:5], ("Another turn",), *ROUNDS[6:8]]
        desk.load(desk.file("cup.xlsx", book(*TITLES, *rows)), options=("--register",), code=3)
        assert [(row[1], row[3]) for row in desk.refused()] == [("date", "missing-value")]

    def test_an_unknown_result(self, load):
        rows = [*ROUNDS[:2], (*ROUNDS[2][:6], "2 - 0", *ROUNDS[2][7:])]
        assert "result '2 - 0': unknown result" in load(*rows, code=3)


def test_inspect(desk):
    (one,) = desk.do("inspect", desk.file("cup.xlsx", book(*TITLES, HEADER, *RANKED)), "--json").json["files"]
    assert (one["is"], one["contents"]["players"]) == ("an export of chess-results: games", 4)
