"""Causes as values for programs: which games, which values from which lists, which opponents and why theirs."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.differences.by_expectation import ByExpectation
from ratings.differences.by_performance import PUBLISHED, ByPerformance
from ratings.differences.compare import Proved, target_seen
from ratings.differences.origins import GameOrigins, ListOrigins
from ratings.differences.suspects import (
    CAUSES,
    EDITION,
    FIELDS,
    GAME,
    LISTED,
    OPPONENT,
    PERIOD_GAMES,
    POOL,
    SEASON,
    START,
    TOURNAMENT,
)
from ratings.engine.expected import FORMATS
from ratings.engine.period import Maybe, Start
from ratings.exact import Ints
from ratings.files.cells import as_date
from ratings.publish.frames import halves, two_decimals
from ratings.wording import number_of

REGISTER = ("birth year", "estimate")
"""Fields of the starting values that players' files bring."""
Told = dict[str, Any]


class Teller:
    """Tells the causes that are proved of one pair."""

    def __init__(self, connection: sa.Connection, proved: Proved, people: dict[int, sa.Row]) -> None:
        self._proved, self._pair, self._people = proved, proved.pair, people
        self._games = GameOrigins(connection, self._pair, people)
        self._lists = [ListOrigins(connection, record.period) for record in (self._pair.old, self._pair.new)]
        self._known: dict[tuple[int, int], list[Told]] = {}

    def causes(self, player: int, target: int = PUBLISHED) -> list[Told]:
        """Give a player's causes in the order of CAUSES; opponents with their own causes."""
        if (target, player) not in self._known:
            self._known[target, player] = self._causes(player, target)
        return self._known[target, player]

    def _causes(self, player: int, target: int) -> list[Told]:
        suspects, places = self._pair.suspects, self._proved.of[target][player]
        told = []
        for cause in np.unique(suspects.cause[places]):
            parts = places[suspects.cause[places] == cause]
            one: Told = {"cause": CAUSES[cause]}
            for kind in np.unique(suspects.kind[parts]):
                what = suspects.what[parts[suspects.kind[parts] == kind]]
                one |= self._part(int(kind), player, target, what)
            told.append(one)
        return told

    def _part(self, kind: int, player: int, target: int, what: Ints) -> Told:
        if kind == GAME:
            return self._of_games(player, what)
        if kind == START:
            return {"values": [self._of_start(player, int(field)) for field in what]}
        if kind == OPPONENT:
            return {"opponents": [self._of_opponent(player, target, int(key)) for key in what]}
        if kind == TOURNAMENT:
            return {"tournaments": [one for number in what for one in self._of_tournament(int(number))]}
        if kind == SEASON:
            seasons = [record.edition.season(record.ends) for record in (self._pair.old, self._pair.new)]
            return {"before": seasons[0], "after": seasons[1]}
        assert kind == EDITION
        return self._of_rules()

    def _of_games(self, player: int, what: Ints) -> Told:
        if self._pair.games.changes[int(what[0])].cause == PERIOD_GAMES:
            games, points = self._played(player)
            return {"period": self._pair.new.period.name, "games": games, "points": halves(points)}
        changes = [self._pair.games.changes[int(number)] for number in what]
        return {
            "games": [
                {
                    "before": self._games.game(one.before),
                    "after": self._games.game(one.after),
                    "by": self._games.why(one),
                }
                for one in changes
            ]
        }

    def _played(self, player: int) -> tuple[int, int]:
        """Count a player's games of the period and the half points made in them."""
        sides = self._pair.rate.sides
        mine = slice(sides.first[player], sides.first[player + 1])
        return len(sides.owner[mine]), int(sides.half_points[mine].sum())

    def _of_rules(self) -> Told:
        """Name the numbers that differ, also those of other editions that decide about tournaments."""
        old, new = (
            {one.effective: one for one in record.rules.editions} | {None: record.edition}
            for record in (self._pair.old, self._pair.new)
        )
        numbers = [
            {"number": name.name, "before": getattr(old[day], name.name), "after": getattr(new[day], name.name)}
            for day in old.keys() & new.keys()
            for name in dataclasses.fields(old[day])
            if getattr(old[day], name.name) != getattr(new[day], name.name)
        ]
        once = {one["number"]: {name: _plain(value) for name, value in one.items()} for one in numbers}
        return {"numbers": [once[name] for name in sorted(once)]}

    def _of_start(self, player: int, field: int) -> Told:
        name, system = FIELDS[field][0], ""
        day = None
        if field == LISTED:
            before, after, day = self._listed(player, opponent=0)
        elif field == POOL:
            before, after = self._pools(player)
        else:
            before, after = (_field(record.start, field, player) for record in (self._pair.old, self._pair.new))
        if name == "credited rating":
            system = self._pair.new.edition.credited_from
        told: Told = {"value": name, "before": before, "after": after}
        if name in REGISTER:
            return told
        from_lists = [origins.of(player, day, system) for origins in self._lists]
        if not self._pair.is_one_period and not system:
            from_lists[0] = f"list {self._pair.old.period.name}, revision {self._pair.old.period.published}"
        return told | {"before_from": from_lists[0], "after_from": from_lists[1]}

    def _listed(self, player: int, opponent: int) -> tuple[Any, Any, Any]:
        """Give a player's, or an opponent's, value on the list of a tournament's day: before, after, the day."""
        rate = self._pair.rate
        assert isinstance(rate, ByExpectation)
        mine = np.arange(rate.sides.first[player], rate.sides.first[player + 1])
        if opponent:
            mine = mine[rate.sides.opponent[mine] == opponent]
        columns = rate.values.value if opponent else rate.values.own
        for day in (0, 1):
            for place in mine.tolist():
                before, after = at(columns[1][day], place), at(columns[0][day], place)
                if before != after:
                    return before, after, as_date(rate.values.decides[day][place])
        return None, None, None

    def _pools(self, player: int) -> tuple[str, str]:
        rate = self._pair.rate
        assert isinstance(rate, ByExpectation)
        told = []
        for rows in reversed(rate.pools):
            mine = rows.pools.games[rows.first[player] : rows.first[player + 1]]
            told.append(f"{number_of(int(mine.sum()), 'game')} in {number_of(len(mine), 'row')}")
        return told[0], told[1]

    def _of_opponent(self, player: int, target: int, opponent: int) -> Told:
        person, rate = self._people[opponent], self._pair.rate
        head: Told = {"id": person.id, "name": person.name}
        if isinstance(rate, ByPerformance):
            seen = target_seen(rate, target, player, opponent)
            before, after = (int(values[0]) for values in rate.values(seen, np.array([opponent])))
            return head | {"before": before, "after": after, "causes": self.causes(opponent, seen)}
        before, after, day = self._listed(player, opponent)
        if rate.new.edition.values_on == "period":
            day = None
        from_lists = [origins.of(opponent, day) for origins in self._lists]
        return head | {"before": before, "after": after, "before_from": from_lists[0], "after_from": from_lists[1]}

    def _of_tournament(self, number: int) -> list[Told]:
        rate = self._pair.rate
        assert isinstance(rate, ByExpectation)
        days, formats = rate.tournaments.first_day, rate.tournaments.format
        facts = (
            ("first day", *(as_date(days[at][number]).isoformat() for at in (1, 0))),
            ("format", *(FORMATS[formats[at][number]] for at in (1, 0))),
        )
        code = rate.tournaments.codes[number]
        return [
            {"tournament": code, "what": what, "before": before, "after": after}
            for what, before, after in facts
            if before != after
        ]


def _plain(value: Any) -> Any:
    return value if isinstance(value, int | str | list | None) else str(value)


def at(column: Maybe, place: int) -> int | None:
    """Give one value, None where it is absent."""
    return int(column.values[place]) if column.known[place] else None


def _field(start: Start, field: int, player: int) -> Any:
    """Give a field of a player's starting values as it is read: an archive as points over games."""
    if FIELDS[field][0] == "archive":
        games = int(start.archive_games[player])
        return f"{two_decimals(int(start.archive_points[player]))} over {number_of(games, 'game')}" if games else None
    column = getattr(start, FIELDS[field][1][0])
    return at(column, player) if isinstance(column, Maybe) else int(column[player])
