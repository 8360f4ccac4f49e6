"""Excel workbooks: cells as the texts of a CSV file; dates, lost zeros, titles, several sheets, damage."""

from __future__ import annotations

import datetime as dt
import io

import pytest
from openpyxl import Workbook

GAMES = ("tournament", "round", "date", "white", "black", "result")
WORDS = ("load", "games", "games.xlsx", "--system", "ffe-national", "--period", "2026-01")


def book(*rows: tuple, formats: dict[str, str] | None = None, **more: list[tuple]) -> bytes:
    """Make a workbook of one sheet, or more by name; `formats` are number formats by cell."""
    made, data = Workbook(), io.BytesIO()
    for row in rows:
        made.active.append(row)
    for cell, number_format in (formats or {}).items():
        made.active[cell].number_format = number_format
    for name, others in more.items():
        sheet = made.create_sheet(name)
        for row in others:
            sheet.append(row)
    made.save(data)
    return data.getvalue()


@pytest.fixture
def load(ready_desk):
    def loaded(data: bytes, code: int = 0) -> str:
        ready_desk.file("games.xlsx", data)
        return ready_desk.do(*WORDS, code=code).err

    return loaded


class TestGames:
    def test_as_csv_would_give_them(self, ready_desk, load):
        rows = [("T", 1, dt.date(2026, 1, 5), "A", "B", "1-0"), ("T", 2.0, "06/01/2026", "B", "A", "½-½")]
        assert "games.xlsx: 2 rows, 2 stored" in load(book(GAMES, *rows))
        assert ready_desk.stored() == [("T", "A", "B", "1-0", "rated"), ("T", "B", "A", "1/2-1/2", "rated")]
        assert ready_desk.query("SELECT encoding FROM load WHERE kind = 'games'") == [("xlsx",)]

    def test_a_result_that_became_a_date(self, load):
        told = load(book(GAMES, ("T", 1, "2026-01-05", "A", "B", dt.datetime(2026, 1, 2))), code=3)
        assert "line 2, result '2026-01-02': a spreadsheet turned the result into a date" in told

    def test_a_date_that_became_a_number(self, load):
        assert "line 2, date '46027': not a date" in load(book(GAMES, ("T", 1, 46027, "A", "B", "1-0")), code=3)

    def test_a_date_with_a_time(self, load):
        told = load(book(GAMES, ("T", 1, dt.datetime(2026, 1, 5, 20, 30), "A", "B", "1-0")), code=3)
        assert "date '2026-01-05 20:30:00': not a date" in told

    def test_blank_rows_titles_and_closing_lines(self, load):
        rows = [("Club championship",), ("Last update 2026",), (), GAMES]
        rows += [("T", 1, "2026-01-05", "A", "B", "1-0"), (), ("Chess-Tournament-Results-Server: Chess-Results",)]
        told = load(book(*rows))
        assert "1 row, 1 stored" in told
        assert "left out: 2 title lines above the header and 1 closing line" in told

    def test_a_row_beyond_the_header(self, load):
        told = load(book(GAMES, ("T", 1, "2026-01-05", "A", "B", "1-0", "and more")), code=3)
        assert "line 2, row: the row has 7 cells, the header 6" in told

    def test_other_sheets(self, load):
        row = ("T", 1, "2026-01-05", "A", "B", "1-0")
        assert "sheets passed over: Notes" in load(book(GAMES, row, Notes=[("some", "words")]))

    def test_two_sheets_of_games(self, ready_desk):
        row = ("T", 1, "2026-01-05", "A", "B", "1-0")
        ready_desk.file("games.xlsx", book(GAMES, row, Other=[GAMES, row]))
        ready_desk.stopped(*WORDS, error="has 2 such sheets: Sheet, Other", hint="Keep one in each file")

    def test_no_header(self, ready_desk):
        ready_desk.file("games.xlsx", book(("who", "knows"), ("a", "b")))
        ready_desk.stopped(*WORDS, error="no sheet with the columns white, black, result, date")

    def test_a_column_twice(self, ready_desk):
        ready_desk.file("games.xlsx", book((*GAMES, "white"), ()))
        ready_desk.stopped(*WORDS, error="two columns white")

    def test_damage(self, ready_desk):
        data = book(GAMES, ("T", 1, "2026-01-05", "A", "B", "1-0"))
        for place in (len(data) // 3, len(data) // 2):
            ready_desk.file("games.xlsx", data[:place] + b"\xff\xff\xff\xff" + data[place + 4 :])
            result = ready_desk.run(*WORDS)
            assert result.code in (0, 1, 3)
            assert "Traceback" not in result.err

    def test_refused_rows_are_mended_as_csv(self, ready_desk, load):
        load(book(GAMES, ("T", 1, "2026-01-05", "A", "B", "1-0"), ("T", 1, "2026-01-05", "C", "Q", "1-0")), code=3)
        text = (ready_desk.folder / "refused.csv").read_text().replace(",Q,", ",D,")
        ready_desk.load(ready_desk.file("mended.csv", text))
        assert ready_desk.check()["blocks"] == []


class TestIds:
    def test_a_number_that_may_have_lost_its_zeros(self, ready_desk, load):
        ready_desk.do("load", "players", ready_desk.file("p.csv", "id,name\n0233,Zero Zoe\n233,Plain Paul\n"))
        told = load(book(GAMES, ("T", 1, "2026-01-05", 233, "B", "1-0")), code=3)
        assert "white '233': the cell is a number, which has no zeros in front: is it 0233?" in told

    def test_a_number_format_keeps_the_zeros(self, ready_desk, load):
        ready_desk.do("load", "players", ready_desk.file("p.csv", "id,name\n0233,Zero Zoe\n"))
        load(book(GAMES, ("T", 1, "2026-01-05", 233, "B", "1-0"), formats={"D2": "0000"}))
        assert ready_desk.stored() == [("T", "0233", "B", "1-0", "rated")]

    def test_a_number_where_no_id_has_zeros(self, ready_desk, load):
        ready_desk.do("load", "players", ready_desk.file("p.csv", "id,name\n233,Plain Paul\n"))
        load(book(GAMES, ("T", 1, "2026-01-05", 233, "B", "1-0")))
        assert ready_desk.stored() == [("T", "233", "B", "1-0", "rated")]

    @pytest.mark.parametrize("column, player, opponent", [("id", 233, "B"), ("opponents", "A", 233)])
    def test_numbers_in_pools(self, ready_desk, column, player, opponent):
        """A newcomer's pool names players in two columns."""
        ready_desk.do("load", "players", ready_desk.file("p.csv", "id,name\n0233,Zero Zoe\n233,Plain Paul\n"))
        header = ("id", "tournament", "period_ends", "starts", "games", "half_points", "opponents_sum", "opponents")
        row = (player, "X", "2025-12-31", "2025-12-05", 1, 1, 1800, opponent)
        file = ready_desk.file("pools.xlsx", book(header, row))
        told = ready_desk.do("load", "list", file, "--system", "fide-standard", "--date", "2025-12-31", code=3).err
        assert f"{column} '233': the cell is a number, which has no zeros in front: is it 0233?" in told
        assert ready_desk.query("SELECT count(*) FROM pool") == [(0,)]

    def test_players_and_lists(self, ready_desk):
        players = book(("id", "name", "birth_year", "FED"), ("X", "New Nora", 2001, "FRA"), (7, "Seven Sam", None, ""))
        assert "2 rows, 2 stored" in ready_desk.do("load", "players", ready_desk.file("p.xlsx", players)).err
        assert ready_desk.query("SELECT birth_year, federation FROM player WHERE id = 'X'") == [(2001, "FRA")]
        ratings = ready_desk.file("l.xlsx", book(("id", "rating", "archive_points"), ("X", 1710, None)))
        ready_desk.do("load", "list", ratings, "--system", "ffe-national", "--date", "2026-01-01")
        assert ready_desk.query("SELECT rating FROM list_row WHERE rating = 1710") == [(1710,)]
