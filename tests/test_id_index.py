"""Ids are found among very many by their bytes, exactly, whatever they are made of."""

from __future__ import annotations

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.store import players
from ratings.store.id_index import IdIndex

ID = st.one_of(
    st.text(max_size=40), st.text("AB", max_size=20), st.integers(0, 10**20).map(str),
    st.sampled_from(["", "A", "A\0", "ABCDEFGH", "ABCDEFGH\0", "ABCDEFGHI", "0233", "233", "é" * 9]),
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(ID, unique=True), st.lists(ID))
def test_the_place_of_each_id(ids, wanted):
    where = {text: place for place, text in enumerate(ids)}
    for texts in (wanted, ids, [*ids, *wanted, *reversed(ids)]):
        found = IdIndex(pa.array(ids, pa.string())).places(pa.array(texts, pa.string()))
        assert found.tolist() == [where.get(text, -1) for text in texts]


def test_a_part_of_a_column():
    column = pa.array(["X", "A", "long id of more than eight", "Y"])
    index = IdIndex(column.slice(1, 2))
    assert index.places(pa.array(["Y", "long id of more than eight", "A"]).slice(1)).tolist() == [1, 0]


def test_the_register_finds_the_same_either_way(ready_desk, monkeypatch):
    rows = ("T,1,2026-01-05,A,B,1-0", "T,1,2026-01-05,C,Nobody,1-0", "T,1,2026-01-05,E,,bye")
    monkeypatch.setattr(players, "MANY", 1)
    ready_desk.load_rows(*rows, code=3)
    assert ready_desk.refused() == [(3, "black", "Nobody", "unknown-player")]
    assert len(ready_desk.stored()) == 2
