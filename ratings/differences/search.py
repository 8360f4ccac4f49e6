"""The smallest set of causes that brings a value back, and what in it is needed: proved by trying."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np

from ratings.differences.suspects import CAUSES, Trials, spread
from ratings.exact import Flags, Ints

Rater = Callable[[Trials], Ints]
"""Gives what trials would come to, as codes."""


def brings_back(rate: Rater, trials: Trials, target: int, goals: Ints) -> Flags:
    """Say which trials come to their goals."""
    return np.asarray(rate(trials)[target] == goals)


def smallest_causes(rate: Rater, trials: Trials, target: int, goals: Ints) -> Ints:
    """Give for each player the smallest set of causes (bits) that brings the goal back; 0 where none does.

    Of sets equally small it is the one whose causes stand first in CAUSES.
    """
    suspects, players = trials.suspects, trials.player
    masks, chosen = suspects.masks()[players], np.zeros(len(players), dtype=np.int64)
    for mask in np.unique(masks):
        left = np.flatnonzero(masks == mask)
        bits = [1 << cause for cause in range(len(CAUSES)) if mask >> cause & 1]
        for causes in (sum(some) for count in range(1, len(bits) + 1) for some in combinations(bits, count)):
            if not len(left):
                break
            hits = brings_back(rate, Trials.of(suspects, players[left], causes), target, goals[left])
            chosen[left[hits]] = causes
            left = left[~hits]
    return chosen


def undone_by(trials: Trials, causes: Ints) -> Trials:
    """Give trials that undo all suspects of each player's causes (bits)."""
    of, places = spread(trials.suspects.first, trials.player)
    return replace(trials, undone=(1 << trials.suspects.cause[places]) & causes[of] > 0)


def narrowed(rate: Rater, trials: Trials, target: int, goals: Ints) -> Trials:
    """Leave out, one after the other, what is not needed to reach the goals, until nothing can be spared."""
    undone = trials.undone.copy()
    places = np.flatnonzero(undone)
    first = np.searchsorted(places, trials.first)
    counts = first[1:] - first[:-1]
    for turn in range(int(counts.max(initial=0))):
        players = np.flatnonzero((counts > turn) & (counts > 1))
        if not len(players):
            break
        spared = places[first[players] + turn]
        undone[spared] = False
        still = brings_back(rate, replace(trials, undone=undone).at(players), target, goals[players])
        undone[spared[~still]] = True
    return replace(trials, undone=undone)
