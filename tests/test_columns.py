"""Columns of what grows with players come out of the database, and go into CSV, exactly as they are."""

from __future__ import annotations

import csv
import io

import numpy as np
import pyarrow as pa
import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from office import Office
from ratings.columns import bits, bytes_of, first_of_each, flags, integers, is_word, known, numbers, texts, words
from ratings.publish.write import as_csv
from ratings.store import connect, reading, schema
from ratings.store.reading import read_arrow, read_by_player

AWKWARD = (
    None, "", ",", "a,b", "\"", "a\"b", "\\", "x\ny", "\r", "null", ",null,", "é😀", "'", "[", "]", " a ", "\x7f",
    "\u2028", "a\tb", "1", "\x01", "=1", "-x", ";",
)  # fmt: skip
WRITTEN = [text for text in AWKWARD if text != "\r"]  # Python's library quotes that one only from 3.13 on
MAYBE = st.lists(st.none() | st.integers(-(2**63), 2**63 - 1), max_size=70)


def register(office, clubs):
    """Register a player for each club, with that club and a year for every other one."""
    rows = [
        {"player_key": 3 * n + 1, "id": f"P{n}", "name": "X", "club": club, "load_key": 1,
         "birth_year": 1950 + n if n % 2 else None}
        for n, club in enumerate(clubs)
    ]  # fmt: skip
    engine = connect.open_engine(office.db)
    with engine.begin() as connection:
        connection.execute(sa.text(
            "INSERT INTO load (load_key, kind, scope, system, file, sha256, encoding, loaded_at, rows, stored, known,"
            " refused, late) VALUES (1, 'players', '', '', 'f', 's', 'u', 'now', 0, 0, 0, 0, 0)"
        ))  # fmt: skip
        connection.execute(sa.insert(schema.player), rows)
    return engine, rows


@pytest.mark.parametrize("at_once", [5, 1 << 18])
@pytest.mark.parametrize("clubs", [AWKWARD, [c for c in AWKWARD if not c or not set(c) & set('"\\\n\r\t\x01\x7f')]])
def test_texts_and_integers_are_read_as_they_are(office, monkeypatch, clubs, at_once):
    office.do("init")
    monkeypatch.setattr(reading, "PLAYERS", at_once)
    engine, rows = register(office, clubs)
    player = schema.player
    with engine.begin() as connection:
        query = sa.select(player.c.player_key, player.c.club, player.c.birth_year, player.c.birth_on)
        table = read_by_player(connection, query, player.c.player_key)
        nobody = read_arrow(connection, query.where(player.c.player_key < 0))
    engine.dispose()
    assert table["club"].to_pylist() == list(clubs)
    assert table["birth_year"].to_pylist() == [row["birth_year"] for row in rows]
    assert table["player_key"].to_pylist() == [row["player_key"] for row in rows]
    assert table["birth_on"].null_count == len(rows)
    assert len(nobody) == 0
    assert nobody.schema == table.schema


def test_days_are_read_in_one_form_however_the_server_writes_them(postgres_url, tmp_path):
    office = Office(tmp_path, postgres_url)
    office.do("init")
    engine, _ = register(office, ["A", "B"])
    player = schema.player
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE player SET birth_on = '1985-12-03' WHERE club = 'A'")
        connection.exec_driver_sql("SET LOCAL datestyle = 'German, DMY'")
        query = sa.select(player.c.player_key, player.c.birth_on)
        assert read_by_player(connection, query, player.c.player_key)["birth_on"].to_pylist() == ["1985-12-03", None]
    engine.dispose()


@settings(deadline=None)
@given(MAYBE, st.integers(0, 5))
def test_integers_go_to_arrow_and_back(values, start):
    there = np.array([value is not None for value in values], dtype=bool)
    column = integers(np.array([value or 0 for value in values], dtype=np.int64), there)[start:]
    assert column.to_pylist() == values[start:]
    assert known(column).tolist() == there[start:].tolist()
    assert numbers(column).tolist() == [value or 0 for value in values[start:]]
    assert bits(flags(there)[start:]).tolist() == there[start:].tolist()


@settings(deadline=None)
@given(st.lists(st.sampled_from(AWKWARD) | st.just("\0"), max_size=9))
def test_texts_are_a_list(values):
    assert texts(pa.array(values, pa.string())) == values


@settings(deadline=None)
@given(st.lists(st.integers(0, 4), max_size=20))
def test_words_and_first_rows(codes):
    column = words(np.array(codes, dtype=np.int64), "abcde", np.array(codes, dtype=np.int64) > 0)
    assert is_word(column, "a", "b").tolist() == [code == 1 for code in codes]
    assert first_of_each(np.array(codes, dtype=np.int64)).tolist() == [
        code not in codes[:place] for place, code in enumerate(codes)
    ]


@settings(deadline=None)
@given(st.lists(st.tuples(*[st.sampled_from(WRITTEN)] * 2, st.none() | st.integers(-9, 9)), min_size=1, max_size=9))
def test_csv_is_what_the_standard_library_writes(rows):
    name, club, change = (list(column) for column in zip(*rows, strict=True))
    table = pa.table({
        "name": pa.array(name, pa.string()), "club": pa.array(club, pa.string()).dictionary_encode(),
        "change": pa.array(change, pa.int64()),
    })  # fmt: skip
    assert as_csv(table) == _written(rows, ",", "\n").encode()
    assert as_csv(table, excel=True) == _written(rows, ";", "\r\n").encode("utf-8-sig")


def test_a_lone_carriage_return_ends_no_line():
    assert as_csv(pa.table({"name": ["a\rb"], "n": [1]})) == b'name,n\n"a\rb",1\n'


def _written(rows, separator, line_end):
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator=line_end)
    writer.writerow(("name", "club", "change"))
    for name, club, change in rows:
        safe = [f"'{text}" if text and text[0] in "=+-@\t\r" else text for text in (name, club)]
        writer.writerow([*safe, change])
    return out.getvalue()


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_the_bytes_of_texts_are_those_of_the_slice(kind):
    texts = pa.array(["ab", "", None, "çd", "e"], kind)
    assert bytes_of(texts) == "abçde".encode()
    assert bytes_of(texts.slice(1, 3)) == "çd".encode()
    assert bytes_of(texts.slice(4)) == b"e"
    assert bytes_of(texts.slice(5)) == bytes_of(pa.nulls(3, kind)) == b""
