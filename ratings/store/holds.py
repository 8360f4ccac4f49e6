"""What is kept out of a period's rating by decision: a game, a tournament's games, a player's games."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa

from ratings.exact import Ints
from ratings.store import schema
from ratings.store.bulk import next_key
from ratings.store.game_rows import GameRows
from ratings.store.ledger import stands
from ratings.store.periods import Period
from ratings.store.persons import keys_of, rows_by_person

WORDS = ("", "held", "withdrawn", "corrected", "reassigned")
"""Why a game is not rated, by code; after `held`, for good: another row may stand in its place."""
HELD = WORDS.index("held")
GONE = WORDS[HELD + 1 :]
"""Words of games that are out for good."""
GAME = ("tournament_key", "round", "played_on", "white", "black", "result")
"""What names a game."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a decision is about: one of a tournament's key, a player's key, and the values of GAME."""

    tournament: int = 0
    player: int = 0
    game: tuple[int, ...] = ()

    @property
    def kind(self) -> str:
        """Give the word for which of the three it is."""
        return "game" if self.game else "player" if self.player else "tournament"

    def values(self) -> dict[str, object]:
        """Give the columns of a hold that say what it is about."""
        game = dict(zip(GAME, self.game, strict=True)) if self.game else {"tournament_key": self.tournament or None}
        return {"kind": self.kind, "player_key": self.player or None, **game}


@dataclass(frozen=True, slots=True)
class Hold:
    """One decision that stands: its reason, and what it is about in words."""

    key: int
    word: str
    reason: str
    subject: str
    target: Target


def read_holds(connection: sa.Connection, period: Period) -> list[Hold]:
    """Give what stands for a period, of a published one as it was then, in the order of the decisions."""
    hold, ledger = schema.hold, schema.ledger
    query = (
        sa.select(hold, ledger.c.reason, ledger.c.subject)
        .join(ledger, ledger.c.ledger_key == hold.c.opened_by)
        .where(hold.c.period_key == period.key, stands(hold, period.seen))
        .order_by(hold.c.hold_key)
    )
    return [Hold(row.hold_key, row.word, row.reason, row.subject, _target(row)) for row in connection.execute(query)]


def _target(row: sa.Row) -> Target:
    if row.kind == "game":
        return Target(game=tuple(getattr(row, name) for name in GAME))
    return Target(row.tournament_key or 0, row.player_key or 0)


def open_hold(connection: sa.Connection, period: Period, entry: int, word: str, target: Target) -> None:
    """Keep something out of the rating from an entry of the ledger on."""
    key = next_key(connection, schema.hold.c.hold_key)
    told = {"period_key": period.key, "word": word, "opened_by": entry, **target.values()}
    connection.execute(sa.insert(schema.hold).values(hold_key=key, **told))


def marks(holds: list[Hold], rows: GameRows, persons: dict[int, int]) -> tuple[Ints, Ints]:
    """Give the code in WORDS of each row, 0 where nothing keeps it out, and which of the holds it is.

    A decision about the game itself goes before one about its tournament or a player.
    """
    word = np.zeros(len(rows), dtype=np.int64)
    place = np.full(len(rows), -1)
    of_games = [at for at, hold in enumerate(holds) if hold.target.game]
    for at in sorted(set(range(len(holds))) - set(of_games)):
        wide = holds[at].target
        keys = keys_of(persons.get(wide.player, wide.player), persons)
        players = np.isin(rows.white, keys) | np.isin(rows.black, keys)
        here = (rows.tournament == wide.tournament) if wide.tournament else players
        word[here], place[here] = WORDS.index(holds[at].word), at
    if of_games:
        found = _places(GameRows.of_keys(np.array([holds[at].target.game for at in of_games])), rows)
        here = found >= 0
        place[here] = np.array(of_games)[found[here]]
        word[here] = np.array([WORDS.index(holds[at].word) for at in of_games])[found[here]]
    return word, place


def _places(held: GameRows, rows: GameRows) -> Ints:
    """Give where each row stands among the held games, of which no two are the same; -1 where it does not."""
    import pandas as pd

    index = pd.MultiIndex.from_arrays(held.packed())
    return index.get_indexer(pd.MultiIndex.from_arrays(rows.packed()))


def read_gone(connection: sa.Connection, persons: dict[int, int]) -> GameRows:
    """Read the games that are out for good, of whatever period, by the keys of persons that count."""
    hold = schema.hold
    gone = sa.and_(hold.c.kind == "game", hold.c.word.in_(GONE), stands(hold, None))
    found = connection.execute(sa.select(*(hold.c[name] for name in GAME)).where(gone)).all()
    return rows_by_person(GameRows.of_keys(np.array([tuple(row) for row in found])), persons)
