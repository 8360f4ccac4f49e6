"""Rows reach SQLite as they are, however few values are bound for them."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.pool import StaticPool

from ratings.store.bulk import insert_rows
from ratings.store.packing import MOST_WORDS, pack

WIDTHS = st.integers(0, 63)
SMALL, ANY = st.integers(-3, 40), st.integers(-(2**63), 2**63 - 1)
TEXT = st.sampled_from(["", "N", "it's", "é", "NULL", "?1"])
CELLS = st.one_of(
    *(st.lists(kind, min_size=3, max_size=3) for kind in (
        SMALL, ANY, TEXT, st.none() | SMALL, st.none() | ANY, st.none() | TEXT, st.none(),
        st.sampled_from([5]), st.booleans(), st.none() | st.binary(max_size=3), st.dates() | st.none(),
    ))
)  # fmt: skip


def _stored(columns: dict[str, Any], order: list[int] | None = None) -> list[tuple[Any, ...]]:
    engine = sa.create_engine("sqlite://", poolclass=StaticPool)
    table = sa.Table("rows", sa.MetaData(), *(sa.Column(name, sa.types.NullType) for name in columns))
    with engine.begin() as connection:
        connection.exec_driver_sql(f"CREATE TABLE rows ({', '.join(columns)})")
        insert_rows(connection, table, columns, None if order is None else np.array(order))
        rows = connection.exec_driver_sql("SELECT * FROM rows ORDER BY rowid").all()
    engine.dispose()
    return [tuple(row) for row in rows]


def _as_stored(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    return str(value) if isinstance(value, dt.date) else value


@settings(deadline=None)
@given(st.lists(CELLS, min_size=1, max_size=12), st.permutations(range(3)))
def test_every_value_comes_back(cells: list[list[Any]], order: list[int]) -> None:
    columns = {f"c{place}": np.array(column, dtype=object) for place, column in enumerate(cells)}
    expected = [tuple(_as_stored(column[row]) for column in cells) for row in order]
    assert _stored(columns, order) == expected


@settings(deadline=None)
@given(st.lists(ANY, min_size=1, max_size=4), st.lists(SMALL, min_size=1, max_size=4))
def test_numpy_and_arrow_columns_come_back(wide: list[int], narrow: list[int]) -> None:
    size = min(len(wide), len(narrow))
    columns = {
        "wide": np.array(wide[:size], dtype=np.int64), "narrow": np.array(narrow[:size], dtype=np.int32),
        "arrow": pa.array([None, *narrow][:size], pa.int64()), "word": pa.array(["a", None, "b", "a"][:size]),
        "coded": pa.array(["x", "y", None, "x"][:size]).dictionary_encode(), "flag": np.array([True, False] * 2)[:size],
    }  # fmt: skip
    expected = zip(
        wide, narrow, [None, *narrow], ["a", None, "b", "a"], ["x", "y", None, "x"], [1, 0, 1, 0], strict=False
    )
    assert _stored(columns) == list(expected)[:size]


def test_many_words_are_bound_row_by_row() -> None:
    words = [f"word {number}" for number in range(MOST_WORDS + 1)] * 80
    assert _stored({"word": np.array(words, dtype=object)}) == [(word,) for word in words]


def test_several_columns_share_one_value() -> None:
    columns = {"a": np.arange(1000), "b": np.arange(1000) % 7, "c": np.array(["x", None] * 500, dtype=object)}
    assert len(pack(columns, np.arange(1000)).values) == 1


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(-2, 1) | st.integers(-(2**40), 2**40), WIDTHS, st.booleans()), min_size=1))
def test_columns_of_any_width_come_back(ranges: list[tuple[int, int, bool]]) -> None:
    columns = {}
    for place, (least, bits, has_null) in enumerate(ranges):
        most = min(least + 2**bits - 1, 2**63 - 1)
        values = [least, most, (least + most) // 2, None if has_null else most]
        columns[f"c{place}"] = np.array(values, dtype=object)
    assert _stored(columns) == list(zip(*(column.tolist() for column in columns.values()), strict=True))


def test_the_least_number_comes_back() -> None:
    least = -(2**63)
    columns = {"least": [least, least + 5], "next": [None, least + 1], "both": [least, None]}
    stored = _stored({name: np.array(values, dtype=object) for name, values in columns.items()})
    assert stored == list(zip(*columns.values(), strict=True))
    assert {type(value) for row in stored for value in row} == {int, type(None)}


def test_texts_come_back_whichever_is_the_most_frequent() -> None:
    draw = np.random.default_rng(1)
    words = np.array([None, "a", "b", "c", "d"], dtype=object)
    columns = {name: words[draw.choice(5, 3000, p=p)] for name, p in (
        ("even", [0.2] * 5), ("last", [0.1, 0.05, 0.05, 0.1, 0.7]), ("none", [0.9, 0, 0, 0.05, 0.05]),
    )}  # fmt: skip
    assert _stored(columns) == list(zip(*(column.tolist() for column in columns.values()), strict=True))


def test_a_wide_column_takes_a_value_of_its_own(tmp_path: Path) -> None:
    columns = {"a": np.array([-(2**63), 2**63 - 1]), "b": np.array([0, 1])}
    assert len(pack(columns, np.arange(2)).values) == 2
