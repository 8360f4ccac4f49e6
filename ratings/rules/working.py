"""One player's part of what the engine works out by expectation: what the steps of a change are told from."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import Any

from ratings.engine.by_expectation import Change, Entry, Inputs
from ratings.engine.editions import Rules
from ratings.engine.expected import Judged
from ratings.engine.period import Maybe
from ratings.exact import Ints
from ratings.rules.calculation import fraction


@dataclass(frozen=True, slots=True)
class Working:
    """One player's part of the engine's working: arrays as the engine has them, players' arrays read at `me`.

    `places` are the player's sides in the order in which they are told; `words` is the module beside the rules that
    has the system's own words; `codes` names the tournaments by number (None: there is only one, without a name);
    `given_k` stands in place of the rules' K.
    """

    me: int
    rules: Rules
    words: ModuleType
    inputs: Inputs
    base: Maybe
    judged: Judged
    change: Change
    entry: Entry
    places: Ints
    codes: list[str] | None = None
    given_k: int | None = None

    @property
    def edition(self) -> Any:
        """Give the edition that decides about everything but differences."""
        return self.rules.edition

    @property
    def own(self) -> int | None:
        """Give the rating before; None: unrated."""
        return int(self.base.values[self.me]) if self.base.known[self.me] else None

    @property
    def points(self) -> Fraction:
        """Give the exact change."""
        return fraction(self.change.points, self.me)

    @property
    def k_reason(self) -> int:
        """Give the code of the rules' reason for K."""
        return int(self.change.k_reason[self.me])

    @property
    def k(self) -> Fraction:
        """Give K after the limit by games."""
        return fraction(self.change.k, self.me)

    @property
    def has_change(self) -> bool:
        """Say whether the rules work a change out: of the rated, in UKD's block 2016 of everyone."""
        return bool(self.change.counted[self.me]) and self.k_reason != self.rules.module.NO_K

    def is_compared(self, side: int) -> bool:
        """Say whether a side's expected score is part of the change."""
        return bool(self.judged.compared[side] and self.judged.in_n[side])
