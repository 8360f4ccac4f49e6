"""Two lifelike months of mostly local events: clubs of regions, juniors, veterans, teams; ids mistyped on demand.

Where `generate` makes large periods, this one makes people who belong together: who plays where follows from club,
age and strength, and ids are handed out club by club, so that neighbours in the register are often club mates.

Example:
    python benchmarks/generate_local.py OUT_DIR --players 6000 --seed 1 --slips 20
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click

FIRST_ID, LAST_YEAR = 10_100, 2025
CLUBS_IN_A_REGION, PLAYERS_IN_A_CLUB = 10, 40
WEEKENDS = ("2025-12-06", "2025-12-13", "2025-12-20", "2026-01-03", "2026-01-10", "2026-01-17", "2026-01-24")
MONTH = "2026-01"
"""The month to be looked at, and the only one with slips; the one before it is written to `earlier.csv`."""
GUESTS, REGULARS = 0.12, 0.7
"""Shares of an event's players: who come from anywhere; of the others, who play in each edition if they are free."""
SYLLABLES = ("ba", "co", "di", "fou", "gre", "ju", "la", "mé", "ni", "par", "qui", "ro", "sel", "tan", "vi", "zé")
HEADERS = {
    "players.csv": "id,name,birth_year,sex,federation,club",
    "list.csv": "id,rating,type,games,peak,last_game",
    "earlier.csv": "tournament,round,date,white,black,result",
    "games.csv": "tournament,round,date,white,black,result",
    "tournaments.csv": "tournament,name,place,starts,ends,kind,format,rounds",
}


@dataclass(slots=True)
class Person:
    """Somebody registered: `strength` is true, `rating` what the list says (0: unrated), `active` plays now."""

    id: str
    name: str
    birth_year: int
    sex: str
    federation: str
    club: str
    region: int
    strength: int
    rating: int
    active: bool

    def is_regular(self, kind: str) -> bool:
        """Say whether the person likes this kind of event: the same in each edition."""
        return (int(self.id[1:]) * 7919 + len(kind)) % 5 < 2


@dataclass(slots=True)
class Made:
    """Two months: who is registered, rows of games, tournaments, and the slips (tournament, typed id, true id)."""

    people: list[Person]
    games: list[list[str]] = field(default_factory=list)
    tournaments: list[str] = field(default_factory=list)
    slips: list[tuple[str, str, str]] = field(default_factory=list)

    def write(self, folder: Path) -> None:
        """Write the four files."""
        tables = {
            "players.csv": [
                f"{p.id},{p.name},{p.birth_year},{p.sex},{p.federation},{p.club}" for p in self.people
            ],
            "list.csv": [listed(person) for person in self.people if person.rating],
            "games.csv": [",".join(game) for game in self.games if game[2].startswith(MONTH)],
            "earlier.csv": [",".join(game) for game in self.games if not game[2].startswith(MONTH)],
            "tournaments.csv": self.tournaments,
        }  # fmt: skip
        folder.mkdir(parents=True, exist_ok=True)
        for name, rows in tables.items():
            (folder / name).write_text("\n".join([HEADERS[name], *rows]) + "\n", encoding="utf-8")


def listed(person: Person) -> str:
    """Give a person's row of the opening list."""
    last = f"2025-{1 + person.strength % 12:02d}-15" if person.active else f"20{12 + person.strength % 11}-03-15"
    return f"{person.id},{person.rating},N,{20 + person.strength % 300},{person.rating + 20},{last}"


def make(players: int, seed: int, slips: int = 0) -> Made:
    """Make two months; the same numbers give the same months."""
    draw = random.Random(seed)
    made = Made(register(players, draw))
    busy: set[tuple[str, str]] = set()
    regions = sorted({person.region for person in made.people})
    for weekend in WEEKENDS:
        for region in regions:
            for kind, size, rounds in (("open", 36, 7), ("juniors", 24, 6), ("veterans", 14, 7), ("club", 14, 5)):
                if draw.random() < 0.5:
                    _hold(made, weekend, region, kind, size, rounds, busy, draw)
            for _ in range(2):
                _match(made, weekend, region, busy, draw)
    _mistype(made, slips, draw)
    return made


def register(players: int, draw: random.Random) -> list[Person]:
    """Hand out ids, some to one person, some to half a dozen members of a club at once, often children of an age."""
    people: list[Person] = []
    number, clubs = FIRST_ID, max(players // PLAYERS_IN_A_CLUB, 2)
    while len(people) < players:
        club = int(clubs * draw.random() ** 1.3)
        is_school = draw.random() < 0.3
        year = draw.randint(2008, 2017)
        for _ in range(draw.choice((1, 1, 1, 2, 3, 6))):
            number += draw.choice((1, 1, 1, 2, 5))
            born = year + draw.randint(-1, 1) if is_school else LAST_YEAR - int(8 + 75 * draw.betavariate(1.6, 2.0))
            people.append(_person(f"{chr(65 + number // 100_000)}{number % 100_000:05d}", club, born, draw))
    return people[:players]


def _person(player_id: str, club: int, born: int, draw: random.Random) -> Person:
    age = LAST_YEAR - born
    strength = int(draw.gauss(1250 + 25 * age if age < 18 else 1650 - 3 * max(age - 50, 0), 150 if age < 18 else 260))
    is_rated = draw.random() < (0.55 if age < 18 else 0.85)
    believed = int(strength + draw.gauss(0, 110 if age < 18 else 50)) // 10 * 10
    rating = min(max(believed, 1000), 2750) if is_rated else 0
    name = " ".join("".join(draw.choices(SYLLABLES, k=draw.randint(2, 3))).capitalize() for _ in range(2))
    federation = "FRA" if draw.random() < 0.95 else draw.choice(("BEL", "GER", "ESP", "ITA"))
    club_name = f"Échiquier {club}" if draw.random() < 0.97 else ""
    sex = "F" if draw.random() < (0.2 if age < 18 else 0.1) else "M"
    active = draw.random() < 0.5
    return Person(
        player_id, name, born, sex, federation, club_name, club // CLUBS_IN_A_REGION, strength, rating, active
    )


def _chosen(
    made: Made, weekend: str, region: int, kind: str, size: int, busy: set[tuple[str, str]], draw: random.Random
) -> list[Person]:
    """Choose an event's players: of the region or the club, of the age, free that weekend; and some guests."""
    ages = {"juniors": (0, 16), "veterans": (60, 120)}.get(kind, (0, 120))
    free = [
        person for person in made.people
        if (person.active or draw.random() < 0.02) and (person.id, weekend) not in busy
        and ages[0] <= LAST_YEAR - person.birth_year <= ages[1]
    ]  # fmt: skip
    local = [person for person in free if person.region == region]
    if kind == "club" and local:
        home = draw.choice(local).club
        local = [person for person in local if person.club == home]
    guests = int(size * GUESTS)
    usual = [person for person in local if person.is_regular(kind)]
    chosen = draw.sample(usual, min(int((size - guests) * REGULARS), len(usual)))
    rest = [person for person in local if person not in chosen]
    chosen += draw.sample(rest, min(size - guests - len(chosen), len(rest)))
    others = [person for person in free if person.region != region]
    return chosen + draw.sample(others, min(guests, len(others)))


def _hold(
    made: Made, weekend: str, region: int, kind: str, size: int, rounds: int, busy: set[tuple[str, str]],
    draw: random.Random,
) -> None:  # fmt: skip
    players = _chosen(made, weekend, region, kind, draw.randint(size // 2, size), busy, draw)
    if len(players) < 8:
        return
    code = _enter(made, f"{kind.capitalize()} de R{chr(97 + region)}", f"Ville {region}", weekend, "swiss", rounds)
    busy |= {(person.id, weekend) for person in players}
    points = dict.fromkeys((person.id for person in players), 0.0)
    met: set[frozenset[str]] = set()
    for turn in range(1, rounds + 1):
        there = [person for person in players if draw.random() > 0.03]
        ranked = sorted(there, key=lambda p: (-points[p.id], -p.strength + draw.gauss(0, 200)))
        for white, black in _paired(ranked, met):
            met.add(frozenset((white.id, black.id)))
            result = _play(made, code, turn, weekend, white, black, draw)
            points[white.id] += {"1-0": 1, "0-1": 0}.get(result, 0.5)
            points[black.id] += {"1-0": 0, "0-1": 1}.get(result, 0.5)


def _paired(ranked: list[Person], met: set[frozenset[str]]) -> Iterator[tuple[Person, Person]]:
    """Pair each with the next one not met yet; who finds nobody does not play."""
    waiting = list(ranked)
    while waiting:
        white = waiting.pop(0)
        black = next((one for one in waiting if frozenset((white.id, one.id)) not in met), None)
        if black is not None:
            waiting.remove(black)
            yield white, black


def _match(made: Made, weekend: str, region: int, busy: set[tuple[str, str]], draw: random.Random) -> None:
    """Let two clubs of a region play eight boards, the strongest at the top."""
    sunday = weekend[:-2] + f"{int(weekend[-2:]) + 1:02d}"
    teams: dict[str, list[Person]] = {}
    for person in made.people:
        if person.region == region and person.active and person.club and (person.id, weekend) not in busy:
            teams.setdefault(person.club, []).append(person)
    clubs = [club for club, members in sorted(teams.items()) if len(members) >= 8]
    if len(clubs) < 2:
        return
    one, two = (
        sorted(_team(teams[club], draw), key=lambda p: -p.strength) for club in draw.sample(clubs, 2)
    )  # fmt: skip
    code = _enter(made, f"Interclubs R{chr(97 + region)}", f"Ville {region}", sunday, "team", 1)
    busy |= {(person.id, weekend) for person in one + two}
    for white, black in zip(one, two, strict=True):
        _play(made, code, 1, sunday, white, black, draw)


def _team(members: list[Person], draw: random.Random) -> list[Person]:
    """Choose eight of a club, the regulars first."""
    return sorted(members, key=lambda person: (not person.is_regular("team"), draw.random()))[:8]


def _enter(made: Made, name: str, place: str, day: str, form: str, rounds: int) -> str:
    code = f"T{len(made.tournaments) + 1:04d}"
    ends = day[:-2] + f"{int(day[-2:]) + (rounds > 1):02d}"
    made.tournaments.append(f"{code},{name},{place},{day},{ends},standard,{form},{rounds}")
    return code


def _play(made: Made, code: str, turn: int, day: str, white: Person, black: Person, draw: random.Random) -> str:
    expected = 1 / (1 + 10 ** ((black.strength - white.strength - 35) / 400))
    drawn = min(0.3, expected, 1 - expected)
    result = draw.choices(("1-0", "1/2-1/2", "0-1"), (expected - drawn / 2, drawn, 1 - expected - drawn / 2))[0]
    date = day[:-2] + f"{int(day[-2:]) + (turn > 3):02d}"
    made.games.append([code, str(turn), date, white.id, black.id, result])
    return result


def _mistype(made: Made, slips: int, draw: random.Random) -> None:
    """Write another registered id for some players: three in four by two digits swapped, the others by a wrong one.

    Every other slip is in one game, the others in all games of the event.
    """
    known = {person.id for person in made.people}
    played: dict[tuple[str, str], list[tuple[list[str], int]]] = {}
    for game in (game for game in made.games if game[2].startswith(MONTH)):
        for column in (3, 4):
            played.setdefault((game[0], game[column]), []).append((game, column))
    order = sorted(played)
    draw.shuffle(order)
    for code, true_id in order:
        if len(made.slips) == slips:
            return
        kinds = list((one_wrong if len(made.slips) % 4 == 0 else swapped)(true_id))
        typed = [one for one in kinds if one in known and (code, one) not in played]
        if typed:
            wrong, rows = draw.choice(typed), played[code, true_id]
            for game, column in rows if len(made.slips) % 2 else [draw.choice(rows)]:
                game[column] = wrong
            made.slips.append((code, wrong, true_id))


def swapped(text: str) -> Iterator[str]:
    """Give the ids with two neighbouring, different digits changed round."""
    for place in range(1, len(text) - 1):
        if text[place] != text[place + 1]:
            yield text[:place] + text[place + 1] + text[place] + text[place + 2 :]


def one_wrong(text: str) -> Iterator[str]:
    """Give the ids with another digit at one place."""
    for place in range(1, len(text)):
        yield from (text[:place] + digit + text[place + 1 :] for digit in "0123456789" if digit != text[place])


@click.command()
@click.argument("folder", metavar="OUT_DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--players", default=6_000, show_default=True, type=click.IntRange(200))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@click.option("--slips", default=0, show_default=True, type=click.IntRange(0), help="Ids mistyped into another one.")
def main(folder: Path, players: int, seed: int, slips: int) -> None:
    """Write players.csv, list.csv, games.csv and tournaments.csv of two months of local events into OUT_DIR."""
    made = make(players, seed, slips)
    made.write(folder)
    for code, wrong, true_id in made.slips:
        click.echo(f"{code}: {wrong} written for {true_id}")


if __name__ == "__main__":
    main()
