"""What a player's list value would be with some suspects undone, in systems by performance: the engine's own steps.

A player's new value depends on the own start, the own games, the rules, and on what each opponent is worth; nothing
else. So many trials are rated side by side as players of their own, against opponents as one record has them or the
other. Numbers of players: the new record's, then the old one's, then the trials.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ratings.differences.records import Record
from ratings.differences.sides import PlayersSides
from ratings.differences.suspects import EDITION, GAME, SEASON, Suspects, Trials, mixed_start, spread
from ratings.engine import unrated_first as order
from ratings.engine.period import Maybe, Sides, Start
from ratings.engine.totals import Asked, total
from ratings.engine.unrated_first import Estimates, Rules
from ratings.exact import Flags, Ints

PUBLISHED, WORTH, ESTIMATE = range(3)
"""What can be explained: the list's value; what the player is worth for rated opponents; and for unrated ones."""
NEVER = 1 << 29
"""Stands for the wave of who is not known by a wave."""
HIGH = 1 << 32
"""More than any value: what stands above it is told apart."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What opponents see of players: who is rated and at what, the estimate and the wave from which it is known.

    `wave` is 0 for the rated and NEVER where no wave gave the estimate; `worth` is for rated opponents.
    """

    rated: Maybe
    estimate: Ints
    wave: Ints
    worth: Ints

    def codes(self) -> tuple[Ints, Ints]:
        """Give what rated opponents see of each, and what unrated ones do, as a number each."""
        estimate = np.where(self.rated.known, self.rated.values, self.estimate)
        return self.worth + HIGH * self.rated.known, estimate + HIGH * self.wave

    def plus(self, *others: Facts) -> Facts:
        """Give these players, then the others."""
        parts = (self, *others)
        return Facts(
            Maybe(*(np.concatenate([getattr(part.rated, name) for part in parts]) for name in ("values", "known"))),
            *(np.concatenate([getattr(part, name) for part in parts]) for name in ("estimate", "wave", "worth")),
        )

    def at(self, places: Ints) -> Facts:
        """Give these players."""
        return Facts(self.rated.at(places), self.estimate[places], self.wave[places], self.worth[places])


def facts_of(record: Record) -> Facts:
    """Give what came out of a whole period for its opponents."""
    outcome = record.outcome
    assert outcome is not None
    how = Rules(record.rules.module, record.edition, record.edition.season(record.ends))
    rated = order.own_rating(order.opening(record.start, how))
    estimate = np.where(outcome.estimate.known, outcome.estimate.values, 0)
    known_from = np.where(outcome.wave.known, outcome.wave.values, NEVER)
    worth = np.where(outcome.worth.known, outcome.worth.values, np.where(rated.known, rated.values, 0))
    return Facts(
        Maybe(np.where(rated.known, rated.values, 0), rated.known), np.where(rated.known, 0, estimate),
        np.where(rated.known, 0, known_from), worth,
    )  # fmt: skip


def facts_of_both(new: Record, old: Record) -> tuple[Facts, Flags]:
    """Give the facts of the new record's players, then of the old one's; also say for which players they differ.

    Who takes no part in one record is there as in the other: no game of the one is against such a player.
    """
    facts = facts_of(new), facts_of(old)
    takes_part = [fact.rated.known | (fact.worth > 0) for fact in facts]
    both, places = facts[0].plus(facts[1]), np.arange(new.size)
    at_new = np.where(takes_part[0], places, places + new.size)
    at_old = np.where(takes_part[1], places + new.size, places)
    both = both.at(np.concatenate([at_new, at_old]))
    codes = both.codes()
    differ = np.logical_or(*(code[: new.size] != code[new.size :] for code in codes))
    return both, differ


@dataclass(frozen=True, slots=True)
class ByPerformance:
    """Rates trials against the two records of a period."""

    new: Record
    old: Record
    facts: Facts
    sides: PlayersSides
    suspects: Suspects

    def __call__(self, trials: Trials) -> Ints:
        """Give what would come out, as codes: shape (3, trials), by PUBLISHED, WORTH, ESTIMATE."""
        out = np.zeros((3, len(trials)), dtype=np.int64)
        edition, season = trials.undoes(EDITION), trials.undoes(SEASON)
        for old_edition in (False, True):
            for old_season in (False, True):
                here = np.flatnonzero((edition == old_edition) & (season == old_season))
                if len(here):
                    rules = self._rules(old_edition=old_edition, old_season=old_season)
                    out[:, here] = self._rated(trials.at(here), rules)
        return out

    def goals(self, target: int, players: Ints) -> Ints:
        """Give the old record's codes."""
        if target == PUBLISHED:
            return code_of(self.old.published.at(players))
        return self.facts.at(players + self.new.size).codes()[target - WORTH]

    def is_rated(self, players: Ints) -> Flags:
        """Say who is rated in the new record."""
        return self.facts.rated.known[players]

    def values(self, target: int, players: Ints) -> tuple[Ints, Ints]:
        """Give what players are worth for rated opponents or for unrated ones: in the old record, in the new one."""
        old, new = (self.facts.at(players + shift).codes()[target - WORTH] % HIGH for shift in (self.new.size, 0))
        return old, new

    def _rules(self, *, old_edition: bool, old_season: bool) -> Rules:
        edition = (self.old if old_edition else self.new).edition
        day = (self.old if old_season else self.new).ends
        return Rules(self.new.rules.module, edition, edition.season(day))

    def _sides(self, trials: Trials) -> tuple[Sides, Ints]:
        """Give the trials' sides, owners numbered by trial from 0, and the numbers of opponents used, from then on."""
        trial, place = spread(self.sides.first, trials.player)
        there = self.sides.is_there(place, trials.is_undone(trial, self.sides.game_suspect[place]))
        trial, place = trial[there], place[there]
        old = trials.is_undone(trial, self.sides.opponent_suspect[place])
        used, opponent = np.unique(self.sides.opponent[place] + np.where(old, self.new.size, 0), return_inverse=True)
        return Sides(trial, opponent + len(trials), self.sides.half_points[place], self.sides.day[place]), used

    def _rated(self, trials: Trials, rules: Rules) -> Ints:
        """Rate trials under one edition and season: the order of work of `unrated_first.rate`, owner by owner."""
        count = len(trials)
        sides, used = self._sides(trials)
        start = mixed_start(self.new.start, self.old.start, trials)
        begins = order.opening(start, rules)
        rated, others = order.own_rating(begins), self.facts.at(used)
        everybody = Maybe(*(np.concatenate([getattr(rated, n), getattr(others.rated, n)]) for n in ("values", "known")))
        of_unrated, of_rated = (sides.where(everybody.known[sides.owner] == flag) for flag in (False, True))
        made = _estimates(begins, of_unrated, everybody, others, rules)
        first = order.general_mode(of_unrated, everybody, made, rules).totals.at(slice(count))
        own = Estimates(made.value.at(np.arange(count)), made.source[:count], made.wave.at(np.arange(count)))
        after, _, _ = order.rate_unrated(begins, first, rules)
        after = replace(after, rating=after.rating.only(~rated.known))
        worth = order.worth(begins, after, first, rated, own, rules)
        new = self._new_ratings(begins, of_rated, everybody, others, rules)
        after = replace(after, rating=new.only(rated.known).or_else(after.rating))
        played = (np.bincount(sides.owner, minlength=count) > 0) | self._was_listed(trials)
        listed = order.listed_estimates(begins, after, played, rules)
        seen = _seen(rated, own, worth).codes()
        return np.stack([code_of(after.rating.or_else(listed)), *seen])

    def _new_ratings(self, begins: Start, sides: Sides, rated: Maybe, others: Facts, rules: Rules) -> Maybe:
        """Give the new ratings of the trials whose player is rated."""
        count = begins.size
        worth = Maybe(np.concatenate([np.zeros(count, dtype=np.int64), others.worth]), np.arange(len(rated)) >= count)
        totals = total(sides, Asked(rated, order.met_by_rated(rated, worth, rules), rules.zone)).at(slice(count))
        return order.rate_rated(begins, totals, rated.at(np.arange(count)), rules)[0]

    def _was_listed(self, trials: Trials) -> Flags:
        """Say who is on the list for having played in the period before, where this period is undone."""
        if self.new.period.key == self.old.period.key:
            return np.zeros(len(trials), dtype=bool)
        return self.old.played[trials.player] & trials.undoes(GAME)


def code_of(value: Maybe) -> Ints:
    """Give values as numbers that are equal where the values are: 0 where there is none."""
    return np.where(value.known, value.values + HIGH, 0)


def _seen(rated: Maybe, own: Estimates, worth: Maybe) -> Facts:
    known_from = np.where(own.wave.known, own.wave.values, NEVER)
    estimate = np.where(own.value.known, own.value.values, 0)
    return Facts(rated, estimate, np.where(rated.known, 0, known_from), np.where(worth.known, worth.values, 0))


def _estimates(begins: Start, sides: Sides, rated: Maybe, others: Facts, rules: Rules) -> Estimates:
    """Give the trials' estimates and, behind them, the opponents' as they are (rules 2.4.1, 2.4.2)."""
    count = begins.size
    wave, by_wave = _waves(sides, rated, others, count, rules)
    stand_in, source = rules.module.stand_in(begins, rules.season, rules.edition)
    takes_part = np.bincount(sides.owner, minlength=count)[:count] > 0
    value = np.where(wave > 0, by_wave, np.where(takes_part, stand_in, 0))
    known = np.concatenate([takes_part, np.ones(len(others.wave), dtype=bool)])
    of_others: Any = (others.estimate, np.zeros(len(others.wave), dtype=np.int64))
    return Estimates(
        Maybe(np.concatenate([value, of_others[0]]), known),
        np.concatenate([source, of_others[1]]),
        Maybe(np.concatenate([wave, of_others[1]]), np.concatenate([wave > 0, known[count:] & False])),
    )


def _waves(sides: Sides, rated: Maybe, others: Facts, count: int, rules: Rules) -> tuple[Ints, Ints]:
    """Give each trial's wave, 0 for none, and the estimate it gives: the first wave with enough known opponents."""
    known_from = np.concatenate([np.full(count, NEVER), others.wave])[sides.opponent]
    if not rules.edition.unrated_against_unrated:
        known_from = np.where(rated.known[sides.opponent], 0, NEVER)
    order_of = np.lexsort((known_from, sides.owner))
    begins = np.searchsorted(sides.owner[order_of], np.arange(count + 1))
    enough = rules.edition.known_games_for_a_wave
    has = np.flatnonzero(begins[1:] - begins[:-1] >= enough)
    latest = np.full(count, NEVER)
    latest[has] = known_from[order_of][begins[has] + enough - 1]
    usable = sides.where((known_from <= latest[sides.owner]) & (latest[sides.owner] < NEVER))
    of_others = np.where(others.rated.known, others.rated.values, others.estimate)
    met = Maybe(np.concatenate([np.zeros(count, dtype=np.int64), of_others]), np.arange(len(rated)) >= count)
    trials = np.arange(count)
    first = total(usable, Asked(Maybe(met.values, ~met.known), met)).at(trials)
    reference = order.wave_reference(first, rules)
    second = total(usable, Asked(Maybe.absent(len(rated)).put(trials, reference), met, rules.zone)).at(trials)
    return np.where(latest < NEVER, latest + 1, 0), order.wave_estimate(second, reference, rules)
