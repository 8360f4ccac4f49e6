"""Tables of unusual shape: very many columns, very long cells, a quotation mark that is not closed."""

from __future__ import annotations

import pytest

from ratings.files import csv_table

MANY = 100_000
HEADER = "tournament,round,date,white,black,result"
ROW = "T,1,2026-01-05,A,B,1-0"


@pytest.mark.parametrize("quote", ["", '"'])
def test_many_columns(ready_desk, quote):
    more = "".join(f",{quote}c{place}{quote}" for place in range(MANY))
    told = ready_desk.load(ready_desk.file("games.csv", f"{HEADER}{more}\n{ROW}{',' * MANY}\n")).err
    assert "games.csv: 1 row, 1 stored" in told


def test_many_columns_and_rows_that_are_short(ready_desk):
    more = "".join(f",c{place}" for place in range(MANY))
    data = f"{HEADER}{more}\n" + "T,1,2026-01-05,A,B\n" * 500
    assert "500 refused" in ready_desk.load(ready_desk.file("games.csv", data), code=3).err
    assert set(ready_desk.read("refused.csv")[0]) >= set(HEADER.split(","))


def test_one_name_for_many_columns(ready_desk):
    ready_desk.file("games.csv", HEADER + "".join(f",c{place},c{place}" for place in range(MANY // 2)) + f"\n{ROW}\n")
    words = ("load", "games", "games.csv", "--system", "ffe-national", "--period", "2026-01")
    ready_desk.stopped(*words, error="has two columns c0, c1, c10", hint="Keep one")


@pytest.mark.parametrize("quote", ["", '"'])
def test_a_long_cell_that_is_not_used(ready_desk, quote):
    cell = quote + "y" * 200_000 + quote
    data = f"{HEADER},remark\n{ROW},{cell}\nT,2,2026-01-06,A,B\n"
    assert "2 rows, 1 stored, 1 refused" in ready_desk.load(
        ready_desk.file("games.csv", data), code=3, options=("--accept-partial",)
    ).err


def test_a_long_cell_is_refused_with_its_row(ready_desk):
    data = f"{HEADER}\n{ROW}\nT2,1,2026-01-05,C,D,{'y' * 200_000}\nT3,1,2026-01-05\n"
    told = ready_desk.load(ready_desk.file("games.csv", data), code=3).err
    assert "3 rows, 1 stored, 2 refused" in told
    assert "(200,000 characters)" in told


def test_a_cell_beyond_the_bound(ready_desk):
    data = f'{HEADER}\n{ROW}\nT2,1,2026-01-05,C,D,"' + "1-0\n" * (csv_table.MOST_IN_CELL // 4 + 1)
    ready_desk.file("games.csv", data)
    words = ("load", "games", "games.csv", "--system", "ffe-national", "--period", "2026-01")
    error = "games.csv, line 3: a cell has more than 16,000,000 characters"
    ready_desk.stopped(*words, error=error, hint="quotation mark that is not closed")
