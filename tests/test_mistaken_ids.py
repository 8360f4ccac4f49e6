"""Ids that may be another player's: planted slips in made-up months are found, and hardly anybody else is named."""

from __future__ import annotations

import time

import pytest

import generate_local
from office import Office

SYSTEM = ("ffe-national", "2026-01")
DAY = "2026-01-10"
SLIPS, ENOUGH = 20, 15


def month(office: Office, seed: int, players: int = 6_000) -> generate_local.Made:
    """Load a made-up January with slips, after its December, as an officer would."""
    made = generate_local.make(players, seed, SLIPS)
    made.write(office.folder)
    office.do("load", "players", "players.csv")
    office.do("load", "list", "list.csv", "--system", SYSTEM[0], "--date", "2025-11-30")
    for name, file in (("2025-12", "earlier.csv"), ("2026-01", "games.csv")):
        office.do("period", "add", SYSTEM[0], name, "--starts", f"{name}-01", "--ends", f"{name}-31")
        office.load(file, period=name, options=["--tournaments", "tournaments.csv"])
        if name == "2025-12":
            office.do("rate", SYSTEM[0], name)
            office.do("publish", SYSTEM[0], name)
    return made


def judged(office: Office, made: generate_local.Made) -> None:
    slips = {(code, typed): true_id for code, typed, true_id in made.slips}
    entries = {(game[0], player) for game in made.games if game[2].startswith("2026-01") for player in game[3:5]}
    told = {(one["tournament"], one["id"]): one["perhaps"]["id"] for one in office.check()["mistaken_ids"]}
    assert len(slips) == SLIPS
    assert len(told.keys() & slips.keys()) >= ENOUGH
    assert sum(told.get(entry) == true_id for entry, true_id in slips.items()) >= ENOUGH - 2
    assert len(told.keys() - slips.keys()) <= len(entries - slips.keys()) / 100
    assert len(entries) > 3_000


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_planted_slips_are_found(desk, seed):
    judged(desk, month(desk, seed))


def test_planted_slips_are_found_on_both_databases(office):
    judged(office, month(office, 6))


PLAYERS = "id,name,birth_year,federation,club\n"
VETERANS = [f"10{n}7,Senior {n},{1940 + n % 9},FRA,Reims" for n in range(10)]
OTHERS = [f"2{n:03d},Other {n},{1980 + n % 30},FRA,Lyon" for n in range(0, 999, 7)]


@pytest.fixture
def club(office):
    """Give a veterans' event of Reims in which 1234, a child of Lyon, stands for 1324, and a register around it."""
    people = [*VETERANS, *OTHERS, "1324,True Théo,1944,FRA,Reims", "1234,Child Chloé,2016,FRA,Lyon"]
    listed = [f"{row[:4]},{1500 + n % 50 * 10},2025-12-06" for n, row in enumerate([*VETERANS, *OTHERS])]
    rows = "\n".join([*listed, "1324,1600,2025-12-06", "1234,1100,2021-06-06"])
    office.opened(players=PLAYERS + "\n".join(people) + "\n", listed=f"id,rating,last_game\n{rows}\n")
    rounds = [f"VET,{n + 1},{DAY},1234,10{n}7,1-0" for n in range(5)]
    rest = [f"VET,{n + 1},{DAY},10{(n + 5) % 10}7,10{(n + 6) % 10}7,1-0" for n in range(5)]
    office.load_rows(*rounds, *rest)
    return office


def test_a_child_in_a_veterans_event(club):
    (one,) = club.check()["mistaken_ids"]
    assert (one["id"], one["tournament"], one["games"], one["perhaps"]["id"], one["slip"]) == (
        "1234", "VET", 5, "1324", "swapped",
    )  # fmt: skip
    assert {"age", "club", "results"} <= set(one["reasons"])
    text = club.do("check", *SYSTEM).out
    first = "  VET, 5 games: 1234 Child Chloé (2016, Lyon, 1100)"
    assert f"{first}\n    perhaps 1324 True Théo (1944, Reims, 1600): two neighbours swapped; " in text


def test_who_plays_in_the_same_round_was_not_meant(club):
    club.load_rows(f"VET,1,{DAY},1324,1017,1-0", name="more.csv")
    assert club.check()["mistaken_ids"] == []


def test_games_without_a_tournament_are_looked_at_by_day(club):
    rows = [f",,2026-01-20,10{n}7,10{n + 1}7,1-0" for n in range(8)]
    club.load_rows(*rows, ",,2026-01-20,1234,1097,1-0", name="more.csv")
    assert {(one["tournament"], one["first"]) for one in club.check()["mistaken_ids"]} == {
        ("VET", DAY), ("", "2026-01-20"),
    }  # fmt: skip


def test_sixty_thousand_players_take_less_than_a_second(desk):
    """Processor time of the search alone, on the large register of the benchmarks."""
    import datetime as dt

    from generate import Size, generate
    from ratings.checks import gathered, identities
    from ratings.store.connect import open_engine
    from ratings.store.periods import find_period
    from ratings.store.standings import start_of

    generate(desk.folder, Size(60_000, 100_000, 1, SYSTEM[0], dt.date(2026, 1, 1), dt.date(2026, 1, 31)))
    desk.do("load", "players", "players.csv")
    desk.do("load", "list", "list.csv", "--system", SYSTEM[0], "--date", "2025-12-31")
    desk.do("period", "add", *SYSTEM, "--starts", "2026-01-01", "--ends", "2026-01-31")
    desk.load("games.csv")
    engine = open_engine(desk.db)
    with engine.connect() as connection:
        period = find_period(connection, *SYSTEM)
        everything = gathered.gather(connection, period, start_of(connection, period, "none", 60_001))
        begin = time.process_time()
        found = identities.mistaken_ids(everything)
        assert time.process_time() - begin < 2  # under one on a quiet machine
    engine.dispose()
    assert len(found) < 100
