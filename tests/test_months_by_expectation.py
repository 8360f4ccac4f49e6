"""FIDE, UKD and Elo International over several periods: carried on, exported, adjusted, explained, warned of."""

from __future__ import annotations

import datetime as dt
import random
from itertools import pairwise

import pytest

from office import Office

DAY = dt.timedelta(days=1)
MONTHS = [dt.date(2025, month, 1) for month in (9, 10, 11, 12)] + [dt.date(2026, 1, 1)]
PERIODS = [(f"{a:%Y-%m}", a, b - DAY, b) for a, b in pairwise(MONTHS)]
OPENING = MONTHS[0] - DAY
HEADER = "tournament,round,date,white,black,result"
STANDARD = ("fide-standard", "2025-09")


def people(seed: int) -> str:
    """Give a list: rated players of all strengths, some near the floor, one quiet for long, and newcomers."""
    dice = random.Random(seed)
    rows = ["id,rating,games,peak,last_game,status"]
    for number in range(18):
        rating = dice.choice([1405, 1420, 1500, 1700, 1900, 2050, 2240, 2390, 2410, 2660]) + dice.randrange(10)
        last = "2022-01-15" if number == 0 else "" if number < 3 else "2025-06-01"
        rows.append(f"P{number:02},{rating},{dice.randrange(60)},{max(rating, 1900)},{last},")
    rows += [f"P{number:02},,,,," for number in range(18, 26)]
    return "\n".join(rows) + "\n"


def games_of(seed: int, place: int) -> tuple[str, str]:
    """Give a period's games and tournaments: three new ones, and one that began in the period before."""
    dice = random.Random(seed * 100 + place)
    name, starts, ends, _ = PERIODS[place]
    names = [f"{name}-{letter}" for letter in "abc"]
    told = [f"{code},{starts + dt.timedelta(days=3)},,90+30" for code in names]
    if place:
        names.append(f"{PERIODS[place - 1][0]}-a")
    games = []
    for code in names:
        players = dice.sample([f"P{n:02}" for n in range(1, 26)], 12)
        for number in range(1, 6):
            dice.shuffle(players)
            day = starts + dt.timedelta(days=3 + number)
            for white, black in zip(players[::2], players[1::2], strict=True):
                result = dice.choice(["1-0", "0-1", "1/2-1/2", "1-0F" if dice.random() < 0.1 else "1-0"])
                games.append(f"{code},{number + 10 * place},{min(day, ends)},{white},{black},{result}")
    return "\n".join([HEADER, *games]) + "\n", "\n".join(["tournament,starts,ends,minutes", *told]) + "\n"


def opened(office: Office, seed: int) -> Office:
    """Register everybody; a third are juniors."""
    rows = [f"P{n:02},Player {n:02},{2009 if n % 3 == 0 else 1980}" for n in range(26)]
    office.do("load", "players", office.file("players.csv", "\n".join(["id,name,birth_year", *rows]) + "\n"))
    office.file("opening.csv", people(seed))
    return office


def rated(office: Office, system: str, seed: int, place: int) -> bytes:
    """Open, load, rate and publish one period; give its full list."""
    name, starts, ends, _ = PERIODS[place]
    games, tournaments = games_of(seed, place)
    office.do("period", "add", system, name, "--starts", starts, "--ends", ends)
    files = (office.file(f"{name}.csv", games), "--tournaments", office.file(f"{name}-t.csv", tournaments))
    office.do("load", "games", *files, "--system", system, "--period", name)
    rate = office.run("rate", system, name)
    assert rate.code in (0, 3), rate.err
    office.run("publish", system, name)
    return office.do("export", system, name, "--full").output


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("system", ["fide-standard", "fide-rapid", "ukd-standard", "elo-international"])
def test_exports_give_the_same_next_period_elsewhere(tmp_path, system, seed):
    """`list --full`, archives, pools, tournaments and the earlier lists give the next period, byte for byte."""
    here = opened(Office(tmp_path, f"sqlite:///{tmp_path}/here.db"), seed)
    there = opened(Office(tmp_path, f"sqlite:///{tmp_path}/there.db"), seed)
    for office in (here, there):
        office.do("load", "list", "opening.csv", "--system", "fide-standard", "--date", OPENING - 5 * DAY)
    opening = () if system == "fide-rapid" else ("opening.csv",)
    for file in opening:
        for office in (here, there):
            office.do("load", "list", file, "--system", system, "--date", OPENING)
    lists = [rated(here, system, seed, place) for place in range(3)]
    for place in range(3):
        name, _, _, in_force = PERIODS[place]
        file = here.file(f"list-{name}.csv", lists[place])
        there.do("load", "list", file, "--system", system, "--date", in_force)
    last = PERIODS[2][0]
    for what in ("archives", "pools", "tournaments"):
        here.do("export", system, last, "--what", what, "-o", f"{what}.csv")
    there.do("load", "list", "archives.csv", "pools.csv", "--system", system, "--date", PERIODS[2][3])
    name, starts, ends, _ = PERIODS[3]
    there.do("period", "add", system, name, "--starts", starts, "--ends", ends)
    there.do("load", "games", here.file("none.csv", HEADER + "\n"), "--tournaments", "tournaments.csv",
             "--system", system, "--period", name)  # fmt: skip
    assert rated(there, system, seed, 3).decode() == rated(here, system, seed, 3).decode()
    for what in ("list", "pools", "inactive"):
        both = [office.do("export", system, name, "--what", what).output for office in (here, there)]
        assert both[0] == both[1]


@pytest.mark.parametrize("system", ["fide-standard", "fide-rapid", "ukd-standard", "elo-international"])
def test_explanations_end_at_the_published_ratings(tmp_path, system):
    """Also after the list is published, and after the next one: starting values are frozen."""
    office = opened(Office(tmp_path, f"sqlite:///{tmp_path}/r.db"), 3)
    office.do("load", "list", "opening.csv", "--system", "fide-standard", "--date", OPENING)
    if system not in ("fide-standard", "fide-rapid"):
        office.do("load", "list", "opening.csv", "--system", system, "--date", OPENING)
    rated(office, system, 3, 0)
    rated(office, system, 3, 1)
    for name in (PERIODS[0][0], PERIODS[1][0]):
        published = {row["id"]: row["rating"] for row in office.do("export", system, name, "--full").rows}
        for player, rating in published.items():
            told = office.do("explain", system, name, player, "--json").json
            assert told["after"] == (int(rating) if rating else None)
            assert "None" not in office.do("explain", system, name, player).out


def test_who_is_quiet_leaves_the_list_and_is_told(tmp_path):
    """Rules 3, decision 5: off the list after 36 months, the rating kept, one game brings the player back."""
    office = opened(Office(tmp_path, f"sqlite:///{tmp_path}/r.db"), 4)
    office.do("load", "list", "opening.csv", "--system", "fide-standard", "--date", OPENING)
    rated(office, "fide-standard", 4, 0)
    assert "P00" not in [row["id"] for row in office.do("export", *STANDARD).rows]
    gone = [row for row in office.do("export", *STANDARD, "--what", "changes").rows if row["id"] == "P00"]
    assert [(row["what"], row["why"]) for row in gone] == [("gone", "off-list")]
    (quiet,) = [row for row in office.do("export", *STANDARD, "--what", "inactive").rows if row["id"] == "P00"]
    assert (quiet["rank"], quiet["status"]) == ("", "off-list")
    ranks = {row["id"]: row["rank"] for row in office.do("export", *STANDARD).rows}
    full = {row["id"]: row["rank"] for row in office.do("export", *STANDARD, "--full").rows if row["id"] in ranks}
    assert full == ranks


def test_a_loaded_inactive_player_stays_so(tmp_path):
    office = opened(Office(tmp_path, f"sqlite:///{tmp_path}/r.db"), 4)
    office.file("quiet.csv", "id,rating,status\nP00,2000,inactive\nP01,2100,off-list\nP02,2200,active\n")
    office.do("load", "list", "quiet.csv", "--system", "fide-standard", "--date", OPENING)
    games = office.file("g.csv", f"{HEADER}\n")
    office.do("period", "add", *STANDARD, "--starts", "2025-09-01", "--ends", "2025-09-30")
    office.do("load", "games", games, "--system", "fide-standard", "--period", "2025-09")
    office.do("rate", *STANDARD)
    words = {row["id"]: row["status"] for row in office.do("export", *STANDARD, "--full").rows}
    assert words == {"P00": "inactive", "P01": "off-list", "P02": "active"}


class TestAdjustments:
    """Rules 5b: between two lists, never losing a period's results, taken back by `unload`."""

    ADJUST = ("adjust", "fide-standard", "--below", "2000", "--factor", "0.4", "--reason", "a test")

    @pytest.fixture
    def office(self, tmp_path):
        office = opened(Office(tmp_path, f"sqlite:///{tmp_path}/r.db"), 5)
        office.do("load", "list", "opening.csv", "--system", "fide-standard", "--date", OPENING)
        return office

    def test_inside_a_period(self, office):
        office.do("period", "add", *STANDARD, "--starts", "2025-09-01", "--ends", "2025-09-30")
        office.stopped(*self.ADJUST, "--on", "2025-09-15", error="lies inside fide-standard 2025-09", hint="2025-10-01")

    def test_before_the_period_is_published(self, office):
        office.do("period", "add", *STANDARD, "--starts", "2025-09-01", "--ends", "2025-09-30")
        office.stopped(*self.ADJUST, "--on", "2025-10-01", error="2025-09 is not published, and would be lost")

    def test_a_period_opened_over_an_adjustment(self, office):
        office.do(*self.ADJUST, "--on", "2025-10-01")
        office.do("period", "add", *STANDARD, "--starts", "2025-09-01", "--ends", "2025-09-30")
        office.stopped("rate", *STANDARD, error="was adjusted on 2025-10-01 already", hint=r"unload 3\)")
        office.do("unload", 3)
        office.do("rate", *STANDARD)

    def test_on_the_day_of_a_loaded_list(self, office):
        office.do(*self.ADJUST, "--on", OPENING)
        office.stopped(*self.ADJUST, "--on", OPENING, error="is adjusted on 2025-08-31 already", hint="unload")
        assert "ratings adjusted" in office.do("loads").out
        rated(office, "fide-standard", 5, 0)
        before = {row["id"]: int(row["rating"]) for row in office.read("opening.csv") if row["rating"]}
        for row in office.do("export", *STANDARD, "--full").rows:
            old = before.get(row["id"])
            if old is not None and row["previous"]:
                new = old if old >= 2000 else old + (2 * (2000 - old) * 4 + 10) // 20
                assert int(row["previous"]) == new

    def test_between_two_periods_and_elsewhere(self, office, tmp_path):
        first = rated(office, "fide-standard", 5, 0)
        office.do(*self.ADJUST, "--on", "2025-10-01")
        there = opened(Office(tmp_path, f"sqlite:///{tmp_path}/there.db"), 5)
        there.do("load", "list", "opening.csv", "--system", "fide-standard", "--date", OPENING)
        for what in ("archives", "pools", "tournaments"):
            office.do("export", *STANDARD, "--what", what, "-o", f"{what}.csv")
        files = (there.file("first.csv", first), "archives.csv", "pools.csv")
        there.do("load", "list", *files, "--system", "fide-standard", "--date", "2025-10-01")
        there.do(*self.ADJUST, "--on", "2025-10-01")
        there.do("period", "add", "fide-standard", "2025-10", "--starts", "2025-10-01", "--ends", "2025-10-31")
        there.do("load", "games", there.file("none.csv", HEADER + "\n"), "--tournaments", "tournaments.csv",
                 "--system", "fide-standard", "--period", "2025-10")  # fmt: skip
        assert rated(there, "fide-standard", 5, 1) == rated(office, "fide-standard", 5, 1)


class TestTournaments:
    """What is not accepted is set aside with its reason; what is not known is said."""

    def told(self, tmp_path, games: str, tournaments: str) -> Office:
        office = opened(Office(tmp_path, f"sqlite:///{tmp_path}/r.db"), 6)
        office.file("l.csv", "id,rating\nP01,2250\nP02,2100\nP03,2150\n")
        office.do("load", "list", "l.csv", "--system", "fide-standard", "--date", OPENING)
        office.do("period", "add", *STANDARD, "--starts", "2025-09-01", "--ends", "2025-09-30")
        office.file("t.csv", tournaments)
        office.do("load", "games", office.file("g.csv", f"{HEADER}\n{games}"), "--tournaments", "t.csv",
                  "--system", "fide-standard", "--period", "2025-09")  # fmt: skip
        return office

    def test_the_strongest_player_may_have_a_bye_only(self, tmp_path):
        """Rules 3: the strongest player is looked for in any row."""
        games = "T,1,2025-09-05,P02,P03,1-0\nT,1,2025-09-05,P01,,bye\n"
        office = self.told(tmp_path, games, "tournament,minutes\nT,90\n")
        assert "tournament T is not rated (too fast: 90 minutes for 60 moves, 120 needed" in office.do(
            "rate", *STANDARD, code=3
        ).err
        page = office.do("check", *STANDARD, code=3).out
        assert "T is set aside (too fast: 90 minutes for 60 moves, 120 needed (strongest player 2250))" in page
        assert "--accept CODE --reason WHY" in page
        office.do("rate", *STANDARD, "--accept", "T", "--reason", "team match")
        assert office.check("2025-09", "fide-standard")["accepted"] == [
            {"tournament": "T", "reason": "accepted: team match"}
        ]

    def test_unknown_minutes(self, tmp_path):
        office = self.told(tmp_path, "T,1,2025-09-05,P02,P03,1-0\n", "tournament\nT\n")
        warning = "the minutes of tournament T are not known: accepted without a test of its time control"
        assert f"warning: {warning}" in office.do("rate", *STANDARD).err
        assert warning in office.check("2025-09", "fide-standard")["doubts"]

    def test_a_tournament_of_a_pool_is_not_of_the_period(self, tmp_path):
        """The pool names a tournament of an older period: nothing is decided about that one here."""
        office = self.told(tmp_path, "T,1,2025-09-05,P02,P03,1-0\n", "tournament,minutes\nT,120\n")
        columns = "id,tournament,period_ends,starts,games,half_points,opponents_sum"
        office.file("pools.csv", f"{columns}\nP05,OLD,2025-07-31,2025-07-05,3,3,5400\n")
        office.do("load", "list", "pools.csv", "--system", "fide-standard", "--date", OPENING)
        assert "OLD" not in office.do("rate", *STANDARD).err
        assert office.check("2025-09", "fide-standard")["doubts"] == []

    def test_older_than_every_list(self, tmp_path):
        office = self.told(tmp_path, "T,1,2025-09-05,P02,P03,1-0\n", "tournament,starts,minutes\nT,2025-08-01,120\n")
        warning = "tournament T began on 2025-08-01, before every list: the oldest is used"
        assert office.check("2025-09", "fide-standard")["doubts"] == [warning]

    def test_a_reason_for_nothing(self, tmp_path):
        office = self.told(tmp_path, "T,1,2025-09-05,P02,P03,1-0\n", "tournament,minutes\nT,120\n")
        office.stopped("rate", *STANDARD, "--reason", "why", error="A reason without a tournament", code=2)


def test_who_is_missing_from_a_newer_list_is_named(tmp_path):
    office = opened(Office(tmp_path, f"sqlite:///{tmp_path}/r.db"), 6)
    office.do("load", "list", "opening.csv", "--system", "fide-standard", "--date", OPENING - 31 * DAY)
    office.file("short.csv", people(6).replace("P07,", "P99,"))
    said = office.do("load", "list", "short.csv", "--system", "fide-standard", "--date", OPENING, code=3).err
    assert "rated on an older list, not on this one, and keep that rating: P07\n" in said


def test_rules_of_a_day_before_some_systems(desk):
    assert "ffe-rapid" not in desk.do("rules", "--on", "2000-01-01").out
