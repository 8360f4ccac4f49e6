"""The slow, independent reference ("oracle") of the French chess rating rules.

Written from ``rules.md`` sections 0, 1, 2 and 6 alone, with exact fractions, dictionaries and loops, so
that a test can compare every number of the real engine with it. Each function names the article that it
follows. Nothing here is fast.

Starting values: a ``Standing`` whose type is ``E`` brings a rating of a *loaded* list, which counts as a
given estimate (2.4.2). For a period that follows one computed here, use ``Result.next_standing``, which
leaves printed estimates out.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

import mpmath
from fide_tables import P_TO_D
from rounding import round_half_away

CLAMP = 470

NATIONAL = "ffe-national"
RAPID = "ffe-rapid"

# ----------------------------------------------------------------------------------------------------
# Section 2.2: the editions
# ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Edition:
    """One column of the table of 2.2."""

    system: str
    name: str
    effective: datetime.date
    quota: int
    zone: int
    conversion: str
    #: a game between two unrated players counts (for both)
    unrated_pairs_count: bool
    #: a game of a rated player against an unrated one counts for the rated player too
    counts_for_rated: bool
    senior_enough: int
    junior_enough: int
    senior_fill: int
    junior_fill: int
    #: games of the brake for a performance below; None: no brake, completed to the quota, as above
    brake: int | None
    #: seasons after its own in which an archive still lives; None: for ever
    archive_life: int | None
    step: int
    floor: int
    #: below it a performance counts as this; None: performances have no floor
    performance_floor: int | None
    #: (greatest age, estimate) in rising age; the last has no greatest age, and is the senior's
    default_estimates: tuple[tuple[int | None, int], ...]


EDITIONS: tuple[Edition, ...] = (
    Edition(
        system=NATIONAL,
        name="S1",
        effective=datetime.date(1990, 9, 1),
        quota=10,
        zone=350,
        conversion="function",
        unrated_pairs_count=True,
        counts_for_rated=True,
        senior_enough=16,
        junior_enough=8,
        senior_fill=16,
        junior_fill=16,
        brake=16,
        archive_life=None,
        step=10,
        floor=1000,
        performance_floor=None,
        default_estimates=((8, 1009), (20, 1199), (None, 1499)),
    ),
    Edition(
        system=NATIONAL,
        name="S0",
        effective=datetime.date(2000, 9, 1),
        quota=8,
        zone=350,
        conversion="interpolated",
        unrated_pairs_count=True,
        counts_for_rated=True,
        senior_enough=16,
        junior_enough=8,
        senior_fill=16,
        junior_fill=8,
        brake=16,
        archive_life=None,
        step=10,
        floor=1000,
        performance_floor=None,
        default_estimates=((8, 1009), (20, 1199), (None, 1499)),
    ),
    Edition(
        system=NATIONAL,
        name="R01",
        effective=datetime.date(2024, 4, 1),
        quota=8,
        zone=350,
        conversion="interpolated",
        unrated_pairs_count=True,
        counts_for_rated=True,
        senior_enough=16,
        junior_enough=8,
        senior_fill=16,
        junior_fill=8,
        brake=16,
        archive_life=None,
        step=10,
        floor=1000,
        performance_floor=None,
        default_estimates=((20, 1299), (None, 1399)),
    ),
    Edition(
        system=RAPID,
        name="S0",
        effective=datetime.date(2000, 9, 1),
        quota=7,
        zone=320,
        conversion="interpolated",
        unrated_pairs_count=False,
        counts_for_rated=False,
        senior_enough=7,
        junior_enough=7,
        senior_fill=7,
        junior_fill=7,
        brake=None,
        archive_life=None,
        step=10,
        floor=1000,
        performance_floor=None,
        default_estimates=((8, 1009), (None, 1199)),
    ),
    Edition(
        system=RAPID,
        name="E02",
        effective=datetime.date(2018, 1, 1),
        quota=7,
        zone=320,
        conversion="interpolated",
        unrated_pairs_count=False,
        counts_for_rated=False,
        senior_enough=7,
        junior_enough=7,
        senior_fill=7,
        junior_fill=7,
        brake=7,
        archive_life=1,
        step=10,
        floor=800,
        performance_floor=800,
        default_estimates=((10, 799), (14, 999), (None, 1199)),
    ),
)

#: 2.4.1: played games against known opponents that make a wave's estimate.
WAVE_GAMES = 5
#: 2.4.2: the games of an archive that goes before a given estimate.
LARGE_ARCHIVE = 5
#: 2.1: the season's last calendar year minus the birth year, at most.
JUNIOR_AGE = 20
#: 2.1: the season starts on 1 September.
SEASON_MONTH = 9

# ----------------------------------------------------------------------------------------------------
# What goes in and out
# ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Player:
    """A registered player. The two estimates are the club president's (2.4.2)."""

    id: str
    birth_year: int | None = None
    estimate: int | None = None
    estimate_rapid: int | None = None


@dataclass(frozen=True)
class Game:
    """A row of the games file. ``result`` is one of RESULTS; ``black`` may be None for forfeits and byes."""

    white: str
    black: str | None
    result: str
    date: datetime.date


@dataclass(frozen=True)
class Standing:
    """What a player starts from in one system. ``given_estimate`` is the estimate a loaded list brings."""

    rating: int | None = None
    type: str = ""
    archive_points: Fraction = Fraction(0)
    archive_games: int = 0
    archive_season: int | None = None
    given_estimate: int | None = None


@dataclass(frozen=True)
class SideDetail:
    """One player's half of a played game in the player's last calculation (2.4.3 or 2.5).

    ``value`` is what the opponent is worth there (None: no value, the pairing never counts). ``reason``
    is one of 'counted', 'win against a much lower value', 'loss against a much higher value',
    'zone not applied', 'opponent unrated'.
    """

    opponent: str
    half_points: int
    value: int | None
    counted: bool
    reason: str


@dataclass
class Result:
    """What became of one player.

    ``before`` is Ei as used: for a credited player the national rating. ``performance`` is Po as used in
    comparisons and averages (with the performance floor of E02); ``raw_performance`` is without that floor.
    ``archive_lost`` is 'expired', 'rated' (a rated player's archive was emptied by 0.6) or ''. ``reference``,
    ``wave_games`` and ``wave_kept`` (the games of the first and the second pass) belong to 2.4.1.
    """

    before: int | None = None
    credited: bool = False
    n: int = 0
    half_points: int = 0
    opponents_sum: int = 0
    performance: Fraction | None = None
    raw_performance: Fraction | None = None
    estimate: int | None = None
    estimate_source: str | None = None
    wave: int | None = None
    reference: int | None = None
    wave_games: int = 0
    wave_kept: int = 0
    worth: int | None = None
    case: str = ""
    exact: Fraction | None = None
    rating: int | None = None
    type: str = ""
    listed_estimate: int | None = None
    archive_points: Fraction = Fraction(0)
    archive_games: int = 0
    archive_season: int | None = None
    archive_lost: str = ""
    sides: list[SideDetail] = field(default_factory=list)

    def next_standing(self, given_estimate: int | None = None) -> Standing:
        """The standing for the next period of the system; printed estimates are no ratings (0.5)."""
        return Standing(
            rating=self.rating,
            type=self.type if self.rating is not None else "",
            archive_points=self.archive_points,
            archive_games=self.archive_games,
            archive_season=self.archive_season,
            given_estimate=given_estimate,
        )


@dataclass(frozen=True)
class Side:
    """One player's half of a played game, before it is known whether it counts."""

    opponent: str
    half_points: int


@dataclass(frozen=True)
class Archive:
    """2.1: the exact sum Pa * Na, and Na, with the season (the year in which it ends) or None."""

    points: Fraction = Fraction(0)
    games: int = 0
    season: int | None = None


NO_ARCHIVE = Archive()


@dataclass(frozen=True)
class Start:
    """What is frozen at the start of the period (0.1). ``rating`` is None for the unrated."""

    rating: int | None
    is_fide: bool
    is_credited: bool
    archive: Archive
    archive_lost: str
    given: int | None
    age: int | None


@dataclass(frozen=True)
class Estimate:
    """An unrated player's value in 2.4: from a wave or a stand-in."""

    value: int
    source: str
    wave: int | None = None
    reference: int | None = None
    games: int = 0
    kept: int = 0


@dataclass(frozen=True)
class Total:
    """Counted games of one calculation, with their details."""

    n: int
    half_points: int
    opponents_sum: int
    details: list[SideDetail]


#: 0.4: result -> half points of White and Black over the board; forfeits and byes are not played.
PLAYED = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}
NOT_PLAYED = ("1-0F", "0-1F", "0-0F", "bye")
RESULTS = (*PLAYED, *NOT_PLAYED)

# ----------------------------------------------------------------------------------------------------
# Section 0: what holds everywhere
# ----------------------------------------------------------------------------------------------------


def edition_on(system: str, starts: datetime.date) -> Edition:
    """0.8: the edition in force on the period's first day; before the first edition: stop."""
    of_system = [edition for edition in EDITIONS if edition.system == system]
    if not of_system:
        raise ValueError(f"no such system: {system}")
    in_force = [edition for edition in of_system if edition.effective <= starts]
    if not in_force:
        first = min(edition.effective for edition in of_system)
        raise ValueError(f"{system} has no edition on {starts}; the first is of {first}")
    return max(in_force, key=lambda edition: edition.effective)


def season_of(day: datetime.date) -> int:
    """0.8 and 2.1: the season of a day (1 September to 31 August), named by its last calendar year."""
    return day.year + 1 if day.month >= SEASON_MONTH else day.year


def age_in_season(birth_year: int | None, season: int) -> int | None:
    """2.1: the season's last calendar year minus the birth year; None if unknown."""
    return None if birth_year is None else season - birth_year


def is_junior(age: int | None) -> bool:
    """2.1: at most 20; unknown birth year: senior."""
    return age is not None and age <= JUNIOR_AGE


def played_sides(players: dict[str, Player], games: list[Game], ends: datetime.date) -> dict[str, list[Side]]:
    """0.4: every player's games over the board. Forfeits, byes and unplayed games are never rated."""
    sides: dict[str, list[Side]] = {player_id: [] for player_id in players}
    for game in games:
        if game.result not in RESULTS:
            raise ValueError(f"unknown result: {game.result}")
        if game.date > ends:
            raise ValueError(f"game of {game.date} is after the period's last day {ends}")
        if game.result not in PLAYED:
            continue
        if game.black is None or game.black == game.white:
            raise ValueError(f"a played game needs two players: {game}")
        white_half_points, black_half_points = PLAYED[game.result]
        sides[game.white].append(Side(game.black, white_half_points))
        sides[game.black].append(Side(game.white, black_half_points))
    return sides


# ----------------------------------------------------------------------------------------------------
# Section 1: D(P) and the performance
# ----------------------------------------------------------------------------------------------------


def normal_difference(share: Fraction) -> Fraction:
    """1, ``function``: 2000/7 times the inverse normal function, rounded to 1/100, halves away (0.2)."""
    with mpmath.workdps(40):
        argument = 2 * mpmath.mpf(share.numerator) / share.denominator - 1
        difference = mpmath.mpf(2000) / 7 * mpmath.sqrt(2) * mpmath.erfinv(argument)
        hundredths = int(mpmath.floor(abs(difference) * 100 + mpmath.mpf(1) / 2))
        return Fraction(hundredths if difference >= 0 else -hundredths, 100)


def interpolated_difference(share: Fraction) -> Fraction:
    """1, ``interpolated``: linear between whole percents of the table, not rounded."""
    percent = share * 100
    below = percent.numerator // percent.denominator
    if percent == below:
        return Fraction(P_TO_D[below])
    low, high = P_TO_D[below], P_TO_D[below + 1]
    return low + (high - low) * (percent - below)


@cache
def difference_of(share: Fraction, conversion: str) -> Fraction:
    """1: D(P) by the edition's conversion, clamped to 470 either way; exactly that at 100 % and 0 %."""
    if share == 1:
        return Fraction(CLAMP)
    if share == 0:
        return Fraction(-CLAMP)
    if conversion == "function":
        difference = normal_difference(share)
    elif conversion == "interpolated":
        difference = interpolated_difference(share)
    else:
        raise ValueError(f"unknown conversion: {conversion}")
    return max(Fraction(-CLAMP), min(Fraction(CLAMP), difference))


def raw_performance(n: int, half_points: int, opponents_sum: int, edition: Edition) -> Fraction:
    """2.1: Po = S/N + D(sc/N)."""
    return Fraction(opponents_sum, n) + difference_of(Fraction(half_points, 2 * n), edition.conversion)


def floored_performance(performance: Fraction, edition: Edition) -> Fraction:
    """2.2, E02: every performance below 800 counts as 800, before all else. Else no floor (2.3)."""
    if edition.performance_floor is None:
        return performance
    return max(performance, Fraction(edition.performance_floor))


def whole_performance(games: list[tuple[int, int]], edition: Edition) -> int:
    """2.4.1: the performance over (value, half points), rounded to an integer, not below the floor."""
    performance = raw_performance(
        len(games), sum(half for _, half in games), sum(value for value, _ in games), edition
    )
    return max(round_half_away(floored_performance(performance, edition)), edition.floor)


# ----------------------------------------------------------------------------------------------------
# Section 2.3: compatible games
# ----------------------------------------------------------------------------------------------------


def zone_reason(own: int, value: int, half_points: int, edition: Edition) -> str:
    """2.3: why a game is compatible or not. Exactly the zone is excluded; draws always count."""
    if half_points == 2 and value <= own - edition.zone:
        return "win against a much lower value"
    if half_points == 0 and value >= own + edition.zone:
        return "loss against a much higher value"
    return "counted"


def total_of(
    sides: list[Side],
    value_of: dict[str, int],
    own: int,
    edition: Edition,
    no_empty_zone: bool = False,
) -> Total:
    """2.3: the counted games, given what each opponent is worth; who has no value does not count.

    With ``no_empty_zone`` the zone is not applied where it would leave no game (2.4.3, wave estimates).
    """
    details = []
    for side in sides:
        value = value_of.get(side.opponent)
        reason = "opponent unrated" if value is None else zone_reason(own, value, side.half_points, edition)
        details.append(SideDetail(side.opponent, side.half_points, value, reason == "counted", reason))
    if no_empty_zone and not any(detail.counted for detail in details):
        details = [
            detail
            if detail.value is None
            else SideDetail(detail.opponent, detail.half_points, detail.value, True, "zone not applied")
            for detail in details
        ]
    counted = [detail for detail in details if detail.counted]
    return Total(
        n=len(counted),
        half_points=sum(detail.half_points for detail in counted),
        opponents_sum=sum(detail.value for detail in counted),
        details=details,
    )


# ----------------------------------------------------------------------------------------------------
# Starting values
# ----------------------------------------------------------------------------------------------------


def list_type(standing: Standing) -> str:
    """2.6: a rating ending in 9 without a type is an ``E``; an ``N`` ending in 9 is refused."""
    if standing.rating is None:
        return ""
    if standing.type == "N" and standing.rating % 10 == 9:
        raise ValueError(f"a rating of type N does not end in 9: {standing.rating}")
    if standing.type in ("N", "F", "E"):
        return standing.type
    if standing.type == "":
        return "E" if standing.rating % 10 == 9 else "N"
    raise ValueError(f"unknown type: {standing.type}")


def credited_rating(national: Standing | None, edition: Edition) -> int | None:
    """2.5: in rapid, the national rating of types N and F (not E) on the list in force on the first day."""
    if edition.system != RAPID or national is None or list_type(national) not in ("N", "F"):
        return None
    return national.rating


def given_estimate(player: Player, standing: Standing, edition: Edition) -> int | None:
    """2.4.2: the club president's estimate, else the one of the loaded list, else its rating of type E."""
    president = player.estimate_rapid if edition.system == RAPID else player.estimate
    if president is not None:
        return president
    if standing.given_estimate is not None:
        return standing.given_estimate
    if list_type(standing) == "E":
        return standing.rating
    return None


def is_expired(archive: Archive, season: int, edition: Edition) -> bool:
    """2.2, archives (E02): lives while the season <= its own + 1; without a season it is never lost."""
    if edition.archive_life is None or archive.season is None or archive.games == 0:
        return False
    return season > archive.season + edition.archive_life


def starting_archive(
    standing: Standing, is_rated: bool, season: int, edition: Edition
) -> tuple[Archive, str]:
    """0.6: an expired archive is gone, played or not; a rated player's is ignored and emptied."""
    if standing.archive_games == 0:
        return NO_ARCHIVE, ""
    archive = Archive(Fraction(standing.archive_points), standing.archive_games, standing.archive_season)
    if is_rated:
        return NO_ARCHIVE, "rated"
    if is_expired(archive, season, edition):
        return NO_ARCHIVE, "expired"
    return archive, ""


def start_of(
    player: Player, standing: Standing, national: Standing | None, season: int, edition: Edition
) -> Start:
    """0.1, 0.5, 2.5: the frozen starting values of one player."""
    type_letter = list_type(standing)
    rating = standing.rating if type_letter in ("N", "F") else None
    credit = credited_rating(national, edition) if rating is None else None
    archive, lost = starting_archive(standing, rating is not None or credit is not None, season, edition)
    return Start(
        rating=rating if rating is not None else credit,
        is_fide=type_letter == "F",
        is_credited=credit is not None,
        archive=archive,
        archive_lost=lost,
        given=given_estimate(player, standing, edition),
        age=age_in_season(player.birth_year, season),
    )


# ----------------------------------------------------------------------------------------------------
# Section 2.4: unrated players, first
# ----------------------------------------------------------------------------------------------------


def wave_estimate(games: list[tuple[int, int]], wave: int, edition: Edition) -> Estimate:
    """2.4.1: first pass without the zone: the reference; second pass, zone around it: the estimate."""
    reference = whole_performance(games, edition)
    kept = [
        (value, half) for value, half in games if zone_reason(reference, value, half, edition) == "counted"
    ]
    value = whole_performance(kept, edition) if kept else reference
    return Estimate(value, "wave", wave, reference, len(games), len(kept))


def wave_estimates(
    starts: dict[str, Start], sides: dict[str, list[Side]], edition: Edition
) -> dict[str, Estimate]:
    """2.4.1: waves until one adds nobody. Values are frozen for the wave; in rapid only ratings are known."""
    known = {player_id: start.rating for player_id, start in starts.items() if start.rating is not None}
    estimates: dict[str, Estimate] = {}
    wave = 0
    while True:
        wave += 1
        new: dict[str, Estimate] = {}
        for player_id, start in starts.items():
            if start.rating is not None or player_id in estimates:
                continue
            games = [
                (known[side.opponent], side.half_points)
                for side in sides[player_id]
                if side.opponent in known
            ]
            if len(games) >= WAVE_GAMES:
                new[player_id] = wave_estimate(games, wave, edition)
        if not new:
            return estimates
        estimates.update(new)
        if edition.unrated_pairs_count:
            known.update({player_id: estimate.value for player_id, estimate in new.items()})


def archive_mean(archive: Archive, edition: Edition) -> Fraction:
    """2.1: Pa, with the performance floor of E02 (2.3: archives have none, E02 apart)."""
    return floored_performance(archive.points / archive.games, edition)


def default_estimate(age: int | None, edition: Edition) -> int:
    """2.2, default estimate: by the age category of 2.1; unknown birth year: senior."""
    for greatest_age, estimate in edition.default_estimates:
        if greatest_age is None or (age is not None and age <= greatest_age):
            return estimate
    raise AssertionError("the last default estimate has no greatest age")


def stand_in_source(archive: Archive, given: int | None) -> str:
    """2.4.2: the order is archive of at least 5 games, given estimate, smaller archive, default."""
    if archive.games >= LARGE_ARCHIVE:
        return "archive"
    if given is not None:
        return "given"
    if archive.games > 0:
        return "archive"
    return "default"


def stand_in(archive: Archive, given: int | None, age: int | None, edition: Edition) -> Estimate:
    """2.4.2: the value of who is left after the waves. Given and default are taken even below the floor."""
    source = stand_in_source(archive, given)
    if source == "archive":
        value = max(round_half_away(archive_mean(archive, edition)), edition.floor)
    elif source == "given":
        value = given
    else:
        value = default_estimate(age, edition)
    return Estimate(value, source)


def unrated_estimates(
    starts: dict[str, Start], sides: dict[str, list[Side]], edition: Edition
) -> dict[str, Estimate]:
    """2.4: an estimate for every unrated player with a played game: by waves, else a stand-in."""
    estimates = wave_estimates(starts, sides, edition)
    for player_id, start in starts.items():
        if start.rating is None and sides[player_id] and player_id not in estimates:
            estimates[player_id] = stand_in(start.archive, start.given, start.age, edition)
    return estimates


def general_values(
    starts: dict[str, Start], estimates: dict[str, Estimate], edition: Edition
) -> dict[str, int]:
    """2.4.3: rated opponents at Ei, unrated ones at their estimate (rapid: rated opponents only)."""
    values = {player_id: start.rating for player_id, start in starts.items() if start.rating is not None}
    if edition.unrated_pairs_count:
        values.update({player_id: estimate.value for player_id, estimate in estimates.items()})
    return values


def put_total(result: Result, total: Total, edition: Edition) -> None:
    """2.1: writes N, sc, S and Po of the last calculation into the result."""
    result.n, result.half_points, result.opponents_sum = total.n, total.half_points, total.opponents_sum
    result.sides = total.details
    if total.n:
        result.raw_performance = raw_performance(total.n, total.half_points, total.opponents_sum, edition)
        result.performance = floored_performance(result.raw_performance, edition)


def put_archive(result: Result, archive: Archive) -> None:
    """0.6: writes the archive after the period into the result."""
    result.archive_points = archive.points
    result.archive_games = archive.games
    result.archive_season = archive.season


def publish_rating(exact: Fraction, edition: Edition) -> int:
    """2.6: rounded once to the edition's step, not below the floor."""
    return max(round_half_away(exact, edition.step), edition.floor)


def rate_unrated(
    start: Start,
    estimate: Estimate | None,
    sides: list[Side],
    values: dict[str, int],
    season: int,
    edition: Edition,
) -> Result:
    """2.4.3: the general mode for one unrated player."""
    result = Result(archive_lost=start.archive_lost)
    put_archive(result, start.archive)
    if estimate is None:
        result.case = "unrated: not played"
        return result
    result.estimate, result.estimate_source = estimate.value, estimate.source
    result.wave, result.reference = estimate.wave, estimate.reference
    result.wave_games, result.wave_kept = estimate.games, estimate.kept
    total = total_of(sides, values, estimate.value, edition, no_empty_zone=estimate.source == "wave")
    put_total(result, total, edition)
    if total.n == 0:
        result.case = "unrated: no counted game"
        return result
    archive = start.archive
    points, games = result.performance * total.n, total.n
    if total.n >= edition.quota:
        result.case, result.exact = "unrated: quota reached", result.performance
    else:
        if archive.games:
            points += archive_mean(archive, edition) * archive.games
            games += archive.games
        if games >= edition.quota:
            result.case, result.exact = "unrated: quota reached with the archive", points / games
        else:
            result.case = "unrated: archived"
            put_archive(result, Archive(points, games, season))
    if result.exact is not None:
        put_archive(result, NO_ARCHIVE)
        result.rating, result.type = publish_rating(result.exact, edition), "N"
    return result


# ----------------------------------------------------------------------------------------------------
# Section 2.5: rated players, second
# ----------------------------------------------------------------------------------------------------


def worth_of_unrated(result: Result, edition: Edition) -> int | None:
    """2.5: the new value: the published rating, else the archived performance, else (N = 0) the stand-in."""
    if not edition.counts_for_rated or result.estimate is None:
        return None
    if result.rating is not None:
        return result.rating
    if result.n >= 1:
        return max(round_half_away(result.archive_points / result.archive_games), edition.floor)
    return result.estimate


def blend(performance: Fraction, n: int, before: int, games: int) -> Fraction:
    """2.5: the barycentre of the performance over N games and Ei over the given number of games."""
    return (performance * n + before * games) / (n + games)


def new_rating(
    before: int, performance: Fraction, n: int, junior: bool, edition: Edition
) -> tuple[str, Fraction]:
    """2.5: the case and the exact new rating of a rated player with a counted game."""
    enough = edition.junior_enough if junior else edition.senior_enough
    fill = edition.junior_fill if junior else edition.senior_fill
    if performance == before:
        return "rated: performance equal", Fraction(before)
    if performance < before and edition.brake is not None:
        return "rated: performance below, brake", blend(performance, n, before, edition.brake)
    side = "above" if performance > before else "below"
    if n >= enough:
        return f"rated: performance {side}, enough games", performance
    return f"rated: performance {side}, completed", blend(performance, n, before, fill - n)


def rate_rated(start: Start, sides: list[Side], values: dict[str, int], edition: Edition) -> Result:
    """2.5: one rated player; type F is never recomputed; a credited player needs one counted game."""
    result = Result(before=start.rating, credited=start.is_credited, archive_lost=start.archive_lost)
    result.worth = start.rating
    put_total(result, total_of(sides, values, start.rating, edition), edition)
    if start.is_fide:
        result.case, result.rating, result.type = "rated: of type F", start.rating, "F"
    elif result.n == 0:
        result.case = "rated: no counted game"
        if not start.is_credited:
            result.rating, result.type = start.rating, "N"
    else:
        result.case, result.exact = new_rating(
            start.rating, result.performance, result.n, is_junior(start.age), edition
        )
        result.rating, result.type = publish_rating(result.exact, edition), "N"
    return result


# ----------------------------------------------------------------------------------------------------
# Section 2.6: publication
# ----------------------------------------------------------------------------------------------------


def listed_estimate(start: Start, result: Result, edition: Edition) -> int | None:
    """2.6: the estimated rating printed for an unrated player: the stand-in of 2.4.2 after this period.

    Listed are the unrated who played, or hold an archive or a given estimate.
    """
    archive = Archive(result.archive_points, result.archive_games, result.archive_season)
    if not result.sides and archive.games == 0 and start.given is None:
        return None
    if stand_in_source(archive, start.given) == "archive":
        tens = round_half_away(archive.points / archive.games, 10)
        return max(tens - 1, edition.floor + 9)
    return stand_in(archive, start.given, start.age, edition).value


def rate(
    system: str,
    starts: datetime.date,
    ends: datetime.date,
    players: dict[str, Player],
    standings: dict[str, Standing],
    games: list[Game],
    national: dict[str, Standing] | None = None,
) -> dict[str, Result]:
    """Section 2: one period of a system, all players of ``players``.

    ``national`` is the ffe-national list in force on the first day, for the credited ratings of rapid (2.5).
    """
    edition = edition_on(system, starts)
    season = season_of(ends)
    sides = played_sides(players, games, ends)
    frozen = {
        player_id: start_of(
            player, standings.get(player_id, Standing()), (national or {}).get(player_id), season, edition
        )
        for player_id, player in players.items()
    }
    estimates = unrated_estimates(frozen, sides, edition)
    values = general_values(frozen, estimates, edition)
    results: dict[str, Result] = {}
    for player_id, start in frozen.items():
        if start.rating is None:
            result = rate_unrated(start, estimates.get(player_id), sides[player_id], values, season, edition)
            result.worth = worth_of_unrated(result, edition)
            if result.rating is None:
                result.listed_estimate = listed_estimate(start, result, edition)
                result.type = "" if result.listed_estimate is None else "E"
            results[player_id] = result
    worths = {player_id: start.rating for player_id, start in frozen.items() if start.rating is not None}
    worths.update(
        {player_id: result.worth for player_id, result in results.items() if result.worth is not None}
    )
    for player_id, start in frozen.items():
        if start.rating is not None:
            results[player_id] = rate_rated(start, sides[player_id], worths, edition)
    return {player_id: results[player_id] for player_id in players}
