"""Rule sets: a module of functions and a `.toml` of dated numbers each, found by the system's name."""

from __future__ import annotations

import datetime as dt
import importlib
import tomllib
from dataclasses import MISSING, dataclass, fields, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

from ratings.errors import RatingsError
from ratings.rules.bounds import Range, must_be_a_name, must_be_in_range, must_differ, must_show

HERE = Path(__file__).parent
DEEPEST = "The deepest list of a rule file holds pairs, such as [[2200, 120], [1600, 90]]."
EVERY_DAY = dt.date.min
"""From when an edition is in force that was chosen for every day, whatever its own day is."""


@dataclass(frozen=True, slots=True)
class Erratum:
    """A misprint or contradiction in a source text, and how it is read."""

    source: str
    printed: str
    read_as: str


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One rating system: its functions (`module`) and its dated editions, oldest first; what each number means."""

    system: str
    module: ModuleType
    editions: tuple[Any, ...]
    errata: tuple[Erratum, ...]
    meanings: tuple[tuple[str, str], ...] = ()

    @property
    def estimates_end_in(self) -> int | None:
        """Give the digit in which estimates end, and no rating does; None where they end in none."""
        return getattr(self.module, "ESTIMATES_END_IN", None)

    @property
    def by_expectation(self) -> bool:
        """Say whether it compares scores with expectations (FIDE, UKD) instead of measuring performances."""
        return bool(self.module.ORDER == "by_expectation")

    def in_force(self, day: dt.date) -> Any:
        """Give the edition in force on a day (rules 0.8).

        Raises:
            RatingsError: the day is before the first edition.
        """
        known = [edition for edition in self.editions if edition.effective <= day]
        if not known:
            first = self.editions[0].effective
            raise RatingsError(f"{self.system} has no rules for {day}.", f"Its first edition is in force from {first}.")
        return known[-1]

    def with_numbers(self, edition: Any) -> RuleSet:
        """Give the rule set with an edition's numbers as they were once, in place of the one of its day.

        One that was chosen by `only` decides about every day, alone.
        """
        if edition.effective == EVERY_DAY:
            return replace(self, editions=(edition,))
        others = [other for other in self.editions if other.effective != edition.effective]
        return replace(self, editions=tuple(sorted([*others, edition], key=lambda one: one.effective)))

    def only(self, name: str) -> RuleSet:
        """Give the rule set with one edition, such as `S0`, in force on every day: for trying a rule on other times.

        Raises:
            RatingsError: no edition has the name.
        """
        return replace(self, editions=(replace(self.named(name), effective=EVERY_DAY),))

    def named(self, name: str) -> Any:
        """Give the edition of a name.

        Raises:
            RatingsError: no edition has it.
        """
        for edition in self.editions:
            if edition.name == name:
                return edition
        names = ", ".join(edition.name for edition in self.editions)
        raise RatingsError(f"{self.system} has no edition {name!r}.", f"Its editions are: {names}.", exit_code=2)


def systems() -> list[str]:
    """Give the names of the built-in systems, in the order of their files."""
    names = (block["system"] for path in sorted(HERE.glob("*.toml")) for block in _parsed(path)["block"])
    return list(dict.fromkeys(names))


def rule_set(system: str) -> RuleSet:
    """Give the rule set of a system's name, or of the path of an officer's own `.toml`.

    Raises:
        RatingsError: the name is unknown, or the file cannot be read, lacks a key or has one too many.
    """
    if system.endswith(".toml"):
        return _own_rule_set(Path(system))
    for path in sorted(HERE.glob("*.toml")):
        if any(block["system"] == system for block in _parsed(path)["block"]):
            return _read(path, system)
    raise RatingsError(
        f"There is no rating system {system!r}.", f"Take one of {', '.join(systems())}, or the path of a .toml file.", 2
    )


def _own_rule_set(path: Path) -> RuleSet:
    blocks = _parsed(path).get("block", [])
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        raise RatingsError(f"{path} must hold the blocks of one system.", "Each begins with [[block]] on its own line.")
    names = list(dict.fromkeys(block.get("system") for block in blocks))
    if len(names) != 1 or not names[0]:
        raise RatingsError(
            f"{path} must hold the blocks of one system, each with its name.",
            'Give every [[block]] the same `system = "…"`.',
        )
    must_be_a_name(names[0], path)
    if names[0] in systems():
        raise RatingsError(f"{path} calls itself {names[0]}, a built-in system.", "Give `system` a name of your own.")
    for place, block in enumerate(blocks, 1):
        must_show(block, f"{path}, block {place}")
    rules = _read(path, names[0])
    must_differ(rules.editions, path)
    return rules


@cache
def _parsed(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise RatingsError(
            f"{path} cannot be read: {error.strerror}.", "Check the path of the rule file.", 2
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RatingsError(f"{path} is not a rule file: {error}.", "It must be TOML, in UTF-8.") from error
    except RecursionError as error:
        raise RatingsError(f"{path} is not a rule file: its lists are nested too deeply.", DEEPEST) from error


@cache
def _read(path: Path, system: str) -> RuleSet:
    parsed = _parsed(path)
    name = parsed.get("rules", "")
    if not isinstance(name, str) or not name.isidentifier() or not (HERE / f"{name}.toml").exists():
        raise RatingsError(f"{path}: `rules` names no functions: {name!r}.", "Name one of the built-in rule modules.")
    module = importlib.import_module(f"ratings.rules.{name}")
    blocks = [(n, b) for n, b in enumerate(parsed["block"], 1) if b["system"] == system]
    built_in = _parsed(HERE / f"{name}.toml")
    ranges, meanings = built_in["range"], built_in["meaning"]
    made = (edition(module.Edition, block, f"{path}, block {place}", ranges) for place, block in blocks)
    editions = sorted(made, key=lambda one: one.effective)
    errata = tuple(Erratum(**erratum) for erratum in parsed.get("erratum", []))
    return RuleSet(system, module, tuple(editions), errata, tuple(meanings.items()))


def edition(kind: type[Any], block: dict[str, Any], place: str, ranges: dict[str, Range]) -> Any:
    """Make an edition from one block: every field present, nothing else, each of its type and in its range.

    Raises:
        RatingsError: naming the file, the block and the key that is missing, unknown, of the wrong type or outside
            its range.
    """
    hints = get_type_hints(kind)
    known = {f.name: f for f in fields(kind)}
    for key in block.keys() - known.keys():
        raise RatingsError(f"{place}: unknown key `{key}`.", f"Known keys: {', '.join(known)}.")
    for key, described in known.items():
        if key not in block:
            if described.default is MISSING:
                raise RatingsError(
                    f"{place}: `{key}` is missing.", "Every block is complete; copy the key from a known one."
                )
        elif isinstance(block[key], bool) != (hints[key] is bool) or not isinstance(block[key], hints[key]):
            raise RatingsError(f"{place}: `{key}` cannot be {block[key]!r}.", f"It must be {_words(hints[key])}.")
    must_be_in_range(block, ranges, place)
    made = kind(**{key: block[key] for key in known if key in block})
    problem = getattr(made, "problem", lambda: "")()
    if problem:
        raise RatingsError(f"{place}: {problem}.", "Compare with the blocks of the built-in rule files.")
    return made


def _words(hint: Any) -> str:
    names = {int: "a whole number", str: "a text in quotes", bool: "true or false", list: "a list", dt.date: "a date"}
    return names.get(hint, "a whole number or a text in quotes")
