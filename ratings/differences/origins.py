"""Where values and changes come from, in words: which list, which load, which entry of the ledger."""

from __future__ import annotations

import datetime as dt
from functools import cached_property

import numpy as np
import sqlalchemy as sa

from ratings.decisions.choice import told
from ratings.differences.game_changes import RESULT, WHITE, Game, GameChange
from ratings.differences.pairs import Pair
from ratings.store import schema
from ratings.store.events import read_events
from ratings.store.game_rows import GameRows
from ratings.store.games import loads_of
from ratings.store.holds import GAME, marks, read_holds
from ratings.store.ledger import read_entries
from ratings.store.periods import Period
from ratings.store.persons import read_persons
from ratings.store.signed import signed_ratings
from ratings.store.standings import loaded_since, newest_published


class ListOrigins:
    """Names the list that a player's value comes from: the newest published one, or one loaded since."""

    def __init__(self, connection: sa.Connection, period: Period) -> None:
        self._connection, self._period = connection, period
        self._of: dict[tuple[str, dt.date | None], list[tuple[str, set[int]]]] = {}

    def of(self, player: int, day: dt.date | None = None, system: str = "") -> str:
        """Give the list from which a player's value on a day is; by default when the period starts."""
        key = (system or self._period.system, day)
        if key not in self._of:
            self._of[key] = self._lists(*key)
        for label, players in self._of[key]:
            if player in players or not players:
                return label
        return ""

    def _lists(self, system: str, day: dt.date | None) -> list[tuple[str, set[int]]]:
        """Give the lists, newest first, each with the players who are in it; nobody named: it has everybody else."""
        period, seen = self._period, self._period.seen
        before = {"on": day} if day or system != period.system else {"before": period.starts}
        if "on" in before:
            before = {"on": day or period.starts}
        base = newest_published(self._connection, system, seen=seen, **before)
        row, found = schema.list_row, list[tuple[str, set[int]]]()
        since = None if base is None else base.starts_on
        signed = signed_ratings(self._connection, system, day or period.starts, seen, since)
        found += [(label, {key}) for key, label in signed.items()]
        for loaded in reversed(loaded_since(self._connection, system, day or period.starts, base, seen)):
            keys = self._connection.execute(sa.select(row.c.player_key).where(row.c.list_key == loaded.list_key))
            what = "adjustment" if loaded.adjustment else "list"
            label = f"{what} of {loaded.in_force_on}"
            found.append((label, set(keys.scalars())))
        return [*found, (self._label(base), set[int]())] if base is not None else found

    def _label(self, base: sa.Row) -> str:
        run, period = schema.run, schema.period
        query = sa.select(period.c.name).join(run, run.c.period_key == period.c.period_key)
        name = self._connection.execute(query.where(run.c.run_key == base.run_key)).scalar_one()
        return f"list {name}, revision {base.revision}"


class GameOrigins:
    """Tells games, and what brought a change of one about: a load, or an entry of the ledger."""

    def __init__(self, connection: sa.Connection, pair: Pair, people: dict[int, sa.Row]) -> None:
        self._connection, self._pair, self._people = connection, pair, people

    def game(self, game: Game | None) -> str | None:
        """Say which game it is."""
        if game is None:
            return None
        values = dict(zip(GAME, game, strict=False))
        return told(self._codes.get(game[0], ""), values, self._people)

    def why(self, change: GameChange) -> str:
        """Say what brought a change about."""
        if change.before is not None and change.before in self._marked:
            return self._entry(self._marked[change.before][0])
        if change.after is not None and change.after in self._marked:
            return self._entry(self._marked[change.after][1] or self._marked[change.after][0])
        if change.after is not None and change.after in self._loaded:
            load = self._loaded[change.after]
            return f"load {load}, {self._files[load]}"
        if change.before is not None and change.after is not None:
            changed = {*change.before[WHITE:RESULT]} ^ {*change.after[WHITE:RESULT]}
            return self._entry(self._merges.get(frozenset(changed)))
        tournament = (change.before or change.after or (0,))[0]
        if tournament not in self._aside:
            return ""
        return "its tournament is set aside now" if change.after is None else "its tournament was set aside"

    @cached_property
    def _merges(self) -> dict[frozenset[int], int]:
        """Give the newest entry that said of two ids that they are one person, or that they are not."""
        alias = schema.alias
        rows = self._connection.execute(sa.select(alias).order_by(alias.c.alias_key))
        return {frozenset((row.player_key, row.person_key)): row.closed_by or row.opened_by for row in rows}

    @cached_property
    def _aside(self) -> set[int]:
        """Give the tournaments that are set aside in one of the records."""
        records = (self._pair.old, self._pair.new)
        return {one.key for record in records for one in read_events(self._connection, record.period) if one.set_aside}

    @cached_property
    def _codes(self) -> dict[int, str]:
        table = schema.tournament
        rows = self._connection.execute(sa.select(table.c.tournament_key, table.c.code))
        return {int(key): code for key, code in rows}

    @cached_property
    def _entries(self) -> dict[int, dict[str, object]]:
        return {int(one["entry"]): one for one in read_entries(self._connection, system=self._pair.new.period.system)}

    def _entry(self, key: int | None) -> str:
        entry = self._entries.get(key or 0)
        if entry is None:
            return ""
        claim = f", claim {entry['claim']}" if entry["claim"] else ""
        return f"entry {entry['entry']}: {entry['action']}{claim}"

    @cached_property
    def _marked(self) -> dict[Game, tuple[int, int | None]]:
        """Give for each game that a decision is about in one of the records: who opened it, and who closed it."""
        games = [
            game for change in self._pair.games.changes for game in (change.before, change.after) if game is not None
        ]
        out: dict[Game, tuple[int, int | None]] = {}
        hold = schema.hold
        opened = {row.hold_key: (row.opened_by, row.closed_by) for row in self._connection.execute(sa.select(hold))}
        rows = GameRows(
            *np.array([game[: len(GAME)] for game in games], dtype=np.int32).reshape(-1, 6).T,
            np.zeros(len(games), dtype=np.int32),
        )
        for record in (self._pair.old, self._pair.new):
            holds = read_holds(self._connection, record.period)
            if holds and games:
                _, places = marks(holds, rows, read_persons(self._connection, record.period.seen))
                out |= {game: opened[holds[at].key] for game, at in zip(games, places.tolist(), strict=True) if at >= 0}
        return out

    @cached_property
    def _loaded(self) -> dict[Game, int]:
        """Give the load of each game that came after the old record was made."""
        old, new = self._pair.old.period.seen, self._pair.new.period
        table = schema.game
        loads = [load for load in loads_of(self._connection, new) if old is None or load > old.load_key]
        query = sa.select(*(table.c[name] for name in GAME), table.c.load_key).where(table.c.load_key.in_(loads))
        persons = read_persons(self._connection, new.seen)
        return {
            (*row[:WHITE], *(persons.get(key, key) for key in row[WHITE:RESULT]), row[RESULT]): int(row[-1])
            for row in self._connection.execute(query)
        }

    @cached_property
    def _files(self) -> dict[int, str]:
        load = schema.load
        return {int(key): file for key, file in self._connection.execute(sa.select(load.c.load_key, load.c.file))}
