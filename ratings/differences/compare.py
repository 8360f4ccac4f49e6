"""Two lists compared: who differs, and the smallest set of causes that is proved to bring each old value back."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import sqlalchemy as sa

from ratings.differences import pairs
from ratings.differences.by_performance import ESTIMATE, PUBLISHED, WORTH, ByPerformance
from ratings.differences.pairs import Pair
from ratings.differences.records import carried_on, read_record
from ratings.differences.search import brings_back, narrowed, smallest_causes, undone_by
from ratings.differences.suspects import OPPONENT, Trials, maybe_differ
from ratings.engine.period import Maybe
from ratings.errors import RatingsError
from ratings.exact import Ints
from ratings.rules import RuleSet
from ratings.store.periods import Period, all_periods


@dataclass(slots=True)
class Proved:
    """What is proved of a pair: for each player and target, what is undone to bring the old value back.

    `of[target][player]` is the places among the pair's suspects; `target` is one of PUBLISHED, WORTH, ESTIMATE.
    """

    pair: Pair
    of: dict[int, dict[int, Ints]] = field(default_factory=dict)

    def opponents(self, target: int, player: int) -> Ints:
        """Give the opponents whose values are among a player's causes."""
        places, suspects = self.of[target][player], self.pair.suspects
        return suspects.what[places[suspects.kind[places] == OPPONENT]]


def prove(pair: Pair, players: Ints) -> Proved:
    """Find the causes of players' list values, then those of the opponents that are among them, and so on.

    Raises:
        RatingsError: nothing brings a value back, a fault of the program.
    """
    proved = Proved(pair)
    _prove(proved, PUBLISHED, players)
    if isinstance(pair.rate, ByPerformance):
        waiting = {(PUBLISHED, int(player)) for player in players}
        while waiting:
            waiting = _opponents(proved, pair.rate, waiting)
            for target in (WORTH, ESTIMATE):
                _prove(proved, target, np.array(sorted(key for of, key in waiting if of == target), dtype=np.int64))
    return proved


def _opponents(proved: Proved, rate: ByPerformance, told: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Give the opponents among the causes of players, with what these see of them, whose causes are not known yet."""
    found = set()
    for target, player in told:
        for opponent in proved.opponents(target, player).tolist():
            seen = target_seen(rate, target, player, opponent)
            if opponent not in proved.of.get(seen, {}):
                found.add((seen, opponent))
    return found


def target_seen(rate: ByPerformance, target: int, player: int, opponent: int) -> int:
    """Say what of an opponent a player's value, estimate or worth hangs on: the worth, or the estimate."""
    is_rated = target == PUBLISHED and bool(rate.is_rated(np.array([player]))[0])
    wanted = WORTH if is_rated else ESTIMATE
    before, after = (code[wanted - 1][0] for code in _codes(rate, opponent))
    return wanted if before != after else WORTH + ESTIMATE - wanted


def _codes(rate: ByPerformance, player: int) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints]]:
    return (
        rate.facts.at(np.array([player + rate.new.size])).codes(),
        rate.facts.at(np.array([player])).codes(),
    )


def _prove(proved: Proved, target: int, players: Ints) -> None:
    if not len(players):
        return
    pair = proved.pair
    trials, goals = Trials.of(pair.suspects, players, 0), pair.rate.goals(target, players)
    causes = smallest_causes(pair.rate, trials, target, goals)
    found = narrowed(pair.rate, undone_by(trials, causes), target, goals)
    wrong = np.flatnonzero((causes == 0) | ~brings_back(pair.rate, found, target, goals))
    if len(wrong):
        keys = ", ".join(str(key) for key in players[wrong[:5]].tolist())
        raise RatingsError(
            f"Nothing brings back {pair.old.label} for {len(wrong)} players (keys {keys}): a fault in the program.",
            "Report it, with the database if you can.",
        )
    known = proved.of.setdefault(target, {})
    known |= {int(player): found.named(at) for at, player in enumerate(players)}


@dataclass(frozen=True, slots=True)
class Compared:
    """Two lists, `before` and `after` by player key; who differs, and what is proved step by step of periods."""

    before: Maybe
    after: Maybe
    players: Ints
    steps: list[Proved]


def compare(connection: sa.Connection, after: Period, before: Period, rules: RuleSet) -> Compared:
    """Compare a list with an earlier or later one, or with another revision of it.

    Raises:
        RatingsError: what is stored does not give a list any more.
    """
    if after.key == before.key:
        new, old = (read_record(connection, period, rules) for period in (after, before))
        pair = pairs.revisions(connection, new, old)
        players = pairs.everybody_who_differs(new, old)
        return Compared(old.published, new.published, players, [prove(pair, players)])
    if after.starts < before.starts:
        turned = compare(connection, before, after, rules)
        return Compared(turned.after, turned.before, turned.players, turned.steps)
    return _over_periods(connection, after, before, rules)


def _over_periods(connection: sa.Connection, after: Period, before: Period, rules: RuleSet) -> Compared:
    """Compare the lists of two periods: each period between them is a step from the list before it."""
    published = [one for one in all_periods(connection, after.system) if one.published]
    between = [one for one in published if before.starts < one.starts < after.starts]
    steps = []
    for earlier, later in pairwise([before, *between, after]):
        record = read_record(connection, later, rules)
        steps.append(pairs.next_period(connection, record, carried_on(connection, earlier, record, rules)))
    old, new = steps[0].old.published, steps[-1].new.published
    players = np.flatnonzero(maybe_differ(old, new))
    proved = [prove(step, np.intersect1d(pairs.everybody_who_differs(step.new, step.old), players)) for step in steps]
    return Compared(old, new, players, proved)
