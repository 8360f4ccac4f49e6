"""An opening list as it is named on the command line."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace

from ratings.files.cells import Unreadable, read_date
from ratings.rules import RuleSet, rule_set, systems


@dataclass(frozen=True, slots=True)
class ListFile:
    """An opening list: whose, in force from when, in which file."""

    rules: RuleSet
    day: dt.date
    path: str

    def through(self, found: Callable[[str], str]) -> ListFile:
        """Give the same list with the path that `found` gives for its own."""
        return replace(self, path=found(self.path))


def list_file(text: str, rules: RuleSet, starts: dt.date) -> ListFile:
    """Read `[SYSTEM=]FILE[@DAY]`: by default of the system itself, in force the day before the period starts."""
    path, day = text, starts - dt.timedelta(days=1)
    before, at, after = path.rpartition("@")
    if at:
        try:
            path, day = before, read_date(after)
        except Unreadable:
            path = text
    system, equals, rest = path.partition("=")
    if equals and (system in systems() or system.endswith(".toml")):
        return ListFile(rule_set(system), day, rest)
    return ListFile(rules, day, path)
