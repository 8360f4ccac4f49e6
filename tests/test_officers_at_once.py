"""Several officers at once on PostgreSQL: nothing lost, nothing twice, no deadlock that surfaces."""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from office import Office

COMMANDS = int(os.environ.get("RATINGS_OFFICERS_COMMANDS", "64"))
"""How many commands they give in all; some hundreds keep them busy for a minute."""
OFFICERS = 8
SYSTEMS = ("ffe-national", "ffe-rapid", "fide-standard", "ukd-standard")
MONTHS = {"2026-01": 31, "2026-02": 28, "2026-03": 31}
NO_FAULT = ("does not change", "is not rated yet", "has changed since", "is not published yet")
"""What stops an officer whose colleague was quicker: a list is published, games have come, a month is missing."""


@dataclass
class Desks:
    """Officers with a command each, by number; what their loads brought, by system and month."""

    office: Office
    processes: object
    chance: random.Random
    running: dict[int, tuple[int, tuple[str, str, int]]] = field(default_factory=dict)
    loaded: Counter = field(default_factory=Counter)
    codes: Counter = field(default_factory=Counter)

    def start(self, officer: int, number: int) -> None:
        """Give an officer a command: mostly a file of games, else rate or publish a month."""
        system, month = SYSTEMS[officer % len(SYSTEMS)], self.chance.choice(list(MONTHS))
        verb = self.chance.choices(("load", "rate", "publish"), (6, 3, 2))[0]
        words = (verb, system, month)
        if verb == "load":
            white, black = self.chance.sample("ABCDEF", 2)
            day = self.chance.randint(1, MONTHS[month])
            game = f"T{number},1,{month}-{day:02},{white},{black},{self.chance.choice(('1-0', '0-1', '1/2-1/2'))}"
            file = self.office.games(f"{number}.csv", game)
            words = ("load", "games", file, "--system", system, "--period", month)
        pid = self.processes.start(self.office, *words, err=f"err-{officer}")
        self.running[officer] = pid, (system, month, int(verb == "load"))

    def wait(self, officer: int) -> None:
        """Wait for an officer's command, and look at how it ended."""
        pid, (system, month, games) = self.running.pop(officer)
        code, told = self.processes.wait(pid), (self.office.folder / f"err-{officer}").read_text()
        self.codes[code] += 1
        assert code in (0, 5) or (code == 1 and any(words in told for words in NO_FAULT)), f"{code}: {told}"
        if code == 0:
            self.loaded[system, month] += games


@pytest.fixture
def desks(tmp_path, postgres_url, processes):
    office = Office(tmp_path, postgres_url)
    office.opened()
    listed = office.file("l.csv", "id,rating\nA,1800\nB,1750\nC,1700\nD,1650\n")
    for system in SYSTEMS:
        if system != "ffe-national":
            office.do("load", "list", listed, "--system", system, "--date", "2025-12-31")
        for month, last in MONTHS.items():
            office.do("period", "add", system, month, "--starts", f"{month}-01", "--ends", f"{month}-{last}")
    return Desks(office, processes, random.Random(7))


def test_eight_load_rate_and_publish_four_systems(desks):
    """An officer's next command starts when the last one has ended; whoever is told that it is busy goes on."""
    for number in range(COMMANDS):
        officer = number % OFFICERS
        if officer in desks.running:
            desks.wait(officer)
        desks.start(officer, number)
    for officer in list(desks.running):
        desks.wait(officer)
    assert desks.codes[0] > COMMANDS // 4
    for system in SYSTEMS:
        for month in MONTHS:
            rows = desks.office.do("export", system, month, "--what", "games").rows
            assert len(rows) == len({row["tournament"] for row in rows}) == desks.loaded[system, month]
            if month not in _published(desks.office, system):
                desks.office.do("rate", system, month)
                desks.office.do("publish", system, month)
    assert "DIFFERS" not in desks.office.do("verify").out


def _published(office: Office, system: str) -> set[str]:
    listed = office.do("period", "list", "--json").json
    return {one["period"] for one in listed if one["system"] == system and one["state"] == "published"}
