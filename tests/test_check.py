"""Is a period ready to publish? Every section of `check`, its exit code, and its text."""

from __future__ import annotations

import pytest

from office import LIST, PLAYERS, REPOSITORY

SYSTEM = ("ffe-national", "2026-01")
DAY = "2026-01-10"
MORE = "X,Xavier X,2010,M,FRA,\nY,Yvonne Y,2015,F,FRA,\nZ,Zoé Z,1980,F,FRA,\nW,Weak Wim,1990,M,FRA,\n"


@pytest.fixture
def full(office):
    office.opened(players=PLAYERS + MORE, listed=LIST + "W,1100,N,9,1100,2025-01-01\n")
    office.load_rows(
        f"T1,1,{DAY},A,B,1-0", "T1,2,2025-12-20,A,C,1-0", f"T1,3,{DAY},W,A,1-0", f"T1,4,{DAY},E,A,1-0F",
        f"T2,1,{DAY},D,E,1-0", f"T2,2,{DAY},D,Nobody,1-0", f"T3,1,{DAY},X,Y,1-0", f"T3,1,{DAY},U,V,=",
        f"T4,1,{DAY},Z,A,1-0", f"T5,1,{DAY},B,B,1-0", f"T5,2,{DAY},B,C,1-0", code=3,
    )  # fmt: skip
    return office


def picked(rows: list[dict], *names: str) -> list[tuple]:
    return [tuple(row[name] for name in names) for row in rows]


def test_everything_that_is_odd(full):
    told = full.do("check", *SYSTEM, "--json", code=3).json
    assert told["counts"] == {"rows": 9, "played": 8, "not_played": 1, "tournaments": 5, "players": 11, "loads": 1}
    assert told["late_reports"] == 1
    refused = [(7, "unknown-player", "Nobody"), (11, "same-player", "B")]
    assert picked(told["refused"], "line", "code", "value") == refused
    assert (told["refused_count"], told["unknown_players"]) == (2, ["Nobody"])
    assert told["set_aside"] == ["T2", "T5"]
    improbable = picked(told["improbable"], "winner", "loser", "winner_rating", "loser_rating")
    assert improbable == [("W", "A", 1100, 1800)]
    assert told["isolated"] == [["U", "V"], ["X", "Y"]]
    assert picked(told["need_estimate"], "id", "source", "stand_in") == [
        ("U", "default", 1399), ("V", "default", 1399), ("X", "default", 1299), ("Y", "default", 1299),
        ("Z", "default", 1399),
    ]  # fmt: skip
    assert picked(told["need_estimate"], "club", "games")[1:3] == [("Metz", 1), ("", 1)]
    assert told["refused_codes"] == {"same-player": 1, "unknown-player": 1}
    assert (told["verdict"], told["ready"]) == ("Not ready: 3 things block.", False)
    assert picked(told["files"], "file", "kind") == [("games.csv", "games")]
    assert picked(told["files"], "rows", "stored", "known", "refused", "late", "waiting") == [(11, 9, 0, 2, 1, 2)]
    assert picked(told["tournaments"], "tournament", "rows", "players", "late") == [
        ("T1", 4, 5, 1), ("T2", 1, 2, 0), ("T3", 2, 4, 0), ("T4", 1, 2, 0), ("T5", 1, 2, 0),
    ]  # fmt: skip
    assert told["tournaments"][1]["set_aside"] == "1 refused row"
    assert told["blocks"] == [
        "2 refused rows are not mended",
        "tournament T2 is set aside (1 refused row)",
        "tournament T5 is set aside (1 refused row)",
    ]


def test_text(full):
    text = full.do("check", *SYSTEM, code=3).out
    for line in (
        "Not ready: 3 things block.",
        "ffe-national 2026-01: open",
        "  9 rows in 5 tournaments from 1 load: 8 games played, 1 not; 11 players",
        "Refused rows: 2",
        "Unknown players: 1",
        "Improbable results: 1",
        f"  {DAY} W Weak Wim (1100) beat A Alpha Anne (1800)",
        "Groups of unrated players who met only each other: 2",
        "  2 players: U, V",
        "Clubs to ask for estimates, of 5 players valued by a stand-in meanwhile: 2",
        "  Metz: U Unrated Ugo: default 1399, V Unrated Véra: default 1399",
        "What blocks",
        "  tournament T2 is set aside (1 refused row)",
        "Tournaments with late reports, dated before the period: 1",
        "  T1: 1 of 4 rows, from 2025-12-20",
        "Tournaments: 5",
        "  T1: 4 rows, 5 players, 2025-12-20 to 2026-01-10, 1 late report",
    ):
        assert line in text.splitlines(), text
    assert "games.csv, line 7, black 'Nobody': no player has this id" in text
    lines = text.splitlines()
    order = ["Not ready: 3 things block.", "What blocks", "Refused rows: 2", "== Worth a look", "Improbable results: 1",
             "== For information", "Files: 1"]  # fmt: skip
    assert [line for line in lines if line in order] == order
    assert any("--accept-partial" in line for line in lines[: lines.index("Refused rows: 2")])
    (file,) = (line for line in lines if "games.csv: " in line)
    assert file.endswith("games.csv: 11 rows, 9 stored, 1 late, 2 refused (2 not mended)")


def test_ready(ready):
    ready.load_rows(f"T1,1,{DAY},A,B,1-0")
    result = ready.do("check", *SYSTEM)
    assert result.out.splitlines()[0] == "Ready to publish."
    assert "  next: ratings rate ffe-national 2026-01" in result.out.splitlines()
    assert "would give 0 new and 2 changed ratings" in result.out
    told = ready.do("check", *SYSTEM, "--json").json
    assert told["blocks"] == []
    assert (told["new"], told["changed"], told["state"]) == (0, 2, "open")


def test_published(ready):
    ready.do("rate", *SYSTEM)
    assert "  next: ratings publish ffe-national 2026-01" in ready.do("check", *SYSTEM).out.splitlines()
    ready.do("publish", *SYSTEM)
    assert ready.do("check", *SYSTEM).out.splitlines()[0] == "Published."


def test_nothing_is_loaded_any_more(ready):
    """Nothing blocks, but there is nothing to publish, or what there is has to be rated first."""
    ready.load_rows(f"T1,1,{DAY},A,B,1-0")
    ready.load_rows(f"T1,2,{DAY},A,C,1-0", name="more.csv")
    ready.do("rate", *SYSTEM)
    assert ready.check()["ready"] is True
    ready.do("unload", 4)
    told = ready.do("check", *SYSTEM)
    assert told.out.startswith("To be rated again: what it was rated from has changed since.\n")
    assert "  next: ratings rate ffe-national 2026-01" in told.out.splitlines()
    assert ready.check()["ready"] is False
    ready.do("unload", 3)
    assert ready.do("check", *SYSTEM).out.startswith("No games are loaded: there is nothing to publish.\n")
    assert ready.check()["ready"] is False


def test_it_writes_nothing(full):
    before = full.dump()
    full.do("check", *SYSTEM, code=3)
    assert full.dump() == before


@pytest.mark.parametrize("gap, odd", [(559, False), (560, True)], ids=["8.1.2 gives .03", "8.1.2 gives .02"])
def test_improbable_is_an_expected_score_of_at_most_two_hundredths(desk, gap, odd):
    desk.opened(listed=f"id,rating\nA,{1101 + gap}\nB,1101\nC,1101\n")
    desk.load_rows(f"T,1,{DAY},B,A,1-0", f"T,2,{DAY},A,C,0-1", f"T,3,{DAY},C,A,1/2-1/2", f"T,4,{DAY},A,B,1-0")
    assert [row["winner"] for row in desk.check()["improbable"]] == (["B", "C"] if odd else [])


def test_large_moves(desk):
    junior = PLAYERS.replace("U,Unrated Ugo,1995", "U,Unrated Ugo,2010")
    desk.opened(listed="id,rating\nA,1800\nB,1790\nC,1780\nU,1500\n", players=junior)
    rows = (f"T,{n},2026-01-{n + 9},U,{'ABC'[n % 3]},1-0" for n in range(1, 9))
    desk.load_rows(*rows)
    (move,) = desk.check()["large_moves"]
    assert (move["id"], move["before"], move["after"], move["change"]) == ("U", 1500, 2260, 760)


def test_an_unknown_period(desk):
    desk.stopped("check", *SYSTEM, error="There is nothing in", hint="Load")


def test_long_sections_show_ten_lines_and_all_of_them(desk):
    players = "".join(f"N{n:02d},New Nr{n},1990,M,FRA,Metz\n" for n in range(12))
    desk.opened(players=PLAYERS + players)
    desk.load_rows(*(f"T,{n},2026-01-{n + 1:02d},A,N{n:02d},1-0" for n in range(12)))
    short, whole = (desk.do("check", *SYSTEM, *words).out for words in ((), ("--all",)))
    assert "  … and 2 more" in short.splitlines()
    assert short.splitlines()[-1] == "All lines: ratings check ffe-national 2026-01 --all (or --json)"
    assert "N11" not in short.split("First seen")[1]
    assert "N11 New Nr11 (1990, Metz)" in whole.split("First seen in this period: 12")[1]
    assert "All lines:" not in whole
    assert len(desk.check()["newcomers"]) == 12


def test_a_period_without_games(ready_desk):
    assert ready_desk.check()["doubts"] == ["no games are loaded into this period"]


class TestEstimates:
    """Who needs an estimate goes to the clubs as CSV, and comes back as players."""

    def test_out_and_back(self, full):
        said = full.do("check", *SYSTEM, "--estimates", "clubs.csv", code=3).err
        assert said == "clubs.csv: 5 players in need of an estimate\n"
        rows = full.read("clubs.csv")
        assert [row["club"] for row in rows] == sorted(row["club"] for row in rows)
        assert {row["id"]: row["stand_in"] for row in rows} == {
            "U": "1399", "V": "1399", "X": "1299", "Y": "1299", "Z": "1399",
        }  # fmt: skip
        text = (full.folder / "clubs.csv").read_text("utf-8")
        answered = "\n".join(
            line.replace(",Metz,,", ",Metz,1650,") for line in text.splitlines() if "estimate" in line or "Metz" in line
        )
        full.do("load", "players", full.file("answers.csv", answered + "\n"))
        assert [row["id"] for row in full.check(*SYSTEM[1:])["need_estimate"] if row["source"] != "given"] == [
            "X", "Y", "Z",
        ]  # fmt: skip

    def test_nobody_is_asked_for_an_estimate_that_an_archive_goes_before(self, ready):
        """Rules 2.4.2: an archive of at least 5 games, the given estimate, a smaller archive, the default."""
        listed = "id,archive_games,archive_points\nU,5,7500.00\nV,4,6000.00\n"
        ready.do("load", "list", ready.file("a.csv", listed), "--system", "ffe-national", "--date", "2025-12-31")
        ready.do("load", "players", ready.file("e.csv", "id,name,estimate\nU,Ugo,1600\nW,Walt,1450\n"))
        ready.load_rows(f"T1,1,{DAY},A,U,1-0", f"T1,2,{DAY},A,V,1-0", f"T1,3,{DAY},A,W,1-0")
        told = ready.check()
        assert [(one["id"], one["source"]) for one in told["need_estimate"]] == [("V", "small-archive"), ("W", "given")]
        assert told["need_estimate_count"] == 2
        ready.do("rate", *SYSTEM)
        ready.do("publish", *SYSTEM)  # where the rows of the files are proved against the database
        rows = ready.do("export", *SYSTEM, "--what", "estimates").rows
        assert [(row["id"], row["source"]) for row in rows] == [("W", "given"), ("V", "small-archive")]
        assert "DIFFERS" not in ready.do("verify").out

    def test_one_player_is_one_player(self, ready_desk):
        ready_desk.load_rows(f"T1,1,{DAY},A,U,1-0")
        title = "Clubs to ask for estimates, of 1 player valued by a stand-in meanwhile: 1"
        assert title in ready_desk.do("check", *SYSTEM).out.splitlines()

    def test_to_stdout_alone(self, full):
        rows = full.do("check", *SYSTEM, "--estimates", "-", code=3).rows
        assert [row["id"] for row in rows if row["club"] == "Metz"] == ["U", "V"]

    def test_the_same_as_the_export_after_rating(self, ready):
        ready.load_rows(f"T1,1,{DAY},A,U,1-0")
        ready.do("check", *SYSTEM, "--estimates", "clubs.csv")
        ready.do("rate", *SYSTEM)
        assert (ready.folder / "clubs.csv").read_bytes() == ready.do("export", *SYSTEM, "--what", "estimates").output

    def test_where_nobody_is_asked(self, desk):
        desk.opened("fide-standard")
        words = ("check", "fide-standard", "2026-01", "--estimates", "clubs.csv")
        desk.stopped(*words, error="fide-standard rates without estimates", hint="Leave --estimates out", code=2)
        assert not (desk.folder / "clubs.csv").exists()

    def test_of_a_published_list(self, ready_desk):
        ready_desk.do("rate", *SYSTEM)
        ready_desk.do("publish", *SYSTEM)
        words = ("check", *SYSTEM, "--estimates", "clubs.csv")
        ready_desk.stopped(*words, error="to be published next", hint="--what estimates")


def test_every_key_and_word_is_documented(full):
    from ratings.checks.mistaken_ids import EVIDENCE
    from ratings.checks.near_ids import SLIPS
    from ratings.cli.check_page import ALIKE, REASONS
    from ratings.cli.check_page import SLIPS as SAID

    documented = (REPOSITORY / "docs" / "words.md").read_text("utf-8")
    words = {*full.check(), *EVIDENCE, *SLIPS, *ALIKE} - {"system", "period"}
    assert len(words) > 50
    assert sorted(word for word in words if f"`{word}`" not in documented) == []
    assert (set(EVIDENCE), set(SLIPS)) == (set(REASONS), set(SAID))
