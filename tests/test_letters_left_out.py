"""Letters about games that have no part in a rating: set aside, held, withdrawn, corrected, given to somebody else."""

from __future__ import annotations

import pytest

from office import Office
from ratings.rules import systems

SYSTEMS = [system for system in systems() if not system.startswith("ffe")]
PERIOD = "2026-01"
SAID = {
    "en": ("its tournament is set aside", "held back by decision", "withdrawn by decision",
           "corrected by decision: another row stands in its place", "given to another player by decision"),
    "fr": ("son tournoi est mis de côté", "suspendue par décision", "retirée par décision",
           "corrigée par décision", "attribuée à un autre joueur par décision"),
    "tr": ("turnuva", "karar", "karar", "karar", "karar"),
}  # fmt: skip


def decided(office: Office, system: str) -> Office:
    """Play games of A that are then set aside, held, withdrawn, corrected and given to another player."""
    office.opened(system)
    rows = [f"T1,{number},2026-01-1{number},A,{other},1-0" for number, other in enumerate("BCDE", 1)]
    office.load(office.games("t.csv", *rows, "T3,1,2026-01-17,A,F,1-0"), system=system)
    office.load(office.games("q.csv", "T2,1,2026-01-20,A,B,1-0", "T2,2,2026-01-21,A,A,1-0", "T2,3,2026-01-21,U,A,0-1"),
                system=system, code=3)  # fmt: skip
    why = ("--reason", "a claim")
    office.do("hold", system, PERIOD, "--tournament", "T3", *why)
    game = ("--tournament", "T1", "--round")
    office.do("withdraw", system, PERIOD, *game, "2", *why)
    office.do("correct", system, PERIOD, *game, "3", "--result", "0-1", *why)
    office.do("reassign", system, PERIOD, *game, "4", "--from", "A", "--to", "C", *why)
    office.do("rate", system, PERIOD, code=3)
    return office


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_letter_says_why(tmp_path, system):
    office = decided(Office(tmp_path, f"sqlite:///{tmp_path / 'ratings.db'}"), system)
    shown = [game["reason"] for game in office.do("explain", system, PERIOD, "A", "--json").json["games"]]
    assert {"counted", "set-aside", "held", "withdrawn", "corrected", "reassigned"} <= set(shown)
    for language, words in SAID.items():
        text = " ".join(office.do("explain", system, PERIOD, "A", "--letter", language).out.split())
        for word in words:
            assert word in text, (language, word)


@pytest.mark.parametrize("system", ["ffe-national", *SYSTEMS])
def test_who_has_only_games_that_are_not_rated(tmp_path, system):
    office = decided(Office(tmp_path, f"sqlite:///{tmp_path / 'ratings.db'}"), system)
    office.stopped("explain", system, PERIOD, "U", code=1, hint=f"`ratings check {system} {PERIOD}`",
                   error="U has no rating or .* not rated: 1 game of T2, its tournament is set aside.")  # fmt: skip
    office.stopped("explain", system, PERIOD, "V", error="V has no rating, .* or game", hint="Check the id")
