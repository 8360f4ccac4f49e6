"""What a player's rating would be with some suspects undone, in systems by expectation: the engine, trial by trial.

A side brings its values along, by the list of its tournament's first day, so that trials are rated as players of their
own: number 0 is nobody, the trials follow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ratings.differences.by_performance import code_of
from ratings.differences.records import Record
from ratings.differences.sides import PlayersSides
from ratings.differences.suspects import (
    EDITION,
    LISTED,
    POOL,
    RATING,
    START,
    TOURNAMENT,
    Suspects,
    Trials,
    either,
    maybe_differ,
    mixed_start,
    spread,
)
from ratings.engine import by_expectation
from ratings.engine.by_expectation import Inputs
from ratings.engine.editions import blocks_on
from ratings.engine.expected import Days, ValuedSides
from ratings.engine.period import Maybe, Start
from ratings.engine.pools import Pools, Tournaments
from ratings.exact import Flags, Ints
from ratings.files.cells import as_day

UNKNOWN = np.iinfo(np.int64).min
"""Stands for the first day and format of a tournament that a record does not know."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """The tournaments of two records under common numbers: what each record knows of them, the new one first.

    `number` is by key of the tournament; 0 is no tournament. What one record does not know is as in the other.
    """

    codes: list[str]
    number: Ints
    first_day: tuple[Ints, Ints]
    format: tuple[Ints, Ints]

    def differ(self) -> Ints:
        """Give the numbers of those that differ."""
        return np.flatnonzero((self.first_day[0] != self.first_day[1]) | (self.format[0] != self.format[1]))

    def stacked(self) -> Tournaments:
        """Give them for the engine: the new record's, and behind them the old one's."""
        return Tournaments(np.concatenate(self.first_day), np.concatenate(self.format))


def numbered(new: Record, old: Record) -> Numbered:
    """Put the tournaments of two records together."""
    assert new.valued is not None
    assert old.valued is not None
    entered = [record.valued.entered for record in (new, old) if record.valued is not None]
    codes = ["", *sorted({code for one in entered for code in one.codes} - {""})]
    place = {code: at for at, code in enumerate(codes)}
    number = np.zeros(max(key for one in entered for key in [0, *one.keys]) + 1, dtype=np.int64)
    days, formats = [], []
    for one, record in zip(entered, (new, old), strict=True):
        at = np.array([place[code] for code in one.codes], dtype=np.int64)
        number[np.array(one.keys, dtype=np.int64)] = np.where(np.array(one.keys) > 0, at, 0)
        day, form = np.full(len(codes), UNKNOWN), np.full(len(codes), UNKNOWN)
        known = np.array([row is not None for row in one.details], dtype=bool) & (one.first_day != 0) & (at > 0)
        day[at[known]] = one.first_day[known]
        form[at[known]] = record.valued.inputs.tournaments.format[known]  # type: ignore[union-attr]
        days.append(day)
        formats.append(form)
    number[0] = 0
    return Numbered(codes, number, _completed(days), _completed(formats))


def _completed(columns: list[Ints]) -> tuple[Ints, Ints]:
    """Give both columns with what is UNKNOWN in one taken from the other; 0 where it is in both."""
    one, other = columns
    filled = np.where(one == UNKNOWN, other, one), np.where(other == UNKNOWN, one, other)
    return tuple(np.where(column == UNKNOWN, 0, column) for column in filled)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class SideValues:
    """The values of all sides by list: `own[lists][day]` and `value[lists][day]`; 0 is the new record, 1 the old.

    `lists` says whose lists are read, `day` whose first day of the tournament decides. `decides[day]` are the days.
    """

    tournament: Ints
    own: list[list[Maybe]]
    value: list[list[Maybe]]
    decides: list[Ints]

    def own_differ(self) -> Flags:
        """Say on which sides the owner's value differs between the records' lists."""
        return np.logical_or(*(maybe_differ(self.own[0][day], self.own[1][day]) for day in (0, 1)))

    def value_differ(self) -> Flags:
        """Say on which sides the opponent's value differs."""
        return np.logical_or(*(maybe_differ(self.value[0][day], self.value[1][day]) for day in (0, 1)))


def side_values(new: Record, old: Record, sides: PlayersSides, games: Ints, tournaments: Numbered) -> SideValues:
    """Read the values of all sides; `games` are the games of both, columns GAME."""
    number = tournaments.number[games[sides.row, 0]]
    decides = [np.where(number > 0, day[number], games[sides.row, 2]) for day in tournaments.first_day]
    own, value = (
        [[_values(record, decides[day], players) for day in (0, 1)] for record in (new, old)]
        for players in (sides.owner, sides.opponent)
    )
    return SideValues(number, own, value, decides)


def _values(record: Record, days: Ints, players: Ints) -> Maybe:
    assert record.stored is not None
    if record.edition.values_on == "period":
        return record.start.rating.at(players)
    return record.stored.lists.values(days, players)


@dataclass(frozen=True, slots=True)
class PoolRows:
    """The pool rows of one record by player, tournaments by their common numbers: `first[player]` begins a player's."""

    pools: Pools
    first: Ints
    first_opponent: Ints

    def of(self, players: Ints) -> tuple[Ints, Pools]:
        """Give the rows of these players, who may be named more than once: which of them each row is of."""
        of, place = spread(self.first, players)
        row, pair = spread(self.first_opponent, place)
        columns = {name: getattr(self.pools, name)[place] for name in Pools.columns()}
        return of, Pools(**columns, opponent_row=row, opponent=self.pools.opponent[pair])


def pool_rows(record: Record, tournaments: Numbered) -> PoolRows:
    """Give a record's pools."""
    assert record.valued is not None
    pools, codes = record.valued.inputs.pools, record.valued.entered.codes
    place = {code: at for at, code in enumerate(tournaments.codes)}
    number = np.array([place[code] for code in codes], dtype=np.int64)
    pools = replace(pools, tournament=number[pools.tournament])
    pools = pools.at(np.argsort(pools.player, kind="stable"))
    first = np.searchsorted(pools.player, np.arange(record.size + 1))
    return PoolRows(pools, first, np.searchsorted(pools.opponent_row, np.arange(len(pools) + 1)))


@dataclass(frozen=True, slots=True)
class ByExpectation:
    """Rates trials against the two records of a period."""

    new: Record
    old: Record
    sides: PlayersSides
    values: SideValues
    tournaments: Numbered
    pools: tuple[PoolRows, PoolRows]
    suspects: Suspects
    tournament_suspect: Ints

    def __call__(self, trials: Trials) -> Ints:
        """Give the ratings that would come out, as codes: shape (1, trials)."""
        out = np.zeros((1, len(trials)), dtype=np.int64)
        edition = trials.undoes(EDITION)
        for is_old in (False, True):
            here = np.flatnonzero(edition == is_old)
            if len(here):
                out[0, here] = self._rated(trials.at(here), self.old if is_old else self.new)
        return out

    def goals(self, target: int, players: Ints) -> Ints:
        """Give the old record's codes."""
        assert target == 0
        return code_of(self.old.published.at(players))

    def _rated(self, trials: Trials, record: Record) -> Ints:
        rules, period = record.edition_rules(), self.new.period
        start = _after_nobody(mixed_start(self.new.start, self.old.start, trials))
        days = Days(as_day(period.starts), as_day(period.ends), as_day(period.publishes), 0)
        nobody = np.zeros(start.size, dtype=bool)
        inputs = Inputs(
            start, self._sides(trials, record), self._pools(trials), self.tournaments.stacked(), days, nobody
        )
        return code_of(by_expectation.rate(inputs, rules).after.rating)[1:]

    def _sides(self, trials: Trials, record: Record) -> ValuedSides:
        """Give the trials' sides, each with the values of the lists and of the day that are not undone."""
        trial, place = spread(self.sides.first, trials.player)
        there = self.sides.is_there(place, trials.is_undone(trial, self.sides.game_suspect[place]))
        trial, place = trial[there], place[there]
        old_day = trials.is_undone(trial, self.tournament_suspect[place])
        field = RATING if self.new.edition.values_on == "period" else LISTED
        old_own = trials.undoes(START, field)[trial]
        old_value = trials.is_undone(trial, self.sides.opponent_suspect[place])
        own, value = (
            either(old, *(either(old_day, lists[1].at(place), lists[0].at(place)) for lists in reversed(columns)))
            for old, columns in ((old_own, self.values.own), (old_value, self.values.value))
        )
        decides = np.where(old_day, self.values.decides[1][place], self.values.decides[0][place])
        number = self.values.tournament[place]
        shift = np.where(old_day & (number > 0), len(self.tournaments.codes), 0)
        return ValuedSides(
            trial + 1, self.sides.opponent[place], self.sides.half_points[place], self.sides.day[place],
            number + shift, own, value, blocks_on(decides, record.edition_rules()),
        )  # fmt: skip

    def _pools(self, trials: Trials) -> Pools:
        """Give the trials' pools of newcomers: those of the new record, or of the old one where they are undone."""
        old, parts = trials.undoes(START, POOL), []
        for rows, chosen in ((self.pools[0], np.flatnonzero(~old)), (self.pools[1], np.flatnonzero(old))):
            of, pools = rows.of(trials.player[chosen])
            trial = chosen[of]
            suspect = self.suspects.places(trials.player[trial], TOURNAMENT, pools.tournament)
            shift = np.where(trials.is_undone(trial, suspect), len(self.tournaments.codes), 0)
            columns = {name: getattr(pools, name) for name in Pools.columns()}
            columns |= {"player": trial + 1, "tournament": pools.tournament + shift}
            parts.append(Pools(**columns, opponent_row=pools.opponent_row, opponent=pools.opponent))
        return parts[0].plus(parts[1])


def _after_nobody(start: Start) -> Start:
    """Give a start with nobody before the first entry: player numbers begin with 1."""
    nobody, columns = Start.unrated(1), {}
    for name in Start.__slots__:
        first, rest = getattr(nobody, name), getattr(start, name)
        if isinstance(rest, Maybe):
            pairs = ((getattr(first, part), getattr(rest, part)) for part in ("values", "known"))
            columns[name] = Maybe(*(np.concatenate(pair) for pair in pairs))
        else:
            columns[name] = np.concatenate([first, rest])
    return Start(**columns)


def pools_differ(new: PoolRows, old: PoolRows, size: int) -> Flags:
    """Say whose pools are not the same in both records."""
    told = []
    for rows in (new, old):
        columns = [getattr(rows.pools, name) for name in Pools.columns()]
        met = np.split(rows.pools.opponent, rows.first_opponent[1:-1]) if len(rows.pools) else []
        told.append({(*map(int, row), *sorted(map(int, who))) for *row, who in zip(*columns, met, strict=True)})
    out = np.zeros(size, dtype=bool)
    out[[row[0] for row in told[0] ^ told[1]]] = True
    return out
