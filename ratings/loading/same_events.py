"""The same event under another name or date: told by its players and results, whatever it is called."""

from __future__ import annotations

import numpy as np
import sqlalchemy as sa

from ratings.exact import Flags
from ratings.store import schema
from ratings.store.game_rows import GameRows
from ratings.store.periods import Period

FEWEST_GAMES = 3
"""Events smaller than this are alike by chance."""
MIXER = np.int64(-7046029254386353131)


def signatures(rows: GameRows, good: Flags) -> dict[int, int]:
    """Give each tournament's number made of its players and results: a sum, so that order does not matter."""
    chosen = np.flatnonzero(good)
    tournament = rows.tournament[chosen]
    keys, place, counts = np.unique(tournament, return_inverse=True, return_counts=True)
    _, second = rows.packed()
    with np.errstate(over="ignore"):
        mixed = second[chosen] * MIXER
        mixed = (mixed ^ (mixed >> np.int64(29))) * MIXER
        sums = np.zeros(len(keys), dtype=np.int64)
        np.add.at(sums, place, mixed)
    return {int(key): int(value) for key, value, count in zip(keys, sums, counts, strict=True) if count >= FEWEST_GAMES}


def note_same_events(connection: sa.Connection, period: Period, rows: GameRows, good: Flags) -> list[str]:
    """Write the signatures down, and give a warning for each event that is there under another code."""
    made = signatures(rows, good)
    entry, tournament = schema.entry, schema.tournament
    codes = dict(
        connection.execute(
            sa.select(tournament.c.tournament_key, tournament.c.code).where(tournament.c.system == period.system)
        ).all()
    )
    named = {key: value for key, value in made.items() if codes.get(key)}
    if not named:
        return []
    update = sa.update(entry).where(entry.c.period_key == period.key, entry.c.tournament_key == sa.bindparam("key"))
    connection.execute(
        update.values(signature=sa.bindparam("value")), [{"key": k, "value": v} for k, v in named.items()]
    )
    others = connection.execute(
        sa.select(entry.c.signature, entry.c.tournament_key)
        .join(tournament, tournament.c.tournament_key == entry.c.tournament_key)
        .where(entry.c.signature.isnot(None), tournament.c.system == period.system)
    ).all()
    by_signature: dict[int, set[int]] = {}
    for signature, key in others:
        by_signature.setdefault(signature, set()).add(key)
    twins = {frozenset(by_signature[value]) for value in named.values() if len(by_signature[value]) > 1}
    return [
        f"warning: {' and '.join(sorted(codes[key] for key in group))} have the same players and results"
        for group in sorted(twins, key=sorted)
    ]
