"""Sentences as data: an English message with named places, and what stands in them; a language makes the text."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol


class Numeral(str):
    """A number as English writes it, exact or rounded as it is to be read; other languages change its marks only."""

    __slots__ = ()


class Language(Protocol):
    """What makes text of phrases: the words of a language, its numerals, dates, lists and names."""

    def message(self, message: str) -> str:
        """Give the language's words for an English message, with the same named places."""

    def plural(self, message: str, many: str, count: int) -> str:
        """Give the words for a message that depends on a count."""

    def numeral(self, numeral: Numeral) -> str:
        """Give a number with the marks of the language."""

    def date(self, date: dt.date) -> str:
        """Give a date."""

    def listed(self, texts: list[str]) -> str:
        """Give several things one after the other."""

    def verbatim(self, text: str) -> str:
        """Give a text from outside, such as a name."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence, or a part of one: the English `message` is also its code, by which catalogs know it.

    `values` fill the message's named places: other phrases, `Numeral`s, integers, dates, lists of these, or names,
    which no language changes. `many` is the message where `count` asks for a plural.
    """

    message: str
    values: Mapping[str, Any] = field(default_factory=dict)
    many: str = ""
    count: int = 0

    def of(self, **values: Any) -> Phrase:
        """Give the phrase with values put in."""
        return replace(self, values={**self.values, **values})

    def __str__(self) -> str:
        return text_of(self, ENGLISH)


def say(message: str, **values: Any) -> Phrase:
    """Make a phrase; the message is written out where this is called, so that catalogs find it there."""
    return Phrase(message, values)


def plural(message: str, many: str, count: int, **values: Any) -> Phrase:
    """Make a phrase that depends on a count, which `{n}` writes."""
    return Phrase(message, {"n": count, **values}, many, count)


def text_of(said: Any, language: Language) -> str:
    """Give a phrase, or what may stand in one, as text of a language."""
    if isinstance(said, Phrase):
        message = language.plural(said.message, said.many, said.count) if said.many else language.message(said.message)
        return message.format_map({name: text_of(value, language) for name, value in said.values.items()})
    if isinstance(said, Numeral):
        return language.numeral(said)
    if isinstance(said, dt.date):
        return language.date(said)
    if isinstance(said, list | tuple):
        return language.listed([text_of(one, language) for one in said])
    return language.verbatim(said) if isinstance(said, str) else str(said)


class English:
    """The language in which messages are written, with numerals, dates and lists as the officer reads them."""

    def message(self, message: str) -> str:
        """Give the message itself."""
        return message

    def plural(self, message: str, many: str, count: int) -> str:
        """Give the singular for one, else the plural."""
        return message if count == 1 else many

    def numeral(self, numeral: Numeral) -> str:
        """Give the numeral itself."""
        return numeral

    def date(self, date: dt.date) -> str:
        """Give a date as it sorts."""
        return date.isoformat()

    def listed(self, texts: list[str]) -> str:
        """Give texts with commas."""
        return ", ".join(texts)

    def verbatim(self, text: str) -> str:
        """Give the text itself."""
        return text


ENGLISH = English()
