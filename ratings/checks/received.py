"""What arrived for a period: its files with what became of their rows, its tournaments, what is refused and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.checks.gathered import Gathered
from ratings.files.cells import as_date, as_day
from ratings.store import schema

COUNTS = ("rows", "stored", "known", "refused", "late")


def counts(gathered: Gathered) -> dict[str, int]:
    """Count the period's rows, games, tournaments, players and loads."""
    played, rows = int(gathered.is_played.sum()), gathered.rows
    return {
        "rows": len(rows["result"]),
        "played": played,
        "not_played": len(rows["result"]) - played,
        "tournaments": len([code for code in gathered.codes if code]),
        "players": int(gathered.takes_part.sum()),
        "loads": len(np.unique(rows["load_key"])),
    }


def files(connection: sa.Connection, gathered: Gathered, refused: Sequence[sa.Row]) -> list[dict[str, Any]]:
    """Give the period's files of games, and others whose refused rows wait; `waiting` are rows not mended."""
    load, period = schema.load, gathered.period
    waiting = Counter(row.load_key for row in refused)
    of_period = sa.and_(load.c.kind == "games", load.c.period_key == period.key)
    query = sa.select(load).where(sa.or_(of_period, load.c.load_key.in_(sorted(waiting))))
    return [
        {
            "load": row.load_key, "kind": row.kind, "file": row.file, "loaded_at": row.loaded_at,
            **{name: row._mapping[name] for name in COUNTS}, "waiting": waiting[row.load_key],
        }
        for row in connection.execute(query.order_by(load.c.load_key))
    ]  # fmt: skip


def refused_rows(refused: Sequence[sa.Row]) -> dict[str, Any]:
    """Give the refused rows that are not mended, and how many have which code."""
    return {
        "refused": [
            {"file": row.file, "line": row.line, "column": row.column, "value": row.value,
             "code": row.code, "reason": row.message}
            for row in refused
        ],
        "refused_count": len(refused),
        "refused_codes": dict(sorted(Counter(row.code for row in refused).items())),
        "unknown_players": sorted({row.value for row in refused if row.code == "unknown-player"}),
    }  # fmt: skip


def tournaments(gathered: Gathered) -> list[dict[str, Any]]:
    """Give each tournament with its rows in the period: how many, of how many players, from when to when, how late."""
    rows, size = gathered.rows, gathered.size
    number, event, day = len(gathered.codes), rows["event"], rows["played_on"]
    first, last = np.full(number, np.iinfo(np.int64).max), np.full(number, np.iinfo(np.int64).min)
    np.minimum.at(first, event, day)
    np.maximum.at(last, event, day)
    late = np.bincount(event[day < as_day(gathered.period.starts)], minlength=number)
    entries = np.unique(np.concatenate([event * size + rows["white"], event * size + rows["black"]]))
    players = np.bincount(entries[entries % size > 0] // size, minlength=number)
    aside = dict(zip(event.tolist(), rows["set_aside"], strict=True))
    games = np.bincount(event, minlength=number)
    return [
        {
            "tournament": code, "name": gathered.details[code].name, "rows": int(games[place]),
            "players": int(players[place]), "first": str(as_date(int(first[place]))),
            "last": str(as_date(int(last[place]))), "late": int(late[place]), "set_aside": aside[place],
        }
        for place, code in enumerate(gathered.codes)
    ]  # fmt: skip
