"""Everything that differs for a player between two records of a period: suspects, to be undone one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ratings.engine.period import Maybe, Start
from ratings.exact import Flags, Ints

CAUSES = (
    "new-game", "withdrawn-game", "corrected-result", "changed-id", "games-of-the-period", "own-start",
    "tournament-data", "new-season", "other-rule", "opponent-rating", "differs-in-file",
)  # fmt: skip
"""The words of causes; of sets equally small, the one that stands earlier here is named."""
(NEW_GAME, WITHDRAWN, CORRECTED, CHANGED_ID, PERIOD_GAMES, OWN_START,
 TOURNAMENT_DATA, NEW_SEASON, OTHER_RULE, OPPONENT_RATING, IN_FILE) = range(len(CAUSES))  # fmt: skip

START, TOURNAMENT, SEASON, EDITION, GAME, OPPONENT = range(6)
"""What a suspect is, by kind: a field of the starting values, a tournament's facts, …, one game, one opponent."""

FIELDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("rating", ("rating", "type")),
    ("credited rating", ("credited",)),
    ("estimate", ("given",)),
    ("birth year", ("birth_year",)),
    ("games", ("games",)),
    ("peak", ("peak",)),
    ("archive", ("archive_points", "archive_games", "archive_season")),
    ("value on the day's list", ()),
    ("pool", ()),
)
"""What a player starts from, in parts that can be undone apart: its name, and the columns of `Start` that hold it."""
RATING, LISTED, POOL = 0, 7, 8
"""Places in FIELDS that need more than columns of `Start`."""

PLAYER_BITS, KIND_BITS, WHAT_BITS = 30, 3, 31
"""Widths in which a suspect is packed into one integer; keys of players and numbers of games fit in WHAT_BITS."""

Part = tuple[Ints, Ints | int, int, Ints | int]
"""Suspects of one kind: players, causes, the kind, and what it is: a field, a tournament, a game, an opponent."""


@dataclass(frozen=True, slots=True)
class Suspects:
    """What differs, one thing an entry, by player: `cause` indexes CAUSES, `kind` says what `what` numbers.

    `first[player]` is where a player's suspects begin; it has one more entry than there are players.
    """

    player: Ints
    cause: Ints
    kind: Ints
    what: Ints
    first: Ints
    keys: npt.NDArray[np.uint64]

    @classmethod
    def of(cls, parts: Sequence[Part], size: int) -> Suspects:
        """Put suspects together, each once; `size` is the number of players and one."""
        none = np.zeros(0, dtype=np.int64)
        columns = [
            (players, *(np.broadcast_to(np.asarray(value, dtype=np.int64), len(players)) for value in rest))
            for players, *rest in [*parts, (none, none, 0, none)]
        ]
        player, cause, kind, what = (np.concatenate([part[n] for part in columns]).astype(np.int64) for n in range(4))
        keys, chosen = np.unique(_packed(player, kind, what), return_index=True)
        first = np.searchsorted(player[chosen], np.arange(size + 1))
        return cls(player[chosen], cause[chosen], kind[chosen], what[chosen], first, keys)

    def places(self, players: Ints, kind: int, what: Ints | int) -> Ints:
        """Give where these suspects stand, -1 where there is none; arrays of one shape."""
        keys = _packed(players, np.full(len(players), kind), np.broadcast_to(what, len(players)))
        if not len(self.keys):
            return np.full(len(players), -1)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[at] == keys, at, -1)

    def masks(self) -> Ints:
        """Give each player's causes as bits."""
        out = np.zeros(len(self.first) - 1, dtype=np.int64)
        np.bitwise_or.at(out, self.player, 1 << self.cause)
        return out


def _packed(player: Ints, kind: Ints, what: Ints) -> npt.NDArray[np.uint64]:
    high = player.astype(np.uint64) << np.uint64(KIND_BITS + WHAT_BITS)
    return high | (kind.astype(np.uint64) << np.uint64(WHAT_BITS)) | what.astype(np.uint64)


def spread(first: Ints, chosen: Ints) -> tuple[Ints, Ints]:
    """Give the entries of chosen groups, one group after the other: which of `chosen` each is of, and its place.

    `first` says where each group begins, and ends: it has one more entry than there are groups.
    """
    counts = first[chosen + 1] - first[chosen]
    begins = np.cumsum(counts) - counts
    of = np.repeat(np.arange(len(chosen)), counts)
    return of, np.arange(len(of)) - begins[of] + first[chosen][of]


@dataclass(frozen=True, slots=True)
class Trials:
    """What is undone at a time, tried side by side: a player, and which of the player's suspects.

    `undone` has the suspects of the first trial's player, then those of the second's …; `first` as in `spread`.
    """

    suspects: Suspects
    player: Ints
    undone: Flags
    first: Ints

    @classmethod
    def of(cls, suspects: Suspects, players: Ints, causes: int) -> Trials:
        """Undo all suspects of these causes (bits) at once, for each player."""
        of, places = spread(suspects.first, players)
        undone = (1 << suspects.cause[places]) & causes > 0
        return cls(suspects, players, undone, np.searchsorted(of, np.arange(len(players) + 1)))

    def __len__(self) -> int:
        """Give the number of trials."""
        return len(self.player)

    def at(self, chosen: Ints) -> Trials:
        """Give these trials."""
        of, places = spread(self.first, chosen)
        first = np.searchsorted(of, np.arange(len(chosen) + 1))
        return Trials(self.suspects, self.player[chosen], self.undone[places], first)

    def is_undone(self, trial: Ints, place: Ints) -> Flags:
        """Say whether the suspect at a place among all (-1: none) is undone in a trial; arrays of one shape."""
        out = np.zeros(len(trial), dtype=bool)
        some = np.flatnonzero(place >= 0)
        of = trial[some]
        out[some] = self.undone[self.first[of] + place[some] - self.suspects.first[self.player[of]]]
        return out

    def undoes(self, kind: int, what: int = 0) -> Flags:
        """Say which trials undo this suspect of their player."""
        return self.is_undone(np.arange(len(self)), self.suspects.places(self.player, kind, what))

    def named(self, trial: int) -> Ints:
        """Give the places among all suspects of those that one trial undoes."""
        flags = self.undone[self.first[trial] : self.first[trial + 1]]
        return self.suspects.first[self.player[trial]] + np.flatnonzero(flags)


def fields_that_differ(one: Start, other: Start) -> list[Flags]:
    """Say for each of FIELDS for which players it differs; those without columns differ for nobody here."""
    return [
        np.logical_or.reduce([np.zeros(one.size, dtype=bool), *(_differ(one, other, name) for name in names)])
        for _, names in FIELDS
    ]


def _differ(one: Start, other: Start, name: str) -> Flags:
    left, right = getattr(one, name), getattr(other, name)
    return maybe_differ(left, right) if isinstance(left, Maybe) else np.asarray(left != right)


def maybe_differ(one: Maybe, other: Maybe) -> Flags:
    """Say where values differ: one is absent, or both are there and not the same."""
    return np.asarray((one.known != other.known) | (one.known & other.known & (one.values != other.values)))


def mixed_start(new: Start, old: Start, trials: Trials) -> Start:
    """Give the trials' players' starting values: each field the new one, or the old one where it is undone."""
    columns = {name: getattr(new.take(trials.player), name) for name in Start.__slots__}
    before = old.take(trials.player)
    for field, (_, names) in enumerate(FIELDS):
        undone = trials.undoes(START, field) if names else np.zeros(0, dtype=bool)
        for name in names if undone.any() else ():
            old_column, new_column = getattr(before, name), columns[name]
            is_maybe = isinstance(new_column, Maybe)
            columns[name] = (either if is_maybe else np.where)(undone, old_column, new_column)
    return Start(**columns)


def either(condition: Flags, one: Maybe, other: Maybe) -> Maybe:
    """Give one column where the condition holds, and the other elsewhere."""
    return Maybe(np.where(condition, one.values, other.values), np.where(condition, one.known, other.known))
