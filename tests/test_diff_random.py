"""Random corrections on several players: every difference has causes, and each record is rated to the last value."""

from __future__ import annotations

import random

import numpy as np
import pytest

from office import Office, rows_of
from ratings.differences import pairs
from ratings.differences.records import read_record
from ratings.differences.suspects import CAUSES, Trials
from ratings.kinds import kind_of
from ratings.rules import rule_set
from ratings.store import connect
from ratings.store.periods import as_revision, find_period

MONTHS = {"2026-01": 31, "2026-02": 28}
RATED = [f"P{number:02}" for number in range(10)]
UNRATED = [f"U{number}" for number in range(5)]
RESULTS = ("1-0", "0-1", "1/2-1/2")
SYSTEMS = ("ffe-national", "ffe-rapid", "fide-standard", "fide-rapid", "ukd-standard", "elo-international")
WHY = ("--reason", "claim")


def opened(office: Office, system: str, dice: random.Random) -> Office:
    """Publish two months of games between rated players, juniors, newcomers and players with archives."""
    players = ["id,name,birth_year,estimate,estimate_rapid"]
    rated = ["id,rating,games,peak,archive_points,archive_games,archive_season,last_game"]
    for number, one in enumerate([*RATED, *UNRATED]):
        estimate = dice.choice(["", "1390", "1650"])
        players.append(f"{one},Name {one},{dice.choice(['', '1980', '2012', '2014'])},{estimate},{estimate}")
        lowest = 201 if system == "elo-international" else 150
        rating = dice.randrange(lowest, lowest + 65) * 10 if number < len(RATED) else ""
        archive = f"{1500 * 2}.00,2,2026" if one == "U0" and system.startswith("ffe") else ",,"
        last = "2025-11-02" if rating else ""
        rated.append(f"{one},{rating},{dice.randrange(60) if rating else 0},{rating},{archive},{last}")
    office.opened(system, "\n".join(players) + "\n", "\n".join(rated) + "\n")
    kind = kind_of(system)
    days = [f"T{name[-1]}{letter},{name}-0{day},{kind},swiss" for name in MONTHS for letter, day in ("a2", "b5")]
    office.file("kinds.csv", "\n".join(["tournament,starts,kind,format", *days]) + "\n")
    for name, days in MONTHS.items():
        if name != "2026-01":
            office.do("period", "add", system, name, "--starts", f"{name}-01", "--ends", f"{name}-{days}")
        rows = [row for code in "abc" for row in tournament(f"T{name[-1]}{code}", name, dice)]
        file = office.games(f"{name}.csv", *rows)
        office.do("load", "games", file, "--tournaments", "kinds.csv", "--system", system, "--period", name)
        assert office.run("rate", system, name).code in (0, 3)
        assert office.run("publish", system, name).code in (0, 3)
    return office


def tournament(code: str, month: str, dice: random.Random) -> list[str]:
    """Give three rounds of a tournament, everybody who plays once in each."""
    people, rows = dice.sample([*RATED, *UNRATED], 10), []
    for number in (1, 2, 3):
        dice.shuffle(people)
        pairs_of = zip(people[::2], people[1::2], strict=True)
        rows += [f"{code},{number},{month}-{7 + number:02},{a},{b},{dice.choice(RESULTS)}" for a, b in pairs_of]
    return rows


def correct(office: Office, system: str, number: int, dice: random.Random) -> None:
    """Take one decision, or bring one late report, that can be."""
    month = dice.choice(list(MONTHS))
    games = [row for row in office.do("export", system, month, "--what", "games").rows if row["status"] == "rated"]
    game = dice.choice(games)
    named = (system, month, "--tournament", game["tournament"], "--round", game["round"], "--white", game["white"])
    if game["tournament"].startswith("L"):
        named = (*named[:4], "--white", game["white"])
    what = dice.randrange(6)
    if what == 0:
        office.run("correct", *named, "--result", dice.choice(RESULTS), *WHY)
    elif what == 1:
        office.run("withdraw", *named, *WHY)
    elif what == 2:
        office.run("reassign", system, month, "--from", game["white"], "--to", dice.choice(RATED + UNRATED),
                   "--tournament", game["tournament"], *WHY)  # fmt: skip
    elif what == 3:
        office.run("hold", *named[:2], "--player", dice.choice(RATED + UNRATED), *WHY)
    elif what == 4:
        row = f"{dice.choice(RATED + UNRATED)},2011,1500,1510"
        office.do("load", "players", office.file(f"p{number}.csv", f"id,birth_year,estimate,estimate_rapid\n{row}\n"))
    else:
        people = dice.sample(RATED + UNRATED, 4)
        rows = [f"L{number},,{month}-{dice.randrange(3, 20):02},{a},{b},{dice.choice(RESULTS)}"
                for a, b in zip(people[::2], people[1::2], strict=True)]  # fmt: skip
        office.load(office.games(f"l{number}.csv", *rows), system=system, period=month, options=("--correction", "x"))


def values(office: Office, system: str, month: str, revision: int) -> dict[str, str]:
    told = rows_of(office.do("export", system, month, "--revision", revision).output)
    return {row["id"]: row["rating"] for row in told}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("system", SYSTEMS)
def test_no_difference_is_without_a_cause(desk, system, seed):
    dice = random.Random(f"{system} {seed}")
    opened(desk, system, dice)
    for number in range(4):
        for place in range(dice.randrange(1, 4)):
            correct(desk, system, 10 * number + place, dice)
        desk.do("revise", system, "2026-01", "--players-as-now", *WHY)
    seen = set()
    for month in MONTHS:
        newest = desk.run("export", system, month, "--revision", "99").err.split("newest is ")[1].split(".")[0]
        for after in range(2, int(newest) + 1):
            for before in range(1, after):
                told = desk.do("diff", system, month, "--revision", after, "--against", before, "--json").json
                one, other = (values(desk, system, month, revision) for revision in (before, after))
                differ = {key for key in one.keys() | other.keys() if one.get(key, "") != other.get(key, "")}
                assert {row["id"] for row in told["players"]} == differ
                assert all(row["causes"] for row in told["players"])
                seen |= {cause["cause"] for row in told["players"] for cause in row["causes"]}
                check_every_value(desk, system, month, after, before)
        desk.do("diff", system, month, *(["--against", "2026-01"] if month != "2026-01" else []))
    assert seen <= set(CAUSES)
    assert len(seen) > 1


def check_every_value(desk, system, month, after, before) -> None:
    """Rated with nothing undone every player has the new value, with everything undone the old one."""
    engine = connect.open_engine(desk.db)
    with engine.connect() as connection:
        period = find_period(connection, system, month)
        new, old = (
            read_record(connection, as_revision(connection, period, number), rule_set(system))
            for number in (after, before)
        )
        pair = pairs.revisions(connection, new, old)
        players = np.flatnonzero(new.published.known | old.published.known)
        every = 2**len(CAUSES) - 1
        goal = pair.rate.goals(0, players)
        assert (pair.rate(Trials.of(pair.suspects, players, every))[0] == goal).all()
        turned = pairs.revisions(connection, old, new)
        assert (pair.rate(Trials.of(pair.suspects, players, 0))[0] == turned.rate.goals(0, players)).all()
    engine.dispose()
