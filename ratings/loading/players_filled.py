"""Registered players get the birth year, sex and federation that they lack from a rating list; nothing is replaced."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pyarrow as pa
import sqlalchemy as sa

from ratings.exact import Ints
from ratings.loading import journal
from ratings.loading.journal import Draft
from ratings.store import schema

FIELDS = ("birth_year", "sex", "federation")
_AT_ONCE = 500


class Gaps:
    """The registered players who lack something, read once."""

    def __init__(self, connection: sa.Connection) -> None:
        player = schema.player
        lacks = sa.or_(*(player.c[name].is_(None) for name in FIELDS))
        query = sa.select(player.c.player_key, *(player.c[name] for name in FIELDS)).where(lacks)
        self.by_key = {row.player_key: row._asdict() for row in connection.execute(query)}

    def fill(self, connection: sa.Connection, draft: Draft, rows: pa.Table, keys: Ints) -> int:
        """Fill the gaps of these rows' players, and write down how they were; give the number of players."""
        chosen = [place for place, key in enumerate(keys.tolist()) if key in self.by_key] if self.by_key else []
        values = rows.select(list(FIELDS)).take(pa.array(chosen, pa.int64())).to_pylist()
        changes = []
        for place, told in zip(chosen, values, strict=True):
            before = self.by_key.pop(int(keys[place]))
            new = {name: told[name] for name in FIELDS if before[name] is None and told[name]}
            if new:
                changes.append((before, {name: before[name] for name in new}, new))
        if changes:
            load = journal.people_load(connection, draft, 0)
            self._write(connection, load, changes)
        return len(changes)

    def _write(self, connection: sa.Connection, load: int, changes: Sequence[tuple[dict, dict, dict]]) -> None:
        player, change = schema.player, schema.player_change
        told = [
            {"load_key": load, "player_key": row["player_key"], "before": json.dumps(before)}
            for row, before, _ in changes
        ]
        keys = [one["player_key"] for one in told]
        for start in range(0, len(keys), _AT_ONCE):
            again = sa.and_(change.c.load_key == load, change.c.player_key.in_(keys[start : start + _AT_ONCE]))
            connection.execute(sa.delete(change).where(again))
        connection.execute(sa.insert(change), told)
        by_fields: dict[tuple[str, ...], list[dict]] = {}
        for row, _, new in changes:
            by_fields.setdefault(tuple(new), []).append({"key": row["player_key"], **new})
        for names, rows in by_fields.items():
            update = sa.update(player).where(player.c.player_key == sa.bindparam("key"))
            connection.execute(update.values({name: sa.bindparam(name) for name in names}), rows)
