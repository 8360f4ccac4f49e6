"""Which dated edition decides what, in systems that go by expectation (rules 0.8; rules 3, decision 1)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from ratings.engine.expected import EPOCH
from ratings.exact import Ints
from ratings.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule module, the system's editions (sides say which is theirs) and the one that decides all the rest."""

    module: ModuleType
    editions: tuple[Any, ...]
    edition: Any


def rules_of(rule_set: RuleSet, starts: dt.date, ends: dt.date) -> Rules:
    """Give a system's rules for a period: the edition that decides is its last or its first day's (rules 0.8)."""
    day = ends if rule_set.editions[0].decided_on == "last" else starts
    return Rules(rule_set.module, rule_set.editions, rule_set.in_force(day))


def blocks_on(first_day: Ints, rules: Rules) -> Ints:
    """Give the place of the edition that decides about a side's difference, by its tournament's first day.

    That of the day, or the first edition if it is older (decision 1); the period's where values are the period's.
    """
    if rules.edition.values_on == "period":
        return np.full(len(first_day), rules.editions.index(rules.edition), dtype=np.int64)
    since = np.array([(edition.effective - EPOCH).days for edition in rules.editions])
    return np.maximum(np.searchsorted(since, first_day, side="right") - 1, 0)
