"""The list-wide adjustment (rules 5b)."""

from fractions import Fraction

import pytest

from arrays import maybe
from ratings.engine.adjust import Adjustment, adjust


def test_5b_fide_1_march_2024():
    ratings = maybe([None, 1000, 1500, 1700, 1999, 2000, 2500])
    peaks = maybe([None, 1300, 1800, 1700, 1999, 2100, 2500])
    made = adjust(ratings, peaks, Adjustment(2000, is_below=True, factor=Fraction("0.4")), step=1, floor=1400)
    assert made.rating.values[made.rating.known].tolist() == [1400, 1700, 1820, 1999, 2000, 2500]
    assert made.peak.values[made.peak.known].tolist() == [1400, 1800, 1820, 1999, 2100, 2500]
    assert made.is_touched.tolist() == [False, True, True, True, True, False, False]


def test_5b_constant_shift_above_and_floor():
    ratings = maybe([1000, 1995, 2005])
    everyone = adjust(ratings, ratings, Adjustment(None, is_below=True, constant=-15), step=10, floor=1000)
    assert everyone.rating.values.tolist() == [1000, 1980, 1990]
    above = adjust(ratings, ratings, Adjustment(2000, is_below=False, factor=Fraction(1, 2)), step=1, floor=1000)
    assert above.rating.values.tolist() == [1000, 1995, 2003]


@pytest.mark.parametrize(
    "options, error",
    [
        ((), "By how much to adjust is missing: a factor or a constant"),
        (("--below", 2000), "By how much to adjust is missing: a factor or a constant"),
        (("--below", 2000, "--factor", "0.4", "--constant", 5), "both given"),
        (("--factor", "0.4"), "A factor needs a bound"),
        (("--below", 2000, "--factor", "1.5"), "1.5 is not in 0 to 1: it would move ratings past the bound or away"),
        (("--below", 2000, "--factor", "-0,4"), "A factor of -0.4 is not in 0 to 1"),
        (("--below", 2000, "--factor", "0.0000001"), "more than six decimals"),
        (("--below", 2000, "--factor", "1e999999999"), "'1e999999999' is not a number"),
        (("--below", 2000, "--factor", "nan"), "'nan' is not a number"),
        (("--below", 2000, "--above", 1000, "--constant", 5), "below or above, not both"),
    ],
)
def test_what_an_adjustment_cannot_be(desk, options, error):
    desk.stopped("adjust", "fide-standard", "--on", "2024-03-01", *options, "--dry-run", error=error, code=2)


def test_5b_fide_1_march_2024_from_the_command_line(desk):
    """1000 → 1400, 1500 → 1700, 1700 → 1820; whole factors move nobody, or everybody to the bound."""
    desk.opened("fide-standard", "id,name\nA,Anne\nB,Bruno\nC,Chloe\n", "id,rating\nA,1000\nB,1500\nC,1700\n")
    for factor, after in (("0.4", [1400, 1700, 1820]), (",4", [1400, 1700, 1820]), ("1", [2000] * 3)):
        done = desk.do(
            "adjust", "fide-standard", "--on", "2026-01-01", "--below", 2000, "--factor", factor, "--dry-run"
        )
        assert [int(row["after"]) for row in done.rows] == after


@pytest.fixture
def published(office):
    """January, published: a draw of A and B; C has not played, D not for three years."""
    listed = "id,rating,games,peak,last_game\nA,1800,40,1850,2025-12-06\nB,1998,40,1998,2025-12-06\n"
    office.opened("fide-standard", listed=listed + "C,1500,40,1900,2025-12-06\nD,1400,40,1400,2022-12-06\n")
    office.load(office.games("g.csv", "T1,1,2026-01-10,A,B,1/2-1/2"), system="fide-standard")
    office.do("rate", "fide-standard", "2026-01")
    office.do("publish", "fide-standard", "2026-01")
    return office


ADJUST = ("adjust", "fide-standard", "--on", "2026-02-01", "--below", 2000, "--factor", "0.4")
LISTED = {"A": ("1805", "1883"), "B": ("1993", "1996"), "C": ("1500", "1700")}
"""As published, and adjusted: R + 0.4 (2000 - R), halves away from zero."""


def listed(office, *options) -> dict[str, str]:
    return {row["id"]: row["rating"] for row in office.do("export", "fide-standard", *options).rows}


class TestWhatComesOut:
    def test_export_without_a_period_gives_the_adjusted_list(self, published):
        before = published.do("export", "fide-standard").output
        assert listed(published) == {player: old for player, (old, _) in LISTED.items()}
        published.do(*ADJUST, "--reason", "as FIDE did")
        done = published.do("export", "fide-standard")
        assert {row["id"]: row["rating"] for row in done.rows} == {player: new for player, (_, new) in LISTED.items()}
        first = done.rows[0]
        assert (first["rank"], first["id"], first["previous"], first["change"], first["peak"]) == (
            "1", "B", "1993", "3", "1998")  # fmt: skip
        assert "2026-01, adjusted on 2026-02-01" in done.err
        assert "as FIDE did" in done.err
        assert published.do("export", "fide-standard", "2026-01").output == before, "what is published stays"
        assert published.do("export", "fide-standard", "--revision", 1).output == before

    def test_the_full_list_has_who_is_off_the_list_too(self, published):
        published.do(*ADJUST, "--reason", "as FIDE did")
        assert listed(published, "--full")["D"] == "1640"

    def test_the_list_for_pairing_programs_is_adjusted_too(self, published):
        published.do(*ADJUST, "--reason", "as FIDE did")
        assert "1883" in published.do("export", "fide-standard", "--format", "swiss-manager").out
        assert "1805" in published.do("export", "fide-standard", "2026-01", "--format", "swiss-manager").out

    def test_the_adjusted_list_is_what_the_next_period_starts_from(self, published, another):
        """The full adjusted list, loaded elsewhere, gives the same next period."""
        published.do(*ADJUST, "--reason", "as FIDE did")
        another.do("load", "players", another.file("players.csv", (published.folder / "players.csv").read_bytes()))
        full = another.file("full.csv", published.do("export", "fide-standard", "--full").output)
        another.do("load", "list", full, "--system", "fide-standard", "--date", "2026-02-01")
        lists = []
        for office in (published, another):
            office.do("period", "add", "fide-standard", "2026-02", "--starts", "2026-02-01", "--ends", "2026-02-28")
            games = office.games("feb.csv", "T2,1,2026-02-10,A,C,1-0")
            office.load(games, system="fide-standard", period="2026-02")
            office.do("rate", "fide-standard", "2026-02")
            lists.append(office.do("export", "fide-standard", "2026-02").out)
        assert lists[0] == lists[1]

    def test_status_says_so(self, published):
        published.do(*ADJUST, "--reason", "as FIDE did")
        told = published.do("status", "--on", "2026-02-10", "--json").json["systems"][0]["list"]
        assert (told["period"], told["adjusted_on"]) == ("2026-01", ["2026-02-01"])
        assert "; adjusted on 2026-02-01" in published.do("status", "--on", "2026-02-10").out

    def test_it_is_in_the_ledger(self, published):
        done = published.do(*ADJUST, "--reason", "as FIDE did", "--by", "Board", "--claim", "7")
        (entry,) = published.do("ledger", "fide-standard", "--json").json
        assert [entry[name] for name in ("action", "by", "claim", "reason", "subject")] == [
            "adjust", "Board", "7", "as FIDE did",
            "ratings below 2000 moved by 0.4 of the way to it, in force from 2026-02-01",
        ]  # fmt: skip
        load = entry["after"]["load"]
        assert f"`ratings unload {load}` takes it back" in done.err
        published.stopped(*ADJUST, "--reason", "x", error="is adjusted on 2026-02-01 already", hint=f"unload {load}")
        published.do("unload", load)
        assert listed(published) == {player: old for player, (old, _) in LISTED.items()}
        assert [one["action"] for one in published.do("ledger", "--json").json] == ["adjust", "unload"]

    def test_who_stays_by_rounding_is_not_counted(self, published):
        published.do("adjust", "fide-standard", "--on", "2026-02-01", "--below", 2000, "--factor", "0.4", "--reason",
                     "once")  # fmt: skip
        again = ("adjust", "fide-standard", "--on", "2026-02-02", "--below", 2000, "--factor", "0.1", "--dry-run")
        done = published.do(*again)
        moved = [row for row in done.rows if row["change"] != "0"]
        assert f"{len(moved)} ratings would be adjusted (1 other would move by less than the rounding)" in done.err
