"""Scenes of 2.4 and 0.6: newcomers, chains of them, stand-ins, archives, players who do not play."""

from __future__ import annotations

from ffe_builder import DRAW, LOSS, WIN, Builder
from ffe_records import Game, Standing


def scene_perfect_newcomer(build: Builder) -> None:
    """2.4.3: all won or all lost against opponents close together: the zone would leave no game."""
    centre = build.value(build.anchor())
    opponents = [build.opponent(centre), build.opponent(centre + build.draw.choice([0, 10, 20, 300]))]
    score = build.draw.choice([WIN, LOSS])
    newcomer = build.new_player()
    for _ in range(build.draw.choice([5, 6, build.edition.quota - 1, build.edition.quota])):
        build.play(newcomer, build.draw.choice(opponents), score)


def scene_newcomer(build: Builder) -> None:
    """2.4: a newcomer with a number of games about the limits, against near and far opponents."""
    quota = build.edition.quota
    newcomer = build.new_player(given=build.draw.choice([None, None, 1500]))
    for _ in range(build.draw.choice([1, 4, 5, quota - 1, quota, quota, quota + 1, quota + 4])):
        build.play_any(newcomer, build.anchor())


def scene_weak_newcomer(build: Builder) -> None:
    """2.4.1, 2.2 (E02): performances below the floor."""
    floor = build.edition.floor
    opponents = [build.opponent(floor), build.opponent(floor + 50), build.opponent(floor + 110)]
    newcomer = build.new_player()
    for number in range(build.draw.choice([3, 5, build.edition.quota - 1, build.edition.quota, 12])):
        build.play(newcomer, build.draw.choice(opponents), DRAW if number == 0 else LOSS)


def scene_chain(build: Builder) -> None:
    """2.4.1: unrated players who are known only through the wave before."""
    before = build.new_player()
    for _ in range(build.draw.choice([5, 6, 9])):
        build.play_any(before, build.anchor())
    for _ in range(build.draw.choice([1, 2, 3, 3, 4])):
        after = build.new_player()
        for _ in range(build.draw.choice([5, 5, 5, 7])):
            build.play_any(after, before)
        if build.draw.random() < 0.5:
            build.play_any(after, build.anchor())
        if build.draw.random() < 0.3:
            twin = build.new_player()
            for _ in range(5):
                build.play_any(twin, before)
            build.play_any(twin, after)
        before = after


def scene_closed_circle(build: Builder) -> None:
    """2.4.2: unrated players who only meet one another, valued by stand-ins (rapid: nothing counts)."""
    circle = [
        build.new_player(build.archive_of(build.draw.choice([3, 4, 5]), 1450)),
        build.new_player(Standing(1379, "E", given_estimate=build.draw.choice([None, 1320]))),
        build.new_player(Standing(given_estimate=1420), given=build.draw.choice([None, 1510])),
        build.new_player(given=build.draw.choice([None, 1300, 1650])),
        build.new_player(Standing(build.draw.choice([1399, 999, 1549]), build.draw.choice(["E", ""]))),
    ]
    for _ in range(build.draw.randint(4, 12)):
        build.play_any(*build.draw.sample(circle, 2))


def scene_stand_in_without_games(build: Builder) -> None:
    """2.4.3: N = 0, the only game lies exactly at the zone of a given estimate, or one point inside it."""
    anchor = build.anchor()
    gap = build.edition.zone - build.draw.choice([0, 0, 1])
    if build.draw.random() < 0.5:
        newcomer, score = build.new_player(given=build.value(anchor) - gap), LOSS
    else:
        newcomer, score = build.new_player(given=build.value(anchor) + gap), WIN
    build.play(newcomer, anchor, score)


def scene_archive(build: Builder) -> None:
    """2.4.2, 2.4.3: archives short, full, expired, without a season, with and without a given estimate."""
    quota = build.edition.quota
    games = build.draw.choice([1, 2, 4, 5, 6, quota - 1, quota, quota + 3])
    performance = build.draw.choice([650, 780, 900, 990, 1200, 1500, 1800, 1800, 2100])
    standing = build.archive_of(games, performance, build.draw.choice([None, None, 1450]))
    player = build.new_player(standing, given=build.draw.choice([None, None, None, 1600]))
    played = build.draw.choice([0, 1, 2, 3, 4, 5, max(1, quota - games), quota, quota + 1])
    for _ in range(played):
        build.play_any(player, build.anchor())


def scene_category(build: Builder) -> None:
    """2.2: default estimates at the limits of the age categories."""
    for _ in range(2):
        player = build.new_player(age=build.draw.choice([None, 7, 8, 9, 10, 11, 14, 15, 18, 19, 20, 21, 40]))
        for _ in range(build.draw.choice([1, 2])):
            build.play_any(player, build.anchor())


def scene_spectators(build: Builder) -> None:
    """0.6, 2.6: players without a game over the board, with all that they may bring."""
    for _ in range(build.draw.randint(1, 3)):
        kind = build.draw.choice(["nothing", "archive", "given", "listed", "rated", "forfeits"])
        if kind == "nothing":
            build.new_player()
        elif kind == "archive":
            build.new_player(build.archive_of(build.draw.choice([1, 5, 9, 11]), build.draw.choice([700, 1015, 1815])))
        elif kind == "given":
            build.new_player(given=build.draw.choice([750, 1400, 1725]))
        elif kind == "listed":
            build.new_player(Standing(1349, build.draw.choice(["", "E"])))
        elif kind == "rated":
            build.new_player(Standing(build.draw.choice([1003, 1415, 2007]), "N"))
        else:
            player = build.new_player()
            build.period.games.append(Game(player, build.anchor(), build.draw.choice(["1-0F", "0-1F"]), build.day()))
            build.period.games.append(Game(player, None, "bye", build.day()))
