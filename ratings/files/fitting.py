"""Texts into the columns of a form: what does not fit is an error, or, where the officer asks for it, made to fit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ratings.errors import RatingsError

BREAKS = "\x00-\x1f\x7f-\x9f\u2028\u2029\ufffd"
"""Characters that no form can hold: they end a line, steer a terminal, or stand for one that was lost."""
_BREAKS = re.compile(f"[{BREAKS}]+")
_MOST_SHOWN = 80
_FIT = "Correct it in the register, or export with --fit, which makes names fit and says which."


def and_more(count: int) -> str:
    """Give the end of a sentence that names the first of `count`."""
    return f"; and {count - 1} more" if count > 1 else ""


@dataclass(frozen=True, slots=True)
class Slot:
    """A column of a form: its name there, what may stand in it (`form`, said by `rule`), and how wide it is.

    `width` is in characters; 0 is any. `instead` says, for a text that may be made to fit, what is written for
    a character that the form cannot hold; `hint` is what to do about one that may not.
    """

    name: str
    form: str = f"[^{BREAKS}]*"
    rule: str = "on one line"
    width: int = 0
    instead: dict[str, str] | None = None
    hint: str = "Correct it in the register, or export as CSV, which holds it as it is."

    def fits(self, text: str) -> bool:
        """Say whether a text can stand in the column as it is."""
        return (not self.width or len(text) <= self.width) and re.fullmatch(self.form, text) is not None

    def made_to_fit(self, text: str) -> str:
        """Give the text with what cannot stand there replaced, and cut at the end."""
        text = _BREAKS.sub(" ", text).translate(str.maketrans(self.instead or {}))
        return text[: self.width].rstrip() if self.width else text


@dataclass(slots=True)
class Fitting:
    """How texts are put into the columns of `what`, and which had to be made to fit.

    Without `is_asked` nothing is: a text that does not fit is an error. `notes` has a line for each that was.
    """

    what: str
    is_asked: bool = False
    notes: list[str] = field(default_factory=list)

    def column(self, slot: Slot, texts: Sequence[str], ids: Sequence[str]) -> list[str]:
        """Give a column's texts, each known to fit. `ids` are the players they belong to.

        Raises:
            RatingsError: a text does not fit; names the first player, column, value and width, and counts the rest.
        """
        bad = {text for text in set(texts) if not slot.fits(text)}
        if not bad:
            return list(texts)
        places = [place for place, text in enumerate(texts) if text in bad]
        instead = {text: slot.made_to_fit(text) for text in bad} if self.is_asked and slot.instead is not None else {}
        stuck = [place for place in places if not slot.fits(instead.get(texts[place], texts[place]))]
        if stuck:
            raise self._error(slot, texts[stuck[0]], ids[stuck[0]], len(stuck))
        for place in places:
            text = texts[place]
            self.notes.append(f"player {ids[place]}: {slot.name} {text!r} is written as {instead[text]!r}")
        return [instead.get(text, text) for text in texts]

    def _error(self, slot: Slot, text: str, player: str, count: int) -> RatingsError:
        shown = text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "…"
        width = f", at most {slot.width} characters" if slot.width else ""
        return RatingsError(
            f"{self.what} cannot be written: {slot.name} of player {player} does not fit: "
            f"{shown!r} ({slot.rule}{width}){and_more(count)}.",
            slot.hint if slot.instead is None else _FIT,
        )
