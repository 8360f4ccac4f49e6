"""Published lists made again from what is stored; which published list a file in hand is."""

from __future__ import annotations

import io

import openpyxl
import pytest

from test_revise import CORRECT, MONTHS, SYSTEM, WHY, lists, publish


@pytest.fixture
def published(ready):
    return publish(ready)


class TestMadeAgain:
    def test_every_revision(self, published):
        published.do(*CORRECT, *WHY)
        published.do("revise", SYSTEM, "2026-01", *WHY)
        told = published.do("verify", "--json").json
        assert [(one["period"], one["revision"], one["same"]) for one in told] == [
            (name, revision, True) for name in MONTHS for revision in (1, 2)
        ]

    @pytest.mark.parametrize("system", ["fide-standard", "ukd-standard", "fide-rapid"])
    def test_by_expectation(self, office, system):
        publish(office.opened(system=system), MONTHS, system)
        office.do(CORRECT[0], system, *CORRECT[2:], *WHY)
        office.do("revise", system, "2026-01", *WHY)
        assert "DIFFERS" not in office.do("verify", system).out

    def test_what_comes_later_does_not_matter(self, published):
        """Names, birth years, estimates, new players, later lists and corrections that wait."""
        players = "A,Alpha Renamed,2015,1500\nU,Unrated Ugo,2014,1700\nN,New Nora,2000,1300\n"
        file = published.file("later.csv", f"id,name,birth_year,estimate\n{players}")
        published.do("load", "players", file)
        listed = published.file("l.csv", "id,rating\nV,1500\n")
        published.do("load", "list", listed, "--system", SYSTEM, "--date", "2026-05-01")
        published.do(*CORRECT, *WHY)
        published.load(published.games("late.csv", "T1,4,2026-01-13,N,D,1-0"), options=("--correction", "late"))
        assert published.do("verify", SYSTEM).out.count("the same, to the last byte") == 3

    @pytest.mark.parametrize(
        "statement, told",
        [
            ("UPDATE run_row SET rating = rating + 1 WHERE player_key = 1 AND rating IS NOT NULL", "players' rating"),
            ("UPDATE game SET result = 0 WHERE result = 2", "come out otherwise|other bytes"),
            ("UPDATE list SET sha256 = 'x' WHERE revision = 1", "the hash of the list"),
        ],
    )
    def test_what_was_tampered_with_is_found(self, published, statement, told):
        published.execute(statement)
        result = published.do("verify", SYSTEM, "2026-01", code=1)
        assert "DIFFERS" in result.out
        assert any(word in result.out for word in told.split("|"))

    def test_nothing_published(self, ready):
        assert ready.do("verify").out == "Nothing is published.\n"
        ready.stopped("verify", SYSTEM, "2027-01", error="has no period 2027-01")


def workbook(data: bytes) -> bytes:
    """Give a list as a spreadsheet keeps it: numbers as numbers, ids without their zeros."""
    book = openpyxl.Workbook()
    for line in data.decode().splitlines():
        book.active.append([int(cell) if cell.isdigit() else cell or None for cell in line.split(",")])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


class TestInHand:
    def test_byte_for_byte(self, published):
        published.file("list.csv", lists(published)["2026-02"])
        told = published.do("verify", "--file", "list.csv").out
        assert told == f"list.csv is {SYSTEM} 2026-02, revision 1, byte for byte\n"

    def test_after_a_spreadsheet(self, published):
        excel = published.do("export", SYSTEM, "2026-02", "--excel").output
        day_first = excel.replace(b"2026-02-11", b"11/02/2026")
        assert day_first != excel
        for name, data in (("e.csv", excel), ("d.csv", day_first), ("w.xlsx", workbook(lists(published)["2026-02"]))):
            published.file(name, data)
            told = published.do("verify", "--file", name, "--json").json[0]
            assert (told["period"], told["same"], told["same_bytes"]) == ("2026-02", True, False), name

    def test_the_first_revision_of_a_corrected_list(self, published):
        first = lists(published)["2026-01"]
        published.do(*CORRECT, *WHY)
        published.do("revise", SYSTEM, "2026-01", *WHY)
        published.file("list.csv", first)
        told = published.do("verify", SYSTEM, "2026-01", "--file", "list.csv").out
        assert "2026-01, revision 1, byte for byte" in told

    def test_a_changed_cell(self, published):
        data = lists(published)["2026-02"]
        changed = data.replace(b",1800,", b",1801,") if b",1800," in data else data.replace(b"Alpha Anne", b"Alpha Ann")
        published.file("list.csv", changed)
        told = published.do("verify", "--file", "list.csv", code=1).out
        assert f"list.csv is no published list; nearest to {SYSTEM} 2026-02, revision 1: 1 difference" in told

    def test_a_missing_row(self, published):
        data = lists(published)["2026-02"].splitlines(keepends=True)
        published.file("list.csv", b"".join(data[:-1]))
        assert "is not in the file" in published.do("verify", "--file", "list.csv", code=1).out

    def test_a_player_twice(self, published):
        """The last of two rows is not taken for the player's."""
        data = lists(published)["2026-02"]
        first = data.splitlines(keepends=True)[1]
        published.file("list.csv", data.replace(first, first * 2))
        published.stopped("verify", "--file", "list.csv", error="list.csv names . twice")

    @pytest.mark.parametrize("content, error", [(b"", "is empty"), (b"a,b\n1,2\n", "column"), (b"\xff\xfe\x00", ".")])
    def test_no_list(self, published, content, error):
        published.file("x.csv", content)
        published.stopped("verify", "--file", "x.csv", error=error)
