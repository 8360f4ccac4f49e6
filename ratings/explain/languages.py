"""The languages of letters: catalogs of messages (gettext), and numbers, dates and lists as a language writes them."""

from __future__ import annotations

import datetime as dt
import io
import unicodedata
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any

from babel import Locale
from babel.dates import format_date
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import get_decimal_symbol, get_minus_sign_symbol, get_plus_sign_symbol

from ratings.phrases import Numeral

CATALOGS = Path(__file__).parent / "locale"
LOCALES = {"en": "en_GB", "fr": "fr_FR", "tr": "tr_TR"}
"""The languages of letters, and whose numbers and dates they take: days before months in all of them."""


class Spoken:
    """A language by its catalog and its locale; English needs no catalog, since messages are written in it."""

    def __init__(self, name: str, translations: NullTranslations) -> None:
        self.name = name
        self.locale = Locale.parse(LOCALES[name])
        self._translations = translations
        self._marks = str.maketrans(
            {
                ".": get_decimal_symbol(self.locale),
                "-": get_minus_sign_symbol(self.locale),
                "+": get_plus_sign_symbol(self.locale),
            }
        )

    def message(self, message: str) -> str:
        """Give the catalog's words for a message; a message of which it has none, as it is."""
        return self._translations.gettext(message) if message else ""

    def plural(self, message: str, many: str, count: int) -> str:
        """Give the catalog's words for a message that depends on a count."""
        return self._translations.ngettext(message, many, count)

    def numeral(self, numeral: Numeral) -> str:
        """Give a number with the language's decimal mark and signs."""
        return numeral.translate(self._marks)

    def date(self, date: dt.date) -> str:
        """Give a date in words."""
        text = format_date(date, "long", locale=self.locale)
        is_first_in_french = self.name == "fr" and date.day == 1
        return text.replace("1 ", "1er ", 1) if is_first_in_french else text  # CLDR has `1 janvier`

    def day(self, date: dt.date) -> str:
        """Give a date in figures, for tables."""
        return format_date(date, "short" if self.name != "en" else "dd/MM/yyyy", locale=self.locale)

    def listed(self, texts: list[str]) -> str:
        """Give things one after the other, with the language's word before the last."""
        return format_list(texts, locale=self.locale)

    def verbatim(self, text: str) -> str:
        """Give a text from outside on one line; what would steer a terminal or a line is written out."""
        if text.isprintable():
            return text
        return "".join(mark if _is_harmless(mark) else f"\\u{ord(mark):04x}" for mark in text)


def _is_harmless(mark: str) -> bool:
    return mark.isprintable() or unicodedata.category(mark) == "Zs"


@cache
def language(name: str) -> Spoken:
    """Give one of the languages of letters; its catalog is compiled here, at its first use.

    Raises:
        KeyError: there is no such language.
    """
    path = CATALOGS / name / "LC_MESSAGES" / "letters.po"
    if not path.exists():
        return Spoken(name, NullTranslations())
    compiled = io.BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=LOCALES[name]))
    compiled.seek(0)
    return Spoken(name, GNUTranslations(compiled))


def sources(file: Any, keywords: Any, comment_tags: Any, options: Any) -> Iterator[tuple[int, str, str, list[str]]]:
    """Give the sources of editions in a rule file: what `pybabel extract` finds in `rules/*.toml`."""
    in_block = False
    for number, line in enumerate(file.read().decode().splitlines(), 1):
        in_block = line.startswith("[[block]]") or (in_block and not line.startswith("["))
        if in_block and line.startswith("source = "):
            yield number, "say", line.partition('"')[2].rpartition('"')[0], []
