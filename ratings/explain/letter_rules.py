"""What a letter calls the systems, and the texts behind the short names of sources."""

from __future__ import annotations

import re

from ratings.phrases import Phrase, say

SYSTEMS = {
    "ffe-national": say("French national rating"),
    "ffe-rapid": say("French rapid rating"),
    "fide-standard": say("FIDE standard rating"),
    "fide-rapid": say("FIDE rapid rating"),
    "fide-blitz": say("FIDE blitz rating"),
    "ukd-standard": say("Turkish national rating (UKD), standard"),
    "ukd-rapid": say("Turkish national rating (UKD), rapid"),
    "ukd-blitz": say("Turkish national rating (UKD), blitz"),
    "elo-international": say("Elo International"),
}
"""What the built-in systems are called; an officer's own has its name."""

TEXTS = {
    "S0": say("“Classements ELO et ELO Rapide”, French federation"),
    "S1": say("“Le ELO international, le ELO national”, French federation"),
    "S2": say("“Pour entrer FIDE”, French text on FIDE's rules of 2009"),
    "S3": say("“Calculateur Elo pour les classements FIDE et UKD”; for UKD, procedure TK-PRS-05"),
    "R01": say("membership rules 2025-26 of the French federation, article 5"),
    "E02": say("“Classement Rapide”, French federation, January 2018"),
}
"""What the short names of sources stand for; titles are quoted as they are."""
HANDBOOK = re.compile(r"H(\d{4})")
SHORT_NAME = re.compile(r"\b(?:S\d|R01|E02|H\d{4})\b")


def texts_of(source: str) -> list[tuple[str, Phrase]]:
    """Give the short names in a source with the texts that they stand for, in the order in which they appear."""
    return [
        (name, _text(name)) for name in dict.fromkeys(SHORT_NAME.findall(source)) if name in TEXTS or name[0] == "H"
    ]


def _text(name: str) -> Phrase:
    edition = HANDBOOK.fullmatch(name)
    return say("FIDE Handbook, chapter B.02, edition of {year}", year=edition[1]) if edition else TEXTS[name]
