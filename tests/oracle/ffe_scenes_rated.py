"""Scenes of 2.3 and 2.5: rated players by games, age and zone, of type F, credited, against unrated ones."""

from __future__ import annotations

from ffe_builder import DRAW, LOSS, WIN, Builder
from ffe_records import Standing


def scene_rated_games(build: Builder) -> None:
    """2.5: a rated player with a number of games about the limits, scoring clearly up or down."""
    own = build.value(build.anchor())
    opponents = [build.opponent(own), build.opponent(own + 60), build.opponent(own + 120)]
    player = build.rated(max(own + 50, build.edition.floor), build.draw.choice([None, 12, 20, 20, 21, 21, 45]))
    scores = build.draw.choice([[WIN, WIN, DRAW], [LOSS, LOSS, DRAW]])
    for _ in range(build.draw.choice([17, 16, 16, 16, 15, 15, 9, 8, 7, 6, 8, 7])):
        build.play(player, build.draw.choice(opponents), build.draw.choice(scores))


def scene_rated_equal(build: Builder) -> None:
    """2.5: Po = Ei; a rating ending in 5 also shows the rounding of halves."""
    own = build.value(build.anchor()) // 10 * 10 + build.draw.choice([0, 5, 4])
    player = build.rated(own)
    opponent = build.opponent(own)
    for _ in range(build.draw.choice([1, 1, 4, 7])):
        build.play(player, opponent, DRAW)
    if build.draw.random() < 0.4:
        build.play(player, opponent, WIN)
        build.play(player, opponent, LOSS)


def scene_zone(build: Builder) -> None:
    """2.3: gaps of exactly the zone, and one point less, both ways, all results."""
    zone = build.edition.zone
    own = build.edition.floor + zone + build.draw.randrange(10, 60) * 10
    player = build.rated(own)
    for gap in (zone, zone - 1, -zone, 1 - zone):
        if build.draw.random() < 0.7:
            opponent = build.opponent(own + gap if (own + gap) % 10 != 9 else own + gap - 1)
            for _ in range(build.draw.choice([1, 2])):
                build.play(player, opponent, build.draw.choice([WIN, DRAW, LOSS]))
    lower = build.new_player(Standing(own - zone + 1, "F"))
    upper = build.new_player(Standing(own + zone - 1, "F"))
    build.play(player, lower, build.draw.choice([WIN, WIN, DRAW]))
    build.play(player, upper, build.draw.choice([LOSS, LOSS, DRAW]))


def scene_rated_without_counted_game(build: Builder) -> None:
    """0.6: a rated player whose only game is not compatible stays at an untidy rating."""
    anchor = build.anchor()
    own = max(build.value(anchor) - build.edition.zone, 1) // 10 * 10 - build.draw.choice([3, 6, 10])
    build.play(build.rated(max(own, 702)), anchor, LOSS)


def scene_fide(build: Builder) -> None:
    """2.5: type F is worth its rating, is never recomputed, and is printed back."""
    player = build.new_player(Standing(build.rating_near(1900, 400) + build.draw.randrange(0, 10), "F"))
    for _ in range(build.draw.choice([0, 3, 9])):
        build.play_any(player, build.anchor())
    if build.draw.random() < 0.5:
        build.anchors.append(player)


def scene_rated_with_archive(build: Builder) -> None:
    """0.6: a rated player's archive is ignored and emptied."""
    own = build.value(build.anchor()) // 10 * 10
    archive = build.archive_of(6, 1700)
    player = build.new_player(Standing(own, "N", archive.archive_points, archive.archive_games, archive.archive_season))
    for _ in range(build.draw.choice([0, 1, 5])):
        build.play_any(player, build.anchor())


def scene_long_event(build: Builder) -> None:
    """1: more than 95 % or less than 5 % without being perfect: the clamp."""
    own = build.value(build.anchor())
    opponents = [build.opponent(own + step) for step in (0, 30)]
    player = build.rated(own) if build.draw.random() < 0.6 else build.new_player()
    score = build.draw.choice([WIN, LOSS])
    build.play(player, opponents[0], DRAW)
    for _ in range(build.draw.choice([14, 16, 20])):
        build.play(player, build.draw.choice(opponents), score)


def scene_weak_rated(build: Builder) -> None:
    """2.6, 2.2 (E02): rated players at, just above and below the floor, who lose."""
    floor = build.edition.floor
    player = build.rated(floor + build.draw.choice([-40, -10, 0, 0, 10, 20]))
    opponents = [build.opponent(floor), build.opponent(floor + 40)]
    for _ in range(build.draw.choice([1, 3, 7, 9])):
        build.play(player, build.draw.choice(opponents), build.draw.choice([LOSS, LOSS, LOSS, DRAW]))


def scene_rated_meets_unrated(build: Builder) -> None:
    """2.5: a rated player who meets newly rated, archived and standing-in players."""
    player = build.rated(build.rating_near(build.value(build.anchor()), 100))
    unrated = [player_id for player_id in build.period.players if player_id not in build.period.standings]
    for opponent in build.draw.sample(unrated, min(4, len(unrated))):
        build.play_any(player, opponent)
    weak = build.new_player(given=build.draw.choice([700, 990, 1020]), age=9)
    build.play(weak, build.anchor(), LOSS)
    build.play(player, weak, build.draw.choice([DRAW, WIN]))


def scene_weak_archive_met(build: Builder) -> None:
    """2.5: a rated player meets one whose archived performance lies below the floor."""
    floor = build.edition.floor
    weak = build.new_player(build.archive_of(build.draw.choice([2, 4]), floor - 150))
    low = build.opponent(floor)
    build.play(weak, low, LOSS)
    build.play(weak, low, LOSS)


def scene_credited(build: Builder) -> None:
    """2.5: no rapid rating, but something on the national list."""
    rating = build.rating_near(build.value(build.anchor()), 200)
    national = build.draw.choice(
        [
            Standing(rating, "N"),
            Standing(rating, ""),
            Standing(rating, "F"),
            Standing(rating + 9, "F"),
            Standing(rating + 9, "E"),
            Standing(rating + 9, ""),
            Standing(None, ""),
        ]
    )
    own = build.draw.choice([None, None, Standing(1249, "E"), build.archive_of(4, 1300)])
    player = build.new_player(own, national=national, given=build.draw.choice([None, None, 1350]))
    for _ in range(build.draw.choice([0, 1, 3, 7])):
        build.play_any(player, build.anchor())
    if build.draw.random() < 0.5:
        newcomer = build.new_player()
        for _ in range(5):
            build.play_any(newcomer, player)
    if build.draw.random() < 0.3:
        stronger = build.opponent(rating + build.edition.zone + 10)
        build.play(build.new_player(national=Standing(rating, "N")), stronger, LOSS)


def scene_rated_there_too(build: Builder) -> None:
    """2.5: a rapid rating goes before a national one; a rapid rating gives nothing nationally."""
    own = build.rating_near(build.value(build.anchor()), 100)
    player = build.new_player(Standing(own, "N"), national=Standing(own + 100, "N"))
    for _ in range(3):
        build.play_any(player, build.anchor())
