"""The rare cases of random periods of the French rules, named and counted.

``count_cases`` names what really happened in a period, from the oracle's results alone; ``CASES`` lists every name.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from ffe import (
    NATIONAL,
    NOT_PLAYED,
    RAPID,
    Archive,
    Edition,
    Player,
    Result,
    Standing,
    age_in_season,
    edition_on,
    is_expired,
    is_junior,
    list_type,
    season_of,
)
from periods import DRAW, LOSS, WIN, Period


def game_cases(period: Period) -> Counter:
    """Section 0: what the rows of games are."""
    cases: Counter = Counter()
    for game in period.games:
        if game.result in NOT_PLAYED:
            cases["0.4 bye" if game.result == "bye" else "0.4 forfeit"] += 1
        if game.date < period.starts:
            cases["late report"] += 1
        if game.date in (period.starts, period.ends):
            cases["0.9 first or last day"] += 1
    return cases


def zone_cases(own: int, result: Result, edition: Edition) -> Counter:
    """2.3: exactly the zone, one point less, and draws beyond it."""
    cases: Counter = Counter()
    for side in result.sides:
        if side.value is None:
            continue
        gap = side.value - own
        if side.half_points == DRAW and abs(gap) >= edition.zone:
            cases["2.3 draw beyond the zone counts"] += 1
        if side.half_points == LOSS:
            if gap == edition.zone:
                cases["2.3 loss at exactly the zone"] += 1
            elif gap == edition.zone - 1:
                cases["2.3 loss one point inside the zone"] += 1
            elif gap > edition.zone:
                cases["2.3 loss beyond the zone"] += 1
        if side.half_points == WIN:
            if gap == -edition.zone:
                cases["2.3 win at exactly the zone"] += 1
            elif gap == 1 - edition.zone:
                cases["2.3 win one point inside the zone"] += 1
            elif gap < -edition.zone:
                cases["2.3 win beyond the zone"] += 1
    return cases


def share_cases(result: Result, edition: Edition) -> Counter:
    """1: perfect and zero scores, the clamp, shares that are no whole percent; E02: the performance floor."""
    cases: Counter = Counter()
    if result.n == 0:
        return cases
    share = Fraction(result.half_points, 2 * result.n)
    kind = "rated" if result.before is not None else "unrated"
    if share == 1:
        cases[f"1 perfect score, {kind}"] += 1
    elif share == 0:
        cases[f"1 zero score, {kind}"] += 1
    elif share > Fraction(95, 100) or share < Fraction(5, 100):
        cases["1 clamp without a perfect score"] += 1
    elif (share * 100).denominator != 1:
        cases["1 share between whole percents"] += 1
    if edition.performance_floor is not None and result.raw_performance < edition.performance_floor:
        cases[f"2.2 performance floor, {kind}"] += 1
        if result.before is not None and result.raw_performance < result.before <= result.performance:
            cases["2.2 performance floor turns the comparison"] += 1
    opponents = [side.opponent for side in result.sides if side.counted]
    if len(set(opponents)) < len(opponents):
        cases["same opponent twice"] += 1
    return cases


def estimate_cases(player: Player, standing: Standing, result: Result, period: Period) -> Counter:
    """2.4.1 and 2.4.2: where the value of an unrated player comes from."""
    cases: Counter = Counter()
    edition = edition_on(period.system, period.starts)
    given = player.estimate_rapid if period.system == RAPID else player.estimate
    is_listed = list_type(standing) == "E"
    archive_games = 0 if result.archive_lost else standing.archive_games
    if result.estimate_source == "wave":
        cases[f"2.4.1 wave {min(result.wave, 4)}"] += 1
        if result.wave_games == 5:
            cases["2.4.1 exactly 5 games"] += 1
        if result.wave_kept == 0:
            cases["2.4.1 the reference is the estimate"] += 1
        elif result.wave_kept < result.wave_games:
            cases["2.4.1 second pass drops a game"] += 1
        if result.estimate == edition.floor:
            cases["2.4.1 estimate at the floor"] += 1
        if any(side.reason == "zone not applied" for side in result.sides):
            won = result.half_points == 2 * result.n
            cases["2.4.3 zone not applied, all won" if won else "2.4.3 zone not applied, all lost"] += 1
        if archive_games or given is not None:
            cases["2.4.2 wave before stand-in"] += 1
        if result.wave == 1 and len({side.opponent for side in result.sides}) < 5:
            cases["2.4.1 the same opponent twice counts twice"] += 1
    elif result.estimate_source == "archive":
        large = archive_games >= 5
        cases["2.4.2 large archive" if large else "2.4.2 small archive"] += 1
        if archive_games in (4, 5):
            cases[f"2.4.2 archive of exactly {archive_games}"] += 1
        if large and given is not None:
            cases["2.4.2 large archive before given"] += 1
        if result.estimate == edition.floor:
            cases["2.4.2 archive at the floor"] += 1
    elif result.estimate_source == "given":
        if given is not None:
            cases["2.4.2 given by the president"] += 1
            if standing.given_estimate is not None or is_listed:
                cases["2.4.2 president before list"] += 1
        elif standing.given_estimate is not None:
            cases["2.4.2 given by the list"] += 1
            if is_listed:
                cases["2.4.2 given by the list before its E"] += 1
        elif is_listed:
            cases["2.4.2 listed as E"] += 1
        if archive_games:
            cases["2.4.2 given before small archive"] += 1
        if result.estimate < edition.floor:
            cases["2.4.2 given below the floor"] += 1
    elif result.estimate_source == "default":
        cases[f"2.4.2 default {result.estimate}"] += 1
        age = age_in_season(player.birth_year, season_of(period.ends))
        if age is None:
            cases["2.4.2 default, unknown birth year"] += 1
        limits = [limit for limit, _ in edition.default_estimates if limit is not None]
        if age in limits:
            cases["2.4.2 default, oldest of a category"] += 1
        if age is not None and age - 1 in limits:
            cases["2.4.2 default, youngest of a category"] += 1
    return cases


def unrated_cases(standing: Standing, result: Result, period: Period) -> Counter:
    """0.6, 2.4.3 and 2.6: what becomes of an unrated player."""
    cases: Counter = Counter()
    edition = edition_on(period.system, period.starts)
    cases["2.4.3 " + result.case] += 1
    has_archive = standing.archive_games > 0 and not result.archive_lost
    if result.case == "unrated: quota reached":
        if has_archive:
            cases["2.4.3 archive not used"] += 1
        if result.n == edition.quota:
            cases["2.4.3 N exactly the quota"] += 1
    if result.case == "unrated: quota reached with the archive":
        if result.n + standing.archive_games == edition.quota:
            cases["2.4.3 N + Na exactly the quota"] += 1
        if standing.archive_games >= edition.quota:
            cases["2.4.3 archive full before, now rated"] += 1
    if result.case == "unrated: archived":
        cases["2.4.3 archive grows" if has_archive else "2.4.3 archive begins"] += 1
        if result.archive_games == edition.quota - 1:
            cases["2.4.3 one game short of the quota"] += 1
    if result.case == "unrated: no counted game" and has_archive:
        cases["0.6 archive kept without a counted game"] += 1
    if result.case == "unrated: not played" and has_archive:
        cases["0.6 archive kept without a game"] += 1
        if standing.archive_games >= edition.quota:
            cases["0.6 full archive kept without a game"] += 1
    if result.rating is not None and result.exact < edition.floor:
        cases["2.6 first rating raised to the floor"] += 1
    cases += archive_age_cases(standing, result, period, edition)
    cases += listing_cases(result, edition)
    return cases


def archive_age_cases(standing: Standing, result: Result, period: Period, edition: Edition) -> Counter:
    """2.2, archives: expired, old but kept, in the last season, without a season; E02: below 800."""
    cases: Counter = Counter()
    if standing.archive_games == 0:
        return cases
    season = season_of(period.ends)
    played = "played" if result.estimate is not None else "not played"
    archive = Archive(standing.archive_points, standing.archive_games, standing.archive_season)
    if is_expired(archive, season, edition):
        cases[f"2.2 archive expired, {played}"] += 1
    elif archive.season is None:
        cases[f"2.2 archive without a season, {played}"] += 1
    elif archive.season == season - 1:
        cases["2.2 archive of the season before"] += 1
    elif archive.season < season - 1:
        cases["2.2 archive of an old season kept"] += 1
    is_used = not result.archive_lost and 1 <= result.n < edition.quota
    if is_used and archive.points < archive.games * (edition.performance_floor or 0):
        cases["2.2 performance floor, archive"] += 1
    return cases


def listing_cases(result: Result, edition: Edition) -> Counter:
    """2.6: how an unrated player is printed."""
    cases: Counter = Counter()
    if result.rating is not None:
        return cases
    if result.listed_estimate is None:
        cases["2.6 unrated, not listed"] += 1
        return cases
    cases["2.6 listed as E"] += 1
    if result.estimate is None:
        cases["2.6 listed without a game"] += 1
    if result.archive_games >= 5:
        cases["2.6 listed from a large archive"] += 1
        if (result.archive_points / result.archive_games) % 10 == 5:
            cases["0.3 half rounds up, listed archive"] += 1
        if result.listed_estimate == edition.floor + 9:
            cases["2.6 listed at floor + 9"] += 1
    if result.listed_estimate % 10 != 9:
        cases["2.6 listed as given, not ending in 9"] += 1
    return cases


def rated_cases(player: Player, standing: Standing, result: Result, period: Period) -> Counter:
    """0.6, 2.5 and 2.6: what becomes of a rated player."""
    cases: Counter = Counter()
    edition = edition_on(period.system, period.starts)
    if result.archive_lost:
        cases["0.6 rated player's archive emptied"] += 1
    if result.credited:
        cases["2.5 credited, with a counted game" if result.n else "2.5 credited, no counted game"] += 1
        if result.sides and not result.n:
            cases["2.5 credited, played but nothing counts"] += 1
        if result.archive_lost:
            cases["2.5 credited, archive emptied"] += 1
        if list_type((period.national or {})[player.id]) == "F":
            cases["2.5 credited by type F"] += 1
    if result.case == "rated: of type F":
        cases["2.5 type F with games" if result.sides else "2.5 type F without games"] += 1
        return cases
    if result.case == "rated: no counted game":
        cases["0.6 rated, no game counts" if result.sides else "0.6 rated, no game"] += 1
        if result.rating is not None and result.rating % 10:
            cases["0.6 rating kept unrounded"] += 1
        return cases
    cases["2.5 " + result.case] += 1
    if result.exact < edition.floor:
        cases["2.6 rating raised to the floor"] += 1
    if (result.exact / 5).denominator == 1 and (result.exact / 10).denominator != 1:
        cases["0.3 half rounds up"] += 1
    cases += count_of_games_cases(player, result, period, edition)
    return cases


def count_of_games_cases(player: Player, result: Result, period: Period, edition: Edition) -> Counter:
    """2.5: the numbers of games at the limits, by age (national) or at 7 (rapid)."""
    cases: Counter = Counter()
    if edition.system == RAPID:
        if result.n in (6, 7):
            way = "above" if result.performance > result.before else "below"
            if result.performance != result.before:
                cases[f"2.5 {way} with {result.n} games"] += 1
        return cases
    age = age_in_season(player.birth_year, season_of(period.ends))
    if result.performance > result.before:
        if is_junior(age) and result.n in (7, 8):
            cases[f"2.5 junior above with {result.n} games"] += 1
        if not is_junior(age) and result.n in (15, 16):
            cases[f"2.5 senior above with {result.n} games"] += 1
        if not is_junior(age) and result.n in (8, 9, 10):
            cases["2.5 senior above with about 8 games"] += 1
        if age == 20 and 1 <= result.n < 16:
            cases["2.1 oldest junior above"] += 1
        if age == 21 and 1 <= result.n < 16:
            cases["2.1 youngest senior above"] += 1
        if age is None and result.n < 16:
            cases["2.1 unknown birth year above"] += 1
    return cases


def worth_cases(result: Result, results: dict[str, Result], edition: Edition) -> Counter:
    """2.5 and 2.4.3: what the opponents were worth."""
    cases: Counter = Counter()
    known = 0
    for side in result.sides:
        opponent = results[side.opponent]
        if opponent.before is not None or (opponent.wave and edition.unrated_pairs_count):
            known += 1
        if result.wave and opponent.wave and edition.unrated_pairs_count:
            order = "an earlier" if opponent.wave < result.wave else "a later"
            cases[f"2.4.1 met one of {'the same' if opponent.wave == result.wave else order} wave"] += 1
        if opponent.credited:
            cases["2.5 opponent credited"] += 1
        if result.before is None:
            if side.value is None:
                cases["2.2 unrated pair does not count"] += 1
            elif opponent.before is None:
                cases["2.2 unrated pair counts"] += 1
        elif side.value is None:
            cases["2.2 rated against unrated does not count"] += 1
        elif opponent.case == "rated: of type F":
            cases["2.5 opponent of type F"] += 1
        elif opponent.before is None:
            cases += new_value_cases(opponent, edition)
    if result.estimate is not None and result.wave is None and known == 4:
        cases["2.4.1 4 games are not enough"] += 1
    return cases


def new_value_cases(opponent: Result, edition: Edition) -> Counter:
    """2.5, national: the three kinds of new value of an unrated opponent."""
    cases: Counter = Counter()
    if opponent.rating is not None:
        cases["2.5 opponent at the new rating"] += 1
    elif opponent.n:
        cases["2.5 opponent at the archived performance"] += 1
        if opponent.archive_points / opponent.archive_games < edition.floor:
            cases["2.5 opponent's archive raised to the floor"] += 1
    else:
        cases["2.5 opponent at the stand-in"] += 1
        if opponent.worth < edition.floor:
            cases["2.5 opponent's stand-in below the floor"] += 1
    return cases


def only_forfeits_cases(period: Period, results: dict[str, Result]) -> Counter:
    """0.4: unrated players who have games, but none over the board, have not played."""
    cases: Counter = Counter()
    with_rows = {game.white for game in period.games} | {game.black for game in period.games if game.black}
    for player_id in with_rows:
        if results[player_id].case == "unrated: not played":
            cases["0.4 only forfeits and byes"] += 1
    return cases


def count_cases(period: Period, results: dict[str, Result]) -> Counter:
    """The cases of 0 to 2.6 that a period hits, by name, with how often."""
    edition = edition_on(period.system, period.starts)
    cases = game_cases(period) + only_forfeits_cases(period, results)
    if season_of(period.starts) != season_of(period.ends):
        cases["0.8 period across two seasons"] += 1
    for player_id, result in results.items():
        player = period.players[player_id]
        standing = period.standings.get(player_id, Standing())
        own = result.before if result.before is not None else result.estimate
        if result.before is None:
            cases += estimate_cases(player, standing, result, period)
            cases += unrated_cases(standing, result, period)
            national = (period.national or {}).get(player_id, Standing())
            if list_type(national) == "E":
                cases["2.5 not credited by type E"] += 1
        else:
            cases += rated_cases(player, standing, result, period)
            if list_type((period.national or {}).get(player_id, Standing())) and not result.credited:
                cases["2.5 own rapid rating before the national one"] += 1
        if own is not None:
            cases += zone_cases(own, result, edition)
        cases += share_cases(result, edition)
        cases += worth_cases(result, results, edition)
    return cases


# ----------------------------------------------------------------------------------------------------
# The names of all cases
# ----------------------------------------------------------------------------------------------------

#: Every edition.
COMMON_CASES = (
    "0.3 half rounds up",
    "0.3 half rounds up, listed archive",
    "0.4 bye",
    "0.4 forfeit",
    "0.4 only forfeits and byes",
    "0.6 archive kept without a counted game",
    "0.6 archive kept without a game",
    "0.6 full archive kept without a game",
    "0.6 rated player's archive emptied",
    "0.6 rated, no game",
    "0.6 rated, no game counts",
    "0.6 rating kept unrounded",
    "0.8 period across two seasons",
    "0.9 first or last day",
    "1 clamp without a perfect score",
    "1 perfect score, rated",
    "1 perfect score, unrated",
    "1 share between whole percents",
    "1 zero score, rated",
    "1 zero score, unrated",
    "2.2 archive of the season before",
    "2.2 archive without a season, not played",
    "2.2 archive without a season, played",
    "2.3 draw beyond the zone counts",
    "2.3 loss at exactly the zone",
    "2.3 loss beyond the zone",
    "2.3 loss one point inside the zone",
    "2.3 win at exactly the zone",
    "2.3 win beyond the zone",
    "2.3 win one point inside the zone",
    "2.4.1 4 games are not enough",
    "2.4.1 estimate at the floor",
    "2.4.1 exactly 5 games",
    "2.4.1 second pass drops a game",
    "2.4.1 the reference is the estimate",
    "2.4.1 the same opponent twice counts twice",
    "2.4.1 wave 1",
    "2.4.2 archive at the floor",
    "2.4.2 archive of exactly 4",
    "2.4.2 archive of exactly 5",
    "2.4.2 default, oldest of a category",
    "2.4.2 default, unknown birth year",
    "2.4.2 default, youngest of a category",
    "2.4.2 given before small archive",
    "2.4.2 given below the floor",
    "2.4.2 given by the list",
    "2.4.2 given by the list before its E",
    "2.4.2 given by the president",
    "2.4.2 large archive",
    "2.4.2 large archive before given",
    "2.4.2 listed as E",
    "2.4.2 president before list",
    "2.4.2 small archive",
    "2.4.2 wave before stand-in",
    "2.4.3 N + Na exactly the quota",
    "2.4.3 N exactly the quota",
    "2.4.3 archive begins",
    "2.4.3 archive full before, now rated",
    "2.4.3 archive grows",
    "2.4.3 archive not used",
    "2.4.3 one game short of the quota",
    "2.4.3 unrated: archived",
    "2.4.3 unrated: no counted game",
    "2.4.3 unrated: not played",
    "2.4.3 unrated: quota reached",
    "2.4.3 unrated: quota reached with the archive",
    "2.4.3 zone not applied, all lost",
    "2.4.3 zone not applied, all won",
    "2.5 opponent of type F",
    "2.5 rated: performance above, completed",
    "2.5 rated: performance above, enough games",
    "2.5 rated: performance equal",
    "2.5 type F with games",
    "2.5 type F without games",
    "2.6 listed as E",
    "2.6 listed as given, not ending in 9",
    "2.6 listed at floor + 9",
    "2.6 listed from a large archive",
    "2.6 listed without a game",
    "2.6 rating raised to the floor",
    "2.6 unrated, not listed",
    "late report",
    "same opponent twice",
)
#: Every national edition, beside those.
NATIONAL_CASES = (
    "2.1 oldest junior above",
    "2.1 unknown birth year above",
    "2.1 youngest senior above",
    "2.2 archive of an old season kept",
    "2.2 unrated pair counts",
    "2.4.1 met one of an earlier wave",
    "2.4.1 met one of a later wave",
    "2.4.1 met one of the same wave",
    "2.4.1 wave 2",
    "2.4.1 wave 3",
    "2.4.1 wave 4",
    "2.5 junior above with 7 games",
    "2.5 junior above with 8 games",
    "2.5 opponent at the archived performance",
    "2.5 opponent at the new rating",
    "2.5 opponent at the stand-in",
    "2.5 opponent's archive raised to the floor",
    "2.5 opponent's stand-in below the floor",
    "2.5 rated: performance below, brake",
    "2.5 senior above with 15 games",
    "2.5 senior above with 16 games",
    "2.5 senior above with about 8 games",
    "2.6 first rating raised to the floor",
)
#: Every rapid edition, beside those of all.
RAPID_CASES = (
    "2.2 rated against unrated does not count",
    "2.2 unrated pair does not count",
    "2.4.2 default 1199",
    "2.5 above with 6 games",
    "2.5 above with 7 games",
    "2.5 below with 6 games",
    "2.5 below with 7 games",
    "2.5 credited by type F",
    "2.5 credited, archive emptied",
    "2.5 credited, no counted game",
    "2.5 credited, played but nothing counts",
    "2.5 credited, with a counted game",
    "2.5 not credited by type E",
    "2.5 opponent credited",
    "2.5 own rapid rating before the national one",
)

#: What one edition has beside those.
EDITION_CASES: dict[tuple[str, str], tuple[str, ...]] = {
    ("ffe-national", "S1"): (
        "2.4.2 default 1009",
        "2.4.2 default 1199",
        "2.4.2 default 1499",
    ),
    ("ffe-national", "S0"): (
        "2.4.2 default 1009",
        "2.4.2 default 1199",
        "2.4.2 default 1499",
    ),
    ("ffe-national", "R01"): (
        "2.4.2 default 1299",
        "2.4.2 default 1399",
    ),
    ("ffe-rapid", "S0"): (
        "2.2 archive of an old season kept",
        "2.4.2 default 1009",
        "2.5 rated: performance below, completed",
        "2.5 rated: performance below, enough games",
        "2.6 first rating raised to the floor",
    ),
    ("ffe-rapid", "E02"): (
        "2.2 archive expired, not played",
        "2.2 archive expired, played",
        "2.2 performance floor turns the comparison",
        "2.2 performance floor, archive",
        "2.2 performance floor, rated",
        "2.2 performance floor, unrated",
        "2.4.2 default 799",
        "2.4.2 default 999",
        "2.5 rated: performance below, brake",
    ),
}

#: By system and edition name, every case that random periods must hit (and no other can be hit).
CASES: dict[tuple[str, str], tuple[str, ...]] = {
    (system, name): tuple(
        sorted((*COMMON_CASES, *(NATIONAL_CASES if system == NATIONAL else RAPID_CASES), *own_cases))
    )
    for (system, name), own_cases in EDITION_CASES.items()
}
