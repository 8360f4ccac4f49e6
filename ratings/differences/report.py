"""Differences between two lists, ready to be shown: each player with the proved causes, the largest change first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pandas as pd
import sqlalchemy as sa

from ratings.differences.compare import Compared
from ratings.differences.histogram import Bar, bars_of
from ratings.differences.suspects import CAUSES
from ratings.differences.told import Teller, Told, at
from ratings.differences.words import in_words
from ratings.store.players import people_by_key

COLUMNS = ("id", "name", "before", "after", "change", "causes", "why")
JOINED = " + "


@dataclass(frozen=True, slots=True)
class Difference:
    """One player: what the two lists say (None: nothing), and the causes."""

    id: str
    name: str
    before: int | None
    after: int | None
    causes: tuple[Told, ...]

    @property
    def change(self) -> int | None:
        """Give the change in points, where both lists have a value."""
        return None if self.before is None or self.after is None else self.after - self.before

    @property
    def words(self) -> str:
        """Give the causes' words, each once."""
        named = {cause["cause"] for cause in self.causes}
        return JOINED.join(word for word in CAUSES if word in named)


@dataclass(frozen=True, slots=True)
class Report:
    """What two lists, by name, differ in; `notes` are for the officer."""

    before: str
    after: str
    differences: list[Difference]
    notes: list[str] = field(default_factory=list)

    def counts(self) -> dict[str, int]:
        """Count the players of each set of causes, the most frequent first."""
        words = pd.Series([one.words for one in self.differences], dtype=object)
        counts = {str(word): int(count) for word, count in words.value_counts().items()}
        return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))

    def frame(self) -> pd.DataFrame:
        """Give one row a player."""
        rows = [
            (one.id, one.name, one.before, one.after, one.change, one.words, "; ".join(map(in_words, one.causes)))
            for one in self.differences
        ]
        frame = pd.DataFrame(rows, columns=list(COLUMNS), dtype=object)
        return frame.astype(dict.fromkeys(("before", "after", "change"), "Int64"))

    def as_json(self) -> dict[str, Any]:
        """Give everything as values; opponents' own causes are in a table of their own."""
        opponents: dict[str, Told] = {}
        players = [
            {
                "id": one.id, "name": one.name, "before": one.before, "after": one.after, "change": one.change,
                "causes": [_flat(cause, opponents) for cause in one.causes],
            }
            for one in self.differences
        ]  # fmt: skip
        bars = [{"from": bar.least, "to": bar.most, "players": bar.count} for bar in self.bars()]
        return {
            "before": self.before, "after": self.after, "notes": self.notes, "counts": self.counts(),
            "histogram": bars, "players": players, "opponents": list(opponents.values()),
        }  # fmt: skip

    def bars(self) -> list[Bar]:
        """Count the changes by their amount, in bars as wide as suits them; nobody new or gone is counted."""
        return bars_of([one.change for one in self.differences if one.change is not None])


def _flat(cause: Told, opponents: dict[str, Told]) -> Told:
    """Give a cause whose opponents have their causes as words, and put those whole into a table, each once."""
    if "opponents" not in cause:
        return cause
    shown = []
    for opponent in cause["opponents"]:
        causes = opponent.get("causes")
        if causes is None:
            shown.append(opponent)
            continue
        key = f"{opponent['id']} {opponent['before']} {opponent['after']}"
        if key not in opponents:
            opponents[key] = {}
            flat = [_flat(one, opponents) for one in causes]
            opponents[key] = {**opponent, "causes": flat}
        shown.append({**opponent, "causes": [one["cause"] for one in causes]})
    return {**cause, "opponents": shown}


def differences(connection: sa.Connection, compared: Compared) -> list[Difference]:
    """Tell who differs and why, largest change first, then those who came or went."""
    people, found = people_by_key(connection), list[Difference]()
    tellers = [(Teller(connection, step, people), step) for step in compared.steps]
    for player in compared.players.tolist():
        causes = tuple(
            cause if len(tellers) == 1 else {**cause, "period": step.pair.new.period.name}
            for teller, step in tellers
            if player in step.of.get(0, {})
            for cause in teller.causes(player)
        )
        values = at(compared.before, player), at(compared.after, player)
        found.append(Difference(people[player].id, people[player].name, *values, causes))
    return in_order(found)


def in_order(found: list[Difference]) -> list[Difference]:
    """Give the largest change first, then by name and id; who came or went stands before."""
    return sorted(found, key=lambda one: (one.change is not None, -abs(one.change or 0), one.name, one.id))
